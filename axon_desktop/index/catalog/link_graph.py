"""The graph of links, from the catalog and by Obsidian's rules for resolving links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from axon_desktop.index.build.entry import Entry, LinkMark
from axon_desktop.index.catalog.catalog import Catalog, Title
from axon_desktop.text.file_names import CANVAS_SUFFIX, is_canvas
from axon_desktop.text.fold import fold
from axon_desktop.vault.links.link_scan import find_target
from axon_desktop.vault.names.table import NameTable, link_keys

_RELATIVE = ("./", "../")


class Outgoing(NamedTuple):
    """A link of a note to another file."""

    link: LinkMark
    path: str | None
    """Vault path that it leads to; None if there is no such file."""


class Backlink(NamedTuple):
    """A link of another file to a note."""

    path: str
    """Of the file with the link."""
    link: LinkMark


class Unresolved(NamedTuple):
    """A missing link target."""

    target: str
    """As the links name it."""
    sources: tuple[str, ...]
    """The files with such a link, sorted."""


class LinkGraph:
    """Answers queries about links; to be called in a thread.

    The names come from the vault at the time of the query, so what a link means is never out of date; which
    links a file has is as fresh as the index.
    """

    def __init__(self, catalog: Catalog, table: NameTable) -> None:
        self._catalog = catalog
        self._table = table

    def entry(self, path: str) -> Entry | None:
        """Return the entry of a note: aliases, headings, links, tags, properties, names of blocks."""
        return self._catalog.entry(path)

    def outgoing(self, path: str) -> list[Outgoing]:
        """Return the links of a note, in their order; those to its own headings and blocks are left out."""
        entry = self._catalog.entry(path)
        links = [] if entry is None else entry.links
        return [Outgoing(link, self._meant(link, path)) for link in links if link.target]

    def backlinks(self, path: str) -> list[Backlink]:
        """Return the links of other files to a file, by path and line."""
        keys = link_keys(path)
        return [
            Backlink(source, link)
            for source, entry in self._catalog.linking(keys)
            if source != path
            for link in entry.links
            if link.target and self._meant(link, source) == path
        ]

    def unresolved(self) -> list[Unresolved]:
        """Return all that is linked to and does not exist, by name."""
        found: dict[str, list[str]] = {}
        for kind in self._catalog.targets():
            if kind.target.startswith(_RELATIVE) or self._table.find_link(kind.target, "")[0] is None:
                for source in self._catalog.sources(kind.key, kind.target):
                    if not is_canvas(source) and self._table.resolve_link(kind.target, source) is None:
                        found.setdefault(kind.target, []).append(source)
        for source, entry in self._catalog.entries_ending(CANVAS_SUFFIX):
            for target in {
                link.target for link in entry.links if link.target and self._meant(link, source) is None
            }:
                found.setdefault(target, []).append(source)
        unresolved = [Unresolved(target, tuple(sorted(sources))) for target, sources in found.items()]
        return sorted(unresolved, key=lambda item: (item.target.casefold(), item.target))

    def tags(self) -> list[tuple[str, int]]:
        """Return every tag with the number of its notes, by name."""
        return self._catalog.tags()

    def property_names(self) -> list[str]:
        """Return names of properties, the most used first."""
        return self._catalog.property_names()

    def count_tagged(self, tag: str) -> int:
        """Return how many notes have a tag, or one below it."""
        return len(self._catalog.ids_tagged(tag))

    def titles(self) -> list[Title]:
        """Return all aliases and headings, for a search by name."""
        return self._catalog.titles()

    def aliases(self) -> list[Title]:
        """Return all aliases."""
        return self._catalog.aliases()

    def headings_containing(self, words: Sequence[str], limit: int) -> list[Title]:
        """Return the headings that hold all the words, whatever their case; the shortest first."""
        folded = [fold(word) for word in words]
        found = self._catalog.headings_like([f"%{_like(word)}%" for word in words], limit)
        return [title for title in found if all(word in fold(title.title) for word in folded)]

    def _meant(self, link: LinkMark, source: str) -> str | None:
        return find_target(self._table, link.as_link(), source)[0]


def _like(word: str) -> str:
    """Return the pattern of a word; SQLite knows upper and lower case of ASCII only, so other letters are any."""
    characters = (f"\\{one}" if one in "%_\\" else one for one in word)
    return "".join("_" if not one.isascii() and one.lower() != one.upper() else one for one in characters)
