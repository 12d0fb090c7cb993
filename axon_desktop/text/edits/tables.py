"""Tables in the source: to the next cell and row, equal widths, rows and columns put in and taken out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

from msgspec import Struct

from axon_desktop.text.edits.edit import Change, Lines, in_code, line_at
from axon_desktop.text.edits.ordered_lists import LINE_ENDS, QUOTE

_PIPE = re.compile(r"(?<!\\)\|")
_DASHES = re.compile(r"[ \t]*:?-+:?[ \t]*")
_WIDEST = 80
"""Columns of text up to which a column is padded: a longer one would make every row long."""
_LEAST = 3


class _Place(Struct, frozen=True):
    """A place in a table: row 0 is the head, and row 1 has the dashes."""

    row: int
    column: int


class _Row(list[str]):
    """The cells of a row, and the character that stands for an odd end of its line."""

    end = ""


class _Table(Struct):
    """A table of the source."""

    lines: Lines
    first: int
    end: int
    before: str
    """What stands before each row: quotes, indentation."""
    outer: tuple[bool, bool]
    """Whether rows begin and end with a pipe."""
    rows: list[_Row]

    def place(self, position: int) -> _Place:
        """Return the cell of a position."""
        row = self.lines.at(position) - self.first
        line, start = self.lines.all[self.first + row], self.lines.starts[self.first + row]
        pipes = [pipe.start() for pipe in _PIPE.finditer(line)]
        column = sum(start + pipe < position for pipe in pipes) - _begins(line)
        return _Place(row, min(max(0, column), max(len(self.rows[row]) - 1, 0)))

    @property
    def width(self) -> int:
        """How many columns the widest row has."""
        return max(len(row) for row in self.rows)

    def done(self, rows: list[_Row], at: _Place | None) -> Change:
        """Return the change to other rows, with the text of a cell selected; None goes behind the table."""
        shown, cells = _drawn(rows, self.before, self.outer)
        shown = [line + row.end for line, row in zip(shown, rows, strict=True)]
        lines = self.lines
        new = [*lines.all[: self.first], *shown, *lines.all[self.end :]]
        if at is None and self.first + len(shown) == len(new):
            shown, new = [*shown, ""], [*new, ""]
        edits = lines.spliced(self.first, self.end, shown, new)
        starts = Lines("\n".join(new)).starts
        if at is None:
            place = starts[self.first + len(rows)]
            return Change(edits, place, place)
        start, end = cells[at.row][at.column]
        start, end = starts[self.first + at.row] + start, starts[self.first + at.row] + end
        return Change(edits, start, end)


def _begins(line: str) -> bool:
    quote = QUOTE.match(line)
    return line[quote.end() if quote is not None else 0 :].lstrip(" \t").startswith("|")


def cells_of(row: str) -> list[str]:
    """Return the cells of a row, without the blanks around them."""
    row = row.strip()
    row = row.removeprefix("|")
    if row.endswith("|") and not row.endswith("\\|"):
        row = row[:-1]
    return [cell.strip() for cell in _PIPE.split(row)]


def _find(text: str, position: int) -> _Table | None:
    """Return the table at a position."""
    if "|" not in line_at(text, position)[1]:
        return None
    lines = Lines(text)
    here = lines.at(position)
    quotes = _quotes(lines.all[here])
    first, end = here, here + 1
    while first and _is_row(lines.all[first - 1], quotes):
        first -= 1
    while end < len(lines.all) and _is_row(lines.all[end], quotes):
        end += 1
    dashes = next((at for at in range(first + 1, end) if _is_dashes(lines.all[at])), None)
    if dashes is None or dashes - 1 > here or in_code(text, position):
        return None
    first = dashes - 1
    rows = [_row(line) for line in lines.all[first:end]]
    if len(rows[0]) != len(rows[1]):
        return None
    head = lines.all[first]
    before = head[: len(head) - len(_inner(head).lstrip(" \t"))]
    inner = head.rstrip()
    outer = _begins(head), inner.endswith("|") and not inner.endswith("\\|")
    return _Table(lines, first, end, before, outer, rows)


def _row(line: str) -> _Row:
    row = _Row(cells_of(_inner(line)))
    row.end = line[-1:] if line[-1:] in LINE_ENDS else ""
    return row


def _inner(line: str) -> str:
    quote = QUOTE.match(line)
    return line[quote.end() if quote is not None else 0 :]


def _quotes(line: str) -> int:
    quote = QUOTE.match(line)
    return quote[0].count(">") if quote is not None else 0


def _is_row(line: str, quotes: int) -> bool:
    return _quotes(line) == quotes and bool(_PIPE.search(line))


def _is_dashes(line: str) -> bool:
    cells = cells_of(_inner(line))
    return "|" in line and all(_DASHES.fullmatch(cell) for cell in cells)


def _drawn(
    rows: Sequence[Sequence[str]], before: str, outer: tuple[bool, bool]
) -> tuple[list[str], list[list[tuple[int, int]]]]:
    """Return the lines of a table with columns of equal width, and where the text of each cell is."""
    columns = max(len(row) for row in rows)
    if columns == 1 or not all(row[0] and row[-1] for row in rows):
        outer = True, True  # without them a row cannot begin or end with an empty cell
    sides = [_side(cell) for cell in rows[1]] + [""] * (columns - len(rows[1]))
    texts = [*rows[:1], *rows[2:]]
    widths = [max([_LEAST, *(_width(row[n]) for row in texts if n < len(row))]) for n in range(columns)]
    widths = [min(width, _WIDEST) for width in widths]
    lines: list[str] = []
    cells: list[list[tuple[int, int]]] = []
    for number, row in enumerate(rows):
        line, places = before + ("| " if outer[0] else ""), []
        for column in range(max(len(row), len(rows[1]))):
            cell = row[column] if column < len(row) else ""
            if number == 1:
                cell = _dashes(sides[column], widths[column])
            left, right = _padding(widths[column] - _width(cell), sides[column])
            line += (" | " if column else "") + left
            places.append((len(line), len(line) + len(cell)))
            line += cell + right
        lines.append(line + " |" if outer[1] else line.rstrip(" "))
        cells.append(places)
    return lines, cells


def _side(dashes: str) -> str:
    dashes = dashes.strip()
    return ("l" if dashes.startswith(":") else "") + ("r" if dashes.endswith(":") else "")


def _dashes(side: str, width: int) -> str:
    begins, ends = ":" if "l" in side else "", ":" if "r" in side else ""
    return begins + "-" * (width - len(begins) - len(ends)) + ends


def _padding(room: int, side: str) -> tuple[str, str]:
    room = max(0, room)
    left = room // 2 if side == "lr" else room if side == "r" else 0
    return " " * left, " " * (room - left)


def _width(text: str) -> int:
    """Return how many columns a text takes in a font of equal widths."""
    if text.isascii():
        return len(text)
    return sum(0 if _draws_nothing(char) else 1 + (unicodedata.east_asian_width(char) in "WF") for char in text)


def _draws_nothing(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Me", "Cf")


# --- commands


def next_cell(text: str, anchor: int, caret: int, *, back: bool = False) -> Change | None:
    """Go to the next cell, or the one before; behind the last one is another row. None outside of tables."""
    del anchor
    table = _find(text, caret)
    if table is None:
        return None
    at, width = table.place(caret), len(table.rows[0])
    row, column = at.row, at.column + (-1 if back else 1)
    if not 0 <= column < max(width, len(table.rows[row])):
        row, column = row + (-1 if back else 1), width - 1 if back else 0
        row += (-1 if back else 1) if row == 1 else 0
    if row < 0:
        return table.done(table.rows, _Place(0, 0))
    rows = table.rows if row < len(table.rows) else [*table.rows, _Row([""] * width)]
    return table.done(rows, _Place(row, min(column, max(width, len(rows[row])) - 1)))


def next_row(text: str, anchor: int, caret: int) -> Change | None:
    """Go to the cell below, or to another row; from a last row that is empty, behind the table.

    The row below the dashes begins with its first cell: whoever has written the dashes has the caret at their end.
    """
    table = _find(text, caret)
    if table is None or anchor != caret:
        return None
    at, rows = table.place(caret), table.rows
    row = at.row + (2 if at.row == 0 else 1)
    if row >= len(rows):
        if at.row > 1 and not any(rows[at.row]):
            return table.done(rows[: at.row], None)
        rows = [*rows, _Row([""] * len(rows[0]))]
    column = 0 if at.row == 1 else at.column
    return table.done(rows, _Place(row, min(column, max(len(rows[row]), len(rows[0])) - 1)))


def align(text: str, anchor: int, caret: int) -> Change | None:
    """Give the columns of the table equal widths; the caret stays in its cell, as far from its beginning."""
    table = _find(text, caret)
    if table is None:
        return None
    at = table.place(caret)
    line, start = table.lines.all[table.first + at.row], table.lines.starts[table.first + at.row]
    pipes = [pipe.end() for pipe in _PIPE.finditer(line)]
    pipes = pipes if _begins(line) else [len(table.before), *pipes]
    cell = line[pipes[at.column] :] if at.column < len(pipes) else ""
    begins = start + pipes[at.column] + len(cell) - len(cell.lstrip(" \t")) if at.column < len(pipes) else caret
    change = table.done(table.rows, at)
    place = min(change.anchor + max(0, caret - begins), change.caret)
    del anchor
    return Change(change.edits, place, place) if change.edits else None


def _changed(change: Callable[[list[_Row], _Place], _Place | None]) -> Callable[[str, int, int], Change | None]:
    def command(text: str, _anchor: int, caret: int) -> Change | None:
        table = _find(text, caret)
        if table is None:
            return None
        width = table.width
        rows = table.rows
        for number, row in enumerate(rows):
            row.extend(["---" if number == 1 else ""] * (width - len(row)))
        at = change(rows, table.place(caret))
        return table.done(rows, at) if at is not None else None

    return command


def _row_at(number: int, rows: list[_Row], at: _Place) -> _Place:
    number = max(2, number)
    rows.insert(number, _Row([""] * len(rows[0])))
    return _Place(number, at.column)


def _delete_row(rows: list[_Row], at: _Place) -> _Place | None:
    if at.row < 2:  # the head, and the dashes
        return None
    del rows[at.row]
    return _Place(min(at.row, len(rows) - 1) if len(rows) > 2 else 0, at.column)


def _column_at(number: int, rows: list[_Row], at: _Place) -> _Place:
    for line, row in enumerate(rows):
        row.insert(number, "---" if line == 1 else "")
    return _Place(at.row, number)


def _delete_column(rows: list[_Row], at: _Place) -> _Place | None:
    if len(rows[0]) == 1:
        return None
    for row in rows:
        del row[at.column]
    return _Place(at.row, min(at.column, len(rows[0]) - 1))


insert_row_above = _changed(lambda rows, at: _row_at(at.row, rows, at))
insert_row_below = _changed(lambda rows, at: _row_at(at.row + 1, rows, at))
delete_row = _changed(_delete_row)
insert_column_left = _changed(lambda rows, at: _column_at(at.column, rows, at))
insert_column_right = _changed(lambda rows, at: _column_at(at.column + 1, rows, at))
delete_column = _changed(_delete_column)


def from_rows(rows: Sequence[Sequence[str]]) -> str:
    """Return a table with these cells, the first row as its head."""
    width = max(len(row) for row in rows)
    cells = [[_as_cell(cell) for cell in row] + [""] * (width - len(row)) for row in rows]
    return "\n".join(_drawn([cells[0], ["---"] * width, *cells[1:]], "", (True, True))[0])


def _as_cell(text: str) -> str:
    return _PIPE.sub(r"\\|", " ".join(text.split()))


def has_table(text: str, position: int) -> bool:
    """Tell whether a position is in a table."""
    return _find(text, position) is not None
