"""Saved geometry of a window: restored in size and position if it fits, on an existing screen.

The data is that of `QWidget.saveGeometry`. Qt's own restoring makes a window small that does not fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QDataStream, QIODevice, QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

_MAGIC = 0x1D9D0CB
_VERSIONS = range(1, 4)
_SMALLEST = QSize(200, 120)
"""Minimum plausible size."""
_LARGEST = 100_000
"""Maximum plausible size and distance."""
USUAL_FRAME = QMargins(8, 40, 8, 16)
"""Default frame of a window, while the real one is unknown."""


@dataclass(frozen=True, slots=True)
class WindowGeometry:
    """The saved state of a window."""

    normal: QRect
    """Its normal geometry, neither maximised nor full screen, without its frame."""
    frame: QMargins
    maximized: bool
    full_screen: bool


def read_place(kept: object) -> WindowGeometry | None:
    """Parse data of `saveGeometry`; None for anything else, and for implausible values."""
    if not isinstance(kept, QByteArray) or kept.size() > 1000:
        return None
    stream = QDataStream(kept, QIODevice.OpenModeFlag.ReadOnly)
    stream.setVersion(QDataStream.Version.Qt_4_0)
    if stream.readUInt32() != _MAGIC or stream.readUInt16() not in _VERSIONS:
        return None
    stream.readUInt16()  # the minor version does not matter
    outer, normal = QRect(), QRect()
    stream >> outer >> normal
    stream.readInt32()  # the screen's number: the position determines it
    maximized, full_screen = stream.readUInt8(), stream.readUInt8()
    if stream.status() != QDataStream.Status.Ok or not _is_a_window(normal):
        return None
    frame = USUAL_FRAME
    if not maximized and not full_screen and outer.contains(normal) and outer.height() - normal.height() < 200:
        frame = _between(outer, normal)
    return WindowGeometry(normal, frame, bool(maximized), bool(full_screen))


def _between(outer: QRect, inner: QRect) -> QMargins:
    return QMargins(
        inner.left() - outer.left(),
        inner.top() - outer.top(),
        outer.right() - inner.right(),
        outer.bottom() - inner.bottom(),
    )


def _is_a_window(place: QRect) -> bool:
    sides = (place.x(), place.y(), place.width(), place.height())
    return (
        place.width() >= _SMALLEST.width()
        and place.height() >= _SMALLEST.height()
        and all(abs(side) < _LARGEST for side in sides)
    )


def fitted(wanted: QRect, frame: QMargins, screens: Sequence[QRect]) -> QRect:
    """Return the geometry of a window: as wanted if it fits, else as large as the screen allows.

    `screens` are their available areas, the main one first.
    """
    outer = wanted.marginsAdded(frame)
    screen = max(screens, key=lambda one: _area(one.intersected(outer)))  # the first of equal ones
    size = outer.size().boundedTo(screen.size())
    at = QPoint(
        min(max(outer.x(), screen.x()), screen.x() + screen.width() - size.width()),
        min(max(outer.y(), screen.y()), screen.y() + screen.height() - size.height()),
    )
    return QRect(at, size).marginsRemoved(frame)


def _area(rect: QRect) -> int:
    return rect.width() * rect.height() if rect.isValid() else 0


def free_screens() -> list[QRect]:
    """Return the available area of each screen, the main one first."""
    main = QGuiApplication.primaryScreen()
    others = [screen for screen in QGuiApplication.screens() if screen is not main]
    return [screen.availableGeometry() for screen in (main, *others) if screen is not None]


class SavedGeometry:
    """Saves and restores the geometry of one window."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._lent: QSize | None = None
        """The reduced size of the window, if the saved one does not fit."""

    def put_back(self, kept: object) -> bool:
        """Restore the window's geometry, as far as possible; False if there is no valid one."""
        place, screens = read_place(kept), free_screens()
        if place is None or not screens:
            return False
        now = fitted(place.normal, place.frame, screens)
        self._lent = now.size() if now.size() != place.normal.size() else None
        window = self._window
        window.setGeometry(now)
        state = window.windowState() & ~(Qt.WindowState.WindowMinimized | Qt.WindowState.WindowMaximized)
        if place.maximized:
            state |= Qt.WindowState.WindowMaximized
        if place.full_screen:
            state |= Qt.WindowState.WindowFullScreen
        window.setWindowState(state)
        return True

    def to_keep(self) -> QByteArray | None:
        """Return the data to save; None while the window is reduced for a screen: it may be large again."""
        return None if self._lent == self._window.normalGeometry().size() else self._window.saveGeometry()


def bring_onto_screen(floating: QWidget) -> None:
    """Move a floating panel to where it can be seen and moved."""
    screens = free_screens()
    if screens:
        frame = _between(floating.frameGeometry(), floating.geometry())
        place = fitted(floating.geometry(), frame, screens)
        if place != floating.geometry():
            floating.setGeometry(place)
