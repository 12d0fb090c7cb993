from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from axon_desktop.text.diff import Match, matches
from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.approval.proposal_editor import EditPane
from axon_desktop.ui.diff import words as diff_words
from axon_desktop.ui.diff.rows import Diff, compare, decode, merge_edit, take_hunks
from axon_desktop.ui.diff.spoken import change_words
from axon_desktop.ui.diff.view import SideBySideDiff
from axon_desktop.ui.diff.words import as_seen, changed_words
from axon_desktop.ui.file_actions.conflict_copies import ComparisonDialog
from axon_desktop.ui.look.stylesheet import mono_font, wear_dialog
from tests.ui.compared import ink, row_pixels, view_of
from tests.ui.hearing import hear
from tests.waiting import work_below

lines = st.lists(st.sampled_from(["a", "b", "c", "", "长"]), max_size=30)
notes = st.lists(
    st.tuples(st.sampled_from(["a", "b b", "", "长\u00a0x"]), st.sampled_from(["\n", "\r\n", "\r"])), max_size=12
)


@given(lines, lines)
def test_both_sides_of_the_rows_are_the_two_texts(old: list[str], new: list[str]) -> None:
    before, after = ("".join(f"{line}\n" for line in side).encode() for side in (old, new))
    diff = compare(before, after)
    for side, text in (("left", old), ("right", new)):
        shown = {getattr(row, f"{side}_number"): getattr(row, side) for row in diff.rows}
        shown.pop(0, None)
        assert all(text[number - 1] == line for number, line in shown.items())
    hidden = sum(row.skipped for row in diff.rows)
    same = sum(row.kind == "same" for row in diff.rows)
    assert same + hidden + diff.removed == len(old)
    assert same + hidden + diff.added == len(new)


@given(notes, st.booleans(), st.sampled_from(["", "tail"]))
def test_text_left_as_it_is_keeps_every_byte(parts: list[tuple[str, str]], bom: bool, tail: str) -> None:
    text = ("\ufeff" if bom else "") + "".join(line + end for line, end in parts) + tail
    shown = decode(text.encode()).replace("\r\n", "\n").replace("\r", "\n")
    assert merge_edit(text.encode(), shown) == text.encode()


def test_edit_changes_only_the_edited_lines() -> None:
    original = "\ufeffone\r\ntwo\nthree\r\nfour".encode()
    assert merge_edit(original, "one\n2\nthree\nfour\nfive") == "\ufeffone\r\n2\r\nthree\r\nfour\r\nfive".encode()
    assert merge_edit(b"", "x") == b"x"
    assert merge_edit(b"a\n", "") == b""


def test_an_edit_here_and_there_among_equal_lines_is_found_at_once() -> None:
    lines = [line for number in range(2_000) for line in (f"line {number}\r", "\r")]
    for number in range(0, len(lines), 100):
        lines[number] = f"old {number}"
    original = "\n".join(lines)
    edited = original.replace("\r", "").replace("old", "new")
    with work_below(1):
        assert merge_edit(original.encode(), edited).count(b"\r\n") == len(lines) - 1


def test_editor_keeps_no_break_spaces_and_reports_no_edit(qtbot: QtBot) -> None:
    pane = EditPane(None, "a\u00a0b\r\nc\r\n".encode())
    qtbot.addWidget(pane)
    assert pane.text == "a\u00a0b\r\nc\r\n".encode()
    pane.editor.moveCursor(pane.editor.textCursor().MoveOperation.End)
    pane.editor.insertPlainText("d")
    assert pane.text == "a\u00a0b\r\nc\r\nd".encode()


@pytest.mark.parametrize("text", ["\ufffehello\r\nworld\n", "\ufeff\ufeffone\n", "a\ufdd0b\ufdd1c\n"])
def test_editor_shows_text_that_qt_would_take_for_something_else(text: str, qtbot: QtBot) -> None:
    pane = EditPane(text.encode(), text.encode())
    qtbot.addWidget(pane)
    assert pane.editor.document().blockCount() == pane.before.document().blockCount() == text.count("\n") + 1
    assert pane.text == text.encode()
    pane.editor.moveCursor(pane.editor.textCursor().MoveOperation.End)
    pane.editor.insertPlainText("d")
    assert pane.text == f"{text}d".encode()


