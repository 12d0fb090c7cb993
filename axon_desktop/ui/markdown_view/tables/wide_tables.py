"""Tables in a document, whose columns are as wide as necessary, even if the table is then wider than the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextLength,
    QTextTable,
    QTextTableCell,
    QTextTableFormat,
)

from axon_desktop.ui.markdown_view.tables.column_needs import measure_table, needs_of, text_size
from axon_desktop.ui.markdown_view.tables.column_widths import ColumnNeed, column_widths

BELOW_GRID = 4.0
"""Qt's space below a table with collapsed borders, and the last line, which the next part begins with."""
BAR_ROOM = 16.0
"""Space below a table with a scroll bar."""
_BETWEEN_PARTS = 3
"""Positions from one table to the next, if nothing is between them."""
_SPARE = 1.0
"""Pixels beside the longest line of a column: Qt rounds positions of characters."""


@dataclass(slots=True, eq=False)
class SharedTable:
    """A table that may be cut into parts: the needs of its columns, and its horizontal scroll offset."""

    key: str = ""
    """The titles of its columns, by which it is found when the text around it is laid out again."""
    needs: list[ColumnNeed] = field(default_factory=list)
    """The needs of its columns, as far as it was laid out."""
    offset: int = 0
    """Pixels by which it is scrolled to the right."""

    def take(self, needs: Sequence[ColumnNeed], *, whole: bool) -> bool:
        """Add the needs of the columns of the `whole` table or of a part of it; return whether they grew."""
        if whole or len(needs) != len(self.needs):
            self.needs = list(needs)
            return False
        before = self.needs
        self.needs = [one.joined(other) for one, other in zip(before, needs, strict=True)]
        return self.needs != before


@dataclass(frozen=True, slots=True)
class WideTable:
    """A table, or a part of one, that is wider than its room: it is shown in a frame."""

    shared: SharedTable
    """The table."""
    area: QRectF
    """The frame, in the document's coordinates."""
    reach: int
    """Pixels that do not fit in the frame."""
    start: int
    """First position in it."""
    end: int
    """Last position in it."""
    ground: QColor | None
    """Colour of the background around it; None for that of the view."""
    spread: float
    """How far that background extends to the right of the frame."""

    @property
    def offset(self) -> int:
        """Return the horizontal scroll offset."""
        return min(self.shared.offset, self.reach)

    def holds(self, position: int) -> bool:
        """Tell whether a position of the document is in it."""
        return self.start <= position <= self.end


@dataclass(slots=True, eq=False)
class Grid:
    """A table with content, or one that is only the background of code, a quote or the like."""

    table: QTextTable
    around: tuple[Grid, ...]
    """The tables around it, from outside to inside."""
    is_ground: bool
    """Whether it is only a background."""
    before: Grid | None = None
    """The part before it of the same table, if that is in several parts."""
    needs: list[ColumnNeed] | None = None
    """The needs of its columns; None until they are measured."""
    excess: float = 0.0
    """By how much it is wider than its room."""

    @property
    def start(self) -> int:
        """Return the first position in it."""
        return self.table.firstPosition()

    @property
    def end(self) -> int:
        """Return the last position in it."""
        return self.table.lastPosition()

    def cell_around(self, grid: Grid) -> QTextTableCell:
        """Return its cell that contains another table."""
        return self.table.cellAt(grid.start)


