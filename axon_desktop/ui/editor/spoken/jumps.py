"""Jumps: from the caret to the next heading, link, list or the like of a note that is being written."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QRegularExpression
from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument

from axon_desktop.ui.accessibility.announcer import announce
from axon_desktop.ui.editor.live.block_layout import Places
from axon_desktop.ui.editor.live.layout import NoteLayout
from axon_desktop.ui.editor.spoken.caret_words import CaretWords
from axon_desktop.ui.editor.spoken.line_words import SpokenLine, place_in_list, spoken_line
from axon_desktop.ui.language.translation import translate

if TYPE_CHECKING:
    from axon_desktop.ui.editor.text_edit import NoteTextEdit

_MOST_TRIES = 2_000
"""Lines that look as if there were such a thing."""
_ITEM = r"^[ \t>]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]"
_LOOK: dict[str, str] = {
    "heading": r"^[ \t>]*#|^ {0,3}(?:=+|-+)[ \t]*$",
    "link": r"\[|://|mailto:",
    "list": _ITEM + "|$)",
    "task": _ITEM + r"+\[)",
    "table": r"\|",
    "quote": r"^ {0,3}>",
    "code": "```|~~~",
    "formula": r"\$",
    "picture": r"!\[",
}
"""What a line has in which such a thing may begin; the heading above an underline is found from that."""


def jump(edit: NoteTextEdit, kind: str, step: int) -> None:
    """Put the caret at the next (1) or previous (-1) thing of a kind, and say it."""
    found = _find(edit, kind, step)
    if found is None:
        announce(translate("MarkdownView", "There is no other."), topic="line")
    else:
        CaretWords.of(edit).jump(found, kind)


def _find(edit: NoteTextEdit, kind: str, step: int) -> int | None:
    caret, layout = edit.textCursor(), edit.note_layout
    here, block = caret.position(), caret.block()
    for _ in range(_MOST_TRIES):
        places = [place for place in _places(layout, block, kind) if (place - here) * step > 0]
        if places:
            return places[0] if step > 0 else places[-1]
        found = _next_look(edit.document(), block, kind, step)
        if found is None:
            return None
        block = found
    return None


def _next_look(document: QTextDocument, block: QTextBlock, kind: str, step: int) -> QTextBlock | None:
    """Return the next line that looks as if there were such a thing."""
    pattern = QRegularExpression(_LOOK[kind])
    if step > 0:
        found = document.find(pattern, block.position() + block.length())
    else:
        found = document.find(pattern, block.position(), QTextDocument.FindFlag.FindBackward)
    here = QTextCursor(found).block()
    if found.isNull() or here == block:
        return None
    return here


def _places(layout: NoteLayout, block: QTextBlock, kind: str) -> list[int]:
    """Return where in a line things of a kind begin."""
    line = spoken_line(layout, block)
    if kind in ("link", "formula", "picture"):
        places = Places(block.text())
        found = [block.position() + places.of(one.start) for one in line.inner if one.kind == kind]
        begins = kind == "formula" and line.kind == "math" and line.begins == block.blockNumber()
        return found or ([block.position()] if begins else [])
    if kind == "heading" and line.kind.startswith("underline"):
        block = block.previous()
        return _places(layout, block, kind) if block.isValid() else []
    return [block.position()] if _BEGINS[kind](line, block) else []


def _first_of(kind: str) -> Callable[[SpokenLine, QTextBlock], bool]:
    return lambda line, block: line.kind.startswith(kind) and line.begins == block.blockNumber()


_BEGINS: dict[str, Callable[[SpokenLine, QTextBlock], bool]] = {
    "heading": lambda line, _: line.kind.startswith("heading"),
    "task": lambda line, _: line.kind.startswith("task"),
    "list": lambda line, block: line.kind.startswith(("list", "number", "task")) and _is_first(block),
    "table": _first_of("table"),
    "code": _first_of("fence"),
    "quote": lambda line, block: line.is_quoted and line.begins == block.blockNumber(),
}


def _is_first(block: QTextBlock) -> bool:
    number, _, depth = place_in_list(block)
    return (number, depth) == (1, 1)
