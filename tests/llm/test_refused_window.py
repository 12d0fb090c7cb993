"""What is counted on after a server has refused a request for its length."""

from __future__ import annotations

import pytest

from axon_desktop.errors import LLMContextError
from axon_desktop.llm.context_size.context_window import ContextWindow


def refusal(window: int | None = None, needed: int | None = None, excess: int | None = None) -> LLMContextError:
    error = LLMContextError("too long")
    error.window, error.needed, error.excess = window, needed, excess
    return error


@pytest.mark.parametrize(
    ("error", "tokens"),
    [
        (refusal(window=8_192), 8_192),
        (refusal(window=2_048), 2_048),
        (refusal(window=1_024), 1_024),
        (refusal(needed=9_000, excess=1_000), 8_000),
        (refusal(window=256), 5_120),
        (refusal(window=10), 5_120),
        (refusal(window=0), 5_120),
        (refusal(needed=100, excess=5_000), 5_120),
        (refusal(), 5_120),
    ],
    ids=lambda value: str(value.window or value.excess) if isinstance(value, LLMContextError) else str(value),
)
def test_a_number_is_believed_with_which_one_can_work(error: LLMContextError, tokens: int) -> None:
    window = ContextWindow("https://one.example", "m")
    window.refuse(error, about=1_400, sent=1_400 if tokens == 5_120 else 30_000)
    assert window.tokens == tokens


def test_a_refusal_without_a_number_makes_a_long_request_shorter() -> None:
    window = ContextWindow("https://one.example", "m")
    window.refuse(refusal(), about=20_000, sent=20_000)
    assert 5_120 < window.tokens < 20_000


def test_a_small_window_that_the_user_has_set_stays() -> None:
    window = ContextWindow("https://one.example", "m", chosen=2_048)
    window.refuse(refusal(window=10), about=1_400, sent=1_400)
    assert window.tokens == 2_048
