"""PlaneBuffer: the picture of a plane, drawn piece by piece so that no slice of the event loop is long.

After moving or zooming, the old picture is shown at once; new or blurred parts are drawn in slices.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, QSize, QSizeF, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPixmap, QRegion

_PIECE = QSize(320, 128)
"""Pixels that are drawn at once."""
_GATHERING_MS = 30
_TURN = 0.007
"""Seconds of drawing per slice."""


class PlaneBuffer(QObject):
    """Holds the picture."""

    drawn = Signal(QRect)
    """A part of the picture has changed."""

    def __init__(self, draw: Callable[[QPainter, QRect], None], parent: QObject) -> None:
        """Take the function that draws a part of the plane."""
        super().__init__(parent)
        self._draw = draw
        self.ground = QColor()
        """Colour where nothing is drawn yet."""
        self.pixmap = QPixmap()
        """The picture."""
        self._stale = QRegion()
        self._turn = QTimer(self, singleShot=True)
        self._turn.timeout.connect(self._draw_some)

    @property
    def busy(self) -> bool:
        """Whether something is still to be drawn."""
        return not self._stale.isEmpty()

    def resize(self, size: QSize, ratio: float) -> None:
        """Resize the picture; its content stays in the upper left corner."""
        old = self.pixmap
        self.pixmap = self._blank(size, ratio)
        if not old.isNull():
            self._copy(old, QRectF(QPointF(), old.deviceIndependentSize()))
        self.invalidate()

    def move(self, way: QPointF) -> None:
        """Move the picture by whole pixels of the screen, and draw what comes into view."""
        old, area = self.pixmap, self._area()
        self.pixmap = self._blank(area.size(), old.devicePixelRatio())
        self._copy(old, QRectF(way, old.deviceIndependentSize()))
        step = way.toPoint()
        self._stale.translate(step)
        self._stale = self._stale.united(QRegion(area).subtracted(QRegion(area.translated(step))))
        self._stale = self._stale.united(self._seam(area, way)).intersected(area)
        self._draw_some()

    def scale(self, target: QRectF) -> None:
        """Show the picture scaled and moved until it is drawn again."""
        old = self.pixmap
        self.pixmap = self._blank(self._area().size(), old.devicePixelRatio())
        if target.width() < 40 * self.pixmap.width():
            self._copy(old, target)
        self.invalidate()

    def invalidate(self, part: QRect | None = None) -> None:
        """Draw everything again, or a part soon: several changes are drawn together."""
        self._stale = self._stale.united(self._area() if part is None else part.intersected(self._area()))
        if part is None:
            self.drawn.emit(self._area())
            self._turn.start(0)
        elif self.busy and not self._turn.isActive():
            self._turn.start(_GATHERING_MS)

    @staticmethod
    def _seam(area: QRect, way: QPointF) -> QRegion:
        """Return the pixels that a move by a fraction of a pixel leaves half old and half new."""
        if way == QPointF(way.toPoint()):
            return QRegion()
        moved = QRectF(area).translated(way).toRect()
        return QRegion(area).subtracted(QRegion(moved.adjusted(2, 2, -2, -2)))

    def _area(self) -> QRect:
        return QRect(QPointF().toPoint(), self.pixmap.deviceIndependentSize().toSize())

    def _blank(self, size: QSize, ratio: float) -> QPixmap:
        made = QPixmap((QSizeF(size) * ratio).toSize().expandedTo(QSize(1, 1)))
        made.setDevicePixelRatio(ratio)
        made.fill(self.ground)
        return made

    def _copy(self, old: QPixmap, target: QRectF) -> None:
        painter = QPainter(self.pixmap)
        painter.drawPixmap(target, old, QRectF(old.rect()))
        painter.end()

    def _draw_some(self) -> None:
        """Draw pieces for a moment, from the top."""
        if not self.busy:
            return
        end = perf_counter() + _TURN
        done = QRegion()
        painter = QPainter(self.pixmap)
        while self.busy:
            part = self._stale.begin()
            piece = QRect(part.topLeft(), part.size().boundedTo(_PIECE))
            self._stale = self._stale.subtracted(piece)
            painter.save()
            painter.setClipRect(piece)
            painter.fillRect(piece, self.ground)
            self._draw(painter, piece)
            painter.restore()
            done = done.united(piece)
            if perf_counter() > end:
                break
        painter.end()
        self.drawn.emit(done.boundingRect())
        if self.busy:
            self._turn.start(0)
