"""Whether a model can answer: the line above the box and the status bar agree, and give the reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop import errors
from axon_desktop.agent.approval.approval import SafetyMode
from axon_desktop.agent.events import (
    AgentMode,
    Answer,
    Cancelled,
    Error,
    Reasoning,
    Stopped,
    Thought,
    Token,
    TurnStarted,
)
from axon_desktop.errors import LLMAuthError
from axon_desktop.llm.factory import create_online_provider, create_provider
from axon_desktop.llm.offline.offline import OfflineProvider
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import ModelSettings, Settings
from axon_desktop.ui.composer.state_line import StateLine
from axon_desktop.ui.look.theme import Theme
from axon_desktop.ui.session.model_availability import Trouble, tone_of, trouble_words
from axon_desktop.ui.session.provider import forget_refusals
from axon_desktop.ui.window.main_window import MainWindow
from tests.ui.chat_world import Run, World, make_world

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")

REFUSALS: list[tuple[str, str, str, str]] = [
    ("LLMAuthError", "DeepSeek says: invalid key", "key refused", "err"),
    ("LLMAuthError", "There is no API key for DeepSeek. Enter one in the settings.", "no key", "err"),
    ("LLMBalanceError", "", "no balance left", "err"),
    ("LLMConnectionError", "", "server not reachable", "err"),
    ("LLMStalledError", "", "server does not answer", "err"),
    ("LLMRateLimitError", "", "too many requests", "warn"),
    ("LLMServerError", "", "server has problems", "warn"),
    ("LLMRequestError", "no such model", "request refused", "warn"),
    ("LLMResponseError", "", "reply not usable", "warn"),
]


def failure(code: str, words: str, message: str) -> Error:
    error = getattr(errors, code)(message)
    if words == "no key":
        error.trouble = "no_key"
    return Error.of(error, "t")


def window_of(qapp: QApplication, world: World, tmp_path: Path) -> MainWindow:
    state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    Theme(qapp, "light")
    window = MainWindow(QIcon(), state)
    window.show_vault(world.vault, world.session)
    return window


@pytest.mark.parametrize(("code", "message", "words", "tone"), REFUSALS)
def test_refusal_is_said_at_both_places_until_the_provider_answers(
    code: str, message: str, words: str, tone: str, qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        world = make_world(tmp_path)
        window = window_of(qapp, world, tmp_path)
        line, light = window.chat.composer.state, window.status.provider  # type: ignore[attr-defined]
        heard = [kind(turn_id="t", content="x") for kind in (Token, Reasoning, Thought)]
        for answer in (*heard, Answer(turn_id="t", content="Done.")):
            world.session.event_received.emit(failure(code, words, message))
            assert line.text() == f"● Agent Mode Active — {words}"
            assert light.text() == f"● DeepSeek · deepseek-flash — {words}"
            assert line.property("tone") == light.property("state") == tone
            for no_answer in (TurnStarted(turn_id="u", text="go", mode="react"), Cancelled(turn_id="u")):
                world.session.event_received.emit(no_answer)
                assert line.text().endswith(words)
            world.session.event_received.emit(answer)
            assert line.text() == "● Agent Mode Active — whole vault"
            assert light.text() == "● DeepSeek · deepseek-flash"
            assert line.property("tone") == light.property("state") == "ok"
        window.close_for_good()
        window.deleteLater()
        await world.close()

    run_async(body())


@pytest.mark.parametrize("code", ["LLMContextError", "InternalError", "SettingsError"])
def test_what_is_not_the_providers_fault_leaves_the_light_as_it_is(
    code: str, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        world = make_world(tmp_path)
        who = world.session.who_answers
        world.session.event_received.emit(Error(turn_id="t", code=code, message=""))
        world.session.event_received.emit(Stopped(turn_id="t", reason="max_rounds"))
        assert (who.trouble, who.tone) == ("", "ok")
        world.session.event_received.emit(Error.of(LLMAuthError("no"), "t"))
        world.session.event_received.emit(Error(turn_id="t", code=code, message=""))
        assert who.trouble == "key"
        await world.close()

    run_async(body())


def test_offline_is_grey_and_says_that_it_is_no_model(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, settings=Settings(), provider=OfflineProvider())
        window = window_of(qapp, world, tmp_path)
        line, light = window.chat.composer.state, window.status.provider  # type: ignore[attr-defined]
        assert line.text() == "● Agent Mode Active — no AI model"
        assert light.text() == "● Offline · no AI"
        assert (line.property("tone"), light.property("state")) == ("muted", "off")
        world.session.event_received.emit(Answer(turn_id="t", content="3 notes"))
        assert line.property("tone") == "muted", "an answer without a model is no model"
        settings = Settings(model=ModelSettings(provider="deepseek"))
        world.session.reconfigure(settings, ScriptedProvider((), name="DeepSeek", model="deepseek-flash"))
        assert line.text() == "● Agent Mode Active — whole vault"
        assert light.text() == "● DeepSeek · deepseek-flash"
        window.close_for_good()
        window.deleteLater()
        await world.close()

    run_async(body())


def test_changed_settings_are_taken_to_help_until_the_next_answer(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path)
        world.session.event_received.emit(Error.of(LLMAuthError("no"), "t"))
        who, seen = world.session.who_answers, []
        seen.append(who.trouble)
        world.session.reconfigure(world.session.settings, ScriptedProvider((), name="DeepSeek", model="m"))
        seen.append(who.trouble)
        assert seen == ["key", ""]
        await world.close()

    run_async(body())


def test_missing_key_is_told_from_a_refused_one_by_the_true_provider(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        settings = Settings(model=ModelSettings(provider="deepseek", base_url="http://127.0.0.1:9"))
        world = make_world(
            tmp_path, settings=settings, provider=create_provider(settings.model, KeyStore({}, backend=NoKeys()))
        )
        await world.ask("hello")
        assert world.session.who_answers.trouble == "no_key"
        await world.close()

    run_async(body())


class NoKeys:
    """An empty key store."""

    def get_password(self, service: str, username: str) -> str | None:
        return None

    def set_password(self, service: str, username: str, password: str) -> None:
        raise AssertionError

    def delete_password(self, service: str, username: str) -> None:
        raise AssertionError


@pytest.mark.parametrize(
    "trouble", ["no_model", "no_key", "key", "balance", "unreachable", "silent", "busy", "server", "refused"]
)
def test_agent_mode_is_named_with_every_trouble_in_every_mode(qtbot: QtBot, trouble: Trouble) -> None:
    line = StateLine()
    qtbot.addWidget(line)
    line.set_trouble(trouble)
    modes: tuple[AgentMode, ...] = ("react", "plan")
    safeties: tuple[SafetyMode, ...] = ("ask", "apply", "read_only")
    for mode in modes:
        line.set_mode(mode)
        for safety in safeties:
            line.set_safety(safety)
            assert line.text() == f"● Agent Mode Active — {trouble_words(trouble)}"
            assert line.property("tone") == {"off": "muted"}.get(tone_of(trouble), tone_of(trouble))
            line.resize(line.fontMetrics().horizontalAdvance(line.text()) - 10, 20)
            assert line.shown_text().startswith("● Agent Mode Active — ")


def test_model_that_is_set_up_again_is_asked_for_all_of_it(
    run_async: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    models = [ModelSettings(provider="deepseek", model=name) for name in ("one", "two")]
    for model in models:
        made = create_online_provider(model, KeyStore())
        made._refused.learn_no_function_calling()
        made._refused.save()
    run_async(forget_refusals([models[0], ModelSettings()]))
    assert [create_online_provider(model, KeyStore()).native_tools for model in models] == [True, False]
