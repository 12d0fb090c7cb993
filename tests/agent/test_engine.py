import asyncio
import threading
from contextlib import aclosing
from pathlib import Path

import pytest

from axon_desktop.agent.approval.approval import Decision, RoundAnswer, Verdict
from axon_desktop.agent.events import (
    Action,
    AgentEvent,
    Answer,
    ApprovalRequested,
    Cancelled,
    Error,
    Observation,
    RoundStarted,
    Stopped,
    Thought,
    Token,
    UsageReported,
)
from axon_desktop.errors import LLMAuthError, LLMConnectionError, LLMError, LLMRateLimitError
from axon_desktop.llm.messages import Delta, Finished, Message, ReasoningDelta, TextDelta, ToolCall, Usage
from axon_desktop.llm.offline.offline import OfflineProvider
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.settings.settings import LimitSettings, Settings, effective_limits
from axon_desktop.vault import Vault
from axon_desktop.vault.files.reader import Note
from axon_desktop.vault.history.changes import ChangePreview, Proposal, VaultChanged
from tests.agent.scenes import (
    REJECT,
    PlayedApprover,
    block,
    collect,
    make_engine,
    observations,
    types,
)
from tests.waiting import PATIENCE, forever

READ = block("read_note", path="Home")
WRITE = block("create_note", path="Inbox/Idea", content="记住 this")


def native(*calls: ToolCall, text: str = "", reasoning: str | None = None) -> Message:
    return Message("assistant", text, reasoning, calls)


def finished(text: str, reason: str, *calls: ToolCall) -> list[object]:
    return [TextDelta(text), Finished(Message("assistant", text, None, calls), reason)]  # type: ignore[arg-type]


def test_text_turn_shows_every_step_in_order(vault: Vault) -> None:
    provider = ScriptedProvider([f"Let me look.\n\n{READ}", "It says *Welcome*."])
    engine = make_engine(vault, provider)
    events = asyncio.run(collect(engine, "What does Home say?"))
    assert types(events) == [
        "turn_started",
        *("round_started", "thought", "action", "observation"),
        *("round_started", "thought", "answer"),
    ]
    assert "".join(event.content for event in events if isinstance(event, Token)) == (
        f"Let me look.\n\n{READ}It says *Welcome*."
    )
    thought = next(event for event in events if isinstance(event, Thought))
    assert thought.content.strip() == "Let me look."
    assert thought.calls == 1
    assert observations(events)[0].result.data == "# Home\n\nWelcome.\n"
    assert events[-1] == Answer(turn_id=events[0].turn_id, content="It says *Welcome*.")
    assert [message.role for message in engine.history] == ["user", "assistant", "user", "assistant"]
    assert "What does Home say?" in engine.history[2].content
    assert engine.get_state().status == "idle"


def test_native_results_are_paired_by_id_and_reasoning_is_kept(vault: Vault) -> None:
    calls = (ToolCall("read_note", {"path": "Home"}, "c1"), ToolCall("list_folder", {"path": ""}, "c2"))
    provider = ScriptedProvider([native(*calls, reasoning="Two things to do."), "Done."], native_tools=True)
    engine = make_engine(vault, provider)
    events = asyncio.run(collect(engine, "Look around"))
    assert [event.call.id for event in observations(events)] == ["c1", "c2"]
    asked = provider.requests[1].messages
    assert [message.role for message in asked] == ["system", "user", "assistant", "tool", "tool"]
    assert asked[2].reasoning == "Two things to do."
    assert [message.tool_call_id for message in asked[3:]] == ["c1", "c2"]
    assert [tool.name for tool in provider.requests[0].tools] == [
        definition.name for definition in provider.requests[1].tools
    ]
    assert provider.requests[0].tools


def test_text_protocol_setting_offers_no_native_tools(vault: Vault) -> None:
    provider = ScriptedProvider(["Hello."], native_tools=True)
    asyncio.run(collect(make_engine(vault, provider, protocol="text"), "Hi"))
    assert provider.requests[0].tools == ()
    assert "json:tool" in provider.requests[0].messages[0].content


