"""Diffs of lines that are longer than their column."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop.agent.approval.approval import ApprovalRequest
from axon_desktop.llm.messages import ToolCall
from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.approval.write_dialog import WriteApproval
from axon_desktop.ui.diff import view as diff_view
from axon_desktop.ui.diff.line_layout import PaintedLine
from axon_desktop.ui.diff.row_positions import RowPositions
from axon_desktop.ui.diff.rows import Diff, compare
from axon_desktop.ui.diff.view import SideBySideDiff
from axon_desktop.ui.diff.words import changed_words
from axon_desktop.ui.look.stylesheet import mono_font
from axon_desktop.vault.history.changes import ChangePreview, Proposal
from tests.ui.compared import ink, row_pixels, view_of
from tests.waiting import work_below

CHINESE = "".join(map(chr, range(0x4E00, 0x4E00 + 500)))
"""A paragraph in which no character occurs twice."""
PROSE = "word and more of it that goes on " * 20


def edited(text: str, *places: int) -> str:
    """Return a text with other characters at some positions."""
    return "".join("改" if place in places else character for place, character in enumerate(text))


def marked_places(view: SideBySideDiff) -> list[QRect]:
    """Return the marked rectangles in a view, from left to right and down."""
    picture = view.viewport().grab().toImage()
    places: list[QRect] = []
    for color in (LIGHT.delete_strong, LIGHT.add_strong):
        for y in range(picture.height()):
            for x in range(picture.width()):
                if picture.pixelColor(x, y).name() == color:
                    spot = QRect(x, y, 1, 1)
                    near = next(
                        (place for place in places if place.adjusted(-3, -20, 20, 20).intersects(spot)), None
                    )
                    if near is None:
                        places.append(spot)
                    else:
                        places[places.index(near)] = near.united(spot)
    return places


@pytest.mark.parametrize("width", [860, 1400])
def test_changes_far_from_each_other_in_a_paragraph_are_seen_together(width: int, qtbot: QtBot) -> None:
    before, after = f"{CHINESE}\n".encode(), f"{edited(CHINESE, 50, 350)}\n".encode()
    change = ChangePreview("Home.md", before, after, "edit")
    request = ApprovalRequest(ToolCall("edit_note", {}), Proposal.write(change), ("write",), "tidy", "write")
    dialog = WriteApproval(request, change, compare(before, after))
    qtbot.addWidget(dialog)
    dialog.resize(width, 620)
    dialog.show()
    view = dialog.view
    assert view.horizontalScrollBar().maximum() == 0
    assert view.verticalScrollBar().maximum() == 0
    places = marked_places(view)
    half = view._half()
    assert len([place for place in places if place.right() < half]) == 2
    assert len([place for place in places if place.left() > half]) == 2
    width = QFontMetrics(mono_font()).horizontalAdvance("改")
    assert all(abs(place.width() - width) <= 4 for place in places)


def test_a_dialog_opens_as_high_as_its_paragraphs(qtbot: QtBot) -> None:
    view = SideBySideDiff()
    qtbot.addWidget(view)
    text = "".join(f"{number} " for number in range(10, 210))  # as wide in every monospaced font
    view.set_diff(compare(f"{text}\n".encode(), f"{edited(text, 9)}\n".encode()))
    size = view.sizeHint()
    assert 250 < size.height() < 440
    view.resize(size)
    view.show()
    assert view.verticalScrollBar().maximum() == 0
    view.set_diff(compare(None, f"{PROSE * 50}\n".encode()))
    assert view.sizeHint().height() <= 450
    narrow = SideBySideDiff(width=300)
    qtbot.addWidget(narrow)
    narrow.set_diff(compare(None, f"{text}\n".encode()))
    assert narrow.sizeHint().height() > size.height()


@pytest.mark.parametrize(("old", "new"), [(PROSE, "short"), ("short", PROSE), (CHINESE, PROSE)])
def test_both_sides_of_a_row_are_as_high_as_the_higher_one(old: str, new: str, qtbot: QtBot) -> None:
    view = view_of(qtbot, compare(f"{old}\nsame\n".encode(), f"{new}\nsame\n".encode()), height=900)
    first, second = (view.row_rect(row).translated(-view.viewport().pos()) for row in (0, 1))
    picture = view.viewport().grab().toImage()
    step = view.verticalScrollBar().singleStep()
    assert first.height() > 5 * step
    assert second.top() == first.bottom() + 1
    assert second.height() == step
    for x, color in ((view._half() - 2, LIGHT.delete), (view.viewport().width() - 2, LIGHT.add)):
        ground = [y for y in range(picture.height()) if picture.pixelColor(x, y).name() == color]
        assert ground == list(range(first.top(), first.bottom() + 1))
    digit = QFontMetrics(mono_font()).horizontalAdvance("0")
    for left in (0, view._half()):
        number = QRect(left + view._number_width - 7 - digit, first.top(), digit + 2, first.height())
        assert ink(picture, number)
        assert max(ink(picture, number)) < step, "the number stands beside the first line alone"
        number.moveTop(second.top())
        assert min(ink(picture, number.adjusted(0, 0, 0, second.height() - first.height()))) > 0


def test_words_stay_whole_but_for_those_that_are_longer_than_a_line(qtbot: QtBot) -> None:
    width = QFontMetrics(mono_font()).horizontalAdvance("a")

    def rows(text: str, columns: int) -> list[int]:
        line = PaintedLine(text, mono_font(), columns * width + 2, 20)
        found = [line.row_of(place) for place in range(len(text))]
        assert found[-1] + 1 == line.count
        return [found.count(row) for row in range(line.count)]

    assert rows("one two three", 8) == [8, 5]
    assert rows("a" * 20, 8) == [8, 8, 4]
    assert rows("is " + "a" * 20, 8)[-1] == 4
    wide = QFontMetrics(mono_font()).horizontalAdvance("长")
    assert len(rows("长" * 100, wide * 10 // width)) >= 10
    assert PaintedLine("", mono_font(), 100, 20).count == 1


def test_a_change_of_mere_blanks_where_a_line_is_broken_is_seen(qtbot: QtBot) -> None:
    room = "x" * 400
    view = view_of(qtbot, compare(f"{room}\n".encode(), f"{room}{' ' * 90}\n".encode()), height=500)
    assert row_pixels(view, 0, LIGHT.add_strong)


@pytest.mark.parametrize("character", ["x", "长", "一 "])
def test_of_a_line_of_a_megabyte_what_is_in_view_is_laid_out(
    character: str, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid: list[int] = []

    class Counting(PaintedLine):
        def __init__(self, text: str, *options: object) -> None:
            laid.append(len(text))
            super().__init__(text, *options)  # type: ignore[arg-type]

    monkeypatch.setattr(diff_view, "PaintedLine", Counting)
    line = character * (1_000_000 // len(character.encode()))
    middle = len(line) // 2
    diff = compare(f"{line}\n".encode(), f"{line[:middle]}y{line[middle:]}\n".encode())
    with work_below(1):
        view = view_of(qtbot, diff, 860, 440)
        view.grab()
    assert max(laid) <= 4000
    assert len(laid) < 20
    assert seen(view, 0)
    for number, text in enumerate((line, f"{line[:middle]}y{line[middle:]}")):
        assert "".join(view._shown(row)[number].text for row in range(len(diff.rows))) == text
    bar = view.verticalScrollBar()
    laid.clear()
    bar.setValue(bar.maximum())
    view.grab()
    assert view.rows_in_view()[-1] == len(diff.rows) - 1
    assert sum(laid) < 40_000
    laid.clear()
    view.grab()
    assert laid == []


@given(
    st.lists(st.sampled_from(["word ", "长", "x" * 900, "y " * 700, "\U0001f600"]), max_size=30),
    st.lists(st.sampled_from(["word ", "长", "x" * 900, "y " * 700, "z"]), max_size=30),
    st.lists(st.sampled_from(["word ", "x" * 3000, "y " * 2000]), max_size=4),
)
def test_every_character_of_long_lines_is_in_a_row(old: list[str], new: list[str], common: list[str]) -> None:
    lines = ["".join([*common, *middle, *common]) for middle in (old, new)]
    diff = compare(lines[0].encode(), lines[1].encode())
    assert "".join(row.left for row in diff.rows) == lines[0]
    assert "".join(row.right for row in diff.rows) == lines[1]
    assert max((len(text) for row in diff.rows for text in (row.left, row.right)), default=0) <= 4000
    for hunk in diff.hunks:
        assert all(diff.rows[row].left == diff.rows[row].right for row in range(hunk.rows.start, hunk.first))


def test_of_a_line_in_several_rows_the_one_that_changes_is_announced_as_current(qtbot: QtBot) -> None:
    line = "\u957f" * 10_000
    view = view_of(qtbot, compare(f"a\n{line}\nb\n".encode(), f"a\n{line[:5_000]}x{line[5_001:]}\nb\n".encode()))
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    current = [row for row in range(len(view._diff.rows)) if view.is_at_row(row)]
    assert current == [view._diff.hunks[0].first]
    assert current[0] in view.rows_in_view()
    for row in view._diff.hunks[0].rows:
        words = view.row_words(row)
        if row in current:
            assert words.startswith("Line 2 changes from: ")
        else:
            assert words == f"2: {view._diff.rows[row].right}"


def test_of_many_lines_only_those_in_view_are_laid_out(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    laid: list[str] = []

    class Counting(PaintedLine):
        def __init__(self, text: str, *options: object) -> None:
            laid.append(text)
            super().__init__(text, *options)  # type: ignore[arg-type]

    monkeypatch.setattr(diff_view, "PaintedLine", Counting)
    lines = [f"{number} {PROSE[: number % 300]}{CHINESE[: number % 37]}" for number in range(20_000)]
    diff = compare(b"", "\n".join(lines).encode())
    with work_below(1):
        view = view_of(qtbot, diff, 860, 440)
    assert len(laid) < 200
    bar = view.verticalScrollBar()
    for value in (bar.maximum() // 2, bar.maximum(), bar.maximum() // 3):
        laid.clear()
        bar.setValue(value)
        view.grab()
        rows = view.rows_in_view()
        places = [view.row_rect(row) for row in rows]
        assert len(laid) <= 2 * len(rows) + 20
        assert all(other.top() == one.bottom() + 1 for one, other in pairwise(places))
        assert places[0].top() <= view.viewport().y() + 6
        assert places[-1].bottom() >= view.viewport().geometry().bottom() - 6
    bar.setValue(bar.maximum())
    assert view.rows_in_view()[-1] == len(lines) - 1
    assert bar.value() == bar.maximum(), "the end is where it seemed to be"


def test_what_is_read_stays_in_place_when_lines_above_turn_out_otherwise(qtbot: QtBot) -> None:
    lines = [f"{number} {CHINESE[: number * 7 % 400]}" for number in range(200)]
    view = view_of(qtbot, compare(b"", "\n".join(lines).encode()), 860, 300)
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    for _ in range(100):
        row = view.rows_in_view()[-1]
        before = view.row_rect(row).top()
        bar.triggerAction(bar.SliderAction.SliderSingleStepSub)
        assert view.row_rect(row).top() == before + bar.singleStep()


def test_the_first_line_in_view_stays_when_the_width_changes(qtbot: QtBot) -> None:
    view = view_of(qtbot, compare(b"", "\n".join([CHINESE] * 50).encode()), 860, 300)
    bar = view.verticalScrollBar()
    bar.triggerAction(bar.SliderAction.SliderPageStepAdd)
    bar.setValue(view._top(20) + bar.value())
    for width in (500, 1400, 640):
        view.resize(width, 300)
        assert view.rows_in_view()[0] == 20
        assert view.row_rect(20).top() == view.viewport().y()


def test_a_width_with_room_for_no_more_characters_lays_out_nothing_again(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = view_of(qtbot, compare(b"", "\n".join([CHINESE] * 50).encode()), 860, 300)
    found: list[int] = []

    class Counting(RowPositions):
        def __init__(self, counts: list[int]) -> None:
            found.append(len(counts))
            super().__init__(counts)

    monkeypatch.setattr(diff_view, "RowPositions", Counting)
    for width in range(860, 900):
        view.resize(width, 300)
    assert 0 < len(found) <= 40 // QFontMetrics(mono_font()).horizontalAdvance("0") + 1


def test_the_first_line_in_view_stays_when_the_size_of_the_text_changes(qtbot: QtBot) -> None:
    font, larger = QApplication.font(), QApplication.font()
    larger.setPixelSize(26)
    view = view_of(qtbot, compare(b"", "\n".join([CHINESE] * 50).encode()), 860, 300)
    bar = view.verticalScrollBar()
    bar.triggerAction(bar.SliderAction.SliderPageStepAdd)
    bar.setValue(view._top(20) + bar.value())
    try:
        for size in (larger, font):
            QApplication.setFont(size)
            QApplication.processEvents()
            assert view.rows_in_view()[0] == 20
            assert view.row_rect(20).top() == view.viewport().y()
    finally:
        QApplication.setFont(font)


def test_lines_follow_the_size_of_the_text(qtbot: QtBot) -> None:
    font = QApplication.font()
    larger = QApplication.font()
    larger.setPixelSize(26)
    view = view_of(qtbot, compare(b"", f"{CHINESE}\nend\n".encode()), height=900)
    small = view.row_rect(0).height()
    try:
        QApplication.setFont(larger)
        QApplication.processEvents()
        assert view.row_rect(0).height() > 3 * small
        assert view.row_rect(1).top() == view.row_rect(0).bottom() + 1
    finally:
        QApplication.setFont(font)


def seen(view: SideBySideDiff, hunk: int) -> bool:
    """Tell whether the first difference of a change is visible."""
    return bool(row_pixels(view, view._diff.hunks[hunk].first, LIGHT.add_strong))


def far_changes() -> Diff:
    long = "".join(map(chr, range(0x4E00, 0x4E00 + 3000)))
    parts = [long, "same\n" * 40, long, "same\n" * 40, "end"]
    changed = [edited(long, 2500), parts[1], edited(long, 2700), parts[3], "END"]
    return compare("\n".join(parts).encode(), "\n".join(changed).encode())


def test_a_comparison_begins_with_what_is_changed_first(qtbot: QtBot) -> None:
    view = view_of(qtbot, far_changes())
    bar = view.verticalScrollBar()
    assert seen(view, 0)
    assert bar.value() > 500
    view.resize(500, 160)
    assert seen(view, 0)
    wheel(view, 1200)
    top = view.row_rect(0).top()
    view.resize(500, 150)
    assert view.row_rect(0).top() == top, "who has scrolled is not taken back"
    assert not seen(view, 0)
    view.set_diff(compare(b"a\n" + CHINESE.encode(), b"b\n" + CHINESE.encode()))
    assert bar.value() == 0
    long = compare(f"{CHINESE * 3}\na\n".encode(), f"{CHINESE * 3}\nb\n".encode())
    view.set_diff(long)
    assert seen(view, 0), "what is before it may be long, too"


def wheel(view: SideBySideDiff, angle: int) -> None:
    center = view.viewport().rect().center()
    event = QWheelEvent(
        center,
        view.viewport().mapToGlobal(center),
        QPoint(),
        QPoint(0, angle),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)


def test_keys_go_to_what_is_changed_within_long_lines(qtbot: QtBot) -> None:
    view = view_of(qtbot, far_changes())
    view.set_diff(far_changes(), choosable=True)
    presses = 0
    for hunk in (1, 2):
        while view.current < hunk:
            qtbot.keyClick(view, Qt.Key.Key_Down)
            presses += 1
            assert presses < 200
        assert seen(view, hunk)
        assert view.viewport().rect().contains(view.box(hunk))
    while view.current > 0:
        qtbot.keyClick(view, Qt.Key.Key_Up)
        presses += 1
        assert presses < 600
    assert seen(view, 0) or view.row_rect(0).bottom() > 0


def test_a_click_far_down_in_a_long_line_is_about_its_change(qtbot: QtBot) -> None:
    view = view_of(qtbot, compare(b"", b""), height=600)
    view.set_diff(compare(f"a\nsame\n{PROSE}\n".encode(), f"b\nsame\n{PROSE}more\n".encode()), choosable=True)
    place = view.row_rect(2).translated(-view.viewport().pos())
    assert place.height() > 100
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(300, place.bottom() - 2))
    assert view.current == 1
    assert view.chosen == {0, 1}
    assert "selected" in view.accessibleDescription()


@given(st.lists(st.integers(1, 9), max_size=3000), st.data())
def test_rows_stand_below_each_other_however_often_one_grows(counts: list[int], data: st.DataObject) -> None:
    places = RowPositions(list(counts))
    for _ in range(4):
        assert places.total == sum(counts)
        row = data.draw(st.integers(0, len(counts)))
        assert places.top(row) == sum(counts[:row])
        line = data.draw(st.integers(-2, places.total + 2))
        above = [number for number in range(len(counts)) if sum(counts[: number + 1]) <= line]
        assert places.at(line) == len(above)
        if row < len(counts):
            count = data.draw(st.integers(1, 9))
            assert places.resize(row, count) == count - counts[row]
            counts[row] = count


def test_words_are_marked_in_a_long_paragraph(qtbot: QtBot) -> None:
    assert changed_words(CHINESE, edited(CHINESE, 50, 350)) == ([(50, 51), (350, 351)],) * 2
