"""Completion: a list at the caret with suggestions for a link, a tag or a property."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QWidget

from axon_desktop.ui.aio import single_shot, spawn
from axon_desktop.ui.composer.completion import Choice, CompletionList
from axon_desktop.ui.editor.suggestions import Suggestion, SuggestionRequest, Suggestions, wanted_before
from axon_desktop.ui.editor.text_edit import NoteTextEdit
from axon_desktop.ui.runtime.ime_guard import typed_by
from axon_desktop.ui.utf16 import part_before, part_from, units

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.vault import Vault

_LIMIT = 40
_WIDTH = 420
_ICONS = {"note": "note", "heading": "forward", "block": "forward", "tag": "plus", "property": "settings"}
_BRACKETS = {"【": "[[", "】": "]]"}
"""Brackets that a Chinese input method types, and what two of them are replaced by."""


class Completion(QObject):
    """Follows the typing in one editor."""

    def __init__(self, edit: NoteTextEdit, over: QWidget) -> None:
        """Take the editor, and the widget that the list is placed on."""
        super().__init__(edit)
        self._edit = edit
        self._over = over
        self.suggestions: Suggestions | None = None
        """Those of the vault."""
        self._path = ""
        self._asked = 0
        self._found: list[Suggestion] = []
        self._written = 0
        """Position of the caret after the last typing."""
        self._was_typed = False
        """Whether the text changed in this turn of the event loop."""
        self._typed = ""
        """Text that a key or an input method is about to type."""
        self._leaving = single_shot(self, 0, self._leave)
        self.list = CompletionList(over)
        self.list.itemClicked.connect(lambda _item: self.accept())
        edit.cursorPositionChanged.connect(self._leaving.start)  # unless something was written
        edit.edited.connect(self._update)
        edit.installEventFilter(self)
        edit.verticalScrollBar().valueChanged.connect(self.close)

    def set_vault(self, vault: Vault | None, index: VaultIndex | None) -> None:
        """Suggest names of another vault."""
        self.close()
        self.suggestions = Suggestions(vault, index) if vault is not None else None

    def set_path(self, path: str) -> None:
        """Set the path of the edited note."""
        self.close()
        self._path = path

    @property
    def open(self) -> bool:
        """Whether the list is shown."""
        return not self.list.isHidden()

    def close(self) -> None:
        """Close the list."""
        self._asked += 1
        self.list.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys of the list while it is open; close it when the focus is elsewhere."""
        self._typed = self._typed if (typed := typed_by(event)) is None else typed
        if event.type() == QEvent.Type.FocusOut:
            self.close()
        elif isinstance(event, QInputMethodEvent) and event.preeditString():
            self.close()  # the candidates of the input method are shown there
        elif self.open and isinstance(event, QKeyEvent) and not self._edit.guard.composing:
            if event.type() == QEvent.Type.ShortcutOverride and event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and event.modifiers() == Qt.KeyboardModifier.NoModifier:
                return self._take_key(event.key())
        return super().eventFilter(watched, event)

    def _take_key(self, key: int) -> bool:
        match key:
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                self.list.step(1 if key == Qt.Key.Key_Down else -1)
                self.list.announce()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Tab:
                self.accept()
            case Qt.Key.Key_Escape:
                self.close()
            case _:
                return False
        return True

    def accept(self) -> None:
        """Insert the chosen suggestion."""
        number, wanted = self.list.currentRow(), self._being_written()  # perhaps more than what was searched for
        self.close()
        if wanted is None or not 0 <= number < len(self._found) or wanted.subject != self._found[number].subject:
            return
        chosen = self._found[number]
        cursor = self._edit.textCursor()
        line, place = cursor.block().text(), cursor.position()
        before, behind = (part(line, cursor.positionInBlock()) for part in (part_before, part_from))
        inserted = chosen.inserted
        if chosen.subject == "property" and behind.startswith(":"):
            inserted = inserted.removesuffix(": ")
        over = len(chosen.closes) if chosen.closes and behind.startswith(chosen.closes) else 0
        cursor.beginEditBlock()
        cursor.setPosition(place + over)
        cursor.setPosition(place - units(before[len(before) - wanted.length :]), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(inserted)
        cursor.endEditBlock()
        self._edit.setTextCursor(cursor)
        self.close()

    # the suggestions

    def _leave(self) -> None:
        """Close the list where nothing was typed; brackets that close move the caret after they were."""
        was_typed, self._was_typed = self._was_typed, False
        if self._edit.textCursor().position() != self._written:
            (self._update if was_typed else self.close)()

    def _update(self) -> None:
        self._was_typed = True
        self._leaving.start()
        self._written = self._edit.textCursor().position()
        typed, self._typed = self._typed, ""
        if self._write_brackets(typed):
            return  # which was an edit of its own
        composing = self._edit.guard.composing
        wanted = self._being_written() if not composing and self._edit.hasFocus() else None
        if wanted is None or self.suggestions is None:
            self.close()
            return
        self._asked += 1
        spawn(self._find(self.suggestions, wanted, self._asked), name="find suggestions")

    def _write_brackets(self, typed: str) -> bool:
        """Replace two Chinese brackets that were just typed by those of a link; undo restores them."""
        bracket = typed[-1:]
        cursor = self._edit.textCursor()
        before = part_before(cursor.block().text(), cursor.positionInBlock())
        if bracket not in _BRACKETS or typed.strip(bracket) or not before.endswith(2 * bracket):
            return False
        state = self._edit.note_layout.states.before(cursor.block())
        link = wanted_before(before[:-2] + ("[[" if bracket == "【" else ""), state)
        if link is None or link.subject not in ("note", "heading", "block"):
            return False
        cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, 2)
        cursor.insertText(_BRACKETS[bracket])
        return True

    def _being_written(self) -> SuggestionRequest | None:
        cursor = self._edit.textCursor()
        if cursor.hasSelection():
            return None
        state = self._edit.note_layout.states.before(cursor.block())
        before = part_before(cursor.block().text(), cursor.positionInBlock())
        return wanted_before(before, state)

    async def _find(self, suggestions: Suggestions, wanted: SuggestionRequest, number: int) -> None:
        edit = self._edit
        raw, codec = (edit.raw, edit.note_text) if wanted.subject != "note" else ("", edit.note_text)
        found = await asyncio.to_thread(
            suggestions.find,
            wanted,
            self._path,
            lambda: codec.restore(raw),
            _LIMIT,
            lambda: number != self._asked,
        )
        if number != self._asked:
            return  # something else was typed meanwhile
        alone = len(found) == 1 and found[0].inserted == wanted.query
        self._found = [] if alone else found
        self.list.show_choices([_choice(one) for one in self._found])
        self._place()
        if self._found:
            self.list.announce()

    def _place(self) -> None:
        """Place the list below the beginning of what is typed, or above where there is no room."""
        if not self.open:
            return
        cursor = self._edit.textCursor()
        rect = self._edit.cursorRect(cursor)
        corner = self._edit.viewport().mapTo(self._over, rect.bottomLeft())
        width = min(_WIDTH, self._over.width() - 16)
        height = self.list.needed_height()
        top = corner.y() + 4
        if top + height > self._over.height():
            above = self._edit.viewport().mapTo(self._over, rect.topLeft()).y() - height - 4
            top = above if above >= 0 else max(0, self._over.height() - height)
        left = min(max(8, corner.x() - 16), max(8, self._over.width() - width - 8))
        self.list.setGeometry(left, top, width, height)
        self.list.raise_()


def _choice(one: Suggestion) -> Choice:
    return Choice(one.name, one.details, _ICONS[one.subject], one.inserted)
