"""Planning an undo, for all files before the first is touched; nothing is written here."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby

from axon_desktop.errors import (
    N_,
    JournalError,
    NoteNotFoundError,
    ReadFailedError,
    Text,
    UndoConflictError,
    VaultError,
)
from axon_desktop.text.file_names import same_name
from axon_desktop.text.merge import clashes, merge
from axon_desktop.vault.files import trash
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.path_rules import shown, split_path
from axon_desktop.vault.files.reader import NoteReader
from axon_desktop.vault.history.journal import TEXT_GONE, Journal
from axon_desktop.vault.history.records import Change
from axon_desktop.vault.undo.preview import FileAction, FileUndo, Obstacle, UndoPreview
from axon_desktop.vault.undo.simulation import UndoSimulation
from axon_desktop.vault.writing.batch import Batch, MoveRequest, WriteRequest
from axon_desktop.vault.writing.text_write import digest


@dataclass(frozen=True, slots=True)
class UndoPlan:
    """The writes of an undo, and their preview."""

    batches: tuple[Batch, ...]
    """In the order in which they are made."""
    preview: UndoPreview
    refusal: VaultError | None
    """Why nothing is to be done; None when it can be."""


class _ObstacleError(Exception):
    """A file cannot be restored."""

    def __init__(self, file: FileUndo, error: str | VaultError) -> None:
        """Take the preview of the file, and the error that a caller reads, or its text."""
        super().__init__(str(error))
        self.file = file
        self.error = UndoConflictError(error) if isinstance(error, str) else error


class UndoPlanner:
    """Plans undo from the vault as it is now and from the journal."""

    def __init__(self, gateway: PathGateway, reader: NoteReader, journal: Journal) -> None:
        self._gateway = gateway
        self._reader = reader
        self._journal = journal

    def plan(self, changes: Sequence[Change], turn: str, over: Collection[str] = ()) -> UndoPlan:
        """Return how changes are taken back, newest first; a group that cannot be is left out and reported.

        Args:
            changes: of any turns; those of a batch all together.
            turn: the turn of the journal that the undo will be.
            over: paths of files whose conflicting later edits may be overwritten; the journal then stores them.
        """
        read = cache(self._read)
        may_overwrite = all(change.kind not in ("move", "trash") for change in changes)
        simulation = UndoSimulation(self._gateway, read, frozenset(over if may_overwrite else ()))
        batches: list[Batch] = []
        possible: list[int] = []
        stuck: dict[str, FileUndo] = {}
        refusal: VaultError | None = None
        touched: dict[str, list[int]] = {}
        newest_first = sorted(changes, key=lambda change: -change.id)
        for _, group in groupby(newest_first, lambda change: change.batch or change.id):
            together = list(group)
            for change in together:
                for path in _paths(change):
                    touched.setdefault(path, []).append(change.id)
            try:
                self._refuse_stuck(together, stuck)
                batches.append(self._plan(together, simulation, turn))
                simulation.keep()
            except JournalError:
                raise
            except (_ObstacleError, VaultError) as error:
                simulation.drop()
                obstacle = error if isinstance(error, _ObstacleError) else _unreadable(together[0].path, error)
                refusal = refusal or obstacle.error
                for path in dict.fromkeys(
                    (obstacle.file.path, *(p for change in together for p in _paths(change)))
                ):
                    stuck.setdefault(path, _beside(path, obstacle.file))
                continue
            possible += [change.id for change in together]
        came_from = {change.target: change.path for change in changes if change.kind == "move"}
        left = {before for now, before in came_from.items() if now in stuck and now != before}
        shown = (file for file in stuck.values() if file.path not in left or not self._is_reported_elsewhere(file))
        files = [*shown, *_outcomes(simulation, read, stuck)]
        named = (replace(file, changes=_of(file, touched, came_from)) for file in files)
        ordered = sorted(named, key=lambda file: (*_urgency(file), file.path))
        return UndoPlan(tuple(batches), UndoPreview(tuple(ordered), tuple(possible), may_overwrite), refusal)

    def _is_reported_elsewhere(self, file: FileUndo) -> bool:
        """Tell whether a path needs no entry: the file that was there has moved, and has its own."""
        try:
            return file.why == "together" and not self._gateway.is_file(split_path(file.path))
        except VaultError:
            return False

    @staticmethod
    def _refuse_stuck(together: Sequence[Change], stuck: dict[str, FileUndo]) -> None:
        for path in (path for change in together for path in _paths(change)):
            if path in stuck:
                file = FileUndo(path, "none", "impossible", why="together", detail=stuck[path].path)
                raise _ObstacleError(
                    file,
                    Text(
                        N_("Core", "{path} was changed again by something that cannot be undone."),
                        path=shown(path),
                    ),
                )

    # One group of changes

    def _plan(self, changes: Sequence[Change], simulation: UndoSimulation, turn: str) -> Batch:
        """Return the batch that undoes changes made together; `simulation` is then updated."""
        writes: list[WriteRequest] = []
        moves: dict[str, MoveRequest] = {}
        """Moves by where the file is now."""
        batch = Batch(  # folders that a change removed come back, those that it created are removed
            turn,
            changes[0].title,
            "undo",
            creates_folders=_outermost_first(folder for change in changes for folder in change.removes_folders),
            removes_folders=_outermost_first(folder for change in changes for folder in change.folders),
        )
        for folder in batch.removes_folders:
            simulation.leave(folder)
        for change in changes:
            if change.undone:
                raise _obstacle(
                    change.path,
                    "undone",
                    Text(N_("Core", "{path} is undone already."), path=shown(change.path)),
                )
            if change.kind == "move" and change.path == change.target:  # it came in, or back from the trash
                self._refuse_missing(change.path, change.id, simulation)
                simulation.trash(change.path)
                return replace(batch, moves=(MoveRequest("trash", change.path, trash.FOLDER, undoes=change.id),))
            if change.kind == "move":
                moves[change.target] = MoveRequest("move", change.target, change.path, undoes=change.id)
                continue
            if change.kind == "trash" and (back := self._from_trash(change, simulation)) is not None:
                return replace(batch, moves=(back,))
            now = self._now(change.path, simulation)
            then = self._earlier(change, now, simulation)
            if now is None and then is not None:
                self._refuse_alike(change.path, simulation)
            mode = self._journal.mode(change.id)
            attributes = self._journal.attributes(change.id) if now is None else {}
            writes.append(WriteRequest(change.path, now, then, mode, change.id, attributes))
            simulation.set(change.path, then)
        for move in moves.values():
            self._refuse_move(move, simulation)
            simulation.move(move.path, move.target)
        writes = [_after(moves.get(write.path), write) for write in writes]
        return replace(batch, writes=tuple(writes), moves=tuple(moves.values()))

    def _from_trash(self, change: Change, simulation: UndoSimulation) -> MoveRequest | None:
        """Return the move of a file out of the vault's own trash; None if it is not there, or changed."""
        if not change.target or change.before_sha256 is None:
            return None
        *above, name = change.target.split("/")
        try:
            with self._gateway.open_folder(above) as folder:
                if digest(folder, name) != change.before_sha256:
                    return None
        except (VaultError, OSError):
            return None
        if simulation.exists(change.path):
            raise _recreated(change.path, change.path)
        self._refuse_alike(change.path, simulation)
        simulation.set(change.path, self._journal.find_text(change.before_sha256) or b"")
        return MoveRequest("move", change.path, change.path, change.before_sha256, change.id, change.target)

    def _refuse_missing(self, path: str, change_id: int, simulation: UndoSimulation) -> None:
        if not simulation.exists(path):
            raise self._missing(path, change_id)

    def _missing(self, path: str, change_id: int) -> _ObstacleError:
        """Return the obstacle of a file that is not where a change left it."""
        words = Text(
            N_("Core", "{path} was moved or deleted since. Put it back, then try again."),
            path=shown(path),
        )
        target = self._journal.moved_to(path, change_id)
        return _obstacle(path, "moved" if target else "gone", words, target)

    def _refuse_move(self, move: MoveRequest, simulation: UndoSimulation) -> None:
        assert move.undoes is not None
        self._refuse_missing(move.path, move.undoes, simulation)
        if simulation.exists(move.target) and (move.target in simulation.touched or self._is_named(move.target)):
            raise _recreated(move.path, move.target)
        self._refuse_alike(move.target, simulation, but=move.path)

    def _is_named(self, path: str) -> bool:
        """Tell whether a file has exactly this path: a disk that ignores case finds it under others, too."""
        parts = split_path(path)
        for depth, name in enumerate(parts):
            with self._gateway.open_folder(parts[:depth]) as folder:
                if name not in folder.names():
                    return False
        return True

    def _refuse_alike(self, path: str, simulation: UndoSimulation, but: str = "") -> None:
        """Refuse to restore a file beside one whose name differs only in case or Unicode form."""
        with self._gateway.locate(split_path(path)) as place:
            listed = "/".join(place.parts)  # a disk that ignores case has found the other
            found = place.stat is not None and listed not in (path, but) and same_name(listed) == same_name(path)
            other = listed if found else self._gateway.find_alike(place, moving=but)
        if other is None or simulation.leaves(other):
            other = simulation.alike(path)
        if other is not None and other != but:
            raise _recreated(but or path, other)

    def _earlier(self, change: Change, now: bytes | None, simulation: UndoSimulation) -> bytes | None:
        """Return what the file should hold without this change."""
        path = change.path
        before = None if change.before_sha256 is None else self._kept(change.before_sha256, path)
        after = None if change.after_sha256 is None else self._kept(change.after_sha256, path)
        if now == after:
            return before
        if after is None:
            raise _recreated(path, path)
        if now is None:
            raise self._missing(path, change.id)
        if before is None:
            if path in simulation.over:
                simulation.mark(path, "overwritten")
                return None
            words = Text(
                N_(
                    "Core",
                    "{path} was edited since it was created. Undo would delete those edits: delete the note"
                    " yourself if you no longer need it.",
                ),
                path=shown(path),
            )
            lines = clashes(after, now, b"")
            raise _ObstacleError(FileUndo(path, "remove", "conflict", now, None, why="edited", lines=lines), words)
        merged = merge(after, now, before)
        if merged is None:
            if path in simulation.over:
                simulation.mark(path, "overwritten")
                return before
            words = Text(
                N_(
                    "Core",
                    "{path} was edited since in the same lines. Put back by hand what you want of the earlier"
                    " text; it stays in the journal.",
                ),
                path=shown(path),
            )
            lines = clashes(after, now, before)
            file = FileUndo(path, "edit", "conflict", now, before, why="same_lines", lines=lines)
            raise _ObstacleError(file, words)
        simulation.mark(path, "merged")
        return merged

    # Reading

    def _now(self, path: str, simulation: UndoSimulation) -> bytes | None:
        """Return the text of a file just before this step; refuse one that cannot be written."""
        source = simulation.source(path)
        if source is not None and not simulation.has_text(path):
            with self._gateway.locate(split_path(source)) as place:
                if place.stat is not None and not place.stat.st_mode & 0o222:
                    raise _obstacle(
                        path,
                        "read_only",
                        Text(N_("Core", "{path} is read-only."), path=shown(path)),
                    )
        return simulation.text(path)

    def _read(self, path: str) -> bytes | None:
        try:
            return self._reader.read(split_path(path)).data
        except NoteNotFoundError:
            return None

    def _kept(self, sha256: str, path: str) -> bytes:
        text = self._journal.find_text(sha256)
        if text is None:
            file = FileUndo(path, "none", "impossible", why="not_kept")
            raise _ObstacleError(file, JournalError(TEXT_GONE))
        return text