@pytest.mark.parametrize(("before", "seen"), [(None, False), (b"", False), (b"a\n", True)])
def test_editor_of_a_new_note_has_all_the_room(before: bytes | None, seen: bool, qtbot: QtBot) -> None:
    pane = EditPane(before, b"b\n")
    qtbot.addWidget(pane)
    pane.resize(600, 200)
    pane.show()
    assert pane.before.isVisible() == seen
    assert (pane.editor.width() == pane.width()) != seen


LINES = [b"a\n", b"a\r\n", b"b\n", b"\n", "长\r\n".encode(), b"\xff\n"]
texts = st.tuples(
    st.sampled_from([b"", b"\xef\xbb\xbf"]),
    st.lists(st.sampled_from(LINES), max_size=12).map(b"".join),
    st.sampled_from([b"", b"tail", b"\r"]),
).map(b"".join)


def line_count(text: bytes) -> int:
    return len(re.findall(rb"[^\n]*\n|[^\n]+", text))


@given(texts, texts, st.data())
def test_chosen_hunks_are_all_that_changes(before: bytes, after: bytes, data: st.DataObject) -> None:
    diff = compare(before, after)
    everything = range(len(diff.hunks))
    chosen = data.draw(st.sets(st.sampled_from(everything))) if everything else set()
    result = take_hunks(before, after, diff, chosen)
    assert take_hunks(before, after, diff, everything) == after
    assert take_hunks(before, after, diff, ()) == before
    taken = [hunk for number, hunk in enumerate(diff.hunks) if number in chosen]
    assert line_count(result) == line_count(before) + sum(hunk.added - hunk.removed for hunk in taken)


@pytest.mark.parametrize("out", [0, 1, 2])
def test_rejecting_one_of_three_hunks_keeps_the_other_two_byte_for_byte(out: int) -> None:
    old = ["\ufeffone\r\n", "two\n", "three\r\n", "four\n", "five\r\n", "six"]
    new = ["\ufeff1\r\n", "two\n", "3\n", "三\r\n", "four\n", "five\r\n", "six\n"]
    before, after = "".join(old).encode(), "".join(new).encode()
    diff = compare(before, after)
    assert [(hunk.removed, hunk.added) for hunk in diff.hunks] == [(1, 1), (1, 2), (1, 1)]
    parts = [(old[:1], new[:1]), (old[1:2], None), (old[2:3], new[2:4]), (old[3:5], None), (old[5:], new[6:])]
    expected = []
    number = 0
    for was, becomes in parts:
        expected += was if becomes is None or number == out else becomes
        number += becomes is not None
    assert take_hunks(before, after, diff, {0, 1, 2} - {out}) == "".join(expected).encode()


def three_hunks() -> tuple[bytes, bytes]:
    before = "".join(f"{number}\n" for number in range(100)).encode()
    return before, before.replace(b"\n10\n", b"\nten\n").replace(b"\n50\n", b"\n").replace(
        b"\n90\n", b"\n90\nmore\n"
    )


def shown_view(qtbot: QtBot, height: int = 200, *, choosable: bool = True) -> SideBySideDiff:
    view = SideBySideDiff()
    qtbot.addWidget(view)
    wear_dialog(view)
    view.resize(600, height)
    view.set_diff(compare(*three_hunks()), choosable=choosable)
    view.show()
    return view


def test_changes_are_described_on_the_button_that_agrees(qtbot: QtBot) -> None:
    view, button = shown_view(qtbot), QPushButton("Apply")
    qtbot.addWidget(button)
    view.describe_with(button)
    assert button.accessibleDescription().splitlines() == [
        "2 lines added, 2 removed",
        "Line 11 changes from: 10 to: ten",
        "Line 51 is removed: 50",
        "Line 91 is added: more",
    ]
    qtbot.keyClick(view, Qt.Key.Key_Space)
    description = ["1 line added, 1 removed", "Line 51 is removed: 50", "Line 91 is added: more"]
    assert button.accessibleDescription().splitlines() == description
    said = ["Change 1 of 3, left out: 1 line added, 1 removed", "left out: Line 11 changes from: 10 to: ten"]
    assert view.accessibleDescription().splitlines() == said
    view.set_diff(compare(b"", b"same words\n" * 400), choosable=True)
    description = button.accessibleDescription().splitlines()
    assert description[:2] == ["400 lines added, 0 removed", "Line 1 is added: same words"]
    assert description[-1] == "… Ctrl+R reads all of it"
    assert len(description) < 20
    view.set_diff(compare(b"", b"# One\n\nTwo\n"))
    description = button.accessibleDescription().splitlines()
    assert description[1:] == ["Line 1 is added: # One", "Line 2 is added: ", "Line 3 is added: Two"]
    view.set_diff(compare(b"a" * 90_000, b"b" * 90_000))
    assert len(button.accessibleDescription()) < 6_000
    view.set_diff(Diff())
    assert not button.accessibleDescription()


