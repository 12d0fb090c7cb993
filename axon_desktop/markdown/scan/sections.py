"""The sections of a note: the text under each of its headings."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from axon_desktop.markdown.scan.blocks import scan_blocks
from axon_desktop.text.lookalikes import looks

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_MARKER = re.compile(r"(#{1,6})[ \t]+(.*)")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and all up to the next heading of the same or a higher level; its subsections belong to it."""

    level: int
    title: str
    """Markdown text of the heading, without its `#`."""
    parents: tuple[str, ...]
    """Titles of the headings around it, outermost first."""
    line: int
    """Number of its first line, from 1."""
    start: int
    """Position of the heading in the text."""
    body: int
    """Where the line after the heading begins."""
    own_end: int
    """Where its first subsection begins; the same as `end` if it has none."""
    end: int
    """Where the section ends."""

    @property
    def name(self) -> str:
        """The heading as it would be written."""
        return f"{'#' * self.level} {self.title}"


def read_sections(text: str) -> list[Section]:
    """Return the sections of a note in order; headings in lists and quotes begin none."""
    found: list[tuple[int, str, int, int, int]] = []
    for block in scan_blocks(text):
        if block is not None and (heading := block.heading) is not None:
            body = block.offset + _heading_length(block.source)
            found.append((heading[0], heading[1].strip(), block.line + 1, block.offset, body))
    sections: list[Section] = []
    around: list[tuple[int, str]] = []
    ends = _ends([(level, start) for level, _, _, start, _ in found], len(text))
    for index, (level, title, line, start, body) in enumerate(found):
        while around and around[-1][0] >= level:
            around.pop()
        end = ends[index]
        own_end = found[index + 1][3] if index + 1 < len(found) else len(text)
        parents = tuple(name for _, name in around)
        sections.append(Section(level, title, parents, line, start, body, own_end, end))
        around.append((level, title))
    return sections


def find_sections(sections: list[Section], wanted: str) -> list[Section]:
    """Return the sections that are meant by a title, a heading with its `#`, or a path such as `A > B`.

    Exact matches come before those that differ in case, and these before those that look the same.
    """
    for fold in (_same, str.casefold, _looks):
        for path in dict.fromkeys(((wanted.strip(),), tuple(re.split(r"\s+>\s+", wanted.strip())))):
            hits = [section for section in sections if _is_meant(section, path, fold)]
            if hits:
                return hits
    return []


def _ends(headings: list[tuple[int, int]], length: int) -> list[int]:
    """Return where the section of each heading (level, start) ends: at the next one that is not below it."""
    ends: list[int] = []
    after: list[tuple[int, int]] = []
    """Of what follows, the headings that may end a section, the next one last; their levels grow."""
    for level, start in reversed(headings):
        while after and after[-1][0] > level:
            after.pop()
        ends.append(after[-1][1] if after else length)
        after.append((level, start))
    return ends[::-1]


def _same(text: str) -> str:
    return text


def _looks(text: str) -> str:
    return looks(text).casefold()


def _is_meant(section: Section, path: tuple[str, ...], fold: Callable[[str], str]) -> bool:
    *parents, last = path
    marker = _MARKER.match(last)
    level, title = (len(marker[1]), marker[2].strip()) if marker else (section.level, last)
    if section.level != level or fold(section.title) != fold(title):
        return False
    around = iter(section.parents)
    return all(any(fold(name) == fold(parent.lstrip("# ")) for name in around) for parent in parents)


def _heading_length(source: str) -> int:
    """Return how many characters the heading's lines have; blank lines before it count, those after it do not."""
    length = 0
    begun = False
    for line in _LINE.findall(source):
        if begun and not line.strip():
            break
        begun = begun or bool(line.strip())
        length += len(line)
    return length
