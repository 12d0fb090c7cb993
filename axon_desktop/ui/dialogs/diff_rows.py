"""Two versions of a note as rows side by side: plain data, computed in a thread for large notes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal, TypeAlias

RowKind: TypeAlias = Literal["same", "change", "skip"]

_CONTEXT = 3
_EXACT_LINES = 4_000
"""Changed lines up to which the comparison is the best possible; it is quadratic at worst."""
_PAIRED_LINES = 60_000
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_ENDS = str.maketrans({"\n": "␊", "\r": "␍"})


@dataclass(frozen=True, slots=True)
class DiffRow:
    """One row: a line of the old text, of the new text, or both."""

    kind: RowKind
    left_number: int = 0
    """Line number in the old text, from 1; 0 where there is no line."""
    left: str = ""
    right_number: int = 0
    right: str = ""
    skipped: int = 0
    """For "skip": how many equal lines are not shown."""


@dataclass(frozen=True, slots=True)
class Diff:
    """All rows, and how many lines were added and removed."""

    rows: tuple[DiffRow, ...]
    added: int
    removed: int


def decode(data: bytes | None) -> str:
    """Return a note's text for showing; what is no UTF-8 becomes a replacement sign."""
    return (data or b"").decode("utf-8", errors="replace").removeprefix("\ufeff")


def compare(before: str, after: str) -> Diff:
    """Compare two texts line by line, keeping a little of what surrounds each change."""
    old, new = _LINE.findall(before), _LINE.findall(after)
    rows: list[DiffRow] = []
    added = removed = 0
    blocks = list(_blocks(old, new))
    for number, (same, i1, i2, j1, j2) in enumerate(blocks):
        if same:
            rows.extend(_context(old, i1, i2, j1, first=number == 0, last=number == len(blocks) - 1))
        else:
            removed += i2 - i1
            added += j2 - j1
            rows.extend(_changed(old, new, i1, i2, j1, j2))
    return Diff(tuple(rows), added, removed)


def _blocks(old: list[str], new: list[str]) -> Iterator[tuple[bool, int, int, int, int]]:
    """Yield (equal?, i1, i2, j1, j2) over both texts; only what lies between equal ends is really compared."""
    start = 0
    shorter = min(len(old), len(new))
    while start < shorter and old[start] == new[start]:
        start += 1
    end = 0
    while end < shorter - start and old[-1 - end] == new[-1 - end]:
        end += 1
    old_end, new_end = len(old) - end, len(new) - end
    if start:
        yield True, 0, start, 0, start
    middle = max(old_end - start, new_end - start)
    if old_end == start or new_end == start or middle > _PAIRED_LINES:
        if middle:
            yield False, start, old_end, start, new_end
    else:
        matcher = SequenceMatcher(None, old[start:old_end], new[start:new_end], autojunk=middle > _EXACT_LINES)
        for tag, i1, i2, j1, j2 in matcher.get_opcodes():
            yield tag == "equal", start + i1, start + i2, start + j1, start + j2
    if end:
        yield True, old_end, len(old), new_end, len(new)


def _context(old: list[str], i1: int, i2: int, j1: int, *, first: bool, last: bool) -> Iterator[DiffRow]:
    head = 0 if first else _CONTEXT
    tail = 0 if last else _CONTEXT
    count = i2 - i1
    skipped = count - head - tail
    for k in range(count):
        if skipped > 1 and head <= k < count - tail:
            if k == head:
                yield DiffRow("skip", skipped=skipped)
        else:
            text = old[i1 + k].rstrip("\r\n")
            yield DiffRow("same", i1 + k + 1, text, j1 + k + 1, text)


def _changed(old: list[str], new: list[str], i1: int, i2: int, j1: int, j2: int) -> Iterator[DiffRow]:
    for k in range(max(i2 - i1, j2 - j1)):
        left = old[i1 + k] if i1 + k < i2 else None
        right = new[j1 + k] if j1 + k < j2 else None
        # Lines that differ only in how they end would look alike: then the ends are shown.
        ends = left is not None and right is not None and left.rstrip("\r\n") == right.rstrip("\r\n")
        yield DiffRow(
            "change",
            i1 + k + 1 if left is not None else 0,
            _shown(left, ends=ends),
            j1 + k + 1 if right is not None else 0,
            _shown(right, ends=ends),
        )


def _shown(line: str | None, *, ends: bool) -> str:
    if line is None:
        return ""
    return line.translate(_ENDS) if ends else line.rstrip("\r\n")


_EDITOR_LINE = re.compile("[^\n\r\u2029]*(?:\r\n|\n|\r|\u2029)|[^\n\r\u2029]+")


def merge_edit(original: bytes, edited: str) -> bytes:
    """Return what an editor's text means for a note: untouched lines keep their bytes, line ends included.

    Args:
        original: the note as it was put into the editor; UTF-8.
        edited: the editor's text, with one newline between lines.
    """
    text = original.decode("utf-8")
    bom = "\ufeff" if text.startswith("\ufeff") else ""
    lines = _EDITOR_LINE.findall(text.removeprefix("\ufeff"))
    old = [line.rstrip("\r\n\u2029") for line in lines]
    ends = [line[len(bare) :] for line, bare in zip(lines, old, strict=True)]
    if not ends or ends[-1]:
        # The editor shows what follows the last line end as a line of its own.
        old.append("")
        ends.append("")
    usual = max(("\n", "\r\n"), key=ends.count)
    new = edited.split("\n")
    kept: dict[int, str] = {}
    for start, target, size in SequenceMatcher(
        None, old, new, autojunk=len(new) > _EXACT_LINES
    ).get_matching_blocks():
        kept.update((target + k, ends[start + k]) for k in range(size))
    last = len(new) - 1
    parts = [line + ("" if number == last else kept.get(number) or usual) for number, line in enumerate(new)]
    return (bom + "".join(parts)).encode("utf-8")
