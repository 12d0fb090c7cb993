"""Settings and conversations that could not be saved are saved as soon as possible, and the user is informed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from axon_desktop import paths
from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.llm.messages import Message
from axon_desktop.settings import settings as settings_file
from axon_desktop.ui.chat.panel import ChatPanel
from tests.ui.chat_world import Run, until
from tests.ui.mcp_window import window_with

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture
def vault(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    root = tmp_path / "vault"
    root.mkdir()
    (root / "Home.md").write_text("one\n")
    return root


def in_the_way(place: Path) -> Path:
    """Put a folder where a file is to be written; return where the file is stored meanwhile."""
    away = place.with_name("away")
    if place.exists():
        place.rename(away)
    place.mkdir(parents=True)
    (place / "x").write_text("x")
    return away


def clear(place: Path, away: Path) -> None:
    (place / "x").unlink()
    place.rmdir()
    if away.exists():
        away.rename(place)


def test_settings_are_saved_as_soon_as_their_folder_is_back(
    qapp: QApplication, vault: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with window_with(qapp, vault) as program:
            window = program.desktop.window
            await until(settings_file.settings_file().exists)
            folder = paths.config_dir()
            away = folder.with_name("config away")
            folder.rename(away)
            folder.write_text("in the way")
            window.theme_requested.emit("dark")
            await until(window.error_bar.isVisible)
            assert "Cannot write" in window.error_bar.text.text()
            window.theme_requested.emit("light")
            folder.unlink()
            away.rename(folder)
            await until(lambda: settings_file.load().general.theme == "light")
            await until(lambda: not window.error_bar.isVisible())

    run_async(body())


def test_settings_that_were_not_saved_are_tried_once_more_at_the_end(
    qapp: QApplication, vault: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with window_with(qapp, vault) as program:
            window = program.desktop.window
            await until(settings_file.settings_file().exists)
            folder = paths.config_dir()
            away = folder.with_name("config away")
            folder.rename(away)
            folder.write_text("in the way")
            window.theme_requested.emit("dark")
            await until(window.error_bar.isVisible)
            folder.unlink()
            away.rename(folder)

    run_async(body())
    assert settings_file.load().general.theme == "dark"


def test_conversations_are_kept_as_soon_as_their_store_can_be_opened(
    qapp: QApplication, vault: Path, run_async: Run
) -> None:
    file = paths.data_dir() / "conversations.sqlite"
    away = in_the_way(file)

    async def body() -> None:
        async with window_with(qapp, vault) as program:
            window = program.desktop.window
            await until(window.error_bar.isVisible)
            assert "conversations" in window.error_bar.text.text()
            assert program.desktop.workspace is not None
            session = program.desktop.workspace.session
            program.replies.append(Message("assistant", "Hello."))
            session.send("list /")
            await until(lambda: not session.running and len(session.history) > 1)
            clear(file, away)
            await until(lambda: not window.error_bar.isVisible())
            await until(lambda: program.desktop.workspace.keeper.id)  # type: ignore[union-attr]

    run_async(body())

    async def look() -> list[str]:
        store = ConversationStore()
        await store.open()
        found = [summary.title for summary in await store.list()]
        await store.close()
        return found

    assert asyncio.run(look()) == ["list /"]


def test_program_ends_though_the_store_cannot_be_opened(qapp: QApplication, vault: Path, run_async: Run) -> None:
    in_the_way(paths.data_dir() / "conversations.sqlite")

    async def body() -> None:
        async with window_with(qapp, vault) as program:
            window = program.desktop.window
            await until(window.error_bar.isVisible)
            assert isinstance(window.chat, ChatPanel)
            said: list[str] = []
            window.chat.message_requested.connect(said.append)
            window.chat.conversation_actions.show_history()
            await until(lambda: said)
            assert said == ["Conversations are not kept."]

    run_async(body())