def test_text_call_in_native_mode_is_taken(vault: Vault) -> None:
    provider = ScriptedProvider([READ, "Done."], native_tools=True)
    events = asyncio.run(collect(make_engine(vault, provider), "read Home"))
    assert observations(events)[0].result.success
    assert provider.requests[1].messages[-1].role == "user"


def test_call_sent_both_ways_runs_once(vault: Vault) -> None:
    call = ToolCall("read_note", {"path": "Home"}, "c1")
    provider = ScriptedProvider([native(call, text=READ), "Done."], native_tools=True)
    events = asyncio.run(collect(make_engine(vault, provider), "read Home"))
    assert [event.call.id for event in observations(events)] == ["c1"]


def test_write_asks_and_what_is_approved_is_written(vault: Vault) -> None:
    approver = PlayedApprover()
    engine = make_engine(vault, ScriptedProvider([WRITE, "Saved."]), approver)
    events = asyncio.run(collect(engine, "note it"))
    assert types(events)[2:7] == ["thought", "action", "approval_requested", "approval_given", "observation"]
    assert (vault.root / "Inbox/Idea.md").read_text("utf-8") == "记住 this"
    request = approver.requests[0]
    assert request.proposal is not None
    (change,) = request.proposal.changes
    assert (change.path, change.after) == ("Inbox/Idea.md", "记住 this".encode())
    assert (request.reasons, request.turn_text) == (("write",), "note it")
    seen = observations(events)[0]
    assert seen.diff == ("+记住 this",)
    assert seen.result.change_id is not None
    assert vault.journal.turns(1)[0].turn == events[0].turn_id


def test_edited_text_is_what_is_written_and_the_model_hears_of_it(vault: Vault) -> None:
    edited = Proposal.write(ChangePreview("Inbox/Idea.md", None, b"my own words", "overwrite"))
    approver = PlayedApprover([Decision(Verdict.ONCE, edited=edited)])
    engine = make_engine(vault, ScriptedProvider([WRITE, "Saved."]), approver)
    seen = observations(asyncio.run(collect(engine, "note it")))[0]
    assert (vault.root / "Inbox/Idea.md").read_bytes() == b"my own words"
    assert seen.diff == ("+my own words",)
    assert "user changed the text" in (seen.result.data or "")


def test_rejected_write_is_not_offered_again(vault: Vault) -> None:
    approver = PlayedApprover([Decision(Verdict.REJECT, note="wrong folder")])
    engine = make_engine(vault, ScriptedProvider([WRITE, WRITE, "I could not."]), approver)
    events = asyncio.run(collect(engine, "note it"))
    assert len(approver.requests) == 1
    first, second = observations(events)
    assert "wrong folder" in (first.result.error or "")
    assert "already refused" in (second.result.error or "")
    assert not (vault.root / "Inbox").exists()


def test_note_changed_while_asking_is_not_overwritten(vault: Vault) -> None:
    home = vault.root / "Home.md"

    def rival(event: AgentEvent) -> None:
        if isinstance(event, ApprovalRequested):
            home.write_bytes(b"The user's own new text\n")

    engine = make_engine(vault, ScriptedProvider([block("create_note", path="Home", content="new " * 10), "Oh."]))
    seen = observations(asyncio.run(collect(engine, "rewrite Home", rival)))[0]
    assert not seen.result.success
    assert home.read_bytes() == b"The user's own new text\n"


def test_near_miss_write_asks_even_when_writes_pass(vault: Vault) -> None:
    near_miss = '```json\n{"name": "create_note", "arguments": {"path": "a", "content": "x"}}\n```'
    approver = PlayedApprover([REJECT])
    engine = make_engine(vault, ScriptedProvider([near_miss, "No."]), approver, mode="apply")
    asyncio.run(collect(engine, "note it"))
    assert approver.requests[0].reasons == ("near_miss",)
    assert not (vault.root / "a.md").exists()


