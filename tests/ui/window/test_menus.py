"""The menus: actions that can do nothing are disabled, and no menu is higher than a small window."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSettings
from PySide6.QtGui import QAction, QColor, QFontMetricsF, QIcon, QImage
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar
from pytestqt.qtbot import QtBot

from axon_desktop.paths import resources_dir
from axon_desktop.theme.colors import DARK, HIGH_DARK, HIGH_LIGHT, LIGHT, Colors
from axon_desktop.ui.look.theme import Theme, make_style_sheet
from axon_desktop.ui.quick_open.palette_commands import Command, commands_of, name_of
from axon_desktop.ui.window.main_window import MainWindow
from tests.ui.chat_world import Run
from tests.ui.obsidian_window import vault_window
from tests.waiting import until

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)|grabbing the keyboard")

NOTES = {"Home.md": "# Home\n", "Plan.md": "# Plan\n"}
LOW = 500
"""Height of a menu that fits a small window."""


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> MainWindow:
    state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    Theme(qapp, "light")
    made = MainWindow(QIcon(), state)
    qtbot.addWidget(made, before_close_func=lambda window: window.close_for_good())
    made.show()
    return made


def menu_of(window: MainWindow, *names: str) -> QMenu:
    found: QMenuBar | QMenu = window.menuBar()
    for name in names:
        menu = next(action for action in found.actions() if name_of(action.text()) == name).menu()
        assert isinstance(menu, QMenu)
        found = menu
    assert isinstance(found, QMenu)
    return found


def command(window: MainWindow, ident: str) -> Command:
    return next(command for command in commands_of(window) if command.id == ident)


def offered(window: MainWindow, *idents: str) -> list[bool]:
    return [command(window, ident).action.isEnabled() for ident in idents]


def opened(menu: QMenu) -> QMenu:
    menu.popup(QPoint(0, 0))
    QApplication.processEvents()
    return menu


def test_back_and_forward_are_offered_as_in_the_header(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window, preview = world.window, world.window.preview
            steps = "view.back", "view.forward"
            assert offered(window, *steps) == [False, False]
            assert command(window, "view.back").reason == "There is no other note to go to."
            for path in NOTES:
                preview.open_note(path)
                await world.shows(path)
            assert offered(window, *steps) == [True, False]
            command(window, "view.back").action.trigger()
            await world.shows("Home.md")
            assert offered(window, *steps) == [False, True]
            preview.open_note("Plan.md", new_tab=True)  # a tab that was nowhere else
            assert offered(window, *steps) == [False, False]

    run_async(body())


def test_other_tabs_are_offered_where_there_are_some(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window, preview = world.window, world.window.preview
            tabs = "view.next_tab", "view.previous_tab", "file.reopen_closed_tab"
            assert offered(window, *tabs) == [False, False, False]
            assert command(window, "view.next_tab").reason
            assert command(window, "file.reopen_closed_tab").reason
            for path in NOTES:
                preview.open_note(path, new_tab=True)
            assert offered(window, *tabs) == [True, True, False]
            preview.tabs.close(1)
            assert offered(window, *tabs) == [False, False, True]
            preview.tabs.reopen()
            assert offered(window, *tabs) == [True, True, False]
            await until(lambda: not preview.body.shows_hint)

    run_async(body())


def test_summing_up_is_offered_once_something_was_said(window: MainWindow) -> None:
    menus = window.menus
    menus.set_saved(saved=False, can_save=True)
    summary = command(window, "agent.sum_up_the_conversation")
    action = summary.action
    assert (action.isEnabled(), summary.reason) == (False, "There are no messages in this conversation yet.")
    menus.set_running(True)
    menus.set_saved(saved=True, can_save=True)
    assert (action.isEnabled(), summary.reason) == (False, "The agent is working.")
    menus.set_running(False)
    assert action.isEnabled()
    menus.set_saved(saved=False, can_save=False)  # nothing is saved, so it is unknown whether there are messages
    assert action.isEnabled()


def test_no_menu_is_longer_than_a_low_window(window: MainWindow) -> None:
    for top in window.menuBar().actions():
        menu = top.menu()
        assert isinstance(menu, QMenu)
        assert menu.sizeHint().height() < LOW, top.text()


def test_menu_that_keeps_another_short_changes_no_name_and_no_id(window: MainWindow) -> None:
    grouped = [
        action for name in ("Panels", "Tabs", "Text size") for action in menu_of(window, "View", name).actions()
    ]
    by_action = {command.action: command for command in commands_of(window)}
    assert len(grouped) > 10
    for action in grouped:
        if not action.isSeparator():
            found = by_action[action]
            assert found.name == name_of(action.text())
            assert found.group == "View"
            assert found.id == "view." + re.sub(r"\W+", "_", found.name.lower())
    assert command(window, "theme.dark").name == "Theme: Dark"


@pytest.mark.parametrize("names", [("File",), ("View",), ("View", "Panels")])
def test_shortcuts_keep_away_from_the_longest_label(names: tuple[str, ...], window: MainWindow) -> None:
    menu = menu_of(window, *names)
    for _ in range(3):  # it does not grow
        opened(menu)
        wide = QFontMetricsF(menu.font()).horizontalAdvance
        labels = max(math.ceil(wide(action.text().replace("&", ""))) for action in menu.actions())
        keys = max(math.ceil(wide(action.shortcut().toString())) for action in menu.actions())
        width = menu.actionGeometry(menu.actions()[0]).width()
        assert 22 + 22 <= width - 26 - labels - keys <= 22 + 28
        menu.close()


def test_check_marks_are_drawn_beside_the_labels_and_move_none(window: MainWindow) -> None:
    menu = opened(menu_of(window, "View"))
    image = menu.grab().toImage()
    checked, plain = (at for at in menu.actions() if at.text() in ("C&hat panel", "Out&line and links"))
    assert checked.isChecked()
    assert not plain.isChecked()
    assert len(inks(image, menu, checked)) > 5  # smooth edges
    assert inks(image, menu, plain) == set()
    menu.close()
    file = opened(menu_of(window, "File"))
    assert first_ink(file, file.actions()[0]) == pytest.approx(first_ink(menu, plain), abs=2)
    file.close()


def inks(image: QImage, menu: QMenu, action: QAction) -> set[str]:
    """Return the colours in the area before a label, except the background."""
    place = menu.actionGeometry(action)
    rows, columns = range(place.top() + 2, place.bottom() - 1), range(place.left() + 2, place.left() + 20)
    return {image.pixelColor(x, y).name() for y in rows for x in columns} - {LIGHT.raised}


def first_ink(menu: QMenu, action: QAction) -> int:
    image, place = menu.grab().toImage(), menu.actionGeometry(action)
    return next(
        x
        for x in range(place.left() + 2, place.right())
        if any(image.pixelColor(x, y) != QColor(LIGHT.raised) for y in range(place.top() + 2, place.bottom() - 1))
    )


def test_check_mark_is_the_icon_in_the_colour_of_text() -> None:
    drawing = (resources_dir() / "icons" / "check.svg").read_text("utf-8")
    for name, colors in (("light", LIGHT), ("dark", DARK)):
        text = (resources_dir() / "styles" / f"check_{name}.svg").read_text("utf-8")
        assert text == drawing.replace("currentColor", colors.text)


@pytest.mark.parametrize(
    ("colors", "usual", "marked"),
    [(LIGHT, "light", ""), (DARK, "dark", ""), (HIGH_LIGHT, "light", "dark"), (HIGH_DARK, "dark", "light")],
)
def test_check_mark_fits_the_theme(qapp: QApplication, colors: Colors, usual: str, marked: str) -> None:
    sheet = make_style_sheet(colors)
    assert re.findall(r"check_(\w+)\.svg", sheet) == [usual, *filter(None, [marked])]
