"""ContextItems: the context sent to the model with the next request, without what the user removed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QTextCursor

from axon_desktop.text.file_names import without_suffix
from axon_desktop.ui.aio import single_shot, spawn
from axon_desktop.ui.composer.context_chips import ContextChips, ContextItem
from axon_desktop.ui.composer.input import ChatInput
from axon_desktop.ui.tree.model import display_name
from axon_desktop.ui.utf16 import units
from axon_desktop.vault import Vault

if TYPE_CHECKING:
    from axon_desktop.agent.context.focus import Focus
    from axon_desktop.agent.context.mentions import Mention

_PAUSE_MS = 120
"""Delay after a key or a change of the selection before the context is determined again."""


class ContextItems(QObject):
    """Shows the context as chips above the box, and passes what remains to the session.

    A removed note stays away for one request, or until another note is opened; a removed selection until another
    text is selected. A removed mention stays in the text as the plain name.
    """

    def __init__(self, strip: ContextChips, box: ChatInput, vault: Vault, parent: QObject) -> None:
        super().__init__(parent)
        self.find_focus: Callable[[], Focus | None] = lambda: None
        """Returns what the user is looking at; set by the window."""
        self._strip = strip
        self._box = box
        self._vault = vault
        self._has_model = True
        self._without_note = ""
        """Path of the open note that was removed."""
        self._without_selection = ""
        """The selected text that was removed."""
        self._mentions: tuple[ContextItem, ...] = ()
        self._pictures: tuple[ContextItem, ...] = ()
        """Pictures that were pasted or dropped; the model does not get them."""
        self._picture_count = 0
        self._read = ""
        """The text whose mentions were found last."""
        self._pause = single_shot(self, _PAUSE_MS, self._look)
        box.textChanged.connect(self._pause.start)
        box.picture_given.connect(self._add_picture)
        strip.removed.connect(self.remove_piece)
        strip.left.connect(box.setFocus)

    def set_has_model(self, has_model: bool) -> None:
        """Set whether there is a model: Offline gets the request only, without context."""
        self._has_model = has_model
        self._show()

    def look_soon(self) -> None:
        """Update soon: another note was opened, or another text selected."""
        self._pause.start()

    def focus(self) -> Focus | None:
        """Return the part of the open note that is sent; for the session."""
        from axon_desktop.agent.context.focus import Focus  # not needed before the first request

        seen = self.find_focus()
        if seen is None:
            return None
        names_note = bool(seen.note) and seen.note != self._without_note
        selection = "" if seen.selection == self._without_selection else seen.selection
        return Focus(seen.note, selection, names_note) if names_note or selection.strip() else Focus()

    def reset(self) -> None:
        """Restore removed items: a request was sent, or another conversation begins."""
        self._without_note = self._without_selection = ""
        self._pictures, self._picture_count = (), 0
        self._show()

    def _add_picture(self) -> None:
        self._picture_count += 1
        name = self.tr("Picture {number}").format(number=self._picture_count)
        words = self.tr("not sent, text only")
        self._pictures += (ContextItem("picture", name, name, words, missing=True),)
        self._show()

    def remove_piece(self, piece: ContextItem) -> None:
        """Remove an item."""
        if piece.kind == "mention":
            spawn(self._unmention(piece), name="take a mention off")
            return
        if piece.kind == "picture":
            self._pictures = tuple(other for other in self._pictures if other != piece)
            self._show()
            return
        seen = self.find_focus()
        if piece.kind == "note":
            self._without_note = piece.path
        elif seen is not None:
            self._without_selection = seen.selection
        self._show()

    # --- what is shown

    def _look(self) -> None:
        seen = self.find_focus()
        if seen is not None:
            if seen.note != self._without_note:
                self._without_note = ""
            if seen.selection != self._without_selection:
                self._without_selection = ""
        text = self._box.toPlainText()
        if "@" not in text:
            self._read, self._mentions = text, ()
        self._show()
        if text != self._read:
            spawn(self._read_mentions(), name="find mentions")

    def _show(self) -> None:
        self._strip.show_pieces(
            (*(self._pieces_of_note() if self._has_model else ()), *self._mentions, *self._pictures)
        )

    def _pieces_of_note(self) -> tuple[ContextItem, ...]:
        focus = self.focus()
        if focus is None or not focus.note:
            return ()
        pieces = []
        name = display_name(focus.note)
        if focus.names_note:
            pieces.append(ContextItem("note", focus.note, name, self.tr("open")))
        if focus.selection.strip():
            lines = focus.selection.strip().count("\n") + 1
            about = self.tr("1 line") if lines == 1 else self.tr("{count} lines").format(count=lines)
            pieces.append(ContextItem("selection", focus.note, name, about))
        return tuple(pieces)

    # --- mentions

    async def _find(self) -> tuple[str, list[Mention]]:
        """Return the text and its mentions, found in a thread; repeated if the text changed meanwhile."""
        from axon_desktop.agent.context.mentions import find_mentions

        while True:
            text = self._box.toPlainText()
            found = await asyncio.to_thread(find_mentions, text, self._vault) if "@" in text else []
            if text == self._box.toPlainText():
                return text, found

    async def _read_mentions(self) -> None:
        self._read, found = await self._find()
        pieces = {(one.path, one.kind): self._piece_of(one) for one in found}
        self._mentions = tuple(pieces.values())
        self._show()

    def _piece_of(self, mention: Mention) -> ContextItem:
        if mention.kind == "missing":
            return ContextItem("mention", mention.path, mention.path, self.tr("not found"), missing=True)
        name = f"{mention.path}/" if mention.kind == "folder" else without_suffix(mention.path)
        from axon_desktop.ui.files.kinds import CARD, IMAGE, kind_of  # not before the first paint

        only_name = kind_of(mention.path) in (IMAGE, CARD)
        return ContextItem("mention", mention.path, name, self.tr("only its name") if only_name else "")

    async def _unmention(self, piece: ContextItem) -> None:
        """Replace a mention by the plain name in the text; undo restores it."""
        text, found = await self._find()
        cursor = QTextCursor(self._box.document())
        cursor.beginEditBlock()
        for mention in reversed(found):
            if mention.path == piece.path:
                cursor.setPosition(units(text[: mention.start]))
                cursor.setPosition(units(text[: mention.end]), QTextCursor.MoveMode.KeepAnchor)
                written = text[mention.start + 1 : mention.end]
                cursor.insertText(written.removeprefix("[[").removesuffix("]]").strip('"'))
        cursor.endEditBlock()
        await self._read_mentions()
