"""Encodes the notes of a vault: the changed ones, then the beginnings of all, then the rest, the newest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from axon_desktop.errors import VaultError
from axon_desktop.index.build.file_scan import Scope
from axon_desktop.index.build.record import digest_of
from axon_desktop.meaning.encoder import Encoder
from axon_desktop.meaning.passages import cut_note, encoded_text, is_local_only, length
from axon_desktop.meaning.vector_file import ALL, BEGINNING, NoteState, Stage, fingerprint
from axon_desktop.vault.files.bulk_read import read_files
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.path_rules import split_path

if TYPE_CHECKING:
    from axon_desktop.meaning.encoder import Vectors
    from axon_desktop.meaning.vector_store import VectorStore

_SUFFIXES = (".md", ".txt", ".canvas")
_BEGINNING = 420
"""Characters of the passages with which a note begins, but for the first."""
_NOTES_AT_ONCE = 64
"""Notes that are read before queries are looked for, where none of them needs to be encoded."""


class Work(NamedTuple):
    """What is left, in notes."""

    changed: int
    beginnings: int
    rests: int


@dataclass(slots=True)
class _Note:
    """A note that is being encoded."""

    state: NoteState
    passages: list[bytes]
    """The fingerprints of their texts."""
    vectors: dict[bytes, Vectors]
    """Of those that are encoded."""
    texts: dict[bytes, str]
    """Of the others."""


class MeaningBuilder:
    """Does the work in portions; not safe to use from several threads."""

    def __init__(self, root: Path, store: VectorStore, encoder: Encoder) -> None:
        self._root = root
        self._store = store
        self._encoder = encoder
        self._gateway = PathGateway(root)
        self._scope = Scope(root, self._gateway)
        self._changed: dict[str, None] = {}
        self._beginnings: dict[str, None] = {}
        self._rests: dict[str, None] = {}
        self._open: dict[str, _Note] = {}
        self._gone: dict[str, None] = {}
        """Notes that are not there any more: one of another path may have the same text."""

    @property
    def work(self) -> Work:
        """What is left."""
        return Work(len(self._changed) + len(self._open), len(self._beginnings), len(self._rests))

    def compare(self) -> None:
        """Find what differs between the files and the vectors."""
        self._scope.refresh()
        beginnings: list[tuple[int, str]] = []
        rests: list[tuple[int, str]] = []

        def found() -> Iterator[str]:
            for path, version in self._scope.walk():
                if not version.hidden and _may_say_something(path):
                    state = self._store.state(path)
                    if state is None or (state.mtime_ns, state.size) != version[:2]:
                        beginnings.append((version.mtime_ns, path))
                    elif state.stage == BEGINNING:
                        rests.append((version.mtime_ns, path))
                    yield path

        gone = dict.fromkeys(self._store.others(found()))
        if not self._root.is_dir():
            return
        self._open.clear()
        self._changed.clear()
        self._gone = gone
        self._beginnings = _newest_first(beginnings)
        self._rests = _newest_first(rests)

    def mark(self, paths: Iterable[str]) -> None:
        """Take files, or folders, as changed: they come next."""
        for path, version in self._scope.versions(paths):
            if version is None:
                below = dict.fromkeys(self._below(path))
                self._changed.update(below)
                known = {known for known in self._store.paths() if known == path or known.startswith(f"{path}/")}
                self._forget(known.difference(below))
            elif version.hidden or not _may_say_something(path):
                self._forget([path])
            else:
                self._changed[path] = None
                self._open.pop(path, None)

    def step(self) -> bool:
        """Encode a portion; tell whether there is more to do.

        Raises:
            AxonError: the encoder cannot.
        """
        portion = self._portion()
        if portion:
            vectors = self._encoder.encode([note.texts[passage] for note, passage in portion])
            for (note, passage), vector in zip(portion, vectors, strict=True):
                del note.texts[passage]
                note.vectors[passage] = vector
        for path, note in [*self._open.items()]:
            if not note.texts:
                whole = np.stack([note.vectors[passage] for passage in note.passages])
                self._store.put(path, note.state, whole, note.passages)
                del self._open[path]
        if self._gone and not (self._open or self._changed or self._beginnings):
            for path in self._gone:
                self._store.remove(path)
            self._gone.clear()
        is_left = any(self.work)
        if not is_left:
            self._store.tidy()
        return is_left

    def _portion(self) -> list[tuple[_Note, bytes]]:
        """Return the next passages with their notes, of which some are begun."""
        most = self._encoder.portion
        for _ in range(_NOTES_AT_ONCE):
            if sum(len(note.texts) for note in self._open.values()) >= most or not self._begin_next():
                break
        return [*islice(((note, passage) for note in self._open.values() for passage in note.texts), most)]

    def _begin_next(self) -> bool:
        """Begin the note that comes next; tell whether there was one."""
        for queue, stage in ((self._changed, ALL), (self._beginnings, BEGINNING), (self._rests, ALL)):
            if queue:
                path = next(iter(queue))
                del queue[path]
                note = self._begin(path, stage)
                if note is not None:
                    others = [item for item in self._open.items() if item[0] != path]
                    self._open = dict(
                        [(path, note), *others] if queue is self._changed else [*others, (path, note)]
                    )
                return True
        return False

    def _begin(self, path: str, stage: Stage) -> _Note | None:
        """Read a note, and say what of it is to be encoded; None if nothing is."""
        version = self._scope.version(path)
        data = next((data for _, data in read_files(self._gateway, [path])), None)
        if version is None or version.hidden or data is None:  # it cannot be read, or is not on this computer
            self._forget([path])
            return None
        text = data.decode("utf-8", "replace")
        state = NoteState(version.mtime_ns, version.size, digest_of(data), stage)
        if not self._encoder.stays_here and is_local_only(text):
            self._forget([path])
            return None
        known = self._store.state(path)
        if known is not None and known.digest == state.digest and known.stage >= stage:
            self._store.copy(path, path, state._replace(stage=known.stage))
            self._go_on(path, known.stage)
            return None
        if known is None and (twin := self._twin(path, state.digest)) is not None:
            twin_stage = self._store.state(twin)
            assert twin_stage is not None
            self._store.copy(twin, path, state._replace(stage=twin_stage.stage))
            self._go_on(path, twin_stage.stage)
            return None
        texts = [encoded_text(path, passage) for passage in cut_note(path, text)]
        vectors = dict(zip(self._store.fingerprints(path), self._store.vectors(path), strict=True))
        count = _count_beginning(texts) if stage == BEGINNING and not vectors else len(texts)
        if count < len(texts):
            del texts[count:]
            self._rests[path] = None
        else:
            state = state._replace(stage=ALL)
        passages = [*map(fingerprint, texts)]
        new = {passage: text for passage, text in zip(passages, texts, strict=True) if passage not in vectors}
        return _Note(state, passages, vectors, new)

    def _go_on(self, path: str, stage: Stage) -> None:
        if stage == BEGINNING:
            self._rests[path] = None

    def _twin(self, path: str, digest: bytes) -> str | None:
        """Return a note of the same text and name that is not there any more."""
        name = path.rpartition("/")[2]
        for gone in self._gone:
            if gone.rpartition("/")[2] == name:
                state = self._store.state(gone)
                if state is not None and state.digest == digest:
                    return gone
        return None

    def _forget(self, paths: Iterable[str]) -> None:
        for path in paths:
            for queue in (self._changed, self._beginnings, self._rests, self._open):
                queue.pop(path, None)
            if self._store.state(path) is not None:
                self._gone[path] = None

    def _below(self, folder: str) -> Iterator[str]:
        with suppress(VaultError):
            if self._gateway.is_folder(split_path(folder)):
                for path, version in self._scope.walk(folder):
                    if not version.hidden and _may_say_something(path):
                        yield path


def _may_say_something(path: str) -> bool:
    return path.lower().endswith(_SUFFIXES)


def _newest_first(notes: list[tuple[int, str]]) -> dict[str, None]:
    """Return the paths of some notes, that are given with their times."""
    return dict.fromkeys(path for _, path in sorted(notes, reverse=True))


def _count_beginning(texts: list[str]) -> int:
    """Return how many passages a note begins with: the one of the note itself, and the first ones."""
    room = _BEGINNING
    for count, text in enumerate(texts[1:], 1):
        room -= length(text)
        if room < 0:
            return max(2, count)
    return len(texts)
