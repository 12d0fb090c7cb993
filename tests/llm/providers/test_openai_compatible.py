from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from axon_desktop.llm.http.exchange import StreamLimits
from axon_desktop.llm.messages import (
    LLMOptions,
    Message,
    ReasoningDelta,
    TextDelta,
    ToolCall,
    ToolCallDelta,
    ToolDefinition,
)
from axon_desktop.llm.providers.openai_compatible import OpenAICompatibleProvider
from tests.llm.deepseek_server import DeepSeekServer, Raw, Reply
from tests.llm.talk import (
    HELLO,
    TOOL,
    ask,
    body_of,
    call_of,
    delta_of,
    finish,
    service,
    stream,
    texts,
)


def test_reply_streams_reasoning_text_calls_and_usage(server: DeepSeekServer) -> None:
    calls = [("read_note", {"path": "日记/一.md"}), ("list_folder", {"path": ""})]
    deltas = ask(server, Reply("你好, reader 🌍.", reasoning="让我想想。", calls=calls, keep_alives=2))
    end = finish(deltas)
    assert texts(deltas) == end.message.content == "你好, reader 🌍."
    assert (
        "".join(d.text for d in deltas if isinstance(d, ReasoningDelta)) == end.message.reasoning == "让我想想。"
    )
    assert [(call.tool, call.params, call.id) for call in end.message.tool_calls] == [
        ("read_note", {"path": "日记/一.md"}, "call_0"),
        ("list_folder", {"path": ""}, "call_1"),
    ]
    assert end.finish_reason == "tool_calls"
    assert end.usage is not None
    assert (end.usage.prompt_tokens, end.usage.cached_tokens, end.usage.reasoning_tokens) == (20, 8, 4)
    progress = [delta for delta in deltas if isinstance(delta, ToolCallDelta)]
    assert progress[-1].index == 1
    assert progress[-1].characters == len('{"path": ""}')


@pytest.mark.parametrize("field", ["content", "refusal", "reasoning_content", "reasoning"])
def test_a_character_in_two_chunks_is_one(server: DeepSeekServer, field: str) -> None:
    pieces = ["", "a\ud83d", "", "\ude00b\ude00", "\ud83dc", "\ud83d"]
    deltas = ask(server, body_of(*(delta_of(**{field: piece}) for piece in pieces), delta_of("stop")))
    message = finish(deltas).message
    assert (message.content or message.reasoning) == "a😀b\ufffd\ufffdc\ufffd"
    parts = [delta.text for delta in deltas if isinstance(delta, TextDelta | ReasoningDelta)]
    assert "".join(parts) == "a😀b\ufffd\ufffdc\ufffd"


def test_a_thought_that_ends_in_a_lone_surrogate_ends_before_the_text(server: DeepSeekServer) -> None:
    chunks = [delta_of(reasoning_content="hm\ud83d", reasoning="hm\ud83d"), delta_of(content="\ude00 yes")]
    deltas = ask(server, body_of(*chunks, delta_of("stop")))
    assert deltas[:-1] == [ReasoningDelta("hm"), ReasoningDelta("\ufffd"), TextDelta("\ufffd yes")]
    assert finish(deltas).message == Message("assistant", "\ufffd yes", "hm\ufffd")


def test_a_reply_that_broke_off_in_a_surrogate_is_kept(server: DeepSeekServer) -> None:
    deltas = ask(server, body_of(delta_of(content="a\ud83d"), done=False))
    assert (finish(deltas).finish_reason, texts(deltas)) == ("interrupted", "a\ufffd")
    assert finish(deltas).message.content == "a\ufffd"


@pytest.mark.parametrize(
    ("pieces", "params"),
    [
        (['{"path": "\ud83d', '\ude00"}'], [{"path": "😀"}]),
        ([r'{"path": "\ud83d', r'\ude00"}'], [{"path": "😀"}]),
        (['{"path": "\ud83d', '"}'], []),
    ],
)
def test_a_character_in_two_pieces_of_a_call_is_one(
    server: DeepSeekServer, pieces: list[str], params: list[dict[str, str]]
) -> None:
    first, second = pieces
    chunks = [delta_of(tool_calls=[call_of(id="c", name="read_note", arguments=first)])]
    chunks += [delta_of(tool_calls=[call_of(arguments=second)]), delta_of("tool_calls")]
    end = finish(ask(server, body_of(*chunks)))
    assert [call.params for call in end.message.tool_calls] == params
    assert len(end.broken_calls) == 1 - len(params)  # half a character names no note


