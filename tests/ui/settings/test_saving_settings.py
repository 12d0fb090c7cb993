"""Settings that change in the running program: each save is complete, the newest is the last, nothing is lost."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from axon_desktop.desktop import Desktop
from axon_desktop.errors import SettingsError
from axon_desktop.llm.models import discovery
from axon_desktop.options import parse_options
from axon_desktop.settings import settings as settings_file
from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import FolderRule, ModelSettings, Settings
from axon_desktop.ui.chat.panel import ChatPanel
from axon_desktop.ui.runtime import open_external as outside
from axon_desktop.ui.settings.dialog import SettingsDialog
from axon_desktop.ui.widgets.confirm_dialog import Question
from tests.ui.chat_world import Run, dialog, until
from tests.waiting import PATIENCE, turns

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture
def app(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> QApplication:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(discovery, "PORTS", {})
    (tmp_path / "vault").mkdir()
    return qapp


async def start(app: QApplication, vault: Path | None) -> tuple[Desktop, asyncio.Future[int]]:
    desktop = Desktop(app, parse_options([str(vault)] if vault is not None else []), KeyStore())
    running = asyncio.ensure_future(desktop.run())
    await until(lambda: isinstance(desktop.window.chat, ChatPanel) or running.done())
    return desktop, running


async def close(desktop: Desktop, running: asyncio.Future[int]) -> None:
    desktop.window.close()
    assert await running == 0


async def open_settings(desktop: Desktop) -> SettingsDialog:
    desktop.window.settings_requested.emit("safety")
    await until(lambda: isinstance(dialog(), SettingsDialog))
    shown = dialog()
    assert isinstance(shown, SettingsDialog)
    return shown


def test_the_newest_of_two_saves_is_the_last(
    app: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_async: Run
) -> None:
    themes: list[str] = []
    slow, go_on = threading.Event(), threading.Event()
    save = settings_file.save

    def save_slowly_at_first(settings: Settings, file: Path | None = None) -> None:
        themes.append(settings.general.theme)
        if not slow.is_set():
            slow.set()
            assert go_on.wait(PATIENCE)
        save(settings, file)

    async def body() -> None:
        desktop, running = await start(app, tmp_path / "vault")
        await until(settings_file.settings_file().exists)
        monkeypatch.setattr(settings_file, "save", save_slowly_at_first)
        desktop.window.theme_requested.emit("dark")
        await until(slow.is_set)
        desktop.window.theme_requested.emit("light")
        await turns()  # in which it could overtake
        assert themes == ["dark"]
        desktop.window.theme_requested.emit("dark")
        desktop.window.theme_requested.emit("light")
        go_on.set()
        await until(lambda: len(themes) == 4)
        await close(desktop, running)

    run_async(body())
    assert themes[1:] == ["light"] * 3  # the settings at the moment of saving
    assert settings_file.load().general.theme == "light"


def test_bad_value_costs_neither_vault_nor_model_and_is_told(
    app: QApplication, tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = settings_file.settings_file()
    file.parent.mkdir(parents=True)
    vault = tmp_path / "mine"
    vault.mkdir()
    text = (
        f'{{"general": {{"last_vault": {json.dumps(str(vault))},\n"theme": "gloomy"}},\n'
        '"model": {"provider": "openai_compatible", "base_url": "http://127.0.0.1:9/v1", "model": "qwen3"}}'
    )
    file.write_text(text, encoding="utf-8")
    original = file.with_name("settings.json.damaged")

    async def body() -> None:
        desktop, running = await start(app, None)
        assert desktop.workspace is not None
        assert desktop.workspace.vault.root == vault
        assert desktop.workspace.session.provider.model == "qwen3"
        bar = desktop.window.error_bar
        assert "Line 2: the setting general.theme cannot be “gloomy”" in bar.text.text()
        revealed: list[tuple[Path, str]] = []
        monkeypatch.setattr(outside, "reveal", lambda root, path: revealed.append((root, path)))
        bar.action_button.click()
        assert revealed == [(file.parent, file.name)]
        assert bar.isVisible(), "it is as damaged as before"
        assert file.read_text(encoding="utf-8") == text
        shown = await open_settings(desktop)
        shown.notify.click()
        shown.save.click()
        await until(lambda: dialog() is None and original.exists() and file.read_text("utf-8") != text)
        assert original.read_text(encoding="utf-8") == text
        await until(lambda: str(original) in bar.text.text())
        await close(desktop, running)

    run_async(body())
    problems: list[SettingsError] = []
    assert settings_file.load(on_problem=problems.append).model.model == "qwen3"
    assert problems == []


def test_original_of_a_file_that_is_no_json_is_kept_before_it_is_written(
    app: QApplication, tmp_path: Path, run_async: Run
) -> None:
    file = settings_file.settings_file()
    file.parent.mkdir(parents=True)
    file.write_text("{ broken", encoding="utf-8")
    original = file.with_name("settings.json.damaged")

    async def body() -> None:
        desktop, running = await start(app, tmp_path / "vault")
        await until(original.exists)
        assert original.read_text(encoding="utf-8") == "{ broken"
        bar = desktop.window.error_bar
        await until(lambda: str(original) in bar.text.text())
        desktop.window.theme_requested.emit("dark")
        await until(lambda: settings_file.load().general.theme == "dark")
        await close(desktop, running)

    run_async(body())


def test_never_that_is_answered_while_the_settings_are_open_is_kept(
    app: QApplication, tmp_path: Path, run_async: Run
) -> None:
    first, second = FolderRule("v", "Diary", allow=False), FolderRule("v", "Inbox", allow=True)

    async def body() -> None:
        desktop, running = await start(app, tmp_path / "vault")
        assert desktop.workspace is not None
        session = desktop.workspace.session
        shown = await open_settings(desktop)
        session.settings.safety.rules = [first]  # as at the end of a turn
        shown.save.click()
        await until(lambda: session.settings is shown.new_settings)
        session.settings.safety.rules = [*session.settings.safety.rules, second]  # before all is saved
        session.settings_changed.emit(session.settings)
        await until(lambda: dialog() is None and settings_file.load().safety.rules == [first, second])
        await close(desktop, running)

    run_async(body())


def test_settings_that_are_being_saved_cannot_be_discarded(
    app: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_async: Run
) -> None:
    async def body() -> None:
        desktop, running = await start(app, tmp_path / "vault")
        shown = await open_settings(desktop)
        unlocked = asyncio.Event()

        async def ask_for_the_password() -> str:
            await unlocked.wait()
            return ""

        monkeypatch.setattr(shown.models, "save_keys", ask_for_the_password)
        shown.notify.click()
        shown.save.click()
        await until(lambda: shown.busy)
        shown.reject()
        assert shown.isVisible()
        assert not shown.findChildren(Question)
        unlocked.set()
        await until(lambda: dialog() is None)
        await close(desktop, running)

    run_async(body())


def test_model_that_is_chosen_answers_even_if_that_cannot_be_saved(
    app: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_async: Run
) -> None:
    """Else the notes of a user who has just chosen a local model would still be sent to the old server."""
    local = ModelSettings(provider="openai_compatible", model="qwen3", base_url="http://127.0.0.1:9/v1")
    settings = Settings(model=ModelSettings(provider="deepseek"), other_models=[local])

    def fail(_settings: Settings, _file: Path | None = None) -> None:
        raise SettingsError("Cannot write settings.json: No space left on device.")

    async def body() -> None:
        await asyncio.to_thread(settings_file.save, settings)
        desktop, running = await start(app, tmp_path / "vault")
        assert desktop.workspace is not None
        session = desktop.workspace.session
        monkeypatch.setattr(settings_file, "save", fail)
        desktop.window.model_chosen.emit(session.settings.other_models[0])
        await until(lambda: session.provider.model == "qwen3")
        assert "No space left" in desktop.window.error_bar.text.text()
        await close(desktop, running)

    run_async(body())


def test_question_about_changes_does_not_keep_the_program_open(
    app: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        desktop, running = await start(app, tmp_path / "vault")
        shown = await open_settings(desktop)
        shown.notify.click()
        shown.reject()
        await until(lambda: any(found.isVisible() for found in shown.findChildren(Question)))
        await asyncio.wait_for(close(desktop, running), PATIENCE)

    run_async(body())
