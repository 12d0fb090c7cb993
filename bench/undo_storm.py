"""Random turns on a copy of a vault, all taken back, all done again: is every byte, mode and attribute as it was?

python -m bench.undo_storm VAULT [--turns 1000] [--edits 200] [--commands 50] [--seed 1]

Turns go through the tools of one program that stays (`--turns`), and through `axon tool` and `axon undo`, a
process each (`--commands`). With `--edits`, another hand writes into the vault between a turn and its undo: each
of its lines must still stand somewhere. Exit status 1 when anything differs.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from axon_desktop.errors import JournalError
from axon_desktop.llm.messages import ToolCall
from axon_desktop.tools import ToolManager
from axon_desktop.vault import Vault

_BATCH = 25
"""Turns that are done, then undone, then done again."""
_WORDS = (
    "tea",
    "rain",
    "house",
    "计划",
    "笔记",
    "garden",
    "the",
    "ünïcode",
    "星期",
    "[[Home]]",
    "#tag",
    "- [ ] task",
)
_ENDS = ("\n", "\r\n", "")

Call = tuple[str, dict[str, Any]]


@dataclass
class Figures:
    """What was done, and what differed."""

    turns: int = 0
    refused: int = 0
    """Calls that the tools did not do, such as an edit of a line that is there twice."""
    edits: int = 0
    conflicts: int = 0
    """Undos that were refused because of what the other hand wrote."""
    faults: list[str] = field(default_factory=list)


class Driver(Protocol):
    """Whoever does turns and takes them back."""

    def do(self, calls: list[Call]) -> str | None:
        """Do one turn; return its id, None when nothing was changed."""

    def undo(self, turn: str) -> str | None:
        """Take a turn back; return the id of the undo, None when that was refused."""


class Staying:
    """One program that stays: the tools and the vault, as the window has them."""

    def __init__(self, root: Path, home: Path) -> None:
        self.vault = Vault(root, data_dir=home / "data")
        self.vault.open()
        self._tools = ToolManager(self.vault)
        self._number = 0

    def do(self, calls: list[Call]) -> str | None:
        """Do one turn of several calls."""
        self._number += 1
        turn = f"turn-{self._number}"
        self._tools.begin_turn(turn, "a random turn")
        results = [asyncio.run(self._tools.execute(ToolCall(tool, params))) for tool, params in calls]
        return turn if any(result.change_id is not None for result in results) else None

    def undo(self, turn: str) -> str | None:
        """Take a turn back in the order in which a person would press Undo."""
        try:
            changes = self.vault.undo_turn(turn)
        except JournalError:
            return None
        return self.vault.journal.change(changes[0].id).turn if changes else None


class Commands:
    """`axon tool` and `axon undo`: a process for each call."""

    def __init__(self, root: Path, home: Path) -> None:
        self._root = root
        self._environment = {**os.environ, "AXON_HOME": str(home), "PYTHONPATH": os.pathsep.join(sys.path)}

    def _axon(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "axon_desktop.cli", *arguments, "--vault", str(self._root)],
            env=self._environment,
            capture_output=True,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
            check=False,
        )

    def do(self, calls: list[Call]) -> str | None:
        """Do the first of the calls, which is a turn of its own."""
        tool, params = calls[0]
        done = self._axon("tool", tool, json.dumps(params, ensure_ascii=False))
        return self._newest() if done.returncode == 0 else None

    def undo(self, turn: str) -> str | None:
        """Take a turn back by its id."""
        return self._newest() if self._axon("undo", "--turn", turn).returncode == 0 else None

    def _newest(self) -> str:
        lines = self._axon("undo", "--list").stdout.splitlines()
        return next(line for line in lines if not line.startswith((" ", "rescued"))).split()[0]


def snapshot(root: Path) -> dict[str, tuple[object, ...]]:
    """Return mode, attributes and content of all that is in a vault, empty folders too."""
    found: dict[str, tuple[object, ...]] = {}
    for place, folders, files in os.walk(root):
        for name in (*folders, *files):
            path = Path(place, name)
            status = path.lstat()
            attributes = tuple(
                (key, os.getxattr(path, key, follow_symlinks=False))
                for key in sorted(os.listxattr(path, follow_symlinks=False))
            )
            content: object = None
            if path.is_symlink():
                content = str(path.readlink())
            elif path.is_file():
                content = hashlib.sha256(path.read_bytes()).hexdigest()
            found[str(path.relative_to(root))] = (status.st_mode, attributes, content)
    return found


def random_call(random_: random.Random, notes: list[str], number: int) -> Call:
    """Return one call that changes something, on notes that are there."""
    note = random_.choice(notes)
    text = "".join(
        " ".join(random_.choices(_WORDS, k=random_.randint(0, 9))) + random_.choice(_ENDS)
        for _ in range(random_.randint(1, 12))
    )
    kind = random_.choices(("create", "over", "append", "edit", "move", "trash"), (3, 2, 3, 3, 2, 1))[0]
    match kind:
        case "create":
            folder = random_.choice(("", "New/", "New/Deep/er/", "日记/"))
            return "create_note", {"path": f"{folder}Note {number}", "content": text}
        case "over":
            return "create_note", {"path": note, "content": text}
        case "append":
            return "create_note", {"path": note, "content": text, "mode": "append"}
        case "edit" if random_.random() < 0.3:
            return "edit_note", {"path": note, "old": "the", "new": f"the {number}"}
        case "edit":
            return "edit_note", {"path": note, "heading": "", "content": text, "position": "end"}
        case "move":
            return "move_note", {"path": note, "to": f"Moved {number % 7}/{Path(note).stem} {number}"}
        case _:
            return "trash_note", {"path": note}


def notes_of(root: Path) -> list[str]:
    """Return the vault paths of all notes."""
    found = (path.relative_to(root).as_posix() for path in root.rglob("*.md"))
    return sorted(path for path in found if not any(part.startswith(".") for part in path.split("/")))


def run_batches(driver: Driver, root: Path, turns: int, random_: random.Random, figures: Figures) -> None:
    """Do turns in batches; each is taken back and done again, and compared both times."""
    number = 0
    while number < turns:
        before, done = snapshot(root), []
        for _ in range(min(_BATCH, turns - number)):
            number += 1
            calls = [random_call(random_, notes_of(root), number) for _ in range(random_.choice((1, 1, 2, 5)))]
            turn = driver.do(calls)
            figures.turns += 1
            figures.refused += turn is None
            done += [turn] if turn is not None else []
        after = snapshot(root)
        undone = [driver.undo(turn) for turn in reversed(done)]
        figures.faults += differences("undo", before, snapshot(root))
        redone = [driver.undo(turn) for turn in reversed(undone) if turn is not None]
        figures.faults += differences("redo", after, snapshot(root))
        if None in undone or None in redone:
            figures.faults.append("an undo was refused though nobody else wrote")


def run_edits(driver: Driver, root: Path, edits: int, random_: random.Random, figures: Figures) -> None:
    """Do a turn, let another hand write, take the turn back: what that hand wrote stays."""
    for number in range(edits):
        notes = notes_of(root)
        turn = driver.do([random_call(random_, notes, 100_000 + number)])
        figures.turns += 1
        if turn is None:
            figures.refused += 1
            continue
        lines = [
            _edit(root, random_.choice(notes_of(root)), number, random_) for _ in range(random_.randint(1, 3))
        ]
        figures.edits += len(lines)
        time.sleep(0.001)
        figures.conflicts += driver.undo(turn) is None
        left = "\n".join(text.decode("utf-8", "replace") for text in _texts(root))
        figures.faults += [f"a line of another hand is gone: {line}" for line in lines if line not in left]


def _edit(root: Path, note: str, number: int, random_: random.Random) -> str:
    """Write a line of its own into a note, as another program does; return the line."""
    line = f"another hand {number} {random_.random()}"
    path = root / note
    parts = path.read_bytes().splitlines(keepends=True)
    at = random_.randint(0, len(parts))
    if at and not parts[at - 1].endswith(b"\n"):
        parts[at - 1] += b"\n"
    path.write_bytes(b"".join([*parts[:at], line.encode() + b"\n", *parts[at:]]))
    return line


def _texts(root: Path) -> Iterator[bytes]:
    for path in root.rglob("*.md"):
        yield path.read_bytes()


def differences(
    step: str, wanted: dict[str, tuple[object, ...]], found: dict[str, tuple[object, ...]]
) -> list[str]:
    """Say what is not as it was."""
    faults = []
    for path in sorted(wanted.keys() | found.keys()):
        if wanted.get(path) != found.get(path):
            kind = "gone" if path not in found else "new" if path not in wanted else "not the same"
            faults.append(f"after {step}: {path} is {kind}")
    return faults


def prepare(vault: Path, folder: Path) -> Path:
    """Copy a vault, with a trash of its own, odd modes and attributes."""
    root = folder / "vault"
    shutil.copytree(vault, root)
    settings = root / ".obsidian"
    settings.mkdir(exist_ok=True)
    (settings / "app.json").write_text('{"trashOption": "local"}', "utf-8")
    for number, note in enumerate(notes_of(root)):
        (root / note).chmod((0o644, 0o600, 0o664, 0o640)[number % 4])
        if number % 3 == 0:
            os.setxattr(root / note, "user.color", f"{number}".encode())
    return root


def main() -> int:
    """Run the command line; 0 when nothing differs."""
    parser = argparse.ArgumentParser(description="Random turns, taken back and done again.")
    parser.add_argument("vault", type=Path)
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--commands", type=int, default=50, help="turns by commands of their own")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random_, figures = random.Random(options.seed), Figures()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="axon-undo-") as temp:
        root = prepare(options.vault, Path(temp))
        staying = Staying(root, Path(temp, "home"))
        run_batches(staying, root, options.turns, random_, figures)
        run_edits(staying, root, options.edits, random_, figures)
        staying.vault.close()
        run_batches(Commands(root, Path(temp, "home")), root, options.commands, random_, figures)
    for fault in figures.faults[:50]:
        print(f"MISS {fault}")
    print(
        f"{figures.turns} turns ({figures.refused} changed nothing), {figures.edits} lines by another hand,"
        f" {figures.conflicts} undos refused because of them: {len(figures.faults)} differences"
        f" in {time.monotonic() - begun:.0f} s"
    )
    return 1 if figures.faults else 0


if __name__ == "__main__":
    sys.exit(main())
