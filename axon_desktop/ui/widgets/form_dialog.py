"""FormDialog: a dialog of fields, which asks before discarding changes."""

from __future__ import annotations

import asyncio

from PySide6.QtWidgets import QDialog, QWidget

from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.widgets.confirm_dialog import Question


class FormDialog(QDialog):
    """Subclasses return the contents of their fields, and call `note_entered` once these are filled in."""

    no_decision = "a form, which asks before it throws something away"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entered: object = None
        self._asking: asyncio.Task[None] | None = None
        self.busy = False
        """Whether it is being saved: changes discarded in that time would be saved all the same."""

    def entered(self) -> object:
        """Return the contents of the fields, for comparison."""
        raise NotImplementedError

    def note_entered(self) -> None:
        """Take the current contents of the fields as unchanged."""
        self._entered = self.entered()

    @property
    def is_changed(self) -> bool:
        """Whether closing would discard changes."""
        return self.entered() != self._entered

    def reject(self) -> None:
        """Close, as Escape, Cancel and the window's button do; after a question if something was changed."""
        if self._asking is not None or self.busy:
            return
        if not self.is_changed:
            super().reject()
            return
        asking = self._asking = spawn(self._ask(), name="discard changes")
        self.finished.connect(lambda: asking.cancel())  # saved in the meantime

    async def _ask(self) -> None:
        question = Question(
            self.tr("Discard your changes?"),
            [],
            self.tr("&Discard"),
            self,
            careful=True,
            cancel_words=self.tr("&Keep editing"),
        )
        try:
            discarded = await ask(question)
        finally:
            self._asking = None
        if not discarded:
            return
        super().reject()
        below = self.parentWidget()
        if below is not None:
            # two windows close at once: a window manager may give the focus to the closing one
            below.window().activateWindow()
