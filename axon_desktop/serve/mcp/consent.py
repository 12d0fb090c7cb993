"""Asking the user through the other program, where the rules require an answer: MCP calls it elicitation.

Until 2025-11-25 the server asks the client in the middle of a call. Since 2026-07-28 the call ends with the
question, and comes again with the answer; the question's key is the digest of what would be done, so an answer
holds for nothing else.
"""

from __future__ import annotations

import hashlib
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp_types import (
    CallToolRequestParams,
    ClientCapabilities,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequiredResult,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from axon_desktop.agent.approval.approval import ApprovalRequest, AskReason, Decision, Verdict
from axon_desktop.agent.approval.change_lines import compute_diff
from axon_desktop.serve.tool_offer import refuse
from axon_desktop.text.visible import visible
from axon_desktop.vault.history.changes import Proposal

_SHOWN_LINES = 40
_YES_OR_NO: dict[str, Any] = {"type": "object", "properties": {}}
_WHY: dict[AskReason, str] = {
    "empties": "it empties a note",
    "shrinks": "it removes more than half of a note",
    "instructions": "it changes the instructions that every conversation about this vault begins with",
    "executable": "it adds code that other programs would run",
    "hidden": "it adds invisible characters",
    "unrecorded": "it cannot be undone afterwards: Axon's record of changes cannot be written",
}


class InputNeededError(Exception):
    """The call must come again with the user's answer."""

    def __init__(self, result: InputRequiredResult) -> None:
        self.result = result
        super().__init__("input needed")


class Consent:
    """Who answers for the user during one call."""

    def __init__(self, ctx: ServerRequestContext[Any, Any], params: CallToolRequestParams) -> None:
        self._ctx = ctx
        self._answers = params.input_responses or {}

    async def ask(self, request: ApprovalRequest) -> Decision:
        """Return the user's answer; a client that cannot ask gets a no with its reason.

        Raises:
            InputNeededError: the client shall ask and call again.
        """
        if request.proposal is None or not _can_ask(self._ctx.session.client_capabilities):
            return await refuse(request)
        question = ElicitRequestFormParams(
            message=await _question(request, request.proposal), requested_schema=_YES_OR_NO
        )
        if self._ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
            answer = self._answered(request, request.proposal, question)
        else:
            answer = await self._ctx.session.elicit_form(
                question.message, question.requested_schema, self._ctx.request_id
            )
        return Decision(Verdict.ONCE) if answer.action == "accept" else Decision(Verdict.REJECT)

    def _answered(
        self, request: ApprovalRequest, proposal: Proposal, question: ElicitRequestFormParams
    ) -> ElicitResult:
        digest = _digest(proposal)
        without_record = f"{digest}-unrecorded"
        key = without_record if request.trouble else digest
        # Agreeing that it cannot be undone includes the change itself, but not the other way round.
        answer = self._answers.get(without_record) or self._answers.get(key)
        if not isinstance(answer, ElicitResult):
            raise InputNeededError(InputRequiredResult(input_requests={key: ElicitRequest(params=question)}))
        return answer


def _can_ask(capabilities: ClientCapabilities | None) -> bool:
    asking = capabilities.elicitation if capabilities is not None else None
    return asking is not None and (asking.form is not None or asking.url is None)


async def _question(request: ApprovalRequest, proposal: Proposal) -> str:
    reasons = " and ".join(_WHY[reason] for reason in request.reasons if reason in _WHY)
    if request.trouble:
        reasons += f" ({request.trouble.details})"
    lines = (await compute_diff(proposal)).lines
    shown = [*lines[:_SHOWN_LINES], *(["…"] if len(lines) > _SHOWN_LINES else [])]
    head = f"{request.turn_text}. Allow it? You are asked because {reasons}." if reasons else request.turn_text
    return visible("\n".join([head, "", *shown]).strip())


def _digest(proposal: Proposal) -> str:
    digest = hashlib.sha256()
    for part in (proposal.action, proposal.path, proposal.target, proposal.sha256):
        digest.update(part.encode() + b"\0")
    for change in proposal.changes:
        for data in (change.path.encode(), change.before, change.after):
            digest.update(b"-" if data is None else str(len(data)).encode() + b":" + data)
    return f"allow-{digest.hexdigest()}"
