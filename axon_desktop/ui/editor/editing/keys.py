"""EditingKeys: what keys do in the editor beyond plain typing, at each caret and as one undo step."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent

from axon_desktop.text.edits import ordered_lists, pairs, tables
from axon_desktop.text.edits.edit import Change, Command, insertion
from axon_desktop.ui.editor.editing.document_edits import run
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
        self.closes_pairs = True
        """Whether brackets and quotes close, and markers wrap what is selected."""

    def run(self, command: Command) -> bool:
        """Let a command change the text; tell whether it had something to do."""
        return not self._edit.isReadOnly() and run(self._edit, command)

    def take_key(self, event: QKeyEvent) -> bool:
        """Run the command of a key; tell whether it has one."""
        key, held = event.key(), event.modifiers() & ~_Modifier.KeypadModifier
        shift = held == _Modifier.ShiftModifier
        if held == _Modifier.NoModifier or shift:
            if key in _ENTER:
                return run(self._edit, partial(insertion, typed="\n") if shift else _enter)
            if key == Qt.Key.Key_Tab:
                return run(self._edit, _tab)
            if key == Qt.Key.Key_Backtab:
                return run(self._edit, _back_tab) or True
            if key in _DELETE and not shift and self._edit.textCursor().hasSelection():
                return run(self._edit, ordered_lists.delete)
            if key == Qt.Key.Key_Backspace and not shift and self.closes_pairs:
                return run(self._edit, pairs.delete_pair)
        return self._take_character(event)

    def _take_character(self, event: QKeyEvent) -> bool:
        text, held = event.text(), event.modifiers()
        ctrl, alt = bool(held & _Modifier.ControlModifier), bool(held & _Modifier.AltModifier)
        types = (not ctrl and (not alt or sys.platform == "darwin")) or (ctrl and alt)  # both are AltGr
        return types and self.closes_pairs and text in pairs.TYPED and run(self._edit, _typed(text))

    def take_composed(self, event: QInputMethodEvent) -> bool:
        """Wrap the selection by a bracket or quote of an input method; tell whether it did."""
        if event.preeditString() or event.replacementLength() or not self.closes_pairs or self._edit.isReadOnly():
            return False
        text = event.commitString()
        return text in pairs.TYPED and self._edit.textCursor().hasSelection() and run(self._edit, _typed(text))


def _typed(character: str) -> Command:
    return lambda text, anchor, caret: pairs.typed(text, anchor, caret, character)


def _enter(text: str, anchor: int, caret: int) -> Change | None:
    return tables.next_row(text, anchor, caret) or ordered_lists.enter(text, anchor, caret)


def _tab(text: str, anchor: int, caret: int) -> Change | None:
    is_in_a_line = "\n" not in text[min(anchor, caret) : max(anchor, caret)]
    cell = tables.next_cell(text, anchor, caret) if is_in_a_line else None
    return cell or ordered_lists.indent(text, anchor, caret)


def _back_tab(text: str, anchor: int, caret: int) -> Change | None:
    return tables.next_cell(text, anchor, caret, back=True) or ordered_lists.outdent(text, anchor, caret)
