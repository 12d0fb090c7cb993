"""Trial: a button that tries something out, and a sentence that says what came of it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from PySide6.QtWidgets import QDialog, QLabel, QPushButton, QWidget

from axon_desktop.ui.aio import spawn
from axon_desktop.ui.look.stylesheet import mark


class Trial(QWidget):
    """Tries one thing at a time, and gives it up when its dialog closes; kinds put both in place."""

    def __init__(self, button_words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._task: asyncio.Task[None] | None = None
        self.button = QPushButton(button_words, self)
        self.result = QLabel(self)
        self.result.setWordWrap(True)

    @property
    def running(self) -> bool:
        """Whether something is being tried out."""
        return self._task is not None

    def begin(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Let this try something out, in place of what is being tried."""
        self.stop()
        self.button.setEnabled(False)
        self._task = task = spawn(work, name=name)
        window = self.window()
        if isinstance(window, QDialog):
            window.finished.connect(lambda: task.cancel())

    def stop(self) -> None:
        """Give up what is being tried, and forget what was found."""
        if self._task is not None:
            self._task.cancel()
        self.end()
        self.show_words("", "muted")

    def end(self) -> None:
        """Let the button be pressed again: what was tried has come to its end."""
        self._task = None
        self.button.setEnabled(True)

    def show_words(self, words: str, tone: str) -> None:
        """Show a sentence."""
        self.result.setText(words)
        self.result.setAccessibleName(words)
        mark(self.result, tone=tone)
