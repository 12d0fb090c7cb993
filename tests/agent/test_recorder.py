import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import TypeVar

import pytest
from msgspec.structs import replace

from axon_desktop.agent.engine import AgentEngine
from axon_desktop.agent.events import (
    AgentEvent,
    Answer,
    ApprovalRequested,
    Cancelled,
    Compacted,
    ContinueRequested,
    Error,
    Observation,
    PlanProposed,
    QueuedAtProvider,
    Reasoning,
    RetryScheduled,
    RoundStarted,
    Steered,
    Stopped,
    Thought,
    Token,
    TurnStarted,
    UsageReported,
)
from axon_desktop.agent.plan.plan import Plan, decode_plan
from axon_desktop.agent.recorder import Recorder, replay
from axon_desktop.conversations.models import Item, StoredConversation
from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.errors import LLMAuthError, LLMConnectionError, LLMServerError, NoteNotFoundError, Text
from axon_desktop.llm.messages import (
    Finished,
    Message,
    ReasoningDelta,
    TextDelta,
    ToolCall,
    ToolResult,
    Usage,
)
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.vault import Vault
from tests.agent.scenes import block, make_engine

T = TypeVar("T")

READ = ToolCall("read_note", {"path": "Home"}, "c1")
WRITE = ToolCall("create_note", {"path": "Inbox/想法", "content": "x"}, "c2")
BLOCKS = (
    {"type": "thinking", "thinking": "Look\u2028 first", "signature": "Eq+/=="},
    {"type": "redacted", "n": 1.50},
)


async def with_store(tmp_path: Path, work: Callable[[ConversationStore], Awaitable[T]]) -> T:
    store = ConversationStore(tmp_path / "conversations.sqlite")
    await store.open()
    try:
        return await work(store)
    finally:
        await store.close()


async def hold(
    engine: AgentEngine, recorder: Recorder, text: str, *, stop_at: Callable[[AgentEvent], bool] | None = None
) -> list[AgentEvent]:
    """Run a turn as the window does, or up to an event where the program is killed."""
    found: list[AgentEvent] = []
    async with aclosing(engine.process_message(text)) as events:
        async for event in events:
            found.append(event)
            recorder.handle(event)
            if not isinstance(event, Token | Reasoning):
                recorder.sync(engine.history)
            if stop_at is not None and stop_at(event):
                break
    return found


def shown(events: Sequence[AgentEvent]) -> list[AgentEvent]:
    """Return what a transcript shows for good: pieces joined, without questions and passing states."""
    found: list[AgentEvent] = []
    for event in events:
        last = found[-1] if found else None
        if isinstance(event, Token) and isinstance(last, Token):
            found[-1] = Token(turn_id=event.turn_id, content=last.content + event.content)
        elif isinstance(event, Reasoning) and isinstance(last, Reasoning):
            found[-1] = Reasoning(turn_id=event.turn_id, content=last.content + event.content)
        elif not isinstance(event, ApprovalRequested | ContinueRequested | QueuedAtProvider | RetryScheduled):
            found.append(event)
    return found


def native(*calls: ToolCall, text: str = "", reasoning: str | None = None) -> Message:
    return Message("assistant", text, reasoning, calls, blocks=BLOCKS, author="anthropic/model")


CASES: dict[str, tuple[bool, list[object]]] = {
    "native": (True, [native(READ, WRITE, text="Let me see.", reasoning="想一想\n"), "Done."]),
    "text": (
        False,
        [f"I look.\n\n{block('read_note', path='Home')}", f"{block('nothing')}", "It says *Welcome*."],
    ),
    "no calls": (False, [[ReasoningDelta("a"), TextDelta("b"), ReasoningDelta("c"), TextDelta("d\ud800e")]]),
    "an example in the text": (False, ["This is not run:\n````\n" + block("read_note", path="x") + "````\nSee?"]),
    "an error": (False, [LLMConnectionError("gone")]),
    "broken off": (
        False,
        [[TextDelta("Half a sen"), Finished(Message("assistant", "Half a sen"), "interrupted", error="gone")]],
    ),
    "cut": (True, [[TextDelta("Half"), Finished(Message("assistant", "Half"), "length", Usage(10, 5))]]),
    "circling": (False, ["again and again, " * 400]),
}


