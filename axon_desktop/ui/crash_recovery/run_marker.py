"""RunMark: a file that is there while the program runs, and stays when it breaks down."""

from __future__ import annotations

import logging
import os
from contextlib import suppress
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
        self.broke_down = False
        """Whether a run before this one did not end by itself."""

    def take(self) -> bool:
        """Mark this run; return whether one before it left its mark: it broke down, or kept what is in no file."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            told = list(self._folder.glob("left-*"))
            for file in told:
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
        self.broke_down = bool(left)
        return bool(left or told)

    def leave(self) -> None:
        """End without taking the mark away: the next start shall say what was kept."""
        if self._lock is not None:
            file = Path(self._lock.fileName())
            with suppress(OSError):
                file.rename(file.with_name(f"left-{os.getpid()}"))  # the lock takes away only what has its name
        self.give_up()

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
