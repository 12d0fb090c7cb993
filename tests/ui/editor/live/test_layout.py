"""The document of a note, laid out line by line: places, heights, what is copied, what a screen reader finds."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QFont, QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop.ui.editor.live.looks import NoteLooks
from axon_desktop.ui.editor.text_edit import NoteTextEdit
from axon_desktop.ui.markdown_view.embeds import missing_glyphs
from bench.texts import markdown


def make_edit(qtbot: QtBot, text: str, *, live: bool) -> NoteTextEdit:
    """Show a text in an editor."""
    edit = NoteTextEdit()
    qtbot.addWidget(edit)
    edit.resize(700, 400)
    edit.set_live(live)
    edit.show()
    edit.open_text(text)
    edit.grab()
    return edit


@pytest.mark.parametrize("live", [False, True])
def test_accessible_places_are_those_of_the_screen_wherever_it_is_scrolled(qtbot: QtBot, live: bool) -> None:
    edit = make_edit(qtbot, markdown(100_000), live=live)
    for share in (0.0, 0.5, 1.0):
        edit.verticalScrollBar().setValue(round(edit.verticalScrollBar().maximum() * share))
        edit.grab()
        block = next(block for block in edit.visible_blocks() if block.text()[2:12].strip("`- "))
        text = QAccessible.queryAccessibleInterface(edit).textInterface()
        place = text.characterRect(block.position() + len(block.text()) // 2)
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + len(block.text()) // 2)
        corner = edit.viewport().mapToGlobal(QPoint())
        assert abs(place.center().y() - corner.y() - edit.cursorRect(cursor).center().y()) <= 8  # fonts differ
        assert abs(place.left() - corner.x() - edit.cursorRect(cursor).left()) <= 1


def test_what_is_copied_is_plain_text_only(qtbot: QtBot) -> None:
    edit = make_edit(qtbot, "# Head\n**bold** [[a|b]]\n", live=True)
    edit.selectAll()
    edit.copy()
    data = QApplication.clipboard().mimeData()
    assert (data.text(), data.formats()) == ("# Head\n**bold** [[a|b]]\n", ["text/plain"])


def test_hidden_marks_share_one_font_that_looks_in_no_other() -> None:
    """A size that no font has lets Qt open all fonts, for each family, weight and style: for seconds."""
    looks = NoteLooks()
    looks.live = True
    looks.renew()
    kinds = [(), ("h1",), ("strong", "emphasis"), ("code",), ("callout",), ("fenced",), ("math",)]
    fonts = {looks.format((*others, "hidden")).font().key() for others in kinds}
    assert len(fonts) == 1
    assert all(
        looks.format((*others, "hidden")).font().styleStrategy() & QFont.StyleStrategy.NoFontMerging
        for others in kinds
    )


@pytest.mark.parametrize("live", [False, True])
def test_letters_without_a_font_are_searched_in_none(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, live: bool
) -> None:
    monkeypatch.setattr(missing_glyphs, "_missing", lambda: "\u1780-\u17ff")
    edit = make_edit(qtbot, "**a** 😀 ខ 12 and ខ\n\nnone\n", live=live)
    first, last = edit.document().firstBlock(), edit.document().lastBlock().previous()
    unmerged = [
        (part.start, part.start + part.length)
        for part in first.layout().formats()
        if part.format.font().styleStrategy() & QFont.StyleStrategy.NoFontMerging
    ]
    letters = [place for place, letter in enumerate("**a** xx ខ 12 and ខ") if letter == "ខ"]
    assert all(any(start <= place < end for start, end in unmerged) for place in letters)
    assert not any(
        part.format.font().styleStrategy() & QFont.StyleStrategy.NoFontMerging for part in last.layout().formats()
    )


@pytest.mark.parametrize("live", [False, True])
def test_first_line_seen_stays_while_lines_above_it_are_laid_out(qtbot: QtBot, live: bool) -> None:
    edit = make_edit(qtbot, markdown(60_000), live=live)
    bar = edit.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    edit.grab()
    block = edit.firstVisibleBlock().next()
    seen = edit.note_layout.top_of(block) - bar.value()
    edit.note_layout.lay_out_between(0, bar.value() - 1)
    assert edit.note_layout.top_of(block) - bar.value() == seen
    bar.setValue(bar.value() - 90)
    edit.grab()
    assert abs(edit.note_layout.top_of(block) - bar.value() - seen - 90) <= 1


@pytest.mark.parametrize("live", [False, True])
def test_caret_is_seen_after_every_far_jump(qtbot: QtBot, live: bool) -> None:
    edit = make_edit(qtbot, markdown(60_000), live=live)
    edit.activateWindow()
    edit.setFocus()
    qtbot.waitUntil(edit.hasFocus)
    count = edit.document().blockCount()
    for number in (count - 1, 3, count // 2, count // 3, 40, count - 20):
        edit.setTextCursor(QTextCursor(edit.document().findBlockByNumber(number)))
        edit.grab()
        assert edit.viewport().rect().contains(edit.cursorRect().adjusted(0, 2, 0, -2)), number


def test_place_that_is_clicked_is_the_letter_that_is_seen_there(qtbot: QtBot) -> None:
    edit = make_edit(qtbot, "plain **bold** and [[Target|alias]] ends\n\n- [ ] a task\n", live=True)
    layout = edit.note_layout
    line = "plain **bold** and [[Target|alias]] ends"
    for letter in ("plain", "old", "lias", "nds"):
        place = line.index(letter)
        cursor = QTextCursor(edit.document())
        cursor.setPosition(place)
        cursor.setPosition(place + 1)
        at = edit.cursorRect(cursor).center()
        found = layout.hitTest(QPointF(at.x() + 0.5, at.y()), Qt.HitTestAccuracy.FuzzyHit)
        assert found == place + 1
