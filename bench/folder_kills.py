"""Folders whose move or trash is killed at a random system call: all of it is done afterwards, or nothing.

python -m bench.folder_kills [--kills 300] [--seed 1]

Each cycle takes a fresh copy of a small vault, and kills a process that moves, trashes or respells a folder, takes
that back, or does it again; in every fourth cycle the process that clears up is killed as well. A fresh `Vault`
then either opens the vault or, like one that was open all the time, writes some other note. After that the folder
must stand as before or as after, and so it must each time that everything which the list of changes offers is
undone or redone. Exit status 1 otherwise.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from axon_desktop.errors import VaultError
from axon_desktop.vault import Vault
from axon_desktop.vault.moves.folder_move import carry_out, propose_folder_move, propose_folder_trash
from bench.killed_call import AIMS, ChildError, Stops, killed
from bench.undo_turns import Snapshot, choose_trash, snapshot

_FOLDER = "Projects"
_LOG = "Log.md"
_TURN, _OTHER = "folder", "log"
_TEXTS = {
    "Home.md": "[[Projects/Idea]] and [[Plan]]\n",
    "Projects/Idea.md": "[up](../Home.md)\n",
    "Projects/Plan.md": "plan\n",
    "Projects/Deep/Note.md": "note\n",
    "Projects/Deep/pic.png": "no picture",
}
_SHOWN = 50

Act = Callable[[Vault], object]


@dataclass
class FolderFigures:
    """How often what was killed, and what was left half done."""

    cycles: int = 0
    kills: dict[str, int] = field(default_factory=dict)
    pressed: int = 0
    """How often something was undone or redone after a kill."""
    faults: list[str] = field(default_factory=list)


def _move(vault: Vault) -> None:
    carry_out(vault, propose_folder_move(vault, _FOLDER, "Work/Old"), turn=_TURN, title="")


def _respell(vault: Vault) -> None:
    carry_out(vault, propose_folder_move(vault, _FOLDER, _FOLDER.lower()), turn=_TURN, title="")


def _trash(vault: Vault) -> None:
    carry_out(vault, propose_folder_trash(vault, _FOLDER), turn=_TURN, title="")


def _undo(vault: Vault) -> None:
    assert vault.undo_turn(_TURN)


def _redo(vault: Vault) -> None:
    assert _press(vault, _TURN)


_ACTS: dict[str, Act] = {"move": _move, "trash": _trash, "other case": _respell}
_STAGES: dict[str, tuple[Act, ...]] = {"": (), "undo of ": (_undo,), "redo of ": (_undo, _redo)}


class FolderKills:
    """Cycles below one folder."""

    def __init__(self, base: Path, random_: random.Random) -> None:
        self.figures = FolderFigures()
        self._base = base
        self._random = random_
        self._stops = Stops(random_)
        self._ends: dict[tuple[str, str], tuple[Snapshot, Snapshot]] = {}

    def run(self, kills: int) -> None:
        """Do cycles until so many processes were killed."""
        while sum(self.figures.kills.values()) < kills:
            self.figures.cycles += 1
            # A folder for the trash goes file by file: what holds its steps together is looked at most.
            act = self._random.choices(tuple(_ACTS), (1, 3, 1))[0]
            stage = self._random.choice(tuple(_STAGES))
            try:
                self._cycle(act, stage, self._random.choice(("local", "system")))
            except ChildError as error:
                self.figures.faults.append(f"cycle {self.figures.cycles}, {stage}{act}: {error}")
            finally:
                shutil.rmtree(self._base / "copy", ignore_errors=True)

    def _cycle(self, act: str, stage: str, trash: str) -> None:
        base = self._base / "copy"
        *first, last = (_ACTS[act], *_STAGES[stage])
        _prepare(base, trash)
        before = _seen(base)
        for step in first:
            _with_vault(base, step)
        if (act, trash) not in self._ends:
            self._ends[act, trash] = before, self._after(act, trash)
        was_killed = self._kill(f"{stage}{act}", lambda: _with_vault(base, last))
        if was_killed and self._random.random() < 0.25:
            self._kill("clearing up", lambda: _with_vault(base, Vault.open))
        go_on = self._random.choice((Vault.open, _write_log))
        _with_vault(base, go_on)
        name = f"cycle {self.figures.cycles}: {stage}{act} ({trash} trash), {go_on.__name__.lstrip('_')}"
        ends = self._ends[act, trash]
        self._judge(base, name, ends)
        for number in range(2):
            for turn in _turns(base):
                did = _with_vault(base, lambda vault, turn=turn: _press(vault, turn))  # type: ignore[misc]
                self.figures.pressed += did
                self._judge(base, f"{name}, then {turn} in round {number}", ends)

    def _after(self, act: str, trash: str) -> Snapshot:
        base = self._base / "model"
        _prepare(base, trash)
        _with_vault(base, _ACTS[act])
        after = _seen(base)
        shutil.rmtree(base)
        return after

    def _kill(self, kind: str, work: Callable[[], object]) -> bool:
        aim = self._random.choice(AIMS)
        was_killed, stops = killed(work, self._stops.choose(f"{kind} {aim}"), aim)
        self._stops.learn(f"{kind} {aim}", stops, was_killed=was_killed)
        self.figures.kills[kind] = self.figures.kills.get(kind, 0) + was_killed
        return was_killed

    def _judge(self, base: Path, name: str, ends: tuple[Snapshot, Snapshot]) -> None:
        now = _seen(base)
        if now not in ends:
            self.figures.faults.append(f"{name}: half done: {sorted(now)}")


def _prepare(base: Path, trash: str) -> None:
    for path, text in _TEXTS.items():
        file = base / "vault" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        os.utime(file, (1e9, 1e9))  # as if nobody had written to it for a while
    (base / "vault" / _FOLDER / "Empty").mkdir()
    (base / "vault/.obsidian").mkdir()
    choose_trash(base / "vault", trash)


def _seen(base: Path) -> Snapshot:
    """Return what the vault holds; not its own trash, and not the note that others write."""
    found = snapshot(base / "vault").items()
    return {path: facts for path, facts in found if path != _LOG and not path.startswith(".trash")}


def _with_vault(base: Path, act: Act) -> bool:
    vault = Vault(base / "vault", data_dir=base / "data")
    try:
        return bool(act(vault))
    finally:
        vault.close()


def _write_log(vault: Vault) -> None:
    """Write a note as a process that has not looked for what others left half done."""
    vault.apply(vault.preview(_LOG, "one line\n", "append"), turn=_OTHER)


def _turns(base: Path) -> list[str]:
    """Return the turns that the list of changes shows, newest first."""
    vault = Vault(base / "vault", data_dir=base / "data")
    found = [summary.turn for summary in vault.journal.summaries() if summary.turn != _OTHER]
    vault.close()
    return found


def _press(vault: Vault, turn: str) -> bool:
    """Undo what is left of a turn or, if all of it is undone, redo it, as the list of changes does."""
    changes = vault.journal.changes(turn)
    wanted = vault.journal.undoable([turn]) or vault.journal.redoable(changes)
    try:
        return bool(vault.undo_changes([change.id for change in wanted]))
    except VaultError:
        return False


def _each(kills: dict[str, int]) -> Iterator[str]:
    return (f"{count} in {kind}" for kind, count in sorted(kills.items()))


def main() -> int:
    """Run the command line; 0 when no folder was ever left half done."""
    parser = argparse.ArgumentParser(description="Folders that go, killed on the way.")
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="axon-folders-") as temp:
        os.environ["AXON_HOME"] = os.environ["XDG_DATA_HOME"] = str(Path(temp, "home"))
        cycles = FolderKills(Path(temp), random.Random(options.seed))
        cycles.run(options.kills)
    figures = cycles.figures
    for fault in figures.faults[:_SHOWN]:
        print(f"MISS {fault}")
    print(
        f"folder_kills: {figures.cycles} cycles, {sum(figures.kills.values())} kills"
        f" ({', '.join(_each(figures.kills))}), {figures.pressed} undos and redos after them:"
        f" {len(figures.faults)} left half done, in {time.monotonic() - begun:.0f} s"
    )
    return 1 if figures.faults else 0


if __name__ == "__main__":
    sys.exit(main())
