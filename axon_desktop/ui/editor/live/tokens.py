"""What a line of a note is, and which of its characters are marks that are hidden while the caret is elsewhere."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from axon_desktop.ui.editor.live.html_tags import hidden_tags, remark_end
from axon_desktop.ui.editor.syntax import (
    BLOCK_NAME,
    CALLOUT,
    CODE_INDENT,
    CONTINUED,
    ENDS,
    FENCE,
    HEADING,
    HEADING_END,
    INDENTED,
    LIST,
    LISTED,
    MATH,
    PROPERTIES,
    QUOTE,
    QUOTED,
    RULE,
    WHAT,
    Kind,
    Span,
    end_state,
    leaves_quote,
    spans,
)

LineKind: TypeAlias = Literal[
    "text", "blank", "heading", "list", "task", "number", "callout", "rule", "underline", "fence", "code",
    "property", "math", "comment",
]  # fmt: skip

_STYLES: dict[Kind, int] = {"strong": 2, "emphasis": 1, "strike": 2, "highlight": 2}
"""Length of the mark at both ends."""
_ESCAPE = re.compile(r"\\(?=[!-/:-@\[-`{-~])")
_TICKS = re.compile("`+")
_WHOLE: frozenset[Kind] = frozenset(("code", "math", "comment", "html", "address"))
"""Kinds inside which a backslash is a character like any other."""


_RTL = re.compile("[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
_CALLOUT_KIND = re.compile(r"\[![^\]]*\][+-]?")
_NO_LETTERS: frozenset[Kind] = frozenset(("math", "html", "comment"))
"""Kinds that are shown as something else than their letters."""


class Line(Struct, frozen=True):
    """What stands in one line; all positions are those of its text."""

    kind: LineKind = "text"
    level: int = 0
    """Of a heading from 1 to 6."""
    quotes: int = 0
    """How many quotes it is in."""
    indent: tuple[int, int] = (0, 0)
    """The blanks before the mark of a list, or before text that belongs to an item."""
    columns: int = -1
    """How far the item of a list is indented whose text it has, in blanks; -1 outside of lists."""
    content: int = 0
    """Where its text begins, behind the marks for the whole line."""
    box: int = -1
    """Position of the mark in the box of a task; -1 for none."""
    done: bool = False
    """Whether the task is ticked."""
    spans: Sequence[Span] = ()
    """The parts that look different."""
    hidden: Sequence[tuple[int, int]] = ()
    """The marks."""
    tagged: Sequence[tuple[int, int, str]] = ()
    """What tags of HTML do, and numbers of footnotes: (start, end, look) of words."""
    breaks: Sequence[int] = ()
    """Behind which tags another line begins."""


def read_line(before: int, text: str) -> Line:
    """Return what stands in a line, after the state of the line before."""
    what, after = before & WHAT, end_state(before, text)
    parts = spans(before, text)
    if PROPERTIES in (what, after & WHAT):
        return Line("property", spans=parts)
    if what == FENCE and not leaves_quote(before, after, text):
        is_quoted = bool(before & QUOTED)
        return _code_line("code" if after & WHAT == FENCE else "fence", text, parts, is_quoted=is_quoted)
    if after & WHAT == FENCE:
        return _code_line("fence", text, parts, is_quoted=bool(after & QUOTED))
    if after & WHAT == INDENTED and text.strip():
        indent = CODE_INDENT.match(text)
        end = indent.end() if indent is not None else 0
        return Line("code", content=end, spans=parts, hidden=[(0, end)])
    if what in ENDS or after & WHAT in ENDS:
        return Line("math" if MATH in (what, after & WHAT) else "comment", spans=parts)
    if before & CONTINUED:
        return Line(spans=parts, hidden=[*_marks(text, parts)])
    return _text_line(text, parts, listed=bool(before & after & LISTED))


def has_rtl(text: str) -> bool:
    """Tell whether a text has letters that run from right to left."""
    return not text.isascii() and _RTL.search(text) is not None


def runs_rtl(line: Line, text: str) -> bool:
    """Tell whether a line runs from right to left: what its first letter does that is shown."""
    if not has_rtl(text) or line.kind in ("code", "fence"):
        return False
    passed = [*line.hidden]
    passed += [
        (start, end)
        for start, end, kind in line.spans
        if kind in _NO_LETTERS or (kind == "link" and text.startswith("!", start))
    ]
    if line.kind == "callout" and (named := _CALLOUT_KIND.match(text, line.content)):
        passed.append(named.span())
    for at, letter in enumerate(text):
        direction = unicodedata.bidirectional(letter)
        if direction in ("L", "R", "AL") and not any(start <= at < end for start, end in passed):
            return direction != "L"
    return False


def _code_line(kind: LineKind, text: str, parts: list[Span], *, is_quoted: bool) -> Line:
    hidden = [(0, len(text))] if kind == "fence" else []
    quote = QUOTE.match(text) if is_quoted else None
    if quote is None:
        return Line(kind, spans=parts, hidden=hidden)
    return Line(
        kind, quotes=quote[0].count(">"), content=quote.end(), spans=parts, hidden=hidden or [quote.span()]
    )


def _text_line(text: str, parts: list[Span], *, listed: bool) -> Line:
    kind: LineKind = "text"
    at = level = quotes = 0
    indent, columns, box, done = (0, 0), -1, -1, False
    hidden: list[tuple[int, int]] = []
    if quote := QUOTE.match(text):
        at, quotes = quote.end(), quote[0].count(">")
        hidden.append((0, at))
    if quotes and CALLOUT.match(text, at):
        return Line("callout", quotes=quotes, content=at, spans=parts, hidden=hidden)
    if heading := HEADING.match(text, at):
        kind, level, at = "heading", len(heading[1]), heading.end()
        hidden.append(heading.span())
        if closing := HEADING_END.search(text, heading.end(1)):
            hidden.append(closing.span())
    elif RULE.match(text, at):
        kind = "rule"
        hidden.append((at, len(text)))
    elif item := LIST.match(text, at):
        mark = at + len(item[0]) - len(item[0].lstrip())
        columns = _columns(text[at:mark])
        indent, at = (at, mark), min(item.end() + 1, len(text))
        if item[0].endswith("]"):
            box, kind = item.end() - 2, "task"
            done = text[box] != " "
        else:
            kind = "number" if text[mark].isdigit() else "list"
        if kind != "number":
            hidden.append((mark, at))
    elif not text[at:].strip():
        kind = "blank" if not quotes else "text"
    elif listed and not quotes and text[0] in " \t":
        at = len(text) - len(text.lstrip())
        indent, columns = (0, at), max(0, _columns(text[:at]) - 2)
    if name := BLOCK_NAME.search(text, at):
        hidden.append((name.start(), len(text)))
    hidden += _marks(text, parts)
    line = Line(kind, level, quotes, indent, columns, at, box, done, parts, hidden, [*_notes(text, parts)])
    return _with_tags(line, text) if "<" in text else line


def _columns(blanks: str) -> int:
    return sum(4 if letter == "\t" else 1 for letter in blanks)


def _with_tags(line: Line, text: str) -> Line:
    tagged = [*hidden_tags(text, line.spans)]
    hidden = [(start, end) for start, end, look in tagged if look in ("hidden", "break")]
    return replace(
        line,
        hidden=[*line.hidden, *hidden],
        tagged=[*line.tagged, *(one for one in tagged if one[2] not in ("hidden", "break"))],
        breaks=[end for _, end, look in tagged if look == "break"],
    )


def _notes(text: str, parts: list[Span]) -> Iterator[tuple[int, int, str]]:
    """Yield where a line leads to footnotes; the one that it begins is none of them."""
    for start, end, kind in parts:
        if kind == "link" and text.startswith("[^", start) and not (start == 0 and text.startswith(":", end)):
            yield start, end, "note"


def _marks(text: str, parts: list[Span]) -> Iterator[tuple[int, int]]:
    """Yield the marks around parts of a line."""
    for number, (start, end, kind) in enumerate(parts):
        if kind in _STYLES:
            size = _STYLES[kind]
            yield start, start + size
            yield end - size, end
        elif kind == "code":
            ticks = _TICKS.match(text, start)
            size = len(ticks[0]) if ticks is not None else 0
            yield start, start + size
            yield end - size, end
        elif kind == "comment":
            yield start, remark_end(text, start, end)
        elif kind == "link":
            following = parts[number + 1] if number + 1 < len(parts) else None
            yield from _link_marks(text, start, end, following)
    if "\\" in text:
        for escape in _ESCAPE.finditer(text):
            at = escape.start()
            if not any(part.start <= at < part.end for part in parts if part.kind in _WHOLE):
                yield at, at + 1


def _link_marks(text: str, start: int, end: int, following: Span | None) -> Iterator[tuple[int, int]]:
    opens = text.find("[", start, end)
    if following is not None and following.kind == "address" and following.start == end:
        yield start, opens + 1
        yield end - 1, following.end
    elif text.startswith("[[", opens) and opens >= 0 and text.endswith("]]", start, end):
        bar = text.find("|", start, end)
        words = opens + (3 if text.startswith("#", opens + 2) and opens + 5 < end else 2)
        yield start, (bar + 1 if opens + 2 < bar < end - 3 else words)
        yield end - 2, end
    elif text.startswith("<", start):
        yield start, start + 1
        yield end - 1, end
    elif text.startswith("[^", start):
        yield start, start + 2
        yield end - 1, end
