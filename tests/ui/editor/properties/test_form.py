"""The form of properties: what is done in it by keys is written into the lines that are meant, and no others."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from axon_desktop.markdown.properties.edits import add, put_list, put_scalar, remove, rename
from axon_desktop.markdown.properties.entries import FrontMatter, read_front_matter
from axon_desktop.markdown.properties.kinds import write_value
from axon_desktop.text.edits.edit import Edit, apply_edits
from axon_desktop.ui.editor.properties.chips import ChipsField
from axon_desktop.ui.editor.properties.fields import LineField
from axon_desktop.ui.editor.properties.row import PropertyRow
from axon_desktop.ui.editor.text_edit import NoteTextEdit
from tests.ui.ime import commit, compose, field_guards

_Key = Qt.Key
NOTE = """---
tags: [one, "two"] # kept
# remark
status: 'open'
due: 2026-12-01
done: false
deep: {a: 1}
---
first line

last
"""


@pytest.fixture
def edit(qtbot: QtBot) -> NoteTextEdit:
    made = NoteTextEdit()
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.set_live(True)
    show(made, NOTE)
    made.show()
    made.activateWindow()
    made.setFocus()
    qtbot.waitUntil(made.hasFocus)
    made.grab()
    return made


def show(edit: NoteTextEdit, text: str) -> None:
    edit.open_text(text)
    edit.skip_properties()
    edit.grab()


def text_of(edit: NoteTextEdit) -> str:
    return edit.note_text.restore(edit.raw)


def row_of(edit: NoteTextEdit, name: str) -> PropertyRow:
    row = edit.properties.form.row_named(name)
    assert row is not None
    return row


def field_of(edit: NoteTextEdit, name: str) -> LineField:
    field = row_of(edit, name).field
    field = field.input if isinstance(field, ChipsField) else field
    assert isinstance(field, LineField)
    return field


def focused() -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(focused(), key, modifiers)


def write(text: str) -> None:
    QTest.keyClicks(focused(), text)


def undo_all(edit: NoteTextEdit) -> str:
    while edit.document().isUndoAvailable():
        edit.undo()
    return text_of(edit)


def test_form_stands_for_the_lines_and_changes_nothing(edit: NoteTextEdit) -> None:
    form, layout = edit.properties.form, edit.note_layout
    assert form.isVisible()
    assert form.geometry().bottom() + 1 == layout.top_of(edit.textCursor().block())
    assert edit.textCursor().block().text() == "first line"
    names = ["tags", "status", "due", "done", "deep"]
    assert [row_of(edit, name).name.text() for name in names] == names
    assert [row_of(edit, name).kind for name in names[:4]] == ["tags", "text", "date", "checkbox"]
    assert row_of(edit, "deep").is_text
    assert all(row_of(edit, name).field.accessibleName() for name in names[1:])
    assert text_of(edit) == NOTE
    assert not edit.document().isModified()
    edit.set_live(False)
    edit.grab()
    assert not form.isVisible()
    assert edit.document().firstBlock().lineCount() > 0
    edit.set_live(True)
    edit.grab()
    assert form.isVisible()
    assert edit.document().firstBlock().lineCount() == 0


def test_value_is_written_when_it_is_complete_and_taken_back_in_one_step(edit: NoteTextEdit) -> None:
    field = field_of(edit, "status")
    field.setFocus()
    field.selectAll()
    write("it's done")
    assert text_of(edit) == NOTE
    press(_Key.Key_Return)
    changed = NOTE.replace("'open'", "'it''s done'")
    assert text_of(edit) == changed
    assert focused() is row_of(edit, "due").field
    press(_Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert text_of(edit) == NOTE
    assert field.text() == "open"
    press(_Key.Key_Escape)
    assert edit.hasFocus()
    press(_Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert text_of(edit) == changed
    assert edit.textCursor().block().text() == "first line"
    assert edit.properties.form.isVisible()
    assert undo_all(edit) == NOTE


def test_keys_lead_from_the_text_through_the_rows_and_back(edit: NoteTextEdit) -> None:
    press(_Key.Key_Up)
    assert focused() is row_of(edit, "deep").field
    for name in ("done", "due", "status"):
        press(_Key.Key_Up)
        assert focused() is row_of(edit, name).field
    press(_Key.Key_Up)
    assert focused() is field_of(edit, "tags")
    press(_Key.Key_Up)
    assert focused() is edit.properties.form.fold
    press(_Key.Key_Space)
    edit.grab()
    assert not row_of_hidden(edit)
    press(_Key.Key_Down)
    assert edit.hasFocus()
    press(_Key.Key_Left)
    assert focused() is edit.properties.form.fold
    press(_Key.Key_Return)
    for _ in range(6):
        press(_Key.Key_Down)
    assert edit.hasFocus()
    assert edit.textCursor().position() == NOTE.index("first")
    assert text_of(edit) == NOTE


def row_of_hidden(edit: NoteTextEdit) -> bool:
    return any(row.isVisible() for row in edit.properties.form.findChildren(PropertyRow))


def test_chips_are_added_changed_and_removed_by_keys(edit: NoteTextEdit) -> None:
    field_of(edit, "tags").setFocus()
    write("#three, four")
    press(_Key.Key_Return)
    assert '[one, "two", three, four] # kept' in text_of(edit)
    press(_Key.Key_Backspace)
    press(_Key.Key_Left)
    press(_Key.Key_Delete)
    assert '[one, "two", four] # kept' in text_of(edit)
    press(_Key.Key_Left)
    press(_Key.Key_Return)
    write("2")
    press(_Key.Key_Return)
    assert '[one, "2", four] # kept' in text_of(edit)
    assert undo_all(edit) == NOTE


def test_box_is_ticked_by_keys(edit: NoteTextEdit) -> None:
    row_of(edit, "done").field.setFocus()
    press(_Key.Key_Space)
    assert text_of(edit) == NOTE.replace("done: false", "done: true")


def test_word_of_an_input_method_goes_into_the_field(edit: NoteTextEdit, qapp: QApplication) -> None:
    field = field_of(edit, "status")
    with field_guards(qapp):
        field.setFocus()
        field.selectAll()
        compose(field, "jin'xing")
        press(_Key.Key_Return)
        assert text_of(edit) == NOTE
    commit(field, "进行")
    press(_Key.Key_Return)
    assert text_of(edit) == NOTE.replace("'open'", "'进行'")


def test_typed_text_survives_a_change_from_elsewhere(edit: NoteTextEdit) -> None:
    field = field_of(edit, "status")
    field.setFocus()
    field.selectAll()
    write("mine")
    elsewhere = NOTE.replace("2026-12-01", "2027-01-01").replace("'open'", "'theirs'")
    edit.take_text(elsewhere)
    assert focused() is field_of(edit, "status")
    assert field.text() == "mine"
    assert field_of(edit, "due").text() == "2027-01-01"
    edit.take_text(elsewhere.replace("status: 'theirs'\n", ""))
    assert field_of(edit, "status").text() == "mine"
    press(_Key.Key_Return)
    assert "status: mine\n" in text_of(edit)


def test_property_is_added_to_a_note_that_has_none(edit: NoteTextEdit) -> None:
    show(edit, "text\n")
    edit.properties.add_property()
    edit.grab()
    assert text_of(edit) == "text\n"
    write("state")
    press(_Key.Key_Return)
    assert text_of(edit) == "---\nstate:\n---\ntext\n"
    write("new")
    press(_Key.Key_Return)
    assert text_of(edit) == "---\nstate: new\n---\ntext\n"
    edit.properties.add_property()
    press(_Key.Key_Escape)
    assert edit.hasFocus()
    assert edit.properties.form.row_named("") is None
    assert edit.textCursor().block().text() == "text"
    assert undo_all(edit) == "text\n"


def test_property_is_renamed_and_removed(edit: NoteTextEdit) -> None:
    row = row_of(edit, "status")
    row.focus_name()
    write("state")
    press(_Key.Key_Return)
    assert text_of(edit) == NOTE.replace("status:", "state:")
    assert focused() is row.field
    row.focus_name()
    write("due")
    press(_Key.Key_Return)
    assert text_of(edit) == NOTE.replace("status:", "state:")
    row_of(edit, "state").removed.emit()
    assert text_of(edit) == NOTE.replace("status: 'open'\n", "")
    assert focused() is row_of(edit, "due").field


def test_kind_is_changed_only_where_nothing_is_lost(edit: NoteTextEdit) -> None:
    row_of(edit, "status").kind_wanted.emit("number")
    assert text_of(edit) == NOTE
    row_of(edit, "due").kind_wanted.emit("datetime")
    assert text_of(edit) == NOTE.replace("2026-12-01", "2026-12-01T00:00:00")
    assert focused() is row_of(edit, "due").field
    row_of(edit, "due").kind_wanted.emit("date")
    assert text_of(edit) == NOTE


def test_value_is_edited_as_text_in_its_line(edit: NoteTextEdit) -> None:
    row_of(edit, "deep").source_wanted.emit()
    edit.grab()
    assert edit.hasFocus()
    assert edit.textCursor().block().text() == "deep: {a: 1}"
    assert not edit.properties.form.isVisible()
    assert edit.document().firstBlock().lineCount() > 0
    for _ in range(2):
        press(_Key.Key_Down)
    edit.grab()
    assert edit.properties.form.isVisible()


def test_what_is_found_in_properties_is_seen(edit: NoteTextEdit) -> None:
    edit.clearFocus()
    assert edit.find("remark") == 1
    edit.grab()
    assert not edit.properties.form.isVisible()
    assert edit.textCursor().selectedText() == "remark"
    edit.properties.add_property()
    edit.grab()
    assert focused().isVisible()
    assert text_of(edit) == NOTE


def test_form_goes_and_comes_with_what_is_typed(edit: NoteTextEdit) -> None:
    form = edit.properties.form
    edit.selectAll()
    write("x")
    edit.grab()
    assert not form.isVisible()
    assert text_of(edit) == "x"
    edit.undo()
    edit.grab()
    assert text_of(edit) == NOTE
    press(_Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    edit.grab()
    assert form.isVisible()
    show(edit, "")
    for line in ("---", "a: b", "---", "text"):
        write(line)
        press(_Key.Key_Return)
    edit.grab()
    assert text_of(edit) == "---\na: b\n---\ntext\n"
    assert form.isVisible()
    assert edit.document().firstBlock().lineCount() == 0
    assert edit.textCursor().atEnd()


def test_what_is_no_yaml_stays_text_and_says_so(edit: NoteTextEdit) -> None:
    show(edit, "---\na: [\n---\ntext\n")
    form = edit.properties.form
    assert form.trouble is not None
    assert form.trouble.isVisible()
    assert edit.document().firstBlock().lineCount() > 0
    put = QTextCursor(edit.document())
    put.setPosition(len("---\na: ["))
    put.insertText("]")
    edit.grab()
    assert not form.trouble.isVisible()
    assert row_of(edit, "a").kind == "list"


def test_keys_in_the_text_do_not_reach_the_lines_that_are_not_seen(edit: NoteTextEdit) -> None:
    for key in (_Key.Key_Backspace, _Key.Key_PageUp):
        press(key)
        assert text_of(edit) == NOTE
        assert edit.textCursor().block().text() == "first line"
    show(edit, NOTE.replace("first line\n", ""))
    press(_Key.Key_Backspace)
    assert text_of(edit) == NOTE.replace("first line\n\n", "")
    assert edit.textCursor().block().text() == "last"
    assert edit.properties.form.isVisible()


def test_keys_that_no_field_takes_do_not_reach_the_text(edit: NoteTextEdit) -> None:
    row_of(edit, "deep").field.setFocus()
    write("x")
    press(_Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    press(_Key.Key_Delete)
    QTest.mouseClick(edit.properties.form, Qt.MouseButton.LeftButton, pos=QPoint(3, 60))
    assert text_of(edit) == NOTE
    assert edit.textCursor().block().text() == "first line"


def test_what_is_typed_does_not_go_into_the_next_note(edit: NoteTextEdit) -> None:
    field = field_of(edit, "status")
    field.setFocus()
    field.selectAll()
    write("mine")
    other = NOTE.replace("open", "other")
    edit.open_text(other)
    assert text_of(edit) == other
    assert field_of(edit, "status").text() == "other"
    assert edit.hasFocus()


def test_form_is_as_wide_as_the_text(edit: NoteTextEdit) -> None:
    for width in (420, 900, 600):
        edit.resize(width, 500)
        edit.grab()
        row, looks = row_of(edit, "status"), edit.note_looks
        assert abs(row.geometry().right() - (looks.left + looks.width)) < 2
        assert edit.properties.form.width() == edit.viewport().width()


def test_many_properties_make_rows_only_where_they_are_seen(edit: NoteTextEdit) -> None:
    lines = "".join(f"p{number}: {number}\n" for number in range(300))
    show(edit, f"---\n{lines}---\ntext\n")
    made = len(edit.properties.form.findChildren(PropertyRow))
    assert made < 100
    press(_Key.Key_Up)
    edit.grab()
    row = row_of(edit, "p299")
    assert focused() is row.field
    top = row.mapTo(edit.viewport(), row.rect().topLeft()).y()
    assert 0 <= top < edit.viewport().height()
    edit.verticalScrollBar().setValue(0)
    assert edit.properties.form.y() == edit.note_layout.top - edit.note_layout.form_height


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_random_edits_of_the_form_are_those_of_the_text(edit: NoteTextEdit, end: str) -> None:
    """Odd ends of lines, remarks and the text below keep their bytes; undo leads back to the first."""
    chance = random.Random(5)
    odd = "\r\n" if end == "\n" else "\n"
    first = "---\na: x\nb: [1, 'y']\n# c\nlist:\n  - q\n  - r\nd: 😀\n---\nbody 😀\n\n".replace("\n", end)
    first = first.replace(f"a: x{end}", f"a: x{odd}") + f"more{odd}{end}"
    show(edit, first)
    for _ in range(25):
        before = text_of(edit)
        lines = before.replace("\r\n", "\n").replace("\r", "\n")
        front = read_front_matter(lines)
        assert not front.trouble
        name = chance.choice([entry.name for entry in front.entries] or ["z"])
        what, said = chance.randrange(5), chance.choice(["", "v", "w: 1", "中", "[[l]]"])

        def make(
            text: str, front: FrontMatter, what: int = what, name: str = name, said: str = said
        ) -> list[Edit] | None:
            entry = next((entry for entry in front.entries if entry.name == name), None)
            if what == 0 or entry is None:
                return add(front, f"n{len(front.entries)}", write_value(said, "text"))
            if what == 1:
                return rename(text, front, entry, f"r{name}"[:6])
            if what == 2:
                return remove(text, front, entry)
            if what == 3:
                return put_list(text, entry, [*entry.texts[1:], said or "s"])
            return put_scalar(text, entry, write_value(said, "text"))

        edits = make(lines, front)
        assert edit.properties.change(make) is (edits is not None)
        after = text_of(edit)
        assert after.replace("\r\n", "\n").replace("\r", "\n") == apply_edits(lines, sorted(edits or []))
        assert after.endswith(first[first.index("body") :])
    assert undo_all(edit) == first
