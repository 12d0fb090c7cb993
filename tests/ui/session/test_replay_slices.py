"""A stored conversation is shown from its end; the earlier part looks as if all had been shown at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint

from axon_desktop.agent.events import (
    Action,
    AgentEvent,
    Answer,
    Error,
    Observation,
    PlanProposed,
    Reasoning,
    RoundStarted,
    StepComplete,
    StepStarted,
    Thought,
    Token,
    TurnStarted,
)
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.agent.recorder import Recorder
from axon_desktop.errors import LLMConnectionError
from axon_desktop.llm.messages import ToolCall, ToolResult
from axon_desktop.ui.chat.activity.call_log import CallLogEntry
from axon_desktop.ui.chat.cards.plan_card import PlanCard
from axon_desktop.ui.markdown_view.layout.chunk import Chunk, WidgetRow
from axon_desktop.ui.markdown_view.layout.content import Content
from axon_desktop.ui.markdown_view.viewport import Viewport
from axon_desktop.ui.session import replay_slices as kept_parts
from axon_desktop.ui.session.replay_slices import find_seams, in_parts
from tests.ui.chat_world import Run, World, make_world, until

TURNS = 7
PLAN = replace(Plan.draft("Tidy up", [("Look", "It is seen"), ("Write", "It is written")]), status="approved")


def said(turn: str, round_: int, text: str, calls: int = 0) -> Iterator[AgentEvent]:
    yield RoundStarted(turn_id=turn, round=round_, confirm_at=5)
    yield Reasoning(turn_id=turn, content=f"I think about {text}.")
    yield Token(turn_id=turn, content=text)
    yield Thought(turn_id=turn, content=text, reasoning=f"I think about {text}.", calls=calls)


def turn_events(number: int, change: int | None = None) -> Iterator[AgentEvent]:
    """One turn with a call; the third fails, the fourth has a plan with an unfinished step."""
    turn = f"t{number}"
    yield TurnStarted(turn_id=turn, text=f"question {number}", mode="plan" if number == 4 else "react")
    if number == 4:
        yield PlanProposed(turn_id=turn, plan=PLAN)
        yield StepStarted(turn_id=turn, step=1, index=0, total=2)
    yield from said(turn, 1, f"I look **{number}**.", calls=1)
    call = ToolCall("create_note", {"path": f"N{number}", "content": "x"}, f"c{number}")
    yield Action(turn_id=turn, round=1, index=0, call=call)
    result = ToolResult(True, "Wrote the note.", path=f"N{number}.md", change_id=change)
    yield Observation(turn_id=turn, round=1, index=0, call=call, result=result, elapsed=0.01, diff=("+x",))
    if number == 3:
        yield Error.of(LLMConnectionError("gone"), turn)
        return
    if number == 4:
        yield StepComplete(turn_id=turn, step=1, result="Looked.", success=True)
    yield from said(turn, 2, f"The answer {number}.\n\n- one\n- two")
    yield Answer(turn_id=turn, content=f"The answer {number}.\n\n- one\n- two")


async def keep(world: World, turns: int = TURNS, changes: Sequence[int] = ()) -> str:
    """Store a conversation of some turns; return its id."""
    store = world.store
    assert store is not None
    await world.kept.store()
    conversation = await store.create(vault=world.vault.id, title="Talk")
    recorder = Recorder(store, conversation)
    for number in range(turns):
        for event in turn_events(number, changes[number] if number < len(changes) else None):
            recorder.handle(event)
    await store.flush()
    return conversation


async def show(world: World, conversation: str) -> None:
    """Open a stored conversation, and wait for its end."""
    world.session.new_conversation()
    world.kept.open(conversation)
    await until(lambda: world.kept.id == conversation and not world.panel.feed.replaying)


def is_coming(world: World) -> bool:
    """Tell whether something of the conversation is not shown yet."""
    return world.panel.view._content.scanning


def column(world: World) -> list[tuple[str, str]]:
    """Return the contents of the column, from top to bottom."""
    world.panel.view.finish_earlier()
    found: list[tuple[str, str]] = []
    for row in world.panel.view._column.rows:
        if isinstance(row, Chunk):
            found.append((row.item.role, row.source or "".join(block.source for block in row.blocks)))
        elif isinstance(row, WidgetRow):
            found.append(("widget", type(row.card or row.widget).__name__))
    return found


def offers(world: World) -> list[tuple[str, bool]]:
    """Return the current actions of the notices and the plans of the column."""
    transcript = world.panel.transcript
    notices = [("notice", not notice.button.isHidden()) for notice in transcript.ends.notices]
    return sorted([*notices, *(("plan", not card._offers.isHidden()) for card in transcript.plans._cards)])


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut at every possible position."""
    monkeypatch.setattr(kept_parts, "_SCREEN", 1)
    monkeypatch.setattr(kept_parts, "_PART", 1)


