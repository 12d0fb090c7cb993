"""Brings the index up to the files: compares, reads what differs, and stops whenever it is asked to.

A new index is made in two rounds: first all texts, so that search works as soon as it can, with what is plain to
see in them; then the notes that have to be read block by block, which takes several times as long for each.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from axon_desktop.errors import VaultError
from axon_desktop.index.catalog import note_id
from axon_desktop.index.catalog_writer import Described, digest_of
from axon_desktop.index.entry import read_entry
from axon_desktop.index.preparing import Prepared, Preparers, prepare
from axon_desktop.index.scan import Scope, Version
from axon_desktop.index.store import IndexStore
from axon_desktop.vault.bulk_reading import read_files
from axon_desktop.vault.gateway import PathGateway
from axon_desktop.vault.path_rules import split_path

_MANY = 500
"""Changed files from which their texts are indexed before what they say is read."""
_VERY_MANY = 2_000
"""The same from which it is worth to start processes that help."""
_MOST_FRESH = 2_000
_COMMIT_TEXTS = 20_000
"""Texts after which a long build is kept, so that it goes on there when the program ends."""
_COMMIT_ENTRIES = 4_000


def _existing(versions: Mapping[str, Version | None]) -> list[str]:
    return [path for path, version in versions.items() if version is not None]


@dataclass(frozen=True, slots=True)
class Work:
    """How far it is."""

    texts: int = 0
    """Files whose text is still to be indexed or forgotten."""
    entries: int = 0
    """Files of which it is still to be read what they say."""


class IndexBuilder:
    """Does the work in portions; not safe to use from several threads."""

    def __init__(self, root: Path, store: IndexStore, start: Callable[[], Preparers] | None = None) -> None:
        """Take the vault and its index; `start` starts processes that help with very many files."""
        self._root = root
        self._start = start
        self._preparers: Preparers | None = None
        self._asked: deque[dict[str, Version | None]] = deque()
        """What the helpers were asked for, in that order; what changed since is taken out."""
        self._gateway = PathGateway(root)
        self._store = store
        self._scope = Scope(root, self._gateway)
        self._texts: dict[str, Version | None] = {}
        """By path the version to be indexed; None for a file to be forgotten."""
        self._entries: dict[str, None] = {}
        self._fresh: list[Described] = []
        """Files that are not in the catalog yet: put there many at once, since that costs less for each."""
        self._new: set[str] = set()
        """Files that were not in the catalog when it was compared and that were not indexed since."""
        self._two_rounds = False
        self._uncommitted = 0

    @property
    def work(self) -> Work:
        """What is left to do."""
        return Work(len(self._texts) + sum(map(len, self._asked)), len(self._entries))

    def refresh_scope(self) -> None:
        """Read again which files the user excluded."""
        self._scope.refresh()

    def compare(self) -> None:
        """Find what differs between the files and the index; what was left to do is found again.

        While the vault is away nothing is done.
        """
        self._add_fresh()
        known = self._store.catalog.known()
        new: set[str] = set()
        texts: dict[str, Version | None] = {}
        undescribed: list[str] = []
        for path, version in self._walk():
            old = known.pop(path, None)
            if old is None:
                new.add(path)
                texts[path] = version
            elif old.version != version or not version.sure:
                texts[path] = version
            elif not old.described:
                undescribed.append(path)
        if not self._root.is_dir():
            return
        texts.update(dict.fromkeys(known))
        for versions in self._asked:
            versions.clear()
        self._texts = dict(sorted(texts.items()))
        self._new = new
        self._two_rounds = len(texts) > _MANY
        self._entries = dict.fromkeys(sorted(undescribed))

    def mark(self, paths: Iterable[str]) -> int:
        """Take note that files or folders may have changed; they come next. Return how many files this means."""
        self._add_fresh()
        marked: dict[str, Version | None] = {}
        for path in paths:
            version = self._scope.version(path) if self._scope.takes(path) else None
            if version is not None:
                marked[path] = version
                continue
            marked.update(self._walk(path) if self._is_folder(path) else ())
            gone = self._store.catalog.paths_below(path)
            if self._store.catalog.known_of(path) is not None:
                gone.append(path)
            for versions in self._asked:
                gone += [old for old in versions if old == path or old.startswith(f"{path}/")]
            for old in gone:
                marked.setdefault(old, None)
        for path in marked:
            self._entries.pop(path, None)
            for versions in self._asked:
                versions.pop(path, None)
        self._texts = {**marked, **{path: version for path, version in self._texts.items() if path not in marked}}
        return len(marked)

    def step(self, portion: int, *, whole: bool = False) -> bool:
        """Work on up to so many files, and keep what was done when nothing is left; tell whether more is left.

        `whole` says that texts and what they say are read together, however many are left.
        """
        if self._texts or self._asked:
            self._index_texts(portion, later=self._two_rounds and not whole)
            due = not (self._texts or self._asked) or self._uncommitted >= _COMMIT_TEXTS
        else:
            self._read_entries(portion)
            due = not (self._texts or self._entries) or self._uncommitted >= _COMMIT_ENTRIES
        if due:
            self.commit()
        return bool(self._texts or self._asked or self._entries)

    def commit(self) -> None:
        """Keep what was done."""
        self._add_fresh()
        if self._uncommitted:
            self._store.commit()
            self._uncommitted = 0

    def _index_texts(self, portion: int, *, later: bool) -> None:
        """Index the texts of the next files; `later` leaves notes that are not plain to the second round."""
        if later and self._preparers is None and len(self._texts) > _VERY_MANY and self._start is not None:
            self._preparers = self._start()
        if self._preparers is None or not later:
            versions = self._next(portion)
            files = read_files(self._gateway, _existing(versions))
            self._take_all(versions, (prepare(path, data, whole=not later) for path, data in files))
            return
        try:
            while self._texts and self._preparers.waits:
                self._asked.append(versions := self._next(portion))
                self._preparers.ask(_existing(versions))
            self._take_all(self._asked[0], self._preparers.receive())
            self._asked.popleft()
        except OSError:  # one was killed: it goes on without them
            for versions in self._asked:
                self._texts.update(versions)
            self._asked.clear()
            self._start = None
        if not self._asked:
            self._preparers.close()
            self._preparers = None

    def _next(self, portion: int) -> dict[str, Version | None]:
        some = [path for path, _ in zip(self._texts, range(portion), strict=False)]
        return {path: self._texts.pop(path) for path in some}

    def _take_all(self, versions: dict[str, Version | None], files: Iterable[Prepared]) -> None:
        """Put files into the index; those that could not be read are gone, unless the whole vault is away."""
        for file in files:
            version = versions.pop(file.path, None)
            if version is not None:  # else it changed since it was asked for
                self._take(file, version)
        if len(self._fresh) >= _MOST_FRESH:
            self._add_fresh()
        if self._root.is_dir():
            for path in versions:
                self._forget(path)

    def _add_fresh(self) -> None:
        self._store.catalog.add(self._fresh)
        self._fresh = []

    def _take(self, file: Prepared, version: Version) -> None:
        catalog, path = self._store.catalog, file.path
        known = None if path in self._new else catalog.known_of(path)
        self._new.discard(path)
        self._uncommitted += 1
        if known is not None and known.digest == file.digest:
            catalog.restamp(path, version)
            if not known.described:
                self._entries[path] = None
            return
        new = self._store.made and known is None
        self._store.text.put(note_id(path), file.name, file.titles, file.body, new=new)
        described = Described(path, version, file.digest, file.entry)
        if known is None:
            self._fresh.append(described)
        else:
            catalog.put(described)
        if file.entry is None:
            self._entries[path] = None

    def _forget(self, path: str) -> None:
        self._entries.pop(path, None)
        if self._store.catalog.known_of(path) is not None:
            self._store.text.remove(note_id(path))
            self._store.catalog.remove(path)
            self._uncommitted += 1

    def _read_entries(self, portion: int) -> None:
        self._add_fresh()
        some = [path for path, _ in zip(self._entries, range(portion), strict=False)]
        for path, data in read_files(self._gateway, some):
            known = self._store.catalog.known_of(path)
            if known is None:
                continue
            if known.digest == digest_of(data):
                self._store.catalog.describe(path, read_entry(path, data.decode("utf-8", "replace")))
                self._uncommitted += 1
            else:
                self._texts[path] = self._scope.version(path)
        for path in some:
            self._entries.pop(path, None)

    def _walk(self, below: str = "") -> Iterator[tuple[str, Version]]:
        with suppress(OSError):
            yield from self._scope.walk(below)

    def _is_folder(self, path: str) -> bool:
        try:
            return self._gateway.is_folder(split_path(path))
        except VaultError:
            return False
