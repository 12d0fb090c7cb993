"""KeyFields: address, model name and key of the model that was chosen, and what a test of them said."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from axon_desktop.errors import KeyStoreError
from axon_desktop.keys import KeyStore, key_id
from axon_desktop.settings import ModelSettings
from axon_desktop.ui.chat.style import mark
from axon_desktop.ui.dialogs.check_box import CheckBox
from axon_desktop.ui.language import plain
from axon_desktop.ui.sentences import error_text
from axon_desktop.vault.markdown.colors import Colors


class KeyFields(QWidget):
    """Shows only the fields that the model needs."""

    def __init__(self, keys: KeyStore, colors: Colors, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys = keys
        self._model = ModelSettings()
        self._form = QFormLayout()
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._form.setHorizontalSpacing(16)
        self._form.setVerticalSpacing(8)
        self.base_url, self.model, self.key = QLineEdit(), QLineEdit(), QLineEdit()
        self.base_url.setPlaceholderText("http://127.0.0.1:11434/v1")
        self.model.setPlaceholderText("qwen3:4b")
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.only_now = CheckBox(self.tr("Keep for this &run only"), colors)
        self._key_row = QWidget()
        row = QHBoxLayout(self._key_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.key, 1)
        row.addWidget(self.only_now)
        for label, field, row_widget in (
            (self.tr("&Address"), self.base_url, self.base_url),
            (self.tr("&Model"), self.model, self.model),
            (self.tr("API &key"), self.key, self._key_row),
        ):
            words = QLabel(label, self)
            words.setBuddy(field)
            field.setAccessibleName(plain(label))
            self._form.addRow(words, row_widget)
        self.words = QLabel(self)
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(self._form)
        column.addWidget(self.words)
        self.show_model(ModelSettings(), wants_key=False)

    def show_model(self, model: ModelSettings, *, wants_key: bool) -> None:
        """Ask for what this model still needs."""
        self._model = model
        own = wants_key and model.provider == "openai_compatible"
        self._form.setRowVisible(self.base_url, own)
        self._form.setRowVisible(self.model, own)
        self._form.setRowVisible(self._key_row, wants_key)
        self.key.clear()
        variable = self._keys.variable(model.provider) if wants_key and not own else ""
        words = self.tr("Not needed for most local servers") if own else self.tr("Paste it here")
        self.key.setPlaceholderText(self.tr("Only if you want to use a different key") if variable else words)
        told = self.tr("Axon uses the key in {variable}. It does not save the key or pass it to other programs.")
        self.say(told.format(variable=variable) if variable else "")

    def value(self) -> ModelSettings:
        """Return the model with what was typed."""
        model = self._model
        if self.base_url.isVisibleTo(self):
            return ModelSettings(
                provider=model.provider,
                base_url=self.base_url.text().strip(),
                model=self.model.text().strip(),
            )
        return model

    def say(self, words: str, tone: str = "muted") -> None:
        """Show a sentence; an empty one takes no room."""
        self.words.setText(words)
        self.words.setAccessibleName(words)
        self.words.setVisible(bool(words))
        mark(self.words, tone=tone)

    async def has_key(self, model: ModelSettings) -> bool:
        """Tell whether a key was typed or is kept; only now, since a key store may ask to be unlocked."""
        if self.key.text().strip():
            return True
        try:
            return await asyncio.to_thread(self._keys.where, key_id(model)) != "none"
        except KeyStoreError:
            return False

    def keys_to_try(self, model: ModelSettings) -> KeyStore:
        """Return the keys for a test, in which one that was typed goes first."""
        typed = self.key.text().strip()
        return KeyStore({key_id(model): typed}) if typed else self._keys

    async def save_key(self, model: ModelSettings) -> bool:
        """Keep the key that was typed; False where it cannot be kept, which is said."""
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
