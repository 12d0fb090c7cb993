"""LogRing: the last lines of a server's log."""

from __future__ import annotations

from collections import deque

LINES = 1000
_LONGEST = 2000
"""Bytes of one line."""


class LogRing:
    """A ring buffer of a server's standard error and Axon's own lines about the server."""

    def __init__(self) -> None:
        self._lines: deque[bytes] = deque(maxlen=LINES)
        self._begun = b""

    def feed(self, data: bytes) -> None:
        """Add the server's output."""
        first, *others = data.split(b"\n")
        self._begun += first[: _LONGEST - len(self._begun)] if len(self._begun) < _LONGEST else b""
        if not others:
            return
        self._lines.append(self._begun)
        *whole, rest = others
        self._lines.extend(line[:_LONGEST] for line in whole[-LINES:])
        self._begun = rest[:_LONGEST]

    def note(self, text: str) -> None:
        """Add a line of our own."""
        self._lines.append(f"[axon] {text}".encode("utf-8", "replace")[:_LONGEST])

    def lines(self) -> list[str]:
        """Return the lines, oldest first."""
        stored = [*self._lines, self._begun] if self._begun else self._lines
        return [line.decode("utf-8", "replace").rstrip("\r") for line in stored]

    def last_words(self) -> str:
        """Return the last line that the server wrote itself, which often says why it ended."""
        own = (line.strip() for line in reversed(self.lines()) if not line.startswith("[axon]"))
        return next((line for line in own if line), "")
