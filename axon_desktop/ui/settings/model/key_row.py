"""KeyRow: where the key of a model is stored, and a button to delete it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from axon_desktop.errors import KeyStoreError
from axon_desktop.settings.keys import Endpoint, KeyStore, key_id
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.look.parts import hbox, push_button, text_label
from axon_desktop.ui.look.stylesheet import mark


class KeyRow(QWidget):
    """Belongs to one form; key stores are queried in a thread."""

    found = Signal(str)
    """KeyPlace of the model's key."""
    forgotten = Signal()

    def __init__(self, keys: KeyStore, model: Callable[[], Endpoint]) -> None:
        """Take a function that returns the model of the form."""
        super().__init__()
        self._keys = keys
        self._model = model
        self.place = text_label(self.tr("Looking for the key…"), wraps=True, tone="muted")
        self.forget = push_button(self.tr("&Forget key"), clicked=lambda: spawn(self._forget(), name="forget key"))
        hbox((self.place, 1), self.forget, parent=self, spacing=-1)

    def refresh(self) -> None:
        """Look up where the key is stored."""
        spawn(self._refresh(), name="find key")

    async def _refresh(self) -> None:
        model = self._model()
        wanted = key_id(model)
        try:
            place = await asyncio.to_thread(self._keys.where, wanted)
        except KeyStoreError as error:
            if isValid(self):
                self._show(f"○ {error_text(error)}", "err", own=False)
            return
        if not isValid(self):  # the dialog was closed
            return
        variable = self._keys.variable(wanted)
        words = {
            "keyring": self.tr("● saved in the system keyring"),
            "environment": self.tr("● from the environment variable {name}").format(name=variable),
            "memory": self.tr("● kept for this run only"),
            "none": self.tr("○ none"),
        }
        if wanted == key_id(self._model()):
            self.found.emit(place)
            self._show(words[place], "muted" if place == "none" else "ok", own=place in ("keyring", "memory"))

    def _show(self, text: str, tone: str, *, own: bool) -> None:
        """Show where the key is; Axon can delete its own, not one of the environment."""
        self.place.setText(text)
        mark(self.place, tone=tone)
        self.forget.setVisible(own)
        self._fit()

    async def _forget(self) -> None:
        try:
            await asyncio.to_thread(self._keys.delete, key_id(self._model()))
        except KeyStoreError as error:
            self._show(f"○ {error_text(error)}", "err", own=True)
            return
        await self._refresh()
        self.forgotten.emit()

    def _fit(self) -> None:
        """Set the height of the text: a form estimates the height of such a row, and cuts other rows for it."""
        row = self.layout()
        if row is not None:
            row.activate()
            self.setFixedHeight(row.totalHeightForWidth(self.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit to another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()
