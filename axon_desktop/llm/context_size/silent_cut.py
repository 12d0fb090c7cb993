"""Detection of a server that silently cuts a long prompt: it counts far fewer tokens than were sent.

There is no tokenizer, so what was sent is estimated from below: repeated characters, and thinking that may not be
sent back, count little. Tokens that a server counts separately, as cached, are part of what it has read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from msgspec import Struct

from axon_desktop.llm.messages import Message, ToolDefinition, Usage

_RUN = re.compile(r"(\W)\1{2,}")
_LEAST_RATIO = 0.75
"""Tokens per four bytes of ordinary text, with the most compact vocabulary."""
_WELL_BELOW = 0.65
"""Share of the expected count, below which something was cut off."""
_SMALLEST = 2_000
"""Tokens sent below which nothing is concluded."""
_LEAST_COUNT = 1_024
"""Tokens below which a count cannot be of a whole prompt."""
_GROWTH = 1_000
"""Tokens by which a request must have grown for its count to have to grow as well."""
_LIKENESS = 0.25
"""Relative difference up to which two numbers are taken for the same."""
_STUCK = 0.4
"""Share of a request's growth, below which its count has not grown."""


class SilentCut(Struct, frozen=True):
    """A prompt that was cut, in tokens."""

    read: int
    """As the server counted them."""
    sent: int
    """As estimated, from below."""


class _Request(Struct, frozen=True):
    first: Message
    sent: int
    counted: int


class CutWatch:
    """Compares the counts of one server with what it was sent."""

    def __init__(self) -> None:
        self._ratio = _LEAST_RATIO
        """As last measured with a whole prompt."""
        self._counts_all = False
        """Whether its counts were seen to include cached tokens."""
        self._before: _Request | None = None
        self._sizes: dict[int, tuple[Message, int]] = {}
        """Of the messages of the last request, by identity."""

    def look(self, messages: Sequence[Message], tools: Sequence[ToolDefinition], usage: Usage) -> SilentCut | None:
        """Return the cut of a request's prompt; None when nothing shows one."""
        counted = usage.prompt_tokens + usage.cached_tokens + usage.cache_write_tokens
        if usage.prompt_tokens < _LEAST_COUNT or not messages:
            return None
        self._sizes = {id(message): (message, self._size(message)) for message in messages}
        offered = _least(tool.description + json.dumps(tool.parameters, ensure_ascii=False) for tool in tools)
        first = self._size(messages[0]) + offered
        sent = offered + sum(self._sizes[id(message)][1] for message in messages)
        before, self._before = self._before, _Request(messages[0], sent, counted)
        grown = sent - before.sent if before is not None and before.first == messages[0] else 0
        if not self._counts_all and self._is_rest(usage.prompt_tokens, grown or sent - first):
            return None
        expected = sent * min(max(self._ratio, _LEAST_RATIO), 1.0)
        far_below = counted < expected * _WELL_BELOW
        stuck = (
            before is not None
            and grown >= _GROWTH
            and counted < expected
            and counted - before.counted < grown * _LEAST_RATIO * _STUCK
        )
        if sent >= _SMALLEST and (far_below or stuck):
            return SilentCut(usage.prompt_tokens, int(round(expected, -2)))
        self._ratio = usage.prompt_tokens / max(sent, 1)
        self._counts_all = self._counts_all or 0 < grown < sent / 2
        return None

    def _size(self, message: Message) -> int:
        """Return the least tokens of a message; computed once for each."""
        known = self._sizes.get(id(message))
        return known[1] if known is not None and known[0] is message else _least(_texts(message))

    def _is_rest(self, counted: int, fresh: int) -> bool:
        """Tell whether only uncached tokens were counted: those that are new since the last request."""
        expected = fresh * self._ratio
        return abs(counted - expected) < _LIKENESS * expected


def _least(texts: Iterable[str]) -> int:
    """Return the least size of texts, in units of four bytes."""
    return sum(len(_RUN.sub(r"\1", text).encode("utf-8", "replace")) for text in texts) // 4


def _texts(message: Message) -> list[str]:
    return [message.content, *(json.dumps(call.params, ensure_ascii=False) for call in message.tool_calls)]
