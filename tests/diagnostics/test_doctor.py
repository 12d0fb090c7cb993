from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from axon_desktop import cli
from axon_desktop.diagnostics.doctor import Check, check_model, check_sandbox, run_checks
from axon_desktop.settings import settings
from axon_desktop.settings.settings import ModelSettings, Settings
from axon_desktop.tools.sandbox.self_test import SelfTest
from axon_desktop.tools.shell import run_command, sandbox
from axon_desktop.vault.files import atomic_rename
from axon_desktop.vault.files.atomic_rename import SwapUnsupportedError
from tests.llm.loopback import Reply
from tests.llm.openai_server import OpenAIServer


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path))
    monkeypatch.setenv("OPENAI_API_KEY", OpenAIServer.key)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
    with OpenAIServer(strict=True) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        yield server


def check(model: ModelSettings, *, ask: bool = True) -> Check:
    settings.save(Settings(model=model))
    return next(check_model(ask=ask))


def test_model_is_asked_only_on_request(server: OpenAIServer) -> None:
    model = ModelSettings(provider="openai_compatible", base_url=server.base_url, model=server.model)
    quiet = check(model, ask=False)
    assert (quiet.state, "--test-model" in quiet.advice, server.requests) == ("good", True, [])
    server.script(Reply("ok"))
    asked = check(model)
    assert (asked.state, asked.advice) == ("good", "")
    assert "answers within" in asked.found


@pytest.mark.parametrize(
    ("replies", "state", "words"),
    [
        ([Reply(calls=[("read_note", {"path": "Shopping"})])], "good", "native calls work"),
        (
            [Reply("Milk."), Reply('```json:tool\n{"tool": "read_note", "params": {"path": "a"}}\n```')],
            "good",
            "text",
        ),
        ([Reply("Milk."), Reply("Milk.")], "warning", "did not manage a tool call"),
        ([], "warning", "not found out"),
    ],
)
def test_tools_of_an_unknown_model_are_tried(
    server: OpenAIServer, replies: list[Reply], state: str, words: str
) -> None:
    server.script(Reply("ok"), *replies)
    model = ModelSettings(provider="openai_compatible", base_url=server.base_url, model=server.model)
    settings.save(Settings(model=model))
    answers, tools = check_model(ask=True)
    assert (answers.name, answers.state, tools.name, tools.state) == ("Model", "good", "Tools", state)
    assert words in tools.found


def test_model_that_is_not_there_comes_with_those_that_are(server: OpenAIServer) -> None:
    found = check(ModelSettings(provider="openai_compatible", base_url=server.base_url, model="gpt-4"))
    assert found.state == "bad"
    assert found.advice == f"Choose one of these: {server.model}"


def test_model_without_key_says_where_to_enter_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with OpenAIServer() as server:
        found = check(ModelSettings(provider="openai_compatible", base_url=server.base_url, model=server.model))
    assert found.state == "bad"
    assert "OPENAI_API_KEY" in found.advice


def test_deepseek_key_alone_makes_deepseek_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    assert check(ModelSettings()).found == "offline"
    monkeypatch.setenv("DEEPSEEK_API_KEY", "sk-canary-canary")
    assert check(ModelSettings(), ask=False).found == "deepseek, by the key in DEEPSEEK_API_KEY"
    assert check(ModelSettings(decided=True)).found == "offline"
    assert check(ModelSettings(provider="anthropic"), ask=False).found == "anthropic"


def test_offline_provider_has_nothing_to_ask() -> None:
    assert check(ModelSettings()) == Check("Model", "good", "offline")


def test_damaged_settings_are_named_with_their_line_and_the_rest_of_them_holds() -> None:
    settings.settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings.settings_file().write_text('{"model": {"provider": "deepseek"},\n"general": {"theme": "gloomy"}}')
    assert [found.found for found in check_model(ask=False)] == ["deepseek"]
    said = next(found for found in run_checks() if found.name == "Settings")
    assert said.state == "bad"
    assert "Line 2: the setting general.theme" in said.found


@pytest.mark.parametrize(
    ("finding", "state", "found", "advice"),
    [
        (
            sandbox.SandboxStatus("bubblewrap", (("bubblewrap", SelfTest(True, ("connect",))),)),
            "good",
            "of 1 forbidden",
            "",
        ),
        (
            sandbox.SandboxStatus(
                "landlock", (("bubblewrap", SelfTest(False, problem="gone")), ("landlock", SelfTest(True)))
            ),
            "good",
            "landlock",
            "bubblewrap: gone",
        ),
        (
            sandbox.SandboxStatus(None, (("landlock", SelfTest(False, broke=("read_home",))),)),
            "warning",
            "read_home",
            "asks",
        ),
    ],
)
def test_sandbox_is_named_with_what_was_found_out(
    finding: sandbox.SandboxStatus, state: str, found: str, advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "find", lambda: finding)
    check = check_sandbox()
    assert (check.name, check.state) == ("Sandbox", state)
    assert found in check.found
    assert advice in check.advice


def test_every_problem_says_how_to_mend_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "data").write_text("a file where a folder should be")
    checks = run_checks(tmp_path / "no vault")
    problems = [one for one in checks if one.state != "good"]
    assert {"Data folder", "Vault"} <= {one.name for one in problems if one.state == "bad"}
    assert [one.name for one in problems if not one.advice] == []


def test_last_line_says_whether_axon_works_here(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = tmp_path / "vault"
    root.mkdir()
    code = cli.main(["doctor", "--vault", str(root)])
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("Axon works here.") is (code == 0)
    assert cli.main(["doctor", "--vault", str(tmp_path / "no vault")]) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    assert "failed: do what is said below each FAIL" in last


def test_help_of_the_command_line_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert 'axon ask "list /" --vault ~/Notes' in said
    assert max(map(len, said.splitlines())) <= 100


def test_windows_is_offered_no_commands_and_no_advice_for_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_command, "HAS_COMMANDS", False)
    assert (check_sandbox().state, check_sandbox().advice) == ("good", "")
    assert "not offered" in check_sandbox().found


@pytest.mark.parametrize(
    ("links", "said"), [(True, "may be lost, if it saves by renaming."), (False, "has no hard links")]
)
def test_what_a_disk_cannot_do_is_said(
    links: bool, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise SwapUnsupportedError("not here")

    monkeypatch.setattr(atomic_rename, "exchange", refuse)
    if not links:
        monkeypatch.setattr(Path, "hardlink_to", refuse)
    found = next(one for one in run_checks(vault=tmp_path) if one.name == "Vault")
    assert found.state == "warning"
    assert said in found.advice
