"""Moving or trashing a whole folder, with all that is in it, as one turn of the journal.

A move is one batch: after a kill in the middle, the next start or the next write completes it or takes it back.
Files for the trash, whose bytes the journal stores, go one by one; what a failure or a kill cuts off is taken back
too. Folders are created and removed with the changes, so that every undo knows them. Hidden files, which no vault
path can name, stay where they are, and so does their folder; but not those that macOS puts there by itself.

Where only case or Unicode form changes, many disks hold both names for the same one: such a move takes two steps,
by way of a name that differs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING

from axon_desktop.errors import N_, FolderNotFoundError, InvalidPathError
from axon_desktop.text.file_names import same_name
from axon_desktop.vault.files import trash
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.path_rules import check_new_name, invalid, shown, split_path
from axon_desktop.vault.history.changes import ChangePreview
from axon_desktop.vault.links.link_scan import find_linking, find_target
from axon_desktop.vault.moves.link_rewrite import rewritten_links
from axon_desktop.vault.moves.new_path import NewPath, check_new_folder, make_folder, remove_folders
from axon_desktop.vault.names.table import link_keys
from axon_desktop.vault.writing.batch import Batch, MoveRequest, WriteRequest
from axon_desktop.vault.writing.folders import LEFT_BY_SYSTEM

if TYPE_CHECKING:
    from axon_desktop.vault.vault import Vault

_CUT = 40
"""Letters of a folder's name that one beside it keeps."""


@dataclass(frozen=True, slots=True)
class FolderMove:
    """The proposal to move or trash a folder with all that is in it; nothing is done yet."""

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
        """Return the new path of a path in the folder."""
        return self.target + path[len(self.folder) :]


def check_folder_rename(vault: Vault, folder: str, typed: str) -> NewPath:
    """Tell whether a folder can have the path that was typed; for a thread."""
    target = typed.strip().strip("/")
    if target == folder:
        return NewPath(target, exists=True)
    if target.startswith(f"{folder}/"):
        return NewPath(target, fault="taken", why=folder)
    found = check_new_folder(vault, target)
    return NewPath(target) if found.why == folder and _is_respelling(folder, target) else found


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
        raise invalid(target, N_("Core", "a folder cannot go into itself"))
    if _is_respelling(folder, target):
        _check_respelling(gateway, move)
    else:
        with gateway.locate(split_path(target)) as place:
            if place.stat is not None:
                raise invalid(target, N_("Core", "it exists already"))
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
    vault: Vault,
    move: FolderMove,
    *,
    turn: str,
    title: str,
    on_progress: Callable[[int], None] = lambda _done: None,
) -> bool:
    """Do it, and return whether nothing of the folder is left; `on_progress` gets how many files are done.

    Raises:
        VaultError: a file cannot be moved; what was done by then was taken back.
    """

    def report(done: int) -> None:
        on_progress(min(done, len(move.files)))

    if not move.files:
        _replace(vault, move.folders, _new_folders(move))
    elif not move.target:
        with vault.all_or_nothing(turn):
            for done, path in enumerate(move.files):
                report(done)
                emptied = move.folders if done + 1 == len(move.files) else ()
                go = vault.propose_trash(path)
                request = MoveRequest("trash", path, go.target, go.sha256)
                vault.apply_batch(Batch(turn, title, "user", moves=(request,), removes_folders=emptied))
    elif _is_respelling(move.folder, move.target):
        with vault.all_or_nothing(turn):
            for step in _by_way_of(move, _free_name(PathGateway(vault.root), move.target)):
                vault.apply_batch(_as_batch(step, turn, title), on_progress=report)
    else:
        vault.apply_batch(_as_batch(move, turn, title), on_progress=report)
    return not _is_there(PathGateway(vault.root), move.folder)


def take_back(vault: Vault, move: FolderMove, turn: str) -> None:
    """Undo it; folders without files are created again here, since they are not in the journal.

    Raises:
        UndoConflictError: a file was edited, moved or deleted since, in a way that cannot be merged.
    """
    if move.files:
        vault.undo_turn(turn)
    else:
        _replace(vault, _new_folders(move), move.folders)


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
    vault.list_folder(folder)  # refuses a path that is no folder
    vault.names.scan()
    below = (other for other in vault.names.folders if other.startswith(f"{folder}/"))
    return FolderMove(folder, target, tuple(vault.names.table.below(folder)), (folder, *sorted(below)))


def _new_folders(move: FolderMove) -> tuple[str, ...]:
    return tuple(map(move.new_path, move.folders)) if move.target else ()


def _as_batch(move: FolderMove, turn: str, title: str) -> Batch:
    """Return a move to another path as one batch."""
    moved = {path: move.new_path(path) for path in move.files}
    return Batch(
        turn,
        title,
        "user",
        tuple(WriteRequest.of(change, moved) for change in move.changes),
        tuple(MoveRequest("move", path, target) for path, target in moved.items()),
        creates_folders=_new_folders(move),
        removes_folders=move.folders,
    )


def _replace(vault: Vault, removed: tuple[str, ...], made: tuple[str, ...]) -> None:
    """Remove folders as far as they are empty, and create others."""
    remove_folders(vault, removed)
    for folder in made:
        with suppress(InvalidPathError):  # it is there
            make_folder(vault, folder)


# --- a name that differs only in case or Unicode form


def _is_respelling(folder: str, target: str) -> bool:
    return folder.rpartition("/")[0] == target.rpartition("/")[0] and same_name(folder) == same_name(target)


def _check_respelling(gateway: PathGateway, move: FolderMove) -> None:
    """Refuse a spelling that is not allowed or taken; and to leave anything behind under the old one.

    Raises:
        InvalidPathError: saying which.
    """
    parts = split_path(move.target)
    check_new_name(parts[-1], move.target)
    if gateway.find_same(parts) != split_path(move.folder):
        raise invalid(move.target, N_("Core", "it exists already"))
    known = {*move.files, *move.folders}
    for folder in move.folders:
        with gateway.open_folder(split_path(folder)) as opened:
            others = (name for name in opened.names() if f"{folder}/{name}" not in known)
            left = next((name for name in others if name not in LEFT_BY_SYSTEM), None)
        if left is not None:
            raise invalid(
                move.target,
                N_("Core", "{path} is hidden, and would keep the old name"),
                path=shown(f"{folder}/{left}"),
            )


def _free_name(gateway: PathGateway, target: str) -> str:
    """Return a free name beside a folder's new one."""
    above, slash, name = target.rpartition("/")
    ways = (f"{above}{slash}{name[:_CUT].rstrip()} {number}" for number in count(2))
    return next(way for way in ways if gateway.find_same(split_path(way)) is None)


def _by_way_of(move: FolderMove, between: str) -> tuple[FolderMove, FolderMove]:
    """Return two moves instead of one; the second also rewrites the links."""
    first = replace(move, target=between, changes=())
    files, folders = (tuple(map(first.new_path, paths)) for paths in (move.files, move.folders))
    own = frozenset(move.files)
    changes = tuple(
        replace(change, path=first.new_path(change.path)) if change.path in own else change
        for change in move.changes
    )
    return first, FolderMove(between, move.target, files, folders, changes)


def _is_there(gateway: PathGateway, folder: str) -> bool:
    """Tell whether a folder has exactly this name: a disk that ignores case finds it under others, too."""
    *above, name = split_path(folder)
    try:
        with gateway.open_folder(above) as opened:
            return name in opened.names()
    except FolderNotFoundError:
        return False
