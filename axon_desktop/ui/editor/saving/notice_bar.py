"""NoticeBar: a line over the text that reports what happened to the note, with actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QPushButton, QSizePolicy, QToolButton, QWidget

from axon_desktop.ui.accessibility.announcer import announce
from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.parts import hbox, text_label
from axon_desktop.ui.look.stylesheet import mark
from axon_desktop.ui.widgets.focus_return import FocusReturn

Action: TypeAlias = tuple[str, Callable[[], object]]
"""The text of a button, and its action."""


_NARROW = 560
_NONE = Qt.AlignmentFlag(0)


class NoticeBar(QFrame):
    """Shows one notice at a time, until it is closed or obsolete."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("editor_notice")
        self.about = ""
        """Topic of the notice, so that its owner can remove it; empty for none."""
        self.text = text_label(wraps=True, plain=True)
        self.text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.buttons: list[QPushButton] = []
        self._close = QToolButton()
        self._close.setIcon(icon("close"))
        self._close.setToolTip(self.tr("Close"))
        self._close.setAccessibleName(self.tr("Close this notice"))
        self._close.clicked.connect(self.clear)
        self._row = hbox(self._close)
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._layout.setContentsMargins(16, 6, 16, 6)
        self._layout.setSpacing(8)
        self._layout.addWidget(self.text, 1)
        self._layout.addLayout(self._row)
        self.focus_back = FocusReturn(self)
        self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Move the buttons below the text where there is no room beside it."""
        self._arrange()
        super().resizeEvent(event)

    def _arrange(self) -> None:
        narrow = bool(self.buttons) and self.width() < min(_NARROW, self._row_width())
        direction = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if direction != self._layout.direction():
            self._layout.setDirection(direction)
            self._layout.setAlignment(self._row, Qt.AlignmentFlag.AlignLeft if narrow else _NONE)

    def _row_width(self) -> int:
        """Return the width of the notice with its text in one line and the buttons beside it."""
        sides = self._layout.contentsMargins()
        words = self.text.fontMetrics().horizontalAdvance(self.text.text())
        row = self._row.sizeHint().width()
        return sides.left() + words + self._layout.spacing() + row + sides.right()

    def show_notice(self, about: str, text: str, actions: Sequence[Action] = (), *, warns: bool = False) -> None:
        """Show a notice in place of the last one; `warns` is for text that is not saved."""
        self._drop_buttons()
        for part in (self, self.text):
            mark(part, tone="warn" if warns else "")
        self.about = about
        self.text.setText(text)
        for label, do in actions:
            button = QPushButton(label)
            button.clicked.connect(self.focus_back.give_back)  # first: the button's action may move it elsewhere
            button.clicked.connect(lambda _checked=False, do=do: do())
            self._row.insertWidget(self._row.count() - 1, button)
            self.buttons.append(button)
        self._close.setVisible(not actions)
        self._arrange()
        self.show()
        announce(text, urgent=warns)

    def clear(self, about: str = "") -> None:
        """Remove the notice, or only one with this topic."""
        if not about or about == self.about:
            self.about = ""
            self._drop_buttons()
            self.hide()

    def _drop_buttons(self) -> None:
        self.focus_back.give_back()
        for button in self.buttons:
            button.hide()
            button.deleteLater()
        self.buttons.clear()
