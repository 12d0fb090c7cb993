"""What is below the transcript: agent mode, token meter, the waiting request, the input box and its buttons."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QPushButton, QVBoxLayout, QWidget

from axon_desktop.agent.approval import SafetyMode
from axon_desktop.ui.chat.header import ElidedLabel
from axon_desktop.ui.chat.input import ChatInput
from axon_desktop.ui.chat.style import mark
from axon_desktop.vault.markdown.colors import Colors


class Composer(QWidget):
    """Where requests are written."""

    submitted = Signal(str)
    stop_requested = Signal()
    safety_chosen = Signal(str)
    """A SafetyMode."""
    queue_edit_requested = Signal()
    """The waiting request should come back into the box."""

    def __init__(self, colors: Colors, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("composer")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 10)
        layout.setSpacing(6)
        layout.addLayout(self._build_mode())
        layout.addWidget(self._build_queue())
        self.input = ChatInput(self)
        self.input.submitted.connect(self.submitted)
        self.input.stop_requested.connect(self.stop_requested)
        layout.addWidget(self.input)
        layout.addSpacing(1)
        layout.addLayout(self._build_buttons())
        self.set_colors(colors)
        self.set_running(False)

    def _build_mode(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(7)
        self.mode = ElidedLabel(parent=self)
        self.meter = QLabel(self)
        mark(self.mode, tone="ok", kind="small")
        mark(self.meter, tone="muted", kind="small")
        row.addWidget(self.mode, 1)
        row.addWidget(self.meter)
        return row

    def _build_queue(self) -> QWidget:
        self._queue_row = QWidget(self)
        row = QHBoxLayout(self._queue_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(7)
        self.queued = ElidedLabel(parent=self._queue_row)
        mark(self.queued, tone="muted", kind="small")
        edit = QPushButton(self.tr("Edit"), self._queue_row)
        edit.setAccessibleName(self.tr("Edit the waiting request"))
        mark(edit, kind="link")
        edit.clicked.connect(self.queue_edit_requested)
        row.addWidget(self.queued, 1)
        row.addWidget(edit)
        self._queue_row.hide()
        return self._queue_row

    def _build_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(7)
        self.safety = QPushButton(self)
        mark(self.safety, kind="chip")
        self.safety_menu = QMenu(self)
        group = QActionGroup(self)
        self._safety_actions = {}
        for mode, text in self._safety_words().items():
            action = self.safety_menu.addAction(text)
            action.setCheckable(True)
            action.triggered.connect(partial(self.safety_chosen.emit, mode))
            group.addAction(action)
            self._safety_actions[mode] = action
        self.safety.clicked.connect(self._show_safety_menu)
        self.stop = QPushButton(self.tr("Stop ⎋"), self)
        self.stop.setAccessibleName(self.tr("Stop"))
        self.stop.setToolTip(self.tr("Stop the model and its tools (Esc)"))
        self.stop.clicked.connect(self.stop_requested)
        self.send = QPushButton(self.tr("Send ⏎"), self)
        self.send.setAccessibleName(self.tr("Send"))
        mark(self.send, primary=True)
        self.send.clicked.connect(self.input.submit)
        row.addWidget(self.safety)
        row.addStretch(1)
        row.addWidget(self.stop)
        row.addWidget(self.send)
        return row

    def _show_safety_menu(self) -> None:
        height = self.safety_menu.sizeHint().height()
        self.safety_menu.popup(self.safety.mapToGlobal(QPoint(0, -height - 2)))

    def _safety_words(self) -> dict[SafetyMode, str]:
        return {
            "ask": self.tr("Ask first"),
            "apply": self.tr("Apply and let me undo"),
            "read_only": self.tr("Read only"),
        }

    def set_safety(self, mode: SafetyMode) -> None:
        """Show when the user is asked."""
        word = self._safety_words()[mode]
        self.safety.setText(f"{word} ▾")
        self.safety.setAccessibleName(self.tr("Safety: {mode}, menu").format(mode=word))
        self._safety_actions[mode].setChecked(True)
        scopes = {
            "ask": self.tr("● Agent Mode Active — whole vault"),
            "apply": self.tr("● Agent Mode Active — whole vault, without asking"),
            "read_only": self.tr("● Agent Mode Active — whole vault, reading only"),
        }
        self.mode.setText(scopes[mode])
        self.mode.setToolTip(scopes[mode])
        mark(self.mode, tone="warn" if mode == "apply" else "ok")

    def set_queued(self, text: str) -> None:
        """Show the request that waits; empty for none."""
        line = " ".join(text.split())
        self.queued.setText(self.tr("Queued: {request}").format(request=line))
        self.queued.setToolTip(text)
        self._queue_row.setVisible(bool(text))

    def set_running(self, running: bool) -> None:
        """Follow the turn."""
        self.stop.setEnabled(running)
        self.input.setPlaceholderText(
            self.tr("Write on: it is sent when this is done") if running else self.tr("Ask, or give an order")
        )
        self.input.viewport().update()  # Qt repaints no more than the caret's place

    def set_meter(self, text: str, details: str) -> None:
        """Show the tokens used."""
        self.meter.setText(text)
        self.meter.setToolTip(details)
        self.meter.setAccessibleDescription(details)

    def set_colors(self, colors: Colors) -> None:
        """Take the colours of another theme."""
        self.setStyleSheet(
            f"#composer {{ background: {colors.raised}; border-top: 1px solid {colors.line}; }}"
            f"#composer QPlainTextEdit {{ border-radius: 8px; padding: 3px 5px; }}"
        )
