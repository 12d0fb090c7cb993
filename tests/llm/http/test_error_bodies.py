"""What providers and gateways answer with, in each shape that was seen: `tests/data/provider_errors.json`."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from axon_desktop.llm.http.failures import http_failure
from axon_desktop.llm.http.retry import is_worth_retrying

ERRORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "data" / "provider_errors.json").read_text("utf-8")
)
_PRINTED_BY_PYTHON = re.compile(r"\{'|\['|\bb'|None\b|\{\"|Traceback|\w+\(['\"]")


@pytest.mark.parametrize("case", ERRORS, ids=[case["name"] for case in ERRORS])
def test_error_says_what_happened_in_words(case: dict[str, Any]) -> None:
    body = case["body"]
    data = (body if isinstance(body, str) else json.dumps(body)).encode()
    failure = http_failure(case["status"], case.get("headers", {}), data, name="Box", model="m")
    assert type(failure).__name__ == case["kind"]
    assert case["words"] in failure.words if case["words"] else not failure.words
    assert failure.words in failure.text
    assert not _PRINTED_BY_PYTHON.search(failure.text)
    assert failure.retry_after == (pytest.approx(case["wait"]) if "wait" in case else None)
    if "retryable" in case:
        assert is_worth_retrying(failure) == case["retryable"]
