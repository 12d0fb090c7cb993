"""A change of the agent that cannot be recorded asks, always, and says that it cannot be undone."""

import asyncio
from pathlib import Path

import pytest

from axon_desktop.agent.approval.approval import Decision, SafetyMode, Verdict
from axon_desktop.agent.approval.headless_approvers import ApproveAll, ApproveNone
from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.agent.engine import AgentEngine
from axon_desktop.agent.events import AgentEvent
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.settings.settings import FolderRule, LimitSettings
from axon_desktop.tools import ToolManager
from axon_desktop.vault import Vault
from axon_desktop.vault.history.changes import ChangePreview, Proposal
from tests.agent.scenes import (
    ONCE,
    REJECT,
    PlayedApprover,
    block,
    collect,
    make_engine,
    observations,
    types,
)
from tests.broken_records import BREAKS, broken

LONG = "".join(f"line {number}\n" for number in range(2000))
WRITE = block("create_note", path="Home", content=LONG)
OLD = "# Home\n\nWelcome.\n"


def home(vault: Vault) -> str:
    return (vault.root / "Home.md").read_text()


def play(vault: Vault, approver: PlayedApprover, *replies: str, mode: SafetyMode = "apply") -> list[AgentEvent]:
    engine = make_engine(vault, ScriptedProvider([*replies, "Done."]), approver, mode=mode)
    return asyncio.run(collect(engine, "note it"))


@pytest.mark.parametrize("kind", BREAKS)
def test_a_change_that_cannot_be_recorded_asks_and_says_so(vault: Vault, kind: str) -> None:
    approver = PlayedApprover()
    with broken(vault, kind):
        events = play(vault, approver, WRITE)
    (request,) = approver.requests
    assert request.reasons == ("unrecorded",)
    assert request.trouble is not None
    assert request.trouble.kind == kind
    assert request.proposal is not None
    assert request.proposal.changes[0].after == LONG.encode()
    (seen,) = observations(events)
    assert seen.result.success
    assert (seen.result.change_id, seen.result.unrecorded, seen.result.wrote) == (None, True, True)
    assert (seen.result.data or "").endswith("It could not be recorded, so it cannot be undone.")
    assert "+line 0" in seen.diff
    assert home(vault) == LONG
    assert vault.journal.turns() == []


def test_no_leaves_the_note_and_is_not_asked_again(vault: Vault) -> None:
    approver = PlayedApprover([REJECT])
    with broken(vault):
        events = play(vault, approver, WRITE, WRITE)
    first, second = (seen.result.error or "" for seen in observations(events))
    assert len(approver.requests) == 1
    assert first.startswith("Not allowed: Home.md was not changed; the user said no, as it cannot be recorded")
    assert "database or disk is full" in first
    assert "already refused" in second
    assert home(vault) == OLD


def test_what_was_approved_is_asked_about_once_more_with_its_edits(vault: Vault) -> None:
    edited = Proposal.write(ChangePreview("Home.md", OLD.encode(), f"{LONG}mine\n".encode(), "overwrite"))
    approver = PlayedApprover([Decision(Verdict.ONCE, edited=edited), ONCE])
    with broken(vault):
        events = play(vault, approver, WRITE, mode="ask")
    assert [request.reasons for request in approver.requests] == [("write",), ("unrecorded",)]
    assert approver.requests[1].proposal == edited
    asked = ["approval_requested", "approval_given"]
    assert types(events)[3:9] == ["action", *asked, *asked, "observation"]
    (seen,) = observations(events)
    assert "The user changed the text" in (seen.result.data or "")
    assert home(vault) == f"{LONG}mine\n"


@pytest.mark.parametrize("verdict", [Verdict.TURN, Verdict.FOLDER])
def test_no_rule_lets_it_pass(vault: Vault, verdict: Verdict) -> None:
    rules = [FolderRule(vault.id, "", allow=True)]
    approver = PlayedApprover([Decision(verdict)])
    engine = make_engine(
        vault,
        ScriptedProvider([WRITE, block("create_note", path="Other", content=LONG), "Done."]),
        approver,
        mode="ask",
        rules=rules,
    )
    with broken(vault, "write_protected"):
        asyncio.run(collect(engine, "note it"))
    assert [request.reasons for request in approver.requests] == [("unrecorded",), ("unrecorded",)]


