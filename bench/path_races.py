"""Folders and files are swapped for links that lead out, between Axon's look at them and its touch.

python -m bench.path_races [--races 10000] [--seed 1]

Two attackers: one sits in the system's calls and swaps right before some of them, so that it hits each gap; one is
a process of its own that swaps for ever. Meanwhile notes are read, listed, known by name, written, moved, trashed
(both trashes) and undone through `Vault`. A race is an operation during which its path was swapped at least once.
After each, the folders outside, `.obsidian` and `.git` must be as they were, and nothing of them, not even a name,
may have been shown or kept.
Exit status 1 otherwise. For systems with folder handles (Linux, macOS); Windows has none.
"""

from __future__ import annotations

import argparse
import logging
import mmap
import os
import random
import re
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from axon_desktop.errors import VaultError
from axon_desktop.vault import Vault
from axon_desktop.vault.files import atomic_rename as swap
from axon_desktop.vault.files.folder import HAS_HANDLES
from axon_desktop.vault.moves.link_rewrite import propose_move
from bench.undo_turns import choose_trash

SECRET = b"secret that no tool may show"
_HIDDEN_NAME = re.compile(rb"\bconfig(?!(?: \d+)?\.md)")
"""Of a file that is nowhere but where nobody may look."""
_FILE_CALLS = (
    *("open", "stat", "lstat", "readlink", "listdir", "scandir"),
    *("mkdir", "rmdir", "unlink", "link", "rename", "fsync"),
)
_SWAP_CALLS = ("exchange", "rename_new")
_CHANCES = (0.01, 0.03, 0.1)
"""That the attacker swaps before a call: rarely enough to come late in an operation, or often."""
_NOTES = ("secret.md", "config.md", "Sub/inner.md")
"""In the folder that is swapped and in every folder that a link leads to."""
_exchange = swap.exchange


@dataclass
class Races:
    """What was tried, and what came of it."""

    races: int = 0
    done: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


class Door:
    """A folder or file of the vault, and the links for which it is swapped."""

    def __init__(self, inside: Path, links: dict[Path, str | Path]) -> None:
        self.inside = inside
        self._links = links
        self._swapped: Path | None = None
        self.swaps = 0
        if not inside.suffix:
            inside.mkdir()
        self._handle = os.open(inside.parent if inside.suffix else inside, os.O_RDONLY)
        self._names = (inside.name,) if inside.suffix else _NOTES
        self.put_back()

    @property
    def link(self) -> Path:
        """The first of the links."""
        return next(iter(self._links))

    def turn(self, random_: random.Random) -> None:
        """Put a link in the place, or the real thing back."""
        link = self._swapped or random_.choice(list(self._links))
        with suppress(FileNotFoundError):  # it is on its way to the trash
            _exchange(str(link), str(self.inside), None)
            self._swapped = None if self._swapped else link
            self.swaps += 1

    def put_back(self) -> None:
        """Have the real thing in the place, and in the links what leads out."""
        if self._swapped is not None:
            if os.path.lexists(self.inside):
                _exchange(str(self._swapped), str(self.inside), None)
            else:  # the link itself went away
                self._swapped.rename(self.inside)
        self._swapped = None
        for link, target in self._links.items():
            if not link.is_symlink():
                link.unlink(missing_ok=True)
                link.symlink_to(target)
        self.fill()

    def fill(self) -> None:
        """Make again what is missing, wherever the folder is now."""
        for name in self._names:
            if "/" in name:
                with suppress(FileExistsError):
                    os.mkdir(name.split("/")[0], dir_fd=self._handle)
            with suppress(FileExistsError):
                fd = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, dir_fd=self._handle)
                os.write(fd, b"inside\n")
                os.close(fd)
            # As if nobody had written to it for a while: reading need not wait.
            os.utime(name, (1e9, 1e9), dir_fd=self._handle, follow_symlinks=False)

    def close(self) -> None:
        """Let go of the folder."""
        os.close(self._handle)


