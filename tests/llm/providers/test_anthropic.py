from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from axon_desktop import errors
from axon_desktop.llm.messages import (
    Delta,
    Message,
    Queued,
    ReasoningDelta,
    TextDelta,
    ToolCall,
    ToolCallDelta,
    ToolDefinition,
    Usage,
)
from axon_desktop.llm.providers.anthropic import AnthropicProvider
from axon_desktop.llm.providers.anthropic_reply import AnthropicReply
from axon_desktop.llm.providers.openai_wire import ToolNames
from tests.llm.anthropic_server import (
    AnthropicServer,
    Blocks,
    call,
    events_of,
    refusal,
    text,
    thinking,
)
from tests.llm.loopback import Drop, Raw, Reply, Request, Stall, Step
from tests.llm.talk import HELLO, PATIENT, TOOL, Sleeps, finish, stream, texts
from tests.waiting import PATIENCE, shortest, work_below

MODEL = "claude-sonnet-5-5"
REDACTED = {"type": "redacted_thinking", "data": "EmwKAhgB"}


@pytest.fixture
def server() -> Iterator[AnthropicServer]:
    with AnthropicServer() as server:
        yield server


def claude(server: AnthropicServer, **options: Any) -> AnthropicProvider:
    defaults: dict[str, Any] = {"api_key": server.key, "limits": PATIENT, "sleep": Sleeps(), "model": MODEL}
    return AnthropicProvider(base_url=server.base_url, **{**defaults, **options})


def ask(server: AnthropicServer, *steps: Step, **options: Any) -> list[Delta]:
    server.script(*steps)
    return stream(claude(server, **options), HELLO, [TOOL])


def thoughts(deltas: list[Delta]) -> str:
    return "".join(delta.text for delta in deltas if isinstance(delta, ReasoningDelta))


def test_text_and_thinking_come_as_they_are_written(server: AnthropicServer) -> None:
    deltas = ask(server, Reply("你好, world 🎉", reasoning="Think twice.", piece=3))
    end = finish(deltas)
    assert server.problems == []
    assert (texts(deltas), end.message.content) == ("你好, world 🎉", "你好, world 🎉")
    assert (thoughts(deltas), end.message.reasoning) == ("Think twice.", "Think twice.")
    assert (end.finish_reason, end.message.author) == ("stop", f"anthropic/{MODEL}")
    assert end.message.blocks == (thinking("Think twice."), {"type": "text", "start": 0, "end": 11})


def test_usage_is_the_last_total_and_counts_the_cache(server: AnthropicServer) -> None:
    assert finish(ask(server, Reply("Hi"))).usage == Usage(20, 20, 3, 7, 5)
    assert finish(ask(server, Reply("Hi", usage=False))).usage is None


def test_calls_are_read_with_their_names_and_empty_input(server: AnthropicServer) -> None:
    tools = [TOOL, ToolDefinition("mcp.find", "Finds.", {"type": "object"})]
    server.script(Reply("Look.", calls=[("read_note", {"path": "Ä"}), ("mcp_find", {})], piece=2))
    deltas = stream(claude(server), HELLO, tools)
    end = finish(deltas)
    assert end.finish_reason == "tool_calls"
    assert end.message.tool_calls == (
        ToolCall("read_note", {"path": "Ä"}, "toolu_0"),
        ToolCall("mcp.find", {}, "toolu_1"),
    )
    progress = [delta for delta in deltas if isinstance(delta, ToolCallDelta)]
    assert {(delta.index, delta.name) for delta in progress} == {(0, "read_note"), (1, "mcp.find")}
    assert max(delta.characters for delta in progress) == len('{"path": "Ä"}')


@pytest.mark.parametrize("call_id", ["", "toolu_1"])
def test_calls_without_an_id_of_their_own_get_one(call_id: str) -> None:
    reply = AnthropicReply(ToolNames(["read_note"]), "anthropic/m")
    block = {"type": "tool_use", "id": call_id, "name": "read_note", "input": {"path": "Home"}}
    message = {"type": "message", "content": [block, block], "stop_reason": "tool_use"}
    list(reply.feed(message))
    ids = [call.id for call in reply.finish().message.tool_calls]
    assert len(set(ids)) == 2
    assert all(ids)


