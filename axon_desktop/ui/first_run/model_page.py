"""The second page: the model, with its key entered and tested."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING

from shiboken6 import isValid

from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.providers import PROVIDERS
from axon_desktop.settings.settings import ModelSettings, Settings
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.first_run.choice_list import Choice
from axon_desktop.ui.first_run.choices import Choices
from axon_desktop.ui.first_run.key_fields import KeyFields
from axon_desktop.ui.first_run.page import Page
from axon_desktop.ui.look.parts import text_label
from axon_desktop.ui.session.provider import find_servers, offered_models

if TYPE_CHECKING:
    from axon_desktop.llm.models.discovery import LocalServer

_OTHER_SERVER = ModelSettings(provider="openai_compatible")


class ModelPage(Page):
    """Offers model servers of this computer as they are found, providers with a key, and Offline."""

    def __init__(self, settings: Settings, keys: KeyStore, *, ports: Mapping[int, str] | None = None) -> None:
        """Take the current settings; `ports` are searched for servers, by default the usual ones."""
        super().__init__(
            self.tr("Which model should Axon use?"),
            self.tr(
                "The notes Axon reads go only to the model you choose. You can change this at any"
                " time in the settings."
            ),
        )
        self._ports = ports
        self._looked = False
        self._doubted: tuple[ModelSettings, str] | None = None
        """The model that failed its test; going on with it a second time is accepted."""
        self._is_given = False
        """Whether a key in the environment decides the provider."""
        self._touched = False
        self._keys = keys
        self._add_providers(settings.model)
        self.looking = text_label("", self, wraps=True, tone="muted", kind="small")
        self.column.addWidget(self.looking)
        self.fields = KeyFields(keys, self)
        self.column.addWidget(self.fields)
        self.list.itemSelectionChanged.connect(self._show_fields)
        for field in (self.fields.base_url, self.fields.model, self.fields.key):
            field.textEdited.connect(lambda _text: self._forget_test())
        self.fields.models.activated.connect(lambda _row: self._forget_test())
        self._choose_first(settings.model)
        self._touched = False

    def _add_providers(self, current: ModelSettings) -> None:
        if current.provider != "offline":
            where = " · ".join(part for part in (current.model, current.base_url) if part)
            self.list.add(Choice(self.tr("Keep current settings"), where or current.provider, current))
        needs = self.tr("Needs a key from {site}. Notes that Axon reads are sent there.")
        has = self.tr("Its key is already in {variable}. Notes that Axon reads are sent to {name}.")
        for info in PROVIDERS:
            if info.key_site:
                variable = self._keys.variable(info.id)
                words = (has if variable else needs).format(variable=variable, site=info.key_site, name=info.name)
                found = self.tr("key found") if variable else ""
                self.list.add(Choice(info.name, words, ModelSettings(provider=info.id), found))
        self.list.add(
            Choice(
                self.tr("Another server"),
                self.tr("Any server with an OpenAI-compatible API, on this computer or elsewhere."),
                _OTHER_SERVER,
            )
        )
        self.list.add(
            Choice(
                self.tr("Offline (no AI)"),
                self.tr("Understands plain commands such as “read Home”. No key or network needed."),
                ModelSettings(decided=bool(self._given())),
            )
        )

    def _choose_first(self, current: ModelSettings) -> None:
        """Select the current model; if nothing is set up, the provider with a key in the environment."""
        given = self._given()
        self._is_given = given != "" and current.provider == "offline"
        self.list.choose(ModelSettings(provider=given) if self._is_given else current)

    def _given(self) -> str:
        """Return the provider whose key is in the environment."""
        return next((info.id for info in PROVIDERS if self._keys.variable(info.id)), "")

    async def begin(self, choices: Choices) -> None:
        """Look for model servers on this computer, once."""
        if not self._looked:
            self._looked = True
            spawn(self._look(), name="find local servers")

    async def _look(self) -> None:
        self.looking.setText(self.tr("Looking for model servers on this computer…"))
        servers = await find_servers(self._ports)
        if isValid(self):
            self._offer(servers)

    def _offer(self, servers: list[LocalServer]) -> None:
        """Put the local models on top; select the first unless the user or the environment decided."""
        found = [(server, model) for server in servers for model in offered_models(server)]
        touched, chosen = self._touched, self.list.value
        for row, (server, model) in enumerate(found):
            settings = ModelSettings(provider="openai_compatible", base_url=server.base_url, model=model)
            words = self.tr("Runs on this computer, in {server}. No key needed.").format(server=server.name)
            self.list.add(Choice(model, words, settings, self.tr("found")), row)
        if found and not touched and not self._is_given:
            self.list.setCurrentRow(0)
        else:
            self.list.choose(chosen)
        self._touched = touched
        self.looking.setText("" if found else self.tr("No model server is running on this computer."))

    def _show_fields(self) -> None:
        self._touched = True
        choice = self.list.choice
        if choice is not None:
            model: ModelSettings = choice.value
            self.fields.show_model(model, wants_key=_wants_key(model))
        self._forget_test()

    def _forget_test(self) -> None:
        self._doubted = None
        self.word_changed.emit("")

    async def settle(self, choices: Choices) -> bool:
        """Test a new model, store its key, and note it."""
        if not _wants_key(self.list.value):
            choices.model = self.list.value
            return True
        model, fields = self.fields.value(), self.fields
        problem = await self._problem(model)
        if problem:
            fields.say(problem, "err")
            return False
        if model.provider_info.needs_address and not model.model:
            if not await fields.find_model():
                return False
            model = fields.value()
        tried = (model, fields.key.text())
        if tried != self._doubted and not await self._test(model):
            self._doubted = tried
            self.word_changed.emit(self.tr("U&se anyway"))
            return False
        if not await fields.save_key(model):
            return False
        choices.model = model
        return True

    async def _problem(self, model: ModelSettings) -> str:
        """Return what is missing."""
        if not model.provider_info.needs_address:
            if await self.fields.has_key(model):
                return ""
            self.fields.key.setFocus()
            return self.tr("Enter a key, or choose Offline. You can add a key later in the settings.")
        if not model.base_url:
            self.fields.base_url.setFocus()
            return self.tr("This is no address. It looks like https://host/v1 or 127.0.0.1:11434.")
        return ""

    async def _test(self, model: ModelSettings) -> bool:
        """Ask the model for one word, and show what is wrong."""
        from axon_desktop.ui.settings.model.model_test_result import probe_sentence

        self.fields.say(self.tr("Asking the model for one word…"))
        probing = await asyncio.to_thread(_load_probe)
        result = await probing.probe(model, self.fields.keys_to_try(model))
        choice = self.list.choice
        self.fields.say(
            probe_sentence(result, choice.name if choice is not None else ""), "ok" if result.ok else "err"
        )
        return bool(result.ok)


def _wants_key(model: ModelSettings) -> bool:
    """Tell whether something must be typed: a configured or found model has its name already."""
    if model.provider_info.needs_address:
        return not model.base_url
    return model.provider != "offline" and model == ModelSettings(provider=model.provider)


def _load_probe() -> ModuleType:
    """Import the module that tests models; it brings httpx, so call this in a thread."""
    from axon_desktop.llm.models import probe

    return probe
