"""Commands on whole lines: move, duplicate, delete, join; and what a line is: heading, item, task, quote."""

from __future__ import annotations

import re
from collections.abc import Callable

from axon_desktop.text.edits.edit import Change, Command, Edit, Lines, change_of, front_matter_lines
from axon_desktop.text.edits.ordered_lists import ITEM, QUOTE, Counting

_HEADING = re.compile(r"(#{1,6})(?:[ \t]+|$)")
_CJK = re.compile("[\u2e80-\u303f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
"""Characters between which a line break is no blank."""


def move_lines(text: str, anchor: int, caret: int, *, down: bool, along: int = 0, over: int = 1) -> Change | None:
    """Move the selected lines over the next one, or the one before; never over the ends of the properties.

    So many lines behind them go along, and so many are moved over.
    """
    lines = Lines(text)
    first, end = lines.touched(anchor, caret)
    end += along
    start, stop = (first, end + over) if down else (first - over, end)
    if start < 0 or stop > len(lines.all):
        return None
    closer = front_matter_lines(text) - 1
    if closer > 0 and (start == 0 or start <= closer < stop):
        return None
    part = lines.all[start:stop]
    part = [*part[-over:], *part[:-over]] if down else [*part[over:], *part[:over]]
    new = [*lines.all[:start], *part, *lines.all[stop:]]
    to = first + over if down else first - over
    Counting.of(lines.all, first).apply(new, to, start, stop - 1)
    goes = Lines("\n".join(new))
    edits = lines.spliced(start, stop, new[start:stop], new)
    return Change(edits, *(_carried(lines, goes, place, first, end, to) for place in (anchor, caret)))


def _carried(lines: Lines, goes: Lines, place: int, first: int, end: int, to: int) -> int:
    """Return where a position in moved lines comes to; its distance from the end of its line stays."""
    number = lines.at(place)
    if number >= end:  # a selection up to the beginning of the next line
        after = to + end - first
        return goes.starts[after] if after < len(goes.all) else goes.end(len(goes.all) - 1)
    now = to + number - first
    return max(goes.starts[now], goes.end(now) - (lines.end(number) - place))


def duplicate_lines(text: str, anchor: int, caret: int) -> Change:
    """Put a copy of the selected lines below them; the selection goes into the copy."""
    lines = Lines(text)
    first, end = lines.touched(anchor, caret)
    copy = lines.all[first:end]
    new = [*lines.all[:end], *copy, *lines.all[end:]]
    Counting.of(lines.all, first).apply(new, first)
    edits = lines.spliced(end, end, new[end : end + len(copy)], new)
    goes = Lines("\n".join(new))
    return Change(edits, *(_carried(lines, goes, place, first, end, end) for place in (anchor, caret)))


def delete_lines(text: str, anchor: int, caret: int) -> Change | None:
    """Delete the selected lines; the caret stays in its column."""
    lines = Lines(text)
    first, end = lines.touched(anchor, caret)
    new = [*lines.all[:first], *lines.all[end:]] or [""]
    counts = Counting.of(lines.all, first)
    counts.apply(new, first, first - 1)
    edits = lines.spliced(first, end, (), new) if end - first < len(lines.all) else (Edit(0, len(text), ""),)
    goes = Lines("\n".join(new))
    at = min(first, len(new) - 1)
    column = caret - lines.starts[lines.at(caret)]
    place = min(goes.starts[at] + column, goes.end(at))
    return Change(edits, place, place) if text else None


def join_lines(text: str, anchor: int, caret: int) -> Change | None:
    """Join the selected lines, or the line with the next one; one blank is between words that need one."""
    lines = Lines(text)
    first, end = lines.touched(anchor, caret)
    end = max(end, first + 2)
    if end > len(lines.all):
        return None
    edits: list[Edit] = []
    for number in range(first + 1, end):
        line, start = lines.all[number], lines.starts[number]
        begins = re.match(r"[ \t>]*", line)
        item = ITEM.match(line)
        at = item.end() if item is not None else begins.end() if begins is not None else 0
        before = lines.all[number - 1].rstrip()
        joined = before[-1:].isspace() or not before.strip() or not line[at:].strip()
        is_cjk = _CJK.match(before[-1:]) and _CJK.match(line[at : at + 1])
        edits.append(Edit(lines.starts[number - 1] + len(before), start + at, "" if joined or is_cjk else " "))
    return change_of(_merged(edits), anchor, caret)


def _merged(edits: list[Edit]) -> list[Edit]:
    """Return edits that do not overlap: an empty line between two others is in both."""
    merged: list[Edit] = []
    for edit in edits:
        if merged and edit.start < merged[-1].end:
            last = merged.pop()
            merged.append(Edit(min(last.start, edit.start), edit.end, last.text or edit.text))
        else:
            merged.append(edit)
    return merged


# --- what lines are


def heading(level: int) -> Command:
    """Return the command that makes headings of lines, and takes it away from those of this level; 0 always."""
    return lambda text, anchor, caret: _made(text, anchor, caret, _HeadingMark(level))


def bullets(text: str, anchor: int, caret: int) -> Change | None:
    """Make a list of the selected lines, or none if they are one."""
    return _made(text, anchor, caret, _ListMark("-"))


def numbers(text: str, anchor: int, caret: int) -> Change | None:
    """Make a numbered list of the selected lines, or none if they are one."""
    return _made(text, anchor, caret, _ListMark("1"))


def tasks(text: str, anchor: int, caret: int) -> Change | None:
    """Make tasks of the selected lines; tick those that are all tasks, or take the ticks away."""
    return _made(text, anchor, caret, _task_mark)


def quotes(text: str, anchor: int, caret: int) -> Change | None:
    """Put the selected lines into a quote, or take them out of it."""

    def quote(parts: list[_Parts]) -> list[str]:
        if all(">" in part.quote for part in parts):
            return [re.sub(r"[ \t]*>[ \t]?", "", part.quote, count=1) + part.mark + part.rest for part in parts]
        return [f"> {part.quote}{part.mark}{part.rest}" for part in parts]

    return _made(text, anchor, caret, quote, blank=True)


class _Parts:
    """A line: the quotes that it is in, its indentation with the mark of a heading, item or task, and the rest."""

    def __init__(self, line: str) -> None:
        quote = QUOTE.match(line)
        self.quote = quote[0] if quote is not None else ""
        self.item = ITEM.match(line)
        self.heading = _HEADING.match(line, len(self.quote))
        found = self.item or self.heading
        at = found.end() if found is not None else len(self.quote)
        indented = re.compile(r"[ \t]*").match(line, at)
        at = indented.end() if found is None and indented is not None else at
        self.mark, self.rest = line[len(self.quote) : at], line[at:]
        self.indent = self.item["indent"] if self.item is not None else self.mark if found is None else ""

    @property
    def kind(self) -> str:
        """The kind of the item: `-`, `1`, `task`, or nothing."""
        if self.item is None:
            return ""
        return "task" if self.item["task"] else "1" if self.item["number"] else "-"


def _made(
    text: str, anchor: int, caret: int, make: Callable[[list[_Parts]], list[str]], *, blank: bool = False
) -> Change | None:
    """Give the selected lines other marks; blank ones among several stay as they are, unless `blank`."""
    lines = Lines(text)
    first, end = lines.touched(anchor, caret)
    chosen = [
        number for number in range(first, end) if blank or end - first == 1 or lines.all[number].strip(" \t>")
    ] or [first]
    new = list(lines.all)
    for number, line in zip(chosen, make([_Parts(lines.all[one]) for one in chosen]), strict=True):
        new[number] = line
    edits = [
        edit for number in chosen for edit in _mark_edits(lines.starts[number], lines.all[number], new[number])
    ]
    return change_of(edits, anchor, caret)


def _mark_edits(start: int, old: str, new: str) -> list[Edit]:
    """Return the edit of a mark: its end is where the rest of the line begins, so that a caret stays behind it."""
    tail = 0
    while tail < min(len(old), len(new)) and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    head = 0
    while head < min(len(old), len(new)) - tail and old[head] == new[head]:
        head += 1
    return [Edit(start + head, start + len(old) - tail, new[head : len(new) - tail])] if old != new else []


class _HeadingMark:
    def __init__(self, level: int) -> None:
        self._level = level

    def __call__(self, parts: list[_Parts]) -> list[str]:
        mark = "#" * self._level
        if all(part.heading is not None and part.heading[1] == mark for part in parts):
            mark = ""
        if not mark:
            return [part.quote + (part.mark if part.heading is None else "") + part.rest for part in parts]
        return [f"{part.quote}{mark} {part.rest}" for part in parts]


class _ListMark:
    def __init__(self, kind: str) -> None:
        self._kind = kind

    def __call__(self, parts: list[_Parts]) -> list[str]:
        if all(part.kind == self._kind for part in parts):
            return [part.quote + part.indent + part.rest for part in parts]
        count: dict[str, int] = {}
        made = []
        for part in parts:
            for deeper in [one for one in count if len(one) > len(part.indent)]:
                del count[deeper]
            count[part.indent] = count.get(part.indent, 0) + 1
            mark = f"{count[part.indent]}." if self._kind == "1" else "-"
            made.append(f"{part.quote}{part.indent}{mark} {part.rest}")
        return made


def _task_mark(parts: list[_Parts]) -> list[str]:
    if all(part.kind == "task" for part in parts):
        done = all(part.mark.rstrip().endswith(("x]", "X]")) for part in parts)
        tick = "[ ]" if done else "[x]"
        return [part.quote + re.sub(r"\[.\]", tick, part.mark) + part.rest for part in parts]
    made = []
    for part in parts:
        if part.kind == "task":
            made.append(part.quote + part.mark + part.rest)
        elif part.item is not None:
            made.append(f"{part.quote}{part.mark.rstrip()} [ ] {part.rest}")
        else:
            made.append(f"{part.quote}{part.indent}- [ ] {part.rest}")
    return made