@pytest.mark.parametrize("name", CASES)
def test_a_kept_conversation_is_shown_again_and_goes_on(vault: Vault, tmp_path: Path, name: str) -> None:
    is_native, replies = CASES[name]

    async def work(store: ConversationStore) -> None:
        engine = make_engine(vault, ScriptedProvider(replies, native_tools=is_native))  # type: ignore[arg-type]
        ident = await store.create(vault="v")
        events = await hold(engine, Recorder(store, ident), "What does Home say?")
        stored = await store.load(ident)
        assert shown(list(replay(stored))) == shown(events)
        assert stored.history == tuple(engine.history)
        assert not stored.unfinished
        texts = [message.content for message in stored.conversation.messages if message.role == "user"]
        assert texts == ["What does Home say?"]

        again = ScriptedProvider(["Yes."], native_tools=is_native)
        next_engine = make_engine(vault, again, history=stored.history)
        next_recorder = Recorder(store, ident, history=stored.history)
        more = await hold(next_engine, next_recorder, "Really?")
        sent = again.requests[0].messages[1:]
        assert sent[: len(engine.history) - 1] == tuple(engine.history)[:-1]  # byte for byte what it was
        stored = await store.load(ident)
        assert shown(list(replay(stored))) == shown([*events, *more])
        assert stored.history == tuple(next_engine.history)

    asyncio.run(with_store(tmp_path, work))


def test_messages_are_what_people_read(vault: Vault, tmp_path: Path) -> None:
    async def work(store: ConversationStore) -> StoredConversation:
        replies = [native(READ, text="Let me see.", reasoning="hm"), native(text="It says Welcome.")]
        engine = make_engine(vault, ScriptedProvider(replies, native_tools=True))
        ident = await store.create(vault="v")
        await hold(engine, Recorder(store, ident), "Read Home")
        return await store.load(ident)

    messages = asyncio.run(with_store(tmp_path, work)).conversation.messages
    assert [(message.role, message.content) for message in messages] == [
        ("user", "Read Home"),
        ("assistant", "Let me see."),
        ("tool", "# Home\n\nWelcome.\n"),
        ("assistant", "It says Welcome."),
    ]
    use = messages[2].tool_call
    assert use is not None
    assert (use.name, use.parameters, use.result.output) == ("read_note", {"path": "Home"}, "# Home\n\nWelcome.\n")
    assert len({message.id for message in messages}) == 4


@pytest.mark.parametrize("is_native", [True, False])
@pytest.mark.parametrize("kind", ["turn_started", "round_started", "token", "thought", "action", "observation"])
@pytest.mark.parametrize("nth", [1, 2])
def test_wherever_it_is_killed_the_history_is_one_that_providers_take(
    vault: Vault, tmp_path: Path, is_native: bool, kind: str, nth: int
) -> None:
    text = f"I look.\n\n{block('read_note', path='Home')}{block('read_note', path='Nothing')}"
    first = native(READ, ToolCall("read_note", {"path": "Nothing"}, "c9"), text="I look.") if is_native else text
    seen = 0

    def is_end(event: AgentEvent) -> bool:
        nonlocal seen
        seen += event.type == kind
        return seen == nth

    async def work(store: ConversationStore) -> tuple[str, list[AgentEvent]]:
        engine = make_engine(vault, ScriptedProvider([first, "Fine, that is all."], native_tools=is_native))
        ident = await store.create(vault="v")
        return ident, await hold(engine, Recorder(store, ident), "Look around", stop_at=is_end)

    async def go_on(store: ConversationStore) -> None:
        stored = await store.load(ident)
        ended = any(isinstance(event, Answer) for event in events)
        assert stored.unfinished is not ended
        calls = [call.id for message in stored.history for call in message.tool_calls]
        answered = [message.tool_call_id for message in stored.history if message.role == "tool"]
        assert calls == answered
        if not is_native and any(message.role == "assistant" for message in stored.history[1:2]):
            assert [message.role for message in stored.history[:3]] in (
                ["user", "assistant", "user"],
                ["user", "assistant"],  # the reply was not whole, and nothing of it has run
            )
        tokens = "".join(event.content for event in events if isinstance(event, Token))
        kept = "".join(event.content for event in replay(stored) if isinstance(event, Token))
        assert kept == tokens
        if not ended:
            assert isinstance([*replay(stored)][-1], Cancelled)
        engine = make_engine(vault, ScriptedProvider(["Yes."], native_tools=is_native), history=stored.history)
        await hold(engine, Recorder(store, ident, history=stored.history), "Go on")
        again = await store.load(ident)
        assert again.history == tuple(engine.history)
        assert not again.unfinished

    ident, events = asyncio.run(with_store(tmp_path, work))
    asyncio.run(with_store(tmp_path, go_on))


