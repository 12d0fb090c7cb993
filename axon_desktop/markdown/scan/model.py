"""A block of a note, as the scanner finds it and as the view gets it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from axon_desktop.markdown.scan.structure import Kind

_BARE = re.compile(r"\s*#{1,6}\s*")
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$")


@dataclass(frozen=True, slots=True)
class Block:
    """A top-level block of a note, or a part of a huge one."""

    kind: Kind
    source: str
    """Its exact text, with the blank lines after it."""
    line: int
    """Number of its first line in the note, from 0."""
    offset: int
    """Position of its first character in the note."""
    weight: int
    """What it costs to show, in characters of plain text."""
    continues: bool = False
    """Whether it continues the block before it: no gap between them, no blank line when copied."""
    head: str = ""
    """What a part needs before it to be understood: fence opener, table header, first line of a quote."""
    start: int | None = None
    """Number of the first item of a part of an ordered list."""
    loose: bool | None = None
    """For a part of a list whether the whole list is loose."""
    depth: int = 0
    """For a part that begins inside a list how many lists are around it."""
    indent: int = 0
    """Columns that its lines are indented because of that."""
    widths: tuple[int, ...] = ()
    """Column widths of a table cut into parts, in percent."""
    longest: tuple[tuple[str, str], ...] = ()
    """The longest word and the longest text of each column of that table, among many of its rows."""
    of: Kind = "blank"
    """For a `more` block the kind of what it hides."""

    @property
    def heading(self) -> tuple[int, str] | None:
        """Level and Markdown text of a heading block; None for others."""
        if self.kind != "heading":
            return None
        lines = self.source.strip().splitlines()
        if match := _HEADING.match(lines[0]):
            return len(lines[0].lstrip()) - len(lines[0].lstrip().lstrip("#")), match.group(1)
        if _BARE.fullmatch(lines[0]):  # else an underlined tag, or too many `#`
            return len(lines[0].strip()), ""
        return (1 if lines[-1].lstrip().startswith("=") else 2), " ".join(line.strip() for line in lines[:-1])


class Item(NamedTuple):
    """Where a list item begins."""

    at: int
    """Index of its line in the block."""
    column: int
    depth: int
    """How many lists are around it."""
    number: int | None


@dataclass(slots=True)
class RawBlock:
    """A whole top-level block while it is scanned, with what the splitter needs to cut it."""

    kind: Kind
    line: int
    lines: list[int]
    """Offsets of its lines in the note, and then of its end."""
    items: list[Item]
    """List items that it can be cut at."""
    loose: bool = False
