"""Comparison: a passage as it was and as it would be, in one text: removed words struck, new ones beside them."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from axon_desktop.ui.inline_edit.hunks import Hunk
from axon_desktop.ui.inline_edit.marks import added_look, removed_look
from axon_desktop.ui.inline_edit.session import Offer
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.theme import current_colors

_HIGHEST = 220
_MARGIN = 9


class Comparison(QTextEdit):
    """Shows the answer while it comes, then the changes, of which one is the current one."""

    picked = Signal(int)
    """The number of a change that was clicked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inline_comparison")
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setAccessibleName(self.tr("Changes"))
        self.document().setDocumentMargin(_MARGIN)
        self._places: list[tuple[int, int]] = []
        self._current = -1

    def show_growing(self, text: str) -> None:
        """Show the answer as far as it has come."""
        self._places, self._current = [], -1
        self.setPlainText(text)
        self.moveCursor(QTextCursor.MoveOperation.End)

    def show_offers(self, base: str, offers: list[Offer], current: int) -> None:
        """Show a passage with its changes; accepted and rejected ones look like the rest of the text."""
        self.clear()
        self._places, self._current = [], current
        plain, cursor = QTextCharFormat(), QTextCursor(self.document())
        plain.setForeground(QColor(current_colors().text))
        at = 0
        for offer in offers:
            hunk: Hunk = offer.hunk
            cursor.insertText(base[at : hunk.start], plain)
            start = cursor.position()
            if offer.decision:
                cursor.insertText(hunk.new if offer.decision == "accepted" else hunk.old, plain)
            else:
                cursor.insertText(hunk.old, removed_look())
                if hunk.old.strip() and hunk.new.strip():
                    cursor.insertText(" ", plain)
                cursor.insertText(hunk.new.replace("\n", "⏎\n") if hunk.new.strip(" ") else hunk.new, added_look())
            self._places.append((start, cursor.position()))
            at = hunk.end
        cursor.insertText(base[at:], plain)
        if 0 <= current < len(self._places):
            cursor.setPosition(self._places[current][1])
            self.setTextCursor(cursor)
            cursor.setPosition(self._places[current][0])
            self.setTextCursor(cursor)
        self.viewport().update()

    def fit(self, width: int) -> int:
        """Take a width, and return the height that the text needs."""
        self.document().setTextWidth(width)
        needed = math.ceil(self.document().size().height()) + 1
        height, policy = min(px(_HIGHEST), needed), Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(policy.ScrollBarAsNeeded if needed > height else policy.ScrollBarAlwaysOff)
        self.setFixedHeight(height)
        return height

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Make the clicked change the current one."""
        super().mouseReleaseEvent(event)
        at = self.cursorForPosition(event.position().toPoint()).position()
        for number, (start, end) in enumerate(self._places):
            if start <= at <= end and not self.textCursor().hasSelection():
                self.picked.emit(number)
                return

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, and a line under the current change."""
        super().paintEvent(event)
        if not 0 <= self._current < len(self._places):
            return
        painter, (start, end) = QPainter(self.viewport()), self._places[self._current]
        color, top = QColor(current_colors().accent), self.verticalScrollBar().value()
        block = self.document().findBlock(start)
        while block.isValid() and block.position() < end:
            place = self.document().documentLayout().blockBoundingRect(block).topLeft()
            layout = block.layout()
            for number in range(layout.lineCount()):
                line = layout.lineAt(number)
                first = max(start - block.position(), line.textStart())
                last = min(end - block.position(), line.textStart() + line.textLength())
                if first < last:
                    left, right = (float(line.cursorToX(at)[0]) for at in (first, last))  # type: ignore[index]
                    y = place.y() + line.y() + line.height() - top
                    painter.fillRect(QRectF(place.x() + left, y, right - left, 2), color)
            block = block.next()
