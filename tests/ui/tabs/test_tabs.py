from __future__ import annotations

import json
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu, QStyle, QStyleOptionTab
from pytestqt.qtbot import QtBot

from axon_desktop.theme.colors import DARK
from axon_desktop.ui.aio import cancel_all
from axon_desktop.ui.markdown_view import ViewPosition
from axon_desktop.ui.note.pane import NotePane
from axon_desktop.ui.tabs.missing_files import mark_gone
from axon_desktop.ui.tabs.open_tabs import OpenTabs, tab_titles
from axon_desktop.ui.tabs.saved_tabs import SavedGroup, layout_from_text, layout_to_text
from axon_desktop.ui.tabs.strip import TabStrip
from axon_desktop.ui.tabs.tab import Tab, Visit
from axon_desktop.vault import Vault
from axon_desktop.vault.history.changes import VaultChanged
from tests.ui.colors import wear_colors
from tests.waiting import until

Run = Callable[[Coroutine[Any, Any, Any]], Any]


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    root = tmp_path / "MyVault"
    (root / "Projects").mkdir(parents=True)
    (root / "Home.md").write_text("# Home\n\nHello [[Plan]].\n", encoding="utf-8")
    (root / "知识图谱.md").write_text("节点与边。\n", encoding="utf-8")
    long = "".join(f"Paragraph {number} of some words.\n\n" for number in range(200))
    (root / "Projects" / "Plan.md").write_text(long, encoding="utf-8")
    made = Vault(root, data_dir=tmp_path / "data")
    made.names.scan()
    return made


@pytest.fixture
def pane(vault: Vault, qtbot: QtBot) -> NotePane:
    made = NotePane()
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.set_vault(vault)
    made.show()
    return made


def ended(body: Coroutine[Any, Any, None]) -> Coroutine[Any, Any, None]:
    async def main() -> None:
        await body
        await cancel_all()

    return main()


def shows(pane: NotePane, text: str) -> bool:
    return pane._arrived and not pane.body.view.busy and text in pane.body.view.to_plain_text()


def top(pane: NotePane) -> str:
    place = pane.body.view.place_at(QPoint(200, 1))
    assert place is not None
    assert place.chunk.document is not None
    return place.chunk.document.findBlock(place.position).text()


def texts(pane: NotePane) -> list[str]:
    return [pane.tab_bar.strip.tabText(number) for number in range(pane.tab_bar.strip.count())]


def tabs_from_text(text: str) -> tuple[Sequence[Tab], int]:
    found = layout_from_text(text)
    return (found.tabs, found.index) if isinstance(found, SavedGroup) else ([], 0)


async def three_tabs(pane: NotePane) -> None:
    pane.open_note("Home.md")
    await until(lambda: shows(pane, "Hello"))
    pane.open_note("Projects/Plan.md", new_tab=True)
    await until(lambda: shows(pane, "Paragraph 0"))
    pane.open_note("知识图谱.md", new_tab=True)
    await until(lambda: shows(pane, "节点"))


# Tabs alone


def made_tabs(*paths: str) -> OpenTabs:
    tabs = OpenTabs()
    tabs.replace([Tab(Visit(path)) for path in paths])
    return tabs


def paths_of(tabs: OpenTabs) -> list[str]:
    return [tab.path for tab in tabs.all]


def test_new_tab_stands_right_of_the_current_one_and_is_shown() -> None:
    tabs = made_tabs("a", "b")
    tabs.add(Tab(Visit("c")))
    assert (paths_of(tabs), tabs.current.path) == (["a", "c", "b"], "c")


def test_new_tab_takes_the_place_of_an_empty_one() -> None:
    tabs = OpenTabs()
    tabs.add(Tab(Visit("a")))
    assert paths_of(tabs) == ["a"]


@pytest.mark.parametrize(
    ("current", "closed", "left", "then"),
    [(1, 1, ["a", "c"], "c"), (2, 2, ["a", "b"], "b"), (2, 0, ["b", "c"], "c"), (0, 2, ["a", "b"], "a")],
)
def test_closing_shows_the_right_neighbour(current: int, closed: int, left: list[str], then: str) -> None:
    tabs = made_tabs("a", "b", "c")
    tabs.select(current)
    tabs.close(closed)
    assert (paths_of(tabs), tabs.current.path) == (left, then)


