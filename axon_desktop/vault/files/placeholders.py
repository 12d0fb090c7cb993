"""Files whose bytes are not on this computer: a sync service keeps their names, and fetches what is read.

Three ways to know them. The system marks the file (Windows, macOS): then it is opened only if that was asked for,
since opening would fetch it. An older iCloud leaves `.Name.icloud` in place of `Name`. Any other service shows a
size and no blocks, and gives an error or NUL bytes only; no blocks alone prove nothing, as many network disks
report none.
"""

from __future__ import annotations

import errno
import os

_ATTRIBUTES = 0x1000 | 0x40000 | 0x400000
"""Of Windows: OFFLINE, RECALL_ON_OPEN and RECALL_ON_DATA_ACCESS."""
_DATALESS = 0x40000000
"""The flag SF_DATALESS of macOS."""
_OF_THE_FILE = frozenset({errno.EACCES, errno.EPERM, errno.ENOENT, errno.ELOOP, errno.EFBIG, errno.EISDIR})
"""Errors that say something else than that the bytes did not come."""


class PlaceholderError(OSError):
    """The bytes of a file are not on this computer."""

    def __init__(self, name: str = "") -> None:
        super().__init__(errno.EIO, "it is not downloaded", name)


def is_marked(info: os.stat_result) -> bool:
    """Tell whether the system says that it would have to fetch a file."""
    on_windows, on_mac = getattr(info, "st_file_attributes", 0), getattr(info, "st_flags", 0)
    return bool(on_windows & _ATTRIBUTES or on_mac & _DATALESS)


def may_be_empty_shell(info: os.stat_result) -> bool:
    """Tell whether a file has a size and no blocks, so that its bytes must show whether it is here."""
    return info.st_size > 0 and getattr(info, "st_blocks", 1) == 0


def is_failed_fetch(info: os.stat_result, error: OSError) -> bool:
    """Tell whether reading such a file failed because its bytes did not come."""
    return may_be_empty_shell(info) and error.errno not in _OF_THE_FILE


def holds_nothing(data: bytes) -> bool:
    """Tell whether bytes are NUL only."""
    return data.count(0) == len(data)


def stub_of(name: str) -> str:
    """Return the name of what an older iCloud leaves in place of a file."""
    return f".{name}.icloud"


def name_of_stub(stub: str) -> str:
    """Return the name of the file that a stub stands for; empty if it is none."""
    return stub[1:-7] if stub.startswith(".") and stub.endswith(".icloud") and len(stub) > 8 else ""
