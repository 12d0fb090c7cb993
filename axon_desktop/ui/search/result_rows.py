"""Painting of search results: a note with its folder, count, likeness and passage, a line with its matches."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.sizes import px, row_height
from axon_desktop.ui.look.theme import current_colors, ui_font
from axon_desktop.ui.search.marked_text import LineCounter, TextFormat, draw_marked, focus
from axon_desktop.ui.search.result_model import ResultModel, Row
from axon_desktop.vault.search.excerpts import Excerpt
from axon_desktop.vault.search.found import FoundNote

NOTE_HEIGHT = 27
ARROW_WIDTH = 20
"""Width of the arrow at the left of a note that folds it."""
_PAD = 6
_INDENT = 20
_LINES = 3
"""Maximum number of text lines for a line of a note."""
_LINE_PAD = 3
_PITCH = 17
"""Line height in pixels: enough for Chinese characters beside others."""
_PIXELS = 12
_COUNT_ROOM = 16
_ICON = 14
_LEAST_FOLDER = 60
_LIKENESS = (44, 3)
"""Size of the bar that shows how near a passage is."""
_BELOW_PASSAGE = 6


class ResultDelegate(QStyledItemDelegate):
    """Paints both kinds of rows."""

    def __init__(self, results: ResultModel, parent: QObject) -> None:
        super().__init__(parent)
        self.width = 0
        """Font of the view."""
        self._results = results
        self.measure()

    def measure(self) -> None:
        """Read the current text size."""
        self._face = ui_font()
        self._face.setWeight(QFont.Weight.DemiBold)
        self._small = ui_font(px(_PIXELS))
        self._metrics = QFontMetrics(self._small)
        self._counter = LineCounter(self._small)

    def sizeHint(self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the height of a row; a line of a note takes up to three text lines."""
        row = self._results.rows[index.row()]
        excerpt = row.excerpt
        if row.is_note and row.note.passage:
            lines = self._counter.count(row.note.passage, self.width - self._left - _PAD, _LINES)
            height = row_height(NOTE_HEIGHT) + (lines + bool(row.note.heading_path)) * px(_PITCH)
            return QSize(0, height + _BELOW_PASSAGE)
        if excerpt is None:
            return QSize(0, row_height(NOTE_HEIGHT) if row.is_note else px(_PITCH) + 2 * _LINE_PAD)
        room = self.width - px(_INDENT) - 2 * _PAD
        text, _ = focus(excerpt.text, excerpt.marks, self._letters(room))
        return QSize(0, self._counter.count(text, room, _LINES) * px(_PITCH) + 2 * _LINE_PAD)

    @property
    def _left(self) -> int:
        """Where titles begin: beside the arrows, if there are any."""
        return _PAD if self._results.only_passages else px(ARROW_WIDTH)

    def _letters(self, width: int) -> int:
        """Return about how many characters fit into the text lines, without the last."""
        return max(1, (_LINES - 1) * width // max(1, self._metrics.averageCharWidth()))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one row."""
        colors = current_colors()
        state: QStyle.StateFlag = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        rect: QRect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lit = selected or bool(state & QStyle.StateFlag.State_MouseOver)
        if lit:
            focused = selected and bool(state & QStyle.StateFlag.State_HasFocus)
            painter.setPen(QColor(colors.accent if focused else colors.frame))
            painter.setBrush(QColor(colors.accent_soft if selected else colors.card))
            painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        row = self._results.rows[index.row()]
        if row.excerpt is not None:
            self._paint_line(painter, rect, row.excerpt, selected)
        elif row.is_note:
            head = QRect(rect.left(), rect.top(), rect.width(), row_height(NOTE_HEIGHT))
            self._paint_note(painter, head, row, selected, lit=lit)
            if row.note.passage:
                below = rect.adjusted(self._left, head.height(), -_PAD, -_BELOW_PASSAGE)
                self._paint_passage(painter, below, row.note, selected)
        else:
            painter.setFont(self._small)
            painter.setPen(QColor(colors.accent))
            area = rect.adjusted(px(_INDENT) + _PAD, 0, -_PAD, 0)
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, str(index.data()))
        painter.restore()

    def _paint_note(self, painter: QPainter, rect: QRect, row: Row, selected: bool, *, lit: bool) -> None:
        colors, note = current_colors(), row.note
        area = rect.adjusted(_PAD, 0, -_PAD, 0)
        if note.excerpts:
            side = px(_ICON)
            icon = QRectF(area.left() - 3, area.center().y() - side // 2 + 1, side, side)
            name = "chevron_right" if self._results.is_folded(row.number) else "chevron_down"
            paint_icon(painter, name, icon, QColor(colors.muted))
            count = f"{self._results.count_lines(note)}"
            painter.setFont(self._small)
            painter.setPen(QColor(colors.faint))
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, count)
            area.setRight(area.right() - max(_COUNT_ROOM, self._metrics.horizontalAdvance(count) + 8))
        if note.likeness:
            area.setRight(_paint_likeness(painter, area, note.likeness, lit=lit) - 8)
        area.setLeft(rect.left() + self._left)
        height = QFontMetrics(self._face).height()
        line = QRect(area.left(), area.center().y() - height // 2 + 1, area.width(), height)
        marks = self._results.title_marks.get(note.path, ())
        ink = colors.accent if selected and note.passage else colors.text
        look = TextFormat(self._face, ink, colors.accent, "" if selected else colors.accent_soft)
        used = draw_marked(painter, line, note.title, marks, look)
        area.setLeft(area.left() + used + 8)
        folder = note.path.rpartition("/")[0]
        if folder and area.width() >= min(px(_LEAST_FOLDER), self._metrics.horizontalAdvance(folder) + 2):
            painter.setFont(self._small)
            painter.setPen(QColor(colors.faint))
            shown = self._metrics.elidedText(folder, Qt.TextElideMode.ElideMiddle, area.width())
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, shown)

    def _paint_passage(self, painter: QPainter, area: QRect, note: FoundNote, selected: bool) -> None:
        """Paint the headings above a passage, and its text."""
        colors = current_colors()
        if note.heading_path:
            painter.setFont(self._small)
            painter.setPen(QColor(colors.muted if selected else colors.faint))
            path = " › ".join(note.heading_path)
            shown = self._metrics.elidedText(path, Qt.TextElideMode.ElideLeft, area.width())
            place = QRect(area.left(), area.top(), area.width(), px(_PITCH))
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, shown)
            area = area.adjusted(0, px(_PITCH), 0, 0)
        look = TextFormat(self._small, colors.text if selected else colors.muted, colors.accent, pitch=px(_PITCH))
        draw_marked(painter, area, note.passage, (), look, max(1, round(area.height() / px(_PITCH))))

    def _paint_line(self, painter: QPainter, rect: QRect, excerpt: Excerpt, selected: bool) -> None:
        colors = current_colors()
        area = rect.adjusted(px(_INDENT) + _PAD, _LINE_PAD, -_PAD, -_LINE_PAD)
        text, marks = focus(excerpt.text, excerpt.marks, self._letters(area.width()))
        lines = max(1, round(area.height() / px(_PITCH)))
        color = colors.text if selected else colors.muted
        ground = "" if selected else colors.accent_soft
        look = TextFormat(self._small, color, colors.accent, ground, px(_PITCH))
        draw_marked(painter, area, text, marks, look, lines)


def _paint_likeness(painter: QPainter, area: QRect, likeness: float, *, lit: bool) -> int:
    """Paint a bar at the right of an area, as long as a passage is near, and return its left edge.

    `lit`: the row has a ground of its own.
    """
    colors = current_colors()
    width, height = (px(side) for side in _LIKENESS)
    bar = QRectF(area.right() - width, area.center().y() - height // 2, width, height)
    painter.setPen(Qt.PenStyle.NoPen)
    for length, color in (
        (width, colors.raised if lit else colors.line),
        (max(height, round(likeness * width)), colors.accent),
    ):
        bar.setWidth(length)
        painter.setBrush(QColor(color))
        painter.drawRoundedRect(bar, height / 2, height / 2)
    return int(bar.left())
