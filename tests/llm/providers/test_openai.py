"""OpenAI itself: what its API wants otherwise than its look-alikes, and what its tokens cost."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from axon_desktop import errors
from axon_desktop.llm.messages import LLMOptions, Message, ToolCall, Usage
from axon_desktop.llm.providers.openai import OpenAIProvider
from axon_desktop.llm.providers.openai_compatible import OpenAICompatibleProvider
from tests.llm.loopback import Reply, Status
from tests.llm.openai_server import OpenAIServer, Quirk
from tests.llm.talk import HELLO, PATIENT, TOOL, Sleeps, finish, stream, texts

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
OPTIONS = LLMOptions(0.3, 100, ("END",))
REASONING = ["gpt-6.2-sol", "gpt-6-luna-2026-09-01", "o3", "o4-mini", "gpt-5-mini", "gpt-10"]
PLAIN = ["gpt-4.1", "gpt-4o-mini", "gpt-5-chat-latest", "chatgpt-4o-latest"]


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    quirks = (Quirk.REFUSES_MAX_TOKENS, Quirk.REFUSES_STOP, Quirk.REFUSES_TEMPERATURE)
    with OpenAIServer(*quirks, strict=True) as server:
        yield server


def provider_of(server: OpenAIServer, **options: Any) -> OpenAIProvider:
    defaults: dict[str, Any] = {"api_key": server.key, "model": server.model, "limits": PATIENT, "sleep": Sleeps()}
    return OpenAIProvider(base_url=server.base_url, **{**defaults, **options})


@pytest.mark.parametrize("model", REASONING)
def test_reasoning_models_are_sent_nothing_that_they_refuse(server: OpenAIServer, model: str) -> None:
    server.model = model
    server.script(Reply("Hi"))
    assert texts(stream(provider_of(server, options=OPTIONS))) == "Hi"
    assert (server.refusals, server.problems) == (0, [])
    assert server.requests[0].body["max_completion_tokens"] == 100


@pytest.mark.parametrize("model", PLAIN)
def test_other_models_get_what_the_user_has_set(model: str) -> None:
    with OpenAIServer(strict=True, model=model) as server:
        server.script(Reply("Hi"))
        assert texts(stream(provider_of(server, options=OPTIONS))) == "Hi"
        body = server.requests[0].body
    assert (body["temperature"], body["stop"], body["max_completion_tokens"]) == (0.3, ["END"], 100)


def test_long_call_ids_of_another_server_are_shortened_in_pairs(server: OpenAIServer) -> None:
    call = ToolCall("read_note", {"path": "a"}, "call__thought__" + "x" * 500)
    history = [*HELLO, Message("assistant", "", "Hm.", (call,)), Message("tool", "text", tool_call_id=call.id)]
    server.script(Reply("Fine"), Reply("Fine"))
    for _ in range(2):
        assert texts(stream(provider_of(server), history, [TOOL])) == "Fine"
    assert server.problems == []
    assert server.requests[0].raw == server.requests[1].raw


def test_missing_key_is_said_before_anything_is_sent() -> None:
    with pytest.raises(errors.LLMAuthError, match="no API key for OpenAI"):
        stream(OpenAIProvider())


def test_another_server_needs_no_key() -> None:
    with OpenAIServer(keyless=True) as server:
        server.script(Reply("Hi"))
        provider = OpenAIProvider(base_url=server.base_url, model=server.model, limits=PATIENT)
        assert texts(stream(provider)) == "Hi"
        assert "authorization" not in server.requests[0].headers


def test_models_are_listed(server: OpenAIServer) -> None:
    async def ask() -> list[str]:
        provider = provider_of(server)
        try:
            return await provider.list_models()
        finally:
            await provider.aclose()

    assert asyncio.run(ask()) == [server.model]


def test_price_and_window_come_from_the_catalog() -> None:
    usage = Usage(prompt_tokens=1_000_000, completion_tokens=1_000_000)
    luna = OpenAIProvider(model="gpt-5.6-luna")
    assert luna.cost(Usage(prompt_tokens=100_000, completion_tokens=10_000), NOON) == pytest.approx(0.032)
    assert luna.context_window == 1_050_000
    assert OpenAIProvider(model="gpt-unheard-of").cost(usage, NOON) is None
    assert OpenAIProvider(model="gpt-unheard-of").context_window == 128_000


def test_servers_on_this_machine_cost_nothing_and_are_counted_on_as_others() -> None:
    local = OpenAICompatibleProvider("http://127.0.0.1:11434/v1", "qwen3:4b")
    assert (local.cost(Usage(1000, 1000), NOON), local.context_window) == (0.0, 32_768)
    remote = OpenAICompatibleProvider("https://models.example/v1", "qwen3:4b")
    assert (remote.cost(Usage(1000, 1000), NOON), remote.context_window) == (None, 32_768)
    assert OpenAICompatibleProvider("http://localhost:1/v1", "m", context_window=65_536).context_window == 65_536


def test_estimates_rise_when_the_server_counts_more() -> None:
    with OpenAIServer() as server:
        server.script(Reply("Hi"))
        provider = provider_of(server)
        before = provider.token_factor
        stream(provider, [Message("user", "word " * 400)])
        assert provider.token_factor <= before  # 20 tokens were counted


def test_model_without_function_calling_is_offered_none_from_then_on() -> None:
    with OpenAIServer() as server:
        server.script(Status(400, f'"{server.model}" does not support tools'), Reply("Hi"))
        provider = OpenAICompatibleProvider(server.base_url, server.model, api_key=server.key)
        with pytest.raises(errors.LLMRequestError, match="described in the text") as caught:
            stream(provider, HELLO, [TOOL])
        assert caught.value.retryable
        assert not provider.native_tools
        assert len(server.requests) == 1
        assert finish(stream(provider, HELLO)).message.content == "Hi"
