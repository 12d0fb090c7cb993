from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt, QTranslator
from PySide6.QtGui import QAction, QIcon, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QMainWindow, QMenu, QWidget
from pytestqt.qtbot import QtBot

from axon_desktop.paths import resources_dir
from axon_desktop.theme.colors import DARK
from axon_desktop.ui.actions import Action, Menu
from axon_desktop.ui.look.theme import Theme
from axon_desktop.ui.quick_open.command_search import CommandSearch
from axon_desktop.ui.quick_open.palette import Palette
from axon_desktop.ui.quick_open.palette_commands import Command, commands_of, name_of
from axon_desktop.ui.search.recent import RecentList
from axon_desktop.ui.window.main_window import MainWindow
from tests.ui.chat_world import Run
from tests.ui.colors import wear_colors
from tests.ui.obsidian_window import vault_window
from tests.waiting import PATIENCE

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")

NOTES = {"Home.md": "# Home\n", "日记/今天.md": "# 今天\n"}


def titles(palette: Palette) -> list[str]:
    model = palette.list.offers
    return [str(model.index(row).data()) for row in range(model.rowCount())]


def press(palette: Palette, key: Qt.Key) -> None:
    QTest.keyClick(palette.box, key)


def open_palette(window: MainWindow) -> Palette:
    window.menus.actions["view.command_palette"].trigger()
    palette = window.findChild(Palette)
    assert palette is not None
    return palette


@pytest.fixture
def window(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> QMainWindow:
    """A Chinese window with three commands."""
    window = QMainWindow()
    menu = window.menuBar().addMenu("视图")
    menu.menuAction().setObjectName("view")
    entries = (
        Action("view.reading_or_source", "Reading or sour&ce"),
        Action("view.refresh", "&Refresh"),
        Action("view.zoom", "Zoom…"),
    )
    for text, entry in zip(("阅读或源码(&C)", "刷新(&R)", "缩放…"), entries, strict=True):
        menu.addAction(text).setObjectName(entry.id)
    monkeypatch.setattr("axon_desktop.ui.actions.MENUS", (Menu("view", "&View", entries),))
    window.setCentralWidget(QLineEdit("text"))
    window.resize(900, 600)
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    return window


@pytest.fixture
def recent(tmp_path: Path) -> RecentList:
    kept = RecentList(QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat), 8)
    kept.open("commands_used")
    return kept


@pytest.fixture
def make(window: QMainWindow, recent: RecentList) -> Callable[[], Palette]:
    return lambda: Palette(recent, lambda: commands_of(window), window)


def test_name_is_without_letter_dots_and_tab() -> None:
    assert name_of("&New note…") == "New note"
    assert name_of("新建笔记(&N)…") == "新建笔记"
    assert name_of("Search && replace\tCtrl+H") == "Search & replace"


def test_commands_are_found_in_both_languages(window: QMainWindow) -> None:
    search = CommandSearch(commands_of(window))
    for query in ("源码", "阅读或", "reading", "read src", "视图 阅读", "view reading"):
        assert [match.command.name for match in search.find(query, ())][:1] == ["阅读或源码"], query
    assert search.find("reading", ())[0].english_marks
    assert search.find("阅读", ())[0].english_marks is None
    assert search.find("qqqq", ()) == []


def test_last_used_come_first_among_equals(window: QMainWindow) -> None:
    search = CommandSearch(commands_of(window))
    names = [match.command.name for match in search.find("", ["view.zoom"])]
    assert names == ["缩放", "阅读或源码", "刷新"]
    assert [match.command.name for match in search.find("re", ())] == ["刷新", "阅读或源码"]
    assert [match.command.name for match in search.find("re", ["view.reading_or_source"])] == [
        "阅读或源码",
        "刷新",
    ]


def test_enter_does_it_with_the_focus_where_it_was(
    make: Callable[[], Palette], window: QMainWindow, recent: RecentList
) -> None:
    field = window.centralWidget()
    assert field is not None
    field.setFocus()
    seen: list[bool] = []
    commands_of(window)[1].action.triggered.connect(lambda: seen.append(field.hasFocus()))
    palette = make()
    palette.open_list()
    assert palette.box.hasFocus()
    QTest.keyClicks(palette.box, "refr")
    press(palette, Qt.Key.Key_Return)
    assert seen == [True]
    assert recent.texts == ["view.refresh"]
    palette.open_list()
    assert titles(palette)[0] == "刷新"
    press(palette, Qt.Key.Key_Escape)
    assert palette.isHidden()
    assert field.hasFocus()


def test_disabled_command_is_grey_says_why_and_does_nothing(
    make: Callable[[], Palette], window: QMainWindow
) -> None:
    action = commands_of(window)[0].action
    action.setProperty("reason", "没有打开笔记")
    action.setEnabled(False)
    done: list[bool] = []
    action.triggered.connect(done.append)
    palette = make()
    palette.open_list()
    palette.box.setText("源码")
    index = palette.list.offers.index(0)
    offer = index.data(Qt.ItemDataRole.UserRole)
    assert (offer.enabled, offer.details) == (False, "没有打开笔记")
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "阅读或源码, 没有打开笔记"
    press(palette, Qt.Key.Key_Return)
    assert palette.isVisible()
    assert done == []


def test_nothing_found_is_said(make: Callable[[], Palette]) -> None:
    palette = make()
    palette.open_list()
    palette.box.setText("zzzz")
    assert palette.hint.isVisible()
    assert palette.hint.text()
    assert not palette.list.isVisible()
    assert palette._keys.text() == "Esc to close"
    press(palette, Qt.Key.Key_Return)
    palette.box.clear()
    assert palette.list.isVisible()
    assert palette._keys.text() == "Enter to run · Esc to close"