class World:
    """A vault with secrets beside it, in `.obsidian` and in `.git`, and doors to be swapped."""

    def __init__(self, base: Path) -> None:
        self.base, self.root = base, base / "vault"
        (base / "links").mkdir()
        for folder in ("outside", "vault/.obsidian", "vault/.git"):
            for name in (*_NOTES, "config"):
                (base / folder / name).parent.mkdir(parents=True, exist_ok=True)
                (base / folder / name).write_bytes(SECRET)
        (self.root / "Plain").mkdir()
        self.doors = {
            "Switch": self._door("Switch", {"out": base / "outside", "dots": ".obsidian", "git": ".git"}),
            "Note.md": self._door("Note.md", {"file": base / "outside/secret.md", "file in git": ".git/config"}),
            ".trash": self._door(".trash", {"trash": base / "outside", "trash in git": ".git"}),
            "Loop": self._door("Loop", {"loop": base / "outside"}),
        }
        self.vault = Vault(self.root, data_dir=base / "data")
        self.guarded = self.look()

    def _door(self, name: str, targets: dict[str, str | Path]) -> Door:
        return Door(self.root / name, {self.base / "links" / link: target for link, target in targets.items()})

    def close(self) -> None:
        """Let go of the vault and the doors."""
        self.vault.close()
        for door in self.doors.values():
            door.close()

    def look(self) -> dict[str, tuple[int, int, bytes]]:
        """Return what stands in the folders that nobody may touch."""
        found = {}
        for folder in ("outside", "vault/.obsidian", "vault/.git"):
            for place, folders, files in os.walk(self.base / folder):
                for name in (*folders, *files):
                    path, info = Path(place, name), Path(place, name).lstat()
                    if path.name != "app.json":
                        data = path.read_bytes() if path.is_file() else b""
                        found[str(path)] = (info.st_ino, info.st_mode, data)
        return found

    def kept(self) -> list[str]:
        """Return the journal's and the trash's texts that come from outside."""
        found = [str(file) for file in (self.base / "home").rglob("*") if file.is_file() and _is_secret(file)]
        with closing(sqlite3.connect(self.base / "data/journal.sqlite")) as journal:
            texts = journal.execute("SELECT sha256 FROM blob WHERE instr(data, ?)", (SECRET,)).fetchall()
        return found + [f"journal {digest}" for (digest,) in texts]


def _is_secret(file: Path) -> bool:
    return not file.is_symlink() and SECRET in file.read_bytes()


class Attack:
    """Operations on a world while its doors are swapped."""

    def __init__(self, world: World, random_: random.Random) -> None:
        self.races = Races()
        self._world = world
        self._random = random_
        self._number = 0

    def run(self, races: int) -> None:
        """Go on until so many operations were raced."""
        with _swapping_for_ever(self._world.doors["Loop"], self._random.random()) as swaps:
            while self.races.races < races and not self.races.faults:
                self._number += 1
                if self._random.random() < 0.25:
                    before = swaps()
                    self._operate("Loop", self._world.doors["Loop"])
                    self.races.races += swaps() != before
                else:
                    self._at_the_calls()
        self.races.faults += [f"kept: {what}" for what in self._world.kept()]

    def _at_the_calls(self) -> None:
        name = self._random.choice(("Switch", "Switch", "Note.md", ".trash"))
        door = self._world.doors[name]
        door.swaps = 0
        chance = self._random.choice(_CHANCES)

        def attack() -> None:
            if self._random.random() < chance:
                door.turn(self._random)

        with _before_calls(attack):
            self._operate("Switch" if name == ".trash" else name, door)
        self.races.races += door.swaps > 0

    def _operate(self, where: str, door: Door) -> None:
        """Do one operation below a door, and look at what nobody may touch."""
        kind = self._random.choice(
            ("read", "list", "names", "append", "create", "move in", "move out", "trash", "undo")
        )
        path = where if where.endswith(".md") else f"{where}/{self._random.choice(_NOTES)}"
        choose_trash(self._world.root, self._random.choice(("local", "system")))
        try:
            shown = self._do(kind, where.removesuffix(".md"), path)
        except VaultError as error:
            self.races.refused[kind] += 1
            shown = str(error).encode("utf-8", "replace")
        else:
            self.races.done[kind] += 1
        with _calm():
            (door.fill if where == "Loop" else door.put_back)()
        what = f"{kind} {path} (race {self.races.races})"
        if SECRET in shown or _HIDDEN_NAME.search(shown):
            self.races.faults.append(f"{what}: shown {shown[:200]!r}")
        if self._world.look() != self._world.guarded:
            self.races.faults.append(f"{what}: something outside, in .obsidian or in .git was changed")

    def _do(self, kind: str, where: str, path: str) -> bytes:
        vault, turn = self._world.vault, f"race {self._number}"
        match kind:
            case "read":
                return vault.read_attachment(path, 1000)
            case "list":
                return ",".join(entry.name for entry in vault.list_folder(where)).encode()
            case "names":
                vault.changed_outside([where], many=self._random.random() < 0.5)
                return ",".join([*vault.names.paths, *vault.names.folders]).encode()
            case "append":
                vault.apply(vault.preview(path, f"{self._number}\n", "append"), turn=turn)
            case "create":
                new = f"{where}/New {self._number}/Note.md"
                vault.apply(vault.preview(new, "new\n", "overwrite"), turn=turn)
            case "move in":
                own = f"Plain/Note {self._number}.md"
                vault.apply(vault.preview(own, "plain\n", "overwrite"), turn=turn)
                vault.apply_all(propose_move(vault, own, f"{where}/Moved {self._number}.md"), turn=turn)
            case "move out":
                vault.apply_all(propose_move(vault, path, f"Plain/Out {self._number}.md"), turn=turn)
            case "trash":
                vault.apply_all(vault.propose_trash(path), turn=turn)
            case _:
                vault.undo_last_turn()
        return b""


