"""Find in Source: all matches on the screen are highlighted, the current one differently, all are counted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QTextCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from axon_desktop.theme.colors import DARK
from axon_desktop.ui.editor.text_edit import NoteTextEdit
from axon_desktop.ui.look.stylesheet import current_look, found_look
from axon_desktop.ui.look.theme import mono_font, without_ligatures
from tests.ui.colors import wear_colors


def _editor(qtbot: QtBot, text: str) -> NoteTextEdit:
    edit = NoteTextEdit()
    qtbot.addWidget(edit)
    edit.resize(700, 400)
    edit.show()
    edit.open_text(text)
    return edit


def _marks(edit: NoteTextEdit) -> list[tuple[str, bool]]:
    """Return the highlighted ranges, and whether each is the current match, in the order of the text."""
    found = edit.extraSelections()
    looks = {look().background().color().name() for look in (found_look, current_look)}
    marks = [
        (mark.cursor.selectionStart(), mark.cursor.selectedText(), mark.format.background().color().name())
        for mark in found
    ]
    assert {ground for _start, _text, ground in marks} <= looks
    current = current_look().background().color().name()
    return [(text, ground == current) for _start, text, ground in sorted(marks)]


def test_every_match_on_the_screen_is_marked_and_the_current_one_differently(qtbot: QtBot) -> None:
    edit = _editor(qtbot, "Note one\nnote two and NOTE three\n")
    edit.find("note")
    assert _marks(edit) == [("Note", True), ("note", False), ("NOTE", False)]
    edit.find_next()
    assert _marks(edit) == [("Note", False), ("note", True), ("NOTE", False)]
    edit.clear_find()
    assert _marks(edit) == []
    edit.find("nowhere")
    assert _marks(edit) == []


@pytest.mark.parametrize(
    ("text", "needle", "found"),
    [
        ("😀 café 😀 Café", "café", ["café", "Café"]),
        ("笔记一，笔记二", "笔记", ["笔记", "笔记"]),
        ("a (b) [c] *d* a.b", "(b)", ["(b)"]),
        ("a\u00a0b and a b", "a b", ["a\u00a0b", "a b"]),
        ("aaaa", "aa", ["aa", "aa"]),
        ("ÄÖ äö", "äö", ["ÄÖ", "äö"]),
        ("𝒳=1 𝒳=2", "=", ["=", "="]),
    ],
)
def test_marks_stand_where_the_matches_are_and_are_as_many_as_counted(
    qtbot: QtBot, text: str, needle: str, found: list[str]
) -> None:
    edit = _editor(qtbot, text)
    assert edit.find(needle) == len(found)
    assert [words for words, _current in _marks(edit)] == found
    assert [current for _words, current in _marks(edit)] == [True] + [False] * (len(found) - 1)


def test_marks_follow_the_screen_and_only_that_is_marked(qtbot: QtBot) -> None:
    edit = _editor(qtbot, "".join(f"line {number} needle\n" for number in range(2_000)))
    assert edit.find("needle") == 2_000
    first = edit.extraSelections()
    assert 5 < len(first) < 60
    bar = edit.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    qtbot.waitUntil(lambda: all(mark.cursor.position() > 10_000 for mark in edit.extraSelections()[:-1]))
    assert 5 < len(edit.extraSelections()) < 60
    edit.resize(700, 800)
    qtbot.waitUntil(lambda: len(edit.extraSelections()) > len(first) * 1.5)


def test_what_is_written_is_marked_and_counted_too(qtbot: QtBot) -> None:
    edit = _editor(qtbot, "needle one\n\n")
    reports: list[tuple[int, int]] = []
    edit.find_changed.connect(lambda number, total: reports.append((number, total)))
    edit.find("needle")
    cursor = edit.textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.End)
    edit.setTextCursor(cursor)
    QTest.keyClicks(edit, "Needle")
    assert [words for words, _current in _marks(edit)] == ["needle", "Needle"]
    qtbot.waitUntil(lambda: reports[-1][1] == 2)
    QTest.keyClick(edit, Qt.Key.Key_Backspace)
    assert [words for words, _current in _marks(edit)] == ["needle"]
    qtbot.waitUntil(lambda: reports[-1][1] == 1)


def test_another_note_is_searched_as_well(qtbot: QtBot) -> None:
    edit = _editor(qtbot, "one needle\n")
    reports: list[tuple[int, int]] = []
    edit.find("needle")
    edit.find_changed.connect(lambda number, total: reports.append((number, total)))
    edit.open_text("needle and needle\n")
    assert [words for words, _current in _marks(edit)] == ["needle", "needle"]
    qtbot.waitUntil(lambda: bool(reports) and reports[-1][1] == 2)


def test_colours_of_another_theme_are_taken(qtbot: QtBot) -> None:
    edit = _editor(qtbot, "needle needle\n")
    edit.find("needle")
    before = current_look().background().color().name()
    wear_colors(DARK)
    grounds = {mark.format.background().color().name() for mark in edit.extraSelections()}
    assert grounds == {look().background().color().name() for look in (found_look, current_look)}
    assert before not in grounds


def test_fonts_of_code_join_no_signs() -> None:
    for font in (mono_font(), mono_font(20), without_ligatures(QFont("Fira Code"))):
        for feature in ("calt", "liga"):
            assert font.isFeatureSet(QFont.Tag(feature))
            assert font.featureValue(QFont.Tag(feature)) == 0


def test_source_and_its_document_are_drawn_without_ligatures(qtbot: QtBot) -> None:
    edit = _editor(qtbot, "a -> b == c --- d\n")
    for size in (13, 26):
        edit.set_font_size(size)
        edit.open_text("a => b\n")
        assert edit.document().defaultFont().featureValue(QFont.Tag("calt")) == 0
        assert edit.document().defaultFont().isFeatureSet(QFont.Tag("calt"))
