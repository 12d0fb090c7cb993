"""The key is found in each form in which it may stand; `python -m bench.canary_key` looks after real runs."""

import base64
from urllib.parse import quote

import pytest

from bench.canary_key import CANARY, find_key

PLAIN = CANARY.encode()


@pytest.mark.parametrize(
    "text",
    [
        b"Authorization: Bearer " + PLAIN,
        b"key=" + quote(CANARY, safe="").encode(),
        PLAIN[::-1],
        *(base64.b64encode(b"s" * lead + PLAIN + b"tail") for lead in range(7)),
    ],
)
def test_key_is_found(text: bytes) -> None:
    assert len(find_key({"somewhere": b"before " + text + b" after"})) == 1


def test_nothing_is_found_in_what_holds_none() -> None:
    assert find_key({"somewhere": PLAIN[:8] + b"...", "else": b""}) == []
