"""ContextWindow: how many tokens one model takes, by whoever knows best, and what was found out about it."""

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
"""Tokens that are counted on where neither user, server, catalog nor profile says how many there are."""
_REPLY_RESERVE = 8_192
_LEAST = 1_024
"""Tokens below which no number of a refusal is believed: the settings allow no less either."""
_LEAST_FOR_WORK = 5_120
"""Tokens below which the agent cannot work: a server that cuts, or refuses without a number that can be believed,
is sent as much, come of it what may."""
_STEP = 0.6
"""How much of a request is tried after a refusal that does not say how much is taken."""
_ROUND = 1_024
_NEAR_ROUND = 0.01


def reply_reserve(window: int) -> int:
    """Return how many tokens of a window are kept free for the reply: a quarter of a small one."""
    return min(window // 4, _REPLY_RESERVE)


class WindowChange(Struct, frozen=True):
    """Something that the user should be told, once."""

    finding: WindowFinding
    """Nobody tells the size; the server has refused a request for its length; it has cut one without a word."""
    tokens: int
    """What is counted on from now on."""
    read: int = 0
    """Tokens of the prompt that the server has read, after a cut."""
    sent: int = 0
    """Tokens that it was sent, as estimated."""


class ContextWindow:
    """The window of one model on one server.

    The user's own number goes before the server's, that before what was found out in an earlier run, and that
    before what is known of such models. A refusal is above all of them: it says what is.
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
        kept = self._learned.find(base_url, model)
        remembered = kept.tokens if kept is not None else None
        self.tokens = chosen or remembered or known or USUAL_WINDOW
        """What prompt and reply may have together."""
        self.assumed = not (chosen or remembered or known)
        """Whether nobody has told it."""
        self._told = kept is not None
        """Whether the user knows that it is assumed."""
        self._watch = None if trusted else CutWatch()
        self._news: WindowChange | None = None

    def tell(self, tokens: int) -> None:
        """Take the server's own word."""
        self.tokens, self.assumed = tokens, False

    def refuse(self, error: LLMContextError, *, about: int, sent: int, reply: int | None = None) -> None:
        """Learn from a refusal of a request of about so many tokens, at most `sent`, with a reply of so many.

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
        """Look at what the server counted; tell whether that is the whole prompt, as far as one can see."""
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

    async def news(self) -> WindowChange | None:
        """Return what is to be told since this was last asked, and keep what was found out."""
        news, self._news = self._news, None
        if news is None and self.assumed and not self._told:
            news = WindowChange("assumed", self.tokens)
        if news is not None:
            self._told = True
            kept = None if news.finding == "assumed" else news.tokens
            await asyncio.to_thread(self._learned.keep, *self._place, kept)
        return news

    def _learn(self, news: WindowChange) -> None:
        self.tokens, self.assumed, self._news = news.tokens, False, news
