"""Kill a process that writes, moves and trashes notes, at random moments, and count what was harmed.

    python bench/kill_storm.py --kills 300 [--rival rename|inplace|axon] [--seed 1]
    python bench/kill_storm.py --writes 10000 [--seed 1]

Exit status 1 when a note is torn, empty or lost, when a move is half done (the links say another place than where
the note is), when a temp file is left after the next start, or when a version that Axon reported as written, or
that the rival wrote and did not itself replace, can no longer be found. The rival `axon` is a second Axon on the
same vault and journal; temp files are then counted when both are gone. With `--writes` nothing is killed: agents
write so many times against three rivals at once; see `rival_storm`.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
WRITER = ROOT / "tests" / "vault" / "kill_writer.py"
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from axon_desktop.vault import Vault  # noqa: E402 - runs from a source tree without being installed

_MOST = 10
"""So many times the kills asked for are done if nothing is written before."""


@dataclass
class Figures:
    """What was done and what was harmed."""

    kills: int = 0
    writes: int = 0
    moves: int = 0
    trashed: int = 0
    rival_writes: int = 0
    rescued: int = 0
    seconds: float = 0.0
    torn: int = 0
    lost_notes: int = 0
    half_moves: int = 0
    temps_left: int = 0
    own_versions_lost: int = 0
    rival_versions_lost: int = 0

    @property
    def harm(self) -> int:
        """How many things went wrong."""
        lost = self.lost_notes + self.own_versions_lost + self.rival_versions_lost
        return lost + self.torn + self.half_moves + self.temps_left


def load_writer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("kill_writer", WRITER)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def start(kind: str, vault: Path, data: Path, log: Path, seed: int) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, str(WRITER), kind, str(vault), str(data), str(log), str(seed)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    return process


def end(process: subprocess.Popen[str], *, kill: bool = False) -> None:
    """End a writer at any moment, or when it has written what it writes."""
    if kill:
        process.kill()
    process.communicate()


def check_vault(writer: ModuleType, vault: Path, figures: Figures, patience: float) -> None:
    """Count torn and lost notes and left-over temp files; a rival may be in the middle of its own write."""
    for name in writer.NOTES:
        deadline = time.monotonic() + patience
        while True:
            try:
                whole = writer.mark_of((vault / name).read_bytes()) is not None
            except FileNotFoundError:
                figures.lost_notes += 1
                break
            if whole:
                break
            if time.monotonic() > deadline:
                figures.torn += 1
                break
    for folder, _, names in os.walk(vault):  # a rival may be making and removing folders meanwhile
        if Path(folder).name == "Sub" and "Note.md" in names:
            with suppress(FileNotFoundError):
                figures.torn += writer.mark_of(Path(folder, "Note.md").read_bytes()) is None


def check_moves(writer: ModuleType, vault: Path, figures: Figures, patience: float, *, links: bool) -> None:
    """Count moves of which only a part was done; a second Axon may be in the middle of one.

    With `links` the links must say where the note is; other programs write where it was when they last read it.
    """
    deadline = time.monotonic() + patience
    while True:
        places = [number for number, name in enumerate(writer.TRAVELLER) if (vault / name).exists()]
        with suppress(FileNotFoundError):
            files = (*writer.LINKS, *(writer.TRAVELLER[number] for number in places))
            said = {writer.place_of(writer.mark_of((vault / name).read_bytes())) for name in files}
            if len(places) == 1 and None not in said and (said == set(places) or not links):
                return
        if time.monotonic() > deadline:
            figures.half_moves += 1
            return


def count_temps(vault: Path) -> int:
    return sum(".axon-" in name for _, _, names in os.walk(vault) for name in names)


def storm(kills: int, rival: str | None, seed: int, base: Path) -> Figures:
    writer = load_writer()
    rng = random.Random(seed)
    vault, data, logs = base / "vault", base / "data", base / "logs"
    logs.mkdir()
    for name in (*writer.NOTES, *writer.LINKS, writer.TRAVELLER[0]):
        (vault / name).parent.mkdir(parents=True, exist_ok=True)
        (vault / name).write_bytes(writer.make_text("first", rng, None if name in writer.NOTES else 0)[1])
    figures = Figures()
    began = time.monotonic()
    other = start(rival, vault, data, logs / "rival", seed) if rival else None
    try:
        # On a slow machine, with a rival in the way, the first lives may all be too short for a write.
        while figures.kills < kills or (not (logs / "axon").stat().st_size and figures.kills < _MOST * kills):
            started = time.monotonic()
            process = start("axon", vault, data, logs / "axon", rng.getrandbits(32))
            pace = time.monotonic() - started  # a slow machine gets more time to write
            time.sleep(rng.random() * rng.choice((0.05, 0.3, 1.2)) * pace)
            end(process, kill=True)
            figures.kills += 1
            opened = Vault(vault, data_dir=data)
            opened.open()
            check_vault(writer, vault, figures, 2.0 if rival else 0.0)
            check_moves(writer, vault, figures, 2.0 if rival else 0.0, links=rival in (None, "axon"))
            if rival != "axon":
                figures.temps_left += count_temps(vault)
            opened.close()
            if figures.harm and rival is None:
                break
    finally:
        if other is not None:
            end(other, kill=rival == "axon")
    if other is not None:
        opened = Vault(vault, data_dir=data)
        opened.open()
        opened.close()
        figures.temps_left += count_temps(vault)
    figures.seconds = round(time.monotonic() - began, 1)
    count_versions(writer, vault, data, logs, figures)
    return figures


def count_versions(writer: ModuleType, vault: Path, data: Path, logs: Path, figures: Figures) -> None:
    """Look for every version in the notes, the journal and the held files."""
    texts = [
        file.read_bytes() for folder in (vault, data / "held") for file in folder.rglob("*") if file.is_file()
    ]
    with sqlite3.connect(data / "journal.sqlite") as journal:
        texts += [row[0] for row in journal.execute("SELECT data FROM blob")]
        figures.rescued = journal.execute("SELECT COUNT(*) FROM rescued").fetchone()[0]
        count = "SELECT COUNT(*) FROM change WHERE state = 'done' AND undoes IS NULL AND kind = ?"
        figures.moves = journal.execute(count, ("move",)).fetchone()[0]
        figures.trashed = journal.execute(count, ("trash",)).fetchone()[0]
    journal.close()
    found = {writer.mark_of(text) for text in texts}
    for name in ("axon", "rival"):
        file = logs / name
        lines = [line.split() for line in file.read_text().splitlines()] if file.exists() else []
        replaced = {line[1] for line in lines}
        lost = [line[0] for line in lines if line[0] not in found and line[0] not in replaced]
        if name == "axon":
            figures.writes, figures.own_versions_lost = len(lines), len(lost)
        else:
            figures.rival_writes, figures.rival_versions_lost = len(lines), len(lost)


def write_against_rivals(writes: int, seed: int) -> int:
    from bench import rival_storm

    with tempfile.TemporaryDirectory(prefix="axon-storm-") as base:
        figures = rival_storm.storm(writes, seed, Path(base), load_writer())
    print(json.dumps({"rivals": 3, **asdict(figures), "failures": figures.harm}))
    return 1 if figures.harm else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--rival", choices=("rename", "inplace", "axon"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--writes", type=int, default=0, help="of agents against three rivals, without kills")
    arguments = parser.parse_args()
    if arguments.writes:
        return write_against_rivals(arguments.writes, arguments.seed)
    with tempfile.TemporaryDirectory(prefix="axon-storm-") as base:
        figures = storm(arguments.kills, arguments.rival, arguments.seed, Path(base))
    print(json.dumps({"rival": arguments.rival, **asdict(figures), "failures": figures.harm}))
    return 1 if figures.harm else 0


if __name__ == "__main__":
    sys.exit(main())
