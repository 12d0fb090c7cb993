"""Editing commands for a document of Markdown, each one undo step."""

from __future__ import annotations

import re

from msgspec import Struct
from PySide6.QtGui import QTextCursor

_ITEM = re.compile(
    r"(?P<quote>(?:[ \t]*>[ \t]?)*)(?P<indent>[ \t]*)"
    r"(?P<marker>[-*+]|(?P<number>\d{1,9})(?P<dot>[.)]))(?P<gap>[ \t]+)(?P<task>\[.\][ \t]+)?"
)
_QUOTE = re.compile(r"(?:[ \t]*>[ \t]?)+")
_INDENT = re.compile(r"(?P<quote>(?:[ \t]*>[ \t]?)*)(?P<indent>\t| {1,4})")


class Continuation(Struct, frozen=True):
    """What Enter does in a list or quote."""

    begins: str
    """The beginning of the next line."""
    ends: bool = False
    """Whether the line has nothing else, so that Enter removes that instead."""


def continuation(before: str, line: str) -> Continuation | None:
    """Return what Enter does after `before` in a line; None for a plain new line."""
    item = _ITEM.match(line)
    if item is not None:
        if len(before) < item.end():
            return None
        if not line[item.end() :].strip():
            return Continuation(item["quote"], ends=True)
        number = item["number"]
        marker = f"{int(number) + 1}{item['dot']}" if number else item["marker"]
        task = "[ ] " if item["task"] else ""
        return Continuation(item["quote"] + item["indent"] + marker + item["gap"] + task)
    quote = _QUOTE.match(line)
    if quote is None or len(before) < quote.end():
        return None
    return Continuation("" if not line[quote.end() :].strip() else quote[0], ends=not line[quote.end() :].strip())


def is_item(line: str) -> bool:
    """Tell whether a line begins an item of a list."""
    return _ITEM.match(line) is not None


def indent_at(line: str) -> int:
    """Return where the indentation of a line begins: after the quote markers."""
    quote = _QUOTE.match(line)
    return quote.end() if quote is not None else 0


def outdent(line: str) -> tuple[int, int]:
    """Return the range of a line's first indentation step; empty if it has none."""
    found = _INDENT.match(line)
    return found.span("indent") if found is not None else (0, 0)


def is_address(text: str) -> bool:
    """Tell whether a text is a single web address."""
    return re.fullmatch(r"(?:https?://|mailto:|obsidian://)[^\s<>]+", text.strip()) is not None


_Mode = QTextCursor.MoveMode
_Move = QTextCursor.MoveOperation


def break_line(cursor: QTextCursor, line_ends: str, *, plain: bool) -> None:
    """Begin another line; unless `plain`, a list or quote continues, and an empty item ends.

    `line_ends` are the characters that may stand at the end of a line (see `NoteText`).
    """
    line = cursor.block().text()
    before = part_before(line, cursor.positionInBlock())
    next_line = None if plain or cursor.hasSelection() else continuation(before, line)
    cursor.beginEditBlock()
    if next_line is None:
        cursor.insertBlock()
    elif next_line.ends:
        cursor.movePosition(_Move.StartOfBlock)
        cursor.movePosition(_Move.EndOfBlock, _Mode.KeepAnchor)
        cursor.insertText(next_line.begins + (line[-1:] if line[-1:] in line_ends else ""))
    else:
        cursor.insertBlock()
        cursor.insertText(next_line.begins)
    cursor.endEditBlock()


def indent_lines(cursor: QTextCursor) -> None:
    """Indent the selected items, or the one with the caret; elsewhere insert a tab."""
    if not cursor.hasSelection() and not is_item(cursor.block().text()):
        cursor.insertText("\t")
        return
    cursor.beginEditBlock()
    for number in reversed(_lines(cursor)):
        block = cursor.document().findBlockByNumber(number)
        start = QTextCursor(block)
        start.setPosition(block.position() + indent_at(block.text()))
        start.insertText("\t")
    cursor.endEditBlock()


def outdent_lines(cursor: QTextCursor) -> None:
    """Remove one step of indentation from the selected lines."""
    cursor.beginEditBlock()
    for number in reversed(_lines(cursor)):
        block = cursor.document().findBlockByNumber(number)
        first, last = outdent(block.text())
        step = QTextCursor(block)
        step.setPosition(block.position() + first)
        step.setPosition(block.position() + last, _Mode.KeepAnchor)
        step.removeSelectedText()
    cursor.endEditBlock()


def toggle_style(cursor: QTextCursor, marker: str) -> None:
    """Put markers around the selection or the word, or remove them; the words stay selected."""
    if not cursor.hasSelection():
        cursor.select(QTextCursor.SelectionType.WordUnderCursor)
    document = cursor.document()
    start, end, size = cursor.selectionStart(), cursor.selectionEnd(), len(marker)
    around = QTextCursor(document)
    around.setPosition(max(0, start - size))
    around.setPosition(min(end + size, document.characterCount() - 1), _Mode.KeepAnchor)
    inner, outer = cursor.selectedText(), around.selectedText()
    cursor.beginEditBlock()
    if outer == f"{marker}{inner}{marker}" and start >= size:
        around.insertText(inner)
        start, end = start - size, end - size
    elif len(inner) > 2 * size and inner.startswith(marker) and inner.endswith(marker):
        cursor.insertText(inner[size:-size])
        end -= 2 * size
    else:
        cursor.setPosition(end)
        cursor.insertText(marker)
        cursor.setPosition(start)
        cursor.insertText(marker)
        start, end = start + size, end + size
    cursor.endEditBlock()
    cursor.setPosition(start)
    cursor.setPosition(end, _Mode.KeepAnchor)


def part_before(text: str, units: int) -> str:
    """Return the first part of a text, with its length in UTF-16 units."""
    if text.isascii() or max(text) <= "\uffff":
        return text[:units]
    return text.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "replace")


def part_from(text: str, units: int) -> str:
    """Return the rest of a text after this many UTF-16 units."""
    if text.isascii() or max(text) <= "\uffff":
        return text[units:]
    return text.encode("utf-16-le", "surrogatepass")[2 * units :].decode("utf-16-le", "replace")


def _lines(cursor: QTextCursor) -> range:
    """Return the numbers of the blocks that a selection touches."""
    document = cursor.document()
    first = document.findBlock(cursor.selectionStart())
    last = document.findBlock(max(cursor.selectionStart(), cursor.selectionEnd() - 1))
    return range(first.blockNumber(), last.blockNumber() + 1)
