"""Brings the index up to the files: compares, reads what differs, and stops whenever it is asked to.

A new index is made in two rounds: first all texts, so that search works as soon as it can, then what the notes say
about themselves and each other, which takes several times as long.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from axon_desktop.errors import VaultError
from axon_desktop.index.catalog import note_id
from axon_desktop.index.catalog_writer import digest_of
from axon_desktop.index.entry import read_entry, read_titles
from axon_desktop.index.scan import Scope, Version
from axon_desktop.index.store import IndexStore
from axon_desktop.vault.bulk_reading import read_files
from axon_desktop.vault.gateway import PathGateway
from axon_desktop.vault.path_rules import NOTE_SUFFIX, split_path

_MANY = 500
"""Changed files from which their texts are indexed before what they say is read."""
_COMMIT_TEXTS = 20_000
"""Texts after which a long build is kept, so that it goes on there when the program ends."""
_COMMIT_ENTRIES = 4_000


@dataclass(frozen=True, slots=True)
class Work:
    """How far it is."""

    texts: int = 0
    """Files whose text is still to be indexed or forgotten."""
    entries: int = 0
    """Files of which it is still to be read what they say."""


class IndexBuilder:
    """Does the work in portions; not safe to use from several threads."""

    def __init__(self, root: Path, store: IndexStore) -> None:
        self._root = root
        self._gateway = PathGateway(root)
        self._store = store
        self._scope = Scope(root, self._gateway)
        self._texts: dict[str, Version | None] = {}
        """By path the version to be indexed; None for a file to be forgotten."""
        self._entries: dict[str, None] = {}
        self._new: set[str] = set()
        """Files that were not in the catalog when it was compared and that were not indexed since."""
        self._two_rounds = False
        self._uncommitted = 0

    @property
    def work(self) -> Work:
        """What is left to do."""
        return Work(len(self._texts), len(self._entries))

    def refresh_scope(self) -> None:
        """Read again which files the user excluded."""
        self._scope.refresh()

    def compare(self) -> None:
        """Find what differs between the files and the index; what was left to do is found again.

        While the vault is away nothing is done.
        """
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
        self._texts = dict(sorted(texts.items()))
        self._new = new
        self._two_rounds = len(texts) > _MANY
        self._entries = dict.fromkeys(sorted(undescribed))

    def mark(self, paths: Iterable[str]) -> int:
        """Take note that files or folders may have changed; they come next. Return how many files this means."""
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
            for old in gone:
                marked.setdefault(old, None)
        for path in marked:
            self._entries.pop(path, None)
        self._texts = {**marked, **{path: version for path, version in self._texts.items() if path not in marked}}
        return len(marked)

    def step(self, portion: int, *, whole: bool = False) -> bool:
        """Work on up to so many files, and keep what was done when nothing is left; tell whether more is left.

        `whole` says that texts and what they say are read together, however many are left.
        """
        if self._texts:
            self._index_texts(portion, later=self._two_rounds and not whole)
            due = not self._texts or self._uncommitted >= _COMMIT_TEXTS
        else:
            self._read_entries(portion)
            due = not (self._texts or self._entries) or self._uncommitted >= _COMMIT_ENTRIES
        if due:
            self.commit()
        return bool(self._texts or self._entries)

    def commit(self) -> None:
        """Keep what was done."""
        if self._uncommitted:
            self._store.commit()
            self._uncommitted = 0

    def _index_texts(self, portion: int, *, later: bool) -> None:
        some = [path for path, _ in zip(self._texts, range(portion), strict=False)]
        versions = {path: self._texts.pop(path) for path in some}
        wanted = [path for path, version in versions.items() if version is not None]
        for path, data in read_files(self._gateway, wanted):
            version = versions.pop(path)
            if version is not None:
                self._take(path, version, data, later=later)
        if self._root.is_dir():  # what could not be read is gone, but not when all of the vault is away
            for path in versions:
                self._forget(path)

    def _take(self, path: str, version: Version, data: bytes, *, later: bool) -> None:
        catalog, digest = self._store.catalog, digest_of(data)
        known = None if path in self._new else catalog.known_of(path)
        self._new.discard(path)
        self._uncommitted += 1
        if known is not None and known.digest == digest:
            catalog.restamp(path, version)
            if not known.described:
                self._entries[path] = None
            return
        text = data.decode("utf-8", "replace")
        entry = None if later else read_entry(path, text)
        name = path.rsplit("/", 1)[-1].removesuffix(NOTE_SUFFIX)
        self._store.text.put(
            note_id(path), name, read_titles(path, text), text, new=self._store.made and known is None
        )
        catalog.put(path, version, digest, entry, new=known is None)
        if entry is None:
            self._entries[path] = None

    def _forget(self, path: str) -> None:
        self._entries.pop(path, None)
        if self._store.catalog.known_of(path) is not None:
            self._store.text.remove(note_id(path))
            self._store.catalog.remove(path)
            self._uncommitted += 1

    def _read_entries(self, portion: int) -> None:
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
