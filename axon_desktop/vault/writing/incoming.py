"""Files that come into the vault: copied under a hidden name first, so that a large one holds up no other write.

The hidden file is in the vault's own folder, thus on its disk; a move then puts it in place in one step. What a
kill leaves of a copy is dropped at a later start.
"""

from __future__ import annotations

import os
import secrets
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from axon_desktop.errors import N_, ReadFailedError, WriteDeniedError, WriteFailedError, system_reason
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.path_rules import shown

_PREFIX = ".axon-incoming-"
_CHUNK = 1 << 20
_LEFT_AFTER = 3600.0
"""Seconds without a write after which nobody is copying any more."""
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def copy_in(
    gateway: PathGateway,
    source: Path | bytes,
    name: str,
    on_progress: Callable[[int, int], None],
    give_up: Callable[[], bool],
) -> str:
    """Copy a file of this computer, or bytes, into a hidden file of the vault; return its name, empty if given up.

    `on_progress` gets how many bytes of how many are there; `name` is for messages.

    Raises:
        ReadFailedError: the file is gone, or cannot be read.
        WriteFailedError: the vault cannot be written, or the disk is full.
    """
    temp, whole = f"{_PREFIX}{secrets.token_hex(8)}", False
    with _pieces(source, name) as (size, pieces), gateway.open_folder(()) as root:
        try:
            with root.create_file(temp, 0o666) as fd:
                done = 0
                for piece in pieces:
                    if give_up():
                        return ""
                    view = memoryview(piece)
                    while view:
                        view = view[os.write(fd, view) :]
                    done += len(piece)
                    on_progress(done, max(size, done))
                os.fsync(fd)
            whole = True
            return temp
        except OSError as error:
            kind = WriteDeniedError if isinstance(error, PermissionError) else WriteFailedError
            raise kind(N_("Core", "{path}: {reason}"), path=shown(name), reason=system_reason(error)) from error
        finally:
            if not whole:
                drop(gateway, temp)


@contextmanager
def _pieces(source: Path | bytes, name: str) -> Iterator[tuple[int, Iterator[bytes]]]:
    """Open the source; yield its size and its bytes, piece by piece."""
    if isinstance(source, bytes):
        yield len(source), iter((source,))
        return
    try:
        fd = os.open(source, _READ)
    except OSError as error:
        raise _unreadable(name, error) from error
    try:
        info = os.fstat(fd)
        if not stat.S_ISREG(info.st_mode):
            raise ReadFailedError(N_("Core", "{name} is not a plain file"), name=shown(name))
        yield info.st_size, _read(fd, name)
    finally:
        os.close(fd)


def _read(fd: int, name: str) -> Iterator[bytes]:
    while True:
        try:
            piece = os.read(fd, _CHUNK)
        except OSError as error:
            raise _unreadable(name, error) from error
        if not piece:
            return
        yield piece


def _unreadable(name: str, error: OSError) -> ReadFailedError:
    return ReadFailedError(N_("Core", "{path}: {reason}"), path=shown(name), reason=system_reason(error))


def drop(gateway: PathGateway, temp: str) -> None:
    """Remove a hidden file, if it is there."""
    with suppress(OSError), gateway.open_folder(()) as root:
        root.unlink(temp)


def sweep(gateway: PathGateway) -> None:
    """Remove what cut-off copies have left."""
    with gateway.open_folder(()) as root:
        for name in root.names():
            if name.startswith(_PREFIX):
                info = root.stat(name)
                if info is not None and time.time() - info.st_mtime > _LEFT_AFTER:
                    with suppress(OSError):
                        root.unlink(name)
