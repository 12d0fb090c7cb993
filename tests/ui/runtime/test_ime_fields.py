"""Every kind of text field of the window reserves Enter and Escape for the word that is being composed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut, QTextCursor
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
)
from pytestqt.qtbot import QtBot

from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import Settings
from axon_desktop.ui.composer.input import ChatInput
from axon_desktop.ui.runtime.ime_guard import CompositionGuard
from axon_desktop.ui.settings.dialog import SettingsDialog
from axon_desktop.ui.shortcuts.keymap import Keymap
from axon_desktop.ui.shortcuts.program_keys import ProgramKeys
from tests.ui.chat_world import Run
from tests.ui.ime import cancel_composition, commit, compose, field_guards, press, text_of
from tests.ui.obsidian_window import VaultWindow, vault_window
from tests.waiting import until

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")

NOTES = {"Home.md": "# Home\nwords\n", "知识/中文.md": "# 中文\n"}
KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)


@pytest.fixture(autouse=True)
def _guarded(qapp: QApplication) -> Iterator[None]:
    with field_guards(qapp):
        yield


async def focused(kind: type[QLineEdit | QPlainTextEdit] = QLineEdit) -> Any:
    """Return the focused field once there is one."""

    def found() -> bool:
        widget = QApplication.focusWidget()
        return isinstance(widget, kind) and widget.isVisible() and not widget.isReadOnly()

    await until(found)
    return QApplication.focusWidget()


def is_composing(field: QLineEdit | QPlainTextEdit) -> bool:
    guard = field.findChild(CompositionGuard)
    return guard is not None and guard.composing


def check(field: QLineEdit | QPlainTextEdit) -> None:
    """Compose, press keys that the input method may pass on, cancel, compose again, and commit a word."""
    field.end(False) if isinstance(field, QLineEdit) else field.moveCursor(QTextCursor.MoveOperation.End)
    before = text_of(field)
    window = field.window()
    for _ in range(2):
        compose(field, "zhong wen")
        assert is_composing(field)
        press(field, *KEYS)
        assert text_of(field) == before
        assert field.isVisible()
        assert window.isVisible(), "it was closed"
        assert QApplication.focusWidget() is field, "the keyboard went elsewhere"
        cancel_composition(field)
        assert text_of(field) == before
    compose(field, "zhong wen")
    commit(field, "中文")
    assert not is_composing(field)
    assert "中文" in text_of(field)


COMMANDS = (
    "agent.write_a_message",
    "file.go_to_note",
    "view.command_palette",
    "edit.search_in_the_vault",
    "edit.filter_notes",
    "edit.find",
    "file.rename_note",
    "file.new_note",
    "help.keyboard_shortcuts",
)


@pytest.mark.parametrize("command", COMMANDS)
def test_field_of_the_window_keeps_its_keys(
    qapp: QApplication, tmp_path: Path, run_async: Run, command: str
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            world.window.activateWindow()
            world.window.preview.open_note("Home.md")
            await world.shows("Home.md")
            world.window.menus.actions[command].trigger()
            field = await focused(QPlainTextEdit if command == "agent.write_a_message" else QLineEdit)
            check(field)
            assert world.window.preview.path == "Home.md"
            await close_dialogs(world)

    run_async(body())


async def close_dialogs(world: VaultWindow) -> None:
    for dialog in world.window.findChildren(QDialog):
        dialog.done(0)


@pytest.mark.parametrize("page", ["tags", "outline"])
def test_filter_of_a_side_panel_keeps_its_keys(
    qapp: QApplication, tmp_path: Path, run_async: Run, page: str
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            world.window.activateWindow()
            world.window.preview.open_note("Home.md")
            await world.shows("Home.md")
            world.window.menus.actions[f"view.{page}"].trigger()
            boxes = [box for box in world.window.findChildren(QLineEdit) if type(box).__name__ == "FilterBox"]
            await until(lambda: any(box.isVisible() for box in boxes))
            field = next(box for box in boxes if box.isVisible())
            field.setFocus()
            check(field)

    run_async(body())


def test_search_of_the_settings_keeps_its_keys(qtbot: QtBot, run_async: Run) -> None:
    async def body() -> None:
        dialog = SettingsDialog(Settings(), KeyStore({}, backend=None), page="models")
        qtbot.addWidget(dialog)
        dialog.show()
        dialog.activateWindow()
        field = dialog.search.box
        field.setFocus()
        await until(field.hasFocus)
        field.setText("model")
        field.selectAll()
        compose(field, "mo xing")
        press(field, *KEYS)
        assert dialog.isVisible()
        assert QApplication.focusWidget() is field
        commit(field, "模型")
        assert field.text() == "模型"

    run_async(body())


def test_every_line_of_the_settings_keeps_its_keys(qtbot: QtBot, run_async: Run) -> None:
    async def body() -> None:
        dialog = SettingsDialog(Settings(), KeyStore({}, backend=None), page="models")
        qtbot.addWidget(dialog)
        dialog.show()
        dialog.activateWindow()
        lines = [
            line
            for line in dialog.findChildren(QLineEdit)
            if line.isVisible() and line.isEnabled() and line.echoMode() is QLineEdit.EchoMode.Normal
        ]
        assert lines
        for line in lines:
            line.setFocus()
            await until(lambda line=line: QApplication.focusWidget() in (line, line.parentWidget()))  # type: ignore[misc]
            field = QApplication.focusWidget()
            assert field is not None
            compose(field, "ce shi")
            press(field, *KEYS)
            assert dialog.isVisible()
            assert QApplication.focusWidget() is field
            cancel_composition(field)

    run_async(body())


def test_keys_stay_also_with_filters_and_shortcuts_that_came_later(qtbot: QtBot) -> None:
    class Eager(QObject):
        """Takes every key, as a completion list does."""

        taken = 0

        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
            Eager.taken += event.type() in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
            return event.type() == QEvent.Type.KeyPress

    dialog = QDialog()
    line, button = QLineEdit(), QPushButton("Apply")
    layout = QVBoxLayout(dialog)
    layout.addWidget(line)
    layout.addWidget(button)
    button.setDefault(True)
    fired: list[str] = []
    button.clicked.connect(lambda: fired.append("Apply"))
    QShortcut(QKeySequence(Qt.Key.Key_Escape), dialog, lambda: fired.append("Escape"))
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    line.setFocus()
    qtbot.waitUntil(line.hasFocus)
    eager = Eager(line)
    line.installEventFilter(eager)
    compose(line, "ni hao")
    press(line, *KEYS)
    assert (fired, Eager.taken) == ([], 0)
    assert dialog.isVisible()
    commit(line, "你好")
    line.removeEventFilter(eager)
    press(line, Qt.Key.Key_Return)
    assert fired == ["Apply"]


def test_shortcuts_of_the_program_leave_a_composition_alone(qtbot: QtBot) -> None:
    window = QMainWindow()
    line = QLineEdit()
    window.setCentralWidget(line)
    qtbot.addWidget(window)
    window.show()
    ProgramKeys(Keymap(window), window)
    window.activateWindow()
    line.setFocus()
    qtbot.waitUntil(line.hasFocus)
    escaped: list[bool] = []
    QShortcut(QKeySequence(Qt.Key.Key_Escape), window, lambda: escaped.append(True))
    compose(line, "ni hao")
    press(line, Qt.Key.Key_Escape)
    assert escaped == []
    cancel_composition(line)
    press(line, Qt.Key.Key_Escape)
    assert escaped == [True]


def test_composition_ends_with_the_focus(qtbot: QtBot) -> None:
    dialog = QDialog()
    one, other = QLineEdit(dialog), QLineEdit(dialog)
    layout = QVBoxLayout(dialog)
    layout.addWidget(one)
    layout.addWidget(other)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    one.setFocus()
    qtbot.waitUntil(one.hasFocus)
    compose(one, "ni")
    assert is_composing(one)
    other.setFocus()
    assert not is_composing(one)
    assert not is_composing(other)


def test_placeholder_makes_room_for_the_word(qtbot: QtBot) -> None:
    for kind in (QLineEdit, ChatInput):
        with_words, without = kind(), kind()
        with_words.setPlaceholderText("Ask anything about the notes of this vault")
        for field in (with_words, without):
            qtbot.addWidget(field)
            field.resize(320, 60)
            field.show()
        assert with_words.grab().toImage() != without.grab().toImage()
        for field in (with_words, without):
            compose(field, "zhong wen")
        assert with_words.grab().toImage() == without.grab().toImage(), f"{kind.__name__} shows both"
        for field in (with_words, without):
            cancel_composition(field)
        assert with_words.grab().toImage() != without.grab().toImage()
