"""BoardPainter: draws the cards, groups and lines of a canvas, in the plane's coordinates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
)

from axon_desktop.theme.colors import Colors
from axon_desktop.ui.canvas.canvas_colors import card_colors
from axon_desktop.ui.canvas.card_layout import CardLayout
from axon_desktop.ui.canvas.card_reader import CardContent
from axon_desktop.ui.canvas.scene import LABEL_WIDTH, BoardScene
from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.vault.canvas.reader import Card

PAD_X, PAD_Y = 16.0, 10.0
TITLE_HEIGHT = 34.0
"""Height of the title bar of a file or link card."""
READABLE_ZOOM = 0.36
"""Below this zoom the text of cards is not drawn: it could not be read."""
FAR_ZOOM = 0.16
"""Below this zoom lines are drawn straight."""
_SMALL = 9.0
"""Pixels on the screen; cards less high are drawn as plain rectangles."""
_RADIUS = 8.0
_FADE = 28.0
_MOST_CARDS = 60
"""Cards drawn in detail in one piece of the picture; only a hostile canvas has more."""
_MOST_CURVES = 300
_MOST_LABELS = 100


@dataclass(frozen=True, slots=True)
class CardFace:
    """The data for drawing a card."""

    number: int
    card: Card
    rect: QRectF
    title: str
    """Name of the file or address; empty for none."""
    link: str
    """Target of the title's link; empty for none."""
    note: str
    """Text shown instead of the content; empty for none."""
    icon: str
    """Icon beside that text; empty for none."""
    content: CardContent | None
    text: CardLayout | None
    image: QImage | None
    scrolled: float
    """Scroll position of its text."""

    @property
    def body(self) -> QRectF:
        """The rectangle of the content."""
        return self.rect.adjusted(0, TITLE_HEIGHT if self.title else 0, 0, 0)

    @property
    def text_origin(self) -> QPointF:
        """The top left corner of the text."""
        return QPointF(self.rect.left() + PAD_X, self.body.top() + PAD_Y - self.scrolled)


