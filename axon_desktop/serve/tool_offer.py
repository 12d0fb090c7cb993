"""The vault's tools as other programs may use them: rules first, then the tool, each call a turn of its own."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

from axon_desktop.agent.approval.approval import ApprovalRequest, Decision, Verdict, trouble_of
from axon_desktop.agent.approval.headless_approvers import ApproveAll
from axon_desktop.agent.approval.policy import ApprovalPolicy, parent_folder
from axon_desktop.errors import JournalError, SettingsError, VaultError
from axon_desktop.llm.messages import ToolCall, ToolResult
from axon_desktop.llm.prompts import format_result
from axon_desktop.text.visible import visible
from axon_desktop.tools import ToolManager
from axon_desktop.tools.tool import Effect, Tool
from axon_desktop.vault.files.path_rules import normalize_path
from axon_desktop.vault.history.changes import Proposal

if TYPE_CHECKING:
    from axon_desktop.vault.history.record_trouble import RecordTrouble

Ask: TypeAlias = Callable[[ApprovalRequest], Awaitable[Decision]]
"""Answers for the user where the rules require an answer."""

_NAME_LENGTH = 40
_NOT_DONE = {"write": "changed", "move": "moved", "trash": "put into the trash"}


async def refuse(request: ApprovalRequest) -> Decision:
    """Refuse where nobody can be asked, and say why."""
    if "write" in request.reasons and request.proposal is not None:
        folder = parent_folder(request.proposal.path) or "the vault's root"
        note = (
            f"no rule of the user allows changes in {folder}; answering 'always in this folder' in Axon "
            "makes one, and --write does without"
        )
        return Decision(Verdict.REJECT, note=note)
    return await ApproveAll().approve(request)


class ToolOffer:
    """The tools of one conversation with another program."""

    def __init__(
        self, manager: ToolManager, rules: Callable[[], ApprovalPolicy], *, list_writing: bool = True
    ) -> None:
        """Take the tools and a function that returns the present rules; `list_writing` offers writing tools."""
        self._manager = manager
        self._rules = rules
        self._list_writing = list_writing
        self._committing = asyncio.Lock()

    def tools(self) -> list[Tool]:
        """Return the tools that are offered."""
        return [tool for tool in self._manager.registry.list() if self._list_writing or tool.effect == "read"]

    def effect(self, name: str) -> Effect | None:
        """Tell what a call of the tool of this name may do; None when there is no such tool."""
        return self._manager.effect(name)

    def new_turn(self) -> str:
        """Return the id of a turn, for calls that shall be undone together."""
        return uuid.uuid4().hex

    async def run(self, call: ToolCall, who: str, ask: Ask = refuse, turn: str = "") -> ToolResult:
        """Run one call for the program `who`; raises nothing of its own, only what `ask` raises."""
        call = self._manager.settle(call)
        effect = self._manager.effect(call.tool)
        if effect is not None and effect != "read" and not self._list_writing:
            text = f"Tool '{call.tool}' is not available: this server only reads. --write lets it write."
            return ToolResult(False, error=text, kind="unavailable")
        if effect == "read":
            return await self._manager.execute(call)
        refused = self._manager.check(call)
        if refused is not None:
            return refused
        turn = turn or self.new_turn()
        try:
            proposal = await self._manager.preview(call)
            refusal = await self._judge(call, proposal, effect or "external", who, ask)
            if refusal:
                return ToolResult(False, error=refusal, kind="not_allowed")
            try:
                return await self._do(call, proposal, who, turn)
            except JournalError as error:
                trouble = trouble_of(error, proposal)
            refusal = await self._judge(call, proposal, effect or "external", who, ask, trouble)
            if refusal:
                return ToolResult(False, error=refusal, kind="not_allowed")
            return await self._do(call, proposal, who, turn, unrecorded=True)
        except (VaultError, SettingsError) as error:
            return ToolResult.of(error)

    async def _do(
        self, call: ToolCall, proposal: Proposal | None, who: str, turn: str, *, unrecorded: bool = False
    ) -> ToolResult:
        if self._manager.is_foreign(call.tool):  # which may take long, and writes nothing of the vault
            return await self._manager.execute(call)
        async with self._committing:  # what is written belongs to the turn that was begun last
            self._manager.begin_turn(turn, title(who, call, proposal), origin="program", program=_name(who))
            return await self._manager.execute(call, proposal, unrecorded=unrecorded)

    async def _judge(
        self,
        call: ToolCall,
        proposal: Proposal | None,
        effect: Effect,
        who: str,
        ask: Ask,
        trouble: RecordTrouble | None = None,
    ) -> str:
        """Return why the call may not run, empty if it may; with a `trouble` only the user's answer lets it."""
        ruling = self._rules().decide(call, proposal, effect, unrecorded=trouble is not None)
        if ruling.answer == "deny":
            return ruling.text
        if ruling.answer == "allow":
            return ""
        request = ApprovalRequest(
            call, proposal, ruling.reasons, title(who, call, proposal), effect, trouble=trouble
        )
        decision = await ask(request)
        if decision.allowed:
            return ""
        what = f"{proposal.path} was not {_NOT_DONE[proposal.action]}" if proposal else "nothing was run"
        return f"Not allowed: {what}; {decision.note or 'the user said no'}."


def texts(call: ToolCall, result: ToolResult) -> list[str]:
    """Return the result as texts: the data, cut where it is too long; beside it the path that was really read."""
    data = format_result(call, replace(result, path=None))
    asked = str(call.params.get("path", ""))
    elsewhere = result.path not in (None, asked, normalize_path(asked))
    # a write names its path itself
    return [data, f"[{result.path}]"] if elsewhere and not result.wrote else [data]


def title(who: str, call: ToolCall, proposal: Proposal | None) -> str:
    """Return what the journal says of a call: who made it and what it is about."""
    return " ".join(part for part in (f"{_name(who)}:", call.tool, proposal.path if proposal else "") if part)


def _name(who: str) -> str:
    """Return what a program calls itself, fit for one line."""
    return " ".join(visible(who).split())[:_NAME_LENGTH]
