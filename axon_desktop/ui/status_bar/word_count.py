"""WordCount: shows in the status bar the length of the note, and of the selection."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QWidget

from axon_desktop.markdown.scan.properties import front_matter_end
from axon_desktop.text.fold import HAN, KANA
from axon_desktop.ui.aio import single_shot, spawn
from axon_desktop.ui.markdown_view.selection import END, text_over

if TYPE_CHECKING:
    from axon_desktop.ui.editor.text_edit import NoteTextEdit
    from axon_desktop.ui.markdown_view import MarkdownView
    from axon_desktop.ui.note.pane import NotePane
    from axon_desktop.ui.window.main_window import MainWindow

_PAUSE_MS = 400
"""Delay after typing or selecting before counting."""
_SHORT = 20_000
"""Maximum characters of a note that is counted as soon as it is shown."""
_PIECE = 30_000
"""Characters that are read from the editor at a time."""
_SLICE = 8_000
"""Characters that are counted in one call, which holds the lock shared by all threads."""
_IDEOGRAM = HAN + KANA
"""Chinese characters and kana, which are written without blanks between words."""
_LETTER = rf"[^\W_{_IDEOGRAM}]"
_WORD = re.compile(
    rf"[{_IDEOGRAM}]|{_LETTER}+(?:[\u0300-\u036f]|['’-](?={_LETTER})|(?<=\d)[.,](?=\d)|{_LETTER}+)*"
)
_CUT = re.compile(rf"[\s{_IDEOGRAM}]")


@dataclass(frozen=True, slots=True)
class Length:
    """The length of a text."""

    words: int
    characters: int


def measure(text: str) -> Length:
    """Count words and characters as Obsidian does; for a thread.

    A word is one Chinese character or kana, or a run of other letters and digits; an apostrophe or hyphen inside
    it, and separators in a number, are part of it. Characters are all of them, also blanks, line ends and
    Markdown markup.
    """
    words = at = 0
    while at < len(text):
        cut = _CUT.search(text, at + _SLICE)
        end = cut.start() if cut is not None else len(text)
        words += len(_WORD.findall(text, at, end))
        at = end
    return Length(words, len(text) - text.count("\r\n"))


class WordCount(QObject):
    """Counts in a thread, some time after the last key."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._status = window.status
        self._window = window
        self._path = self._text = ""
        """Text of the shown note, as in its file."""
        self._version: object = None
        self._length = Length(0, 0)
        """Length of that text, without the properties."""
        self._properties = 0
        """Number of its characters in properties."""
        self._counting: asyncio.Task[None] | None = None
        self._connected: set[QWidget] = set()
        self._pause = single_shot(self, _PAUSE_MS, self._count)
        window.groups.text_shown.connect(self._note_shown)
        window.groups.used.connect(self._page_shown)
        window.groups.each(lambda pane: pane.body.currentChanged.connect(self._page_shown))

    @property
    def _preview(self) -> NotePane:
        return self._window.preview

    # --- the shown text

    def _note_shown(self, path: str, text: str) -> None:
        if path != self._path or not self._preview.has_note:
            self._status.set_length()
        self._path, self._text = path, text
        self._wait(0 if len(text) <= _SHORT else _PAUSE_MS)

    def _page_shown(self) -> None:
        """Connect to the source and to the rendered note, each of which is created at its first use."""
        editor, view = self._preview.body.made_editor, self._preview.body.made_view
        if editor is not None and editor not in self._connected:
            self._connected.add(editor)
            editor.edit.edited.connect(lambda: self._wait())
            editor.edit.selectionChanged.connect(lambda: self._wait())
        if view is not None and view not in self._connected:
            self._connected.add(view)
            view.selection_changed.connect(lambda: self._wait())
        self._wait()

    def _wait(self, pause: int = _PAUSE_MS) -> None:
        if self._counting is not None:
            self._counting.cancel()
        self._pause.start(pause)

    # --- counting

    def _count(self) -> None:
        if not self._preview.window().isVisible():
            return  # it was closed
        body = self._preview.body
        if not self._preview.has_note:
            self._status.set_length()
        elif body.shows_editor:
            self._counting = spawn(self._count_source(body.editor.edit), name="count words")
        elif body.shows_view:
            self._counting = spawn(self._count_note(body.view), name="count words")

    async def _count_source(self, edit: NoteTextEdit) -> None:
        version, cursor = edit.version, edit.textCursor()
        if version != self._version:
            await self._measure(await _read(edit, 0, edit.document().characterCount() - 1), version)
        if not cursor.hasSelection():
            self._show_whole()
            return
        start, hidden = cursor.selectionStart(), self._properties
        if hidden:
            hidden = max(0, hidden - len(await _read(edit, 0, min(start, 2 * hidden))))
        part = await _read(edit, start, cursor.selectionEnd())
        await self._show_part(part[hidden:])

    async def _count_note(self, view: MarkdownView) -> None:
        text = self._text
        if text != self._version:
            await self._measure(text, text)
        if view.selection.empty:
            self._show_whole()
        else:
            await self._show_part(_selected_source(view))

    async def _measure(self, text: str, version: object) -> None:
        properties = front_matter_end(text)
        length = await asyncio.to_thread(measure, text[properties:])
        self._version, self._length, self._properties = version, length, properties

    def _show_whole(self) -> None:
        words = self._count_text(self._length.words, self.tr("1 word"), self.tr("{count} words"))
        characters = self._count_text(
            self._length.characters, self.tr("1 character"), self.tr("{count} characters")
        )
        self._status.set_length(f"{words} · {characters}", words)

    async def _show_part(self, text: str) -> None:
        part = await asyncio.to_thread(measure, text)
        words = self.tr("{count} of {total} words")
        self._status.set_length(words.format(count=f"{part.words:,}", total=f"{self._length.words:,}"))

    @staticmethod
    def _count_text(count: int, one: str, many: str) -> str:
        return one if count == 1 else many.format(count=f"{count:,}")


async def _read(edit: NoteTextEdit, start: int, end: int) -> str:
    """Return a part of the file's text: a long one piece by piece, so that typing is not delayed."""
    version, document = edit.version, edit.document()
    parts, cursor = [], QTextCursor(document)
    while start < end and edit.version == version:
        cursor.setPosition(start)
        line = document.findBlock(start + _PIECE)  # no character is cut in two
        start = min(end, line.position() + line.length()) if line.isValid() else end
        cursor.setPosition(start, QTextCursor.MoveMode.KeepAnchor)
        parts.append(cursor.selectedText())
        await asyncio.sleep(0)
    text = await asyncio.to_thread(edit.note_text.restore, "".join(parts))
    return text.removeprefix("\ufeff")


def _selected_source(view: MarkdownView) -> str:
    """Return the selection of a rendered note: of whole blocks their source, which is cheap."""
    parts: list[str] = []
    for chunk, start, end in list(view.selection.chunks()):
        if chunk.header is not None:
            continue  # title and properties
        if start == 0 and end >= END:
            parts += (block.source for block in chunk.blocks if block.kind != "front_matter")
        else:
            view.ensure_built(chunk)
            parts.append(text_over(chunk, start, end))
    return "\n".join(parts)