def _outcomes(
    simulation: UndoSimulation, read: Callable[[str], bytes | None], stuck: Collection[str]
) -> Iterator[FileUndo]:
    """Yield the previews of the files that can be restored."""
    for path, trashed in simulation.displaced:
        if path not in stuck and (now := read(path)) is not None:
            yield FileUndo(path, "trash" if trashed else "remove", "clean", now)
    for path in sorted(simulation.touched):
        source = simulation.source(path)
        if path in stuck or source in stuck or simulation.has_left(path):
            continue
        moved = source is not None and source != path
        if not simulation.has_text(path):
            if moved:
                yield FileUndo(source or path, "move", "clean", target=path)
            continue
        before = None if source is None else _shown(read, source, trashed=simulation.is_trashed(path))
        after = simulation.text(path)
        if before is None and after is None:
            continue  # moved here, and moves on
        effect = simulation.effect(path)
        if before is None:  # not its text before the move yet
            yield FileUndo(path, "create", effect, None, after)
            continue
        action: FileAction = "move" if moved else "none" if before == after else "edit"
        if after is None:
            action = "trash" if simulation.is_trashed(path) else "remove"
        yield FileUndo(source or path, action, effect, before, after, path if action == "move" else "")


def _shown(read: Callable[[str], bytes | None], path: str, *, trashed: bool) -> bytes | None:
    """Return what a file holds; nothing of one that is too large to be read and only goes to the trash."""
    try:
        return read(path)
    except ReadFailedError:
        if trashed:
            return b""
        raise


