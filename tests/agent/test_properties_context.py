"""The seed's properties of what the model is sent, and the cuts of a long conversation."""

from collections.abc import Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from axon_desktop.agent.context.context import ContextManager, is_prompt
from axon_desktop.agent.events import Answer
from axon_desktop.errors import LLMContextError
from axon_desktop.llm.context_size.tokens import estimate_messages
from axon_desktop.llm.messages import Message, ToolCall, ToolResult
from axon_desktop.llm.prompts import format_tool_results
from axon_desktop.llm.providers.scripted import ScriptedProvider, ScriptedReply
from axon_desktop.tools import ToolManager
from tests.agent.scenes import FORMS, Stage, make_engine, say

MANY = settings(max_examples=100, deadline=None)
PIECES = st.sampled_from(
    [
        "",
        "中文",
        "a\n\nb\n",
        "x" * 30,
        "word " * 60,
        "记录" * 90,
        "```\ncode\n```",
        "{}",
        "[1] ",
        " ",
        "🎉",
        "\r\n",
        "### Result",
    ]
)
WORDS = st.lists(PIECES | st.text(st.characters(codec="utf-8"), max_size=6), max_size=2).map("".join)
FORM = st.sampled_from(FORMS)


@st.composite
def rounds(draw: st.DrawFn, number: int) -> list[Message]:
    """A reply with calls and what came of them, natively or as text; or a plain answer."""
    native, count = draw(st.tuples(st.booleans(), st.integers(0, 3)))
    calls = tuple(ToolCall("read_note", {"path": f"{number}"}, f"c{number}-{at}") for at in range(count))
    if native:
        reply = Message("assistant", draw(WORDS), reasoning=draw(st.none() | WORDS), tool_calls=calls)
        return [reply, *(Message("tool", draw(WORDS), tool_call_id=call.id) for call in calls)]
    results = [(call, ToolResult(True, draw(WORDS))) for call in calls]
    answer = [Message("user", format_tool_results(results, "the request", False))] if results else []
    return [Message("assistant", draw(WORDS)), *answer]


@st.composite
def histories(draw: st.DrawFn) -> list[Message]:
    messages: list[Message] = []
    for turn, count in enumerate(draw(st.lists(st.integers(0, 3), min_size=1, max_size=2))):
        messages.append(Message("user", f"prompt {turn} {draw(WORDS)}"))
        for number in range(count):
            messages += draw(rounds(turn * 10 + number))
    return messages


def enlarged(messages: Sequence[Message], times: int) -> list[Message]:
    """Return the messages with the texts of replies and results so many times as long."""
    return [
        message if message.role == "user" else replace(message, content=message.content * times)
        for message in messages
    ]


def joined(messages: Sequence[Message]) -> list[Message]:
    """Return the messages as they are sent: those of the user that follow one another are one."""
    sent: list[Message] = []
    for message in messages:
        if sent and message.role == sent[-1].role == "user":
            sent[-1] = Message("user", f"{sent[-1].content}\n\n{message.content}")
        else:
            sent.append(message)
    return sent


@MANY
@given(history=histories(), form=FORM, text=WORDS)
def test_context_holds_all_that_was_said_and_every_result(
    stage: Stage, history: list[Message], form: str, text: str
) -> None:
    """Feature: vscode-agent, Property 12: context completeness.

    Validates: Requirements 7.1, 7.5
    """
    call, missing = ToolCall("read_note", {"path": "Home"}), ToolCall("read_note", {"path": "no/such"})
    first = say("I look.", call, missing, form=form)
    script: list[ScriptedReply] = [first, f"{text} Done.", "Bye."]
    provider = ScriptedProvider(script, native_tools=form == "native")
    engine = make_engine(stage.vault, provider, history=history)
    assert isinstance(stage.play(engine, "go")[-1], Answer)
    assert isinstance(stage.play(engine, "again")[-1], Answer)
    opened, answered, last = ([*request.messages] for request in provider.requests)
    assert opened[0].role == "system"
    said = [*history, Message("user", "go")]
    assert opened[1:] == joined(said)
    assert answered[: len(opened) + 1] == [*opened, first]
    results = answered[len(opened) + 1 :]
    assert [message.tool_call_id for message in results] == [call.id for call in first.tool_calls] or [None]
    brought = "\n".join(message.content for message in results)
    assert brought.count("# Home\n") == 1
    assert brought.count("File not found: no/such") == 1
    said += [first, *results, Message("assistant", f"{text} Done."), Message("user", "again")]
    assert last[1:] == joined(said)


