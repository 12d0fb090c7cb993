"""Frames on a pipe, one message a line, from an untrusted server; independent of the SDK."""

from __future__ import annotations

import re
from dataclasses import dataclass

LIMIT = 4 * 1024 * 1024
"""Bytes of one message."""
FLOOD = 16 * LIMIT
"""Bytes without a line end, after which the connection is closed."""
_EDGE = 300
_ID = rb'"id"\s*:\s*(?:(\d{1,15})|"([ !#-\[\]-~]{1,100})")'
_VERSION = rb'"jsonrpc"\s*:\s*"2\.0"'
_HEAD = re.compile(
    rb'\s*\{\s*(?:%b\s*,\s*)?(?:%b\s*,\s*)?(?:%b\s*,\s*)?"(?:result|error)"' % (_VERSION, _ID, _VERSION)
)
"""Beginning of an answer; requests of the server have ids too, with another meaning."""
_TAIL = re.compile(rb"%b\s*(?:,\s*%b\s*)?\}\s*$" % (_ID, _VERSION))


class FloodError(Exception):
    """The server sends endlessly."""


@dataclass(frozen=True, slots=True)
class Oversized:
    """A message that was too large."""

    size: int
    id: int | str | None
    """The request that it answers, if its beginning or end shows it."""


def find_answered(head: bytes, tail: bytes = b"") -> int | str | None:
    """Return the request that a message answers, if its head or tail shows it; the tail only of a complete one."""
    found = _HEAD.match(head[:_EDGE])
    if found and found.lastindex is None:
        found = _TAIL.search(tail[-_EDGE:])
    if found is None or found.lastindex is None:
        return None
    number, word = found[1], found[2]
    return int(number) if number is not None else word.decode("ascii")


def begins_answer(frame: bytes) -> bool:
    """Tell whether a message begins as answers do, whichever request it answers."""
    return _HEAD.match(frame[:_EDGE]) is not None


class FrameReader:
    """Splits bytes into lines, and drops those that are larger than the limit."""

    def __init__(self, limit: int = LIMIT, flood: int = FLOOD) -> None:
        self._limit = limit
        self._flood = flood
        self._parts: list[bytes] = []
        self._size = 0
        self._edges = (b"", b"")
        """Beginning and end of a message that is too large."""

    def feed(self, data: bytes) -> list[bytes | Oversized]:
        """Add bytes; return the messages that they complete.

        Raises:
            FloodError: far too much came without the end of a line.
        """
        first, *others = data.split(b"\n")
        self._add(first)
        frames: list[bytes | Oversized] = []
        for line in others:
            frames.append(self._take())
            self._add(line)
        return [frame for frame in frames if frame]

    def _add(self, piece: bytes) -> None:
        self._size += len(piece)
        if self._size <= self._limit:
            if piece:
                self._parts.append(piece)
            return
        if self._size > self._flood:
            raise FloodError
        if self._parts or not self._edges[0]:
            known = b"".join(self._parts) + piece[: _EDGE * 2]
            self._edges = (known[:_EDGE], known[-_EDGE:])
            self._parts = []
        self._edges = (self._edges[0], (self._edges[1] + piece[-_EDGE:])[-_EDGE:])

    def _take(self) -> bytes | Oversized:
        size, parts = self._size, self._parts
        self._size, self._parts = 0, []
        if size <= self._limit:
            return b"".join(parts).strip()
        first, last = self._edges
        self._edges = (b"", b"")
        return Oversized(size, find_answered(first, last))
