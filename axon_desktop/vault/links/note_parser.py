"""Parser of notes and canvases: links, tags, properties, headings, block names.

As Obsidian does: nothing in code, comments or HTML.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from axon_desktop.markdown.scan.anchors import BLOCK_NAME
from axon_desktop.markdown.scan.blocks import Block, Kind, scan_blocks
from axon_desktop.markdown.scan.properties import Property, read_properties, tags_of
from axon_desktop.text.file_names import is_canvas, same_name
from axon_desktop.text.tags import TAG_CHARACTER
from axon_desktop.vault.links.canvas_nodes import read_nodes
from axon_desktop.vault.links.inline_parser import InlineReader
from axon_desktop.vault.links.link import Link, Region, decode_yaml

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_DEAD = frozenset({"fence", "code", "html", "comment", "math", "hr", "blank"})
_DEAD_TOKENS = frozenset({"fence", "code_block", "html_block"})
_LINE_END = re.compile(r"\r\n|\r|\n")
_MARK = re.compile(rf"\[\[|\]\(|\]:|#{TAG_CHARACTER}")
_BLOCK_NAME = re.compile(rf"{BLOCK_NAME}(?=[\r\n]|\Z)", re.ASCII)
_LABEL = re.compile(r"[ ]{0,3}\[\^[^\]\s]+\]:")
_PROPERTY_PART = re.compile(
    r"""(?<![^\s\[{,:(-])"(?P<double>(?:[^"\\\r\n]|\\.)*)"|(?<![^\s\[{,:(-])'(?P<single>(?:[^'\r\n]|'')*)'"""
    r"""|(?P<plain>!?\[\[[^\]\r\n]*\]\])|(?:^|(?<=[ \t]))\#[^\r\n]*""",
    re.MULTILINE,
)


class Heading(NamedTuple):
    """A heading of a note; those in lists and quotes are none."""

    level: int
    title: str
    """Markdown text, without the `#`."""
    line: int
    """From 1."""


class BlockName(NamedTuple):
    """The name that a block has so that it can be linked to."""

    name: str
    """Without `^`."""
    line: int
    """Line of the name, from 1."""


@dataclass(slots=True)
class Marks:
    """Links, tags, properties, headings and block names of a file."""

    links: list[Link] = field(default_factory=list)
    """In the order of their positions."""
    tags: list[str] = field(default_factory=list)
    """Without `#`, each once, as first written."""
    properties: list[Property] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    """Of a note, in order."""
    blocks: list[BlockName] = field(default_factory=list)
    """Of a note, in order."""


def find_links(path: str, text: str) -> list[Link]:
    """Return all links of a file, those in HTML too, which Obsidian does not count; its suffix says what it is."""
    return read_marks(path, text, html=True).links


def read_marks(path: str, text: str, *, html: bool = False) -> Marks:
    """Return the links, tags and properties of a file; its suffix says what it is."""
    starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
    reader = InlineReader(lambda offset: bisect_right(starts, offset), html=html)
    marks = Marks(links=reader.links)
    if is_canvas(path):
        _read_canvas(text, reader)
    else:
        _read_note(text, reader, marks)
    marks.tags = unique_tags(marks.properties, reader.tags)
    marks.links.sort(key=lambda link: link.start)
    return marks


def unique_tags(properties: list[Property], tags: Iterable[str]) -> list[str]:
    """Return the tags of a note's properties and of its text, each once, as first written."""
    found: dict[str, str] = {}
    for tag in (*tags_of(properties), *tags):
        found.setdefault(same_name(tag), tag)
    return [*found.values()]


def _read_note(text: str, reader: InlineReader, marks: Marks) -> None:
    shift = text.startswith("\ufeff")
    region = Region(text[shift:], range(shift, len(text) + 1))
    front_matter = _read_blocks(region, reader, marks)
    if front_matter:
        marks.properties = read_properties(region.text[:front_matter])
        read_front_matter(region, front_matter, reader)


def _read_canvas(text: str, reader: InlineReader) -> None:
    for node in read_nodes(text):
        if node.path is not None:
            reader.add_path(node.path, node.text("subpath").removeprefix("#"))
        elif node.card is not None:
            _read_blocks(node.card, reader, None)


