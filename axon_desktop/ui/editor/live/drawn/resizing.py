"""The pictures that are drawn in a text whose width may be changed: which one is where, and its new width."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTextCursor, QTextDocument

from axon_desktop.ui.editor.live.block_layout import Places
from axon_desktop.ui.editor.live.drawing import places_of
from axon_desktop.ui.editor.live.layout import NoteLayout
from axon_desktop.ui.editor.live.looks import NoteLooks
from axon_desktop.vault.links.picture_width import set_picture_width


class WrittenPicture(Struct, frozen=True):
    """A picture of the vault in a text."""

    rect: QRectF
    """Where it is, from the upper edge of the text."""
    most: float
    """The greatest width for which there is room."""
    path: str
    """Vault path of its file."""
    first: int
    """Number of the first of the blocks that are drawn together with it."""
    count: int
    """How many blocks these are."""
    number: int
    """Which of the pictures of this file in these blocks it is, from 0."""
    same: int
    """How many of them there are."""


def picture_at(layout: NoteLayout, looks: NoteLooks, point: QPointF) -> WrittenPicture | None:
    """Return the picture at a point, counted from the upper edge of the text."""
    block = layout.block_at(point.y())
    data, top = layout.laid_out(block), layout.top_of(block)
    pictures: list[tuple[str, QRectF]] = []
    count = 1
    if data.chunk is not None and data.group is not None and data.chunk.document is not None:
        corner, count = QPointF(looks.left, top), data.group.last - data.group.first + 1
        if not data.chunk.tables:  # of wide tables a part is shown
            pictures = [(name, rect.translated(corner)) for name, rect in data.chunk.document.pictures()]
    elif not data.revealed:
        places = [(picture, place) for picture, place in places_of(data, data.painted(block))]
        pictures = [(found.name, place.translated(0, top)) for found, place in places if not found.is_formula]
    at = next((at for at, (_, rect) in enumerate(pictures) if rect.contains(point)), None)
    if at is None or pictures[at][0].startswith("data:") or looks.drawn is None:
        return None
    name, rect = pictures[at]
    if not looks.drawn.has_picture(name):
        return None
    number, same = (sum(other == name for other, _ in part) for part in (pictures[:at], pictures))
    most = looks.left + looks.width - rect.left()
    return WrittenPicture(rect, most, name, block.blockNumber(), count, number, same)


def resize(
    document: QTextDocument, picture: WrittenPicture, width: int | None, resolve: Callable[[str], str | None]
) -> None:
    """Write the width of a picture, or take it away, as one step of undo, if it is clear which one is meant."""
    numbers = range(picture.first, picture.first + picture.count)
    before = "\n".join(document.findBlockByNumber(number).text() for number in numbers)
    after = set_picture_width(
        before,
        (1, picture.count),
        lambda target: resolve(target) == picture.path,
        picture.number,
        picture.same,
        width,
    )
    if after is None or after == before:
        return
    start = next((at for at, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), len(before))
    most = min(len(before), len(after)) - start
    end = next((at for at in range(most) if before[-1 - at] != after[-1 - at]), most)
    units, first = Places(before), document.findBlockByNumber(picture.first).position()
    cursor = QTextCursor(document)
    cursor.setPosition(first + units.of(start))
    cursor.setPosition(first + units.of(len(before) - end), QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(after[start : len(after) - end])