def test_last_tab_that_is_closed_leaves_an_empty_one() -> None:
    tabs = made_tabs("a")
    tabs.close(0)
    assert paths_of(tabs) == [""]
    tabs.close(0)
    tabs.reopen()
    assert paths_of(tabs) == ["a"]
    assert not tabs.can_reopen


def test_closed_tabs_come_back_where_they_were_last_first() -> None:
    tabs = made_tabs("a", "b", "c", "d")
    tabs.close(1)
    tabs.close(1)
    assert paths_of(tabs) == ["a", "d"]
    tabs.reopen()
    assert (paths_of(tabs), tabs.current.path) == (["a", "c", "d"], "c")
    tabs.reopen()
    assert (paths_of(tabs), tabs.current.path) == (["a", "b", "c", "d"], "b")
    tabs.close_others(3)
    assert (paths_of(tabs), tabs.current.path) == (["d"], "d")
    for _ in range(3):
        tabs.reopen()
    assert sorted(paths_of(tabs)) == ["a", "b", "c", "d"]


def test_moved_tab_stays_current_and_steps_go_round() -> None:
    tabs = made_tabs("a", "b", "c")
    tabs.move(0, 2)
    assert (paths_of(tabs), tabs.current.path) == (["b", "c", "a"], "a")
    tabs.step(1)
    assert tabs.current.path == "b"
    tabs.step(-1)
    assert tabs.current.path == "a"
    tabs.select(7)
    assert tabs.current.path == "a"


def test_equal_names_are_told_apart_by_as_few_folders_as_needed() -> None:
    paths = ["Home.md", "A/Plan.md", "B/Plan.md", "X/C/Plan.md", "Y/C/Plan.md", "Plan.md", "会议/记录.md", ""]
    assert tab_titles(paths) == [
        "Home", "Plan · A", "Plan · B", "Plan · X/C", "Plan · Y/C", "Plan", "记录", "",
    ]  # fmt: skip


def test_tabs_are_kept_with_their_places_and_modes() -> None:
    past = [Visit(f"{number}.md", place=ViewPosition(False, number)) for number in range(30)]
    future = [Visit("b.md", "Heading"), Visit("c.md", line=7)]
    tabs = [
        Tab(Visit("a.md", place=ViewPosition(True, 12.5)), past, future),
        Tab(),
        Tab(Visit("知识.md"), mode="source"),
    ]
    again, current = tabs_from_text(layout_to_text(SavedGroup(tabs, 2)))
    assert [(tab.at, tab.mode) for tab in again] == [
        (Visit("a.md", place=ViewPosition(True, 12.5)), "reading"),
        (Visit("知识.md"), "source"),
    ]
    assert (again[0].past, again[0].future) == (past[-10:], future)
    assert (again[1].past, again[1].future) == ([], [])
    assert current == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        '{"tabs": [{"path": "a", "past": [3]}], "current": 0}',
        '{"tabs": [1], "current": 0}',
        "[]",
        "{}",
        '{"tabs": [{}], "current": 0}',
        '{"tabs": 3, "current": 0}',
        "[" * 9999,
    ],
)
def test_damaged_state_is_no_tabs(text: str) -> None:
    assert tabs_from_text(text) == ([], 0)


def test_a_tab_that_is_damaged_costs_no_other() -> None:
    kept = [{"path": "A.md"}, {"path": 5}, {"path": "B.md"}, 7, {"path": "C.md", "line": "x"}]
    text = json.dumps({"current": 2, "tabs": kept})
    tabs, current = tabs_from_text(text)
    assert [tab.at.path for tab in tabs if tab.at is not None] == ["A.md", "B.md"]
    assert current == 1


# Tabs in the pane


