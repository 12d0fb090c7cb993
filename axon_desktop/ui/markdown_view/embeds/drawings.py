"""Drawings of the view itself, by address: formulas, diagrams and the icons of callouts."""

from __future__ import annotations

from PySide6.QtCore import QSizeF

from axon_desktop.markdown.html.pictures import (
    CANVAS,
    DIAGRAM_SCHEME,
    DISPLAY,
    ICON_SCHEME,
    read_address,
)
from axon_desktop.ui.lazy_import import load
from axon_desktop.ui.markdown_view.embeds.picture import Picture, PictureFormat

_FORMULA = "markdown_view.embeds.formula:draw_formula"
_PAINTERS = {
    (ICON_SCHEME, ""): "markdown_view.embeds.callout_icon:draw_icon",
    (DIAGRAM_SCHEME, ""): "markdown_view.embeds.diagram:draw_diagram",
    (DIAGRAM_SCHEME, CANVAS): "canvas.embedded_canvas:draw_packed",
}
"""Function for each scheme: `draw(source, detail, look)`; see `lazy_import.load`."""


def draw(address: str, look: PictureFormat) -> Picture | None:
    """Draw the object of an address; None if it cannot be drawn. Slow: call it in a worker thread."""
    parts = read_address(address)
    if parts is None:
        return None
    scheme, detail, source = parts
    painter = _PAINTERS.get((scheme, detail)) or _PAINTERS.get((scheme, ""), _FORMULA)
    drawn: Picture | None = load(painter)(source, detail, look)
    return drawn


def guess_size(address: str, look: PictureFormat) -> QSizeF:
    """Return the approximate size of a drawing, so that the text moves little when it is ready."""
    parts = read_address(address)
    pixels = float(look.font.pixelSize())
    if parts is None or parts[0] == ICON_SCHEME:
        return QSizeF(round(pixels * 1.13), round(pixels * 1.13))
    if parts[0] == DIAGRAM_SCHEME and parts[1] == CANVAS:
        return QSizeF(640.0, 320.0)
    if parts[0] == DIAGRAM_SCHEME:
        return QSizeF(320.0, 160.0)
    letters = min(60, len(parts[2]))
    return QSizeF(letters * pixels * 0.4, pixels * (2.4 if parts[1] == DISPLAY else 1.1))
