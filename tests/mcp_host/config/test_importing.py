"""Files of other programs: what would be added is reported, nothing is run."""

import json
from pathlib import Path

import pytest

from axon_desktop.errors import SettingsError
from axon_desktop.mcp_host.config.config import ServerConfig
from axon_desktop.mcp_host.config.importing import default_config_files, fill, find_servers


def write(folder: Path, content: object) -> Path:
    file = folder / "mcp.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content))
    return file


def test_claude_desktop_is_read(tmp_path: Path) -> None:
    entry = {"command": "npx", "args": ["-y", "pkg", "a b"], "env": {"K": "v", "PORT": 3000}, "icon": "x"}
    found = find_servers(write(tmp_path, {"mcpServers": {"files": entry}, "globalShortcut": ""}))
    assert found.problems == ()
    (server,) = found.servers
    env = {"K": "v", "PORT": "3000"}
    assert server.config == ServerConfig(name="files", command="npx", args=("-y", "pkg", "a b"), env=env)
    assert server.shown == "npx -y pkg 'a b'"


def test_cursor_and_claude_code_are_read(tmp_path: Path) -> None:
    servers = {
        "remote": {"url": "https://x.org/mcp", "headers": {"Authorization": "Bearer t"}},
        "typed": {"type": "http", "url": "https://y.org/mcp"},
        "env": {
            "command": "${HOME_OF_TOOLS}/run",
            "args": ["${env:USER}", "~/notes", "${LANG:-C}"],
            "disabled": True,
        },
    }
    found = find_servers(write(tmp_path, {"mcpServers": servers}))
    remote, typed, env = (server.config for server in found.servers)
    assert (remote.url, remote.headers) == ("https://x.org/mcp", {"Authorization": "Bearer t"})
    assert (typed.kind, typed.url) == ("http", "https://y.org/mcp")
    assert env.command == "${env:HOME_OF_TOOLS}/run"
    assert env.args == ("${env:USER}", str(Path.home() / "notes"), "${env:LANG}")
    assert env.enabled is False


def test_vs_code_is_read_with_comments_inputs_and_files_of_variables(tmp_path: Path) -> None:
    (tmp_path / "my.env").write_text('# mine\nexport TOKEN="a b"\nEMPTY=\nHOST=h # where\n')
    text = """{
      // what the user is asked
      "inputs": [
        {"type": "promptString", "id": "key", "description": "API key", "password": true},
        {"type": "promptString", "id": "city", "description": "City", "default": "Taipei", "password": false},
      ],
      "servers": {
        "weather": {
          "type": "stdio", "command": "node", /* of course */
          "args": ["${workspaceFolder}/server.js", "--city=${input:city}", "// no comment"],
          "env": {"KEY": "${input:key}"}, "envFile": "my.env",
        },
      },
    }"""
    (server,) = find_servers(write(tmp_path, text)).servers
    assert server.config.args[2] == "// no comment"
    assert [(wanted.id, wanted.secret, wanted.default) for wanted in server.inputs] == [
        ("city", False, "Taipei"),
        ("key", True, ""),
    ]
    assert any("workspaceFolder" in note for note in server.notes)
    config = fill(server, {"key": "s3cret", "city": "Hualien"})
    assert config.args[1] == "--city=Hualien"
    assert config.env == {"TOKEN": "a b", "EMPTY": "", "HOST": "h", "KEY": "s3cret"}


def test_settings_of_vs_code_hold_servers_deeper(tmp_path: Path) -> None:
    found = find_servers(write(tmp_path, {"editor.fontSize": 12, "mcp": {"servers": {"a": {"command": "x"}}}}))
    assert [server.config.name for server in found.servers] == ["a"]


def test_entries_that_cannot_be_used_are_named_and_the_others_stay(tmp_path: Path) -> None:
    servers = {
        "old": {"type": "sse", "url": "https://x.org/sse"},
        "none": {},
        "list": [],
        "good": {"command": "x"},
        "thief": {"command": "x", "env": {"A": "${secret}"}},
    }
    found = find_servers(write(tmp_path, {"mcpServers": servers}))
    assert [server.config.name for server in found.servers] == ["good"]
    assert len(found.problems) == 4
    for name, text in zip(("old", "none", "list", "thief"), found.problems, strict=True):
        assert text.startswith(f"Server “{name}” ")


def test_our_own_settings_are_not_taken_from_a_file(tmp_path: Path) -> None:
    entry = {"command": "x", "axon": {"readingTools": ["delete_everything"], "alwaysLoad": True}}
    (server,) = find_servers(write(tmp_path, {"mcpServers": {"a": entry}})).servers
    assert server.config == ServerConfig(name="a", command="x")


@pytest.mark.parametrize("content", ["{", "[]", '{"a": 1}', "/*" * 1000, "\ufeff", '{"mcpServers": 1}'])
def test_a_damaged_file_is_explained(tmp_path: Path, content: str) -> None:
    with pytest.raises(SettingsError, match=r"mcp\.json"):
        find_servers(write(tmp_path, content))


def test_a_file_that_is_not_there_is_explained(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="Cannot read"):
        find_servers(tmp_path / "no.json")


def test_reading_starts_nothing(tmp_path: Path) -> None:
    trace = tmp_path / "started"
    entry = {"command": "touch", "args": [str(trace)], "cwd": str(tmp_path)}
    assert find_servers(write(tmp_path, {"mcpServers": {"a": entry}})).servers
    assert not trace.exists()


def test_files_of_other_programs_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    claude = tmp_path / ".config" / "Claude" / "claude_desktop_config.json"
    for file in (claude, tmp_path / ".cursor" / "mcp.json"):
        file.parent.mkdir(parents=True)
        file.write_text("{}")
    assert default_config_files() == [("Claude Desktop", claude), ("Cursor", tmp_path / ".cursor" / "mcp.json")]
