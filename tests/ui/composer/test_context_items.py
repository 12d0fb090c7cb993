"""The chips above the box: what they show is sent to the model, and what was removed is not."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop.agent.context.focus import Focus
from axon_desktop.llm.offline.offline import OfflineProvider
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.settings.settings import Settings
from axon_desktop.ui.composer.context_chips import ContextChip, ContextChips, ContextItem
from tests.ui.chat_world import Run, World, make_world, until

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)|not accepted")

NOTES = (
    ("Home.md", "# Home\n"),
    ("Garden plan.md", "beans\npeas\ncress\n"),
    ("Projects/Plan.md", "the plan\n"),
    ("知识图谱 方案.md", "图谱\n"),
    ("Daily/2026-11-26.md", "today\n"),
)


def words_of(world: World) -> list[str]:
    return [chip.piece.spoken for chip in world.panel.composer.context.chips]


def chip_of(world: World, spoken: str) -> ContextChip:
    return next(chip for chip in world.panel.composer.context.chips if chip.piece.spoken == spoken)


def is_gone(world: World, spoken: str) -> bool:
    return spoken not in words_of(world)


def look_at(world: World, note: str, selection: str = "") -> None:
    world.panel.context_items.find_focus = lambda: Focus(note, selection)
    world.panel.context_items.look_soon()


def sent(world: World, at: int = -1) -> str:
    """Return the newest user message that the model received."""
    provider = world.session.provider
    assert isinstance(provider, ScriptedProvider)
    return [message.content for message in provider.requests[at].messages if message.role == "user"][-1]


def test_everything_that_is_sent_stands_above_the_box(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["ok"], notes=NOTES)
        look_at(world, "Garden plan.md", "beans\npeas\ncress")
        mentions = "@Projects/Plan and @[[知识图谱 方案]] with @Daily/ and @[[Nowhere]]"
        world.panel.composer.input.set_text(f"compare {mentions}")
        everything = [
            "Garden plan, open",
            "Garden plan, 3 lines",
            "@Projects/Plan",
            "@知识图谱 方案",
            "@Daily/",
            "@Nowhere, not found",
        ]
        await until(lambda: words_of(world) == everything)
        assert world.panel.composer.context.isVisible()
        world.panel.composer.input.submit()
        await world.end()
        for part in ("user has open: Garden plan.md", "peas", "the plan", "图谱", "## Daily/", "no such note"):
            assert part in sent(world)
        await until(lambda: words_of(world) == everything[:2])  # the text is gone, the note is still open
        await world.close()

    run_async(body())


def test_picture_says_that_it_is_not_sent_and_can_be_taken_off(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["ok"], notes=(*NOTES, ("pic.png", "")))
        box, mime = world.panel.composer.input, QMimeData()
        mime.setImageData(QImage(8, 8, QImage.Format.Format_RGB32))
        for _ in range(2):
            box.insertFromMimeData(mime)
        box.set_text("look at @pic.png")
        await until(lambda: "@pic.png, only its name" in words_of(world))
        first, second = "Picture 1, not sent, text only", "Picture 2, not sent, text only"
        assert words_of(world)[-2:] == [first, second]
        assert "Does not go along" in chip_of(world, first).accessibleDescription()
        chip_of(world, first).click()
        await until(lambda: is_gone(world, first))
        box.insertFromMimeData(mime)
        assert words_of(world)[-2:] == [second, "Picture 3, not sent, text only"]
        box.submit()
        await world.end()
        assert not [word for word in words_of(world) if "Picture" in word]
        await world.close()

    run_async(body())


TAKEN: list[tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = [
    (("Garden plan, open",), ("has open",), ("Selected in Garden plan.md", "peas", "the plan")),
    (("Garden plan, 3 lines",), ("peas", "Selected"), ("has open: Garden plan.md", "the plan")),
    (("Garden plan, open", "Garden plan, 3 lines"), ("Garden", "peas"), ("the plan",)),
    (("@Projects/Plan",), ("the plan\n", "mentions these"), ("has open: Garden plan.md", "peas")),
    (("Garden plan, open", "@Projects/Plan"), ("has open", "the plan\n"), ("Selected in Garden plan.md",)),
]
"""What is removed, what is then missing in the request, what remains."""


@pytest.mark.parametrize(("taken", "absent", "present"), TAKEN)
def test_what_is_taken_off_does_not_go_to_the_model(
    taken: tuple[str, ...], absent: tuple[str, ...], present: tuple[str, ...], tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["ok", "ok"], notes=NOTES)
        look_at(world, "Garden plan.md", "beans\npeas\ncress")
        world.panel.composer.input.set_text("look at @Projects/Plan now")
        await until(lambda: len(words_of(world)) == 3)
        for spoken in taken:
            chip_of(world, spoken).click()
            await until(partial(is_gone, world, spoken))
        left = 3 - len(taken)
        world.panel.context_items.look_soon()  # as the signals of the selection do
        await until(lambda: len(words_of(world)) == left)
        world.panel.composer.input.submit()
        await world.end()
        for part in absent:
            assert part not in sent(world)
        for part in present:
            assert part in sent(world)
        assert "Projects/Plan now" in sent(world), "the words of the user stay"
        await until(lambda: words_of(world) == ["Garden plan, open", "Garden plan, 3 lines"])
        world.session.send("and again")
        await world.end()
        assert "has open: Garden plan.md" in sent(world), "it holds for one request"
        await world.close()

    run_async(body())


def test_note_comes_back_when_another_was_open(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, notes=NOTES)
        look_at(world, "Garden plan.md")
        await until(lambda: words_of(world) == ["Garden plan, open"])
        chip_of(world, "Garden plan, open").click()
        assert words_of(world) == []
        assert not world.panel.composer.context.isVisible()
        look_at(world, "Home.md")
        await until(lambda: words_of(world) == ["Home, open"])
        look_at(world, "Garden plan.md")
        await until(lambda: words_of(world) == ["Garden plan, open"])
        await world.close()

    run_async(body())


def test_request_that_waits_takes_along_what_stood_there_at_its_time(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["one", "two"], notes=NOTES, pace=0.01)
        look_at(world, "Garden plan.md")
        await until(lambda: words_of(world) == ["Garden plan, open"])
        world.panel.composer.input.set_text("first")
        world.panel.composer.input.submit()
        chip_of(world, "Garden plan, open").click()
        world.panel.composer.input.set_text("second")
        world.panel.composer.input.submit()
        look_at(world, "Home.md")
        await until(lambda: not world.session.running and not len(world.session.queue))
        assert "has open: Garden plan.md" in sent(world, 0)
        assert "second" in sent(world, 1)
        assert "has open" not in sent(world, 1), "what was taken off stays off while the request waits"
        await world.close()

    run_async(body())


def test_offline_gets_no_note_and_no_chip_is_shown(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, settings=Settings(), provider=OfflineProvider(), notes=NOTES)
        look_at(world, "Garden plan.md", "beans")
        world.panel.composer.input.set_text("read @Home")
        await until(lambda: words_of(world) == ["@Home"])
        await world.close()

    run_async(body())


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("see @Home.", "see Home."),
        ("see @[[Garden plan]] too", "see Garden plan too"),
        ('see @"Garden plan" too', "see Garden plan too"),
        ("看@Home里面", "看Home里面"),
        ("🌱🌱 @Home and @[[Home]]", "🌱🌱 Home and Home"),
        ("@Daily/ first", "Daily/ first"),
    ],
)
def test_mention_that_is_taken_off_stays_as_a_word(
    written: str, left: str, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        world = make_world(tmp_path, notes=NOTES)
        box = world.panel.composer.input
        box.set_text(written)
        await until(lambda: len(words_of(world)) == 1)
        world.panel.composer.context.chips[0].click()
        await until(lambda: box.toPlainText() == left)
        await until(lambda: words_of(world) == [])
        box.undo()
        assert box.toPlainText() == written
        await until(lambda: len(words_of(world)) == 1)
        await world.close()

    run_async(body())


def test_chips_are_worked_by_keys_and_lead_back_to_the_box(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, notes=NOTES)
        look_at(world, "Garden plan.md", "peas")
        strip, box = world.panel.composer.context, world.panel.composer.input
        await until(lambda: len(strip.chips) == 2)
        world.panel.activateWindow()
        strip.chips[0].setFocus()
        await until(strip.chips[0].hasFocus)
        QTest.keyClick(strip.chips[0], Qt.Key.Key_Right)
        assert strip.chips[1].hasFocus()
        QTest.keyClick(strip.chips[1], Qt.Key.Key_Delete)
        assert words_of(world) == ["Garden plan, open"]
        assert strip.chips[0].hasFocus()
        assert strip.chips[0].accessibleDescription()
        QTest.keyClick(strip.chips[0], Qt.Key.Key_Return)
        assert words_of(world) == []
        assert box.hasFocus()
        await world.close()

    run_async(body())


def test_click_takes_off_on_the_cross_only_and_leaves_the_keyboard_where_it_is(qtbot: QtBot) -> None:
    strip = ContextChips()
    qtbot.addWidget(strip)
    strip.resize(400, 40)
    taken: list[object] = []
    strip.removed.connect(taken.append)
    piece = ContextItem("note", "Home.md", "Home", "open")
    strip.show_pieces([piece])
    strip.show()
    (chip,) = strip.chips
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton, pos=chip.rect().center() - chip.cross().topLeft() / 4)
    assert taken == []
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton, pos=chip.cross().center())
    assert taken == [piece]
    assert not chip.hasFocus()


@pytest.mark.parametrize("width", [276, 320, 420])
def test_many_and_long_names_stay_within_three_rows(width: int, qtbot: QtBot) -> None:
    strip = ContextChips()
    qtbot.addWidget(strip)
    strip.resize(width, 22)
    strip.show()
    names = ["A very long name of a note that nobody can read whole " * 3, "知识图谱 方案" * 12, "x", "Home"]
    strip.show_pieces([ContextItem("mention", f"{number}{name}", name) for number in range(6) for name in names])
    QApplication.sendPostedEvents()
    for chip in strip.chips:
        assert chip.x() >= 0
        assert chip.geometry().right() <= width
        assert not chip.grab().isNull()
    rows = {chip.y() for chip in strip.chips}
    assert len(rows) > 3
    assert strip.height() == 3 * strip.chips[0].height() + 2 * 6
    strip.show_pieces([ContextItem("note", "Home.md", "Home", "open")])
    QApplication.sendPostedEvents()
    assert strip.height() == strip.chips[0].height()
