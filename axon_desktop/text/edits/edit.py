"""Edit and Change: what a command does to a text with a selection; Lines: a text by its lines."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from axon_desktop.text.diff import equal_ends

_FENCE = re.compile(
    r"^(?P<quote>[ \t>]*)(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?P<run>`{3,}(?=[^`\n]*$)|~{3,})(?P<rest>[^\n]*)$",
    re.MULTILINE,
)
_FRONT_MATTER = re.compile(r"---[ \t]*\n(?:.*\n)*?---[ \t]*(?=\n|$)")
_NOT_QUOTED = re.compile(r"\n(?![ \t]*>)")


class Edit(NamedTuple):
    """A range of a text, and what takes its place."""

    start: int
    end: int
    text: str


class Change(NamedTuple):
    """Edits of one text, in its order and apart, and the selection in the new text."""

    edits: tuple[Edit, ...]
    anchor: int
    caret: int


Command: TypeAlias = Callable[[str, int, int], Change | None]
"""Takes a text, the anchor and the caret; returns None where it has nothing to do."""


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return the text after these edits."""
    parts: list[str] = []
    at = 0
    for edit in edits:
        parts += (text[at : edit.start], edit.text)
        at = edit.end
    return "".join((*parts, text[at:]))


def moved(position: int, edits: Iterable[Edit]) -> int:
    """Return where a position of the old text is in the new one: behind what is inserted there."""
    shift = 0
    for edit in edits:
        if edit.start > position:
            break
        if edit.end > position:
            return edit.start + shift + min(position - edit.start, len(edit.text))
        shift += len(edit.text) - (edit.end - edit.start)
    return position + shift


def change_of(edits: Iterable[Edit], anchor: int, caret: int) -> Change | None:
    """Return a change that keeps the selection where it was; None if nothing changes."""
    made = tuple(edit for edit in edits if edit.text or edit.start != edit.end)
    return Change(made, moved(anchor, made), moved(caret, made)) if made else None


def trimmed(start: int, old: str, new: str) -> Edit:
    """Return the shortest edit that turns one text into the other."""
    head, tail = equal_ends(old, new)
    return Edit(start + head, start + len(old) - tail, new[head : len(new) - tail])


def insertion(text: str, anchor: int, caret: int, typed: str) -> Change:
    """Return what typing does: the selection is replaced."""
    del text
    start, end = sorted((anchor, caret))
    return Change((Edit(start, end, typed),), start + len(typed), start + len(typed))


def front_matter_lines(text: str) -> int:
    """Return how many lines the properties of a note have, with those that enclose them."""
    front = _FRONT_MATTER.match(text)
    return front[0].count("\n") + 1 if front else 0


def in_code(text: str, position: int) -> bool:
    """Tell whether the line of a position is inside a block of code or the properties of a note."""
    if (front := _FRONT_MATTER.match(text)) is not None and position <= front.end():
        return True
    opened: re.Match[str] | None = None
    line = text.rfind("\n", 0, position) + 1
    for fence in _FENCE.finditer(text, front.end() if front else 0):
        if fence.start() >= line:
            break
        if opened is not None and not _left_quote(text, opened, fence.start()):
            run = opened["run"]
            if fence["run"].startswith(run) and not fence["rest"].strip():
                opened = None
            continue
        opened = fence
    return opened is not None and not _left_quote(text, opened, line + 1)


def _left_quote(text: str, opened: re.Match[str], end: int) -> bool:
    """Tell whether a quote in which code began ends before a position."""
    return ">" in opened["quote"] and _NOT_QUOTED.search(text, opened.end(), end) is not None


def line_at(text: str, position: int) -> tuple[int, str]:
    """Return where the line of a position begins, and its text."""
    start, end = text.rfind("\n", 0, position) + 1, text.find("\n", position)
    return start, text[start : end if end >= 0 else len(text)]


class Lines:
    """A text by its lines."""

    def __init__(self, text: str) -> None:
        self.all = text.split("\n")
        self.starts = [*accumulate((len(line) + 1 for line in self.all[:-1]), initial=0)]
        """Where each line begins."""

    def at(self, position: int) -> int:
        """Return the number of the line that has a position."""
        return bisect_right(self.starts, position) - 1

    def touched(self, anchor: int, caret: int) -> tuple[int, int]:
        """Return the first line of a selection, and the line after its last; the last has more than a start."""
        start, end = sorted((anchor, caret))
        first = self.at(start)
        return first, self.at(max(start, end - 1) if end > self.starts[first] else end) + 1

    def end(self, number: int) -> int:
        """Return where a line ends."""
        return self.starts[number] + len(self.all[number])

    def spliced(self, first: int, end: int, middle: Sequence[str], new: Sequence[str]) -> tuple[Edit, ...]:
        """Return the edits that put `middle` in place of some lines, and give the others their text in `new`."""
        shift = len(middle) - (end - first)
        edits = [trimmed(self.starts[n], self.all[n], new[n]) for n in range(first) if self.all[n] != new[n]]
        if shift:
            edits.append(self._put(first, end, new[first : first + len(middle)]))
        else:
            edits += (trimmed(self.starts[n], self.all[n], new[n]) for n in range(first, end))
        edits += (
            trimmed(self.starts[n], self.all[n], new[n + shift])
            for n in range(end, len(self.all))
            if self.all[n] != new[n + shift]
        )
        return tuple(edit for edit in edits if edit.text or edit.start != edit.end)

    def _put(self, first: int, end: int, middle: Sequence[str]) -> Edit:
        text = "\n".join(middle)
        if first == end:
            if first < len(self.all):
                return Edit(self.starts[first], self.starts[first], text + "\n")
            return Edit(self.end(first - 1), self.end(first - 1), "\n" + text)
        if middle:
            return trimmed(self.starts[first], "\n".join(self.all[first:end]), text)
        if end < len(self.all):
            return Edit(self.starts[first], self.starts[end], "")
        return Edit(max(0, self.starts[first] - 1), self.end(end - 1), "")
