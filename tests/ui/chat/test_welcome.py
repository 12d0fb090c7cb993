"""The first run: local model servers are offered, and one click selects one of their models."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from axon_desktop.desktop import Desktop
from axon_desktop.llm.models import discovery
from axon_desktop.llm.models.discovery import LocalServer
from axon_desktop.options import parse_options
from axon_desktop.settings import settings as settings_file
from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import ModelSettings, Settings
from axon_desktop.ui.chat.panel import ChatPanel
from axon_desktop.ui.chat.welcome import Welcome, note_to_read
from axon_desktop.ui.settings.dialog import SettingsDialog
from axon_desktop.ui.widgets.labels import ElidedButton
from axon_desktop.vault import Vault
from tests.llm.openai_server import OpenAIServer
from tests.ui.chat_world import Run, dialog, until
from tests.waiting import PATIENCE

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


def buttons(welcome: Welcome) -> list[str]:
    return [button.text() for button in welcome.findChildren(QPushButton)]


def test_models_that_talk_are_offered(qapp: QApplication) -> None:
    welcome = Welcome(offline=True)
    before = buttons(welcome)
    models = ("nomic-embed-text", "qwen3:4b", "llama4", "gemma4", "a fourth")
    chosen: list[ModelSettings] = []
    welcome.model_chosen.connect(chosen.append)
    welcome.show_servers([LocalServer("Ollama", "http://127.0.0.1:11434/v1", models)])
    offered = [text for text in buttons(welcome) if text not in before]
    assert offered == ["Use qwen3:4b", "Use llama4", "Use gemma4"]
    assert welcome.state.buttons[0].property("primary")
    assert not any(button.property("primary") for button in welcome.state.buttons[1:])
    assert "Ollama on this computer has qwen3:4b" in welcome.state.words.text()
    next(button for button in welcome.findChildren(QPushButton) if "qwen3" in button.text()).click()
    assert (chosen[0].provider, chosen[0].base_url) == ("openai_compatible", "http://127.0.0.1:11434/v1")
    assert chosen[0].model == "qwen3:4b"
    welcome.deleteLater()


def test_words_tell_a_chosen_offline_from_no_model(qtbot: QtBot) -> None:
    for can_choose, words in ((False, "Axon has no model yet"), (True, "Offline is chosen")):
        welcome = Welcome(offline=True, can_choose=can_choose)
        qtbot.addWidget(welcome)
        assert any(label.text().startswith(words) for label in welcome.findChildren(QLabel))
        asked: list[bool] = []
        welcome.models_requested.connect(lambda asked=asked: asked.append(True))
        welcome.state.buttons[-1].click()
        assert welcome.state.buttons[-1].text() == "Choose a model…"
        assert asked


def test_only_a_note_that_is_there_is_offered_to_be_read(tmp_path: Path) -> None:
    vault = Vault(tmp_path, data_dir=tmp_path / ".data")
    assert note_to_read(vault) == ""
    (tmp_path / "Home.md").write_text("x")
    assert note_to_read(vault) == "Home"
    vault.names.scan()
    assert note_to_read(vault) == "Home"
    (tmp_path / "Home.md").unlink()
    vault.names.scan()
    assert note_to_read(vault) == ""
    for name in ("A/Deep.md", "A/picture.png", "Plan.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    vault.names.scan()
    assert note_to_read(vault) == "Plan"
    (tmp_path / "Plan.md").unlink()
    vault.names.scan()
    assert note_to_read(vault) == "A/Deep"


def test_request_to_read_is_offered_only_with_a_note(qapp: QApplication) -> None:
    for offline in (True, False):
        without, with_one = Welcome(offline=offline), Welcome(offline=offline, note="A/Plan & more")
        assert len(buttons(without)) == 2 + offline
        assert [text for text in buttons(with_one) if "A/Plan && more" in text]
        without.deleteLater()
        with_one.deleteLater()


@pytest.mark.parametrize("width", [160, 220, 600])
def test_requests_that_do_not_fit_end_in_dots(qapp: QApplication, width: int) -> None:
    button = ElidedButton("Read Home & suggest three links to add", None)
    button.setStyleSheet("text-align: left; padding: 6px 10px;")
    button.resize(width, 30)
    (shown,), metrics = button.shown_lines(width), button.fontMetrics()
    assert shown.endswith("…") is (width < 600)
    assert metrics.horizontalAdvance(shown) <= width - 20
    assert button.toolTip() == button.accessibleName() == "Read Home & suggest three links to add"
    assert not button.grab().isNull()
    button.deleteLater()


def test_request_goes_over_two_lines_where_room_is_short(qtbot: QtBot) -> None:
    welcome = Welcome(offline=False, note="A/Plan & more")
    qtbot.addWidget(welcome)
    welcome.resize(200, welcome.heightForWidth(200))
    welcome.show()
    narrow = welcome.findChildren(ElidedButton)[0]
    assert len(narrow.shown_lines(narrow.width())) == 2
    assert narrow.height() == narrow.heightForWidth(narrow.width())
    tall = narrow.height()
    assert " ".join(narrow.shown_lines(250)) == narrow.text()
    assert not narrow.grab().isNull()
    welcome.resize(900, welcome.heightForWidth(900))
    qtbot.waitUntil(lambda: narrow.height() == tall - narrow.fontMetrics().lineSpacing())
    assert welcome.findChildren(ElidedButton)[1].shown_lines(900)[0].startswith("Read A/Plan & more and")


def test_local_server_is_found_offered_and_used(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_async: Run
) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(discovery, "_SECONDS", PATIENCE)  # the server is there, however busy the machine
    root = tmp_path / "vault"
    root.mkdir()

    async def body(server: OpenAIServer) -> None:
        desktop = Desktop(qapp, parse_options([str(root)]), KeyStore())
        running = asyncio.ensure_future(desktop.run())
        await until(lambda: isinstance(desktop.window.chat, ChatPanel))
        panel = desktop.window.chat
        assert isinstance(panel, ChatPanel)
        port = int(server.base_url.split(":")[2].split("/")[0])
        await desktop.offer_local_servers({port: "Ollama"})
        assert panel.welcome.shown is not None
        words = f"Use {server.model}"
        button = next(one for one in panel.welcome.shown.findChildren(QPushButton) if one.text() == words)
        button.click()
        await until(lambda: server.model in panel.header.chip.toolTip())
        saved = settings_file.settings_file()
        await until(saved.exists)
        await until(lambda: settings_file.load().model.model == server.model)
        assert settings_file.load().model.base_url == server.base_url
        await until(lambda: panel.welcome.shown is not None and words not in buttons(panel.welcome.shown))
        panel.give_command("budget", "")
        await until(lambda: isinstance(dialog(), SettingsDialog))
        shown = dialog()
        assert isinstance(shown, SettingsDialog)
        assert shown.list.currentRow() == 2
        shown.reject()
        await until(lambda: dialog() is None)
        desktop.window.close()
        assert await running == 0

    with OpenAIServer(keyless=True) as server:
        run_async(body(server))


def test_nothing_is_offered_once_a_model_is_set_up(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_async: Run
) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    root = tmp_path / "vault"
    root.mkdir()
    settings = Settings()
    settings.other_models = [ModelSettings(provider="deepseek")]
    settings_file.save(settings)

    async def body(server: OpenAIServer) -> None:
        desktop = Desktop(qapp, parse_options([str(root)]), KeyStore())
        running = asyncio.ensure_future(desktop.run())
        await until(lambda: isinstance(desktop.window.chat, ChatPanel))
        port = int(server.base_url.split(":")[2].split("/")[0])
        await desktop.offer_local_servers({port: "Ollama"})
        assert not server.requests
        desktop.window.close()
        assert await running == 0

    with OpenAIServer(keyless=True) as server:
        run_async(body(server))
