"""Cut blocks that are too heavy for one piece of layout into parts that can be shown one by one.

Cutting may change the meaning a little: emphasis across a cut is lost, and so is a fence inside a huge list item
or quote. Column widths, list numbers and loose or tight are decided once and passed to every part.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypedDict

from axon_desktop.markdown.scan.model import Block, Item, RawBlock
from axon_desktop.markdown.scan.structure import Kind, Structure, split_row

PART_WEIGHT = 2_000
"""Weight of a part, about."""
HEAVY = 4_000
"""Weight from which a block is cut."""
LINE_CHARACTERS = 1_000
"""Characters after which a long line is cut, at a space if there is one."""
DENSE_CHARACTERS = 250
"""The same where brackets or stars are so dense that the parser would be very slow."""
FENCE_LINES = 40
TABLE_ROWS = 12
TABLE_CELLS = 60
"""Cells of a part, if a row has fewer."""
TABLE_LINE = 60
"""Letters side by side in a table of the usual width, without the padding of its cells."""
LONG_CELL = 40
"""Letters of a cell, or a word, that count."""
_MEASURED = 5 * LONG_CELL
"""Characters of a cell that are measured: there is room for hidden text too, and the time grows by the square."""
_CELL_PADDING = 3
"""Padding of a cell, in letters."""
TABLE_COLUMNS = 64
"""Columns from which a table is shown as text."""
SAMPLED_ROWS = 500
"""Rows of a huge table in which the longest words are searched."""
MAX_PARTS = 200
"""Parts of one block that are shown at once; the rest is behind a `more` block."""
LINE_WEIGHT = 10
"""Least weight of a line, in characters."""
ITEM_WEIGHT = 60
"""Weight of a list item beyond its text, in characters."""
ROW_WEIGHT = 150
"""Weight of a table row beyond its text, in characters."""

_BREAK = re.compile(r"<br */?>", re.IGNORECASE)
_UNSEEN = re.compile(r"\]\([^)\s]*\)|\[\[[^\]|]*\||[`*_\[\]\\]|^:?-+:?$")
"""Hidden parts of a cell's source: targets of links, marks, and the delimiter row."""
_WIDE = re.compile("[\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]")
"""Characters that are two letters wide, and between which a line may break."""
_DENSE = re.compile(r"[\[*_`<$~=!]")
_LINE_END = re.compile(r"\r\n|\r|\n")


class _Fields(TypedDict, total=False):
    """Fields of a Block that differ between the parts of one block."""

    kind: Kind
    head: str
    start: int | None
    loose: bool | None
    depth: int
    indent: int


@dataclass(slots=True)
class _PartEnd:
    """The end of a part, and its fields."""

    end: int
    weight: int
    fields: _Fields = field(default_factory=_Fields)


@dataclass(slots=True)
class _Splittable:
    """The text that is being split: a scanned block, or the rest of one behind a `more` block."""

    source: str
    raw: RawBlock
    head: str = ""
    first: int | None = None
    """Number of the first item of an ordered list."""
    widths: tuple[int, ...] = ()
    longest: tuple[tuple[str, str], ...] = ()
    resumed: bool = False


def split_block(source: str, raw: RawBlock) -> Iterator[Block | None]:
    """Yield the block, or its parts if it is heavy; None where the caller may pause."""
    start, end = raw.lines[0], raw.lines[-1]
    weight = max(end - start, LINE_WEIGHT * len(raw.lines)) + ITEM_WEIGHT * len(raw.items)
    if raw.kind == "table":
        weight += ROW_WEIGHT * max(0, len(raw.lines) - 3)
        if source.count("|", start, raw.lines[min(2, len(raw.lines) - 1)]) > 2 * TABLE_COLUMNS:
            weight += HEAVY
    elif raw.kind == "fence":
        weight += LINE_WEIGHT * len(raw.lines)
    light = weight <= HEAVY and not is_dense(source, start, end)
    if raw.kind == "blank" or (light and not (raw.kind == "fence" and len(raw.lines) > 2 * FENCE_LINES)):
        yield Block(raw.kind, source[start:end], raw.line, start, weight)
        return
    whole = yield from _prepare(source, raw)
    yield from _parts(whole, 0)