@pytest.mark.parametrize(
    ("bad", "error"),
    [
        ("```json:tool\n{oops}\n```\n", "Invalid JSON"),
        (block("delete_everything", path="/"), "Tool 'delete_everything' is not available"),
        (block("read_note", file="Home"), "Invalid parameters"),
    ],
)
def test_broken_call_is_an_observation_and_the_turn_goes_on(vault: Vault, bad: str, error: str) -> None:
    provider = ScriptedProvider([bad + READ, "Done."])
    events = asyncio.run(collect(make_engine(vault, provider), "read Home"))
    assert types(events)[2:6] == ["thought", "observation", "action", "observation"]
    broken, good = observations(events)
    assert (broken.result.error or "").startswith(error)
    assert good.result.success
    assert error in provider.requests[1].messages[-1].content
    assert isinstance(events[-1], Answer)


def test_broken_native_call_is_fed_back(vault: Vault) -> None:
    broken = Finished(Message("assistant", ""), "tool_calls", broken_calls=("Invalid JSON: cut off",))
    provider = ScriptedProvider([[broken], "Sorry."], native_tools=True)
    events = asyncio.run(collect(make_engine(vault, provider), "read Home"))
    assert observations(events)[0].result.error == "Invalid JSON: cut off"
    assert "Invalid JSON: cut off" in provider.requests[1].messages[-1].content


def test_calls_over_the_limit_come_back_as_errors(vault: Vault) -> None:
    provider = ScriptedProvider([READ * 3, "Done."])
    engine = make_engine(vault, provider, limits=LimitSettings(calls_per_round=2))
    events = asyncio.run(collect(engine, "read"))
    assert [event.result.success for event in observations(events)] == [True, True, False]
    assert types(events).count("action") == 2
    assert "only 2 calls" in (observations(events)[2].result.error or "")


def _many(rounds: int) -> list[str]:
    return [block("read_note", path="Home", limit=number + 1) for number in range(rounds)]


def test_user_is_asked_before_round_five(vault: Vault) -> None:
    approver = PlayedApprover()
    engine = make_engine(vault, ScriptedProvider([*_many(5), "Done."]), approver)
    events = asyncio.run(collect(engine, "read on"))
    kinds = types(events)
    assert (
        kinds.index("continue_requested") == [i for i, kind in enumerate(kinds) if kind == "round_started"][4] - 2
    )
    assert [summary.next_round for summary in approver.summaries] == [5]
    assert [number for number, _ in approver.summaries[0].calls] == [1, 2, 3, 4]
    assert [event.confirm_at for event in events if isinstance(event, RoundStarted)] == [5] * 6


def test_one_round_is_asked_about_before_the_second(vault: Vault) -> None:
    approver = PlayedApprover()
    limits = effective_limits(Settings(), {"MCP_MAX_INTERACTION_ROUNDS": "1"})
    engine = make_engine(vault, ScriptedProvider([*_many(2), "Done."]), approver, limits=limits)
    events = asyncio.run(collect(engine, "read on"))
    assert [summary.next_round for summary in approver.summaries] == [2, 3]
    assert {event.confirm_at for event in events if isinstance(event, RoundStarted)} == {1}


def test_stop_at_the_question_ends_the_turn(vault: Vault) -> None:
    engine = make_engine(
        vault, ScriptedProvider(_many(9)), PlayedApprover(rounds=[RoundAnswer.STOP]), limits=LimitSettings()
    )
    events = asyncio.run(collect(engine, "read on"))
    assert events[-1] == Stopped(turn_id=events[0].turn_id, reason="declined", rounds=5)


def test_turn_stops_after_the_last_round_and_can_go_on(vault: Vault) -> None:
    approver = PlayedApprover()
    provider = ScriptedProvider([*_many(10), "Done."])
    engine = make_engine(vault, provider, approver)

    async def scene() -> list[AgentEvent]:
        events = await collect(engine, "read on")
        assert events[-1] == Stopped(turn_id=events[0].turn_id, reason="max_rounds", rounds=10)
        return [event async for event in engine.retry()]

    events = asyncio.run(scene())
    assert isinstance(events[-1], Answer)
    assert [summary.next_round for summary in approver.summaries] == [5, 9]
    assert [message.content for message in engine.history if message.content == "read on"] == ["read on"]