class Grids:
    """The tables of one document."""

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self._all: list[Grid] = []
        self._grids: list[Grid] = []
        """Those with content."""
        self._width = 0.0

    def find(self) -> None:
        """Find the tables of the current document, even during an edit."""
        around: list[Grid] = []
        self._all = []
        for table in self._tables():
            while around and around[-1].table.lastPosition() < table.firstPosition():
                around.pop()
            if not around or around[-1].is_ground:
                around.append(Grid(table, tuple(around), _is_ground(table.format())))
                self._all.append(around[-1])
        self._grids = [grid for grid in self._all if not grid.is_ground]
        for before, grid in pairwise(self._grids):
            grid.before = before if _continues(before, grid) else None

    def _tables(self) -> list[QTextTable]:
        """Return all tables in document order: Qt does not list frames before an edit is over."""
        numbers = {look.objectIndex() for look in self._document.allFormats()}
        objects = (self._document.object(number) for number in numbers if number >= 0)
        return sorted((table for table in objects if isinstance(table, QTextTable)), key=QTextTable.firstPosition)

    def clear(self) -> None:
        """Drop the tables, before the document changes."""
        self._all, self._grids = [], []

    def measure_again(self) -> None:
        """Note that sizes of pictures changed."""
        for grid in self._grids:
            grid.needs = None

    def __len__(self) -> int:
        return len(self._grids)

    def titles(self) -> list[str | None]:
        """Return the first row of each table; None for one that continues the table before it."""
        return [
            "|".join(block.text() for block in _first_row(grid.table)) if grid.before is None else None
            for grid in self._grids
        ]

    def needs(self, number: int) -> list[ColumnNeed]:
        """Return the needs of a table's columns."""
        grid = self._grids[number]
        if grid.needs is None:
            grid.needs = measure_table(grid.table, self._document)
        return grid.needs

    def needs_of(self, number: int, longest: Sequence[tuple[str, str]]) -> list[ColumnNeed]:
        """Return the needs of a table's columns for the longest word and the longest text of each."""
        return needs_of(longest, self._grids[number].table, self._document)

    def fit(self, width: float, tables: Sequence[SharedTable], *, open_end: bool) -> None:
        """Set the widths of all columns for a text of this width.

        With `open_end` the last table may continue in another document.
        """
        self._width = width
        editing = QTextCursor(self._document)
        editing.beginEditBlock()
        followed = {grid.before for grid in self._grids}
        for number, (grid, shared) in enumerate(zip(self._grids, tables, strict=True), start=1):
            below = BAR_ROOM if number < len(self) or not open_end else grid.table.format().topMargin()
            self._fit(grid, shared, -BELOW_GRID if grid in followed else below)
        self._keep_in_sight()
        editing.endEditBlock()

    def _fit(self, grid: Grid, shared: SharedTable, below: float) -> None:
        look = grid.table.format()
        columns, room = grid.table.columns(), _room(grid, self._width)
        beside = _beside_text(grid.table, look)
        edges = _edges(look, columns)
        em = float(text_size(grid.table, self._document))
        widths = column_widths(shared.needs, room - columns * beside - edges, em)
        total = sum(widths) + columns * beside + edges
        grid.excess = max(0.0, total - room)
        wanted = [QTextLength(QTextLength.Type.FixedLength, width + beside) for width in widths]
        if below > 0 and not grid.excess:
            below = look.topMargin()
        if look.columnWidthConstraints() != wanted or look.bottomMargin() != below:
            look.setColumnWidthConstraints(wanted)
            look.setWidth(QTextLength())
            look.setBottomMargin(below)
            grid.table.setFormat(look)

    def _keep_in_sight(self) -> None:
        """Keep contents beside a wide table, in a quote or the like, from becoming as wide as that."""
        for ground in self._all:
            if ground.is_ground:
                ground.excess = max((grid.excess for grid in self._grids if ground in grid.around), default=0.0)
        for ground in self._all:
            within = [grid for grid in self._all if grid.around[-1:] == (ground,)]
            if any(ground in grid.around for grid in self._grids):
                _set_right_margins(ground, within)

    def wide(self, tables: Sequence[SharedTable]) -> list[WideTable]:
        """Return the tables that are wider than their room, at their current positions."""
        return [self._wide(grid, shared) for grid, shared in zip(self._grids, tables, strict=True) if grid.excess]

    def _wide(self, grid: Grid, shared: SharedTable) -> WideTable:
        layout, table = self._document.documentLayout(), grid.table
        look, room = table.format(), _room(grid, self._width)
        first = table.cellAt(0, 0).format().toTableCellFormat()
        texts = [layout.blockBoundingRect(block).topLeft() for block in _first_row(table)]
        frame = layout.frameBoundingRect(table)
        border = 1.5 if look.borderCollapse() else look.cellSpacing() + look.border()
        top = min(point.y() for point in texts) - first.topPadding() - border
        left = texts[0].x() - first.leftPadding() - border - (1.0 if look.borderCollapse() else 0.0)
        height = frame.height() - look.topMargin() - look.bottomMargin() - (3.0 if look.borderCollapse() else 0.0)
        natural = frame.width() - (2.0 if look.borderCollapse() else 0.0)
        ground, beyond = None, 0.0
        for outer in reversed(grid.around):
            cell = outer.cell_around(grid).format().toTableCellFormat()
            brush = cell.background()
            beyond += cell.rightPadding()
            if brush.style() != Qt.BrushStyle.NoBrush:
                ground = brush.color()
                break
        return WideTable(
            shared,
            QRectF(left, top, room, height),
            max(0, round(natural - room)),
            table.firstPosition(),
            table.lastPosition(),
            ground,
            beyond if ground is not None else 0.0,
        )


