from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from axon_desktop.llm.messages import Finished, LLMOptions, Message, ToolCall, ToolDefinition
from axon_desktop.llm.providers.anthropic import AnthropicProvider
from axon_desktop.llm.providers.anthropic_wire import wire_turns
from axon_desktop.llm.providers.openai_wire import tool_names
from tests.llm.anthropic_rules import KINDS, find_problem
from tests.llm.anthropic_server import AnthropicServer, Blocks, call, text, thinking
from tests.llm.loopback import Reply, Step
from tests.llm.talk import HELLO, PATIENT, TOOL, Sleeps

OTHER = ToolDefinition("mcp.find", "Finds.", {"type": "object"})
REDACTED = {"type": "redacted_thinking", "data": "EmwKAhgB"}


@pytest.fixture
def server() -> Iterator[AnthropicServer]:
    with AnthropicServer() as server:
        yield server


class Talk:
    """A conversation with the strict server, grown message by message."""

    def __init__(self, server: AnthropicServer, model: str, **options: Any) -> None:
        self.server = server
        self.history: list[Message] = list(HELLO)
        self.tools: Sequence[ToolDefinition] = [TOOL, OTHER]
        self.switch(model, **options)

    def switch(self, model: str, **options: Any) -> None:
        defaults: dict[str, Any] = {"api_key": self.server.key, "limits": PATIENT, "sleep": Sleeps()}
        self.provider = AnthropicProvider(base_url=self.server.base_url, model=model, **{**defaults, **options})

    def say(self, *messages: Message) -> Talk:
        self.history += messages
        return self

    def ask(self, step: Step, options: LLMOptions | None = None) -> Message:
        self.server.script(step)

        async def run() -> Message:
            try:
                async for delta in self.provider.stream_complete(self.history, self.tools, options):
                    if isinstance(delta, Finished):
                        return delta.message
            finally:
                await self.provider.aclose()
            raise AssertionError("no end")

        self.history.append(asyncio.run(run()))
        return self.history[-1]

    @property
    def body(self) -> dict[str, Any]:
        assert self.server.problems == []
        return self.server.requests[-1].body


def results(message: Message) -> list[Message]:
    return [Message("tool", f"of {call.id}", tool_call_id=call.id) for call in message.tool_calls]


@pytest.mark.parametrize("model", sorted(KINDS))
@pytest.mark.parametrize("wanted", [True, False])
def test_no_model_refuses_a_conversation_with_tools(server: AnthropicServer, model: str, wanted: bool) -> None:
    talk = Talk(server, model, thinking=wanted, options=LLMOptions(temperature=1.7, stop=("END", " ")))
    reply = Reply("Look.", reasoning="Hm." if wanted else None, calls=[("read_note", {"path": "a"})])
    talk.say(*results(talk.ask(reply)))
    talk.ask(Reply("Seen.", reasoning="Well." if wanted else None))
    talk.say(Message("user", "And now?"))
    talk.ask(Reply("Now."))
    assert talk.body["stop_sequences"] == ["END"]
    assert ("temperature" in talk.body) == (model in ("claude-haiku-4-5", "claude-opus-4-6") and not wanted)


def test_interleaved_blocks_go_back_exactly_as_they_came(server: AnthropicServer) -> None:
    talk = Talk(server, "claude-opus-5-5")
    blocks = [
        thinking("First."),
        text("Let me see."),
        call("read_note", {"path": "Ä"}, "toolu_1"),
        REDACTED,
        thinking("Then."),
        text("\n\n"),
        text(" And this. "),
        call("mcp_find", {}, "toolu_2"),
    ]
    reply = talk.ask(Blocks(blocks=blocks))
    assert reply.content == "Let me see.\n\n\n\n And this. "
    talk.say(*results(reply)).ask(Reply("Done."))
    sent = [block for block in blocks if block.get("text") != "\n\n"]
    assert talk.body["messages"][1]["content"] == sent
    assert [block["tool_use_id"] for block in talk.body["messages"][2]["content"]] == ["toolu_1", "toolu_2"]


def test_changed_text_keeps_the_thinking_before_it(server: AnthropicServer) -> None:
    reply = Message(
        "assistant", "Short", blocks=(thinking("T"), {"type": "text", "start": 0, "end": 99}), author="me"
    )
    turns = wire_turns([Message("user", "?"), reply], tool_names([], []), thinking_of="me")
    assert turns[1]["content"] == [thinking("T"), text("Short")]