@dataclass(frozen=True, slots=True)
class BoardPainter:
    """One painting pass over a part of the plane."""

    painter: QPainter
    """Draws in the plane's coordinates."""
    colors: Colors
    font: QFont
    zoom: float
    seen: QRectF
    """The part to be drawn."""

    def paint(
        self, scene: BoardScene, face_of: Callable[[int], CardFace], image_of: Callable[[str], QImage | None]
    ) -> None:
        """Draw everything visible: groups, lines, cards, labels of lines."""
        numbers = self._not_covered(scene, scene.cards_in(self.seen))
        groups = [number for number in numbers if scene.cards[number].kind == "group"]
        for number in groups:
            self._group(scene.cards[number], scene.rects[number], image_of)
        pieces = scene.pieces_in(self.seen)
        edges = list(dict.fromkeys(scene.piece(number).edge for number in pieces))
        if self.zoom < FAR_ZOOM or len(pieces) > _MOST_CURVES:
            self._far_edges(scene, edges)
        else:
            self._edges(scene, pieces, edges)
        far: dict[str, list[QRectF]] = defaultdict(list)
        cards = [number for number in numbers if scene.cards[number].kind != "group"]
        for number in cards[:-_MOST_CARDS]:
            far[scene.cards[number].color].append(scene.rects[number])
        for number in cards[-_MOST_CARDS:]:
            card = scene.cards[number]
            if card.height * self.zoom < _SMALL or card.width * self.zoom < _SMALL:
                far[card.color].append(scene.rects[number])
            else:
                self._card(face_of(number))
        for color, rects in far.items():
            self._far_cards(color, rects)
        for number in groups:
            self._group_label(scene.cards[number], scene.rects[number])
        self._edge_labels(scene)

    def _not_covered(self, scene: BoardScene, numbers: list[int]) -> list[int]:
        """Leave out cards under a card that covers the whole painted part."""
        for at in range(len(numbers) - 1, -1, -1):
            number = numbers[at]
            inside = scene.rects[number].adjusted(_RADIUS, _RADIUS, -_RADIUS, -_RADIUS)
            if scene.cards[number].kind != "group" and inside.contains(self.seen):
                return numbers[at:]
        return numbers

    # Cards

    def _far_cards(self, color: str, rects: list[QRectF]) -> None:
        look = card_colors(color, self.colors)
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(look.line)
        self.painter.drawRects(rects)

    def _card(self, face: CardFace) -> None:
        look = card_colors(face.card.color, self.colors)
        self.painter.setPen(QPen(look.line, (2.0 if face.card.color else 1.2) / min(1.0, self.zoom)))
        self.painter.setBrush(look.ground)
        self.painter.drawRoundedRect(face.rect, _RADIUS, _RADIUS)
        if self.zoom < READABLE_ZOOM:
            if face.title:
                self._far_title(face)
            elif face.image is not None:
                self._image(face)
            return
        if face.title:
            self._title(face, look.line)
        if face.image is not None:
            self._image(face)
        elif face.text is not None:
            self._text(face, look.ground)
        elif face.note:
            self._note(face)

    def _title(self, face: CardFace, line: QColor) -> None:
        font = QFont(self.font)
        font.setWeight(QFont.Weight.DemiBold)
        place = QRectF(face.rect.left() + PAD_X, face.rect.top(), face.rect.width() - 2 * PAD_X, TITLE_HEIGHT)
        self._line_of_text(place, face.title, font, self.colors.accent if face.link else self.colors.muted)
        if face.rect.height() > TITLE_HEIGHT + 8:
            self.painter.setPen(QPen(line, 1.0))
            y = face.rect.top() + TITLE_HEIGHT
            self.painter.drawLine(QPointF(face.rect.left() + 1, y), QPointF(face.rect.right() - 1, y))

    def _far_title(self, face: CardFace) -> None:
        """Draw the name as large as the card allows: from afar it is all there is to see."""
        font = QFont(self.font)
        pixels = min(13.0 / self.zoom, face.rect.height() * 0.5)
        if pixels * self.zoom < 8:
            return
        font.setPixelSize(round(pixels))
        self._line_of_text(face.rect.adjusted(PAD_X, 0, -PAD_X, 0), face.title, font, self.colors.text)

    def _line_of_text(self, place: QRectF, text: str, font: QFont, color: str) -> None:
        metrics = QFontMetricsF(font)
        self.painter.setFont(font)
        self.painter.setPen(QColor(color))
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0.0, place.width()))
        self.painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)

    def _text(self, face: CardFace, ground: QColor) -> None:
        """Draw the text, cut at the card's edge, with a fade if there is more."""
        assert face.text is not None
        body = face.body.adjusted(1, 1, -1, -1)
        painter = self.painter
        painter.save()
        painter.setClipRect(body, Qt.ClipOperation.IntersectClip)
        begin = face.text_origin
        face.text.draw(painter, begin, body.intersected(self.seen), self.colors.text)
        painter.restore()
        if begin.y() + face.text.height > body.bottom() or not face.text.whole:
            fade = QLinearGradient(QPointF(0, body.bottom() - _FADE), QPointF(0, body.bottom()))
            clear = QColor(ground)
            clear.setAlpha(0)
            fade.setColorAt(0, clear)
            fade.setColorAt(1, ground)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fade)
            edge = max(body.top(), body.bottom() - _FADE)
            painter.drawRoundedRect(
                QRectF(QPointF(body.left(), edge), body.bottomRight()), _RADIUS - 1, _RADIUS - 1
            )

    def _note(self, face: CardFace) -> None:
        body = face.body.adjusted(PAD_X, PAD_Y, -PAD_X, -PAD_Y)
        left = 0.0
        if face.icon and body.height() >= 16:
            paint_icon(
                self.painter, face.icon, QRectF(body.left(), body.top() + 1, 16, 16), QColor(self.colors.muted)
            )
            left = 24.0
        self.painter.setFont(self.font)
        self.painter.setPen(QColor(self.colors.muted))
        flags = Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWrapAnywhere
        self.painter.drawText(body.adjusted(left, 0, 0, 0), int(flags), face.note)

    def _image(self, face: CardFace) -> None:
        assert face.image is not None
        self._picture(face.image, face.body.adjusted(1, 1, -1, -1), whole=True)

    def _picture(self, image: QImage, place: QRectF, *, whole: bool) -> None:
        """Draw a picture scaled to fit, or to cover the rectangle."""
        width, height = float(image.width()), float(image.height())
        shares = place.width() / max(1.0, width), place.height() / max(1.0, height)
        scale = min(shares) if whole else max(shares)
        target = QRectF(0, 0, width * scale, height * scale)
        target.moveCenter(place.center())
        painter = self.painter
        painter.save()
        outline = QPainterPath()
        outline.addRoundedRect(place, _RADIUS - 1, _RADIUS - 1)
        painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(target, image)
        painter.restore()

    # Groups

    def _group(self, card: Card, rect: QRectF, image_of: Callable[[str], QImage | None]) -> None:
        look = card_colors(card.color, self.colors)
        self.painter.setPen(QPen(look.line, 2.0 / min(1.0, self.zoom)))
        self.painter.setBrush(look.shade)
        self.painter.drawRoundedRect(rect, _RADIUS * 1.5, _RADIUS * 1.5)
        image = image_of(card.target) if card.target else None
        if image is None:
            return
        if card.fit == "repeat":
            self.painter.save()
            self.painter.setClipRect(rect.intersected(self.seen), Qt.ClipOperation.IntersectClip)
            self.painter.setBrushOrigin(rect.topLeft())
            self.painter.fillRect(rect, image)
            self.painter.restore()
        else:
            self._picture(image, rect.adjusted(2, 2, -2, -2), whole=card.fit == "ratio")

    def _group_label(self, card: Card, rect: QRectF) -> None:
        """Draw the name above the group, always large enough to be read."""
        if not card.text or rect.width() * self.zoom < 24:
            return
        font = self._label_font(18.0)
        height = font.pixelSize() * 1.5
        place = QRectF(rect.left() + 4, rect.top() - height - 2, rect.width() - 8, height)
        self._line_of_text(
            place, " ".join(card.text[:200].split()), font, card_colors(card.color, self.colors).label.name()
        )

    def _label_font(self, pixels: float) -> QFont:
        """Return a font of this many pixels of the plane, and at least 12 on the screen."""
        font = QFont(self.font)
        font.setPixelSize(max(1, round(max(pixels, 12.0 / self.zoom))))
        font.setWeight(QFont.Weight.DemiBold)
        return font

    # Lines

    def _edges(self, scene: BoardScene, pieces: list[int], edges: list[int]) -> None:
        width = max(2.0, 1.2 / self.zoom)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        for number in pieces:
            color = self._edge_color(scene.edges[scene.piece(number).edge].color)
            self.painter.setPen(QPen(color, width))
            self.painter.drawPath(scene.path(number))
        self.painter.setPen(Qt.PenStyle.NoPen)
        for number in edges:
            for arrow in scene.ends(number).arrows:
                if arrow.boundingRect().intersects(self.seen):
                    self.painter.setBrush(self._edge_color(scene.edges[number].color))
                    self.painter.drawPolygon(arrow)

    def _far_edges(self, scene: BoardScene, numbers: list[int]) -> None:
        """Draw straight lines: the difference cannot be seen, and there may be very many."""
        lines: dict[str, list[QLineF]] = defaultdict(list)
        for number in numbers:
            edge = scene.edges[number]
            lines[edge.color].append(QLineF(scene.rects[edge.start].center(), scene.rects[edge.end].center()))
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        for color, some in lines.items():
            self.painter.setPen(QPen(self._edge_color(color), 0))
            self.painter.drawLines(some)
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _edge_color(self, color: str) -> QColor:
        return card_colors(color, self.colors).line if color else QColor(self.colors.faint)

    def _edge_labels(self, scene: BoardScene) -> None:
        if self.zoom < READABLE_ZOOM:
            return
        metrics = QFontMetricsF(self.font)
        for number in scene.labels_in(self.seen)[:_MOST_LABELS]:
            edge = scene.edges[number]
            text = metrics.elidedText(edge.label, Qt.TextElideMode.ElideRight, LABEL_WIDTH)
            place = QRectF(0, 0, metrics.horizontalAdvance(text) + 14, metrics.height() + 4)
            place.moveCenter(scene.ends(number).middle)
            self.painter.setPen(Qt.PenStyle.NoPen)
            self.painter.setBrush(QColor(self.colors.bg))
            self.painter.drawRoundedRect(place, 6, 6)
            self.painter.setFont(self.font)
            self.painter.setPen(card_colors(edge.color, self.colors).label)
            self.painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)


def mark_card(painter: QPainter, place: QRectF, colors: Colors) -> None:
    """Draw the frame of the card that has the focus, in pixels of the widget."""
    painter.setPen(QPen(QColor(colors.accent), 2.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(place.adjusted(-2, -2, 2, 2), _RADIUS, _RADIUS)
