"""Replacing a document's text by changing as little as possible: caret, scroll position and undo stack stay."""

from __future__ import annotations

from difflib import SequenceMatcher

from PySide6.QtGui import QTextCursor, QTextDocument

from axon_desktop.text.diff import equal_ends
from axon_desktop.ui.utf16 import units

_BREAK = "\u2029"
_COMPARED = 3_000
"""Lines between the first and the last difference that are compared one by one."""


def replace_text(document: QTextDocument, text: str) -> None:
    """Replace the lines that differ, as one undo step; the text has LF between lines."""
    old, new = document.toRawText().split(_BREAK), text.split("\n")
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    for old_start, old_end, lines in reversed(_differences(old, new)):
        _replace_lines(document, cursor, old_start, old_end, lines)
    cursor.endEditBlock()


def _differences(old: list[str], new: list[str]) -> list[tuple[int, int, list[str]]]:
    """Return (first line, line after the last, new lines) for each difference."""
    head, tail = equal_ends(old, new)
    middle, instead = old[head : len(old) - tail], new[head : len(new) - tail]
    if not middle and not instead:
        return []
    if max(len(middle), len(instead)) > _COMPARED:
        return [(head, head + len(middle), instead)]
    return [
        (head + i1, head + i2, instead[j1:j2])
        for tag, i1, i2, j1, j2 in SequenceMatcher(None, middle, instead, autojunk=False).get_opcodes()
        if tag != "equal"
    ]


def _replace_lines(document: QTextDocument, cursor: QTextCursor, first: int, end: int, lines: list[str]) -> None:
    """Replace the blocks from `first` up to `end`; at least one block stays, and some lines are new."""
    keep = QTextCursor.MoveMode.KeepAnchor
    block = document.findBlockByNumber(first)
    if first == end:  # lines are inserted: before this block, or after the last one
        if block.isValid():
            cursor.setPosition(block.position())
            cursor.insertText("".join(f"{line}\n" for line in lines))
        else:
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText("".join(f"\n{line}" for line in lines))
        return
    last = document.findBlockByNumber(end - 1)
    behind = last.position() + last.length() - 1
    if lines:
        cursor.setPosition(block.position())
        cursor.setPosition(behind, keep)
        _replace_selection(cursor, "\n".join(lines))
    elif last.next().isValid():
        cursor.setPosition(block.position())
        cursor.setPosition(last.next().position(), keep)
        cursor.removeSelectedText()
    else:
        cursor.setPosition(max(0, block.position() - 1))
        cursor.setPosition(behind, keep)
        cursor.removeSelectedText()


def _replace_selection(cursor: QTextCursor, text: str) -> None:
    """Replace the range between the first and the last different character."""
    old = cursor.selectedText().replace(_BREAK, "\n")
    head, tail = equal_ends(old, text)
    start = cursor.selectionStart() + units(old[:head])
    end = cursor.selectionEnd() - units(old[len(old) - tail :])
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(text[head : len(text) - tail])
