"""IndexedNotes: the properties, tags and links of files, from the index or, if not indexed, from the files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axon_desktop.errors import IndexUnavailableError
from axon_desktop.vault.bases.notes import Marks, NoteSource, Properties, VaultNotes, by_name

if TYPE_CHECKING:
    from axon_desktop.index.build.entry import Entry
    from axon_desktop.index.catalog.link_graph import LinkGraph
    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.vault import Vault


class IndexedNotes:
    """Answers from the index; files that it does not contain yet are read."""

    def __init__(self, links: LinkGraph, files: VaultNotes) -> None:
        self._links: LinkGraph | None = links
        self._files = files
        self._last: tuple[str, Entry | None] = ("", None)

    def properties(self, path: str) -> Properties:
        """Return the properties of a file."""
        entry = self._entry(path)
        if entry is None:
            return self._files.properties(path)
        return by_name(entry.properties)

    def marks(self, path: str) -> Marks:
        """Return the tags and links of a file."""
        entry = self._entry(path)
        if entry is None:
            return self._files.marks(path)
        return Marks(entry.tags, [(link.target, link.embed) for link in entry.links if link.target])

    def _entry(self, path: str) -> Entry | None:
        """Return the index entry of a file; cached, as a query asks for the same one several times."""
        if self._last[0] != path and self._links is not None:
            try:
                self._last = path, self._links.entry(path)
            except IndexUnavailableError:  # closed, or damaged and being rebuilt
                self._links = None
        return self._last[1] if self._last[0] == path else None


def note_source(vault: Vault, index: VaultIndex | None) -> NoteSource:
    """Return the fastest available note source; waits a moment for the index, so call it in a thread."""
    files = VaultNotes(vault)
    try:
        links = index.links() if index is not None else None
    except IndexUnavailableError:
        return files
    return files if links is None else IndexedNotes(links, files)
