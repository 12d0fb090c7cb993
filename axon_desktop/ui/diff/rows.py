"""Two versions of a note as rows side by side: plain data, computed in a thread for large notes."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal, TypeAlias

from axon_desktop.text.diff import equal_ends, matches

RowKind: TypeAlias = Literal["same", "change", "skip"]

MAX_LINE = 4_000
"""Characters of a row, which Qt lays out at once; a longer line is split into several rows."""
_LEAD = 40
"""Characters of a long line that are in one row with its first and its last difference."""
_STRIDE = 1 << 16
_CONTEXT = 3
_PAIRED_LINES = 60_000
_LINE = re.compile(rb"[^\n]*\n|[^\n]+")
_BOM = "\ufeff"
_ENDS = str.maketrans({"\n": "␊", "\r": "␍", _BOM: "⟨BOM⟩"})


@dataclass(frozen=True, slots=True)
class DiffRow:
    """One row: a line of the old text, of the new text, or both."""

    kind: RowKind
    left_number: int = 0
    """Line number in the old text, from 1; 0 where there is no line."""
    left: str = ""
    right_number: int = 0
    right: str = ""
    columns: int = 1
    """Approximate width of the longer line in characters of normal width."""
    continued: bool = False
    """Whether it continues the line of the row above."""
    skipped: int = 0
    """For "skip": the number of equal lines that are hidden."""


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines of the old text that are replaced by lines of the new one; either may be empty."""

    old: slice
    """Lines of the old text, from 0."""
    new: slice
    """Lines of the new text, from 0."""
    rows: range
    """The rows that show it."""
    first: int
    """The row of the first difference."""

    @property
    def added(self) -> int:
        """Number of added lines."""
        return int(self.new.stop - self.new.start)

    @property
    def removed(self) -> int:
        """Number of removed lines."""
        return int(self.old.stop - self.old.start)


@dataclass(frozen=True, slots=True)
class Diff:
    """All rows, and the hunks among them, in order."""

    rows: tuple[DiffRow, ...] = ()
    hunks: tuple[Hunk, ...] = ()

    @property
    def added(self) -> int:
        """Number of added lines."""
        return sum(hunk.added for hunk in self.hunks)

    @property
    def removed(self) -> int:
        """Number of removed lines."""
        return sum(hunk.removed for hunk in self.hunks)

    def hunk_at(self, row: int) -> int | None:
        """Return the index of the hunk that contains a row."""
        number = bisect_right(self.hunks, row, key=lambda hunk: hunk.rows.start) - 1
        return number if number >= 0 and row in self.hunks[number].rows else None


def decode(data: bytes | None) -> str:
    """Return a note's text for display; invalid UTF-8 becomes a replacement character."""
    return (data or b"").decode("utf-8", errors="replace").removeprefix(_BOM)


