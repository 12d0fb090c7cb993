"""The settings file: what is read, what is refused, what is kept."""

import errno
import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.errors import SettingsError
from axon_desktop.llm.factory import create_provider
from axon_desktop.llm.providers import deepseek
from axon_desktop.llm.providers.deepseek import DeepSeekService
from axon_desktop.options import peek_look
from axon_desktop.settings import settings as module
from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import (
    ChangedKeys,
    FolderRule,
    LimitSettings,
    ModelSettings,
    Settings,
    ToolsFound,
    effective_limits,
    load,
    save,
    settings_file,
)
from axon_desktop.theme.look import Look


def test_load_gives_defaults_without_a_file(tmp_path: Path) -> None:
    loaded = load(tmp_path / "none.json")

    assert loaded.model.provider == "offline"
    assert loaded.safety.mode == "ask"
    assert (loaded.limits.confirm_round, loaded.limits.max_rounds) == (5, 10)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (
            {"general": {"theme": "gloomy"}},
            "general.theme cannot be “gloomy”. Allowed: “dark”, “light”, “system”. ",
        ),
        (
            {"general": {"notify": "so"}},
            "general.notify cannot be “so”. Allowed: true, false. The default is used",
        ),
        ({"model": {"temperature": 7}}, "model.temperature cannot be “7”. Allowed: 0–2. The default is used"),
        (
            {"limits": {"max_rounds": -3}},
            "limits.max_rounds cannot be “-3”. Allowed: 1–1000. The default is used",
        ),
        (
            {"other_models": [{}, {"provider": 5}]},
            "other_models[1].provider cannot be “5”. Allowed: “anthropic”, ",
        ),
        ({"limits": [1]}, "limits cannot be “[1]”. The default is used"),
        ({"general": {"last_vault": 5}}, "general.last_vault cannot be “5”. The default is used"),
        ({"general": {"theme": "x" * 900}}, "x…”. Allowed: "),
    ],
)
def test_value_that_cannot_be_is_named_with_its_line(tmp_path: Path, content: object, words: str) -> None:
    file = tmp_path / "settings.json"
    file.write_text("\n" + json.dumps(content), "utf-8")
    said: list[str] = []
    load(file, lambda problem: said.append(str(problem)))
    assert len(said) == 1
    assert words in said[0]
    assert said[0].startswith("Line 2: the setting ")
    assert said[0].endswith(" The default is used.")
    assert len(said[0]) < 300


def test_save_and_load_give_equal_settings(tmp_path: Path) -> None:
    settings = Settings()
    settings.general.theme = "dark"
    settings.model.temperature = 0.3
    settings.safety.rules.append(FolderRule("abc", "日记", allow=True))

    save(settings, tmp_path / "deep" / "settings.json")

    assert load(tmp_path / "deep" / "settings.json") == settings


def test_save_is_not_disturbed_by_another_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "settings.json"
    sync = os.fsync

    def sync_after_another_save(number: int) -> None:
        monkeypatch.setattr(os, "fsync", sync)
        other = Settings()
        other.general.theme = "light"
        save(other, file)
        assert load(file) == other
        sync(number)

    monkeypatch.setattr(os, "fsync", sync_after_another_save)
    settings = Settings()
    settings.general.theme = "dark"

    save(settings, file)

    assert load(file) == settings
    assert [found.name for found in tmp_path.iterdir()] == ["settings.json"]


def test_save_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings.json"
    save(Settings(), file)

    def fail(_number: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fail)
    settings = Settings()
    settings.general.theme = "dark"
    with pytest.raises(SettingsError, match="no space left"):
        save(settings, file)

    assert load(file) == Settings()
    assert [found.name for found in tmp_path.iterdir()] == ["settings.json"]


def test_lists_too_deep_to_be_read_are_damage_like_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path))
    file = settings_file()
    file.parent.mkdir(parents=True)
    file.write_text("[" * 100_000, encoding="utf-8")
    assert peek_look() == (Look(), "system")
    problems: list[SettingsError] = []
    assert load(on_problem=problems.append) == Settings()
    assert len(problems) == 1


def test_save_keeps_keys_of_other_versions(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"general": {"theme": "dark", "later": 1}, "mcp": {"servers": []}}', encoding="utf-8")

    save(load(file), file)

    kept = json.loads(file.read_text(encoding="utf-8"))
    assert kept["general"]["later"] == 1
    assert kept["mcp"] == {"servers": []}


