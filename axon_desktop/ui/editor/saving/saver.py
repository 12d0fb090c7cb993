"""Saver: brings the text of one editor into its file, and what happened to the file into the text.

The file is only ever written if it still is what the text was made from. If it is not, the changes of both are put
together; where they overlap, nothing is written until the user has chosen, and the user's text is kept as a draft.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from axon_desktop.errors import AxonError, JournalError, NoteNotFoundError, WriteFailedError
from axon_desktop.text.merge import merge
from axon_desktop.ui.aio import apart, in_time, spawn
from axon_desktop.ui.editor.saving.drafts import Draft, Drafts
from axon_desktop.ui.editor.saving.save_state import SaveState
from axon_desktop.ui.editor.saving.undo_group import Stretch
from axon_desktop.ui.language.errors import error_text, trouble_words
from axon_desktop.ui.session.user_writes import OwnWrites, StaleWriteError, WriteOutcome

if TYPE_CHECKING:
    from axon_desktop.ui.editor.text_codec import NoteText
    from axon_desktop.vault import Note, Vault
    from axon_desktop.vault.history.changes import VaultChanged

_log = logging.getLogger(__name__)

_PAUSE_MS = 1000
"""After the last key."""
_DRAFT_MS = 400
"""After the first key that no draft holds."""
_AGAIN_MS = 1000
"""After a try that failed: the folder, the disk's room or the network may be back."""
_LAST_PATIENCE = 10.0
"""Seconds that a text which nobody sees any more has to get onto the disk."""


