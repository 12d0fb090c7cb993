"""SmartPaste: what is pasted into a note becomes Markdown: rich text, tables, an address over words."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextCursor

from axon_desktop.text.edits.edit import Change, Command, Edit, in_code, insertion
from axon_desktop.text.edits.smart_paste import paste, paste_blocks
from axon_desktop.text.edits.styles import is_address
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.editor.editing.document_edits import Passage, run, run_at

if TYPE_CHECKING:
    from axon_desktop.ui.editor.text_edit import NoteTextEdit


class SmartPaste:
    """Pastes into one text box; HTML is read in a thread, while the user may type on."""

    def __init__(self, edit: NoteTextEdit) -> None:
        self._edit = edit

    def take(self, source: QMimeData, *, plain: bool = False) -> None:
        """Paste the text of a clipboard in place of the selection; `plain` as it is."""
        words, cursor = source.text(), self._edit.textCursor()
        if self._edit.editing.carets.others:
            self._edit.editing.carets.insert(words)
            return
        passage = Passage(self._edit.document(), self._edit.note_text, cursor)
        if plain or in_code(passage.text, passage.index(cursor.position())):
            self._put(lambda text, anchor, caret: insertion(text, anchor, caret, words))
        elif source.hasHtml() and not is_address(words):
            cursor.setKeepPositionOnInsert(True)  # what is typed meanwhile comes behind
            version = self._edit.version
            spawn(self._paste_html(source.html(), words, cursor, version), name="paste as Markdown")
        else:
            self._put(paste(words))

    async def _paste_html(self, html: str, words: str, cursor: QTextCursor, version: tuple[int, int]) -> None:
        edit = self._edit
        made = await asyncio.to_thread(_read, html)
        if cursor.document() is not edit.document() or edit.isReadOnly():
            return
        if version != edit.version:
            cursor.setPosition(cursor.position())  # what was typed over the selection stays
        cursor.setKeepPositionOnInsert(False)
        here = edit.textCursor()
        stayed = (here.anchor(), here.position()) == (cursor.anchor(), cursor.position())
        run_at(edit, cursor, self._shown(paste_blocks(made) if made is not None else paste(words)))
        if stayed:
            edit.setTextCursor(cursor)
            edit.ensureCursorVisible()

    def _put(self, command: Command) -> None:
        run(self._edit, self._shown(command))

    def _shown(self, command: Command) -> Command:
        """Return a command whose text is as the document has it."""

        def shown(text: str, anchor: int, caret: int) -> Change | None:
            change = command(text, anchor, caret)
            if change is None:
                return None
            (edit,) = change.edits
            made = self._edit.note_text.show_pasted(edit.text)
            return Change((Edit(edit.start, edit.end, made),), *(edit.start + len(made),) * 2)

        return shown


def _read(html: str) -> str | None:
    from axon_desktop.markdown.from_html import markdown_of  # takes a tenth of a second

    return markdown_of(html)
