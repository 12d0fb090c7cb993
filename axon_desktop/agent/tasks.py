"""What rounds are run for: which tools there are beside the manager's, what is refused, and when it is over."""

from __future__ import annotations

from axon_desktop.agent.claims import claims_action
from axon_desktop.llm.messages import ToolCall, ToolDefinition, ToolResult
from axon_desktop.llm.prompts import ReminderKind, prompt_words
from axon_desktop.tools.tool import Effect


class Task:
    """A plain request: every tool may be used, and the first reply without a call is the answer."""

    kind: ReminderKind = "request"
    """What the model is reminded of after results."""
    tools: tuple[ToolDefinition, ...] = ()
    """Tools that only this task has; `judge` answers them."""

    def __init__(self, request: str, *, doubts: bool = False, leads: bool = False) -> None:
        self.request = request
        """What is to be done, in words."""
        self.reply: str | None = None
        """The reply that ends the task."""
        self._doubts = doubts
        """Whether a first reply that only claims to act is asked about; see `claims`."""
        self._leads = leads
        """Whether the model is small: any first reply is asked about, and a later one that claims a change which
        was not made."""

    @property
    def over(self) -> bool:
        """Whether no further round is needed."""
        return self.reply is not None

    def judge(self, call: ToolCall, effect: Effect | None) -> ToolResult | None:
        """Answer a call that is not for the manager to run, None if it is; no effect means no such tool."""
        return None

    def take_reply(self, text: str, *, first: bool, wrote: bool) -> str | None:
        """Take a reply without calls; return what the model is told if it cannot be the last one.

        `first` says that this is the first reply to the task, `wrote` that something has been written in the turn.
        """
        claims = self._doubts and not wrote and claims_action(text, self.request)
        asks = text.rstrip().endswith(("?", "？")) and text.strip() not in self.request
        if first and (claims or (self._leads and not asks)):
            return prompt_words("results.toml")["asked_again"].strip()
        if self._leads and claims:
            self._leads = False
            return prompt_words("results.toml")["not_done"].strip()
        self.reply = text
        return None
