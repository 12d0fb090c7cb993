from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QIcon, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.actions import Action, by_id
from axon_desktop.ui.look.theme import Theme
from axon_desktop.ui.quick_open.palette_commands import Command
from axon_desktop.ui.shortcuts.dialog import ShortcutsDialog, children_of
from axon_desktop.ui.shortcuts.field_keys import need_of
from axon_desktop.ui.shortcuts.keymap import Keymap, keys_of
from axon_desktop.ui.shortcuts.program_keys import install
from axon_desktop.ui.window.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")
CTRL, ALT, SHIFT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> MainWindow:
    state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    Theme(qapp, "light")
    window = MainWindow(QIcon(), state)
    qtbot.addWidget(window, before_close_func=lambda made: made.close_for_good())
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    return window


@pytest.fixture
def keymap(window: MainWindow) -> Keymap:
    window.menus.keymap.apply({})  # as after each start
    return window.menus.keymap


@pytest.fixture
def dialog(window: MainWindow, keymap: Keymap, qtbot: QtBot) -> ShortcutsDialog:
    dialog = ShortcutsDialog(keymap, window)
    with qtbot.waitActive(dialog):
        dialog.show()
        dialog.activateWindow()
    return dialog


def command(keymap: Keymap, name: str) -> Command:
    return next(command for command in keymap.commands() if command.id == name)


def items(dialog: ShortcutsDialog) -> list[QTreeWidgetItem]:
    return [item for group in children_of(dialog.list.invisibleRootItem()) for item in children_of(group)]


def rows(dialog: ShortcutsDialog) -> dict[str, str]:
    """Return the name and the keys of each visible row."""
    return {item.text(0): item.text(1) for item in items(dialog) if not item.isHidden()}


def choose(dialog: ShortcutsDialog, name: str) -> None:
    dialog.list.setCurrentItem(next(item for item in items(dialog) if item.text(0) == name))
    dialog.list.setFocus()


def record(dialog: ShortcutsDialog, key: Qt.Key, held: Qt.KeyboardModifier) -> None:
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    assert dialog.recorder.hasFocus()
    QTest.keyClick(dialog.recorder, key, held)


@pytest.mark.parametrize(
    ("keys", "need"),
    [
        ("N", "types"), ("Shift+7", "types"), ("Space", "types"), ("Ctrl+C", "edits"), ("Ctrl+Z", "edits"),
        ("Ctrl+Shift+Z", "edits"), ("Return", "edits"), ("Esc", "edits"), ("Tab", "moves"), ("Ctrl+Left", "moves"),
        ("Home", "moves"), ("Ctrl+B", None), ("Ctrl+S", "editor"), ("Alt+F4", "window"), ("F10", "window"),
        ("Ctrl+E", None), ("F7", None), ("Shift+F7", None), ("Ctrl+Shift+C", None), ("Alt+Left", None),
        ("Ctrl+Tab", None), ("", None),
    ],
)  # fmt: skip
def test_keys_that_fields_need_are_known(keys: str, need: str | None) -> None:
    assert need_of(QKeySequence(keys)) == need


def test_keys_are_kept_and_applied(window: MainWindow, keymap: Keymap) -> None:
    changes: list[bool] = []
    keymap.changed.connect(lambda: changes.append(True))
    keymap.set_keys(command(keymap, "view.refresh"), ["Ctrl+R"])
    assert keymap.changes == {"view.refresh": ("Ctrl+R",)}
    assert changes == [True]
    keymap.reset_all()
    assert keymap.changes == {}
    assert keys_of(command(keymap, "view.refresh")) == ("F5",)
    keymap.apply({"view.refresh": ["Ctrl+R", "X", "not a key"], "gone.away": ["Ctrl+J"]})
    assert keys_of(command(keymap, "view.refresh")) == ("Ctrl+R",)
    asked: list[bool] = []
    window.menus.actions["view.refresh"].triggered.connect(lambda: asked.append(True))
    QTest.keyClick(window, Qt.Key.Key_F5)
    assert asked == []
    QTest.keyClick(window, Qt.Key.Key_R, CTRL)
    assert asked == [True]


