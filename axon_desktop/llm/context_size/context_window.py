"""ContextWindow: how many tokens one model takes, from the most reliable source, and what was learned about it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from axon_desktop.errors import LLMContextError
from axon_desktop.llm.context_size.learned_windows import LearnedWindows
from axon_desktop.llm.context_size.silent_cut import CutWatch
from axon_desktop.llm.messages import Message, ToolDefinition, Usage

WindowFinding: TypeAlias = Literal["assumed", "refused", "cut"]

USUAL_WINDOW = 32_768
"""Tokens that are assumed where neither user, server, catalog nor profile gives a number."""
_REPLY_RESERVE = 8_192
_LEAST = 1_024
"""Tokens below which no number of a refusal is believed: the settings allow no less either."""
_LEAST_FOR_WORK = 5_120
"""Tokens below which the agent cannot work: a server that cuts, or refuses without a credible number, is sent that
many in any case."""
_STEP = 0.6
"""Share of a request that is tried after a refusal without a number."""
_ROUND = 1_024
_NEAR_ROUND = 0.01


def reply_reserve(window: int) -> int:
    """Return how many tokens of a window are reserved for the reply: a quarter of a small one."""
    return min(window // 4, _REPLY_RESERVE)


class WindowChange(Struct, frozen=True):
    """A change of the window that the user should see, once."""

    finding: WindowFinding
    """The size is unknown; the server has refused a request for its length; it has silently cut one."""
    tokens: int
    """The window that is assumed from now on."""
    read: int = 0
    """Tokens of the prompt that the server has read, after a cut."""
    sent: int = 0
    """Tokens that it was sent, as estimated."""


class ContextWindow:
    """The window of one model on one server.

    The user's own number takes precedence over the server's, that over what an earlier run learned, and that over
    what is known of such models. A refusal overrides all of them.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        chosen: int | None = None,
        known: int | None = None,
        learned: LearnedWindows | None = None,
        trusted: bool = False,
    ) -> None:
        """Take the user's number, what is known of the model, and whether the server is known to cut nothing."""
        self._place = base_url, model
        self._learned = learned or LearnedWindows()
        learned_before = self._learned.find(base_url, model)
        remembered = learned_before.tokens if learned_before is not None else None
        self.tokens = chosen or remembered or known or USUAL_WINDOW
        """What prompt and reply may have together."""
        self.assumed = not (chosen or remembered or known)
        """Whether it is only assumed."""
        self._reported = learned_before is not None
        """Whether the user knows that it is assumed."""
        self._watch = None if trusted else CutWatch()
        self._change: WindowChange | None = None

    def set_reported(self, tokens: int) -> None:
        """Use the number that the server reports."""
        self.tokens, self.assumed = tokens, False

    def refuse(self, error: LLMContextError, *, about: int, sent: int, reply: int | None = None) -> None:
        """Learn from a refusal of a request of `about` tokens, at most `sent`, with a reply of at most `reply`.

        From now on the same request counts as too long, whatever the refusal says.
        """
        tokens, believed = error.window, _LEAST
        if tokens is None and error.excess is not None:
            tokens = (error.needed or about) - error.excess
            if error.needed is None:  # the server's count from our estimate: a guess
                believed = _LEAST_FOR_WORK
        least = _LEAST
        if tokens is None or tokens < believed:
            tokens, least = None, min(_LEAST_FOR_WORK, self.tokens)
        tokens = min(tokens or self.tokens, self.tokens)
        if sent <= tokens - reply_reserve(tokens) and (reply is None or sent + reply <= tokens):
            less = round(sent * _STEP)
            tokens = less + min(less // 3, _REPLY_RESERVE)  # which leaves this for the prompt
        self._learn(WindowChange("refused", max(tokens, least)))

    def count(self, messages: Sequence[Message], tools: Sequence[ToolDefinition], usage: Usage) -> bool:
        """Check the server's count; return whether it seems to be of the whole prompt."""
        cut = self._watch.look(messages, tools, usage) if self._watch is not None else None
        if cut is None:
            return True
        tokens = round(cut.read / _ROUND) * _ROUND
        if abs(tokens - cut.read) > cut.read * _NEAR_ROUND:
            tokens = cut.read
        tokens = max(tokens, _LEAST_FOR_WORK)
        if tokens < self.tokens:
            self._learn(WindowChange("cut", tokens, cut.read, cut.sent))
        return False

    async def take_change(self) -> WindowChange | None:
        """Return the change since the last call, if any, and save what was learned."""
        change, self._change = self._change, None
        if change is None and self.assumed and not self._reported:
            change = WindowChange("assumed", self.tokens)
        if change is not None:
            self._reported = True
            tokens = None if change.finding == "assumed" else change.tokens
            await asyncio.to_thread(self._learned.save, *self._place, tokens)
        return change

    def _learn(self, change: WindowChange) -> None:
        self.tokens, self.assumed, self._change = change.tokens, False, change
