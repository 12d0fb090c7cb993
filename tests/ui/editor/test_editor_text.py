"""The editor returns a file byte for byte, except for what was edited."""

from __future__ import annotations

import time
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QResizeEvent, QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop.ui.editor.live.surface import NoteSurface
from axon_desktop.ui.editor.text_edit import NoteTextEdit

_PARTS = st.one_of(
    st.sampled_from(["\n", "\r\n", "\r", "\u2028", "\u2029", "\x0b", "\x00"]),
    st.sampled_from(["\ufdd0", "\ufdd1", "\u206a", "\u206f", "\ufeff", "\ufffe"]),
    st.sampled_from(["- item", "# 标题", "\t", "\u00a0", "😀", "e\u0301", "word " * 900, "x" * 9000]),
    st.text(st.characters(codec="utf-8"), max_size=12),
)
_TEXTS = st.builds(
    lambda bom, parts: bom + "".join(parts), st.sampled_from(["", "\ufeff"]), st.lists(_PARTS, max_size=12)
)


@dataclass(frozen=True)
class _Edit:
    """A range of the text that is replaced, both ends as shares of its length."""

    start: float
    length: float
    instead: str


_EDITS = st.lists(
    st.builds(_Edit, st.floats(0, 1), st.floats(0, 1), st.text(st.sampled_from("ab 中😀\n"), max_size=6)),
    max_size=3,
)


def _units(text: str) -> list[str]:
    """Return a file's text in what one key deletes: characters, and line ends as a whole."""
    parts: list[str] = []
    for char in text:
        if char == "\n" and parts and parts[-1] == "\r":
            parts[-1] = "\r\n"
        else:
            parts.append(char)
    return parts


def _select(edit: NoteTextEdit, start: int, end: int) -> QTextCursor:
    """Select what the user sees as the characters from one number to another, as keys do."""
    cursor = QTextCursor(edit.document())
    edit.setTextCursor(cursor)
    raw, codec = edit.raw, edit.note_text
    places: list[int] = []
    place = at = 0
    while at < len(raw):
        places.append(place)
        if raw[at] == codec.joint:  # a joint and the break behind it are nothing
            places.pop()
            step = 2
        elif raw[at] in codec.marks.values():  # a marker and its break are one line end
            step = 2
        else:
            step = 1
        place += step if raw[at] <= "\uffff" else 2
        at += step
    places.append(place)
    cursor.setPosition(places[start])
    cursor.setPosition(places[end], QTextCursor.MoveMode.KeepAnchor)
    return cursor


@given(text=_TEXTS, edits=_EDITS)
@example(text="\ufffe# Diary\n\nDear all\n", edits=[_Edit(1, 0, "x")])  # a swapped BOM, if one asks Qt
@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_what_is_saved_is_the_original_with_only_the_edit(qtbot: QtBot, text: str, edits: list[_Edit]) -> None:
    edit = NoteTextEdit()
    edit.open_text(text)
    assert edit.note_text.restore(edit.raw) == text
    expected = _units(text.removeprefix("\ufeff"))
    bom = "\ufeff" if text.startswith("\ufeff") else ""
    end = edit.note_text.end
    for change in edits:
        start = round(change.start * len(expected))
        stop = min(len(expected), start + round(change.length * 5))
        cursor = _select(edit, start, stop)
        cursor.insertText(edit.note_text.show_pasted(change.instead))
        expected[start:stop] = _units(change.instead.replace("\n", end))
        expected = _units("".join(expected))
        assert edit.note_text.restore(edit.raw) == bom + "".join(expected)
    while edit.document().isUndoAvailable():
        edit.undo()
    assert edit.note_text.restore(edit.raw) == text
    edit.deleteLater()


def _editor(qtbot: QtBot, text: str) -> NoteTextEdit:
    edit = NoteTextEdit()
    qtbot.addWidget(edit)
    edit.resize(700, 500)
    edit.show()
    edit.open_text(text)
    return edit


def _text(edit: NoteTextEdit) -> str:
    return edit.note_text.restore(edit.raw)


