"""QuickOpenBox: a text field and a list over the window, for choosing by typing; Esc closes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QEvent, QObject, QRectF, QSignalBlocker, Qt
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QApplication, QFrame, QLineEdit, QWidget
from shiboken6 import isValid

from axon_desktop.ui.accessibility.announcer import announce, announce_row
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.look.parts import text_label, vbox
from axon_desktop.ui.look.sizes import row_height
from axon_desktop.ui.quick_open.row_list import ROW_HEIGHT, QuickOpenList, QuickOpenRow

_DEPTH = 18
"""Pixels around the box."""
_DOWN = 4
"""Vertical offset of the shadow in pixels."""
_RADIUS = 10
"""Corner radius of the box."""
_DARKEST = 44
"""Opacity at the edge of the box, of 255."""


class DropShadow(QWidget):
    """A shadow that follows a box; Qt's own effect would repaint the box with each key."""

    def __init__(self, box: QWidget) -> None:
        super().__init__(box.parentWidget())
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        self._box = box
        box.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the box."""
        match event.type():
            case QEvent.Type.Show | QEvent.Type.ZOrderChange:
                self.setVisible(self._box.isVisible())
                self.stackUnder(self._box)
            case QEvent.Type.Hide:
                self.hide()
            case QEvent.Type.Move | QEvent.Type.Resize:
                place = self._box.geometry()
                self.setGeometry(place.adjusted(-_DEPTH, -_DEPTH, _DEPTH, _DEPTH).translated(0, _DOWN))
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ring around ring, each lighter than the one before; the area under the box stays empty."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(_DEPTH, _DEPTH, -_DEPTH, -_DEPTH)
        for ring in range(-_DOWN, _DEPTH):
            opacity = _DARKEST * (1 - max(0, ring) / _DEPTH) ** 2
            painter.setPen(QPen(QColor(0, 0, 0, round(opacity)), 1))
            around = ring + 0.5
            painter.drawRoundedRect(
                box.adjusted(-around, -around, around, around), _RADIUS + around, _RADIUS + around
            )


T = TypeVar("T")

_SHOWN = 11
"""Number of visible rows."""
_WIDTH = 620
_TOP = 76
_MARGIN = 24
_ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_STAYS_OPEN = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)
_STEPS = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: _SHOWN - 1,
    Qt.Key.Key_PageUp: 1 - _SHOWN,
}


class QuickOpenBox(QFrame, Generic[T]):
    """A child of the window, not a window of its own, so that input methods are not disturbed."""

    def __init__(self, describe: Callable[[T], QuickOpenRow], parent: QWidget) -> None:
        """Take a function that describes a row, and the window to cover."""
        super().__init__(parent)
        self._over = parent
        self.setObjectName("switcher")
        self.focus_before: QWidget | None = None
        """The widget that had the focus."""
        self.box = QLineEdit()
        self.box.setObjectName("switcher_box")
        self.box.textChanged.connect(self._ask)
        self.box.installEventFilter(self)
        self.list: QuickOpenList[T] = QuickOpenList(describe)
        self.list.clicked.connect(lambda _index: self._choose(QApplication.keyboardModifiers()))
        self.hint = text_label(name="switcher_hint", wraps=True, plain=True)
        self._keys = text_label(name="switcher_keys")
        self._keys.setMinimumWidth(40)  # the window may be narrower than the text
        self._around = vbox(
            self.box, self.list, self.hint, self._keys, parent=self, margins=(8, 8, 8, 6), spacing=6
        )
        parent.installEventFilter(self)
        self._shadow = DropShadow(self)
        self.hide()

    def _set_words(self, title: str, prompt: str) -> None:
        """Set the title, and the placeholder of the field."""
        for widget in (self, self.box, self.list):
            widget.setAccessibleName(title)
        self.box.setPlaceholderText(prompt)

    def open_list(self) -> None:
        """Open with an empty field; a second time closes it."""
        if self.isVisible():
            self.close_list()
            return
        before = QApplication.focusWidget()
        other = before.parentWidget() if before is not None else None
        self.focus_before = (
            other.focus_before if isinstance(other, QuickOpenBox) else before
        )  # that one closes now
        self.list.show_things(())
        self._show_message("")
        self.show()
        self.raise_()
        self.box.setFocus()
        with QSignalBlocker(self.box):
            self.box.clear()  # a caret that moves before the focus comes would keep Orca from naming the field
        self._ask()

    def close_list(self) -> None:
        """Close, and return the focus."""
        if self.isHidden():
            return
        had_focus = self.box.hasFocus()
        before, self.focus_before = self.focus_before, None
        self.hide()
        if had_focus and before is not None and isValid(before):
            before.setFocus()

    # --- for subclasses

    def _ask(self) -> None:
        """Find matches for the text of the field, and show them."""
        raise NotImplementedError

    def _choose(self, modifiers: Qt.KeyboardModifier) -> None:
        """Handle Enter or a click with these modifiers on the chosen row."""
        raise NotImplementedError

    def _working_keys(self) -> Sequence[str]:
        """Return the descriptions of the keys that work now, except Esc."""
        raise NotImplementedError

    # --- display

    def _show_message(self, text: str) -> None:
        """Show a message instead of the list; an empty one shows the list."""
        self.hint.setText(text)
        self.hint.setVisible(bool(text))
        self.list.setVisible(not text)
        announce(text, topic="row")
        self._keys.setText(" · ".join((*self._working_keys(), translate("QuickOpenBox", "Esc to close"))))
        self._place()

    def _announce(self) -> None:
        """Say the chosen row."""
        announce_row(self.list)

    def _place(self) -> None:
        """Place it at the top centre of the window, as high as its rows."""
        room = self._over.rect().adjusted(_MARGIN, 0, -_MARGIN, -_MARGIN)
        rows = min(max(1, self.list.offers.rowCount()), _SHOWN)
        self.list.setFixedHeight(rows * row_height(ROW_HEIGHT) + 2)
        width = min(_WIDTH, room.width())
        self._around.activate()
        wraps = self._around.hasHeightForWidth()
        wanted = self._around.totalHeightForWidth(width) if wraps else self._around.totalSizeHint().height()
        height = min(wanted, room.height() - _TOP)
        self.setGeometry(room.center().x() - width // 2, _TOP, width, height)

    # --- keys

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the window's size, handle the keys of the field, close when the focus moves away."""
        if watched is not self.box:
            if event.type() == QEvent.Type.Resize and self.isVisible():
                self._place()
            return False
        if isinstance(event, QFocusEvent) and event.lostFocus() and event.reason() not in _STAYS_OPEN:
            self.focus_before = None
            self.close_list()
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if event.key() in (*_ENTER_KEYS, *_STEPS, Qt.Key.Key_Escape):
                event.accept()
            return False
        return isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self._take_key(event)

    def _take_key(self, event: QKeyEvent) -> bool:
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self.close_list()
        elif key in _STEPS:
            step = _STEPS[Qt.Key(key)]
            self.list.step(step, around=abs(step) == 1)
            self._announce()
        elif key in _ENTER_KEYS:
            self._choose(event.modifiers())
        else:
            return False
        return True
