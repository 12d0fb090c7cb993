"""Search for the files that link to a name: a rough check of every text, a full parse of few."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

from axon_desktop.text.file_names import is_canvas, may_link
from axon_desktop.vault.files.bulk_read import read_files
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.links.link import Link, decode_json, read_address
from axon_desktop.vault.links.note_parser import find_links, read_marks
from axon_desktop.vault.names.table import NameTable, name_key

_SHAPE = re.compile(
    r"\[\[(?P<wiki>[^\[\]\n|#]+)"
    r"|\](?:\(\s*|:[ \t]*)(?:<(?P<angle>[^<>\n]*)>"
    r"|(?P<bare>(?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.|\([^\s()]*\))*\))+))"
    r"|=\s*(?:\"(?P<double>[^\"<>]+)\"|'(?P<single>[^'<>]+)'|(?P<html>[^\s\"'<>=`]+))"
)
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')


class LinkingFile(NamedTuple):
    """A file with links."""

    path: str
    data: bytes
    text: str
    links: list[Link]


def decode(data: bytes) -> str:
    """Return the text of a file; bytes that are no UTF-8 survive, and `encode` restores them."""
    return data.decode("utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    """Return the bytes of a text that `decode` made."""
    return text.encode("utf-8", "surrogateescape")


def find_linking(
    gateway: PathGateway,
    paths: Iterable[str],
    keys: Collection[str],
    *,
    html: bool = False,
    unread: list[str] | None = None,
    ahead: Mapping[str, bytes] = MappingProxyType({}),
) -> Iterator[LinkingFile]:
    """Yield each file with a link whose last part is one of `keys` (see `table.link_keys`).

    With `html` the addresses in HTML are links too;
    `unread` gets the files that could not be read; texts in `ahead` replace those of the disk.
    """
    wanted = frozenset(keys)
    linking = (path for path in paths if may_link(path) and path not in ahead)
    known = ((path, data) for path, data in ahead.items() if may_link(path))
    for path, data in chain(read_files(gateway, linking, unread=unread), known):
        text = decode(data)
        if not _may_link(path, text, wanted):
            continue
        links = find_links(path, text) if html else read_marks(path, text).links
        if any(name_key(link.target) in wanted for link in links):
            yield LinkingFile(path, data, text, links)


def find_target(table: NameTable, link: Link, source: str) -> tuple[str | None, bool]:
    """Return what a link in `source` means, and whether nothing else could be meant.

    A canvas names its files by their full path.
    """
    if link.form == "canvas":
        return table.find_path(link.target), True
    return table.find_link(link.target, source)


def _may_link(path: str, text: str, keys: frozenset[str]) -> bool:
    """Tell whether something that looks like a link to one of `keys` stands there, be it in code or a comment."""
    if is_canvas(path):
        return any(_is_near(string, keys) for string in _strings(text))
    return _is_near(text, keys) or ("''" in text and _is_near(text.replace("''", "'"), keys))


def _is_near(text: str, keys: frozenset[str]) -> bool:
    for match in _SHAPE.finditer(text):
        if match["wiki"] is not None:
            target = match["wiki"].strip().removesuffix("\\")
        else:
            form = match.lastgroup or ""
            address = read_address(match[form], angle=form == "angle")
            target = address.target if address is not None else ""
        if target and name_key(target) in keys:
            return True
    return False


def _strings(text: str) -> Iterator[str]:
    """Yield the strings of a JSON text, each also as a link, since some are paths."""
    for match in _QUOTED.finditer(text):
        string = decode_json(match[1], 0).text
        yield string
        yield f"[[{string}]]"
