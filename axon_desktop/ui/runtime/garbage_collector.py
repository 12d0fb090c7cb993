"""Garbage collection in the window's thread only, in short steps.

Python collects garbage in whichever thread has just created an object. Objects of Qt belong to the thread of the
window: destroyed in another, an active timer crashes the program. So while the window exists, its event loop
collects garbage, and nothing else does.
"""

import asyncio
import gc
import sys
from contextlib import suppress

from PySide6.QtCore import QAbstractEventDispatcher, Qt, QTimer
from PySide6.QtGui import QGuiApplication

YOUNG = 10_000
"""Objects created before the youngest generation is collected; the default of 700 pauses in every laid-out block.

An object costs 0.3 µs if it is alive, 1.5 µs if it is garbage: typeset formulas leave nothing else.
"""
MIDDLE = 10
"""Collections of the youngest generation before one of the middle generation."""
OLD = 1_000
"""Collections of the middle one before a full one, which with a large vault takes a noticeable time."""
SWITCH_INTERVAL = 0.0005
"""Seconds; with the default of 5 ms the window stutters while another thread holds the interpreter."""
HEAPS = 2
"""Shared by all threads. glibc creates up to eight for each processor, and free memory of one serves no other."""
_M_ARENA_MAX = -8
_BUSY = 100
"""Objects created since the last check that show a thread at work while the event loop sleeps."""
_SOON = 5
"""Milliseconds until the next check then: some thousand objects, so that no check takes longer than usual."""
_LATE = 640
"""The longest time until a check. It doubles from `_SOON` on; after this one an idle program is not woken."""


def tune_interpreter() -> None:
    """Exclude all existing objects from later collections, collect in small steps, switch threads often."""
    _limit_heaps()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
    gc.enable()
    sys.setswitchinterval(SWITCH_INTERVAL)


async def collect_garbage() -> None:
    """Tune the interpreter, and collect garbage only in this thread, between its events, until cancelled."""
    was_enabled = gc.isenabled()
    tune_interpreter()
    gc.disable()
    looks, dispatcher = _Collections(), QAbstractEventDispatcher.instance()
    dispatcher.aboutToBlock.connect(looks.look)
    try:
        await asyncio.get_running_loop().create_future()
    finally:
        dispatcher.aboutToBlock.disconnect(looks.look)
        looks.stop()
        if was_enabled:
            gc.enable()


class _Collections:
    """Runs the collections that Python would, as often as it would."""

    def __init__(self) -> None:
        self._alarm = QTimer(singleShot=True)  # it only has to wake the event loop
        self._made = 0
        self._pause = _SOON

    def look(self) -> None:
        """Collect what is due; schedule a check soon if objects are being created."""
        made, middle, old = gc.get_count()
        young_limit, middle_limit, old_limit = gc.get_threshold()
        if made > young_limit:
            is_old_due = old > old_limit and _is_user_away()
            gc.collect(2 if is_old_due else int(middle > middle_limit))
        if not self._alarm.isActive():
            self._pause = _SOON if abs(made - self._made) > _BUSY else min(2 * self._pause, 2 * _LATE)
            self._made = gc.get_count()[0]
            if self._pause <= _LATE:
                self._alarm.start(self._pause)

    def stop(self) -> None:
        """Stop scheduling checks."""
        self._alarm.stop()


def _is_user_away() -> bool:
    """Tell whether the user is in another program, and notices no pause of this one."""
    return QGuiApplication.applicationState() is not Qt.ApplicationState.ApplicationActive


def give_memory_back() -> None:
    """Return free memory to the system; takes about a millisecond."""
    _call_libc("malloc_trim", 0)


def _limit_heaps() -> None:
    _call_libc("mallopt", _M_ARENA_MAX, HEAPS)


def _call_libc(name: str, *numbers: int) -> None:
    if sys.platform == "linux":
        import ctypes

        with suppress(AttributeError):  # a C library other than glibc
            getattr(ctypes.CDLL(None), name)(*numbers)
