"""What belongs to a file beside its text, as the tags of a file manager: read, written, packed for the journal.

On Linux all of it is extended attributes, access lists too. macOS has calls of its own for them, which Python
lacks, keeps access lists elsewhere, and knows when a file was made: Finder shows it, and programs sort by it. What
is called there follows the manual pages; it was not run.
"""

from __future__ import annotations

import base64
import ctypes
import json
import os
import struct
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Any

IS_MAC = sys.platform == "darwin"
_ACCESS_LIST = "system.acl"
"""The name under which an access list of macOS goes along with the attributes, as a text."""
_EXTENDED = 0x100
"""ACL_TYPE_EXTENDED"""
_MADE = struct.pack("HHIIIII", 5, 0, 0x200, 0, 0, 0, 0)
"""`struct attrlist` of ATTR_CMN_CRTIME."""


def read_attributes(fd: int) -> dict[str, bytes]:
    """Return the attributes of an open file; none where the system or the disk has no such thing."""
    try:
        if IS_MAC:
            return _read_on_mac(fd)
        return {name: os.getxattr(fd, name) for name in os.listxattr(fd)} if hasattr(os, "listxattr") else {}
    except OSError:  # the file system has none
        return {}


def write_attributes(fd: int, attributes: Mapping[str, bytes]) -> None:
    """Set attributes on an open file, as far as the system lets us."""
    for name, value in attributes.items():
        with suppress(OSError):  # security and trusted attributes are the system's to set
            if IS_MAC:
                _write_on_mac(fd, name, value)
            elif hasattr(os, "setxattr"):
                os.setxattr(fd, name, value)


def keep_time_of_making(fd: int, old: os.stat_result) -> None:
    """Let an open file be as old as the one that it replaces, on macOS; elsewhere nothing can set that."""
    made = getattr(old, "st_birthtime", None)
    if IS_MAC and made is not None:
        second, rest = divmod(round(made * 10**6), 10**6)
        with suppress(OSError):  # not every disk has it
            _call("fsetattrlist", fd, _MADE, struct.pack("qq", second, rest * 1000), ctypes.c_size_t(16), 0)


@cache
def _library() -> Any:
    return ctypes.CDLL(None, use_errno=True)


def _call(name: str, *arguments: Any) -> int:
    """Call a function of the system that returns -1 when it fails.

    Raises:
        OSError: it did.
    """
    found: int = getattr(_library(), name)(*arguments)
    if found == -1:
        raise OSError(ctypes.get_errno(), name)
    return found


def _read_twice(name: str, fd: int, *which: Any, last: tuple[int, ...]) -> bytes:
    """Call a function for the size of what it returns, and again for that."""
    room = _call(name, fd, *which, None, ctypes.c_size_t(0), *last)
    value = ctypes.create_string_buffer(room or 1)
    size = _call(name, fd, *which, value, ctypes.c_size_t(room), *last)
    return value.raw[:size]


def _read_on_mac(fd: int) -> dict[str, bytes]:
    names = _read_twice("flistxattr", fd, last=(0,)).split(b"\0")[:-1]
    found = {os.fsdecode(name): _read_twice("fgetxattr", fd, name, last=(0, 0)) for name in names}
    access = _pointer("acl_get_fd_np", fd, _EXTENDED)
    if access is not None:
        text = _pointer("acl_to_text", access, None)
        if text is not None:
            found[_ACCESS_LIST] = ctypes.string_at(text)
            _call("acl_free", text)
        _call("acl_free", access)
    return found


def _write_on_mac(fd: int, name: str, value: bytes) -> None:
    if name != _ACCESS_LIST:
        _call("fsetxattr", fd, os.fsencode(name), value, ctypes.c_size_t(len(value)), 0, 0)
        return
    access = _pointer("acl_from_text", value)
    if access is not None:
        try:
            _call("acl_set_fd_np", fd, access, _EXTENDED)
        finally:
            _call("acl_free", access)


def _pointer(name: str, *arguments: Any) -> ctypes.c_void_p | None:
    """Call a function of the system that returns a pointer; None for no such thing."""
    function = getattr(_library(), name)
    function.restype = ctypes.c_void_p
    found = function(*arguments)
    return None if found is None else ctypes.c_void_p(found)


def packed(attributes: Mapping[str, bytes]) -> str:
    """Return attributes as one text, "" for none; for the journal."""
    if not attributes:
        return ""
    return json.dumps({name: base64.b64encode(value).decode() for name, value in sorted(attributes.items())})


def unpacked(text: str) -> dict[str, bytes]:
    """Return the attributes that a text holds."""
    return {name: base64.b64decode(value) for name, value in json.loads(text).items()} if text else {}
