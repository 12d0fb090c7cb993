"""A canvas as one picture in a note: as large as the column allows, with the beginnings of its texts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont

from axon_desktop.markdown.html.embed_keys import EmbedKey
from axon_desktop.markdown.html.embeds import Embedded, EmbeddedNote, EmbeddedPicture
from axon_desktop.markdown.html.pictures import canvas_address, canvas_drawing
from axon_desktop.markdown.html.render import Renderer
from axon_desktop.markdown.scan.blocks import scan_blocks
from axon_desktop.markdown.scan.definitions import Definitions
from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.canvas.canvas_painter import PAD_X, PAD_Y, READABLE_ZOOM, BoardPainter, CardFace
from axon_desktop.ui.canvas.scene import BoardScene
from axon_desktop.ui.canvas.wording import card_title
from axon_desktop.ui.markdown_view.embeds.picture import Picture, PictureFormat, blank, painter_on
from axon_desktop.ui.markdown_view.layout.plain_text import as_copied, plain_text
from axon_desktop.vault.canvas.reader import Canvas, CanvasError, Card, read_canvas

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.vault import Vault

MOST_CARDS, MOST_EDGES = 200, 400
"""Of a canvas that is drawn in a note; a larger one has only its name."""
_MAX_BYTES = 4 << 20
_CARD_CHARS = 300

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


def draw_packed(source: str, _detail: str, look: PictureFormat) -> Picture | None:
    """Return the drawing of the canvas encoded in an address; see `drawings.draw`."""
    return draw_canvas(canvas_drawing(source), look)


def draw_canvas(source: str, look: PictureFormat) -> Picture | None:
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


def load_canvas(vault: Vault, _index: VaultIndex | None, key: EmbedKey) -> Embedded:
    """Return a canvas with the beginnings of its texts as they are read; nothing if it is too large or broken.

    Raises:
        VaultError: the file cannot be read.
    """
    nothing = EmbeddedNote(key.path)
    try:
        canvas = read_canvas(vault.read_attachment(key.path, _MAX_BYTES))
    except CanvasError:
        return nothing
    if not canvas.cards or len(canvas.cards) > MOST_CARDS or len(canvas.edges) > MOST_EDGES:
        return nothing
    drawing = json.dumps(_content(vault, key.path, canvas), ensure_ascii=False, separators=(",", ":"))
    return EmbeddedPicture(canvas_address(drawing))


def _content(vault: Vault, path: str, canvas: Canvas) -> dict[str, list[dict[str, object]]]:
    renderer = Renderer(LIGHT, lambda target: vault.names.resolve_link(target, path))
    nodes: list[dict[str, object]] = []
    for number, card in enumerate(canvas.cards):
        node: dict[str, object] = {"id": str(number), "type": card.kind, "x": card.x, "y": card.y}
        node |= {"width": card.width, "height": card.height, "color": card.color, **_said(card, renderer)}
        nodes.append(node)
    edges: list[dict[str, object]] = [
        {
            "id": f"e{number}",
            "fromNode": str(edge.start),
            "toNode": str(edge.end),
            **({"fromSide": edge.start_side} if edge.start_side else {}),
            **({"toSide": edge.end_side} if edge.end_side else {}),
            "fromEnd": "arrow" if edge.start_arrow else "none",
            "toEnd": "arrow" if edge.end_arrow else "none",
            "color": edge.color,
            "label": edge.label[:_CARD_CHARS],
        }
        for number, edge in enumerate(canvas.edges)
    ]
    return {"nodes": nodes, "edges": edges}


def _said(card: Card, renderer: Renderer) -> dict[str, object]:
    match card.kind:
        case "text":
            blocks = [block for block in scan_blocks(card.text[: 4 * _CARD_CHARS]) if block is not None]
            return {"text": as_copied(plain_text(renderer.render(blocks, Definitions()))).strip()[:_CARD_CHARS]}
        case "group":
            return {"label": card.text[:_CARD_CHARS]}
        case "file":
            return {"file": card.target}
        case "link":
            return {"url": card.target}
