"""RunMarker: a file that exists while the program runs, and remains after a crash."""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from itertools import count
from pathlib import Path

from PySide6.QtCore import QLockFile

_log = logging.getLogger(__name__)

_MOST = 20


class RunMarker:
    """Marks one run; all methods are for a thread."""

    def __init__(self, folder: Path) -> None:
        """Take the folder of the marks; each running program has its own mark."""
        self._folder = folder
        self._lock: QLockFile | None = None
        self.crashed = False
        """Whether an earlier run crashed."""

    def take(self) -> bool:
        """Mark this run; return whether an earlier mark remained: that run crashed, or left unsaved text."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            offered = list(self._folder.glob("left-*"))
            for file in offered:
                file.unlink(missing_ok=True)
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
        self.crashed = bool(left)
        return bool(left or offered)

    def leave(self) -> None:
        """Exit but keep the mark: the next start shall offer the unsaved text."""
        if self._lock is not None:
            file = Path(self._lock.fileName())
            with suppress(OSError):
                file.rename(file.with_name(f"left-{os.getpid()}"))  # the lock removes only its own file
        self.release()

    def release(self) -> None:
        """Remove the mark: the program exits normally."""
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None


def _try(file: Path) -> QLockFile | None:
    """Return the lock unless a living process holds it; that of a dead process is taken over."""
    lock = QLockFile(str(file))
    lock.setStaleLockTime(0)
    return lock if lock.tryLock(0) else None
