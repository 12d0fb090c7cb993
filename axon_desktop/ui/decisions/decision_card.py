"""DecisionCard: the card of a waiting question in the conversation."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Any

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QInputMethodEvent, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent, QWindow
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget
from shiboken6 import isValid

from axon_desktop.ui.buttons.shortcut_button import ShortcutButton
from axon_desktop.ui.decisions.card_lines import MOST_LINES, CardLines
from axon_desktop.ui.decisions.decisions import forward_key
from axon_desktop.ui.decisions.pending import Pending
from axon_desktop.ui.dialog_keys import DecisionKeys, takes_text
from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.parts import STRETCH, hbox, text_label, vbox
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import let_wrap, mark, mono_font
from axon_desktop.ui.look.theme import current_colors
from axon_desktop.ui.typing_clock import TypingClock
from axon_desktop.ui.widgets.labels import TonedLabel, breakable

_ICON = 14
_HINT_GAP = 8


class DecisionCard(QWidget):
    """Can be answered on the spot if it shows the whole question; otherwise it opens the dialog."""

    decides = True
    """Keys at this widget may answer a question."""

    review_requested = Signal()
    """The dialog shall open."""
    left = Signal()
    """The focus shall return to where it was before."""

    def __init__(self, pending: Pending[Any], go_keys: str = "", parent: QWidget | None = None) -> None:
        """Take the question, and the keys that go to it as they are shown."""
        super().__init__(parent)
        self.pending = pending
        self._go_keys = go_keys
        self.field: QWidget | None = None
        """Where the user was typing before the focus came here."""
        self._judged: QWindow | None = None
        """The window whose keys are judged; it changes when the chat panel is floated or docked."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._frame = QWidget(self)
        inside = vbox(self._build_head(), parent=self._frame, margins=(1, 1, 1, 1), spacing=0)
        self._lines = CardLines(pending.words.lines, self)
        self._lines.setVisible(bool(pending.words.lines))
        inside.addWidget(self._lines)
        if pending.words.quoted:
            inside.addWidget(self._build_quoted())
        inside.addLayout(self._build_buttons())
        self.hint = text_label("", self, wraps=True, tone="muted", kind="small")
        vbox(self._frame, self.hint, parent=self, spacing=_HINT_GAP)
        let_wrap(self)
        self.keys = DecisionKeys(self, self)
        self.keys.unasked = True
        self.keys.handle = self._answer_key
        self.keys.own = frozenset((Qt.Key.Key_Space, Qt.Key.Key_Backspace))
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._follow_focus)
        plain = pending.words.title.replace("*", "")
        self.setAccessibleName(self.tr("{question} It waits for your answer.").format(question=f"{plain}."))
        self.setAccessibleDescription(self._lines.accessibleName() or pending.words.quoted)
        self._show_state()

    # --- parts

    def _build_head(self) -> QHBoxLayout:
        parts = self.pending.words.title.split("*")
        words = "".join(
            f"<b>{escape(breakable(part))}</b>" if at % 2 else escape(part) for at, part in enumerate(parts)
        )
        self.title = text_label(words, self, wraps=True)
        self.title.setTextFormat(Qt.TextFormat.RichText)
        row = hbox((self.title, 1), margins=(10 + px(_ICON) + 8, 8, 10, 8))
        counts = self.pending.words.counts
        self._counts = TonedLabel(self)
        mark(self._counts, kind="small")
        if counts is not None:
            self._counts.setText(f"<span class='ok'>+{counts[0]}</span> <span class='err'>−{counts[1]}</span>")
            row.addWidget(self._counts, 0, Qt.AlignmentFlag.AlignTop)
        self._counts.setVisible(counts is not None)
        return row

    def _build_quoted(self) -> QWidget:
        self._quoted = text_label(breakable(self.pending.words.quoted), self, wraps=True, plain=True)
        self._quoted.setFont(mono_font())
        self._quoted.setContentsMargins(10, 0, 10, 4)
        return self._quoted

    def _build_buttons(self) -> QHBoxLayout:
        self.review = ShortcutButton(self.tr("Review"), "", self)
        self.review.clicked.connect(self.review_requested)
        self.reject = ShortcutButton(self.tr("Reject"), "", self)
        self.reject.clicked.connect(partial(self._clicked, yes=False))
        self.apply = ShortcutButton(self.tr("Apply"), "", self)
        self.apply.clicked.connect(partial(self._clicked, yes=True))
        return hbox(self.review, STRETCH, self.reject, self.apply, margins=(10, 8, 10, 8), spacing=7)

    # --- state

    @property
    def is_whole(self) -> bool:
        """Whether the card shows everything there is to decide."""
        room = self._lines.width() if self._lines.isVisible() else max(120, self.width() - 2)
        return self.pending.at_card is not None and self._lines.rows(room) <= MOST_LINES

    def _show_state(self) -> None:
        whole, here = self.is_whole, self._has_focus()
        self._lines.setVisible(whole)
        for button in (self.reject, self.apply):
            button.setVisible(whole)
        if here and whole:
            self.review.say(self.tr("Whole note"), self.tr("space"))
        else:
            self.review.say(self.tr("Review"), "⏎" if here else self._go_keys)
        self.reject.say(self.tr("Reject"), "⌫" if here else "")
        self.apply.say(self.tr("Apply"), "⏎" if here else "")
        mark(self.apply, primary=here)
        self.hint.setText(self._hint_words(whole=whole, here=here))
        self.update()
        self.updateGeometry()

    def _hint_words(self, *, whole: bool, here: bool) -> str:
        """Return the hint about keys; all hints have about the same length, so that nothing moves."""
        if not here:
            return self.tr("Axon waits. Go on writing: no key answers until you come here.")
        if whole:
            return self.tr("Enter applies, Backspace rejects, Esc goes back to where you were.")
        return self.tr("Enter opens the question, Esc goes back to where you were.")

    def _has_focus(self) -> bool:
        focus = QApplication.focusWidget()
        return focus is not None and (focus is self or self.isAncestorOf(focus))

    def _follow_focus(self, old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and (new is self or self.isAncestorOf(new)):
            if old is not None and not (old is self or self.isAncestorOf(old)):
                self.field = old
            self._stop_judging()
            if (window := self.window().windowHandle()) is not None:
                self._judged = window
                TypingClock.of_program().judge(window, self.keys.judge)
            self._show_state()
        elif old is not None and isValid(old) and (old is self or self.isAncestorOf(old)):
            self._stop_judging()
            self._show_state()

    def _stop_judging(self) -> None:
        window, self._judged = self._judged, None
        if window is not None and isValid(window):
            TypingClock.of_program().stop_judging(window, self.keys.judge)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Check again whether everything is visible."""
        super().resizeEvent(event)
        if self._lines.isVisible() != self.is_whole:
            self._show_state()

    def minimumSizeHint(self) -> QSize:
        """Return the smallest useful size: with the height for the current width, not for the narrowest."""
        return QSize(super().minimumSizeHint().width(), self.heightForWidth(self.width()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the frame, highlighted while keys answer, and the pencil."""
        colors = current_colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = colors.accent if self._has_focus() else colors.line
        painter.setPen(QPen(QColor(line), 1))
        painter.setBrush(QColor(colors.bg))
        frame = QRectF(self._frame.geometry())
        painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        side = px(_ICON)
        words = self.title.geometry()
        first = min(words.height(), round(self.title.fontMetrics().height() * 1.5))  # of the first line
        top = frame.top() + words.top() + (first - side) / 2
        paint_icon(painter, "pencil", QRectF(frame.left() + 10, top, side, side), QColor(colors.warn))
        if self._lines.isVisible():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setPen(QColor(colors.line))
            place = self._lines.geometry()
            for y in (place.top() - 1, place.bottom() + 1):
                painter.drawLine(
                    int(frame.left()) + 1, int(frame.top()) + y, int(frame.right()) - 1, int(frame.top()) + y
                )

    # --- answers

    def _clicked(self, _checked: bool = False, *, yes: bool) -> None:
        """Answer, unless the click was meant for what had been in this place just before."""
        if not self.keys.is_too_new:
            self._settle(yes=yes)

    @property
    def is_in_sight(self) -> bool:
        """Whether the whole card is scrolled into view."""
        return self.visibleRegion().boundingRect().contains(self._frame.geometry())

    def _settle(self, *, yes: bool) -> None:
        if self.pending.at_card is not None:
            self.leave()
            self.pending.settle(self.pending.at_card[0 if yes else 1])

    def leave(self) -> None:
        """Return the focus to where the user was."""
        if self._has_focus():
            if self.field is not None and isValid(self.field) and self.field.isVisible():
                self.field.setFocus()
            else:
                self.left.emit()

    def _answer_key(self, event: QKeyEvent) -> bool:
        key, focus = event.key(), QApplication.focusWidget()
        if key == Qt.Key.Key_Escape:
            self.leave()
            return True
        if isinstance(focus, ShortcutButton):
            focus.click()  # in a window beside a dialog, Qt lets only Space press it
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.is_whole and self.is_in_sight:
            self._settle(yes=True)
        elif key == Qt.Key.Key_Backspace and self.is_whole and self.is_in_sight:
            self._settle(yes=False)
        else:
            self.review_requested.emit()
        return True

    def takes(self, event: QKeyEvent | QInputMethodEvent) -> bool:
        """Pass on what is typed here to the field in which the user was typing, with the focus."""
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space:
            return False  # a key of the card
        field = self.field
        if field is None or not isValid(field) or not takes_text(field):
            return False
        if isinstance(event, QInputMethodEvent):
            QCoreApplication.sendEvent(field, event)
            if not event.preeditString():
                field.setFocus()
        else:
            field.setFocus()
            forward_key(event, field)
        return True