class Edited(Protocol):
    """The text box, as far as saving needs it."""

    @property
    def raw(self) -> str:
        """The document as it stands."""

    @property
    def note_text(self) -> NoteText:
        """What makes the file's text of it."""

    def take_text(self, text: str) -> None:
        """Show what became of the same file."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Versions of which somebody has to choose."""

    path: str
    base: bytes | None
    mine: bytes
    theirs: bytes


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
        self._own = OwnWrites(vault)
        self._drafts = Drafts(vault.data_dir)
        self._path = ""
        self._base: bytes | None = None
        """What the text was made from."""
        self._sha256: str | None = None
        self._gone = False
        """Whether somebody else deleted the file, or moved it, under text that is not saved."""
        self._edits = self._saved_edits = 0
        """Numbers of changes of the text: a save is good for those that it began with."""
        self._state = SaveState()
        self._conflict: Conflict | None = None
        self._stretch = Stretch()
        self._may_skip_record = False
        """Whether the user wants text saved that cannot be recorded; until a save is recorded again."""
        self._lock = asyncio.Lock()
        self._keeping = asyncio.Lock()
        """Held while a draft is written or dropped: on a slow disk an older one would come last."""
        self._pause = _timer(self, _PAUSE_MS, lambda: spawn(self.save(), name="save note"))
        self._draft_pause = _timer(self, _DRAFT_MS, lambda: spawn(self.keep_draft(), name="keep draft"))
        self._again = _timer(self, _AGAIN_MS, lambda: spawn(self._try_again(), name="save note again"))
        self._drafted = 0
        """The number of the change that the draft holds; 0 for none."""
        self._unsubscribe = vault.subscribe(self._heard)

    # --- what is edited

    @property
    def state(self) -> SaveState:
        """How the text stands to its file."""
        return self._state

    @property
    def dirty(self) -> bool:
        """Whether the user wrote something that the file does not have."""
        return self._edits != self._saved_edits

    @property
    def conflict(self) -> Conflict | None:
        """What the user has to choose of."""
        return self._conflict

    @property
    def settled_sha256(self) -> str:
        """Of the file, when it says what the text says; else empty."""
        return self._sha256 or "" if self._state.kind == "saved" and not self.dirty else ""

    def begin(self, path: str, note: Note, *, read_only: str = "") -> None:
        """Take over another file, just read; `read_only` says why it cannot be edited."""
        self._stop()
        self._path, self._base, self._sha256 = path, note.data, note.sha256
        self._saved_edits = self._edits
        self._conflict, self._gone = None, False
        self._stretch.end()
        self._enter(SaveState("read_only", read_only) if read_only else SaveState("saved"))

    def end(self) -> None:
        """Have nothing to save any more; what is not saved yet still is, in the background."""
        self._stop()
        if self.dirty and self._path:
            spawn(self._save_last(self._make_draft(), self._sha256), name="save note")
        self._path, self._base, self._sha256 = "", None, None
        self._saved_edits = self._edits
        self._conflict, self._gone = None, False
        self._enter(SaveState())

    def _make_draft(self) -> Draft:
        text = self._edit.note_text.restore(self._edit.raw)
        return Draft(self._path, text, self._sha256 or "", time.time())

    async def put_away(self) -> bool:
        """Bring the text to a place from which it comes back, as the program ends and nobody can be asked.

        Tell whether it is a draft now.
        """
        if not self.dirty:
            return False
        saved = await in_time(self.save(), _LAST_PATIENCE, name="save note")
        if saved:
            return False
        self._stop()
        draft, number = self._make_draft(), self._edits
        try:
            saved = await self._save_last(draft, self._sha256, hangs=saved is None)
        except AxonError as error:
            _log.error("No place takes the text of %s: %s", draft.path, error)
            return False
        self._saved_edits = number
        return not saved

    async def _save_last(self, draft: Draft, expected: str | None, *, hangs: bool = False) -> bool:
        """Save a text that nobody sees any more, or keep it as a draft; tell whether it is saved.

        Args:
            hangs: whether the disk is known not to answer, so that nothing is tried.

        Raises:
            AxonError: it could not be saved, and no place takes a draft.
        """
        data = draft.text.encode("utf-8", "surrogatepass")
        skip = self._may_skip_record
        writing = partial(self._own.write, draft.path, data, expected_sha256=expected)
        try:
            if hangs or await in_time(writing(unrecorded=skip), _LAST_PATIENCE, name="save note") is None:
                raise WriteFailedError("the disk does not answer")
        except AxonError as error:
            _log.warning("%s is not saved: %s", draft.path, error)
            if await in_time(self._keep(draft), _LAST_PATIENCE, name="keep draft"):
                return False
            if isinstance(error, JournalError):  # better in the note without undo than lost
                with suppress(AxonError):
                    await writing(unrecorded=True)
                    await in_time(self._drop_kept(draft.path), _LAST_PATIENCE, name="drop draft")
                    return True
            try:
                await apart(partial(self._drafts.keep_temporarily, draft))
            except OSError:
                raise error from None  # it has words for the user
            return False
        await in_time(self._drop_kept(draft.path), _LAST_PATIENCE, name="drop draft")
        return True

    async def _keep(self, draft: Draft) -> bool:
        """Keep a draft; tell whether its place took it."""
        try:
            async with self._keeping:
                await apart(partial(self._drafts.keep, draft))
        except OSError as error:
            _log.warning("The draft of %s could not be kept: %s", draft.path, error)
            return False
        return True

    def give_up(self) -> None:
        """Have nothing to save any more: a draft has it, or the user agreed to lose what no draft can hold."""
        self._stop()
        self._saved_edits = self._edits

    def close(self) -> None:
        """Let go of the vault."""
        self.end()
        self._unsubscribe()

    def moved(self, path: str) -> None:
        """Save to another path from now on: the file went there."""
        old, self._path = self._path, path
        spawn(self._drop_kept(old), name="drop a draft")
        if self.dirty:
            self._draft_pause.start()
            if self._conflict is None:
                self._pause.start()
        self._found_again()

    def text_edited(self) -> None:
        """Hear that the user changed the text."""
        if self._state.kind in ("none", "read_only"):
            return
        self._edits += 1
        if self._conflict is None and not self._gone:
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
        if state != self._state:
            self._state = state
            self.state_changed.emit(state)

    def _heard(self, event: VaultChanged) -> None:
        """End the stretch when somebody else writes, for undo goes back turn by turn; called from any thread."""
        if event.origin != "user" or event.paths != (self._path,):
            self._stretch.end()

    # --- saving

    async def save(self, *, anew: bool = False) -> bool:
        """Bring the text into the file; tell whether it is there. `anew` makes a file that is gone again."""
        async with self._lock:
            while self.dirty and self._path and self._conflict is None:
                if not await self._save_once(anew=anew and self._gone):
                    break
        return not self.dirty

    async def save_unrecorded(self) -> bool:
        """Save, from now on, also what undo will not know of: the user was asked; tell whether it is saved."""
        self._may_skip_record = True
        if self._conflict is not None:
            self._enter_conflict()  # to be chosen first; then that is saved
        return await self.save()

    async def _save_once(self, *, anew: bool) -> bool:
        """Write what the text is now; tell whether that is settled, or worth another try."""
        self._pause.stop()
        path, number = self._path, self._edits
        raw, signs = self._edit.raw, self._edit.note_text
        data = await asyncio.to_thread(lambda: signs.restore(raw).encode("utf-8", "surrogatepass"))
        if path != self._path:
            return False
        expected = None if anew else self._sha256
        try:
            outcome = await self._own.write(
                path,
                data,
                expected_sha256=expected,
                turn=self._stretch.turn(),
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
            if path == self._path and number == self._edits:  # what was kept meanwhile is in the file after all
                await self._drop_kept(path)
            return False
        if outcome.change_id is not None:
            self._may_skip_record = False
        await self._settle(data, outcome, number)
        return True

    async def _try_again(self) -> None:
        """Save what could not be saved, as soon as that is possible; nobody has to ask for it."""
        if self._gone:
            await self.refresh()  # only who asks for it makes the file anew
        await self._save_if_there()
        if self.dirty and self._drafted != self._edits:
            await self.keep_draft()

    async def _save_if_there(self) -> None:
        if self._gone:
            self._again.start()
        else:
            await self.save()

    def _awaits(self, path: str, number: int) -> bool:
        """Tell whether what a note was at this change is still to be saved: it may have been left meanwhile."""
        return path == self._path and number > self._saved_edits

    async def _settle(self, data: bytes, outcome: WriteOutcome, number: int) -> None:
        """Note that the file holds this, which the text was at change `number`."""
        self._base, self._sha256, self._gone = data, outcome.sha256, False
        self._saved_edits = number
        self.saved.emit(data.decode("utf-8", "replace"))
        if not self.dirty:
            self._draft_pause.stop()
            why = self.tr("This cannot be undone after you leave the note.") if outcome.unrecorded else ""
            self._enter(SaveState("saved", why, outcome.unrecorded))
            await self._drop_kept(self._path)

    async def _fail(self, why: str, *, unrecorded: bool = False) -> None:
        self._enter(SaveState("failed", why, unrecorded))
        self._again.start()
        if self._drafted != self._edits:
            await self.keep_draft()

    async def _fail_unrecorded(self, error: JournalError) -> None:
        """Say that undo would know nothing of the text; the user may want it saved all the same."""
        from axon_desktop.vault.history.record_trouble import RecordTrouble  # brings SQLite

        words = self.tr("Your text is not saved yet because the change could not be undone later. {why}")
        await self._fail(words.format(why=trouble_words(RecordTrouble.of(error))), unrecorded=True)

    async def keep_draft(self) -> bool:
        """Keep as a draft what the file does not have; tell whether it is kept, or was saved meanwhile."""
        async with self._keeping:
            return await self._keep_draft()

    async def _keep_draft(self) -> bool:
        if not self._path or not self.dirty:
            return True
        path, base, raw, signs = self._path, self._sha256 or "", self._edit.raw, self._edit.note_text
        number = self._edits

        def keep() -> None:
            self._drafts.keep(Draft(path, signs.restore(raw), base, time.time()))

        kept = True
        try:
            await apart(keep)
        except OSError as error:
            _log.warning("The draft of %s could not be kept: %s", path, error)
            kept = False
            self._again.start()
        if path == self._path and kept:
            self._drafted = number
        if path == self._path and self._saved_edits >= number:  # it was saved meanwhile
            await apart(partial(self._drafts.drop, path))
            return True
        return kept

    async def _drop_kept(self, path: str) -> None:
        """Forget what is being written of a note, also what is on its way to the disk."""
        async with self._keeping:
            await apart(partial(self._drafts.drop, path))

    # --- what others do to the file

    async def refresh(self) -> None:
        """Look whether the file changed, and take that in."""
        async with self._lock:
            path = self._path
            if not path or self._conflict is not None or self._state.kind == "read_only":
                return
            try:
                note = (await asyncio.to_thread(self._vault.read_exactly, [path]))[0]
            except NoteNotFoundError:
                return  # whoever shows the note says so; a save will
            except AxonError as error:
                _log.info("%s cannot be looked at: %s", path, error)
                return
            if path != self._path:
                return
            self._found_again()
            if note.sha256 == self._sha256:
                return
            if self.dirty:
                raw, signs, number = self._edit.raw, self._edit.note_text, self._edits
                mine = await asyncio.to_thread(lambda: signs.restore(raw).encode("utf-8", "surrogatepass"))
                if path == self._path:
                    await self._put_together(mine, note.data, number)
                    self._pause.start()
            else:
                self._take(note.data, note.sha256)

    def catch_up(self, note: Note) -> None:
        """Show what was just read of the file, which somebody may have changed while its text was not shown."""
        if not self.dirty and self._conflict is None and note.sha256 != self._sha256:
            self._take(note.data, note.sha256)

    def _found_again(self) -> None:
        """Go on saving by itself: there is a file again."""
        if self._gone:
            self._gone = False
            self._pause.start()
            self._enter(SaveState("unsaved"))

    def _take(self, data: bytes, digest: str) -> None:
        """Show what the file holds now; the user had changed nothing."""
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            return  # whoever shows the note reads it again and says so
        self._base, self._sha256 = data, digest
        self._edit.take_text(text)
        self._saved_edits = self._edits
        self._stop()
        self._enter(SaveState("saved"))
        self.saved.emit(text)

    async def _put_together(self, mine: bytes, theirs: bytes | None, number: int) -> bool:
        """Bring the user's text, as it was at change `number`, and the file's together; tell whether that went."""
        if theirs is None:
            self._gone = True  # only who asks for it makes the file anew
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
            self._conflict = Conflict(path, base, mine, theirs)
            self._pause.stop()
            self._enter_conflict()
            await self.keep_draft()
            return False
        if number != self._edits:  # typed meanwhile: once more, with that
            return True
        self._base, self._sha256 = theirs, _sha256(theirs)
        self._edit.take_text(merged.decode("utf-8"))
        self.merged.emit()
        return True

    def _enter_conflict(self) -> None:
        self._enter(SaveState("conflict", self.tr("The same lines were changed in the file.")))

    async def resolve(self, mine: bytes, chosen: bytes) -> bool:
        """Save what the user chose of a conflict; the journal keeps the text in the editor, and the file's.

        Where it cannot, the user is asked first; and nothing is done if there is another text now than `mine`.
        """
        conflict, number = self._conflict, self._edits
        if conflict is None:
            return False
        try:
            await asyncio.to_thread(self._vault.journal.rescue, conflict.path, mine)
        except JournalError as error:
            if not self._may_skip_record:
                await self._fail_unrecorded(error)
                return False
        if number != self._edits or self._conflict is not conflict:
            return False
        self._conflict = None
        self._base, self._sha256 = conflict.theirs, _sha256(conflict.theirs)
        self._edit.take_text(chosen.decode("utf-8"))
        self._edits += 1
        return await self.save()

    # --- drafts

    async def find_draft(self, path: str, data: bytes, *, behind: bool) -> Draft | None:
        """Return a draft of a note that says something else than this; `behind`: of those set aside before."""
        return await asyncio.to_thread(self._drafts.find, path, but=data, behind=behind)

    async def take_draft(self, draft: Draft, text: str) -> bool:
        """Save what was made of a draft, and forget the draft once it is saved; tell whether it is."""
        self._edit.take_text(text)
        if not await self.save():
            return False
        if text == draft.text:
            await asyncio.to_thread(self._drafts.discard, draft)
        else:  # not all of it may be in the file
            await self.drop_draft(draft)
        return True

    async def drop_draft(self, draft: Draft) -> None:
        """Forget a draft that the user does not want; the journal keeps its text."""

        def drop() -> None:
            self._vault.journal.rescue(draft.path, draft.text.encode("utf-8", "surrogatepass"))
            self._drafts.discard(draft)

        await asyncio.to_thread(drop)


def _timer(parent: QObject, milliseconds: int, slot: Callable[[], object]) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(slot)
    return timer


def _is_text(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _sha256(data: bytes) -> str:
    from axon_desktop.vault.files.folder import sha256

    return sha256(data)