def test_do_not_ask_again_holds_for_the_turn(vault: Vault) -> None:
    approver = PlayedApprover(rounds=[RoundAnswer.CONTINUE_TURN])
    engine = make_engine(vault, ScriptedProvider(_many(10)), approver)
    asyncio.run(collect(engine, "read on"))
    assert len(approver.summaries) == 1


def test_same_call_three_rounds_running_ends_the_turn(vault: Vault) -> None:
    engine = make_engine(vault, ScriptedProvider([READ] * 5))
    events = asyncio.run(collect(engine, "read"))
    assert events[-1] == Stopped(turn_id=events[0].turn_id, reason="repeated_call", rounds=3)


@pytest.mark.parametrize("is_native", [False, True])
def test_calls_of_a_cut_reply_never_run(vault: Vault, is_native: bool) -> None:
    call = ToolCall("create_note", {"path": "a", "content": "x"}, "c1")
    text = "Writing." if is_native else f"Writing.\n{WRITE}"
    reply = finished(text, "length", *([call] if is_native else []))
    engine = make_engine(vault, ScriptedProvider([reply], native_tools=is_native), mode="apply")  # type: ignore[list-item]
    events = asyncio.run(collect(engine, "write"))
    assert events[-1] == Stopped(turn_id=events[0].turn_id, reason="length", partial=text, rounds=1)
    assert [event.result.success for event in observations(events)] == [False]
    assert "action" not in types(events)
    assert sorted(path.name for path in vault.root.iterdir()) == ["Daily", "Home.md"]
    assert engine.history[-1].content.strip() == "Writing."


def test_interrupted_reply_is_an_error_that_keeps_the_part(vault: Vault) -> None:
    reply = finished(f"Half of {WRITE}", "interrupted")
    engine = make_engine(vault, ScriptedProvider([reply]), mode="apply")  # type: ignore[list-item]
    end = asyncio.run(collect(engine, "write"))[-1]
    assert isinstance(end, Error)
    assert (end.code, end.retryable) == ("LLMConnectionError", True)
    assert end.partial.startswith("Half of ")
    assert not (vault.root / "Inbox").exists()


@pytest.mark.parametrize(
    ("error", "retryable"), [(LLMRateLimitError("Too many."), True), (LLMAuthError("Wrong key."), False)]
)
def test_failure_of_the_model_is_a_named_error(vault: Vault, error: LLMError, retryable: bool) -> None:
    end = asyncio.run(collect(make_engine(vault, ScriptedProvider([error])), "hello"))[-1]
    assert end == Error.of(error, end.turn_id)
    assert isinstance(end, Error)
    assert (end.code, end.message, end.retryable) == (type(error).__name__, str(error), retryable)
    assert end.trouble in ("busy", "key")


def test_empty_reply_is_an_error(vault: Vault) -> None:
    end = asyncio.run(collect(make_engine(vault, ScriptedProvider([""])), "hello"))[-1]
    assert isinstance(end, Error)
    assert end.code == "LLMResponseError"


@pytest.mark.parametrize("by_text", [False, True])
def test_retry_runs_no_tool_again_and_repeats_no_message(vault: Vault, by_text: bool) -> None:
    append = block("create_note", path="Home", content="one line\n", mode="append")
    broken: list[Delta | Exception] = [TextDelta("I have "), LLMConnectionError("Gone.")]
    provider = ScriptedProvider([append, broken, "Done."])
    engine = make_engine(vault, provider, mode="apply")

    async def scene() -> tuple[AgentEvent, list[AgentEvent]]:
        failed = (await collect(engine, "add a line"))[-1]
        again = engine.process_message("add a line") if by_text else engine.retry()
        return failed, [event async for event in again]

    failed, events = asyncio.run(scene())
    assert isinstance(failed, Error)
    assert failed.partial == "I have "
    assert isinstance(events[-1], Answer)
    assert events[-1].turn_id == failed.turn_id
    assert (vault.root / "Home.md").read_text("utf-8") == "# Home\n\nWelcome.\none line\n"
    assert [message.role for message in engine.history] == ["user", "assistant", "user", "assistant"]
    assert "Something has been written" in provider.requests[-1].messages[-1].content