def test_default_keys_give_way_to_those_that_the_user_gave(window: MainWindow, keymap: Keymap) -> None:
    """A command that came later may have keys that the user gave to another one before."""
    keymap.apply({"view.refresh": ["Ctrl+H"]})
    holder = keymap.holder("Ctrl+H")
    assert holder is not None
    assert holder.id == "view.refresh"
    assert not window.menus.actions["edit.replace"].shortcuts()
    keymap.apply({})
    assert window.menus.actions["edit.replace"].shortcuts() == [QKeySequence("Ctrl+H")]


def test_keys_have_one_holder(keymap: Keymap) -> None:
    refresh, new = command(keymap, "view.refresh"), command(keymap, "agent.new_conversation")
    keymap.set_keys(refresh, ["Ctrl+N"])
    assert keys_of(new) == ()
    assert keymap.changes == {"view.refresh": ("Ctrl+N",), "agent.new_conversation": ()}
    keymap.reset(new)
    assert keys_of(new) == ("Ctrl+N",)
    assert keys_of(refresh) == ()
    keymap.reset(refresh)
    assert keymap.changes == {}


def test_program_wins_over_the_fields_own_keys(window: MainWindow) -> None:
    """Qt's text fields take Ctrl+E for the end of the line on Linux."""
    window.menus.keymap.apply({})
    install(window)
    asked: list[str] = []
    window.menus.actions["view.reading_or_source"].triggered.connect(lambda: asked.append("source"))
    field = window.tree.filter
    assert isinstance(field, QLineEdit)
    field.setText("words")
    field.setFocus()
    field.setCursorPosition(1)
    QTest.keyClick(field, Qt.Key.Key_E, CTRL)
    assert (asked, field.cursorPosition()) == (["source"], 1)
    QTest.keyClick(field, Qt.Key.Key_A, CTRL)  # editing keys stay the field's
    assert field.selectedText() == "words"
    QTest.keyClick(field, Qt.Key.Key_X)
    assert field.text() == "x"
    window.menus.keymap.set_keys(command(window.menus.keymap, "view.refresh"), ["Ctrl+K"])
    window.menus.actions["view.refresh"].triggered.connect(lambda: asked.append("refresh"))
    QTest.keyClick(field, Qt.Key.Key_K, CTRL)
    assert (asked, field.text()) == (["source", "refresh"], "x")