@pytest.mark.parametrize("split", [1, 2, 3, 7])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_split_bytes_change_nothing(server: DeepSeekServer, split: int, newline: str) -> None:
    deltas = ask(server, Reply("分割 🌍 é", reasoning="想", split=split, newline=newline, piece=3))
    assert finish(deltas).message == Message("assistant", "分割 🌍 é", "想")


def test_end_without_done_is_an_end(server: DeepSeekServer) -> None:
    end = finish(ask(server, Reply("Whole.", done=False)))
    assert (end.finish_reason, end.message.content) == ("stop", "Whole.")
    assert end.usage is not None


def test_server_that_stays_after_the_end_is_left(server: DeepSeekServer) -> None:
    chunks_before_usage = 1 + 1 + 1
    limits = StreamLimits(trailer=0.05)
    deltas = ask(server, Reply("Hey", usage=True, hang_after=chunks_before_usage), limits=limits)
    assert finish(deltas).finish_reason == "stop"
    assert server.wait_for_disconnects(1)


def test_length_gives_no_calls(server: DeepSeekServer) -> None:
    end = finish(ask(server, Reply("", calls=[("read_note", {"path": "a"})], finish="length")))
    assert (end.finish_reason, end.message.tool_calls, end.broken_calls) == ("length", (), ())


def test_unknown_reason_keeps_the_text_but_no_calls(server: DeepSeekServer) -> None:
    end = finish(ask(server, Reply("Text", calls=[("read_note", {"path": "a"})], finish="moon")))
    assert (end.finish_reason, end.message.content, end.message.tool_calls) == ("other", "Text", ())


def test_stop_with_calls_runs_them(server: DeepSeekServer) -> None:
    end = finish(ask(server, Reply(calls=[("read_note", {"path": "a"})], finish="stop")))
    assert end.finish_reason == "tool_calls"
    assert end.message.tool_calls == (ToolCall("read_note", {"path": "a"}, "call_0"),)


@pytest.mark.parametrize(
    "arguments", ['{"path": "a', "[]", '"x"', "nope", '{"a": NaN}', '{"a": "\\ud800"}', "[" * 99999]
)
def test_broken_arguments_are_an_error_and_no_call(server: DeepSeekServer, arguments: str) -> None:
    calls = [("read_note", {"path": "good"}), ("read_note", arguments)]
    end = finish(ask(server, Reply(calls=calls, piece=50_000)))
    assert [call.params for call in end.message.tool_calls] == [{"path": "good"}]
    assert len(end.broken_calls) == 1
    assert end.broken_calls[0].startswith("Invalid JSON: ")


def test_call_without_arguments_has_empty_params(server: DeepSeekServer) -> None:
    end = finish(ask(server, Reply(calls=[("list_folder", "")])))
    assert end.message.tool_calls[0].params == {}


def test_one_chunk_calls_without_ids_or_indices_get_ids(server: DeepSeekServer) -> None:
    one = delta_of(role="assistant", content="", tool_calls=[call_of(None, "", "read_note", {"path": "a"})])
    two = delta_of(role="assistant", content="", tool_calls=[call_of(None, None, "read_note", {"path": "b"})])
    end = finish(ask(server, body_of(one, two, delta_of("tool_calls"))))
    assert [call.params["path"] for call in end.message.tool_calls] == ["a", "b"]
    first, second = (call.id for call in end.message.tool_calls)
    assert first.startswith("call_")
    assert first != second


def test_empty_name_and_id_never_overwrite(server: DeepSeekServer) -> None:
    chunks = [
        delta_of(tool_calls=[call_of(0, "x1", "read_note", "")]),
        delta_of(tool_calls=[call_of(0, "", "", '{"path"')]),
        delta_of(tool_calls=[{"index": 0, "id": None, "function": {"name": None, "arguments": ': "a"}'}}]),
        delta_of("tool_calls", tool_calls=None, content=None),
    ]
    end = finish(ask(server, body_of(*chunks)))
    assert end.message.tool_calls == (ToolCall("read_note", {"path": "a"}, "x1"),)


