"""Attaching: adds what is pasted or dropped to the vault, and writes links to it at the caret.

A file and its embed are one turn of the journal, which takes back both. Ctrl+Z in the note takes back only the
embed, and the file stays, as in Obsidian.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, structs
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QTextCursor

from axon_desktop.errors import AxonError
from axon_desktop.ui.attachments.given import Given, GivenFile, png_of
from axon_desktop.ui.drag_drop.dropped_files import SortedFiles, sort_files
from axon_desktop.ui.files.kinds import DRAWING, IMAGE, kind_of
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.session.user_writes import UserWrites, new_turn
from axon_desktop.vault.links.link_text import plain_anchor, web_link, write_link, write_target

if TYPE_CHECKING:
    from axon_desktop.ui.editor.saving.notice_bar import NoticeBar
    from axon_desktop.ui.editor.saving.saver import Saver
    from axon_desktop.ui.editor.text_edit import NoteTextEdit
    from axon_desktop.vault import Vault

_NOTICE = "attachment"
_LOOK_MS = 400
"""Between two looks at how far a copy is; what is done before the first shows nothing."""


class _Piece(Struct, frozen=True):
    """One thing to be linked: a file of the vault, or something that is added to it."""

    name: str
    """Of what is added."""
    content: Path | bytes | None = None
    """What is added; None for a file that is there."""
    path: str = ""
    """Vault path of the file that is there."""
    heading: str = ""


class Attaching(QObject):
    """Works for one editor, one thing after another."""

    files_left = Signal(list)
    """Paths of files and folders to which a note cannot link."""

    def __init__(self, edit: NoteTextEdit, notice: NoticeBar, parent: QObject) -> None:
        super().__init__(parent)
        self._edit = edit
        self._notice = notice
        self._one_at_a_time = asyncio.Lock()
        self._name = ""
        self._far = (0, 1)
        """Bytes that are copied, of how many; set from a thread."""
        self._stopped = False
        """Whether the user cancelled."""
        self._look = QTimer(self, interval=_LOOK_MS)
        self._look.timeout.connect(self._show_progress)

    async def attach(self, vault: Vault, saver: Saver, note: str, given: Given, cursor: QTextCursor) -> None:
        """Put links to what is given where the cursor is, in place of what it selects."""
        if given.address:
            self._write(cursor, web_link(given.address, cursor.selectedText().strip() or given.title))
            return
        pieces, left = await asyncio.to_thread(_sort, given, vault.root)
        if any(piece.content is not None for piece in pieces):
            async with self._one_at_a_time:
                await self._attach(vault, saver, note, pieces, cursor)
        elif pieces:  # which need not wait for a large copy
            self._write(cursor, "\n".join(await asyncio.to_thread(_links, vault, note, pieces)))
        if left:
            self.files_left.emit(left)

    async def _attach(
        self, vault: Vault, saver: Saver, note: str, pieces: Sequence[_Piece], cursor: QTextCursor
    ) -> None:
        await saver.save()  # what was typed before is a change of its own
        turn, there, added = new_turn(), list[_Piece](), ""
        self._stopped = False
        self._look.start()
        try:
            for piece in pieces:
                path = piece.path or await self._add(vault, note, piece, turn)
                if path is None:
                    break
                added = added or ("" if piece.path else path)
                there.append(structs.replace(piece, path=path))
            self._notice.clear(_NOTICE)
        except AxonError as error:
            words = self.tr("{name} was not added. {why}").format(name=self._name, why=error_text(error))
            self._notice.show_notice(_NOTICE, words, warns=True)
        finally:
            self._look.stop()
        links = await asyncio.to_thread(_links, vault, note, there)
        if cursor.document() is self._edit.document():
            self._write(cursor, "\n".join(links))
            await saver.save_in(turn)
        elif added:
            words = self.tr("{name} is in the vault now. You had left the note, so it has no link to it.")
            self._notice.show_notice(_NOTICE, words.format(name=added))

    def _write(self, cursor: QTextCursor, text: str) -> None:
        """Insert text as one step, if the note is still shown; the caret follows unless it was moved."""
        if not text or cursor.document() is not self._edit.document():
            return
        follows = self._edit.textCursor().position() == cursor.position()
        cursor.insertText(self._edit.note_text.show_pasted(text))
        if follows:
            self._edit.setTextCursor(cursor)
            self._edit.ensureCursorVisible()

    # --- adding

    async def _add(self, vault: Vault, note: str, piece: _Piece, turn: str) -> str | None:
        assert piece.content is not None
        self._name, self._far = piece.name, (0, 1)
        return await UserWrites(vault).add(
            piece.content,
            piece.name,
            note,
            turn=turn,
            on_progress=self._note_progress,
            give_up=lambda: self._stopped,
        )

    def _note_progress(self, done: int, size: int) -> None:
        self._far = done, size

    def _show_progress(self) -> None:
        done, size = self._far
        words = self.tr("{name} is being copied into the vault: {percent} %")
        words = words.format(name=self._name, percent=done * 100 // max(size, 1))
        if self._notice.about == _NOTICE and self._notice.buttons:
            self._notice.text.setText(words)  # the button stays, also while it is being pressed
        else:
            self._notice.show_notice(_NOTICE, words, [(self.tr("Cancel"), self._stop)])

    def _stop(self) -> None:
        self._stopped = True


def _sort(given: Given, root: Path) -> tuple[list[_Piece], list[Path]]:
    """Return what is to be linked, in order, and the files and folders that cannot be; for a thread."""
    from axon_desktop.vault.moves.attachments import picture_name

    if given.picture is not None:
        name = picture_name(datetime.now()).removesuffix(".png") + given.suffix  # noqa: DTZ005 - the user's time
        return [_Piece(name, png_of(given.picture))], []
    pieces: list[_Piece] = []
    left: list[Path] = []
    for file in given.files:
        found = sort_files([file.path], root)
        piece = _piece(file, found)
        if piece is None:
            left.append(file.path)
        else:
            pieces.append(piece)
    return pieces, left


def _piece(file: GivenFile, found: SortedFiles) -> _Piece | None:
    if found.outside:
        return _Piece(file.path.name, file.path)
    if found.inside and not found.inside[0][1]:
        return _Piece(file.path.name, path=found.inside[0][0], heading=file.heading)
    return None


def _links(vault: Vault, note: str, pieces: Sequence[_Piece]) -> list[str]:
    """Return links in the vault's format, and embeds of what was added and of pictures; for a thread."""
    from axon_desktop.vault.obsidian.config import read_app_settings

    settings, links = read_app_settings(vault.root), []
    for piece in pieces:
        path, anchor = piece.path, plain_anchor(piece.heading)
        embed = piece.content is not None or (not anchor and kind_of(path) in (IMAGE, DRAWING))
        target = "" if path == note and anchor else write_target(path, note, vault.names.table, settings)
        markdown = settings.use_markdown_links
        links.append(write_link(target, anchor, "", path=path, markdown=markdown, embed=embed))
    return links
