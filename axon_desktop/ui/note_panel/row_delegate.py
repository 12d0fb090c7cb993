"""Painting of the lines of the outline, the links and the tags: like the rows of the vault tree."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from axon_desktop.ui.look.sizes import px, row_height
from axon_desktop.ui.look.theme import current_colors
from axon_desktop.ui.note_panel.row_model import Index, PanelRowModel
from axon_desktop.ui.note_panel.rows import PanelRow
from axon_desktop.ui.tree.delegate import ROW_HEIGHT, Row, paint_row

_PAD = 6
_ARROW = 11
_STEP = 12
"""Indentation of a level in pixels."""
_BEFORE_MARK = 0.35
"""Share of a narrow row for the text before the first mark."""


class PanelRowDelegate(QStyledItemDelegate):
    """Paints one line over the width of its view."""

    def __init__(self) -> None:
        super().__init__()
        self.current = ""
        """Key of the line of the current position."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the same height for every line, so that large lists need no measuring."""
        return QSize(0, row_height(ROW_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a line."""
        model = index.model()
        assert isinstance(model, PanelRowModel)
        line = model.line(index.row())
        if line.kind in ("snippet", "hint", "new"):
            self._paint_text(painter, option, line)
            return
        state: QStyle.StateFlag = option.state
        font = QFont(option.font)
        if line.kind == "section":
            font.setWeight(QFont.Weight.DemiBold)
        has_keys = _has_keys(state)
        row = Row(
            name=line.text,
            note=line.note,
            arrow="" if not line.foldable else "open" if model.is_open(line) else "closed",
            selected=has_keys,
            current_note=line.key == self.current,
            hovered=bool(state & QStyle.StateFlag.State_MouseOver),
            focused=has_keys,
        )
        indent = indent_of(line) - (px(_ARROW) if line.foldable else 0)
        paint_row(painter, option.rect, indent, row, font)

    def _paint_text(self, painter: QPainter, option: QStyleOptionViewItem, line: PanelRow) -> None:
        """Paint a line of a note with its marks, a remark, or a missing target."""
        state: QStyle.StateFlag = option.state
        selected = _has_keys(state)
        rect: QRect = option.rect
        colors = current_colors()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if line.kind != "hint" and (selected or state & QStyle.StateFlag.State_MouseOver):
            painter.setPen(QColor(colors.accent if selected else colors.frame))
            painter.setBrush(QColor(colors.accent_soft if selected else colors.card))
            painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        area = rect.adjusted(_PAD + indent_of(line), 0, -_PAD, 0)
        if line.note:
            painter.setFont(option.font)
            painter.setPen(QColor(colors.accent))
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, line.note)
            area.setRight(area.right() - QFontMetrics(option.font).horizontalAdvance(line.note) - _PAD)
        painter.setClipRect(area)
        strong = QFont(option.font)
        strong.setWeight(QFont.Weight.DemiBold)
        text, marks = fit(line.text, line.marks, QFontMetrics(strong), area.width())
        ground = colors.text if selected else colors.muted
        at = 0
        for start, end in marks:
            area = _paint_part(painter, area, text[at:start], option.font, ground)
            area = _paint_part(painter, area, text[start:end], strong, colors.accent)
            at = end
        _paint_part(painter, area, text[at:], option.font, ground)
        painter.restore()


def _has_keys(state: QStyle.StateFlag) -> bool:
    """Tell whether a line has the focus: without it the line looks like the others, nothing is selected."""
    return bool(state & QStyle.StateFlag.State_Selected) and bool(state & QStyle.StateFlag.State_HasFocus)


def indent_of(line: PanelRow) -> int:
    """Return the indentation of a line's text."""
    return px(_STEP) * (line.depth - (line.kind == "snippet")) + px(_ARROW)


def arrow_rect(line: PanelRow, rect: QRect) -> QRect:
    """Return the area where a click folds a line."""
    return QRect(rect.left(), rect.top(), _PAD + indent_of(line) + 2, rect.height())


def fit(
    text: str, marks: Sequence[tuple[int, int]], metrics: QFontMetrics, width: int
) -> tuple[str, list[tuple[int, int]]]:
    """Shorten a text to a width: before its first mark if that would be cut off, and at its end."""
    shift = 0
    if marks and metrics.horizontalAdvance(text[: marks[0][1]]) > width:
        start = marks[0][0]
        before = metrics.elidedText(text[:start], Qt.TextElideMode.ElideLeft, round(_BEFORE_MARK * width))
        blank = before.find(" ")
        if before.startswith("…") and 0 < blank < len(before) - 1:
            before = "…" + before[blank + 1 :]
        shift = len(before) - start
        text = before + text[start:]
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
    moved = [(start + shift, min(len(shown), end + shift)) for start, end in marks]
    return shown, [(start, end) for start, end in moved if start < end]


def _paint_part(painter: QPainter, area: QRect, text: str, font: QFont, color: str) -> QRect:
    """Paint a part of a text and return the rest of the area."""
    painter.setFont(font)
    painter.setPen(QColor(color))
    painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
    return area.adjusted(QFontMetrics(font).horizontalAdvance(text), 0, 0, 0)