def expand(block: Block) -> Iterator[Block | None]:
    """Yield the next parts of what a `more` block hides, maybe with another `more` block at the end."""
    lines = [0, *(match.end() for match in _LINE_END.finditer(block.source))]
    if lines[-1] != len(block.source):
        lines.append(len(block.source))
    raw = RawBlock(block.of, block.line, lines, [], bool(block.loose))
    if block.of == "list":
        structure = Structure()
        for index, (start, end) in enumerate(pairwise(lines)):
            structure.feed(dedent(block.source[start:end].rstrip("\r\n"), block.indent))
            if structure.item_column >= 0:
                column, depth = structure.item_column + block.indent, structure.item_depth + block.depth
                raw.items.append(Item(index, column, depth, structure.number))
    whole = _Splittable(block.source, raw, block.head, block.start, block.widths, block.longest, resumed=True)
    yield from _parts(whole, block.offset)


def dedent(line: str, columns: int) -> str:
    """Remove up to `columns` columns of indentation from a line."""
    if not columns:
        return line
    text = line.expandtabs(4) if "\t" in line else line
    return text[min(columns, len(text) - len(text.lstrip(" "))) :]


def _prepare(source: str, raw: RawBlock) -> Generator[None, None, _Splittable]:
    """Compute once what all parts of the block need; yield where the caller may pause."""
    whole = _Splittable(source, raw)
    first = next((n for n, start in enumerate(raw.lines[:-1]) if source[start] not in "\r\n"), 0)
    if raw.kind in ("fence", "quote"):
        whole.head = source[raw.lines[first] : min(raw.lines[first + 1], raw.lines[first] + LINE_CHARACTERS)]
    elif raw.kind == "table":
        whole.head = source[raw.lines[first] : raw.lines[min(first + 2, len(raw.lines) - 1)]]
        columns = len(split_row(whole.head.splitlines()[0]))
        if columns > TABLE_COLUMNS or len(whole.head) > HEAVY:
            raw.kind, whole.head = "text", ""
        else:
            rows = source[raw.lines[first] : raw.lines[min(first + 2 + 3 * TABLE_ROWS, len(raw.lines) - 1)]]
            whole.widths = _column_widths(rows[: 20 * HEAVY].splitlines(), columns)
            whole.longest = yield from _longest(source, raw.lines[first + 2 :], columns)
    elif raw.kind == "list":
        whole.first = raw.items[0].number if raw.items else None
    elif raw.kind == "heading":
        raw.kind = "text"
    return whole


def _parts(whole: _Splittable, shift: int) -> Iterator[Block | None]:
    """Make the blocks of all parts; `shift` is the position of `whole.source` in the note."""
    raw = whole.raw
    position, end = raw.lines[0], raw.lines[-1]
    for count, cut in enumerate(_CUTTERS.get(raw.kind, _cut_lines)(whole)):
        line = raw.line + bisect_right(raw.lines, position) - 1
        more = count == MAX_PARTS and cut.end < end
        if more:
            cut.end, cut.weight = end, PART_WEIGHT
        block = Block(
            kind="more" if more else cut.fields.get("kind", raw.kind),
            source=whole.source[position : cut.end],
            line=line,
            offset=position + shift,
            weight=cut.weight,
            continues=count > 0 or whole.resumed,
            head=cut.fields.get("head", whole.head if count or whole.resumed else ""),
            start=cut.fields.get("start"),
            loose=cut.fields.get("loose"),
            depth=cut.fields.get("depth", 0),
            indent=cut.fields.get("indent", 0),
            widths=whole.widths,
            longest=whole.longest,
            of=raw.kind if more else "blank",
        )
        yield block
        if more:
            return
        position = cut.end
        if count % 16 == 15:
            yield None


