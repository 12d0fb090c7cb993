"""Lines are moved together with what they are folded to, and over what others are folded to."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QTextBlock

from axon_desktop.text.edits.lines import move_lines

if TYPE_CHECKING:
    from axon_desktop.ui.editor.text_edit import NoteTextEdit


def move_seen_lines(edit: NoteTextEdit, *, down: bool) -> None:
    """Move the selected lines over the next one that is seen, or the one before."""
    folds, document, cursor = edit.note_layout.folds, edit.document(), edit.textCursor()
    if not folds.used or edit.joined:
        edit.editing.run(partial(move_lines, down=down))
        return
    first, last = document.findBlock(cursor.selectionStart()), document.findBlock(cursor.selectionEnd())
    if last != first and last.position() == cursor.selectionEnd():
        last = last.previous()
    along = _hidden_behind(last)
    beside = last
    for _ in range(along + 1):
        beside = beside.next()
    beside = beside if down else folds.head_of(first.previous())
    if not beside.isValid():
        return
    over = _hidden_behind(beside) + 1
    count, number = last.blockNumber() + along + 1 - first.blockNumber(), first.blockNumber()
    moved = last.blockNumber() + over if down else last.blockNumber() - over
    passed = number if down else number - over + count
    before = edit.version
    edit.editing.run(partial(move_lines, down=down, along=along, over=over))
    if edit.version != before:
        for hidden, head in ((along, moved), (over - 1, passed)):
            if hidden:
                edit.gutter.fold(document.findBlockByNumber(head), folded=True)


def _hidden_behind(block: QTextBlock) -> int:
    """Return how many lines behind one are hidden."""
    count, below = 0, block.next()
    while below.isValid() and not below.isVisible():
        count, below = count + 1, below.next()
    return count
