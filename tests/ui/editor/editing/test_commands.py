"""Every command changes the document as it changes the same text as a string, in one step of undo."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent, QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop.text.edits import ordered_lists, pairs, tables
from axon_desktop.text.edits.edit import Change, Command, apply_edits
from axon_desktop.ui.editor.editing.document_edits import Passage, run
from axon_desktop.ui.editor.editing.feature import COMMANDS
from axon_desktop.ui.editor.text_edit import NoteTextEdit

_LINES = st.one_of(
    st.sampled_from(
        [
            "", "plain words", "1. one", "2. two", "2. three", "\t1. inner", "\t- deeper", "- item", "- [ ] task",
            "- [x] done", "> quoted", "> 1. in a quote", "> - [ ] asked", "# Heading", "### Third", "| a | b |",
            "|---|:-:|", "| 中文 | `x\\|y` |", "a | b", "--|--", "c | d", "```", "**bold** and *thin*",
            "==lit== ~~gone~~ `code`", "笔记，第二行", "😀 wide 𝒳", "9. nine", "10. ten", "   - hangs",
            "(a (b) c)", 'say "yes" `', "[[link\\|shown]]", "\x1c", "- \x1c",
        ]
    ),
    st.text(st.sampled_from("ab *_`~=[]()|>-#1. \t中😀"), max_size=8),
)  # fmt: skip
_TEXTS = st.lists(_LINES, min_size=1, max_size=8).map("\n".join)
_PURE: dict[str, Command] = {
    **COMMANDS,
    "enter": ordered_lists.enter,
    "delete": ordered_lists.delete,
    "indent": ordered_lists.indent,
    "outdent": ordered_lists.outdent,
    "next cell": tables.next_cell,
    "cell before": partial(tables.next_cell, back=True),
    "next row": tables.next_row,
    "backspace": pairs.delete_pair,
    **{char: partial(pairs.typed, character=char) for char in sorted(pairs.TYPED)},
}


def _select(edit: NoteTextEdit, anchor: int, caret: int) -> None:
    passage = Passage(edit.document(), edit.note_text)
    cursor = edit.textCursor()
    cursor.setPosition(passage.position(anchor))
    cursor.setPosition(passage.position(caret), QTextCursor.MoveMode.KeepAnchor)
    edit.setTextCursor(cursor)


@pytest.fixture(scope="module")
def editor(qapp: QApplication) -> NoteTextEdit:
    return NoteTextEdit()


@given(
    text=_TEXTS,
    name=st.sampled_from(sorted(_PURE)),
    ends=st.tuples(st.floats(0, 1), st.floats(0, 1)),
    at_caret=st.booleans(),
)
@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_command_does_to_the_document_what_it_does_to_the_text(
    editor: NoteTextEdit, text: str, name: str, ends: tuple[float, float], at_caret: bool
) -> None:
    anchor, caret = round(ends[0] * len(text)), round(ends[1] * len(text))
    anchor = caret if at_caret else anchor
    in_file = text.replace("\x1c\n", "\r\n").replace("\x1c", "")
    editor.open_text(in_file)
    end = editor.note_text.end
    text = _shown(in_file, end)
    _select(editor, _off_marker(text, anchor), _off_marker(text, caret))
    passage = Passage(editor.document(), editor.note_text)
    assert passage.text == text
    selection = QTextCursor(editor.textCursor())
    anchor, caret = passage.index(selection.anchor()), passage.index(selection.position())
    first, last = (text.count("\n", 0, place) for place in sorted((anchor, caret)))
    change: Change | None = _PURE[name](text, anchor, caret)
    assert run(editor, _PURE[name]) == (change is not None)
    if change is None:
        return
    _is_sound(change, text)
    expected = apply_edits(text, change.edits)
    assert Passage(editor.document(), editor.note_text).text == expected
    assert editor.note_text.restore(editor.raw) == _in_file(expected, end)
    if "\x1c" not in expected:
        now = Passage(editor.document(), editor.note_text)
        cursor = editor.textCursor()
        assert (now.index(cursor.anchor()), now.index(cursor.position())) == (change.anchor, change.caret)
    if change.edits:
        editor.undo()
        assert first - 1 <= editor.textCursor().blockNumber() <= last + 1, "undo goes back to the caret"
    assert editor.note_text.restore(editor.raw) == in_file
    assert not editor.document().isUndoAvailable()


def _off_marker(text: str, place: int) -> int:
    """Return a place that is not between an odd end of a line and its break."""
    return min(place, len(text)) - text[:place].endswith("\x1c")


def _shown(text: str, end: str) -> str:
    """Return the text of a file as commands see it: an odd end of a line is a blank more."""
    if end == "\n":
        return text.replace("\r\n", "\x1c\n")
    return text.replace("\r\n", "\0").replace("\n", "\x1c\n").replace("\0", "\n")


def _in_file(text: str, end: str) -> str:
    odd = "\r\n" if end == "\n" else "\n"
    return text.replace("\x1c\n", "\0").replace("\x1c", "").replace("\n", end).replace("\0", odd)


def _is_sound(change: Change, text: str) -> None:
    at = 0
    for edit in change.edits:
        assert at <= edit.start <= edit.end <= len(text)
        at = edit.end
    length = len(apply_edits(text, change.edits))
    assert 0 <= change.anchor <= length
    assert 0 <= change.caret <= length


def test_keys_run_the_commands_and_composed_quotes_wrap(qtbot: QtBot) -> None:
    edit = NoteTextEdit()
    qtbot.addWidget(edit)
    edit.open_text("1. a\n2. b")
    edit.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    qtbot.keyClicks(edit, "(c) [[")
    assert edit.toPlainText() == "1. a\n2. b\n3. (c) [[]]"
    qtbot.keyClick(edit, Qt.Key.Key_Backspace)
    qtbot.keyClick(edit, Qt.Key.Key_Backspace)
    _select(edit, 13, 16)
    QApplication.sendEvent(edit, _commit("“"))
    assert edit.toPlainText() == "1. a\n2. b\n3. “(c)” "
    _select(edit, 0, 5)
    qtbot.keyClick(edit, Qt.Key.Key_Delete)
    assert edit.toPlainText() == "1. b\n2. “(c)” "
    edit.editing.closes_pairs = False
    _select(edit, 0, 1)
    qtbot.keyClicks(edit, "(")
    assert edit.toPlainText() == "(. b\n2. “(c)” "
    edit.setReadOnly(True)
    qtbot.keyClicks(edit, "*")
    assert edit.toPlainText() == "(. b\n2. “(c)” "


def _commit(text: str) -> QInputMethodEvent:
    event = QInputMethodEvent()
    event.setCommitString(text)
    return event


def test_a_long_note_is_changed_where_the_caret_is(qtbot: QtBot) -> None:
    edit = NoteTextEdit()
    qtbot.addWidget(edit)
    edit.open_text("".join(f"line {number} 😀\n" for number in range(30_000)) + "x" * 9_000 + " word\n- end")
    edit.moveCursor(QTextCursor.MoveOperation.End)
    assert run(edit, COMMANDS["format.task"])
    edit.moveCursor(QTextCursor.MoveOperation.Up)
    assert run(edit, COMMANDS["format.heading_1"])
    assert edit.note_text.restore(edit.raw).endswith("29999 😀\n# " + "x" * 9_000 + " word\n- [ ] end")


def test_a_table_is_aligned_when_it_was_written_in_and_left(qtbot: QtBot) -> None:
    edit = NoteTextEdit()
    qtbot.addWidget(edit)
    before = "| a | b |\n|---|---|\n| c | d |\n\nend"
    edit.open_text(before)
    _select(edit, 3, 3)
    qtbot.keyClicks(edit, "longer")
    qtbot.keyClick(edit, Qt.Key.Key_Down)
    QApplication.processEvents()
    assert edit.toPlainText() == before.replace("a", "alonger"), "the caret is still in it"
    edit.moveCursor(QTextCursor.MoveOperation.End)
    aligned = "| alonger | b   |\n| ------- | --- |\n| c       | d   |\n\nend"
    qtbot.waitUntil(lambda: edit.toPlainText() == aligned)
    assert edit.textCursor().atEnd()
    edit.undo()
    assert edit.toPlainText() == before.replace("a", "alonger")
    edit.moveCursor(QTextCursor.MoveOperation.End)
    QApplication.processEvents()
    assert edit.toPlainText() == before.replace("a", "alonger"), "what was undone stays so"
    edit.undo()
    assert edit.toPlainText() == before
