"""What a screen reader is told of a thing that is painted and is no object of Qt, such as a row or a link."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface

_held: list[QAccessibleInterface] = []


def hold(interface: QAccessibleInterface) -> None:
    """Keep what Qt asks for as long as the program lives, and does not hold for Python."""
    _held.append(interface)


class AccessibleLeaf(QAccessibleInterface):
    """A thing without anything in it, which the keyboard can reach; kinds say what it is and what it says."""

    def __init__(self, parent: QAccessibleInterface) -> None:
        super().__init__()
        self._parent = parent
        hold(self)

    def is_focused(self) -> bool:
        """Tell whether the keyboard is at it."""
        raise NotImplementedError

    def object(self) -> QObject:
        """Return nothing: it is no object of Qt."""
        return None  # type: ignore[return-value]

    def parent(self) -> QAccessibleInterface:
        """Return what it is in."""
        return self._parent

    def child(self, index: int) -> QAccessibleInterface:
        """Return nothing."""
        return None  # type: ignore[return-value]

    def childAt(self, x: int, y: int) -> QAccessibleInterface:
        """Return nothing."""
        return None  # type: ignore[return-value]

    def childCount(self) -> int:
        """Return that there are none."""
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Return that it is none."""
        return -1

    def state(self) -> QAccessible.State:
        """Return whether it has the keyboard."""
        state = QAccessible.State()
        state.focusable = True
        state.focused = self.is_focused()
        return state

    def setText(self, t: QAccessible.Text, text: str) -> None:
        """Leave it as it is."""
