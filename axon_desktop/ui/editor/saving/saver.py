"""Saver: writes the text of one editor to its file, and takes changes of the file into the text.

The file is only written if it still has the content that the text was made from. If not, both changes are merged;
where they overlap, nothing is written until the user has chosen, and the user's text is kept as a draft.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from axon_desktop.errors import AxonError, JournalError, NoteNotFoundError
from axon_desktop.text.merge import merge
from axon_desktop.ui.aio import in_time, single_shot, spawn
from axon_desktop.ui.editor.saving.draft_keeper import DraftKeeper
from axon_desktop.ui.editor.saving.drafts import Draft
from axon_desktop.ui.editor.saving.last_save import PATIENCE, save_last
from axon_desktop.ui.editor.saving.save_state import SaveState
from axon_desktop.ui.editor.saving.undo_group import UndoGroup
from axon_desktop.ui.language.error_texts import error_text, trouble_words
from axon_desktop.ui.session.user_writes import StaleWriteError, UserWrites, WriteOutcome
from axon_desktop.vault.files.folder import sha256

if TYPE_CHECKING:
    from axon_desktop.ui.editor.text_codec import NoteText
    from axon_desktop.vault import Note, Vault
    from axon_desktop.vault.history.changes import VaultChanged

_log = logging.getLogger(__name__)

_PAUSE_MS = 1000
"""After the last key."""
_DRAFT_MS = 400
"""After the first key that is in no draft."""
_AGAIN_MS = 1000
"""After a failed attempt: the folder, disk space or the network may be back."""


class Edited(Protocol):
    """The text box, as far as saving needs it."""

    @property
    def raw(self) -> str:
        """The document as it stands."""

    @property
    def note_text(self) -> NoteText:
        """Converts it to the text of the file."""

    def take_text(self, text: str) -> None:
        """Show the new text of the same file."""


class Conflict(Struct, frozen=True):
    """Versions of a note between which the user has to choose."""

    path: str
    base: bytes | None
    mine: bytes
    theirs: bytes


class Author(Struct, frozen=True):
    """Who wrote a change that the user accepted, for the journal."""

    model: str
    turn: str
    title: str


class Saver(QObject):
    """Works for one editor and one vault."""

    state_changed = Signal(object)
    """SaveState."""
    saved = Signal(object)  # a str, which Qt need not copy
    """The text that the file now holds."""
    merged = Signal()
    """Changes that somebody else made to the file were taken into the text."""

    def __init__(self, vault: Vault, edit: Edited, parent: QObject) -> None:
        super().__init__(parent)
        self._vault = vault
        self._edit = edit
        self._own = UserWrites(vault)
        self.drafts = DraftKeeper(vault)
        """The drafts of texts that no file holds yet."""
        self._path = ""
        self._base: bytes | None = None
        """The content of the file that the text was made from."""
        self._sha256: str | None = None
        self._gone = False
        """Whether another program deleted or moved the file while the text was not saved."""
        self._edits = self._saved_edits = 0
        """Numbers of changes of the text; a save covers those made before it began."""
        self.state = SaveState()
        """Whether the text is saved, and if not, why."""
        self.conflict: Conflict | None = None
        """The versions between which the user has to choose; None without a conflict."""
        self._stretch = UndoGroup()
        self._may_skip_record = False
        """Whether the user agreed to save without a record; reset by the next recorded save."""
        self._lock = asyncio.Lock()
        self._pause = single_shot(self, _PAUSE_MS, lambda: spawn(self.save(), name="save note"))
        self._draft_pause = single_shot(self, _DRAFT_MS, lambda: spawn(self.keep_draft(), name="keep draft"))
        self._again = single_shot(self, _AGAIN_MS, lambda: spawn(self._try_again(), name="save note again"))
        self._drafted = 0
        """The number of the change that the draft holds; 0 for none."""
        self._unsubscribe = vault.subscribe(self._vault_changed)

    # --- what is edited

    @property
    def dirty(self) -> bool:
        """Whether the user wrote something that the file does not have."""
        return self._edits != self._saved_edits

    @property
    def settled_sha256(self) -> str:
        """The hash of the file if it holds the text; else empty."""
        return self._sha256 or "" if self.state.kind == "saved" and not self.dirty else ""

    def begin(self, path: str, note: Note, *, read_only: str = "") -> None:
        """Edit another file, which was just read; `read_only` says why it cannot be edited."""
        self._stop()
        self._path, self._base, self._sha256 = path, note.data, note.sha256
        self._saved_edits = self._edits
        self.conflict, self._gone = None, False
        self._stretch.end()
        self._enter(SaveState("read_only", read_only) if read_only else SaveState("saved"))

    def end(self) -> None:
        """Stop editing the file; unsaved text is saved in the background."""
        self._stop()
        if self.dirty and self._path:
            spawn(self._save_last(self._draft_maker()()), name="save note")
        self._path, self._base, self._sha256 = "", None, None
        self._saved_edits = self._edits
        self.conflict, self._gone = None, False
        self._enter(SaveState())

    def _draft_maker(self) -> Callable[[], Draft]:
        """Return what makes a draft of the text as it is now, in any thread."""
        path, base, raw, note_text = self._path, self._sha256 or "", self._edit.raw, self._edit.note_text
        return lambda: Draft(path, note_text.restore(raw), base, time.time())

    async def save_or_draft(self) -> bool:
        """Save the text, or keep it as a draft, as the program ends and the user cannot be asked.

        Returns whether it is a draft now.
        """
        if not self.dirty:
            return False
        saved = await in_time(self.save(), PATIENCE, name="save note")
        if saved:
            return False
        self._stop()
        draft, number = self._draft_maker()(), self._edits
        try:
            saved = await self._save_last(draft, hangs=saved is None)
        except AxonError as error:
            _log.error("The text of %s can be saved nowhere: %s", draft.path, error)
            return False
        self._saved_edits = number
        return not saved

    def _save_last(self, draft: Draft, *, hangs: bool = False) -> Coroutine[Any, Any, bool]:
        skip = self._may_skip_record
        return save_last(self._own, self.drafts, draft, self._sha256, unrecorded=skip, hangs=hangs)

    def give_up(self) -> None:
        """Stop saving: a draft has the text, or the user agreed to lose it."""
        self._stop()
        self._saved_edits = self._edits

    def close(self) -> None:
        """Release the vault."""
        self.end()
        self._unsubscribe()

    def moved(self, path: str) -> None:
        """Save to the new path of the file from now on."""
        old, self._path = self._path, path
        spawn(self.drafts.drop(old), name="drop a draft")
        if self.dirty:
            self._draft_pause.start()
            if self.conflict is None:
                self._pause.start()
        self._found_again()

    def text_edited(self) -> None:
        """Note that the user changed the text."""
        if self.state.kind in ("none", "read_only"):
            return
        self._edits += 1
        if self.conflict is None and not self._gone:
            self._pause.start()
            self._enter(SaveState("unsaved"))
        if not self._draft_pause.isActive():
            self._draft_pause.start()

    def _stop(self) -> None:
        self._pause.stop()
        self._draft_pause.stop()
        self._again.stop()
        self._drafted = 0

    def _enter(self, state: SaveState) -> None:
        if state != self.state:
            self.state = state
            self.state_changed.emit(state)

    def _vault_changed(self, event: VaultChanged) -> None:
        """End the undo group when another writer changes the vault; may be called from any thread."""
        if event.origin != "user" or event.paths != (self._path,):
            self._stretch.end()

    # --- saving

    async def save(self, *, create: bool = False) -> bool:
        """Write the text to the file; return whether it is saved. `create` makes a file that was deleted again."""
        async with self._lock:
            while self.dirty and self._path and self.conflict is None:
                if not await self._save_once(create=create and self._gone):
                    break
        return not self.dirty

    async def save_in(self, turn: str) -> bool:
        """Write the text as a part of a turn of the journal that has begun; return whether it is saved."""
        self._stretch.begin(turn)
        return await self.save()

    async def save_change(self, change: Callable[[], object], author: Author) -> bool:
        """Change the text and save that as a turn of its own, after what was typed before.

        Returns False, and changes nothing, if the note was left meanwhile. While the text cannot be saved, the
        change waits in it as if it were typed.
        """
        async with self._lock:
            path = self._path
            while self.dirty and self.conflict is None and await self._save_once(create=False):
                pass
            if not path or path != self._path:
                return False
            by = None if self.dirty else author
            change()
            number = self._edits
            while self._saved_edits < number and self.conflict is None:
                if not await self._save_once(create=False, by=by):
                    break
        return True

    async def save_unrecorded(self) -> bool:
        """Save from now on also without a record for undo, as the user agreed; return whether it is saved."""
        self._may_skip_record = True
        if self.conflict is not None:
            self._enter_conflict()  # the user chooses first, then the result is saved
        return await self.save()

    async def _save_once(self, *, create: bool, by: Author | None = None) -> bool:
        """Write the current text; return False if saving has to stop for now."""
        self._pause.stop()
        path, number = self._path, self._edits
        data = await self._encoded()
        if path != self._path:
            return False
        expected = None if create else self._sha256
        try:
            outcome = await self._own.write(
                path,
                data,
                expected_sha256=expected,
                turn=self._stretch.turn() if by is None else by.turn,
                title="" if by is None else by.title,
                model="" if by is None else by.model,
                unrecorded=self._may_skip_record,
            )
        except StaleWriteError as error:
            return self._awaits(path, number) and await self._put_together(error.mine, error.theirs, number)
        except JournalError as error:
            if self._awaits(path, number):
                await self._fail_unrecorded(error)
            return False
        except AxonError as error:
            if self._awaits(path, number):
                await self._fail(error_text(error))
            return False
        if not self._awaits(path, number):
            if (
                path == self._path and number == self._edits
            ):  # the draft that was kept meanwhile is in the file after all
                await self.drafts.drop(path)
            return False
        if outcome.change_id is not None:
            self._may_skip_record = False
        await self._settle(data, outcome, number)
        return True

    async def _encoded(self) -> bytes:
        """Return the current text as the file would hold it."""
        raw, note_text = self._edit.raw, self._edit.note_text
        return await asyncio.to_thread(lambda: note_text.restore(raw).encode("utf-8", "surrogatepass"))

    async def _try_again(self) -> None:
        """Save what could not be saved before."""
        if self._gone:
            await self.refresh()  # the file is created again only for whoever asks for that
        await self._save_if_there()
        if self.dirty and self._drafted != self._edits:
            await self.keep_draft()

    async def _save_if_there(self) -> None:
        if self._gone:
            self._again.start()
        else:
            await self.save()

    def _awaits(self, path: str, number: int) -> bool:
        """Return whether this change of a note still has to be saved: the note may have been left meanwhile."""
        return path == self._path and number > self._saved_edits

    async def _settle(self, data: bytes, outcome: WriteOutcome, number: int) -> None:
        """Note that the file holds this, the text at change `number`."""
        self._base, self._sha256, self._gone = data, outcome.sha256, False
        self._saved_edits = number
        self.saved.emit(data.decode("utf-8", "replace"))
        if not self.dirty:
            self._draft_pause.stop()
            why = self.tr("This cannot be undone after you leave the note.") if outcome.unrecorded else ""
            self._enter(SaveState("saved", why, outcome.unrecorded))
            await self.drafts.drop(self._path)

    async def _fail(self, why: str, *, unrecorded: bool = False) -> None:
        self._enter(SaveState("failed", why, unrecorded))
        self._again.start()
        if self._drafted != self._edits:
            await self.keep_draft()

    async def _fail_unrecorded(self, error: JournalError) -> None:
        """Report that the save could not be recorded for undo; the user may save without."""
        from axon_desktop.vault.history.record_trouble import RecordTrouble  # brings SQLite

        words = self.tr("Your text is not saved yet because the change could not be undone later. {why}")
        await self._fail(words.format(why=trouble_words(RecordTrouble.of(error))), unrecorded=True)

    async def keep_draft(self) -> bool:
        """Keep unsaved text as a draft; return whether it is kept, or was saved meanwhile."""
        async with self.drafts.lock:
            if not self._path or not self.dirty:
                return True
            path, number = self._path, self._edits
            kept = await self.drafts.write(path, self._draft_maker())
            if not kept:
                self._again.start()
            elif path == self._path:
                self._drafted = number
            if path == self._path and self._saved_edits >= number:  # it was saved meanwhile
                await self.drafts.erase(path)
                return True
            return kept

    # --- what others do to the file

    async def refresh(self) -> None:
        """Read the file again if it changed, and merge."""
        async with self._lock:
            path = self._path
            if not path or self.conflict is not None or self.state.kind == "read_only":
                return
            try:
                note = (await asyncio.to_thread(self._vault.read_exactly, [path]))[0]
            except NoteNotFoundError:
                return  # the pane reports it; a save will
            except AxonError as error:
                _log.info("%s cannot be looked at: %s", path, error)
                return
            if path != self._path:
                return
            self._found_again()
            if note.sha256 == self._sha256:
                return
            if self.dirty:
                number = self._edits
                mine = await self._encoded()
                if path == self._path:
                    await self._put_together(mine, note.data, number)
                    self._pause.start()
            else:
                self._take(note.data, note.sha256)

    def catch_up(self, note: Note) -> None:
        """Show the file as just read: another program may have changed it while its text was not shown."""
        if not self.dirty and self.conflict is None and note.sha256 != self._sha256:
            self._take(note.data, note.sha256)

    def _found_again(self) -> None:
        """Save automatically again: the file is back."""
        if self._gone:
            self._gone = False
            self._pause.start()
            self._enter(SaveState("unsaved"))

    def _take(self, data: bytes, digest: str) -> None:
        """Show the new content of the file; the user had changed nothing."""
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            return  # the pane reads it again and reports it
        self._base, self._sha256 = data, digest
        self._edit.take_text(text)
        self._saved_edits = self._edits
        self._stop()
        self._enter(SaveState("saved"))
        self.saved.emit(text)

    async def _put_together(self, mine: bytes, theirs: bytes | None, number: int) -> bool:
        """Merge the user's text, as it was at change `number`, with the file; return whether that worked."""
        if theirs is None:
            self._gone = True  # the file is created again only for whoever asks for that
            await self._fail(self.tr("The file is gone. “Retry” creates it again."))
            return False
        if not _is_text(theirs):
            await self._fail(self.tr("The file is no longer text."))
            return False
        base, path, self._gone = self._base, self._path, False
        merged = await asyncio.to_thread(merge, base, mine, theirs) if base is not None else None
        if path != self._path:
            return False
        if merged is None:
            self.conflict = Conflict(path, base, mine, theirs)
            self._pause.stop()
            self._enter_conflict()
            await self.keep_draft()
            return False
        if number != self._edits:  # typed meanwhile: merge again with that
            return True
        self._base, self._sha256 = theirs, sha256(theirs)
        self._edit.take_text(merged.decode("utf-8"))
        self.merged.emit()
        return True

    def _enter_conflict(self) -> None:
        self._enter(SaveState("conflict", self.tr("The same lines were changed in the file.")))

    async def resolve(self, mine: bytes, chosen: bytes) -> bool:
        """Save the version that the user chose; the journal keeps the text in the editor, and that of the file.

        If it cannot, the user is asked first; nothing is done if the text is no longer `mine`.
        """
        conflict, number = self.conflict, self._edits
        if conflict is None:
            return False
        try:
            await asyncio.to_thread(self._vault.journal.rescue, conflict.path, mine)
        except JournalError as error:
            if not self._may_skip_record:
                await self._fail_unrecorded(error)
                return False
        if number != self._edits or self.conflict is not conflict:
            return False
        self.conflict = None
        self._base, self._sha256 = conflict.theirs, sha256(conflict.theirs)
        self._edit.take_text(chosen.decode("utf-8"))
        self._edits += 1
        return await self.save()


def _is_text(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
