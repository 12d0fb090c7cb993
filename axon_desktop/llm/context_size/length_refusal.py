"""Parser of refusals for length: how much the server takes, and how much it counted.

Every server has its own words; tests/llm/length_refusals.py holds those that were seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

_CODES = frozenset({"context_length_exceeded", "exceed_context_size_error", "string_above_max_length"})
_NUMBER = r"(\d[\d,]*)"
_ABOUT_LENGTH = re.compile(
    r"context (length|window|size|limit)|maximum context|max(imum)? (prompt|model) length|n_keep"
    r"|(prompt|input|inputs?)\b[^.]{0,40} (is )?too (long|large)|too many (input )?tokens|exceeds max length"
    r"|input length|input token count|reduce the length of|max_new_tokens`? must be|`inputs` must have less"
    r"|token limit|prompt token count|tokens in the prompt cannot exceed|input tokens exceed",
    re.IGNORECASE,
)
_PER_MINUTE = re.compile(
    rf"too large.*tokens per min\w*.*limit:? {_NUMBER},? requested:? {_NUMBER}", re.IGNORECASE | re.DOTALL
)
"""A request that is larger than what may be sent in a minute is never taken, however long one waits."""

_WINDOW = tuple(
    re.compile(words.replace("N", _NUMBER), re.IGNORECASE)
    for words in (
        r"n_ctx\W{1,4}N",
        r"(?:context|model|prompt) length (?:is|of)(?: only)? N",
        r"context length \(N tok",
        r"context size (?:is |of |\()N",
        r"context window (?:is |of |\()N",
        r"model with N maximum context",
        r"maximum allowed length \(N",
        r"maximum number of (?:input )?tokens allowed \(N",
        r"exceed context limit: [\d,]+ \+ [\d,]+ > N",
        r"tokens > N max",
        r"max_new_tokens`? must be <= N",
        r"must have less than N tokens",
        r"token limit:? \(?N",
        r"input length should be \[\d+, N\]",
        r"(?:exceeds the|configured|exceeds) limit of N",
        r"prompt cannot exceed N",
    )
)
_SUM = re.compile(
    rf"\({_NUMBER} (?:in the messages|in your prompt|of text input)"
    rf"(?:, {_NUMBER} (?:in the functions|of tool input))?",
    re.IGNORECASE,
)
_NEEDED = tuple(
    re.compile(words.replace("N", _NUMBER), re.IGNORECASE)
    for words in (
        r"n_prompt_tokens\W{1,4}N",
        r"resulted in N tokens",
        r"(?:contains|has)(?: at least)? N (?:input )?tokens",
        r"prompt is too long:? \(?N tokens",
        r"prompt too long: N tokens",
        r"(?:request|input|prompt|input length|requested tokens|token count) \((?:total )?(?:length )?N",
        r"token count of N",
        r"exceed context limit: N \+",
        r"given: N",
        r"keep the first N tokens",
        r"n_keep \(N\)",
        r"received N",
    )
)
_EXCESS = re.compile(rf"exceeded max context length by {_NUMBER} tokens", re.IGNORECASE)
_LONGEST = 20_000
"""Characters of an error that are parsed."""
_LEAST = 256
"""Tokens below which a number is no window."""


class LengthRefusal(Struct, frozen=True):
    """The numbers of a refusal, in tokens; None for those that it does not give."""

    window: int | None = None
    """What prompt and reply may have together, or the prompt alone."""
    needed: int | None = None
    """What the server counted in the prompt."""
    excess: int | None = None
    """By how much that is too many."""


def read_length_refusal(status: int, detail: object) -> LengthRefusal | None:
    """Parse the body of an error (JSON, or text); None when it is not about length."""
    text = "\n".join(_texts(detail))[:_LONGEST]
    if status in (413, 429) and (limit := _PER_MINUTE.search(text)):
        most, requested = (_count(number) for number in limit.groups())
        return LengthRefusal(most, requested) if requested > most else None
    if status not in (400, 413, 422, 500):
        return None
    if _CODES.isdisjoint(text.split("\n")) and not _ABOUT_LENGTH.search(text):
        return None
    window = next((size for size in _found(_WINDOW, text) if size >= _LEAST), None)
    excess = _EXCESS.search(text)
    return LengthRefusal(window, _needed(text), _count(excess[1]) if excess else None)


def _needed(text: str) -> int | None:
    if parts := _SUM.search(text):
        return sum(_count(number) for number in parts.groups() if number)
    return next(_found(_NEEDED, text), None)


def _found(patterns: tuple[re.Pattern[str], ...], text: str) -> Iterator[int]:
    for pattern in patterns:
        if match := pattern.search(text):
            yield _count(match[1])


def _count(number: str) -> int:
    return int(number.replace(",", ""))


def _texts(detail: object) -> Iterator[str]:
    """Yield every text in an answer, and every whole number after its name."""
    if isinstance(detail, str):
        yield detail
    elif isinstance(detail, dict):
        for key, value in detail.items():
            if isinstance(value, int) and not isinstance(value, bool):
                yield f"{key}: {value}"
            else:
                yield from _texts(value)
    elif isinstance(detail, list):
        for value in detail:
            yield from _texts(value)
