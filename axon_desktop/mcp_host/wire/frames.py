"""Messages on a pipe, one a line, from a server that may send anything; nothing here knows the SDK."""

from __future__ import annotations

import re
from dataclasses import dataclass

LIMIT = 4 * 1024 * 1024
"""Bytes of one message."""
FLOOD = 16 * LIMIT
"""Bytes without the end of a line, after which the server is not listened to any more."""
_EDGE = 300
_ID = rb'"id"\s*:\s*(?:(\d{1,15})|"([ !#-\[\]-~]{1,100})")'
_VERSION = rb'"jsonrpc"\s*:\s*"2\.0"'
_HEAD = re.compile(
    rb'\s*\{\s*(?:%b\s*,\s*)?(?:%b\s*,\s*)?(?:%b\s*,\s*)?"(?:result|error)"' % (_VERSION, _ID, _VERSION)
)
"""How an answer begins; requests of the server have ids too, and they mean something else."""
_TAIL = re.compile(rb"%b\s*(?:,\s*%b\s*)?\}\s*$" % (_ID, _VERSION))


class FloodError(Exception):
    """The server sends without end."""


@dataclass(frozen=True, slots=True)
class Oversized:
    """A message that was too large to be kept."""

    size: int
    id: int | str | None
    """Which request it answers, where its edges tell."""


def find_answered(head: bytes, tail: bytes = b"") -> int | str | None:
    """Return which request a message answers, where its edges tell; the tail tells of a whole one only."""
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
    """Cuts bytes into lines, and keeps none that is larger than the limit."""

    def __init__(self, limit: int = LIMIT, flood: int = FLOOD) -> None:
        self._limit = limit
        self._flood = flood
        self._parts: list[bytes] = []
        self._size = 0
        self._edges = (b"", b"")
        """Beginning and end of a message that is too large."""

    def feed(self, data: bytes) -> list[bytes | Oversized]:
        """Take in bytes; return the messages that are complete with them.

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