def _put_caret(edit: NoteTextEdit, place: int, to: int | None = None) -> None:
    cursor = edit.textCursor()
    cursor.setPosition(place)
    if to is not None:
        cursor.setPosition(to, QTextCursor.MoveMode.KeepAnchor)
    edit.setTextCursor(cursor)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- milk", "- milk\n- x"),
        ("\t* deep", "\t* deep\n\t* x"),
        ("9. nine", "9. nine\n10. x"),
        ("- [x] done", "- [x] done\n- [ ] x"),
        ("> quoted", "> quoted\n> x"),
        ("> - in a quote", "> - in a quote\n> - x"),
        ("- ", "x"),
        ("1. one\n2. ", "1. one\nx"),
        ("> ", "x"),
        ("plain", "plain\nx"),
        ("```\n- no item", "```\n- no item\nx"),
    ],
)
def test_enter_continues_a_list_and_ends_an_empty_item(qtbot: QtBot, before: str, after: str) -> None:
    edit = _editor(qtbot, before)
    _put_caret(edit, len(before))
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    qtbot.keyClicks(edit, "x")
    assert _text(edit) == after


def test_shift_enter_is_a_plain_line_end_in_the_file(qtbot: QtBot) -> None:
    edit = _editor(qtbot, "- a\r\n")
    _put_caret(edit, 3)
    qtbot.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert _text(edit) == "- a\r\n\r\n"


def test_tab_indents_items_and_shift_tab_takes_it_back(qtbot: QtBot) -> None:
    edit = _editor(qtbot, "- a\n- b\nplain")
    _put_caret(edit, 1, 6)
    qtbot.keyClick(edit, Qt.Key.Key_Tab)
    assert _text(edit) == "\t- a\n\t- b\nplain"
    qtbot.keyClick(edit, Qt.Key.Key_Backtab)
    assert _text(edit) == "- a\n- b\nplain"
    _put_caret(edit, 10)
    qtbot.keyClick(edit, Qt.Key.Key_Tab)
    assert _text(edit) == "- a\n- b\npl\tain"


def test_an_address_pasted_over_a_selection_makes_a_link(qtbot: QtBot) -> None:
    edit = _editor(qtbot, "see the page")
    _put_caret(edit, 8, 12)
    data = QMimeData()
    data.setText("https://example.org/a?b=c")
    edit.insertFromMimeData(data)
    assert _text(edit) == "see the [page](https://example.org/a?b=c)"


def test_pasted_lines_end_as_the_note_does_and_copied_ones_hold_no_signs(qtbot: QtBot) -> None:
    edit = _editor(qtbot, "a\r\nb\nc\r\n")
    data = QMimeData()
    data.setText("x\ny\r\nz")
    edit.insertFromMimeData(data)
    assert _text(edit) == "x\r\ny\r\nza\r\nb\nc\r\n"
    edit.selectAll()
    assert edit.createMimeDataFromSelection().text() == "x\ny\nza\nb\nc\n"


def test_odd_line_ends_survive_keys_around_them(qtbot: QtBot) -> None:
    edit = _editor(qtbot, "one\r\ntwo\nthree\r\n")
    edit.moveCursor(QTextCursor.MoveOperation.Start)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_End):
        qtbot.keyClick(edit, key)
    qtbot.keyClicks(edit, "!")
    assert _text(edit) == "one\r\ntwo!\nthree\r\n"
    qtbot.keyClick(edit, Qt.Key.Key_Right)
    qtbot.keyClicks(edit, ">")
    assert _text(edit) == "one\r\ntwo!\n>three\r\n"
    qtbot.keyClick(edit, Qt.Key.Key_Backspace)
    qtbot.keyClick(edit, Qt.Key.Key_Left)
    qtbot.keyClick(edit, Qt.Key.Key_Delete)
    assert _text(edit) == "one\r\ntwo!three\r\n"
    edit.undo()
    assert _text(edit) == "one\r\ntwo!\nthree\r\n"


def test_a_line_of_a_megabyte_is_edited_quickly_and_stays_one_line(qtbot: QtBot) -> None:
    line = "word " * 200_000
    started = time.process_time()
    edit = _editor(qtbot, line)
    edit.grab()
    _put_caret(edit, 400_000)
    for _ in range(10):
        qtbot.keyClicks(edit, "x")
        edit.grab()
    assert time.process_time() - started < 5  # with one block each key alone takes half a second
    assert _text(edit).replace("x", "") == line
    assert _text(edit).count("x") == 10


