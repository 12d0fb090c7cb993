"""Turns whose process is killed at a random system call, while it writes, undoes or redoes; a fresh one goes on.

Each cycle does one turn undisturbed, to know how the vault has to look before and after it, and takes it back.
Then the same turn is killed, gone on with by a fresh process, undone with a kill, and redone with a kill: each
time the fresh process must come to exactly the same vault. In some cycles another hand writes right after a kill:
then each of its lines must still stand. Undo and redo are the `axon undo` command, in a process that is forked
from one that has loaded the program; turns are the tools of the agent, in such processes too.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from axon_desktop.vault import Vault
from bench.killed_call import AIMS, ChildError, Stops, in_process, killed
from bench.undo_drivers import Staying, undo_by_command
from bench.undo_turns import Call, choose_trash, differences, edit, missing_lines, notes_of, random_calls, snapshot


@dataclass
class KillFigures:
    """How often what was killed, and what differed."""

    cycles: int = 0
    refused: int = 0
    """Turns that changed nothing."""
    kills: dict[str, int] = field(default_factory=dict)
    lines: int = 0
    """Written by another hand after a kill."""
    faults: list[str] = field(default_factory=list)


class Kills:
    """Cycles of turn, undo and redo on one vault."""

    def __init__(self, root: Path, random_: random.Random) -> None:
        self.figures = KillFigures()
        self._root = root
        self._random = random_
        self._stops = Stops(random_)

    def run(self, kills: int, *, edits: float = 0.25) -> None:
        """Do cycles until so many processes were killed; in a part of them another hand writes meanwhile."""
        while sum(self.figures.kills.values()) < kills:
            self.figures.cycles += 1
            choose_trash(self._root, self._random.choice(("local", "system")))
            calls = random_calls(self._random, self._root, 500_000 + self.figures.cycles)
            try:
                if self._random.random() < edits:
                    self._with_another_hand(calls)
                else:
                    self._alone(calls)
            except ChildError as error:
                self.figures.faults.append(f"cycle {self.figures.cycles}: {error}")

    def _alone(self, calls: list[Call]) -> None:
        name = f"cycle {self.figures.cycles}"
        before = snapshot(self._root)
        model = f"{name} as it should be"
        changed = in_process(lambda: _do(self._root, model, calls))
        if not any(changed):
            self.figures.refused += 1
            return
        calls = [call for call, did in zip(calls, changed, strict=True) if did]
        after = snapshot(self._root)
        in_process(lambda: undo_by_command(self._root, model))
        self._compare(f"{name}: plain undo", before)
        self._kill("write", lambda: _do(self._root, name, calls))
        in_process(lambda: _go_on(self._root, name, calls))
        self._compare(f"{name}: write killed, gone on", after)
        self._kill("undo", lambda: undo_by_command(self._root, name))
        in_process(lambda: undo_by_command(self._root, name))
        self._compare(f"{name}: undo killed, gone on", before)
        undos = in_process(lambda: _undos_since(self._root, name))
        self._kill("redo", lambda: [undo_by_command(self._root, turn) for turn in undos])
        in_process(lambda: [undo_by_command(self._root, turn) for turn in undos])
        self._compare(f"{name}: redo killed, gone on", after)

    def _with_another_hand(self, calls: list[Call]) -> None:
        name = f"cycle {self.figures.cycles}"
        lines: list[str] = []
        steps: list[tuple[str, Callable[[], Any]]] = [
            ("write", lambda: _do(self._root, name, calls)),
            ("undo", lambda: undo_by_command(self._root, name)),
            ("redo", lambda: [undo_by_command(self._root, turn) for turn in _undos_since(self._root, name)]),
        ]
        for kind, work in steps:
            self._kill(kind, work)
            chosen = self._random.choices(notes_of(self._root), k=self._random.randint(1, 3))
            lines += [edit(self._root, note, self.figures.cycles, self._random) for note in chosen]
            in_process(lambda: _open(self._root))
            self._look_for(lines, f"{name}: after a killed {kind}")
        in_process(lambda: undo_by_command(self._root, name))
        self._look_for(lines, f"{name}: after the last undo")
        self.figures.lines += len(lines)

    def _kill(self, kind: str, work: Callable[[], Any]) -> None:
        """Kill what is done at a random stop, and sometimes the fresh process that clears up as well."""
        if self._kill_once(kind, work) and self._random.random() < 0.25:
            self._kill_once("recovery", lambda: _open(self._root))

    def _kill_once(self, kind: str, work: Callable[[], Any]) -> bool:
        aim = self._random.choice(AIMS)
        name = f"{kind} {aim}"
        was_killed, stops = killed(work, self._stops.choose(name), aim)
        self._stops.learn(name, stops, was_killed=was_killed)
        self.figures.kills[kind] = self.figures.kills.get(kind, 0) + was_killed
        return was_killed

    def _compare(self, step: str, wanted: dict[str, tuple[object, ...]]) -> None:
        self.figures.faults += differences(step, wanted, snapshot(self._root))

    def _look_for(self, lines: list[str], step: str) -> None:
        self.figures.faults += [
            f"{step}: a line of another hand is gone: {line}" for line in missing_lines(self._root, lines)
        ]


def _open(root: Path) -> None:
    vault = Vault(root)
    vault.open()
    vault.close()


def _do(root: Path, turn: str, calls: Sequence[Call]) -> list[bool]:
    """Do the calls of a turn as the agent does them; tell of each whether it changed anything."""
    program = Staying(root)
    try:
        return program.call_all(turn, calls)
    finally:
        program.vault.close()


def _go_on(root: Path, turn: str, calls: Sequence[Call]) -> None:
    """Do those calls of a turn that were not done when it was killed; each is done as a whole or not at all."""
    program = Staying(root)
    done = {change.batch or change.id for change in program.vault.journal.changes(turn)}
    program.call_all(turn, calls[len(done) :])
    program.vault.close()


def _undos_since(root: Path, turn: str) -> list[str]:
    """Return the undos of a turn that are in force, newest first."""
    vault = Vault(root)
    # Not every undo since: one that was killed half-way was taken back, by an undo of its own.
    undos = vault.journal.redoable(vault.journal.changes(turn))
    found = list(dict.fromkeys(undo.turn for undo in sorted(undos, key=lambda undo: -undo.id)))
    vault.close()
    return found
