"""A picture ready for the layout: a decoded file of the vault, or a drawing."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QImage, QPainter, QTextCharFormat

from axon_desktop.theme.colors import Colors

MAX_PIXELS = 12_000_000
"""Limit for one drawing; a larger one is drawn coarser."""
Alignment = QTextCharFormat.VerticalAlignment


@dataclass(frozen=True, slots=True)
class Picture:
    """An image and its position in a line."""

    image: QImage
    size: QSizeF
    """Its natural size, in pixels of the view."""
    alignment: Alignment = Alignment.AlignNormal
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


def stand(ascent: float, descent: float, font: QFont) -> tuple[float, Alignment]:
    """Return the room to add above (negative) or below a picture to align it with the text, and the alignment.

    Qt has two usable alignments: the lower edge on the descent of the font, or the middle a quarter of the
    x-height above the baseline.
    """
    metrics = QFontMetrics(font)
    if descent <= metrics.descent():
        return metrics.descent() - descent, Alignment.AlignBaseline
    return ascent - descent - metrics.xHeight() / 2, Alignment.AlignMiddle


_FORMAT = QImage.Format.Format_ARGB32_Premultiplied
