from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QSettings, QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QDialog,
    QHeaderView,
    QLineEdit,
    QToolBar,
)
from pytestqt.qtbot import QtBot

from axon_desktop.theme.colors import DARK
from axon_desktop.ui import aio
from axon_desktop.ui.look.theme import Theme, current_colors
from axon_desktop.ui.search.feature import SearchFeature
from axon_desktop.ui.search.find_bar import FindBar
from axon_desktop.ui.shortcuts.keymap import keys_of
from axon_desktop.ui.status_bar.status_bar import StatusBar
from axon_desktop.ui.window.main_window import MainWindow
from tests.waiting import until

Run = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp, "light")


@pytest.fixture
def make_window(theme: Theme, qtbot: QtBot, tmp_path: Path) -> Callable[[], MainWindow]:
    def make() -> MainWindow:
        state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
        window = MainWindow(QIcon(), state)
        qtbot.addWidget(window, before_close_func=lambda made: made.close_for_good())
        return window

    return make


def test_closing_asks_first(make_window: Callable[[], MainWindow], qtbot: QtBot) -> None:
    window = make_window()
    window.show()
    with qtbot.waitSignal(window.close_requested):
        window.close()
    assert window.isVisible()
    window.close_for_good()
    assert not window.isVisible()


def test_vault_that_is_gone_is_said_with_a_way_to_another(
    make_window: Callable[[], MainWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    window = make_window()
    window.show()
    asked: list[bool] = []
    monkeypatch.setattr(window.chooser, "choose", lambda: asked.append(True))
    window.say_vault_is_gone(Path("gone"))
    assert window.error_bar.text.text().endswith("The sample vault is open instead.")
    window.error_bar.action_button.click()
    assert asked == [True]
    assert window.error_bar.isHidden()
    window.show_error("It failed.")
    assert window.error_bar.action_button.isHidden()


def test_name_of_the_vault_is_shown_as_far_as_there_is_room(qtbot: QtBot) -> None:
    name = "Garden notes of the years between the two houses {1998}"
    status = StatusBar()
    qtbot.addWidget(status)
    status.show()
    status.set_vault(name)
    status.set_count(1234)
    status.resize(1600, 26)
    assert status.vault.text() == f"{name} — 1,234 notes"
    assert not status.vault.toolTip()
    status.resize(500, 26)
    assert "… — 1,234 notes" in status.vault.text()
    assert name in status.vault.toolTip()


@pytest.mark.parametrize("width", [1000, 1440, 1600])
def test_panels_leave_room_for_the_note(make_window: Callable[[], MainWindow], width: int) -> None:
    window = make_window()
    window.resize(width, 800)
    window.show()
    window.reset_panels()
    QApplication.sendPostedEvents()
    assert window.width() == width
    assert 185 <= window.vault_dock.width() <= 260
    assert 320 <= window.chat_dock.width() <= 450
    assert window.preview.width() >= 400


def test_size_and_panels_are_remembered(make_window: Callable[[], MainWindow]) -> None:
    window = make_window()
    window.show()
    window.resize(790, 555)
    window.vault_dock.hide()
    window.save_state()
    again = make_window()
    again.show()
    assert again.vault_dock.isHidden()
    assert not again.chat_dock.isHidden()
    assert again.size() == window.size()


def test_panels_get_their_share_of_a_larger_window(make_window: Callable[[], MainWindow], qtbot: QtBot) -> None:
    def resize(shown: MainWindow, width: int) -> tuple[int, int]:
        shown.show()
        shown.resize(width, 600)
        qtbot.waitUntil(lambda: shown.preview.geometry().right() < shown.chat_dock.x() < width)
        QApplication.processEvents()
        return shown.vault_dock.width(), shown.chat_dock.width()

    window = make_window()
    wide = resize(window, 1440)
    assert wide == (250, 440)
    narrow = resize(window, 852)
    assert narrow[0] < wide[0]
    assert narrow[1] < wide[1]
    window.save_state()
    assert resize(make_window(), 1440) == wide


def test_dragged_panel_keeps_its_width(make_window: Callable[[], MainWindow], qtbot: QtBot) -> None:
    window = make_window()
    window.show()
    window.resize(1440, 600)
    QApplication.processEvents()
    edge = QPoint(window.vault_dock.geometry().right() + 1, 400)
    target = window.childAt(edge) or window
    place = target.mapFrom(window, edge)
    qtbot.mousePress(target, Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseMove(target, place + QPoint(60, 0))
    qtbot.waitUntil(lambda: window.vault_dock.width() > edge.x() + 20)
    qtbot.mouseRelease(target, Qt.MouseButton.LeftButton, pos=place + QPoint(60, 0))
    dragged, chat = window.vault_dock.width(), window.chat_dock.width()
    window.save_state()
    again = make_window()
    again.show()
    again.resize(1100, 600)
    QApplication.processEvents()
    assert again.vault_dock.width() == dragged
    assert again.chat_dock.width() < chat
    again.reset_panels()
    QApplication.processEvents()
    assert again.vault_dock.width() < dragged


def test_panel_that_comes_back_gets_its_width(make_window: Callable[[], MainWindow], qtbot: QtBot) -> None:
    window = make_window()
    window.chat_dock.hide()
    window.show()
    window.resize(1440, 600)
    QApplication.processEvents()
    window.focus_chat()
    qtbot.waitUntil(lambda: window.chat_dock.width() == 440)


def test_arranging_shows_title_bars(make_window: Callable[[], MainWindow]) -> None:
    window = make_window()
    window.show()
    assert window.chat_dock.titleBarWidget() is not None
    window.menus.actions["view.arrange_panels"].setChecked(True)
    assert window.chat_dock.titleBarWidget() is None
    window.menus.actions["view.arrange_panels"].setChecked(False)
    assert window.chat_dock.titleBarWidget() is not None


def test_floating_panel_has_a_title_bar(make_window: Callable[[], MainWindow]) -> None:
    window = make_window()
    window.show()
    window.chat_dock.setFloating(True)
    assert window.chat_dock.titleBarWidget() is None
    window.chat_dock.setFloating(False)
    assert window.chat_dock.titleBarWidget() is not None


def test_theme_reaches_every_part(make_window: Callable[[], MainWindow], theme: Theme) -> None:
    window = make_window()
    window.show()
    theme.choose("dark")
    assert current_colors() is DARK
    picture = window.grab().toImage()
    middle = window.preview.geometry().center()
    assert picture.pixelColor(middle).lightness() < 60
    assert picture.pixelColor(5, window.height() // 2).lightness() < 60


def test_failure_is_shown_with_details(make_window: Callable[[], MainWindow], run_async: Run) -> None:
    window = make_window()

    async def fail() -> None:
        raise ValueError("broken thing")

    async def main() -> None:
        window.show()
        aio.spawn(fail(), name="counting")
        await until(window.error_bar.isVisible)
        assert "broken thing" in window.error_bar.text.text()
        window.error_bar._details_button.click()
        await until(lambda: any(dialog.isVisible() for dialog in window.findChildren(QDialog)))
        dialog = next(dialog for dialog in window.findChildren(QDialog) if dialog.isVisible())
        dialog.reject()
        await until(lambda: not window.findChildren(QDialog))
        window.error_bar._close_button.click()
        assert not window.error_bar.isVisible()

    run_async(main())


def test_long_failure_is_shown_whole_on_more_than_one_line(make_window: Callable[[], MainWindow]) -> None:
    window = make_window()
    window.resize(900, 600)
    window.show()
    window.show_error("Short.")
    bar = window.error_bar
    low = bar.text.height()
    window.show_error("The file of the settings says something that cannot be. " * 4)
    assert bar.text.height() > low
    assert bar.text.height() >= bar.text.heightForWidth(bar.text.width())
    window.show_error("x " * 3000)
    assert bar.height() < 200


def test_window_does_not_grow_for_its_first_failure(make_window: Callable[[], MainWindow], qtbot: QtBot) -> None:
    window = make_window()
    window.resize(1000, 620)
    window.show()
    qtbot.waitUntil(window.isVisible)
    QApplication.processEvents()
    words = "The vault /home/me/a folder with a long name/Notes is no longer there. " * 2
    window.error_bar.show_error(words, action=("Open vault…", lambda: None), stays=True)
    QApplication.processEvents()
    assert window.size() == QSize(1000, 620)
    window.error_bar.action_button.click()
    assert window.error_bar.isVisible()
    window.error_bar.withdraw("Something else.")
    assert window.error_bar.isVisible()
    window.error_bar.withdraw(words)
    assert window.error_bar.isHidden()


def test_find_bar_opens_over_the_note_and_escape_closes(
    make_window: Callable[[], MainWindow], qtbot: QtBot, run_async: Run
) -> None:
    window = make_window()

    async def main() -> None:
        window.show()
        window.preview.body.view.set_note("Note", "one two one\n\nand one more")
        window.preview.body.setCurrentWidget(window.preview.body.view)
        await until(lambda: "one more" in window.preview.body.view.to_plain_text())
        window.menus.actions["edit.find"].trigger()
        bar = window.preview.body.view.findChild(FindBar)
        assert bar is not None
        qtbot.keyClicks(bar.input, "one")
        await until(lambda: bar.count.text().endswith("/ 3"))
        qtbot.keyClick(bar.input, Qt.Key.Key_Return)
        await until(lambda: bar.count.text() == "2 / 3")
        qtbot.keyClick(bar.input, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        await until(lambda: bar.count.text() == "1 / 3")
        qtbot.keyClick(bar.input, Qt.Key.Key_Escape)
        assert not bar.isVisible()
        await aio.cancel_all()

    run_async(main())


def test_find_bar_searches_the_source_when_that_is_shown(
    make_window: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = make_window()
    window.show()
    window.menus.actions["edit.find"].trigger()
    assert window.findChild(FindBar) is None, "there is nothing to search yet"
    source = window.preview.body.editor
    source.edit.open_text("# One 🎉\n\none two ONE")
    window.preview.body.setCurrentWidget(source)
    window.menus.actions["edit.find"].trigger()
    bar = source.findChild(FindBar)
    assert bar is not None
    assert bar.isVisible()
    qtbot.keyClicks(bar.input, "one")
    qtbot.waitUntil(lambda: bar.count.text() == "1 / 3")
    qtbot.keyClick(bar.input, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert bar.count.text() == "3 / 3"
    assert source.edit.selected_text() == "ONE"
    qtbot.keyClick(bar.input, Qt.Key.Key_Return)
    assert bar.count.text() == "1 / 3"
    qtbot.keyClicks(bar.input, "x")
    qtbot.waitUntil(lambda: bar.count.text() == "No match")


@pytest.mark.parametrize("had_it", [True, False])
def test_who_had_the_keys_of_history_hears_once_that_they_replace(
    make_window: Callable[[], MainWindow], had_it: bool
) -> None:
    window = make_window()
    if had_it:
        window.state.setValue("version_seen", "0.1.0")
    SearchFeature(window)
    for _time in range(2):
        window.menus.actions["edit.replace"].trigger()
        assert window.status.currentMessage() == (
            "Ctrl+H replaces text now; History is Ctrl+Shift+Y." if had_it else ""
        )
        window.status.clearMessage()
        had_it = False


def test_error_of_the_last_window_is_not_shown_again(make_window: Callable[[], MainWindow]) -> None:
    window = make_window()
    window.show()
    window.show_error("broken")
    window.save_state()
    again = make_window()
    again.show()
    assert again.error_bar.isHidden()


def test_shortcuts_are_listed_and_unique(make_window: Callable[[], MainWindow]) -> None:
    keys = [key for command in make_window().menus.keymap.commands() for key in keys_of(command)]
    assert len(keys) == len(set(keys))
    assert {"Ctrl+N", "Ctrl+L", "Ctrl+F", "Ctrl+,", "F1", "F5"} <= set(keys)


def test_no_button_takes_a_shortcut_from_the_menus(make_window: Callable[[], MainWindow]) -> None:
    """Two owners make a key ambiguous: Qt then only moves the focus."""
    window = make_window()
    taken = {key for command in window.menus.keymap.commands() for key in keys_of(command)}
    for button in window.findChildren(QAbstractButton):
        assert button.shortcut().toString() not in taken, button.accessibleName()


def test_edit_menu_changes_the_text_with_the_focus(make_window: Callable[[], MainWindow], qtbot: QtBot) -> None:
    window = make_window()
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    of_text = {command.id: command.action for command in window.menus.keymap.commands()}
    undo, redo, cut, paste = (of_text[f"edit.{name}"] for name in ("undo", "redo", "cut", "paste"))
    window.tree.view.setFocus()
    qtbot.waitUntil(lambda: not any(action.isEnabled() for action in (undo, redo, cut, paste)))
    field = window.tree.filter
    field.setFocus()
    qtbot.waitUntil(lambda: all(action.isEnabled() for action in (undo, redo, cut, paste)))
    qtbot.keyClicks(field, "words")
    field.selectAll()
    cut.trigger()
    assert field.text() == ""
    undo.trigger()
    assert field.text() == "words"
    redo.trigger()
    paste.trigger()
    assert field.text() == "words"
    field.selectAll()
    window.menuBar().setFocus()  # as Alt does, until the menu is left
    assert cut.isEnabled()
    field.setReadOnly(True)
    window.tree.view.setFocus()
    field.setFocus()
    qtbot.waitUntil(lambda: not cut.isEnabled())


def test_help_dialogs_open(make_window: Callable[[], MainWindow], run_async: Run) -> None:
    window = make_window()

    async def main() -> None:
        window.show()
        for name, title in (
            ("help.keyboard_shortcuts", "Keyboard shortcuts"),
            ("help.about_axon_desktop", "About Axon Desktop"),
        ):
            window.menus.actions[name].trigger()
            await until(lambda: any(dialog.isVisible() for dialog in window.findChildren(QDialog)))
            dialog = next(dialog for dialog in window.findChildren(QDialog) if dialog.isVisible())
            assert dialog.windowTitle() == title
            dialog.reject()
            await until(lambda: not window.findChildren(QDialog))

    run_async(main())


def test_recent_vaults_are_offered_newest_first(
    make_window: Callable[[], MainWindow], tmp_path: Path, qtbot: QtBot
) -> None:
    window = make_window()
    for name in ("one", "two", "one"):
        window.chooser.remember(tmp_path / name)
    texts = [action.text() for action in window.menus.recent.actions()]
    assert texts == [str(tmp_path / "one"), str(tmp_path / "two")]
    with qtbot.waitSignal(window.vault_requested) as asked:
        window.menus.recent.actions()[1].trigger()
    assert asked.args == [str(tmp_path / "two")]


def test_every_control_has_a_name_for_screen_readers(make_window: Callable[[], MainWindow]) -> None:
    window = make_window()
    for kind in (QAbstractButton, QAbstractItemView, QLineEdit):
        for widget in window.findChildren(kind):
            if widget.objectName().startswith("qt_") or isinstance(widget, QHeaderView):
                continue
            if isinstance(widget.parent(), QLineEdit | QToolBar):
                continue
            named = widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")
            assert named, widget
