"""The Test button of a Task Manager: checks its health, and shows the result."""

from __future__ import annotations

import threading
from contextlib import suppress

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from axon_desktop.agent_sync.health import Health, check_health
from axon_desktop.ui.look.parts import hbox, push_button, text_label
from axon_desktop.ui.look.stylesheet import mark
from axon_desktop.ui.task_manager.wording import health_sentence


class HealthTest(QWidget):
    """A button with the result beside it."""

    _answered = Signal(int, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = 0
        """Number of the test whose answer is awaited."""
        self._url = ""
        self.button = push_button(self.tr("&Test"), self, auto_default=False)
        self.button.setAccessibleName(self.tr("Test the connection"))
        self.result = text_label("", self, wraps=True, plain=True, align=Qt.AlignmentFlag.AlignTop)
        self.result.setContentsMargins(0, 4, 0, 0)  # as high as the text of the button
        self.result.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        hbox((self.button, 0, Qt.AlignmentFlag.AlignTop), (self.result, 1), parent=self, spacing=-1)
        self._answered.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def start(self, url: str) -> None:
        """Check the Task Manager at this address."""
        self.stop()
        self._url = url
        self.button.setEnabled(False)
        self.show_words(self.tr("Contacting the Task Manager…"), "muted")
        # Nothing waits for the end of this thread: an answer may take long, and the program may end before it.
        threading.Thread(target=self._ask, args=(self._number, url), name="task manager test", daemon=True).start()

    def stop(self) -> None:
        """Cancel the test, and drop its result."""
        self._number += 1
        self.button.setEnabled(True)
        self.show_words("", "muted")

    def show_words(self, words: str, tone: str) -> None:
        """Show a sentence."""
        self.result.setText(words)
        self.result.setAccessibleName(words)
        mark(self.result, tone=tone)

    def _ask(self, number: int, url: str) -> None:
        health = check_health(url)
        with suppress(RuntimeError):  # the dialog was deleted
            self._answered.emit(number, health)

    def _show(self, number: int, health: Health) -> None:
        if number != self._number:
            return
        self.button.setEnabled(True)
        self.show_words(health_sentence(health, self._url), "err" if health.problem else "ok")
