"""Rows between messages and cards: thinking, and the end of a running turn."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QSize, Qt, QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from axon_desktop.ui.chat.cards.round_progress import RoundProgress
from axon_desktop.ui.look.parts import push_button, text_label, vbox
from axon_desktop.ui.look.stylesheet import let_wrap

_FLUSH_MS = 100
_FOLD_HEIGHT = 180
FOLDED_HEIGHT = 18.0
"""Approximate height of a folded row."""


class FoldRow(QWidget):
    """One muted line that unfolds to a text on a click."""

    def __init__(self, words: str, text_name: str, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._text_name = text_name
        self._content = text
        self._text: QPlainTextEdit | None = None
        self.button = push_button("", self, self._toggle, kind="fold")
        self.button.setCursor(Qt.CursorShape.PointingHandCursor)
        self._layout = vbox((self.button, 0, Qt.AlignmentFlag.AlignLeft), parent=self, spacing=4)
        let_wrap(self)
        self._update_button()

    @property
    def text(self) -> QPlainTextEdit:
        """The text box, created when it is first needed."""
        if self._text is None:
            self._text = QPlainTextEdit(self._content, self)
            self._text.setReadOnly(True)
            self._text.setTabChangesFocus(True)
            self._text.setAccessibleName(self._text_name)
            self._text.setFixedHeight(_FOLD_HEIGHT)
            self._text.hide()
            self._layout.addWidget(self._text)
            QWidget.setTabOrder(self.button, self._text)
        return self._text

    @property
    def unfolded(self) -> bool:
        """Whether the text is shown."""
        return self._text is not None and not self._text.isHidden()

    def set_words(self, words: str) -> None:
        """Set the words of the line."""
        self._words = words
        self._update_button()

    def _toggle(self) -> None:
        self.text.setVisible(not self.unfolded)
        self._update_button()
        self.updateGeometry()

    def _update_button(self) -> None:
        self.button.setText(f"{'▾' if self.unfolded else '▸'} {self._words}")
        self.button.setAccessibleName(self._words)


class ThinkingRow(FoldRow):
    """The model's thinking."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Thinking…"), self.tr("The model’s thinking"), text, parent)
        self._waiting: list[str] = []
        self._clock = QElapsedTimer()
        self._clock.start()
        self._flush_timer = QTimer(self, singleShot=True, interval=_FLUSH_MS)
        self._flush_timer.timeout.connect(self._flush)

    def append(self, text: str) -> None:
        """Append a piece of text, which is shown a moment later."""
        self._waiting.append(text)
        if not self._flush_timer.isActive():
            self._flush_timer.start()

    def finish(self) -> int:
        """Show that the thinking is finished; return its duration in seconds, 0 for a negligible one."""
        self._flush()
        seconds = round(self._clock.elapsed() / 1000)  # a replay takes only a moment
        self.show_end(seconds)
        return seconds

    def show_end(self, seconds: int) -> None:
        """Show the duration; 0 if unknown."""
        words = self.tr("Thought for {seconds} s").format(seconds=seconds) if seconds else self.tr("Thought")
        self.set_words(words)

    def _flush(self) -> None:
        text = "".join(self._waiting)
        self._waiting.clear()
        if self._text is None:
            self._content += text
        elif text:
            # A separate cursor keeps the reader's selection and scroll position.
            cursor = QTextCursor(self._text.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(text)


class TurnTail(QWidget):
    """The end of a running turn: progress of the round, and the current activity."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.progress = RoundProgress(self)
        self.progress.hide()
        self.status = text_label("", self, wraps=True, tone="muted")
        vbox(self.progress, self.status, parent=self, spacing=9)
        let_wrap(self)

    def say(self, text: str) -> None:
        """Show the current activity."""
        if text != self.status.text():
            self.status.setText(text)
            self.updateGeometry()


class Slot(QWidget):
    """A container for a widget that moves to another row: the container is deleted, the widget is not."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        vbox(content, parent=self)
        self._content = content
        content.show()
        let_wrap(self)

    def minimumSizeHint(self) -> QSize:
        """Return the content's minimum; the layout would use the height for its narrowest width."""
        return self._content.minimumSizeHint()
