"""Pasting into a note: rich text, tables, addresses; one step of undo, and nothing typed meanwhile is lost."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from axon_desktop.ui import aio
from axon_desktop.ui.editor.text_edit import NoteTextEdit
from tests.ui.chat_world import Run
from tests.waiting import until


def _data(text: str, html: str = "") -> QMimeData:
    data = QMimeData()
    data.setText(text)
    if html:
        data.setHtml(html)
    return data


def _edit(text: str, anchor: int, caret: int) -> NoteTextEdit:
    edit = NoteTextEdit()
    edit.open_text(text)
    cursor = edit.textCursor()
    cursor.setPosition(anchor)
    cursor.setPosition(caret, QTextCursor.MoveMode.KeepAnchor)
    edit.setTextCursor(cursor)
    return edit


@pytest.mark.parametrize(
    ("before", "selection", "pasted", "after"),
    [
        ("see the page", (8, 12), "https://example.org/a?b=c", "see the [page](https://example.org/a?b=c)"),
        ("a", (1, 1), "x\ty\n1\t2\n", "a\n\n| x   | y   |\n| --- | --- |\n| 1   | 2   |"),
        ("", (0, 0), "\tcode\n\tmore\n", "\tcode\n\tmore\n"),
        ("", (0, 0), "x\ty\n1\n", "x\ty\n1\n"),
        ("| a |\n|---|\n| b |", (15, 15), "x\ty\n1\t2", "| a |\n|---|\n| bx\ty\n1\t2 |"),
        ("```\n\n```", (4, 4), "x\ty\n1\t2", "```\nx\ty\n1\t2\n```"),
        ("a\r\nb\r\n", (0, 1), "1\n2\r\n3", "1\r\n2\r\n3\r\nb\r\n"),
    ],
)
def test_text_is_pasted_as_what_it_is(
    qapp: QApplication, before: str, selection: tuple[int, int], pasted: str, after: str
) -> None:
    edit = _edit(before, *selection)
    edit.insertFromMimeData(_data(pasted))
    assert edit.note_text.restore(edit.raw) == after
    edit.undo()
    assert edit.note_text.restore(edit.raw) == before


def test_html_becomes_markdown_in_place_of_the_selection_while_somebody_types_on(
    qapp: QApplication, run_async: Run
) -> None:
    async def body() -> None:
        edit = _edit("one two", 4, 7)
        edit.insertFromMimeData(_data("2 bold", "<p>2 <b>bold</b></p>"))
        await until(lambda: edit.toPlainText() == "one 2 **bold**")
        assert edit.textCursor().position() == len("one 2 **bold**")
        edit.insertFromMimeData(_data("h\na", "<h2>h</h2><ul><li>a</li></ul>"))
        QTest.keyClicks(edit, "!")
        await until(lambda: edit.toPlainText() == "one 2 **bold**\n\n## h\n\n- a\n\n!")
        assert edit.textCursor().atEnd()
        edit.undo()
        assert edit.toPlainText() == "one 2 **bold**!"
        QApplication.clipboard().setMimeData(_data("x\ty\n1\t2", "<b>x</b>"))
        edit.paste_plain()
        assert edit.toPlainText() == "one 2 **bold**x\ty\n1\t2!"
        edit.insertFromMimeData(_data("only words", "<span>only words</span>"))
        await until(lambda: edit.toPlainText().endswith("1\t2only words!"))
        edit.selectAll()
        edit.insertFromMimeData(_data("b", "<b>b</b>"))
        QTest.keyClicks(edit, "typed")
        await until(lambda: edit.toPlainText() == "**b**typed")
        await aio.cancel_all()

    run_async(body())
