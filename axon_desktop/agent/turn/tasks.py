"""What rounds are run for: which tools there are beside the manager's, what is refused, and when it is over."""

from __future__ import annotations

from axon_desktop.agent.small_models.intent import find_wish
from axon_desktop.agent.small_models.unfounded_claims import claims_action, says_missing
from axon_desktop.llm.messages import ToolCall, ToolDefinition, ToolResult
from axon_desktop.llm.prompts import ReminderKind, fill, prompt_words
from axon_desktop.text.file_names import same_name
from axon_desktop.tools.tool import Effect

_REMINDED = 2
"""How often a small model is told that what was asked for has not been done yet, or that it only echoes."""

_ECHO = 36
"""Bytes of UTF-8 that stand in the request as well, and are no name or figure that was asked for; three for a sign
of Chinese."""


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
        self.leads = leads
        """Whether the model is small: any first reply is asked about, and a later one that comes without the
        change that was asked for."""
        self._reminders = _REMINDED if leads else 0
        self._wish = find_wish(request) if leads else None
        if self._wish is not None:
            self.kind = self._wish

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
        words, said = prompt_words("results.toml"), text.strip()
        claims = self._doubts and not wrote and claims_action(text, self.request)
        asks = said.endswith(("?", "？"))
        echoes = same_name(said).rstrip(".。") in same_name(self.request) and (asks or len(said.encode()) >= _ECHO)
        asks = asks and not echoes
        if first and (claims or (self.leads and not asks)):
            return words["asked_again"].strip()
        undone = self._wish is not None and not wrote and not asks and not says_missing(said)
        if self._reminders and (claims or undone or echoes):
            self._reminders -= 1
            if echoes and not undone:
                return words["asked_again"].strip()
            return fill(words["not_done"], how=words[f"how_{self._wish}"] if self._wish else "").strip()
        self.reply = text
        return None
