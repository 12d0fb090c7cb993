"""MeaningPage: whether notes are found by meaning, what reads them for it, and what is sent where."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QLineEdit, QWidget
from shiboken6 import isValid

from axon_desktop.errors import AxonError, KeyStoreError
from axon_desktop.net_address import base_url, host_of, is_loopback
from axon_desktop.settings.keys import KeyStore, key_id
from axon_desktop.settings.providers import SAMPLE_ADDRESS
from axon_desktop.settings.settings import MeaningSettings
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.buttons.test_button import TestButton
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.look.check_box import CheckBox
from axon_desktop.ui.look.parts import STRETCH, add_parts, hbox, push_button, text_label
from axon_desktop.ui.settings.model.key_row import KeyRow
from axon_desktop.ui.widgets.form_fields import add_row, chooser, form_layout, page_layout, part_heading

if TYPE_CHECKING:
    from axon_desktop.ui.meaning.window_meaning import WindowMeaning

_SAMPLE_MODEL = "nomic-embed-text"


class MeaningPage(QWidget):
    """Edits MeaningSettings and the key that belongs to them."""

    def __init__(self, settings: MeaningSettings, keys: KeyStore, meaning: WindowMeaning | None = None) -> None:
        """Take the settings, and what has the vectors of the open vault, if one is open."""
        super().__init__()
        self._keys = keys
        self._meaning = meaning
        layout = page_layout(
            self,
            self.tr("Search by meaning"),
            self.tr(
                "Finds notes that say it in other words or in another language, and notes related to the open one."
            ),
        )
        self._form = form_layout()
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.encoder = chooser(
            {
                "bundled": self.tr("Axon, on this computer"),
                "server": self.tr("A server of yours"),
                "off": self.tr("Nothing: search by meaning is off"),
            },
            settings.encoder,
        )
        self.base_url = QLineEdit(settings.base_url)
        self.base_url.setPlaceholderText(SAMPLE_ADDRESS)
        self.model = QLineEdit(settings.model)
        self.model.setPlaceholderText(_SAMPLE_MODEL)
        self.key = QLineEdit()
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setPlaceholderText(self.tr("Not needed for most local servers"))
        self.key_row = KeyRow(keys, self.settings)
        self.only_now = CheckBox(self.tr("&Keep the key for this run only"))
        self.test = EncoderTest(self)
        self.test.button.clicked.connect(self._start_test)
        add_row(self._form, self.tr("Notes are &read by"), self.encoder)
        add_row(self._form, self.tr("&Address"), self.base_url)
        add_row(self._form, self.tr("&Model"), self.model)
        add_row(self._form, self.tr("API ke&y"), self.key)
        self._server_rows = (self.base_url, self.model, self.key, self.key_row, self.only_now, self.test)
        for field in self._server_rows[3:]:
            self._form.addRow("", field)
        self.sent = text_label("", self, wraps=True, plain=True, tone="muted")
        self.remove = push_button(self.tr("Remo&ve what was read"), self, self._remove, auto_default=False)
        self.remove.setEnabled(meaning is not None and meaning.has_vault)
        self.removed = text_label("", self, wraps=True, tone="muted")
        add_parts(
            layout,
            self._form,
            12,
            part_heading(self.tr("What is sent")),
            4,
            self.sent,
            16,
            hbox(self.remove, (self.removed, 1)),
            STRETCH,
        )
        self.encoder.currentIndexChanged.connect(self._show)
        self.encoder.currentIndexChanged.connect(self.refresh_key)
        self.base_url.textEdited.connect(self._show)
        self.base_url.editingFinished.connect(self.key_row.refresh)
        for edit in (self.base_url, self.model, self.key):
            edit.textEdited.connect(self.test.stop)
        self._show()

    # --- showing

    def _show(self) -> None:
        """Show what belongs to the chosen encoder."""
        encoder, address = self.encoder.currentData(), self.base_url.text().strip()
        for field in self._server_rows:
            self._form.setRowVisible(field, encoder == "server")
        if encoder == "off":
            words = self.tr("Nothing. What was read so far stays on this computer until you remove it.")
        elif encoder == "bundled":
            words = self.tr("Nothing: the notes are read and compared on this computer.")
        elif is_loopback(address):
            words = self.tr("Nothing leaves this computer: the server is on it.")
        else:
            words = self.tr(
                "Each note is sent once to {host}, and again when it changes; so is what you search for. It may"
                " charge for this. Notes with the property local-only are never sent."
            ).format(host=host_of(address) or self.tr("the server"))
        self.sent.setText(words)

    def refresh_key(self) -> None:
        """Look up the key when the dialog is shown."""
        if self.encoder.currentData() == "server":
            self.key_row.refresh()

    # --- values

    def settings(self) -> MeaningSettings:
        """Return what is written in the fields."""
        address = self.base_url.text().strip()
        return MeaningSettings(
            encoder=self.encoder.currentData(),
            base_url=base_url(address) or address,
            model=self.model.text().strip(),
        )

    def entered(self) -> object:
        """Return the contents of the fields."""
        return self.settings(), self.key.text(), self.only_now.isChecked()

    def problem(self) -> tuple[str, QWidget] | None:
        """Return what is wrong and where; None when all is well."""
        if self.encoder.currentData() != "server":
            return None
        if not base_url(self.base_url.text().strip()):
            return self.tr("The address is none. It looks like https://host/v1 or 127.0.0.1:11434."), self.base_url
        if not self.model.text().strip():
            return self.tr("Enter the name of a model for embeddings."), self.model
        return None

    async def save_key(self) -> str:
        """Store the key that was typed; return what went wrong."""
        typed = self.key.text().strip()
        if not typed or self.encoder.currentData() != "server":
            return ""
        try:
            owner, stays = key_id(self.settings()), not self.only_now.isChecked()
            await asyncio.to_thread(self._keys.set, owner, typed, remember=stays)
        except KeyStoreError as error:
            return error_text(error)
        return ""

    # --- actions

    def _start_test(self) -> None:
        if (problem := self.problem()) is not None:
            self.test.show_words(problem[0], "err")
            problem[1].setFocus()
            return
        settings, typed = self.settings(), self.key.text().strip()
        self.test.start(settings, KeyStore({key_id(settings): typed}) if typed else self._keys)

    def _remove(self) -> None:
        if self._meaning is not None:
            self.remove.setEnabled(False)
            spawn(self._remove_vectors(self._meaning), name="remove vectors")

    async def _remove_vectors(self, meaning: WindowMeaning) -> None:
        await meaning.remove_vectors()
        if isValid(self):
            self.remove.setEnabled(True)
            self.removed.setText(
                self.tr("Removed.")
                if meaning.is_off
                else self.tr("Removed. The notes are read again while search by meaning is on.")
            )


class EncoderTest(TestButton):
    """Asks a server for one vector."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(self.tr("&Test"), parent)
        self.result.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.result.setContentsMargins(0, 4, 0, 0)  # as high as the text of the button
        button = (self.button, 0, Qt.AlignmentFlag.AlignTop)
        hbox(button, (self.result, 1), parent=self, margins=(0, 6, 0, 0), spacing=-1)

    def start(self, settings: MeaningSettings, keys: KeyStore) -> None:
        """Test a server."""
        self.begin(self._run(settings, keys), name="test encoder")

    async def _run(self, settings: MeaningSettings, keys: KeyStore) -> None:
        from axon_desktop.meaning.server_encoder import EmbeddingsServer

        server = EmbeddingsServer(settings, lambda: keys.get(key_id(settings)))
        self.show_words(self.tr("Asking the server for one vector…"), "muted")
        try:
            encoded = await asyncio.to_thread(server.encode, ["Axon"])
        except AxonError as error:
            self.show_words(error_text(error), "err")
        else:
            self.show_words(self.tr("It works: vectors of {count} numbers.").format(count=encoded.dims), "ok")
        self.end()
