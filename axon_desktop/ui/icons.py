"""Small icons, the program's own: strokes of one width on a grid of 16, painted in any colour, size and scale."""

from __future__ import annotations

from typing import TypeAlias

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPen, QPixmap, QPolygonF

from axon_desktop.paths import resources_dir
from axon_desktop.ui.sizes import px
from axon_desktop.vault.markdown.colors import Colors

Point: TypeAlias = tuple[float, float]
Stroke: TypeAlias = tuple[Point, ...]

STROKE = 1.4
"""Width of every line, in units of the grid."""

_LINES: dict[str, tuple[Stroke, ...]] = {
    "back": (((13, 8), (3, 8)), ((7, 4), (3, 8), (7, 12))),
    "forward": (((3, 8), (13, 8)), ((9, 4), (13, 8), (9, 12))),
    "up": (((4, 10), (8, 6), (12, 10)),),
    "down": (((4, 6), (8, 10), (12, 6)),),
    "chevron_right": (((6, 4), (10, 8), (6, 12)),),
    "chevron_down": (((4, 6), (8, 10), (12, 6)),),
    "close": (((4, 4), (12, 12)), ((12, 4), (4, 12))),
    "cross": (((4, 4), (12, 12)), ((12, 4), (4, 12))),
    "check": (((3, 8.5), (6.5, 12), (13, 4.5)),),
    "plus": (((8, 3), (8, 13)), ((3, 8), (13, 8))),
    "minus": (((3, 8), (13, 8)),),
    "fit": (
        ((3, 6), (3, 3), (6, 3)),
        ((10, 3), (13, 3), (13, 6)),
        ((13, 10), (13, 13), (10, 13)),
        ((6, 13), (3, 13), (3, 10)),
    ),
    "search": (((10.2, 10.2), (13.5, 13.5)),),
    "stop": (((4.5, 4.5), (11.5, 4.5), (11.5, 11.5), (4.5, 11.5), (4.5, 4.5)),),
    "send": (((13, 4), (13, 8), (4, 8)), ((7, 5), (4, 8), (7, 11))),
    "undo": (((6, 3), (3, 6), (6, 9)), ((3, 6), (9.5, 6), (12.5, 8), (12.5, 10), (9.5, 12.5), (6, 12.5))),
    "retry": (((12.5, 3), (12.5, 6.5), (9, 6.5)),),
    "history": (((8, 5), (8, 8), (10.5, 9.5)),),
    "note": (
        ((4, 2.5), (9.5, 2.5), (12, 5), (12, 13.5), (4, 13.5), (4, 2.5)),
        ((6, 7), (10, 7)),
        ((6, 10), (10, 10)),
    ),
    "folder": (((2.5, 4), (6.5, 4), (8, 5.5), (13.5, 5.5), (13.5, 12.5), (2.5, 12.5), (2.5, 4)),),
    "copy": (
        ((5.5, 5.5), (13, 5.5), (13, 13.5), (5.5, 13.5), (5.5, 5.5)),
        ((3, 10.5), (3, 2.5), (10.5, 2.5)),
    ),
    "warning": (((8, 2.5), (14, 13), (2, 13), (8, 2.5)), ((8, 6.5), (8, 9.5)), ((8, 11.2), (8, 11.4))),
    "info": (((8, 7.2), (8, 11)), ((8, 5), (8, 5.2))),
    "outline": (
        ((3, 4), (13, 4)),
        ((5.5, 8), (13, 8)),
        ((8, 12), (13, 12)),
        ((3, 8), (3.2, 8)),
        ((5.5, 12), (5.7, 12)),
    ),
    "link": (
        ((7, 9), (6.2, 8), (6.2, 6.8), (9, 4), (10.4, 3.6), (12, 4.4), (12.4, 6), (12, 7), (10.6, 8.4)),
        ((9, 7), (9.8, 8), (9.8, 9.2), (7, 12), (5.6, 12.4), (4, 11.6), (3.6, 10), (4, 9), (5.4, 7.6)),
    ),
    "tag": (((3, 8.2), (3, 3), (8.2, 3), (13.2, 8), (8, 13.2), (3, 8.2)), ((5.6, 5.6), (5.8, 5.6))),
    "heading": (((4, 3), (4, 13)), ((12, 3), (12, 13)), ((4, 8), (12, 8))),
    "alias": (((3, 13), (3, 9), (5.5, 6.5), (13, 6.5)), ((9.5, 3), (13, 6.5), (9.5, 10))),
    "sort": (
        ((4.5, 3), (4.5, 13)),
        ((2.5, 11), (4.5, 13), (6.5, 11)),
        ((9, 4.5), (13.5, 4.5)),
        ((9, 8), (12, 8)),
        ((9, 11.5), (10.5, 11.5)),
    ),
    "more": (),
    "blank": (),
    "busy": (),
    "unsaved": (),
    "settings": (((2.5, 5), (13.5, 5)), ((2.5, 11), (13.5, 11))),
    "fold": (((4.5, 2.5), (8, 6), (11.5, 2.5)), ((4.5, 13.5), (8, 10), (11.5, 13.5))),
    "unfold": (((4.5, 5.5), (8, 2), (11.5, 5.5)), ((4.5, 10.5), (8, 14), (11.5, 10.5))),
    "help": (((6, 6.3), (6.3, 5.2), (8, 4.6), (9.7, 5.2), (10, 6.4), (8, 8.2), (8, 9.3)), ((8, 11.2), (8, 11.4))),
}
_CIRCLES: dict[str, tuple[tuple[float, float, float], ...]] = {
    "search": ((7, 7, 4),),
    "history": ((8, 8, 5.5),),
    "info": ((8, 8, 6),),
    "unsaved": ((8, 8, 2.6), (8, 8, 1.5), (8, 8, 0.5)),
    "settings": ((6, 5, 1.8), (10, 11, 1.8)),
    "help": ((8, 8, 6),),
}
_DOTS: dict[str, tuple[Point, ...]] = {"more": ((3.5, 8), (8, 8), (12.5, 8))}
_ARCS: dict[str, tuple[tuple[float, float, float, int, int], ...]] = {
    "retry": ((8, 8, 5, 20, 320),),
    "busy": ((8, 8, 5, 90, 270),),
}