def test_retry_after_an_answer_is_refused(vault: Vault) -> None:
    engine = make_engine(vault, ScriptedProvider(["Hello.", "Hello again."]))
    asyncio.run(collect(engine, "hello"))
    with pytest.raises(RuntimeError):
        engine.retry()
    asyncio.run(collect(engine, "hello"))
    assert len(engine.history) == 4


def test_new_prompt_after_an_error_keeps_the_part(vault: Vault) -> None:
    provider = ScriptedProvider([[TextDelta("Half an answer"), LLMConnectionError("Gone.")], "Yes."])
    engine = make_engine(vault, provider)
    asyncio.run(collect(engine, "hello"))
    asyncio.run(collect(engine, "and now?"))
    assert [message.content for message in provider.requests[1].messages[1:]] == [
        "hello",
        "Half an answer",
        "and now?",
    ]


def test_part_of_a_reply_whose_thinking_is_marked_by_its_end_only_is_its_text(vault: Vault) -> None:
    engine = make_engine(vault, ScriptedProvider(["I should greet.\n</think>\nOne two three."]))

    def stop(event: AgentEvent) -> None:
        if isinstance(event, Token) and "two" in event.content:
            engine.cancel()

    events = asyncio.run(collect(engine, "hello", stop))
    thought, end = events[-2:]
    assert isinstance(thought, Thought)
    assert isinstance(end, Cancelled)
    assert (thought.content, thought.reasoning.strip(), end.partial) == ("One two", "I should greet.", "One two")
    assert [message.content for message in engine.history] == ["hello", "One two"]


def test_stop_keeps_the_part_and_starts_nothing(vault: Vault) -> None:
    provider = ScriptedProvider([f"One two three.\n{READ}"])
    engine = make_engine(vault, provider)

    def stop(event: AgentEvent) -> None:
        if isinstance(event, Token) and "two" in event.content:
            assert engine.get_state().status == "thinking"
            engine.cancel()
            engine.cancel()

    events = asyncio.run(collect(engine, "count", stop))
    end = events[-1]
    assert isinstance(end, Cancelled)
    assert end.partial == "".join(event.content for event in events if isinstance(event, Token)) == "One two"
    assert "action" not in types(events)
    assert [message.content for message in engine.history] == ["count", "One two"]


def test_stop_while_asking_writes_nothing(vault: Vault) -> None:
    class Slow(PlayedApprover):
        async def approve(self, request: object) -> Decision:
            engine.cancel()
            await forever()
            raise AssertionError

    calls = (
        ToolCall("create_note", {"path": "a", "content": "x"}, "c1"),
        ToolCall("read_note", {"path": "Home"}, "c2"),
    )
    engine = make_engine(vault, ScriptedProvider([native(*calls)], native_tools=True), Slow())
    events = asyncio.run(collect(engine, "write"))
    assert types(events)[-4:] == ["action", "approval_requested", "observation", "cancelled"]
    assert not (vault.root / "a.md").exists()
    assert [message.tool_call_id for message in engine.history if message.role == "tool"] == ["c1", "c2"]


def test_write_past_its_commit_point_is_reported_before_the_stop(vault: Vault) -> None:
    engine = make_engine(vault, ScriptedProvider([WRITE + READ]), mode="apply")
    stops = []

    async def scene() -> list[AgentEvent]:
        loop = asyncio.get_running_loop()

        def stop() -> None:
            stops.append(True)
            loop.call_soon_threadsafe(engine.cancel)

        unsubscribe = vault.subscribe(lambda _: stop())
        try:
            return await collect(engine, "write")
        finally:
            unsubscribe()

    events = asyncio.run(scene())
    assert stops
    assert types(events)[-3:] == ["action", "observation", "cancelled"]
    assert observations(events)[0].result.success
    assert (vault.root / "Inbox/Idea.md").exists()
    assert "Created Inbox/Idea.md" in engine.history[-1].content


