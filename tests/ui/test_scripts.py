"""Scripts without blanks between words: those who read them agree on where a word ends."""

from __future__ import annotations

import re

import pytest

from axon_desktop.text.merge import merge_words
from axon_desktop.text.scripts import HAN, KANA
from axon_desktop.ui.status_bar.word_count import measure


@pytest.mark.parametrize("sign", ["主", "\u3007", "か", "カ", "\uff76", "\U0001b001", "\U00020000"])
def test_a_sign_is_a_word_when_it_is_counted_and_when_it_is_merged(sign: str) -> None:
    assert re.fullmatch(f"[{HAN}{KANA}]", sign)
    assert measure(sign * 6).words == 6
    text = sign * 6
    assert (
        merge_words(text.encode(), f"A{text[1:]}".encode(), f"{text[:-1]}Z".encode()) == f"A{sign * 4}Z".encode()
    )