def test_parallel_calls_that_all_claim_index_0_are_kept_apart(server: DeepSeekServer) -> None:
    chunks = [
        delta_of(tool_calls=[call_of(0, "x1", "read_note", '{"path": "a"}')]),
        delta_of(tool_calls=[call_of(0, "x2", "read_note", '{"path":')]),
        delta_of(tool_calls=[call_of(0, "x2", None, ' "b"}')]),
        delta_of(tool_calls=[call_of(0, "x3", "list_folder", '{"path": ""}')]),
        delta_of("tool_calls"),
    ]
    end = finish(ask(server, body_of(*chunks)))
    assert [(call.id, call.params["path"]) for call in end.message.tool_calls] == [
        ("x1", "a"),
        ("x2", "b"),
        ("x3", ""),
    ]


def test_new_id_for_every_fragment_stays_one_call(server: DeepSeekServer) -> None:
    chunks = [
        delta_of(tool_calls=[call_of(0, "r1", "read_note", '{"pa')]),
        delta_of(tool_calls=[call_of(0, "r2", "read_note", 'th": ')]),
        delta_of(tool_calls=[call_of(0, "r3", None, '"a"}')]),
        delta_of("tool_calls"),
    ]
    end = finish(ask(server, body_of(*chunks)))
    assert end.message.tool_calls == (ToolCall("read_note", {"path": "a"}, "r1"),)


def test_interleaved_calls_are_joined_by_index(server: DeepSeekServer) -> None:
    chunks = [
        delta_of(
            tool_calls=[call_of(0, "a", "read_note", '{"path":'), call_of(1, "b", "list_folder", '{"path":')]
        ),
        delta_of(tool_calls=[call_of(1, None, None, ' "B"}')]),
        delta_of(tool_calls=[call_of(0, None, None, ' "A"}')]),
        delta_of("tool_calls"),
    ]
    end = finish(ask(server, body_of(*chunks)))
    assert [(call.tool, call.params["path"]) for call in end.message.tool_calls] == [
        ("read_note", "A"),
        ("list_folder", "B"),
    ]


def test_reasoning_field_and_both_fields_are_read_once(server: DeepSeekServer) -> None:
    chunks = [
        delta_of(reasoning="So", content=""),
        delta_of(reasoning=" it", reasoning_content=" it"),
        delta_of("stop", content="Yes"),
    ]
    end = finish(ask(server, body_of(*chunks)))
    assert end.message == Message("assistant", "Yes", "So it")


@pytest.mark.parametrize("size", [1, 2, 5, 100])
def test_think_tags_at_the_start_are_reasoning(server: DeepSeekServer, size: int) -> None:
    text = "<think>\nHm </th></think>\n\nUse <think> tags."
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    deltas = ask(server, body_of(*(delta_of(content=piece) for piece in pieces), delta_of("stop")))
    assert finish(deltas).message == Message("assistant", "Use <think> tags.", "\nHm </th>")
    assert texts(deltas) == "Use <think> tags."


def test_odd_chunks_are_survived(server: DeepSeekServer) -> None:
    odd: list[dict[str, Any]] = [
        {},
        {"choices": None},
        {"choices": []},
        {"choices": [None]},
        {"choices": [{"delta": None}]},
        {"choices": [{"delta": {"content": 5, "tool_calls": [None, 3]}}], "usage": {"prompt_tokens": "x"}},
        {"choices": [{"delta": {"content": [{"type": "text", "text": "a"}, 1]}}]},
        {"choices": [{"delta": {"content": "\ud83d"}}]},
    ]
    end = finish(ask(server, body_of(*odd, delta_of("stop", content="b"))))
    assert end.message.content == "a\ufffdb"


def test_server_that_ignores_stream_is_understood(server: DeepSeekServer) -> None:
    message = {
        "role": "assistant",
        "content": "Hi",
        "tool_calls": [call_of(None, "c", "read_note", '{"path": "a"}')],
    }
    whole = {"choices": [{"message": message, "finish_reason": "tool_calls"}], "usage": {"prompt_tokens": 3}}
    body = b"\n\n" + json.dumps(whole, indent=2).encode()
    end = finish(ask(server, Raw(body, "application/json")))
    assert end.message.content == "Hi"
    assert end.message.tool_calls[0].params == {"path": "a"}
    assert end.usage is not None
    assert end.usage.prompt_tokens == 3


