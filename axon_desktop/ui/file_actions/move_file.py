"""FileMoves: renames, moves and trashes files for the user, updates links, and reports what that affects."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from axon_desktop.errors import IndexUnavailableError
from axon_desktop.text.file_names import is_note, without_suffix
from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.file_actions.confirm_move import count_rewritten
from axon_desktop.ui.file_actions.context import FileActionContext
from axon_desktop.ui.file_actions.move_folder import FolderMoves
from axon_desktop.ui.file_actions.name_prompt import NamePrompt
from axon_desktop.ui.file_actions.wording import fault_words, is_rename, move_button, rewritten, will_rewrite
from axon_desktop.ui.tree.model import display_name
from axon_desktop.vault import Vault
from axon_desktop.vault.moves.new_path import NewPath, check_rename, path_of_rename

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.vault.history.changes import Proposal


class FileMoves(QObject):
    """Does one thing at a time, so that each starts from the result of the last."""

    def __init__(self, open_vault: FileActionContext) -> None:
        super().__init__(open_vault)
        self._open = open_vault
        self._one_by_one = asyncio.Lock()
        self._folders = FolderMoves(open_vault, self._one_by_one)

    def request_rename(self, path: str, is_folder: bool) -> None:
        """Ask for the new name or folder of a file or folder."""
        if is_folder:
            self._folders.request_rename(path)
        elif (vault := self._open.wanted()) is not None:
            spawn(self._rename(vault, path), name="rename")

    def request_move(self, paths: Sequence[str], folder: str) -> None:
        """Move files into a folder, empty for the root."""
        if (vault := self._open.wanted()) is not None:
            spawn(self._move_all(vault, paths, folder), name="move")

    def request_target(self, path: str, is_folder: bool) -> None:
        """Ask into which folder a file or folder shall go."""
        if (vault := self._open.wanted()) is None:
            return
        from axon_desktop.ui.quick_open.folder_chooser import FolderChooser

        move = self._folders.request_move if is_folder else lambda one, to: self.request_move([one], to)
        FolderChooser(vault, path, lambda to: move(path, to), self._open.window, is_folder=is_folder).open_list()

    def request_trash(self, path: str, is_folder: bool) -> None:
        """Trash a file or folder, after a question."""
        if is_folder:
            self._folders.request_trash(path)
        elif (vault := self._open.wanted()) is not None:
            spawn(self._trash(vault, path), name="move to trash")

    # --- renaming and moving

    async def _rename(self, vault: Vault, path: str) -> None:
        prompt = _RenamePrompt(vault, path, self._open)
        if await ask(prompt) and prompt.found is not None and prompt.found.path != path:
            await self._move(vault, path, prompt.found.path)

    async def _move_all(self, vault: Vault, paths: Sequence[str], folder: str) -> None:
        for path in paths:
            name = path.rpartition("/")[2]
            target = f"{folder}/{name}" if folder else name
            found = await asyncio.to_thread(check_rename, vault, path, target)
            if found.fault:
                self._open.show_message(fault_words(found))
            else:
                await self._move(vault, path, target)

    async def _move(self, vault: Vault, path: str, target: str) -> None:
        from axon_desktop.vault.moves.link_rewrite import propose_move

        async with self._one_by_one:
            if vault is not self._open.vault:
                return
            with self._open.showing_message(
                self.tr("Looking for links to {name}…").format(name=display_name(path))
            ):
                await self._open.save_edits()
                proposal = await asyncio.to_thread(propose_move, vault, path, target)
                touched = await asyncio.to_thread(count_rewritten, proposal.changes)
            settings = await self._open.settings()
            if touched and not settings.always_update_links and not await self._agrees_to_move(proposal, touched):
                return
            outcome = await self._open.writes.carry_out(proposal)
        renamed, moved = self.tr("Renamed {path} to {target}"), self.tr("Moved {path} to {target}")
        words = (renamed if is_rename(path, target) else moved).format(path=path, target=target)
        self._open.report(words + rewritten(len(touched)), outcome.turn)

    async def _agrees_to_move(self, proposal: Proposal, touched: Sequence[tuple[str, int]]) -> bool:
        old, new = proposal.path, proposal.target
        title = self.tr("Rename {name}?") if is_rename(old, new) else self.tr("Move {name}?")
        sentences = (f"{old} → {new}", will_rewrite(len(touched)))
        name = display_name(old)
        return await self._open.agrees(title.format(name=name), sentences, touched, move_button(old, new))

    # --- the trash

    async def _trash(self, vault: Vault, path: str) -> None:
        async with self._one_by_one:
            if vault is not self._open.vault:
                return
            with self._open.showing_message(
                self.tr("Looking for links to {name}…").format(name=display_name(path))
            ):
                await self._open.save_edits()
                proposal = await asyncio.to_thread(vault.propose_trash, path)
                broken = await asyncio.to_thread(notes_linking_to, vault, self._open.index, path)
            settings = await self._open.settings()
            if (broken or settings.prompt_delete) and not await self._agrees_to_trash(proposal, broken):
                return
            outcome = await self._open.writes.carry_out(proposal)
        self._open.report(self.tr("Moved {path} to the trash").format(path=path), outcome.turn)

    async def _agrees_to_trash(self, proposal: Proposal, broken: Sequence[tuple[str, int]]) -> bool:
        where = self.tr("It will be moved to the system’s trash. You can bring it back with Undo.")
        if proposal.target:
            where = self.tr("It will be moved to {target} in the vault. You can bring it back with Undo.")
        sentences = [proposal.path, where.format(target=proposal.target)]
        if broken:
            one = self.tr("1 note links to it. Its links will break:")
            many = self.tr("{count} notes link to it. Their links will break:")
            sentences.append(one if len(broken) == 1 else many.format(count=len(broken)))
        title = self.tr("Move {name} to the trash?").format(name=display_name(proposal.path))
        return await self._open.agrees(title, sentences, broken, self.tr("&Move to trash"))


class _RenamePrompt(NamePrompt):
    """Shows the whole path, so that a file can be moved by keyboard too; the name is selected."""

    def __init__(self, vault: Vault, path: str, open_vault: FileActionContext) -> None:
        self._path = path
        super().__init__(
            self.tr("Rename or move {name}").format(name=display_name(path)),
            lambda typed: check_rename(vault, path, path_of_rename(path, typed)),
            open_vault.window,
            name=without_suffix(path),
        )
        start = path.rfind("/") + 1
        end = len(without_suffix(path)) if is_note(path) else path.rfind(".")
        self.field.setSelection(start, (end if end > start else len(path)) - start)

    def accept_words(self, found: NewPath | None) -> str:
        return move_button(self._path, self._path if found is None else found.path)

    def message_for(self, found: NewPath) -> str:
        if found.path == self._path:
            return self.tr("Its folder is part of the name: change it to move the file.")
        return self.tr("Becomes {path}").format(path=found.path)


def notes_linking_to(vault: Vault, index: VaultIndex | None, path: str) -> list[tuple[str, int]]:
    """Return the notes that link to a file, with their numbers of links; call it in a thread.

    Without an index that is up to date all notes are read.
    """
    from axon_desktop.vault.links.backlinks import count_links_from

    if index is not None and index.state.phase == "ready":
        with suppress(IndexUnavailableError):  # it was closed, or is damaged and being rebuilt
            if (links := index.links()) is not None:
                return sorted(Counter(link.path for link in links.backlinks(path)).items())
    vault.names.refresh()
    return sorted(count_links_from(vault, vault.names.paths, path).items())
