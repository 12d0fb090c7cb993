"""Asking before a write: what is asked, who is asked, and which rules answer without asking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from axon_desktop.agent.plan.plan import Plan
from axon_desktop.errors import JournalError
from axon_desktop.llm.messages import ToolCall, Usage
from axon_desktop.tools.tool import Effect
from axon_desktop.vault.history.changes import Proposal

if TYPE_CHECKING:
    from axon_desktop.agent.approval.taint import Origin
    from axon_desktop.vault.history.record_trouble import RecordTrouble

SafetyMode: TypeAlias = Literal["ask", "apply", "read_only"]
"""Ask first; apply and let me undo; read only."""

AskReason: TypeAlias = Literal[
    "write",
    "command",
    "external",
    "near_miss",
    "empties",
    "shrinks",
    "instructions",
    "executable",
    "hidden",
    "outside",
    "unrecorded",
]
"""Why the user is asked. All but "write" and "external" always ask, whatever rules say."""


class Verdict(Enum):
    """The user's answer about one call."""

    ONCE = "once"
    TURN = "turn"
    FOLDER = "folder"
    """This folder always; for a tool of another program, this tool always."""
    REJECT = "reject"
    """Not this time; the same call is not offered again in the turn."""
    NEVER = "never"
    """Never for this folder, or this tool."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An answer, perhaps with the text that the user edited before applying."""

    verdict: Verdict
    edited: Proposal | None = None
    """What to do instead of the request's proposal: the same files, some of them with other texts."""
    note: str = ""
    """The user's message to the model, with a rejection."""
    resend: bool = False
    """With a rejection: whether only the form of the call was wrong, and the model may send it again in the right
    one."""

    @property
    def allowed(self) -> bool:
        """Whether the call may run."""
        return self.verdict in (Verdict.ONCE, Verdict.TURN, Verdict.FOLDER)


@dataclass(frozen=True, slots=True)
class ApprovalRequest:
    """One call that needs an answer."""

    call: ToolCall
    proposal: Proposal | None
    """Exactly what would be done to the vault; void if a file changes before it is. None for commands and tools of
    other programs, of which only the arguments can be shown."""
    reasons: tuple[AskReason, ...]
    turn_text: str
    """The user's prompt of this turn."""
    effect: Effect = "write"
    removed: bytes | None = None
    """Bytes of the file that would go to the trash; None when no file would, or it is too large to be shown."""
    sandboxed: bool = False
    """Whether a command would run in a sandbox, in which it can write to nothing but what the call names."""
    origins: tuple[Origin, ...] = ()
    """With the reason "outside": where the words came from that the model has read."""
    trouble: RecordTrouble | None = None
    """With the reason "unrecorded": why undo would know nothing of the change."""


def trouble_of(error: JournalError, proposal: Proposal | None) -> RecordTrouble:
    """Return what there is to ask about a change that cannot be recorded.

    Raises:
        JournalError: it is more than one text: that is never done without its record.
    """
    from axon_desktop.vault.history.record_trouble import RecordTrouble  # brings SQLite

    if proposal is None or proposal.action != "write":
        raise error
    return RecordTrouble.of(error)


@dataclass(frozen=True, slots=True)
class RoundSummary:
    """What was done so far, shown when asking whether to continue."""

    next_round: int
    calls: tuple[tuple[int, ToolCall], ...]
    """(round, call), in order."""
    usage: Usage
    cost: float | None = None
    """US dollars of the turn so far; None when the model's price is not known."""


class RoundAnswer(Enum):
    """The user's answer whether to continue."""

    CONTINUE = "continue"
    CONTINUE_TURN = "continue_turn"
    """Continue and do not ask again in this turn."""
    STOP = "stop"


class PlanAnswer(Enum):
    """The user's answer about a plan."""

    APPROVE = "approve"
    REVISE = "revise"
    """The model shall change it as the note says."""
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class PlanReview:
    """An answer to a plan."""

    answer: PlanAnswer
    plan: Plan
    """The plan as the user edited and ordered it; finished steps are as they were."""
    note: str = ""
    """What should be different, with `REVISE`."""


class Approver(Protocol):
    """Whoever answers for the user: dialogs in the window, prompts on the command line, a script in tests."""

    async def approve(self, request: ApprovalRequest) -> Decision:
        """Answer for one call."""

    async def approve_together(self, requests: Sequence[ApprovalRequest]) -> Sequence[Decision]:
        """Answer for two or more calls of a round, in their order; nothing of them has been done.

        Each is worked out as if those before it were done. Where one turns out differently in its turn, because of
        a rejection or for any other reason, it is asked about again by `approve`.
        """

    async def review_plan(self, plan: Plan) -> PlanReview:
        """Answer for a plan, which nothing of has been done yet or which is revised."""

    async def confirm_round(self, summary: RoundSummary) -> RoundAnswer:
        """Answer whether the turn continues."""