@pytest.mark.parametrize("width", [420, 1200])
def test_palette_stays_within_the_window(make: Callable[[], Palette], window: QMainWindow, width: int) -> None:
    window.resize(width, 500)
    palette = make()
    palette.open_list()
    wear_colors(DARK)
    assert window.rect().contains(palette.geometry())
    assert not palette.grab().isNull()


def actions_in(menu: QMenu) -> set[QAction]:
    """Return the actions of a menu and of those inside of it."""
    found = set(menu.actions())
    for action in menu.actions():
        inner = action.menu()
        found |= actions_in(inner) if isinstance(inner, QMenu) else set()
    return found


def in_panel(action: QAction) -> bool:
    """Tell whether an action is in the menu of a button that Tab reaches."""
    menu = action.parent()
    part = menu.parentWidget() if isinstance(menu, QMenu) else None
    if part is None:
        return False
    buttons = [part, *part.findChildren(QAbstractButton)]
    return any(button.isVisible() and bool(button.focusPolicy() & Qt.FocusPolicy.TabFocus) for button in buttons)


def test_every_action_is_reachable_by_keyboard_and_from_the_palette(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window = world.window
            palette = open_palette(window)
            commands = commands_of(window)
            offered = {command.action for command in commands}
            names = {command.name for command in commands}
            from_bar: set[QAction] = set()
            letters = {shortcut.key().toString() for shortcut in window.findChildren(QShortcut)}
            for top in window.menuBar().actions():
                menu = top.menu()
                assert isinstance(menu, QMenu)
                from_bar |= actions_in(menu)
            assert len([letter for letter in letters if letter.startswith("Alt+")]) == len(
                window.menuBar().actions()
            )
            walked = 0
            for action in window.findChildren(QAction):
                is_command = bool(action.text()) and action.menu() is None and not action.isSeparator()
                if not is_command or not action.isVisible() or is_hidden(action):
                    continue
                name = name_of(action.text())
                assert action in offered or name in names, name
                assert action in from_bar or not action.shortcut().isEmpty() or in_panel(action), name
                walked += 1
            assert walked >= 60
            for command in commands:
                palette.box.setText(command.name)
                found = [match.command.action for match in palette.list.offers.things[:6]]
                assert command.action in found, command.name

    run_async(body())


def is_hidden(action: QAction) -> bool:
    """Tell whether an action belongs to a hidden part of the window."""
    owner = action.parent()
    while isinstance(owner, QMenu) or (owner is not None and not isinstance(owner, QWidget)):
        owner = owner.parent()
    return isinstance(owner, QWidget) and not owner.isVisible()


def test_ids_of_commands_are_unique(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            ids = [command.id for command in commands_of(world.window) if command.id]
            assert len(ids) == len(set(ids))
            assert {"view.reading_or_source", "theme.dark", "view.vault_panel", "help.keyboard_shortcuts"} <= set(
                ids
            )

    run_async(body())


def test_english_names_are_found_in_a_chinese_window(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    """Recently used commands are stored independently of the language."""
    state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    english = {command.id: command.name for command in commands_of(make_window(qtbot, qapp, state))}
    source, compiled = resources_dir() / "i18n" / "axon_zh_CN.ts", tmp_path / "axon_zh_CN.qm"
    tool = Path(sys.executable).parent / "pyside6-lrelease"
    subprocess.run([tool, "-silent", source, "-qm", compiled], check=True, timeout=PATIENCE)
    translator = QTranslator()
    assert translator.load(str(compiled))
    qapp.installTranslator(translator)
    try:
        commands = commands_of(make_window(qtbot, qapp, state))
    finally:
        qapp.removeTranslator(translator)
    assert {command.id for command in commands} == set(english)
    search = CommandSearch(commands)
    for query in ("新建对话", "new conversation", "newconv"):
        assert search.find(query, ())[0].command.id == "agent.new_conversation"
    assert search.find("theme dark", ())[0].command.id == "theme.dark"
    assert sum(bool(command.english) for command in commands) > 50


def make_window(qtbot: QtBot, qapp: QApplication, state: QSettings) -> MainWindow:
    Theme(qapp, "light")
    made = MainWindow(QIcon(), state)
    qtbot.addWidget(made, before_close_func=lambda window: window.close_for_good())
    return made


def test_palette_opens_over_the_switcher_and_gives_the_focus_back(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window = world.window
            window.activateWindow()
            window.tree.filter.setFocus()
            window.menus.actions["file.go_to_note"].trigger()
            palette = open_palette(window)
            press(palette, Qt.Key.Key_Escape)
            assert palette.isHidden()
            assert window.focusWidget() is window.tree.filter

    run_async(body())


def test_command_of_a_vault_no_longer_listed_is_harmless(make: Callable[[], Palette], window: QMainWindow) -> None:
    palette = make()
    palette.open_list()
    menu = window.menuBar().actions()[0].menu()
    assert isinstance(menu, QMenu)
    menu.clear()
    QApplication.sendPostedEvents()
    assert not palette.grab().isNull()
    palette.list.step(1)
    press(palette, Qt.Key.Key_Return)


def test_key_of_a_passing_command_names_it() -> None:
    action = QAction("/tmp/vault")
    assert Command("", action, "/tmp/vault", "File").key == "File//tmp/vault"
