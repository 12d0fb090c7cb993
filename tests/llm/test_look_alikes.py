"""The servers that speak OpenAI's format in their own ways: one client understands them all."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Iterator
from typing import Any

import pytest

from axon_desktop import errors
from axon_desktop.llm.messages import (
    Finished,
    LLMOptions,
    Message,
    ReasoningDelta,
    ToolCall,
    ToolDefinition,
    Usage,
)
from axon_desktop.llm.providers.openai_compatible import OpenAICompatibleProvider
from tests.llm.loopback import Raw, Reply, Status
from tests.llm.openai_server import OpenAIServer, Quirk
from tests.llm.talk import HELLO, PATIENT, TOOL, Sleeps, body_of, call_of, delta_of, finish, stream, texts

TOOLS = [TOOL, ToolDefinition("list_folder", "Lists.", {"type": "object"})]
CALLS: list[tuple[str, Any]] = [
    ("read_note", {"path": "日记/一.md"}),
    ("read_note", {"path": "b", "nested": {"list": [1, "}"]}}),
    ("list_folder", {}),
]
REPLY = Reply("先看 both notes.", reasoning="想一想 first.", calls=CALLS)

_REASONING = (Quirk.REASONING_FIELD, Quirk.BOTH_REASONING_FIELDS, Quirk.REASONING_DETAILS, Quirk.THINK_TAGS)
_CALL_FORM = (Quirk.WHOLE_CALLS, Quirk.OBJECT_ARGUMENTS, Quirk.EMPTY_NAMES)
_IDS = (Quirk.NO_IDS, Quirk.EMPTY_IDS, Quirk.ID_PER_FRAGMENT)
_INDEX = (Quirk.NO_INDEX, Quirk.ALL_INDEX_0)
_ALONE = {quirk for quirk in Quirk if quirk.startswith("refuses ")} | {Quirk.IGNORES_STREAM, Quirk.SPLIT_BYTES}
_FREE = frozenset(Quirk) - {*_REASONING, *_CALL_FORM, *_IDS, *_INDEX} - _ALONE


def combinations() -> Iterator[frozenset[Quirk]]:
    """Yield every choice among the quirks that exclude each other, with all the others."""
    for chosen in itertools.product((None, *_REASONING), (None, *_CALL_FORM), (None, *_IDS), (None, *_INDEX)):
        quirks = frozenset(quirk for quirk in chosen if quirk is not None)
        yield quirks | _FREE
        if not quirks & {*_REASONING, Quirk.NO_INDEX}:
            yield quirks | {Quirk.IGNORES_STREAM}


def provider_of(server: OpenAIServer, **options: Any) -> OpenAICompatibleProvider:
    defaults: dict[str, Any] = {"api_key": server.key, "limits": PATIENT, "sleep": Sleeps()}
    defaults["resend_reasoning"] = Quirk.WANTS_REASONING in server.quirks
    return OpenAICompatibleProvider(server.base_url, server.model, **{**defaults, **options})


def history_of(message: Message) -> list[Message]:
    """Return the conversation after a reply, with the results of its calls."""
    results = [Message("tool", f"text {number}", tool_call_id=c.id) for number, c in enumerate(message.tool_calls)]
    return [*HELLO, message, *results]


def check_reply(end: Finished) -> None:
    assert end.finish_reason == "tool_calls"
    assert end.broken_calls == ()
    assert (end.message.content, (end.message.reasoning or "").strip()) == (REPLY.content, REPLY.reasoning)
    assert [(call.tool, call.params) for call in end.message.tool_calls] == CALLS
    ids = [call.id for call in end.message.tool_calls]
    assert all(ids)
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("quirk", Quirk)
def test_each_quirk_alone_is_understood_and_answered_well(quirk: Quirk) -> None:
    with OpenAIServer(quirk, strict=True) as server:
        server.script(REPLY, Reply("Done."))
        provider = provider_of(server, options=LLMOptions(0.3, 100, ("END",)))
        deltas = stream(provider, HELLO, TOOLS)
        end = finish(deltas)
        check_reply(end)
        assert texts(deltas) == REPLY.content
        thought = "".join(delta.text for delta in deltas if isinstance(delta, ReasoningDelta))
        assert thought.strip() == REPLY.reasoning
        if quirk is not Quirk.REFUSES_STREAM_OPTIONS:
            assert end.usage == Usage(20, 10, 8, 4)
        refused = server.refusals
        assert finish(stream(provider, history_of(end.message), TOOLS)).message.content == "Done."
        assert server.problems == []
        assert server.refusals == refused == int(quirk.startswith("refuses "))


def test_all_compatible_quirks_together_are_understood() -> None:
    async def run(server: OpenAIServer, quirks: frozenset[Quirk]) -> None:
        server.quirks = quirks
        server.script(REPLY, Reply("Done."))
        provider = provider_of(server, options=LLMOptions(0.3, 100))
        history = list(HELLO)
        for _ in range(2):
            async for delta in provider.stream_complete(history, TOOLS):
                if isinstance(delta, Finished) and delta.message.tool_calls:
                    check_reply(delta)
                    history = history_of(delta.message)
        await provider.aclose()
        assert isinstance(delta, Finished)
        assert delta.message.content == "Done."

    async def run_all(server: OpenAIServer) -> int:
        for count, quirks in enumerate(combinations(), 1):  # noqa: B007
            try:
                await run(server, quirks)
            except (AssertionError, errors.LLMError) as error:
                raise AssertionError(f"with {sorted(quirks)}") from error
        return count

    with OpenAIServer(strict=True) as server:
        assert asyncio.run(run_all(server)) > 240
        assert server.problems == []


def test_refused_fields_are_left_out_from_then_on() -> None:
    refused = (
        Quirk.REFUSES_STREAM_OPTIONS,
        Quirk.REFUSES_TEMPERATURE,
        Quirk.REFUSES_MAX_TOKENS,
        Quirk.REFUSES_STOP,
    )
    with OpenAIServer(*refused, strict=True) as server:
        server.script(Reply("One"), Reply("Two"))
        provider = provider_of(server, options=LLMOptions(0.3, 100, ("END",)))
        assert [finish(stream(provider)).message.content for _ in range(2)] == ["One", "Two"]
        assert len(server.requests) == 6
        last = server.requests[-1].body
        assert last["max_completion_tokens"] == 100
        assert not {"stream_options", "temperature", "max_tokens", "stop"} & set(last)


def test_refusal_of_the_field_that_matters_is_an_error() -> None:
    with OpenAIServer() as server:
        server.script(Status(400, "Invalid value for 'messages'", error={"param": "messages"}))
        with pytest.raises(errors.LLMRequestError, match="Invalid value for 'messages'"):
            stream(provider_of(server))
        assert len(server.requests) == 1


def test_empty_reply_of_the_past_is_sent_as_words() -> None:
    with OpenAIServer(strict=True) as server:
        server.script(Reply("Fine"))
        history = [*HELLO, Message("assistant", ""), Message("user", "And?")]
        assert finish(stream(provider_of(server), history)).message.content == "Fine"
        assert server.problems == []


# --- faults ------------------------------------------------------------------------------------------------------


def test_error_object_in_a_stream_keeps_the_part() -> None:
    error = {"code": 502, "message": "Provider disconnected", "metadata": {"provider_name": "x"}}
    with OpenAIServer(Quirk.COMMENTS) as server:
        server.script(Reply("Half of it", error_after=(6, {"id": "gen-1", "choices": [], "error": error})))
        end = finish(stream(provider_of(server)))
    assert end.finish_reason == "interrupted"
    assert "Half of it".startswith(end.message.content)
    assert "Provider disconnected" in end.error


def test_error_field_after_a_part_keeps_it() -> None:
    part = f"data: {json.dumps(delta_of(content='Half'))}\n\n"
    with OpenAIServer() as server:
        server.script(Raw((part + 'error: {"code":500,"message":"boom","type":"server_error"}\n\n').encode()))
        end = finish(stream(provider_of(server)))
    assert (end.finish_reason, end.message.content) == ("interrupted", "Half")
    assert "boom" in end.error


def test_model_that_is_still_loading_is_waited_for() -> None:
    loading = Status(503, "Loading model", error={"code": 503, "type": "unavailable_error"})
    with OpenAIServer() as server:
        server.script(loading, loading, Reply("Here"))
        assert texts(stream(provider_of(server))) == "Here"


def test_context_that_is_full_is_named() -> None:
    with OpenAIServer() as server:
        full = {"code": 400, "type": "exceed_context_size_error", "n_prompt_tokens": 9000, "n_ctx": 4096}
        server.script(Status(400, "the request exceeds the available context size", error=full))
        with pytest.raises(errors.LLMContextError):
            stream(provider_of(server))


def test_call_cut_by_the_limit_is_broken_though_the_reason_says_tool_calls() -> None:
    with OpenAIServer() as server:
        server.script(
            Reply(calls=[("read_note", '{"path": "a'), ("read_note", {"path": "b"})], finish="tool_calls")
        )
        end = finish(stream(provider_of(server)))
    assert [call.params for call in end.message.tool_calls] == [{"path": "b"}]
    assert len(end.broken_calls) == 1


def test_end_of_file_without_a_reason_is_interrupted_and_runs_nothing() -> None:
    whole = delta_of(tool_calls=[call_of(0, "a", "read_note", '{"path": "a"}')])
    with OpenAIServer() as server:
        server.script(body_of(delta_of(content="Half"), whole, done=False))
        end = finish(stream(provider_of(server)))
    assert (end.finish_reason, end.message.content, end.message.tool_calls) == ("interrupted", "Half", ())


def test_refusal_is_shown_and_kept() -> None:
    with OpenAIServer() as server:
        server.script(body_of(delta_of(refusal="I "), delta_of(refusal="will not."), delta_of("stop")))
        deltas = stream(provider_of(server))
    assert texts(deltas) == finish(deltas).message.content == "I will not."


def test_two_calls_in_a_row_without_ids_at_index_0_stay_two() -> None:
    chunks = [delta_of(tool_calls=[call_of(0, None, "read_note", f'{{"path": "{path}"}}')]) for path in "ab"]
    with OpenAIServer() as server:
        server.script(body_of(*chunks, delta_of("tool_calls")))
        end = finish(stream(provider_of(server)))
    assert [call.params for call in end.message.tool_calls] == [{"path": "a"}, {"path": "b"}]


def test_keyless_server_gets_no_key() -> None:
    with OpenAIServer(keyless=True, strict=True) as server:
        server.script(Reply("Hi"))
        assert texts(stream(provider_of(server, api_key=None))) == "Hi"
        assert "authorization" not in server.requests[0].headers


def test_call_ids_of_another_server_stay_paired() -> None:
    call = ToolCall("read_note", {"path": "a"}, "functions.read_note:0")
    with OpenAIServer(strict=True) as server:
        server.script(Reply("Fine"))
        history = history_of(Message("assistant", "", None, (call,)))
        assert texts(stream(provider_of(server), history, TOOLS)) == "Fine"
        assert server.problems == []
