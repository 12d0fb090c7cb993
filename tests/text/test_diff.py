"""Where two texts are alike: the same as `difflib` says, in a time that equal lines do not make long."""

from __future__ import annotations

import time
from difflib import SequenceMatcher

from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.text.diff import matches
from axon_desktop.text.merge import merge

lines = st.lists(st.integers(0, 3), max_size=16)


@given(lines, lines)
def test_matches_are_those_of_difflib(old: list[int], new: list[int]) -> None:
    known = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    assert [tuple(match) for match in matches(old, new)] == [tuple(block) for block in known[:-1]]


@given(lines, st.lists(st.tuples(st.integers(0, 16), st.integers(0, 2), lines), max_size=3))
def test_matches_of_an_edited_text_are_those_of_difflib(
    old: list[int], edits: list[tuple[int, int, list[int]]]
) -> None:
    new = old.copy()
    for at, count, instead in edits:
        new[at : at + count] = instead
    known = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    assert [tuple(match) for match in matches(old, new)] == [tuple(block) for block in known[:-1]]


def test_blank_lines_between_many_changed_paragraphs_take_no_time() -> None:
    base = [f"paragraph {number}" for number in range(3_000)]
    ours = [f"{line} ours" if number % 2 else line for number, line in enumerate(base)]
    theirs = [line if number % 2 else f"{line} theirs" for number, line in enumerate(base)]
    both = [f"{line} ours" if number % 2 else f"{line} theirs" for number, line in enumerate(base)]
    begun = time.process_time()
    merged = merge(*("\n\n".join(side).encode() for side in (base, ours, theirs)))
    assert merged == "\n\n".join(both).encode()
    assert time.process_time() - begun < 5
