"""EditorView: one note as plain text, edited and saved; what the reading pane embeds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QTextBlock, QTextCursor
from PySide6.QtWidgets import QDialog, QWidget

from axon_desktop.errors import ReadFailedError
from axon_desktop.markdown.scan.anchors import begins_with_heading
from axon_desktop.markdown.scan.properties import front_matter_end
from axon_desktop.ui.aio import ask, in_time, spawn
from axon_desktop.ui.attachments.attaching import Attaching
from axon_desktop.ui.editor.completion import Completion
from axon_desktop.ui.editor.document import NoteDocument, make_document
from axon_desktop.ui.editor.document_cache import DocumentCache
from axon_desktop.ui.editor.folding.folds import FoldedLine
from axon_desktop.ui.editor.saving.draft_offer import DraftOffer
from axon_desktop.ui.editor.saving.merge_dialog import ask_for_version
from axon_desktop.ui.editor.saving.notice_bar import NoticeBar
from axon_desktop.ui.editor.saving.save_state import SaveState
from axon_desktop.ui.editor.saving.saver import Author, Conflict, Saver
from axon_desktop.ui.editor.saving.unsaved_question import UnsavedQuestion
from axon_desktop.ui.editor.text_edit import NoteTextEdit
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.look.parts import vbox
from axon_desktop.ui.tree.model import display_name
from axon_desktop.vault.links.link_text import footnote_at, link_at

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.ui.attachments.given import Given
    from axon_desktop.vault import Note, Vault
    from axon_desktop.vault.history.changes import VaultChanged


_AT_ONCE = 40_000
"""Bytes of a note up to which it is shown immediately."""
_PATIENCE = 5.0
"""Seconds of leaving a note after which the disk counts as not responding."""


class EditorPosition(Struct, frozen=True):
    """The position of the user in a text."""

    line: int
    """First line on the screen, from 1."""
    caret: int
    """In the document."""
    scrolled: int
    """Value of the scroll bar."""


class EditorView(QWidget):
    """Shows one note at a time."""

    state_changed = Signal(object)
    """SaveState; the header shows it with a `SaveStateLabel`."""
    text_changed = Signal(object)  # a str; as one of Qt a long text would be copied for each listener
    """The text that the file now holds: after a save, or when it came from the file. A BOM stays."""
    link_activated = Signal(str, bool)
    """(link, in the grammar of MarkdownView; in a new tab): it was followed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._vault: Vault | None = None
        self._saver: Saver | None = None
        self.path = ""
        """Vault path of the shown note; empty for none."""
        self._choosing = False
        self._unrecorded = False
        """Whether the last text was saved without a record."""
        self._kept = DocumentCache()
        self.edit = NoteTextEdit()
        self._folded: dict[str, list[FoldedLine]] = {}
        """What is folded in the notes that were left, by their paths."""
        self._carets: dict[str, int] = {}
        """Where the caret was in them."""
        self._left_at = 0
        """Where it was in the shown note, as long as it has not moved."""
        self._text = self.edit.version, ""
        """The text when it was last requested: computing a long one takes a while."""
        self.notice = NoticeBar()
        vbox(self.notice, (self.edit, 1), parent=self, spacing=0)
        self.setFocusProxy(self.edit)
        self.drafts = DraftOffer(self)
        """Offers text that was never saved."""
        self.completion = Completion(self.edit, self)
        self.edit.installEventFilter(self)
        self.edit.edited.connect(self._edited)
        self.edit.cursorPositionChanged.connect(self._forget_place)
        self.edit.save_requested.connect(lambda: spawn(self.save(), name="save note"))
        self.edit.link_requested.connect(self._follow)
        self.edit.given.connect(self._take_given)
        self.attaching = Attaching(self.edit, self.notice, self)
        """Adds pasted and dropped pictures and files."""
        self.edit.drawn_link_activated.connect(lambda href: self.link_activated.emit(href, False))

    # --- what is shown

    @property
    def text(self) -> str:
        """The text as the file would hold it."""
        version = self.edit.version
        if self._text[0] != version:
            self._text = version, self.edit.note_text.restore(self.edit.raw)
        return self._text[1]

    @property
    def state(self) -> SaveState:
        """Whether the text is saved, and if not, why."""
        return self._saver.state if self._saver is not None else SaveState()

    @property
    def dirty(self) -> bool:
        """Whether the user wrote something that the file does not have."""
        return self._saver is not None and self._saver.dirty

    def set_vault(self, vault: Vault | None, index: VaultIndex | None = None) -> None:
        """Edit notes of another vault, with nothing open."""
        self.forget()
        self._kept.clear()
        self._folded.clear()
        self._carets.clear()
        if self._saver is not None:
            self._saver.close()
            self._saver.deleteLater()
            self._saver = None
        self._vault = vault
        self.completion.set_vault(vault, index)
        self.edit.properties.set_vault(vault.root if vault is not None else None, self.completion.suggestions)
        if vault is None:
            return
        saver = self._saver = Saver(vault, self.edit, self)
        saver.state_changed.connect(self._state_changed)
        saver.saved.connect(self.text_changed)
        saver.merged.connect(self._report_merged)

    def takes_long(self, path: str, note: Note) -> bool:
        """Return whether the document for a note should be made in a thread before the note is shown."""
        return len(note.data) > _AT_ONCE and not self._has(path) and not self._kept.has(path, note.sha256)

    async def make_document(self, note: Note) -> NoteDocument:
        """Make the document for a note in a thread."""
        looks = self.edit.looks
        return await asyncio.to_thread(lambda: make_document(_text_of(note)[0], looks))

    def show_note(self, path: str, note: Note, *, line: int = 0, made: NoteDocument | None = None) -> None:
        """Show a note that was just read, from a line of the file on (from 1; 0 the top).

        The one before must have been left. Showing the same file again keeps text, undo and position. `made` is
        the note's document, if it was made before.
        """
        saver = self._saver
        if saver is None:
            return
        if self._has(path):
            self.refresh()
        else:
            self._open(saver, path, note, made)
        if line:
            self.go_to_line(line)

    def catch_up(self, path: str, note: Note) -> None:
        """Take the content just read of a file that is about to be shown again, before the user types into it."""
        if self._saver is not None and self._has(path) and not self.isVisible():
            self._saver.catch_up(note)

    def _has(self, path: str) -> bool:
        return path == self.path and self.state.kind not in ("none", "read_only")

    def _open(self, saver: Saver, path: str, note: Note, made: NoteDocument | None) -> None:
        self.edit.properties.complete()
        before, settled = self.path, saver.settled_sha256
        self._note_place(before)
        saver.end()
        self.path = path
        self.notice.clear()
        self.completion.set_path(path)
        text, why = _text_of(note)
        self.edit.setReadOnly(bool(why))
        kept = self._kept.take(path, note.sha256)
        made = kept or made or make_document(text, self.edit.looks)
        self.edit.set_path(path)
        left = self.edit.show_document(made)
        self._show_title(text)
        if kept is None:
            self.edit.gutter.restore(self._folded.get(path, []))
        if self.edit.note_looks.live and (kept is None or not self.edit.textCursor().position()):
            self.edit.skip_properties()
        self._left_at = self._carets.pop(path, 0)
        self._text = self.edit.version, text
        if settled:
            self._kept.keep(before, settled, left)
        else:
            left.document.deleteLater()
        saver.begin(path, note, read_only=why)
        if why:
            self.notice.show_notice("read_only", why)
        else:
            spawn(self.drafts.offer(saver, path, note.data), name="look for a draft")
        self.text_changed.emit(text)

    def _note_place(self, path: str) -> None:
        """Note what is folded and where the caret is in a note that is left."""
        self._folded[path] = self.edit.note_layout.folds.folded()
        self._carets[path] = self.edit.textCursor().position()

    def _show_title(self, text: str) -> None:
        """Show the name of the note above its text, unless that begins with it."""
        title = display_name(self.path)
        text = text.removeprefix("\ufeff")
        has_it = begins_with_heading(text[front_matter_end(text) :], title)
        self.edit.set_title("" if has_it else title)

    def forget(self) -> None:
        """Show nothing; what was not saved is saved in the background, or kept as a draft."""
        self.edit.properties.complete()
        if self._saver is not None:
            self._saver.end()
        self._note_place(self.path)
        self.path = ""
        self.notice.clear()
        self.completion.set_path("")
        self.edit.setReadOnly(True)
        self.edit.open_text("")

    def moved(self, path: str, to: str) -> None:
        """Follow a file that was moved or renamed."""
        self._kept.moved(path, to)
        self._folded[to] = self._folded.pop(path, [])
        self._carets[to] = self._carets.pop(path, 0)
        if path == self.path and self._saver is not None:
            self.path = to
            self._saver.moved(to)
            self.drafts.moved(path, to)
            self.completion.set_path(to)
            self.edit.set_path(to)
            self._show_title(self.text)

    # --- looks

    def set_font_size(self, pixels: int) -> None:
        """Draw the text in this size."""
        self.edit.set_font_size(pixels)

    # --- positions

    @property
    def line(self) -> int:
        """The first line on the screen, from 1."""
        if self.edit.verticalScrollBar().value() < self.edit.note_layout.top:
            return 1  # of the lines that the form stands for
        return self._line_of(self.edit.firstVisibleBlock())

    def place(self) -> EditorPosition:
        """Return the position of the user."""
        return EditorPosition(self.line, self.edit.textCursor().position(), self.edit.verticalScrollBar().value())

    def go_to_line(self, line: int) -> None:
        """Put a line of the file, from 1, at the top, and the caret into it."""
        block = self._block_of(line)
        if self.edit.note_layout.replaced(block) and self.edit.skip_properties():
            return
        self.edit.setTextCursor(QTextCursor(block))
        self.edit.verticalScrollBar().setValue(
            self.edit.note_layout.top_of(block) if block.previous().isValid() else 0
        )

    def scroll_to_line(self, line: int) -> None:
        """Put a line at the top; the caret stays where it is or was left, if that is seen then."""
        caret, bar = self.edit.textCursor(), self.edit.verticalScrollBar()
        if self._left_at:
            caret.setPosition(min(self._left_at, self.edit.document().characterCount() - 1))
        self.go_to_line(line)
        scrolled, block = bar.value(), caret.block()
        is_hidden = self.edit.note_layout.replaced(block) and self.edit.note_looks.live
        if not is_hidden and any(seen == block for seen in self.edit.visible_blocks()):
            self.edit.setTextCursor(caret)
            bar.setValue(scrolled)

    def _block_of(self, line: int) -> QTextBlock:
        document, joint = self.edit.document(), self.edit.note_text.joint
        if not self.edit.joined:
            return document.findBlockByNumber(min(max(line, 1), document.blockCount()) - 1)
        block = document.begin()
        while line > 1 and block.next().isValid():
            line -= not block.text().endswith(joint)
            block = block.next()
        return block

    def _line_of(self, block: QTextBlock) -> int:
        joint = self.edit.note_text.joint
        if not self.edit.joined:
            return block.blockNumber() + 1
        line, other = 1, self.edit.document().begin()
        while other.isValid() and other.blockNumber() < block.blockNumber():
            line += not other.text().endswith(joint)
            other = other.next()
        return line

    # --- saving

    async def save(self) -> bool:
        """Write the text to the file; return whether it is saved."""
        self.edit.properties.complete()
        return self._saver is None or await self._saver.save()

    async def save_or_draft(self) -> bool:
        """Save without asking, or keep the text as a draft; return whether it is a draft now."""
        self.edit.properties.complete()
        return self._saver is not None and await self._saver.save_or_draft()

    async def leave(self) -> bool:
        """Save before another note comes, or the end; False if the user wants to stay.

        Text that cannot be saved is kept as a draft and offered when the note is opened again; if that fails too,
        it is lost only if the user agrees. A disk that does not answer is not waited for.
        """
        saver = self._saver
        self.edit.properties.complete()
        if saver is None or not saver.dirty:
            return True
        saved = await in_time(saver.save(), _PATIENCE, name="save note")
        if saved:
            return True
        hangs = saved is None
        kept = bool(await in_time(saver.keep_draft(), _PATIENCE, name="keep draft"))
        if not self.dirty:  # the disk answered after all
            return True
        unrecorded = self.state.unrecorded and not hangs
        conflict = saver.conflict if not hangs else None
        question = UnsavedQuestion(
            self.path,
            self.state,
            self.window(),
            hangs=hangs,
            kept=kept,
            conflict=conflict is not None,
            text=lambda: self.edit.note_text.clean(self.edit.raw),
        )
        self.state_changed.connect(question.on_state_changed)
        answer = await ask(question)
        if unrecorded and answer == UnsavedQuestion.OTHER:
            return await saver.save_unrecorded()
        if conflict is not None and answer == UnsavedQuestion.OTHER:
            await self._choose(conflict)
            return not self.dirty
        if answer != QDialog.DialogCode.Accepted:
            return False
        if hangs or not kept:
            saver.give_up()
        return True

    async def change_as(self, change: Callable[[], object], author: Author) -> bool:
        """Let somebody else change the text, as a turn of its own; False if the note was left meanwhile."""
        return self._saver is not None and await self._saver.save_change(change, author)

    def settle(self) -> None:
        """Save again, or let the user choose between versions."""
        conflict = self._saver.conflict if self._saver is not None else None
        if conflict is not None:
            spawn(self._choose(conflict), name="choose a version")
        elif self._saver is not None:
            spawn(self._saver.save(create=True), name="save note")

    def save_unrecorded(self) -> None:
        """Save although it cannot be undone later."""
        if self._saver is not None:
            spawn(self._saver.save_unrecorded(), name="save note")

    def refresh(self) -> None:
        """Read the file again if it changed."""
        if self._saver is not None and self.path:
            spawn(self._saver.refresh(), name="look at the note again")

    def on_vault_changed(self, change: VaultChanged) -> None:
        """Show the note as it is after a change."""
        if self.path in change.paths:
            self.refresh()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Save when the focus goes elsewhere."""
        if watched is self.edit and event.type() == QEvent.Type.FocusOut and self.dirty:
            spawn(self.save(), name="save note")
        return super().eventFilter(watched, event)

    def _forget_place(self) -> None:
        self._left_at = 0

    def _edited(self) -> None:
        if self._saver is not None:
            self._saver.text_edited()

    def _state_changed(self, state: SaveState) -> None:
        if state.kind == "failed":
            skip = [(self.tr("Save without undo"), self.save_unrecorded)] if state.unrecorded else []
            self.notice.show_notice("failed", state.why, [*skip, (self.tr("Retry"), self.settle)], warns=True)
        elif state.kind == "conflict":  # opens nothing: whoever is typing would type into the dialog
            words = self.tr(
                "The same lines were also changed in the file. Your changes are not saved yet."
                " Choose what to keep."
            )
            choose = self.tr("Compare and choose…"), self.settle
            self.notice.show_notice("conflict", words, [choose], warns=True)
        else:
            self.notice.clear("conflict")
        if state.kind == "saved":
            self.notice.clear("failed")
            self._report_unrecorded(now=state.unrecorded)
        self.state_changed.emit(state)

    def _report_unrecorded(self, *, now: bool) -> None:
        """Report once that saves cannot be undone, until they can be again."""
        if now and not self._unrecorded:
            words = self.tr("Saved. While changes cannot be recorded, what you save cannot be undone later.")
            self.notice.show_notice("unrecorded", words)
        elif not now:
            self.notice.clear("unrecorded")
        self._unrecorded = now

    # --- two versions

    def _report_merged(self) -> None:
        self.notice.show_notice("merged", self.tr("Changes made elsewhere were merged in."))

    async def _choose(self, conflict: Conflict) -> None:
        """Let the user choose a version; the current text is used, since the user may have typed meanwhile."""
        saver = self._saver
        if saver is None or self._choosing:
            return
        self._choosing = True
        try:
            now = replace(conflict, mine=self.data())
            while True:
                chosen = await ask_for_version(now, self.window())
                if chosen is None or saver.conflict is not conflict:
                    return
                if now.mine == self.data() and await saver.resolve(now.mine, chosen):
                    return
                mine = self.data()
                if saver.conflict is not conflict or mine == now.mine:
                    return
                now = Conflict(conflict.path, now.mine, mine, chosen)  # typed before or after the dialog
        finally:
            self._choosing = False

    def data(self) -> bytes:
        """Return the text as the file would hold it."""
        return self.text.encode("utf-8", "surrogatepass")

    # --- links

    def _follow(self, line: str, position: int, new_tab: bool) -> None:
        vault = self._vault
        if vault is None:
            return
        link = link_at(line, position, lambda target: vault.names.resolve_link(target, self.path))
        if link:
            self.link_activated.emit(link, new_tab)
        elif (name := footnote_at(line, position)) and (place := self.edit.find_footnote(name, line)) is not None:
            self.edit.setTextCursor(place)
            self.edit.ensureCursorVisible()

    def _take_given(self, given: Given) -> None:
        """Link to what was pasted or dropped, and is more than text."""
        vault, saver, cursor = self._vault, self._saver, self.edit.textCursor()
        if vault is not None and saver is not None and self.path:
            self.edit.setFocus()
            spawn(self.attaching.attach(vault, saver, self.path, given, cursor), name="attach")


def _text_of(note: Note) -> tuple[str, str]:
    """Return the text of a note, and why it cannot be edited."""
    try:
        return note.text, ""
    except ReadFailedError as error:
        return note.data.decode("utf-8", "replace"), error_text(error)
