"""A picture ready for the layout: a decoded file of the vault, or a drawing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF, QImage, QPainter, QTextCharFormat, QTextImageFormat

from axon_desktop.theme.colors import Colors

MAX_PIXELS = 12_000_000
"""Limit for one drawing; a larger one is drawn coarser."""


@dataclass(frozen=True, slots=True)
class Picture:
    """An image and its position in a line."""

    image: QImage
    size: QSizeF
    """Its natural size, in pixels of the view."""
    descent: int = 0
    """How many pixels of the view are below the baseline of its line."""
    in_text: bool = False
    """Whether it is part of a line of text, whose height stays the same."""
    links: tuple[tuple[QRectF, str], ...] = ()
    """Parts of it that are links, and their addresses."""


@dataclass(frozen=True, slots=True)
class PictureFormat:
    """The settings that drawings depend on."""

    colors: Colors
    font: QFont
    """Font of the text around them."""
    ratio: float
    """Device pixels for each pixel of the view."""
    broken: str = "This formula could not be parsed"
    """The remark on a formula that cannot be drawn."""


def blank(size: QSizeF, ratio: float) -> QImage:
    """Return a transparent image of this size in pixels of the view, as fine as ratio and limit allow."""
    pixels = max(1.0, size.width() * size.height())
    ratio = min(ratio, (MAX_PIXELS / pixels) ** 0.5)
    image = QImage(max(1, round(size.width() * ratio)), max(1, round(size.height() * ratio)), _FORMAT)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    return image


def painter_on(image: QImage) -> QPainter:
    """Return an antialiasing painter."""
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    return painter


def reach_below(picture: QTextImageFormat, descent: int, font: QFont) -> None:
    """Let a picture in a text of Qt reach so many pixels below the baseline.

    Qt lets it reach as far as the letters of its own font do, which nothing else depends on.
    """
    if descent > 0:
        picture.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignBaseline)
        picture.setFont(_font_reaching(descent, font.family()))


@cache
def _font_reaching(descent: int, family: str) -> QFont:
    font = QFont(family)
    font.setPixelSize(100)
    likely = round(100 * descent / max(1.0, QFontMetricsF(font).descent()))
    for pixels in sorted(range(1, likely + 5), key=lambda one: abs(one - likely)):
        font.setPixelSize(pixels)
        if QFontMetrics(font).descent() == descent:
            break
    return font


_FORMAT = QImage.Format.Format_ARGB32_Premultiplied