def _read_blocks(region: Region, reader: InlineReader, marks: Marks | None) -> int:
    """Read all blocks of a Markdown text and return where its front matter ends; a card has none, and no marks."""
    text = region.text
    front_matter_end = 0
    for block, end in _whole_blocks(text, marks is not None):
        kind, begin = block.kind, block.offset
        if kind == "front_matter":
            front_matter_end = end
        elif kind not in _DEAD:
            if marks is not None:
                _read_names(block, text[begin:end], marks)
            if _MARK.search(text, begin, end) or (reader.html and text.find("<", begin, end) >= 0):
                _read_block(region, kind, begin, end, reader)
        elif kind == "html" and reader.html:
            reader.read_html(region, begin, end)
    return front_matter_end


def _read_names(block: Block, source: str, marks: Marks) -> None:
    """Read what links can name in a block: itself if it is a heading, and block names."""
    if heading := block.heading:
        blank = len(source) - len(source.lstrip(" \t\r\n"))  # before the first block of a note
        line = block.line + 1 + len(_LINE_END.findall(source, 0, blank))
        marks.headings.append(Heading(heading[0], heading[1].strip(), line))
    if "^" in source:
        for match in _BLOCK_NAME.finditer(source):
            line = block.line + 1 + len(_LINE_END.findall(source, 0, match.start(1)))
            marks.blocks.append(BlockName(match[1], line))


def _whole_blocks(text: str, front_matter: bool) -> Iterator[tuple[Block, int]]:
    """Yield every top-level block, of a huge one the first part, and where it ends."""
    whole: Block | None = None
    end = 0
    for block in scan_blocks(text, front_matter=front_matter):
        if block is None:
            continue
        if not block.continues:
            if whole is not None:
                yield whole, end
            whole = block
        end = block.offset + len(block.source)
    if whole is not None:
        yield whole, end


def _read_block(region: Region, kind: Kind, begin: int, end: int, reader: InlineReader) -> None:
    """Read a block that holds text."""
    text = region.text
    if kind == "heading" or (kind == "paragraph" and text.find("]:", begin, end) < 0):
        reader.read(region, begin, end)
        return
    starts = [begin, *(match.end() for match in _LINE_END.finditer(text, begin, end))]
    if starts[-1] < end:
        starts.append(end)
    if kind == "table":
        runs = {index: index + 1 for index in range(len(starts) - 1)}
        html: dict[int, int] = {}
        dead: set[int] = set()
    else:
        runs, html, dead = _runs([text[a:b].rstrip("\r\n") for a, b in pairwise(starts)], kind)
    index = 0
    while index < len(starts) - 1:
        after = runs.get(index) or html.get(index)
        if after is not None and index in runs:
            reader.read(region, starts[index], starts[after])
        elif after is not None and reader.html:
            reader.read_html(region, starts[index], starts[after])
        elif index not in dead:
            stop = starts[index] + len(text[starts[index] : starts[index + 1]].rstrip("\r\n"))
            reader.read_definition(region, starts[index], stop)
        index = after or index + 1


def _runs(lines: list[str], kind: Kind) -> tuple[dict[int, int], dict[int, int], set[int]]:
    """Return which lines are runs of inline text, which are HTML, first to after the last, and which no text."""
    if kind == "footnote":
        first = next(at for at, line in enumerate(lines) if line.strip())  # a note may begin with blank lines
        lines = [re.sub(r"^(?: {1,4}|\t)", "", line) if at != first else line for at, line in enumerate(lines)]
        lines[first] = _LABEL.sub("", lines[first]).lstrip()
    md = _block_parser()
    tokens: list[Token] = []
    md.block.parse("".join(f"{line}\n" for line in lines), md, {}, tokens)  # it reads beyond a text without an end
    runs: dict[int, int] = {}
    html: dict[int, int] = {}
    dead: set[int] = set()
    for token in tokens:
        if token.map is None:
            continue
        first, after = token.map
        if token.type in _DEAD_TOKENS:
            dead.update(range(first, after))
            if token.type == "html_block":
                html[first] = after
        elif token.type in ("inline", "tr_open"):
            runs[first] = max(after, runs.get(first, 0))
    return runs, html, dead


@lru_cache(maxsize=1)
def _block_parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"maxNesting": 100}).enable("table")


def read_front_matter(region: Region, end: int, reader: InlineReader) -> None:
    """Read the links and tags in the strings of a note's front matter."""
    if not _MARK.search(region.text, 0, end) and region.text.find("\\", 0, end) < 0:
        return
    for match in _PROPERTY_PART.finditer(region.text, 0, end):
        if match["double"] is not None:
            reader.read(decode_yaml(match["double"], region.offsets[match.start("double")], '"'))
        elif match["single"] is not None:
            reader.read(decode_yaml(match["single"], region.offsets[match.start("single")], "'"))
        elif match["plain"] is not None:
            reader.read(region, match.start(), match.end())
