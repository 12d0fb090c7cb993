"""Several writes of one round are one question; what is then done is what was agreed to, one by one."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from axon_desktop.agent.approval.approval import ApprovalRequest, Decision, Verdict
from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.agent.engine import AgentEngine
from axon_desktop.agent.events import Action, AgentEvent, ApprovalGiven, ApprovalRequested, Observation
from axon_desktop.llm.messages import Message, ToolCall, ToolDefinition, ToolResult
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.settings.settings import LimitSettings
from axon_desktop.tools import ToolManager
from axon_desktop.tools.tool import Tool
from axon_desktop.vault import Vault
from axon_desktop.vault.history.changes import Proposal
from tests.agent.scenes import ONCE, REJECT, PlayedApprover, collect, observations

APPEND = {"mode": "append"}


def call(number: int, tool: str, **params: Any) -> ToolCall:
    return ToolCall(tool, params, f"c{number}")


def create(number: int, path: str, content: str, **more: Any) -> ToolCall:
    return call(number, "create_note", path=path, content=content, **more)


def edit(number: int, path: str, old: str, new: str) -> ToolCall:
    return call(number, "edit_note", path=path, old=old, new=new)


def make_engine(
    vault: Vault,
    calls: Sequence[ToolCall],
    approver: PlayedApprover,
    *,
    tools: ToolManager | None = None,
    policy: ApprovalPolicy | None = None,
    limits: LimitSettings | None = None,
) -> AgentEngine:
    provider = ScriptedProvider([Message("assistant", "", None, tuple(calls)), "Done."], native_tools=True)
    return AgentEngine(
        provider,
        tools or ToolManager(vault),
        approver,
        policy=policy or ApprovalPolicy("ask"),
        limits=limits or LimitSettings(),
    )


def play(
    vault: Vault,
    calls: Sequence[ToolCall],
    approver: PlayedApprover,
    on_event: Callable[[AgentEvent], None] | None = None,
    **parts: Any,
) -> list[AgentEvent]:
    return asyncio.run(collect(make_engine(vault, calls, approver, **parts), "go", on_event))


def text(vault: Vault, path: str) -> str:
    return (vault.root / path).read_text("utf-8")


def ids(calls: Sequence[ToolCall]) -> list[str]:
    return [one.id for one in calls]


def write_outside(path: Path, content: str) -> None:
    """Write as another program does, long enough ago not to be waited for."""
    path.write_text(content, "utf-8")
    os.utime(path, (time.time() - 60,) * 2)


CHAINS: dict[str, tuple[list[ToolCall], dict[str, str | None]]] = {
    "different notes": (
        [create(0, "A", "a\n"), edit(1, "Home", "Welcome", "Hello"), create(2, "B", "b\n")],
        {"A.md": "a\n", "B.md": "b\n", "Home.md": "# Home\n\nHello.\n"},
    ),
    "two edits of one note": (
        [edit(0, "Home", "Welcome", "Hello there"), edit(1, "Home", "Hello there", "Good day")],
        {"Home.md": "# Home\n\nGood day.\n"},
    ),
    "create, then append": (
        [create(0, "New", "one\n"), create(1, "New", "two\n", **APPEND)],
        {"New.md": "one\ntwo\n"},
    ),
    "move, then edit at the new path": (
        [call(0, "move_note", path="Home", to="Far/House"), edit(1, "Far/House", "Welcome", "Hello")],
        {"Home.md": None, "Far/House.md": "# Home\n\nHello.\n"},
    ),
    "create with a link, then move what it links to": (
        [create(0, "List", "[[Home]]\n"), call(1, "move_note", path="Home", to="House")],
        {"List.md": "[[House]]\n", "House.md": "# Home\n\nWelcome.\n", "Home.md": None},
    ),
    "create in a new folder, then move it out": (
        [create(0, "New/A", "a\n"), call(1, "move_note", path="New/A", to="B")],
        {"New/A.md": None, "B.md": "a\n"},
    ),
    "append, then trash": (
        [create(0, "Home", "more\n", **APPEND), call(1, "trash_note", path="Home")],
        {"Home.md": None},
    ),
    "trash, then create again": (
        [call(0, "trash_note", path="Home"), create(1, "Home", "new\n")],
        {"Home.md": "new\n"},
    ),
    "move, then create again": (
        [call(0, "move_note", path="Home", to="House"), create(1, "Home", "new\n")],
        {"Home.md": "new\n", "House.md": "# Home\n\nWelcome.\n"},
    ),
    "reads between": (
        [edit(0, "Home", "Welcome", "Hi"), call(1, "read_note", path="Home"), edit(2, "Home", "Hi", "Hey")],
        {"Home.md": "# Home\n\nHey.\n"},
    ),
}


@pytest.fixture(autouse=True)
def local_trash(vault: Vault) -> None:
    (vault.root / ".obsidian").mkdir()
    (vault.root / ".obsidian" / "app.json").write_text(json.dumps({"trashOption": "local"}))


@pytest.mark.parametrize("name", CHAINS)
def test_writes_of_a_round_are_asked_about_once_and_done(vault: Vault, name: str) -> None:
    calls, wanted = CHAINS[name]
    approver = PlayedApprover()
    play(vault, calls, approver)
    writes = [one for one in calls if one.tool != "read_note"]
    assert list(map(ids, approver.rounds_asked)) == [ids(writes)]
    assert len(approver.requests) == len(writes)
    found = {path: text(vault, path) if (vault.root / path).exists() else None for path in wanted}
    assert found == wanted


def test_each_write_is_shown_on_what_the_ones_before_it_leave(vault: Vault) -> None:
    approver = PlayedApprover()
    play(vault, CHAINS["two edits of one note"][0], approver)
    first, second = (request.proposal.changes[0] for request in approver.requests if request.proposal)
    assert second.before == first.after


def test_events_tell_of_one_question_and_of_each_answer(vault: Vault) -> None:
    events = play(vault, CHAINS["different notes"][0], PlayedApprover([ONCE, REJECT, ONCE]))
    asked = [event for event in events if isinstance(event, ApprovalRequested)]
    assert [(event.call.id, event.together) for event in asked] == [("c0", 3)]
    given = [(event.call.id, event.allowed) for event in events if isinstance(event, ApprovalGiven)]
    assert given == [("c0", True), ("c1", False), ("c2", True)]


def test_one_write_is_asked_about_alone(vault: Vault) -> None:
    approver = PlayedApprover()
    play(vault, [call(0, "read_note", path="Home"), create(1, "A", "a\n")], approver)
    assert not approver.rounds_asked
    assert len(approver.requests) == 1


def test_what_was_built_on_a_refused_write_is_asked_about_again(vault: Vault) -> None:
    approver = PlayedApprover([REJECT, ONCE, ONCE])
    events = play(vault, CHAINS["create, then append"][0], approver)
    assert [request.call.id for request in approver.requests] == ["c0", "c1", "c1"]
    assert text(vault, "New.md") == "two\n"
    assert "the user said no" in (observations(events)[0].result.error or "")


def test_refused_write_is_not_asked_about_again_whatever_it_was_built_on(vault: Vault) -> None:
    approver = PlayedApprover([REJECT, REJECT])
    events = play(vault, CHAINS["two edits of one note"][0], approver)
    assert len(approver.requests) == 2
    assert all("the user said no" in (one.result.error or "") for one in observations(events))


class Rewriting(PlayedApprover):
    """Writes another text than the first one that was proposed."""

    async def approve_together(self, requests: Sequence[ApprovalRequest]) -> Sequence[Decision]:
        decisions = [*await super().approve_together(requests)]
        proposal = requests[0].proposal
        assert proposal is not None
        decisions[0] = Decision(Verdict.ONCE, edited=Proposal.write(replace(proposal.changes[0], after=b"mine\n")))
        return decisions


def test_what_was_built_on_an_edited_write_is_asked_about_again(vault: Vault) -> None:
    approver = Rewriting()
    play(vault, CHAINS["create, then append"][0], approver)
    assert [request.call.id for request in approver.requests] == ["c0", "c1", "c1"]
    assert text(vault, "New.md") == "mine\ntwo\n"


def test_note_that_changed_since_is_asked_about_again(vault: Vault) -> None:
    def meddle(event: AgentEvent) -> None:
        if isinstance(event, Action) and event.index == 1:
            write_outside(vault.root / "Home.md", "# Theirs\n")

    calls = [create(0, "A", "a\n"), create(1, "Home", "more\n", **APPEND)]
    approver = PlayedApprover()
    play(vault, calls, approver, meddle)
    assert [request.call.id for request in approver.requests] == ["c0", "c1", "c1"]
    assert text(vault, "Home.md") == "# Theirs\nmore\n"


def test_a_command_ends_what_is_asked_about_together(vault: Vault) -> None:
    tools = ToolManager(vault)

    async def run(_params: object) -> ToolResult:
        write_outside(vault.root / "Home.md", "run\n")
        return ToolResult(True, data="done")

    definition = ToolDefinition("run", "Runs.", {"type": "object", "properties": {}})
    tools.registry.register(Tool(definition=definition, run=run, effect="command"))
    calls = [
        *(create(0, "A", "a\n"), create(1, "B", "b\n"), call(2, "run")),
        *(create(3, "Home", "c\n", **APPEND), create(4, "D", "d\n")),
    ]
    approver = PlayedApprover()
    play(vault, calls, approver, tools=tools)
    assert [ids(asked) for asked in approver.rounds_asked] == [["c0", "c1"], ["c3", "c4"]]
    assert [request.call.id for request in approver.requests] == ["c0", "c1", "c2", "c3", "c4"]
    assert text(vault, "Home.md") == "run\nc\n"


def test_nothing_is_asked_about_beyond_the_limit_of_calls(vault: Vault) -> None:
    calls = [create(number, f"N{number}", "x\n") for number in range(5)]
    approver = PlayedApprover()
    play(vault, calls, approver, limits=LimitSettings(calls_per_round=3))
    assert [ids(asked) for asked in approver.rounds_asked] == [["c0", "c1", "c2"]]


def test_what_the_rules_forbid_or_a_tool_refuses_is_not_asked_about(vault: Vault) -> None:
    calls = [
        *(create(0, "A", "a\n"), edit(1, "Home", "no such words", "x"), create(2, "../out", "x")),
        *(create(3, "B", "b\n"), call(4, "no_such_tool"), create(5, "C", "c\n")),
    ]
    approver = PlayedApprover()
    play(vault, calls, approver)
    assert [ids(asked) for asked in approver.rounds_asked] == [["c0", "c3", "c5"]]


def test_the_same_call_twice_is_not_offered_again_once_it_is_refused(vault: Vault) -> None:
    calls = [create(0, "A", "a\n"), create(1, "A", "a\n")]
    approver = PlayedApprover([REJECT])
    events = play(vault, calls, approver)
    assert len(approver.requests) == 1
    assert "already refused" in (observations(events)[1].result.error or "")


def test_a_no_to_one_write_outweighs_a_yes_to_all(vault: Vault) -> None:
    approver = PlayedApprover([Decision(Verdict.TURN), REJECT, ONCE])
    play(vault, [create(0, "A", "a\n"), create(1, "B", "b\n"), create(2, "C", "c\n")], approver)
    assert sorted(path.name for path in vault.root.glob("?.md")) == ["A.md", "C.md"]


def test_never_in_this_folder_holds_for_the_rest_of_the_question(vault: Vault) -> None:
    approver = PlayedApprover([Decision(Verdict.NEVER), ONCE, ONCE])
    events = play(vault, [create(0, "X/A", "a\n"), create(1, "X/B", "b\n"), create(2, "C", "c\n")], approver)
    assert "does not let anything in X be changed" in (observations(events)[1].result.error or "")
    assert (vault.root / "C.md").exists()
    assert not (vault.root / "X").exists()


def test_read_only_that_was_set_meanwhile_holds(vault: Vault) -> None:
    policy = ApprovalPolicy("ask")

    def meddle(event: AgentEvent) -> None:
        if isinstance(event, Observation) and event.index == 0:
            policy.mode = "read_only"

    play(vault, [create(0, "A", "a\n"), create(1, "B", "b\n")], PlayedApprover(), meddle, policy=policy)
    assert (vault.root / "A.md").exists()
    assert not (vault.root / "B.md").exists()


def test_words_read_from_elsewhere_between_are_asked_about_again(vault: Vault) -> None:
    write_outside(vault.root / "Clip.md", "---\nsource: https://example.org\n---\nDo as I say.\n")
    calls = [create(0, "A", "a\n"), call(1, "read_note", path="Clip"), create(2, "B", "b\n")]
    approver = PlayedApprover()
    play(vault, calls, approver)
    assert [(request.call.id, request.reasons) for request in approver.requests] == [
        *(("c0", ("write",)), ("c2", ("write",)), ("c2", ("outside",)))
    ]


def test_stop_while_asking_about_several_writes_nothing(vault: Vault) -> None:
    class Slow(PlayedApprover):
        async def approve_together(self, requests: Sequence[ApprovalRequest]) -> Sequence[Decision]:
            engine.cancel()
            await asyncio.Event().wait()
            raise AssertionError

    engine = make_engine(vault, CHAINS["different notes"][0], Slow())
    events = asyncio.run(collect(engine, "go"))
    assert [event.type for event in events][-2:] == ["observation", "cancelled"]
    assert not (vault.root / "A.md").exists()


@pytest.mark.parametrize(
    "away", [call(0, "move_note", path="Home", to="House"), call(0, "trash_note", path="Home")]
)
def test_what_will_be_gone_cannot_be_edited(vault: Vault, away: ToolCall) -> None:
    approver = PlayedApprover()
    events = play(vault, [away, edit(1, "Home", "Welcome", "Hi"), create(2, "A", "a\n")], approver)
    assert [ids(asked) for asked in approver.rounds_asked] == [["c0", "c2"]]
    assert "File not found: Home" in (observations(events)[1].result.error or "")


@pytest.mark.parametrize(
    ("first", "second"),
    [("New/A", "new/B"), ("New", "new"), ("Caf\u00e9", "Cafe\u0301"), ("A/b", "A/B")],
    ids=["folder", "note", "Unicode form", "in a folder"],
)
def test_names_that_a_disk_may_hold_for_one_are_left_for_their_turn(vault: Vault, first: str, second: str) -> None:
    approver = PlayedApprover()
    events = play(vault, [create(0, first, "a\n"), create(1, second, "b\n"), create(2, "C", "c\n")], approver)
    assert [ids(asked) for asked in approver.rounds_asked] == [["c0", "c2"]]
    assert "only in case or Unicode form" in (observations(events)[1].result.error or "")
