"""Random turns on a copy of a vault, all taken back, all done again: is every byte, mode and attribute as it was?

python -m bench.undo_storm VAULT [--turns 1000] [--edits 200] [--commands 50] [--kill 300] [--seed 1]

A turn is one to five calls: create, overwrite, edit, append, move with all links, trash (the vault's own and the
system's), several notes at once. Turns go through the tools of one program that stays (`--turns`), and through
`axon tool` and `axon undo`, a process each (`--commands`). With `--edits`, another hand writes into the vault
between a turn and its undo: each of its lines must still stand somewhere. With `--kill`, so many processes are
killed at a random system call while they write, undo, redo or clear up, and a fresh one goes on; see
`undo_kills`. The last line has all figures; exit status 1 when anything differs.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from bench.killed_call import CAN_TRACE
from bench.undo_drivers import Commands, Driver, Staying
from bench.undo_kills import Kills
from bench.undo_turns import (
    choose_trash,
    differences,
    edit,
    missing_lines,
    notes_of,
    prepare,
    random_calls,
    snapshot,
)

_BATCH = 25
"""Turns that are done, then undone, then done again."""
_SHOWN = 50


@dataclass
class Figures:
    """What was done, and what differed."""

    turns: int = 0
    refused: int = 0
    """Turns that changed nothing, such as an edit of words that are there twice."""
    edited: int = 0
    """Turns with edits by another hand before their undo."""
    lines: int = 0
    conflicts: int = 0
    """Undos that were refused because of what the other hand wrote."""
    faults: list[str] = field(default_factory=list)


def run_batches(driver: Driver, root: Path, turns: int, random_: random.Random, figures: Figures) -> None:
    """Do turns in batches; each is taken back and done again, and compared both times."""
    number = 0
    while number < turns:
        before, done = snapshot(root), []
        for _ in range(min(_BATCH, turns - number)):
            number += 1
            choose_trash(root, random_.choice(("local", "system")))
            turn = driver.do(random_calls(random_, root, number))
            figures.turns += 1
            figures.refused += turn is None
            done += [turn] if turn is not None else []
        after = snapshot(root)
        undone = [driver.undo(turn) for turn in reversed(done)]
        figures.faults += differences(f"undo of {figures.turns}", before, snapshot(root))
        redone = [driver.undo(turn) for turn in reversed(undone) if turn is not None]
        figures.faults += differences(f"redo of {figures.turns}", after, snapshot(root))
        if None in undone or None in redone:
            figures.faults.append("an undo was refused though nobody else wrote")


def run_edits(driver: Driver, root: Path, edits: int, random_: random.Random, figures: Figures) -> None:
    """Do a turn, let another hand write, take the turn back: what that hand wrote stays."""
    while figures.edited < edits:
        number = 100_000 + figures.turns
        choose_trash(root, random_.choice(("local", "system")))
        turn = driver.do(random_calls(random_, root, number))
        figures.turns += 1
        if turn is None:
            figures.refused += 1
            continue
        chosen = random_.choices(notes_of(root), k=random_.randint(1, 3))
        lines = [edit(root, note, number, random_) for note in chosen]
        figures.edited += 1
        figures.lines += len(lines)
        figures.conflicts += driver.undo(turn) is None
        figures.faults += [f"a line of another hand is gone: {line}" for line in missing_lines(root, lines)]


def warm_up(folder: Path) -> None:
    """Load all that a turn needs, so that a forked process does not have to."""
    root = folder / "warm"
    root.mkdir()
    (root / "Note.md").write_text("[[Note]] the\n")
    program = Staying(root)
    for call in (
        ("edit_note", {"path": "Note.md", "old": "the", "new": "a"}),
        ("move_note", {"path": "Note.md", "to": "Moved/Note.md"}),
        ("trash_note", {"path": "Note.md"}),
    ):
        turn = program.do([call])
        assert turn is not None
        program.undo(turn)
    program.vault.close()


def main() -> int:
    """Run the command line; 0 when nothing differs."""
    parser = argparse.ArgumentParser(description="Random turns, taken back and done again.")
    parser.add_argument("vault", type=Path)
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("--edits", type=int, default=200, help="turns with edits by another hand")
    parser.add_argument("--commands", type=int, default=50, help="turns by commands of their own")
    parser.add_argument("--kill", type=int, default=300 if CAN_TRACE else 0, help="processes to be killed (Linux)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random_, figures = random.Random(options.seed), Figures()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="axon-undo-") as temp:
        os.environ["AXON_HOME"] = os.environ["XDG_DATA_HOME"] = str(Path(temp, "home"))
        root = prepare(options.vault, Path(temp))
        warm_up(Path(temp))
        staying = Staying(root)
        run_batches(staying, root, options.turns, random_, figures)
        run_edits(staying, root, options.edits, random_, figures)
        staying.vault.close()
        run_batches(Commands(root), root, options.commands, random_, figures)
        kills = Kills(root, random_)
        kills.run(options.kill)
    faults = figures.faults + kills.figures.faults
    for fault in faults[:_SHOWN]:
        print(f"MISS {fault}")
    each = ", ".join(f"{count} in {kind}" for kind, count in kills.figures.kills.items())
    print(
        f"undo_storm: {figures.turns} turns ({figures.refused} changed nothing), {figures.edited} with"
        f" {figures.lines} lines by another hand ({figures.conflicts} undos refused because of them),"
        f" {sum(kills.figures.kills.values())} kills ({each or 'none'}) with {kills.figures.lines} such lines:"
        f" {len(faults)} differences in {time.monotonic() - begun:.0f} s"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
