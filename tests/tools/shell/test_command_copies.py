"""Commands that may write: what they change goes through the journal, and nothing else does."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from axon_desktop.errors import VaultError
from axon_desktop.llm.messages import ToolCall, ToolResult
from axon_desktop.tools import ToolManager
from axon_desktop.tools.shell import sandbox
from axon_desktop.tools.shell.command_copies import CommandCopies
from axon_desktop.vault import Vault
from tests.tools.desk import Desk


@pytest.fixture
def vault(desk: Desk) -> Vault:
    for name, text in {
        "Home.md": "home\n" * 10,
        "Notes/Plan.md": "plan\n" * 10,
        "Notes/deep/Far.md": "far\n",
        "Notes/.obsidian/data.json": "key\n",
        "Notes/pic.bin": "\0\1\2",
    }.items():
        file = desk.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return Vault(desk.root, data_dir=desk.root.parent / "data")


def _run(vault: Vault, script: str, *writes: str) -> ToolResult:
    if sandbox.find().kind != "bubblewrap":
        pytest.skip("bubblewrap does not work here")
    (vault.root / "do.sh").write_text(script)
    manager = ToolManager(vault, commands=True)
    manager.begin_turn("turn", "run it")
    params: dict[str, Any] = {"command": ["sh", "do.sh"], "writes": list(writes)}
    return asyncio.run(manager.execute(ToolCall("run_command", params)))


def _tree(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_what_a_command_writes_is_journaled_and_can_be_undone(vault: Vault) -> None:
    (vault.root / "do.sh").write_text("")
    before = _tree(vault.root)
    script = (
        "echo more >> Notes/Plan.md; echo new > Notes/deep/New.md; echo page > Notes/page.html;"
        "echo x >> Home.md; echo x > Other.md"
    )
    result = _run(vault, script, "Notes")
    shape = json.loads(result.data or result.error or "")
    assert shape["written"] == ["Notes/Plan.md", "Notes/page.html", "Notes/deep/New.md"]
    assert shape["not_written"] == {}
    assert (vault.root / "Notes" / "Plan.md").read_text() == "plan\n" * 10 + "more\n"
    assert (vault.root / "Home.md").read_text() == "home\n" * 10
    assert not (vault.root / "Other.md").exists()
    assert result.change_id is not None
    vault.undo_turn("turn")
    after = _tree(vault.root)
    assert {**after, "do.sh": b""} == before


def test_one_file_alone_can_be_named(vault: Vault) -> None:
    script = "tr a-z A-Z < Home.md > x; mv Home.md y; printf 'HOME\\n%.0s' 1 2 3 4 5 6 7 8 9 > Home.md"
    shape = json.loads(_run(vault, script, "Home.md").data or "")
    assert shape["written"] == ["Home.md"]
    assert not (vault.root / "x").exists()
    assert (vault.root / "Home.md").read_text() == "HOME\n" * 9


def test_what_would_be_asked_about_on_its_own_is_not_taken_over(vault: Vault) -> None:
    script = (
        ": > Notes/Plan.md; rm Notes/deep/Far.md; ln -s /etc/passwd Notes/link.md; mkfifo Notes/pipe.md;"
        "mkdir Notes/.git; echo x > Notes/.git/config; ls -A Notes;"
        "printf '```dataviewjs\\nx\\n```\\n' > Notes/Code.md; echo good > Notes/Good.md; echo bad > 'Notes/a:b.md'"
    )
    before = _tree(vault.root)
    shape = json.loads(_run(vault, script, "Notes").data or "")
    assert ".obsidian" not in shape["stdout"]
    assert shape["written"] == ["Notes/Good.md"]
    refused = shape["not_written"]
    assert refused.keys() == {
        "Notes/Plan.md", "Notes/deep/Far.md", "Notes/link.md", "Notes/pipe.md", "Notes/Code.md", "Notes/a:b.md",
    }  # fmt: skip
    assert "empty" in refused["Notes/Plan.md"]
    assert "deleted" in refused["Notes/deep/Far.md"]
    assert "code" in refused["Notes/Code.md"]
    assert _tree(vault.root) == before | {"Notes/Good.md": b"good\n", "do.sh": script.encode()}


def test_nothing_is_taken_over_from_a_command_that_had_to_be_ended(vault: Vault) -> None:
    if sandbox.find().kind != "bubblewrap":
        pytest.skip("bubblewrap does not work here")
    (vault.root / "do.sh").write_text("echo more >> Home.md; sleep 30")
    params = {"command": ["sh", "do.sh"], "writes": ["Home.md"], "timeout": 1}
    result = asyncio.run(ToolManager(vault, commands=True).execute(ToolCall("run_command", params)))
    assert "took longer" in (result.error or "")
    assert (vault.root / "Home.md").read_text() == "home\n" * 10


def test_a_note_that_changed_meanwhile_is_kept(vault: Vault) -> None:
    copies = CommandCopies(vault, ["Home.md", "Notes/Plan.md"])
    for place, copy in copies.places.items():
        copy.write_text(copy.read_text() + f"by a command to {place.name}\n")
    (vault.root / "Home.md").write_text("by somebody else\n")
    proposal, refused = copies.collect()
    copies.close()
    assert refused == {}
    assert proposal is not None
    before = _tree(vault.root)
    with pytest.raises(VaultError):
        vault.apply_all(proposal, turn="turn")
    assert _tree(vault.root) == before


@pytest.mark.parametrize(
    "path", ["", "/", ".", "..", "../x", "/etc", "~", ".obsidian", "Notes/.obsidian", "out", "leads", "leads/x",
             "No such.md", "No such folder/", "Notes/../..", "a\0b"],
)  # fmt: skip
def test_what_may_not_be_named_is_refused(vault: Vault, path: str) -> None:
    (vault.root.parent / "secret.md").write_text("secret\n")
    (vault.root / "out").symlink_to(vault.root.parent / "secret.md")
    (vault.root / "leads").symlink_to(vault.root.parent)
    result = _run(vault, "true", *([path] if path else ["Home.md", "/"]))
    assert not result.success


def test_a_sandbox_without_copies_says_so_before_anybody_is_asked(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "find", lambda: sandbox.SandboxStatus("landlock", ()))
    call = ToolCall("run_command", {"command": "ls", "writes": ["Home.md"]})
    refused = ToolManager(vault, commands=True).check(call)
    assert refused is not None
    assert "Not allowed: without bubblewrap" in (refused.error or "")
