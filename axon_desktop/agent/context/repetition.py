"""Noticing a model that goes round in circles: within one reply, or over rounds with the same call."""

from __future__ import annotations

import json
from collections.abc import Iterable

from axon_desktop.llm.messages import ToolCall, ToolResult

_WINDOW = 2_000
"""Characters that must be nothing but repetition; shorter runs are tables, rules and blank forms."""
_REPEATS = 6
_LONGEST = 2_000
_PROBE = 32
_STEP = 256


class RepetitionDetector:
    """Watches a growing text for a tail that repeats one piece over and over."""

    def __init__(self) -> None:
        self._tail = ""
        self._total = 0
        self._fresh = 0

    def feed(self, text: str) -> int | None:
        """Take the next piece; return how many characters were worth keeping once the text goes in circles.

        Costs the same for every piece, however long the text has become.
        """
        self._total += len(text)
        self._fresh += len(text)
        self._tail = (self._tail + text)[-_LONGEST * _REPEATS :]
        if self._fresh < _STEP:
            return None
        self._fresh = 0
        period = self._period()
        if period is None:
            return None
        span = max(_WINDOW, period * _REPEATS)
        window = self._tail[-span:]
        if len(window) < span or window[period:] != window[:-period] or not window.strip():
            return None
        return self._total - span + period

    def _period(self) -> int | None:
        """Return the distance from the end of the text to the last place that reads the same."""
        start = len(self._tail) - _PROBE
        if start <= 0:
            return None
        earlier = self._tail.rfind(self._tail[start:], 0, len(self._tail) - 1)
        period = start - earlier
        return period if earlier >= 0 and period <= _LONGEST else None


def call_key(call: ToolCall) -> str:
    """Return a text that is equal for calls of the same tool with equal arguments."""
    return f"{call.tool} {json.dumps(call.params, sort_keys=True, ensure_ascii=False)}"


class RepeatedCalls:
    """Counts in how many rounds running the same call gave the same result."""

    def __init__(self) -> None:
        self._streaks: dict[str, int] = {}

    def add_round(self, results: Iterable[tuple[ToolCall, ToolResult]]) -> int:
        """Take the calls of one round; return the length of the longest streak."""
        keys = {f"{call_key(call)} {result.data!r} {result.error!r}" for call, result in results}
        self._streaks = {key: self._streaks.get(key, 0) + 1 for key in keys}
        return max(self._streaks.values(), default=0)
