"""A name with a slip of the keyboard is known; another day, year, chapter or word is not the same thing."""

from __future__ import annotations

import json
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from axon_desktop.vault.names.misspelling import is_misspelled

NAMES = json.loads((Path(__file__).parents[2] / "data" / "near_names.json").read_text("utf-8"))
WORDS = st.text("abcdefghijklmnopqrstuvwxyz", min_size=5, max_size=12)


@pytest.mark.parametrize(("written", "name"), NAMES["slips"])
def test_slip_is_known(written: str, name: str) -> None:
    assert is_misspelled(written, name)


@pytest.mark.parametrize(("written", "name"), NAMES["others"])
def test_another_thing_is_no_slip(written: str, name: str) -> None:
    assert not is_misspelled(written, name)
    assert not is_misspelled(name, written)


@given(
    words=st.lists(WORDS, min_size=1, max_size=4),
    at=st.integers(0, 99),
    slip=st.sampled_from(["add", "drop", "swap"]),
)
def test_one_slip_in_a_long_word_is_known(words: list[str], at: int, slip: str) -> None:
    word = words[at % len(words)]
    place = 1 + at % (len(word) - 2)
    assume(slip != "drop" or len(word) > 5)
    wrong = {
        "add": word[:place] + "q" + word[place:],
        "drop": word[:place] + word[place + 1 :],
        "swap": word[:place] + word[place + 1] + word[place] + word[place + 2 :],
    }[slip]
    written = [wrong if one is word else one for one in words]
    assert is_misspelled(" ".join(written), "_".join(words)) or set(word + wrong) <= set("ivxlcdm")


@given(
    first=st.from_regex(r"[A-Za-z ]{0,30}\d{1,8}[a-z ]{0,30}", fullmatch=True),
    digit=st.integers(0, 9),
    at=st.integers(0, 7),
)
def test_no_other_number_is_a_slip(first: str, digit: int, at: int) -> None:
    places = [index for index, character in enumerate(first) if character.isdigit()]
    place = places[at % len(places)]
    other = first[:place] + str(digit) + first[place + 1 :]
    assume(normalize("NFKC", other) != normalize("NFKC", first))  # a digit in another form is the same number
    assert not is_misspelled(other, first)
