"""ToolOutputCard: one tool call in the transcript, from its start to its undo."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QColor,
    QContextMenuEvent,
    QFontMetrics,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractButton, QMenu, QPlainTextEdit, QSizePolicy, QWidget

from axon_desktop.llm.messages import Attachment, ToolCall, ToolResult
from axon_desktop.tools.tool import Progress
from axon_desktop.ui.chat.cards.attachments import CardAttachments, attachments_height
from axon_desktop.ui.chat.cards.diff import CardDiff
from axon_desktop.ui.chat.cards.header import ICON, CardHeader, paint_bar
from axon_desktop.ui.chat.cards.state_icon import CallState, Spinner
from axon_desktop.ui.chat.cards.undo_button import UndoButton
from axon_desktop.ui.chat.cards.wording import (
    call_argument,
    call_details,
    describe_result,
    fraction,
    is_about_path,
    note_path,
    outcome,
    progress_words,
    short_error,
)
from axon_desktop.ui.language.error_texts import in_users_language
from axon_desktop.ui.language.formats import format_time
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import mono_font, plain_tip
from axon_desktop.ui.look.theme import current_colors, in_force


def card_menu(
    parent: QWidget,
    *,
    toggle: Callable[[], None],
    unfolded: bool,
    open_note: Callable[[], None] | None,
    undo: tuple[str, Callable[[], None]] | None,
    show_change: Callable[[], None] | None,
) -> QMenu:
    """Return a menu of the possible actions; `undo` has the label of its button."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    words = translate("CardMenu", "&Fold") if unfolded else translate("CardMenu", "Show &arguments and result")
    menu.addAction(words, toggle)
    if open_note is not None:
        menu.addAction(translate("CardMenu", "&Open the note"), open_note)
    if undo is not None:
        menu.addSeparator()
        menu.addAction(*undo)
    if show_change is not None:
        menu.addAction(translate("CardMenu", "Show in &Changes…"), show_change)
    return menu


_PAD_X = 10
_PAD_Y = 7
_GAP = 8
_ROW = 17
_MAX_DETAILS = 260


def card_height(diff: CardDiff, attachments: tuple[Attachment, ...] = ()) -> int:
    """Return the height of a folded card with these diff lines and attachments."""
    return 2 * _PAD_Y + px(_ROW) + diff.height + attachments_height(attachments)