def record(tmp_path: Path, *events: AgentEvent) -> StoredConversation:
    async def work(store: ConversationStore) -> StoredConversation:
        ident = await store.create(vault="v")
        recorder = Recorder(store, ident, tokens=100)
        for event in events:
            recorder.handle(event)
        return await store.load(ident)

    return asyncio.run(with_store(tmp_path, work))


def test_every_kind_of_event_comes_back(tmp_path: Path) -> None:
    plan = Plan.draft("目标", [("Read", "It is read")])
    call = ToolCall("read_note", {"path": "A", "n": [10**25, 1.0, None]}, "c1", near_miss=True)
    events = (
        TurnStarted(turn_id="t", text="Hi", mode="plan"),
        RoundStarted(turn_id="t", round=1, confirm_at=5),
        UsageReported(turn_id="t", usage=Usage(7, 5), total=Usage(7, 5), cost=0.1, context=12),
        PlanProposed(turn_id="t", plan=plan),
        Observation(
            turn_id="t", round=1, index=0, call=call, result=ToolResult(True, None, path="A"), elapsed=0.5
        ),
        Observation(
            turn_id="t",
            round=1,
            index=1,
            call=call,
            result=ToolResult(True, "data", path="A", change_id=3),
            elapsed=0.5,
            diff=("+a", "-b"),
        ),
        Observation(turn_id="t", round=1, index=2, call=call, result=ToolResult(False, error="No."), elapsed=0.0),
        Steered(turn_id="t", text="And B"),
        Compacted(turn_id="t", summary="sum", messages=3),
        Stopped(turn_id="t", reason="max_rounds", rounds=10),
        TurnStarted(turn_id="t", text="Hi", mode="plan", resumed=True),
        Error.of(LLMServerError("down"), "t"),
    )
    stored = record(tmp_path, *events)
    assert tuple(replay(stored)) == events
    assert stored.plan is not None
    assert decode_plan(stored.plan) == plan
    assert stored.conversation.metadata.total_tokens == 112
    roles = [(message.role, message.content) for message in stored.conversation.messages]
    assert roles == [("user", "Hi"), ("tool", ""), ("tool", "data"), ("tool", "No."), ("user", "And B")]


def texts_of(stored: StoredConversation) -> list[str | None]:
    """Return the texts of results and errors as they come back."""
    found: list[str | None] = []
    for event in replay(stored):
        if isinstance(event, Observation):
            found.append(event.result.data if event.result.success else event.result.error)
        elif isinstance(event, Error):
            found.append(event.message)
    return found


def test_texts_come_back_with_their_templates_and_from_earlier_versions_without(tmp_path: Path) -> None:
    call = ToolCall("edit_note", {"path": "A"})
    missing = ToolResult.of(NoteNotFoundError("{path} (did you mean: {names}?)", path="A", names="B"))
    done = ToolResult(True, data=Text("Edited {path} ({size} bytes).", path="A", size=3))
    stored = record(
        tmp_path,
        TurnStarted(turn_id="t", text="Hi", mode="react"),
        Observation(turn_id="t", round=1, index=0, call=call, result=missing, elapsed=0.0),
        Observation(turn_id="t", round=1, index=1, call=call, result=done, elapsed=0.0),
        Error.of(LLMAuthError("No key for {name}.", name="A"), "t"),
    )
    texts = texts_of(stored)
    assert texts == ["File not found: A (did you mean: B?)", "Edited A (3 bytes).", "No key for A."]
    templates = [text.template for text in texts if isinstance(text, Text)]
    assert templates == ["File not found: {details}", "Edited {path} ({size} bytes).", "No key for {name}."]
    new = ("said", "mendable_in", "trouble", "status")
    items = [
        replace(item, event={key: value for key, value in item.event.items() if key not in new})
        for item in stored.items
    ]
    earlier = replace(stored, items=tuple(items))
    assert texts_of(earlier) == texts
    assert not any(isinstance(text, Text) for text in texts_of(earlier))
    error = list(replay(earlier))[-1]
    assert isinstance(error, Error)
    assert (error.trouble, error.mendable_in) == ("key", "models")


