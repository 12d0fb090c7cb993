"""A refusal for length is distinguished from other errors, and gives how much the server takes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from axon_desktop import errors
from axon_desktop.llm.context_size.length_refusal import read_length_refusal
from axon_desktop.llm.http.failures import http_failure, stream_failure
from tests.llm.length_refusals import OTHER_ERRORS, REFUSALS, Refusal


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal.server)
def test_a_refusal_says_what_the_server_takes(refusal: Refusal) -> None:
    found = read_length_refusal(refusal.status, refusal.body)
    assert found is not None
    assert (found.window, found.needed, found.excess) == (refusal.window, refusal.needed, refusal.excess)


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal.server)
def test_a_refusal_is_the_error_of_a_long_conversation_and_carries_the_numbers(refusal: Refusal) -> None:
    body = refusal.body if isinstance(refusal.body, str) else json.dumps(refusal.body)
    error = http_failure(refusal.status, {}, body.encode(), name="Server", model="m")
    assert isinstance(error, errors.LLMContextError)
    assert (error.window, error.needed, error.excess) == (refusal.window, refusal.needed, refusal.excess)
    assert not error.retryable


def test_a_refusal_inside_a_stream_is_known_too() -> None:
    body = next(refusal.body for refusal in REFUSALS if refusal.server == "llama.cpp")
    error = stream_failure(json.dumps(body), name="Server", model="m")
    assert isinstance(error, errors.LLMContextError)
    assert error.window == 256


@pytest.mark.parametrize(("status", "body"), OTHER_ERRORS)
def test_other_errors_are_no_refusals_for_their_length(status: int, body: Any) -> None:
    assert read_length_refusal(status, body) is None
    text = body if isinstance(body, str) else json.dumps(body)
    assert not isinstance(
        http_failure(status, {}, text.encode(), name="Server", model="m"), errors.LLMContextError
    )
