"""One writer at a time in one vault: among the threads of this process, and among Axon's processes.

The system releases the lock file when its process dies, so whoever holds the lock knows that every half-done
write it finds belongs to a process that has ended.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType

from axon_desktop.errors import N_, JournalError, WriteFailedError, system_reason
from axon_desktop.persistence.file_lock import try_lock
from axon_desktop.vault.files.windows_files import patience

_PATIENCE = 10.0
_PAUSE = 0.001
_NO_FILE = -1
_LOOK_UP = 0.05
"""Seconds between two calls of `give_up` while another thread has the lock."""


class WriteLock:
    """A re-entrant lock, as a context manager."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.RLock()
        self._depth = 0
        self._fd = _NO_FILE
        self._waits = ExitStack()

    @property
    def is_held(self) -> bool:
        """Whether a thread of this process holds it."""
        return self._depth > 0

    @contextmanager
    def held(self, give_up: Callable[[], bool], *, needs_file: bool = True) -> Iterator[None]:
        """Hold the lock; while another thread or process has it, wait until `give_up` returns True.

        Without `needs_file`, only the threads of this process are excluded where there can be no lock file.

        Raises:
            WriteFailedError: another thread or process of Axon has it.
            JournalError: the data folder cannot be used.
        """
        self._enter(give_up, needs_file)
        try:
            yield
        finally:
            self._leave()

    def __enter__(self) -> None:
        """Wait for the lock.

        Raises:
            WriteFailedError: another process of Axon has it.
            JournalError: the data folder cannot be used.
        """
        self._enter(lambda: False)

    def _enter(self, give_up: Callable[[], bool], needs_file: bool = True) -> None:
        while not self._lock.acquire(timeout=_LOOK_UP):
            if give_up():
                raise WriteFailedError(
                    N_("Core", "Axon is writing to this vault already; try again when it is done")
                )
        try:
            if self._depth == 0:
                self._fd = self._acquire_file(give_up, needs_file)
        except BaseException:
            self._lock.release()
            raise
        self._depth += 1
        if self._depth == 1:
            self._waits.enter_context(patience())

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leave()

    def _leave(self) -> None:
        self._depth -= 1
        if self._depth == 0:
            self._waits.close()
        if self._depth == 0 and self._fd != _NO_FILE:
            os.close(self._fd)
        self._lock.release()

    def _acquire_file(self, give_up: Callable[[], bool], needs_file: bool) -> int:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            fd = os.open(self._file, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        except OSError as error:
            if not needs_file:
                return _NO_FILE
            raise JournalError(
                N_("Core", "{file} cannot be used ({why})."),
                file=self._file,
                why=system_reason(error),
            ) from error
        deadline = time.monotonic() + _PATIENCE
        while not try_lock(fd):
            if give_up() or time.monotonic() > deadline:
                os.close(fd)
                raise WriteFailedError(
                    N_("Core", "another Axon process is writing to this vault; try again when it is done")
                )
            time.sleep(_PAUSE)
        return fd
