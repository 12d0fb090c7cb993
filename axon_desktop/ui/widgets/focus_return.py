"""FocusReturn: returns the focus to the widget that had it before a bar whose buttons disappear."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid


class FocusReturn(QObject):
    """Belongs to one bar or button; when it is hidden Qt would move the focus to the next widget in the window."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        self._before: QWidget | None = None
        """The widget that had the focus last, elsewhere in the window."""
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._follow)

    def _follow(self, old: QWidget | None, new: QWidget | None) -> None:
        for one in (new, old):
            if one is not None and one.window() is self._widget.window() and not self._has(one):
                self._before = one
                return

    def _has(self, one: QWidget) -> bool:
        return one is self._widget or self._widget.isAncestorOf(one)

    def give_back(self) -> None:
        """Return the focus if the bar has it, or will have it when the window becomes active."""
        here, before = self._widget.window().focusWidget(), self._before
        if here is not None and self._has(here) and before is not None and isValid(before) and before.isVisible():
            before.setFocus()