@dataclass
class Idle:
    """Whether what came before is added when there is time: when that is depends on the machine."""

    adds: bool = True
    turning: bool = False


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> Idle:
    made, turn, advance = Idle(), Viewport._turn, Content.advance

    def turn_view(view: Viewport) -> None:
        made.turning = True
        turn(view)
        made.turning = False

    def advance_if_idle(content: Content, seconds: float, *, earlier: bool = True) -> None:
        advance(content, seconds, earlier=earlier and (made.adds or not made.turning))

    monkeypatch.setattr(Viewport, "_turn", turn_view)
    monkeypatch.setattr(Content, "advance", advance_if_idle)
    return made


def test_parts_are_the_whole_conversation_and_keep_a_plan_together() -> None:
    events = [event for number in range(TURNS) for event in turn_events(number)]
    later = [
        TurnStarted(turn_id="t9", text="go on", mode="plan", resumed=True),
        PlanProposed(turn_id="t9", plan=PLAN),
    ]
    for kept in (events, [*events, *later], events[:3], []):
        parts = in_parts(kept)
        assert [event for part in (*reversed(parts.earlier), parts.end) for event in part] == kept
    seams = find_seams(events)
    begun = [place for place, event in enumerate(events) if isinstance(event, TurnStarted)]
    assert set(begun) <= set(seams)
    assert not [place for place in seams if begun[4] < place < begun[5]]
    assert [place for place in seams if begun[2] < place < begun[3]], "a turn is cut between its rounds"
    assert max(find_seams([*events, *later])) == begun[4], "the plan goes on"


def test_long_conversation_has_a_small_end_and_small_parts() -> None:
    text = "Some words of an answer. " * 100
    events = [event for number in range(200) for event in said(f"t{number // 100}", number, text)]
    parts = in_parts(events)
    assert len(parts.end) <= 40
    assert len(parts.earlier) >= 20
    assert max(len(part) for part in parts.earlier) <= 40