def test_discarded_plan_is_not_kept(tmp_path: Path) -> None:
    stored = record(
        tmp_path,
        TurnStarted(turn_id="t", text="Hi", mode="plan"),
        PlanProposed(turn_id="t", plan=Plan.draft("Goal", [("Read", "It is read")])),
        Stopped(turn_id="t", reason="plan_discarded", rounds=1),
    )
    assert stored.plan is None


def test_pieces_without_a_thought_are_kept_when_the_turn_is_cut_off(tmp_path: Path) -> None:
    stored = record(
        tmp_path,
        TurnStarted(turn_id="t", text="Hi", mode="react"),
        Reasoning(turn_id="t", content="hm"),
        Token(turn_id="t", content="Hel"),
        Token(turn_id="t", content="lo"),
        Cancelled(turn_id="t"),
    )
    assert [item.kind for item in stored.items] == ["turn_started", "thought", "cancelled"]
    found = list(replay(stored))
    assert Reasoning(turn_id="t", content="hm") in found
    assert Token(turn_id="t", content="Hello") in found
    assert stored.conversation.messages[-1].content == "Hello"


def test_what_a_newer_version_recorded_is_left_out(tmp_path: Path) -> None:
    async def work(store: ConversationStore) -> None:
        ident = await store.create(vault="v")
        started = {"text": "Hi", "mode": "react", "mood": "good"}
        for kind, event in (
            ("turn_started", started),
            ("hologram", {"x": 1}),
            ("round_started", {"round": "first"}),
            ("observation", {}),
            ("thought", {"content": "a", "shown": [["image", "?"], ["token", "a"]]}),
            ("stopped", {"reason": "full_moon"}),
        ):
            store.record(ident, Item("t", kind, json.loads(json.dumps(event))))
        assert [event.type for event in replay(await store.load(ident))] == [
            "turn_started",
            "token",
            "thought",
            "cancelled",
        ]

    asyncio.run(with_store(tmp_path, work))


def test_only_what_changed_in_the_history_is_written(tmp_path: Path) -> None:
    async def work(store: ConversationStore) -> None:
        ident = await store.create(vault="v")
        history = [Message("user", str(number)) for number in range(5)]
        recorder = Recorder(store, ident, history=history[:1])
        recorder.sync(history[:1])
        assert (await store.load(ident)).history == ()  # it was said to be there
        recorder.sync(history)
        assert (await store.load(ident)).history == tuple(history[1:])
        recorder.sync(history[:2])
        recorder.sync([*history[:2], Message("assistant", "new")])
        assert [message.content for message in (await store.load(ident)).history] == ["1", "new"]

    asyncio.run(with_store(tmp_path, work))


def test_an_ordinary_reply_comes_back_in_order(tmp_path: Path) -> None:
    """The text of a reply stands before what was counted after it, as it did when it came."""
    started = RoundStarted(turn_id="t", round=1, confirm_at=5)
    pieces = [Reasoning(turn_id="t", content="why"), Token(turn_id="t", content="text")]
    usage = UsageReported(turn_id="t", usage=Usage(1, 1), total=Usage(1, 1))
    thought = Thought(turn_id="t", content="text", reasoning="why")
    stored = record(tmp_path, started, *pieces, usage, thought)
    assert "shown" not in stored.items[-1].event  # nothing is kept twice
    assert list(replay(stored)) == [started, *pieces, usage, thought]
