"""Separating thinking from text for servers that send both as content, in the tags of their model's family."""

from __future__ import annotations

import re
from collections.abc import Iterator

from axon_desktop.llm.messages import ReasoningDelta, TextDelta

_TAGS = {
    "<think>": "</think>",
    "<thinking>": "</thinking>",
    "<thought>": "</thought>",
    "<reasoning>": "</reasoning>",
    "<seed:think>": "</seed:think>",
    "<mm:think>": "</mm:think>",
    "[THINK]": "[/THINK]",
    "◁think▷": "◁/think▷",
    "<|START_THINKING|>": "<|END_THINKING|>",
    "<|inner_prefix|>": "<|inner_suffix|>",
    "<|channel>thought": "<channel|>",
    "<|channel|>analysis<|message|>": "<|end|>",
}
_FINAL = "<|channel|>final<|message|>"
_BEFORE_TEXT = ("<|start|>assistant", _FINAL)
"""What may stand before the text and belongs to neither."""
_HEADS = (*_TAGS, *_BEFORE_TEXT)
_LONE_END = re.compile("|".join(map(re.escape, (_FINAL, *list(_TAGS.values())[:-1]))))
_FENCE = re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE)
_LAST = re.compile(r"(?:<\|(?:return|end)\|>)\s*\Z")
"""What harmony ends a message with."""


LONGEST_END = len(_FINAL)
"""Characters of the longest of these tags."""


def may_end_thinking(text: str) -> bool:
    """Tell whether a text holds an end tag; quickly, for `split_lone_end` reads the whole reply."""
    return _LONE_END.search(text) is not None


def split_lone_end(text: str, reasoning: str | None, *, whole: bool = True) -> tuple[str, str | None]:
    """Return the text and the thinking of a reply: what stands before an end tag without a beginning is thinking.

    Chat templates often begin the thinking, so that only its end comes. A tag within a line, in backticks or in a
    fence is written about; where a line ends is not known while it is not the `whole` reply.
    """
    for match in _LONE_END.finditer(text):
        before, after = text[: match.start()], text[match.end() :]
        line = before.rpartition("\n")[2]
        rest, line_break, _ = after.partition("\n")
        alone = not line.strip() or (not rest.strip() and (whole or bool(line_break))) or match[0] == _FINAL
        opening = next((begin for begin, end in _TAGS.items() if end == match[0]), "")
        quoted = line.count("`") % 2 or len(_FENCE.findall(before)) % 2
        if alone and not quoted and not (opening and opening in before):
            thought = before.removesuffix("<|start|>assistant")
            return _LAST.sub("", after.lstrip()), (reasoning or "") + thought
    return text, reasoning


def _held_back(text: str, tag: str) -> int:
    """Return how many characters at the end may be the beginning of the tag."""
    for size in range(min(len(tag) - 1, len(text)), 0, -1):
        if tag.startswith(text[-size:]):
            return size
    return 0


class ThinkTags:
    """Splits streamed content; a tag anywhere but at the start is text, for people write about such tags too."""

    def __init__(self) -> None:
        self._state: str = "start"
        """Then "thinking", "start" again, and at last "text"."""
        self._held = ""
        self._close = ""
        self._begun = False
        """Whether a tag came: then blanks before the text are none of it."""

    def feed(self, text: str) -> Iterator[TextDelta | ReasoningDelta]:
        """Yield the text that is certain so far."""
        self._held += text
        while self._state == "start" and self._take_head():
            pass
        while self._state == "thinking":
            yield from self._think()
            if self._state == "thinking":
                return
            while self._state == "start" and self._take_head():
                pass
        if self._state == "text" and self._held:
            yield TextDelta(self._held)
            self._held = ""

    def finish(self) -> Iterator[TextDelta | ReasoningDelta]:
        """Yield what was held back; thinking that was never closed stays thinking."""
        if self._held and not (self._begun and not self._held.strip()):
            yield ReasoningDelta(self._held) if self._state == "thinking" else TextDelta(self._held)
        self._held = ""

    def _take_head(self) -> bool:
        """Take a tag at the start; return whether another one may follow."""
        begin = self._held.lstrip()
        head = next((tag for tag in _HEADS if begin.startswith(tag)), "")
        if head:
            self._held, self._begun = begin[len(head) :], True
            if head in _TAGS:
                self._state, self._close = "thinking", _TAGS[head]
            return head not in _TAGS
        if begin and not any(tag.startswith(begin) for tag in _HEADS):
            self._state = "text"
            if self._begun:
                self._held = begin
        return False

    def _think(self) -> Iterator[ReasoningDelta]:
        thought, closed, rest = self._held.partition(self._close)
        if closed:
            self._held = rest
            self._state = "start"
        else:
            keep = _held_back(thought, self._close)
            self._held = thought[len(thought) - keep :]
            thought = thought[: len(thought) - keep]
        if thought:
            yield ReasoningDelta(thought)
