"""Find and replace in a note: what is counted is what is replaced, in one step of undo."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from axon_desktop.text.edits.edit import apply_edits
from axon_desktop.text.edits.replacement import Search
from axon_desktop.ui import aio
from axon_desktop.ui.editor.text_edit import NoteTextEdit
from axon_desktop.ui.search.replace_bar import ReplaceBar
from tests.ui.chat_world import Run
from tests.waiting import until

_TEXT = "# One 😀\r\n\r\none two ONE\nstone 中one文\r\n" + "x" * 5_000 + " one\r\n"


def _bar(text: str) -> tuple[ReplaceBar, NoteTextEdit]:
    view = QWidget()
    edit = NoteTextEdit(view)
    view.resize(700, 400)
    edit.resize(700, 400)
    edit.open_text(text)
    bar = ReplaceBar(view, edit)
    bar.setProperty("kept", view)
    view.show()
    return bar, edit


def _text(edit: NoteTextEdit) -> str:
    return edit.note_text.restore(edit.raw)


@pytest.mark.parametrize(
    ("search", "instead"),
    [
        (Search("one"), "1 😀"),
        (Search("one", case=True), ""),
        (Search("one", words=True), "two\\n"),
        (Search(r"(o)(n)e", regex=True), "$2\\n$1"),
        (Search(r"x+", regex=True), "y"),
    ],
)
def test_replaced_text_is_that_of_the_same_search_in_the_file(
    qapp: QApplication, run_async: Run, search: Search, instead: str
) -> None:
    async def body() -> None:
        bar, edit = _bar(_TEXT)
        bar.open_bar(replaces=True)
        for button, is_on in ((bar.case, search.case), (bar.words, search.words), (bar.regex, search.regex)):
            button.setChecked(is_on)
        bar.input.setText(search.text)
        bar.instead.setText(instead)
        plain = _TEXT.replace("\r\n", "\n")
        edits = search.edits(plain, instead, 0, len(plain))
        bar.search()
        if "x" not in search.text:  # a long line is several pieces
            await until(lambda: bar.count.text() == f"1 / {len(edits)}")
            expected = apply_edits(plain, edits)
        else:
            await until(lambda: bar.count.text().startswith("1 / "))
            expected = ""
        QTest.keyClick(bar.instead, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: bar.count.text() == f"Replaced {len(edits)}" or not expected)
        if expected:
            assert _text(edit).replace("\r\n", "\n") == expected
        edit.undo()
        assert _text(edit) == _TEXT
        bar.property("kept").deleteLater()
        await aio.cancel_all()

    run_async(body())


def test_one_after_the_other_and_only_in_the_selection(qapp: QApplication, run_async: Run) -> None:
    async def body() -> None:
        bar, edit = _bar("a b a\na a\na")
        bar.open_bar(replaces=True)
        bar.input.setText("a")
        bar.instead.setText("aa")
        bar.replace()
        assert (edit.toPlainText(), bar.count.text()) == ("aa b a\na a\na", "3 / 6")
        bar.close_bar()
        cursor = edit.textCursor()
        cursor.setPosition(6)
        cursor.setPosition(9, QTextCursor.MoveMode.KeepAnchor)
        cursor.movePosition(QTextCursor.MoveOperation.NextBlock, QTextCursor.MoveMode.KeepAnchor)
        edit.setTextCursor(cursor)
        bar.open_bar(replaces=True)
        assert bar.selection.isChecked()
        assert bar.count.text().endswith("/ 2")
        bar.replace_all()
        assert edit.toPlainText() == "aa b a\naa aa\na"
        bar.selection.setChecked(False)
        assert bar.count.text().endswith("/ 8")
        bar.property("kept").deleteLater()
        await aio.cancel_all()

    run_async(body())


def test_a_hostile_or_wrong_pattern_holds_nothing_up(qapp: QApplication, run_async: Run) -> None:
    async def body() -> None:
        bar, _edit = _bar("a" * 4_000 + "\n" + "ab " * 1_000)
        bar.open_bar(replaces=True)
        bar.regex.setChecked(True)
        bar.input.setText("(")
        bar.search()
        await until(lambda: bar.count.text() == "Not valid")
        assert "missing" in bar.count.toolTip()
        bar.input.setText("(?:(a*)*)*$|a+b")
        bar.search()
        await until(lambda: "/" in bar.count.text())
        bar.input.setText("(?s)a.*c|a")
        bar.search()
        bar.input.setText("ab")
        bar.regex.setChecked(False)
        bar.search()
        assert bar.count.text() == "1 / 1000"
        await asyncio.sleep(0)
        bar.property("kept").deleteLater()
        await aio.cancel_all()

    run_async(body())
