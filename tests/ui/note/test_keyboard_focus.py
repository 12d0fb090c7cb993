"""Typing while a note is being opened: on a slow disk, by an input method, and when opening fails."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPlainTextEdit, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from axon_desktop.errors import WriteFailedError
from axon_desktop.ui.composer.input import ChatInput
from axon_desktop.ui.editor.saving.saver import Saver
from axon_desktop.ui.file_actions.name_prompt import NamePrompt
from axon_desktop.ui.note import loading
from axon_desktop.ui.note.keyboard_focus import forward_keys
from axon_desktop.ui.session.user_writes import UserWrites, WriteOutcome
from axon_desktop.ui.tabs.tab import Tab, Visit
from axon_desktop.vault import Vault
from axon_desktop.vault.moves.new_path import NewPath, check_new_note
from axon_desktop.vault.obsidian.templates import TemplateSettings, read_templates
from tests.ui.chat_world import Run
from tests.ui.obsidian_window import VaultWindow, vault_window
from tests.waiting import PATIENCE, until

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")
NOTES = {"Home.md": "# Home\n", "Plan.md": "# Plan\n", "Zwei.md": "zwei\n"}


class Disk:
    """Blocks until released."""

    def __init__(self) -> None:
        self._goes_on = threading.Event()
        self.waits = threading.Event()
        self.fails = False

    def answer(self) -> None:
        self._goes_on.set()

    def wait(self) -> None:
        self.waits.set()
        assert self._goes_on.wait(PATIENCE)
        if self.fails:
            raise WriteFailedError("No space left on device")


@pytest.fixture
def disk() -> Iterator[Disk]:
    disk = Disk()
    yield disk
    disk.answer()


@pytest.fixture
def slow_writing(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> Disk:
    write = UserWrites._write

    def write_late(self: UserWrites, path: str, *more: object) -> WriteOutcome:
        disk.wait()
        return write(self, path, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(UserWrites, "_write", write_late)
    return disk


@pytest.fixture
def slow_checking(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> Disk:
    def check_late(vault: Vault, path: str) -> NewPath:
        if path != ".md":
            disk.wait()
        return check_new_note(vault, path)

    monkeypatch.setattr("axon_desktop.ui.file_actions.new_note.check_new_note", check_late)
    return disk


def keyboard(world: VaultWindow) -> QPlainTextEdit | QTextEdit:
    """Return the widget that has the focus in the window, or will have it when the window is active."""
    here = world.window.focusWidget()
    assert isinstance(here, QPlainTextEdit | QTextEdit)
    return here


def box_of(world: VaultWindow) -> ChatInput:
    box = world.window.chat.findChild(ChatInput)
    assert isinstance(box, ChatInput)
    return box


async def name_a_note(world: VaultWindow, name: str = "Tagebuch") -> NamePrompt:
    world.window.focus_chat()
    world.window.menus.actions["file.new_note"].trigger()
    prompt = await world.dialog(NamePrompt)
    QTest.keyClicks(prompt.field, name)
    QTest.keyClick(prompt.field, Qt.Key.Key_Return)
    return prompt


def test_words_typed_while_a_note_is_made_are_written_in_it(
    slow_writing: Disk, qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            await name_a_note(world)
            await until(slow_writing.waits.is_set)
            QTest.keyClicks(keyboard(world), "Liebes ")
            QTest.keyClick(keyboard(world), Qt.Key.Key_Return)
            QTest.keyClicks(keyboard(world), "Tagebuch!")
            QTest.keyClick(keyboard(world), Qt.Key.Key_Backspace)
            slow_writing.answer()
            await until(lambda: world.window.preview.body.shows_editor)
            editor = world.window.preview.body.editor
            await until(lambda: editor.text == "Liebes \nTagebuch")
            assert keyboard(world) is editor.edit
            QTest.keyClicks(editor.edit, ".")
            assert editor.text == "Liebes \nTagebuch."
            assert not box_of(world).toPlainText()

    run_async(body())


def test_return_before_the_name_is_looked_at_ends_the_name(
    slow_checking: Disk, qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            prompt = await name_a_note(world)
            assert not prompt.isVisible()
            QTest.keyClicks(keyboard(world), "erster Satz")
            slow_checking.answer()
            await world.shows("Tagebuch.md")
            await until(lambda: world.window.preview.body.shows_editor)
            await until(lambda: world.window.preview.body.source == "erster Satz")

    run_async(body())


def test_a_name_that_cannot_be_had_is_asked_for_again_and_the_words_go_back(
    slow_checking: Disk, qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            prompt = await name_a_note(world, "a:b")
            QTest.keyClicks(keyboard(world), "mein Satz")
            slow_checking.answer()
            await until(prompt.isVisible)
            assert prompt.field.text() == "a:b"
            assert "must not contain" in prompt.message.text()
            prompt.reject()
            await until(lambda: box_of(world).toPlainText() == "mein Satz")
            assert world.window.focusWidget() is box_of(world)

    run_async(body())


@pytest.mark.parametrize("in_box", [True, False])
def test_words_for_a_note_that_cannot_be_made_are_not_lost(
    in_box: bool, slow_writing: Disk, qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window = world.window
            slow_writing.fails = True
            if in_box:
                window.focus_chat()
            else:
                window.tree.view.setFocus()
            window.menus.actions["file.open_daily_note"].trigger()
            await until(slow_writing.waits.is_set)
            QTest.keyClicks(keyboard(world), "mein Satz")
            slow_writing.answer()
            await until(lambda: "No space left" in window.error_bar.text.text())
            if in_box:
                assert box_of(world).toPlainText() == "mein Satz"
                assert window.focusWidget() is box_of(world)
            else:
                assert window.focusWidget() is window.tree.view
                assert window.error_bar.action_button.text() == "Copy text"
                window.error_bar.action_button.click()
                assert qapp.clipboard().text() == "mein Satz"

    run_async(body())


def test_somebody_who_goes_to_the_chat_meanwhile_stays_there(
    slow_writing: Disk, qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window = world.window
            window.menus.actions["file.open_daily_note"].trigger()
            await until(slow_writing.waits.is_set)
            QTest.keyClicks(keyboard(world), "mein Satz")
            window.focus_chat()
            QTest.keyClicks(keyboard(world), "for Axon")
            slow_writing.answer()
            await until(lambda: window.preview.body.shows_editor)
            await until(lambda: window.preview.body.source == "mein Satz")
            assert box_of(world).toPlainText() == "for Axon"
            assert window.focusWidget() is box_of(world)

    run_async(body())


def test_somebody_who_goes_to_another_note_meanwhile_is_left_there(
    slow_writing: Disk, qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window = world.window
            window.menus.actions["file.open_daily_note"].trigger()
            await until(slow_writing.waits.is_set)
            QTest.keyClicks(keyboard(world), "mein Satz")
            window.preview.open_note("Plan.md")
            await world.shows("Plan.md")
            assert "“mein Satz”" in window.error_bar.text.text()
            slow_writing.answer()
            await world.says("Created ")
            assert window.preview.path == "Plan.md"

    run_async(body())


def test_a_word_that_is_composed_when_the_note_comes_is_finished_first(
    slow_writing: Disk, qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window = world.window
            window.menus.actions["file.open_daily_note"].trigger()
            await until(slow_writing.waits.is_set)
            field = keyboard(world)
            QApplication.sendEvent(field, QInputMethodEvent("ri ji", []))
            slow_writing.answer()
            await until(lambda: window.preview.body.shows_editor and window.preview._arrived)
            assert keyboard(world) is field
            done = QInputMethodEvent()
            done.setCommitString("日记")
            QApplication.sendEvent(field, done)
            await until(lambda: window.preview.body.source == "日记")
            assert keyboard(world) is window.preview.body.editor.edit

    run_async(body())


@pytest.mark.parametrize("mode", ["source", "reading"])
def test_words_typed_while_a_note_is_read_go_into_it_or_nowhere(
    mode: str,
    disk: Disk,
    qapp: QApplication,
    tmp_path: Path,
    run_async: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    load = loading.load

    def load_late(vault: Vault, path: str) -> loading.Loaded:
        if path == "Plan.md":
            disk.wait()
        return load(vault, path)

    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window, preview = world.window, world.window.preview
            preview.restore_tabs([Tab(Visit("Home.md"), mode="source" if mode == "source" else "reading")], 0)
            await world.shows("Home.md")
            monkeypatch.setattr(loading, "load", load_late)
            window.tree.view.setFocus()
            chosen = window.tree.view.currentIndex()
            preview.open_note("Plan.md")
            await until(disk.waits.is_set)
            here = window.focusWidget()
            assert here is not None
            QTest.keyClicks(here, "Zwei")
            disk.answer()
            await world.shows("Plan.md")
            await until(lambda: preview._arrived)
            if mode == "source":
                await until(lambda: preview.body.source == "Zwei# Plan\n")
                assert window.focusWidget() is preview.body.editor.edit
            else:
                assert window.focusWidget() is preview.body.view
            assert window.tree.view.currentIndex() == chosen or "Plan" in window.tree.view.currentIndex().data()
            assert world.text("Home.md") == NOTES["Home.md"]

    run_async(body())


def test_a_name_typed_before_the_question_is_there_is_its_answer(
    disk: Disk, qapp: QApplication, tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_late(root: Path, paths: Sequence[str]) -> tuple[TemplateSettings, list[str]]:
        disk.wait()
        return read_templates(root, paths)

    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            monkeypatch.setattr("axon_desktop.ui.file_actions.new_note.read_templates", read_late)
            world.window.focus_chat()
            world.window.menus.actions["file.new_note"].trigger()
            QTest.keyClicks(keyboard(world), "Tagebuch")
            QTest.keyClick(keyboard(world), Qt.Key.Key_Return)
            QTest.keyClicks(keyboard(world), "erster Satz")
            disk.answer()
            await world.shows("Tagebuch.md")
            await until(lambda: world.window.preview.body.shows_editor)
            await until(lambda: world.window.preview.body.source == "erster Satz")
            assert not box_of(world).toPlainText()

    run_async(body())


def test_a_name_begun_before_the_question_is_there_goes_on_in_it(
    disk: Disk, qapp: QApplication, tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_late(root: Path, paths: Sequence[str]) -> tuple[TemplateSettings, list[str]]:
        disk.wait()
        return read_templates(root, paths)

    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            monkeypatch.setattr("axon_desktop.ui.file_actions.new_note.read_templates", read_late)
            world.window.focus_chat()
            world.window.menus.actions["file.new_note"].trigger()
            QTest.keyClicks(keyboard(world), "Tage")
            disk.answer()
            await until(lambda: isinstance(QApplication.activeWindow(), NamePrompt))
            prompt = QApplication.activeWindow()
            assert isinstance(prompt, NamePrompt)
            QTest.keyClicks(prompt.field, "buch")
            assert prompt.field.text() == "Tagebuch"
            prompt.reject()

    run_async(body())


def test_enter_in_the_switcher_before_it_has_found_ends_the_name(
    disk: Disk, qapp: QApplication, tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from axon_desktop.ui.quick_open import note_names as names

    find = names.SwitcherNames.find

    def find_late(self: names.SwitcherNames, query: str, *more: object) -> object:
        if query:
            disk.wait()
        return find(self, query, *more)  # type: ignore[arg-type]

    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window, preview = world.window, world.window.preview
            preview.restore_tabs([Tab(Visit("Home.md"), mode="source")], 0)
            await world.shows("Home.md")
            monkeypatch.setattr(names.SwitcherNames, "find", find_late)
            window.focus_chat()
            window.menus.actions["file.go_to_note"].trigger()
            here = window.focusWidget()
            assert here is not None
            QTest.keyClicks(here, "plan")
            await until(disk.waits.is_set)
            QTest.keyClick(here, Qt.Key.Key_Return)
            QTest.keyClicks(keyboard(world), "mein Satz")
            disk.answer()
            await world.shows("Plan.md")
            await until(lambda: preview.body.source == "mein Satz# Plan\n")
            assert not box_of(world).toPlainText()

    run_async(body())


def test_a_note_made_anew_by_the_name_of_one_that_is_gone_has_nothing_of_that(
    qapp: QApplication, tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    refresh = Saver.refresh

    async def body() -> None:
        written = asyncio.Event()

        async def refresh_late(saver: Saver) -> None:
            await written.wait()
            await refresh(saver)

        monkeypatch.setattr(Saver, "refresh", refresh_late)
        async with vault_window(qapp, tmp_path, NOTES) as world:
            preview, editor = world.window.preview, world.window.preview.body.editor
            for word in ("alt", "neu"):
                await name_a_note(world)
                QTest.keyClicks(keyboard(world), word)
                await until(lambda: preview._arrived and preview.body.shows_editor)
                assert editor.text == word
                assert await editor.save()
                assert world.text("Tagebuch.md") == word
                world.window.menus.actions["file.close_tab"].trigger()
                await until(lambda: not preview.path)
                (world.root / "Tagebuch.md").unlink()
            written.set()

    run_async(body())


def test_a_dialog_that_hands_on_keys_makes_no_windows_of_what_is_beside_it(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    panel, dialog = QWidget(window), QDialog(window)
    window.show()
    forward_keys(dialog)
    assert dialog.windowHandle() is not None
    assert not panel.internalWinId()  # else it would receive keys while the mouse is over it