def test_keys_say_each_change_as_it_is_and_as_it_will_be(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    view = shown_view(qtbot)
    said = hear(monkeypatch)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Space, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up):
        qtbot.keyClick(view, key)
    assert [text for text, _ in said] == [
        "Change 2 of 3, selected: 0 lines added, 1 removed\nLine 51 is removed: 50",
        "Change 2 of 3, left out: 0 lines added, 1 removed\nleft out: Line 51 is removed: 50",
        "Change 3 of 3, selected: 1 line added, 0 removed\nLine 91 is added: more",
        "Change 3 of 3, selected: 1 line added, 0 removed\nLine 91 is added: more",
        "Change 2 of 3, left out: 0 lines added, 1 removed\nleft out: Line 51 is removed: 50",
    ]
    view.set_diff(compare(b"", b"word\n" * 40))
    view.say_all()
    assert said[-1][0].splitlines()[-1] == "Line 40 is added: word"


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("# A\n\nx\n", "# A\n\nx\ny\nz\n", "2 lines added after “A”: y \nz"),
        ("x\ny\n", "x\n", "1 line removed after “x”: y"),
        ("x\ny\n", "x\nz\n", "1 line changed after “x”, from: y to: z"),
        ("", "x\n", "1 line added at the beginning: x"),
        ("- a\n", "- a\n\u200bb\n", "1 line added after “a”: \ufffdb"),
        ("".join(f"{n}\n" for n in range(40)), "".join(f"{n}\n" for n in range(40) if n % 8), "2 more changes"),
    ],
)
def test_changes_are_said_with_their_place(before: str, after: str, words: str) -> None:
    old, new = before.encode(), after.encode()
    assert change_words(old, new, compare(old, new)).splitlines()[-1] == words.splitlines()[-1]
    assert change_words(old, new, compare(old, new)).endswith(words)


def test_keys_go_from_hunk_to_hunk_and_choose(qtbot: QtBot) -> None:
    view = shown_view(qtbot)
    assert view.chosen == {0, 1, 2}
    assert "Change 1 of 3, selected" in view.accessibleDescription()
    qtbot.keyClick(view, Qt.Key.Key_Down)
    with qtbot.waitSignal(view.chosen_changed):
        qtbot.keyClick(view, Qt.Key.Key_Space)
    assert view.chosen == {0, 2}
    assert "Change 2 of 3, left out: 0 lines added, 1 removed" in view.accessibleDescription()
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.current == 2
    assert view.viewport().rect().contains(view.box(2))
    qtbot.keyClick(view, Qt.Key.Key_Up)
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert view.chosen == {0, 1, 2}


def test_box_can_be_clicked_and_lines_beside_it_only_mark(qtbot: QtBot) -> None:
    view = shown_view(qtbot)
    place = view.box(0).center()
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert view.chosen == {1, 2}
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=place + QPoint(200, 0))
    assert view.chosen == {1, 2}


def test_long_hunk_is_read_to_its_end_before_the_next_one(qtbot: QtBot) -> None:
    before = b"a\n" + b"b\n" * 9 + b"c\n"
    after = b"".join(b"%d\n" % number for number in range(80)) + b"b\n" * 9 + b"d\n"
    view = SideBySideDiff()
    qtbot.addWidget(view)
    view.resize(600, 200)
    view.set_diff(compare(before, after), choosable=True)
    view.show()
    presses = 0
    while view.current == 0:
        qtbot.keyClick(view, Qt.Key.Key_Down)
        presses += 1
        assert view.viewport().rect().contains(view.box(view.current))
        assert presses < 100
    assert presses > 60


def test_one_change_and_what_cannot_be_chosen_have_no_boxes(qtbot: QtBot) -> None:
    view = shown_view(qtbot, choosable=False)
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert view.chosen == {0, 1, 2}
    view.set_diff(compare(b"a\n", b"b\n"), choosable=True)
    view.toggle(0)
    assert view.chosen == {0}
    assert "1 line added" in view.accessibleDescription()


