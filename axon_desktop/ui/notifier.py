"""Notifier: calls the user when a turn waits or is done while the window is not in front."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable

from PySide6.QtCore import QObject, QProcess
from PySide6.QtWidgets import QApplication, QWidget

from axon_desktop import paths
from axon_desktop.agent.events import (
    AgentEvent,
    Answer,
    ApprovalRequested,
    ContinueRequested,
    Error,
    PlanProposed,
    Stopped,
)


class Notifier(QObject):
    """Marks the window in the task bar, and on Linux shows a notification of the desktop."""

    def __init__(self, window: QWidget, is_wanted: Callable[[], bool]) -> None:
        """Take the window, and what tells whether the user wants to be called."""
        super().__init__(window)
        self._window = window
        self._is_wanted = is_wanted
        self.told: list[str] = []
        """What was said, newest last; only the last few are kept."""

    def handle(self, event: AgentEvent) -> None:
        """Call the user if the event asks for that and nobody is looking."""
        words = self._words(event)
        if words and self._is_wanted() and not self._window.isActiveWindow() and not self._has_active_dialog():
            self.told = [*self.told[-9:], words]
            QApplication.alert(self._window)
            _notify(self._window.windowTitle(), words)

    def _words(self, event: AgentEvent) -> str:
        match event:
            case ApprovalRequested():
                return self.tr("Axon asks before it goes on: {tool}").format(tool=event.call.tool)
            case PlanProposed() if event.plan.status == "draft":
                return self.tr("Axon has made a plan and waits for you.")
            case ContinueRequested():
                return self.tr("Axon asks whether to go on.")
            case Answer():
                return self.tr("Axon has answered.")
            case Stopped():
                return self.tr("Axon has stopped.")
            case Error():
                return self.tr("Axon could not finish: something failed.")
            case _:
                return ""

    def _has_active_dialog(self) -> bool:
        """Tell whether a dialog over the window is in front."""
        active = QApplication.activeWindow()
        return active is not None and (active is self._window or self._window.isAncestorOf(active))


def _notify(title: str, words: str) -> None:
    """Show a notification of the desktop, where the usual program for that is installed."""
    program = shutil.which("notify-send") if sys.platform.startswith("linux") else None
    if program is not None and QApplication.platformName() != "offscreen":
        QProcess.startDetached(program, ["--app-name", "Axon Desktop", "--icon", paths.APP_NAME, title, words])
