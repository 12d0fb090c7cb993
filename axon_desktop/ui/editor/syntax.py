"""Markdown highlighting: the kinds of the parts of a line. Roughly right at once, not exactly right too late.

A line is parsed with the state at the end of the line before; both functions take linear time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from axon_desktop.markdown.html.wikilinks import MATH as MATH_TEXT
from axon_desktop.text.addresses import ADDRESS_START, address_end
from axon_desktop.text.emphasis import styled
from axon_desktop.text.tags import TAG_CHARACTER

Kind: TypeAlias = Literal[
    "heading", "markup", "strong", "emphasis", "strike", "highlight", "code", "fence", "link", "address", "tag",
    "property", "comment", "callout", "list", "math", "html",
]  # fmt: skip

START = 64
"""State before the first line."""
TEXT, PROPERTIES, COMMENT, MATH, FENCE, INDENTED, REMARK = range(7)
"""What a line is in; `INDENTED` is code without a fence, behind four blanks in each line, `REMARK` one of HTML."""
WHAT = 7
_TILDE, QUOTED, CONTINUED = 8, 16, 32
"""Additional bits: the fence is of tildes, is inside a quote; the line continues in the next block."""
PARAGRAPH, LISTED = 128, 256
"""The line is text that the next one may continue; it is in a list, where blanks belong to an item."""
_RUN = 10
"""By how many bits the length of the fence is shifted."""

ENDS = {COMMENT: "%%", MATH: "$$", REMARK: "-->"}
"""What ends those blocks."""

_PREFIX = r"(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*"
_OPENING = re.compile(_PREFIX + r"(`{3,}(?=[^`]*$)|~{3,})")
FENCED = re.compile(r"[ \t]{0,3}(?:`{3,}(?=[^`]*$)|~{3,})")
_CLOSING = re.compile(r"(?:[ \t]*>)*[ \t]*(`{3,}|~{3,})[ \t]*$")
_BLOCK = re.compile(r"```|~~~|%%|\$\$|<!--")
CODE_INDENT = re.compile(r" {4}| {0,3}\t")

HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+|$)")
HEADING_END = re.compile(r"[ \t]+#+[ \t]*$")
QUOTE = re.compile(r"(?:[ \t]{0,3}>[ \t]?)+")
CALLOUT = re.compile(r"\[![^\]\n]{1,60}\][+-]?[^\n]*")
LIST = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]+\[[^\]\n]\](?=[ \t]|$))?(?=[ \t]|$)")
RULE = re.compile(r"[ \t]{0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$")
_KEY = re.compile(r"[^\s:#-][^:\n]*:(?=\s|$)")
BLOCK_NAME = re.compile(r"(?<=\s)\^[\w-]+\s*$")

_ATOM = re.compile(
    r"""\\[!-/:-@\[-`{-~]
    | (?P<ticks>`+)
    | (?P<comment>%%)
    | (?P<math>\$\$?(?=\S))
    | (?P<wiki>!?\[\[[^\[\]\n]{1,600}\]\])
    | (?P<note>\[\^[^\]\s]{1,100}\])
    | !?\[(?P<text>(?:\\.|[^\[\]\\\n]){0,600})\]
      (?P<address>\((?:[ ]?<[^<>\n]{0,1000}>)?(?:[^()\n]|\([^()\n]{0,300}\)){0,1000}\))
    | (?P<auto><(?:https?://|mailto:)[^<>\s]{1,1000}>)
    | (?P<url>"""
    + ADDRESS_START
    + r""")
    | (?P<html></?[a-zA-Z][^<>\n]{0,600}>|<!--)
    | (?<![^\s(>])(?P<tag>\#"""
    + TAG_CHARACTER
    + r"{1,200})",
    re.VERBOSE,
)
_TAG_LETTER = re.compile(r"[^\d/_-]")
_HIGHLIGHT = re.compile(r"==(?=\S)(?:[^=]|=(?!=)){1,600}(?<=\S)==")
_ESCAPED = re.compile(r"\\.")
_STYLE_MARKERS = re.compile(r"[*_~=]")


class Span(NamedTuple):
    """A part of a line; a later one overrides an earlier one."""

    start: int
    end: int
    kind: Kind


def end_state(before: int, line: str, *, continues: bool = False) -> int:
    """Return the state after a line; `continues` if the next block has its rest."""
    after = _end_state(before, line)
    return after | CONTINUED if continues else after


def _end_state(before: int, line: str) -> int:
    what, state = before & WHAT, before & ~CONTINUED
    if before == START:
        return PROPERTIES if line.rstrip() == "---" else _opened(TEXT, line)
    if what in (TEXT, INDENTED):
        return state if before & CONTINUED else _opened(state, line)
    if what == PROPERTIES:
        return TEXT if line.rstrip() == "---" else state
    listed = state & LISTED
    if what in ENDS:
        return TEXT | listed if ENDS[what] in line else state
    if state & QUOTED and not line.lstrip().startswith(">"):
        return _opened(TEXT | listed, line)
    closing = None if before & CONTINUED else _CLOSING.match(line)
    marker = "~" if state & _TILDE else "`"
    closes = closing is not None and closing[1][0] == marker and len(closing[1]) >= state >> _RUN
    return TEXT | listed if closes else state


def _opened(before: int, line: str) -> int:
    """Return the state after a line that is in no block that has an end of its own."""
    listed = before & LISTED
    if not line or line.isspace():
        return before & ~PARAGRAPH
    if not listed and line[0] in " \t" and CODE_INDENT.match(line):
        return before if before & PARAGRAPH else INDENTED
    after = _flow(before, line)
    if not _BLOCK.search(line):
        return after
    fence = _OPENING.match(line)
    if fence is not None:
        run = min(len(fence[1]), 255) << _RUN
        tilde = _TILDE if fence[1][0] == "~" else 0
        return FENCE | run | tilde | (QUOTED if ">" in line[: fence.start(1)] else 0) | after & LISTED
    text = line.lstrip()
    if text.startswith("<!--"):
        return (TEXT if "-->" in text else REMARK) | after & LISTED
    for what, mark in ((COMMENT, "%%"), (MATH, "$$")):
        if text.startswith(mark) and mark not in text[2:]:
            return what | after & LISTED
    return after


def _flow(before: int, line: str) -> int:
    """Return the state after a line of text: whether the next one may continue it, and whether it is in a list."""
    if line[0].isalpha():  # as most lines
        return PARAGRAPH | (before & LISTED if before & PARAGRAPH else 0)
    if LIST.match(line) and not RULE.match(line):
        return LISTED | PARAGRAPH
    stays = before & PARAGRAPH or line[:2].isspace()
    listed = before & LISTED if stays else 0
    if quote := QUOTE.match(line):
        line = line[quote.end() :]
    ends_it = not line or any(begins.match(line) for begins in (HEADING, RULE, CODE_INDENT))
    return listed if ends_it else listed | PARAGRAPH


def spans(before: int, line: str) -> list[Span]:
    """Return the parts of a line that look different."""
    what, after = before & WHAT, _end_state(before, line)
    everything = (0, len(line))
    if what == PROPERTIES or after & WHAT == PROPERTIES:
        key = _KEY.match(line)
        rule = before == START or after & WHAT == TEXT
        return [Span(*everything, "markup")] if rule else [Span(0, key.end(), "property")] if key else []
    if what == FENCE and not leaves_quote(before, after, line):
        return [Span(*everything, "fence" if after & WHAT == FENCE else "markup")]
    if after & WHAT == FENCE:
        return [Span(*everything, "markup")]
    if after & WHAT == INDENTED and line.strip():
        return [Span(*everything, "fence")]
    if what in ENDS:
        kind: Kind = "math" if what == MATH else "comment"
        end = line.find(ENDS[what]) + len(ENDS[what]) if after & WHAT == TEXT else len(line)
        if what == REMARK:
            return [Span(*everything, kind)]
        return [Span(0, end, kind), *_inline(line, end)]
    if after & WHAT in ENDS:
        return [Span(*everything, "math" if after & WHAT == MATH else "comment")]
    return [*_line_spans(line), *_inline(line, 0)] if not before & CONTINUED else [*_inline(line, 0)]


def leaves_quote(before: int, after: int, line: str) -> bool:
    """Tell whether a line ends a fence by being outside the quote that it is in."""
    return bool(before & QUOTED) and after & WHAT != FENCE and not line.lstrip().startswith(">")


def _line_spans(line: str) -> Iterator[Span]:
    """Yield the kind that the beginning of a line gives it."""
    at = 0
    if quote := QUOTE.match(line):
        at = quote.end()
        yield Span(0, at, "markup")
        if callout := CALLOUT.match(line, at):
            yield Span(at, callout.end(), "callout")
            return
    if heading := HEADING.match(line, at):
        yield Span(at, len(line), "heading")
        yield Span(at, heading.end(1), "markup")
    elif RULE.match(line, at):
        yield Span(at, len(line), "markup")
    elif item := LIST.match(line, at):
        yield Span(at, item.end(), "list")
    if name := BLOCK_NAME.search(line, at):
        yield Span(name.start(), len(line), "markup")


def _inline(line: str, at: int) -> Iterator[Span]:
    atoms = [*_atoms(line, at)]
    if _STYLE_MARKERS.search(line, at):
        marks = _ESCAPED.sub("\0\0", line)
        for atom in atoms:  # they have no emphasis but in the words of a link
            marks = marks[: atom.start] + "\0" * (atom.end - atom.start) + marks[atom.end :]
        yield from _styles(line, marks, at, len(line))
    yield from atoms
    for atom, following in pairwise(atoms):
        if following.kind == "address" and line.startswith("[", atom.start):
            yield from _inline(line[: atom.end - 1], atom.start + 1)


def _styles(line: str, marks: str, start: int, end: int) -> Iterator[Span]:
    """Yield what is highlighted or emphasised; what begins in one of them ends there."""
    for found in _HIGHLIGHT.finditer(marks, start, end):
        first, last = found.span()
        yield Span(first, last, "highlight")
        yield from _styles(line, marks, first + 2, last - 2)
        marks = marks[:first] + "\0" * (last - first) + marks[last:]
    yield from (Span(*part) for part in styled(line, marks, start, end))


def _atoms(line: str, at: int) -> Iterator[Span]:
    """Yield atomic parts: code, comments, formulas, links, tags, HTML."""
    while (match := _ATOM.search(line, at)) is not None:
        start, at = match.span()
        kind = match.lastgroup
        if kind in ("ticks", "comment", "math"):
            end = _closed(line, match, at)
            if end > 0:
                at = end
                yield Span(start, at, "code" if kind == "ticks" else "comment" if kind == "comment" else "math")
        elif kind == "html":
            at = _find(line, "-->", at) if match["html"] == "<!--" else at
            yield Span(start, at, "html")
        elif kind == "url":
            if end := address_end(line, start):
                at = end
                yield Span(start, at, "link")
        elif kind == "tag":
            if _TAG_LETTER.search(match["tag"], 1):
                yield Span(start, at, "tag")
        elif kind == "auto":
            yield Span(start, at, "link")
        elif kind is not None:
            yield from _link_spans(match)


def _link_spans(match: re.Match[str]) -> Iterator[Span]:
    start, end = match.span()
    if match.lastgroup == "address":
        yield Span(start, match.start("address"), "link")
        yield Span(match.start("address"), end, "address")
        return
    yield Span(start, end, "link")
    if match.lastgroup == "wiki":
        yield Span(start, start + match["wiki"].index("[[") + 2, "markup")
        yield Span(end - 2, end, "markup")


def _closed(line: str, match: re.Match[str], at: int) -> int:
    """Return where code, a comment or a formula ends; 0 if it does not end in this line."""
    if match.lastgroup == "comment":
        return _find(line, "%%", at)
    if match.lastgroup == "ticks":
        return _find_run(line, match["ticks"], at)
    formula = MATH_TEXT.match(line, match.start())
    return formula.end() if formula is not None else 0


def _find(line: str, marker: str, at: int) -> int:
    """Return where the next occurrence of a marker ends, or the end of the line if there is none."""
    end = line.find(marker, at)
    return len(line) if end < 0 else end + len(marker)


def _find_run(line: str, ticks: str, at: int) -> int:
    """Return where the code ends that a run of backticks begins; 0 if it does not end here."""
    for run in re.finditer("`+", line[at:]):
        if len(run[0]) == len(ticks):
            return at + run.end()
    return 0
