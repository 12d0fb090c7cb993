"""The fields of one model: provider, address, name, key, how it answers, and a test of all of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QLabel, QLineEdit, QPushButton, QWidget

from axon_desktop.net_address import base_url, places_of_models
from axon_desktop.settings.keys import KeyPlace, KeyStore, key_id
from axon_desktop.settings.providers import PROVIDERS, SAMPLE_ADDRESS, ProviderInfo, provider_info
from axon_desktop.settings.settings import ModelSettings, ToolsFound
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.language.translation import plain
from axon_desktop.ui.look.check_box import CheckBox
from axon_desktop.ui.look.parts import hbox, text_label, vbox
from axon_desktop.ui.look.sizes import fit_beside_fields
from axon_desktop.ui.look.stylesheet import mark, plain_tip
from axon_desktop.ui.settings.model.key_row import KeyRow
from axon_desktop.ui.settings.model.model_name_field import ModelNameField
from axon_desktop.ui.settings.model.model_test import ModelTest
from axon_desktop.ui.settings.model.model_test_result import models_sentence, probe_sentence
from axon_desktop.ui.widgets.form_fields import add_row, chooser, form_layout, let_wrap_in_form

if TYPE_CHECKING:
    from axon_desktop.llm.models.probe import Listing

_Value = TypeVar("_Value")


class ModelForm(QWidget):
    """Edits one ModelSettings and the key that belongs to it."""

    edited = Signal()
    """A field was changed."""
    key_changed = Signal()
    """A key was forgotten."""

    def __init__(self, keys: KeyStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = ModelSettings()
        self._keys = keys
        self._filling = False
        self._filled: dict[QLineEdit, str] = {}
        """What a field held before anybody wrote in it."""
        self.looks_for_keys = False
        """Whether the form is visible: only then key stores are asked."""
        self._form = form_layout()
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        vbox(self._form, parent=self)
        words = {
            "offline": self.tr("Offline (no AI)"),
            "openai_compatible": self.tr("OpenAI-compatible server"),
        }
        self.provider = chooser({info.id: info.name or words[info.id] for info in PROVIDERS}, "offline")
        self.base_url, self.models = QLineEdit(), ModelNameField()
        self.model = self.models.field
        self.thinking = CheckBox(self.tr("Think before answering"))
        self.protocol = chooser(
            {
                "auto": self.tr("Automatic"),
                "native": self.tr("Function calling"),
                "text": self.tr("Text, for models without function calling"),
            },
            "auto",
        )
        add_row(self._form, self.tr("&Provider"), self.provider)
        add_row(self._form, self.tr("&Base URL"), self.base_url)
        self._build_model()
        self._build_key()
        self._build_test()
        add_row(self._form, self.tr("Thinking"), self.thinking)
        add_row(self._form, self.tr("Tool &calls"), self.protocol)
        self._build_numbers()
        self.provider.currentIndexChanged.connect(self._provider_changed)
        for field in (self.base_url, self.model, self.temperature, self.max_tokens, self.window_size, self.stop):
            field.textEdited.connect(self._report_edit)
        self.thinking.toggled.connect(self._report_edit)
        self.protocol.currentIndexChanged.connect(self._report_edit)

    def _report_edit(self) -> None:
        if not self._filling:
            self._show_ignored()
            self._show_window_words()
            self.edited.emit()

    # --- parts ---------------------------------------------------------------------------------------------------

    def _build_model(self) -> None:
        self._model_row = QWidget()
        self.load = QPushButton(self.tr("&List models"))
        fit_beside_fields(self.load)
        self.load.setToolTip(self.tr("Ask the server which models it has"))
        self.load.clicked.connect(lambda: spawn(self._load_models(), name="list models"))
        hbox((self.models, 1), self.load, parent=self._model_row, spacing=-1)
        label = self.tr("&Model")
        add_row(self._form, label, self._model_row)
        for field in (self.models, self.model):
            field.setAccessibleName(plain(label))
        self.models.activated.connect(self._report_edit)
        self.models.wanted.connect(self.load.click)
        self.models.listed.connect(self._show_listing)
        self.base_url.editingFinished.connect(self._look_for_models)
        word = self._form.labelForField(self._model_row)
        if isinstance(word, QLabel):
            word.setBuddy(self.model)

    def _build_key(self) -> None:
        self.key = QLineEdit()
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.editingFinished.connect(self._look_for_models)
        add_row(self._form, self.tr("API &key"), self.key)
        self.key_row = KeyRow(self._keys, self.value)
        self.key_row.found.connect(self._show_key_hint)
        self.key_row.forgotten.connect(self.key_changed)
        self.only_now = CheckBox(self.tr("Keep for this run only"))
        self._form.addRow("", self.key_row)
        self._form.addRow("", self.only_now)

    def _build_numbers(self) -> None:
        self.temperature, self.max_tokens, self.window_size, self.stop = (QLineEdit() for _ in range(4))
        for field, hint in (
            (self.max_tokens, self.tr("Tokens per reply; empty for the model’s default")),
            (self.window_size, self.tr("Tokens for prompt and reply; empty: Axon finds out")),
            (self.stop, self.tr("Texts that end a reply, separated by commas")),
        ):
            field.setPlaceholderText(hint)
        add_row(self._form, self.tr("Temperat&ure"), self.temperature)
        add_row(self._form, self.tr("Longest &reply"), self.max_tokens)
        add_row(self._form, self.tr("Context si&ze"), self.window_size)
        self.window_words = text_label(wraps=True)
        """What is done where nobody knows the size."""
        let_wrap_in_form(self.window_words)
        mark(self.window_words, tone="muted", kind="small")
        self._form.addRow("", self.window_words)
        add_row(self._form, self.tr("St&op at"), self.stop)

    def _build_test(self) -> None:
        self._test = ModelTest(self)
        self._test.models_found.connect(self._offer_models)
        self._test.tools_found.connect(self._note_tools)
        self.test, self.test_result = self._test.button, self._test.result
        self.test.clicked.connect(self.run_test)
        self._form.addRow("", self._test)

    # --- showing -------------------------------------------------------------------------------------------------

    def set_model(self, model: ModelSettings, typed_key: str = "", *, only_now: bool = False) -> None:
        """Show a model; `typed_key` is one that was typed before and is not saved yet."""
        self._filling = True
        self._model = model
        self.provider.setCurrentIndex(self.provider.findData(model.provider))
        self.base_url.setText(model.base_url)
        self.model.setText(model.model)
        self._forget_models()
        self.thinking.setChecked(model.thinking)
        self.protocol.setCurrentIndex(self.protocol.findData(model.protocol))
        for field, value in (
            (self.temperature, model.temperature),
            (self.max_tokens, model.max_tokens),
            (self.window_size, model.context_window),
        ):
            field.setText("" if value is None else f"{value:g}" if isinstance(value, float) else str(value))
        self.stop.setText(", ".join(model.stop))
        numbers = self.temperature, self.max_tokens, self.window_size
        self._filled = {field: field.text() for field in (self.base_url, self.model, *numbers, self.stop)}
        self.key.setText(typed_key)
        self.only_now.setChecked(only_now)
        self._test.stop()
        self._filling = False
        self._show_fields()
        self.refresh_key()

    def _provider_changed(self) -> None:
        if self._filling:
            return
        self._filling = True
        same = self.provider.currentData() == self._model.provider
        self.base_url.setText(self._model.base_url if same else "")
        self.model.setText(self._model.model if same else "")
        self.key.clear()
        self._forget_models()
        self._test.stop()
        self._filling = False
        self._show_fields()
        self.refresh_key()
        self.edited.emit()

    def _show_fields(self) -> None:
        info = self._provider_info
        online = info.id != "offline"
        for field in (
            *(self.base_url, self._model_row, self.protocol, self.key, self.key_row, self.only_now, self._test),
            *(self.temperature, self.max_tokens, self.window_size, self.stop),
        ):
            self._form.setRowVisible(field, online)
        self._form.setRowVisible(self.thinking, info.thinks)
        self.base_url.setPlaceholderText(info.base_url or SAMPLE_ADDRESS)
        self.model.setPlaceholderText(info.usual_model or info.sample_model)
        self._show_key_hint("none")
        self._show_ignored()
        self._show_window_words()

    def _show_ignored(self) -> None:
        """Grey out what the model would ignore, and say why."""
        thinks = self.thinking.isChecked() and self._provider_info.thinks
        self.temperature.setEnabled(not thinks)
        label = self._form.labelForField(self.temperature)
        if label is not None:
            label.setEnabled(not thinks)
        why = self.tr("Not used while the model thinks")
        self.temperature.setPlaceholderText(why if thinks else self.tr("0 to 2; empty for the model’s default"))
        self.temperature.setToolTip(plain_tip(why) if thinks else "")

    def _show_window_words(self) -> None:
        """Show which context size is assumed where neither the user nor the model's data give one."""
        from axon_desktop.llm.factory import unreported_window

        model = self.value()
        found = unreported_window(model) if base_url(model.base_url) else None
        tokens, learned = found or (0, False)
        words = self.tr(
            "If the server does not report a size, Axon assumes {tokens} tokens. If the actual"
            " size is different, enter it here."
        )
        if learned:
            words = self.tr(
                "This server has taken at most {tokens} tokens, so Axon sends no more. If it takes more now, enter"
                " the size here."
            )
        self.window_words.setText(words.format(tokens=f"{tokens:,}") if found else "")
        self._form.setRowVisible(self.window_words, found is not None)

    # --- key -----------------------------------------------------------------------------------------------------

    def refresh_key(self) -> None:
        """Look up where the key is."""
        if self.looks_for_keys:
            self.key_row.refresh()

    def _show_key_hint(self, place: KeyPlace) -> None:
        """Show what a key typed now is used for; see `KeyStore` for which one wins."""
        is_own_server = self._provider_info.needs_address
        if place == "environment" and not is_own_server:
            hint = self.tr("A key entered here is used instead, until Axon is restarted")
        elif place == "environment":
            hint = self.tr("A key entered here is used instead")
        elif is_own_server:
            hint = self.tr("Not needed for most local servers")
        elif place == "none":
            hint = self.tr("Paste the key here")
        else:
            hint = self.tr("A new key replaces the old one")
        self.key.setPlaceholderText(hint)

    @property
    def _provider_info(self) -> ProviderInfo:
        """The chosen provider's line in the table."""
        return provider_info(self.provider.currentData())

    # --- values --------------------------------------------------------------------------------------------------

    def value(self) -> ModelSettings:
        """Return what is written in the fields; a number that is none counts as empty, see `problem`."""
        old = self._model
        return msgspec.structs.replace(
            old,
            provider=self.provider.currentData(),
            base_url=self._read(self.base_url, old.base_url, self._address),
            model=self._read(self.model, old.model, str.strip),
            protocol=self.protocol.currentData(),
            thinking=self.thinking.isChecked(),
            temperature=self._read(self.temperature, old.temperature, lambda text: _number(text, 0, 2)),
            max_tokens=self._read(self.max_tokens, old.max_tokens, lambda text: _whole(text, 1)),
            context_window=self._read(self.window_size, old.context_window, lambda text: _whole(text, 1024)),
            stop=self._read(self.stop, old.stop, _texts),
        )

    def _read(self, field: QLineEdit, old: _Value, parse: Callable[[str], _Value]) -> _Value:
        """Return the value of a field; the old value if the user typed nothing."""
        return parse(field.text()) if self._is_typed(field) else old

    def problem(self) -> tuple[str, QWidget] | None:
        """Return what is wrong and where; None when all is well."""
        info = self._provider_info
        if info.id == "offline":
            return None
        url = self.base_url.text().strip()
        if (url or info.needs_address) and not base_url(url):
            return self.tr(
                "The base URL is no address. It looks like https://host/v1 or 127.0.0.1:11434."
            ), self.base_url
        if info.needs_model and not self.model.text().strip():
            return self.tr("Enter the name of the model."), self.model
        value = self.value()
        for field, number, words in (
            (self.temperature, value.temperature, self.tr("The temperature must be a number from 0 to 2.")),
            (self.max_tokens, value.max_tokens, self.tr("The longest reply must be a number of tokens.")),
            (
                self.window_size,
                value.context_window,
                self.tr("The context size must be a number, 1024 or higher."),
            ),
        ):
            unset = ("", "0", "auto") if field is self.window_size else ("",)
            if field.text().strip().lower() not in unset and number is None:
                return words, field
        return None

    # --- asking the server ---------------------------------------------------------------------------------------

    def _keys_with_typed(self, model: ModelSettings) -> KeyStore:
        typed = self.key.text().strip()
        return KeyStore({key_id(model): typed}) if typed else self._keys

    def run_test(self) -> None:
        """Ask the server whether all of it works, and say what does not."""
        if self._say_problem():
            return
        model = self.value()
        self._test.start(model, self._keys_with_typed(model), self.provider.currentText())

    def _say_problem(self) -> bool:
        """Show what is wrong in the fields, and go there; return whether something is."""
        problem = self.problem()
        if problem is not None:
            self._test.show_words(problem[0], "err")
            problem[1].setFocus()
        return problem is not None

    def _note_tools(self, found: ToolsFound | None) -> None:
        self._model = msgspec.structs.replace(self._model, tools_found=found)
        self._report_edit()

    async def _load_models(self) -> None:
        model = self.value()
        if not base_url(model.base_url) and model.provider_info.needs_address:
            self._say_problem()
            return
        self.load.setEnabled(False)
        self._show_listing(await self.models.list_models(model, self._keys_with_typed(model)))
        self.load.setEnabled(True)
        if self.models.count():
            self.model.setFocus()
            self.models.showPopup()

    def _look_for_models(self) -> None:
        """Ask a server whose address was just typed what it has, before somebody looks for a model."""
        model = self.value()
        if model.provider_info.needs_address and self._is_typed(self.base_url) and base_url(model.base_url):
            self.models.look(model, self.key.text().strip())

    def _show_listing(self, listing: Listing) -> None:
        """Say why there is no list; else write the address as it was found to be meant."""
        if listing.failure is not None:
            self._test.show_words(probe_sentence(listing.failure, self.provider.currentText()), "err")
            return
        if self._is_typed(self.base_url) and listing.base_url in places_of_models(self.base_url.text()):
            self.base_url.setText(listing.base_url)
        self._test.show_words(models_sentence(listing.models), "muted")
        if len(listing.models) == 1 and not self.model.text().strip():
            self.model.setText(listing.models[0])
        self._report_edit()

    def _is_typed(self, field: QLineEdit) -> bool:
        return field.text() != self._filled.get(field)

    def _offer_models(self, models: list[str]) -> None:
        if models:
            self.models.offer(models)

    def _forget_models(self) -> None:
        self.models.stop()
        self.models.offer(())

    def _address(self, text: str) -> str:
        """Return the completed address; an invalid one unchanged, so that it is reported."""
        return self.models.address(text, self.provider.currentData()) or text.strip()


def _number(text: str, least: float, most: float) -> float | None:
    try:
        value = float(text.strip().replace(",", "."))
    except ValueError:
        return None
    return value if least <= value <= most else None


def _texts(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in re.split("[,，、]", text) if part.strip())


def _whole(text: str, least: int) -> int | None:
    text = text.strip().lower()
    factor = {"k": 1_000, "m": 1_000_000}.get(text[-1:], 1)
    try:
        value = int(text.rstrip("km")) * factor
    except ValueError:
        return None
    return value if value >= least else None
