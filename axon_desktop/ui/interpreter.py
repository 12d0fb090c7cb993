"""Python itself, set so that it does not stop the window for long."""

import gc
import sys

YOUNG = 50_000
"""Objects made before the young are looked at; the default of 700 makes for a pause in every laid-out block."""
SWITCH_INTERVAL = 0.0005
"""Seconds; with the usual 5 ms the window stutters while another thread holds the interpreter."""


def tune_interpreter() -> None:
    """Leave everything made so far out of all later collections, collect less often, and take short turns."""
    gc.freeze()
    gc.set_threshold(YOUNG, 20, 100)
    gc.enable()
    sys.setswitchinterval(SWITCH_INTERVAL)
