"""Separating thinking from text for servers that send both as content, with `<think>…</think>` at its start."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from axon_desktop.llm.messages import ReasoningDelta, TextDelta

_OPEN = "<think>"
_CLOSE = "</think>"


def _held_back(text: str, tag: str) -> int:
    """Return how many characters at the end may be the beginning of the tag."""
    for size in range(min(len(tag) - 1, len(text)), 0, -1):
        if tag.startswith(text[-size:]):
            return size
    return 0


class ThinkTags:
    """Splits streamed content; a tag anywhere but at the start is text, for people write about such tags too."""

    def __init__(self) -> None:
        self._state: Literal["start", "thinking", "gap", "text"] = "start"
        self._held = ""

    def feed(self, text: str) -> Iterator[TextDelta | ReasoningDelta]:
        """Yield the text that is certain so far."""
        self._held += text
        if self._state == "start":
            self._start()
        if self._state == "thinking":
            yield from self._think()
        if self._state == "gap":
            self._held = self._held.lstrip()
            if self._held:
                self._state = "text"
        if self._state == "text" and self._held:
            yield TextDelta(self._held)
            self._held = ""

    def finish(self) -> Iterator[TextDelta | ReasoningDelta]:
        """Yield what was held back; thinking that was never closed stays thinking."""
        if self._held and self._state != "gap":
            yield ReasoningDelta(self._held) if self._state == "thinking" else TextDelta(self._held)
        self._held = ""

    def _start(self) -> None:
        begin = self._held.lstrip()
        if begin.startswith(_OPEN):
            self._held = begin[len(_OPEN) :]
            self._state = "thinking"
        elif begin and not _OPEN.startswith(begin):
            self._state = "text"

    def _think(self) -> Iterator[ReasoningDelta]:
        thought, closed, rest = self._held.partition(_CLOSE)
        if closed:
            self._held = rest
            self._state = "gap"
        else:
            keep = _held_back(thought, _CLOSE)
            self._held = thought[len(thought) - keep :]
            thought = thought[: len(thought) - keep]
        if thought:
            yield ReasoningDelta(thought)
