from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from axon_desktop.errors import LLMError
from axon_desktop.llm.messages import Finished, LLMOptions, Message, ToolCall, ToolDefinition
from axon_desktop.llm.prompts import build_agent_system_prompt
from axon_desktop.llm.providers.deepseek import DeepSeekService
from tests.llm.deepseek_server import DeepSeekServer, Reply

TOOL = ToolDefinition("read_note", "Reads.", {"type": "object", "properties": {"path": {"type": "string"}}})


@pytest.fixture
def server() -> Iterator[DeepSeekServer]:
    with DeepSeekServer(strict=True) as server:
        yield server


def test_conversation_with_reasoning_and_calls_passes_strict_mode(server: DeepSeekServer) -> None:
    rounds = 5
    for number in range(rounds):
        server.script(Reply(reasoning=f"想 {number}\n", calls=[("read_note", {"path": str(number)})]))
    server.script(Reply("Done.", reasoning="End."))
    service = DeepSeekService(api_key=server.key, base_url=server.base_url)
    history = [Message("system", "Be short."), Message("user", "Read all.")]

    async def run() -> None:
        for _ in range(rounds + 1):
            async for delta in service.stream_complete(history, [TOOL]):
                if isinstance(delta, Finished):
                    history.append(delta.message)
                    for call in delta.message.tool_calls:
                        history.append(Message("tool", f"text of {call.params['path']}", tool_call_id=call.id))  # noqa: PERF401
        await service.aclose()

    asyncio.run(run())
    assert server.problems == []
    assert history[-1].content == "Done."
    last = server.requests[-1].body
    sent = [message.get("reasoning_content") for message in last["messages"] if message["role"] == "assistant"]
    assert sent == [f"想 {number}\n" for number in range(rounds)]
    assert last["thinking"] == {"type": "enabled"}
    for earlier, later in zip(server.requests, server.requests[1:], strict=False):
        before, after = earlier.body["messages"], later.body["messages"]
        assert after[: len(before)] == before


def test_history_of_another_model_turns_thinking_off(server: DeepSeekServer) -> None:
    server.script(Reply("Fine"))
    history = [
        Message("user", "Read a."),
        Message("assistant", "", None, (ToolCall("read_note", {"path": "a"}, "c1"),)),
        Message("tool", "text", tool_call_id="c1"),
        Message("user", "Thanks"),
    ]
    service = DeepSeekService(api_key=server.key, base_url=server.base_url)
    assert asyncio.run(service.chat_with_history(history)) == "Fine"
    assert server.requests[0].body["thinking"] == {"type": "disabled"}


def test_empty_reasoning_is_sent_back_as_such(server: DeepSeekServer) -> None:
    server.script(Reply(reasoning="", calls=[("read_note", {"path": "a"})]), Reply("Fine"))
    service = DeepSeekService(api_key=server.key, base_url=server.base_url)
    history = [Message("user", "Read a.")]

    async def run() -> None:
        first = await service.complete(history)
        history.extend([first, Message("tool", "x", tool_call_id=first.tool_calls[0].id)])
        await service.complete(history)

    asyncio.run(run())
    assert server.requests[1].body["messages"][1]["reasoning_content"] == ""
    assert server.requests[1].body["thinking"] == {"type": "enabled"}


@pytest.mark.parametrize("thinking", [True, False])
def test_temperature_is_sent_only_without_thinking(server: DeepSeekServer, thinking: bool) -> None:
    server.script(Reply("Fine"))
    options = LLMOptions(temperature=0.3)
    service = DeepSeekService(api_key=server.key, base_url=server.base_url, thinking=thinking, options=options)
    asyncio.run(service.chat_with_history([Message("user", "Hi")]))
    body = server.requests[0].body
    assert body["thinking"] == {"type": "enabled" if thinking else "disabled"}
    assert body.get("temperature") == (None if thinking else 0.3)
    assert body["model"] == "deepseek-flash"


def test_system_prompt_is_the_shared_one() -> None:
    assert DeepSeekService().build_agent_system_prompt([TOOL]) == build_agent_system_prompt([TOOL])


def test_balance_is_read_as_it_is_written(server: DeepSeekServer) -> None:
    found = asyncio.run(DeepSeekService(api_key=server.key, base_url=server.base_url).balance())
    assert (found.available, found.amounts) == (True, (("CNY", "110.00"),))
    elsewhere = DeepSeekService(api_key=server.key, base_url=f"{server.base_url}/x")
    with pytest.raises(LLMError):
        asyncio.run(elsewhere.balance())
    asyncio.run(elsewhere.check_balance())  # a gateway in front of DeepSeek need not know it
