"""What stands between messages and cards: thinking, notices with a button, the end of a running turn."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from axon_desktop.ui.chat.progress import RoundProgress
from axon_desktop.ui.chat.style import mark
from axon_desktop.vault.markdown.colors import Colors

_FLUSH_MS = 100
_THINKING_HEIGHT = 180


def _wrapping(widget: QWidget) -> None:
    policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    policy.setHeightForWidth(True)
    widget.setSizePolicy(policy)


class ThinkingRow(QWidget):
    """The model's thinking, folded to one line; a click unfolds it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._waiting: list[str] = []
        self._clock = QElapsedTimer()
        self._clock.start()
        self._word = self.tr("Thinking…")
        self._flush_timer = QTimer(self, singleShot=True, interval=_FLUSH_MS)
        self._flush_timer.timeout.connect(self._flush)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        self.button = QPushButton(self)
        mark(self.button, kind="fold")
        self.button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.button.clicked.connect(self._toggle)
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(self.tr("The model's thinking"))
        self.text.setFixedHeight(_THINKING_HEIGHT)
        self.text.hide()
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.text)
        _wrapping(self)
        self._update_button()

    def append(self, text: str) -> None:
        """Take a piece; it is shown a moment later."""
        self._waiting.append(text)
        if not self._flush_timer.isActive():
            self._flush_timer.start()

    def finish(self) -> None:
        """Say how long the thinking took."""
        self._flush()
        seconds = max(1, round(self._clock.elapsed() / 1000))
        self._word = self.tr("Thought for {seconds} s").format(seconds=seconds)
        self._update_button()

    def _flush(self) -> None:
        if self._waiting:
            # A cursor of its own keeps the reader's selection and scroll place.
            cursor = QTextCursor(self.text.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText("".join(self._waiting))
            self._waiting.clear()

    def _toggle(self) -> None:
        self.text.setVisible(self.text.isHidden())
        self._update_button()
        self.updateGeometry()

    def _update_button(self) -> None:
        self.button.setText(f"{'▸' if self.text.isHidden() else '▾'} {self._word}")
        self.button.setAccessibleName(self._word)


class Notice(QWidget):
    """A framed sentence with one button: an error with Retry, a limit with Continue."""

    accepted = Signal()
    """The button was pressed."""

    def __init__(
        self, text: str, button: str, colors: Colors, *, tone: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._colors = colors
        self._tone = tone
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(7)
        self.label = QLabel(text, self)
        self.label.setWordWrap(True)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        mark(self.label, tone=tone)
        layout.addWidget(self.label)
        self.button = QPushButton(button, self)
        self.button.clicked.connect(self._accept)
        self.button.setVisible(bool(button))
        row = QHBoxLayout()
        row.addWidget(self.button)
        row.addStretch(1)
        if button:
            layout.addLayout(row)
        _wrapping(self)
        self.setAccessibleName(text)

    def _accept(self) -> None:
        self.settle()
        self.accepted.emit()

    def settle(self) -> None:
        """Take the button away: the conversation has gone on."""
        self.button.hide()
        self.updateGeometry()

    def set_colors(self, colors: Colors) -> None:
        """Take the colours of another theme."""
        self._colors = colors
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the frame in the tone's colour."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._colors.err if self._tone == "err" else self._colors.warn), 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)


class TurnTail(QWidget):
    """The end of a running turn: round progress and what is going on."""

    def __init__(self, colors: Colors, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(9)
        self.progress = RoundProgress(colors, self)
        self.progress.hide()
        self.status = QLabel(self)
        self.status.setWordWrap(True)
        mark(self.status, tone="muted")
        layout.addWidget(self.progress)
        layout.addWidget(self.status)
        _wrapping(self)

    def say(self, text: str) -> None:
        """Show what is going on."""
        if text != self.status.text():
            self.status.setText(text)
            self.updateGeometry()


class Slot(QWidget):
    """A place in the column for a widget that moves on: the place is thrown away, the widget is not."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(content)
        content.show()
        _wrapping(self)
