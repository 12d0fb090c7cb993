from __future__ import annotations

import asyncio

import pytest

from axon_desktop.errors import LLMRateLimitError, LLMResponseError
from axon_desktop.llm.messages import Delta, Finished, Message, ReasoningDelta, TextDelta, ToolCall, ToolCallDelta
from axon_desktop.llm.providers.scripted import ScriptedProvider, ScriptedReply

USER = [Message("user", "Hi")]


def play(*replies: ScriptedReply) -> list[Delta]:
    async def run() -> list[Delta]:
        return [delta async for delta in ScriptedProvider(replies).stream_complete(USER)]

    return asyncio.run(run())


def test_text_is_streamed_and_joins_to_the_reply() -> None:
    text = "  Two  words,\n\n一段没有空格的话。\n"
    deltas = play(text)
    assert "".join(delta.text for delta in deltas if isinstance(delta, TextDelta)) == text
    assert deltas[-1] == Finished(Message("assistant", text), "stop")


def test_message_with_calls_is_streamed_whole() -> None:
    message = Message("assistant", "Look.", "Hm.", (ToolCall("read_note", {"path": "a"}, "1"),))
    deltas = play(message)
    assert [type(delta) for delta in deltas] == [ReasoningDelta, TextDelta, ToolCallDelta, Finished]
    assert deltas[-1] == Finished(message, "tool_calls")


def test_deltas_are_played_as_they_are_and_ended() -> None:
    assert play([TextDelta("a"), TextDelta("b")])[-1] == Finished(Message("assistant", "ab"), "stop")


def test_exceptions_are_raised() -> None:
    with pytest.raises(LLMRateLimitError):
        play(LLMRateLimitError("slow"))
    with pytest.raises(LLMRateLimitError):
        play([TextDelta("a"), LLMRateLimitError("slow")])


def test_requests_are_kept_and_the_script_ends() -> None:
    provider = ScriptedProvider(["One"])
    assert asyncio.run(provider.complete(USER)).content == "One"
    with pytest.raises(LLMResponseError):
        asyncio.run(provider.complete(USER))
    assert [request.messages for request in provider.requests] == [tuple(USER)] * 2
