"""Whoever does turns and takes them back: the tools of one program that stays, or the `axon` command."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from axon_desktop import cli
from axon_desktop.errors import JournalError, VaultError
from axon_desktop.llm.messages import ToolCall
from axon_desktop.tools import ToolManager
from axon_desktop.vault import Vault
from axon_desktop.vault.history.changes import ChangePreview, Proposal
from bench.undo_turns import BULK, Call


class Driver(Protocol):
    """Whoever does turns and takes them back."""

    def do(self, calls: Sequence[Call]) -> str | None:
        """Do one turn; return its id, None when nothing was changed."""

    def undo(self, turn: str) -> str | None:
        """Take a turn back; return the id of the undo, None when that was refused."""


class Staying:
    """One program that stays: the tools and the vault, as the window has them."""

    def __init__(self, root: Path) -> None:
        self.vault = Vault(root)
        self.vault.open()
        self._number = 0

    def do(self, calls: Sequence[Call]) -> str | None:
        """Do one turn of several calls."""
        self._number += 1
        turn = f"turn-{self._number}"
        return turn if any(self.call_all(turn, calls)) else None

    def call_all(self, turn: str, calls: Sequence[Call]) -> list[bool]:
        """Do the calls of a turn, in a conversation of its own; tell of each whether it changed anything."""
        tools = ToolManager(self.vault)
        tools.begin_turn(turn, "a random turn")
        return [
            self._bulk(turn, **params)
            if name == BULK
            else asyncio.run(tools.execute(ToolCall(name, params))).change_id is not None
            for name, params in calls
        ]

    def _bulk(self, turn: str, *, notes: list[str], line: str, new: str) -> bool:
        """Append a line to several notes and make one, together."""
        try:
            changes = [self.vault.preview(note, f"\n{line}\n", "append") for note in notes]
            changes = [change for change in changes if change.before is not None]
            changes.append(ChangePreview(new, None, line.encode(), "overwrite"))
            self.vault.apply_all(Proposal("write", changes[0].path, tuple(changes)), turn=turn, title="bulk")
        except VaultError:
            return False
        return True

    def undo(self, turn: str) -> str | None:
        """Take a turn back."""
        try:
            changes = self.vault.undo_turn(turn)
        except JournalError:
            return None
        return self.vault.journal.change(changes[0].id).turn if changes else None


class Commands:
    """`axon tool` and `axon undo`: a process for each call."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}

    def _axon(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "axon_desktop.cli", *arguments, "--vault", str(self._root)],
            env=self._environment,
            capture_output=True,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
            check=False,
        )

    def do(self, calls: Sequence[Call]) -> str | None:
        """Do the first of the calls that is a tool's, which is a turn of its own."""
        call = next((call for call in calls if call[0] != BULK), None)
        if call is None:
            return None
        done = self._axon("tool", call[0], json.dumps(call[1], ensure_ascii=False))
        return self._newest() if done.returncode == 0 else None

    def undo(self, turn: str) -> str | None:
        """Take a turn back by its id."""
        return self._newest() if self._axon("undo", "--turn", turn).returncode == 0 else None

    def _newest(self) -> str:
        lines = self._axon("undo", "--list").stdout.splitlines()
        return next(line for line in lines if not line.startswith((" ", "rescued"))).split()[0]


def undo_by_command(root: Path, turn: str) -> int:
    """Run `axon undo --turn` in this process; return its exit status."""
    with (
        Path(os.devnull).open("w", encoding="utf-8") as nothing,
        contextlib.redirect_stdout(nothing),
        contextlib.redirect_stderr(nothing),
    ):
        return cli.main(["undo", "--turn", turn, "--vault", str(root)])
