"""Markdown highlighting: the kinds of the parts of a line. Roughly right at once, not exactly right too late.

A line is parsed with the state at the end of the line before; both functions take linear time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from axon_desktop.text.addresses import ADDRESS_START, address_end
from axon_desktop.text.tags import TAG_CHARACTER

Kind: TypeAlias = Literal[
    "heading", "markup", "strong", "emphasis", "strike", "highlight", "code", "fence", "link", "address", "tag",
    "property", "comment", "callout", "list", "math", "html",
]  # fmt: skip

START = 64
"""State before the first line."""
TEXT, PROPERTIES, COMMENT, MATH, FENCE = 0, 1, 2, 3, 4
WHAT = 7
_TILDE, QUOTED, CONTINUED = 8, 16, 32
"""Additional bits: the fence is of tildes, is inside a quote; the line continues in the next block."""
_RUN = 8
"""By how many bits the length of the fence is shifted."""

_PREFIX = r"(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*"
_OPENING = re.compile(_PREFIX + r"(`{3,}(?=[^`]*$)|~{3,})")
_CLOSING = re.compile(r"(?:[ \t]*>)*[ \t]*(`{3,}|~{3,})[ \t]*$")
_BLOCK = re.compile(r"```|~~~|%%|\$\$")

HEADING = re.compile(r"(#{1,6})(?:[ \t]+|$)")
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
    | !?\[(?P<text>[^\[\]\n]{0,600})\](?P<address>\([^()\n]{0,1000}\))
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
_STYLES: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("strong", re.compile(r"(\*\*|__)(?=[^\s*_]).{1,600}?(?<=[^\s])\1")),
    ("emphasis", re.compile(r"(?<![\w*])\*(?=[^\s*])[^*]{1,600}?(?<=[^\s*])\*(?!\*)")),
    ("emphasis", re.compile(r"(?<![\w_])_(?=[^\s_])[^_]{1,600}?(?<=[^\s_])_(?!\w)")),
    ("emphasis", re.compile(r"(\*\*\*|___)(?=[^\s*_])[^*_]{1,600}?(?<=[^\s])\1")),
    ("strike", re.compile(r"~~(?=\S)[^~]{1,600}?~~")),
    ("highlight", re.compile(r"==(?=\S)[^=]{1,600}?==")),
)
_ESCAPED = re.compile(r"\\.")
_LONGEST_FORMULA = 2000
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
        return PROPERTIES if line.rstrip() == "---" else _opened(line)
    if what == TEXT:
        return TEXT if before & CONTINUED else _opened(line)
    if what == PROPERTIES:
        return TEXT if line.rstrip() == "---" else state
    if what == COMMENT:
        return TEXT if line.count("%%") % 2 else state
    if what == MATH:
        return TEXT if line.count("$$") % 2 else state
    if state & QUOTED and not line.lstrip().startswith(">"):
        return _opened(line)
    closing = None if before & CONTINUED else _CLOSING.match(line)
    marker = "~" if state & _TILDE else "`"
    closes = closing is not None and closing[1][0] == marker and len(closing[1]) >= state >> _RUN
    return TEXT if closes else state


def _opened(line: str) -> int:
    if not _BLOCK.search(line):
        return TEXT
    fence = _OPENING.match(line)
    if fence is not None:
        run = min(len(fence[1]), 255) << _RUN
        return (
            FENCE | run | (_TILDE if fence[1][0] == "~" else 0) | (QUOTED if ">" in line[: fence.start(1)] else 0)
        )
    if line.count("%%") % 2:
        return COMMENT
    return MATH if line.count("$$") % 2 else TEXT


def spans(before: int, line: str) -> list[Span]:
    """Return the parts of a line that look different."""
    what, after = before & WHAT, _end_state(before, line)
    everything = (0, len(line))
    if what == PROPERTIES or after & WHAT == PROPERTIES:
        key = _KEY.match(line)
        rule = before == START or after == TEXT
        return [Span(*everything, "markup")] if rule else [Span(0, key.end(), "property")] if key else []
    if what == FENCE and not (after == TEXT and before & QUOTED and not line.lstrip().startswith(">")):
        return [Span(*everything, "fence" if after != TEXT else "markup")]
    if after & WHAT == FENCE:
        return [Span(*everything, "markup")]
    if what in (COMMENT, MATH):
        kind: Kind = "comment" if what == COMMENT else "math"
        end = line.find("%%" if what == COMMENT else "$$") + 2 if after == TEXT else len(line)
        return [Span(0, end, kind), *_inline(line, end)]
    return [*_line_spans(line), *_inline(line, 0)] if not before & CONTINUED else [*_inline(line, 0)]


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
        rest = _ESCAPED.sub("\0\0", line)
        for atom in atoms:  # code and addresses have no emphasis
            if atom.kind in ("code", "math", "address", "comment", "html"):
                rest = rest[: atom.start] + "\0" * (atom.end - atom.start) + rest[atom.end :]
        for kind, pattern in _STYLES:
            for match in pattern.finditer(rest, at):
                yield Span(match.start(), match.end(), kind)
    yield from atoms


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
    marker = match["math"]
    end = line.find(marker, at, at + _LONGEST_FORMULA)
    if end < 0 or line[end - 1].isspace() or line[end + len(marker) :][:1].isdigit():
        return 0
    return end + len(marker)


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
