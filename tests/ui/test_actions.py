"""One entry of the table is in the menu, the palette and the shortcuts dialog; ids never change."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import SIGNAL, QSettings, Qt, QTranslator
from PySide6.QtGui import QAction, QIcon
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from axon_desktop.paths import resources_dir
from axon_desktop.ui import actions
from axon_desktop.ui.actions import Action, Menu, by_id
from axon_desktop.ui.look.theme import Theme
from axon_desktop.ui.quick_open.feature import PaletteFeature, SwitcherFeature
from axon_desktop.ui.quick_open.palette import Palette
from axon_desktop.ui.quick_open.palette_commands import commands_of
from axon_desktop.ui.shortcuts.dialog import ShortcutsDialog, children_of
from axon_desktop.ui.window.main_window import MainWindow
from tests.ui.chat_world import Run
from tests.ui.obsidian_window import vault_window
from tests.waiting import PATIENCE

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")

STORED = {
    "file.new_note", "file.open_daily_note", "file.go_to_note", "file.rename_note", "file.close_tab",
    "file.reopen_closed_tab", "file.open_vault", "file.settings", "file.quit", "edit.undo", "edit.redo",
    "edit.cut", "edit.copy", "edit.paste", "edit.select_all", "edit.find", "edit.search_in_the_vault",
    "edit.filter_notes", "edit.insert_template",
    "edit.ask_about_the_selection", "edit.comment_on_the_selection", "agent.send_the_comments",
    "view.command_palette", "view.vault_panel", "view.chat_panel",
    "view.note_panel", "view.files", "view.tags", "view.outline", "view.links", "view.next_panel",
    "view.previous_panel", "view.arrange_panels", "view.reset_panels", "view.next_tab", "view.previous_tab",
    "view.reading_or_source", "view.preview_the_link", "view.open_in_obsidian", "view.back", "view.forward",
    "view.refresh", "view.larger_text", "view.smaller_text", "view.normal_text", "theme.same_as_the_system",
    "theme.light", "theme.dark", "agent.new_conversation", "agent.history", "agent.write_a_message",
    "agent.make_a_plan_first", "agent.stop", "agent.answer_what_waits", "agent.sum_up_the_conversation",
    "agent.edit_the_last_request", "agent.go_back_to_a_message", "agent.rename_the_conversation",
    "agent.fork_go_on_with_a_copy", "agent.export_as_markdown", "agent.save_to_a_note", "agent.undo_last_change",
    "agent.changes", "help.user_guide", "help.keyboard_shortcuts", "help.what_s_new", "help.welcome",
    "help.save_diagnostics", "help.open_the_log_folder", "help.about_axon_desktop",
}  # fmt: skip
"""Ids under which shortcuts and last used commands of users are stored."""
FAKE = Action("file.brew_tea", "&Brew tea…", "F12")


@dataclass(frozen=True, slots=True)
class Place:
    """Where an action is shown."""

    menu: list[str]
    palette: list[tuple[str, str, str]]
    """(name, menu, English name)"""
    shortcuts: list[tuple[str, str]]
    """(name, keys)"""


@pytest.fixture
def make_window(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Callable[[], MainWindow]:
    def make() -> MainWindow:
        state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
        Theme(qapp, "light")
        window = MainWindow(QIcon(), state)
        qtbot.addWidget(window, before_close_func=lambda made: made.close_for_good())
        SwitcherFeature(window)
        PaletteFeature(window)
        return window

    return make


def found(window: MainWindow, name: str) -> Place:
    """Return what is shown of the command with this name."""
    file = window.menuBar().actions()[0].menu()
    assert isinstance(file, QMenu)
    window.menus.actions["view.command_palette"].trigger()
    palette = window.findChild(Palette)
    assert palette is not None
    palette.box.setText(name)
    offered = [match.command for match in palette.list.offers.things]
    palette.close_list()
    dialog = ShortcutsDialog(window.menus.keymap, window)
    groups = children_of(dialog.list.invisibleRootItem())
    rows = [(row.text(0), row.text(1)) for group in groups for row in children_of(group)]
    dialog.deleteLater()
    return Place(
        [action.text() for action in file.actions() if name in action.text().replace("&", "")],
        [(one.name, one.group, one.english) for one in offered if one.name == name],
        [row for row in rows if row[0] == name],
    )


def test_action_of_the_table_is_everywhere(
    make_window: Callable[[], MainWindow], monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    """A new action needs only an entry and a handler."""
    file, *others = actions.MENUS
    monkeypatch.setattr(actions, "MENUS", (file._replace(entries=(*file.entries, FAKE)), *others))
    window = make_window()
    done: list[str] = []
    window.menus.actions["file.brew_tea"].triggered.connect(lambda: done.append("tea"))
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_F12)
    assert done == ["tea"]
    assert found(window, "Brew tea") == Place(["&Brew tea…"], [("Brew tea", "File", "")], [("Brew tea", "F12")])
    window.menus.keymap.apply({"file.brew_tea": ["F4"]})
    assert window.menus.keymap.changes == {"file.brew_tea": ("F4",)}
    assert found(window, "Brew tea").shortcuts == [("Brew tea", "F4")]


def test_action_is_found_by_its_english_name_too(
    make_window: Callable[[], MainWindow], qapp: QApplication, tmp_path: Path
) -> None:
    source, compiled = resources_dir() / "i18n" / "axon_zh_CN.ts", tmp_path / "axon_zh_CN.qm"
    tool = Path(sys.executable).parent / "pyside6-lrelease"
    subprocess.run([tool, "-silent", source, "-qm", compiled], check=True, timeout=PATIENCE)
    translator = QTranslator()
    assert translator.load(str(compiled))
    qapp.installTranslator(translator)
    try:
        english = {command.id: command.english for command in commands_of(make_window())}
    finally:
        qapp.removeTranslator(translator)
    assert (english["file.new_note"], english["theme.dark"]) == ("New note", "Theme: Dark")
    assert all(english[entry.id] for entry in by_id().values() if isinstance(entry, Action))


def test_ids_stay_what_they_are() -> None:
    """Custom shortcuts survive when an action is renamed."""
    now = [entry.id for entry in by_id().values() if isinstance(entry, Action)]
    assert set(now) >= STORED
    every = [entry.id for menu in actions.MENUS for entry in walk(menu)]
    assert len(every) == len(set(every))


def walk(menu: Menu) -> Iterator[Action | Menu]:
    yield menu
    for entry in menu.entries:
        if isinstance(entry, Menu):
            yield from walk(entry)
        elif entry is not None:
            yield entry


def test_every_action_does_something(
    qapp: QApplication, tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fails when an entry is added that is not connected; three are connected by the program itself."""
    file, *others = actions.MENUS
    monkeypatch.setattr(actions, "MENUS", (file._replace(entries=(*file.entries, FAKE)), *others))

    def connected(action: QAction) -> int:
        return action.receivers(SIGNAL("triggered(bool)")) + action.receivers(SIGNAL("toggled(bool)"))

    async def body() -> None:
        async with vault_window(qapp, tmp_path, {"Home.md": "# Home\n"}) as world:
            made = world.window.menus.actions
            by_menu = connected(made[FAKE.id])
            idle = {name for name, action in made.items() if connected(action) <= by_menu}
            assert idle == {FAKE.id, "help.welcome", "help.save_diagnostics", "help.open_the_log_folder"}

    run_async(body())


def test_keys_in_a_text_are_in_the_notation_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "native", lambda keys: f"<{keys}>")
    assert actions.with_native_keys("Press Ctrl+Shift+N or Alt+Up, F2 and 按 Shift+Enter创建.") == (
        "Press <Ctrl+Shift+N> or <Alt+Up>, F2 and 按 <Shift+Enter>创建."
    )


def test_only_what_belongs_there_goes_into_the_menu_of_the_program_on_macos() -> None:
    entries = [entry for entry in by_id().values() if isinstance(entry, Action)]
    assert {entry.id: entry.role for entry in entries if entry.role != actions.Role.NoRole} == {
        "file.settings": actions.Role.PreferencesRole,
        "file.quit": actions.Role.QuitRole,
        "help.about_axon_desktop": actions.Role.AboutRole,
    }
