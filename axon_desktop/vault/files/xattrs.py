"""Extended attributes of a file, such as the tags of a file manager: read, written, packed for the journal."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Mapping
from contextlib import suppress


def read_attributes(fd: int) -> dict[str, bytes]:
    """Return the attributes of an open file; none where the system or the disk has no such thing."""
    if not hasattr(os, "listxattr"):
        return {}
    try:
        return {name: os.getxattr(fd, name) for name in os.listxattr(fd)}
    except OSError:  # the file system has none
        return {}


def write_attributes(fd: int, attributes: Mapping[str, bytes]) -> None:
    """Set attributes on an open file, as far as the system lets us."""
    if not hasattr(os, "setxattr"):
        return
    for name, value in attributes.items():
        with suppress(OSError):  # security and trusted attributes are the system's to set
            os.setxattr(fd, name, value)


def packed(attributes: Mapping[str, bytes]) -> str:
    """Return attributes as one text, "" for none; for the journal."""
    if not attributes:
        return ""
    return json.dumps({name: base64.b64encode(value).decode() for name, value in sorted(attributes.items())})


def unpacked(text: str) -> dict[str, bytes]:
    """Return the attributes that a text holds."""
    return {name: base64.b64decode(value) for name, value in json.loads(text).items()} if text else {}