def test_list_is_searched_by_name_and_keys(dialog: ShortcutsDialog) -> None:
    assert rows(dialog)["New conversation"] == "Ctrl+N"
    assert rows(dialog)["Larger text"] == "Ctrl++, Ctrl+="
    dialog.search.setText("ctrl+n")
    assert set(rows(dialog)) == {"New conversation"}
    dialog.search.setText("theme dark")
    assert set(rows(dialog)) == {"Theme: Dark"}
    dialog.search.setText("zzz")
    assert rows(dialog) == {}
    assert dialog.empty.isVisible()
    assert dialog.empty.text() == "Nothing found for “zzz”."
    assert not dialog.change.isEnabled()
    QTest.keyClick(dialog.search, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert len(rows(dialog)) > 60
    QTest.keyClick(dialog.search, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_keys_are_recorded_and_hold_at_once(dialog: ShortcutsDialog, keymap: Keymap) -> None:
    choose(dialog, "Refresh")
    record(dialog, Qt.Key.Key_R, CTRL | ALT)
    assert keymap.changes == {"view.refresh": ("Ctrl+Alt+R",)}
    assert rows(dialog)["Refresh"] == "Ctrl+Alt+R"
    assert not dialog.recorder.isVisible()
    assert dialog.list.hasFocus()
    dialog.reset.click()
    assert keymap.changes == {}
    assert not dialog.reset.isEnabled()
    dialog.remove.click()
    assert rows(dialog)["Refresh"] == ""
    dialog.reset_all.click()
    assert rows(dialog)["Refresh"] == "F5"


def test_nothing_else_is_pressed_while_keys_are_recorded(dialog: ShortcutsDialog, keymap: Keymap) -> None:
    choose(dialog, "Refresh")
    keymap.set_keys(command(keymap, "agent.new_conversation"), ["Ctrl+Alt+N"])
    buttons = (dialog.change, dialog.remove, dialog.reset_all)
    dialog.change.click()
    assert dialog.recorder.hasFocus()
    assert not any(button.isEnabled() for button in (*buttons, dialog.reset))
    dialog.keep.click()
    assert all(button.isEnabled() for button in buttons)


def test_head_of_the_list_goes_on_above_its_scroll_bar(dialog: ShortcutsDialog) -> None:
    bar = dialog.list.verticalScrollBar()
    assert bar.isVisible()
    picture = dialog.list.grab().toImage()
    assert picture.pixelColor(picture.width() - 5, 10).name() == LIGHT.panel
    assert bar.mapTo(dialog.list, bar.rect().topLeft()).y() >= dialog.list.header().height()


def test_escape_leaves_the_keys_as_they_are(dialog: ShortcutsDialog, keymap: Keymap) -> None:
    choose(dialog, "Refresh")
    record(dialog, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    assert not dialog.recorder.isVisible()
    assert dialog.isVisible()
    assert keymap.changes == {}


@pytest.mark.parametrize(
    ("key", "held", "word"),
    [
        (Qt.Key.Key_C, CTRL, "editing"),
        (Qt.Key.Key_N, Qt.KeyboardModifier.NoModifier, "types a character"),
        (Qt.Key.Key_S, CTRL, "editor"),
        (Qt.Key.Key_F, ALT, "window"),
    ],
)
def test_needed_keys_are_refused_with_a_reason(
    dialog: ShortcutsDialog, keymap: Keymap, key: Qt.Key, held: Qt.KeyboardModifier, word: str
) -> None:
    choose(dialog, "Refresh")
    record(dialog, key, held)
    assert word in dialog.message.text()
    assert keymap.changes == {}
    QTest.keyClick(dialog.recorder, Qt.Key.Key_F4)  # another try
    assert keymap.changes == {"view.refresh": ("F4",)}


def test_keys_of_another_command_are_a_choice(dialog: ShortcutsDialog, keymap: Keymap) -> None:
    choose(dialog, "Refresh")
    record(dialog, Qt.Key.Key_N, CTRL)
    assert "“New conversation”" in dialog.message.text()
    dialog.keep.click()
    assert keymap.changes == {}
    record(dialog, Qt.Key.Key_N, CTRL)
    assert dialog.take.hasFocus()
    dialog.take.click()
    assert (rows(dialog)["Refresh"], rows(dialog)["New conversation"]) == ("Ctrl+N", "")


def test_plus_needs_no_shift(dialog: ShortcutsDialog, keymap: Keymap) -> None:
    choose(dialog, "Larger text")
    record(dialog, Qt.Key.Key_Plus, CTRL | SHIFT)
    assert rows(dialog)["Larger text"] == "Ctrl++"


@pytest.mark.parametrize("system", ["linux", "win32", "darwin"])
def test_no_default_keys_belong_to_the_system_or_type_a_character(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    keys = {
        key.toString(QKeySequence.SequenceFormat.PortableText)
        for entry in by_id().values()
        if isinstance(entry, Action)
        for key in entry.first_keys
    }

    if system == "win32":  # Ctrl+Alt is AltGr
        assert not any("Ctrl+Alt" in key for key in keys)
    if system == "darwin":  # Ctrl is Command, Alt is Option
        assert keys.isdisjoint({"Ctrl+H", "Ctrl+M", "Ctrl+Tab", "Ctrl+Shift+Tab", "Ctrl+Space", "Ctrl+`"})
        assert not any(re.fullmatch(r"Alt\+(?:Shift\+)?(?:.|Left|Right)", key) for key in keys)


def test_a_tooltip_names_the_keys_that_its_command_has_now(window: MainWindow, keymap: Keymap) -> None:
    mode, header = window.preview.header.mode, command(keymap, "view.reading_or_source")
    assert mode.toolTip() == "Live, Source or Reading (Ctrl+E)"
    keymap.set_keys(header, ["Ctrl+F8"])
    assert mode.toolTip() == "Live, Source or Reading (Ctrl+F8)"
    keymap.set_keys(header, [])
    assert mode.toolTip() == "Live, Source or Reading"
