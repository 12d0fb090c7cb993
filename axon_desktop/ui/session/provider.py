"""Providers: the configured one, and the model servers found on this computer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import suppress
from types import ModuleType
from typing import TYPE_CHECKING

from axon_desktop.errors import SettingsError
from axon_desktop.ui import aio

if TYPE_CHECKING:
    from axon_desktop.llm.models.discovery import LocalServer
    from axon_desktop.llm.provider import Provider
    from axon_desktop.settings.keys import KeyStore
    from axon_desktop.settings.settings import ModelSettings

_MODELS = 3
"""Maximum models of one server that are offered; the settings list them all."""


async def make_provider(model: ModelSettings, keys: KeyStore) -> Provider:
    """Create the provider of a model; if that fails report it, and answer offline."""
    return await asyncio.to_thread(_create, model, keys)


async def forget_refusals(models: Iterable[ModelSettings]) -> None:
    """Forget what the servers of models have refused, for these were set up again."""
    await asyncio.to_thread(_forget_refusals, list(models))


def _forget_refusals(models: list[ModelSettings]) -> None:
    from axon_desktop.llm.factory import create_online_provider
    from axon_desktop.settings.keys import KeyStore

    for model in models:
        with suppress(SettingsError):  # Offline, or a setting is missing
            create_online_provider(model, KeyStore()).forget_refusals()


def _create(model: ModelSettings, keys: KeyStore) -> Provider:
    from axon_desktop.llm.factory import create_provider

    try:
        return create_provider(model, keys)
    except SettingsError as error:
        aio.failures.task_failed.emit("provider", error)
        from axon_desktop.llm.offline.offline import OfflineProvider

        return OfflineProvider()


async def find_servers(ports: Mapping[int, str] | None = None) -> list[LocalServer]:
    """Return the model servers of this computer; without `ports`, those on the usual ones."""
    discovery = await asyncio.to_thread(_load_discovery)
    found: list[LocalServer] = await discovery.find_local_servers(ports or discovery.PORTS)
    return found


def offered_models(server: LocalServer) -> list[str]:
    """Return the first models of a server that chat."""
    from axon_desktop.llm.models.non_chat_models import other_task  # not needed before the first paint

    return [model for model in server.models if not other_task(model)][:_MODELS]


def _load_discovery() -> ModuleType:
    """Import the module that finds model servers; it brings httpx, so call this in a thread."""
    from axon_desktop.llm.models import discovery

    return discovery
