"""The builder of the index: compares it with the files, reads what differs, and can be stopped at any time.

A new index is built in two rounds: first all texts, so that search works as soon as possible, with what the fast
reader finds in them; then the notes that have to be parsed block by block, which takes many times as long for
each.
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
from axon_desktop.index.build.document import DocumentWorkers, IndexDocument, make_document
from axon_desktop.index.build.file_scan import Scope, Version
from axon_desktop.index.build.record import digest_of, links_only
from axon_desktop.index.catalog.catalog_writer import CatalogWriter, ScannedFile
from axon_desktop.index.catalog.text_index import note_id
from axon_desktop.index.catalog.word_list import KnownWords
from axon_desktop.index.store import IndexStore
from axon_desktop.vault.files.bulk_read import read_files
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.path_rules import split_path

_MANY = 500
"""Number of changed files from which texts are indexed before entries are read."""
_VERY_MANY = 2_000
"""Number of files from which helper processes are worth starting."""
_VERY_MANY_ENTRIES = 200
"""The same for files that are parsed block by block."""
_MOST_FRESH = 2_000
_COMMIT_TEXTS = 20_000
"""Texts after which a long build is committed, so that it can continue there after the program ended."""
_COMMIT_ENTRIES = 4_000


def _existing(versions: Mapping[str, Version | None]) -> list[str]:
    return [path for path, version in versions.items() if version is not None]


@dataclass(frozen=True, slots=True)
class Work:
    """The remaining work."""

    texts: int = 0
    """Files whose text is still to be indexed or forgotten."""
    entries: int = 0
    """Files whose entries are still to be read."""


class _Portion(NamedTuple):
    """Files that are read together."""

    versions: dict[str, Version | None]
    """Version to be indexed by path; files that changed meanwhile are removed."""
    again: bool
    """Whether their texts are indexed already, so that they are parsed block by block now."""
    whole: bool
    """Whether none is left to be parsed block by block later."""


class IndexBuilder:
    """Does the work in portions; not safe to use from several threads."""

    def __init__(self, root: Path, store: IndexStore, start: Callable[[], DocumentWorkers] | None = None) -> None:
        """Take the vault and its index; `start` starts helper processes for very many files."""
        self._root = root
        self._start = start
        self._workers: DocumentWorkers | None = None
        self._asked: deque[_Portion] = deque()
        """Requests to the helpers, in order."""
        self._gateway = PathGateway(root)
        self._store = store
        self._scope = Scope(root, self._gateway)
        self._texts: dict[str, Version | None] = {}
        """Version to be indexed by path; None for a file to be removed."""
        self._entries: dict[str, None] = {}
        self._fresh: list[ScannedFile] = []
        """Files that are not in the catalog yet: added in batches, since that costs less for each."""
        self._new: set[str] = set()
        """Files that were not in the catalog when it was compared and that were not indexed since."""
        self._known = KnownWords()
        self._two_rounds = False
        self._uncommitted = 0

    @property
    def work(self) -> Work:
        """The remaining work."""
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
        """Find what differs between the files and the index; unfinished work is found again.

        While the vault's folder is missing nothing is done.
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
        """Mark files or folders as changed; they come next. Return how many files this means."""
        self._add_fresh()
        marked: dict[str, Version | None] = {}
        for path, version in self._scope.versions(paths):
            if version is not None:
                marked[path] = version
                continue
            marked.update(self._scope.walk(path) if self._is_folder(path) else ())
            removed = self._store.catalog.paths_below(path)
            if self._store.catalog.known_of(path) is not None:
                removed.append(path)
            for portion in self._asked:
                removed += [old for old in portion.versions if old == path or old.startswith(f"{path}/")]
            for old in removed:
                marked.setdefault(old, None)
        for path in marked:
            self._entries.pop(path, None)
            for portion in self._asked:
                portion.versions.pop(path, None)
        self._texts = {**marked, **{path: version for path, version in self._texts.items() if path not in marked}}
        return len(marked)

    def step(self, portion: int, *, whole: bool = False) -> bool:
        """Work on up to `portion` files, and commit when nothing is left; tell whether more is left.

        With `whole` texts and entries are read together, however many are left.
        """
        before = self.work
        if not whole and self._has_help(before):
            self._work_with_help(portion)
        else:
            some = self._next(portion, whole=whole)
            files = read_files(self._gateway, _existing(some.versions))
            self._take_all(
                some, (make_document(path, data, self._known, whole=some.whole) for path, data in files)
            )
        left = self.work
        is_left = bool(left.texts or left.entries)
        most = _COMMIT_TEXTS if left.texts else _COMMIT_ENTRIES
        if not is_left or (before.texts and not left.texts) or self._uncommitted >= most:
            self.commit()
        if not is_left:
            self._dismiss_help()
        return is_left

    def commit(self) -> None:
        """Commit the work so far."""
        self._add_fresh()
        if self._uncommitted:
            self._store.commit()
            self._uncommitted = 0

    def _has_help(self, work: Work) -> bool:
        """Tell whether helpers run, after starting them if that is worth it."""
        much = work.texts > _VERY_MANY or work.entries > _VERY_MANY_ENTRIES
        if much and self._workers is None and self._start is not None:
            self._workers = self._start()
        return self._workers is not None

    def _work_with_help(self, portion: int) -> None:
        """Request the next files ahead of time, and take those that were requested first."""
        assert self._workers is not None
        try:
            while (self._texts or self._entries) and self._workers.waits:
                self._asked.append(some := self._next(portion))
                self._workers.ask(_existing(some.versions), whole=some.whole)
            self._take_all(self._asked[0], self._workers.receive())
            self._asked.popleft()
        except OSError:  # one was killed: the work continues without them
            for some in self._asked:
                if some.again:
                    self._entries.update(dict.fromkeys(some.versions))
                else:
                    self._texts.update(some.versions)
            self._dismiss_help()
            self._start = None

    def _dismiss_help(self) -> None:
        """End the helpers without waiting for their requests."""
        self._asked.clear()
        if self._workers is not None:
            self._workers.close()
            self._workers = None

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

    def _take_all(self, portion: _Portion, files: Iterable[IndexDocument]) -> None:
        """Put files into the index; unreadable ones are removed, unless the whole vault is missing."""
        versions = portion.versions
        for file in files:
            self._store.words.add(file.words)
            version = versions.pop(file.path, None)
            if version is not None:  # else it changed since it was requested
                self._take(file, version)
        if len(self._fresh) >= _MOST_FRESH:
            self._add_fresh()
        if self._root.is_dir():
            for path in versions:
                self._forget(path)

    def _add_fresh(self) -> None:
        self._store.catalog.add(self._fresh)
        self._fresh = []

    def _take(self, file: IndexDocument, version: Version) -> None:
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
            self._store.text.put(file.number, file.names, file.titles, file.body.decode(), new=new)
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
"""Most changes at once that are compared: they are read before listeners are called."""


def find_same(root: Path, catalog: CatalogWriter, paths: Sequence[str]) -> tuple[str, ...]:
    """Return those of some sorted paths whose text still equals the indexed one; none if there are too many."""
    if len(paths) > _MOST:
        return ()
    known: dict[str, bytes] = {}
    with suppress(sqlite3.Error):  # the catalog was closed just now, to be rebuilt
        for path in paths:
            if (found := catalog.known_of(path)) is not None:
                known[path] = found.digest
    files = read_files(PathGateway(root), known)
    return tuple(path for path, data in files if digest_of(data) == known[path])
