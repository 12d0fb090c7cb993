"""Which lines of a note that look like the beginning of a callout are one, by a plain CommonMark parser."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from markdown_it import MarkdownIt

Place = Literal["callout", "fenced code", "indented code", "HTML", "comment", "middle of a quote"]
"""What such a line is: only the first line of a quote begins a callout, and code and comments show none."""

_MARKED = re.compile(r"^[ \t>*+-]*>[ \t]*(\[![^\]\n]+\][+-]?.*)$")
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?^---[ \t]*$", re.DOTALL | re.MULTILINE)
_BLOCK_COMMENT = re.compile(r"^[ \t>]*%%[ \t]*$", re.MULTILINE)
_CODE: dict[str, Place] = {"fence": "fenced code", "code_block": "indented code", "html_block": "HTML"}


@dataclass(frozen=True, slots=True)
class Marked:
    """A line with quote marks and `[!type]`."""

    line: int
    """Number in the note, from 1."""
    text: str
    """The line from `[!` on."""
    place: Place


def account(source: str) -> list[Marked]:
    """Return every line of a note that looks like the beginning of a callout, with what it is."""
    text = _FRONT_MATTER.sub(lambda match: "\n" * match[0].count("\n"), source)
    tokens = MarkdownIt("commonmark", {"maxNesting": 100}).enable("table").parse(text)
    places: dict[int, Place] = {}
    heads = set()
    for number, token in enumerate(tokens):
        if token.map is None:
            continue
        if (kind := _CODE.get(token.type)) is not None:
            places.update(dict.fromkeys(range(*token.map), kind))
        elif token.type == "blockquote_open" and tokens[number + 1].type == "paragraph_open":
            heads.add(token.map[0])
    hidden = False
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if number not in places and _BLOCK_COMMENT.match(line):
            hidden = not hidden
        elif hidden:
            places[number] = "comment"
    return [
        Marked(number + 1, match[1], places.get(number, "callout" if number in heads else "middle of a quote"))
        for number, line in enumerate(lines)
        if (match := _MARKED.match(line))
    ]