def test_no_plan_lets_it_pass(vault: Vault) -> None:
    step = {"description": "Write it", "expected_outcome": "It is there"}
    plan = block("propose_plan", goal="Write", steps=[step])
    approver = PlayedApprover([REJECT])
    engine = make_engine(vault, ScriptedProvider([plan, WRITE, "No.", "No."]), approver, mode="apply")
    with broken(vault):
        asyncio.run(collect(engine, "note it", mode="plan"))
    assert [request.reasons for request in approver.requests] == [("unrecorded",)]
    assert home(vault) == OLD


def test_other_reasons_to_ask_stay(vault: Vault) -> None:
    approver = PlayedApprover([ONCE, ONCE])
    with broken(vault, "locked"):
        play(vault, approver, block("create_note", path="Home", content=""))
    assert [request.reasons for request in approver.requests] == [("empties",), ("empties", "unrecorded")]
    assert home(vault) == ""


def test_read_only_asks_nothing(vault: Vault) -> None:
    approver = PlayedApprover()
    with broken(vault):
        play(vault, approver, WRITE, mode="read_only")
    assert approver.requests == []
    assert home(vault) == OLD


@pytest.mark.parametrize(
    ("tool", "params"),
    [("move_note", {"path": "Home", "to": "Moved"}), ("trash_note", {"path": "Home"})],
)
def test_what_is_more_than_one_text_is_refused(vault: Vault, tool: str, params: dict[str, str]) -> None:
    (vault.root / ".obsidian").mkdir()
    (vault.root / ".obsidian/app.json").write_text('{"trashOption": "local"}')
    approver = PlayedApprover()
    with broken(vault, "write_protected"):
        events = play(vault, approver, block(tool, **params))
    (seen,) = observations(events)
    assert (seen.result.error or "").startswith("Undo journal: ")
    assert approver.requests == []
    assert home(vault) == OLD


@pytest.mark.parametrize(
    ("approver", "words"),
    [(ApproveAll(), "nobody can be asked here"), (ApproveNone("there is no terminal"), "there is no terminal")],
)
def test_where_nobody_can_be_asked_it_is_refused(
    vault: Vault, approver: ApproveAll | ApproveNone, words: str
) -> None:
    provider = ScriptedProvider([WRITE, "Done."])
    engine = AgentEngine(
        provider, ToolManager(vault), approver, policy=ApprovalPolicy("apply"), limits=LimitSettings()
    )
    with broken(vault):
        events = asyncio.run(collect(engine, "note it"))
    assert words in (observations(events)[0].result.error or "")
    assert home(vault) == OLD


def test_after_it_is_mended_the_next_change_is_undone_and_only_that(vault: Vault) -> None:
    with broken(vault):
        play(vault, PlayedApprover(), WRITE)
    approver = PlayedApprover()
    events = play(vault, approver, block("create_note", path="Home", content="more\n", mode="append"))
    assert approver.requests == []
    change_id = observations(events)[0].result.change_id
    assert change_id is not None
    vault.undo_change(change_id)
    assert home(vault) == LONG


def test_stale_note_is_not_overwritten_after_the_question(vault: Vault) -> None:
    class Slow(PlayedApprover):
        async def approve(self, request: object) -> Decision:
            (vault.root / "Home.md").write_text("theirs")
            return ONCE

    with broken(vault):
        events = play(vault, Slow(), WRITE)
    assert "changed by someone else" in (observations(events)[0].result.error or "")
    assert home(vault) == "theirs"


def test_one_conversation_goes_on_knowing_what_it_wrote(vault: Vault, tmp_path: Path) -> None:
    """The note that was written without a record is the version that the conversation knows."""
    with broken(vault):
        play(vault, PlayedApprover(), block("read_note", path="Home"), WRITE, WRITE.replace("line 0", "line zero"))
    assert home(vault).startswith("line zero\n")
