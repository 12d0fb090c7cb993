"""Talking to a server and taking the reply apart, for the tests of providers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from axon_desktop.llm.http.exchange import StreamLimits
from axon_desktop.llm.messages import (
    Delta,
    Finished,
    LLMOptions,
    Message,
    TextDelta,
    ToolDefinition,
)
from axon_desktop.llm.providers.deepseek import DeepSeekService
from axon_desktop.llm.providers.online_provider import OnlineProvider
from tests.llm.deepseek_server import DeepSeekServer, Raw, Step
from tests.waiting import PATIENCE

HELLO = [Message("system", "Be short."), Message("user", "Hello")]
PATIENT = StreamLimits(connect=PATIENCE, silence=PATIENCE, payload=PATIENCE, queued=PATIENCE, trailer=PATIENCE)
"""Limits that are not reached, be the machine ever so busy."""
TOOL = ToolDefinition("read_note", "Reads.", {"type": "object", "properties": {"path": {"type": "string"}}})


class Sleeps(list[float]):
    """Notes how long a provider wants to wait, and goes on at once."""

    async def __call__(self, seconds: float) -> None:
        self.append(seconds)


def service(server: DeepSeekServer, **options: Any) -> DeepSeekService:
    defaults: dict[str, Any] = {"api_key": server.key, "limits": PATIENT, "sleep": Sleeps()}
    return DeepSeekService(base_url=server.base_url, **{**defaults, **options})


def stream(
    provider: OnlineProvider,
    messages: Sequence[Message] = HELLO,
    tools: Sequence[ToolDefinition] = (),
    options: LLMOptions | None = None,
) -> list[Delta]:
    async def run() -> list[Delta]:
        try:
            return [delta async for delta in provider.stream_complete(messages, tools, options)]
        finally:
            await provider.aclose()

    return asyncio.run(run())


def finish(deltas: list[Delta]) -> Finished:
    assert isinstance(deltas[-1], Finished)
    assert not any(isinstance(delta, Finished) for delta in deltas[:-1])
    return deltas[-1]


def texts(deltas: list[Delta]) -> str:
    return "".join(delta.text for delta in deltas if isinstance(delta, TextDelta))


def ask(server: DeepSeekServer, *steps: Step, **options: Any) -> list[Delta]:
    server.script(*steps)
    return stream(service(server, **options))


def body_of(*chunks: dict[str, Any], done: bool = True) -> Raw:
    lines = [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks]
    return Raw("".join([*lines, "data: [DONE]\n\n" if done else ""]).encode())


def delta_of(finish: str | None = None, **delta: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def call_of(index: int | None = 0, id: str | None = None, name: str | None = None, arguments: Any = "") -> Any:  # noqa: A002
    function = {"name": name, "arguments": arguments}
    call = {"index": index, "id": id, "type": "function", "function": function}
    return {key: value for key, value in call.items() if value is not None}
