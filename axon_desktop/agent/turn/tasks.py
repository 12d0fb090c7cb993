"""What a turn has to do: which tools there are beside the manager's, what is refused, and when it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axon_desktop.agent.turn.unfounded_claims import claims_action
from axon_desktop.llm.messages import ToolCall, ToolDefinition, ToolResult
from axon_desktop.llm.prompts import ReminderKind, prompt_words
from axon_desktop.tools.tool import Effect

if TYPE_CHECKING:
    from axon_desktop.agent.small_models.reply_checks import ReplyChecks


class Task:
    """A plain request: every tool may be used, and the first reply without a call is the answer."""

    kind: ReminderKind = "request"
    """What the model is reminded of after results."""
    tools: tuple[ToolDefinition, ...] = ()
    """Tools that only this task has; `judge` answers them."""

    def __init__(self, request: str, *, doubts: bool = False, checks: ReplyChecks | None = None) -> None:
        self.request = request
        """What is to be done, in words."""
        self.reply: str | None = None
        """The reply that ends the task."""
        self.checks = checks
        """What a small model's reply is held against; None for others, and where none is doubted."""
        self._doubts = doubts
        """Whether a first reply that only claims to act is asked about; see `unfounded_claims`."""
        if checks is not None and checks.intent is not None:
            self.kind = checks.intent

    @property
    def over(self) -> bool:
        """Whether no further round is needed."""
        return self.reply is not None

    def judge(self, call: ToolCall, effect: Effect | None) -> ToolResult | None:
        """Answer a call that is not for the manager to run, None if it is; no effect means no such tool."""
        return None

    def take_reply(self, text: str, *, first: bool, wrote: bool) -> str | None:
        """Take a reply without calls; return the message to the model if it cannot be the last one.

        `first` says that this is the first reply to the task, `wrote` that something has been written in the turn.
        """
        claims = self._doubts and not wrote and claims_action(text, self.request)
        if self.checks is not None:
            again = self.checks.check(text, self.request, first=first, wrote=wrote, claims=claims)
        else:
            again = prompt_words("results.toml")["asked_again"].strip() if first and claims else None
        if again is None:
            self.reply = text
        return again
