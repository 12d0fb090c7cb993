from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QImage, QPainter, QPixmap, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QStyle
from pytestqt.qtbot import QtBot

from axon_desktop.llm.messages import ToolCall, ToolResult
from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.chat.cards.diff import _cut, _same_beginnings
from axon_desktop.ui.chat.cards.header import CardHeader
from axon_desktop.ui.chat.cards.round_progress import RoundProgress
from axon_desktop.ui.chat.cards.state_icon import paint_state
from axon_desktop.ui.chat.cards.tool_card import ToolOutputCard
from axon_desktop.ui.chat.cards.undo_button import UndoButton
from axon_desktop.ui.chat.cards.wording import call_argument, describe_result, short_error
from axon_desktop.ui.language.formats import format_time, format_tokens
from axon_desktop.ui.look.stylesheet import mark, mono_font, wear
from tests.ui.chat_world import child

MakeCard = Callable[..., ToolOutputCard]


@pytest.fixture
def make(qtbot: QtBot) -> MakeCard:
    def make_card(tool: str = "read_note", **params: object) -> ToolOutputCard:
        card = ToolOutputCard(ToolCall(tool, dict(params)))
        qtbot.addWidget(card)
        card.resize(400, card.sizeHint().height())
        card.show()
        return card

    return make_card


def color_at(card: ToolOutputCard, x: int, y: int) -> str:
    return card.grab().toImage().pixelColor(x, y).name()


def test_running_card_turns_only_while_visible(make: MakeCard) -> None:
    card = make(path="Home")
    assert card.state == "running"
    assert card._turning.isActive()
    card.hide()
    assert not card._turning.isActive()
    card.show()
    card.set_waiting()
    assert not card._turning.isActive()
    assert "waiting for you" in card.accessibleName()
    card.set_loading(True)
    assert card._turning.isActive()


def test_card_that_never_ended_is_not_shown_as_running(make: MakeCard) -> None:
    card = make(path="Home")
    card.set_loading(False)
    assert card.state == "error"
    assert "not finished" in card.accessibleName()


def test_result_is_described_in_the_unit_of_its_tool(make: MakeCard) -> None:
    card = make(path="Daily/2026-11-21")
    card.set_result(ToolResult(True, "x" * 1800, path="Daily/2026-11-21.md"), 0.001)
    assert card.accessibleName() == "read_note Daily/2026-11-21.md: done, 1.8 KB · 1 ms"
    folder = make("list_folder", path="")
    items = [{"name": str(number), "type": "file"} for number in range(212)]
    folder.set_result(ToolResult(True, json.dumps({"path": "", "items": items})), 0.004)
    assert folder.accessibleName() == "list_folder /: done, 212 items · 4 ms"


def test_failed_call_shows_the_essence_and_keeps_the_whole(make: MakeCard) -> None:
    card = make(path="no/such")
    card.set_result(ToolResult(False, error="File not found: no/such.md. Did you mean: such.md?"), 0.0)
    assert card.accessibleName().endswith("failed, File not found")
    assert card.toolTip() == "File not found: no/such.md. Did you mean: such.md?"
    card.toggle()
    assert "Did you mean" in child(card, QPlainTextEdit).toPlainText()


def test_card_has_gray_ground_and_monospaced_font(make: MakeCard) -> None:
    card = make(path="Home")
    assert color_at(card, 200, 3) == LIGHT.card
    assert card.font().styleHint() == card.font().StyleHint.Monospace


def test_write_shows_added_and_removed_lines_with_their_grounds(make: MakeCard) -> None:
    card = make("create_note", path="Home")
    diff = (" same", "-- [[a]]", "+- [[b]]", "+- [[c]]")
    card.set_result(ToolResult(True, "Wrote", path="Home.md", change_id=7), 0.0, diff)
    card.resize(400, card.sizeHint().height())
    assert card.sizeHint().height() == 31 + 5 + 3 * 17
    assert color_at(card, 380, 7 + 17 + 5 + 8) == LIGHT.delete
    assert color_at(card, 380, 7 + 17 + 5 + 17 + 8) == LIGHT.add
    assert "+2 −1" in card.accessibleName()


def test_long_diff_is_cut_on_the_card(make: MakeCard) -> None:
    card = make("create_note", path="Home")
    card.set_result(ToolResult(True, "Wrote", change_id=7), 0.0, tuple(f"+{n}" for n in range(50)))
    assert card.sizeHint().height() == 31 + 5 + 13 * 17


def test_lines_that_the_agent_kept_back_are_counted(make: MakeCard) -> None:
    card = make("create_note", path="Home")
    diff = ("@ Other.md", "-a", "+b", *[" same"] * 200)
    card.set_result(ToolResult(True, "Wrote", change_id=7), 0.0, diff, (2000, 30))
    assert "+2000 −30" in card.accessibleName()
    assert card.sizeHint().height() == 31 + 5 + 4 * 17  # "… 2028 more" in the last line
    card.set_result(ToolResult(True, "Wrote", change_id=7), 0.0, diff)  # from an old conversation
    assert "+1 −1" in card.accessibleName()


