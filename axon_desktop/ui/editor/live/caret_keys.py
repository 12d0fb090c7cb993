"""Up and Down through lines that are shown as another text: Qt would go through those of the source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QKeyEvent, QKeySequence, QTextBlock, QTextCursor

if TYPE_CHECKING:
    from axon_desktop.ui.editor.live.layout import NoteLayout
    from axon_desktop.ui.editor.live.surface import NoteSurface

_Key, _Mode = QKeySequence.StandardKey, QTextCursor.MoveMode
_KEYS = {
    _Key.MoveToNextLine: (1, _Mode.MoveAnchor),
    _Key.MoveToPreviousLine: (-1, _Mode.MoveAnchor),
    _Key.SelectNextLine: (1, _Mode.KeepAnchor),
    _Key.SelectPreviousLine: (-1, _Mode.KeepAnchor),
}


def move_as_shown(edit: NoteSurface, event: QKeyEvent) -> bool:
    """Go a line up or down if that or this one is shown as another text; tell whether it is."""
    for key, (by, mode) in _KEYS.items():
        if event.matches(key):
            return _move(edit, by, mode)
    return False


def _move(edit: NoteSurface, by: int, mode: QTextCursor.MoveMode) -> bool:
    layout, cursor = edit.note_layout, edit.textCursor()
    x = cursor.verticalMovementX()
    x = x if x >= 0 else round(layout.rect_of(cursor.position()).x())
    block = cursor.block()
    data = layout.laid_out(block)
    painted, here = data.painted(block), data.place_of(cursor.positionInBlock())
    found, number = cursor.position(), painted.lineForTextPosition(here).lineNumber() + by
    while found == cursor.position() and 0 <= number < painted.lineCount():  # in proposed words is no place
        found, number = _place_at(layout, block, number, x), number + by
    if found != cursor.position() and data.woven is None:
        return False
    if found == cursor.position():
        beside = _seen_beside(block, by)
        if not beside.isValid() or layout.replaced(beside):
            return False
        if data.woven is None and layout.laid_out(beside).woven is None:
            return False
        lines = layout.laid_out(beside).painted(beside).lineCount()
        found = _place_at(layout, beside, 0 if by > 0 else lines - 1, x)
    cursor.setPosition(found, mode)
    cursor.setVerticalMovementX(x)
    edit.setTextCursor(cursor)
    edit.ensureCursorVisible()
    return True


def _place_at(layout: NoteLayout, block: QTextBlock, number: int, x: int) -> int:
    """Return the position at a horizontal place in a line of a block."""
    data = layout.laid_out(block)
    if data.group is not None:
        return block.position()
    at = data.painted(block).lineAt(number).xToCursor(x)
    return block.position() + (at if data.woven is None else data.woven.back(at))


def _seen_beside(block: QTextBlock, by: int) -> QTextBlock:
    """Return the next block, or the one before, that is in no fold."""
    block = block.next() if by > 0 else block.previous()
    while block.isValid() and not block.isVisible():
        block = block.next() if by > 0 else block.previous()
    return block
