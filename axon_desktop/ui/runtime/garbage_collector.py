"""Python itself, set so that it does not stop the window for long, and does not end it.

Python looks for garbage in whichever thread has just made an object. Objects of Qt belong to the thread of the
window: destroyed in another, a timer that runs ends the program. So while the window is there, its event loop
looks for garbage, and nothing else does.
"""

import asyncio
import gc
import sys
from contextlib import suppress

from PySide6.QtCore import QAbstractEventDispatcher, Qt, QTimer
from PySide6.QtGui import QGuiApplication

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
_BUSY = 100
"""Objects made since the last look from which on a thread is at work while the event loop sleeps."""
_SOON = 5
"""Milliseconds until the next look then: some thousand objects, so that no look takes longer than usual."""
_LATE = 640
"""The longest time until a look. It doubles from `_SOON` on; after this one an idle program is not woken."""


def tune_interpreter() -> None:
    """Leave all that was made so far out of later collections, look at little at a time, take short turns."""
    _limit_heaps()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
    gc.enable()
    sys.setswitchinterval(SWITCH_INTERVAL)


async def collect_garbage() -> None:
    """Tune the interpreter, and look for garbage in this thread only, between its turns, until cancelled."""
    was_enabled = gc.isenabled()
    tune_interpreter()
    gc.disable()
    looks, dispatcher = _Looks(), QAbstractEventDispatcher.instance()
    dispatcher.aboutToBlock.connect(looks.look)
    try:
        await asyncio.get_running_loop().create_future()
    finally:
        dispatcher.aboutToBlock.disconnect(looks.look)
        looks.stop()
        if was_enabled:
            gc.enable()


class _Looks:
    """Looks at as much as Python would by itself, and as often."""

    def __init__(self) -> None:
        self._alarm = QTimer(singleShot=True)  # that it wakes the event loop is all that it does
        self._made = 0
        self._pause = _SOON

    def look(self) -> None:
        """Collect what is due; come back soon if objects are being made."""
        made, middle, old = gc.get_count()
        young_limit, middle_limit, old_limit = gc.get_threshold()
        if made > young_limit:
            is_old_due = old > old_limit and _is_nobody_there()
            gc.collect(2 if is_old_due else int(middle > middle_limit))
        if not self._alarm.isActive():
            self._pause = _SOON if abs(made - self._made) > _BUSY else min(2 * self._pause, 2 * _LATE)
            self._made = gc.get_count()[0]
            if self._pause <= _LATE:
                self._alarm.start(self._pause)

    def stop(self) -> None:
        """Do not come back."""
        self._alarm.stop()


def _is_nobody_there() -> bool:
    """Say whether the user is at another program, and notices no pause of this one."""
    return QGuiApplication.applicationState() is not Qt.ApplicationState.ApplicationActive


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
