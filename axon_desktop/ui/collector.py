"""Python's garbage collector, set so that it does not stop the window for long."""

import gc

YOUNG = 50_000
"""Objects made before the young are looked at; the default of 700 makes for a pause in every laid-out block."""


def tune_collector() -> None:
    """Leave everything made so far out of all later collections, and collect less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 20, 100)
    gc.enable()
