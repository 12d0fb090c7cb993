"""What a conversation has used, and what a turn may still use.

Numbers come from the provider's own count. Where it gave none, and for what has not been sent yet, they are upper
estimates.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import UTC, datetime

from axon_desktop.agent.events import BudgetWarning
from axon_desktop.llm.context_size.tokens import estimate_messages
from axon_desktop.llm.messages import Message, ToolDefinition, Usage
from axon_desktop.llm.provider import Provider
from axon_desktop.settings.settings import LimitSettings

_WARN_AT = 0.8
LEAST_REPLY = 256
"""Tokens that a reply must be allowed to have; with less left, the model is not called."""
LONGEST_CAP = 8_192
"""Tokens above which a reply is not capped: servers refuse a cap above what their model can write."""


class Meter:
    """What a conversation has used so far, as counted by its providers."""

    def __init__(self) -> None:
        self.usage = Usage()
        """Tokens."""
        self.cost: float | None = None
        """US dollars, as far as prices are known; None as long as none is."""

    def add(self, usage: Usage, cost: float | None) -> None:
        """Count one model call."""
        self.usage += usage
        if cost is not None:
            self.cost = (self.cost or 0.0) + cost


class Budget:
    """The ceiling of one turn, in tokens and in money, and how much of it is used."""

    def __init__(self, provider: Provider, limits: LimitSettings) -> None:
        self.counted = Usage()
        """Tokens of this turn that the provider counted."""
        self._provider = provider
        self._max_tokens = limits.turn_tokens
        self._max_cost = limits.turn_cost
        self._tokens = 0
        self.cost: float | None = None
        """US dollars of this turn so far; None as long as no price is known."""
        self._last: Usage | None = None
        """Tokens of the last call."""
        self._last_measure = 0
        """What the last request was estimated at."""
        self._measured = 0
        """What the request is estimated at that `room` was asked about."""
        self._warned = False
        self._short_of_money = False
        """Whether the reply that `room` was asked about is held up by the costs rather than by the tokens."""

    @property
    def limited(self) -> bool:
        """Whether there is a ceiling at all."""
        return self._max_tokens is not None or self._max_cost is not None

    def room(
        self, messages: Sequence[Message], tools: Sequence[ToolDefinition], added: Sequence[Message]
    ) -> int | None:
        """Return how many tokens the reply to this request may have; None without a ceiling.

        `added` are the messages since the last call of this turn. Less than `LEAST_REPLY` is no room for a reply.
        """
        if not self.limited:
            return None
        prompt = self._expect(messages, tools, added)
        room = affordable = float("inf")
        if self._max_tokens is not None:
            room = self._max_tokens - self._tokens - prompt.prompt_tokens
        if self._max_cost is not None:
            affordable = self._affordable(prompt, self._max_cost - (self.cost or 0.0))
        self._short_of_money = affordable < room
        return int(min(room, affordable, 1 << 40))

    @property
    def nearest(self) -> tuple[int | None, float | None]:
        """The ceiling, in tokens or in money, that the reply is held to which `room` was asked about."""
        return (None, self._max_cost) if self._short_of_money else (self._max_tokens, None)

    def spend(self, usage: Usage) -> float | None:
        """Take note of a call that the provider counted; return what it cost in US dollars, None if unknown."""
        self._last, self._last_measure = usage, self._measured
        return self.spend_aside(usage)

    def spend_aside(self, usage: Usage) -> float | None:
        """Do the same for a call that is no round, and so says nothing of what the next round will take."""
        self.counted += usage
        return self._spend(usage)

    def estimate(self, messages: Sequence[Message], tools: Sequence[ToolDefinition], reply: Message) -> None:
        """Take note of a call that the provider did not count."""
        if self.limited:
            usage = Usage(self._measure(messages, tools), self._measure([reply]))
            self._last, self._last_measure = usage, self._measured
            self._spend(usage)

    def warning(self, turn_id: str) -> BudgetWarning | None:
        """Return the warning when it is due: once, when four fifths are used."""
        shares = [
            used / most
            for used, most in ((self._tokens, self._max_tokens), (self.cost, self._max_cost))
            if used is not None and most is not None
        ]
        if self._warned or max(shares, default=0.0) < _WARN_AT:
            return None
        self._warned = True
        return BudgetWarning(
            turn_id=turn_id,
            tokens=self._tokens,
            cost=self.cost,
            max_tokens=self._max_tokens,
            max_cost=self._max_cost,
        )

    def _spend(self, usage: Usage) -> float | None:
        self._tokens += usage.prompt_tokens + usage.completion_tokens
        cost = self._price(usage)
        if cost is not None:
            self.cost = (self.cost or 0.0) + cost
        return cost

    def _expect(
        self, messages: Sequence[Message], tools: Sequence[ToolDefinition], added: Sequence[Message]
    ) -> Usage:
        """Return the prompt of the next request, as the provider will count it at most."""
        last = self._last
        self._measured = self._measure(messages, tools)
        if last is None:
            return Usage(prompt_tokens=self._measured)
        tokens = last.prompt_tokens + last.completion_tokens + self._measure(added)
        if self._measured < self._last_measure:  # something was cut off or summed up since
            tokens = math.ceil(last.prompt_tokens * self._measured / self._last_measure)
        cached = min(tokens, last.cached_tokens)  # what was read from the cache once is there again
        return Usage(
            prompt_tokens=tokens,
            cached_tokens=cached,
            cache_write_tokens=tokens - cached if last.cache_write_tokens else 0,
        )

    def _affordable(self, prompt: Usage, money: float) -> float:
        """Return how many tokens of a reply the money pays for; no end to them while the price is unknown."""
        base, more = self._price(prompt), self._price(prompt + Usage(completion_tokens=1_000_000))
        if base is None or more is None:
            return float("inf")
        left = money - base
        return left / (more - base) * 1_000_000 if more > base else (float("inf") if left >= 0 else 0)

    def _price(self, usage: Usage) -> float | None:
        return self._provider.cost(usage, datetime.now(UTC))

    def _measure(self, messages: Sequence[Message], tools: Sequence[ToolDefinition] = ()) -> int:
        return estimate_messages(messages, tools, self._provider.token_factor)