_calm_now = [True]
"""Whether the attacker in the calls holds still."""


@contextmanager
def _calm() -> Iterator[None]:
    was, _calm_now[0] = _calm_now[0], True
    yield
    _calm_now[0] = was


@contextmanager
def _before_calls(attack: Callable[[], object]) -> Iterator[None]:
    """Let somebody act right before calls of this process that touch files."""

    def wrap(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            if not _calm_now[0]:
                with _calm():
                    attack()
            return real(*args, **kwargs)

        return call

    places: tuple[tuple[Any, tuple[str, ...]], ...] = ((os, _FILE_CALLS), (swap, _SWAP_CALLS))
    real = [(place, name, getattr(place, name)) for place, names in places for name in names]
    for place, name, function in real:
        setattr(place, name, wrap(function))
    _calm_now[0] = False
    try:
        yield
    finally:
        _calm_now[0] = True
        for place, name, function in real:
            setattr(place, name, function)


@contextmanager
def _swapping_for_ever(door: Door, seed: float) -> Iterator[Callable[[], int]]:
    """Run a process that swaps a folder for a link and back; give what counts its swaps."""
    counter = mmap.mmap(-1, 8)
    child = os.fork()
    if child == 0:
        random_ = random.Random(seed)
        while True:
            _exchange(str(door.link), str(door.inside), None)
            counter[:] = (int.from_bytes(counter[:], "little") + 1).to_bytes(8, "little")
            time.sleep(random_.random() * 0.0004)
    try:
        yield lambda: int.from_bytes(counter[:], "little")
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def attack(base: Path, races: int, seed: int) -> Races:
    """Race in a new world below a folder, whose `home` has the system's trash."""
    world = World(base)
    attacker = Attack(world, random.Random(seed))
    attacker.run(races)
    world.close()
    return attacker.races


def main() -> int:
    """Run the command line; 0 when nothing got out or in."""
    parser = argparse.ArgumentParser(description="Paths that are swapped for links while they are used.")
    parser.add_argument("--races", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not HAS_HANDLES:
        print("path_races: this system has no folder handles; nothing was tried")
        return 1
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="axon-races-") as base:
        os.environ["XDG_DATA_HOME"] = str(Path(base, "home"))
        logging.disable()
        races = attack(Path(base), options.races, options.seed)
    for fault in races.faults[:20]:
        print(f"MISS {fault}")
    print(
        f"path_races: {races.races} races, {sum(races.done.values())} operations done"
        f" ({', '.join(f'{kind} {count}' for kind, count in sorted(races.done.items()))}),"
        f" {sum(races.refused.values())} refused: {len(races.faults)} escapes or writes to .obsidian or .git"
        f" in {time.monotonic() - begun:.0f} s"
    )
    return 1 if races.faults else 0


if __name__ == "__main__":
    sys.exit(main())
