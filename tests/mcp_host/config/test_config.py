"""The file of servers: what is read, what is preserved, and what must never be in it."""

import json
import os
import re
from pathlib import Path

import pytest

from axon_desktop.errors import KeyStoreError, SettingsError
from axon_desktop.mcp_host.config.config import ServerConfig, config_file, load_configs, save_configs
from axon_desktop.mcp_host.config.server_secrets import (
    MissingSecretError,
    forget_secrets,
    hide_secrets,
    looks_secret,
    reveal_secrets,
)
from axon_desktop.settings.keys import KeyStore
from tests.mcp_host.scenes import MemoryBackend, make_keys

TIME = ServerConfig(name="time", command="uvx", args=("mcp-server-time", "--local-timezone=Asia/Taipei"))
REMOTE = ServerConfig(name="far away", url="https://example.org/mcp", headers={"X-Team": "notes"})


def test_servers_come_back_as_they_were_saved(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "mcp.json"
    mine = ServerConfig(
        name="files",
        command="npx",
        args=("-y", "server"),
        env={"DEBUG": "1"},
        cwd="~/notes",
        enabled=False,
        timeout=90.0,
        disabled=("write_file",),
        reading=("read_file",),
        always_load=True,
    )
    save_configs([TIME, REMOTE, mine], file)
    assert load_configs(file) == [TIME, REMOTE, mine]
    assert os.name != "posix" or file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["mcp.json"]


def test_two_windows_that_save_at_once_do_not_disturb_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mcp.json"
    sync = os.fsync

    def sync_after_the_other_window(number: int) -> None:
        monkeypatch.setattr(os, "fsync", sync)
        save_configs([REMOTE], file)
        assert load_configs(file) == [REMOTE]
        sync(number)

    monkeypatch.setattr(os, "fsync", sync_after_the_other_window)
    save_configs([TIME], file)
    assert load_configs(file) == [TIME]
    assert [path.name for path in tmp_path.iterdir()] == ["mcp.json"]


def test_keys_that_axon_does_not_know_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    entry = {"command": "old", "gallery": {"a": [1]}, "axon": {"color": "red", "disabledTools": ["x"]}}
    file.write_text(json.dumps({"theirs": 1, "mcpServers": {"time": entry, "other": {"command": "x"}}}))
    save_configs([TIME], file)
    raw = json.loads(file.read_text())
    assert raw["theirs"] == 1
    assert raw["mcpServers"] == {
        "time": {"gallery": {"a": [1]}, "command": "uvx", "args": list(TIME.args), "axon": {"color": "red"}}
    }


def test_a_missing_file_has_no_servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path))
    assert load_configs() == []
    assert config_file() == tmp_path / "config" / "mcp.json"


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"mcpServers": []}',
        '{"mcpServers": {"a": 1}}',
        '{"mcpServers": {"a": {}}}',
        '{"mcpServers": {"a": {"command": 1}}}',
        '{"mcpServers": {"a": {"command": "x", "url": "https://x.org"}}}',
        '{"mcpServers": {"a": {"url": "file:///etc/passwd"}}}',
        '{"mcpServers": {"": {"command": "x"}}}',
        '{"mcpServers": {"a": {"command": "x", "env": [1]}}}',
        '{"mcpServers": {"a": {"command": "x", "axon": {"timeout": -1}}}}',
    ],
)
def test_a_damaged_file_is_explained_and_kept_when_another_takes_its_place(tmp_path: Path, text: str) -> None:
    file = tmp_path / "mcp.json"
    file.write_text(text)
    problems: list[SettingsError] = []
    assert load_configs(file, problems.append) == []
    assert re.search(r"mcp\.json.*(Mend|move|is used)", str(problems[0]))
    original = save_configs([TIME], file)
    assert TIME in load_configs(file)
    if text.startswith('{"mcpServers": {'):
        assert original is None
        held = json.loads(file.read_text())["mcpServers"]
        assert json.loads(text)["mcpServers"].items() <= held.items(), "what makes no sense is left to its owner"
    else:
        assert original is not None
        assert original.read_text() == text


