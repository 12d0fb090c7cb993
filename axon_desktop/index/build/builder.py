"""Brings the index up to the files: compares, reads what differs, and stops whenever it is asked to.

A new index is made in two rounds: first all texts, so that search works as soon as it can, with what is plain to
see in them; then the notes that have to be read block by block, which takes many times as long for each.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from axon_desktop.errors import VaultError
from axon_desktop.index.build.file_scan import Scope, Version
from axon_desktop.index.build.preparing import Prepared, Preparers, prepare
from axon_desktop.index.build.record import digest_of, links_only, note_id
from axon_desktop.index.catalog.catalog_writer import CatalogWriter, ScannedFile
from axon_desktop.index.store import IndexStore
from axon_desktop.vault.files.bulk_read import read_files
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.path_rules import split_path

_MANY = 500
"""Changed files from which their texts are indexed before what they say is read."""
_VERY_MANY = 2_000
"""Files from which it is worth to start processes that help."""
_VERY_MANY_ENTRIES = 200
"""The same for files that are read block by block."""
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


class _Portion(NamedTuple):
    """Files that are read together."""

    versions: dict[str, Version | None]
    """By path the version to be indexed; what changed meanwhile is taken out."""
    again: bool
    """Whether their texts are indexed, so that they are read block by block now."""
    whole: bool
    """Whether none is left to be read block by block later."""


class IndexBuilder:
    """Does the work in portions; not safe to use from several threads."""

    def __init__(self, root: Path, store: IndexStore, start: Callable[[], Preparers] | None = None) -> None:
        """Take the vault and its index; `start` starts processes that help with very many files."""
        self._root = root
        self._start = start
        self._preparers: Preparers | None = None
        self._asked: deque[_Portion] = deque()
        """What the helpers were asked for, in that order."""
        self._gateway = PathGateway(root)
        self._store = store
        self._scope = Scope(root, self._gateway)
        self._texts: dict[str, Version | None] = {}
        """By path the version to be indexed; None for a file to be forgotten."""
        self._entries: dict[str, None] = {}
        self._fresh: list[ScannedFile] = []
        """Files that are not in the catalog yet: put there many at once, since that costs less for each."""
        self._new: set[str] = set()
        """Files that were not in the catalog when it was compared and that were not indexed since."""
        self._two_rounds = False
        self._uncommitted = 0

    @property
    def work(self) -> Work:
        """What is left to do."""
        texts, entries = len(self._texts), len(self._entries)
        for portion in self._asked:
            if portion.again:
                entries += len(portion.versions)
            else:
                texts += len(portion.versions)
        return Work(texts, entries)

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
        for path, version in self._scope.walk():
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
        self._dismiss_help()
        self._texts = dict(sorted(texts.items()))
        self._new = new
        self._two_rounds = len(texts) > _MANY
        self._entries = dict.fromkeys(sorted(undescribed))

    def mark(self, paths: Iterable[str]) -> int:
        """Take note that files or folders may have changed; they come next. Return how many files this means."""
        self._add_fresh()
        marked: dict[str, Version | None] = {}
        for path, version in self._scope.versions(paths):
            if version is not None:
                marked[path] = version
                continue
            marked.update(self._scope.walk(path) if self._is_folder(path) else ())
            gone = self._store.catalog.paths_below(path)
            if self._store.catalog.known_of(path) is not None:
                gone.append(path)
            for portion in self._asked:
                gone += [old for old in portion.versions if old == path or old.startswith(f"{path}/")]
            for old in gone:
                marked.setdefault(old, None)
        for path in marked:
            self._entries.pop(path, None)
            for portion in self._asked:
                portion.versions.pop(path, None)
        self._texts = {**marked, **{path: version for path, version in self._texts.items() if path not in marked}}
        return len(marked)

    def step(self, portion: int, *, whole: bool = False) -> bool:
        """Work on up to so many files, and keep what was done when nothing is left; tell whether more is left.

        `whole` says that texts and what they say are read together, however many are left.
        """
        before = self.work
        if not whole and self._has_help(before):
            self._work_with_help(portion)
        else:
            some = self._next(portion, whole=whole)
            files = read_files(self._gateway, _existing(some.versions))
            self._take_all(some, (prepare(path, data, whole=some.whole) for path, data in files))
        left = self.work
        is_left = bool(left.texts or left.entries)
        most = _COMMIT_TEXTS if left.texts else _COMMIT_ENTRIES
        if not is_left or (before.texts and not left.texts) or self._uncommitted >= most:
            self.commit()
        if not is_left:
            self._dismiss_help()
        return is_left

    def commit(self) -> None:
        """Keep what was done."""
        self._add_fresh()
        if self._uncommitted:
            self._store.commit()
            self._uncommitted = 0

    def _has_help(self, work: Work) -> bool:
        """Tell whether other processes help, after starting them if that is worth it."""
        much = work.texts > _VERY_MANY or work.entries > _VERY_MANY_ENTRIES
        if much and self._preparers is None and self._start is not None:
            self._preparers = self._start()
        return self._preparers is not None

    def _work_with_help(self, portion: int) -> None:
        """Ask for the next files, as far ahead as is good, and take those that were asked for first."""
        assert self._preparers is not None
        try:
            while (self._texts or self._entries) and self._preparers.waits:
                self._asked.append(some := self._next(portion))
                self._preparers.ask(_existing(some.versions), whole=some.whole)
            self._take_all(self._asked[0], self._preparers.receive())
            self._asked.popleft()
        except OSError:  # one was killed: it goes on without them
            for some in self._asked:
                if some.again:
                    self._entries.update(dict.fromkeys(some.versions))
                else:
                    self._texts.update(some.versions)
            self._dismiss_help()
            self._start = None

    def _dismiss_help(self) -> None:
        """End the helpers; what they were asked for is not waited for."""
        self._asked.clear()
        if self._preparers is not None:
            self._preparers.close()
            self._preparers = None

    def _next(self, portion: int, *, whole: bool = False) -> _Portion:
        """Take the next files from what is left: texts first."""
        if self._texts:
            some = [path for path, _ in zip(self._texts, range(portion), strict=False)]
            return _Portion({path: self._texts.pop(path) for path in some}, False, whole or not self._two_rounds)
        self._add_fresh()
        some = [path for path, _ in zip(self._entries, range(portion), strict=False)]
        versions: dict[str, Version | None] = {}
        for path in some:
            del self._entries[path]
            if known := self._store.catalog.known_of(path):
                versions[path] = known.version
        return _Portion(versions, True, True)

    def _take_all(self, portion: _Portion, files: Iterable[Prepared]) -> None:
        """Put files into the index; those that could not be read are gone, unless the whole vault is away."""
        versions = portion.versions
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
        record = links_only(file.record) if version.hidden and file.record is not None else file.record
        self._new.discard(path)
        self._uncommitted += 1
        if known is not None and known.digest == file.digest and known.version.hidden == version.hidden:
            catalog.restamp(path, version)
            if not known.described and record is not None:
                catalog.describe(path, record)
            elif not known.described:
                self._entries[path] = None
            return
        if not version.hidden:
            new = self._store.made and known is None
            self._store.text.put(file.number, file.name, file.titles, file.body.decode(), new=new)
        elif known is not None:
            self._store.text.remove(file.number)
        described = ScannedFile(path, version, file.digest, record)
        if known is None:
            self._fresh.append(described)
        else:
            catalog.put(described)
        if record is None:
            self._entries[path] = None

    def _forget(self, path: str) -> None:
        self._entries.pop(path, None)
        if self._store.catalog.known_of(path) is not None:
            self._store.text.remove(note_id(path))
            self._store.catalog.remove(path)
            self._uncommitted += 1

    def _is_folder(self, path: str) -> bool:
        try:
            return self._gateway.is_folder(split_path(path))
        except VaultError:
            return False


_MOST = 400
"""Changes at once among which it is looked for: they are read before anybody hears of them."""


def find_same(root: Path, catalog: CatalogWriter, paths: Sequence[str]) -> tuple[str, ...]:
    """Return those of some sorted paths at which the text still is what the index knows; none of very many."""
    if len(paths) > _MOST:
        return ()
    known: dict[str, bytes] = {}
    with suppress(sqlite3.Error):  # the catalog was closed just now, to be made anew
        for path in paths:
            if (found := catalog.known_of(path)) is not None:
                known[path] = found.digest
    files = read_files(PathGateway(root), known)
    return tuple(path for path, data in files if digest_of(data) == known[path])
