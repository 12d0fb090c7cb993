"""Callouts: their types with alias, colour and icon, their titles, and which of them are folded."""

from __future__ import annotations

import re
from dataclasses import dataclass

from msgspec import Struct

MAX_QUOTES = 6
"""Quotes in quotes that are drawn as such; deeper ones would only waste the width."""
BEGUN_BEFORE = -1
"""Number of a callout that continues from an earlier run of blocks."""

_CALLOUT = re.compile(r"\[!([^\]|\n]{1,60})(?:\|[^\]\n]*)?\]([+-]?)[ \t]*([^\n]*)\n?")
_MANY_MARKS = re.compile(r"^((?: {0,3}>){24})[ \t>]+", re.MULTILINE)

_TYPES: dict[str, tuple[str, str, str]] = {
    "note": ("note", "pencil", "ⓘ"),
    "abstract": ("cyan", "clipboard", "☰"),
    "info": ("blue", "info", "ⓘ"),
    "todo": ("blue", "check_circle", "☑"),
    "tip": ("cyan", "flame", "✦"),
    "success": ("green", "check", "✓"),
    "question": ("yellow", "question", "?"),
    "warning": ("orange", "warning", "⚠"),
    "failure": ("red", "cross", "✗"),
    "danger": ("red", "bolt", "⚡"),
    "bug": ("red", "bug", "✱"),
    "example": ("purple", "list", "☰"),
    "quote": ("grey", "quote", "❞"),
}
"""Hue, name of the drawn icon, and the character in its place where icons are not drawn."""
_ALIASES = {
    "summary": "abstract", "tldr": "abstract", "hint": "tip", "important": "tip", "check": "success",
    "done": "success", "help": "question", "faq": "question", "caution": "warning", "attention": "warning",
    "fail": "failure", "missing": "failure", "error": "danger", "cite": "quote",
}  # fmt: skip


class Callout(Struct, frozen=True):
    """The first line of a callout."""

    kind: str
    """The type that decides its looks: one of Obsidian's thirteen; any unknown one looks like a note."""
    hue: str
    icon: str
    """Name of the icon."""
    symbol: str
    """A character that resembles the icon."""
    title: str
    """Markdown; the type's name where the note gives none."""
    fold: str
    """`+` or `-` where the callout can be folded, else empty."""


def parse_callout(text: str) -> tuple[Callout, str] | None:
    """Read the callout marker that a quote's text begins with; also return the text after that line."""
    match = _CALLOUT.match(text)
    if match is None:
        return None
    name = match.group(1).strip().lower()
    kind = _ALIASES.get(name, name if name in _TYPES else "note")
    title = match.group(3).strip() or match.group(1).strip().replace("-", " ").capitalize()
    return Callout(kind, *_TYPES[kind], title, match.group(2)), text[match.end() :]


def callout_of(head: str) -> Callout | None:
    """Return the callout that the first line of a quote block begins, if it does."""
    parsed = parse_callout(head.lstrip(" \t>"))
    return parsed[0] if parsed else None


def limit_quote_depth(source: str) -> str:
    """Remove quote marks beyond `MAX_QUOTES`; the parser drops text that is nested too deep."""
    return _MANY_MARKS.sub(r"\1 ", source)


@dataclass(slots=True)
class Folding:
    """Which callouts of a run of blocks are folded; they are counted from 0, the hidden ones too."""

    flipped: frozenset[int] = frozenset()
    """Numbers of the callouts that the reader folded or unfolded against what the note says."""
    count: int = 0
    """Callouts met so far."""
    closed: bool | None = None
    """Whether the last outermost callout is folded; None before the first."""

    def begin(self, fold: str, *, outermost: bool) -> tuple[int, bool]:
        """Return the number of the next callout, and whether it is folded; `fold` is the mark in its note."""
        number = self.count
        self.count += 1
        closed = bool(fold) and (fold == "-") != (number in self.flipped)
        if outermost:
            self.closed = closed
        return number, closed

    def hides(self, head: str) -> bool:
        """Tell whether a later part of the quote that begins with the line `head` is folded away."""
        if self.closed is None:
            callout = callout_of(head)
            fold = callout.fold if callout is not None else ""
            self.closed = bool(fold) and (fold == "-") != (BEGUN_BEFORE in self.flipped)
        return self.closed