def test_first_difference_of_long_lines_is_in_sight() -> None:
    metrics, long = QFontMetrics(mono_font()), "word " * 60
    diff = (" same", f"-{long}milk", "-gone", f"+{long}bread", " same", "-short", "+shirt", f"+{long}new")
    assert _same_beginnings(diff) == [0, 300, 0, 300, 0, 2, 2, 0]
    assert _cut(diff[1][1:], 300, metrics, 300) == "…d word word milk"
    assert _cut(diff[3][1:], 300, metrics, 300) == "…d word word bread"
    assert _cut(diff[5][1:], 2, metrics, 300) == "short"
    assert _cut(diff[7][1:], 0, metrics, 300).startswith("word word")


def test_signs_are_not_joined_in_code() -> None:
    calt = QFont.Tag("calt")
    assert mono_font().isFeatureSet(calt)
    assert mono_font().featureValue(calt) == 0


def test_undo_becomes_redo_and_back(make: MakeCard) -> None:
    card = make("create_note", path="Home")
    asked: list[int] = []
    card.undo_requested.connect(asked.append)
    card.set_result(ToolResult(True, "Wrote", change_id=7), 0.0, ("+x",))
    button = child(card, QPushButton)
    button.click()
    button.click()
    assert asked == [7], "a second click while it is being undone does nothing"
    card.set_undone(8)
    assert (button.text(), card.state) == ("Redo", "undone")
    button.click()
    assert asked == [7, 8]
    card.set_redone(9)
    assert (button.text(), card.state) == ("Undo", "ok")


def test_undo_keeps_the_focus(make: MakeCard, qtbot: QtBot) -> None:
    card = make("create_note", path="Home")
    card.set_result(ToolResult(True, "Wrote", change_id=7), 0.0, ("+x",))
    button = child(card, QPushButton)
    with qtbot.waitActive(card):
        card.activateWindow()
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert button.hasFocus()
    card.set_undone(8)
    assert button.hasFocus()
    assert button.text() == "Redo"


def test_undo_that_failed_can_be_tried_again(make: MakeCard) -> None:
    card = make("create_note", path="Home")
    asked: list[int] = []
    card.undo_requested.connect(asked.append)
    card.set_result(ToolResult(True, "Wrote", change_id=7), 0.0, ("+x",))
    button = child(card, QPushButton)
    button.click()
    card.set_undo_failed("It was edited meanwhile.")
    button.click()
    assert asked == [7, 7]
    assert card._status == "not undone"
    card.set_undone(8)
    button.click()
    card.set_undo_failed("It was edited meanwhile.")
    assert card._status == "not redone"


def test_move_shows_the_old_and_the_new_path(make: MakeCard) -> None:
    card = make("move_note", path="Idea", to="Ideas/Idea")
    card.set_result(ToolResult(True, "Moved", path="Ideas/Idea.md", change_id=7), 0.0)
    assert "Idea → Ideas/Idea.md" in card.accessibleName()


def test_step_that_was_given_up_has_no_tick(make: MakeCard) -> None:
    card = make("fail_step", reason="There is no Home.")
    card.set_result(ToolResult(True, "Noted."), 0.0)
    assert card.state == "error"
    assert card.accessibleName() == "fail_step There is no Home.: failed, step given up"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_keys_unfold_and_fold(make: MakeCard, key: Qt.Key) -> None:
    card = make(path="Home")
    card.set_result(ToolResult(True, "# Hello\n"), 0.0)
    height = card.sizeHint().height()
    card.setFocus()
    QTest.keyClick(card, key)
    text = child(card, QPlainTextEdit)
    assert text.isVisible()
    assert '"path": "Home"' in text.toPlainText()
    assert "# Hello" in text.toPlainText()
    assert card.sizeHint().height() > height
    QTest.keyClick(card, key)
    assert not text.isVisible()
    assert card.sizeHint().height() == height


def test_click_on_the_path_opens_the_note_and_elsewhere_unfolds(make: MakeCard) -> None:
    card = make(path="Home")
    asked: list[str] = []
    card.note_requested.connect(asked.append)
    card.set_result(ToolResult(True, "x", path="Home.md"), 0.0)
    card.grab()
    QTest.mouseClick(card, Qt.MouseButton.LeftButton, pos=card._argument_rect.center())
    assert asked == ["Home.md"]
    assert not card.unfolded
    QTest.mouseClick(card, Qt.MouseButton.LeftButton, pos=card.rect().topLeft() + card.rect().center() / 8)
    assert card.unfolded