def test_broken_arguments_are_named_and_the_other_calls_stand(server: AnthropicServer) -> None:
    end = finish(ask(server, Reply(calls=[("read_note", '{"path": '), ("read_note", {"path": "b"})])))
    assert [call.params for call in end.message.tool_calls] == [{"path": "b"}]
    assert len(end.broken_calls) == 1
    assert end.broken_calls[0].startswith("Invalid JSON: ")


def test_call_that_was_cut_off_by_the_limit_is_not_run(server: AnthropicServer) -> None:
    end = finish(ask(server, Reply("Now", calls=[("read_note", '{"path": "a')], finish="max_tokens")))
    assert (end.finish_reason, end.message.tool_calls, end.broken_calls) == ("length", (), ())


def test_texts_with_a_thought_between_are_kept_apart(server: AnthropicServer) -> None:
    blocks = [thinking("A"), text("One."), REDACTED, thinking("B"), text("Two."), text(" Three.")]
    deltas = ask(server, Blocks(blocks=blocks))
    end = finish(deltas)
    assert texts(deltas) == end.message.content == "One.\n\nTwo. Three."
    assert thoughts(deltas) == end.message.reasoning == "A\n\nB"


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("end_turn", "stop"),
        ("stop_sequence", "stop"),
        ("max_tokens", "length"),
        ("model_context_window_exceeded", "length"),
        ("refusal", "content_filter"),
        ("something_new", "other"),
    ],
)
def test_reason_of_the_end_is_reported(server: AnthropicServer, reason: str, expected: str) -> None:
    assert finish(ask(server, Reply("Words", finish=reason))).finish_reason == expected


def test_refusal_without_a_word_says_why_and_is_not_retried(server: AnthropicServer) -> None:
    details = {"type": "refusal", "category": "bio", "explanation": "It may harm."}
    with pytest.raises(errors.LLMResponseError, match=r"declines to answer this \(It may harm\.\)"):
        ask(server, Blocks(finish="refusal", stop_details=details))
    assert len(server.requests) == 1


def test_full_window_without_a_word_is_a_context_error(server: AnthropicServer) -> None:
    with pytest.raises(errors.LLMContextError):
        ask(server, Blocks(finish="model_context_window_exceeded"))
    assert len(server.requests) == 1


def test_empty_reply_is_retried_then_an_error(server: AnthropicServer) -> None:
    assert texts(ask(server, Blocks(), Reply("Something"))) == "Something"
    with pytest.raises(errors.LLMResponseError, match="empty"):
        ask(server, *[Blocks()] * 4)


def test_paused_reply_goes_on_where_it_stopped(server: AnthropicServer) -> None:
    search = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "x"}}
    found = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
    first = [thinking("Hm."), text("Wait"), search, found]
    deltas = ask(server, Blocks(blocks=first, finish="pause_turn"), Reply("Done."))
    end = finish(deltas)
    assert server.problems == []
    assert server.requests[1].body["messages"][-1] == {"role": "assistant", "content": first}
    assert texts(deltas) == end.message.content == "Wait\n\nDone."
    assert end.finish_reason == "stop"
    assert end.usage == Usage(40, 40, 6, 14, 10)


def test_paused_reply_whose_rest_fails_keeps_its_part(server: AnthropicServer) -> None:
    end = finish(ask(server, Blocks(blocks=[text("Wait")], finish="pause_turn"), Drop()))
    assert (end.finish_reason, end.message.content) == ("interrupted", "Wait")
    assert len(server.requests) == 2