def _urgency(file: FileUndo) -> tuple[bool, bool, bool]:
    """Return the sort key of files: obstacles first, then those that are not restored exactly."""
    return not file.is_obstacle, file.why == "together", file.effect == "clean"


def _paths(change: Change) -> tuple[str, ...]:
    """Return the vault paths that a change is about; the trash is no vault path."""
    return (change.path, change.target) if change.kind == "move" else (change.path,)


def _of(file: FileUndo, touched: dict[str, list[int]], came_from: dict[str, str]) -> tuple[int, ...]:
    """Return the changes to a file, and to the path it came from."""
    paths = {file.path, file.target}
    while more := {came_from[path] for path in paths if path in came_from} - paths:
        paths |= more
    ids = {number for path in paths for number in touched.get(path, ())}
    return tuple(sorted(ids, reverse=True))


def _beside(path: str, file: FileUndo) -> FileUndo:
    """Return the preview of a file that cannot be restored, or depends on one that cannot."""
    return file if path == file.path else FileUndo(path, "none", "impossible", why="together", detail=file.path)


def _after(move: MoveRequest | None, write: WriteRequest) -> WriteRequest:
    """Return a write with the path after its file's move, if it moves."""
    return write if move is None else replace(write, path=move.target, comes_from=move.path)


def _outermost_first(folders: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(dict.fromkeys(folders), key=lambda folder: folder.count("/")))


def _obstacle(path: str, why: Obstacle, words: str, detail: str = "") -> _ObstacleError:
    return _ObstacleError(FileUndo(path, "none", "impossible", why=why, detail=detail), words)


def _unreadable(path: str, error: VaultError) -> _ObstacleError:
    file = FileUndo(path, "none", "impossible", why="unreadable", detail=error.details)
    return _ObstacleError(file, error)


def _recreated(path: str, other: str) -> _ObstacleError:
    words = Text(
        N_("Core", "{path} was created again since. Move or rename that one, then try again."),
        path=shown(other),
    )
    return _obstacle(path, "recreated", words, other)
