"""Lines from right to left: Live shows them where Reading does and in its order, and keys do what they show."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument
from PySide6.QtTest import QTest

from axon_desktop.markdown.html.callouts import Folding
from axon_desktop.markdown.scan.definitions import collect_definitions
from axon_desktop.ui.editor.live.block_layout import Places, x_of
from axon_desktop.ui.editor.live.drawing import box_of, part_of, places_of
from axon_desktop.ui.editor.live.looks import Sources
from axon_desktop.ui.editor.live.proposals import Proposal
from axon_desktop.ui.editor.text_edit import NoteTextEdit
from tests.ui.editor.live.elements import said, top_blocks
from tests.ui.editor.live.test_live import put_caret, text_of

CASES: list[Mapping[str, Any]] = json.loads(
    (Path(__file__).parents[3] / "data" / "right_to_left.json").read_text("utf-8")
)
_RTL = Qt.LayoutDirection.RightToLeft
_OBJECT = "\ufffc"


def last_block(document: QTextDocument) -> QTextBlock:
    """Return the last block that has text."""
    block = document.lastBlock()
    while not block.text().strip():
        block = block.previous()
    return block


def in_reading(edit: NoteTextEdit, note: str) -> QTextDocument:
    """Return a note as Reading renders it, as wide as the text of an editor."""
    drawn = edit.note_looks.drawn
    assert drawn is not None
    parts = [part for block in top_blocks(note) for part in block]
    html = drawn._builder._renderer.render(parts, collect_definitions(parts), Folding(), "Note.md")
    document = QTextDocument(edit)
    document.setDefaultFont(edit.note_looks.font)
    document.setTextWidth(edit.note_looks.width)
    document.setHtml(html)
    return document


def show(edit: NoteTextEdit, note: str) -> QTextBlock:
    """Show a note with the caret in its first line, and return its last one."""
    edit.set_sources(Sources(lambda _path: None, lambda _key: None, lambda target: target))
    edit.open_text(f"first\n\n{note}\n")
    edit.grab()
    return last_block(edit.document())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_a_line_runs_as_in_reading(edit: NoteTextEdit, case: Mapping[str, Any]) -> None:
    block = show(edit, case["note"])
    data, layout = edit.note_layout.laid_out(block), edit.note_layout
    reading = last_block(in_reading(edit, case["note"]))
    assert data.is_rtl is case["rtl"] is (reading.textDirection() == _RTL)
    painted = data.painted(block)
    content = data.place_of(Places(block.text()).of(data.line.content))
    line = painted.lineAt(0)
    edge = line.naturalTextRect().right() if data.is_rtl else line.x()
    begin = x_of(line, content) if content else edge
    assert begin == pytest.approx(data.edge if data.is_rtl else data.content, abs=1)
    if data.woven is not None and not data.pictures:
        assert said(painted.text().partition(". ")[2] or painted.text()) in said(
            reading.text().replace(_OBJECT, "")
        )
    if data.line.kind == "task":
        box = box_of(data)
        assert (box.left() >= data.edge) is data.is_rtl
        assert layout.hitTest(QPointF(box.center().x(), layout.top_of(block) + 5), Qt.HitTestAccuracy.FuzzyHit)
    hidden, height = painted.text(), data.height
    put_caret(edit, block.position())
    edit.grab()
    data = edit.note_layout.laid_out(block)
    assert data.woven is None
    assert data.is_rtl is case["rtl"], "the caret does not turn a line around"
    assert data.height >= height or "![[" in case["note"]
    assert text_of(edit) == f"first\n\n{case['note']}\n"
    assert not edit.document().isModified()
    put_caret(edit, 0)
    edit.grab()
    assert edit.note_layout.laid_out(block).painted(block).text() == hidden


@pytest.mark.parametrize("case", [case for case in CASES if "![[" in case["note"]], ids=lambda case: case["why"])
def test_what_is_drawn_beside_letters_is_where_no_letter_is(edit: NoteTextEdit, case: Mapping[str, Any]) -> None:
    block = show(edit, case["note"])
    data = edit.note_layout.laid_out(block)
    painted, line = data.painted(block), data.painted(block).lineAt(0)
    ((_, place),) = places_of(data, painted)
    assert place.width() == pytest.approx(60, abs=1)
    grounds = [(part_of(line, start, end), end - start) for start, end, _ in data.chips]
    for ground, letters in grounds:
        assert ground is not None
        assert ground.width() > 6 * letters
        assert not ground.intersects(place)
    beside = [at for at in range(len(painted.text())) if painted.text()[at].isalpha()]
    for at in beside:
        letter = part_of(line, at, at + 1)
        assert letter is not None
        assert not letter.adjusted(2.5, 0, -2.5, 0).intersects(place)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_arrows_go_where_they_point_and_typing_is_that_of_the_source(
    edit: NoteTextEdit, case: Mapping[str, Any]
) -> None:
    block = show(edit, case["note"])
    middle = block.position() + block.length() // 2
    for key, by in ((Qt.Key.Key_Left, 1), (Qt.Key.Key_Right, -1)):
        put_caret(edit, middle)
        QTest.keyClick(edit, key)
        by = by if case["rtl"] else -by
        assert by * (edit.textCursor().position() - middle) > 0
    found = []
    for live in (False, True):
        edit.set_live(live)
        put_caret(edit, middle)
        QTest.keyClicks(edit, "x1")
        found.append((text_of(edit), edit.textCursor().position()))
        edit.undo()
    assert found[0] == found[1]


def test_a_click_is_at_the_letter_that_is_seen_there(edit: NoteTextEdit) -> None:
    note = "[[Target|שלום]] **עולם** 12"
    block = show(edit, note)
    layout, data = edit.note_layout, edit.note_layout.laid_out(block)
    for word in ("שלום", "עולם", "12"):
        at = note.index(word) + 1
        line, place = data.painted(block).lineAt(0), data.place_of(at)
        point = QPointF((x_of(line, place) + x_of(line, place + 1)) / 2, layout.top_of(block) + line.y() + 4)
        assert layout.hitTest(point, Qt.HitTestAccuracy.ExactHit) - block.position() in (at, at + 1)
    target = edit.target_at(layout.rect_of(block.position() + note.index("ל")).center().toPoint())
    assert target is not None
    assert target.kind == "link"


def test_up_and_down_go_through_lines_with_proposed_words(edit: NoteTextEdit) -> None:
    edit.open_text("first\nword another\nlast\n")
    edit.grab()
    start = edit.document().findBlockByNumber(1).position()
    edit.note_layout.propose([Proposal(start + 4, start + 4, " proposed" * 20)])
    edit.grab()
    block = edit.document().findBlockByNumber(1)
    lines = edit.note_layout.laid_out(block).painted(block).lineCount()
    assert lines > 2
    put_caret(edit, 2)
    seen = []
    while edit.textCursor().blockNumber() < 2:
        QTest.keyClick(edit, Qt.Key.Key_Down)
        seen.append(edit.textCursor().blockNumber())
    assert seen == [1, 1, 2], "there is no place among words that are proposed"
    QTest.keyClick(edit, Qt.Key.Key_Up)
    assert edit.textCursor().blockNumber() == 1
    assert edit.textCursor().position() >= start + 4, "into the last of its lines"
    edit.moveCursor(QTextCursor.MoveOperation.Start)
