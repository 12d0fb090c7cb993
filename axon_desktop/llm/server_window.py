"""The context window that a server on this machine or in its network really gives a model.

OpenAI's format has no word for it, so each program has its own: llama.cpp `GET /props` and a field in its list of
models, vLLM a field in that list, LM Studio `GET /api/v0/models`, Ollama `GET /api/ps` for a model that is loaded
and `POST /api/show` for what its Modelfile sets. What a model was trained with does not count: servers give less.
"""

from __future__ import annotations

import asyncio
import json
import logging

from axon_desktop.errors import LLMError
from axon_desktop.llm.connection import ApiKey, Connection, bearer
from axon_desktop.llm.exchange import StreamLimits
from axon_desktop.llm.messages import JsonObject

log = logging.getLogger(__name__)

_SECONDS = 3.0
_LEAST = 256
"""Tokens below which a number is no window."""


async def find_window(base_url: str, model: str, api_key: ApiKey = None) -> int | None:
    """Return the tokens that the server gives this model, None when it does not tell within a moment."""
    root = base_url.removesuffix("/v1")
    limits = StreamLimits(connect=_SECONDS, silence=_SECONDS, payload=_SECONDS)
    server = Connection(root, name="Server", model=model, headers=bearer, api_key=api_key, limits=limits)
    try:
        async with asyncio.timeout(_SECONDS):
            return await _ask(server, base_url.removeprefix(root), model)
    except (LLMError, TimeoutError) as error:
        log.info("The server does not tell its window: %s", error)
        return None
    finally:
        await server.aclose()


async def _ask(server: Connection, version: str, model: str) -> int | None:
    """Ask as the program that the list of models shows.

    Raises:
        LLMError: it cannot be asked.
    """
    entry = _entry(await server.get(f"{version}/models"), "data", model)
    match entry.get("owned_by"):
        case "llamacpp":
            return await _ask_llama_cpp(server, entry)
        case "organization_owner":
            loaded = _entry(await server.get("/api/v0/models"), "data", model)
            return _window(loaded.get("loaded_context_length"))
    window = _window(entry.get("max_model_len"))  # vLLM
    return window or await _ask_ollama(server, model)


async def _ask_llama_cpp(server: Connection, entry: JsonObject) -> int | None:
    try:
        settings = (await server.get("/props")).get("default_generation_settings")
    except LLMError:  # a router with several models has none of its own
        settings = None
    window = _window(settings.get("n_ctx")) if isinstance(settings, dict) else None  # of one slot: what counts
    meta = entry.get("meta")
    return window or (_window(meta.get("n_ctx")) if isinstance(meta, dict) else None)


async def _ask_ollama(server: Connection, model: str) -> int | None:
    window = _window(_entry(await server.get("/api/ps"), "models", model).get("context_length"))
    if window is not None:
        return window
    shown = await server.post("/api/show", json.dumps({"model": model}).encode())
    for line in str(shown.get("parameters", "")).splitlines():
        name, _, value = line.strip().partition(" ")
        if name == "num_ctx" and value.strip().isdecimal():
            return _window(int(value))
    return None


def _entry(answer: JsonObject, key: str, model: str) -> JsonObject:
    """Return what a list says of the model; a server's only model is meant whatever it is called."""
    listed = answer.get(key)
    entries = [entry for entry in listed if isinstance(entry, dict)] if isinstance(listed, list) else []
    for entry in entries:
        ids = {entry.get("id"), entry.get("name"), entry.get("model")}
        if model in ids or f"{model}:latest" in ids:  # Ollama's tag for no tag
            return entry
    return entries[0] if len(entries) == 1 and key == "data" else {}


def _window(value: object) -> int | None:
    return value if isinstance(value, int) and value >= _LEAST else None
