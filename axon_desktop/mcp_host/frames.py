"""Messages on a pipe, one a line, from a server that may send anything; nothing here knows the SDK."""

from __future__ import annotations

import re
from dataclasses import dataclass

LIMIT = 4 * 1024 * 1024
"""Bytes of one message."""
FLOOD = 16 * LIMIT
"""Bytes without the end of a line, after which the server is not listened to any more."""
_EDGE = 300
_FIRST_ID = re.compile(rb'^\s*\{(?:\s*"jsonrpc"\s*:\s*"2\.0"\s*,)?\s*"id"\s*:\s*(\d{1,15}|"[^"\\]{1,100}")\s*,')
_LAST_ID = re.compile(rb'"id"\s*:\s*(\d{1,15}|"[^"\\]{1,100}")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$')


class FloodError(Exception):
    """The server sends without end."""


@dataclass(frozen=True, slots=True)
class Oversized:
    """A message that was too large to be kept."""

    size: int
    id: bytes | None
    """Which request it answers, as JSON, where its edges tell."""


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
        found = _FIRST_ID.match(first) or _LAST_ID.search(last)
        return Oversized(size, found[1] if found else None)
