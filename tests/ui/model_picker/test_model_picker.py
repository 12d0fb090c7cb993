"""The model picker: servers with their models, found by name, chosen by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from axon_desktop.llm.models import discovery
from axon_desktop.llm.models.model_catalog import find_model
from axon_desktop.llm.models.non_chat_models import OtherWork, other_task
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import ModelSettings, Settings, ToolsFound
from axon_desktop.ui.model_picker.model_picker import ModelPicker
from axon_desktop.ui.model_picker.model_rows import _age_words, _dollars, _window_words, model_facts
from axon_desktop.ui.model_picker.server_models import ModelServers
from tests.llm.openai_server import OpenAIServer
from tests.ui.chat_world import Run, World, make_world, until
from tests.ui.session.test_model_availability import NoKeys
from tests.waiting import PATIENCE

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")

OTHERS: list[tuple[str, OtherWork]] = [
    ("nomic-embed-text:latest", "meaning"),
    ("text-embedding-3-large", "meaning"),
    ("mxbai-embed-large", "meaning"),
    ("bge-m3:567m", "meaning"),
    ("all-minilm:l6-v2", "meaning"),
    ("bge-reranker-v2", "sorting"),
    ("Qwen3-Reranker-4B", "sorting"),
    ("whisper-1", "sound"),
    ("gpt-4o-mini-tts", "sound"),
    ("gpt-4o-transcribe", "sound"),
    ("gpt-realtime", "sound"),
    ("dall-e-3", "pictures"),
    ("gpt-image-1", "pictures"),
    ("omni-moderation-latest", "checking"),
    ("llama-guard3:8b", "checking"),
    ("davinci-002", "completing"),
    ("gpt-3.5-turbo-instruct", "completing"),
    ("qwen3:4b", ""),
    ("deepseek-flash", ""),
    ("gemma3:12b", ""),
    ("llama4", ""),
    ("gpt-6.2-sol", ""),
    ("claude-sonnet-5-5", ""),
    ("mistral-small3.2", ""),
    ("qwen2.5-vl:7b", ""),
    ("phi4-mini-reasoning", ""),
]


@pytest.fixture(autouse=True)
def local(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "_SECONDS", PATIENCE)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.mark.parametrize(("name", "work"), OTHERS)
def test_models_that_do_not_talk_are_known_by_their_names(name: str, work: OtherWork) -> None:
    assert other_task(name) == work


@pytest.mark.parametrize(
    ("model", "facts"),
    [
        (ModelSettings(provider="openai_compatible", base_url="http://127.0.0.1:1/v1", model="qwen3:4b"), "free"),
        (
            ModelSettings(
                provider="openai_compatible", base_url="http://192.168.0.7/v1", model="m", context_window=32768
            ),
            "32k · free",
        ),
        (ModelSettings(provider="openai_compatible", base_url="https://models.example/v1", model="m"), ""),
    ],
)
def test_line_says_what_is_known_and_nothing_else(model: ModelSettings, facts: str) -> None:
    assert model_facts(model, None) == facts


def test_line_says_window_and_prices_of_the_catalog() -> None:
    facts = model_facts(ModelSettings(provider="deepseek"), find_model("deepseek", "deepseek-flash"))
    assert facts.startswith("1M · $0.")
    assert facts.endswith(" out")


@pytest.mark.parametrize(
    ("tokens", "words"),
    [(32768, "32k"), (131072, "128k"), (200_000, "200k"), (1_000_000, "1M"), (1_048_576, "1M"), (8192, "8k")],
)
def test_windows_are_said_as_people_say_them(tokens: int, words: str) -> None:
    assert _window_words(tokens) == words


@pytest.mark.parametrize(("price", "words"), [(0.15, "$0.15"), (1.98, "$1.98"), (15, "$15.00"), (0.028, "$0.028")])
def test_prices_keep_their_digits(price: float, words: str) -> None:
    assert _dollars(price) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(None, ""), (5, "just now"), (61, "1 minute ago"), (150, "2 minutes ago"), (3700, "1 hour ago")],
)
def test_age_of_the_answers_is_said(seconds: float | None, words: str) -> None:
    assert _age_words(seconds) == words


def lines(picker: ModelPicker) -> list[str]:
    return [row.offer.spoken for row in picker.list.offers.things]


def chosen(picker: ModelPicker) -> str:
    row = picker.list.chosen
    assert row is not None
    return row.offer.name


def picker_in(world: World, settings: Settings, servers: ModelServers) -> ModelPicker:
    picker = ModelPicker(servers, world.panel.header, world.panel)
    picker.set_settings(settings)
    return picker


def port_of(server: OpenAIServer) -> int:
    return int(server.base_url.split(":")[2].split("/")[0])


def test_servers_are_asked_once_and_their_models_are_offered(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        with OpenAIServer(keyless=True) as ollama, OpenAIServer(keyless=True) as other:
            ollama.other_models = ("nomic-embed-text", "gemma3:12b")
            settings = Settings(
                model=ModelSettings(provider="openai_compatible", base_url=other.base_url, model="mine"),
                other_models=[ModelSettings(provider="offline")],
            )
            world = make_world(tmp_path, settings=settings, provider=ScriptedProvider(()))
            servers = ModelServers(KeyStore({}, backend=NoKeys()), {port_of(ollama): "Ollama"}, world.panel)
            picker = picker_in(world, settings, servers)
            picker.open_list()
            await until(lambda: not servers.asking)
            address = other.base_url.partition("://")[2].partition("/")[0]
            assert lines(picker) == [
                f"This computer, {address}",
                "mine, chosen, free",
                f"{other.model}, free",
                "Ollama on this computer",
                f"{ollama.model}, free",
                "gemma3:12b, free",
                "nomic-embed-text, only for search by meaning",
                "Without a model",
                "Offline, no AI · simple commands only",
                "Ask the servers again, just now",
                "Models and keys…",
            ]
            assert chosen(picker) == "mine"
            asked = len(ollama.requests), len(other.requests)
            picker.close_list()
            picker.open_list()
            await until(lambda: not servers.asking)
            assert (len(ollama.requests), len(other.requests)) == asked, "what is known is not asked again"
            servers.ask(settings, again=True)
            await until(lambda: not servers.asking)
            assert len(other.requests) > asked[1]
            await world.close()

    run_async(body())


def test_server_that_cannot_be_asked_says_why_and_is_asked_again(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        settings = Settings(
            model=ModelSettings(provider="openai_compatible", base_url="http://127.0.0.1:9/v1", model="gone"),
            other_models=[ModelSettings(provider="deepseek", base_url="http://127.0.0.1:9")],
        )
        world = make_world(tmp_path, settings=settings, provider=ScriptedProvider(()))
        servers = ModelServers(KeyStore({}, backend=NoKeys()), {9: "Nobody"}, world.panel)
        picker = picker_in(world, settings, servers)
        picker.open_list()
        await until(lambda: not servers.asking)
        found = lines(picker)
        assert found[0] == "This computer, 127.0.0.1:9, server not reachable"
        assert "gone, chosen, free" in found, "what is set up can still be chosen"
        assert any(line.startswith("DeepSeek · ") and line.endswith("no key") for line in found)
        await world.close()

    run_async(body())


def filled(run: Callable[[ModelPicker, World], object], tmp_path: Path, run_async: Run) -> None:
    """Open a picker with two servers that are not queried, and run a function with it."""

    async def body() -> None:
        deepseek = ModelSettings(provider="deepseek", model="deepseek-flash")
        settings = Settings(
            model=deepseek,
            other_models=[
                ModelSettings(provider="deepseek", model="deepseek-v4-pro"),
                ModelSettings(
                    provider="openai_compatible", base_url="http://127.0.0.1:11434/v1", model="qwen3:4b"
                ),
            ],
        )
        world = make_world(tmp_path, settings=settings, provider=ScriptedProvider(()))
        picker = picker_in(world, settings, ModelServers(parent=world.panel))
        world.panel.activateWindow()
        world.panel.composer.input.setFocus()
        await until(world.panel.composer.input.hasFocus)
        picker.open_list()
        await until(picker.box.hasFocus)
        run(picker, world)
        await world.close()

    run_async(body())


def test_typing_finds_arrows_go_past_headings_and_enter_chooses(tmp_path: Path, run_async: Run) -> None:
    def run(picker: ModelPicker, world: World) -> None:
        got: list[ModelSettings] = []
        picker.model_chosen.connect(got.append)
        assert chosen(picker) == "deepseek-flash"
        QTest.keyClick(picker.box, Qt.Key.Key_Down)
        assert chosen(picker) == "deepseek-v4-pro"
        QTest.keyClick(picker.box, Qt.Key.Key_Down)
        assert chosen(picker) == "qwen3:4b", "not the name of its server"
        QTest.keyClick(picker.box, Qt.Key.Key_Up)
        assert chosen(picker) == "deepseek-v4-pro"
        QTest.keyClicks(picker.box, "qwen")
        assert lines(picker)[:2] == ["This computer, 127.0.0.1:11434", "qwen3:4b, free"]
        assert chosen(picker) == "qwen3:4b"
        QTest.keyClick(picker.box, Qt.Key.Key_Return)
        assert not picker.isVisible()
        assert [model.model for model in got] == ["qwen3:4b"]
        assert world.panel.composer.input.hasFocus()

    filled(run, tmp_path, run_async)


def test_escape_leads_back_and_the_model_in_force_is_not_chosen_again(tmp_path: Path, run_async: Run) -> None:
    def run(picker: ModelPicker, world: World) -> None:
        got: list[object] = []
        picker.model_chosen.connect(got.append)
        QTest.keyClick(picker.box, Qt.Key.Key_Return)
        assert got == []
        assert world.panel.composer.input.hasFocus()
        picker.open_list()
        QTest.keyClick(picker.box, Qt.Key.Key_Escape)
        assert not picker.isVisible()
        assert world.panel.composer.input.hasFocus()

    filled(run, tmp_path, run_async)


def test_settings_are_the_last_line_and_nothing_found_still_leads_there(tmp_path: Path, run_async: Run) -> None:
    def run(picker: ModelPicker, _world: World) -> None:
        asked: list[bool] = []
        picker.settings_requested.connect(lambda: asked.append(True))
        QTest.keyClicks(picker.box, "zzz")
        assert lines(picker)[-1] == "Models and keys…"
        assert not any("qwen" in line or "deepseek" in line for line in lines(picker))
        QTest.keyClick(picker.box, Qt.Key.Key_Up)
        assert chosen(picker) == "Models and keys…"
        QTest.keyClick(picker.box, Qt.Key.Key_Return)
        assert asked

    filled(run, tmp_path, run_async)


def test_model_that_is_only_listed_takes_over_how_its_server_is_reached(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        with OpenAIServer(keyless=True) as server:
            mine = ModelSettings(
                provider="openai_compatible",
                base_url=server.base_url,
                model="mine",
                temperature=0.2,
                context_window=4096,
                tools_found=ToolsFound(server.base_url, "mine", "text"),
            )
            settings = Settings(model=mine)
            world = make_world(tmp_path, settings=settings, provider=ScriptedProvider(()))
            servers = ModelServers(KeyStore({}, backend=NoKeys()), {9: "Nobody"}, world.panel)
            servers.ask(settings)
            await until(lambda: not servers.asking)
            (found,) = servers.servers(settings)
            other = found.settings_of(server.model)
            assert (other.base_url, other.model, other.temperature) == (server.base_url, server.model, 0.2)
            assert (other.context_window, other.tools_found) == (None, None), "these are the other model's"
            assert found.settings_of("mine") is mine
            await world.close()

    run_async(body())


@pytest.mark.parametrize("width", [300, 320, 380, 440, 700])
def test_picker_stays_within_the_chat(width: int, tmp_path: Path, run_async: Run) -> None:
    def run(picker: ModelPicker, world: World) -> None:
        panel: QWidget = world.panel
        panel.resize(width, 420)
        picker._place()
        assert panel.rect().contains(picker.geometry())
        assert picker.y() >= world.panel.header.height()
        assert not picker.grab().isNull()

    filled(run, tmp_path, run_async)
