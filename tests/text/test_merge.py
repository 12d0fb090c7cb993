"""Edits of two people within one paragraph: put together where words stay between them, and no word gets lost."""

from __future__ import annotations

import time
from collections import Counter
from typing import Literal, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axon_desktop.text.merge import clashes, merge, merge_words

FILLER = " ".join(f"word{number}" for number in range(30))


def check(base: str, ours: str, theirs: str, wanted: str | None) -> None:
    """Merge both ways."""
    sides = ours.encode(), theirs.encode()
    then = None if wanted is None else wanted.encode()
    assert merge(base.encode(), *sides) == then
    assert merge(base.encode(), *sides[::-1]) == then


def test_words_typed_at_the_end_of_a_paragraph_stand_beside_others_at_its_beginning() -> None:
    base = f"# Plan\n\nThe first words {FILLER} the end.\n\nNext.\n"
    ours = base.replace("the end.", "the end. Typed here")
    theirs = base.replace("The first", "My very first")
    both = theirs.replace("the end.", "the end. Typed here")
    check(base, ours, theirs, both)
    end = base.index("\n\nNext")  # the paragraph is the last line, and has no end
    check(
        base[:end], ours[: ours.index("\n\nNext")], theirs[: theirs.index("\n\nNext")], both[: both.index("\n\nN")]
    )


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "wanted"),
    [
        ("one two three\n", "ONE two three\n", "one two THREE\n", "ONE two THREE\n"),
        ("one two three\r\n", "one two three 4\r\n", "0 one two three\r\n", "0 one two three 4\r\n"),
        ("one two three four", "two three four", "one two three", "two three"),
        ("one two\tthree  four \n", "ONE two\tthree  four \n", "one two\tthree  4 \n", "ONE two\tthree  4 \n"),
        ("今天很好，我们散步。", "昨天很好，我们散步。", "今天很好，我们吃饭。", "昨天很好，我们吃饭。"),
        ("one two three\n", "ONE two three 4\n", "ONE two three\n", "ONE two three 4\n"),  # the same on both sides
        ("one two three\n", "one two 3 three\n", "1 one two three\n\nnew\n", "1 one two 3 three\n\nnew\n"),
        ("a b\n", "A b\n", "a B\n", None),  # nothing between
        # both typed, or took out, the same word among equal ones: nobody knows which
        ("a very big cat\n", "a very very big cat\n", "One very very big cat\n", None),
        ("a very very very big cat\n", "a very very big cat\n", "One very very big cat\n", None),
        ("a very big cat sat\n", "a very very big cat sat\n", "a very big cat lay\n", "a very very big cat lay\n"),
        ("one a two\n", "ONE a two\n", "one a TWO\n", None),  # no word between
        ("星期一开会\n", "周期一开会\n", "星期二开会\n", None),  # one character is half a word
        ("on 2026-01-05\n", "on 2027-01-05\n", "on 2026-01-06\n", None),  # a date is one word
        ("the cat sat\n", "the cat sat down\n", "the cat sat up\n", None),
        ("the cat sat\n", "the cat sat down\n", "the cat stood\n", None),
        ("1 two three four five\n", "five\n", "1 two three 3 four five\n", None),  # all around it taken away
        ("one\ntwo three\n", "one\r\ntwo three\r\n", "one\ntwo 3\n", None),
        ("one\ntwo three four\n", "one\r\ntwo three four\r\n", "one\ntwo 3 four\n", "one\r\ntwo 3 four\r\n"),
    ],
)
def test_edits_of_one_line(base: str, ours: str, theirs: str, wanted: str | None) -> None:
    check(base, ours, theirs, wanted)


def test_each_line_of_a_list_is_changed_by_one_and_one_of_them_by_the_other() -> None:
    tasks = "".join(f"- [ ] task {number} is long\n" for number in range(9))
    ours, theirs = tasks.replace("[ ]", "[x]"), tasks.replace("4 is long", "4 is long and more")
    check(tasks, ours, theirs, ours.replace("4 is long", "4 is long and more"))


def test_a_rewritten_sentence_takes_in_no_word_of_another() -> None:
    base = "the dog ran to the house of the king and slept\n"
    ours = "whoever saw the light went home, of the king nobody has heard\n"
    check(base, ours, base.replace("of the", "of me the"), None)