def is_text(data: bytes) -> bool:
    """Tell whether a file is valid UTF-8 text."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def compare(before: bytes | None, after: bytes) -> Diff:
    """Compare two texts line by line, byte for byte, with a few equal lines around each change."""
    old, new = _LINE.findall(before or b""), _LINE.findall(after)
    rows: list[DiffRow] = []
    hunks: list[Hunk] = []
    blocks = list(_blocks(old, new))
    for number, (same, i1, i2, j1, j2) in enumerate(blocks):
        if same:
            rows.extend(_context(old, i1, i2, j1, first=number == 0, last=number == len(blocks) - 1))
        else:
            start = len(rows)
            rows.extend(_changed(old, new, i1, i2, j1, j2))
            differ = (row for row in range(start, len(rows)) if rows[row].left != rows[row].right)
            first = start if i1 == i2 or j1 == j2 else next(differ, start)
            hunks.append(Hunk(slice(i1, i2), slice(j1, j2), range(start, len(rows)), first))
    return Diff(tuple(rows), tuple(hunks))


def take_hunks(before: bytes | None, after: bytes, diff: Diff, chosen: Collection[int]) -> bytes:
    """Return the old text with only the chosen hunks of its diff applied, given by index."""
    if len(chosen) == len(diff.hunks):
        return after
    old, new = _LINE.findall(before or b""), _LINE.findall(after)
    parts: list[bytes] = []
    done = 0
    for number, hunk in enumerate(diff.hunks):
        parts += old[done : hunk.old.start]
        parts += new[hunk.new] if number in chosen else old[hunk.old]
        done = hunk.old.stop
    return b"".join(parts + old[done:])


def _blocks(old: list[bytes], new: list[bytes]) -> Iterator[tuple[bool, int, int, int, int]]:
    """Yield (equal?, i1, i2, j1, j2) over both texts; only the part between equal ends is compared in detail."""
    start, end = equal_ends(old, new)
    old_end, new_end = len(old) - end, len(new) - end
    if start:
        yield True, 0, start, 0, start
    middle = max(old_end - start, new_end - start)
    if old_end == start or new_end == start or middle > _PAIRED_LINES:
        if middle:
            yield False, start, old_end, start, new_end
    else:
        i1, j1 = start, start
        for first, new_first, size in matches(old[start:old_end], new[start:new_end]):
            i2, j2 = start + first, start + new_first
            if i1 < i2 or j1 < j2:
                yield False, i1, i2, j1, j2
            i1, j1 = i2 + size, j2 + size
            yield True, i2, i1, j2, j1
        if i1 < old_end or j1 < new_end:
            yield False, i1, old_end, j1, new_end
    if end:
        yield True, old_end, len(old), new_end, len(new)


def _context(old: list[bytes], i1: int, i2: int, j1: int, *, first: bool, last: bool) -> Iterator[DiffRow]:
    head = 0 if first else _CONTEXT
    tail = 0 if last else _CONTEXT
    count = i2 - i1
    skipped = count - head - tail
    for k in range(count):
        if skipped > 1 and head <= k < count - tail:
            if k == head:
                yield DiffRow("skip", skipped=skipped)
        else:
            text = _shown(_text(old[i1 + k]), marks=False)
            yield from _rows("same", i1 + k + 1, text, j1 + k + 1, text)


def _changed(old: list[bytes], new: list[bytes], i1: int, i2: int, j1: int, j2: int) -> Iterator[DiffRow]:
    for k in range(max(i2 - i1, j2 - j1)):
        left = _text(old[i1 + k]) if i1 + k < i2 else None
        right = _text(new[j1 + k]) if j1 + k < j2 else None
        # Lines that differ only in their first or last characters (BOM, line end) would look alike: mark these.
        plain = [_shown(line, marks=False) for line in (left, right)]
        marks = left is not None and right is not None and plain[0] == plain[1]
        old_text, new_text = (_shown(line, marks=marks) for line in (left, right))
        yield from _rows(
            "change",
            i1 + k + 1 if left is not None else 0,
            old_text,
            j1 + k + 1 if right is not None else 0,
            new_text,
        )


def _rows(kind: RowKind, left_number: int, left: str, right_number: int, right: str) -> Iterator[DiffRow]:
    """Yield a row for two lines, several for long ones; common beginnings and ends are aligned."""
    pairs: list[tuple[str, str]] = [(left, right)]
    if max(len(left), len(right)) > MAX_LINE:
        head = tail = 0
        if left != right and left_number and right_number:
            same = common_prefix(left, right)
            head = max(0, same - _LEAD)
            head = left.rfind(" ", max(0, head - _LEAD), head) + 1 or head
            tail = max(0, common_prefix(left[same:][::-1], right[same:][::-1]) - _LEAD)
        old_pieces, new_pieces = (
            [*_pieces(line[:head]), *_pieces(line[head : len(line) - tail])] for line in (left, right)
        )
        ends = _pieces(left[len(left) - tail :])
        pairs = [*zip_longest(old_pieces, new_pieces, fillvalue=""), *zip(ends, ends, strict=True)]
    for number, (old, new) in enumerate(pairs):
        columns = max(_columns(old), _columns(new))
        yield DiffRow(kind, left_number, old, right_number, new, columns, continued=number > 0)


def _pieces(text: str) -> list[str]:
    """Split a text into pieces of one row each, after a blank if there is one."""
    pieces: list[str] = []
    at = 0
    while len(text) - at > MAX_LINE:
        blank = text.rfind(" ", at + MAX_LINE // 2, at + MAX_LINE)
        end = blank + 1 if blank >= 0 else at + MAX_LINE
        pieces.append(text[at:end])
        at = end
    return [*pieces, text[at:]] if at < len(text) else pieces


def common_prefix(one: str, other: str) -> int:
    """Return the length of the common beginning of two texts."""
    shorter = min(len(one), len(other))
    size, step = 0, _STRIDE
    while step:
        stop = size + step
        if stop <= shorter and one[size:stop] == other[size:stop]:
            size = stop
        else:
            step //= 2
    return size


def _text(line: bytes) -> str:
    return line.decode("utf-8", errors="replace")


def _shown(line: str | None, *, marks: bool) -> str:
    if line is None:
        return ""
    return line.translate(_ENDS) if marks else line.rstrip("\r\n").removeprefix(_BOM)


def _columns(text: str) -> int:
    """Count characters, Chinese ones twice; three bytes of UTF-8 are taken for one of these."""
    return max(1, len(text) if text.isascii() else (len(text) + len(text.encode())) // 2)


_EDITOR_LINE = re.compile("[^\n\r\u2029]*(?:\r\n|\n|\r|\u2029)|[^\n\r\u2029]+")


def merge_edit(original: bytes, edited: str) -> bytes:
    """Apply an editor's text to a note: untouched lines keep their bytes, including line ends.

    Args:
        original: the note as loaded into the editor; UTF-8.
        edited: the text of the editor, with one newline between lines.
    """
    text = original.decode("utf-8")
    bom = _BOM if text.startswith(_BOM) else ""
    lines = _EDITOR_LINE.findall(text.removeprefix(_BOM))
    old = [line.rstrip("\r\n\u2029") for line in lines]
    ends = [line[len(bare) :] for line, bare in zip(lines, old, strict=True)]
    if not ends or ends[-1]:
        # The editor shows the text after the last line end as a line of its own.
        old.append("")
        ends.append("")
    usual = max(("\n", "\r\n"), key=ends.count)
    new = edited.split("\n")
    kept: dict[int, str] = {}
    for start, target, size in matches(old, new):
        kept.update((target + k, ends[start + k]) for k in range(size))
    last = len(new) - 1
    parts = [line + ("" if number == last else kept.get(number) or usual) for number, line in enumerate(new)]
    return (bom + "".join(parts)).encode("utf-8")