def test_events_without_blank_lines_between_are_read(server: DeepSeekServer) -> None:
    lines = [json.dumps(delta_of(content=piece)) for piece in "ab"] + [json.dumps(delta_of("stop")), "[DONE]"]
    end = finish(ask(server, Raw("".join(f"data: {line}\n" for line in lines).encode())))
    assert end.message.content == "ab"


def test_request_is_in_the_form_that_strict_servers_want(server: DeepSeekServer) -> None:
    server.strict = True
    history = [
        *HELLO,
        Message(
            "assistant", "", "Think.", (ToolCall("read_note", {"path": "Ä"}, "c1"), ToolCall("mcp.find", {}, "c2"))
        ),
        Message("tool", "", tool_call_id="c1"),
        Message("user", "And now?"),
    ]
    tools = [TOOL, ToolDefinition("mcp.find", "Finds.", {"type": "object"})]
    server.script(Reply(calls=[("mcp_find", {})]))
    end = finish(stream(service(server), history, tools))
    assert end.message.tool_calls[0].tool == "mcp.find"
    body = server.requests[0].body
    assert server.problems == []
    assert [tool["function"]["name"] for tool in body["tools"]] == ["read_note", "mcp_find"]
    assert body["stream_options"] == {"include_usage": True}
    assert "tool_choice" not in body
    assert [message["content"] for message in body["messages"][3:5]] == [
        "(no output)",
        "(no result: this call was not run)",
    ]
    assert body["messages"][2]["reasoning_content"] == "Think."
    assert json.loads(body["messages"][2]["tool_calls"][0]["function"]["arguments"]) == {"path": "Ä"}


def test_equal_conversations_give_equal_bytes(server: DeepSeekServer) -> None:
    tools = [
        TOOL,
        ToolDefinition("a.b", "A.", {"type": "object"}),
        ToolDefinition("a_b", "B.", {"type": "object"}),
    ]
    server.script(Reply("1"), Reply("2"))
    stream(service(server), HELLO, tools)
    stream(service(server), HELLO, list(tools))
    assert server.requests[0].raw == server.requests[1].raw


def test_a_tool_that_comes_later_is_sent_after_the_others(server: DeepSeekServer) -> None:
    later = ToolDefinition("a.tool", "Comes first by its name.", {"type": "object"})
    server.script(Reply("1"), Reply("2"))
    stream(service(server), HELLO, [TOOL])
    stream(service(server), HELLO, [TOOL, later])
    before, after = (request.body["tools"] for request in server.requests)
    assert after[:-1] == before
    assert after[-1]["function"]["name"] == "a_tool"


def test_calls_of_a_removed_tool_are_sent_again(server: DeepSeekServer) -> None:
    server.strict = True
    gone = ToolCall("old server.tool", {"x": 1}, "c1")
    history = [*HELLO, Message("assistant", "", "", (gone,)), Message("tool", "Done.", tool_call_id="c1")]
    server.script(Reply("1"), Reply("2"))
    stream(service(server), history, [TOOL])
    stream(service(server), history, [])
    assert server.problems == []
    for request in server.requests:
        assert request.body["messages"][-2]["tool_calls"][0]["function"]["name"] == "old_server_tool"


def test_options_reach_the_wire(server: DeepSeekServer) -> None:
    server.script(Reply("1"))
    options = LLMOptions(0.5, 100, ("END",), {"reasoning_effort": "low"})
    provider = OpenAICompatibleProvider(server.base_url, "m", api_key=server.key, options=options)
    stream(provider)
    body = server.requests[0].body
    assert (body["temperature"], body["max_tokens"], body["stop"]) == (0.5, 100, ["END"])
    assert body["reasoning_effort"] == "low"
    assert "reasoning_content" not in str(body)


def test_one_provider_serves_one_request_after_another(server: DeepSeekServer) -> None:
    server.script(Reply("1"), Reply("2"))

    async def run() -> None:
        provider = service(server)
        assert await provider.chat_with_history(HELLO) == "1"
        assert await provider.chat_with_history(HELLO) == "2"
        await provider.aclose()

    asyncio.run(run())
