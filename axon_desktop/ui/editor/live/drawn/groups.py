"""Groups: neighbouring lines that are drawn as one thing while the caret is outside, found from any of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, TypeAlias

from msgspec import Struct
from PySide6.QtGui import QTextBlock

from axon_desktop.ui.editor.live.states import LineStates, begin_above, is_lazy
from axon_desktop.ui.editor.syntax import CALLOUT, FENCE, INDENTED, MATH, PROPERTIES, QUOTE, QUOTED, TEXT, WHAT

GroupKind: TypeAlias = Literal["table", "callout", "diagram", "math", "embed", "properties"]
MOST_LINES = 200
"""Lines of a group; a longer one is shown as its source."""
_DELIMITER = re.compile(r"[ \t]{0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_DRAWN_FENCE = re.compile(r"[ \t]{0,3}(?:`{3,}|~{3,})[ \t]*(?:mermaid|base)[ \t]*$", re.IGNORECASE)
_EMBED = re.compile(r"[ \t]{0,3}!(?:\[\[[^\[\]\n]+\]\]|\[[^\[\]\n]*\]\([^()\n]+\))[ \t]*$")
_FORMULA = re.compile(r"[ \t]{0,3}\$\$.+\$\$[ \t]*$")


class Group(Struct, frozen=True):
    """Lines that become one drawing."""

    kind: GroupKind
    first: int
    """Number of the first block."""
    last: int
    source: str

    def holds(self, block: QTextBlock) -> bool:
        """Tell whether a block is one of its lines."""
        return self.first <= block.blockNumber() <= self.last


def group_of(block: QTextBlock, states: LineStates) -> Group | None:
    """Return the group that a block is in."""
    text, before, after = block.text(), states.before(block), max(block.userState(), 0)
    what = before & WHAT
    if PROPERTIES in (what, after & WHAT):
        return None
    if (before | after) & QUOTED and QUOTE.match(text):
        return _callout(block)  # with the code in it
    if FENCE in (what, after & WHAT):
        found = _enclosed(block, states, FENCE, "diagram")
        return found if found is not None and _DRAWN_FENCE.match(found.source.partition("\n")[0]) else None
    if MATH in (what, after & WHAT):
        found = _enclosed(block, states, MATH, "math")
        return found if found is not None and found.source.lstrip().startswith("$$") else None
    if what not in (TEXT, INDENTED) or after & WHAT == INDENTED:
        return None
    if (above := begin_above(block)) is not None and QUOTE.match(above.text()):
        return _callout(above)
    if _FORMULA.match(text):
        return Group("math", block.blockNumber(), block.blockNumber(), text)
    if _EMBED.match(text):
        return Group("embed", block.blockNumber(), block.blockNumber(), text)
    if QUOTE.match(text):
        return _callout(block)
    if "|" in text:
        found = _run(block, "table", lambda line: "|" in line and QUOTE.match(line) is None)
        return found if found is not None and _is_table(found.source) else None
    return None


def _callout(block: QTextBlock) -> Group | None:
    found = _run(block, "callout", lambda line: QUOTE.match(line) is not None)
    if found is None or not _is_callout(found.source):
        return None
    lines, block = [found.source], block.document().findBlockByNumber(found.last).next()
    while is_lazy(block):
        lines.append(block.text())
        block = block.next()
    return Group("callout", found.first, found.last + len(lines) - 1, "\n".join(lines))


def _is_callout(source: str) -> bool:
    head = source.partition("\n")[0]
    quote = QUOTE.match(head)
    return quote is not None and CALLOUT.match(head, quote.end()) is not None


def _is_table(source: str) -> bool:
    lines = source.split("\n", 2)
    return len(lines) > 1 and _DELIMITER.match(lines[1]) is not None and "-" in lines[1]


def _run(block: QTextBlock, kind: GroupKind, holds: Callable[[str], bool]) -> Group | None:
    """Return the neighbouring lines for which something holds."""
    first = last = block
    while first.previous().isValid() and holds(first.previous().text()):
        first = first.previous()
        if block.blockNumber() - first.blockNumber() > MOST_LINES:
            return None
    while last.next().isValid() and holds(last.next().text()):
        last = last.next()
        if last.blockNumber() - first.blockNumber() > MOST_LINES:
            return None
    return _made(kind, first, last)


def _enclosed(block: QTextBlock, states: LineStates, what: int, kind: GroupKind) -> Group | None:
    """Return the lines from the one that begins a state to the one that ends it."""
    first = last = block
    while states.before(first) & WHAT == what:
        first = first.previous()
        if not first.isValid() or block.blockNumber() - first.blockNumber() > MOST_LINES:
            return None
    while last.userState() & WHAT == what:
        last = last.next()
        if not last.isValid() or last.blockNumber() - first.blockNumber() > MOST_LINES:
            return None
    return _made(kind, first, last)


def _made(kind: GroupKind, first: QTextBlock, last: QTextBlock) -> Group:
    lines, block = [first.text()], first
    while block != last:
        block = block.next()
        lines.append(block.text())
    return Group(kind, first.blockNumber(), last.blockNumber(), "\n".join(lines))
