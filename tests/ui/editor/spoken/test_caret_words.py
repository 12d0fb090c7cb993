"""What is said of the lines of a note that is written in Live, and the jumps through it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QTextCursor
from PySide6.QtTest import QTest

from axon_desktop.ui.editor.spoken.caret_words import CaretWords
from axon_desktop.ui.editor.spoken.jumps import jump
from axon_desktop.ui.editor.spoken.line_words import spoken_line
from axon_desktop.ui.editor.text_edit import NoteTextEdit
from axon_desktop.ui.utf16 import units
from tests.ui.hearing import hear

LINES = json.loads((Path(__file__).parents[3] / "data" / "spoken_lines.json").read_text("utf-8"))
NOTE = (
    "Some [[Home|words]] and [a site](https://example.org).\n\n# One\n\n- one\n- [ ] two\n\nText\n\n"
    "Two\n---\n\n> said\n\n```python\n# not one\n```\n\n| Bed | Row |\n| - | - |\n| a | 1 |\n"
)
Heard = Callable[[], list[str]]


@pytest.fixture
def heard(edit: NoteTextEdit, monkeypatch: pytest.MonkeyPatch) -> Iterator[Heard]:
    """Return a function that returns what was said since it was called before."""
    said = hear(monkeypatch)
    CaretWords.of(edit)
    QAccessible.setActive(True)

    def news() -> list[str]:
        new = [text for text, _ in said if text]
        said.clear()
        return new

    yield news
    QAccessible.setActive(False)


def put_caret(edit: NoteTextEdit, place: int) -> None:
    cursor = QTextCursor(edit.document())
    cursor.setPosition(place)
    edit.setTextCursor(cursor)


def test_lines_are_said_with_what_they_are(edit: NoteTextEdit) -> None:
    for source, entered, whole in LINES:
        before, mark, after = source.partition("¦")
        edit.open_text(before + after)
        put_caret(edit, units(before) if mark else 0)
        cursor = edit.textCursor()
        line = spoken_line(edit.note_layout, cursor.block())
        place = cursor.positionInBlock()
        assert (line.entered(None, place), line.entered(None, place, whole=True)) == (entered, whole), source


def test_who_goes_through_a_note_hears_what_is_entered(edit: NoteTextEdit, heard: Heard) -> None:
    edit.open_text(NOTE)
    put_caret(edit, len(NOTE))
    heard()

    def press(key: Qt.Key, times: int = 1) -> list[str]:
        for _ in range(times):
            QTest.keyClick(edit, key)
        return heard()

    put_caret(edit, 0)
    assert heard() == ["Link: words, Link: a site"]
    assert press(Qt.Key.Key_Right, 6) == ["Link: words"]
    assert press(Qt.Key.Key_Right, 14) == ["Text"]
    put_caret(edit, 0)
    heard()
    assert press(Qt.Key.Key_Down, 5) == ["Heading level 1", "Item 1 of 2", "Task, not done, 2 of 2"]
    assert press(Qt.Key.Key_Down, 7) == ["Heading level 2", "Underline of the heading", "Quote"]
    assert press(Qt.Key.Key_Down, 4) == ["Code, python", "End of the code"]
    put_caret(edit, NOTE.index("Text"))
    assert heard() == ["Text"]
    put_caret(edit, NOTE.index("| a"))
    assert heard() == ["Table with 2 columns and 1 row, Row 1 of 1, Bed, column 1 of 2"]
    assert press(Qt.Key.Key_Right, 6) == ["Row, column 2 of 2"]


def test_what_typing_makes_of_a_line_is_said(edit: NoteTextEdit, heard: Heard) -> None:
    edit.open_text("")
    heard()
    QTest.keyClicks(edit, "- milk")
    assert heard() == ["Item 1 of 1"]
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert heard() == ["Item 2 of 2"]
    edit.set_live(False)
    QTest.keyClick(edit, Qt.Key.Key_Up)
    assert heard() == [], "Source is read as it stands"


def test_jumps_lead_to_the_next_of_a_kind_and_say_it(edit: NoteTextEdit, heard: Heard) -> None:
    edit.open_text(NOTE)
    put_caret(edit, 0)
    heard()

    def go(kind: str, step: int = 1) -> str:
        jump(edit, kind, step)
        return heard()[-1]

    assert go("link") == "Link: words"
    assert go("link") == "Link: a site"
    assert go("link") == "There is no other."
    assert go("link", -1) == "Link: words"
    assert go("heading") == "Heading level 1, One"
    assert go("heading") == "Heading level 2, Two"
    assert go("heading") == "There is no other."
    assert go("heading", -1) == "Heading level 1, One"
    assert go("list") == "Item 1 of 2, one"
    assert go("task") == "Task, not done, 2 of 2, two"
    assert go("quote") == "Quote, said"
    assert go("code").startswith("Code, python")
    assert go("table").startswith("Table with 2 columns and 1 row, Titles of the columns")
    assert go("formula") == "There is no other."
    assert go("task", -1) == "Task, not done, 2 of 2, two"