def test_stop_before_the_first_event_sends_no_request(vault: Vault) -> None:
    provider = ScriptedProvider(["Hello."])
    engine = make_engine(vault, provider)

    async def scene() -> list[AgentEvent]:
        events = engine.process_message("hello")
        engine.cancel()
        return [event async for event in events]

    events = asyncio.run(scene())
    assert isinstance(events[-1], Cancelled)
    assert provider.requests == []


@pytest.mark.parametrize("close", [True, False])
@pytest.mark.parametrize("after", range(1, 9))
def test_dropped_iterator_leaves_a_usable_conversation(vault: Vault, after: int, close: bool) -> None:
    call = ToolCall("create_note", {"path": "a", "content": "x"}, "c1")
    provider = ScriptedProvider([native(call, text="I write."), "Hello."], native_tools=True)
    engine = make_engine(vault, provider)

    async def scene() -> list[AgentEvent]:
        count = 0
        if close:
            async with aclosing(engine.process_message("write")) as events:
                async for _ in events:
                    if (count := count + 1) == after:
                        break
        else:
            async for _ in engine.process_message("write"):
                if (count := count + 1) == after:
                    break
        return await collect(engine, "hello")

    events = asyncio.run(scene())
    assert events[-1].type == "answer"


def test_reply_that_repeats_itself_is_cut(vault: Vault) -> None:
    reply = [TextDelta("I will do it now.\n") for _ in range(2_000)]
    engine = make_engine(vault, ScriptedProvider([reply]))
    events = asyncio.run(collect(engine, "do it"))
    end = events[-1]
    assert isinstance(end, Stopped)
    assert end.reason == "repetition"
    assert len(end.partial) < 5_000
    assert len(engine.history[-1].content) < 1_000


def test_usage_is_summed_over_the_conversation(vault: Vault) -> None:
    def counted(text: str) -> list[object]:
        return [TextDelta(text), Finished(Message("assistant", text), "stop", Usage(10, 5))]

    engine = make_engine(vault, ScriptedProvider([counted(READ), counted("One."), counted("Two.")]))  # type: ignore[list-item]
    asyncio.run(collect(engine, "first"))
    events = asyncio.run(collect(engine, "second"))
    totals = [event.total for event in events if isinstance(event, UsageReported)]
    assert totals == [Usage(30, 15)]
    assert engine.usage == Usage(30, 15)


def test_reasoning_is_shown_and_calls_in_it_are_not_run(vault: Vault) -> None:
    provider = ScriptedProvider([[ReasoningDelta(f"Perhaps {WRITE}"), TextDelta("Hello.")]])
    events = asyncio.run(collect(make_engine(vault, provider, mode="apply"), "hi"))
    assert isinstance(events[-1], Answer)
    thought = next(event for event in events if isinstance(event, Thought))
    assert WRITE in thought.reasoning
    assert not (vault.root / "Inbox").exists()


def test_following_user_messages_are_sent_as_one(vault: Vault) -> None:
    provider = ScriptedProvider([LLMAuthError("Wrong key."), "Hello."])
    engine = make_engine(vault, provider)
    asyncio.run(collect(engine, "first"))
    asyncio.run(collect(engine, "second"))
    assert [(m.role, m.content) for m in provider.requests[1].messages[1:]] == [("user", "first\n\nsecond")]


