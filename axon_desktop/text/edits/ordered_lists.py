"""Lists: Enter continues them, Tab indents an item with its children, and numbers go on counting."""

from __future__ import annotations

import re
from collections.abc import Sequence

from axon_desktop.text.edits.edit import (
    Change,
    Edit,
    Lines,
    change_of,
    in_code,
    insertion,
    line_at,
    moved,
    trimmed,
)

ITEM = re.compile(
    r"(?P<quote>(?:[ \t]*>[ \t]?)*)(?P<indent>[ \t]*)"
    r"(?P<marker>[-*+]|(?P<number>\d{1,9})(?P<dot>[.)]))(?P<gap>[ \t]+)(?P<task>\[.\](?:[ \t]+|$))?"
)
QUOTE = re.compile(r"(?:[ \t]*>[ \t]?)+")
_STEP = re.compile(r"\t| {1,4}")
_TAB = 4
LINE_ENDS = ("\x1c", "\x1d", "\x1e", "\x1f")
"""Blanks that stand for an odd end of a line (see `ui.editor.editing.document_edits`)."""


def continues(line: str) -> bool:
    """Tell whether Enter in a line may do more than begin another: it is in a list, a quote or perhaps a table."""
    return "|" in line or ITEM.match(line) is not None or QUOTE.match(line) is not None


def enter(text: str, anchor: int, caret: int) -> Change | None:
    """Begin another line: a list or quote continues, and an empty item ends."""
    start, line = line_at(text, caret)
    item, quote = ITEM.match(line), QUOTE.match(line)
    head = item or quote
    if anchor != caret or head is None or caret - start < head.end() or in_code(text, caret):
        return insertion(text, anchor, caret, "\n")
    lines = Lines(text)
    number = lines.at(caret)
    if not line[head.end() :].strip():
        return _ended(lines, number, item)
    if item is None:
        return insertion(text, anchor, caret, "\n" + head[0])
    counts = Counting.of(lines.all, number)
    task = "[ ] " if item["task"] else ""
    begins = item["quote"] + item["indent"] + counts.next_marker(item) + item["gap"] + task
    new = [*lines.all[:number], line[: caret - start], begins + line[caret - start :], *lines.all[number + 1 :]]
    counts.apply(new, number + 1)
    begins = new[number + 1][: len(new[number + 1]) - len(line) + caret - start]
    typed = Edit(caret, caret, "\n" + begins)
    after = lines.spliced(number, number + 1, new[number : number + 2], new)
    edits = typed, *(edit for edit in after if edit.start > lines.end(number))
    return Change(edits, *(caret + len(typed.text),) * 2)


def _ended(lines: Lines, number: int, item: re.Match[str] | None) -> Change:
    """Take the marker of an empty item away; an indented one goes out by a step."""
    line, start = lines.all[number], lines.starts[number]
    tail = line[-1:] if line[-1:] in LINE_ENDS else ""
    if item is not None and item["indent"]:
        moved_out = _shift(lines, number, number + 1, outwards=True)
        if moved_out is not None:
            end = lines.end(number) - len(tail)
            return Change(moved_out, *(moved(end, moved_out),) * 2)
    kept = item["quote"] if item is not None else ""
    caret = start + len(kept)
    return Change((Edit(caret, start + len(line) - len(tail), ""),), caret, caret)


def unmark(text: str, anchor: int, caret: int) -> Change | None:
    """Take the box of an empty item away, or else its marker, if the caret is behind it; None elsewhere."""
    start, line = line_at(text, caret)
    item = ITEM.match(line)
    if anchor != caret or item is None or caret - start != item.end() or line[item.end() :].strip():
        return None
    if in_code(text, caret):
        return None
    if item["task"]:
        box = start + item.start("task")
        return Change((Edit(box, caret, ""),), box, box)
    lines = Lines(text)
    return _ended(lines, lines.at(caret), item)


def delete(text: str, anchor: int, caret: int) -> Change | None:
    """Delete a selection of several lines, after which a list counts on; None for any other."""
    start, end = sorted((anchor, caret))
    lines = Lines(text)
    first, last = lines.at(start), lines.at(end)
    counts = Counting.of(lines.all, first)
    if first == last or not (counts.is_counted or siblings(lines.all, last)):
        return None
    kept = start - lines.starts[first]
    line = lines.all[first][:kept] + lines.all[last][end - lines.starts[last] :]
    new = [*lines.all[:first], line, *lines.all[last + 1 :]]
    if not counts.is_counted:
        counts = Counting.of(lines.all, last)
    counts.apply(new, first, first + 1, first - 1)
    number = trimmed(0, line, new[first])
    shift = lines.starts[first] if number.end <= kept else end - kept
    edits = [Edit(start, end, ""), Edit(number.start + shift, number.end + shift, number.text)]
    around = lines.spliced(first, last + 1, [new[first]], new)
    edits += (edit for edit in around if edit.end < lines.starts[first] or edit.start > lines.end(last))
    return change_of(sorted(edits), start, start)


def indent(text: str, anchor: int, caret: int) -> Change | None:
    """Indent the selected lines, or the item at the caret with its children; elsewhere insert a tab."""
    lines = Lines(text)
    first, end = lines.touched(anchor, caret)
    if anchor == caret and (in_code(text, caret) or ITEM.match(lines.all[first]) is None):
        return insertion(text, anchor, caret, "\t")
    return change_of(_shift(lines, first, end, outwards=False) or (), anchor, caret)