def test_left_out_hunk_loses_its_colour(qtbot: QtBot) -> None:
    view = shown_view(qtbot, 500)

    def color() -> str:
        place = view.box(0).center()
        return view.viewport().grab().toImage().pixelColor(view.viewport().width() - 5, place.y()).name()

    assert color() == LIGHT.add
    view.toggle(0)
    assert color() == LIGHT.raised


@pytest.mark.parametrize(("before", "after"), [(None, b"x\n"), (b"", b"x\n"), (b"x\n", b""), (b"x\n", b"y\n")])
def test_text_without_another_beside_it_has_all_the_room(before: bytes | None, after: bytes, qtbot: QtBot) -> None:
    line = b"w" * 70 + b"\n"
    view = SideBySideDiff()
    qtbot.addWidget(view)
    view.resize(QFontMetrics(mono_font()).horizontalAdvance(line.decode()) + 80, 200)
    view.set_diff(compare(before and before + line, after and after + b"v" + line))
    view.show()
    both = bool(before and after)
    assert (view.row_rect(view.rows_in_view()[-1]).height() > view.verticalScrollBar().singleStep()) == both
    picture = view.viewport().grab().toImage()
    colors = {picture.pixelColor(x, 150).name() for x in range(picture.width())}
    assert (LIGHT.line in {picture.pixelColor(x, 150).name() for x in range(picture.width())}) == both
    assert LIGHT.raised in colors or not both
    ground = {LIGHT.add, LIGHT.delete} if both else {LIGHT.add if after else LIGHT.delete}
    row = {picture.pixelColor(x, 8).name() for x in range(picture.width())}
    assert ground <= row
    assert both or LIGHT.raised not in row


def test_equal_texts_can_be_compared(qtbot: QtBot) -> None:
    view = SideBySideDiff()
    qtbot.addWidget(view)
    view.resize(600, 200)
    view.show()
    for text in (b"", b"a\n", b"a\nb\nc\n"):
        view.set_diff(compare(text, text))
        assert view.grab().width() == 600


def test_focus_is_shown_by_the_frame(qtbot: QtBot) -> None:
    view = shown_view(qtbot)

    def edge() -> set[str]:
        picture = view.grab().toImage()
        middle = picture.height() // 2
        return {picture.pixelColor(x, middle).name() for x in (0, picture.width() - 1)}

    view.clearFocus()
    assert edge() == {LIGHT.line}
    with qtbot.waitActive(view):
        view.activateWindow()
    view.setFocus()
    assert edge() == {LIGHT.accent}
    inside = view.viewport().grab().toImage()
    assert inside.pixelColor(inside.width() - 1, 100).name() != LIGHT.accent


def test_signs_that_turn_text_around_areas_seen(qtbot: QtBot) -> None:
    assert as_seen("pay \u202eevil\u202c \u200d\t.") == "pay \ufffdevil\ufffd \u200d    ."


def test_unchanged_lines_between_changes_are_skipped() -> None:
    before = "".join(f"{number}\n" for number in range(100)).encode()
    diff = compare(before, before.replace(b"50\n", b"fifty\n") + b"end\n")
    assert (diff.added, diff.removed) == (2, 1)
    assert [row.skipped for row in diff.rows if row.kind == "skip"] == [47, 43]
    assert len(diff.rows) == 1 + 3 + 1 + 3 + 1 + 3 + 1


def test_changed_line_ends_are_madeas_seen() -> None:
    (row,) = compare(b"a\n", b"a\r\n").rows
    assert (row.left, row.right) == ("a␊", "a␍␊")
    (row,) = compare(b"a", b"a\n").rows
    assert (row.left, row.right) == ("a", "a␊")
    (row,) = compare(b"a", "\ufeffa".encode()).rows
    assert (row.left, row.right) == ("a", "⟨BOM⟩a")


def test_large_notes_are_compared_in_time() -> None:
    before = "".join(f"line {number % 7}\n" for number in range(60_000)).encode()
    with work_below(5):
        diff = compare(before, before.replace(b"line 3\n", b"three\n"))
    assert diff.added == diff.removed


def test_view_paints_only_what_is_visible_and_scrolls_both_halves(qtbot: QtBot) -> None:
    before = "".join(f"{number}\n" for number in range(50_000)).encode()
    view = SideBySideDiff()
    qtbot.addWidget(view)
    view.resize(600, 200)
    view.set_diff(compare(None, before + b"x" * 5000 + b"\n"))
    view.show()
    with work_below(0.5):
        assert not view.grab().isNull()
    assert view.verticalScrollBar().maximum() > 900_000
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    color = view.viewport().grab().toImage().pixelColor(view.viewport().width() - 5, 100).name()
    assert color == LIGHT.add
    assert "50001 lines added" in view.accessibleDescription()


