"""Diagrams as pictures: paints a computed layout in the colours of the theme."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from axon_desktop.markdown.html.pictures import diagram_links
from axon_desktop.markdown.mermaid import lay_out, links_of, read_diagram
from axon_desktop.markdown.mermaid.drawing import Box, Drawing, Label, Line, Point, Tip
from axon_desktop.theme.colors import Colors
from axon_desktop.theme.derived_colors import READABLE, contrast, mix
from axon_desktop.ui.markdown_view.embeds.picture import Picture, PictureFormat, blank, painter_on

TEXT_SHARE = 0.87
"""Size of the text in diagrams, as a share of that of the note."""
WRAP = 240.0
"""Pixels after which the text of a node wraps."""
TIP = 9.0
MAX_SIDE = 12_000.0


def draw_diagram(source: str, detail: str, look: PictureFormat) -> Picture | None:
    """Return a Mermaid diagram; None if the source is not one."""
    diagram = read_diagram(source)
    if diagram is None:
        return None
    font = QFont(look.font)
    font.setPixelSize(max(8, round(font.pixelSize() * TEXT_SHARE)))
    metrics = QFontMetricsF(font)

    def measure(text: str) -> tuple[float, float]:
        box = metrics.boundingRect(QRectF(0, 0, WRAP, 1e5), _FLAGS, text)
        return math.ceil(box.width()) + 2.0, math.ceil(box.height())

    drawing = lay_out(diagram, measure)
    if not (0 < drawing.width <= MAX_SIDE and 0 < drawing.height <= MAX_SIDE):
        return None
    size = QSizeF(drawing.width, drawing.height)
    image = blank(size, look.ratio)
    painter = painter_on(image)
    painter.setFont(font)
    _Brush(painter, look.colors, measure).paint(drawing)
    painter.end()
    hrefs = dict(zip(links_of(diagram), diagram_links(detail), strict=False))
    links = ((QRectF(box.x, box.y, box.width, box.height), hrefs.get(box.link, "")) for box in drawing.boxes)
    return Picture(image, size, links=tuple(link for link in links if link[1]))


class _Brush:
    """Paints the parts of one diagram."""

    def __init__(self, painter: QPainter, colors: Colors, measure: object) -> None:
        self._painter = painter
        self._colors = colors
        self._metrics = QFontMetricsF(painter.font())

    def paint(self, drawing: Drawing) -> None:
        """Paint all of it: groups, lines, boxes, texts."""
        for box in drawing.boxes:
            if box.kind == "group":
                self._box(box)
        for line in drawing.lines:
            self._line(line)
        for box in drawing.boxes:
            if box.kind != "group":
                self._box(box)
        for label in drawing.labels:
            self._label(label)

    def _color(self, name: str) -> str:
        if name.startswith("#"):
            return name
        if name == "note":
            return mix(self._colors.bg, self._colors.warn, 0.16)
        return str(getattr(self._colors, name))

    def _box(self, box: Box) -> None:
        painter = self._painter
        rect = QRectF(box.x, box.y, box.width, box.height)
        pen = QPen(QColor(self._color(box.stroke)), box.stroke_width)
        if box.dashed:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(QColor(self._color(box.fill)) if box.fill else Qt.BrushStyle.NoBrush)
        text = rect
        if box.shape == "actor":
            text = self._actor(rect)
        else:
            painter.drawPath(_outline(box, rect))
        if box.shape == "cylinder":
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawArc(QRectF(rect.left(), rect.top(), rect.width(), 14), 180 * 16, 180 * 16)
            text = rect.adjusted(0, 12, 0, 0)
        elif box.shape == "double_circle":
            painter.drawEllipse(rect.adjusted(4, 4, -4, -4))
        elif box.shape == "subroutine":
            for x in (rect.left() + 7, rect.right() - 7):
                painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()))
        if box.text:
            self._text(box, text)

    def _text(self, box: Box, rect: QRectF) -> None:
        fill = self._color(box.fill) if box.fill else self._colors.bg
        ink = self._color(box.ink) if box.ink else self._colors.text
        if contrast(ink, fill) < READABLE:
            ink = max(("#15151c", "#ffffff"), key=lambda color: contrast(color, fill))
        self._painter.setPen(QColor(ink))
        self._write(rect, box.text)

    def _write(self, rect: QRectF, text: str) -> None:
        """Write in the middle of a rectangle, wrapped as it was measured."""
        box = self._metrics.boundingRect(QRectF(0, 0, WRAP, 1e5), _FLAGS, text)
        width = math.ceil(box.width()) + 2.0
        place = QRectF(0, 0, max(width, 1.0), math.ceil(box.height()))
        place.moveCenter(rect.center())
        self._painter.drawText(place, _FLAGS, text)

    def _actor(self, rect: QRectF) -> QRectF:
        """Paint a stick figure; return the rectangle of the name."""
        painter, x, y = self._painter, rect.center().x(), rect.top() + 2
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(x, y + 5), 5.0, 5.0)
        for first, last in (((0, 10), (0, 21)), ((-8, 14), (8, 14)), ((0, 21), (-7, 30)), ((0, 21), (7, 30))):
            painter.drawLine(QPointF(x + first[0], y + first[1]), QPointF(x + last[0], y + last[1]))
        return rect.adjusted(0, 32, 0, 0)

    def _line(self, line: Line) -> None:
        painter = self._painter
        pen = QPen(QColor(self._color(line.color)), line.width)
        if line.dashed:
            pen.setDashPattern([4.0 / line.width, 3.0 / line.width])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        points = [QPointF(*point) for point in line.points]
        painter.drawPath(_curve(points) if line.smooth and len(points) > 2 else _straight(points))
        self._tip(line.end, line.points[-2], line.points[-1], line)
        self._tip(line.start, line.points[1], line.points[0], line)

    def _tip(self, tip: Tip, before: Point, at: Point, line: Line) -> None:
        if tip == "none":
            return
        painter, color = self._painter, QColor(self._color(line.color))
        angle = math.atan2(at[1] - before[1], at[0] - before[0])
        painter.save()
        painter.translate(QPointF(*at))
        painter.rotate(math.degrees(angle))
        painter.setPen(QPen(color, max(1.2, line.width)))
        painter.setBrush(color if tip in ("arrow", "circle") else Qt.BrushStyle.NoBrush)
        if tip == "arrow":
            painter.drawPolygon(QPolygonF([QPointF(0, 0), QPointF(-TIP, -TIP / 2.4), QPointF(-TIP, TIP / 2.4)]))
        elif tip == "open":
            painter.drawPolyline(QPolygonF([QPointF(-TIP, -TIP / 2), QPointF(0, 0), QPointF(-TIP, TIP / 2)]))
        elif tip == "circle":
            painter.drawEllipse(QPointF(-TIP / 2, 0), TIP / 2 - 1, TIP / 2 - 1)
        else:
            for way in (-1, 1):
                painter.drawLine(QPointF(-TIP, -way * TIP / 2), QPointF(-1, way * TIP / 2))
        painter.restore()

    def _label(self, label: Label) -> None:
        painter = self._painter
        font = QFont(painter.font())
        painter.save()
        if label.bold:
            font.setBold(True)
            painter.setFont(font)
        box = QFontMetricsF(font).boundingRect(QRectF(0, 0, WRAP, 1e5), _FLAGS, label.text)
        place = QRectF(0, 0, math.ceil(box.width()) + 2, math.ceil(box.height()))
        place.moveCenter(QPointF(label.x, label.y))
        if label.align == "left":
            place.moveLeft(label.x)
        if label.ground:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._colors.bg))
            painter.drawRoundedRect(place.adjusted(-3, -1, 3, 1), 3, 3)
        painter.setPen(QColor(self._color(label.color)))
        painter.drawText(place, _FLAGS, label.text)
        painter.restore()


def _outline(box: Box, rect: QRectF) -> QPainterPath:
    """Return the outline of a shape."""
    path = QPainterPath()
    if box.shape in _CORNERS:
        slant = min(rect.width() / 4, rect.height() / 2 if box.shape == "hexagon" else 16.0)
        corners = [(x, y, shift * slant) for x, y, shift in _CORNERS[box.shape]]
        points = [
            QPointF(rect.left() + x * rect.width() + shift, rect.top() + y * rect.height())
            for x, y, shift in corners
        ]
        path.addPolygon(QPolygonF([*points, points[0]]))
    elif box.shape in ("circle", "double_circle"):
        path.addEllipse(rect)
    elif box.shape == "cylinder":
        path.moveTo(rect.left(), rect.top() + 7)
        path.arcTo(QRectF(rect.left(), rect.top(), rect.width(), 14), 180, -180)
        path.lineTo(rect.right(), rect.bottom() - 7)
        path.arcTo(QRectF(rect.left(), rect.bottom() - 14, rect.width(), 14), 0, -180)
        path.closeSubpath()
    else:
        radius = {"stadium": rect.height() / 2, "round": 8.0, "rect": 3.0}.get(box.shape, 0.0)
        path.addRoundedRect(rect, radius, radius)
    return path


def _straight(points: Sequence[QPointF]) -> QPainterPath:
    path = QPainterPath(points[0])
    for point in points[1:]:
        path.lineTo(point)
    return path


def _curve(points: Sequence[QPointF]) -> QPainterPath:
    """Return a smooth line near the points: curves that begin and end in the midpoints between them."""
    path = QPainterPath(points[0])
    for index in range(1, len(points) - 1):
        last = index == len(points) - 2
        end = points[index + 1] if last else (points[index] + points[index + 1]) / 2
        path.quadTo(points[index], end)
    return path


_FLAGS = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
_CORNERS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "diamond": ((0.5, 0, 0), (1, 0.5, 0), (0.5, 1, 0), (0, 0.5, 0)),
    "hexagon": ((0, 0, 1), (1, 0, -1), (1, 0.5, 0), (1, 1, -1), (0, 1, 1), (0, 0.5, 0)),
    "lean_right": ((0, 0, 1), (1, 0, 0), (1, 1, -1), (0, 1, 0)),
    "lean_left": ((0, 0, 0), (1, 0, -1), (1, 1, 0), (0, 1, 1)),
    "trapezoid": ((0, 0, 1), (1, 0, -1), (1, 1, 0), (0, 1, 0)),
    "inverse_trapezoid": ((0, 0, 0), (1, 0, 0), (1, 1, -1), (0, 1, 1)),
    "flag": ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0.5, 1)),
}
"""Corners of the shapes, as shares of width and height, and their sideways shift."""