def test_bar_has_its_room_with_two_tabs_one_or_none(pane: NotePane, run_async: Run) -> None:
    """Red when the note moves down as a second tab is opened."""

    async def body() -> None:
        above = pane.header.y()
        pane.open_note("Home.md", new_tab=True)  # nothing is open yet: no second tab
        await until(lambda: shows(pane, "Hello"))
        assert texts(pane) == ["Home"]
        pane.open_note("Projects/Plan.md", new_tab=True)
        assert texts(pane) == ["Home", "Plan"]
        pane.tabs.close(1)
        await until(lambda: shows(pane, "Hello"))
        pane.tabs.close(0)
        assert texts(pane) == ["Empty tab"]
        assert pane.header.y() == above > 0

    run_async(ended(body()))


def test_pinned_tab_stands_first_and_stays(pane: NotePane, run_async: Run) -> None:
    async def body() -> None:
        await three_tabs(pane)
        first, second, third = list(pane.tabs.all)
        pane.tabs.pin(2, pinned=True)
        assert list(pane.tabs.all) == [third, first, second]
        pane.tabs.move(2, 0)
        assert list(pane.tabs.all) == [third, second, first]
        assert pane.tab_bar.strip._cross_at(pane.tab_bar.strip.cross_rect(0).center()) < 0
        assert pane.tab_bar.strip.accessibleTabName(0).endswith("pinned")
        pane.tabs.select(0)
        pane.open_note("Home.md" if third.path != "Home.md" else "Projects/Plan.md")
        assert pane.tabs.all[0] is third  # another note does not take its place
        assert len(pane.tabs.all) == 4
        pane.tabs.close_others(2)
        assert pane.tabs.all[0] is third
        assert len(pane.tabs.all) == 2
        assert tabs_from_text(layout_to_text(SavedGroup(pane.tabs.all, 0)))[0][0].pinned
        menu = pane.tab_bar.list_all()
        assert [action.isChecked() for action in menu.actions()] == [False, True]
        menu.actions()[0].trigger()
        assert pane.tabs.current is third

    run_async(ended(body()))


def test_each_tab_has_its_place_its_history_and_its_mode(pane: NotePane, run_async: Run) -> None:
    async def body() -> None:
        await three_tabs(pane)
        pane.tabs.select(1)
        await until(lambda: shows(pane, "Paragraph 0"))
        pane.body.view.verticalScrollBar().setValue(1500)
        await until(lambda: not pane.body.view.busy and top(pane).startswith("Paragraph"))
        left = top(pane)
        pane.tabs.select(0)
        await until(lambda: shows(pane, "Hello"))
        pane.open_note("知识图谱.md")
        await until(lambda: shows(pane, "节点"))
        assert texts(pane) == ["知识图谱", "Plan", "知识图谱"]
        pane.tabs.select(1)
        await until(lambda: shows(pane, "Paragraph") and top(pane) == left)
        pane.go_back()  # this tab has nothing to go back to
        assert pane.path == "Projects/Plan.md"
        pane.tabs.select(0)
        await until(lambda: shows(pane, "节点"))
        pane.go_back()
        await until(lambda: shows(pane, "Hello"))

    run_async(ended(body()))


def test_reopened_tab_stands_where_it_was_closed(pane: NotePane, run_async: Run) -> None:
    async def body() -> None:
        await three_tabs(pane)
        pane.tabs.select(1)
        await until(lambda: shows(pane, "Paragraph 0"))
        pane.body.view.verticalScrollBar().setValue(1500)
        await until(lambda: not pane.body.view.busy and top(pane).startswith("Paragraph"))
        left = top(pane)
        pane.tabs.close(1)
        await until(lambda: shows(pane, "节点"))
        pane.tabs.reopen()
        await until(lambda: shows(pane, "Paragraph") and top(pane) == left)

    run_async(ended(body()))


def test_closing_the_last_tab_leaves_the_hint(pane: NotePane, run_async: Run) -> None:
    async def body() -> None:
        pane.open_note("Home.md")
        await until(lambda: shows(pane, "Hello"))
        pane.tabs.close(0)
        assert pane.path == ""
        assert "Choose a note" in pane.body.hint.text()
        assert pane.body.shows_hint

    run_async(ended(body()))


