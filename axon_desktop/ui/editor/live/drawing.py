"""Paints one line of a note with its grounds, and what stands for its hidden marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QPainter,
    QPainterPath,
    QPen,
    QTextBlock,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
)

from axon_desktop.theme.derived_colors import tint
from axon_desktop.ui.editor.live.block_layout import BlockData, x_of
from axon_desktop.ui.editor.live.drawn.pictures import LinePicture
from axon_desktop.ui.editor.live.looks import CODE_PAD, QUOTE_STEP, STEP, NoteLooks
from axon_desktop.ui.editor.live.proposals import UNDERLINE, place_woven
from axon_desktop.ui.look.theme import current_colors

Selected = tuple[int, int, QTextCharFormat]
_BOX = 14.0
_DOT = 2.6


def selections_of(context: QAbstractTextDocumentLayout.PaintContext) -> list[Selected]:
    """Return (start, end, format) of what is selected or marked; copies, since the list of Qt does not stay."""
    selections = context.selections
    return [
        (part.cursor.selectionStart(), part.cursor.selectionEnd(), QTextCharFormat(part.format))
        for part in selections
    ]


def paint_block(
    painter: QPainter, block: QTextBlock, data: BlockData, looks: NoteLooks, selections: Sequence[Selected]
) -> None:
    """Paint a block that is laid out and at its place."""
    layout, ranges = block.layout(), [*_ranges(block, selections)]
    if data.woven is not None:
        ranges = [part for one in ranges for part in data.woven.parts(one)]
        layout = place_woven(data.woven, layout)
    if looks.live:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(0, layout.position().y())
        _paint_grounds(painter, block, data, looks)
        _paint_mark(painter, data, layout, looks)
        painter.restore()
    layout.draw(painter, QPointF(), ranges)
    if underlined := [part for part in [*ranges, *layout.formats()] if part.format.hasProperty(UNDERLINE)]:
        _paint_underlines(painter, layout, underlined)
    if data.pictures and not data.revealed and looks.drawn is not None:
        for picture, place in places_of(data, layout):
            looks.drawn.paint_picture(painter, picture, place.translated(0, layout.position().y()))


def places_of(data: BlockData, layout: QTextLayout) -> Iterator[tuple[LinePicture, QRectF]]:
    """Yield the pictures among the words of a block that is laid out, and where each is in it."""
    for picture, room in data.pictures:
        start = data.place_of(picture.start, behind=True)
        line = layout.lineForTextPosition(start)
        baseline = line.y() + line.ascent()
        left, _ = _edges(line, start, start + 1)
        corner = QPointF(left, round(baseline - room.ascent))
        yield picture, QRectF(corner, QSizeF(room.width, room.ascent + room.descent))


def _paint_underlines(painter: QPainter, layout: QTextLayout, parts: Sequence[QTextLayout.FormatRange]) -> None:
    """Paint the lines of two pixels below parts of a text."""
    for part in parts:
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            if (rect := part_of(line, part.start, part.start + part.length)) is not None:
                place = QRectF(rect.left() + 2, line.y() + line.height(), rect.width() - 4, 2)
                painter.fillRect(place.translated(layout.position()), part.format.colorProperty(UNDERLINE))


def _ranges(block: QTextBlock, selections: Sequence[Selected]) -> Iterator[QTextLayout.FormatRange]:
    start, length = block.position(), block.length()
    for first, last, look in selections:
        if first < start + length and last > start and first < last:
            part = QTextLayout.FormatRange()
            part.start = max(0, first - start)
            part.length = min(length, last - start) - part.start
            part.format = look
            yield part


def _paint_grounds(painter: QPainter, block: QTextBlock, data: BlockData, looks: NoteLooks) -> None:
    line, colors = data.line, current_colors()
    painter.setPen(Qt.PenStyle.NoPen)
    left = looks.left
    if data.callout is not None:
        shades = tint(colors, data.callout.hue)
        painter.fillRect(QRectF(left, 0, looks.width, data.height), QColor(shades.ground))
        painter.fillRect(QRectF(left, 0, 3, data.height), QColor(shades.bar))
    for depth in range(1 if data.callout is not None else 0, line.quotes):
        painter.fillRect(QRectF(left + depth * QUOTE_STEP, 0, 3, data.height), QColor(colors.line))
    if line.kind in ("code", "fence"):
        ground = QRectF(
            data.content - CODE_PAD, 0, looks.left + looks.width - data.content + CODE_PAD, data.height
        )
        _paint_code_ground(painter, ground, block, QColor(colors.code))
    layout = data.painted(block)
    for start, end, kind in data.chips:
        painter.setBrush(QColor(colors.accent_soft if kind == "tag" else colors.code))
        for number in range(layout.lineCount()):
            if (rect := part_of(layout.lineAt(number), start, end)) is not None:
                painter.drawRoundedRect(rect, 7 if kind == "tag" else 4, 7 if kind == "tag" else 4)


def _paint_code_ground(painter: QPainter, ground: QRectF, block: QTextBlock, color: QColor) -> None:
    """Paint a piece of the ground of a block of code, with round corners at its ends."""
    above, below = (_is_code(other) for other in (block.previous(), block.next()))
    painter.save()
    painter.setClipRect(ground, Qt.ClipOperation.IntersectClip)
    painter.setBrush(color)
    painter.drawRoundedRect(ground.adjusted(0, -8 if above else 0, 0, 8 if below else 0), 6, 6)
    painter.restore()


def _is_code(block: QTextBlock) -> bool:
    data = block.userData() if block.isValid() else None
    return isinstance(data, BlockData) and data.line.kind in ("code", "fence")


def part_of(line: QTextLine, start: int, end: int) -> QRectF | None:
    """Return where a part of a block is in one of its lines."""
    first, last = max(start, line.textStart()), min(end, line.textStart() + line.textLength())
    if first >= last:
        return None
    left, right = _edges(line, first, last)
    return QRectF(left - 2, line.y() + 1, right - left + 4, line.height() - 1)


def _edges(line: QTextLine, first: int, last: int) -> tuple[float, float]:
    """Return the edges of letters; a place between two of them is at two points where directions meet."""
    runs = [run.boundingRect() for run in line.glyphRuns(first, last - first)]
    edges = [edge for run in runs for edge in (run.left(), run.right())] or [x_of(line, first), x_of(line, last)]
    return min(edges), max(edges)


def _paint_mark(painter: QPainter, data: BlockData, layout: QTextLayout, looks: NoteLooks) -> None:
    """Paint what stands for the hidden mark of a line."""
    line, colors = data.line, current_colors()
    if data.revealed or layout.lineCount() == 0:
        return
    if line.kind == "rule":
        y = round(data.height / 2)
        painter.fillRect(QRectF(data.content, y, looks.left + looks.width - data.content, 1), QColor(colors.line))
    elif line.kind in ("list", "task"):
        middle = data.row[0] + data.row[1] / 2
        if line.kind == "list":
            x = data.edge + STEP / 2 + 2 if data.is_rtl else data.content - STEP / 2 - 2
            painter.setBrush(QColor(colors.text))
            painter.drawEllipse(QPointF(x, middle), _DOT, _DOT)
        else:
            x = data.edge + STEP - 1.5 - _BOX if data.is_rtl else data.content - STEP + 1.5
            _paint_box(painter, QRectF(x, round(middle - _BOX / 2) + 0.5, _BOX, _BOX), done=line.done)


def box_of(data: BlockData) -> QRectF:
    """Return where the box of a task is clicked, in its block."""
    return QRectF(data.edge + 2 if data.is_rtl else data.content - STEP, data.row[0], STEP - 2, data.row[1])


def _paint_box(painter: QPainter, box: QRectF, *, done: bool) -> None:
    colors = current_colors()
    painter.setPen(QPen(QColor(colors.accent if done else colors.muted), 1.3))
    painter.setBrush(QColor(colors.accent if done else colors.bg))
    painter.drawRoundedRect(box, 3.5, 3.5)
    if done:
        check = QPainterPath(QPointF(box.left() + 3.4, box.center().y() + 0.4))
        check.lineTo(box.left() + 6, box.bottom() - 4)
        check.lineTo(box.right() - 3.2, box.top() + 4.2)
        painter.setPen(QPen(QColor(colors.on_accent), 1.6))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(check)
