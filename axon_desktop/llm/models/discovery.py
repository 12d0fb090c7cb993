"""Finding model servers on this machine, to offer them at the first start."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Mapping
from dataclasses import dataclass

from axon_desktop.errors import LLMError
from axon_desktop.llm.http.connection import Connection
from axon_desktop.llm.http.exchange import StreamLimits
from axon_desktop.llm.providers.openai_compatible import read_models

PORTS: Mapping[int, str] = {11434: "Ollama", 1234: "LM Studio", 8080: "llama.cpp", 8000: "vLLM"}
"""Usual ports of model servers."""

_OWNERS = {"library": "Ollama", "organization_owner": "LM Studio", "llamacpp": "llama.cpp", "vllm": "vLLM"}
"""Owner of the models in each server's list."""

_SECONDS = 0.9


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A server on this machine that speaks OpenAI's format."""

    name: str
    """Name of the program, by what it says of its models, else by its port."""
    base_url: str
    """Base URL for the settings."""
    models: tuple[str, ...]
    """Ids of the models it offers; may be empty."""


async def find_local_servers(ports: Mapping[int, str] = PORTS) -> list[LocalServer]:
    """Return the servers that answer on these ports of this machine within a second, in the ports' order."""
    await asyncio.to_thread(
        importlib.import_module, "httpx"
    )  # slow the first time: not within the time of a server
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(_ask(port, name)) for port, name in ports.items()]
    return [server for task in tasks if (server := task.result()) is not None]


async def _ask(port: int, name: str) -> LocalServer | None:
    """Return the server at a port, None where none answers as one."""
    base_url = f"http://127.0.0.1:{port}/v1"
    limits = StreamLimits(connect=_SECONDS, silence=_SECONDS, payload=_SECONDS)
    connection = Connection(base_url, name=name, model="", headers=lambda _key: {}, limits=limits)
    try:
        async with asyncio.timeout(_SECONDS):
            answer = await connection.get("/models")
    except (LLMError, TimeoutError):
        return None
    finally:
        await connection.aclose()
    models = read_models(answer)
    if models is None:
        return None
    owners = {model.get("owned_by") for model in answer["data"] if isinstance(model, dict)}
    known = next((program for owner, program in _OWNERS.items() if owner in owners), name)
    return LocalServer(known, base_url, tuple(models))
