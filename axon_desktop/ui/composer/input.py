"""ChatInput: the input box; grows with its text, sends on Enter but never while an input method is composing."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QDropEvent, QKeyEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QSizePolicy, QWidget

from axon_desktop.text.mention_syntax import write_mention
from axon_desktop.ui.composer.completion import Completer
from axon_desktop.ui.composer.slash_commands import parse_command
from axon_desktop.ui.look.sizes import px, row_height
from axon_desktop.ui.runtime.ime_guard import GuardedTextEdit

_MIN_HEIGHT = 66
_MAX_HEIGHT = 180
_RECALLED = 50
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class ChatInput(GuardedTextEdit):
    """A plain-text editor for one request."""

    submitted = Signal(str)
    """The trimmed text; the box is then empty."""
    steered = Signal(str)
    """The same, sent with Ctrl+Enter: the running turn shall take it at its next step."""
    command_given = Signal(str, str)
    """(name, argument) of a `/` command."""
    stop_requested = Signal()
    """Escape was pressed, and no input method is composing."""
    picture_given = Signal()
    """A picture was dropped or pasted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sent: list[str] = []
        self._recall = 0
        self._completer: Completer | None = None
        self._find_path: Callable[[str], str | None] = lambda _file: None
        self.setAccessibleName(self.tr("Request"))
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(4)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    def set_completer(self, completer: Completer) -> None:
        """Set a completer, which sees keys before the box does."""
        self._completer = completer
        completer.command_chosen.connect(lambda name: self.command_given.emit(name, ""))

    def set_path_finder(self, find_path: Callable[[str], str | None]) -> None:
        """Set the function that finds the vault path of a dropped file; None for one outside of the vault."""
        self._find_path = find_path

    @property
    def composing(self) -> bool:
        """Whether an input method is composing."""
        return self.guard.composing

    def submit(self, *, steer: bool = False) -> None:
        """Send the text if there is any, or run it if it is a command."""
        text = self.toPlainText().strip()
        if not text or self.guard.composing:
            return
        command = self._completer.with_slash(text) if self._completer is not None else text
        given = parse_command(command)
        if given is not None:
            text = command
        self._sent = [*(old for old in self._sent if old != text), text][-_RECALLED:]
        self._recall = len(self._sent)
        self.clear()
        if given is not None:
            self.command_given.emit(*given)
        elif steer:
            self.steered.emit(text)
        else:
            self.submitted.emit(text)

    def set_text(self, text: str) -> None:
        """Set the text, with the caret at its end."""
        self.setPlainText(text)
        self.moveCursor(QTextCursor.MoveOperation.End)

    def drop_text(self, text: str) -> None:
        """Clear the box if it contains exactly this text."""
        if self.toPlainText() == text:
            self.set_text("")

    def _fit(self) -> None:
        lines = sum(
            max(1, self.document().findBlockByNumber(number).layout().lineCount())
            for number in range(min(self.blockCount(), 12))
        )
        frame = 2 * (self.frameWidth() + int(self.document().documentMargin())) + 8
        needed = lines * self.fontMetrics().lineSpacing() + frame
        height = max(row_height(_MIN_HEIGHT), min(px(_MAX_HEIGHT), needed))
        full = needed > px(_MAX_HEIGHT)
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if full else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(policy)
        if height != self.height():
            self.setFixedHeight(height)

    def changeEvent(self, event: QEvent) -> None:
        """Adapt the height to another font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def sizeHint(self) -> QSize:
        """Return the height that the text needs, within limits."""
        return QSize(300, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap, then adapt the height."""
        super().resizeEvent(event)
        self._fit()

    # --- keys ----------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send, break the line, recall, stop; other keys are typing."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if plain and self._completer is not None and self._completer.handle_key(event.key()):
            event.accept()
        elif enter and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.insertPlainText("\n")
            self.ensureCursorVisible()
        elif enter:
            self.submit(steer=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        elif event.key() == Qt.Key.Key_Escape:
            self.stop_requested.emit()
        elif event.key() in _STEPS and self._recall_step(_STEPS[Qt.Key(event.key())]):
            event.accept()
        else:
            super().keyPressEvent(event)

    def _recall_step(self, step: int) -> bool:
        """Show the request before or after the recalled one; only while nothing else is typed."""
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

    def event(self, event: QEvent) -> bool:
        """Keep Escape from the panel, where it would stop the turn, while it closes suggestions."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and event.key() == Qt.Key.Key_Escape
            and self._completer is not None
            and self._completer.open
        ):
            event.accept()
            return True
        return super().event(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Let Tab accept a suggestion before it moves the focus."""
        if forward and self._completer is not None and self._completer.handle_key(Qt.Key.Key_Tab):
            return True
        return super().focusNextPrevChild(forward)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Accept texts, files and pictures."""
        return source.hasUrls() or source.hasText() or source.hasImage()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Insert text without its formatting; notes of the vault as mentions, other files by their path."""
        from axon_desktop.ui.attachments.given import given_in

        given = given_in(source)
        if given is not None and given.files:
            self.insert_words(" ".join(self._name_file(str(file.path)) for file in given.files))
        elif given is not None and given.picture is not None:
            self.picture_given.emit()
        elif source.hasText():
            self.insertPlainText(source.text())

    def dropEvent(self, event: QDropEvent) -> None:
        """Take what is dropped; files are never moved."""
        super().dropEvent(event)
        if event.mimeData().hasUrls():
            event.setDropAction(Qt.DropAction.CopyAction)

    def insert_words(self, words: str) -> None:
        """Insert words, separated by blanks."""
        cursor = self.textCursor()
        before = cursor.block().text()[: cursor.positionInBlock()]
        self.insertPlainText(f"{'' if not before or before[-1].isspace() else ' '}{words} ")

    def _name_file(self, file: str) -> str:
        path = self._find_path(file)
        if path is None:
            return file
        is_folder = path.endswith("/")
        return write_mention(path.rstrip("/"), is_folder=is_folder)
