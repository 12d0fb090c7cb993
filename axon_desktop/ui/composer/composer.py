"""Composer: below the transcript: agent mode, token meter, waiting requests, the input box and its buttons."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from axon_desktop.agent.approval.approval import SafetyMode
from axon_desktop.agent.events import AgentMode
from axon_desktop.ui.actions import native
from axon_desktop.ui.buttons.choice_chip import ChoiceChip
from axon_desktop.ui.buttons.shortcut_button import ShortcutButton
from axon_desktop.ui.composer.context_chips import ContextChips
from axon_desktop.ui.composer.input import ChatInput
from axon_desktop.ui.composer.request_queue_bar import RequestQueueBar
from axon_desktop.ui.composer.state_line import StateLine
from axon_desktop.ui.look.parts import STRETCH, add_parts, hbox, name_panel, text_label, vbox
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import mark, plain_tip

_MARGIN = 12
_SPACING = 7
_NARROW = 380
"""Width of the chat in pixels below which the mode is an icon."""


class Composer(QWidget):
    """The input area."""

    submitted = Signal(str)
    steered = Signal(str)
    """A text that the running turn shall take at its next step."""
    stop_requested = Signal()
    mode_chosen = Signal(str)
    """An AgentMode."""
    safety_chosen = Signal(str)
    """A SafetyMode."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_panel(self, "composer")
        self._running, self._has_model = False, True
        layout = vbox(self._build_state(), parent=self, margins=(_MARGIN, 8, _MARGIN, 10), spacing=6)
        self.queue = RequestQueueBar(self)
        layout.addWidget(self.queue)
        self.context = ContextChips(self)
        layout.addWidget(self.context)
        self.input = ChatInput(self)
        self.input.submitted.connect(self.submitted)
        self.input.steered.connect(self.steered)
        self.input.stop_requested.connect(self.stop_requested)
        add_parts(layout, self.input, 1, self._build_buttons())
        self.set_running(False)
        self.set_mode("react")

    def _build_state(self) -> QHBoxLayout:
        self.state = StateLine(self)
        self.state.changed.connect(self._show_meter)
        self.meter = text_label("", self, tone="muted", kind="small")
        self._counted = ""
        """The full text of the meter."""
        self.state.setBuddy(self.meter)  # else Orca reads it each time that somebody comes into the panel
        return hbox((self.state, 1), self.meter, spacing=_SPACING)

    def _build_buttons(self) -> QHBoxLayout:
        row = hbox(spacing=_SPACING)
        modes: dict[str, str] = {
            "react": self.tr("ReAct — answer step by step"),
            "plan": self.tr("Plan — make a plan first, carry it out once you agree"),
        }
        mode_icons = {"react": "comment", "plan": "outline"}
        self.mode = ChoiceChip(self.tr("Mode: {choice}, menu"), modes, mode_icons, self)
        self.mode.setToolTip(self.tr("How the agent handles the next request"))
        self.mode.chosen.connect(self.mode_chosen)
        safeties: dict[str, str] = {
            "ask": self.tr("Ask first"),
            "apply": self.tr("Apply and let me undo"),
            "read_only": self.tr("Read only"),
        }
        safety_icons = {"ask": "help", "apply": "undo", "read_only": "eye"}
        self.safety = ChoiceChip(self.tr("Safety: {choice}, menu"), safeties, safety_icons, self)
        self.safety.setToolTip(self.tr("When Axon asks before it writes"))
        self.safety.chosen.connect(self.safety_chosen)
        self.stop = ShortcutButton(self.tr("Stop"), self.tr("Esc"), self)
        self.stop.setToolTip(self.tr("Stop the model and its tools (Esc)"))
        self.stop.setAccessibleDescription(self.tr("Esc"))
        self.stop.clicked.connect(self.stop_requested)
        self.send = ShortcutButton(self.tr("Send"), "⏎", self)
        self.send.setToolTip(self.tr("Send (Enter)"))
        self.send.setAccessibleDescription(self.tr("Enter"))
        mark(self.send, primary=True)
        self.send.clicked.connect(self.input.submit)
        self._row = row
        add_parts(row, self.mode, self.safety, STRETCH, self.stop, self.send)
        return row

    def set_mode(self, mode: AgentMode) -> None:
        """Show the agent mode of the next request."""
        self.mode.set_value(mode)
        self._share()
        self.state.set_mode(mode)

    def set_safety(self, mode: SafetyMode) -> None:
        """Show the safety mode."""
        self.safety.set_value(mode)
        self._share()
        self.state.set_safety(mode)

    def set_running(self, running: bool) -> None:
        """Show whether a turn is running."""
        if not running and self.stop.hasFocus():
            self.input.setFocus()
        self.stop.setVisible(running)
        self._share()
        self.queue.set_running(running)
        self._running = running
        self._say_what_to_write()

    def set_has_model(self, has_model: bool) -> None:
        """Set whether there is a model: Offline understands only some commands."""
        self._has_model = has_model
        self._say_what_to_write()

    def _say_what_to_write(self) -> None:
        if self._running:
            words = self.tr("Enter keeps the text and sends it when this is done, {keys} at the next step")
            words = words.format(keys=native("Ctrl+Enter"))
        elif self._has_model:
            words = self.tr("Ask, or type @ for a note, / for a command")
        else:
            words = self.tr("read Home, search milestone, 读取 Home")
        self.input.setPlaceholderText(words)
        self.input.viewport().update()  # Qt repaints only the caret

    def set_meter(self, text: str, details: str) -> None:
        """Show the token usage."""
        self._counted = text
        self._show_meter()
        self.meter.setToolTip(plain_tip(details))
        self.meter.setAccessibleDescription(details)

    def _show_meter(self) -> None:
        """Shorten the meter where the state line needs room: the costs go first; the tooltip has everything."""
        tokens = self._counted.partition(" · ")[0]
        ways = (self._counted, self.state.text()), (tokens, self.state.text()), (tokens, self.state.least_text)
        room = self.width() - 2 * _MARGIN - _SPACING
        count, say = self.meter.fontMetrics().horizontalAdvance, self.state.fontMetrics().horizontalAdvance
        self.meter.setText(next((counted for counted, said in ways if count(counted) + say(said) <= room), ""))

    def _share(self) -> None:
        """Lay out the line below the box: the mode becomes an icon, then the safety mode, then the hint goes."""
        buttons = [button for button in (self.stop, self.send) if not button.isHidden()]
        spacing = (len(buttons) + 2) * _SPACING  # spacing takes room, too
        room = self.width() - 2 * _MARGIN - spacing
        ways = (False, False, False), (True, False, False), (True, True, False), (True, True, True)
        for mode, safety, keys in ways[self.width() < px(_NARROW) :]:
            self.mode.set_short(mode)
            self.safety.set_short(safety)
            for button in buttons:
                button.set_short(keys)
            if sum(one.sizeHint().width() for one in (self.mode, self.safety, *buttons)) <= room:
                break

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the lines above and below the box again."""
        super().resizeEvent(event)
        self._show_meter()
        self._share()

    def changeEvent(self, event: QEvent) -> None:
        """Lay out the line below the box again after a change of font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_row"):
            self._share()
