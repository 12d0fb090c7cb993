"""ConversationView: the view of messages and cards, in which the user's messages can be edited and sent again."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from axon_desktop.ui.chat.activity.call_log import CallLogEntry
from axon_desktop.ui.chat.answer_actions import AnswerEntry
from axon_desktop.ui.chat.jump_to_latest import JumpToLatest
from axon_desktop.ui.look.parts import push_button
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.markdown_view.embeds.embedded_notes import LoadNote
from axon_desktop.ui.markdown_view.layout.chunk import Chunk, WidgetRow
from axon_desktop.ui.markdown_view.layout.plain_text import as_copied

_LONGEST_ANSWER = 400
"""Number of parts of an answer that are searched for the row below it."""


class ConversationView(MarkdownView):
    """Shows a conversation; a message under the mouse has an Edit button."""

    edit_requested = Signal(int)
    """Item number of a user's message to edit and send again."""
    back_requested = Signal(int)
    """Item number of a user's message to rewind to."""

    def __init__(
        self,
        *,
        resolve_link: Callable[[str], str | None] | None = None,
        load_image: Callable[[str], bytes | None] | None = None,
        load_note: LoadNote | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(resolve_link=resolve_link, load_image=load_image, load_note=load_note, parent=parent)
        self.may_edit: Callable[[int], bool] = lambda _item: False
        """Tells whether a message can be edited; set by the owner."""
        self.jump = JumpToLatest(self)
        """Scrolls to the end."""
        self._pointed: AnswerEntry | None = None
        """The answer under the mouse."""
        self._edited = 0
        self.edit_button = push_button(
            self.tr("Edit"),
            self.viewport(),
            lambda: self.edit_requested.emit(self._edited),
            tip=self.tr("Edit and send again; everything after it stays in the original conversation"),
            kind="link",
        )
        self.edit_button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.edit_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.edit_button.hide()
        self.moved.connect(self.edit_button.hide)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._show_focus)

    def _show_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Scroll to a widget that was reached by Tab."""
        if now is None or not self.viewport().isAncestorOf(now):
            return
        top, height = now.mapTo(self.viewport(), QPoint(0, 0)).y(), self.viewport().height()
        if top + now.height() <= 0 or top >= height:
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + top - height // 3)

    def message_at(self, point: QPoint | QPointF) -> int:
        """Return the item number of the user's message at this height of the viewport; 0 for none."""
        for row in self.rows_between(float(point.y()), float(point.y())):
            if isinstance(row, Chunk) and row.item.role == "user" and self.may_edit(row.item.id):
                return row.item.id
        return 0

    def make_menu(self, point: QPoint) -> QMenu:
        """Return the context menu for a point; it also offers to edit the message there."""
        menu = super().make_menu(point)
        message = self.message_at(point)
        if message:
            menu.addSeparator()
            menu.addAction(self.tr("&Edit and send again"), lambda: self.edit_requested.emit(message))
            menu.addAction(self.tr("Go &back to before this…"), lambda: self.back_requested.emit(message))
        return menu

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the Edit button of the message under the mouse."""
        super().mouseMoveEvent(event)
        self._edited = self.message_at(event.position()) if not event.buttons() else 0
        if self._edited:
            self._place_button(event.position())
        self.edit_button.setVisible(bool(self._edited))

        self._point(self.answer_at(event.position()) if not event.buttons() else None)

    def answer_at(self, point: QPoint | QPointF) -> AnswerEntry | None:
        """Return the answer at this height of the viewport; None for none."""
        rows = self.rows_between(float(point.y()), float(point.y()))
        if not rows or not isinstance(rows[0], Chunk) or rows[0].item.role != "assistant":
            return None
        start = self._column.index(rows[0]) + 1
        for row in self._column.rows[start : start + _LONGEST_ANSWER]:
            if isinstance(row, WidgetRow) and isinstance(row.card, AnswerEntry):
                return row.card
            if isinstance(row, Chunk) and row.item.role == "user":
                break
        return None

    def _point(self, answer: AnswerEntry | None) -> None:
        if answer is not self._pointed:
            for entry, pointed in ((self._pointed, False), (answer, True)):
                if entry is not None:
                    entry.point(pointed)
            self._pointed = answer

    def copy_all(self) -> None:
        """Copy the whole conversation, with the calls, to the clipboard."""
        self._content.finish_scans()
        self._copy_when_ready(list(self._content.chunks()), self.conversation_text)

    def clear(self) -> None:
        """Remove everything."""
        self._pointed = None
        super().clear()

    def conversation_text(self) -> str:
        """Return the messages and, in the user's words, the calls."""
        self._write_pending()
        self._content.finish_scans()
        texts = []
        for row in self._column.rows:
            if isinstance(row, Chunk):
                texts.append(as_copied(self._builder.text(row)))
            elif isinstance(row, WidgetRow) and isinstance(row.card, CallLogEntry):
                texts.append(row.card.plain_text())
        return "\n".join(text for text in texts if text)

    def _place_button(self, point: QPointF) -> None:
        for row in self.rows_between(point.y(), point.y()):
            if isinstance(row, Chunk) and row.item.id == self._edited:
                size = self.edit_button.sizeHint()
                corner = self.chunk_origin(row)
                left = max(4, round(corner.x()) - size.width() - 22)
                self.edit_button.setGeometry(left, round(corner.y()), size.width(), size.height())
                return

    def leaveEvent(self, event: QEvent) -> None:
        """Hide the Edit button."""
        super().leaveEvent(event)
        self.edit_button.hide()
        self._point(None)
