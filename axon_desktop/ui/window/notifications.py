"""Notifier: notifies the user of a waiting or finished turn while the window is not in front."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable

from PySide6.QtCore import QObject, QProcess, Qt, Signal
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

_ACTION = "default"
"""The name of a click on the notification itself."""


class DesktopNotice(QObject):
    """Shows one notification at a time, by `notify-send`, which runs until it is closed."""

    clicked = Signal()

    def __init__(self, program: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._program = program
        self._texts: list[str] = []
        self._process = QProcess(self)
        self._process.finished.connect(self._finished)

    @property
    def listening(self) -> bool:
        """Whether a click would be reported."""
        return self._process.state() != QProcess.ProcessState.NotRunning

    def show(self, title: str, words: str, action: str) -> None:
        """Replace the last notification; `action` is the text of its button."""
        self.close()
        self._texts = ["--app-name", "Axon Desktop", "--icon", paths.APP_NAME, "--", title, words]
        self._process.start(self._program, [f"--action={_ACTION}={action}", *self._texts])

    def close(self) -> None:
        """Stop listening for clicks; the notification stays."""
        if self.listening:
            self._process.kill()
            self._process.waitForFinished()

    def _finished(self, code: int, status: QProcess.ExitStatus) -> None:
        if status is QProcess.ExitStatus.CrashExit:
            return
        if code != 0:  # before libnotify 0.8 actions are not supported
            QProcess.startDetached(self._program, self._texts)
        elif _ACTION.encode() in bytes(self._process.readAllStandardOutput().data()).split():
            self.clicked.emit()


class Notifier(QObject):
    """Marks the window in the task bar, and on Linux shows a desktop notification that leads to it."""

    def __init__(self, window: QWidget, is_wanted: Callable[[], bool]) -> None:
        """Take the window, and a function that tells whether the user wants notifications."""
        super().__init__(window)
        self._window = window
        self._is_wanted = is_wanted
        self._notice = _desktop_notice(self)
        if self._notice is not None:
            self._notice.clicked.connect(self.bring_to_front)
        self.messages: list[str] = []
        """The last few messages, newest last."""

    def handle(self, event: AgentEvent) -> None:
        """Notify the user if the event calls for it and the window is not active."""
        words = self._words(event)
        if words and self._is_wanted() and not self._window.isActiveWindow() and not self._has_active_dialog():
            self.messages = [*self.messages[-9:], words]
            QApplication.alert(self._window)
            if self._notice is not None:
                self._notice.show(self._window.windowTitle(), words, self.tr("Show Axon"))

    def bring_to_front(self) -> None:
        """Show the window, with an open question over it."""
        self._window.setWindowState(self._window.windowState() & ~Qt.WindowState.WindowMinimized)
        for window in (self._window, QApplication.activeModalWidget()):
            if window is not None:
                window.show()
                window.raise_()
                window.activateWindow()

    def close(self) -> None:
        """Stop notifying."""
        self._is_wanted = lambda: False
        if self._notice is not None:
            self._notice.close()

    def _words(self, event: AgentEvent) -> str:
        match event:
            case ApprovalRequested(together=count) if count > 1:
                return self.tr("Axon needs your approval for {count} changes.").format(count=count)
            case ApprovalRequested():
                return self.tr("Axon needs your approval to continue: {tool}").format(tool=event.call.tool)
            case PlanProposed() if event.plan.status == "draft":
                return self.tr("Axon has made a plan and is waiting for you.")
            case ContinueRequested():
                return self.tr("Axon asks whether to continue.")
            case Answer():
                return self.tr("Axon has answered.")
            case Stopped():
                return self.tr("Axon has stopped.")
            case Error():
                return self.tr("Axon could not finish: something went wrong.")
            case _:
                return ""

    def _has_active_dialog(self) -> bool:
        """Tell whether a dialog of the window is in front."""
        active = QApplication.activeWindow()
        return active is not None and (active is self._window or self._window.isAncestorOf(active))


def _desktop_notice(parent: QObject) -> DesktopNotice | None:
    """Return desktop notifications, if the usual program for them is installed."""
    program = shutil.which("notify-send") if sys.platform.startswith("linux") else None
    if program is None or QApplication.platformName() == "offscreen":
        return None
    return DesktopNotice(program, parent)