def test_place_of_a_row_grows_with_the_text(qtbot: QtBot) -> None:
    font = QApplication.font()
    larger = QApplication.font()
    larger.setPixelSize(26)
    QApplication.setFont(larger)
    try:
        view = shown_view(qtbot)
        view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
        last = view.rows_in_view()[-1]
        place = view.row_rect(last)
        box = view.box(2).translated(view.viewport().pos())
        rows = view._diff.hunks[2].rows
        assert view.row_rect(rows.start).contains(QRect(box.center(), box.center()))
        assert view.viewport().geometry().intersects(place)
    finally:
        QApplication.setFont(font)


def test_what_is_skipped_stands_above_the_texts(qtbot: QtBot) -> None:
    before = "".join(f"{number}\n" for number in range(30)).encode()
    view = view_of(qtbot, compare(before, before.replace(b"15\n", b"fifteen\n")))
    picture = view.viewport().grab().toImage()
    place = view.row_rect(0).translated(-view.viewport().pos())
    for left in (0, view._half()):
        text = left + view._number_width + 4
        assert not ink(picture, QRect(text - 5, place.top(), 4, place.height())), "the texts begin further in"
        assert ink(picture, QRect(text - 1, place.top(), 16, place.height()))


# What differs within a line


@pytest.mark.parametrize(
    ("old", "new", "gone", "come"),
    [
        (
            "See [[Garden]], which is theirs",
            "See [[garden]], which is mine",
            ["Garden", "theirs"],
            ["garden", "mine"],
        ),
        ("foobar", "fooxbar", ["foobar"], ["fooxbar"]),
        ("foo bar", "foobar", ["foo bar"], ["foobar"]),
        ("the cat", "the big cat", [], ["big "]),
        ("the the cat", "the cat", ["the "], []),
        ("a  b", "a b", [" "], []),
        ("- [ ] x", "- [x] x", [" "], ["x"]),
        ("没有什么重要的内容", "没有什么要紧的内容", ["重"], ["紧"]),
        ("今天天气很好", "今天空气不好", ["天", "很"], ["空", "不"]),
        ("नमस्ते दुनिया", "नमस्कार दुनिया", ["नमस्ते"], ["नमस्कार"]),
        ("x 👩‍💻 y", "x 👩‍🔬 y", ["👩‍💻"], ["👩‍🔬"]),
        ("a␊", "a␍␊", [], ["␍"]),
        ("a", "⟨BOM⟩a", [], ["⟨BOM⟩"]),
    ],
)
def test_words_are_marked_and_not_letters(old: str, new: str, gone: list[str], come: list[str]) -> None:
    left, right = changed_words(old, new)
    assert [old[start:end] for start, end in left] == gone
    assert [new[start:end] for start, end in right] == come


sentences = st.lists(
    st.sampled_from(["foo", "bar", "foobar", " ", ", ", "长", "短", "\t", "👩‍💻"]), max_size=12
).map("".join)


@given(sentences, sentences)
def test_what_is_not_marked_is_the_same_in_both_lines(old: str, new: str) -> None:
    rest = []
    for line, spans in zip((old, new), changed_words(old, new), strict=True):
        assert spans == sorted(spans)
        for start, end in reversed(spans):
            line = line[:start] + line[end:]
        rest.append(line)
    assert rest[0] == rest[1]


@pytest.mark.parametrize("before", ["same ", "长\t👩‍💻 "])
def test_the_ground_of_a_changed_word_is_stronger(before: str, qtbot: QtBot) -> None:
    view = view_of(qtbot, compare(f"{before}old end\nx\n".encode(), f"{before}newer end\nx\nadded\n".encode()))
    metrics = QFontMetrics(mono_font())
    begin = view._number_width + 4 + metrics.horizontalAdvance(as_seen(before))
    half = view._half()
    for color, start, word in ((LIGHT.delete_strong, begin, "old"), (LIGHT.add_strong, half + begin, "newer")):
        marked = row_pixels(view, 0, color)
        assert marked == list(range(marked[0], marked[-1] + 1))
        assert abs(marked[0] - start) <= 2
        assert abs(len(marked) - metrics.horizontalAdvance(word)) <= 2
        assert row_pixels(view, 2, color) == []  # a line without a counterpart is marked as a whole already
    left_out = shown_view(qtbot)
    left_out.toggle(0)
    assert row_pixels(left_out, left_out._diff.hunks[0].rows.start, LIGHT.add_strong) == []


