"""The program's own icons: one SVG file each in resources/icons, in any colour, size and scale."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtWidgets import QToolButton

from axon_desktop.paths import resources_dir
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.look.theme import current_colors

if TYPE_CHECKING:
    from PySide6.QtSvg import QSvgRenderer

_CACHED = 512
"""Maximum number of cached pictures: some forty icons, each in a few colours and sizes."""


@lru_cache(1)
def _drawing(name: str) -> QSvgRenderer:
    """Return the drawing of an icon; the last one is cached, since it is usually needed in several scales."""
    from PySide6.QtSvg import QSvgRenderer  # a millisecond that only a window needs

    file = resources_dir() / "icons" / f"{name}.svg"
    if not file.is_file():
        raise KeyError(f"no icon {name!r}: {file} is missing")
    return QSvgRenderer(str(file))


@lru_cache(_CACHED)
def _shape(name: str, side: int) -> QPixmap:
    """Return an icon of so many pixels in black, which `currentColor` is until `_picture` replaces it."""
    drawing = _drawing(name)  # before there is a painter: an unfinished one crashes the program
    picture, painter = _square(side)
    drawing.render(painter, QRectF(0, 0, side, side))
    painter.end()
    return picture


@lru_cache(_CACHED)
def _picture(name: str, color: str, side: int) -> QPixmap:
    """Return an icon of so many pixels in a colour; rows request theirs whenever they are painted."""
    picture = QPixmap(_shape(name, side))
    painter = QPainter(picture)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(color))
    painter.drawRect(picture.rect())  # `fillRect` would have PySide create all gradients first, some ms
    painter.end()
    return picture


def _square(side: int) -> tuple[QPixmap, QPainter]:
    """Return an empty square of so many pixels, and its painter."""
    picture = QPixmap(side, side)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return picture, painter


def paint_icon(painter: QPainter, name: str, rect: QRectF, color: QColor) -> None:
    """Paint an icon in an opaque colour into a square, which is aligned to whole pixels of the screen.

    Raises:
        KeyError: there is none of that name.
    """
    on_screen = painter.deviceTransform()  # with the scale of the screen and that of a zoomed board
    scale, corner = on_screen.m11(), on_screen.map(rect.topLeft())
    side = round(rect.width() * scale)
    if side <= 0:
        return
    left, top = round(corner.x()) - corner.x(), round(corner.y()) - corner.y()
    place = QRectF(rect.x() + left / scale, rect.y() + top / scale, side / scale, side / scale)
    picture = _picture(name, color.name(), side)
    painter.drawPixmap(place, picture, QRectF(picture.rect()))


def _as_on_screen(picture: QPixmap, ratio: float) -> QPixmap:
    """Return a picture with the device pixel ratio of a screen of this scale."""
    shown = QPixmap(picture)  # the cached one has no scale
    shown.setDevicePixelRatio(ratio)
    return shown


class _Engine(QIconEngine):
    """Draws an icon when it is painted: in the current colours, text size and scale of the screen."""

    def __init__(self, name: str, size: int) -> None:
        super().__init__()
        self._name, self._size = name, size

    def actualSize(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QSize:
        """Return the size for the current text size, as far as there is room."""
        return size.boundedTo(QSize(px(self._size), px(self._size)))

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Paint it in the middle of a rectangle."""
        place = QRect(QPoint(0, 0), self.actualSize(rect.size(), mode, state))
        place.moveCenter(rect.center())
        paint_icon(painter, self._name, QRectF(place), QColor(_color(mode)))

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        """Return it in the resolution of a screen of this scale, in this size at most."""
        side = self.actualSize(size, mode, state).width()
        return _picture(self._name, _color(mode), round(side * scale))

    def clone(self) -> QIconEngine:
        """Return another engine; Qt asks for one when something is added to an icon, and does not own it."""
        _CLONES.append(engine := _Engine(self._name, self._size))
        return engine


_CLONES: list[_Engine] = []


def _color(mode: QIcon.Mode) -> str:
    """Return the colour of an icon: that of text, or of what cannot be used."""
    colors = current_colors()
    return colors.disabled if mode is QIcon.Mode.Disabled else colors.text


@cache
def icon(name: str, size: int = 16) -> QIcon:
    """Return an icon in the text colour, faint when disabled, which follows the current look.

    There is one for each name and size, and it stays: Qt would free an engine created in Python too early.

    Raises:
        KeyError: there is none of that name.
    """
    _drawing(name)
    return QIcon(_Engine(name, size))


def icon_button(icon_name: str, title: str) -> QToolButton:
    """Return a button with an icon alone, which a bar shows; its tooltip and its name say what it does."""
    button = QToolButton()
    button.setAutoRaise(True)
    button.setIcon(icon(icon_name))
    button.setToolTip(plain_tip(title))
    button.setAccessibleName(title)
    return button


def disc(color: str, size: int = 12) -> QIcon:
    """Return a disc of a colour, as a colour sample."""
    made, side = QIcon(), px(size)
    for ratio in sorted({screen.devicePixelRatio() for screen in QGuiApplication.screens()}):
        picture, painter = _square(round(side * ratio))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(color))
        painter.drawEllipse(QRectF(picture.rect()))
        painter.end()
        made.addPixmap(_as_on_screen(picture, ratio))
    return made


def app_icon() -> QIcon:
    """Return the program's icon in all its sizes."""
    made = QIcon()
    for file in sorted((resources_dir() / "icons").glob("axon-*.png")):
        made.addFile(str(file))
    return made
