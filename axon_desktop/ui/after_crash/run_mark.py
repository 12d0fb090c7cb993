"""RunMark: a file that is there while the program runs, and stays when it breaks down."""

from __future__ import annotations

import logging
from itertools import count
from pathlib import Path

from PySide6.QtCore import QLockFile

_log = logging.getLogger(__name__)

_MOST = 20


class RunMark:
    """Marks one run; every method is for a thread."""

    def __init__(self, folder: Path) -> None:
        """Take the folder of the marks, one for each program that runs at a time."""
        self._folder = folder
        self._lock: QLockFile | None = None

    def take(self) -> bool:
        """Mark this run; return whether one before it left its mark, so did not end by itself."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            left = [lock for file in sorted(self._folder.glob("running-*.lock")) if (lock := _try(file))]
        except OSError as error:
            _log.warning("This run cannot be marked: %s", error)
            return False
        for lock in left:
            lock.unlock()
        for number in count():
            self._lock = _try(self._folder / f"running-{number}.lock")
            if self._lock is not None or number == _MOST:
                break
        return bool(left)

    def give_up(self) -> None:
        """Note that the program ends as it should."""
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None


def _try(file: Path) -> QLockFile | None:
    """Return the lock if nobody who lives holds it; that of a dead process is taken over."""
    lock = QLockFile(str(file))
    lock.setStaleLockTime(0)
    return lock if lock.tryLock(0) else None
