"""Underlined headings look like headings in Live, and nothing else does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from axon_desktop.markdown.scan.blocks import scan_blocks
from axon_desktop.ui.editor.text_edit import NoteTextEdit

TEXTS = json.loads((Path(__file__).parents[3] / "data" / "underlined_headings.json").read_text("utf-8"))


@pytest.fixture
def edit(qtbot: QtBot) -> NoteTextEdit:
    made = NoteTextEdit()
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.set_live(True)
    return made


def headings(edit: NoteTextEdit) -> dict[int, int]:
    """Return the level of each line that is shown as a heading."""
    found = {}
    block = edit.document().begin()
    while block.isValid():
        line = edit.note_layout.laid_out(block).line
        if line.kind in ("heading", "underline"):
            found[block.blockNumber()] = line.level
        block = block.next()
    return found


def headings_of_reading(text: str) -> dict[int, int]:
    found: dict[int, int] = {}
    for block in scan_blocks(text):
        if block is not None and block.heading is not None:
            lines = block.source.rstrip().split("\n")
            found |= {block.line + number: block.heading[0] for number in range(len(lines))}
    return found


@pytest.mark.parametrize("text", TEXTS)
def test_lines_of_headings_are_those_of_reading(edit: NoteTextEdit, text: str) -> None:
    edit.open_text(text)
    assert headings(edit) == headings_of_reading(text)


def test_headings_follow_every_edit_of_their_lines(edit: NoteTextEdit) -> None:
    text = "one\ntwo\nthree\n===\nafter\n"
    edit.open_text(text)
    assert headings(edit) == {0: 1, 1: 1, 2: 1, 3: 1}
    for line, taken, given in ((3, 3, "---"), (3, 3, "--x"), (0, 0, "- "), (1, 3, ""), (3, 0, "=\n")):
        for put in (True, False):
            if put:
                cursor = QTextCursor(edit.document().findBlockByNumber(line))
                cursor.setPosition(cursor.position() + taken, QTextCursor.MoveMode.KeepAnchor)
                cursor.insertText(given)
            else:
                edit.undo()
            now = edit.toPlainText()
            assert headings(edit) == headings_of_reading(now), now
    assert edit.toPlainText() == text


def test_underline_takes_little_room_and_its_own_line_while_the_caret_is_in_it(
    edit: NoteTextEdit, qtbot: QtBot
) -> None:
    edit.open_text("Title\n===\ntext\n")
    edit.show()
    edit.activateWindow()
    edit.setFocus()
    qtbot.waitUntil(edit.hasFocus)
    underline = edit.document().findBlockByNumber(1)
    heights = []
    for number in (2, 1):
        edit.setTextCursor(QTextCursor(edit.document().findBlockByNumber(number)))
        edit.grab()
        heights.append(underline.lineCount())
    assert heights[0] < heights[1] / 2
