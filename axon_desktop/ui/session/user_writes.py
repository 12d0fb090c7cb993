"""UserWrites: the one way in which the user's own changes are written to the vault, each with an undo."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from axon_desktop.errors import NoteNotFoundError, StaleNoteError, WriteFailedError
from axon_desktop.text.file_names import without_suffix
from axon_desktop.tools.uncancellable import run_uncancelled
from axon_desktop.ui.language.translation import translate
from axon_desktop.vault import Vault
from axon_desktop.vault.files.folder import sha256
from axon_desktop.vault.files.path_rules import shown
from axon_desktop.vault.history.changes import ChangePreview, Proposal

if TYPE_CHECKING:
    from axon_desktop.vault.moves.folder_move import FolderMove


class StaleWriteError(StaleNoteError):
    """The file has changed since the change was made; nothing was written."""

    def __init__(self, path: str, mine: bytes, theirs: bytes | None) -> None:
        super().__init__(f"{shown(path)} was changed by someone else")
        self.path = path
        self.mine = mine
        """The text to write."""
        self.theirs = theirs
        """The bytes of the file; None when there is no file any more."""


@dataclass(frozen=True, slots=True)
class WriteOutcome:
    """The result of a write."""

    path: str
    """Vault path of the file now; of a trashed file, its last one."""
    turn: str
    """Turn of the journal with the change, for `Vault.undo_turn`."""
    change_id: int | None
    """Journal id; None when the file already had exactly this text, or nothing was recorded."""
    sha256: str
    """Hash of the file now; of a trashed file, its last one."""
    unrecorded: bool = False
    """Whether it was written without a record, so that it cannot be undone."""


@dataclass(frozen=True, slots=True)
class FolderOutcome:
    """The result of moving or trashing a folder."""

    turn: str
    """Turn of the journal with all changes."""
    is_gone: bool
    """Whether the old folder is gone; hidden files stay."""


def new_turn() -> str:
    """Return an id for changes that are undone together."""
    return f"user-{secrets.token_hex(8)}"


class UserWrites:
    """Writes, moves and trashes for the user; every method works in a thread, and runs to its end once begun."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    async def write(
        self,
        path: str,
        content: str | bytes,
        *,
        expected_sha256: str | None = None,
        turn: str = "",
        title: str = "",
        model: str = "",
        unrecorded: bool = False,
    ) -> WriteOutcome:
        """Write the file with this path, whose current hash is `expected_sha256`; without it, a new file.

        Writes of the same `turn` are undone together. `model` is the model that wrote what the user accepted.
        `unrecorded` writes also when the journal fails.

        Raises:
            StaleWriteError: the file differs, is missing, or exists already; it has both versions.
            WriteFailedError: the disk refused, or another program is writing to it.
            JournalError: it cannot be recorded; nothing was written.
            VaultError: the path is not allowed.
        """
        data = content.encode("utf-8") if isinstance(content, str) else content
        return await run_uncancelled(
            lambda _cancelled: self._write(
                path, data, expected_sha256, turn or new_turn(), title, model, unrecorded
            )
        )

    async def move(self, path: str, to: str) -> WriteOutcome:
        """Move or rename a file, and rewrite every link to it.

        Raises:
            VaultError: there is no such file, the new path is taken, or a file cannot be written.
        """
        return await run_uncancelled(lambda _cancelled: self._move(path, to))

    async def trash(self, path: str) -> WriteOutcome:
        """Move a file to the trash of the vault's setting.

        Raises:
            VaultError: there is no such file, or it cannot be moved.
        """
        return await run_uncancelled(lambda _cancelled: self._trash(path))

    async def carry_out(self, proposal: Proposal) -> WriteOutcome:
        """Move or trash as proposed, after the user has seen the consequences.

        Raises:
            StaleNoteError: a file has changed since; nothing was written.
            VaultError: the new path is taken, or a file cannot be written.
        """
        return await run_uncancelled(lambda _cancelled: self._carry_out(proposal))

    async def carry_out_folder(self, move: FolderMove, on_progress: Callable[[int], None]) -> FolderOutcome:
        """Move or trash a folder with its contents, after the user has seen the consequences.

        `on_progress` is called in the thread with the number of moved files.

        Raises:
            VaultError: a file cannot be moved; nothing was changed.
        """
        return await run_uncancelled(lambda _cancelled: self._carry_out_folder(move, on_progress))

    async def add(
        self,
        content: Path | bytes,
        name: str,
        note: str,
        *,
        turn: str,
        on_progress: Callable[[int, int], None],
        give_up: Callable[[], bool],
    ) -> str | None:
        """Copy a file of this computer, or bytes, to where attachments of a note are kept; return its vault path.

        `on_progress` is called in the thread with the bytes that are there, and all of them. None if `give_up`.

        Raises:
            VaultError: it cannot be read, or cannot be added.
        """
        return await run_uncancelled(
            lambda cancelled: self._add(
                content, name, note, turn, on_progress, give_up=lambda: cancelled() or give_up()
            )
        )

    # In the thread

    def _add(
        self,
        content: Path | bytes,
        name: str,
        note: str,
        turn: str,
        on_progress: Callable[[int, int], None],
        give_up: Callable[[], bool],
    ) -> str | None:
        from axon_desktop.vault.moves.attachments import add_attachment

        title = translate("UserWrites", "Added {name}").format(name=name)
        change = add_attachment(
            self._vault, content, name, note, turn=turn, title=title, on_progress=on_progress, give_up=give_up
        )
        return change.path if change is not None else None

    def _write(
        self, path: str, data: bytes, expected: str | None, turn: str, title: str, model: str, unrecorded: bool
    ) -> WriteOutcome:
        before = self._read(path)
        digest = sha256(data)
        if (None if before is None else sha256(before)) != expected:
            if before == data:
                return WriteOutcome(path, turn, None, digest)
            raise StaleWriteError(path, data, before)
        if before == data:
            return WriteOutcome(path, turn, None, digest)
        preview = ChangePreview(path, before, data, "overwrite" if before is None else "edit")
        words = (
            translate("UserWrites", "Created {name}")
            if before is None
            else translate("UserWrites", "Edited {name}")
        )
        try:
            change = self._vault.apply(
                preview,
                turn=turn,
                title=title or _named(words, path),
                origin="agent" if model else "user",
                program=model,
                unrecorded=unrecorded,
            )
        except StaleNoteError as error:
            now = self._read(path)
            if now == before:  # only held open by its writer
                raise WriteFailedError(error.details) from error
            raise StaleWriteError(path, data, now) from error
        return WriteOutcome(path, turn, change.id if change.recorded else None, digest, not change.recorded)

    def _read(self, path: str) -> bytes | None:
        try:
            return self._vault.read_exactly([path])[0].data
        except NoteNotFoundError:
            return None

    def _move(self, path: str, to: str) -> WriteOutcome:
        from axon_desktop.vault.moves.link_rewrite import propose_move

        return self._carry_out(propose_move(self._vault, path, to))

    def _trash(self, path: str) -> WriteOutcome:
        return self._carry_out(self._vault.propose_trash(path))

    def _carry_out(self, proposal: Proposal) -> WriteOutcome:
        moves = proposal.action == "move"
        words = translate("UserWrites", "Moved {name}")
        if not moves:
            words = translate("UserWrites", "Moved {name} to the trash")
        title, turn = _named(words, proposal.path), new_turn()
        change = self._vault.apply_all(proposal, turn=turn, title=title, origin="user")[0]
        written = next((other.after for other in proposal.changes if other.path == proposal.path), None)
        digest = proposal.sha256 if written is None else sha256(written)
        return WriteOutcome(proposal.target if moves else proposal.path, turn, change.id, digest)

    def _carry_out_folder(self, move: FolderMove, on_progress: Callable[[int], None]) -> FolderOutcome:
        from axon_desktop.vault.moves.folder_move import carry_out

        words = translate("UserWrites", "Moved the folder {name}")
        if not move.target:
            words = translate("UserWrites", "Moved the folder {name} to the trash")
        turn = new_turn()
        title = words.format(name=move.folder.rpartition("/")[2])
        return FolderOutcome(turn, carry_out(self._vault, move, turn=turn, title=title, on_progress=on_progress))


def _named(words: str, path: str) -> str:
    return words.format(name=without_suffix(path.rpartition("/")[2]))