def test_pausing_without_end_ends(server: AnthropicServer) -> None:
    steps = [Blocks(blocks=[text(str(number))], finish="pause_turn") for number in range(12)]
    end = finish(ask(server, *steps))
    assert end.finish_reason == "other"
    assert len(server.requests) == 10


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("split", [1, 2, 3, 7])
def test_bytes_may_be_cut_anywhere(server: AnthropicServer, split: int, newline: str) -> None:
    reply = Reply(
        "Grüße 🎉", reasoning="想", calls=[("read_note", {"path": "日記"})], split=split, newline=newline
    )
    end = finish(ask(server, reply))
    assert (end.message.content, end.message.reasoning) == ("Grüße 🎉", "想")
    assert end.message.tool_calls == (ToolCall("read_note", {"path": "日記"}, "toolu_0"),)


def test_a_character_in_two_deltas_is_one(server: AnthropicServer) -> None:
    def block(index: int, kind: str, delta: str, key: str, *pieces: str, **head: Any) -> list[dict[str, Any]]:
        return [
            {"type": "content_block_start", "index": index, "content_block": {"type": kind, **head}},
            *(
                {"type": "content_block_delta", "index": index, "delta": {"type": delta, key: piece}}
                for piece in pieces
            ),
            {"type": "content_block_stop", "index": index},
        ]

    pieces = ["a\ud83d", "\ude00b", "\ud83d"]
    events = [
        *block(0, "thinking", "thinking_delta", "thinking", *pieces, thinking=""),
        *block(1, "text", "text_delta", "text", *pieces, text=""),
        *block(2, "text", "text_delta", "text", "\ude00c", text=""),
        *block(
            *(3, "tool_use", "input_json_delta", "partial_json", '{"path": "\ud83d', '\ude00"}'),
            id="t",
            name="read_note",
            input={},
        ),
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}},
        {"type": "message_stop"},
    ]
    deltas = ask(server, Raw("".join(f"data: {json.dumps(event)}\n\n" for event in events).encode()))
    message = finish(deltas).message
    assert (message.reasoning, message.content) == ("a😀b\ufffd", "a😀b\ufffd\ufffdc")
    assert message.blocks[0]["thinking"] == "a😀b\ufffd"
    assert [message.content[block["start"] : block["end"]] for block in message.blocks[1:3]] == [
        "a😀b\ufffd",
        "\ufffdc",
    ]
    assert message.tool_calls == (ToolCall("read_note", {"path": "😀"}, "t"),)


def test_unknown_events_blocks_and_deltas_are_passed_over() -> None:
    odd: list[dict[str, Any]] = [
        {},
        {"type": "message_start"},
        {"type": "content_block_delta", "index": 7, "delta": {"type": "text_delta", "text": "lost"}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "hologram", "data": 1}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "light_delta", "light": 1}},
        {"type": "content_block_stop", "index": 0},
        {"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": "a"}},
        {"type": "content_block_delta", "index": 1, "delta": {"type": "citations_delta", "citation": {}}},
        {"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": "\ud83d"}},
        {"type": "content_block_delta", "index": 1, "delta": None},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": "many"}},
        {"type": "applause"},
    ]
    reply = AnthropicReply(ToolNames([]), "anthropic/x")
    deltas = [delta for event in odd for delta in reply.feed(event)]
    assert [*deltas, *reply.rest()] == [TextDelta("a"), TextDelta("\ufffd")]
    assert (reply.finish().message.content, reply.done, reply.ended) == ("a\ufffd", False, True)


def test_server_that_ignores_stream_is_understood(server: AnthropicServer) -> None:
    content = [{"type": "thinking", "thinking": "Hm.", "signature": "s"}, text("Hi"), call("read_note", {}, "t")]
    whole = {"type": "message", "content": content, "stop_reason": "tool_use", "usage": {"input_tokens": 3}}
    end = finish(ask(server, Raw(json.dumps(whole, indent=2).encode(), "application/json")))
    assert (end.message.content, end.message.reasoning) == ("Hi", "Hm.")
    assert end.message.tool_calls == (ToolCall("read_note", {}, "t"),)
    assert end.message.blocks[0] == content[0]
    assert end.usage == Usage(3)