def test_backspace_at_a_joint_deletes_what_one_sees(qtbot: QtBot) -> None:
    line = "0123456789" * 900
    edit = _editor(qtbot, line)
    second = edit.document().findBlockByNumber(1).position()
    _put_caret(edit, second)
    qtbot.keyClick(edit, Qt.Key.Key_Backspace)
    assert len(_text(edit)) == len(line) - 1
    assert "\n" not in _text(edit)


def test_text_that_came_from_the_file_keeps_caret_and_undo(qtbot: QtBot) -> None:
    edit = _editor(qtbot, "first\nsecond\nthird\n")
    _put_caret(edit, 12)
    qtbot.keyClicks(edit, "!")
    edit.take_text("FIRST\nnew\nsecond!\nthird\nmore\n")
    assert _text(edit) == "FIRST\nnew\nsecond!\nthird\nmore\n"
    qtbot.keyClicks(edit, "?")
    assert _text(edit) == "FIRST\nnew\nsecond!?\nthird\nmore\n"
    edit.undo()
    edit.undo()
    edit.undo()
    assert _text(edit) == "first\nsecond\nthird\n"


def test_text_that_came_in_moves_neither_the_caret_nor_the_screen(qtbot: QtBot) -> None:
    text = "".join(f"line {number}\n" for number in range(300)) + "end"
    edit = _editor(qtbot, text)
    edit.moveCursor(QTextCursor.MoveOperation.End)
    edit.verticalScrollBar().setValue(edit.note_layout.top_of(edit.document().findBlockByNumber(150)))
    edit.take_text("new\nlines\n" + text + "\nbehind the caret")
    assert edit.firstVisibleBlock().text() == "line 150"
    assert edit.textCursor().block().text() == "end"
    assert not edit.textCursor().hasSelection()
    edit.verticalScrollBar().setValue(0)
    edit.take_text("first\n" + text)
    assert edit.firstVisibleBlock().text() == "first"


@given(old=_TEXTS, new=_TEXTS)
@settings(
    max_examples=100,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_a_text_that_takes_the_place_of_another_is_shown_exactly(qtbot: QtBot, old: str, new: str) -> None:
    edit = NoteTextEdit()
    edit.open_text(old)
    edit.take_text(new)
    assert _text(edit) == new
    edit.deleteLater()


def test_find_walks_round_and_counts(qtbot: QtBot) -> None:
    edit = _editor(qtbot, "Note one\nnote two\nNOTE three\n")
    found: list[tuple[int, int]] = []
    edit.find_changed.connect(lambda number, total: found.append((number, total)))
    assert edit.find("note") == 3
    edit.find_next()
    edit.find_previous()
    edit.find_previous()
    assert found == [(1, 3), (2, 3), (1, 3), (3, 3)]
    assert edit.selected_text() == "NOTE"


def test_another_width_lays_the_text_out_once(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    widths: list[int] = []

    resized = NoteSurface.resizeEvent

    def resizing(self: NoteSurface, event: QResizeEvent) -> None:
        widths.append(self.viewport().width())
        resized(self, event)

    monkeypatch.setattr(NoteSurface, "resizeEvent", resizing)
    edit = NoteTextEdit()
    qtbot.addWidget(edit)
    edit.resize(900, 700)
    edit.show()
    QApplication.processEvents()
    widths.clear()
    edit.open_text("line\n" * 1000)
    qtbot.waitUntil(lambda: edit.verticalScrollBar().maximum() > 0)
    QApplication.processEvents()
    assert not widths, "the room of the scroll bar is there from the beginning"
    edit.resize(500, 700)
    assert widths == [edit.viewport().width()]


def test_line_that_is_written_stays_in_sight_when_there_is_less_room(qtbot: QtBot) -> None:
    edit = NoteTextEdit()
    qtbot.addWidget(edit)
    edit.resize(600, 400)
    edit.show()
    edit.open_text("line\n" * 100)
    edit.moveCursor(QTextCursor.MoveOperation.End)
    edit.resize(600, 340)
    assert edit.viewport().rect().contains(edit.cursorRect())
    edit.verticalScrollBar().setValue(0)
    edit.resize(600, 300)
    assert edit.verticalScrollBar().value() == 0, "who has scrolled away stays there"
