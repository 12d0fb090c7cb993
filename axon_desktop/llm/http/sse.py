"""Decoder of server-sent events as servers really send them.

It accepts any line end, characters split between chunks, `data:` with or without the
space, several data lines, comments as keep-alive, llama.cpp's `error:` field, and bodies that are no events at all
(a JSON answer from a server that ignores `stream`, an HTML page from a wrong address).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from axon_desktop.errors import N_, LLMResponseError

SseKind: TypeAlias = Literal["data", "error", "comment", "body"]

MAX_LINE = 8 * 1024 * 1024
MAX_TOTAL = 512 * 1024 * 1024

_LINE_END = re.compile(rb"\r\n|\r|\n")
_FIELDS = frozenset({"data", "event", "id", "retry", "error"})


@dataclass(frozen=True, slots=True)
class SseEvent:
    """One event of the stream."""

    kind: SseKind
    """`comment` is a keep-alive; `body` is the whole of a reply that is no event stream."""
    text: str
    name: str = ""
    """Value of the event's `event` field."""


class SseDecoder:
    """Turns bytes into events, however the bytes are split."""

    def __init__(self, max_line: int = MAX_LINE, max_total: int = MAX_TOTAL) -> None:
        self._max_line = max_line
        self._max_total = max_total
        self._total = 0
        self._line: list[bytes] = []  # pieces of the line that has not ended yet
        self._line_size = 0
        self._after_cr = False
        self._first = True
        self._is_body = False
        self._body: list[str] = []
        self._data: list[str] = []
        self._errors: list[str] = []
        self._name = ""

    def feed(self, chunk: bytes) -> list[SseEvent]:
        """Take bytes and return the events that they complete.

        Raises:
            LLMResponseError: a line, or all of it, is larger than any reply.
        """
        self._total += len(chunk)
        if self._total > self._max_total:
            raise LLMResponseError(
                N_("Core", "The server's reply is over {size} KB; it was cut off."),
                size=self._max_total // 1024,
            )
        if self._after_cr and chunk.startswith(b"\n"):
            chunk = chunk[1:]
            self._after_cr = False
        if not chunk:
            return []
        self._after_cr = chunk.endswith(b"\r")
        events: list[SseEvent] = []
        *ended, rest = _LINE_END.split(chunk)
        for piece in ended:
            self._extend(piece)
            self._end_line(events)
        self._extend(rest)
        return events

    def finish(self) -> list[SseEvent]:
        """Return what the end of the stream completes: an event without its blank line still counts."""
        events: list[SseEvent] = []
        if self._line:
            self._end_line(events)
        self._dispatch(events)
        if self._is_body:
            events.append(SseEvent("body", "\n".join(self._body)))
        return events

    def _extend(self, piece: bytes) -> None:
        if not piece:
            return
        self._line_size += len(piece)
        if self._line_size > self._max_line:
            raise LLMResponseError(
                N_("Core", "The server sent a line of over {size} KB; the reply was cut off."),
                size=self._max_line // 1024,
            )
        self._line.append(piece)

    def _end_line(self, events: list[SseEvent]) -> None:
        line = b"".join(self._line).decode("utf-8", "replace")
        self._line.clear()
        self._line_size = 0
        if self._first and line:
            self._first = False
            line = line.removeprefix("\ufeff")
        if self._is_body:
            self._body.append(line)
        elif not line:
            self._dispatch(events)
        elif line.startswith(":"):
            events.append(SseEvent("comment", line[1:].strip()))
        else:
            self._take_field(line)

    def _take_field(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "error":
            self._errors.append(value)
        elif name == "event":
            self._name = value
        elif name not in _FIELDS and line.lstrip()[:1] in ("{", "<", "["):
            self._is_body = True
            self._body.append(line)
        # Other fields are ignored, as the standard says.

    def _dispatch(self, events: list[SseEvent]) -> None:
        if self._data:
            kind: SseKind = "error" if self._name == "error" else "data"
            events.append(SseEvent(kind, "\n".join(self._data), self._name))
        if self._errors:
            events.append(SseEvent("error", "\n".join(self._errors), self._name))
        self._data.clear()
        self._errors.clear()
        self._name = ""
