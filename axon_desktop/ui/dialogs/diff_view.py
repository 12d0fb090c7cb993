"""A side-by-side view of two versions; only the rows on screen are painted."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from axon_desktop.ui.chat.style import mono_font
from axon_desktop.ui.dialogs.diff_rows import Diff, DiffRow
from axon_desktop.vault.markdown.colors import Colors

_ROW = 20
_WIDTH = 780
_PAD = 6
_TEXT_PAD = 4
_MAX_LINE = 4_000


def _visible(text: str) -> str:
    return text[:_MAX_LINE].replace("\t", "    ")


class SideBySideDiff(QAbstractScrollArea):
    """Shows old left and new right; both halves scroll as one."""

    def __init__(self, colors: Colors, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colors = colors
        self._diff = Diff((), 0, 0)
        self._number_width = 34
        self._text_width = 0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Comparison"))
        self.viewport().setAutoFillBackground(False)

    def set_diff(self, diff: Diff) -> None:
        """Show another comparison, from its first change."""
        self._diff = diff
        metrics = QFontMetrics(mono_font())
        largest = max((max(row.left_number, row.right_number) for row in diff.rows), default=0)
        self._number_width = max(34, metrics.horizontalAdvance(str(largest)) + 20)
        # Measuring every line would cost with the note; the few longest by count decide, wide signs count double.
        texts = sorted((t for row in diff.rows for t in (row.left, row.right)), key=_rough_width)[-8:]
        self._text_width = max((metrics.horizontalAdvance(_visible(text)) for text in texts), default=0)
        self.setAccessibleDescription(
            self.tr("{added} lines added, {removed} removed").format(added=diff.added, removed=diff.removed)
        )
        self.updateGeometry()
        self._update_bars()
        self.verticalScrollBar().setValue(0)
        self.viewport().update()

    def sizeHint(self) -> QSize:
        """Return the height of all rows, within reason."""
        rows = max(4, len(self._diff.rows))
        room = _WIDTH // 2 - self._number_width - 3 * _TEXT_PAD
        bar = self.horizontalScrollBar().sizeHint().height() if self._text_width > room else 0
        return QSize(_WIDTH, min(440, rows * _ROW + 2 * _PAD + 2 + bar))

    def minimumSizeHint(self) -> QSize:
        """Return the least useful size."""
        return QSize(320, min(110, self.sizeHint().height()))

    def _half(self) -> int:
        return self.viewport().width() // 2

    def _update_bars(self) -> None:
        height = self.viewport().height()
        vertical, horizontal = self.verticalScrollBar(), self.horizontalScrollBar()
        vertical.setRange(0, max(0, len(self._diff.rows) * _ROW + 2 * _PAD - height))
        vertical.setPageStep(height)
        vertical.setSingleStep(_ROW)
        room = self._half() - self._number_width - 3 * _TEXT_PAD
        horizontal.setRange(0, max(0, self._text_width - room))
        horizontal.setPageStep(max(1, room))
        horizontal.setSingleStep(20)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Adapt the scroll bars."""
        self._update_bars()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows that are visible, and the frame."""
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), QColor(self._colors.raised))
        painter.setFont(mono_font())
        offset = self.verticalScrollBar().value()
        first = max(0, (offset - _PAD) // _ROW)
        last = min(len(self._diff.rows), (offset + self.viewport().height()) // _ROW + 1)
        half = self._half()
        for number in range(first, last):
            row = self._diff.rows[number]
            top = _PAD + number * _ROW - offset
            if row.kind == "skip":
                self._paint_skip(painter, top, row.skipped)
            else:
                self._paint_cell(painter, QRect(0, top, half, _ROW), row, left=True)
                self._paint_cell(painter, QRect(half, top, self.viewport().width() - half, _ROW), row, left=False)
        painter.setPen(QColor(self._colors.line))
        painter.drawLine(half, 0, half, self.viewport().height())

    def _paint_skip(self, painter: QPainter, top: int, count: int) -> None:
        rect = QRect(0, top, self.viewport().width(), _ROW)
        painter.fillRect(rect, QColor(self._colors.panel))
        painter.setPen(QColor(self._colors.muted))
        text = self.tr("⋯ {count} unchanged lines").format(count=count)
        for left in (0, self._half()):
            painter.drawText(
                rect.adjusted(left + self._number_width, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, text
            )

    def _paint_cell(self, painter: QPainter, rect: QRect, row: DiffRow, *, left: bool) -> None:
        number, text = (row.left_number, row.left) if left else (row.right_number, row.right)
        if row.kind == "change" and number:
            painter.fillRect(rect, QColor(self._colors.delete if left else self._colors.add))
        if not number:
            return
        painter.setPen(QColor(self._colors.text if row.kind == "change" else self._colors.faint))
        numbers = QRect(rect.left(), rect.top(), self._number_width - 6, _ROW)
        painter.drawText(numbers, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, str(number))
        painter.save()
        area = rect.adjusted(self._number_width + _TEXT_PAD, 0, -_TEXT_PAD, 0)
        painter.setClipRect(area)
        painter.setPen(QColor(self._colors.text))
        place = area.translated(-self.horizontalScrollBar().value(), 0)
        place.setWidth(max(place.width(), self._text_width + 10))
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, _visible(text))
        painter.restore()


def _rough_width(text: str) -> int:
    return len(text) if text.isascii() else len(text) + sum(ord(sign) > 0x2E7F for sign in text)