def test_huge_result_is_cut_with_a_hint(make: MakeCard) -> None:
    card = make(path="Home")
    card.set_result(ToolResult(True, "字" * 300_000), 0.0)
    card.toggle()
    text = child(card, QPlainTextEdit).toPlainText()
    assert len(text) < 21_000
    assert "Open the note to see all of it" in text


@pytest.mark.parametrize("width", [120, 200, 360, 1200])
def test_card_paints_at_any_width(make: MakeCard, width: int) -> None:
    card = make("create_note", path="Projects/知识图谱 方案/" + "very long name " * 20, mode="append")
    card.set_result(ToolResult(True, "Wrote", change_id=7), 0.0, ("+" + "长" * 3000,))
    card.resize(width, card.sizeHint().height())
    assert not card.grab().isNull()


def test_progress_height_follows_the_width(qtbot: QtBot) -> None:
    progress = RoundProgress()
    qtbot.addWidget(progress)
    progress.begin_round(2, 5)
    assert progress.summary() == "Working…", "no model is waited for while Offline answers"
    progress.set_total(6)
    for index in range(6):
        progress.set_call(index, "search_notes", "ok" if index < 3 else "running")
    assert progress.title() == "Round 2 / 5"
    assert progress.summary() == "Running tools… 3 of 6"
    assert progress.heightForWidth(250) > progress.heightForWidth(900)
    progress.resize(250, progress.heightForWidth(250))
    assert not progress.grab().isNull()
    for number, confirm_at, title in ((7, 5, "Round 7"), (1, 1, "Round 1 / 1"), (2, 1, "Round 2")):
        progress.begin_round(number, confirm_at)
        assert progress.title() == title


def test_words_for_data_are_short() -> None:
    assert [format_time(s) for s in (0, 0.004, 0.25, 1.24, 240)] == ["1 ms", "4 ms", "250 ms", "1.2 s", "4 min"]
    assert [format_tokens(n) for n in (812, 12_400, 1_200_000)] == ["812", "12.4k", "1.2M"]
    assert short_error(ToolResult(False, error="a", kind="not_allowed")) == "Not allowed"
    assert len(short_error(ToolResult(False, error="x" * 200))) == 40
    assert call_argument(ToolCall("create_note", {"path": "a.md", "mode": "append"})) == "append · a.md"
    assert call_argument(ToolCall("search_notes", {"query": "milestone"})) == "“milestone”"
    assert call_argument(ToolCall("odd", {"path": 3})) == ""
    assert describe_result(ToolCall("list_folder", {}), ToolResult(True, "no json")) == "7 bytes"


