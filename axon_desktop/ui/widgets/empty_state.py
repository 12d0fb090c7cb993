"""EmptyState: shown instead of empty content: what is missing, why, and actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QPushButton, QSizePolicy, QWidget

from axon_desktop.ui.buttons.shortcut_button import key_width, paint_key
from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.parts import STRETCH, hbox, text_label, vbox
from axon_desktop.ui.look.sizes import px, row_height
from axon_desktop.ui.look.stylesheet import mark
from axon_desktop.ui.look.theme import current_colors
from axon_desktop.ui.widgets.flow_layout import FlowLayout

WIDTH = 300
_ICON = 20
_ROW = 28
_ROW_ICON = 16
_PAD = 8
_MARGIN = 16
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class EmptyStateAction(Struct, frozen=True):
    """An action."""

    words: str
    act: Callable[[], object]
    primary: bool = False
    """Whether it is the most likely one."""


class EmptyState(QWidget):
    """An icon, a title, a sentence, perhaps a custom widget, and buttons; all at the left."""

    def __init__(self, icon_name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.icon = _StateDrawing(self)
        self.title = text_label("", self, name="empty_title", wraps=True, plain=True)
        self.words = text_label("", self, name="empty_words", wraps=True, plain=True, tone="muted")
        self._ways = QWidget(self)
        self._row = FlowLayout(8)
        vbox(self._row, parent=self._ways, margins=(0, 14, 0, 0))
        _wrap(self._ways)
        self.buttons: list[QPushButton] = []
        self._acts: list[Callable[[], object]] = []
        self.words.setContentsMargins(0, 4, 0, 0)
        self._layout = vbox(self.icon, self.title, self.words, self._ways, parent=self, spacing=0)
        self.icon.show_icon(icon_name)
        _wrap(self)

    def minimumSizeHint(self) -> QSize:
        """Return the minimum width without a height: the text's height at that width would be too much."""
        return QSize(super().minimumSizeHint().width(), 1)

    def add_below_title(self, widget: QWidget) -> None:
        """Add a widget between the title and the sentence."""
        self._layout.insertWidget(self._layout.indexOf(self.words), widget)

    def say(self, title: str, words: str, ways: Sequence[EmptyStateAction] = ()) -> None:
        """Change the texts; a button that stays the same keeps the focus."""
        self.title.setText(title)
        self.words.setText(words)
        self.words.setVisible(bool(words))
        self.setAccessibleName(title)
        self.setAccessibleDescription(words)
        while len(self.buttons) > len(ways):
            button = self.buttons.pop()
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        while len(self.buttons) < len(ways):
            button = QPushButton(self._ways)
            button.clicked.connect(partial(self._act, button))
            self.buttons.append(button)
            self._row.addWidget(button)
            button.show()
        self._acts = [way.act for way in ways]
        for button, way in zip(self.buttons, ways, strict=True):
            button.setText(way.words.replace("&", "&&"))
            button.setAccessibleName(way.words)
            mark(button, primary=way.primary)
        self._ways.setVisible(bool(ways))
        self._ways.updateGeometry()
        self.updateGeometry()

    def _act(self, button: QPushButton) -> None:
        self._acts[self.buttons.index(button)]()


class _StateDrawing(QWidget):
    """The icon above a title; hidden without one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.icon_name = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_icon(self, icon_name: str) -> None:
        """Show another icon, or none."""
        self.icon_name = icon_name
        self.setVisible(bool(icon_name))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for the icon, and some below."""
        return QSize(px(_ICON), px(_ICON) + 10)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the icon."""
        if self.icon_name:
            painter = QPainter(self)
            square = QRectF(0, 0, px(_ICON), px(_ICON))
            paint_icon(painter, self.icon_name, square, QColor(current_colors().faint))


def _wrap(widget: QWidget) -> None:
    """Let a widget be as high as its width needs: with a fixed policy it would not be higher than its hint."""
    policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    policy.setHeightForWidth(True)
    widget.setSizePolicy(policy)


class KeyRow(QAbstractButton):
    """A row in a list of actions: icon, text, shortcut."""

    step_requested = Signal(int)
    """Move the focus to the row before (-1) or after (+1)."""

    def __init__(self, icon_name: str, words: str, action: QAction, parent: QWidget) -> None:
        """Take the menu action to trigger, whose shortcut is shown."""
        super().__init__(parent)
        self._icon_name = icon_name
        self._action = action
        self.setText(words)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clicked.connect(action.trigger)
        action.changed.connect(self._renew)
        self._renew()

    @property
    def keys(self) -> str:
        """The shortcut, in the usual notation."""
        return self._action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)

    def setText(self, text: str, /) -> None:
        """Change the text."""
        super().setText(text)
        self.setAccessibleName(text)

    def _renew(self) -> None:
        self.setAccessibleDescription(self.keys)
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the whole row."""
        words = QFontMetrics(self.font()).horizontalAdvance(self.text())
        width = 5 * _PAD + px(_ROW_ICON) + words + key_width(self.keys, self.font())
        return QSize(width, row_height(_ROW))

    def minimumSizeHint(self) -> QSize:
        """Return a minimum that allows eliding."""
        return QSize(px(120), row_height(_ROW))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Trigger on Enter, too, and move with Up and Down."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in _STEPS:
            self.step_requested.emit(_STEPS[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the row."""
        colors, rect = current_colors(), self.rect()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focused = self.hasFocus()
        if focused or self.underMouse():
            painter.setPen(QPen(QColor(colors.accent if focused else colors.frame), 1))
            painter.setBrush(QColor(colors.accent_soft if focused else colors.card))
            painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        side = px(_ROW_ICON)
        place = QRectF(_PAD, (rect.height() - side) / 2, side, side)
        paint_icon(painter, self._icon_name, place, QColor(colors.muted))
        right = rect.right() - _PAD + 1
        if keys := self.keys:
            right -= paint_key(painter, right, rect, keys, self.font(), colors.muted, colors.line) + _PAD
        left = 2 * _PAD + side
        words = QFontMetrics(self.font()).elidedText(self.text(), Qt.TextElideMode.ElideRight, right - left)
        painter.setFont(self.font())
        painter.setPen(QColor(colors.text))
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        painter.drawText(QRect(left, 0, right - left, rect.height()), flags, words)


class Centred(QWidget):
    """Centres its content in a pane, as wide as the design wants it and no wider than the pane."""

    def __init__(self, inside: QWidget, width: int = WIDTH, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.inside = inside
        self._width = width
        middle = (inside, 0, Qt.AlignmentFlag.AlignVCenter)
        hbox(STRETCH, middle, STRETCH, parent=self, margins=(_MARGIN, _MARGIN, _MARGIN, _MARGIN), spacing=-1)
        self.setMinimumWidth(1)  # the pane decides its minimum width

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Set the width for the current text size, as far as there is room."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Set the width for another text size."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def _fit(self) -> None:
        self.inside.setFixedWidth(max(1, min(px(self._width), self.width() - 2 * _MARGIN)))
