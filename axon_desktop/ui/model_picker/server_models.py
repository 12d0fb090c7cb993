"""ModelServers: the models of the configured servers and of those on this computer; requested once, cached."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from axon_desktop.errors import AxonError
from axon_desktop.net_address import host_of
from axon_desktop.settings.providers import provider_at
from axon_desktop.settings.settings import ModelSettings, Settings
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.session.model_availability import Trouble, trouble_of
from axon_desktop.ui.session.provider import find_servers

if TYPE_CHECKING:
    from axon_desktop.llm.models.discovery import LocalServer
    from axon_desktop.llm.models.model_catalog import ModelInfo
    from axon_desktop.llm.models.probe import Listing
    from axon_desktop.settings.keys import KeyStore

_PATIENCE = 15.0
"""Timeout for one server, in seconds."""


class ServerModels(Struct, frozen=True):
    """A server and its models."""

    sample: ModelSettings
    """The connection of one of its models; the others differ in the name."""
    program: str = ""
    """Name of the server program, for a server of this computer that reports it."""
    set_up: tuple[ModelSettings, ...] = ()
    """Its configured models."""
    listed: tuple[str, ...] = ()
    """Ids of the models that it offers."""
    trouble: Trouble = ""
    """Why it did not answer."""

    def settings_of(self, model: str) -> ModelSettings:
        """Return the settings of one of its models: the configured ones, or new ones."""
        known = next((one for one in self.set_up if model_name(one) == model), None)
        return known or replace(self.sample, model=model, tools_found=None, context_window=None)


class _Answer(Struct):
    """The answer of a server."""

    listed: tuple[str, ...] = ()
    trouble: Trouble = ""


class _Known(Struct):
    answers: dict[tuple[str, str], _Answer] = field(default_factory=dict)
    local: Sequence[LocalServer] = ()
    asked: float | None = None


class ModelServers(QObject):
    """Asks outside the window's thread; without keys it asks no server, as in tests of the chat alone."""

    changed = Signal()
    """A server has answered, or is being asked."""

    def __init__(
        self,
        keys: KeyStore | None = None,
        ports: Mapping[int, str] | None = None,
        parent: QObject | None = None,
    ) -> None:
        """Take the keys, and the ports of this computer to try: none for the usual ones."""
        super().__init__(parent)
        self._keys = keys
        self._ports = ports
        self._known = _Known()
        self._find_info: Callable[[str, str], ModelInfo | None] | None = None
        self.asking = False
        """Whether an answer is pending."""

    @property
    def age(self) -> float | None:
        """Seconds since all were asked last; None before the first time."""
        return None if self._known.asked is None else time.monotonic() - self._known.asked

    def ask(self, settings: Settings, *, again: bool = False) -> None:
        """Ask the servers that have not answered yet, or all of them again."""
        if self._keys is not None and not self.asking:
            self.asking = True
            self.changed.emit()
            spawn(self._ask(self._keys, settings, again=again), name="ask the model servers")

    async def _ask(self, keys: KeyStore, settings: Settings, *, again: bool) -> None:
        try:
            catalog = await asyncio.to_thread(import_module, "axon_desktop.llm.models.model_catalog")
            await asyncio.to_thread(catalog.find_model, "deepseek", "")  # reads its file
            self._find_info = catalog.find_model
            self.changed.emit()
            all_again = again or self._known.asked is None
            asked = [
                self._ask_one(keys, sample)
                for sample in _samples(settings)
                if all_again or self._answer_of(sample).trouble or _key(sample) not in self._known.answers
            ]
            await asyncio.gather(*asked, *([self._ask_this_computer()] if all_again else []))
        finally:
            self.asking = False
            self.changed.emit()

    async def _ask_this_computer(self) -> None:
        self._known.local = await find_servers(self._ports)
        self._known.asked = time.monotonic()
        self.changed.emit()

    async def _ask_one(self, keys: KeyStore, sample: ModelSettings) -> None:
        probe = await asyncio.to_thread(import_module, "axon_desktop.llm.models.probe")
        try:
            listing: Listing = await probe.look_for_models(sample, keys, seconds=_PATIENCE)
        except AxonError as error:  # nothing to ask
            answer = self._without_list(sample, error)
        else:
            if listing.failure is None:
                answer = _Answer(listing.models)
            elif listing.error is None:
                answer = _Answer(trouble="silent")
            else:
                answer = self._without_list(sample, listing.error)
        self._known.answers[_key(sample)] = answer
        self.changed.emit()

    def _without_list(self, sample: ModelSettings, error: AxonError) -> _Answer:
        """Return the error, with the models of the last answer."""
        return _Answer(self._answer_of(sample).listed, trouble_of(error.trouble))

    def _answer_of(self, sample: ModelSettings) -> _Answer:
        return self._known.answers.get(_key(sample), _Answer())

    def servers(self, settings: Settings) -> list[ServerModels]:
        """Return the configured servers, that of the current model first, then others of this computer."""
        programs = {_key_of_address(local.base_url): local for local in self._known.local}
        found = []
        for sample in _samples(settings):
            key = _key(sample)
            local = programs.pop(key, None)
            answer = self._answer_of(sample)
            known = tuple(model for model in settings.models if _key(model) == key)
            listed = answer.listed or (local.models if local is not None else ())
            program = local.name if local is not None else ""
            found.append(ServerModels(sample, program, known, listed, answer.trouble))
        for local in programs.values():
            sample = ModelSettings(provider="openai_compatible", base_url=local.base_url)
            found.append(ServerModels(sample, local.name, (), local.models))
        return found

    def info_of(self, model: ModelSettings) -> ModelInfo | None:
        """Return what is known of a model; None if nothing is, or not yet."""
        if self._find_info is None:
            return None
        info = provider_at(host_of(model.base_url)) or model.provider_info
        return self._find_info(info.id, model_name(model))


def model_name(model: ModelSettings) -> str:
    """Return the requested model: the provider's default if the settings name none."""
    return model.model or model.provider_info.default_model


def _samples(settings: Settings) -> list[ModelSettings]:
    """Return one model of each configured server."""
    samples: dict[tuple[str, str], ModelSettings] = {}
    for model in settings.models:
        if model.provider != "offline":
            samples.setdefault(_key(model), model)
    return list(samples.values())


def _key(model: ModelSettings) -> tuple[str, str]:
    if model.provider_info.needs_address:
        return _key_of_address(model.base_url)
    return model.provider, model.base_url.rstrip("/")


def _key_of_address(base_url: str) -> tuple[str, str]:
    return "openai_compatible", base_url.rstrip("/").replace("//localhost:", "//127.0.0.1:")
