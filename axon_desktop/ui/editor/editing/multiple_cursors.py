"""SeveralCarets: carets beside the main one; what is typed, deleted, moved, copied and pasted happens at each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPaintEvent, QPalette, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from axon_desktop.ui.editor.editing.document_edits import Passage
from axon_desktop.ui.look.theme import current_colors

if TYPE_CHECKING:
    from axon_desktop.ui.editor.text_edit import NoteTextEdit

_Move = QTextCursor.MoveOperation
_Mode = QTextCursor.MoveMode
_Key = QKeySequence.StandardKey
_MOVES = {
    _Key.MoveToNextChar: _Move.Right,
    _Key.MoveToPreviousChar: _Move.Left,
    _Key.MoveToNextWord: _Move.WordRight,
    _Key.MoveToPreviousWord: _Move.WordLeft,
    _Key.MoveToNextLine: _Move.Down,
    _Key.MoveToPreviousLine: _Move.Up,
    _Key.MoveToStartOfLine: _Move.StartOfLine,
    _Key.MoveToEndOfLine: _Move.EndOfLine,
}
_SELECTS = {
    _Key.SelectNextChar: _Move.Right,
    _Key.SelectPreviousChar: _Move.Left,
    _Key.SelectNextWord: _Move.WordRight,
    _Key.SelectPreviousWord: _Move.WordLeft,
    _Key.SelectNextLine: _Move.Down,
    _Key.SelectPreviousLine: _Move.Up,
    _Key.SelectStartOfLine: _Move.StartOfLine,
    _Key.SelectEndOfLine: _Move.EndOfLine,
}
_WIDTH = 2
"""Pixels of a caret that is no caret of Qt."""


class SeveralCarets(QObject):
    """The carets of one text box beside its own."""

    def __init__(self, edit: NoteTextEdit) -> None:
        super().__init__(edit)
        self._edit = edit
        self._others: list[QTextCursor] = []
        self._layer: _CaretLayer | None = None
        self._typed = 0, 0
        """The version of the text after a letter was typed at each; what comes next belongs to that step."""
        edit.viewport().installEventFilter(self)

    @property
    def others(self) -> list[QTextCursor]:
        """The carets beside the main one, in the shown document."""
        self._others = [one for one in self._others if one.document() is self._edit.document()]
        return self._others

    def each(self, act: Callable[[QTextCursor], object], *, types: bool = False) -> None:
        """Do something at each caret, as one undo step; `types` as a part of the last one, if that typed too."""
        main, goes_on = self._edit.textCursor(), types and self._typed == self._edit.version
        every = sorted((main, *self.others), key=QTextCursor.position, reverse=True)
        if goes_on:
            main.joinPreviousEditBlock()
        else:
            main.beginEditBlock()
        for cursor in every:
            act(cursor)
        main.endEditBlock()
        self._take(main, self._others)
        self._typed = self._edit.version if types else (0, 0)
        self._edit.ensureCursorVisible()

    def clear(self) -> None:
        """Go back to one caret."""
        if self._others:
            self._take(self._edit.textCursor(), [])

    def add_next(self) -> None:
        """Select the word at the caret, or add the next place with the same text as is selected."""
        main = self._edit.textCursor()
        if not main.hasSelection():
            main.select(QTextCursor.SelectionType.WordUnderCursor)
            self._edit.setTextCursor(main)
            return
        passage = Passage(self._edit.document(), self._edit.note_text)
        start, end = passage.index(main.selectionStart()), passage.index(main.selectionEnd())
        wanted = passage.text[start:end]
        taken = {start, *(passage.index(one.selectionStart()) for one in self.others)}
        at = end
        for text_end in (len(passage.text), start):
            while (found := passage.text.find(wanted, at, text_end)) >= 0:
                if found not in taken:
                    cursor = QTextCursor(self._edit.document())
                    cursor.setPosition(passage.position(found))
                    cursor.setPosition(passage.position(found + len(wanted)), _Mode.KeepAnchor)
                    self._take(cursor, [*self._others, main])
                    self._edit.ensureCursorVisible()
                    return
                at = found + len(wanted)
            at = 0

    def take_key(self, event: QKeyEvent) -> bool:
        """Do what a key that moves, deletes or ends does, at each caret; tell whether it was such a key."""
        if not self.others:
            return False
        for keys, mode in ((_MOVES, _Mode.MoveAnchor), (_SELECTS, _Mode.KeepAnchor)):
            for key, move in keys.items():
                if event.matches(key):
                    self.each(lambda cursor, move=move, mode=mode: cursor.movePosition(move, mode))  # type: ignore[misc]
                    return True
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
        elif event.matches(_Key.Delete):
            self.each(QTextCursor.deleteChar)
        elif event.key() == Qt.Key.Key_Backspace and not event.modifiers():
            self.each(QTextCursor.deletePreviousChar)
        else:
            return False
        return True

    def insert(self, text: str) -> None:
        """Put a text at each caret; of as many lines as carets each gets one."""
        count = len(self.others) + 1
        lines = text.removesuffix("\n").split("\n")
        shown = self._edit.note_text.show_pasted
        parts = [shown(line) for line in lines] if len(lines) == count else [shown(text)] * count
        self.each(lambda cursor: cursor.insertText(parts.pop()))

    def copied(self) -> str:
        """Return what is selected at all carets, each on a line of its own."""
        raw = sorted((self._edit.textCursor(), *self.others), key=QTextCursor.position)
        return "\n".join(self._edit.note_text.clean(one.selectedText()) for one in raw)

    # --- where they are

    def _take(self, main: QTextCursor, others: list[QTextCursor]) -> None:
        """Have these carets; of several at one place one stays."""
        self._typed = 0, 0
        places = {(main.anchor(), main.position())}
        self._others = []
        for one in others:
            if (place := (one.anchor(), one.position())) not in places:
                places.add(place)
                self._others.append(one)
        self._edit.setTextCursor(main)
        self._show()

    def _show(self) -> None:
        if self._layer is None and self._others:
            self._layer = _CaretLayer(self, self._edit)
        if self._layer is not None:
            self._layer.setVisible(bool(self._others))
            self._layer.setGeometry(self._edit.viewport().geometry())
            self._layer.update()
        marks = []
        palette = self._edit.palette()
        for one in self._others:
            if one.hasSelection():
                mark = QTextEdit.ExtraSelection()
                mark.cursor = one
                mark.format.setBackground(palette.brush(QPalette.ColorRole.Highlight))
                mark.format.setForeground(palette.brush(QPalette.ColorRole.HighlightedText))
                marks.append(mark)
        self._edit.marks.put("carets", marks)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Add a caret by Alt and a click; any other click goes back to one."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonPress:
            if event.button() != Qt.MouseButton.LeftButton:
                return super().eventFilter(watched, event)
            if event.modifiers() == Qt.KeyboardModifier.AltModifier:
                self._click(self._edit.cursorForPosition(event.position().toPoint()))
                return True
            self.clear()
        elif event.type() == QEvent.Type.Resize and self._layer is not None:
            self._layer.setGeometry(self._edit.viewport().geometry())
        return super().eventFilter(watched, event)

    def _click(self, at: QTextCursor) -> None:
        main = self._edit.textCursor()
        kept = [one for one in self.others if one.position() != at.position()]
        if len(kept) == len(self._others):
            self._take(at, [*kept, main])
        else:
            self._take(main, kept)


class _CaretLayer(QWidget):
    """Paints the carets over the text; it is no child of the viewport, which moves its children as it scrolls."""

    def __init__(self, carets: SeveralCarets, edit: NoteTextEdit) -> None:
        super().__init__(edit)
        self._carets = carets
        self._edit = edit
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        edit.verticalScrollBar().valueChanged.connect(self.update)
        edit.edited.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint a line at each place."""
        painter = QPainter(self)
        color = current_colors().text
        for one in self._carets.others:
            rect = self._edit.cursorRect(one)
            painter.fillRect(rect.x(), rect.y(), _WIDTH, rect.height(), color)
        painter.end()
