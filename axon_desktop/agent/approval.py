"""Asking before a write: what is asked, who is asked, and which rules answer without asking."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal, Protocol, TypeAlias

from axon_desktop.llm.messages import ToolCall, Usage
from axon_desktop.vault.changes import ChangePreview

SafetyMode: TypeAlias = Literal["ask", "apply", "read_only"]
"""Ask first; apply and let me undo; read only."""

AskReason: TypeAlias = Literal["write", "near_miss", "empties", "shrinks", "journal"]
"""Why the user is asked. All but "write" always ask, whatever rules say."""


class Verdict(Enum):
    """What the user said about one call."""

    ONCE = "once"
    TURN = "turn"
    FOLDER = "folder"
    """This folder always."""
    REJECT = "reject"
    """Not this time; the same call is not offered again in the turn."""
    NEVER = "never"
    """Never for this folder."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An answer, perhaps with the text that the user edited before applying."""

    verdict: Verdict
    edited: bytes | None = None
    """What to write instead of `preview.after`."""
    note: str = ""
    """What the user wants the model to know, with a rejection."""

    @property
    def allowed(self) -> bool:
        """Whether the call may run."""
        return self.verdict in (Verdict.ONCE, Verdict.TURN, Verdict.FOLDER)


@dataclass(frozen=True, slots=True)
class ApprovalRequest:
    """One write that needs an answer."""

    call: ToolCall
    preview: ChangePreview
    """Exactly what would be written; void if the note changes before it is."""
    reasons: tuple[AskReason, ...]
    turn_text: str
    """The user's prompt of this turn."""


@dataclass(frozen=True, slots=True)
class RoundSummary:
    """What was done so far, shown when asking whether to go on."""

    next_round: int
    calls: tuple[tuple[int, ToolCall], ...]
    """(round, call), in order."""
    usage: Usage


class RoundAnswer(Enum):
    """What the user said about going on."""

    CONTINUE = "continue"
    CONTINUE_TURN = "continue_turn"
    """Continue and do not ask again in this turn."""
    STOP = "stop"


class Approver(Protocol):
    """Whoever answers for the user: dialogs in the window, prompts on the command line, a script in tests."""

    async def approve(self, request: ApprovalRequest) -> Decision:
        """Answer for one write."""

    async def confirm_round(self, summary: RoundSummary) -> RoundAnswer:
        """Answer whether the turn goes on."""