NAMES = tuple(_LINES)


def paint_icon(painter: QPainter, name: str, rect: QRectF, color: QColor) -> None:
    """Paint one icon into a square; an unknown name is a KeyError."""
    lines = _LINES[name]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / 16, rect.height() / 16)
    pen = QPen(color, STROKE, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for stroke in lines:
        painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in stroke]))
    for x, y, radius in _CIRCLES.get(name, ()):
        painter.drawEllipse(QPointF(x, y), radius, radius)
    for x, y, radius, start, span in _ARCS.get(name, ()):
        painter.drawArc(QRectF(x - radius, y - radius, 2 * radius, 2 * radius), start * 16, span * 16)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    for x, y in _DOTS.get(name, ()):
        painter.drawEllipse(QPointF(x, y), 1.3, 1.3)
    painter.restore()


def _picture(side: int, ratio: float) -> tuple[QPixmap, QPainter]:
    """Return an empty square, as fine as a screen of this scale shows it, and what paints on it."""
    picture = QPixmap(round(side * ratio), round(side * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return picture, painter


def _pixmap(name: str, color: str, side: int, ratio: float) -> QPixmap:
    picture, painter = _picture(side, ratio)
    paint_icon(painter, name, QRectF(0, 0, side, side), QColor(color))
    painter.end()
    return picture


def _ratios() -> list[float]:
    """Return the scales of the screens that are there, and the usual ones of those that may come."""
    return sorted({1.0, 2.0} | {screen.devicePixelRatio() for screen in QGuiApplication.screens()})


def icon(name: str, colors: Colors, size: int = 16) -> QIcon:
    """Return an icon in the theme's text colour, faint when disabled, beside the text in force.

    Raises:
        KeyError: there is none of that name.
    """
    if name not in _LINES:
        raise KeyError(name)  # not later: a painter that is left open takes the program with it
    made, side = QIcon(), px(size)
    for ratio in _ratios():
        made.addPixmap(_pixmap(name, colors.text, side, ratio), QIcon.Mode.Normal)
        made.addPixmap(_pixmap(name, colors.line, side, ratio), QIcon.Mode.Disabled)
    return made


def disc(color: str, size: int = 12) -> QIcon:
    """Return a disc of a colour, to show which one is meant."""
    made, side = QIcon(), px(size)
    for ratio in _ratios():
        picture, painter = _picture(side, ratio)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(color))
        painter.drawEllipse(QRectF(0, 0, side, side))
        painter.end()
        made.addPixmap(picture)
    return made


def app_icon() -> QIcon:
    """Return the program's icon in all its sizes."""
    made = QIcon()
    for file in sorted((resources_dir() / "icons").glob("axon-*.png")):
        made.addFile(str(file))
    return made