def test_painting_long_lines_compares_few_characters_and_only_of_rows_in_view(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[int] = []

    def counting(old: list[str], new: list[str]) -> list[Match]:
        compared.append(sum(map(len, old + new)))
        return matches(old, new)

    monkeypatch.setattr(diff_words, "matches", counting)
    head, tail = "word and more " * 35_000, " of the line" * 40_000
    far = [head + f"{kind}{tail}\n" for kind in ("old", "new")]
    other = [f"{number} {kind} " + head for kind in ("was", "is") for number in "12"]
    before = far[0] + "\n".join(other[:2]) + "\n" + "a b\n" * 1000
    after = far[1] + "\n".join(other[2:]) + "\n" + "a c\n" * 1000
    diff = compare(before.encode(), after.encode())
    with work_below(2):
        view = view_of(qtbot, diff)
        view.grab()
    assert len(compared) == 1
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert len(compared) <= len(view.rows_in_view()) + 3
    assert sum(compared) < 500
    seen = len(compared)
    view.grab()
    assert len(compared) == seen


def test_lines_that_are_nothing_alike_are_marked_without_comparing_their_words() -> None:
    old, new = "0 1 1 " * 600, "1 0 0 " * 600
    with work_below(0.1):
        assert changed_words(old, new) == ([(0, 3599)], [(0, 3599)])
    with work_below(0.5):
        assert changed_words("a" * 1_000_000, "b" * 1_000_000) == ([(0, 1_000_000)], [(0, 1_000_000)])


def test_a_difference_far_into_a_line_is_shown_and_read_out(qtbot: QtBot) -> None:
    head = "word and more " * 1000
    diff = compare(f"{head}old end\n".encode(), f"{head}new end\n".encode())
    view = view_of(qtbot, diff)
    row = diff.hunks[0].first
    assert row in view.rows_in_view()
    assert row_pixels(view, row, LIGHT.delete_strong)
    assert row_pixels(view, row, LIGHT.add_strong)
    assert "more old end to: " in view.row_words(row)
    assert view.row_words(row).endswith("more new end")


def test_line_numbers_stand_on_the_line_of_texts_in_any_script(qtbot: QtBot) -> None:
    view = view_of(qtbot, compare(b"", "1 plain\n2 长的一行\n3 한국어\n".encode()))
    digit = QFontMetrics(mono_font()).horizontalAdvance("0")
    picture = view.viewport().grab().toImage()
    for row in range(3):
        place = view.row_rect(row).translated(-view.viewport().pos())
        number, text = (
            ink(picture, QRect(x - 1, place.top(), digit + 1, place.height()))
            for x in (view._number_width - 6 - digit, view._number_width + 4)
        )
        assert number
        assert number == text, row


def test_each_of_two_compared_files_stands_above_its_lines(qtbot: QtBot) -> None:
    copy = "Projects/Home (conflicted copy 2026-11-20 of the laptop in the kitchen).md"
    dialog = ComparisonDialog(copy, "Home.md", compare(b"a\nb\n", b"a\nc\n"))
    qtbot.addWidget(dialog)
    dialog.resize(500, 400)
    dialog.show()
    assert [(head.text(), head.toolTip()) for head in dialog.heads] == [("Home.md", "Home.md"), (copy, copy)]
    left, right = dialog.heads
    assert left.shown_text() == "Home.md"
    assert re.fullmatch(r"Projects/.+….+\).md", right.shown_text())
    qtbot.waitUntil(lambda: abs(right.x() - dialog.view.x() - dialog.view.width() // 2) <= 1)
    many = b"\n" * 9
    long = ComparisonDialog(copy, "Home.md", compare(many, b"a" + many.replace(b"\n", b"\nb")))
    qtbot.addWidget(long)
    long.resize(500, 300)
    long.show()
    assert long.view.verticalScrollBar().isVisible()
    half = long.view.x() + long.view.viewport().x() + long.view._half()
    qtbot.waitUntil(lambda: abs(long.heads[1].x() - half) <= 1)
    alone = ComparisonDialog(copy, "Home.md", compare(b"", b"a\n"))
    qtbot.addWidget(alone)
    assert [head.text() for head in alone.heads] == [copy]
