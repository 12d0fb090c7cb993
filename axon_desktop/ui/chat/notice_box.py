"""NoticeBox: a box with one sentence and buttons: a failure with Retry, a stop with Continue."""

from __future__ import annotations

from typing import Literal, TypeAlias

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from axon_desktop.ui.language.error_texts import join_sentences
from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.parts import push_button, text_label
from axon_desktop.ui.look.sizes import gap, px
from axon_desktop.ui.look.stylesheet import let_wrap, mark, plain_tip
from axon_desktop.ui.look.theme import current_colors, in_force

Tone: TypeAlias = Literal["err", "warn", "muted"]

_PAD_X = 10
_PAD_Y = 8
_GAP = 8
_ICON = 14


class NoticeBox(QWidget):
    """An icon, a sentence and buttons, in one row or, where it is narrow, below the sentence."""

    accepted = Signal()
    """The last button was pressed."""
    settings_requested = Signal()
    undo_requested = Signal()

    def __init__(
        self,
        text: str,
        button: str,
        *,
        tone: Tone,
        advice: str = "",
        primary: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """Take the text; `advice` is about the buttons, and disappears with them. A `primary` button is filled."""
        super().__init__(parent)
        self._tone: Tone = tone
        self._icon = {"err": "cross", "warn": "warning", "muted": "stop"}[tone]
        self._words = text
        self.label = text_label("", self, wraps=True, plain=True)
        self.label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.undo = self._button("")
        """Shown if something can be undone."""
        self.undo.clicked.connect(self.undo_requested)
        self.undo.hide()
        self.settings = self._button(self.tr("Open setti&ngs"))
        """Shown if the settings help."""
        self.settings.clicked.connect(self.settings_requested)
        self.settings.hide()
        self.button = self._button(button)
        self.button.clicked.connect(self._accept)
        self.button.setVisible(bool(button))
        mark(self.button, primary=primary)
        let_wrap(self)
        self._say(join_sentences(text, advice))
        in_force.changed.connect(self._changed)

    def _button(self, text: str) -> QPushButton:
        return push_button(text, self, kind="small")

    @property
    def settled(self) -> bool:
        """Whether the buttons are gone."""
        return all(button.isHidden() for button in self._buttons())

    def _buttons(self) -> tuple[QPushButton, ...]:
        return self.undo, self.settings, self.button

    def explain(self, details: str) -> None:
        """Set the details in the tooltip."""
        self.label.setToolTip(plain_tip(details))
        self.setAccessibleDescription(details)

    def say(self, text: str) -> None:
        """Set another sentence."""
        self._words = text
        self._say(text)

    def _say(self, words: str) -> None:
        self.label.setText(words)
        self.setAccessibleName(words)
        mark(self.label, tone="muted" if self.settled else "")
        self._changed()

    def offer_undo(self, words: str) -> None:
        """Offer to undo what was done; empty: nothing is left to undo."""
        self.undo.setText(words)
        self.undo.setVisible(bool(words))
        self._changed()

    def offer_settings(self, words: str = "") -> None:
        """Offer the settings, optionally with another label."""
        if words:
            self.settings.setText(words)
        self.settings.show()
        self._changed()

    def _accept(self) -> None:
        self.settle()
        self.accepted.emit()

    def settle(self) -> None:
        """Remove buttons and advice, and mute the box: the conversation has continued."""
        for button in self._buttons():
            button.hide()
        self._tone = "muted"
        self._say(self._words)

    # --- geometry ------------------------------------------------------------------------------------------------

    def _changed(self) -> None:
        self._arrange(self.width())
        self.updateGeometry()
        self.update()

    def _offered(self) -> list[QPushButton]:
        return [button for button in self._buttons() if not button.isHidden()]

    def _arrange(self, width: int, *, place: bool = True) -> int:
        """Lay out the parts at this width; return the height."""
        buttons = self._offered()
        sizes = [button.sizeHint() for button in buttons]
        taken = sum(size.width() + _GAP for size in sizes)
        left, pad = _PAD_X + px(_ICON) + _GAP, gap(_PAD_Y)
        room = width - left - _PAD_X
        words = self.label.text()
        wanted = self.label.fontMetrics().horizontalAdvance(words) + 4
        beside = "\n" not in words and wanted + taken <= room
        text = max(20, room - taken if beside else room)
        line = max((size.height() for size in sizes), default=0)
        height = max(self.label.heightForWidth(text), px(_ICON) + 4)
        top, below = pad, pad + height + _GAP
        if beside:
            height = max(height, line)
            below = pad + (height - line) // 2
        if place:
            self.label.setGeometry(left, top, text, height)
            right = width - _PAD_X
            for button, size in zip(reversed(buttons), reversed(sizes), strict=True):
                right -= size.width()
                button.setGeometry(max(_PAD_X, right), below, size.width(), size.height())
                right -= _GAP
        return 2 * pad + height + (_GAP + line if buttons and not beside else 0)

    def hasHeightForWidth(self) -> bool:
        """Return True: the text wraps."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height at this width."""
        return self._arrange(width, place=False)

    def sizeHint(self) -> QSize:
        """Return the size at the current width."""
        width = self.width() or 320
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Return the smallest useful size."""
        return QSize(120, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the parts again."""
        self._arrange(self.width())

    def changeEvent(self, event: QEvent) -> None:
        """Measure again after a change of style."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange) and hasattr(self, "button"):
            self._changed()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint background, frame and icon."""
        colors = current_colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colors.line), 1))
        painter.setBrush(QColor(colors.bg))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        tone = {"err": colors.err, "warn": colors.warn}.get(self._tone, colors.muted)
        line = self.label.fontMetrics().height()
        top = self.label.y() + (self.label.height() if self.label.height() < 2 * line else line) / 2
        paint_icon(painter, self._icon, QRectF(_PAD_X, top - px(_ICON) / 2, px(_ICON), px(_ICON)), QColor(tone))
