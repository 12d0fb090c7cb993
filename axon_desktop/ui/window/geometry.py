"""Where a window was, and where it can be now: as large as it was if that fits, on a screen that is there.

What is kept is what `QWidget.saveGeometry` writes. Qt's own way back makes a window small that does not fit.
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
"""Less is no size that anybody gave a window."""
_LARGEST = 100_000
"""More is none either, nor is there a screen that far away."""
USUAL_FRAME = QMargins(8, 40, 8, 16)
"""What systems put around a window, where that is not known yet."""


@dataclass(frozen=True, slots=True)
class WindowPlace:
    """What is known of a window that was closed."""

    normal: QRect
    """Where it was when it was neither maximised nor filled the screen, without its frame."""
    frame: QMargins
    maximized: bool
    full_screen: bool


def read_place(kept: object) -> WindowPlace | None:
    """Return what `saveGeometry` wrote; None for anything else, and for what can be no window."""
    if not isinstance(kept, QByteArray) or kept.size() > 1000:
        return None
    stream = QDataStream(kept, QIODevice.OpenModeFlag.ReadOnly)
    stream.setVersion(QDataStream.Version.Qt_4_0)
    if stream.readUInt32() != _MAGIC or stream.readUInt16() not in _VERSIONS:
        return None
    stream.readUInt16()  # the minor version says nothing
    outer, normal = QRect(), QRect()
    stream >> outer >> normal
    stream.readInt32()  # the screen's number: which one it is says the place
    maximized, full_screen = stream.readUInt8(), stream.readUInt8()
    if stream.status() != QDataStream.Status.Ok or not _is_a_window(normal):
        return None
    frame = USUAL_FRAME
    if not maximized and not full_screen and outer.contains(normal) and outer.height() - normal.height() < 200:
        frame = _between(outer, normal)
    return WindowPlace(normal, frame, bool(maximized), bool(full_screen))


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
    """Return where a window goes: as wanted if it fits, else as large as the screen allows, with its title bar.

    `screens` are the parts of them that windows may cover, the main one first.
    """
    outer = wanted.marginsAdded(frame)
    screen = max(screens, key=lambda one: _area(one.intersected(outer)))  # the first of those alike
    size = outer.size().boundedTo(screen.size())
    at = QPoint(
        min(max(outer.x(), screen.x()), screen.x() + screen.width() - size.width()),
        min(max(outer.y(), screen.y()), screen.y() + screen.height() - size.height()),
    )
    return QRect(at, size).marginsRemoved(frame)


def _area(rect: QRect) -> int:
    return rect.width() * rect.height() if rect.isValid() else 0


def free_screens() -> list[QRect]:
    """Return what windows may cover of each screen, the main one first."""
    main = QGuiApplication.primaryScreen()
    others = [screen for screen in QGuiApplication.screens() if screen is not main]
    return [screen.availableGeometry() for screen in (main, *others) if screen is not None]


class KeptPlace:
    """Where one window is kept from one start to the next."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._lent: QSize | None = None
        """The size that the window has for now, as the one that it was given does not fit."""

    def put_back(self, kept: object) -> bool:
        """Put the window where it was, as far as that is possible now; False if nothing is known of it."""
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
        """Return what is to be kept; None while the window only gives way to a screen: it may be large again."""
        return None if self._lent == self._window.normalGeometry().size() else self._window.saveGeometry()


def bring_onto_screen(floating: QWidget) -> None:
    """Let a panel that floats be where it can be seen and moved."""
    screens = free_screens()
    if screens:
        frame = _between(floating.frameGeometry(), floating.geometry())
        place = fitted(floating.geometry(), frame, screens)
        if place != floating.geometry():
            floating.setGeometry(place)
