"""FolderMoves: renames, moves and trashes whole folders for the user, and reports what that affects."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.file_actions.confirm_move import count_rewritten
from axon_desktop.ui.file_actions.context import FileActionContext
from axon_desktop.ui.file_actions.name_prompt import NamePrompt
from axon_desktop.ui.file_actions.wording import is_rename, move_button, rewritten, will_rewrite
from axon_desktop.ui.language.error_texts import join_sentences
from axon_desktop.vault import Vault
from axon_desktop.vault.moves.folder_move import (
    FolderMove,
    check_folder_rename,
    count_links_into,
    propose_folder_move,
    propose_folder_trash,
    take_back,
)
from axon_desktop.vault.moves.new_path import NewPath
from axon_desktop.vault.obsidian.config import read_app_settings

if TYPE_CHECKING:
    from axon_desktop.ui.session.user_writes import FolderOutcome


class FolderMoves(QObject):
    """Does one thing at a time, and nothing while a file is being moved."""

    _gone = Signal(int, int)
    """(moved files, all files), emitted in a thread."""

    def __init__(self, open_vault: FileActionContext, one_by_one: asyncio.Lock) -> None:
        super().__init__(open_vault)
        self._open = open_vault
        self._one_by_one = one_by_one
        self._gone.connect(self._show_progress)

    def request_rename(self, folder: str) -> None:
        """Ask for the new name or parent of a folder."""
        if (vault := self._open.wanted()) is not None:
            spawn(self._rename(vault, folder), name="rename a folder")

    def request_trash(self, folder: str) -> None:
        """Trash a folder, after a question."""
        if (vault := self._open.wanted()) is not None:
            spawn(self._trash(vault, folder), name="move a folder to trash")

    def request_move(self, folder: str, above: str) -> None:
        """Move a folder into another one, empty for the root."""
        if (vault := self._open.wanted()) is not None:
            target = f"{above}/{_name(folder)}" if above else _name(folder)
            spawn(self._move(vault, folder, target), name="move a folder")

    async def _rename(self, vault: Vault, folder: str) -> None:
        prompt = _FolderPrompt(vault, folder, self._open)
        if await ask(prompt) and prompt.found is not None and prompt.found.path != folder:
            await self._move(vault, folder, prompt.found.path)

    async def _move(self, vault: Vault, folder: str, target: str) -> None:
        async with self._one_by_one:
            if vault is not self._open.vault:
                return
            with self._open.showing_message(self.tr("Looking for links to {name}…").format(name=folder)):
                await self._open.save_edits()
                move = await asyncio.to_thread(propose_folder_move, vault, folder, target)
                touched = await asyncio.to_thread(count_rewritten, move.changes)
            settings = await self._open.settings()
            if touched and not settings.always_update_links and not await self._agrees_to_move(move, touched):
                return
            outcome = await self._carry_out(move)
        renamed = self.tr("Renamed the folder {path} to {target}")
        moved = self.tr("Moved the folder {path} to {target}")
        words = (renamed if is_rename(folder, target) else moved).format(path=folder, target=target)
        self._report(vault, move, outcome, words + rewritten(len(touched)))

    async def _trash(self, vault: Vault, folder: str) -> None:
        async with self._one_by_one:
            if vault is not self._open.vault:
                return
            with self._open.showing_message(self.tr("Looking for links to {name}…").format(name=folder)):
                await self._open.save_edits()
                move = await asyncio.to_thread(propose_folder_trash, vault, folder)
                found = await asyncio.to_thread(count_links_into, vault, move) if move.files else {}
                to_system = (await asyncio.to_thread(read_app_settings, vault.root)).trash == "system"
            if not await self._agrees_to_trash(move, sorted(found.items()), to_system=to_system):
                return
            outcome = await self._carry_out(move)
        words = self.tr("Moved the folder {path} to the trash").format(path=folder)
        self._report(vault, move, outcome, words)

    async def _carry_out(self, move: FolderMove) -> FolderOutcome:
        total = len(move.files)
        with self._open.showing_message(self._how_far(0, total)):
            return await self._open.writes.carry_out_folder(move, lambda done: self._gone.emit(done, total))

    def _how_far(self, done: int, total: int) -> str:
        return self.tr("Moved {done} of {total} files…").format(done=done, total=total)

    def _show_progress(self, done: int, total: int) -> None:
        self._open.show_message(self._how_far(done, total))

    def _report(self, vault: Vault, move: FolderMove, outcome: FolderOutcome, words: str) -> None:
        if not outcome.is_gone:
            words += self.tr("; hidden files in it stayed where they were")
        if move.files:
            self._open.report(words, outcome.turn)
        else:  # not in the journal, and nothing can prevent it
            self._open.report_undoable(words, partial(take_back, vault, move, outcome.turn))
        self._open.window.tree.refresh()

    # --- questions

    def _files(self, move: FolderMove) -> str:
        one, many = self.tr("It contains 1 file."), self.tr("It contains {count} files.")
        return one if len(move.files) == 1 else many.format(count=len(move.files))

    async def _agrees_to_move(self, move: FolderMove, touched: Sequence[tuple[str, int]]) -> bool:
        old, new = move.folder, move.target
        title = self.tr("Rename the folder {name}?") if is_rename(old, new) else self.tr("Move the folder {name}?")
        sentences = (f"{old} → {new}", self._files(move), will_rewrite(len(touched)))
        return await self._open.agrees(title.format(name=_name(old)), sentences, touched, move_button(old, new))

    async def _agrees_to_trash(
        self, move: FolderMove, broken: Sequence[tuple[str, int]], *, to_system: bool
    ) -> bool:
        where = self.tr("Files will be moved to .trash in the vault. You can bring them back with Undo.")
        if to_system:
            where = self.tr("Files will be moved to the system’s trash. You can bring them back with Undo.")
        sentences = [move.folder, join_sentences(self._files(move), where if move.files else "")]
        if broken:
            one = self.tr("1 note links to files in it. Its links will break:")
            many = self.tr("{count} notes link to files in it. Their links will break:")
            sentences.append(one if len(broken) == 1 else many.format(count=len(broken)))
        title = self.tr("Move the folder {name} to the trash?").format(name=_name(move.folder))
        return await self._open.agrees(title, sentences, broken, self.tr("&Move to trash"))


class _FolderPrompt(NamePrompt):
    """Shows the whole path, so that a folder can be moved by keyboard too; the name is selected."""

    def __init__(self, vault: Vault, folder: str, open_vault: FileActionContext) -> None:
        self._folder = folder
        super().__init__(
            self.tr("Rename or move the folder {name}").format(name=_name(folder)),
            lambda typed: check_folder_rename(vault, folder, typed),
            open_vault.window,
            name=folder,
        )
        start = folder.rfind("/") + 1
        self.field.setSelection(start, len(folder) - start)

    def accept_words(self, found: NewPath | None) -> str:
        return move_button(self._folder, self._folder if found is None else found.path)

    def message_for(self, found: NewPath) -> str:
        if found.path == self._folder:
            return self.tr("The parent folder is part of the name: change it to move the folder.")
        return self.tr("Becomes {path}").format(path=found.path)


def _name(folder: str) -> str:
    return folder.rpartition("/")[2]
