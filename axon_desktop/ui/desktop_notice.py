"""DesktopNotice: a notification of the desktop that tells when it was clicked."""

from __future__ import annotations

from PySide6.QtCore import QObject, QProcess, Signal

from axon_desktop import paths

_ACTION = "default"
"""What desktops call a click on the notification itself."""


class DesktopNotice(QObject):
    """Shows one notification at a time, by `notify-send`, which runs until the notification is gone."""

    clicked = Signal()

    def __init__(self, program: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._program = program
        self._texts: list[str] = []
        self._process = QProcess(self)
        self._process.finished.connect(self._finished)

    @property
    def listening(self) -> bool:
        """Whether a click would be told."""
        return self._process.state() != QProcess.ProcessState.NotRunning

    def show(self, title: str, words: str, action: str) -> None:
        """Show a notification in place of the last one; `action` says what a click does."""
        self.close()
        self._texts = ["--app-name", "Axon Desktop", "--icon", paths.APP_NAME, "--", title, words]
        self._process.start(self._program, [f"--action={_ACTION}={action}", *self._texts])

    def close(self) -> None:
        """Listen for no click any more; what is shown stays."""
        if self.listening:
            self._process.kill()
            self._process.waitForFinished()

    def _finished(self, code: int, status: QProcess.ExitStatus) -> None:
        if status is QProcess.ExitStatus.CrashExit:
            return
        if code != 0:  # before libnotify 0.8 it knows no actions
            QProcess.startDetached(self._program, self._texts)
        elif _ACTION.encode() in bytes(self._process.readAllStandardOutput().data()).split():
            self.clicked.emit()
