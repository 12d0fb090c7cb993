"""What is clicked in a line whose marks are hidden: the box of a task, or a link."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QTextBlock, QTextCursor

from axon_desktop.ui.editor.live.block_layout import Places
from axon_desktop.ui.editor.live.drawing import box_of
from axon_desktop.ui.editor.live.layout import NoteLayout

_FOLLOWED = ("link", "tag")


class Target(Struct, frozen=True):
    """What is at a point."""

    kind: Literal["box", "link", "drawn"]
    position: int
    """In the document: of the mark in the box, in the link, or of the first line of a drawing."""
    href: str = ""
    """The address of a link in a drawing, in the grammar of MarkdownView."""


def target_at(layout: NoteLayout, point: QPointF) -> Target | None:
    """Return the box or link that is shown at a point; one whose line shows its marks is text to be edited."""
    block = layout.block_at(point.y())
    data = layout.laid_out(block)
    if data.chunk is not None:
        href = layout.link_in(data.chunk, point - QPointF(0, layout.top_of(block)))
        return Target("drawn", block.position(), href) if href else None
    if data.revealed or data.group is not None:
        return None
    places = Places(block.text())
    if data.line.box >= 0:
        box = box_of(data, block.layout()).translated(0, layout.top_of(block))
        if box.contains(point):
            return Target("box", block.position() + places.of(data.line.box))
    at = layout.hitTest(point, Qt.HitTestAccuracy.ExactHit) - block.position()
    for start, end, kind in data.line.spans:
        if kind in _FOLLOWED and places.of(start) <= at <= places.of(end) and at >= 0:
            return Target("link", block.position() + at)
    return None


def tick(block: QTextBlock, position: int) -> None:
    """Tick the box whose mark is at a position, or untick it; one step of undo, and no caret moves."""
    cursor = QTextCursor(block)
    cursor.setPosition(position)
    cursor.setPosition(position + 1, QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText("x" if cursor.selectedText() == " " else " ")
