"""Passages: the parts of a note that are found by meaning, each a paragraph or some, a list or a table.

The first passage is the note itself: its name, aliases, tags, properties and headings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from axon_desktop.markdown.scan.blocks import Block, scan_blocks
from axon_desktop.markdown.scan.properties import Property, aliases_of, read_properties, tags_of
from axon_desktop.text.file_names import is_canvas, without_suffix
from axon_desktop.vault.links.canvas_nodes import read_nodes

_ENOUGH = 280
"""Characters of a passage that takes no more paragraphs; a Chinese one counts as three."""
_MOST = 800
"""The same of a passage that is cut, between two sentences, lines or items."""
_MOST_CODE = 200
_MOST_HEADINGS = 240
"""Characters of the headings in the passage of the note itself."""
_MOST_VALUES = 120
_MOST_PASSAGES = 400
"""Of one note; a longer one is a log or a book, and is found by its beginning."""
_LOCAL_ONLY = ("local-only", "local_only")

_WIDE = re.compile("[\u2e80-\ud7ff\uf900-\ufaff]")
_CUT = re.compile(r"\n|(?<=[.!?])\s+|(?<=[。！？；])")
_LINK = re.compile(r"!?\[\[([^\[\]|#^]*)(?:[#^][^\[\]|]*)?(?:\|([^\[\]]*))?\]\]")
_ADDRESS = re.compile(r"(!)?\[([^\[\]]*)\]\([^()\s]*(?:\s[^()]*)?\)|<?https?://[^\s<>]*>?")
_TAG = re.compile(r"</?[A-Za-z][^<>\n]*>|<!--.*?-->", re.DOTALL)
_LEAD = re.compile(
    r"^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)?(?:\[.\][ \t]+)?(?:\[![^\]]*\][+-]?)?(?:#{1,6}[ \t]+)?", re.MULTILINE
)
_MARKS = re.compile(
    r"[*_~=`|\\]{1,3}|(?<!\S):?-+:?(?!\S)|%%.*?%%|\[\^[^\]]*\]:?|\^[\w-]+$|(?<!\w)#(?=\w)", re.MULTILINE
)
_BLANKS = re.compile(r"\s+")
_FRONT_WORDS = re.compile(r"[^\W\d_]{2}")
"""Two letters: a value without any is a date, a number or a mark."""


class Passage(msgspec.Struct, frozen=True, gc=False):
    """A part of a note."""

    headings: tuple[str, ...]
    """The headings around it, outermost first; empty for the passage of the note itself."""
    text: str
    """Its plain words."""
    line: int
    """Its first line, from 1."""
    end: int
    """Its last line."""


def cut_note(path: str, text: str) -> list[Passage]:
    """Return the passages of a file, the one of the note itself first."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if is_canvas(path):
        return _cut_canvas(path, text)
    blocks = [block for block in scan_blocks(text) if block is not None and block.kind != "blank"]
    front = read_properties(blocks[0].source) if blocks and blocks[0].kind == "front_matter" else []
    titles = [heading[1] for block in blocks if (heading := block.heading) is not None]
    passages = [Passage((), _about(path, front, titles), 1, 1)]
    for passage in _Cutter().cut(blocks):
        passages.append(passage)
        if len(passages) == _MOST_PASSAGES:
            break
    return passages


def encoded_text(path: str, passage: Passage) -> str:
    """Return what stands for a passage when it is encoded: also what the note and its section are about."""
    if not passage.headings and passage.line == 1 == passage.end:
        return passage.text
    around = [*dict.fromkeys([_title(path), *passage.headings[-2:]])]
    return f"{'. '.join(around)}. {passage.text}"


def length(text: str) -> int:
    """Return how long a text is to who encodes it; a Chinese, Japanese or Korean character is half a word."""
    return len(text) + 2 * len(_WIDE.findall(text))


def plain(source: str) -> str:
    """Return the words of Markdown, in one line, without its marks and addresses."""
    if "[[" in source:
        source = _LINK.sub(lambda match: match[2] or match[1].rpartition("/")[2], source)
    if "](" in source or "://" in source:
        source = _ADDRESS.sub(lambda match: " " if match[1] else match[2] or " ", source)
    if "<" in source:
        source = _TAG.sub(" ", source)
    return _BLANKS.sub(" ", _MARKS.sub(" ", _LEAD.sub("", source))).strip()


def is_local_only(text: str) -> bool:
    """Tell whether a note says that it goes to no other computer."""
    first = next((block for block in scan_blocks(text.removeprefix("\ufeff")) if block is not None), None)
    front = read_properties(first.source) if first is not None and first.kind == "front_matter" else []
    said = any(item.name.lower() in _LOCAL_ONLY and "true" in map(str.lower, item.values) for item in front)
    return said or any(tag.lower() in _LOCAL_ONLY for tag in tags_of(front))


