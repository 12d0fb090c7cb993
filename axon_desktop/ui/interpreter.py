"""Python itself, set so that it does not stop the window for long."""

import gc
import sys
from contextlib import suppress

YOUNG = 10_000
"""Objects made before the young are looked at; the default of 700 makes for a pause in every laid-out block.

What is looked at takes 0.3 µs where it lives, 1.5 µs where it is garbage: typeset formulas leave nothing else.
"""
MIDDLE = 10
"""Looks at the young before all are looked at that outlived one."""
OLD = 1_000
"""Looks at those before everything is: with a large vault that takes longer than a person overlooks."""
SWITCH_INTERVAL = 0.0005
"""Seconds; with the usual 5 ms the window stutters while another thread holds the interpreter."""
HEAPS = 2
"""That threads share. glibc makes up to eight for each processor, and what is free in one no other can use."""
_M_ARENA_MAX = -8


def tune_interpreter() -> None:
    """Leave all that was made so far out of later collections, look at little at a time, take short turns."""
    _limit_heaps()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
    gc.enable()
    sys.setswitchinterval(SWITCH_INTERVAL)


def give_memory_back() -> None:
    """Return to the system what is free between what is used; takes about a millisecond."""
    _call_libc("malloc_trim", 0)


def _limit_heaps() -> None:
    _call_libc("mallopt", _M_ARENA_MAX, HEAPS)


def _call_libc(name: str, *numbers: int) -> None:
    if sys.platform == "linux":
        import ctypes

        with suppress(AttributeError):  # another library of C than glibc
            getattr(ctypes.CDLL(None), name)(*numbers)
