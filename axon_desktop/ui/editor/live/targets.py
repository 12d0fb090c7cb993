"""What is under the mouse: in a line whose marks are hidden the box of a task, and in any a link."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QTextBlock, QTextCursor

from axon_desktop.ui.editor.live.block_layout import Places
from axon_desktop.ui.editor.live.drawing import box_of, part_of
from axon_desktop.ui.editor.live.layout import NoteLayout
from axon_desktop.ui.editor.live.tokens import read_line
from axon_desktop.vault.links.link_text import link_at

_FOLLOWED = ("link", "tag")


class Target(Struct, frozen=True):
    """What is at a point."""

    kind: Literal["box", "link", "drawn"]
    position: int
    """In the document: of the mark in the box, in the link, or of the first line of a drawing."""
    href: str = ""
    """The address of a link in a drawing, in the grammar of MarkdownView."""


class PointedLink(Struct, frozen=True):
    """A link in a text."""

    href: str
    """Its address in the grammar of MarkdownView."""
    rect: QRectF
    """Where it is, from the upper edge of the text."""
    as_text: bool
    """Whether its marks are shown, so that a click puts the caret there."""


def pointed_link(layout: NoteLayout, point: QPointF, resolve: Callable[[str], str | None]) -> PointedLink | None:
    """Return the link at a point."""
    target = target_at(layout, point)
    if target is not None and target.kind == "drawn":
        from axon_desktop.ui.markdown_view.layout.chunk import COMMANDS

        here = QRectF(point - QPointF(0, 8), QSizeF(1, 16))
        return None if target.href.startswith(COMMANDS) else PointedLink(target.href, here, as_text=False)
    at = target.position if target is not None else layout.hitTest(point, Qt.HitTestAccuracy.ExactHit)
    return written_link(layout, at, resolve, as_text=target is None) if at >= 0 else None


def written_link(
    layout: NoteLayout, position: int, resolve: Callable[[str], str | None], *, as_text: bool
) -> PointedLink | None:
    """Return the link at a position of the document."""
    block = layout.document().findBlock(position)
    text, data = block.text(), layout.laid_out(block)
    places, at = Places(text), position - block.position()
    for start, end, kind in data.line.spans:
        first, last = places.of(start), places.of(end)
        if kind in ("link", "address", "tag") and first <= at <= last:
            href = link_at(text, start + 1, resolve)
            first, last = data.place_of(first, behind=True), data.place_of(last)
            line = data.painted(block).lineForTextPosition(min(data.place_of(at), last - 1))
            rect = part_of(line, first, last) if line.isValid() else None
            if href and rect is not None:
                return PointedLink(href, rect.translated(0, layout.top_of(block)), as_text)
    return None


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
    drawn = [picture.start for picture, _ in data.pictures]
    if data.line.box >= 0:
        box = box_of(data).translated(0, layout.top_of(block))
        if box.contains(point):
            return Target("box", block.position() + places.of(data.line.box))
    at = layout.hitTest(point, Qt.HitTestAccuracy.ExactHit) - block.position()
    for start, end, kind in data.line.spans:
        if kind in _FOLLOWED and places.of(start) <= at <= places.of(end) and at >= 0:
            if places.of(start) in drawn:
                return None
            return Target("link", block.position() + at)
    return None


def box_in(layout: NoteLayout, block: QTextBlock) -> int:
    """Return the position of the mark of a task in a block; -1 if it is none."""
    text = block.text()
    box = read_line(layout.states.before(block), text).box
    return block.position() + Places(text).of(box) if box >= 0 else -1


def tick(block: QTextBlock, position: int) -> None:
    """Tick the box whose mark is at a position, or untick it; one step of undo, and no caret moves."""
    cursor = QTextCursor(block)
    cursor.setPosition(position)
    cursor.setPosition(position + 1, QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText("x" if cursor.selectedText() == " " else " ")
