"""What the view draws itself, by its address: formulas, diagrams and the icons of callouts."""

from __future__ import annotations

from PySide6.QtCore import QSizeF

from axon_desktop.markdown.html.pictures import (
    CANVAS,
    DIAGRAM_SCHEME,
    DISPLAY,
    ICON_SCHEME,
    canvas_drawing,
    read_address,
)
from axon_desktop.ui.markdown_view.embeds.picture import Look, Picture


def draw(address: str, look: Look) -> Picture | None:
    """Draw what an address names; None for what cannot be drawn. Takes long: called in a worker thread."""
    parts = read_address(address)
    if parts is None:
        return None
    scheme, detail, source = parts
    if scheme == ICON_SCHEME:
        from axon_desktop.ui.markdown_view.embeds.callout_icon import draw_icon

        return draw_icon(source, detail, look)
    if scheme == DIAGRAM_SCHEME and detail == CANVAS:
        from axon_desktop.ui.canvas.embedded_canvas import draw_canvas

        return draw_canvas(canvas_drawing(source), look)
    if scheme == DIAGRAM_SCHEME:
        from axon_desktop.ui.markdown_view.embeds.diagram import draw_diagram

        return draw_diagram(source, look)
    from axon_desktop.ui.markdown_view.embeds.formula import draw_formula

    return draw_formula(source, detail, look)


def guess_size(address: str, look: Look) -> QSizeF:
    """Return about how large a drawing will be, so that the text moves little when it has come."""
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
