"""The accessible interface of a widget that paints its rows itself: a list of the visible rows."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from functools import cache
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget
from shiboken6 import isValid

from axon_desktop.ui.accessibility.leaf import AccessibleLeaf, hold


@runtime_checkable
class PaintedRows(Protocol):
    """A widget whose rows (cards, lines) are painted and are no widgets of their own."""

    def rows_in_view(self) -> Sequence[int]:
        """Return the numbers of the visible rows, in reading order."""
        ...

    def has_row(self, number: int) -> bool:
        """Tell whether a row still exists."""
        ...

    def row_words(self, number: int) -> str:
        """Return what a screen reader says for a row."""
        ...

    def row_rect(self, number: int) -> QRect:
        """Return the rectangle of a row in the widget."""
        ...

    def is_at_row(self, number: int) -> bool:
        """Tell whether a row has the focus."""
        ...


class AccessibleRows(QAccessibleWidget):
    """The widget as a list."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget, QAccessible.Role.List, widget.accessibleName())
        self._owner = weakref.ref(widget)
        self._rows: dict[int, AccessibleRow] = {}

    @property
    def owner(self) -> QWidget | None:
        """The widget; None once it is deleted."""
        widget = self._owner()
        return widget if widget is not None and isValid(widget) else None

    @property
    def painted(self) -> PaintedRows | None:
        """The widget as `PaintedRows`."""
        owner = self.owner
        return owner if isinstance(owner, PaintedRows) else None

    def text(self, kind: QAccessible.Text) -> str:
        """Return the widget's accessible name or description."""
        owner = self.owner
        if owner is not None and kind == QAccessible.Text.Name:
            return owner.accessibleName()
        if owner is not None and kind == QAccessible.Text.Description:
            return owner.accessibleDescription()
        return super().text(kind)

    def childCount(self) -> int:
        """Count the visible rows."""
        return len(self._numbers())

    def child(self, index: int) -> QAccessibleInterface:
        """Return a visible row."""
        numbers = self._numbers()
        if not 0 <= index < len(numbers):
            return None  # type: ignore[return-value]
        number = numbers[index]
        if number not in self._rows:
            self._rows[number] = AccessibleRow(self, number)
        return self._rows[number]

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Return the index of a row among the visible ones."""
        return next((at for at, number in enumerate(self._numbers()) if self._rows.get(number) is child), -1)

    def _numbers(self) -> Sequence[int]:
        painted = self.painted
        return () if painted is None else painted.rows_in_view()


class AccessibleRow(AccessibleLeaf):
    """One row."""

    def __init__(self, rows: AccessibleRows, number: int) -> None:
        super().__init__(rows)
        self._rows = rows
        self._number = number

    def _painted(self) -> PaintedRows | None:
        painted = self._rows.painted
        return painted if painted is not None and painted.has_row(self._number) else None

    def isValid(self) -> bool:
        """Tell whether the row still exists."""
        return self._painted() is not None

    def role(self) -> QAccessible.Role:
        """Return the role of a list item."""
        return QAccessible.Role.ListItem

    def is_focused(self) -> bool:
        """Tell whether the row has the focus."""
        painted = self._painted()
        return painted is not None and painted.is_at_row(self._number)

    def text(self, kind: QAccessible.Text) -> str:
        """Return the text of the row."""
        painted = self._painted()
        return "" if painted is None or kind != QAccessible.Text.Name else painted.row_words(self._number)

    def rect(self) -> QRect:
        """Return the rectangle of the row on the screen."""
        painted, owner = self._painted(), self._rows.owner
        if painted is None or owner is None:
            return QRect()
        place = painted.row_rect(self._number).intersected(owner.rect())
        return place.translated(owner.mapToGlobal(QPoint(0, 0)))


@cache
def install() -> None:
    """Register the interface factory with Qt; once per process."""
    QAccessible.installFactory(_make)


def _make(class_name: str, target: QObject) -> QAccessibleInterface | None:
    """Make the interface of a widget that paints its rows; None for any other object."""
    if not isinstance(target, QWidget) or not isinstance(target, PaintedRows):
        return None
    interface = AccessibleRows(target)
    hold(interface)
    return interface
