"""ReportingStatus: shows in the status bar how reporting to the Task Manager goes; a click opens its settings."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtWidgets import QPushButton

from axon_desktop.ui.look.stylesheet import mark
from axon_desktop.ui.status_bar.status_bar import StatusBar
from axon_desktop.ui.task_manager.reporting import TurnReporting
from axon_desktop.ui.task_manager.wording import light_details, light_tone, light_words

if TYPE_CHECKING:
    from axon_desktop.ui.window.main_window import MainWindow

_SECOND_MS = 1000
_LOOKED_AT = (QEvent.Type.Enter, QEvent.Type.FocusIn)
_LEAST_WIDTH = 40


class ReportingStatus(QPushButton):
    """Hidden while nothing is reported."""

    settings_requested = Signal(str)
    """The page of the settings to open."""

    def __init__(self, reporting: TurnReporting, bar: StatusBar) -> None:
        super().__init__(bar)
        self._reporting = reporting
        self._bar = bar
        self.setObjectName("report_light")
        self.setMinimumWidth(_LEAST_WIDTH)  # the window may be narrower than the words
        self.hide()
        bar.addWidget(self)
        self._clock = QTimer(self, interval=_SECOND_MS)
        """Runs while an answer is pending: its delay emits no signal."""
        self._clock.timeout.connect(self.refresh)
        self.clicked.connect(lambda: self.settings_requested.emit("task_manager"))
        reporting.changed.connect(self.refresh)
        bar.messageChanged.connect(self.refresh)
        self.refresh()

    def event(self, event: QEvent) -> bool:
        """Count again when the tooltip is shown: waiting reports emit no signal."""
        if event.type() in _LOOKED_AT:
            self.refresh()
        return super().event(event)

    def refresh(self) -> None:
        """Show the current state."""
        state, target = self._reporting.state, self._reporting.target
        if state is None or target is None or state.condition == "closed":
            self._clock.stop()
            self.hide()
            return
        if (state.asked is not None) is not self._clock.isActive():
            (self._clock.stop if state.asked is None else self._clock.start)()
        words, details = light_words(state), light_details(state, target)
        if (text := f"● {words}") != self.text():
            self.setText(text)
            self.setAccessibleName(words)
        if (text := "\n".join(details)) != self.accessibleDescription():
            self.setAccessibleDescription(text)
            more = [*details, self.tr("Click to open the settings.")]
            self.setToolTip("<qt>" + "<br>".join(map(escape, more)) + "</qt>")
        mark(self, state=light_tone(state))
        self.setVisible(not self._bar.currentMessage())  # else it would cover the message


def report_window(window: MainWindow) -> TurnReporting:
    """Return the reporting of a window's turns, with its light."""
    reporting = TurnReporting(window)
    light = ReportingStatus(reporting, window.status)
    light.settings_requested.connect(window.settings_requested)
    return reporting
