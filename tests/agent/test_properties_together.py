"""Random rounds of writes with random answers: the vault ends as if each call had been asked about in its turn."""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from axon_desktop.agent.approval.approval import ApprovalRequest, Decision, Verdict
from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.agent.engine import AgentEngine
from axon_desktop.agent.events import Action, AgentEvent, ApprovalGiven, Observation
from axon_desktop.errors import VaultError
from axon_desktop.llm.messages import JsonObject, Message, ToolCall
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.settings.settings import LimitSettings
from axon_desktop.tools import ToolManager
from axon_desktop.vault import Vault
from axon_desktop.vault.history.changes import Proposal
from tests.agent.scenes import ONCE, REJECT, PlayedApprover, collect

NOTES = {
    "A.md": "alpha beta gamma\n[[B]] and [[Sub/C]]\n",
    "B.md": "alpha [[A]] beta\ngamma\n",
    "Sub/C.md": "alpha\nbeta [[B|bee]]\ngamma\n",
}
PATHS = ["A", "B", "Sub/C", "D", "New/E", "sub/c"]
WORDS = ["alpha", "beta", "gamma", "delta"]
ANSWERS = ["once", "once", "once", "reject", "edited"]
LIMITS = LimitSettings(calls_per_round=20)

_paths, _words = st.sampled_from(PATHS), st.sampled_from(WORDS)


@dataclass(frozen=True)
class RequestedCall:
    """A call, what the user says about it, and what another program writes just before it runs."""

    tool: str
    params: JsonObject
    answer: str
    outside: tuple[str, str] | None = None


def _request(tool: str, **params: st.SearchStrategy[str]) -> st.SearchStrategy[RequestedCall]:
    meddled = st.one_of(*([st.none()] * 5), st.tuples(_paths, _words))
    return st.builds(
        RequestedCall, st.just(tool), st.fixed_dictionaries(params), st.sampled_from(ANSWERS), meddled
    )


REQUESTS = st.one_of(
    _request("create_note", path=_paths, content=_words),
    _request("create_note", path=_paths, content=_words, mode=st.just("append")),
    _request("edit_note", path=_paths, old=_words, new=_words.map(lambda word: f"{word}s")),
    _request("move_note", path=_paths, to=_paths),
    _request("trash_note", path=_paths),
    _request("read_note", path=_paths),
)


@dataclass
class Answering(PlayedApprover):
    """Answers by the place of the call; keeps what was allowed."""

    requested: Sequence[RequestedCall]
    allowed: list[Proposal] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    async def approve(self, request: ApprovalRequest) -> Decision:
        assert request.proposal is not None
        place = int(request.call.id)
        self.asked.append(place)
        decision = answer(self.requested[place], request.proposal)
        if decision.allowed:
            self.allowed.append(decision.edited or request.proposal)
        return decision


def answer(request_: RequestedCall, proposal: Proposal) -> Decision:
    if request_.answer == "edited" and proposal.action == "write":
        (change,) = proposal.changes
        return Decision(Verdict.ONCE, edited=Proposal.write(replace(change, after=change.after + b"mine\n")))
    return REJECT if request_.answer == "reject" else ONCE


def meddle(root: Path, request_: RequestedCall) -> None:
    """Write as another program does, long enough ago not to be waited for."""
    if request_.outside is not None:
        place = root / f"{request_.outside[0]}.md"
        if place.is_file():
            place.write_text(f"theirs {request_.outside[1]}\n")
            os.utime(place, (time.time() - 60,) * 2)


def make_vault(folder: Path) -> Vault:
    root = folder / "vault"
    for path, text in {**NOTES, ".obsidian/app.json": '{"trashOption": "local"}'}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
        os.utime(root / path, (time.time() - 60,) * 2)
    return Vault(root, data_dir=folder / "data")


def files(vault: Vault) -> Mapping[str, bytes]:
    found = (path for path in vault.root.rglob("*") if path.is_file())
    return {path.relative_to(vault.root).as_posix(): path.read_bytes() for path in found}


async def one_by_one(vault: Vault, requested: Sequence[RequestedCall], calls: Sequence[ToolCall]) -> None:
    """Do what the answers say, each call worked out and asked about when those before it are over."""
    tools, policy = ToolManager(vault), ApprovalPolicy("ask")
    for request_, call in zip(requested, calls, strict=True):
        meddle(vault.root, request_)
        if tools.effect(call.tool) == "read":
            await tools.execute(call)
            continue
        try:
            proposal = await tools.preview(call)
        except VaultError:
            continue
        assert proposal is not None
        ruling = policy.decide(call, proposal)
        if ruling.answer == "deny":
            continue
        decision = answer(request_, proposal)
        policy.remember(call, proposal, decision)
        if decision.allowed:
            await tools.execute(call, decision.edited or proposal)


@settings(max_examples=150, deadline=None)
@given(requested=st.lists(REQUESTS, min_size=2, max_size=7))
def test_vault_ends_as_if_each_call_had_been_asked_about_in_its_turn(requested: list[RequestedCall]) -> None:
    calls = [ToolCall(request_.tool, request_.params, str(place)) for place, request_ in enumerate(requested)]
    folder = Path(tempfile.mkdtemp())
    try:
        alone, together = make_vault(folder / "alone"), make_vault(folder / "together")
        asyncio.run(one_by_one(alone, requested, calls))
        approver = Answering(requested)
        _run_together(together, requested, calls, approver)
        assert files(together) == files(alone)
        alone.close()
        together.close()
    finally:
        shutil.rmtree(folder)


def _run_together(
    vault: Vault, requested: Sequence[RequestedCall], calls: Sequence[ToolCall], approver: Answering
) -> None:
    """Run the calls as one round, and hold what was written against what was shown and allowed."""
    events: list[AgentEvent] = []
    refused: set[str] = set()

    def follow(event: AgentEvent) -> None:
        events.append(event)
        if isinstance(event, Action):
            meddle(vault.root, requested[event.index])
        elif isinstance(event, ApprovalGiven) and not event.allowed:
            refused.add(event.call.id)

    provider = ScriptedProvider([Message("assistant", "", None, tuple(calls)), "Done."], native_tools=True)
    engine = AgentEngine(provider, ToolManager(vault), approver, policy=ApprovalPolicy("ask"), limits=LIMITS)
    asyncio.run(collect(engine, "go", follow))
    seen = [event for event in events if isinstance(event, Observation)]
    assert [event.index for event in seen] == [*range(len(calls))]
    changes = [change for change in vault.journal.changes(events[0].turn_id) if change.undoes is None]
    by_id = {change.id: place for place, change in enumerate(changes)}
    places = [by_id[event.result.change_id] for event in seen if event.result.change_id is not None]
    assert places == sorted(places)
    for event in seen:
        if event.call.id in refused:
            assert not event.result.wrote
    shown = {bit for proposal in approver.allowed for bit in _bits(proposal)}
    for change in changes:
        if change.kind in ("create", "modify"):
            assert (change.path, change.after_sha256) in shown
        else:
            assert (change.kind, change.path, change.target) in shown
    for place in set(approver.asked):
        assert approver.asked.count(place) <= (1 if requested[place].answer == "reject" else 2)


def _bits(proposal: Proposal) -> list[tuple[str, ...]]:
    """Return all that a proposal does, one by one."""
    goes = [] if proposal.action == "write" else [(proposal.action, proposal.path, proposal.target)]
    texts = []
    for change in proposal.changes:
        moves = proposal.action == "move" and change.path == proposal.path
        digest = hashlib.sha256(change.after).hexdigest()
        texts.append((proposal.target if moves else change.path, digest))
    return [*goes, *texts]