def test_middle_click_and_cross_and_delete_close_tabs(pane: NotePane, qtbot: QtBot, run_async: Run) -> None:
    async def body() -> None:
        await three_tabs(pane)
        strip = pane.tab_bar.strip
        qtbot.mouseClick(strip, Qt.MouseButton.MiddleButton, pos=strip.tabRect(1).center())
        assert texts(pane) == ["Home", "知识图谱"]
        qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=strip.cross_rect(0).center())
        assert pane.tabs.current.path == "知识图谱.md"
        pane.open_note("Home.md", new_tab=True)
        qtbot.keyClick(strip, Qt.Key.Key_Delete)
        assert [tab.path for tab in pane.tabs.all] == ["知识图谱.md"]

    run_async(ended(body()))


def test_dragging_changes_the_order(pane: NotePane, qtbot: QtBot, run_async: Run) -> None:
    async def body() -> None:
        await three_tabs(pane)
        strip = pane.tab_bar.strip
        start, end = strip.tabRect(0).center(), strip.tabRect(2).center()
        qtbot.mousePress(strip, Qt.MouseButton.LeftButton, pos=start)
        for step in range(1, 11):
            qtbot.mouseMove(strip, start + (end - start) * step / 10 + QPoint(6, 0))
        qtbot.mouseRelease(strip, Qt.MouseButton.LeftButton, pos=end + QPoint(6, 0))
        await until(lambda: texts(pane) == ["Plan", "知识图谱", "Home"])
        assert [tab.path for tab in pane.tabs.all] == ["Projects/Plan.md", "知识图谱.md", "Home.md"]
        assert pane.tabs.current.path == "Home.md"

    run_async(ended(body()))