class ToolOutputCard(QAbstractButton):
    """Shows one call: state, name, main argument, result; unfolds to arguments and result; offers Undo."""

    undo_requested = Signal(int)
    """Change id to undo."""
    change_requested = Signal(int)
    """Change id of a change to show in the history."""
    note_requested = Signal(str)
    """Vault path of the note to show."""
    unfolded_changed = Signal(bool)
    """Arguments and result were shown or hidden."""

    def __init__(self, call: ToolCall, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.call = call
        self.state: CallState = "running"
        self._argument = call_argument(call)
        self._result: ToolResult | None = None
        self._status = ""
        self._diff = CardDiff()
        self._counts = ""
        self.change_id: int | None = None
        """Change id that Undo or Redo would undo next."""
        self._attachments: CardAttachments | None = None
        self._fraction: float | None = None
        """Progress of the call; None if unknown."""
        self._details: QPlainTextEdit | None = None
        self._argument_rect = QRect()
        self._turning = Spinner(self)
        self._turning.timeout.connect(self._repaint_icon)
        self._undo: UndoButton | None = None
        self._undoing = False
        """Whether Undo or Redo was pressed and is still running."""
        self.setFont(mono_font())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self.toggle)  # by a screen reader: mouse and keys are handled below
        self._update_state("running", self.tr("running"))
        in_force.changed.connect(self._take_font)

    # --- what happened -------------------------------------------------------------------------------------------

    def set_loading(self, loading: bool) -> None:
        """Show that the call is running, or stop showing it."""
        if loading:
            self._update_state("running", self.tr("running"))
        elif self.state in ("running", "waiting"):
            self._update_state("error", self.tr("not finished"))

    def set_waiting(self) -> None:
        """Show that the user is being asked about this call."""
        self._update_state("waiting", self.tr("waiting for you"))

    def set_progress(self, progress: Progress) -> None:
        """Show the progress that a running call reports."""
        if self.state == "running":
            self._status = progress_words(progress) or self._status
            self._fraction = fraction(progress)
            self.setAccessibleDescription(self._status)
            self.update()

    def set_result(
        self, result: ToolResult, elapsed: float, diff: tuple[str, ...] = (), counts: tuple[int, int] = (0, 0)
    ) -> None:
        """Show how the call ended."""
        self._result = result
        named = "to" if "to" in self.call.params else "path"  # the current path of the note
        if result.path and named in self.call.params:
            self._argument = call_argument(ToolCall(self.call.tool, {**self.call.params, named: result.path}))
        if not result.success:
            self._update_state("error", short_error(result) or self.tr("failed"))
        elif outcome(self.call, result) == "error":
            self._update_state("error", self.tr("step given up"))
        elif not result.wrote and not diff:
            size = describe_result(self.call, result)
            self._update_state("ok", f"{size} · {format_time(elapsed)}")
        else:
            self._diff = CardDiff(diff, counts)
            added, removed = self._diff.counts
            self._counts = f"+{added} −{removed}" if diff else format_time(elapsed)
            if result.unrecorded:
                self._counts = " · ".join((self.tr("cannot be undone"), self._counts))
            self.change_id = result.change_id
            self._update_state("ok", self._counts)
            self._show_undo(self.tr("Undo"))
        self._show_attachments(result.attachments)
        if self._details is not None:
            self._details.setPlainText(call_details(self.call, result))

    def _show_attachments(self, attachments: tuple[Attachment, ...]) -> None:
        if self._attachments is not None:
            self._attachments.deleteLater()
            self._attachments = None
        if attachments:
            self._attachments = CardAttachments(attachments, self)
            self._attachments.show()
        self._arrange()
        self.updateGeometry()

    def set_undone(self, change_id: int) -> None:
        """Show that the change was undone; `change_id` is that of the undo, which Redo undoes."""
        self.change_id = change_id
        self._update_state("undone", self.tr("undone"))
        self._show_undo(self.tr("Redo"))

    def set_redone(self, change_id: int) -> None:
        """Show that the change was redone."""
        self.change_id = change_id
        self._update_state("ok", self._counts)
        self._show_undo(self.tr("Undo"))

    def set_undo_failed(self, message: str) -> None:
        """Show why the change could not be undone; trying again stays possible."""
        self._update_state(self.state, self.tr("not redone") if self.state == "undone" else self.tr("not undone"))
        self.setToolTip(plain_tip(message))
        self._undoing = False
        self._details_text().setPlainText(f"{message}\n\n{call_details(self.call, self._result)}")
        self._set_unfolded(True)

    def _take_font(self) -> None:
        """Use the current font size."""
        for text in (self, self._details):
            if text is not None:
                text.setFont(mono_font())
        self._arrange()
        self.updateGeometry()

    # --- state ---------------------------------------------------------------------------------------------------

    def _update_state(self, state: CallState, status: str) -> None:
        self.state = state
        self._status = status
        self._fraction = None
        words = {
            "running": self.tr("running"),
            "waiting": self.tr("waiting for your approval"),
            "ok": self.tr("done"),
            "error": self.tr("failed"),
            "undone": self.tr("undone"),
        }
        self.setAccessibleName(f"{self.call.tool} {self._argument}: {words[state]}, {status}")
        said = self._result.error if self._result is not None else ""
        error = in_users_language(said) if said else ""
        self.setToolTip(plain_tip(error or self._argument))
        self.setAccessibleDescription(error or self.tr("Press Enter to show arguments and result."))
        self._run_timer()
        self._arrange()
        self.updateGeometry()
        self.update()

    def _show_undo(self, text: str) -> None:
        if self.change_id is None:
            return
        if self._undo is None:
            self._undo = UndoButton(self)
            self._undo.clicked.connect(self._request_undo)
            QWidget.setTabOrder(self, self._undo)
        self._undo.setText(text)
        self._undo.setAccessibleName(f"{text}: {self.call.tool} {self._argument}")
        self._undoing = False
        self._undo.show()
        self._arrange()

    def _request_undo(self) -> None:
        if self.change_id is not None and not self._undoing:
            self._undoing = True  # disabling the button would lose the focus
            self.undo_requested.emit(self.change_id)

    def _run_timer(self) -> None:
        self._turning.turn(wanted=self.state == "running" and self.isVisible())

    def _repaint_icon(self) -> None:
        self.update(QRect(_PAD_X, _PAD_Y, px(ICON) + 4, px(_ROW)))

    # --- folding -------------------------------------------------------------------------------------------------

    @property
    def unfolded(self) -> bool:
        """Whether arguments and result are shown."""
        return self._details is not None and not self._details.isHidden()

    def toggle(self) -> None:
        """Unfold or fold arguments and result."""
        details = self._details_text()
        if not self.unfolded:
            details.setPlainText(call_details(self.call, self._result))
        self._set_unfolded(not self.unfolded)

    def _set_unfolded(self, unfolded: bool) -> None:
        self._details_text().setVisible(unfolded)
        self._arrange()
        self.updateGeometry()
        self.update()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))
        self.unfolded_changed.emit(unfolded)

    def _details_text(self) -> QPlainTextEdit:
        if self._details is None:
            self._details = QPlainTextEdit(self)
            self._details.setReadOnly(True)
            self._details.setTabChangesFocus(True)
            self._details.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
            self._details.setAccessibleName(self.tr("Arguments and result of {tool}").format(tool=self.call.tool))
            self._details.setFont(mono_font())
            self._details.hide()
            QWidget.setTabOrder(self._undo or self, self._details)
        return self._details

    # --- geometry ------------------------------------------------------------------------------------------------

    def _diff_height(self) -> int:
        return self._diff.height if self.state != "undone" else 0

    def _attachments_height(self) -> int:
        return attachments_height(self._result.attachments) if self._result is not None else 0

    def _details_height(self) -> int:
        if self._details is None or self._details.isHidden():
            return 0
        lines = self._details.document().blockCount()
        return min(_MAX_DETAILS, max(3, lines) * QFontMetrics(mono_font()).lineSpacing() + 14)

    def sizeHint(self) -> QSize:
        """Return the size for the state; its height does not depend on the width."""
        details = self._details_height()
        height = 2 * _PAD_Y + px(_ROW) + self._diff_height() + self._attachments_height()
        height += details + _GAP if details else 0
        return QSize(320, height)

    def minimumSizeHint(self) -> QSize:
        """Return the same height with the smallest useful width."""
        return QSize(120, self.sizeHint().height())

    def _arrange(self) -> None:
        if self._undo is not None:
            undo = self._undo.sizeHint()
            self._undo.setGeometry(self.width() - _PAD_X - undo.width(), _PAD_Y, undo.width(), px(_ROW))
        details = self._details_height()
        top = _PAD_Y + px(_ROW) + self._diff_height()
        attachments = self._attachments_height()
        if self._attachments is not None:
            self._attachments.setGeometry(_PAD_X, top, self.width() - 2 * _PAD_X, attachments)
        if self._details is not None and details:
            top += attachments + _GAP
            self._details.setGeometry(_PAD_X, top, self.width() - 2 * _PAD_X, details)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the parts again."""
        self._arrange()

    # --- painting ------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint background, header line and diff lines."""
        colors = current_colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focused = self.hasFocus()
        painter.setPen(QPen(QColor(colors.accent if focused else colors.frame), 1))
        painter.setBrush(QColor(colors.card))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
        self._paint_header(painter)
        if self.state != "undone":
            self._diff.paint(painter, _PAD_X, _PAD_Y + px(_ROW), self.width() - 2 * _PAD_X)

    def _paint_header(self, painter: QPainter) -> None:
        row = QRect(_PAD_X, _PAD_Y, self.width() - 2 * _PAD_X, px(_ROW))
        linked = self._note_path() is not None and self.underMouse()
        header = CardHeader(
            self.call.tool or "?",
            self._argument,
            self.state,
            self._status,
            phase=self._turning.phase,
            linked=linked and self._argument_rect.contains(self.mapFromGlobal(self.cursor().pos())),
            is_path=is_about_path(self.call),
            warns=self._result is not None and self._result.unrecorded,
            end=self._undo.x() if self._undo is not None else None,
        )
        self._argument_rect = header.paint(painter, row)
        if self._fraction is not None:
            paint_bar(painter, row, self._fraction)

    # --- input ---------------------------------------------------------------------------------------------------

    def _note_path(self) -> str | None:
        return note_path(self.call, self._result)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Open the note when its path is clicked, else unfold or fold."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        path = self._note_path()
        if path is not None and self._argument_rect.contains(event.position().toPoint()):
            self.note_requested.emit(path)
        else:
            self.toggle()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the menu of actions."""
        path, made = self._note_path(), self._result.change_id if self._result is not None else None
        menu = card_menu(
            self,
            toggle=self.toggle,
            unfolded=self.unfolded,
            open_note=None if path is None else lambda: self.note_requested.emit(path),
            undo=None if self._undo is None else (self._undo.text(), self._request_undo),
            show_change=None if made is None else lambda: self.change_requested.emit(made),
        )
        menu.popup(event.globalPos())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show whether the path can be clicked."""
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.update(self._argument_rect)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Unfold or fold with Enter or Space; `O` opens the note."""
        path = self._note_path()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.toggle()
        elif event.key() == Qt.Key.Key_O and path is not None:
            self.note_requested.emit(path)
        else:
            event.ignore()  # a button would use the arrow keys, which scroll the conversation

    def changeEvent(self, event: QEvent) -> None:
        """Measure again after a change of style."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._arrange()

    def showEvent(self, event: QShowEvent) -> None:
        """Animate the ring only while it is visible."""
        self._run_timer()
        self._arrange()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop the animation."""
        self._run_timer()
