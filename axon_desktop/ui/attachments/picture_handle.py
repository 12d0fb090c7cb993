"""PictureHandle: the bar at the right edge of the picture under the mouse, which sets its width."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.look.theme import current_colors

_WIDE = 14
"""Pixels in which the bar can be held."""
_BAR = 4
_HIGH = 44
_LEAST = 24
"""Least width of a picture."""


class Resizable(Protocol):
    """A picture that is drawn in a viewport."""

    @property
    def rect(self) -> QRectF:
        """Where it is, in the viewport."""

    @property
    def most(self) -> float:
        """The greatest width for which there is room."""


P = TypeVar("P", bound=Resizable)


class PictureHandle(QWidget):
    """Belongs to one viewport; whoever draws the pictures there says which one is under the mouse."""

    resized = Signal(object, object)
    """(the picture, its new width in pixels or None for its own)."""

    def __init__(self, viewport: QWidget, picture_at: Callable[[QPointF], P | None]) -> None:
        super().__init__(viewport)
        self._picture_at = picture_at
        self._picture: P | None = None
        self._width = 0
        """Of the picture, while it is dragged."""
        self._grip = QPoint()
        """Where the mouse was pressed, on the screen; null while nothing is dragged."""
        self._frame = _Frame(viewport)
        self.setCursor(Qt.CursorShape.SizeHorCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(self.tr("Width of the picture"))
        self.setToolTip(plain_tip(self.tr("Drag to change the width, double-click for the picture’s own")))
        self.hide()
        viewport.setMouseTracking(True)
        viewport.installEventFilter(self)

    # --- where it is

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the mouse in the viewport."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove and not event.buttons():
            self._point(event.position())
        elif event.type() == QEvent.Type.Leave and not self.underMouse():
            self.put_away()
        return super().eventFilter(watched, event)

    def _point(self, point: QPointF) -> None:
        picture = self._picture_at(point)
        if picture is None or picture.rect.width() < 2 * _WIDE:
            self.put_away()
            return
        self._picture = picture
        seen = picture.rect.intersected(QRectF(self._viewport.rect()))
        high = min(px(_HIGH), round(seen.height()) - 4)
        self.setGeometry(
            round(picture.rect.right()) - _WIDE, round(seen.center().y() - high / 2), _WIDE, max(high, 8)
        )
        self.show()
        self.raise_()

    @property
    def _viewport(self) -> QWidget:
        viewport = self.parentWidget()
        assert viewport is not None
        return viewport

    def put_away(self) -> None:
        """Hide it: the text moved, or the mouse is elsewhere."""
        if not self._grip.isNull():
            self._let_go()
        self._picture = None
        self.hide()

    # --- dragging

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the edge."""
        if event.button() == Qt.MouseButton.LeftButton and self._picture is not None:
            self._grip, self._width = event.globalPosition().toPoint(), round(self._picture.rect.width())
            self.grabKeyboard()  # for Escape

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the size that the picture would have."""
        picture = self._picture
        if self._grip.isNull() or picture is None:
            return
        moved = event.globalPosition().toPoint().x() - self._grip.x()
        self._width = round(min(max(_LEAST, picture.rect.width() + moved), picture.most))
        self._frame.show_size(picture.rect, self._width)
        self.move(round(picture.rect.left()) + self._width - _WIDE, self.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Set the width."""
        picture, width = self._picture, self._width
        if self._grip.isNull() or event.button() != Qt.MouseButton.LeftButton or picture is None:
            return
        self.put_away()
        if width != round(picture.rect.width()):
            self.resized.emit(picture, width)

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        """Give the picture its own width."""
        picture = self._picture
        self.put_away()
        if picture is not None:
            self.resized.emit(picture, None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give up with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.put_away()

    def _let_go(self) -> None:
        self._grip = QPoint()
        self.releaseKeyboard()
        self._frame.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the bar."""
        colors, painter = current_colors(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        held = self.underMouse() or not self._grip.isNull()
        painter.setPen(QPen(QColor(colors.accent if held else colors.muted), 1))
        painter.setBrush(QColor(colors.accent if held else colors.bg))
        left = (self.width() - _BAR) / 2
        painter.drawRoundedRect(QRectF(left, 0.5, _BAR, self.height() - 1), 2, 2)


class _Frame(QWidget):
    """The size that a picture would have, with its width in pixels."""

    def __init__(self, viewport: QWidget) -> None:
        super().__init__(viewport)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._words = ""
        self.hide()

    def show_size(self, rect: QRectF, width: int) -> None:
        """Show the frame of a picture for a width."""
        self._words = str(width)
        height = width * rect.height() / max(1.0, rect.width())
        self.setGeometry(QRectF(rect.left(), rect.top(), width, height).toAlignedRect())
        self.show()
        self.raise_()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the frame, and the width in its corner."""
        colors, painter = current_colors(), QPainter(self)
        painter.setPen(QColor(colors.accent))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        text = self.fontMetrics().boundingRect(self._words).adjusted(-px(6), -px(3), px(6), px(3))
        text.moveBottomRight(self.rect().bottomRight() - QPoint(_WIDE + px(8), px(8)))
        painter.setPen(QColor(colors.line))
        painter.setBrush(QColor(colors.bg))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawRoundedRect(QRectF(text), 5, 5)
        painter.setPen(QColor(colors.text))
        painter.drawText(text, Qt.AlignmentFlag.AlignCenter, self._words)
