"""InstructionField: where one writes what shall become of a passage; recalls what was asked before."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from axon_desktop.ui.look.style import keep_bar
from axon_desktop.ui.runtime.ime_guard import GuardedTextEdit

_LINES = 5
_KEPT = 50


class InstructionField(GuardedTextEdit):
    """Grows with its text, up to some lines."""

    submitted = Signal()
    """Enter; never as a repeat, and never while an input method composes."""
    left = Signal()
    """Escape."""
    resized = Signal()
    """It needs another height."""

    def __init__(self, earlier: list[str], parent: QWidget | None = None) -> None:
        """Take earlier instructions, the newest last."""
        super().__init__(parent)
        self._earlier = earlier
        self._at = len(earlier)
        self._begun = ""
        self.setObjectName("inline_instruction")
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setAccessibleName(self.tr("What should change"))
        self.setPlaceholderText(self.tr("What should change?"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        keep_bar(self)
        self.document().setDocumentMargin(4)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    def set_text(self, text: str) -> None:
        """Show a text, with the caret behind it."""
        self.setPlainText(text)
        self.moveCursor(QTextCursor.MoveOperation.End)

    def sizeHint(self) -> QSize:
        """Return the height that the text needs."""
        lines = sum(
            max(1, self.document().findBlockByNumber(number).layout().lineCount())
            for number in range(min(self.blockCount(), _LINES))
        )
        return QSize(200, min(lines, _LINES) * self.fontMetrics().lineSpacing() + 8)

    def _fit(self) -> None:
        height, policy = self.sizeHint().height(), Qt.ScrollBarPolicy
        fits = self.document().size().height() <= _LINES
        self.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOff if fits else policy.ScrollBarAsNeeded)
        if height != self.height():
            self.setFixedHeight(height)
            self.resized.emit()

    def event(self, event: QEvent) -> bool:
        """Keep Enter and Escape from the shortcuts of the window."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
            if plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send, leave, or recall."""
        key, plain = (
            event.key(),
            event.modifiers()
            in (
                Qt.KeyboardModifier.NoModifier,
                Qt.KeyboardModifier.KeypadModifier,
            ),
        )
        if not plain or self.guard.composing:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not event.isAutoRepeat():
                self.submitted.emit()
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self._recall(-1 if key == Qt.Key.Key_Up else 1):
            pass
        else:
            super().keyPressEvent(event)

    def _recall(self, step: int) -> bool:
        """Show an earlier or later instruction; False where the caret still has lines to go through."""
        cursor, wanted = self.textCursor(), self._at + step
        edge = QTextCursor.MoveOperation.Up if step < 0 else QTextCursor.MoveOperation.Down
        if QTextCursor(cursor).movePosition(edge) or not 0 <= wanted <= len(self._earlier):
            return False
        if self._at == len(self._earlier):
            self._begun = self.toPlainText()
        self._at = wanted
        self.set_text(self._earlier[wanted] if wanted < len(self._earlier) else self._begun)
        return True

    def keep(self) -> str:
        """Return the instruction, and put it among the earlier ones."""
        text = self.toPlainText().strip()
        if text:
            self._earlier[:] = [*(one for one in self._earlier if one != text), text][-_KEPT:]
        self._at = len(self._earlier)
        return text
