"""Approval of each kind of call, on its way through a turn."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from axon_desktop.agent.approval.approval import ApprovalRequest, Decision, Verdict
from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.agent.engine import AgentEngine
from axon_desktop.agent.events import Observation
from axon_desktop.llm.messages import JsonObject, ToolDefinition, ToolResult
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.settings.settings import LimitSettings, ToolRule
from axon_desktop.tools import ToolManager
from axon_desktop.tools.shell import sandbox
from axon_desktop.tools.tool import Effect, Tool
from axon_desktop.vault import Vault
from axon_desktop.vault.history.changes import Proposal
from tests.agent.scenes import REJECT, PlayedApprover, block, collect, observations

ALLOW = block("github.create_issue", title="x")
RUN = block("run", command="ls")


class Outside:
    """A vault's tools with one of another program beside them, and what became of calls to it."""

    def __init__(self, vault: Vault, name: str, effect: Effect, *, hang: bool = False) -> None:
        self.ran: list[JsonObject] = []
        self.started = asyncio.Event()
        self.tools = ToolManager(vault)
        self._hang = hang
        definition = ToolDefinition(name, "Does something.", {"type": "object", "properties": {}})
        self.tools.registry.register(Tool(definition=definition, run=self._run, effect=effect))

    async def _run(self, params: JsonObject) -> ToolResult:
        self.ran.append(params)
        self.started.set()
        if self._hang:
            await asyncio.Event().wait()
        return ToolResult(True, data="done")


def make_engine(
    tools: ToolManager, replies: list[str], approver: PlayedApprover, policy: ApprovalPolicy | None = None
) -> AgentEngine:
    policy = policy or ApprovalPolicy("apply")
    return AgentEngine(ScriptedProvider(replies), tools, approver, policy=policy, limits=LimitSettings())


def seen(engine: AgentEngine) -> list[Observation]:
    return observations(asyncio.run(collect(engine, "go")))


def test_tool_of_another_program_asks_with_its_arguments(vault: Vault) -> None:
    outside, approver = Outside(vault, "github.create_issue", "external"), PlayedApprover()
    (done,) = seen(make_engine(outside.tools, [ALLOW, "ok"], approver))
    (request,) = approver.requests
    assert (request.effect, request.reasons, request.proposal) == ("external", ("external",), None)
    assert request.call.params == {"title": "x"}
    assert done.result.success
    assert outside.ran == [{"title": "x"}]


def test_refused_tool_is_not_run_nor_offered_again(vault: Vault) -> None:
    outside, approver = Outside(vault, "github.create_issue", "external"), PlayedApprover([REJECT])
    first, second = seen(make_engine(outside.tools, [ALLOW, ALLOW, "ok"], approver))
    assert "nothing was run" in (first.result.error or "")
    assert "already refused" in (second.result.error or "")
    assert len(approver.requests) == 1
    assert outside.ran == []


@pytest.mark.parametrize("allow", [True, False])
def test_tool_rule_answers_without_asking(vault: Vault, allow: bool) -> None:
    outside, approver = Outside(vault, "github.create_issue", "external"), PlayedApprover()
    policy = ApprovalPolicy("ask", tool_rules=[ToolRule("github.create_issue", allow)])
    (done,) = seen(make_engine(outside.tools, [ALLOW, "ok"], approver, policy))
    assert done.result.success is allow
    assert (approver.requests, len(outside.ran)) == ([], int(allow))


def test_answer_about_a_tool_becomes_a_rule(vault: Vault) -> None:
    outside, approver = (
        Outside(vault, "github.create_issue", "external"),
        PlayedApprover([Decision(Verdict.FOLDER)]),
    )
    policy = ApprovalPolicy("ask")
    assert [
        o.result.success for o in seen(make_engine(outside.tools, [ALLOW + ALLOW, "ok"], approver, policy))
    ] == [
        True,
        True,
    ]
    assert len(approver.requests) == 1
    assert policy.added_tool_rules == [ToolRule("github.create_issue", allow=True)]


def test_command_asks_each_time_and_says_whether_it_is_sandboxed(vault: Vault) -> None:
    outside, approver = Outside(vault, "run", "command"), PlayedApprover([Decision(Verdict.TURN)])
    seen(make_engine(outside.tools, [RUN, RUN, "ok"], approver))
    assert [request.reasons for request in approver.requests] == [("command",), ("command", "outside")]
    assert {request.sandboxed for request in approver.requests} == {sandbox.works()}
    assert len(outside.ran) == 2


def test_stopped_tool_does_not_claim_that_nothing_happened(vault: Vault) -> None:
    outside = Outside(vault, "run", "command", hang=True)

    async def body() -> None:
        engine = make_engine(outside.tools, [RUN, "ok"], PlayedApprover())
        async with asyncio.TaskGroup() as group:
            turn = group.create_task(collect(engine, "go"))
            await outside.started.wait()
            engine.cancel()
        (stopped,) = observations(turn.result())
        assert "Stopped by the user" in (stopped.result.error or "")
        assert "nothing" not in (stopped.result.error or "")

    asyncio.run(body())


class TakesTheFirst(PlayedApprover):
    """Leaves out the second of the proposed lines."""

    async def approve(self, request: ApprovalRequest) -> Decision:
        assert request.proposal is not None
        (change,) = request.proposal.changes
        return Decision(Verdict.ONCE, edited=Proposal.write(replace(change, after=b"one\n")))


def test_model_is_told_which_lines_the_user_left_out(vault: Vault) -> None:
    write = block("create_note", path="New", content="one\ntwo\n")
    provider = ScriptedProvider([write, "ok"])
    engine = AgentEngine(
        provider, ToolManager(vault), TakesTheFirst(), policy=ApprovalPolicy("ask"), limits=LimitSettings()
    )
    (done,) = seen(engine)
    assert done.diff == ("+one",)
    assert "The user changed the text" in (done.result.data or "")
    assert (done.result.data or "").endswith(":\n-two")
    assert "-two" in provider.requests[1].messages[-1].content


def test_user_sees_the_text_that_goes_to_the_trash(vault: Vault) -> None:
    approver = PlayedApprover([REJECT])
    trash = block("trash_note", path="Home")
    (done,) = seen(make_engine(ToolManager(vault), [trash, "ok"], approver, ApprovalPolicy("ask")))
    (request,) = approver.requests
    assert request.proposal is not None
    assert request.proposal.action == "trash"
    assert request.removed == b"# Home\n\nWelcome.\n"
    assert "was not put into the trash" in (done.result.error or "")
    assert (vault.root / "Home.md").exists()


def test_move_names_the_other_notes_in_its_diff(vault: Vault) -> None:
    (vault.root / "Daily" / "a.md").write_bytes(b"see [[Home]]\n")
    approver = PlayedApprover()
    move = block("move_note", path="Home", to="Start/Begin")
    (done,) = seen(make_engine(ToolManager(vault), [move, "ok"], approver, ApprovalPolicy("ask")))
    assert done.result.success, done.result.error
    (request,) = approver.requests
    assert request.proposal is not None
    assert (request.proposal.action, request.proposal.target) == ("move", "Start/Begin.md")
    assert done.diff == ("@ Daily/a.md", "-see [[Home]]", "+see [[Begin]]")
    assert done.result.change_id is not None
    assert (vault.root / "Start" / "Begin.md").read_bytes() == b"# Home\n\nWelcome.\n"