def test_entry_that_makes_no_sense_costs_no_other(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    save_configs([TIME, REMOTE], file)
    good = file.read_text()
    file.write_text(good.replace('{\n    "', '{\n    "bad": {"command": 5},\n    "', 1))
    problems: list[SettingsError] = []
    assert load_configs(file, problems.append) == [TIME, REMOTE]
    assert len(problems) == 1
    assert "“bad”" in str(problems[0])
    file.write_text("// mine\n" + good.rstrip()[:-1] + ",}")
    assert load_configs(file, problems.append) == [TIME, REMOTE]
    assert len(problems) == 1


def test_file_that_ends_in_the_middle_gives_the_servers_before(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    save_configs([TIME, REMOTE], file)
    text = file.read_text()
    file.write_text(text[: text.index(REMOTE.url)])
    problems: list[SettingsError] = []
    assert load_configs(file, problems.append) == [TIME]
    assert problems


def test_address_of_a_server_is_read_as_people_write_it(tmp_path: Path) -> None:
    file = tmp_path / "mcp.json"
    file.write_text('{"mcpServers": {"a": {"url": "127.0.0.1:8000/mcp"}, "b": {"url": "mcp.example.org/x?y=1"}}}')
    assert [config.url for config in load_configs(file)] == [
        "http://127.0.0.1:8000/mcp",
        "https://mcp.example.org/x?y=1",
    ]


def test_the_exact_command_line_is_shown() -> None:
    config = ServerConfig(name="x", command="/opt/my tools/run", args=("a b", "$(rm -rf ~)", "c"))
    assert config.shown == "'/opt/my tools/run' 'a b' '$(rm -rf ~)' c"
    assert REMOTE.shown == "https://example.org/mcp"


def test_secrets_go_to_the_key_store_and_come_back(tmp_path: Path) -> None:
    backend = MemoryBackend()
    keys = KeyStore(backend=backend)
    config = ServerConfig(
        name="Git Hub",
        command="npx",
        env={"GITHUB_TOKEN": "ghp_0123456789abcdef", "DEBUG": "1", "PASSPHRASE": "two words, süß %20"},
    )
    hidden = hide_secrets(config, keys)
    assert hidden.env == {"GITHUB_TOKEN": "${secret}", "DEBUG": "1", "PASSPHRASE": "${secret}"}
    save_configs([hidden], tmp_path / "mcp.json")
    assert b"ghp_" not in (tmp_path / "mcp.json").read_bytes()
    assert len(backend.kept) == 2
    assert reveal_secrets(load_configs(tmp_path / "mcp.json")[0], KeyStore(backend=backend)) == config
    forget_secrets(hidden, keys)
    assert backend.kept == {}


def test_the_secret_of_a_header_is_kept_without_its_scheme() -> None:
    keys = make_keys()
    config = ServerConfig(
        name="far", url="https://x.org", headers={"Authorization": "Bearer abc.def", "Accept": "*"}
    )
    hidden = hide_secrets(config, keys)
    assert hidden.headers == {"Authorization": "Bearer ${secret}", "Accept": "*"}
    assert reveal_secrets(hidden, keys) == config
    assert keys.redact("sent Bearer abc.def") == "sent Bearer [key]"


def test_no_server_reads_the_secret_of_another() -> None:
    keys = make_keys()
    keys.set("deepseek", "sk-0123456789")
    hide_secrets(ServerConfig(name="bank", command="x", env={"TOKEN": "t0psecret"}), keys)
    for name in ("thief", "bank/env/TOKEN", "mcp/bank"):
        with pytest.raises(MissingSecretError, match="TOKEN"):
            reveal_secrets(ServerConfig(name=name, command="x", env={"TOKEN": "${secret}"}), keys)
    thief = ServerConfig(name="thief", command="x", env={"A": "${secret:deepseek}"})
    assert reveal_secrets(thief, keys) == thief


def test_variables_of_the_environment_are_filled_in() -> None:
    config = ServerConfig(name="x", command="x", env={"HOST": "https://${env:CITY}/"})
    assert reveal_secrets(config, make_keys(), {"CITY": "taipei"}).env == {"HOST": "https://taipei/"}
    with pytest.raises(MissingSecretError, match="CITY"):
        reveal_secrets(config, make_keys(), {})


def test_without_a_key_store_secrets_are_kept_for_this_run_only() -> None:
    class Refusing(MemoryBackend):
        def set_password(self, service: str, username: str, password: str) -> None:
            raise OSError("locked")

    keys = KeyStore(backend=Refusing())
    config = ServerConfig(name="x", command="x", env={"API_KEY": "abcdefgh"})
    with pytest.raises(KeyStoreError):
        hide_secrets(config, keys)
    assert reveal_secrets(hide_secrets(config, keys, remember=False), keys) == config


@pytest.mark.parametrize(
    ("name", "value", "secret"),
    [
        ("GITHUB_TOKEN", "x", True),
        ("OPENAI_API_KEY", "x", True),
        ("DB", "postgres://me:pw@host/db", True),
        ("WHATEVER", "a8f5f167f44f4964e6c998dee827110c", True),
        ("HOME_PAGE", "https://example.org/a/b", False),
        ("KEYBOARD", "dvorak", False),
        ("MEMORY_FILE_PATH", "/home/me/memory.json", False),
        ("TOKEN", "${env:TOKEN}", False),
        ("TOKEN", "", False),
    ],
)
def test_secrets_are_known_by_name_or_form(name: str, value: str, secret: bool) -> None:
    assert looks_secret("env", name, value) is secret
