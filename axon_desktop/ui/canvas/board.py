"""Board: the cards of a canvas on a plane that can be moved and zoomed; only visible ones are laid out."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFont, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from axon_desktop.ui.accessibility.announcer import announce
from axon_desktop.ui.accessibility.painted_rows import install
from axon_desktop.ui.canvas.canvas_painter import (
    PAD_X,
    PAD_Y,
    READABLE_ZOOM,
    TITLE_HEIGHT,
    BoardPainter,
    CardFace,
    mark_card,
)
from axon_desktop.ui.canvas.card_cache import MAX_CARDS, CardCache
from axon_desktop.ui.canvas.plane import MARGIN, Plane
from axon_desktop.ui.canvas.scene import BoardScene
from axon_desktop.ui.canvas.wording import card_description, card_link, card_name, card_note, card_title
from axon_desktop.ui.look.theme import current_colors, in_force, ui_font
from axon_desktop.vault import Vault
from axon_desktop.vault.canvas.reader import Canvas

_NEAREST = 1.5
"""The largest zoom when a card is opened."""
_LEAST_TEXT = 9.0
"""Smallest text size in pixels when a canvas is opened."""
_MOST_TOLD = 200
_MOST_SORTED = 2_000
_REQUEST_MS = 30
"""Delay after drawing, before the texts of visible cards are requested."""
_INSIDE_ONLY = ("axon-fold:", "axon-more:", "axon-task:", "#")
"""Links that mean something only within a note's view."""


