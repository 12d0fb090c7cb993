"""`axon mcp-servers`: what would be started is shown, and agreed to."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from axon_desktop.cli import main
from axon_desktop.mcp_host.config.approvals import Approvals
from axon_desktop.mcp_host.config.config import ServerConfig, config_file, save_configs

NOTES = ServerConfig(name="notes", command="uvx", args=("notes-server", "a b\u200b"), env={"TOKEN": "${secret}"})
FAR = ServerConfig(name="far", url="https://example.org/mcp", headers={"X-Team": "one"}, enabled=False)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO())


def agreed() -> list[str]:
    approvals = Approvals()
    approvals.load()
    return [config.name for config in (NOTES, FAR) if approvals.is_confirmed(config)]


def test_all_that_would_be_started_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mcp-servers"]) == 0
    assert capsys.readouterr().out == f"There are no MCP servers in {config_file()}.\n"
    save_configs([NOTES, FAR])
    assert main(["mcp-servers"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "notes  (not agreed to: it is not started)",
        "  command   uvx notes-server 'a b⟨U+200B⟩'",
        "  variable  TOKEN=${secret}",
        "  folder    ~",
        f"  hash      {NOTES.identity[:32]}",
        "far  (not agreed to: it is not started; switched off)",
        "  address   https://example.org/mcp",
        "  header    X-Team: one",
        f"  hash      {FAR.identity[:32]}",
    ]
    assert agreed() == []


def test_a_terminal_is_asked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    save_configs([NOTES, FAR])
    monkeypatch.setattr("sys.stdin", Terminal("y\n\n"))
    assert main(["mcp-servers"]) == 0
    assert agreed() == ["notes"]
    assert capsys.readouterr().err.count("[y/n]") == 2
    monkeypatch.setattr("sys.stdin", Terminal("yes\n"))
    assert main(["mcp-servers"]) == 0
    assert agreed() == ["notes", "far"]
    assert "notes  (agreed to)" in capsys.readouterr().out


def test_without_a_terminal_only_the_right_hash_agrees(capsys: pytest.CaptureFixture[str]) -> None:
    save_configs([NOTES, FAR])
    for name, mark in (("notes", FAR.identity), ("notes", NOTES.identity[:31]), ("nobody", NOTES.identity)):
        assert main(["mcp-servers", "--agree", name, mark]) == 1
    assert agreed() == []
    assert "Nothing was agreed to" in capsys.readouterr().err
    assert main(["mcp-servers", "--agree", "notes", NOTES.identity[:32]]) == 0
    assert agreed() == ["notes"]
