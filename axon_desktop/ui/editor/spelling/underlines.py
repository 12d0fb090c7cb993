"""SpellUnderlines: waves under the words in sight that are not right, and what may be meant, in one text box."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtGui import QAction, QColor, QContextMenuEvent, QTextBlock, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QMenu, QTextEdit, QToolTip

from axon_desktop.ui.accessibility.announcer import announce
from axon_desktop.ui.aio import in_time, single_shot, spawn
from axon_desktop.ui.editor.live.block_layout import BlockData, Places
from axon_desktop.ui.editor.spelling.words import words_of
from axon_desktop.ui.look.theme import current_colors, in_force

if TYPE_CHECKING:
    from axon_desktop.ui.editor.spelling.checker import SpellChecker
    from axon_desktop.ui.editor.text_edit import NoteTextEdit

_PAUSE_MS = 250
"""After the last key or scroll."""
_PATIENCE = 0.8
"""Seconds that the menu waits for suggestions."""
_BLOCKS = 100
"""Lines whose words are looked up together."""


def say_at_caret(edit: NoteTextEdit, text: str) -> None:
    """Show words beside the caret, and have them spoken."""
    QToolTip.showText(edit.viewport().mapToGlobal(edit.cursorRect().bottomLeft()), text, edit)
    announce(text)


class SpellUnderlines(QObject):
    """Looks at what is seen, a moment after it changed."""

    def __init__(self, edit: NoteTextEdit, checker: SpellChecker) -> None:
        super().__init__(edit)
        self._edit, self._checker = edit, checker
        self._wrong: list[tuple[int, int, str]] = []
        self._written = -1
        """Where the caret was after the last edit: the word there may not be whole."""
        self._offer: tuple[QTextCursor, str, list[str]] | None = None
        """A word, and what may be meant, for the menu that opens now."""
        self._pause = single_shot(self, _PAUSE_MS, self._look)
        for signal in (edit.cursorPositionChanged, edit.verticalScrollBar().valueChanged, checker.learned):
            signal.connect(self._pause.start)
        edit.shown.connect(self._forget)
        edit.edited.connect(self._note_edit)
        edit.menu_requested.connect(self._add_to_menu)
        edit.installEventFilter(self)
        edit.viewport().installEventFilter(self)
        in_force.changed.connect(self._show)
        self._pause.start()

    @property
    def wrong(self) -> list[str]:
        """The underlined words."""
        return [word for _, _, word in self._wrong]

    def _forget(self) -> None:
        self._wrong, self._written = [], -1
        self._pause.start()

    def _note_edit(self) -> None:
        self._written = self._edit.textCursor().position()
        self._pause.start()

    def _look(self) -> None:
        wrong: list[tuple[int, int, str]] = []
        if self._checker.active and not self._edit.isReadOnly() and not self._edit.guard.composing:
            unknown: list[str] = []
            for start, end, word in self._seen():
                right = self._checker.is_right(word)
                if right is None:
                    unknown.append(word)
                elif not right:
                    wrong.append((start, end, word))
            self._checker.ask(unknown)
        self._wrong = wrong
        self._show()

    def _seen(self) -> list[tuple[int, int, str]]:
        """Return the words on the screen, but not the one that is being written."""
        edit, found = self._edit, []
        caret = edit.textCursor().position()
        for block in edit.visible_blocks():
            data = block.userData()
            if isinstance(data, BlockData) and data.group is not None:
                continue
            for start, end, word in self._words_of(block):
                if not (caret == self._written and start < caret <= end):
                    found.append((start, end, word))
        return found

    def _words_of(self, block: QTextBlock) -> Iterator[tuple[int, int, str]]:
        """Yield the words of a line that are to be right, with their positions."""
        text, places, at = block.text(), Places(block.text()), block.position()
        for first, last, word in words_of(self._edit.note_layout.states.before(block), text):
            yield at + places.of(first), at + places.of(last), word

    def _show(self) -> None:
        look = QTextCharFormat()
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        look.setUnderlineColor(QColor(current_colors().err))
        marks = []
        for start, end, _ in self._wrong:
            mark = QTextEdit.ExtraSelection()
            mark.cursor, mark.format = self._cursor(start, end), look
            marks.append(mark)
        self._edit.marks.put("spelling", marks)

    def _cursor(self, start: int, end: int) -> QTextCursor:
        cursor = QTextCursor(self._edit.document())
        last = self._edit.document().characterCount() - 1
        cursor.setPosition(min(start, last))
        cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    # --- from word to word

    async def go_to_next(self) -> None:
        """Select the next word that is not right, behind the caret or else from the beginning on."""
        edit, document, version = self._edit, self._edit.document(), self._edit.version
        here, found = edit.textCursor().selectionEnd(), None
        places = [(here, document.characterCount()), (0, here)]
        for begin, end in places if self._checker.active else ():
            block = document.findBlock(begin)
            while found is None and block.isValid() and block.position() < end:
                words: list[tuple[int, int, str]] = []
                for _ in range(_BLOCKS):
                    if block.isValid() and block.position() < end:
                        words += [one for one in self._words_of(block) if begin <= one[0] < end]
                        block = block.next()
                wrong = await self._checker.wrong_among(word for _, _, word in words)
                await asyncio.sleep(0)
                if edit.document() is not document or edit.version != version:
                    return
                found = next((one for one in words if one[2] in wrong), None)
            if found is not None:
                break
        if found is None:
            say_at_caret(edit, self.tr("No misspelled word was found."))
            return
        start, end, word = found
        edit.setTextCursor(self._cursor(start, end))
        edit.ensureCursorVisible()
        self._look()
        announce(self.tr("{word}, misspelled").format(word=word))

    # --- the menu

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Find suggestions before the menu opens over a word that is underlined."""
        if isinstance(event, QContextMenuEvent) and not self._edit.isReadOnly():
            by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
            at = self._edit.cursorForPosition(event.pos()) if by_mouse else self._edit.textCursor()
            here = next((one for one in self._wrong if one[0] <= at.position() <= one[1]), None)
            if here is not None:
                start, end, word = here
                opening = self._open(self._cursor(start, end), word, event.pos(), event.globalPos())
                spawn(opening, name="suggest words")
                return True
        return super().eventFilter(watched, event)

    async def _open(self, over: QTextCursor, word: str, at: QPoint, on_screen: QPoint) -> None:
        words = await in_time(self._checker.suggestions(word), _PATIENCE, name="suggest words")
        self._offer = over, word, words or []
        self._edit.open_menu(at, on_screen)
        self._offer = None

    def _add_to_menu(self, menu: QMenu) -> None:
        if self._offer is None:
            return
        over, word, words = self._offer
        made = [QAction(one, menu) for one in words]
        for action, one in zip(made, words, strict=True):
            action.triggered.connect(partial(self._replace, over, one))
        if not made:
            made = [QAction(self.tr("No suggestions"), menu)]
            made[0].setEnabled(False)
        add = QAction(self.tr("Add “{word}” to the dictionary").format(word=word), menu)
        add.triggered.connect(lambda: spawn(self._checker.add(word), name="add to the dictionary"))
        before = menu.actions()[0] if menu.actions() else None
        line = QAction(menu)
        line.setSeparator(True)
        menu.insertActions(before, [*made, add, line])  # type: ignore[arg-type]  # None is the end

    def _replace(self, over: QTextCursor, instead: str, _checked: bool = False) -> None:
        if over.document() is self._edit.document() and over.hasSelection():
            over.insertText(instead)
