"""TestButton: a button that starts a test, and a sentence with its result."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from axon_desktop.ui.aio import spawn
from axon_desktop.ui.look.parts import text_label
from axon_desktop.ui.look.stylesheet import mark


class TestButton(QWidget):
    """Runs one test at a time and cancels it when its dialog closes; subclasses lay out both parts."""

    def __init__(self, button_words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._task: asyncio.Task[None] | None = None
        self.button = QPushButton(button_words, self)
        self.result = text_label("", self, wraps=True)

    @property
    def running(self) -> bool:
        """Whether a test is running."""
        return self._task is not None

    def begin(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Start a test; one that is still running is cancelled."""
        self.stop()
        self.button.setEnabled(False)
        self._task = task = spawn(work, name=name)
        window = self.window()
        if isinstance(window, QDialog):
            window.finished.connect(lambda: task.cancel())

    def stop(self) -> None:
        """Cancel the running test, and clear the result."""
        if self._task is not None:
            self._task.cancel()
        self.end()
        self.show_words("", "muted")

    def end(self) -> None:
        """Enable the button again: the test has ended."""
        self._task = None
        self.button.setEnabled(True)

    def show_words(self, words: str, tone: str) -> None:
        """Show a sentence."""
        self.result.setText(words)
        self.result.setAccessibleName(words)
        mark(self.result, tone=tone)
