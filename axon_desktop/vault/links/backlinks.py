"""Links, backlinks, tags and properties of a note."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec import Struct

from axon_desktop.markdown.scan.properties import Property
from axon_desktop.text.snippets import SNIPPET, bounds, window
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.links.link import Link, LinkForm
from axon_desktop.vault.links.link_scan import decode, find_linking, find_target
from axon_desktop.vault.links.note_parser import read_marks
from axon_desktop.vault.names.table import NameTable, link_keys

if TYPE_CHECKING:
    from axon_desktop.vault.vault import Vault


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A link of the note to another file."""

    link: Link
    path: str | None
    """Vault path that it leads to; None if there is no such file."""


class Backlink(Struct, frozen=True, gc=False):
    """A link of another file to the note."""

    path: str
    """Of the file with the link."""
    line: int
    """From 1."""
    text: str
    """The line, or the part of it around the link."""


@dataclass(frozen=True, slots=True)
class NoteLinks:
    """Links, backlinks, tags and properties of one note."""

    path: str
    outgoing: tuple[Outgoing, ...]
    """In the order of the note; links to its own headings and blocks are left out."""
    backlinks: tuple[Backlink, ...]
    """By path and line."""
    tags: tuple[str, ...]
    """Without `#`."""
    properties: tuple[Property, ...]


def read_note_links(vault: Vault, path: str) -> NoteLinks:
    """Read what links a note has; looks at every file of the vault, so it is to be called in a thread.

    Raises:
        NoteNotFoundError: nothing is near the path.
        InvalidPathError: the path leaves the vault.
        ReadFailedError: it is no plain file.
    """
    note = vault.read(path)
    vault.names.refresh()
    table = vault.names.table
    marks = read_marks(note.path, decode(note.data))
    outgoing = tuple(Outgoing(link, find_target(table, link, note.path)[0]) for link in marks.links if link.target)
    backlinks = tuple(_backlinks(vault, table, note.path))
    return NoteLinks(note.path, outgoing, backlinks, tuple(marks.tags), tuple(marks.properties))


def _backlinks(vault: Vault, table: NameTable, path: str) -> Iterator[Backlink]:
    meant: dict[tuple[str, LinkForm, str], bool] = {}
    for file in find_linking(PathGateway(vault.root), table.paths, link_keys(path)):
        if file.path == path:
            continue
        folder = file.path.rpartition("/")[0]  # all of a file's place that counts for what its links mean
        for link in file.links:
            way = folder, link.form, link.target
            if way not in meant:
                meant[way] = find_target(table, link, file.path)[0] == path
            if meant[way]:
                yield Backlink(file.path, link.line, _around(file.text, link))


def _around(text: str, link: Link) -> str:
    begin = text.rfind("\n", 0, link.start) + 1
    end = text.find("\n", link.end)
    end = len(text) if end < 0 else end
    begin = max(begin, text.rfind("\r", begin, link.start) + 1)
    first = text.find("\r", link.end, end)
    line = text[begin : end if first < 0 else first]
    if len(line) > SNIPPET:
        part = window(line, *bounds(line, link.start - begin, link.end - begin))
    else:
        part = line.strip()
    return part if part.isascii() else part.encode("utf-8", "replace").decode("utf-8")


def count_links_from(vault: Vault, among: Iterable[str], path: str) -> Counter[str]:
    """Return how many links each of these files has to a file; reads all of them, so it is for a thread."""
    table = vault.names.table
    found: Counter[str] = Counter()
    for file in find_linking(PathGateway(vault.root), among, link_keys(path)):
        links = sum(find_target(table, link, file.path)[0] == path for link in file.links)
        if links and file.path != path:
            found[file.path] = links
    return found
