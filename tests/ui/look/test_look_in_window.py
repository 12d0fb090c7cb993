"""Text size and density change under a window that stays open."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QSettings
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from axon_desktop.llm.messages import ToolCall, ToolResult
from axon_desktop.theme.colors import DARK, LIGHT, Colors
from axon_desktop.theme.look import Look
from axon_desktop.ui.chat.cards.tool_card import ToolOutputCard
from axon_desktop.ui.look.theme import Theme
from axon_desktop.ui.settings.appearance_page import AppearancePage
from axon_desktop.ui.window.main_window import MainWindow
from tests.ui.chat_world import Run, make_world, until
from tests.ui.colors import wear_colors

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    made = Theme(qapp, "light")
    yield made
    made.choose(Look("light"))


@pytest.fixture
def window(theme: Theme, qtbot: QtBot, tmp_path: Path) -> MainWindow:
    made = MainWindow(QIcon(), QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(made, before_close_func=lambda closed: closed.close_for_good())
    made.resize(1200, 800)
    made.show()
    return made


def test_menu_makes_all_text_larger(window: MainWindow, theme: Theme, qtbot: QtBot) -> None:
    window.text_size_requested.connect(lambda step: theme.choose(theme.look.with_text(step)))
    window.preview.body.show_rendered("A.md", "words", keep=False)
    view, bar = window.preview.body.view, window.menuBar().height()
    assert (view.font_px, bar) == (15, 34)
    for _ in range(5):
        window.menus.actions["view.larger_text"].trigger()
    assert theme.look.text_size == 18
    assert view.font_px == 21
    assert window.menuBar().height() == 47
    assert window.menuBar().font().pixelSize() == 18
    assert window.status.language.font().pixelSize() == 17
    window.preview.zoom_requested.emit(1)  # the wheel: notes alone
    assert (theme.look.text_size, view.font_px) == (18, 22)
    window.menus.actions["view.normal_text"].trigger()
    assert (theme.look.text_size, view.font_px, window.menuBar().height()) == (13, 15, 34)


def test_note_stays_at_its_place(window: MainWindow, theme: Theme, qtbot: QtBot) -> None:
    text = "\n\n".join(f"## Part {number}\n\n" + f"word{number} " * 60 for number in range(120))
    window.preview.body.show_rendered("Long.md", text, keep=False)
    view = window.preview.body.view
    qtbot.waitUntil(lambda: not view.busy)
    view.scroll_to_heading("Part 60")
    qtbot.waitUntil(lambda: not view.busy and "Part 60" in view.heading_at_top())
    place = view.place()
    for size in (18, 11, 13):
        theme.choose(Look("light", text_size=size))
        qtbot.waitUntil(lambda: not view.busy)
        assert "Part 60" in view.heading_at_top()
        assert abs(view.place().source - place.source) < 40


def test_rows_of_the_tree_follow_text_and_density(window: MainWindow, theme: Theme, qtbot: QtBot) -> None:
    delegate = window.tree.matches.itemDelegate()
    heights = []
    for look in (Look("light"), Look("light", density="compact"), Look("light", text_size=18)):
        theme.choose(look)
        heights.append(delegate.sizeHint(QStyleOptionViewItem(), QModelIndex()).height())
    assert heights == [25, 21, 35]


def test_cards_and_the_box_of_the_chat_follow(theme: Theme, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path)
        try:
            world.panel.composer.input.setPlainText("one\ntwo\nthree\nfour\nfive\nsix")
            await until(lambda: world.panel.composer.input.height() > 66)
            before = world.panel.composer.input.height(), world.panel.header.height()
            theme.choose(Look("light", text_size=18))
            assert world.panel.view.font_px == 18
            await until(lambda: world.panel.composer.input.height() > before[0])
            assert world.panel.header.height() > before[1] == 40
            assert world.panel.header.title.font().pixelSize() == 18
            assert world.panel.header.chip.font().pixelSize() == 17
            theme.choose(Look("light"))
            await until(lambda: (world.panel.composer.input.height(), world.panel.header.height()) == before)
        finally:
            await world.close()

    run_async(body())


def test_card_has_room_for_its_lines(theme: Theme, qtbot: QtBot) -> None:
    card = ToolOutputCard(ToolCall("create_note", {"path": "A.md", "content": "x"}))
    qtbot.addWidget(card)
    card.set_result(ToolResult(True, "", path="A.md", change_id=1), 0.1, ("+one", "+two", "-three"))
    heights = []
    for size in (11, 13, 18, 20):
        theme.choose(Look("light", text_size=size))
        heights.append(card.sizeHint().height())
        assert card.font().pixelSize() == round(12 * size / 13)
        assert (heights[-1] - 14 - 5) // 4 >= card.fontMetrics().height() - 1
    assert heights == sorted(heights)
    assert heights[1] == 14 + 17 + 5 + 3 * 17


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
def test_page_offers_every_choice_and_gives_back_what_is_chosen(qtbot: QtBot, colors: Colors) -> None:
    wear_colors(colors)
    chosen = Look("dark", "amber", "high", 20, "compact")
    page = AppearancePage(chosen)
    qtbot.addWidget(page)
    assert page.look() == chosen
    assert page.accent.itemData(0) == "iris"
    assert page.accent.count() == 7
    assert not any(page.accent.itemIcon(row).isNull() for row in range(7))
    page.text_size.setCurrentIndex(page.text_size.findData("11"))
    page.accent.setCurrentIndex(page.accent.findData("iris"))
    assert page.look() == Look("dark", "iris", "high", 11, "compact")


def test_page_can_be_drawn(qtbot: QtBot, theme: Theme) -> None:
    page = AppearancePage(Look(accent="green"))
    qtbot.addWidget(page)
    page.resize(560, 400)
    page.show()
    shown = page.accent.grab().toImage()
    greens = {shown.pixelColor(x, shown.height() // 2).name() for x in range(shown.width() // 3)}
    assert "#1b7440" in greens
