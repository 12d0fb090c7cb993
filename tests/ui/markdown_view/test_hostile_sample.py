"""A few dozen of the malicious notes that `python -m bench.hostile_notes` shows by the thousand."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtWidgets import QApplication

from bench.hostile_notes import MEMORY_MB, show_all
from bench.hostile_texts import FAMILIES, make_note

FIRST = 2 * len(FAMILIES)
SLOW = frozenset({"formulas"})
"""Valid, but thousands of drawings."""
BUSY_MS = 200.0
"""Twice the limit, in the thread's own time: other tests share the processor and its caches."""


def test_each_family_has_a_note() -> None:
    names = [make_note(number)[0] for number in range(FIRST, FIRST + len(FAMILIES))]
    assert names == list(FAMILIES)
    assert make_note(FIRST) == make_note(FIRST)


@pytest.mark.skipif(sys.platform == "win32", reason="what is opened is heard of in other ways there")
def test_hostile_notes_hang_nothing_and_reach_nothing(qapp: QApplication) -> None:
    numbers = [FIRST + place for place, name in enumerate(FAMILIES) if name not in SLOW]
    seen = list(show_all(numbers))
    assert [note for note in seen if note.wrongs] == []
    assert [note for note in seen if note.work > BUSY_MS] == []
    assert max(note.memory for note in seen) < MEMORY_MB