@pytest.mark.parametrize(("old", "thinking"), [("deepseek-chat", False), ("deepseek-reasoner", True)])
def test_load_moves_retired_models_over(tmp_path: Path, old: str, thinking: bool) -> None:
    file = tmp_path / "settings.json"
    file.write_text(json.dumps({"model": {"provider": "deepseek", "model": old}}), encoding="utf-8")

    model = load(file).model

    assert model.model == ""
    assert model.thinking is thinking


@pytest.mark.parametrize("place", ["model", "other_models"])
@pytest.mark.parametrize(
    ("provider", "base_url", "name"),
    [
        ("deepseek", "", ""),
        ("deepseek", "https://api.deepseek.com/beta", ""),
        ("openai_compatible", "https://API.deepseek.com./v1", deepseek.DEFAULT_MODEL),
        ("openai_compatible", "http://192.168.1.5:8000/v1", "deepseek-reasoner"),
        ("openai_compatible", "https://api.deepseek.com.evil.net", "deepseek-reasoner"),
        ("openai_compatible", "http://[", "deepseek-reasoner"),
    ],
)
def test_only_names_that_deepseek_retired_are_moved_over(
    tmp_path: Path, provider: str, base_url: str, name: str, place: str
) -> None:
    file = tmp_path / "settings.json"
    model = {"provider": provider, "base_url": base_url, "model": "deepseek-reasoner", "thinking": False}
    file.write_text(json.dumps({place: model if place == "model" else [model]}), encoding="utf-8")

    settings = load(file)

    moved = settings.model if place == "model" else settings.other_models[0]
    assert (moved.model, moved.thinking) == (name, name != "deepseek-reasoner")
    if name != "deepseek-reasoner":
        made = create_provider(moved, KeyStore())
        assert isinstance(made, DeepSeekService)
        assert made.model == deepseek.DEFAULT_MODEL


def test_another_provider_gets_nothing_of_the_old_server() -> None:
    url = "http://192.168.1.5:8000/v1"
    old = ModelSettings(
        provider="openai_compatible",
        base_url=url,
        model="qwen3",
        protocol="text",
        tools_found=ToolsFound(url, "qwen3", "text"),
        thinking=False,
        temperature=0.2,
        max_tokens=500,
        stop=("END",),
        context_window=4096,
    )

    new = old.for_provider("deepseek")

    assert new == ModelSettings(provider="deepseek", thinking=False, temperature=0.2, stop=("END",))
    same = old.for_provider("openai_compatible")
    assert same == old
    assert same is not old


def test_limits_take_the_environment_before_the_settings() -> None:
    environ = {
        "MCP_TOOL_CALL_TIMEOUT": "1500",
        "MCP_MAX_TOOL_CALLS_PER_ROUND": "3",
        "MCP_MAX_INTERACTION_ROUNDS": "4",
    }

    limits = effective_limits(Settings(), environ)

    assert limits == LimitSettings(tool_timeout=1.5, calls_per_round=3, confirm_round=4, max_rounds=10)


@pytest.mark.parametrize("value", ["many", "-1", "0", "1.5", "101", "9" * 5000, "1e1"])
def test_limits_name_a_wrong_variable(value: str) -> None:
    with pytest.raises(SettingsError) as caught:
        effective_limits(Settings(), {"MCP_MAX_TOOL_CALLS_PER_ROUND": value})
    said = f"MCP_MAX_TOOL_CALLS_PER_ROUND={value}: this must be a whole number from 1 to 100."
    assert str(caught.value) == f"{said} Change it, or unset it."


@given(st.binary(max_size=200))
def test_load_never_fails(data: bytes) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "settings.json"
        file.write_bytes(data)
        assert isinstance(load(file), Settings)


def test_settings_file_is_in_the_config_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path))

    assert module.settings_file() == tmp_path / "config" / "settings.json"


def test_keys_that_are_reset_leave_the_file(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    settings = Settings()
    settings.shortcuts = [ChangedKeys("view.refresh", ("Ctrl+R",)), ChangedKeys("file.quit", ())]
    save(settings, file)
    assert load(file).shortcuts == settings.shortcuts
    settings.shortcuts = []
    save(settings, file)
    assert load(file).shortcuts == []