def test_end_without_message_stop_is_an_end(server: AnthropicServer) -> None:
    assert finish(ask(server, Reply("All of it", done=False))).finish_reason == "stop"


def test_pings_keep_the_connection_but_do_not_get_on(server: AnthropicServer) -> None:
    limits = replace(PATIENT, queued=0.05)
    deltas = ask(server, Reply("abcd", keep_alives=2, pace=0.1, piece=1), limits=limits)
    assert texts(deltas) == "abcd"
    assert any(isinstance(delta, Queued) for delta in deltas)


@pytest.mark.parametrize("step", [Stall(), Stall(keep_alive=0.02), Reply("A long answer", hang_after=5)])
def test_closing_the_iterator_closes_the_connection(server: AnthropicServer, step: Step) -> None:
    server.script(step)

    async def run() -> None:
        provider = claude(server, limits=replace(PATIENT, queued=0.1))
        async with aclosing(provider.stream_complete(HELLO)) as deltas:
            async for _ in deltas:
                break
        assert await asyncio.to_thread(server.wait_for_disconnects, 1)
        await provider.aclose()

    asyncio.run(run())


def test_cancelling_closes_the_connection_within_a_second(server: AnthropicServer) -> None:
    async def run() -> float:
        server.script(Reply("A long answer", hang_after=6))
        gone = server.disconnects + 1
        got = asyncio.Event()
        provider = claude(server)

        async def read() -> None:
            async for delta in provider.stream_complete(HELLO):
                if isinstance(delta, TextDelta):
                    got.set()

        task = asyncio.ensure_future(read())
        await asyncio.wait_for(got.wait(), PATIENCE)
        started = time.monotonic()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert await asyncio.to_thread(server.wait_for_disconnects, gone)
        assert task.cancelled()
        return time.monotonic() - started

    assert shortest(lambda: asyncio.run(run()), 1) < 1


def test_models_are_listed_over_all_pages(server: AnthropicServer) -> None:
    server.pages = [["claude-a", "claude-b"], ["claude-c"]]

    async def run() -> list[str]:
        provider = claude(server)
        try:
            return await provider.list_models()
        finally:
            await provider.aclose()

    assert asyncio.run(run()) == ["claude-a", "claude-b", "claude-c"]


def test_complete_returns_the_message_or_raises(server: AnthropicServer) -> None:
    server.script(Reply("Whole"), Reply("Half of it", drop_after=5))

    async def run() -> None:
        provider = claude(server)
        assert (await provider.complete(HELLO)).content == "Whole"
        with pytest.raises(errors.LLMConnectionError):
            await provider.complete(HELLO)
        await provider.aclose()

    asyncio.run(run())


def test_estimates_are_corrected_by_what_is_counted(server: AnthropicServer) -> None:
    provider = claude(server)
    before = provider.token_factor
    counted = {"input_tokens": 100_000, "output_tokens": 1}
    events = [*events_of(Reply("Hi"))]
    events[0]["message"]["usage"] = counted
    body = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events).encode()
    server.script(Raw(body))
    stream(provider, [Message("user", "word " * 10_000)])
    assert provider.token_factor > before
    assert provider.estimate_tokens("x" * 400) > 100 * before


def test_claude_has_its_price_also_behind_a_local_gateway_and_a_local_model_costs_nothing() -> None:
    usage = Usage(prompt_tokens=1_000_000, completion_tokens=1_000_000, cached_tokens=1_000_000)
    now = datetime.now(UTC)
    assert AnthropicProvider(base_url="http://127.0.0.1:1", model="qwen3:4b").cost(usage, now) == 0.0
    assert AnthropicProvider(base_url="http://127.0.0.1:1", model=MODEL).cost(usage, now) == pytest.approx(10.10)
    assert AnthropicProvider(model=MODEL).cost(usage, now) == pytest.approx(10.10)
    assert AnthropicProvider(model="claude-of-the-future").cost(usage, now) is None
    assert AnthropicProvider(model=MODEL).context_window == 1_000_000


