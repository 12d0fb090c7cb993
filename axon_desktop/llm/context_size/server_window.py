"""The context window that a server really gives a model, queried in each program's own way.

OpenAI's format has no field for it. Many report it in their list of models: vLLM and SGLang `max_model_len`,
OpenRouter and Together `context_length`, Groq `context_window`, Mistral `max_context_length`. Local servers are
queried further: llama.cpp `GET /props`, LM Studio `GET /api/v0/models`, text-generation-inference `GET /info`,
KoboldCpp `GET /api/extra/true_max_context_length`, TabbyAPI `GET /v1/model`, Ollama `GET /api/ps` for a model that
is loaded and `POST /api/show` for what its Modelfile sets; one that is not loaded is loaded first, as the request
would do. What a model was trained with does not count: servers give less.
"""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import aclosing

from axon_desktop.errors import LLMError
from axon_desktop.llm.http.connection import ApiKey, Connection, bearer
from axon_desktop.llm.http.exchange import StreamLimits
from axon_desktop.llm.messages import JsonObject
from axon_desktop.net_address import is_local

log = logging.getLogger(__name__)

_SECONDS = 3.0
_LOADING_SECONDS = 600.0
"""As long as a request may wait without a byte."""
_LEAST = 256
_LISTED = ("max_model_len", "context_length", "context_window", "max_context_length")
"""Names of the window in lists of models."""


async def find_window(base_url: str, model: str, api_key: ApiKey = None) -> int | None:
    """Return the tokens that the server gives this model, None when it does not report them.

    That takes a moment; only the program Ollama is given the time to load a model, which a request would have to
    wait for as well.
    """
    root = base_url.removesuffix("/v1")
    async with aclosing(_Server(root, model, api_key, _SECONDS)) as server:
        try:
            async with asyncio.timeout(_SECONDS):
                entry = _entry(await server.get(f"{base_url.removeprefix(root)}/models"), "data", model)
                window = _first(entry, *_LISTED) or _first(_object(entry.get("top_provider")), *_LISTED)
                if window is not None or not is_local(base_url):
                    return window
                window = await _ask_nearby(server, entry, model)
        except (LLMError, TimeoutError) as error:
            log.info("The server does not report its window: %s", error)
            return None
    if window is None and server.unloaded:
        async with aclosing(_Server(root, model, api_key, _LOADING_SECONDS)) as patient:
            await patient.post("/api/generate", {"model": model, "stream": False})
            return await _ask_ollama(patient, model)
    return window


class _Server:
    """Answers with JSON objects; a query that it does not understand gives an empty object."""

    def __init__(self, root: str, model: str, api_key: ApiKey, seconds: float) -> None:
        self.unloaded = False
        """Whether this is Ollama, which has not loaded the model."""
        limits = StreamLimits(connect=_SECONDS, silence=seconds, payload=seconds)
        self._connection = Connection(
            root, name="Server", model=model, headers=bearer, api_key=api_key, limits=limits
        )

    async def get(self, path: str) -> JsonObject:
        """Query a path that every server has.

        Raises:
            LLMError: the query failed.
        """
        return await self._connection.get(path)

    async def try_get(self, path: str) -> JsonObject:
        """Query a path that only one program has."""
        try:
            return await self._connection.get(path)
        except LLMError:
            return {}

    async def post(self, path: str, body: JsonObject) -> JsonObject:
        """Query a path that only one program has, with a body."""
        try:
            return await self._connection.post(path, json.dumps(body).encode())
        except LLMError:
            return {}

    async def aclose(self) -> None:
        """Close the connection."""
        await self._connection.aclose()


async def _ask_nearby(server: _Server, entry: JsonObject, model: str) -> int | None:
    """Query the program that the list of models reveals, else those that it does not reveal."""
    match entry.get("owned_by"):
        case "llamacpp":
            return await _ask_llama_cpp(server, entry)
        case "organization_owner":
            loaded = _entry(await server.try_get("/api/v0/models"), "data", model)
            return _first(loaded, "loaded_context_length")
        case "koboldcpp":
            return _first(await server.try_get("/api/extra/true_max_context_length"), "value")
        case "tabbyAPI":
            return _first(_object((await server.try_get("/v1/model")).get("parameters")), "max_seq_len")
    window = await _ask_ollama(server, model)
    if window is None and not server.unloaded:
        window = _first(await server.try_get("/info"), "max_total_tokens", "max_input_tokens")
    return window


async def _ask_llama_cpp(server: _Server, entry: JsonObject) -> int | None:
    settings = (await server.try_get("/props")).get("default_generation_settings")  # a router has none of its own
    window = _first(_object(settings), "n_ctx")  # of one slot: what counts
    return window or _first(_object(entry.get("meta")), "n_ctx")


async def _ask_ollama(server: _Server, model: str) -> int | None:
    running = await server.try_get("/api/ps")
    if "models" not in running:  # this is not Ollama
        return None
    window = _first(_entry(running, "models", model), "context_length")
    if window is not None:
        return window
    shown = await server.post("/api/show", {"model": model})
    for line in str(shown.get("parameters", "")).splitlines():
        name, _, value = line.strip().partition(" ")
        if name == "num_ctx" and value.strip().isdecimal():
            return _window(int(value))
    server.unloaded = running["models"] == [] and bool(shown)
    return None


def _entry(answer: JsonObject, key: str, model: str) -> JsonObject:
    """Return the model's entry in a list; a server's only model is meant whatever its name."""
    listed = answer.get(key)
    entries = [entry for entry in listed if isinstance(entry, dict)] if isinstance(listed, list) else []
    for entry in entries:
        ids = {entry.get("id"), entry.get("name"), entry.get("model")}
        if model in ids or f"{model}:latest" in ids:  # Ollama's tag for no tag
            return entry
    return entries[0] if len(entries) == 1 and key == "data" else {}


def _object(value: object) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _first(answer: JsonObject, *names: str) -> int | None:
    """Return the first of these numbers that is present."""
    return next((window for name in names if (window := _window(answer.get(name))) is not None), None)


def _window(value: object) -> int | None:
    return value if isinstance(value, int) and value >= _LEAST else None
