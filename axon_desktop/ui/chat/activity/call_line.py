"""CallLineWidget: one call of a finished turn, in the user's words; unfolds to its card."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from axon_desktop.ui.chat.activity.call_wording import CallWords, EndState, call_words, icon_of, kind_of
from axon_desktop.ui.chat.cards.attachments import CardAttachments, attachments_height
from axon_desktop.ui.chat.cards.entries import CallEntry, has_focus
from axon_desktop.ui.chat.cards.tool_card import ToolOutputCard, card_menu
from axon_desktop.ui.chat.cards.undo_button import UndoButton
from axon_desktop.ui.chat.cards.wording import is_about_path, outcome
from axon_desktop.ui.language.error_texts import in_users_language
from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.sizes import gap, px
from axon_desktop.ui.look.stylesheet import baseline, plain_tip, small_font
from axon_desktop.ui.look.theme import current_colors, in_force

ROW = 26
_ICON = 14
_GAP = 8
_BELOW = 4


def is_failed(call: CallEntry) -> bool:
    """Tell whether a call failed."""
    return call.state == "error" or (call.result is not None and outcome(call.call, call.result) == "error")


def state_of(call: CallEntry) -> EndState:
    """Return how a call ended."""
    if is_failed(call):
        return "error"
    return "undone" if call.state == "undone" else "ok"


def stays(call: CallEntry) -> bool:
    """Tell whether a call is visible in a folded turn: it changed something, failed, or has attachments."""
    result = call.result
    return result is None or is_failed(call) or result.wrote or bool(result.attachments) or bool(call.diff.height)


def line_height(call: CallEntry) -> int:
    """Return the height of a call's line, with what is shown below it."""
    below = call.diff.height if call.state != "undone" else 0
    below += attachments_height(call.result.attachments) if call.result is not None else 0
    return px(ROW) + (below + _BELOW if below else 0)