def _cut_lines(whole: _Splittable) -> Iterator[_PartEnd]:
    """Group whole lines, cutting those that are too long."""
    lines = whole.raw.lines
    for end in _line_ends(whole.source, lines, 0, len(lines) - 1, LINE_CHARACTERS):
        yield _PartEnd(end, LINE_CHARACTERS)


def _cut_fence(whole: _Splittable) -> Iterator[_PartEnd]:
    """Group some lines of code."""
    lines = whole.raw.lines
    for first in range(0, len(lines) - 1, FENCE_LINES):
        last = min(first + FENCE_LINES, len(lines) - 1)
        for end in _line_ends(whole.source, lines, first, last, PART_WEIGHT):
            yield _PartEnd(end, PART_WEIGHT)


def _cut_table(whole: _Splittable) -> Iterator[_PartEnd]:
    """Group some rows; a row too long for a cell is shown as text."""
    lines = whole.raw.lines
    most = max(2, min(TABLE_ROWS, TABLE_CELLS // max(1, len(whole.widths))))
    begin, count = 0, 0
    for index in range(len(lines) - 1):
        if lines[index + 1] - lines[index] > HEAVY:
            if lines[index] > lines[begin]:
                yield _PartEnd(lines[index], lines[index] - lines[begin] + ROW_WEIGHT * count)
            for end in _line_ends(whole.source, lines, index, index + 1, LINE_CHARACTERS):
                yield _PartEnd(end, LINE_CHARACTERS, {"kind": "text"})
            begin, count = index + 1, 0
            continue
        count += 1
        size = lines[index + 1] - lines[begin]
        if count >= most + (0 if begin or whole.resumed else 2) or size > HEAVY:
            yield _PartEnd(lines[index + 1], size + ROW_WEIGHT * count)
            begin, count = index + 1, 0
    if begin < len(lines) - 1:
        yield _PartEnd(lines[-1], lines[-1] - lines[begin] + ROW_WEIGHT * count)


def _cut_list(whole: _Splittable) -> Iterator[_PartEnd]:
    """Group items, cutting at an outer one where possible, and cut what is too long in one item."""
    raw, lines = whole.raw, whole.raw.lines
    if not raw.items:  # the rest of one item
        for cut in _cut_lines(whole):
            cut.fields["kind"] = "paragraph"
            yield cut
        return
    raw.items[0] = raw.items[0]._replace(at=0)  # text before it belongs to it
    top, position, base, count = 0, lines[0], raw.items[0], 0
    fields = _item_fields(whole, base, 0)
    for item, following in pairwise([*raw.items, Item(len(lines) - 1, -1, 0, None)]):
        top += item.depth == 0
        count += 1
        begin, end = lines[item.at], lines[following.at]
        if end - begin > HEAVY or is_dense(whole.source, begin, end):
            ends = list(_line_ends(whole.source, lines, item.at, following.at, LINE_CHARACTERS))
            yield _PartEnd(ends[0], LINE_CHARACTERS, fields)
            inside: _Fields = {"kind": "paragraph", "depth": item.depth + 1, "indent": item.column + 2}
            for stop in ends[1:]:
                yield _PartEnd(stop, LINE_CHARACTERS, inside)
        else:
            weight = end - position + ITEM_WEIGHT * count
            full = weight >= PART_WEIGHT and (following.depth == 0 or weight >= PART_WEIGHT * 3 // 2)
            if not full and following.column >= base.column:
                continue
            yield _PartEnd(end, weight, fields)
        position, base, count = end, following, 0
        fields = _item_fields(whole, following, top)


def _item_fields(whole: _Splittable, item: Item, before: int) -> _Fields:
    """Return the fields of a part that begins with this item."""
    number = item.number
    if item.depth == 0 and whole.first is not None:
        number = whole.first + before
    loose = whole.raw.loose if item.depth == 0 else None
    return {"start": number, "loose": loose, "depth": item.depth, "indent": item.column if item.depth else 0}


_CUTTERS: dict[Kind, Callable[[_Splittable], Iterator[_PartEnd]]] = {
    "fence": _cut_fence,
    "table": _cut_table,
    "list": _cut_list,
}


def _line_ends(source: str, lines: list[int], first: int, last: int, size: int) -> Iterator[int]:
    """Yield the ends of pieces of about `size` characters of the lines from `first` to `last`."""
    begin = lines[first]
    if is_dense(source, begin, min(lines[last], begin + 8 * size)):
        size = DENSE_CHARACTERS
    for index in range(first, last):
        start, end = lines[index], lines[index + 1]
        if end - begin <= size:
            continue
        if start > begin:
            yield start
            begin = start
        while end - begin > size + size // 4:
            cut = source.rfind(" ", begin + size // 2, begin + size) + 1 or _hard_cut(source, begin + size)
            yield cut
            begin = cut
    if begin < lines[last]:
        yield lines[last]


def _hard_cut(source: str, position: int) -> int:
    """Move a cut out of the middle of a line break."""
    return position + (source[position - 1] == "\r" and source.startswith("\n", position))


def is_dense(source: str, start: int, end: int) -> bool:
    """Tell whether inline markup is so dense there that parsing takes more than linear time."""
    if end - start < DENSE_CHARACTERS * 2:
        return False
    sample = source[start : min(end, start + HEAVY)]
    return len(_DENSE.findall(sample)) * 4 > len(sample)


def _column_widths(rows: list[str], columns: int) -> tuple[int, ...]:
    """Share the width among columns, in percent: by their longest words, and what is left by their longest cells.

    Where there is no room for all words, the longest of them are broken.
    """
    words, cells = [3] * columns, [3] * columns
    for row in rows:
        for index, cell in enumerate(split_row(row)[:columns]):
            seen = _UNSEEN.sub("", _BREAK.sub(" ", cell.strip()[:_MEASURED]))
            wide = len(_WIDE.findall(seen))
            words[index] = max(words[index], min(4, wide), *map(len, _WIDE.sub(" ", seen).split()))
            cells[index] = max(cells[index], min(LONG_CELL, len(seen) + wide))
    most = next(
        (most for most in range(LONG_CELL, 3, -1) if sum(min(most, word) for word in words) <= TABLE_LINE), 3
    )
    least = [min(most, word) for word in words]
    more = [max(0, cell - word) for cell, word in zip(cells, least, strict=True)]
    share = min(1.0, (TABLE_LINE - sum(least)) / max(1, sum(more)))
    wanted = [_CELL_PADDING + word + max(0.0, share) * rest for word, rest in zip(least, more, strict=True)]
    return tuple(max(1, int(100 * width / sum(wanted))) for width in wanted)


def _longest(source: str, lines: list[int], columns: int) -> Generator[None, None, tuple[tuple[str, str], ...]]:
    """Return the longest word and the longest text of each column, among rows from everywhere in a table."""
    words, texts = [""] * columns, [""] * columns
    for count, index in enumerate(range(0, len(lines) - 1, -(-len(lines) // SAMPLED_ROWS))):
        if count * columns % 1_000 < columns:
            yield
        row = source[lines[index] : lines[index + 1]]
        for column, cell in enumerate(split_row(row)[:columns] if len(row) <= HEAVY else ()):
            if _letters(cell) <= len(words[column]):
                continue
            seen = _UNSEEN.sub("", _BREAK.sub(" ", cell.strip()[:_MEASURED]))
            texts[column] = max(texts[column], seen, key=_letters)
            words[column] = max([words[column], *_WIDE.sub(" ", seen).split()], key=len)
    return tuple(zip(words, texts, strict=True))


def _letters(text: str) -> int:
    """Return how many letters would be as wide as a text."""
    return len(text) if text.isascii() else len(text) + len(_WIDE.findall(text))
