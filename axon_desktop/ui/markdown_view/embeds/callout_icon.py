"""The icons of callouts, drawn as strokes on a grid of 24."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRectF, QSizeF
from PySide6.QtGui import QColor, QFontMetrics

from axon_desktop.ui.markdown_view.embeds.picture import Picture, PictureFormat, blank, painter_on

_CIRCLE = "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z"
_BOX = "M6 3h12a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3z"
_FILLED = {"task_done": _BOX, "task_left": _BOX}
"""Icons that are filled with the colour; the strokes on it have the colour of text on such a background."""
_STROKES = {
    "pencil": "M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19z M14 6.5l3.5 3.5",
    "clipboard": "M6 5h12v16H6z M9.5 6.5V3h5v3.5z M9.5 11.5h5 M9.5 15.5h5",
    "info": f"{_CIRCLE} M12 11v5.5 M12 7.5v.1",
    "check_circle": f"{_CIRCLE} M8 12l3 3 5-6",
    "flame": "M12 3c.5 4 5.5 6 5.5 11a5.5 5.5 0 0 1-11 0c0-2 1-3.5 2-4.5 .3 1.5 1 2.5 2 2.5 1.5 0 1-5 1.5-9z",
    "check": "M4.5 12.5l5 5L19.5 7",
    "question": f"{_CIRCLE} M9.3 9.5a2.7 2.7 0 1 1 4 2.3c-.9.5-1.3 1-1.3 1.9 M12 17v.1",
    "warning": "M12 3.5L22 20H2z M12 10v4.5 M12 17.2v.1",
    "cross": "M5.5 5.5l13 13 M18.5 5.5l-13 13",
    "bolt": "M13 2.5L4.5 13.5h6.5L10 21.5l9-11.5h-6.5z",
    "bug": "M8 10h8v5a4 4 0 0 1-8 0z M9 10a3 3 0 0 1 6 0 M4.5 7.5L8 10.5 M19.5 7.5L16 10.5 M3.5 14H8 M16 14h4.5 "
    "M5 20l3.2-2.7 M19 20l-3.2-2.7 M12 12v7",
    "list": "M9 6h12 M9 12h12 M9 18h12 M4 6v.1 M4 12v.1 M4 18v.1",
    "quote": "M10.5 12.5h-6V7h6v6c0 2.5-1.5 4-4.5 4.5 M19.5 12.5h-6V7h6v6c0 2.5-1.5 4-4.5 4.5",
    "file": "M6 3h8l4.5 4.5V21H6z M14 3v4.5h4.5",
    "sound": "M9 18V5l10-2v13 M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z "
    "M19 16a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z",
    "film": "M3 5h18v14H3z M10 9l5 3-5 3z",
    "board": "M3 4h8v7H3z M14 9h7v6h-7z M5 15h7v6H5z",
    "table": "M3 5h18v14H3z M3 10h18 M9.5 5v14",
    "task_open": _BOX,
    "task_done": "M7 12.3l3.4 3.4L17 8.5",
    "task_left": "M7.5 12h9",
    "folded": "M9.5 6l6 6-6 6",
    "unfolded": "M6 9.5l6 6 6-6",
}


def draw_icon(name: str, color: str, look: PictureFormat) -> Picture | None:
    """Return an icon, a little larger than the text; None if there is none with that name."""
    strokes, ink = _STROKES.get(name), QColor(f"#{color}")
    if strokes is None or not ink.isValid():
        return None
    side = round(look.font.pixelSize() * 1.13)
    from PySide6.QtSvg import QSvgRenderer

    filled = _FILLED.get(name, "")
    ground = f'<path d="{filled}" fill="{ink.name()}"/>' if filled else ""
    line = look.colors.on_accent if filled else ink.name()
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{ground}'
        f'<path d="{strokes}" fill="none" stroke="{line}" stroke-width="2" stroke-linecap="round" '
        'stroke-linejoin="round"/></svg>'
    )
    image = blank(QSizeF(side, side), look.ratio)
    painter = painter_on(image)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0.5, 0.5, side - 1, side - 1))
    painter.end()
    return Picture(image, QSizeF(side, side), QFontMetrics(look.font).descent(), in_text=True)
