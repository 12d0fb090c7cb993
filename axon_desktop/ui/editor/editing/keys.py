"""EditingKeys: what keys do in the editor beyond plain typing, at each caret and as one undo step."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QTextBlock, QTextCursor

from axon_desktop.text.edits import ordered_lists, pairs, tables
from axon_desktop.text.edits.edit import Change, Command, insertion
from axon_desktop.ui.aio import single_shot
from axon_desktop.ui.editor.editing.document_edits import run, run_at
from axon_desktop.ui.editor.editing.multiple_cursors import SeveralCarets
from axon_desktop.ui.editor.editing.smart_paste import SmartPaste

if TYPE_CHECKING:
    from axon_desktop.ui.editor.text_edit import NoteTextEdit

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_DELETE = (Qt.Key.Key_Backspace, Qt.Key.Key_Delete)
_Modifier = Qt.KeyboardModifier


class EditingKeys(QObject):
    """Runs the commands of one text box."""

    def __init__(self, edit: NoteTextEdit) -> None:
        super().__init__(edit)
        self._edit = edit
        self.paste = SmartPaste(edit)
        self.carets = SeveralCarets(edit)
        self._table: QTextCursor | None = None
        """A place in a table that was written in and not yet aligned."""
        self._leaving = single_shot(self, 0, self._leave_table)
        edit.edited.connect(self._note_table)
        edit.cursorPositionChanged.connect(self._leaving.start)
        self.closes_pairs = True
        """Whether brackets and quotes close, and markers wrap what is selected."""

    def run(self, command: Command, *, at_each: bool = False) -> None:
        """Let a command change the text at the caret, or at each of several."""
        if self._edit.isReadOnly():
            return
        if at_each and self.carets.others:
            self.carets.each(lambda cursor: run_at(self._edit, cursor, command))
            return
        self.carets.clear()
        self._edit.properties.begin_text()
        run(self._edit, command)

    def take_key(self, event: QKeyEvent) -> bool:
        """Run the command of a key; tell whether it has one."""
        if self.carets.others:
            return self.carets.take_key(event) or self._type_at_each(event)
        key, held = event.key(), event.modifiers() & ~_Modifier.KeypadModifier
        shift = held == _Modifier.ShiftModifier
        if held == _Modifier.NoModifier or shift:
            if key in _ENTER:
                return self._begin_line() or run(self._edit, partial(insertion, typed="\n") if shift else _enter)
            if key == Qt.Key.Key_Tab:
                return run(self._edit, _tab)
            if key == Qt.Key.Key_Backtab:
                return run(self._edit, _back_tab) or True
            if key in _DELETE and not shift and self._edit.textCursor().hasSelection():
                return run(self._edit, ordered_lists.delete)
            if key == Qt.Key.Key_Backspace and not shift:
                return run(self._edit, _back if self.closes_pairs else ordered_lists.unmark)
        return self._take_character(event)

    def _begin_line(self) -> bool:
        """Begin another line where nothing continues: that needs no look at the lines around."""
        edit, cursor = self._edit, self._edit.textCursor()
        block = cursor.block()
        goes_on = block.previous().text().endswith(edit.note_text.joint)  # a piece of a long line
        if cursor.hasSelection() or goes_on or ordered_lists.continues(block.text()):
            return False
        cursor.beginEditBlock()
        cursor.insertText("\n")
        cursor.endEditBlock()
        edit.setTextCursor(cursor)
        edit.ensureCursorVisible()
        return True

    def _take_character(self, event: QKeyEvent) -> bool:
        text = event.text()
        return self.closes_pairs and text in pairs.TYPED and _types(event) and run(self._edit, _typed(text))

    def _type_at_each(self, event: QKeyEvent) -> bool:
        """Type a character or a line break at each caret; tell whether the key types."""
        text = "\n" if event.key() in _ENTER else event.text()
        if not text or not (text.isprintable() or text in "\t\n") or not _types(event):
            return False

        def put(cursor: QTextCursor) -> None:
            if text == "\n":
                run_at(self._edit, cursor, _enter)
            elif not (self.closes_pairs and text in pairs.TYPED and run_at(self._edit, cursor, _typed(text))):
                cursor.insertText(text)

        self.carets.each(put, types=text != "\n")
        return True

    # --- tables that were left

    def _note_table(self) -> None:
        cursor = self._edit.textCursor()
        is_undone = self._edit.document().isRedoAvailable()
        self._table = cursor if "|" in cursor.block().text() and not is_undone else None

    def _leave_table(self) -> None:
        """Align the columns of a table that was written in, once the caret is elsewhere."""
        left, edit = self._table, self._edit
        if left is None or edit.guard.composing or self.carets.others:
            return
        if left.document() is edit.document() and _is_near(left.block(), edit.textCursor().block()):
            return
        self._table = None
        if left.document() is edit.document() and not edit.isReadOnly():
            run_at(edit, left, tables.align)
            self._table = None  # that was no writing

    def take_composed(self, event: QInputMethodEvent) -> bool:
        """Wrap the selection by a bracket or quote of an input method; tell whether it did."""
        if event.preeditString() or event.replacementLength() or self._edit.isReadOnly():
            return False
        text = event.commitString()
        if text and self.carets.others:
            self._edit.inputMethodEvent(QInputMethodEvent())  # the composition is over
            self.carets.insert(text)
            return True
        return (
            self.closes_pairs
            and text in pairs.TYPED
            and self._edit.textCursor().hasSelection()
            and run(self._edit, _typed(text))
        )


def _is_near(left: QTextBlock, here: QTextBlock) -> bool:
    """Tell whether two blocks are rows of one table."""
    first, last = sorted((left, here), key=QTextBlock.blockNumber)
    while first != last and "|" in first.text():
        first = first.next()
    return first == last and "|" in last.text()


def _types(event: QKeyEvent) -> bool:
    """Tell whether a key types its text: with Ctrl and Alt, which are AltGr, and with Option."""
    held = event.modifiers()
    ctrl, alt = bool(held & _Modifier.ControlModifier), bool(held & _Modifier.AltModifier)
    return ctrl == alt or (alt and sys.platform == "darwin")


def _typed(character: str) -> Command:
    return lambda text, anchor, caret: pairs.typed(text, anchor, caret, character)


def _enter(text: str, anchor: int, caret: int) -> Change | None:
    return tables.next_row(text, anchor, caret) or ordered_lists.enter(text, anchor, caret)


def _back(text: str, anchor: int, caret: int) -> Change | None:
    return ordered_lists.unmark(text, anchor, caret) or pairs.delete_pair(text, anchor, caret)


def _tab(text: str, anchor: int, caret: int) -> Change | None:
    is_in_a_line = "\n" not in text[min(anchor, caret) : max(anchor, caret)]
    cell = tables.next_cell(text, anchor, caret) if is_in_a_line else None
    return cell or ordered_lists.indent(text, anchor, caret)


def _back_tab(text: str, anchor: int, caret: int) -> Change | None:
    return tables.next_cell(text, anchor, caret, back=True) or ordered_lists.outdent(text, anchor, caret)
