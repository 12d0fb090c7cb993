"""What must know Acme once its line and its module are there; `test_provider.py` runs this with both."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from axon_desktop.cli import main
from axon_desktop.diagnostics.doctor import run_checks
from axon_desktop.llm.factory import create_provider
from axon_desktop.llm.models import discovery
from axon_desktop.llm.models.probe import probe
from axon_desktop.net_address import host_of
from axon_desktop.options import apply_options, parse_options
from axon_desktop.settings import settings as settings_file
from axon_desktop.settings.keys import KeyStore, key_id
from axon_desktop.settings.settings import ModelSettings, Settings
from axon_desktop.ui.first_run.model_page import ModelPage as FirstRunPage
from axon_desktop.ui.model_picker.model_rows import model_rows
from axon_desktop.ui.model_picker.server_models import ModelServers
from axon_desktop.ui.settings.model.model_page import ModelPage
from tests.llm.loopback import Reply
from tests.llm.openai_server import OpenAIServer
from tests.ui.chat_world import Run, make_world, until
from tests.waiting import PATIENCE
from tests.where_to_add.acme_line import ACME

MODEL = ModelSettings(provider="acme")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the home of a user who has set up nothing, on a computer without model servers."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "axon"))
    monkeypatch.setattr(discovery, "PORTS", {})
    monkeypatch.setattr(discovery, "_SECONDS", PATIENCE)
    return tmp_path


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    """Return a server of Acme's."""
    with OpenAIServer() as server:
        yield server


@pytest.fixture
def keys(server: OpenAIServer) -> KeyStore:
    """Return the keys of somebody who has Acme's in the environment, for its own host and for the server."""
    at_server = ModelSettings(provider="acme", base_url=server.base_url)
    return KeyStore({"acme": server.key, key_id(at_server): server.key})


def test_settings_file_keeps_it_and_takes_its_new_model_for_a_retired_one() -> None:
    settings_file.save(Settings(model=MODEL, other_models=[ModelSettings(provider="acme", model="acme-0")]))
    problems: list[Exception] = []
    loaded = settings_file.load(on_problem=problems.append)
    assert (loaded.model, problems) == (MODEL, [])
    assert loaded.other_models == [ModelSettings(provider="acme", thinking=False)]
    settings_file.settings_file().write_text('{"model": {"provider": "acne"}}', "utf-8")
    settings_file.load(on_problem=problems.append)
    assert "“acme”" in str(problems[0])


def test_command_line_of_the_window_takes_it(capsys: pytest.CaptureFixture[str]) -> None:
    settings = Settings()
    apply_options(settings, parse_options(["--provider", "acme"]))
    assert settings.model.provider == "acme"
    with pytest.raises(SystemExit):
        parse_options(["--help"])
    assert "acme" in capsys.readouterr().out


def test_command_line_asks_it(
    home: Path, server: OpenAIServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ACME_API_KEY", server.key)
    monkeypatch.setenv("ACME_BASE_URL", server.base_url)
    server.script(Reply("Good morning"))
    place = ["--provider", "acme", "--base-url", server.base_url]
    assert main(["ask", "hello", "--vault", str(home), *place]) == 0
    assert "Good morning" in capsys.readouterr().out
    assert server.requests[-1].body["model"] == ACME.default_model
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "or ACME_API_KEY" in capsys.readouterr().out


def test_its_key_goes_to_its_servers_only(keys: KeyStore, server: OpenAIServer) -> None:
    assert keys.get(key_id(MODEL)) == server.key
    assert keys.variable("acme") == "ACME_API_KEY"
    assert key_id(ModelSettings(provider="acme", base_url="https://api.acme.example/v3")) == "acme"
    assert key_id(ModelSettings(provider="acme", base_url="https://proxy.example")) == "acme/proxy.example:443"


@pytest.mark.parametrize(
    "model",
    [MODEL, ModelSettings(provider="openai_compatible", base_url="https://api.acme.example/v2", model="acme-1")],
)
def test_factory_makes_it_also_for_who_only_knows_its_address(model: ModelSettings, keys: KeyStore) -> None:
    made = create_provider(model, keys)
    assert (made.name, made.model, made.context_window) == ("Acme", "acme-1", 64_000)
    assert model.provider_info.address_in("api.acme.example").startswith("https://api.acme.example/v")


def test_probe_and_doctor_ask_it(keys: KeyStore, server: OpenAIServer, monkeypatch: pytest.MonkeyPatch) -> None:
    server.script(Reply("ok"))
    model = ModelSettings(provider="acme", base_url=server.base_url)
    assert asyncio.run(probe(model, keys)).ok
    assert asyncio.run(probe(model, KeyStore({key_id(model): "sk-other"}))).code == "key"
    settings_file.save(Settings(model=model))
    found = {check.name: check for check in run_checks()}
    assert "acme" in found["Model"].found
    monkeypatch.setenv("ACME_API_KEY", server.key)
    monkeypatch.setenv("ACME_BASE_URL", server.base_url)
    assert any("ACME_API_KEY" in check.found + check.advice for check in run_checks())


def test_settings_offer_it_show_its_fields_and_test_it(
    qtbot: QtBot, run_async: Run, keys: KeyStore, server: OpenAIServer
) -> None:
    async def body() -> None:
        page = ModelPage(Settings(), keys)
        qtbot.addWidget(page)
        page.refresh_key()
        page.add.click()
        await until(lambda: any(action.text() == "Acme" for action in page.add_menu.actions()))
        next(action for action in page.add_menu.actions() if action.text() == "Acme").trigger()
        page.add_menu.close()
        form = page.form
        assert (form.provider.currentText(), page.active().provider) == ("Acme", "acme")
        assert (form.base_url.placeholderText(), form.model.placeholderText()) == (ACME.base_url, "acme-1")
        assert form.thinking.isVisibleTo(form)
        assert form.problem() is None
        cells = [cell.text() for column in range(3) if (cell := page.table.item(1, column)) is not None]
        assert cells == ["Acme · default", "api.acme.example/v2", "acme-1"]
        await until(lambda: "ACME_API_KEY" in form.key_row.place.text())
        server.script(Reply("ok"))
        form.base_url.setText(server.base_url)
        form.run_test()
        await until(lambda: "✓ Acme answers" in form.test_result.text())

    run_async(body())


def test_first_run_offers_it_and_chooses_it_for_its_key(qtbot: QtBot, keys: KeyStore) -> None:
    page = FirstRunPage(Settings(), KeyStore(), ports={})
    qtbot.addWidget(page)
    page.list.choose(MODEL)
    assert page.list.choice is not None
    assert page.list.choice.name == "Acme"
    assert "Needs a key from keys.acme.example." in page.list.choice.words
    given = FirstRunPage(Settings(), keys, ports={})
    qtbot.addWidget(given)
    assert given.list.value == MODEL
    assert "Axon uses the key in ACME_API_KEY." in given.fields.words.text()


def test_chat_and_model_picker_name_it(run_async: Run, keys: KeyStore, home: Path) -> None:
    async def body() -> None:
        settings = Settings(model=MODEL)
        world = make_world(home)
        world.session.reconfigure(settings, create_provider(MODEL, keys))
        assert world.panel.header.chip.accessibleName().find("Acme · acme-1") >= 0
        rows = model_rows(ModelServers(), settings, "")
        assert [row.offer.name for row in rows[:2]] == ["Acme", "acme-1"]
        await world.close()

    assert host_of(ACME.base_url) == ACME.host
    run_async(body())
