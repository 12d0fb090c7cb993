"""Displaced files: what a swap replaced is held for a while, since another program may still be writing to it.

A program that opened the note before the swap, and saves in place, continues to write to the file that we took
out. So that file leaves the vault for the `held` folder in the data folder by a rename (the open file stays the
same), is checked again after a while, and dropped only when nobody can write to it any more. If its text changed
meanwhile, the text is rescued into the journal.
"""

from __future__ import annotations

import errno
import logging
import os
import sys
import time
from pathlib import Path

from axon_desktop.vault.files import atomic_rename as swap
from axon_desktop.vault.files.folder import Folder, NotAFileError, read_all, sha256
from axon_desktop.vault.history.journal import Journal

_log = logging.getLogger(__name__)

_GRACE = 1.0
"""Seconds after which nobody who found the file under its old name can still be about to open it."""
_BLIND_GRACE = 5.0
"""The same where the system cannot tell whether somebody has it open."""


class DisplacedFiles:
    """Holds displaced files until they are safe to drop."""

    def __init__(self, journal: Journal, folder: Path) -> None:
        self._journal = journal
        self._folder = folder
        self._seen: dict[str, float] = {}
        """When a file was first seen as displaced, on Windows."""

    def take(self, folder: Folder, temp: str, path: str, known: frozenset[str | None]) -> bool:
        """Take a displaced file out of the vault; False when it must stay beside the note for now.

        `known` are the digests of texts that are stored already; any other text is rescued first.
        """
        info = folder.stat(temp)
        if info is None:
            return True
        try:
            with folder.open_file(temp) as fd:
                busy = swap.writer_holds(fd)
                self._rescue_unknown(fd, path, known)
        except NotAFileError:
            return True
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            folder.move_out(temp, str(self._folder / temp))
        except OSError as error:
            if error.errno not in (errno.EXDEV, errno.EPERM, errno.EACCES, errno.ENOTSUP):
                raise
            if busy or (busy is None and self._age(temp, info) < _BLIND_GRACE):
                return False
            folder.unlink(temp)
        return True

    def holds(self, temp: str) -> bool:
        """Tell whether a file is being held."""
        return bool(temp) and (self._folder / temp).exists()

    def drop(self, temp: str, path: str, known: frozenset[str | None]) -> bool:
        """Drop a held file if nobody can write to it any more, rescuing a late text; return whether it is gone."""
        file = self._folder / temp
        try:
            fd = os.open(file, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        except FileNotFoundError:
            return True
        try:
            age = self._age(temp, os.fstat(fd))
            busy = swap.writer_holds(fd)
            if busy or age < (_BLIND_GRACE if busy is None else _GRACE):
                return False
            self._rescue_unknown(fd, path, known)
        finally:
            os.close(fd)
        file.unlink(missing_ok=True)
        return True

    def _age(self, temp: str, info: os.stat_result) -> float:
        """Return the seconds since a file was displaced: by its last rename where the system tells."""
        if sys.platform == "win32":  # there ctime is when the file was made
            return time.monotonic() - self._seen.setdefault(temp, time.monotonic())
        return time.time() - info.st_ctime

    def _rescue_unknown(self, fd: int, path: str, known: frozenset[str | None]) -> None:
        data = read_all(fd)
        if data and sha256(data) not in known:
            _log.warning("another program wrote %s while it was replaced; its text is stored in the journal", path)
            self._journal.rescue(path, data)
