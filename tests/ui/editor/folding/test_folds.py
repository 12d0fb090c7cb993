"""Folding hides lines and changes no byte; what the caret or an edit goes into is seen."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from axon_desktop.ui.accessibility.announcer import Announcer
from axon_desktop.ui.editor.folding.moving import move_seen_lines
from axon_desktop.ui.editor.text_edit import NoteTextEdit

CASES = json.loads((Path(__file__).parents[3] / "data" / "folds.json").read_text("utf-8"))
NOTE = "# a\none\n## b\ntwo\n\n# c\n- x\n  - y\n    - z\n  - w\nend"


def hidden(edit: NoteTextEdit) -> list[int]:
    while not edit.viewport().updatesEnabled():  # it folds in slices
        QCoreApplication.processEvents()
    document = edit.document()
    return [n for n in range(document.blockCount()) if not document.findBlockByNumber(n).isVisible()]


def put_caret(edit: NoteTextEdit, line: int, *, at_end: bool = False) -> None:
    block = edit.document().findBlockByNumber(line)
    cursor = QTextCursor(block)
    cursor.setPosition(block.position() + (block.length() - 1 if at_end else 0))
    edit.setTextCursor(cursor)


def fold(edit: NoteTextEdit, *lines: int) -> None:
    for line in lines:
        edit.gutter.fold(edit.document().findBlockByNumber(line), folded=True)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["what"])
def test_line_hides_what_belongs_to_it_and_shows_it_again(edit: NoteTextEdit, case: dict[str, Any]) -> None:
    edit.open_text(case["note"])
    block = edit.document().findBlockByNumber(case["fold"])
    assert edit.note_layout.folds.can_fold(block) is bool(case["hidden"])
    fold(edit, case["fold"])
    edit.grab()
    assert hidden(edit) == case["hidden"]
    heights = sum(edit.document().findBlockByNumber(n).lineCount() for n in case["hidden"])
    assert heights == 0
    if case["hidden"]:
        edit.gutter.fold(block, folded=False)
    edit.grab()
    assert hidden(edit) == []
    assert edit.note_text.restore(edit.raw) == case["note"]
    assert not edit.document().isUndoAvailable()


def test_fold_within_a_fold_is_remembered_and_all_is_folded_and_unfolded(edit: NoteTextEdit) -> None:
    edit.open_text(NOTE)
    fold(edit, 2, 0)
    assert hidden(edit) == [1, 2, 3]
    edit.gutter.fold(edit.document().firstBlock(), folded=False)
    assert hidden(edit) == [3]
    put_caret(edit, 8)
    edit.gutter.fold_all(folded=True)
    assert hidden(edit) == [1, 2, 3, 6, 7, 8, 9, 10]
    assert edit.textCursor().blockNumber() == 5
    edit.gutter.fold(edit.document().findBlockByNumber(5), folded=False)
    assert hidden(edit) == [1, 2, 3, 7, 8, 9]
    edit.gutter.fold_all(folded=False)
    assert hidden(edit) == []


def test_keys_step_over_a_fold_and_what_the_caret_goes_into_is_unfolded(edit: NoteTextEdit, qtbot: QtBot) -> None:
    edit.open_text(NOTE)
    put_caret(edit, 1)
    edit.gutter.fold_at_caret(folded=True)
    assert (hidden(edit), edit.textCursor().position()) == ([1, 2, 3], 3)
    qtbot.waitUntil(lambda: "Folded" in Announcer.of_program().spoken[-1])
    QTest.keyClick(edit, Qt.Key.Key_Down)
    assert (edit.textCursor().blockNumber(), hidden(edit)) == (4, [1, 2, 3])
    edit.find("two")
    assert hidden(edit) == []
    fold(edit, 2, 0)
    edit.find("one")
    assert hidden(edit) == [3]
    fold(edit, 5)
    edit.selectAll()
    assert hidden(edit) == [3, 6, 7, 8, 9, 10]
    assert edit.selected_text() == NOTE


def test_typing_keeps_folds_and_opens_the_one_that_it_breaks(edit: NoteTextEdit) -> None:
    edit.open_text(NOTE)
    fold(edit, 0, 7)
    put_caret(edit, 0, at_end=True)
    QTest.keyClicks(edit, "bc")
    put_caret(edit, 10)
    QTest.keyClicks(edit, "x")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert hidden(edit) == [1, 2, 3, 8]
    edit.undo()
    put_caret(edit, 0)
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert hidden(edit) == [2, 3, 4, 9]
    put_caret(edit, 1)
    QTest.keyClick(edit, Qt.Key.Key_Delete)
    QTest.keyClick(edit, Qt.Key.Key_Delete)
    assert hidden(edit) == [9]
    put_caret(edit, 8)
    QTest.keyClick(edit, Qt.Key.Key_Delete, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(edit, Qt.Key.Key_Delete, Qt.KeyboardModifier.ControlModifier)
    assert hidden(edit) == []


@pytest.mark.parametrize(
    ("caret", "down", "moved", "folded"),
    [
        (0, True, "# c\nthree\n# a\none\ntwo\n# d", [1, 3, 4]),
        (3, False, "# c\nthree\n# a\none\ntwo\n# d", [1, 3, 4]),
        (5, False, "# a\none\ntwo\n# d\n# c\nthree", [1, 2, 5]),
        (0, False, "# a\none\ntwo\n# c\nthree\n# d", [1, 2, 4]),
    ],
)
def test_folded_line_moves_with_what_it_hides(
    edit: NoteTextEdit, caret: int, down: bool, moved: str, folded: list[int]
) -> None:
    note = "# a\none\ntwo\n# c\nthree\n# d"
    edit.open_text(note)
    fold(edit, 0, 3)
    put_caret(edit, caret, at_end=True)
    move_seen_lines(edit, down=down)
    assert edit.note_text.restore(edit.raw) == moved
    assert hidden(edit) == folded
    edit.undo()
    assert edit.note_text.restore(edit.raw) == note


def test_long_note_is_folded_in_slices_that_edits_do_not_break(edit: NoteTextEdit, qtbot: QtBot) -> None:
    note = "# a\n" + "- x\n  - y\n" * 2_000
    edit.open_text(note)
    put_caret(edit, 1)
    edit.gutter.fold_all(folded=True)
    assert not edit.viewport().updatesEnabled(), "it is not done at once"
    edit.insertPlainText("z")
    qtbot.waitUntil(lambda: edit.viewport().updatesEnabled())
    assert hidden(edit) == [*range(1, 4_001)]
    assert edit.textCursor().blockNumber() == 0
    edit.gutter.fold_all(folded=False)
    edit.open_text("# b\nc")
    assert edit.viewport().updatesEnabled()
    assert hidden(edit) == []


def test_arrow_and_dots_are_clicked(edit: NoteTextEdit) -> None:
    edit.open_text(NOTE)
    edit.grab()
    viewport, gutter = edit.viewport(), edit.gutter
    block = edit.document().findBlockByNumber(2)
    place = gutter.arrow_of(block).center().toPoint() - QPoint(0, edit.verticalScrollBar().value())
    QTest.mouseMove(viewport, place)
    assert viewport.cursor().shape() == Qt.CursorShape.PointingHandCursor
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=place)
    assert hidden(edit) == [3]
    edit.grab()
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=place)
    assert hidden(edit) == []


def test_random_folds_and_edits_leave_no_line_hidden_without_a_folded_line(edit: NoteTextEdit) -> None:
    chance = random.Random(7)
    edit.open_text(NOTE * 3)
    pieces = ["x", "\n", "# ", "- ", "  - y\n", "\n## q\n"]
    for _ in range(300):
        count = edit.document().blockCount()
        line = chance.randrange(count)
        choice = chance.random()
        if choice < 0.5:
            fold(edit, line)
        elif choice < 0.6:
            edit.undo()
        elif choice < 0.65:
            edit.redo()
        else:
            cursor = QTextCursor(edit.document().findBlockByNumber(line))
            if chance.random() < 0.3:
                cursor.movePosition(QTextCursor.MoveOperation.Down, QTextCursor.MoveMode.KeepAnchor)
            cursor.insertText(chance.choice(pieces))
        folds = edit.note_layout.folds
        for number in hidden(edit):
            head = folds.head_of(edit.document().findBlockByNumber(number))
            assert head.isVisible()
            assert folds.can_fold(head)
        assert edit.textCursor().block().isVisible() or not edit.hasFocus()
    edit.grab()
    edit.gutter.fold_all(folded=False)
    assert hidden(edit) == []


def test_numbers_take_room_beside_the_lines_in_each_mode(edit: NoteTextEdit) -> None:
    edit.open_text("# a\n" * 30)
    left = edit.note_looks.left
    edit.gutter.set_numbered(True)
    edit.grab()
    assert edit.note_looks.left > left
    edit.resize(300, 300)
    numbered = edit.gutter.room()
    edit.set_live(False)
    assert edit.note_looks.left == edit.gutter.room() < numbered
    edit.gutter.set_numbered(False)
    assert edit.note_looks.left < numbered


def test_caret_stays_in_the_middle_as_one_writes(edit: NoteTextEdit) -> None:
    edit.open_text("line\n" * 60)
    edit.set_typewriter(True)
    for line in (20, 59):
        put_caret(edit, line)
        QTest.keyClicks(edit, "x")
        edit.grab()
        assert abs(edit.cursorRect().center().y() - edit.viewport().height() // 2) <= 1
