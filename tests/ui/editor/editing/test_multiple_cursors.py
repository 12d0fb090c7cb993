"""Several carets: each key does at all of them what it does at one, as one undo step."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop.ui.editor.text_edit import NoteTextEdit

_ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture(scope="module")
def editor(qapp: QApplication) -> NoteTextEdit:
    edit = NoteTextEdit()
    edit.resize(600, 400)
    return edit


def _put(edit: NoteTextEdit, text: str, places: list[int]) -> None:
    edit.open_text(text)
    cursors = []
    for place in places:
        cursor = edit.textCursor()
        cursor.setPosition(place)
        cursors.append(cursor)
    edit.editing.carets._take(cursors[0], cursors[1:])  # as Alt and a click


_KEYS = ("a", "字", "*", "backspace", "delete", "left", "right", "x")


@given(
    text=st.text(st.sampled_from("ab 中\n"), max_size=30),
    shares=st.lists(st.floats(0, 1), min_size=2, max_size=4),
    keys=st.lists(st.sampled_from(_KEYS), max_size=6),
)
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_keys_at_several_carets_do_what_they_do_to_the_text_at_each(
    editor: NoteTextEdit, text: str, shares: list[float], keys: list[str]
) -> None:
    places = sorted({round(share * len(text)) for share in shares})
    _put(editor, text, places)
    expected, states, typed_last = text, [text], False
    for key in keys:
        if len(editor.editing.carets.others) + 1 != len(places) or len(places) < 2:
            return  # some came together
        for number in range(len(places) - 1, -1, -1):
            at = places[number]
            before = len(expected)
            if key == "backspace":
                expected = expected[: max(at - 1, 0)] + expected[at:]
            elif key == "delete":
                expected = expected[:at] + expected[at + 1 :]
            elif len(key) == 1:
                expected = expected[:at] + key + expected[at:]
            grown = len(expected) - before
            move = {"left": -1, "right": 1, "delete": 0}.get(key, grown)
            places[number] = min(max(at + move, 0), len(expected))
            for later in range(number + 1, len(places)):
                places[later] += grown
        codes = {"backspace": Qt.Key.Key_Backspace, "delete": Qt.Key.Key_Delete}
        codes |= {"left": Qt.Key.Key_Left, "right": Qt.Key.Key_Right}
        if key in codes:
            QTest.keyClick(editor, codes[key])
        else:
            typed = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, key)
            QApplication.sendEvent(editor, typed)
        places = sorted(set(places))
        assert editor.toPlainText() == expected
        types = key not in codes
        if types and typed_last:
            states[-1] = expected  # a word is one step
        elif expected != states[-1]:
            states.append(expected)
        typed_last = types
    for state in reversed(states[:-1]):
        editor.undo()
        assert editor.toPlainText() == state


def test_the_next_matches_are_added_and_escape_goes_back_to_one(qtbot: QtBot) -> None:
    edit = NoteTextEdit()
    qtbot.addWidget(edit)
    edit.resize(600, 300)
    edit.show()
    edit.open_text("one two one\nOne 😀one")
    for _time in range(5):
        edit.editing.carets.add_next()
    assert len(edit.editing.carets.others) == 2
    qtbot.keyClicks(edit, "x(")
    assert edit.toPlainText() == "x() two x()\nOne 😀x()"
    edit.undo()
    edit.undo()
    assert edit.toPlainText() == "one two one\nOne 😀one"
    qtbot.keyClick(edit, Qt.Key.Key_Escape)
    assert not edit.editing.carets.others


def test_alt_and_a_click_adds_a_caret_and_all_is_copied_pasted_and_composed(qtbot: QtBot) -> None:
    edit = NoteTextEdit()
    qtbot.addWidget(edit)
    edit.resize(600, 300)
    edit.show()
    edit.open_text("ab\ncd\nef")
    cursor = edit.textCursor()
    for line in (1, 2):
        place = QTextCursor(edit.document().findBlockByNumber(line))
        qtbot.mouseClick(edit.viewport(), Qt.MouseButton.LeftButton, _ALT, edit.cursorRect(place).center())
    assert len(edit.editing.carets.others) == 2
    qtbot.keyClick(edit, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    edit.cut()
    assert QApplication.clipboard().text() == "a\nc\ne"
    assert edit.toPlainText() == "b\nd\nf"
    composed = QInputMethodEvent()
    composed.setCommitString("字")
    QApplication.sendEvent(edit, composed)
    edit.paste()
    assert edit.toPlainText() == "字ab\n字cd\n字ef"
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert edit.toPlainText() == "字a\nb\n字c\nd\n字e\nf"
    edit.undo()
    qtbot.mouseClick(edit.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert not edit.editing.carets.others
    cursor.movePosition(QTextCursor.MoveOperation.End)
    edit.open_text("other")
    assert not edit.editing.carets.others
