"""The settings file: what is read, what is refused, what is kept."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axon_desktop import settings as module
from axon_desktop.errors import SettingsError
from axon_desktop.settings import (
    ChangedKeys,
    FolderRule,
    LimitSettings,
    Settings,
    effective_limits,
    load,
    save,
)


def test_load_gives_defaults_without_a_file(tmp_path: Path) -> None:
    loaded = load(tmp_path / "none.json")

    assert loaded.model.provider == "offline"
    assert loaded.safety.mode == "ask"
    assert (loaded.limits.confirm_round, loaded.limits.max_rounds) == (5, 10)


def test_save_and_load_give_equal_settings(tmp_path: Path) -> None:
    settings = Settings()
    settings.general.theme = "dark"
    settings.model.temperature = 0.3
    settings.safety.rules.append(FolderRule("abc", "日记", allow=True))

    save(settings, tmp_path / "deep" / "settings.json")

    assert load(tmp_path / "deep" / "settings.json") == settings


def test_save_keeps_keys_of_other_versions(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"general": {"theme": "dark", "later": 1}, "mcp": {"servers": []}}', encoding="utf-8")

    save(load(file), file)

    kept = json.loads(file.read_text(encoding="utf-8"))
    assert kept["general"]["later"] == 1
    assert kept["mcp"] == {"servers": []}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("{", "not valid JSON"),
        ("[]", "must hold a JSON object"),
        ('{"general": {"theme": "blue"}}', "theme"),
        ('{"limits": {"tool_timeout": -1}}', "tool_timeout"),
        ('{"model": {"temperature": "hot"}}', "temperature"),
    ],
)
def test_load_says_what_is_wrong_and_what_to_do(tmp_path: Path, text: str, named: str) -> None:
    file = tmp_path / "settings.json"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(SettingsError) as caught:
        load(file)

    assert named in str(caught.value)
    assert "elete it" in str(caught.value)


@pytest.mark.parametrize(("old", "thinking"), [("deepseek-chat", False), ("deepseek-reasoner", True)])
def test_load_moves_retired_models_over(tmp_path: Path, old: str, thinking: bool) -> None:
    file = tmp_path / "settings.json"
    file.write_text(json.dumps({"model": {"provider": "deepseek", "model": old}}), encoding="utf-8")

    model = load(file).model

    assert model.model == ""
    assert model.thinking is thinking


def test_limits_take_the_environment_before_the_settings() -> None:
    environ = {
        "MCP_TOOL_CALL_TIMEOUT": "1500",
        "MCP_MAX_TOOL_CALLS_PER_ROUND": "3",
        "MCP_MAX_INTERACTION_ROUNDS": "4",
    }

    limits = effective_limits(Settings(), environ)

    assert limits == LimitSettings(tool_timeout=1.5, calls_per_round=3, confirm_round=4, max_rounds=10)


@pytest.mark.parametrize("value", ["many", "-1", "0"])
def test_limits_name_a_wrong_variable(value: str) -> None:
    with pytest.raises(SettingsError, match="MCP_MAX_TOOL_CALLS_PER_ROUND"):
        effective_limits(Settings(), {"MCP_MAX_TOOL_CALLS_PER_ROUND": value})


@given(st.binary(max_size=200))
def test_load_never_raises_anything_else(data: bytes) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "settings.json"
        file.write_bytes(data)
        try:
            load(file)
        except SettingsError as error:
            assert str(file) in str(error)  # noqa: PT017 - both outcomes are fine, other errors are not


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
