"""Words in the flow of a text that are not in its document, and room below a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QTextBlock, QTextCharFormat, QTextCursor
from pytestqt.qtbot import QtBot

from axon_desktop.ui.editor.live.block_layout import BlockData
from axon_desktop.ui.editor.live.looks import Sources
from axon_desktop.ui.editor.live.proposals import Proposal
from axon_desktop.ui.editor.text_edit import NoteTextEdit

CASES = json.loads((Path(__file__).parents[3] / "data" / "proposals.json").read_text("utf-8"))
GROUND = "#c0ffee"
TABLE = "one\n\n| a | b |\n| - | - |\n| c | d |\n\nlast\n"


@pytest.fixture
def edit(qtbot: QtBot) -> NoteTextEdit:
    made = NoteTextEdit()
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.set_sources(Sources(lambda _name: None, lambda _name: None, lambda _name: None))
    made.show()
    return made


def shown(block: QTextBlock, data: BlockData) -> str:
    """Return the text that is painted."""
    return block.text() if data.woven is None else data.woven.layout.text()


@pytest.mark.parametrize("live", [True, False])
@pytest.mark.parametrize("case", CASES, ids=[case["why"] for case in CASES])
def test_words_stand_in_the_text_and_not_in_the_document(
    edit: NoteTextEdit, case: dict[str, Any], live: bool
) -> None:
    edit.set_live(live)
    edit.open_text(f"first\n\n{case['line']}\nlast\n")
    edit.grab()
    layout, block = edit.note_layout, edit.document().findBlockByNumber(2)
    revision, start = edit.document().revision(), block.position()
    look = QTextCharFormat()
    look.setBackground(QColor(GROUND))
    layout.propose([Proposal(start + first, start + last, words, look) for first, last, words in case["words"]])
    picture = edit.grab().toImage()
    data = layout.laid_out(block)
    assert shown(block, data) == case["shown"]
    assert data.revealed or not live
    seen = {picture.pixel(x, y) for x in range(0, 400, 3) for y in range(0, 160, 3)}
    assert (QColor(GROUND).rgb() in seen) == any(words for _, _, words in case["words"])
    for place in range(block.length()):
        if (woven := data.woven) is not None:
            assert woven.back(woven.of(place)) == woven.back(woven.of(place, behind=True)) == place
        at = layout.rect_of(start + place)
        assert layout.hitTest(at.center(), Qt.HitTestAccuracy.FuzzyHit) - start in (place - 1, place, place + 1)
    assert edit.document().revision() == revision
    assert not edit.document().isUndoAvailable()
    layout.propose([])
    edit.grab()
    assert shown(block, layout.laid_out(block)) == case["line"]


def test_words_go_with_their_place_and_open_what_is_drawn(edit: NoteTextEdit) -> None:
    edit.set_live(True)
    edit.open_text(TABLE)
    edit.grab()
    layout, row = edit.note_layout, edit.document().findBlockByNumber(4)
    assert layout.laid_out(row).group is not None
    place = row.position() + 3
    layout.propose([Proposal(place - 1, place, " x", QTextCharFormat())])
    edit.grab()
    assert layout.laid_out(row).group is None
    cursor = QTextCursor(edit.document())
    cursor.insertText("more\n")
    edit.grab()
    assert shown(row, layout.laid_out(row)) == "| c x | d |"
    layout.propose([])
    edit.grab()
    assert layout.laid_out(row).group is not None


@pytest.mark.parametrize("live", [True, False])
@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 6, 7])
def test_room_is_below_its_line_and_follows_it(edit: NoteTextEdit, number: int, live: bool) -> None:
    edit.set_live(live)
    edit.open_text(TABLE)
    edit.grab()
    layout, block = edit.note_layout, edit.document().findBlockByNumber(number)
    size, lower = layout.documentSize().height(), block.next()
    top = layout.reserve(block, 80)
    edit.grab()
    assert layout.documentSize().height() == size + 80
    assert top == layout.top_of(block) + layout.laid_out(block).height
    assert not lower.isValid() or layout.top_of(lower) == top + 80
    QTextCursor(edit.document()).insertText("more\n")
    block = edit.document().findBlockByNumber(number + 1)
    lower = block.next()
    edit.grab()
    assert not lower.isValid() or layout.top_of(lower) == layout.top_of(block) + layout.laid_out(block).height + 80
    assert layout.reserve(block, 0) == layout.top_of(block) + layout.laid_out(block).height
    edit.grab()
    assert not lower.isValid() or layout.top_of(lower) == layout.top_of(block) + layout.laid_out(block).height