def test_shown_in_parts_is_as_shown_at_once(
    tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body() -> None:
        world = make_world(tmp_path, keep=True)
        conversation = await keep(world)
        found = []
        for size in (10**9, 1):
            monkeypatch.setattr(kept_parts, "_SCREEN", size)
            monkeypatch.setattr(kept_parts, "_PART", size)
            await show(world, conversation)
            panel = world.panel
            state = panel.composer.state.text(), panel.transcript.requests.all(), panel.transcript.requests.last()
            rows = column(world)
            calls = sorted((call.call.id, call.state) for call in panel.transcript.call_log.calls)
            found.append((state, rows, calls, offers(world)))
            ids = [row.item.id for row in panel.view._column.rows]
            numbers = [panel.transcript.requests.at(number) for number in dict.fromkeys(ids)]
            assert [made for made in numbers if made] == [(f"t{n}", f"question {n}") for n in range(TURNS)]
        assert found[0][1] == found[1][1]
        assert found[0] == found[1]
        assert len(found[0][2]) == TURNS
        await world.close()

    run_async(body())


def test_reader_of_the_end_sees_nothing_move(
    tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch, idle: Idle
) -> None:
    monkeypatch.setattr(kept_parts, "_SCREEN", 4_000)
    monkeypatch.setattr(kept_parts, "_PART", 1)

    async def body() -> None:
        world = make_world(tmp_path, keep=True)
        conversation = await keep(world, turns=15)
        view = world.panel.view
        for at_top in (False, True):
            idle.adds = False
            await show(world, conversation)
            steps, view._content._earlier = view._content._earlier, None  # for later
            idle.adds = True
            assert steps is not None
            await until(lambda: not view.busy)
            if at_top:
                view.verticalScrollBar().setValue(0)
                await until(lambda: not view.busy)
            assert view.verticalScrollBar().maximum() > 0, "the end fills the view"
            few = len(view._column.rows)
            chunk = next(row for row in view.visible_chunks() if row.document is not None)
            place = view.chunk_origin(chunk).y()
            view._content.set_earlier(steps)
            view.schedule()
            await until(lambda: not view.busy)
            assert len(view._column.rows) > few
            assert view.chunk_origin(chunk).y() == place
            assert view.verticalScrollBar().value() > 0
            assert chunk in view.visible_chunks()
        await world.close()

    run_async(body())


@pytest.mark.usefixtures("small_parts")
def test_what_needs_all_of_a_conversation_has_it(tmp_path: Path, run_async: Run, idle: Idle) -> None:
    idle.adds = False

    async def body() -> None:
        world = make_world(tmp_path, ["A new answer."], keep=True)
        conversation = await keep(world)
        view, transcript = world.panel.view, world.panel.transcript
        await show(world, conversation)
        assert is_coming(world)
        view.find("question 0")
        assert not is_coming(world)
        assert view._finder.total(list(view._content.chunks())) == 1
        await show(world, conversation)
        view.select_all()
        assert view.selected_text().startswith("question 0\n")
        await show(world, conversation)
        request = transcript.requests.all()[0]
        assert (request.turn, len(request.turns)) == ("t0", TURNS)
        assert transcript.requests.last() == (f"t{TURNS - 1}", f"question {TURNS - 1}")
        await show(world, conversation)
        idle.adds = True
        await world.ask("And now?")  # while the earlier part is still being added
        text = world.text.split("\n")
        assert text[0] == "question 0"
        assert text[-2:] == ["And now?", "A new answer."]
        assert not [offered for kind, offered in offers(world) if kind == "notice" and offered]
        await world.close()

    run_async(body())


@pytest.mark.usefixtures("small_parts")
def test_plan_of_earlier_goes_on_on_its_card(tmp_path: Path, run_async: Run, idle: Idle) -> None:
    idle.adds = False

    async def body() -> None:
        world = make_world(tmp_path, keep=True)
        conversation = await keep(world)
        await show(world, conversation)
        panel = world.panel
        assert not panel.transcript.plans._cards
        panel._handle(TurnStarted(turn_id="t9", text="Go on", mode="plan", resumed=True))
        panel._handle(PlanProposed(turn_id="t9", plan=PLAN))
        (card,) = panel.view.findChildren(PlanCard)
        assert panel.transcript.plans.newest is card
        assert not panel.view._content._earlier
        await world.close()

    run_async(body())


@pytest.mark.usefixtures("small_parts")
def test_cards_of_earlier_show_what_was_undone(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, keep=True)
        vault = world.vault
        made = [vault.apply(vault.preview(f"N{n}", "x\n", "overwrite"), turn=f"t{n}").id for n in range(3)]
        undone = vault.undo_changes((made[0],))
        conversation = await keep(world, changes=made)
        await show(world, conversation)
        view, transcript = world.panel.view, world.panel.transcript
        await until(lambda: not view.busy and any(call.state == "undone" for call in transcript.call_log.calls))
        states = {call.made_id: call.state for call in transcript.call_log.calls if call.made_id is not None}
        assert states == {made[0]: "undone", made[1]: "ok", made[2]: "ok"}
        first = next(call for call in transcript.call_log.calls if call.made_id == made[0])
        assert first.change_id == undone[0].id
        world.session.recall_undone(made)  # reported again, it is still the same
        await until(lambda: first.change_id == undone[0].id)
        view.verticalScrollBar().setValue(0)
        await until(lambda: not view.busy and any(line.entry.state == "undone" for line in world.lines))
        await world.close()

    run_async(body())


@pytest.mark.usefixtures("small_parts")
def test_another_conversation_leaves_nothing_of_the_earlier_one(
    tmp_path: Path, run_async: Run, idle: Idle
) -> None:
    idle.adds = False

    async def body() -> None:
        world = make_world(tmp_path, keep=True)
        conversation = await keep(world)
        await show(world, conversation)
        view = world.panel.view
        assert is_coming(world)
        world.session.new_conversation()
        assert not is_coming(world)
        await until(lambda: not view.busy)
        assert "question" not in world.text
        assert world.panel.transcript.requests.all() == []
        assert view.message_at(QPoint(200, 30)) == 0
        await world.close()

    run_async(body())


def long_turn(number: int) -> Iterator[AgentEvent]:
    """A turn of three rounds with calls, with text between them."""
    turn = f"t{number}"
    yield TurnStarted(turn_id=turn, text=f"question {number}", mode="react")
    for round_ in (1, 2, 3):
        yield from said(turn, round_, f"Round {round_}.", calls=2)
        for index in range(2):
            call = ToolCall("read_note", {"path": f"N{round_}{index}"}, f"{turn}-{round_}-{index}")
            yield Action(turn_id=turn, round=round_, index=index, call=call)
            result = ToolResult(True, "text") if round_ != 2 else ToolResult(False, error="File not found: x")
            yield Observation(turn_id=turn, round=round_, index=index, call=call, result=result, elapsed=0.01)
    yield from said(turn, 4, f"The answer {number}.")
    yield Answer(turn_id=turn, content=f"The answer {number}.")


def test_what_was_done_in_a_turn_is_one_row_although_it_is_shown_in_parts(
    tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body() -> None:
        world = make_world(tmp_path, keep=True)
        store = world.store
        assert store is not None
        await world.kept.store()
        conversation = await store.create(vault=world.vault.id, title="Talk")
        recorder = Recorder(store, conversation)
        for number in range(3):
            for event in long_turn(number):
                recorder.handle(event)
        await store.flush()
        found = []
        for size in (10**9, 1):
            monkeypatch.setattr(kept_parts, "_SCREEN", size)
            monkeypatch.setattr(kept_parts, "_PART", size)
            await show(world, conversation)
            rows = column(world)
            view = world.panel.view
            cards = [row.card for row in view._column.rows if isinstance(row, WidgetRow)]
            spoken = [(card.plain_text(), card.height()) for card in cards if isinstance(card, CallLogEntry)]
            calls = [call.call.id for card in cards if isinstance(card, CallLogEntry) for call in card.calls]
            await until(lambda view=view: not view.busy)  # type: ignore[misc]
            found.append((rows, spoken, calls, view.conversation_text()))
        assert found[0] == found[1]
        assert [words for words, _ in found[0][1]] == ["Read 4 notes, 2 attempts failed"] * 3
        assert found[0][2] == [call.call.id for call in world.calls]
        await world.close()

    run_async(body())