def test_only_lines_that_cannot_be_put_together_are_named() -> None:
    base = f"Begin {FILLER} end.\n\nother line\n"
    ours = base.replace("end.", "end. More").replace("other", "my")
    theirs = base.replace("Begin", "Start").replace("other", "their")
    check(base, ours, theirs, None)
    assert clashes(base.encode(), ours.encode(), theirs.encode()) == ((3, 3),)


def test_what_is_no_text_stays_a_conflict() -> None:
    words = b"\xff\xfe " + FILLER.encode()
    assert merge(words, words + b" end", b"begin " + words) is None


def test_what_would_take_long_stays_a_conflict() -> None:
    same = "of " * 3_000
    long = " ".join(str(number) for number in range(9_000))
    every_other = " ".join(str(number) if number % 2 else f"x{number}" for number in range(9_000))
    begun = time.process_time()
    assert merge_words(f"a b {same} c".encode(), f"A b {same} D".encode(), f"a b {same} c e".encode()) is None
    assert merge(long.encode(), every_other.encode(), f"{long} end".encode()) is None
    base = "".join(f"{number} {FILLER} end\nline {number}\n" for number in range(60))
    check(base, base.replace("end", "fin"), base.replace(f" {FILLER}", f" our {FILLER}"), None)
    base = base[: base.index("50 word")]
    theirs = base.replace(f" {FILLER}", f" our {FILLER}")
    check(base, base.replace("end", "fin"), theirs, theirs.replace("end", "fin"))
    assert time.process_time() - begun < 5
    assert merge(long.encode(), f"{long} end".encode(), f"begin {long}".encode()) == f"begin {long} end".encode()


# --- no word gets lost


Deed: TypeAlias = Literal["", "replace", "insert", "delete"]
deeds = st.sampled_from(["", "", "", "", "", "replace", "insert", "delete"])
ends = st.sampled_from([" ", " ", " ", "  ", "\n", "\r\n", ""])
OVERLAP = {("replace", "replace"), ("replace", "delete"), ("delete", "replace"), ("insert", "insert")}


def done(number: int, end: str, mine: Deed, theirs: Deed) -> str:
    """Return a word, with nothing behind it one of Chinese, after what each side did to it."""
    word, *new = (
        chr(at + number) if not end else f"{letter}{number}" for letter, at in zip("wmt", CODE_POINTS, strict=True)
    )
    added = dict(zip((mine, theirs), new, strict=True))
    before = added["insert"] + end.replace("\r", "").replace("\n", " ") if "insert" in added else ""
    return before + ("" if "delete" in added else added.get("replace", word) + end)


CODE_POINTS = 0x5000, 0x6000, 0x7000


@settings(max_examples=250, deadline=None)
@given(st.lists(st.tuples(ends, deeds, deeds), max_size=30))
def test_edits_of_random_words_are_all_there_or_none(made: list[tuple[str, Deed, Deed]]) -> None:
    units = list(enumerate(made))
    base = "".join(done(number, end, "", "") for number, (end, _, _) in units).encode()
    ours = "".join(done(number, end, mine, "") for number, (end, mine, _) in units).encode()
    theirs = "".join(done(number, end, "", other) for number, (end, _, other) in units).encode()
    merged = merge(base, ours, theirs)
    assert merged == merge(base, theirs, ours)
    if any((mine, other) in OVERLAP for _, mine, other in made):
        assert merged is None
    elif merged is not None:
        assert merged.decode() == "".join(done(number, *unit) for number, unit in units)


def texts(letters: str) -> st.SearchStrategy[str]:
    """Return texts of words that come again and again."""
    return st.lists(st.sampled_from([*(f"{letter * 3} " for letter in letters), "\n", "\r\n", "中"])).map("".join)


@settings(max_examples=250, deadline=None)
@given(texts("pqr"), texts("pqrab"), texts("pqrxy"))
def test_what_each_side_added_is_in_the_merged_text(base: str, ours: str, theirs: str) -> None:
    merged = merge(base.encode(), ours.encode(), theirs.encode())
    assert merged == merge(base.encode(), theirs.encode(), ours.encode())
    if merged is None:
        return
    count, mine, other = (Counter(text.split()) for text in (merged.decode(), ours, theirs))
    for word in ("aaa", "bbb", "xxx", "yyy"):
        assert count[word] == mine[word] + other[word]