class Board(Plane):
    """Shows the cards of one canvas."""

    link_activated = Signal(str)
    """A title, card or link in a card was activated."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        install()
        self.setObjectName("canvas_board")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._font = ui_font(15)
        self.scene = BoardScene(Canvas())
        """The cards and lines, with their positions."""
        self.texts = CardCache(self._font, self.devicePixelRatioF(), self)
        """The contents of cards."""
        self.texts.changed.connect(self._card_changed)
        self.current = -1
        """Number of the card that has the focus; -1 for none."""
        self._scrolled: dict[int, float] = {}
        self.buffer.ground = QColor(current_colors().bg)
        in_force.changed.connect(self._restyle)
        self._request_timer = QTimer(self, interval=_REQUEST_MS, singleShot=True)
        self._request_timer.timeout.connect(self._request_contents)

    # Content

    def show_canvas(self, vault: Vault, path: str, scene: BoardScene, *, again: bool) -> None:
        """Show a canvas; showing the same one `again` keeps the position, and the card that has the focus."""
        chosen = self.scene.cards[self.current].id if again and self.current >= 0 else None
        self.scene = scene
        self._scrolled.clear()
        self.current = next((n for n, card in enumerate(scene.cards) if card.id == chosen), -1)
        self.texts.show(vault, path, scene.cards)
        middles = [scene.rects[number].center() for number in scene.order] or [QPointF()]
        least = min(1.0, _LEAST_TEXT / self._font.pixelSize())
        self.set_bounds(scene.bounds, middles[0], middles[len(middles) // 2], least=least, keep=again)

    def set_font_size(self, pixels: int) -> None:
        """Set the font size of cards."""
        self._font = ui_font(pixels)
        self._restyle()

    def _restyle(self) -> None:
        self.texts.set_style(QFont(self._font), self.devicePixelRatioF())
        self.buffer.ground = QColor(current_colors().bg)
        self.buffer.invalidate()

    # Cards

    def choose(self, number: int, *, show: bool = True) -> None:
        """Give a card the focus; with `show`, scroll to it."""
        self.current = number
        self.update()
        if number < 0:
            return
        if show and not QRectF(self.rect()).contains(self.place_of(self.scene.rects[number])):
            self._bring(self.scene.rects[number])
        said = self.row_words(number)
        self.setAccessibleDescription(said)
        announce(said, topic="row")

    def _bring(self, rect: QRectF) -> None:
        """Centre a card; of one that is too large, its beginning."""
        room = QRectF(0, 0, self.width() / self.zoom, self.height() / self.zoom)
        middle = rect.center()
        self.centre_on(
            QPointF(
                min(middle.x(), rect.left() + room.width() / 2 - MARGIN / self.zoom)
                if rect.width() > room.width()
                else middle.x(),
                min(middle.y(), rect.top() + room.height() / 2 - MARGIN / self.zoom)
                if rect.height() > room.height()
                else middle.y(),
            )
        )

    def rows_in_view(self) -> list[int]:
        """Return the visible cards in reading order, up to the limit for screen readers."""
        seen = set(self.scene.cards_in(self.seen))
        return [number for number in self.scene.order if number in seen][:_MOST_TOLD]

    def has_row(self, number: int) -> bool:
        """Tell whether a card still exists."""
        return number < len(self.scene.cards)

    def row_rect(self, number: int) -> QRect:
        """Return the rectangle of a card."""
        return self.place_of(self.scene.rects[number]).toAlignedRect()

    def is_at_row(self, number: int) -> bool:
        """Tell whether a card has the focus."""
        return self.hasFocus() and self.current == number

    def row_words(self, number: int) -> str:
        """Return what a screen reader says for a card."""
        card, laid_out = self.scene.cards[number], self.texts.text(number)
        text = laid_out.plain()[:600] if laid_out is not None and card.kind == "file" else ""
        leads_to = [card_name(self.scene.cards[other]) for other in self.scene.neighbours(number)]
        return card_description(card, card_title(card, self.texts.content(number)), text, leads_to)

    def open_card(self, number: int) -> None:
        """Open the file or link of a card; zoom in to a text card or a group."""
        card, content = self.scene.cards[number], self.texts.content(number)
        link = card_link(card, content.path if content is not None else "")
        if link and (content is not None or card.kind == "link"):
            self.link_activated.emit(link)
            return
        self.fit_in(self.scene.rects[number], _NEAREST)

    def face(self, number: int) -> CardFace:
        """Return the data for drawing a card."""
        card, content = self.scene.cards[number], self.texts.content(number)
        note, icon = card_note(card, content)
        path = content.path if content is not None else ""
        image = self.texts.picture(path) if content is not None and content.state == "image" else None
        return CardFace(
            number,
            card,
            self.scene.rects[number],
            card_title(card, content),
            card_link(card, path),
            note,
            icon,
            content,
            self.texts.text(number),
            image,
            self._scrolled.get(number, 0.0),
        )

    def _text_size(self, number: int) -> QSizeF:
        """Return the width of a card's text, and the height that is needed of it."""
        card = self.scene.cards[number]
        return QSizeF(max(40.0, card.width - 2 * PAD_X), card.height + self._scrolled.get(number, 0.0))

    def _card_changed(self, number: int) -> None:
        if number < 0:
            self.buffer.invalidate()
        elif number < len(self.scene.cards):
            self._update_card(number)

    def _update_card(self, number: int) -> None:
        place = self.place_of(self.scene.rects[number]).intersected(QRectF(self.rect()))
        if not place.isEmpty():
            self.buffer.invalidate(place.adjusted(-6, -6, 6, 6).toAlignedRect())

    @property
    def settled(self) -> bool:
        """Whether everything visible is drawn in its final form."""
        far = self.zoom < READABLE_ZOOM
        busy = self.buffer.busy or self.texts.busy or self._request_timer.isActive()
        return not busy and all(self.texts.is_made(n, self._text_size(n), far=far) for n in self._seen_texts())

    def _request_contents(self) -> None:
        """Request the visible contents that are missing."""
        seen = self._seen_texts()
        if self.zoom < READABLE_ZOOM:
            self.texts.request({n: QSizeF() for n in seen if self.texts.content(n) is None}, far=True)
        else:
            self.texts.request({number: self._text_size(number) for number in seen})

    def _seen_texts(self) -> list[int]:
        """Return the visible cards that have contents: the current one first, then from the middle outwards.

        Not more than the cache holds; of cards far away, only files, whose names are drawn.
        """
        kinds = ("file",) if self.zoom < READABLE_ZOOM else ("text", "file")
        middle = self.seen.center()
        found = [n for n in self.scene.cards_in(self.seen)[-_MOST_SORTED:] if self.scene.cards[n].kind in kinds]
        found.sort(key=lambda n: (n != self.current, (self.scene.rects[n].center() - middle).manhattanLength()))
        return found[: MAX_CARDS - 20]

    # Painting

    def draw_part(self, painter: QPainter, part: QRect) -> None:
        """Draw a part of the widget."""
        if not self.scene.cards:
            return
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.scale(self.zoom, self.zoom)
        painter.translate(-self.origin)
        below = max(30.0, 34.0 * self.zoom)  # a group's name is above it
        room = QRectF(part).adjusted(-4, -4, 4, below)
        seen = QRectF(self.plane(room.topLeft()), self.plane(room.bottomRight()))
        pass_ = BoardPainter(painter, current_colors(), self._font, self.zoom, seen)
        pass_.paint(self.scene, self.face, self.texts.picture)
        self._request_timer.start()

    def draw_over(self, painter: QPainter) -> None:
        """Draw the frame of the card that has the focus."""
        if self.current >= 0 and self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            mark_card(painter, self.place_of(self.scene.rects[self.current]), current_colors())

    def changeEvent(self, event: QEvent) -> None:
        """Draw pictures again for the pixel ratio of the screen."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._restyle()

    # Mouse

    def hovered(self, point: QPointF) -> None:
        """Show a hand over links."""
        hand = bool(self._link_at(point))
        self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)

    def clicked(self, point: QPointF) -> None:
        """Follow the link, or select the card."""
        if link := self._link_at(point):
            self.link_activated.emit(link)
            return
        number = self.scene.card_at(self.plane(point))
        self.choose(-1 if number is None else number, show=False)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the card, or zoom in."""
        number = self.scene.card_at(self.plane(event.position()))
        if number is not None:
            self.open_card(number)

    def _link_at(self, point: QPointF) -> str:
        """Return the link at a point: in a card's title or in its text; empty for none."""
        place = self.plane(point)
        number = self.scene.card_at(place)
        if number is None or self.zoom < READABLE_ZOOM:
            return ""
        face = self.face(number)
        if face.title and place.y() <= face.rect.top() + TITLE_HEIGHT:
            return face.link if face.content is not None or face.card.kind == "link" else ""
        href = "" if face.text is None else face.text.link_at(place - face.text_origin)
        return "" if href.startswith(_INSIDE_ONLY) else href

    def scroll_inside(self, point: QPointF, pixels: float) -> bool:
        """Scroll the text of the selected card if it is longer than the card."""
        over = self.scene.card_at(self.plane(point))
        return over is not None and over == self.current and self._scroll_card(over, pixels)

    def _scroll_card(self, number: int, pixels: float) -> bool:
        """Scroll the text of a card; tell whether it moved."""
        face = self.face(number)
        if face.text is None or self.zoom < READABLE_ZOOM:
            return False
        longer = face.text.height + 2 * PAD_Y - face.body.height()
        if longer <= 0:
            return False
        self._scrolled[number] = max(0.0, min(longer, face.scrolled + pixels / self.zoom))
        self._update_card(number)
        return True

    # Keyboard

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Select the first card on Tab, the last on Shift+Tab, unless one is selected."""
        super().focusInEvent(event)
        order = self.scene.order
        if self.current < 0 and order and event.reason() == Qt.FocusReason.TabFocusReason:
            self.choose(order[0])
        elif self.current < 0 and order and event.reason() == Qt.FocusReason.BacktabFocusReason:
            self.choose(order[-1])
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the frame."""
        super().focusOutEvent(event)
        self.update()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move from card to card; after the last one, to the next widget."""
        order = self.scene.order
        at = order.index(self.current) if self.current >= 0 else (-1 if forward else len(order))
        at += 1 if forward else -1
        if 0 <= at < len(order):
            self.choose(order[at])
            return True
        self.choose(-1)
        return super().focusNextPrevChild(forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open, select and page through cards; other keys move and zoom the plane."""
        key = event.key()
        pages = {Qt.Key.Key_PageUp: -0.5, Qt.Key.Key_PageDown: 0.5}
        if (
            key in pages
            and self.current >= 0
            and self._scroll_card(self.current, pages[Qt.Key(key)] * self.height())
        ):
            return
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current >= 0:
            self.open_card(self.current)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and self.scene.order:
            self.choose(self.scene.order[0 if key == Qt.Key.Key_Home else -1])
        elif key == Qt.Key.Key_Escape and self.current >= 0:
            self.choose(-1)
        else:
            super().keyPressEvent(event)