@pytest.mark.parametrize("url", ["https://a.example", "https://a.example/v1/", "https://a.example/v1/messages"])
def test_base_url_may_say_more_than_it_must(url: str) -> None:
    assert AnthropicProvider(base_url=url).base_url == "https://a.example"


@pytest.mark.parametrize(
    ("step", "kind", "requests"),
    [
        (refusal(400, "invalid_request_error", "because"), errors.LLMRequestError, 1),
        (refusal(401, "authentication_error", "because"), errors.LLMAuthError, 1),
        (refusal(402, "billing_error", "because"), errors.LLMBalanceError, 1),
        (refusal(403, "permission_error", "because"), errors.LLMAuthError, 1),
        (refusal(404, "not_found_error", "because"), errors.LLMRequestError, 1),
        (refusal(409, "conflict_error", "because"), errors.LLMServerError, 4),
        (refusal(413, "request_too_large", "because"), errors.LLMContextError, 1),
        (refusal(429, "rate_limit_error", "because"), errors.LLMRateLimitError, 6),
        (refusal(429, "rate_limit_error", "because", retry_after=600), errors.LLMRateLimitError, 1),
        (refusal(500, "api_error", "because"), errors.LLMServerError, 4),
        (refusal(504, "timeout_error", "because"), errors.LLMServerError, 4),
        (refusal(529, "overloaded_error", "because"), errors.LLMServerError, 4),
        (refusal(400, "invalid_request_error", "prompt is too long: because"), errors.LLMContextError, 1),
    ],
)
def test_refusals_are_named_and_retried_where_it_helps(
    server: AnthropicServer, step: Raw, kind: type[errors.LLMError], requests: int
) -> None:
    with pytest.raises(kind, match="because") as caught:
        ask(server, *[step] * 9)
    assert type(caught.value) is kind
    assert len(server.requests) == requests


@pytest.mark.parametrize("code", ["enforced_spend_limit_reached", "contract_spend_limit_reached"])
def test_spend_limit_is_no_rate_limit(server: AnthropicServer, code: str) -> None:
    with pytest.raises(errors.LLMBalanceError):
        ask(server, refusal(429, "rate_limit_error", "limit", details={"error_code": code}))
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("Your credit balance is too low to access the Anthropic API.", errors.LLMBalanceError),
        ("input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000", errors.LLMContextError),
    ],
)
def test_bad_requests_that_mean_something_else_are_distinguished(
    server: AnthropicServer, message: str, kind: type[errors.LLMError]
) -> None:
    with pytest.raises(kind):
        ask(server, refusal(400, "invalid_request_error", message))


def test_retry_after_is_honoured(server: AnthropicServer) -> None:
    sleeps = Sleeps()
    deltas = ask(server, refusal(529, "overloaded_error", retry_after=7), Drop(), Reply("Here"), sleep=sleeps)
    assert texts(deltas) == "Here"
    assert sleeps[0] == 7


@pytest.mark.parametrize(
    ("kind", "error", "requests"),
    [
        ("overloaded_error", errors.LLMServerError, 4),
        ("rate_limit_error", errors.LLMRateLimitError, 6),
        ("api_error", errors.LLMServerError, 4),
        ("something_new", errors.LLMServerError, 4),
        ("invalid_request_error", errors.LLMRequestError, 1),
        ("authentication_error", errors.LLMAuthError, 1),
        ("billing_error", errors.LLMBalanceError, 1),
        ("request_too_large", errors.LLMContextError, 1),
    ],
)
def test_error_event_before_payload_counts_like_a_status(
    server: AnthropicServer, kind: str, error: type[errors.LLMError], requests: int
) -> None:
    event = {"type": "error", "error": {"type": kind, "message": "because"}}
    with pytest.raises(error, match="because"):
        ask(server, *[Reply("x", error_after=(1, event))] * 9)
    assert len(server.requests) == requests


