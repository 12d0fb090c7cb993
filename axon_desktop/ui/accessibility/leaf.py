"""AccessibleLeaf: the interface of something that is painted and is no QObject, such as a row or a link."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface

_held: list[QAccessibleInterface] = []


def hold(interface: QAccessibleInterface) -> None:
    """Keep an interface alive as long as the program: Qt uses it without owning the Python object."""
    _held.append(interface)


class AccessibleLeaf(QAccessibleInterface):
    """An element without children that can have the focus; subclasses give its role and its text."""

    def __init__(self, parent: QAccessibleInterface) -> None:
        super().__init__()
        self._parent = parent
        hold(self)

    def is_focused(self) -> bool:
        """Tell whether it has the focus."""
        raise NotImplementedError

    def object(self) -> QObject:
        """Return None: it is no QObject."""
        return None  # type: ignore[return-value]

    def parent(self) -> QAccessibleInterface:
        """Return its parent."""
        return self._parent

    def child(self, index: int) -> QAccessibleInterface:
        """Return None: it has no children."""
        return None  # type: ignore[return-value]

    def childAt(self, x: int, y: int) -> QAccessibleInterface:
        """Return None: it has no children."""
        return None  # type: ignore[return-value]

    def childCount(self) -> int:
        """Return 0."""
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Return -1: it has no children."""
        return -1

    def state(self) -> QAccessible.State:
        """Return its state: focusable, and focused if it has the focus."""
        state = QAccessible.State()
        state.focusable = True
        state.focused = self.is_focused()
        return state

    def setText(self, t: QAccessible.Text, text: str) -> None:
        """Do nothing: the text is read-only."""
