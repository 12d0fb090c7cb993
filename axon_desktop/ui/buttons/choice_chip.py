"""ChoiceChip: a small button that shows the chosen value and opens a menu of all values above it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QActionGroup, QIcon, QResizeEvent
from PySide6.QtWidgets import QMenu, QPushButton, QSizePolicy, QWidget

from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import mark

_FRAME = 21
"""Pixels of the frame and its padding on both sides."""
_LEAST = 64
_ICON = 14


class ChoiceChip(QPushButton):
    """Shows one of several values, each with its words and icon."""

    chosen = Signal(str)
    """The value that the user picked; the chip changes only when `set_value` is called."""

    def __init__(
        self, accessible: str, choices: Mapping[str, str], icons: Mapping[str, str], parent: QWidget
    ) -> None:
        """Take the accessible name with `{choice}` in it, and the words and the icon of each value."""
        super().__init__(parent)
        self._accessible = accessible
        self._choices = dict(choices)
        self._icons = dict(icons)
        self._value = ""
        self._words = ""
        self._short = False
        """Whether the icon replaces the words."""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        mark(self, kind="chip")
        self.choices = QMenu(self)
        group = QActionGroup(self)
        self._actions = {}
        for value, words in choices.items():
            action = self.choices.addAction(words)
            action.setCheckable(True)
            action.triggered.connect(partial(self.chosen.emit, value))
            group.addAction(action)
            self._actions[value] = action
        self.clicked.connect(self.open_menu)

    def set_value(self, value: str) -> None:
        """Show the chosen value."""
        words = self._choices[value]
        self._value, self._words = value, words.partition(" — ")[0]
        self.updateGeometry()
        self._fit()
        self.setAccessibleName(self._accessible.format(choice=words))
        self._actions[value].setChecked(True)

    def set_short(self, short: bool) -> None:
        """Show the icon, or the words."""
        if short != self._short:
            self._short = short
            self.updateGeometry()
            self._fit()

    def sizeHint(self) -> QSize:
        """Return the size for all words, or for the icon."""
        advance = self.fontMetrics().horizontalAdvance
        width = px(_ICON) + advance(" ▾") + 4 if self._short else advance(f"{self._words} ▾")
        return QSize(width + _FRAME, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return the size for a few letters: in a narrow place the words are elided."""
        return QSize(min(_LEAST, self.sizeHint().width()), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Elide the words to the width."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Elide again after a change of font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and self._words:
            self.updateGeometry()
            self._fit()

    def _fit(self) -> None:
        words, metrics = self._words, self.fontMetrics()
        if self._short and self._value:
            self.setIcon(icon(self._icons[self._value], _ICON))
            self.setIconSize(QSize(px(_ICON), px(_ICON)))
            self.setText("▾")
            return
        self.setIcon(QIcon())
        if self.width() < self.sizeHint().width():
            room = max(8, self.width() - _FRAME - metrics.horizontalAdvance(" ▾"))
            words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
        self.setText(f"{words} ▾")

    def open_menu(self) -> None:
        """Open the menu above the chip."""
        height = self.choices.sizeHint().height()
        self.choices.popup(self.mapToGlobal(QPoint(0, -height - 2)))
