"""SandboxStatusLabel: the sandbox for commands on this computer, determined by trying it."""

from __future__ import annotations

import asyncio

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QLabel, QWidget

from axon_desktop.tools.shell import sandbox
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.look.stylesheet import mark
from axon_desktop.ui.widgets.form_fields import let_wrap_in_form


class SandboxStatusLabel(QLabel):
    """A sentence that is visible while commands are enabled."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._task: asyncio.Task[None] | None = None
        self.setWordWrap(True)
        let_wrap_in_form(self)
        mark(self, tone="muted")
        self.hide()

    def showEvent(self, event: QShowEvent) -> None:
        """Determine it when it is about to be read."""
        super().showEvent(event)
        if self._task is None:
            self._show_message(self.tr("Testing the sandbox…"), "muted")
            self._task = task = spawn(self._find_out(), name="try sandbox")
            window = self.window()
            if isinstance(window, QDialog):
                window.finished.connect(lambda: task.cancel())

    async def _find_out(self) -> None:
        found = await asyncio.to_thread(sandbox.find)
        if found.kind is None:
            words = self.tr(
                "No sandbox works on this computer, so a command can change anything you can. Axon"
                " asks before every command and refuses shell command lines. On Linux, installing"
                " bubblewrap helps."
            )
            self._show_message(words, "warn")
            return
        names = {"bubblewrap": "bubblewrap", "landlock": "Landlock", "seatbelt": "Seatbelt"}
        words = self.tr(
            "Commands run in a sandbox ({name}, tested on this computer). They can read this"
            " vault, change only what the question lists, and have no network access."
        )
        self._show_message(words.format(name=names[found.kind]), "muted")

    def _show_message(self, words: str, tone: str) -> None:
        self.setText(words)
        self.setAccessibleName(words)
        mark(self, tone=tone)
