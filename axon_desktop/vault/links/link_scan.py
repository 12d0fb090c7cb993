"""Search for the files that link to a name: a rough check of every text, a full parse of few.

Where a wikilink stands in plain text, with nothing before it that could make it code, a comment, HTML or part of
another link, the rough check has read it already.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

from axon_desktop.markdown.html.links import parse_wikilink
from axon_desktop.markdown.html.wikilinks import WIKILINK
from axon_desktop.markdown.scan.properties import front_matter_end
from axon_desktop.text.file_names import is_canvas, may_link
from axon_desktop.vault.files.bulk_read import read_files
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.links.link import Link, decode_json, read_address
from axon_desktop.vault.links.note_parser import find_links, read_marks
from axon_desktop.vault.names.table import NameTable, name_key

_SHAPE = re.compile(
    r"\[\[(?P<wiki>[^\[\]\n|#]+)"
    r"|\](?=(?:\(\s*|:[ \t]*)(?:<(?P<angle>[^<>\n]*)>"
    r"|(?P<bare>(?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.|\([^\s()]*\))*\))+)))"
    r"|=(?=\s*(?:\"(?P<double>[^\"<>]+)\"|'(?P<single>[^'<>]+)'|(?P<html>[^\s\"'<>=`]+)))"
)
_HIDES_BLOCKS = re.compile(r"```|~~~|%%|\$\$|<|\r(?!\n)")
"""What may make later paragraphs something else than text, and line breaks that are not counted here."""
_FENCE = re.compile(r"^```[^`\n]*\n(?:(?!.*(?:```|~~~)).*\n)*```[ \t]*\r?\n", re.MULTILINE)
"""A whole block of code that begins in the first column, with nothing in it that could end another one."""
_OWN_BLOCK = re.compile(r"^(?:[-*+] +\S|#{1,6} )", re.MULTILINE)
"""The beginning of a line that belongs to no paragraph above it."""
_HIDES_TEXT = re.compile(r"[`$\\<]|\][(:]|\[\^")
"""What may make the rest of a paragraph something else than text."""
_MARKS = " \t>*+-.)0123456789"
_LOOKED_BACK = 1_000
_CODE_INDENT = re.compile(r" {4}|\t")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')


class LinkingFile(NamedTuple):
    """A file with links."""

    path: str
    data: bytes
    text: str
    links: list[Link]
    """Those that may be meant, in the order of their positions."""


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
        if links := _links_to(path, text, wanted, html=html):
            yield LinkingFile(path, data, text, links)


def find_target(table: NameTable, link: Link, source: str) -> tuple[str | None, bool]:
    """Return what a link in `source` means, and whether nothing else could be meant.

    A canvas names its files by their full path.
    """
    if link.form == "canvas":
        return table.find_path(link.target), True
    return table.find_link(link.target, source)


def _links_to(path: str, text: str, keys: frozenset[str], *, html: bool) -> list[Link]:
    if is_canvas(path):
        if not any(_near(string, keys) for string in _strings(text)):
            return []
    elif not _has_escape(text):
        if near := _near(text, keys):
            if (plain := _plain_links(text, near)) is not None:
                return plain
        elif "''" not in text or not _near(text.replace("''", "'"), keys):
            return []
    links = find_links(path, text) if html else read_marks(path, text).links
    return [link for link in links if name_key(link.target) in keys]


def _has_escape(text: str) -> bool:
    """Tell whether a note's properties have a backslash, with which every character can be written."""
    return "\\" in text and "\\" in text[: front_matter_end(text.removeprefix("\ufeff"))]


def _near(text: str, keys: frozenset[str]) -> list[re.Match[str]]:
    """Return what looks like a link to one of `keys`, be it in code or a comment."""
    shapes = _SHAPE.finditer(text)
    return [match for match in shapes if _is_meant(match[match.lastindex or 0], match.lastgroup, keys)]


@lru_cache(maxsize=1 << 12)
def _is_meant(written: str, form: str | None, keys: frozenset[str]) -> bool:
    if form == "wiki":
        target = written.strip().removesuffix("\\")
    else:
        address = read_address(written, angle=form == "angle")
        target = address.target if address is not None else ""
    return bool(target) and name_key(target) in keys


def _plain_links(text: str, near: Iterable[re.Match[str]]) -> list[Link] | None:
    """Return the wikilinks of a note that were found, as its parser does; None if that is not sure."""
    front = position = front_matter_end(text)
    if text.startswith("\ufeff") or "''" in text:
        return None
    links = []
    number = 1 + text.count("\n", 0, front)
    for match in near:
        at = match.start()
        whole = WIKILINK.match(text, at)
        link = parse_wikilink(whole[2]) if whole is not None else None
        if whole is None or link is None or at < front:
            return None
        seen = position
        while (hidden := _HIDES_BLOCKS.search(text, seen, at)) is not None:
            seen = hidden.end()
            if hidden[0] == "<" and _is_in_text(text, hidden.start()):
                continue
            code = _FENCE.match(text, hidden.start(), at)
            if code is None:
                return None
            number += text.count("\n", position, code.end())
            position = seen = code.end()
        begin = line = max(position, text.rfind("\n", position, at) + 1)
        if _OWN_BLOCK.match(text, line) is None:
            begin = max(position, text.rfind("\n\n", position, at) + 1)
        if _HIDES_TEXT.search(text, begin, at) or _CODE_INDENT.search(text, line, at):
            return None
        number += text.count("\n", position, at)
        position = at
        start = whole.start(2) + whole[2].index(link.target)
        end, embed = start + len(link.target), text[at - 1 : at] == "!"
        links.append(Link("wikilink", link.target, link.anchor, link.text, embed, number, start, end))
    return links


def _is_in_text(text: str, at: int) -> bool:
    """Tell whether a `<` begins no block, since more than marks of lists and quotes is before it in its line."""
    before = text[max(text.rfind("\n", 0, at) + 1, at - _LOOKED_BACK) : at]
    return bool(before.strip(_MARKS)) and "]:" not in before


def _strings(text: str) -> Iterator[str]:
    """Yield the strings of a JSON text, each also as a link, since some are paths."""
    for match in _QUOTED.finditer(text):
        string = decode_json(match[1], 0).text
        yield string
        yield f"[[{string}]]"
