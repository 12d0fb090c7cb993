from __future__ import annotations

import pytest

from axon_desktop.llm.context_size.tokens import (
    KNOWN_VOCABULARY,
    UNKNOWN_VOCABULARY,
    TokenMeter,
    estimate_messages,
    estimate_tokens,
)
from axon_desktop.llm.messages import Message, ToolCall, ToolDefinition

# Bytes of a character, and characters of a token with each vocabulary (measured in research/protocols.md 4).
ENGLISH, CHINESE, PYTHON, JSON = (1, "english"), (3, "chinese"), (1, "python"), (1, "json")
MEASURED = [
    (ENGLISH, KNOWN_VOCABULARY, 4.13),
    (ENGLISH, KNOWN_VOCABULARY, 4.16),
    (ENGLISH, KNOWN_VOCABULARY, 3.6),  # the file with the most tokens
    (ENGLISH, UNKNOWN_VOCABULARY, 3.79),
    (ENGLISH, UNKNOWN_VOCABULARY, 3.2),
    (CHINESE, KNOWN_VOCABULARY, 1.63),
    (CHINESE, KNOWN_VOCABULARY, 1.5),
    (CHINESE, KNOWN_VOCABULARY, 1.30),
    (CHINESE, UNKNOWN_VOCABULARY, 1.07),
    (PYTHON, KNOWN_VOCABULARY, 4.27),
    (PYTHON, KNOWN_VOCABULARY, 3.2),
    (PYTHON, UNKNOWN_VOCABULARY, 4.21),
    (JSON, KNOWN_VOCABULARY, 5.2),
    (JSON, UNKNOWN_VOCABULARY, 5.3),
]


def words(estimated: int) -> list[Message]:
    """Return a message that is estimated, without any factor, at so many tokens."""
    return [Message("user", "x" * ((estimated - 4) * 4))]


@pytest.mark.parametrize(("kind", "factor", "characters_per_token"), MEASURED)
def test_estimate_is_an_upper_one_for_what_was_measured(
    kind: tuple[int, str], factor: float, characters_per_token: float
) -> None:
    text = {1: "a", 3: "字"}[kind[0]] * 10_000
    true = 10_000 / characters_per_token
    assert true <= estimate_tokens(text, factor) <= 2 * true


def test_messages_count_all_that_is_sent() -> None:
    plain = Message("assistant", "text")
    thinking = Message("assistant", "text", reasoning="thought " * 10)
    signed = Message(
        "assistant",
        "text",
        reasoning="thought " * 10,
        blocks=({"type": "thinking", "thinking": "thought " * 10, "signature": "s" * 400},),
    )
    calling = Message("assistant", "text", tool_calls=(ToolCall("read_note", {"path": "a" * 40}),))
    sizes = [estimate_messages([message]) for message in (plain, thinking, signed)]
    assert sizes == sorted(set(sizes))
    assert sizes[2] - sizes[1] >= 100 * KNOWN_VOCABULARY
    assert estimate_messages([calling]) > estimate_messages([plain]) + 10
    tool = ToolDefinition("t", "d" * 400, {"type": "object"})
    assert estimate_messages([plain], [tool]) > estimate_messages([plain]) + 100


def test_meter_starts_with_what_is_known() -> None:
    assert TokenMeter(1.25).factor == pytest.approx(1.25)


def test_meter_rises_at_once_and_comes_down_slowly() -> None:
    meter = TokenMeter(1.25)
    meter.observe(words(10_000), (), 20_000)
    assert meter.factor == pytest.approx(2.0 * 1.1)
    meter.observe(words(10_000), (), 10_000)
    assert 1.5 < meter.factor < 2.2
    for _ in range(20):
        meter.observe(words(10_000), (), 10_000)
    assert meter.factor == pytest.approx(1.1, abs=0.01)


def test_meter_stays_an_upper_estimate_while_the_text_changes() -> None:
    meter = TokenMeter(KNOWN_VOCABULARY)
    for ratio in (1.0, 1.05, 1.4, 1.45, 1.3, 1.35, 1.0, 1.1):
        meter.observe(words(10_000), (), round(10_000 * ratio))
        assert estimate_messages(words(10_000), factor=meter.factor) >= 10_000 * ratio


def test_meter_keeps_within_bounds_and_ignores_small_requests() -> None:
    meter = TokenMeter(1.4)
    meter.observe(words(100), (), 5_000)
    meter.observe(words(10_000), (), 0)
    assert meter.factor == pytest.approx(1.4)
    meter.observe(words(10_000), (), 10_000_000)
    assert meter.factor == pytest.approx(TokenMeter.HIGHEST)
    for _ in range(50):
        meter.observe(words(10_000), (), 1)
    assert meter.factor == pytest.approx(TokenMeter.LOWEST, abs=0.01)