def test_a_round_of_many_calls_measures_each_name_once(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    measured = 0

    class Counting(QFontMetrics):
        def horizontalAdvance(self, *text: Any) -> int:
            nonlocal measured
            measured += 1
            return super().horizontalAdvance(*text)

    monkeypatch.setattr("axon_desktop.ui.chat.cards.round_progress.QFontMetrics", Counting)
    progress = RoundProgress()
    qtbot.addWidget(progress)
    progress.resize(320, 400)
    progress.begin_round(1, 5)
    progress.set_total(100)
    for index in range(100):
        progress.set_call(index, f"tool_{index % 7}", "running")
        progress.set_call(index, f"tool_{index % 7}", "ok")
    assert progress.done == 100
    assert measured <= 2 * 100, "each at the window's width and at the layout's"
    places = progress._place_calls(320)
    progress.begin_round(2, 5)
    for index in range(100):
        progress.set_call(index, f"tool_{index % 7}", "ok")
    assert progress._place_calls(320) == places


def test_a_round_of_many_calls_shows_and_paints_its_last_lines(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[int] = []

    def counting(painter: Any, rect: Any, *more: Any) -> None:
        painted.append(rect.y())
        paint_state(painter, rect, *more)

    monkeypatch.setattr("axon_desktop.ui.chat.cards.round_progress.paint_state", counting)
    progress = RoundProgress()
    qtbot.addWidget(progress)
    progress.begin_round(1, 5)
    progress.set_total(100)
    progress.resize(320, 400)
    for index in range(100):
        progress.set_call(index, "edit_note", "ok")
        if index == 15:
            low = progress.heightForWidth(320)
    assert progress.heightForWidth(320) == low
    assert progress.summary() == "100 of 100 done"
    progress.resize(320, low)
    picture = QPixmap(progress.size())
    progress.render(picture)
    assert len(set(painted)) == 4
    assert len(painted) <= 4 * 4
    painted.clear()
    height = progress.height()
    shown = QRegion(QRect(0, 0, 320, 20)) + QRegion(QRect(0, height - 20, 320, 20))
    progress.render(picture, sourceRegion=shown)
    assert painted
    assert len(set(painted)) <= 2, "what lies between two lines that changed is not painted"


def test_a_call_that_went_well_looks_for_no_words_of_an_error(
    make: MakeCard, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def asking(error: str) -> str:
        asked.append(error)
        return error

    monkeypatch.setattr("axon_desktop.ui.chat.cards.tool_card.in_users_language", asking)
    card = make("edit_note", path="Home")
    card.set_result(ToolResult(True, "Edited", change_id=1), 0.1, ("-a", "+b"))
    card.set_undone(2)
    card.set_redone(3)
    assert not asked
    card.set_result(ToolResult(False, error="File not found: Home.md"), 0.1)
    assert asked


def test_a_mark_gives_a_new_look_only_to_what_has_one(qtbot: QtBot) -> None:
    asked = 0

    class Counting(QPushButton):
        def style(self) -> QStyle:
            nonlocal asked
            asked += 1
            return super().style()

    button = Counting()
    qtbot.addWidget(button)
    mark(button, kind="undo")
    assert asked == 0, "it takes its look when it is shown"
    button.show()
    mark(button, kind="link")
    assert asked == 1


def test_texts_of_a_card_in_any_script_stand_on_one_line(qtbot: QtBot) -> None:
    metrics = QFontMetrics(mono_font())
    row = QRect(0, 0, 400, 22)

    def ink(tool: str, argument: str, status: str) -> list[set[int]]:
        """Return the rows with ink in the name, in the first two letters after it, and in the last two letters."""
        picture = QPixmap(row.size())
        picture.fill(LIGHT.card)
        painter = QPainter(picture)
        place = CardHeader(tool, argument, "ok", status).paint(painter, row)
        painter.end()
        image = picture.toImage()
        two = metrics.horizontalAdvance("gh")
        areas = ((20, place.left() - 2), (place.left(), place.left() + two), (400 - two, 400))
        return [
            {y for y in range(22) for x in range(*area) if image.pixelColor(x, y).name() != LIGHT.card}
            for area in areas
        ]

    plain = ink("gh", "gh", "1 gh")
    assert all(plain)
    assert ink("gh", "gh 园圃 한국어", "1 项 gh") == plain
    assert plain[1] == plain[2]


@pytest.mark.parametrize("word", ["Undo", "撤销 Undo"])
def test_undo_stands_on_the_line_of_the_counts_and_looks_like_a_link(make: MakeCard, word: str) -> None:
    card = make("create_note", path="Undo")
    wear(card, "controls.qss")
    card.set_result(ToolResult(True, "Created", change_id=1), 0.1, ("+a",))
    card.setFixedSize(400, card.sizeHint().height())
    card.show()
    button = card.findChild(UndoButton)
    assert button is not None
    button.setText(word)
    card._arrange()
    ground = LIGHT.card
    image = card.grab(card.rect()).toImage()

    def ink(area: range) -> list[int]:
        """Return the rows of the line that contain ink."""
        lines = range(button.y(), button.y() + button.height())
        return [y for y in lines if any(image.pixelColor(x, y).name() != ground for x in area)]

    width = QFontMetrics(mono_font()).horizontalAdvance("Undo")
    end = button.x() + button.width()
    argument = card._argument_rect
    assert ink(range(end - width, end)) == ink(range(argument.left(), argument.left() + width))
    drawn = [image.pixelColor(x, y) for x in range(end - width, end) for y in ink(range(end - width, end))]
    assert any(color.blue() - color.red() > 40 for color in drawn), "it is as grey as what stands before it"


def test_what_cannot_be_undone_is_shown_in_the_tone_of_a_warning(make: MakeCard) -> None:
    def is_warned(*, unrecorded: bool) -> bool:
        card = make("create_note", path="Home")
        card.set_result(ToolResult(True, "Created", unrecorded=unrecorded), 0.1, ("+a",))
        card.resize(400, card.sizeHint().height())
        image = card.grab().toImage()
        colors = [image.pixelColor(x, y) for x in range(200, 390) for y in range(4, 26)]
        return any(color.red() - color.blue() > 40 for color in colors)

    assert is_warned(unrecorded=True)
    assert not is_warned(unrecorded=False)


@pytest.mark.parametrize(
    ("tool", "name", "cut_at_its_end"),
    [("fail_step", "reason", True), ("search_notes", "query", True), ("read_note", "path", False)],
)
def test_sentences_are_cut_at_their_end_and_paths_in_the_middle(
    qtbot: QtBot, tool: str, name: str, cut_at_its_end: bool
) -> None:
    def drawn(end: str) -> QImage:
        words = f"There is no rating yet, only the user can know it {end}"
        card = ToolOutputCard(ToolCall(tool, {name: words}))
        qtbot.addWidget(card)
        card.resize(300, card.sizeHint().height())
        return card.grab().toImage()

    assert (drawn("gggg") == drawn("iiii")) is cut_at_its_end
