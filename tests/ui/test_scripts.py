"""Scripts without blanks between words: all users of the table agree on where a word ends."""

from __future__ import annotations

import re

import pytest

from axon_desktop.text.fold import HAN, KANA
from axon_desktop.text.merge import merge_words
from axon_desktop.ui.status_bar.word_count import measure


@pytest.mark.parametrize("character", ["主", "\u3007", "か", "カ", "\uff76", "\U0001b001", "\U00020000"])
def test_a_character_is_a_word_when_it_is_counted_and_when_it_is_merged(character: str) -> None:
    assert re.fullmatch(f"[{HAN}{KANA}]", character)
    assert measure(character * 6).words == 6
    text = character * 6
    assert (
        merge_words(text.encode(), f"A{text[1:]}".encode(), f"{text[:-1]}Z".encode())
        == f"A{character * 4}Z".encode()
    )