def test_thinking_of_another_model_stays_away(server: AnthropicServer) -> None:
    talk = Talk(server, "claude-haiku-4-5")
    talk.say(*results(talk.ask(Reply("Look.", reasoning="Hm.", calls=[("read_note", {"path": "a"})]))))
    talk.switch("claude-opus-4-6")
    talk.ask(Reply("Seen.", reasoning="Well."))
    kinds = [block["type"] for turn in talk.body["messages"] for block in turn["content"]]
    assert "thinking" not in kinds
    assert talk.body["thinking"]["type"] == "adaptive"


def test_calls_of_another_model_switch_a_budget_off_until_the_next_turn(server: AnthropicServer) -> None:
    talk = Talk(server, "claude-haiku-4-5")
    talk.say(
        Message("assistant", "", "elsewhere", (ToolCall("read_note", {}, "call_0"),), author="deepseek/x"),
        Message("tool", "text", tool_call_id="call_0"),
    )
    talk.ask(Reply("Seen."))
    assert "thinking" not in talk.body
    talk.say(Message("user", "More"))
    talk.ask(Reply("More.", reasoning="Hm."))
    assert talk.body["thinking"] == {"type": "enabled", "budget_tokens": 16_000}


def test_budget_stays_below_a_small_limit(server: AnthropicServer) -> None:
    for limit, expected in [(1000, None), (1024, None), (1500, 1024), (8000, 4000)]:
        talk = Talk(server, "claude-haiku-4-5", options=LLMOptions(max_tokens=limit))
        talk.ask(Reply("Hi"))
        assert talk.body["max_tokens"] == limit
        assert talk.body.get("thinking", {}).get("budget_tokens") == expected


def test_limit_is_named_and_never_beyond_the_models(server: AnthropicServer) -> None:
    talk = Talk(server, "claude-haiku-4-5")
    talk.ask(Reply("Hi"))
    assert talk.body["max_tokens"] == 32_000
    talk.ask(Reply("Hi"), LLMOptions(max_tokens=1_000_000))
    assert talk.body["max_tokens"] == 64_000


def test_shortened_conversation_is_not_refused_for_its_thinking(server: AnthropicServer) -> None:
    talk = Talk(server, "claude-sonnet-5-5")
    talk.say(*results(talk.ask(Reply("Look.", reasoning="Hm.", calls=[("read_note", {"path": "a"})]))))
    talk.history[1] = Message("user", "The summary of what was said.")
    talk.tools = [TOOL]
    talk.ask(Reply("Seen."))
    assert talk.body["thinking"]["block_binding"] == {"prefix_mismatch_behavior": "drop_block"}
    assert server.requests[-1].headers["anthropic-beta"] == "thinking-binding-controls-2026-08-01"


def test_thinking_that_cannot_be_switched_off_is_kept_small(server: AnthropicServer) -> None:
    talk = Talk(server, "claude-opus-5-5", thinking=False)
    talk.ask(Reply("Hi"))
    assert talk.body["output_config"] == {"effort": "low"}
    assert talk.body["thinking"]["type"] == "adaptive"


def test_history_without_tools_on_offer_still_defines_them(server: AnthropicServer) -> None:
    talk = Talk(server, "claude-sonnet-5-5")
    talk.say(*results(talk.ask(Reply("Look.", calls=[("mcp_find", {})]))), Message("user", "Sum it up."))
    talk.tools = []
    talk.ask(Reply("In short: …"))
    assert [tool["name"] for tool in talk.body["tools"]] == ["mcp_find"]
    assert talk.body["tool_choice"] == {"type": "none"}


def test_results_are_paired_ordered_and_marked(server: AnthropicServer) -> None:
    calls = (
        ToolCall("read_note", {}, "same"),
        ToolCall("read_note", {}, "same"),
        ToolCall("read_note", {}, "a.b"),
    )
    history = [
        Message("user", "Go"),
        Message("assistant", "", tool_calls=calls),
        Message("tool", "nobody's", tool_call_id="gone"),
        Message("tool", "", tool_call_id="a.b", failed=True),
        Message("tool", "first", tool_call_id="same"),
        Message("user", "What?"),
    ]
    talk = Talk(server, "claude-sonnet-5-5")
    talk.history = history
    talk.ask(Reply("That."))
    _, asked, answered = talk.body["messages"]
    ids = [block["id"] for block in asked["content"]]
    assert ids[0] == "same"
    assert len(set(ids)) == 3
    assert answered["content"] == [
        {"type": "tool_result", "tool_use_id": ids[0], "content": "first"},
        {
            "type": "tool_result",
            "tool_use_id": ids[1],
            "content": "(no result: this call was not run)",
            "is_error": True,
        },
        {"type": "tool_result", "tool_use_id": ids[2], "content": "(no output)", "is_error": True},
        text("nobody's"),
        text("What?"),
    ]