class CallLineWidget(QAbstractButton):
    """Shows what was done to which note, and the result; offers the note, Undo, and the card."""

    changed = Signal()
    """The state of the call changed."""

    def __init__(self, call: CallEntry, parent: QWidget) -> None:
        super().__init__(parent)
        self.entry = call
        self._inset = 0
        self._words = CallWords("", "", "", "")
        self._subject = QRect()
        """The rectangle of the subject."""
        self.card: ToolOutputCard | None = None
        """The card with arguments and result, while it is shown."""
        self._undo: UndoButton | None = None
        self._attachments: CardAttachments | None = None
        result = call.result
        if result is not None and result.attachments:
            self._attachments = CardAttachments(result.attachments, self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self.toggle)  # by a screen reader: mouse and keys are handled below
        call.line = self
        self._take_state()
        in_force.changed.connect(self._changed_height)

    # --- the call ------------------------------------------------------------------------------------------------

    def call_changed(self) -> None:
        """Show the call's new state."""
        self._take_state()
        self.changed.emit()

    def _take_state(self) -> None:
        entry = self.entry
        self._words = words = call_words(entry.call, entry.result, failed=is_failed(entry))
        said = entry.result.error if entry.result is not None else ""
        error = in_users_language(said) if said else ""
        name = ", ".join(part for part in (words.text, *self._ends()) if part)
        self.setAccessibleName(name)
        self.setAccessibleDescription(error or self.tr("Press Enter to show arguments and result."))
        self.setToolTip(plain_tip(error))
        self._show_undo()
        self._arrange()
        self.updateGeometry()
        self.update()

    def _ends(self) -> list[str]:
        """Return the texts at the end of the line."""
        added, removed = self.entry.diff.counts
        counts = [f"+{added}", f"−{removed}"] if added or removed else []
        if self.entry.state == "undone":
            return [self.tr("undone")]
        return [part for part in (*counts, self._words.detail) if part]

    def _show_undo(self) -> None:
        if self.entry.change_id is None:
            return
        if self._undo is None:
            self._undo = UndoButton(self, small_font)
            self._undo.clicked.connect(self.entry.request_undo)
        word = self.tr("Redo") if self.entry.state == "undone" else self.tr("Undo")
        self._undo.setText(word)
        self._undo.setAccessibleName(f"{word}: {self._words.text}")

    # --- the card ------------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether the card is shown."""
        return self.card is not None

    def toggle(self) -> None:
        """Show or hide the card."""
        if self.card is not None:
            self._fold()
        else:
            self.unfold()

    def unfold(self) -> None:
        """Show the card under the line."""
        if self.card is not None:
            return
        card = self.card = self.entry.make()
        card.setParent(self)
        card.toggle()
        card.unfolded_changed.connect(self._card_folded)
        card.show()
        QWidget.setTabOrder(self._undo or self, card)
        self._changed_height()

    def _card_folded(self, unfolded: bool) -> None:
        if not unfolded:
            self._fold()
        self._changed_height()

    def _fold(self) -> None:
        card, self.card = self.card, None
        if card is not None:
            if has_focus(card):
                self.setFocus(Qt.FocusReason.OtherFocusReason)
            self.entry.forget_card()
            card.hide()
            card.deleteLater()
        self._changed_height()

    def _changed_height(self) -> None:
        self._arrange()
        self.updateGeometry()
        self.update()

    def tab_stops(self) -> Iterator[QWidget]:
        """Yield the focusable widgets, in tab order."""
        yield self
        if self._undo is not None:
            yield self._undo
        if self.card is not None:
            yield self.card

    # --- geometry ------------------------------------------------------------------------------------------------

    def set_inset(self, inset: int) -> None:
        """Set the left margin."""
        if inset != self._inset:
            self._inset = inset
            self._arrange()
            self.update()

    def sizeHint(self) -> QSize:
        """Return the size with the card, the changed lines or the pictures."""
        if self.card is not None:
            return QSize(320, px(ROW) + self.card.sizeHint().height() + gap(_GAP))
        return QSize(320, line_height(self.entry))

    def minimumSizeHint(self) -> QSize:
        """Return the same height with the smallest useful width."""
        return QSize(120, self.sizeHint().height())

    def _left(self) -> int:
        """Return the left edge of the text."""
        return self._inset + px(_ICON) + _GAP

    def _arrange(self) -> None:
        if self._undo is not None:
            size = self._undo.sizeHint()
            self._undo.setGeometry(self.width() - size.width(), 0, size.width(), px(ROW))
        if self._attachments is not None:
            assert self.entry.result is not None
            diff = self.entry.diff.height if self.entry.state != "undone" else 0
            height = attachments_height(self.entry.result.attachments)
            self._attachments.setVisible(self.card is None)
            self._attachments.setGeometry(self._left(), px(ROW) + diff, self.width() - self._left(), height)
        if self.card is not None:
            width = self.width() - self._inset
            self.card.setGeometry(self._inset, px(ROW), width, self.card.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the parts again."""
        self._arrange()

    def event(self, event: QEvent) -> bool:
        """Grow with the card."""
        if event.type() == QEvent.Type.LayoutRequest and self.card is not None:
            self._changed_height()
        return super().event(event)

    # --- painting ------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint icon, text, result, and the changed lines."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row = QRect(self._inset, 0, self.width() - self._inset, px(ROW))
        self._paint_ground(painter, row)
        icon, tone = self._icon_and_color()
        square = QRectF(self._inset, (px(ROW) - px(_ICON)) / 2, px(_ICON), px(_ICON))
        paint_icon(painter, icon, square, QColor(tone))
        right = self._undo.x() - _GAP if self._undo is not None else self.width()
        right = self._paint_ends(painter, right) - _GAP
        self._paint_words(painter, self._left(), right)
        if self.card is None and self.entry.state != "undone" and self.entry.diff.height:
            left = self._left()
            self.entry.diff.paint(painter, left, px(ROW) - 4, self.width() - left)

    def _paint_ground(self, painter: QPainter, row: QRect) -> None:
        if self.hasFocus():
            painter.setPen(QPen(QColor(current_colors().accent), 1))
            painter.drawRoundedRect(QRectF(row).adjusted(-2.5 if self._inset else 0.5, 2.5, -0.5, -2.5), 5, 5)

    def _icon_and_color(self) -> tuple[str, str]:
        """Return the icon and its colour."""
        colors = current_colors()
        if is_failed(self.entry):
            return "cross", colors.err
        if self.entry.state == "undone":
            return "undo", colors.muted
        return icon_of(kind_of(self.entry.call, self.entry.result)), colors.muted

    def _paint_ends(self, painter: QPainter, right: int) -> int:
        """Paint the texts at the end of the line; return their left edge."""
        colors, font = current_colors(), small_font()
        painter.setFont(font)
        metrics = QFontMetrics(font)
        for part in reversed(self._ends()):
            shown = metrics.elidedText(part, Qt.TextElideMode.ElideRight, max(40, self.width() * 2 // 5))
            right -= metrics.horizontalAdvance(shown)
            tone = colors.err if is_failed(self.entry) else colors.faint
            if self.entry.result is not None and self.entry.result.unrecorded:
                tone = colors.warn
            if part is not self._words.detail and part[0] in "+−":
                tone = colors.ok if part[0] == "+" else colors.err
            painter.setPen(QColor(tone))
            painter.drawText(QPoint(right, baseline(QRect(0, 0, 1, px(ROW)), font)), shown)
            right -= _GAP
        return right + _GAP

    def _paint_words(self, painter: QPainter, left: int, right: int) -> None:
        colors = current_colors()
        words, plain = self._words, small_font()
        metrics = QFontMetrics(plain)
        line = baseline(QRect(0, 0, 1, px(ROW)), plain)
        look = self._subject_font()
        rest = metrics.horizontalAdvance(words.before) + metrics.horizontalAdvance(words.after)
        cut = Qt.TextElideMode.ElideMiddle if is_about_path(self.entry.call) else Qt.TextElideMode.ElideRight
        subject = QFontMetrics(look).elidedText(words.subject, cut, max(24, right - left - rest))
        linked = self._note_path() is not None
        for text, font, tone in (
            (words.before, plain, colors.text),
            (subject, look, colors.accent if linked else colors.text),
            (words.after, plain, colors.text),
        ):
            painter.setFont(font)
            painter.setPen(QColor(tone))
            painter.drawText(QPoint(left, line), text)
            width = QFontMetrics(font).horizontalAdvance(text)
            if font is look:
                self._subject = QRect(left, 0, width, px(ROW))
            left += width

    def _subject_font(self) -> QFont:
        """Return the font of the subject: a note looks like a link, a folder is bold."""
        if kind_of(self.entry.call) == "list" and not is_failed(self.entry):
            return small_font(bold=True)
        font = small_font()
        pointed = self.underMouse() and self._subject.contains(self.mapFromGlobal(self.cursor().pos()))
        font.setUnderline(pointed and self._note_path() is not None)
        return font

    # --- input ---------------------------------------------------------------------------------------------------

    def _note_path(self) -> str | None:
        """Return the path of the note that can be opened."""
        return None if self.entry.state == "undone" else self.entry.note_path

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Open the note when its name is clicked, else show or hide the card."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        path = self._note_path()
        if path is not None and self._subject.contains(event.position().toPoint()):
            self.entry.signals.note_requested.emit(path)
        elif event.position().y() < px(ROW) or self.card is None:
            self.toggle()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show whether the note's name can be clicked."""
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.update(self._subject)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Show or hide the card with Enter or Space; `O` opens the note."""
        path = self._note_path()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.toggle()
        elif event.key() == Qt.Key.Key_O and path is not None:
            self.entry.signals.note_requested.emit(path)
        else:
            event.ignore()  # a button would use the arrow keys, which scroll the conversation

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the menu of actions."""
        path, made = self._note_path(), self.entry.made_id
        menu = card_menu(
            self,
            toggle=self.toggle,
            unfolded=self.is_open,
            open_note=None if path is None else lambda: self.entry.signals.note_requested.emit(path),
            undo=None if self._undo is None else (self._undo.text(), self.entry.request_undo),
            show_change=None if made is None else lambda: self.entry.signals.change_requested.emit(made),
        )
        menu.popup(event.globalPos())
