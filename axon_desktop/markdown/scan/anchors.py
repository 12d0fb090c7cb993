"""Anchors of a note, which links can name: its headings, and blocks with a name such as `^a1`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from axon_desktop.markdown.scan.model import Block
from axon_desktop.markdown.scan.split import dedent

BLOCK_NAME = r"(?:(?<!\S)|(?<=[^\s\[^])(?=\^[\d-]*[A-Za-z])(?=\^[A-Za-z\d-]{2}))\^([A-Za-z\d-]+)[ \t]*"
"""Pattern of a block's name at the end of a line: after a blank, or right after a word unless it is a power."""
BLOCK_ID = re.compile(rf"{BLOCK_NAME}\Z", re.ASCII)
"""The name at the end of a block's text."""
_ID_LINE = re.compile(rf"{BLOCK_NAME}$", re.ASCII)
_MARKUP = re.compile(r"!?\[\[(?:[^\[\]|]*\|)?|\]\]|[*_`~=]")
_KEPT = "'-_"
_SYMBOLS = "$+<>^|"


class _Blanks(dict[int, str]):
    """Table for `str.translate`: punctuation of any script becomes a blank, as in Obsidian."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        plain = unicodedata.normalize("NFKC", character)
        is_ignored = plain in _SYMBOLS or (unicodedata.category(character)[0] == "P" and plain not in _KEPT)
        self[code] = kept = " " if is_ignored else character
        return kept


_BLANKS = _Blanks()
_FIRST_HEADING = re.compile(r"\s{0,500}#[ \t]+(\S.*?)[ \t]*#*[ \t]*\r?(?:\n|\Z)")


def begins_with_heading(body: str, title: str) -> bool:
    """Tell whether a note, without its properties, begins with its own name as a heading."""
    found = _FIRST_HEADING.match(body)
    return found is not None and found[1] == title


def heading_key(text: str) -> str:
    """Return a heading in the form in which headings and links to them are compared.

    As in Obsidian markup and punctuation make no difference, unless there is nothing else: `[[FAQ#How large]]`
    leads to `### How large?`.
    """
    plain = _MARKUP.sub("", text)
    return " ".join((plain.translate(_BLANKS).strip() or plain).split()).casefold()


def find_excerpt(blocks: Sequence[Block], place: str) -> list[Block] | None:
    """Return the blocks of a section (`Part#Chapter`) or the one with a name (`^a1`); None if there is none."""
    if place.startswith("^"):
        return _find_named(blocks, place[1:].casefold())
    return _find_section(blocks, [key for part in place.split("#") if (key := heading_key(part))])


def _find_section(blocks: Sequence[Block], path: list[str]) -> list[Block] | None:
    """Find the section whose heading is the last of `path`, under headings that are the ones before."""
    around: list[tuple[int, str]] = []
    for index, block in enumerate(blocks):
        if (heading := block.heading) is None:
            continue
        level, key = heading[0], heading_key(heading[1])
        while around and around[-1][0] >= level:
            around.pop()
        around.append((level, key))
        if path and key == path[-1] and _follows([name for _, name in around[:-1]], path[:-1]):
            end = index + 1
            while end < len(blocks) and not ((other := blocks[end].heading) and other[0] <= level):
                end += 1
            return list(blocks[index:end])
    return None


def _follows(around: list[str], path: list[str]) -> bool:
    """Tell whether the names of `path` occur in `around` in this order."""
    names = iter(around)
    return all(part in names for part in path)


def _find_named(blocks: Sequence[Block], name: str) -> list[Block] | None:
    """Find the block, or the item of a list, whose text ends with the name."""
    for index, block in enumerate(blocks):
        if f"^{name}" not in block.source.casefold() or block.kind in ("fence", "code", "html", "comment", "math"):
            continue
        lines = block.source.splitlines(keepends=True)
        for number, line in enumerate(lines):
            match = _ID_LINE.search(line.rstrip("\r\n"))
            if match is None or match.group(1).casefold() != name:
                continue
            if block.source.strip() == match.group().strip():  # a name on its own line is that of the block above
                above = [other for other in blocks[:index] if other.kind != "blank"]
                return above[-1:] or None
            return [_item(block, lines, number)] if block.kind == "list" else [block]
    return None


def _item(block: Block, lines: list[str], number: int) -> Block:
    """Return the item of a list that a line belongs to, with its content."""
    while number and not re.match(r"[ \t]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)", lines[number]):
        number -= 1
    column = _columns(lines[number])
    end = number + 1
    while end < len(lines) and (not lines[end].strip() or _columns(lines[end]) > column):
        end += 1
    source = "".join(dedent(line, column) for line in lines[number:end])
    return replace(block, source=source, depth=0, indent=0, start=None, loose=None)


def _columns(line: str) -> int:
    text = line.expandtabs(4)
    return len(text) - len(text.lstrip(" "))
