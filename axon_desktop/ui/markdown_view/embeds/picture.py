"""A picture ready to be laid out in text: a decoded file of the vault, or something drawn."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QImage, QPainter, QTextCharFormat

from axon_desktop.theme.colors import Colors

MAX_PIXELS = 12_000_000
"""Of one drawn picture; a larger one is drawn coarser."""
Alignment = QTextCharFormat.VerticalAlignment


@dataclass(frozen=True, slots=True)
class Picture:
    """An image and how it stands in a line."""

    image: QImage
    size: QSizeF
    """Its natural size, in pixels of the view."""
    alignment: Alignment = Alignment.AlignNormal
    in_text: bool = False
    """Whether it is part of a line of text, which then keeps its height."""


@dataclass(frozen=True, slots=True)
class Look:
    """What drawn pictures are made to fit."""

    colors: Colors
    font: QFont
    """Of the text around them."""
    ratio: float
    """Device pixels for each pixel of the view."""
    broken: str = "This formula could not be parsed"
    """What is said of a formula that cannot be drawn."""


def blank(size: QSizeF, ratio: float) -> QImage:
    """Return a transparent image for so many pixels of the view, as fine as its ratio and the limit allow."""
    pixels = max(1.0, size.width() * size.height())
    ratio = min(ratio, (MAX_PIXELS / pixels) ** 0.5)
    image = QImage(max(1, round(size.width() * ratio)), max(1, round(size.height() * ratio)), _FORMAT)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    return image


def painter_on(image: QImage) -> QPainter:
    """Begin to paint smoothly."""
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    return painter


def stand(ascent: float, descent: float, font: QFont) -> tuple[float, Alignment]:
    """Return how much must be added above (negative) or below a picture so that Qt puts it on the line, and how.

    Qt knows two ways of use here: the lower edge on the descent of the font, or the middle a quarter of the
    height of an x above the line.
    """
    metrics = QFontMetrics(font)
    if descent <= metrics.descent():
        return metrics.descent() - descent, Alignment.AlignBaseline
    return ascent - descent - metrics.xHeight() / 2, Alignment.AlignMiddle


_FORMAT = QImage.Format.Format_ARGB32_Premultiplied
