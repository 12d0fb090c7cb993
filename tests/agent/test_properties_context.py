import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axon_desktop.agent.context.context import ContextManager, is_prompt
from axon_desktop.errors import LLMContextError
from axon_desktop.llm.messages import Message, ToolCall, ToolResult
from axon_desktop.llm.prompts import format_tool_results

WORDS = st.text(st.characters(codec="utf-8"), max_size=300)


@st.composite
def rounds(draw: st.DrawFn, number: int) -> list[Message]:
    """A reply with calls and what came of them, natively or as text; or a plain answer."""
    count = draw(st.integers(0, 3))
    calls = tuple(ToolCall("read_note", {"path": draw(WORDS)}, f"c{number}-{at}") for at in range(count))
    if draw(st.booleans()):
        reply = Message("assistant", draw(WORDS), reasoning=draw(st.none() | WORDS), tool_calls=calls)
        return [reply, *(Message("tool", draw(WORDS), tool_call_id=call.id) for call in calls)]
    results = [(call, ToolResult(True, draw(WORDS))) for call in calls]
    answer = [Message("user", format_tool_results(results, "the request", False))] if results else []
    return [Message("assistant", draw(WORDS)), *answer]


@st.composite
def histories(draw: st.DrawFn) -> list[Message]:
    messages: list[Message] = []
    for turn in range(draw(st.integers(1, 5))):
        messages.append(Message("user", f"prompt {turn} {draw(WORDS)}"))
        for number in range(draw(st.integers(0, 4))):
            messages += draw(rounds(turn * 10 + number))
    return messages


@given(histories())
@settings(max_examples=150, deadline=None)
def test_context_holds_all_that_was_said_and_every_result(messages: list[Message]) -> None:
    """Feature: vscode-agent, Property 12: context completeness.

    Validates: Requirements 7.1, 7.5
    """
    context = ContextManager()
    for message in messages:
        context.add_message(message)
    assert context.get_context(1_000_000) == messages == context.get_history()
    assert context.left_out == 0


@given(histories(), st.integers(150, 3_000))
@settings(max_examples=300, deadline=None)
def test_context_never_exceeds_its_room_and_keeps_the_newest(messages: list[Message], room: int) -> None:
    """Feature: vscode-agent, Property 13: context token limit.

    Validates: Requirements 7.2
    """
    context = ContextManager(messages)
    try:
        sent = context.get_context(room)
    except LLMContextError:
        # Only what cannot be cut, calls with their arguments and thinking, may be too large.
        last = [message for message in messages if message.role == "assistant"][-1:]
        assert context.count(last) > room / 2 or room < 500
        return
    assert context.count(sent) <= room
    assert sent[-1].role == messages[-1].role
    whole = context.count(messages) <= room
    assert (sent == messages) == whole
    if sent[-1].content != messages[-1].content:  # shortened: only when it could not be sent whole
        assert len(sent[-1].content) < len(messages[-1].content)
    _assert_paired(sent)
    assert sent[0].role == "user"
    kept = [message for message in sent if message in messages]
    at = [index for index, message in enumerate(messages) if message in kept]
    if context.left_out and at:
        assert min(at) >= 0
        newest = messages[context.left_out :]
        assert [message.role for message in newest] == [message.role for message in sent[-len(newest) :]]


def _assert_paired(messages: list[Message]) -> None:
    """Every call has its results right after it, every result its call."""
    open_calls: set[str] = set()
    for message in messages:
        if message.role == "tool":
            assert message.tool_call_id in open_calls
            open_calls.discard(message.tool_call_id)
            continue
        assert not open_calls
        open_calls = {call.id for call in message.tool_calls}
    assert not open_calls


@given(histories(), histories())
@settings(max_examples=100, deadline=None)
def test_new_conversation_holds_nothing_of_the_old_one(old: list[Message], new: list[Message]) -> None:
    """Feature: vscode-agent, Property 14: context clear.

    Validates: Requirements 7.4
    """
    context = ContextManager(old)
    with contextlib.suppress(LLMContextError):
        context.get_context(400)
    context.clear()
    assert context.get_context(1_000_000) == [] == context.get_history()
    for message in new:
        context.add_message(message)
    assert context.get_context(1_000_000) == new


def test_cut_is_marked_and_stays_where_it_is_while_the_conversation_grows() -> None:
    context = ContextManager()
    starts = set()
    for number in range(200):
        context.add_message(Message("user", f"question {number} " + "word " * 20))
        context.add_message(Message("assistant", f"answer {number} " + "word " * 20))
        sent = context.get_context(2_000)
        assert context.count(sent) <= 2_000
        starts.add(sent[0].content)
        if context.left_out:
            assert str(context.left_out) in sent[0].content
    assert context.left_out > 0
    assert len(starts) < 40  # each cut changes the beginning, and with it the provider's cache is lost


def test_a_long_turn_keeps_its_prompt_when_rounds_are_cut_off() -> None:
    messages = [Message("user", "tidy my reading list")]
    for number in range(50):
        messages.append(Message("assistant", "", tool_calls=(ToolCall("read_note", {"path": "a"}, str(number)),)))
        messages.append(Message("tool", "text " * 100, tool_call_id=str(number)))
    context = ContextManager(messages)
    sent = context.get_context(3_000)
    assert sent[0].role == "user"
    assert "tidy my reading list" in sent[0].content
    assert sent[-1] == messages[-1]
    assert not is_prompt(sent[1])


def test_one_result_that_is_too_long_is_cut_in_the_middle() -> None:
    text = "beginning " + "x" * 100_000 + " end"
    call = ToolCall("read_note", {"path": "a"}, "1")
    context = ContextManager(
        [
            Message("user", "read it"),
            Message("assistant", "", tool_calls=(call,)),
            Message("tool", text, tool_call_id="1"),
        ]
    )
    sent = context.get_context(2_000)
    assert context.count(sent) <= 2_000
    assert sent[-1].content.startswith("beginning ")
    assert sent[-1].content.endswith(" end")
    assert "characters are left out here" in sent[-1].content


def test_what_cannot_be_cut_is_refused_with_what_to_do() -> None:
    call = ToolCall("create_note", {"path": "a", "content": "x" * 100_000}, "1")
    context = ContextManager(
        [
            Message("user", "go"),
            Message("assistant", "", tool_calls=(call,)),
            Message("tool", "ok", tool_call_id="1"),
        ]
    )
    with pytest.raises(LLMContextError, match="larger window"):
        context.get_context(2_000)
