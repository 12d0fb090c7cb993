"""RequestQueueBar: the waiting requests, above the input box."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QApplication, QFrame, QPushButton, QScrollArea, QWidget

from axon_desktop.text.mention_syntax import say_mentions
from axon_desktop.ui.actions import with_native_keys
from axon_desktop.ui.look.parts import hbox, push_button, text_label, vbox
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.look.theme import current_colors, in_force
from axon_desktop.ui.session.request_queue import Request
from axon_desktop.ui.widgets.labels import ElidedLabel

_MAX_HEIGHT = 116
_ROW = 26


class RequestQueueBar(QScrollArea):
    """Lists waiting requests; each can be edited, sent at once, removed, and moved with Alt+Up and Alt+Down."""

    edit_requested = Signal(int)
    """Index in the queue."""
    steer_requested = Signal(int)
    """The running turn shall take it at its next step; if none is running, it is sent at once."""
    remove_requested = Signal(int)
    move_requested = Signal(int, int)
    """(index, -1 up or +1 down)"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._running = False
        self._requests: Sequence[Request] = ()
        self.rows: list[QueueRow] = []
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # not focusable by Tab, but part of the tab order
        self.setAccessibleName(self.tr("Waiting requests"))
        self._inside = QWidget(self)
        self._layout = vbox(parent=self._inside, spacing=2)
        self.setWidget(self._inside)
        self.setStyleSheet("QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; }")
        in_force.changed.connect(self._show_again)
        self.hide()

    def set_running(self, running: bool) -> None:
        """Show whether a turn is running: if not, requests can be sent at once."""
        if running != self._running:
            self._running = running
            self._show_again()

    def show_requests(self, requests: Sequence[Request]) -> None:
        """Show these requests; the focus stays on its line."""
        focus = QApplication.focusWidget()  # not the strip's own, which remembers a line that once had the focus
        focused = next(
            (
                i
                for i, row in enumerate(self.rows)
                if focus is not None and (row is focus or row.isAncestorOf(focus))
            ),
            None,
        )
        self._requests = requests
        for row in self.rows:
            self._layout.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = [self._make_row(index, request) for index, request in enumerate(requests)]
        self._set_tab_order()
        self.setFixedHeight(min(px(_MAX_HEIGHT), len(self.rows) * (px(_ROW) + 2)))
        self.setVisible(bool(self.rows))
        if focused is not None and self.rows:
            self.focus_row(min(focused, len(self.rows) - 1))

    def _show_again(self) -> None:
        self.show_requests(self._requests)

    def focus_row(self, index: int) -> None:
        """Give a line the focus and scroll to it."""
        self.rows[index].setFocus(Qt.FocusReason.OtherFocusReason)
        self.ensureWidgetVisible(self.rows[index], 0, 0)

    def _make_row(self, index: int, request: Request) -> QueueRow:
        row = QueueRow(request, running=self._running, parent=self._inside)
        row.edit.clicked.connect(lambda: self.edit_requested.emit(index))
        row.steer.clicked.connect(lambda: self.steer_requested.emit(index))
        row.remove.clicked.connect(lambda: self.remove_requested.emit(index))
        row.key_pressed.connect(lambda key, moved: self._handle_key(index, key, moved=moved))
        self._layout.addWidget(row)
        row.show()
        return row

    def _set_tab_order(self) -> None:
        """Put the lines before the box in the tab order; Qt appends new widgets."""
        before: QWidget = self
        for row in self.rows:
            for stop in (row, row.edit, row.steer, row.remove):
                QWidget.setTabOrder(before, stop)
                before = stop

    def _handle_key(self, index: int, key: int, *, moved: bool) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(key), 0)
        if moved:
            self.move_requested.emit(index, step)
        elif step and 0 <= index + step < len(self.rows):
            self.focus_row(index + step)
        elif key == Qt.Key.Key_Delete:
            self.remove_requested.emit(index)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.edit_requested.emit(index)


class QueueRow(QAbstractButton):
    """One waiting request."""

    key_pressed = Signal(int, bool)
    """(key, whether it moves the line)"""

    def __init__(self, request: Request, *, running: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.clicked.connect(lambda: self.key_pressed.emit(Qt.Key.Key_Return, False))  # by a screen reader
        self.setFixedHeight(px(_ROW))
        line = " ".join(say_mentions(request.text).split())
        self.state = text_label(
            self.tr("Next step") if request.steering else self.tr("Queued"),
            self,
            tone="ok" if request.steering else "muted",
            kind="small",
        )
        self.words = ElidedLabel(line, self, kind="small")
        self.words.setToolTip(plain_tip(request.text))
        self.edit = self._button(self.tr("Edit"), self.tr("Edit the waiting request: {text}"), line)
        word, said = self.tr("Send now"), self.tr("Send now: {text}")
        if running:
            word, said = self.tr("Send next"), self.tr("Send next: {text}")
        self.steer = self._button(word, said, line)
        self.steer.setToolTip(self.tr("Give it to the model at its next step") if running else "")
        self.steer.setVisible(not request.steering)
        self.remove = self._button("✕", self.tr("Remove the waiting request: {text}"), line)
        self.remove.setToolTip(self.tr("Remove"))
        buttons = (self.edit, self.steer, self.remove)
        hbox(self.state, (self.words, 1), *buttons, parent=self, margins=(8, 0, 8, 0), spacing=9)
        self.setAccessibleName(f"{self.state.text()}: {line}")
        said = self.tr("Enter edits, Delete removes, Alt+Up and Alt+Down move it.")
        self.setAccessibleDescription(with_native_keys(said))

    def _button(self, text: str, accessible: str, line: str) -> QPushButton:
        button = push_button(text, self, kind="link")
        button.setAccessibleName(accessible.format(text=line))
        return button

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Emit the keys that a line handles."""
        steps = (Qt.Key.Key_Up, Qt.Key.Key_Down)
        moved = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier) and event.key() in steps
        if moved or event.key() in (*steps, Qt.Key.Key_Delete, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.key_pressed.emit(event.key(), moved)
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Only take the focus: actions are on the buttons."""
        event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus."""
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the focus."""
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the background."""
        colors = current_colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colors.accent if self.hasFocus() else colors.frame), 1))
        painter.setBrush(QColor(colors.card))
        painter.drawRoundedRect(self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
