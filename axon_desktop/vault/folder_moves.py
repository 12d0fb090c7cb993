"""A whole folder that goes to another path or to the trash: file by file, as one turn of the journal.

Each file goes through the write gateway like any other; a failure takes back what was done by then. Hidden files,
which no vault path can name, stay where they are, and so does their folder.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from axon_desktop.errors import InvalidPathError, VaultError
from axon_desktop.vault import trash
from axon_desktop.vault.changes import ChangePreview, Proposal
from axon_desktop.vault.gateway import PathGateway
from axon_desktop.vault.link_rewriting import rewritten_links
from axon_desktop.vault.link_search import find_linking, find_target
from axon_desktop.vault.made_folders import remove_empty_folders
from axon_desktop.vault.name_table import link_keys
from axon_desktop.vault.new_notes import NewNote, check_new_folder, make_folder
from axon_desktop.vault.path_rules import invalid, split_path

if TYPE_CHECKING:
    from axon_desktop.vault.vault import Vault


@dataclass(frozen=True, slots=True)
class FolderMove:
    """What would happen to a folder and all that is in it; nothing is done yet."""

    folder: str
    target: str
    """Its new vault path; empty for the trash."""
    files: tuple[str, ...]
    """Vault paths of all files in it."""
    folders: tuple[str, ...]
    """The folder itself and those in it, outermost first."""
    changes: tuple[ChangePreview, ...] = ()
    """Texts whose links change; of files in the folder, by their paths before the move."""

    def new_path(self, path: str) -> str:
        """Return where a path of the folder goes."""
        return self.target + path[len(self.folder) :]


def check_folder_rename(vault: Vault, folder: str, typed: str) -> NewNote:
    """Tell whether a folder can have the path that was typed; for a thread."""
    target = typed.strip().strip("/")
    if target == folder:
        return NewNote(target, exists=True)
    if target.startswith(f"{folder}/"):
        return NewNote(target, fault="taken", why=folder)
    return check_new_folder(vault, target)


def propose_folder_move(vault: Vault, folder: str, target: str) -> FolderMove:
    """Return what moving a folder would do; reads every note and canvas of the vault, so it is for a thread.

    Raises:
        FolderNotFoundError: there is no such folder.
        InvalidPathError: the target leaves the vault, exists, or cannot be named by links.
        ReadFailedError: a file that would change cannot be read.
    """
    move = _of_folder(vault, folder, target)
    gateway = PathGateway(vault.root)
    if target == folder or target.startswith(f"{folder}/"):
        raise invalid(target, "a folder cannot go into itself")
    with gateway.locate(split_path(target)) as place:
        if place.stat is not None:
            raise invalid(target, "it exists already")
        gateway.check_new(place, target)
    changes = rewritten_links(vault, {path: move.new_path(path) for path in move.files}) if move.files else ()
    return FolderMove(folder, target, move.files, move.folders, changes)


def propose_folder_trash(vault: Vault, folder: str) -> FolderMove:
    """Return what putting a folder into the trash would do.

    Raises:
        FolderNotFoundError: there is no such folder.
        WriteFailedError: a file is too large for undo to bring it back.
    """
    move = _of_folder(vault, folder, "")
    gateway = PathGateway(vault.root)
    for path in move.files:
        with gateway.locate(split_path(path)) as place:
            if place.stat is not None:
                trash.refuse_too_large(path, place.stat.st_size)
    return move


def carry_out(
    vault: Vault, move: FolderMove, *, turn: str, title: str, told: Callable[[int], None] = lambda _done: None
) -> bool:
    """Do it, and return whether nothing of the folder is left; `told` hears how many files have gone.

    Raises:
        VaultError: a file cannot go; what was done by then was taken back.
    """
    try:
        for done, step in enumerate(_steps(vault, move)):
            told(min(done, len(move.files)))
            vault.apply_all(step, turn=turn, title=title, origin="user")
    except VaultError:
        if vault.journal.changes(turn):
            vault.undo_turn(turn)
        raise
    for folder in move.folders if move.target else ():
        with suppress(InvalidPathError):  # made already, with the files in it
            make_folder(vault, move.new_path(folder))
    return _leave(vault, move.folders)


def take_back(vault: Vault, move: FolderMove, turn: str) -> None:
    """Bring all back, empty folders too.

    Raises:
        UndoConflictError: a file was edited, moved or deleted since, in a way that cannot be merged.
    """
    if move.files:
        vault.undo_turn(turn)
    for folder in move.folders:
        with suppress(InvalidPathError):
            make_folder(vault, folder)
    if move.target:
        _leave(vault, tuple(map(move.new_path, move.folders)))


def count_links_into(vault: Vault, move: FolderMove) -> Counter[str]:
    """Return how many links each file outside of a folder has to files in it; reads all of them."""
    inside, table = frozenset(move.files), vault.names.table
    keys = frozenset().union(*map(link_keys, inside))
    found: Counter[str] = Counter()
    for file in find_linking(PathGateway(vault.root), table.paths, keys):
        links = sum(find_target(table, link, file.path)[0] in inside for link in file.links)
        if links and file.path not in inside:
            found[file.path] = links
    return found


def _of_folder(vault: Vault, folder: str, target: str) -> FolderMove:
    vault.list_folder(folder)  # refuses what is none
    vault.names.scan()
    below = (other for other in vault.names.folders if other.startswith(f"{folder}/"))
    return FolderMove(folder, target, tuple(vault.names.table.below(folder)), (folder, *sorted(below)))


def _steps(vault: Vault, move: FolderMove) -> Iterator[Proposal]:
    """Yield one proposal after the other, each made when those before it are done."""
    if not move.target:
        for path in move.files:
            yield vault.propose_trash(path)
        return
    gateway = PathGateway(vault.root)
    own = {change.path: change for change in move.changes}
    for path in move.files:
        *above, name = split_path(path)
        with gateway.open_folder(above) as folder:
            digest = folder.digest(name)
        changes = (own.pop(path),) if path in own else ()
        yield Proposal("move", path, changes, move.new_path(path), digest)
    if own:
        yield Proposal("write", next(iter(own)), tuple(own.values()))


def _leave(vault: Vault, folders: tuple[str, ...]) -> bool:
    """Remove folders as far as they are empty; return whether all are gone."""
    for folder in reversed(folders):
        remove_empty_folders(PathGateway(vault.root), (folder,))
    vault.names.look_again(folders)
    return not PathGateway(vault.root).is_folder(split_path(folders[0]))
