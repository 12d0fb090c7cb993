"""Plane: a widget that shows a part of a large plane, moved and zoomed by wheel, drag and keys."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from axon_desktop.ui.canvas.plane_buffer import PlaneBuffer

LEAST_ZOOM, MOST_ZOOM = 0.02, 4.0
STEP = 1.25
MARGIN = 40.0
"""Pixels around content that is fitted to the widget."""
FOOT = 60.0
"""Pixels below it: buttons float over the corner there."""
_KEY_PIXELS = 60.0
_NOTCH_PIXELS = 80.0
_DRAG = 5
"""Pixels of movement that turn a click into a drag."""


class Plane(QWidget):
    """Moves and zooms; subclasses draw the content."""

    zoom_changed = Signal(float)
    """The zoom: pixels of the screen per pixel of the plane."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMouseTracking(True)
        self.zoom = 1.0
        """Pixels of the screen per pixel of the plane."""
        self.origin = QPointF()
        """Point of the plane in the upper left corner."""
        self.buffer = PlaneBuffer(self.draw_part, self)
        """The drawn picture."""
        self.buffer.drawn.connect(self.update)
        self._bounds = QRectF()
        self._begin = self._centre = QPointF()
        self._least = LEAST_ZOOM
        self._whole = False
        """Whether the user has chosen to see everything, however small."""
        self._fits = True
        """Whether the view still fits the content on its own: the user has not moved it."""
        self._pressed: QPointF | None = None
        self._grabbed: QPointF | None = None

    def set_bounds(self, bounds: QRectF, begin: QPointF, centre: QPointF, *, least: float, keep: bool) -> None:
        """Set the bounds of the content, and the points to show if the bounds are too large for the widget.

        `begin`, where reading starts, is shown if all would be smaller than `least`; `centre` if it could not be
        shown at all. With `keep`, the current position stays.
        """
        self._bounds, self._begin, self._centre, self._least = bounds, begin, centre, least
        self._fits = self._fits or not keep
        self._whole = self._whole and keep
        self._fit_again()
        self.buffer.invalidate()

    @property
    def seen(self) -> QRectF:
        """The visible part of the plane."""
        return QRectF(self.origin, self.plane(QPointF(self.width(), self.height())))

    def plane(self, point: QPointF) -> QPointF:
        """Return the point of the plane at a point of the widget."""
        return self.origin + point / self.zoom

    def place_of(self, rect: QRectF) -> QRectF:
        """Return the rectangle of the widget for a part of the plane."""
        return QRectF((rect.topLeft() - self.origin) * self.zoom, rect.size() * self.zoom)

    def fit(self) -> None:
        """Show everything, at most in its original size."""
        self._fits = self._whole = True
        self._fit_again()

    def fit_in(self, rect: QRectF, most: float) -> None:
        """Show a part of the plane as large as it fits, up to a maximum zoom."""
        self._fits = False
        self._show_whole(rect, self._zoom_for(rect, most))

    def centre_on(self, point: QPointF) -> None:
        """Centre a point of the plane."""
        self._fits = False
        self._look_at(self.zoom, point - self._half(self.zoom))

    def set_zoom(self, zoom: float, around: QPointF | None = None) -> None:
        """Zoom; a point of the widget (its middle by default) stays where it is."""
        self._fits = False
        fixed = around if around is not None else QPointF(self.rect().center())
        zoom = max(LEAST_ZOOM, min(MOST_ZOOM, zoom))
        self._look_at(zoom, self.plane(fixed) - fixed / zoom)

    def move_by(self, pixels: QPointF) -> None:
        """Scroll by pixels of the widget to the right and down; only what comes into view is drawn."""
        self._fits = False
        ratio = self.devicePixelRatioF()
        whole = QPointF(round(pixels.x() * ratio) / ratio, round(pixels.y() * ratio) / ratio)
        if not whole.isNull():
            self.origin = self.origin + whole / self.zoom
            self.buffer.move(-whole)
            self.update()

    def _fit_again(self) -> None:
        if not self._fits or self._bounds.isEmpty():
            return
        zoom = self._zoom_for(self._bounds, 1.0)
        fits = self._bounds.width() * zoom <= self.width() and self._bounds.height() * zoom <= self.height()
        if not fits:
            self._look_at(1.0, self._centre - self._half(1.0))
        elif self._whole or zoom >= self._least:
            self._show_whole(self._bounds, zoom)
        else:
            self._show_beginning(self._least)

    def _show_beginning(self, zoom: float) -> None:
        """Show where reading begins, without empty room at an edge."""
        wanted, room, around = self._begin - self._half(zoom), self._half(zoom) * 2, self._bounds
        side, foot = MARGIN / zoom, FOOT / zoom
        x = _nearest(wanted.x(), around.left() - side, around.right() + side - room.x())
        y = _nearest(wanted.y(), around.top() - side, around.bottom() + foot - room.y())
        self._look_at(zoom, QPointF(x, y))

    def _show_whole(self, rect: QRectF, zoom: float) -> None:
        """Show a part that fits, centred."""
        raised = QPointF(0, (FOOT - MARGIN) / (2 * zoom))
        self._look_at(zoom, rect.center() + raised - self._half(zoom))

    def _zoom_for(self, rect: QRectF, most: float) -> float:
        """Return the zoom in which a part fits, within the limits."""
        width, height = max(1.0, self.width() - 2 * MARGIN), max(1.0, self.height() - MARGIN - FOOT)
        zoom = min(width / max(1.0, rect.width()), height / max(1.0, rect.height()), most)
        return max(LEAST_ZOOM, min(MOST_ZOOM, zoom))

    def _half(self, zoom: float) -> QPointF:
        return QPointF(self.width(), self.height()) / (2 * zoom)

    def _look_at(self, zoom: float, origin: QPointF) -> None:
        """Show another part; until it is drawn, the previous picture is moved and scaled."""
        before, self.zoom, self.origin = self.seen, zoom, origin
        self.buffer.scale(self.place_of(before))
        self.zoom_changed.emit(zoom)

    # For subclasses

    def draw_part(self, painter: QPainter, part: QRect) -> None:
        """Draw a part of the widget."""

    def draw_over(self, painter: QPainter) -> None:
        """Draw over the picture what changes often."""

    def clicked(self, point: QPointF) -> None:
        """Handle a click at a point of the widget."""

    def hovered(self, point: QPointF) -> None:
        """Handle a movement of the mouse."""

    def scroll_inside(self, point: QPointF, pixels: float) -> bool:
        """Scroll the content at a point of the widget instead of the plane; tell whether it was scrolled."""
        return False

    # Mouse and keyboard

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the picture."""
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self.buffer.pixmap)
        self.draw_over(painter)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep showing everything, if everything is shown."""
        super().resizeEvent(event)
        self.buffer.resize(self.size(), self.devicePixelRatioF())
        self._fit_again()

    def changeEvent(self, event: QEvent) -> None:
        """Draw again for the pixel ratio of another screen."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self.buffer.resize(self.size(), self.devicePixelRatioF())

    def showEvent(self, event: QShowEvent) -> None:
        """Fit everything, if everything is to be shown."""
        super().showEvent(event)
        self._fit_again()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click or a drag."""
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            self._pressed = self._grabbed = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the plane, or show whether there is a link."""
        if self._grabbed is None:
            self.hovered(event.position())
            return
        if self._pressed is not None and (event.position() - self._pressed).manhattanLength() > _DRAG:
            self._pressed = None
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        if self._pressed is None:
            way = (self._grabbed - event.position()).toPoint()
            self._grabbed -= QPointF(way)
            self.move_by(QPointF(way))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a click or a drag."""
        pressed, self._pressed, self._grabbed = self._pressed, None, None
        self.setCursor(Qt.CursorShape.ArrowCursor)
        if pressed is not None and event.button() is Qt.MouseButton.LeftButton:
            self.clicked(event.position())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl, else move; with Shift, sideways."""
        turned, fine = event.angleDelta(), event.pixelDelta()
        event.accept()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.set_zoom(self.zoom * math.pow(STEP, turned.y() / 120), event.position())
            return
        way = -QPointF(fine) if not fine.isNull() else QPointF(turned) * (-_NOTCH_PIXELS / 120)
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and not way.x():
            way = QPointF(way.y(), 0)
        if not self.scroll_inside(event.position(), way.y()):
            self.move_by(way)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by arrow and page keys, zoom by +, -, 0 (original size) and 1 (everything)."""
        key = event.key()
        page = self.height() * 0.8
        steps = {
            Qt.Key.Key_Left: (-_KEY_PIXELS, 0.0),
            Qt.Key.Key_Right: (_KEY_PIXELS, 0.0),
            Qt.Key.Key_Up: (0.0, -_KEY_PIXELS),
            Qt.Key.Key_Down: (0.0, _KEY_PIXELS),
            Qt.Key.Key_PageUp: (0.0, -page),
            Qt.Key.Key_PageDown: (0.0, page),
        }
        scales = {
            Qt.Key.Key_Plus: self.zoom * STEP,
            Qt.Key.Key_Equal: self.zoom * STEP,
            Qt.Key.Key_Minus: self.zoom / STEP,
            Qt.Key.Key_0: 1.0,
        }
        if event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
            super().keyPressEvent(event)
        elif key in steps:
            self.move_by(QPointF(*steps[Qt.Key(key)]))
        elif key in scales:
            self.set_zoom(scales[Qt.Key(key)])
        elif key == Qt.Key.Key_1:
            self.fit()
        else:
            super().keyPressEvent(event)


def _nearest(wanted: float, first: float, last: float) -> float:
    """Return the value from `first` to `last` that is nearest to `wanted`; their middle if they overlap."""
    return (first + last) / 2 if last < first else max(first, min(wanted, last))