@MANY
@given(messages=st.builds(enlarged, histories(), st.sampled_from([1, 1, 3, 9])), room=st.integers(150, 2_500))
@example(messages=[Message(role, "word " * 99) for role in ("user", "assistant") * 8], room=300)
def test_context_never_exceeds_its_room_and_keeps_the_newest(
    stage: Stage, messages: list[Message], room: int
) -> None:
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
    assert (sent == messages) == (context.count(messages) <= room)
    newest = messages[context.left_out :]
    before, tail = sent[: len(sent) - len(newest)], sent[len(sent) - len(newest) :]
    if tail != newest:  # shortened: only when it could not be sent whole
        assert context.count([*before, *newest]) > room
        for short, whole in zip(tail, newest, strict=True):
            same = [(each.role, each.tool_calls, each.tool_call_id, each.reasoning) for each in (short, whole)]
            assert same[0] == same[1]
            if short.content != whole.content:
                assert len(short.content) < len(whole.content)
                assert short.content[:20] == whole.content[:20]
    assert len(before) == bool(context.left_out)
    _assert_paired(sent)
    assert sent[0].role == "user"

    window = 3_800 + room  # the same for the request itself, with its system prompt and room for the reply
    provider = ScriptedProvider(["So far."] * 9, context_window=window)
    stage.play(make_engine(stage.vault, provider, history=messages), "the newest request")
    for request in provider.requests:
        assert estimate_messages(request.messages, request.tools, provider.token_factor) <= window
    assert provider.requests[-1].messages[-1].content.endswith("the newest request")


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


@MANY
@given(old=WORDS, form=FORM, sum_up=st.booleans(), same_tools=st.booleans())
def test_new_conversation_holds_nothing_of_the_old_one(
    stage: Stage, old: str, form: str, sum_up: bool, same_tools: bool
) -> None:
    """Feature: vscode-agent, Property 14: context clear.

    Validates: Requirements 7.4
    """
    script: list[ScriptedReply] = [say("OLD", READ, form=form), f"OLD reply {old}", *["OLD summary"] * sum_up]
    new: list[ScriptedReply] = [say("new", READ, form=form), "new reply", "new answer"]
    provider = ScriptedProvider([*script, *new], native_tools=form == "native")
    tools = ToolManager(stage.vault)
    first = make_engine(stage.vault, provider, tools=tools)
    stage.play(first, f"OLD prompt {old}")
    if sum_up:
        stage.run(first.compact())
    first.steer("OLD steering")
    begun = len(provider.requests)
    second = make_engine(stage.vault, provider, tools=tools if same_tools else None)
    assert second.history == []
    assert second.summary is None
    stage.play(second, "new prompt")
    stage.play(second, "new again")
    requests = [[*request.messages] for request in provider.requests[begun:]]
    assert not any("OLD" in message.content for request in requests for message in request)
    opened, answered, last = requests
    assert opened[1:] == [Message("user", "new prompt")]
    assert answered[1:3] == [Message("user", "new prompt"), new[0]]
    said = [*answered[1:], Message("assistant", "new reply"), Message("user", "new again")]
    assert last[1:] == said
    assert second.history == [*said, Message("assistant", "new answer")]


READ = ToolCall("read_note", {"path": "Home"})


def test_cleared_context_is_empty() -> None:
    context = ContextManager([Message("user", f"question {number} " + "word " * 90) for number in range(9)])
    context.get_context(400)
    context.clear()
    assert context.get_context(1_000_000) == [] == context.get_history()
    assert context.left_out == 0


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
