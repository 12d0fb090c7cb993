"""Retries: when a request that brought nothing yet is sent again, and after how long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axon_desktop.errors import LLMError, LLMRateLimitError

if TYPE_CHECKING:
    from tenacity import AsyncRetrying, RetryCallState

RATE_LIMIT_RETRIES = 5
OTHER_RETRIES = 3
LONGEST_WAIT = 60.0
"""Seconds; a server that asks for more gets no retry, and the error says when to try again."""


def _failure(state: RetryCallState) -> LLMError:
    assert state.outcome is not None
    failure = state.outcome.exception()
    assert isinstance(failure, LLMError)
    return failure


def is_worth_retrying(failure: BaseException) -> bool:
    """Say whether sending the same request again may help."""
    return isinstance(failure, LLMError) and failure.retryable and (failure.retry_after or 0) <= LONGEST_WAIT


def _is_over(state: RetryCallState) -> bool:
    retries = RATE_LIMIT_RETRIES if isinstance(_failure(state), LLMRateLimitError) else OTHER_RETRIES
    return state.attempt_number > retries


async def _no_sleep(_seconds: float) -> None:
    """Leave the waiting to the caller, who announces it first."""


def retrying(base: float) -> AsyncRetrying:
    """Return the attempts as tenacity counts them; `retry_state.upcoming_sleep` is the wait before each.

    `base` is the first backoff in seconds; it doubles each time, with up to as much jitter, and gives way to what
    the server asks for.
    """
    from tenacity import AsyncRetrying, retry_if_exception, wait_exponential_jitter

    backoff = wait_exponential_jitter(multiplier=base, jitter=base, max=LONGEST_WAIT)

    def wait(state: RetryCallState) -> float:
        return _failure(state).retry_after or backoff(state)

    return AsyncRetrying(
        sleep=_no_sleep, stop=_is_over, wait=wait, retry=retry_if_exception(is_worth_retrying), reraise=True
    )