def test_stop_at_any_event_starts_nothing_more(vault: Vault) -> None:
    def run(stop_at: int | None) -> list[AgentEvent]:
        engine = make_engine(vault, ScriptedProvider([READ + READ + WRITE, "Done."]), mode="apply")
        seen: list[AgentEvent] = []

        def watch(event: AgentEvent) -> None:
            seen.append(event)
            if len(seen) - 1 == stop_at:
                engine.cancel()

        return asyncio.run(collect(engine, "go", watch))

    whole = run(None)
    for stop_at in range(len(whole) - 1):
        events = run(stop_at)
        assert isinstance(events[-1], Cancelled)
        later = types(events[stop_at + 1 :])
        assert not {"action", "round_started", "answer"} & set(later)


@pytest.mark.parametrize("calls", [1, 2])
def test_turn_that_takes_over_during_a_write_lets_it_end_and_says_so(vault: Vault, calls: int) -> None:
    notes = [
        ToolCall("create_note", {"path": f"N{number}", "content": "x"}, f"c{number}") for number in range(calls)
    ]
    first = Message("assistant", "", tool_calls=tuple(notes))
    engine = make_engine(vault, ScriptedProvider([first, "Second."], native_tools=True), mode="apply")
    writing, go_on = threading.Event(), threading.Event()

    def hold(change: VaultChanged) -> None:
        if change.paths == (f"N{calls - 1}.md",):
            writing.set()
            go_on.wait(PATIENCE)

    vault.subscribe(hold)

    async def talk() -> tuple[list[AgentEvent], list[AgentEvent]]:
        async with asyncio.TaskGroup() as group:
            old = group.create_task(collect(engine, "One"))
            await asyncio.to_thread(writing.wait, PATIENCE)
            new = group.create_task(collect(engine, "Two"))
            asyncio.get_running_loop().call_later(0.05, go_on.set)
        return old.result(), new.result()

    old, new = asyncio.run(talk())
    assert isinstance(old[-1], Cancelled)
    assert [event.result.success for event in observations(old)] == [True] * calls
    assert isinstance(new[-1], Answer)
    results = [message.content for message in engine.history if message.role == "tool"]
    assert len(results) == calls
    assert "Not run" not in "".join(results)
    assert "read the note to see whether it was written" in results[-1]


def test_note_that_repeats_itself_is_read_out_whole(vault: Vault) -> None:
    (vault.root / "Rows.md").write_text("| a | b |\n" * 3000, encoding="utf-8")
    engine = make_engine(vault, OfflineProvider())
    events = asyncio.run(collect(engine, "read Rows"))
    assert isinstance(events[-1], Answer)
    assert events[-1].content.count("| a | b |") == 3000


def test_stop_does_not_wait_for_a_slow_disk_and_nothing_is_added_later(tmp_path: Path) -> None:
    reading, free = threading.Event(), threading.Event()

    class SlowVault(Vault):
        def read(self, path: str) -> Note:
            reading.set()
            free.wait(PATIENCE)
            return super().read(path)

    async def scene() -> list[AgentEvent]:
        engine = make_engine(SlowVault(tmp_path), ScriptedProvider(["fine"]))
        stopping = asyncio.ensure_future(collect(engine, "sum up @[[Home]]"))
        await asyncio.to_thread(reading.wait, 10)
        engine.cancel()
        events = await stopping  # while the disk still does not answer
        free.set()
        assert engine.history == [Message("user", "sum up @[[Home]]")]
        return events

    assert types(asyncio.run(scene())) == ["turn_started", "cancelled"]


def test_the_loop_turns_between_two_calls(vault: Vault) -> None:
    """Else a window shows what one call gave and the card of the next one in one go."""
    turned: list[bool] = []
    provider = ScriptedProvider([READ + block("read_note", path="Home", limit=1), "Done."])
    engine = make_engine(vault, provider)

    async def run() -> list[bool]:
        seen: list[bool] = []
        async with aclosing(engine.process_message("read")) as events:
            async for event in events:
                if isinstance(event, Observation):
                    turned.clear()
                    asyncio.get_running_loop().call_soon(turned.append, True)
                elif isinstance(event, Action):
                    seen.append(bool(turned))
        return seen

    assert asyncio.run(run()) == [False, True]