def outdent(text: str, anchor: int, caret: int) -> Change | None:
    """Remove one step of indentation from the selected lines, and the children of the last item."""
    lines = Lines(text)
    return change_of(_shift(lines, *lines.touched(anchor, caret), outwards=True) or (), anchor, caret)


def _shift(lines: Lines, first: int, end: int, *, outwards: bool) -> tuple[Edit, ...] | None:
    """Return the edits that indent or outdent lines with the children of the last one, and count again."""
    last = ITEM.match(lines.all[end - 1])
    if last is not None:
        end = _after_children(lines.all, end - 1)
    new = list(lines.all)
    for number in range(first, end):
        line = new[number]
        quote = QUOTE.match(line)
        at = quote.end() if quote is not None else 0
        step = _STEP.match(line, at)
        if outwards:
            new[number] = line[:at] + line[step.end() :] if step is not None else line
        elif line[at:].strip():
            new[number] = f"{line[:at]}\t{line[at:]}"
    if new == lines.all:
        return None
    left = Counting.of(lines.all, first)
    behind = end if end < len(new) else first
    item = ITEM.match(new[first])
    if item is not None and item["number"]:
        _join(lines.all, new, first)
    left.apply(new, behind, first)
    return lines.spliced(first, end, new[first:end], new)


def _join(old: Sequence[str], new: list[str], first: int) -> None:
    """Count an item that came to another level on from the one above it there, or begin with 1."""
    above = [number for number in siblings(new, first) if number < first]
    counts = Counting.of(old, above[-1]) if above else Counting(1, 1)
    counts.apply(new, first, first)


class Counting:
    """How an ordered list counts: its first number, and by how much; None as a step where it does not."""

    def __init__(self, first: int, step: int | None) -> None:
        self._first = first
        self._step = step

    @classmethod
    def of(cls, lines: Sequence[str], number: int) -> Counting:
        """Read how the list of a line counts."""
        values = [int(_number(lines[one])) for one in siblings(lines, number)]
        if not values:
            return cls(1, None)
        if len(values) > 1 and len(set(values)) == 1:
            return cls(values[0], 0)
        return cls(values[0], 1 if values == [*range(values[0], values[0] + len(values))] else None)

    @property
    def is_counted(self) -> bool:
        """Whether there is a list, and it counts."""
        return self._step is not None

    def next_marker(self, item: re.Match[str]) -> str:
        """Return the marker of an item below; that of a list that counts gets its number by `apply`."""
        if self._step is not None or not item["number"]:
            return item["marker"]
        return f"{int(item['number']) + 1}{item['dot']}"

    def apply(self, lines: list[str], *near: int) -> None:
        """Count the list that has one of these lines, if it counted before."""
        if self._step is None:
            return
        for number in near:
            items = siblings(lines, number) if number < len(lines) else []
            for place, one in enumerate(items):
                _set_number(lines, one, str(self._first + place * self._step))
            if items:
                return


def _number(line: str) -> str:
    item = ITEM.match(line)
    return item["number"] if item is not None and item["number"] else "0"


def _set_number(lines: list[str], number: int, value: str) -> None:
    """Give an item another number; children that hang by blanks hang as far from it."""
    line = lines[number]
    item = ITEM.match(line)
    assert item is not None
    start, end = item.span("number")
    if line[start:end] == value or len(value) > 9:  # more digits are no list
        return
    wider = len(value) - (end - start)
    if wider:
        hangs = line[: item.start("marker")] + " " * (item.end("gap") - item.start("marker"))
        for child in range(number + 1, _after_children(lines, number)):
            if lines[child].startswith(hangs):
                at = len(hangs)
                lines[child] = lines[child][: at + min(wider, 0)] + " " * wider + lines[child][at:]
    lines[number] = line[:start] + value + line[end:]


def siblings(lines: Sequence[str], number: int) -> list[int]:
    """Return the lines that begin the items of the ordered list of an item; none for other lines."""
    item = ITEM.match(lines[number]) if 0 <= number < len(lines) else None
    if item is None or not item["number"]:
        return []
    level, found = _level(lines[number]), [number]
    assert level is not None
    for step in (-1, 1):
        at = number + step
        while 0 <= at < len(lines):
            other = ITEM.match(lines[at])
            here = _level(lines[at])
            if here is not None:
                if here[0] != level[0] or here[1] < level[1]:
                    break
                if here[1] == level[1]:
                    if other is None or other["dot"] != item["dot"] or not other["number"]:
                        break
                    found.append(at)
            at += step
    return sorted(found)


def _after_children(lines: Sequence[str], number: int) -> int:
    """Return the line after an item and everything that is deeper."""
    level, end = _level(lines[number]), number + 1
    assert level is not None
    for at in range(number + 1, len(lines)):
        here = _level(lines[at])
        if here is not None:
            if here[0] != level[0] or here[1] <= level[1]:
                break
            end = at + 1
    return end


def _level(line: str) -> tuple[int, int] | None:
    """Return how many quotes a line is in, and its indentation in columns; None for an empty line."""
    quote = QUOTE.match(line)
    at = quote.end() if quote is not None else 0
    rest = line[at:]
    inner = rest.lstrip(" \t")
    if not inner.strip() and quote is None:
        return None
    columns = 0
    for char in rest[: len(rest) - len(inner)]:
        columns += _TAB - columns % _TAB if char == "\t" else 1
    return (quote[0].count(">") if quote is not None else 0), columns
