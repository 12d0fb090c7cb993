"""KeyFields: address, model name and key of the chosen model, and the result of a test."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QLabel, QLineEdit, QWidget

from axon_desktop.errors import KeyStoreError
from axon_desktop.net_address import host_of, places_of_models
from axon_desktop.settings.keys import KeyStore, key_id
from axon_desktop.settings.providers import SAMPLE_ADDRESS
from axon_desktop.settings.settings import ModelSettings
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.language.translation import plain
from axon_desktop.ui.look.check_box import CheckBox
from axon_desktop.ui.look.parts import hbox, vbox
from axon_desktop.ui.look.stylesheet import mark
from axon_desktop.ui.settings.model.model_name_field import ModelNameField
from axon_desktop.ui.settings.model.model_test_result import models_sentence, probe_sentence
from axon_desktop.ui.widgets.labels import FixedLinesLabel

if TYPE_CHECKING:
    from axon_desktop.llm.models.probe import Listing


_LINES = 3
"""Lines of a message that are always reserved: nothing moves when one appears."""


class KeyFields(QWidget):
    """Shows only the fields that the model needs."""

    def __init__(self, keys: KeyStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys = keys
        self._model = ModelSettings()
        self._form = QFormLayout()
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._form.setHorizontalSpacing(16)
        self._form.setVerticalSpacing(8)
        self.base_url, self.models, self.key = QLineEdit(), ModelNameField(), QLineEdit()
        self.model = self.models.field
        self.base_url.setPlaceholderText(SAMPLE_ADDRESS)
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.only_now = CheckBox(self.tr("Keep for this &run only"))
        self._key_row = QWidget()
        hbox((self.key, 1), self.only_now, parent=self._key_row, spacing=-1)
        for label, field, row_widget in (
            (self.tr("&Address"), self.base_url, self.base_url),
            (self.tr("&Model"), self.model, self.models),
            (self.tr("API &key"), self.key, self._key_row),
        ):
            words = QLabel(label, self)
            words.setBuddy(field)
            field.setAccessibleName(plain(label))
            self._form.addRow(words, row_widget)
        self.models.setAccessibleName(self.model.accessibleName())
        self.models.wanted.connect(self.look_for_models)
        self.models.listed.connect(self._show_listing)
        self.base_url.editingFinished.connect(self.look_for_models)
        self.key.editingFinished.connect(self.look_for_models)
        self.words = FixedLinesLabel(_LINES, self)
        vbox(self._form, self.words, parent=self)
        self.show_model(ModelSettings(), wants_key=False)

    def show_model(self, model: ModelSettings, *, wants_key: bool) -> None:
        """Show the fields that this model still needs."""
        self._model = model
        own = wants_key and model.provider_info.needs_address
        self._form.setRowVisible(self.base_url, own)
        self._form.setRowVisible(self.models, own)
        self.model.setPlaceholderText(model.provider_info.sample_model)
        self._form.setRowVisible(self._key_row, wants_key)
        self.key.clear()
        self.models.stop()
        self.words.setVisible(wants_key)
        variable = self._keys.variable(key_id(model)) if wants_key and not own else ""
        words = self.tr("Not needed for most local servers") if own else self.tr("Paste it here")
        self.key.setPlaceholderText(self.tr("Only if you want to use a different key") if variable else words)
        text = self.tr("Axon uses the key in {variable}. It does not save the key or pass it to other programs.")
        self.say(text.format(variable=variable) if variable else "")

    def value(self) -> ModelSettings:
        """Return the model with the typed values."""
        model = self._model
        if self.base_url.isVisibleTo(self):
            return ModelSettings(
                provider=model.provider,
                base_url=self.models.address(self.base_url.text(), model.provider),
                model=self.model.text().strip(),
            )
        return model

    def say(self, words: str, tone: str = "muted") -> None:
        """Show a message."""
        self.words.say(words)
        mark(self.words, tone=tone)

    # --- models of a server --------------------------------------------------------------------------------------

    def look_for_models(self) -> None:
        """Ask the server at a typed address for its models."""
        model = self.value()
        if self.base_url.isVisibleTo(self) and model.base_url:
            self.models.look(model, self.key.text().strip())

    async def find_model(self) -> bool:
        """Take the only model of the server; if it has several, let the user choose. Tell whether one is set."""
        self.say(self.tr("Asking the server for its models…"))
        self.models.stop()
        model = self.value()
        listing = await self.models.list_models(model, self.keys_to_try(model))
        self._show_listing(listing)
        if self.model.text().strip():
            return True
        self.model.setFocus()
        if self.models.count() and listing.failure is None:  # else it would cover the error
            self.models.showPopup()
        return False

    def _show_listing(self, listing: Listing) -> None:
        """Show the models of the server, or why there are none; write its address in its corrected form."""
        if listing.failure is not None:
            self.say(probe_sentence(listing.failure, host_of(listing.base_url)), "err")
            return
        if listing.base_url in places_of_models(self.base_url.text()):
            self.base_url.setText(listing.base_url)
        if len(listing.models) == 1 and not self.model.text().strip():
            self.model.setText(listing.models[0])
        self.say(models_sentence(listing.models))

    async def has_key(self, model: ModelSettings) -> bool:
        """Tell whether a key was typed or is stored; called late, since a key store may ask to be unlocked."""
        if self.key.text().strip():
            return True
        try:
            return await asyncio.to_thread(self._keys.where, key_id(model)) != "none"
        except KeyStoreError:
            return False

    def keys_to_try(self, model: ModelSettings) -> KeyStore:
        """Return the keys for a test, in which a typed one comes first."""
        typed = self.key.text().strip()
        return KeyStore({key_id(model): typed}) if typed else self._keys

    async def save_key(self, model: ModelSettings) -> bool:
        """Store the typed key; False if it cannot be stored, which is shown."""
        typed = self.key.text().strip()
        if not typed:
            return True
        remember = not self.only_now.isChecked()
        try:
            await asyncio.to_thread(lambda: self._keys.set(key_id(model), typed, remember=remember))
        except KeyStoreError as error:
            self.say(error_text(error), "err")
            self.only_now.setChecked(True)
            return False
        return True