def test_link_opens_a_new_tab_by_control_click_middle_click_and_key(
    pane: NotePane, qtbot: QtBot, run_async: Run
) -> None:
    async def body() -> None:
        pane.open_note("Home.md")
        await until(lambda: shows(pane, "Hello"))
        view = pane.body.view
        link = next(
            QPoint(x, y)
            for y in range(0, 300, 4)
            for x in range(0, view.viewport().width(), 4)
            if view.link_at(QPoint(x, y))
        )
        ways: list[Callable[[], None]] = [
            lambda: qtbot.mouseClick(view.viewport(), Qt.MouseButton.MiddleButton, pos=link),
            lambda: qtbot.mouseClick(
                view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, link
            ),
        ]
        for way in ways:
            way()
            assert [tab.path for tab in pane.tabs.all] == ["Home.md", "Projects/Plan.md"]
            pane.tabs.close(1)
            await until(lambda: shows(pane, "Hello"))
        view.setFocus()
        view.focusNextPrevChild(True)
        await until(lambda: view.focused_link() != "" or view.step_link(1))
        qtbot.keyClick(view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert [tab.path for tab in pane.tabs.all] == ["Home.md", "Projects/Plan.md"]

    run_async(ended(body()))


def test_menu_of_a_link_offers_a_new_tab(pane: NotePane, run_async: Run) -> None:
    async def body() -> None:
        pane.open_note("Home.md")
        await until(lambda: shows(pane, "Hello"))
        pane.body.view.step_link(1)
        event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
        QApplication.sendEvent(pane.body.view, event)
        menu = next(menu for menu in pane.body.view.findChildren(QMenu) if menu.isVisible())
        next(action for action in menu.actions() if action.text() == "Open in new tab").trigger()
        menu.close()
        assert [tab.path for tab in pane.tabs.all] == ["Home.md", "Projects/Plan.md"]

    run_async(ended(body()))


def test_new_and_lost_files_change_their_tabs(pane: NotePane, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await three_tabs(pane)
        moved = {"Home.md": "Start.md"}
        (vault.root / "Home.md").rename(vault.root / "Start.md")
        pane.updates.on_vault_changed(VaultChanged(("Home.md", "Start.md"), "outside", moved))
        assert texts(pane) == ["Start", "Plan", "知识图谱"]
        (vault.root / "Projects" / "Plan.md").unlink()
        pane.updates.on_vault_changed(VaultChanged(("Projects/Plan.md",), "outside"))
        await until(lambda: pane.tabs.all[1].gone)
        assert "no longer exists" in pane.tab_bar.strip.tabToolTip(1)
        (vault.root / "Projects" / "Plan.md").write_text("Again.\n", encoding="utf-8")
        pane.updates.on_vault_changed(VaultChanged((), "outside", many=True))
        await until(lambda: not pane.tabs.all[1].gone)

    run_async(ended(body()))


def test_no_tab_is_lost_while_the_vault_is_away(pane: NotePane, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await three_tabs(pane)
        away = vault.root.rename(vault.root.with_name("away"))
        change = VaultChanged((), "outside", many=True)
        await mark_gone(pane.tabs, vault, change)
        pane.updates.on_vault_changed(change)
        await until(lambda: pane.body.hint.text().startswith("The vault’s folder is missing."))
        assert not any(tab.gone for tab in pane.tabs.all)
        away.rename(vault.root)
        pane.updates.on_vault_changed(change)
        await until(lambda: pane.body.shows_view)
        (vault.root / "Home.md").unlink()
        await mark_gone(pane.tabs, vault, change)
        assert [tab.gone for tab in pane.tabs.all] == [True, False, False]

    run_async(ended(body()))


def test_unsaved_text_is_marked_and_leaving_the_tab_saves_it(pane: NotePane, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await three_tabs(pane)
        pane.toggle_source()
        pane.body.editor.edit.insertPlainText("新的。")
        await until(lambda: pane.tabs.all[2].unsaved)
        assert "Not saved" in pane.tab_bar.strip.tabToolTip(2)
        assert "not saved" in pane.tab_bar.strip.accessibleTabName(2)
        pane.tabs.select(0)
        await until(lambda: shows(pane, "Hello"))
        assert (vault.root / "知识图谱.md").read_text(encoding="utf-8") == "新的。节点与边。\n"
        assert not pane.tabs.all[2].unsaved

    run_async(ended(body()))


def test_menu_closes_copies_and_reopens(pane: NotePane, run_async: Run) -> None:
    async def body() -> None:
        await three_tabs(pane)
        copied: list[str] = []
        pane.tab_bar.strip.copy_link_requested.connect(copied.append)
        actions = {action.text(): action for action in pane.tab_bar.strip.make_menu(1).actions()}
        assert not actions["Reopen closed tab"].isEnabled()
        actions["Copy wikilink"].trigger()
        assert copied == ["Projects/Plan.md"]
        actions["Close others"].trigger()
        assert [tab.path for tab in pane.tabs.all] == ["Projects/Plan.md"]
        pane.tabs.reopen()
        assert len(pane.tabs.all) == 2

    run_async(ended(body()))


def test_short_name_begins_at_the_left_of_its_tab(qtbot: QtBot) -> None:
    strip = TabStrip(made_tabs("Notes/sun.svg", "Notes/A longer name.md"))
    qtbot.addWidget(strip)
    strip.refresh()
    left = []
    for number in range(2):
        option = QStyleOptionTab()
        strip.initStyleOption(option, number)
        room = strip.style().subElementRect(QStyle.SubElement.SE_TabBarTabText, option, strip)
        name = strip.fontMetrics().horizontalAdvance(option.text)
        left.append(room.center().x() - name / 2 - strip.tabRect(number).left())
    assert left[0] == pytest.approx(left[1], abs=3)


def test_fifty_tabs_fit_into_a_narrow_pane(pane: NotePane, run_async: Run) -> None:
    async def body() -> None:
        pane.resize(336, 500)
        pane.tabs.replace([Tab(Visit(f"Notes/Note {number}.md")) for number in range(50)], 49)
        assert pane.width() == 336
        assert pane.tab_bar.strip.count() == 50
        await until(lambda: pane.tab_bar.strip.tabRect(49).right() <= pane.tab_bar.strip.width())
        wear_colors(DARK)
        pane.tabs.select(0)
        await until(lambda: pane.tab_bar.strip.tabRect(0).left() >= 0)

    run_async(ended(body()))
