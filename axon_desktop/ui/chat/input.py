"""The input box: grows with its text, sends on Enter, never in the middle of a composition."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from axon_desktop.ui.chat.composing import CompositionGuard

_MIN_HEIGHT = 66
_MAX_HEIGHT = 180
_RECALLED = 50
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class ChatInput(QPlainTextEdit):
    """A plain-text editor for one request."""

    submitted = Signal(str)
    """The trimmed text; the box is empty again."""
    stop_requested = Signal()
    """Escape was pressed, outside a composition."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._guard = CompositionGuard(self)
        self._sent: list[str] = []
        self._recall = 0
        self.setAccessibleName(self.tr("Request"))
        self.setPlaceholderText(self.tr("Ask, or give an order"))
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(4)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    @property
    def composing(self) -> bool:
        """Whether an input method is in the middle of a word."""
        return self._guard.composing

    def submit(self) -> None:
        """Send what is written, if anything is."""
        text = self.toPlainText().strip()
        if not text or self._guard.composing:
            return
        self._sent = [*(old for old in self._sent if old != text), text][-_RECALLED:]
        self._recall = len(self._sent)
        self.clear()
        self.submitted.emit(text)

    def set_text(self, text: str) -> None:
        """Put a text into the box, the caret behind it."""
        self.setPlainText(text)
        self.moveCursor(QTextCursor.MoveOperation.End)

    def _fit(self) -> None:
        lines = sum(
            max(1, self.document().findBlockByNumber(number).layout().lineCount())
            for number in range(min(self.blockCount(), 12))
        )
        frame = 2 * (self.frameWidth() + int(self.document().documentMargin())) + 8
        needed = lines * self.fontMetrics().lineSpacing() + frame
        height = max(_MIN_HEIGHT, min(_MAX_HEIGHT, needed))
        full = needed > _MAX_HEIGHT
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if full else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(policy)
        if height != self.height():
            self.setFixedHeight(height)

    def sizeHint(self) -> QSize:
        """Return the height that the text needs, within bounds."""
        return QSize(300, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap, then grow or shrink."""
        super().resizeEvent(event)
        self._fit()

    # --- keys ----------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send, break the line, recall, stop; everything else is typing."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.insertPlainText("\n")
            self.ensureCursorVisible()
        elif enter:
            self.submit()
        elif event.key() == Qt.Key.Key_Escape:
            self.stop_requested.emit()
        elif event.key() in _STEPS and self._recall_step(_STEPS[Qt.Key(event.key())]):
            event.accept()
        else:
            super().keyPressEvent(event)

    def _recall_step(self, step: int) -> bool:
        """Show the request before or after the recalled one; only while nothing else is written."""
        text = self.toPlainText()
        recalled = self._sent[self._recall] if self._recall < len(self._sent) else ""
        if text != recalled or not self._sent:
            return False
        target = self._recall + step
        if not 0 <= target <= len(self._sent):
            return bool(text)
        self._recall = target
        self.set_text(self._sent[target] if target < len(self._sent) else "")
        return True

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste text without its formatting."""
        if source.hasText():
            self.insertPlainText(source.text())