def test_system_prompt_stands_at_the_top_and_later_ones_in_place(server: AnthropicServer) -> None:
    talk = Talk(server, "claude-sonnet-5-5")
    talk.history = [Message("system", "A"), Message("system", "B"), Message("user", "Hi"), Message("system", "C")]
    talk.ask(Reply("Hi"))
    assert talk.body["system"] == "A\n\nB"
    assert talk.body["messages"] == [{"role": "user", "content": [text("Hi"), text("C")]}]
    assert talk.body["cache_control"] == {"type": "ephemeral"}


def test_equal_conversations_give_equal_bytes(server: AnthropicServer) -> None:
    for _ in range(2):
        talk = Talk(server, "claude-sonnet-5-5")
        talk.tools = [TOOL, OTHER]
        talk.ask(Reply("Hi"))
    assert server.requests[0].raw == server.requests[1].raw


def test_a_tool_that_comes_later_is_sent_after_the_others(server: AnthropicServer) -> None:
    for tools in ([TOOL], [TOOL, OTHER]):
        talk = Talk(server, "claude-sonnet-5-5")
        talk.tools = tools
        talk.ask(Reply("Hi"))
    before, after = (request.body["tools"] for request in server.requests)
    assert after[:-1] == before


def test_deepseek_gets_its_own_form_of_it() -> None:
    provider = AnthropicProvider(base_url="https://api.deepseek.com/anthropic", model="deepseek-flash")
    history = [
        Message("user", "Go"),
        Message("assistant", "", tool_calls=(ToolCall("read_note", {}, "c"),)),
        Message("tool", "text", tool_call_id="c"),
    ]
    assert (provider.name, provider.context_window) == ("DeepSeek", 1_000_000)
    body = provider._body(HELLO, [TOOL], LLMOptions(temperature=0.5), tool_names(HELLO, [TOOL]))
    assert body["thinking"]["type"] == "enabled"
    assert "temperature" not in body
    assert "cache_control" not in body
    # calls without their thinking are refused there, wherever they are in the conversation
    later = [*history, Message("assistant", "Seen."), Message("user", "More")]
    assert provider._body(later, [TOOL], LLMOptions(), tool_names(later, [TOOL]))["thinking"] == {
        "type": "disabled"
    }


_TEXTS = st.sampled_from(["", " \n", "Hi", "读取", "\ud800"])
_IDS = st.sampled_from(["", "a", "b", "toolu_1", "ä.1", "x" * 80])
_CALLS = st.lists(st.builds(ToolCall, st.sampled_from(["read_note", "mcp.find"]), st.just({}), _IDS), max_size=3)
_MESSAGES = st.one_of(
    st.builds(Message, st.sampled_from(["system", "user"]), _TEXTS),
    st.builds(Message, st.just("tool"), _TEXTS, tool_call_id=_IDS, failed=st.booleans()),
    st.builds(
        Message,
        st.just("assistant"),
        _TEXTS,
        tool_calls=_CALLS.map(tuple),
        blocks=st.sampled_from([(), (thinking("T"),), (REDACTED, {"type": "text", "start": 0, "end": 2})]),
        author=st.sampled_from(["", "anthropic/claude-haiku-4-5", "other/x"]),
    ),
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(_MESSAGES, max_size=12), st.sampled_from(sorted(KINDS)), st.booleans(), st.booleans())
def test_no_conversation_makes_a_request_that_is_refused(
    messages: list[Message], model: str, thinks: bool, offers: bool
) -> None:
    provider = AnthropicProvider(model=model, thinking=thinks, options=LLMOptions(temperature=0.3))
    tools = [TOOL, OTHER] if offers else []
    body = provider._body(messages, tools, LLMOptions(temperature=0.3), tool_names(messages, tools))
    headers = {"content-type": "application/json", **provider._headers("key")}
    assert find_problem(headers, body, may_prefill=False) is None
