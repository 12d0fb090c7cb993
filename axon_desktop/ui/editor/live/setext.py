"""Underlined headings: lines of text above a line of `=` or `-`; found from any of their lines."""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct
from PySide6.QtGui import QTextBlock

from axon_desktop.ui.editor.live.states import state_before
from axon_desktop.ui.editor.syntax import CODE_INDENT, FENCED, HEADING, INDENTED, LIST, QUOTE, RULE, TEXT, WHAT

_FLOW = (TEXT, INDENTED)
"""States behind which text may begin."""
MOST_LINES = 30
"""Lines of such a heading that are looked at."""
_UNDERLINE = re.compile(r"[ \t]{0,3}(=+|-+)[ \t]*$")
_DELIMITERS = re.compile(r"[ \t|:-]*\|[ \t|:-]*$")
_TAG = re.compile(r"[ \t]{0,3}<[a-zA-Z/!?]")


class Underlined(Struct, frozen=True):
    """What a line is in an underlined heading."""

    level: int
    part: Literal["first", "more", "underline"]


def underlined(block: QTextBlock) -> Underlined | None:
    """Return what a line is in an underlined heading; None where it is in none."""
    if _UNDERLINE.match(block.text()):
        below = block
    elif is_paragraph(block):
        below = block.next()
        for _ in range(MOST_LINES):
            if not below.isValid() or _UNDERLINE.match(below.text()):
                break
            if not is_paragraph(below):
                return None
            below = below.next()
    else:
        return None
    found = _UNDERLINE.match(below.text()) if below.isValid() else None
    first = _first_line(below) if found is not None else None
    if first is None or found is None:
        return None
    part: Literal["first", "more", "underline"] = "more"
    if block == below:
        part = "underline"
    elif block == first:
        part = "first"
    return Underlined(1 if found[1][0] == "=" else 2, part)


def _first_line(underline: QTextBlock) -> QTextBlock | None:
    """Return the first line of the paragraph above an underline, if that is its heading."""
    if state_before(underline) & WHAT not in _FLOW:  # the end of properties, too, is a line of `-`
        return None
    first, above = None, underline.previous()
    for _ in range(MOST_LINES):
        if not above.isValid() or not is_paragraph(above):
            break
        if _DELIMITERS.match(above.text()) and "|" in above.previous().text():
            return None  # a table, which such a line ends or belongs to
        first, above = above, above.previous()
    if first is None or CODE_INDENT.match(first.text()):
        return None
    over = above.text() if above.isValid() and state_before(above) & WHAT in _FLOW else ""
    return None if LIST.match(over) or QUOTE.match(over) else first  # of those it is the last paragraph


def is_paragraph(block: QTextBlock) -> bool:
    """Tell whether a line is text of a paragraph, wherever that began."""
    text = block.text()
    if not text.strip() or state_before(block) & WHAT not in _FLOW or block.userState() & WHAT != TEXT:
        return False
    return not any(begins.match(text) for begins in (HEADING, QUOTE, LIST, RULE, FENCED, _UNDERLINE, _TAG))