@pytest.mark.parametrize(
    "reply",
    [
        Reply("Half of the answer", drop_after=6),
        Reply("Half of the answer", error_after=(6, {"type": "error", "error": {"type": "overloaded_error"}})),
        Raw(
            b'event: content_block_start\ndata: {"type":"content_block_start","content_block":{"type":"text",'
            b'"text":"Half"}}\n\nevent: error\ndata: {"type":"error","error":{"type":"api_error"}}\n\n'
        ),
        Reply("Half of the answer", calls=[("read_note", {"path": "b" * 99})], drop_after=12),
    ],
)
def test_reply_that_breaks_off_keeps_its_part_and_is_not_retried(server: AnthropicServer, reply: Step) -> None:
    deltas = ask(server, reply, Reply("Never"))
    end = finish(deltas)
    assert end.finish_reason == "interrupted"
    assert end.message.content == texts(deltas)
    assert end.message.content
    assert "Half of the answer".startswith(end.message.content)
    assert (end.message.tool_calls, len(server.requests)) == ((), 1)
    assert end.error


def test_thinking_that_breaks_off_is_not_sent_back(server: AnthropicServer) -> None:
    end = finish(ask(server, Reply("x", reasoning="A long thought", drop_after=4)))
    assert end.message.reasoning
    assert end.message.blocks == ()


def test_other_formats_and_web_pages_are_named(server: AnthropicServer) -> None:
    with pytest.raises(errors.LLMResponseError, match="web page"):
        ask(server, Raw(b"<!doctype html><title>Sign in</title>", "text/html"))
    with pytest.raises(errors.LLMResponseError, match="Anthropic's Messages"):
        ask(server, *[Raw(b'{"object": "list"}', "application/json")] * 4)


def test_key_is_needed_and_shows_nowhere(server: AnthropicServer) -> None:
    with pytest.raises(errors.LLMAuthError, match="no API key for Anthropic"):
        asyncio.run(AnthropicProvider(api_key=lambda: None).complete(HELLO))
    key = "-".join(["sk", "canary", "0a1b2c3d"])
    with pytest.raises(errors.LLMAuthError) as caught:
        stream(claude(server, api_key=key))
    assert server.requests[0].headers["x-api-key"] == key
    assert key not in str(caught.value)
    assert "[key]" in str(caught.value)


class BrokenList(AnthropicServer):
    """Answers the list of models with something else."""

    def __init__(self, instead: Raw) -> None:
        super().__init__()
        self._instead = instead

    def answer(self, request: Request) -> Step | None:
        return self._instead


@pytest.mark.parametrize(
    ("instead", "kind"),
    [
        (refusal(403, "permission_error"), errors.LLMAuthError),
        (refusal(529, "overloaded_error"), errors.LLMServerError),
        (Raw(b"<html>Sign in</html>", "text/html"), errors.LLMResponseError),
        (Raw(b"[]", "application/json"), errors.LLMResponseError),
        (Raw(b'{"data": 3}', "application/json"), errors.LLMResponseError),
    ],
)
def test_list_that_is_none_is_a_named_error_at_once(instead: Raw, kind: type[errors.LLMError]) -> None:
    async def run(server: AnthropicServer) -> None:
        provider = claude(server)
        try:
            await provider.list_models()
        finally:
            await provider.aclose()

    with BrokenList(instead) as server:
        with pytest.raises(kind):
            asyncio.run(run(server))
        assert len(server.requests) == 1


def test_long_arguments_are_read_in_time_that_grows_with_them(server: AnthropicServer) -> None:
    with work_below(8):
        ask(server, Reply(calls=[("create_note", {"path": "a", "content": "x" * 200_000})], piece=10))


def test_a_refusal_for_its_length_teaches_the_window(server: AnthropicServer) -> None:
    provider = claude(server)
    server.script(refusal(400, "invalid_request_error", "prompt is too long: 208310 tokens > 200000 maximum"))
    with pytest.raises(errors.LLMContextError) as caught:
        stream(provider, [Message("user", "word " * 180_000)])
    assert (caught.value.window, caught.value.needed) == (200_000, 208_310)
    assert provider.context_window == 200_000