def visible_rect(tables: Sequence[WideTable], rect: QRectF, position: int) -> QRectF:
    """Return where something at a position of a document is visible, given its rectangle in the document."""
    for table in tables:
        if table.holds(position):
            return rect.translated(-float(table.offset), 0.0)
    return rect


def table_at(tables: Sequence[WideTable], point: QPointF) -> WideTable | None:
    """Return the wide table at a point of a document."""
    return next((table for table in tables if table.area.contains(point)), None)


def table_beside(tables: Sequence[WideTable], point: QPointF) -> WideTable | None:
    """Return the wide table at the height of a point of a document."""
    return next((table for table in tables if table.area.top() <= point.y() < table.area.bottom()), None)


def into_document(tables: Sequence[WideTable], point: QPointF) -> QPointF:
    """Return the point of the document that is visible at a point; in a scrolled table it is another one."""
    table = table_beside(tables, point)
    if table is None:
        return point
    x = min(max(point.x(), table.area.left()), table.area.right() - 1.0)
    return QPointF(x + table.offset, point.y())


def _continues(before: Grid, grid: Grid) -> bool:
    """Tell whether a table is a later part of the one before it, and has no titles of its own."""
    if before.around != grid.around or before.table.columns() != grid.table.columns():
        return False
    look, ground = grid.table.format(), grid.table.cellAt(0, 0).format().background()
    is_part = look.borderCollapse() and not look.topMargin() and ground.style() == Qt.BrushStyle.NoBrush
    return is_part and grid.start - before.end <= _BETWEEN_PARTS


def _first_row(table: QTextTable) -> list[QTextBlock]:
    return [table.cellAt(0, column).firstCursorPosition().block() for column in range(table.columns())]


def _is_ground(look: QTextTableFormat) -> bool:
    """Tell whether a table is only a background."""
    return look.width().type() == QTextLength.Type.PercentageLength and not look.borderCollapse()


def _room(grid: Grid, width: float) -> float:
    """Return the room for a table in a text of this width."""
    for outer in grid.around:
        look, inner = outer.table.format(), outer.cell_around(grid).format().toTableCellFormat()
        fixed = (
            length.rawValue()
            for length in look.columnWidthConstraints()
            if length.type() == QTextLength.Type.FixedLength
        )
        width -= sum(fixed) + inner.leftPadding() + inner.rightPadding() + look.leftMargin()
        width -= _edges(look, outer.table.columns())
    return max(1.0, width - grid.table.format().leftMargin())


def _edges(look: QTextTableFormat, columns: int) -> float:
    """Return how much wider a table is than its columns."""
    if look.borderCollapse():
        return 2 * look.border()
    return 2 * look.border() + (columns + 1) * look.cellSpacing()


def _beside_text(table: QTextTable, look: QTextTableFormat) -> float:
    """Return how much wider a column is than its text may be."""
    cell = table.cellAt(0, 0).format().toTableCellFormat()
    return cell.leftPadding() + cell.rightPadding() + (look.border() if look.borderCollapse() else 0.0) + _SPARE


def _set_right_margins(ground: Grid, within: Sequence[Grid]) -> None:
    """Keep contents beside a wide table in a cell within the visible width."""
    for grid in within:
        margin = ground.excess - grid.excess if grid.is_ground else 0.0
        look = grid.table.format()
        if look.rightMargin() != margin:
            look.setRightMargin(margin)
            grid.table.setFormat(look)
    spacing = QTextBlockFormat()
    spacing.setRightMargin(ground.excess)
    cell = ground.cell_around(within[0])
    block, last = cell.firstCursorPosition().block(), cell.lastPosition()
    while block.isValid() and block.position() <= last:
        beside = next((grid for grid in within if grid.start <= block.position() <= grid.end), None)
        if beside is not None:
            block = block.document().findBlock(beside.end + 1)
            continue
        if block.blockFormat().rightMargin() != ground.excess:
            QTextCursor(block).mergeBlockFormat(spacing)
        block = block.next()