class _Cutter:
    """Goes through the blocks of a note, and collects what belongs together."""

    def __init__(self) -> None:
        self._around: list[tuple[int, str]] = []
        self._held: list[str] = []
        self._size = self._line = self._end = 0
        self._is_empty = False
        """Whether nothing stands under the last heading so far."""

    def cut(self, blocks: Iterable[Block]) -> Iterator[Passage]:
        for block in blocks:
            heading = block.heading
            if heading is not None:
                yield from self._give()
                level, title = heading
                if self._around and self._around[-1][0] >= level:
                    yield from self._give_empty()
                while self._around and self._around[-1][0] >= level:
                    self._around.pop()
                self._around.append((level, plain(title)))
                self._line, self._is_empty = _first_line(block), True
            elif block.kind not in ("front_matter", "hr", "comment", "math"):
                yield from self._take(block)
        yield from self._give()
        yield from self._give_empty()

    def _take(self, block: Block) -> Iterator[Passage]:
        line = _first_line(block)
        if block.kind in ("fence", "code", "html"):
            words = plain(block.source)[:_MOST_CODE]
            pieces = [(words, line, line + block.source.strip("\n").count("\n"))] if words else []
        else:
            pieces = [*_pieces(block.source.strip("\n"), line)]
        for words, first, last in pieces:
            size = length(words)
            if self._held and (self._size + size > _MOST or self._size >= _ENOUGH):
                yield from self._give()
            if not self._held:
                self._line = first
            self._held.append(words)
            self._size += size
            self._end = last

    def _give(self) -> Iterator[Passage]:
        if self._held:
            headings = tuple(title for _, title in self._around if title)
            yield Passage(headings, " ".join(self._held), self._line, self._end)
            self._is_empty = False
        self._held, self._size = [], 0

    def _give_empty(self) -> Iterator[Passage]:
        """Give the heading of a section without text: it stands for itself."""
        *around, (_, title) = self._around or [(0, "")]
        if self._is_empty and title:
            yield Passage(tuple(name for _, name in around if name), title, self._line, self._line)
        self._is_empty = False


def _first_line(block: Block) -> int:
    """Return the number of a block's first line that is not blank, from 1."""
    return block.line + 1 + block.source[: len(block.source) - len(block.source.lstrip())].count("\n")


def _pieces(source: str, line: int) -> Iterator[tuple[str, int, int]]:
    """Cut the source of a block where it is too long; yield words with their first and last line."""
    source = source.rstrip()
    if length(source) <= _MOST:
        if words := plain(source):
            yield words, line, line + source.count("\n")
        return
    begin = at = 0
    cuts = [*(match.end() for match in _CUT.finditer(source)), len(source)]
    for cut in cuts:
        if at > begin and length(source[begin:cut]) > _MOST:
            yield from _piece(source, begin, at, line)
            begin = at
        while cut - begin > 2 * _MOST:  # no end of a sentence anywhere
            yield from _piece(source, begin, begin + _MOST, line)
            begin += _MOST
        at = cut
    yield from _piece(source, begin, len(source), line)


def _piece(source: str, begin: int, end: int, line: int) -> Iterator[tuple[str, int, int]]:
    piece = source[begin:end]
    if words := plain(piece):
        first = line + source.count("\n", 0, begin)
        yield words, first, first + piece.rstrip().count("\n")


def _title(path: str) -> str:
    return without_suffix(path.rpartition("/")[2])


def _about(path: str, front: list[Property], titles: Iterable[str]) -> str:
    """Return what is known of a note as a whole."""
    name = _title(path)
    parts = [name, *aliases_of(front), *(tag.replace("/", " ") for tag in tags_of(front))]
    for item in front:
        if item.name.lower() not in ("aliases", "alias", "tags", "tag", *_LOCAL_ONLY):
            words = ", ".join(value for value in item.values if _FRONT_WORDS.search(value))
            if words and len(words) <= _MOST_VALUES:
                parts.append(f"{item.name}: {plain(words)}")
    room = _MOST_HEADINGS
    for title in map(plain, titles):
        room -= length(title)
        if room < 0:
            break
        parts.append(title)
    return ". ".join(dict.fromkeys(part for part in parts if part))


def _cut_canvas(path: str, text: str) -> list[Passage]:
    cards = [node.card.text for node in read_nodes(text) if node.card is not None]
    words = [card for each in cards if (card := plain(each)[:_MOST])]
    return [Passage((), _title(path), 1, 1), *(Passage((), card, 1, 0) for card in words[:_MOST_PASSAGES])]
