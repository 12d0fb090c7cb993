"""A name with a slip of the keyboard is known; another day, year, chapter or word is not the same thing."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from axon_desktop.vault.names.misspelling import is_misspelled

SLIPS = [
    ("Shoping list", "Shopping list"),
    ("Meeting Note January", "Meeting Notes January"),
    ("meeting-notes-january", "Meeting Notes January"),
    ("Recieved letters", "Received letters"),
    ("Projetcs", "Projects"),
    ("Quaterly review 2026", "Quarterly review 2026"),
    ("Kafeehaus Wien", "Kaffeehaus Wien"),
    ("Caf\u00e9 notes", "Cafe\u0301 notes"),
    ("Übersicht Projkte", "Übersicht Projekte"),
    ("Заметки о путешестви", "Заметки о путешествии"),
    ("Architecure decisions", "Architecture decisions"),
    ("Ｍeeting notes", "Meeting notes"),
]
OTHERS = [
    ("Daily/2026-11-22", "Daily/2026-11-21"),
    ("Budget plan 2026", "Budget plan 2025"),
    ("Book/Chapter 2", "Book/Chapter 1"),
    ("Book/Chapter 12", "Book/Chapter 1"),
    ("Chapter VII The long way", "Chapter VIII The long way"),
    ("Rocky Mountains II", "Rocky Mountains I"),
    ("Bills/2026120a3", "Bills/20261203a"),
    ("会议记录第三章总结报告", "会议记录第四章总结报告"),
    ("北京旅行计划安排清单草稿", "南京旅行计划安排清单草稿"),
    ("2026年11月22日的工作日志", "2026年11月21日的工作日志"),
    ("プロジェクト計画書その一", "プロジェクト計画書その二"),
    ("Vacation plan A overview", "Vacation plan B overview"),
    ("Import of the old data", "Export of the old data"),
    ("Possible causes of the fault", "Impossible causes of the fault"),
    ("Project notes summary", "Project notes"),
    ("Notes from Tuesday's class", "Notes from Thursday's class"),
    ("Weekly report June 2026", "Weekly report July 2026"),
    ("Version ٣ of the contract", "Version ٤ of the contract"),
    ("Sprint １２ retrospective", "Sprint １３ retrospective"),
    ("Release 1.2.3 checklist", "Release 1.2.4 checklist"),
    ("Talk with Maria about money", "Talk with Mario about money"),
    ("Daily/2026-01-03/-", "Daily/2026-01-03"),
    ("Introduction to programming in C++", "Introduction to programming in C"),
    ("Projects/Archive/Plan of work", "Projects/Archive Plan of work"),
    ("Room 4b inventory of chairs", "Room 4c inventory of chairs"),
]
WORDS = st.text("abcdefghijklmnopqrstuvwxyz", min_size=5, max_size=12)


@pytest.mark.parametrize(("written", "name"), SLIPS)
def test_slip_is_known(written: str, name: str) -> None:
    assert is_misspelled(written, name)


@pytest.mark.parametrize(("written", "name"), OTHERS)
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
