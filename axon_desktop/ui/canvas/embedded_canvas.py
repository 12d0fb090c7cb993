"""A canvas as one picture in a note: as large as the column allows, with the beginnings of its texts."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont

from axon_desktop.markdown.html.pictures import canvas_drawing
from axon_desktop.ui.canvas.canvas_painter import PAD_X, PAD_Y, READABLE_ZOOM, BoardPainter, CardFace
from axon_desktop.ui.canvas.scene import BoardScene
from axon_desktop.ui.canvas.wording import card_title
from axon_desktop.ui.markdown_view.embeds.picture import Look, Picture, blank, painter_on
from axon_desktop.vault.canvas.reader import CanvasError, read_canvas

_WIDTH, _HEIGHT = 700.0, 460.0
_MARGIN = 24.0
_LABEL = 40.0
"""Room above for a group's name."""


class _Drawing(BoardPainter):
    """Draws plain text in the cards."""

    def _note(self, face: CardFace) -> None:
        self.painter.setFont(self.font)
        self.painter.setPen(QColor(self.colors.text))
        place = face.body.adjusted(PAD_X, PAD_Y, -PAD_X, -PAD_Y / 2)
        flags = Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
        self.painter.save()
        self.painter.setClipRect(place, Qt.ClipOperation.IntersectClip)
        self.painter.drawText(place, int(flags), face.note)
        self.painter.restore()


def draw_packed(source: str, _detail: str, look: Look) -> Picture | None:
    """Return the drawing of the canvas encoded in an address; see `drawings.draw`."""
    return draw_canvas(canvas_drawing(source), look)


def draw_canvas(source: str, look: Look) -> Picture | None:
    """Return the drawing of a canvas (JSON); None if it is empty. Thread-safe."""
    try:
        canvas = read_canvas(source.encode())
    except CanvasError:
        return None
    if not canvas.cards:
        return None
    scene = BoardScene(canvas)
    above = _LABEL if any(card.kind == "group" and card.text for card in canvas.cards) else 0.0
    bounds = scene.bounds.adjusted(-_MARGIN, -_MARGIN - above, _MARGIN, _MARGIN)
    zoom = min(1.0, _WIDTH / bounds.width(), _HEIGHT / bounds.height())
    size = QSizeF(max(1.0, bounds.width() * zoom), max(1.0, bounds.height() * zoom))
    font = QFont(look.font)
    far = zoom < READABLE_ZOOM

    def face(number: int) -> CardFace:
        card = canvas.cards[number]
        title = card_title(card, None) or (card.text.partition("\n")[0] if far else "")
        link = "" if card.kind == "text" else card.target
        return CardFace(number, card, scene.rects[number], title, link, card.text, "", None, None, None, 0.0)

    image = blank(size, look.ratio)
    painter = painter_on(image)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(look.colors.bg))
    painter.drawRoundedRect(QRectF(0.0, 0.0, size.width(), size.height()), 8.0, 8.0)
    painter.scale(zoom, zoom)
    painter.translate(-bounds.topLeft())
    _Drawing(painter, look.colors, font, zoom, bounds).paint(scene, face, lambda _path: None)
    painter.end()
    return Picture(image, size)
