"""The settings page that says who answers: provider, address, model, key, and a test of all of it."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QFormLayout, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from axon_desktop.errors import AxonError, KeyStoreError, LLMError
from axon_desktop.keys import KeyStore
from axon_desktop.llm.factory import create_provider
from axon_desktop.llm.messages import LLMOptions, Message
from axon_desktop.settings import ModelSettings
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.chat.style import mark
from axon_desktop.ui.chat.wording import error_sentence
from axon_desktop.ui.dialogs.fields import chooser, page_layout
from axon_desktop.ui.language import plain
from axon_desktop.vault.markdown.colors import Colors

_TEST_SECONDS = 30


class ModelPage(QWidget):
    """Edits ModelSettings and one provider's key."""

    def __init__(
        self, model: ModelSettings, keys: KeyStore, colors: Colors, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._keys = keys
        layout = page_layout(
            self, self.tr("Models"), self.tr("Keys are kept in the system keyring, never in a file.")
        )
        self._form = QFormLayout()
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._form.setHorizontalSpacing(16)
        self._form.setVerticalSpacing(8)
        layout.addLayout(self._form)
        self.provider = chooser(
            {
                "offline": self.tr("Offline (no AI)"),
                "deepseek": "DeepSeek",
                "openai_compatible": self.tr("OpenAI-compatible server"),
            },
            model.provider,
            colors,
        )
        self.base_url = QLineEdit(model.base_url)
        self.model = QLineEdit(model.model)
        self.thinking = QCheckBox(self.tr("Think before answering"))
        self.thinking.setChecked(model.thinking)
        self.protocol = chooser(
            {
                "auto": self.tr("Automatic"),
                "native": self.tr("Function calling"),
                "text": self.tr("Text, for models without function calling"),
            },
            model.protocol,
            colors,
        )
        self._add(self.tr("&Provider"), self.provider)
        self._add(self.tr("&Base URL"), self.base_url)
        self._add(self.tr("&Model"), self.model)
        self._add(self.tr("Thinking"), self.thinking)
        self._add(self.tr("Tool &calls"), self.protocol)
        self._build_key()
        self._build_test()
        layout.addStretch(1)
        self.provider.currentIndexChanged.connect(self._provider_changed)
        self._show_fields()

    def _add(self, label: str, field: QWidget) -> None:
        self._form.addRow(label, field)
        field.setAccessibleName(plain(label))

    def _build_key(self) -> None:
        self.key = QLineEdit()
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self._add(self.tr("API &key"), self.key)
        self._key_row = QWidget()
        row = QHBoxLayout(self._key_row)
        row.setContentsMargins(0, 0, 0, 0)
        self.key_place = QLabel(self.tr("Looking for the key…"))
        mark(self.key_place, tone="muted")
        self.forget = QPushButton(self.tr("Forget key"))
        self.forget.clicked.connect(lambda: spawn(self._forget(), name="forget key"))
        self.only_now = QCheckBox(self.tr("Keep for this run only"))
        row.addWidget(self.key_place)
        row.addWidget(self.forget)
        row.addStretch(1)
        row.addWidget(self.only_now)
        self._form.addRow("", self._key_row)

    def _build_test(self) -> None:
        self._test_row = QWidget()
        row = QHBoxLayout(self._test_row)
        row.setContentsMargins(0, 6, 0, 0)
        self.test = QPushButton(self.tr("&Test"))
        self.test.setAccessibleName(self.tr("Test the connection"))
        self.test.clicked.connect(lambda: spawn(self._test(), name="test provider"))
        self.test_result = QLabel()
        self.test_result.setWordWrap(True)
        row.addWidget(self.test, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.test_result, 1)
        self._form.addRow("", self._test_row)

    def _provider_changed(self) -> None:
        same = self.provider.currentData() == self._model.provider
        self.base_url.setText(self._model.base_url if same else "")
        self.model.setText(self._model.model if same else "")
        self.key.clear()
        self.test_result.clear()
        self._show_fields()
        self.refresh_key()

    def _show_fields(self) -> None:
        provider = self.provider.currentData()
        online = provider != "offline"
        for field in (self.base_url, self.model, self.protocol, self.key, self._key_row, self._test_row):
            self._form.setRowVisible(field, online)
        self._form.setRowVisible(self.thinking, provider == "deepseek")
        deepseek = provider == "deepseek"
        self.base_url.setPlaceholderText("https://api.deepseek.com" if deepseek else "http://127.0.0.1:11434/v1")
        self.model.setPlaceholderText("deepseek-flash" if deepseek else "qwen3:4b")
        self.key.setPlaceholderText(
            self.tr("A new key replaces the old one") if deepseek else self.tr("Not needed for most local servers")
        )

    # --- key -----------------------------------------------------------------------------------------------------

    def refresh_key(self) -> None:
        """Look up, in a thread, where the provider's key is."""
        spawn(self._refresh_key(), name="find key")

    async def _refresh_key(self) -> None:
        provider = self.provider.currentData()
        try:
            place = await asyncio.to_thread(self._keys.where, provider)
        except KeyStoreError as error:
            self._show_key(f"○ {error}", "err", known=False)
            return
        words = {
            "keyring": self.tr("● saved in the system keyring"),
            "environment": self.tr("● from the environment"),
            "memory": self.tr("● kept for this run only"),
            "none": self.tr("○ none"),
        }
        if provider == self.provider.currentData():
            self._show_key(words[place], "muted" if place == "none" else "ok", known=place != "none")

    def _show_key(self, text: str, tone: str, *, known: bool) -> None:
        self.key_place.setText(text)
        mark(self.key_place, tone=tone)
        self.forget.setVisible(known)

    async def save_key(self) -> str:
        """Keep the key that was typed, if one was; return what is wrong, empty for nothing."""
        key = self.key.text().strip()
        if not key or self.provider.currentData() == "offline":
            return ""
        try:
            await asyncio.to_thread(
                self._keys.set, self.provider.currentData(), key, remember=not self.only_now.isChecked()
            )
        except KeyStoreError as error:
            return str(error)
        self.key.clear()
        return ""

    async def _forget(self) -> None:
        try:
            await asyncio.to_thread(self._keys.delete, self.provider.currentData())
        except KeyStoreError as error:
            self._show_key(f"○ {error}", "err", known=True)
            return
        await self._refresh_key()

    # --- values --------------------------------------------------------------------------------------------------

    def value(self) -> ModelSettings:
        """Return what is written in the fields."""
        return msgspec.structs.replace(
            self._model,
            provider=self.provider.currentData(),
            base_url=self.base_url.text().strip(),
            model=self.model.text().strip(),
            protocol=self.protocol.currentData(),
            thinking=self.thinking.isChecked(),
        )

    def problem(self) -> tuple[str, QWidget] | None:
        """Return what is wrong and where; None when all is well."""
        if self.provider.currentData() == "offline":
            return None
        url = self.base_url.text().strip()
        needed = self.provider.currentData() == "openai_compatible"
        if (url or needed) and not _is_address(url):
            return self.tr(
                "The base URL must look like https://host/v1 or http://127.0.0.1:11434/v1."
            ), self.base_url
        if needed and not self.model.text().strip():
            return self.tr("Enter the name of the model."), self.model
        return None

    # --- test ----------------------------------------------------------------------------------------------------

    async def _test(self) -> None:
        problem = self.problem()
        if problem is not None:
            self._show_test(problem[0], "err")
            problem[1].setFocus()
            return
        self.test.setEnabled(False)
        self._show_test(self.tr("Asking the model for one word…"), "muted")
        model = self.value()
        typed = self.key.text().strip()
        keys = KeyStore({model.provider: typed}) if typed else self._keys
        name = self.provider.currentText()
        try:
            provider = create_provider(model, keys)
            try:
                async with asyncio.timeout(_TEST_SECONDS):
                    await provider.complete([Message("user", "Say: ok")], LLMOptions(max_tokens=64))
            finally:
                await provider.aclose()
        except TimeoutError:
            self._show_test(self.tr("No answer within {seconds} s.").format(seconds=_TEST_SECONDS), "err")
        except LLMError as error:
            self._show_test(error_sentence(type(error).__name__, str(error), name), "err")
        except AxonError as error:
            self._show_test(str(error), "err")
        else:
            self._show_test(self.tr("✓ {model} answers.").format(model=provider.model), "ok")
        self.test.setEnabled(True)

    def _show_test(self, text: str, tone: str) -> None:
        self.test_result.setText(text)
        self.test_result.setAccessibleName(text)
        mark(self.test_result, tone=tone)


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)
