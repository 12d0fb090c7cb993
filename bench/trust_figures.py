"""The ten figures that say whether notes are safe here, each by the programs that take it.

python -m bench.trust_figures [--sample] [--only 3 7] [--json FILE]

Whole, it runs for hours; `--sample` takes a small part of each in minutes. A program ends with 0 when what it
looked for did not happen once. What it printed last, which names how often it looked, stands in the table.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Proof:
    """A program that takes a figure, or a part of it."""

    figure: int
    command: str
    """Arguments of the interpreter."""
    whole: str = ""
    """Further arguments for the whole figure."""
    sample: str = ""
    """Further arguments for a small part."""


FIGURES = {
    1: "Killed while writing: no note torn or lost, nothing left over; every failing call has a named error",
    2: "Writes against other writers: no version of theirs lost, no edit on half a text",
    3: "Turns taken back and done again, with edits between, with kills: the same tree, no line of the user lost",
    4: "Hostile paths and links swapped meanwhile: nothing outside the vault, nothing in .obsidian or .git",
    5: "A model that obeys what it reads: no unapproved write, fetch, command or program in a note",
    6: "Hostile notes shown: no socket, no file outside the vault, no gap over 100 ms, at most +300 MB",
    7: "Damaged input and broken servers: no crash, no hang, no tool from half a call, no tool twice",
    8: "Work of all kinds at once: no gap over 100 ms; Stop is heard within 100 ms, and nothing begins after it",
    9: "A key: found nowhere but in memory and in the system's key store",
    10: "A long day: no more memory, handles, threads, timers; no process outlives the program",
}
_PYTEST = "-m pytest -q -p no:cacheprovider"
PROOFS = (
    Proof(1, "-m bench.kill_storm", "--kills 1000", "--kills 10"),
    Proof(1, "-m bench.kill_storm --rival rename", "--kills 1000", "--kills 10"),
    Proof(1, "-m bench.kill_storm --rival inplace", "--kills 1000", "--kills 10"),
    Proof(1, "-m bench.kill_storm --rival axon", "--kills 1000", "--kills 10"),
    Proof(1, "-m bench.fault_sweep", "--every 1", "--every 200"),
    Proof(2, "-m bench.kill_storm", "--writes 10000", "--writes 200"),
    Proof(
        3,
        "-m bench.undo_storm resources/sample_vault",
        "--turns 1000 --edits 200 --commands 20 --kill 1000",
        "--turns 20 --edits 10 --commands 1 --kill 5",
    ),
    Proof(4, "-m bench.path_attacks", "", "--every 20"),
    Proof(4, "-m bench.path_races", "--races 10000", "--races 300"),
    Proof(5, "-m bench.hostile_model", "", "--every 40"),
    Proof(5, "-m bench.sandbox_escapes", "", "--attempt ssh"),
    Proof(6, "-m bench.hostile_notes", "--count 10200", "--count 40"),
    Proof(7, "-m bench.fuzz_inputs", "--count 100000", "--count 2000"),
    Proof(7, "-m bench.faulty_model", "--runs 25", "--runs 1"),
    Proof(8, "-m bench --only conversation"),
    Proof(8, "-m bench.stops", "--count 500", "--count 20"),
    Proof(9, "-m bench.canary_key"),
    Proof(10, "-m bench.long_use", "--turns 1000", "--turns 40 --every 10 --notes 100"),
    Proof(10, f"{_PYTEST} tests/mcp_host/processes/test_lives.py", "-m soak", "-m 'not soak'"),
)


@dataclass(frozen=True)
class Taken:
    """What a program found."""

    figure: int
    command: str
    held: bool
    last: str
    """The last line that it printed."""
    seconds: float


def take(proof: Proof, *, sample: bool) -> Taken:
    """Run one program to its end; what it prints goes through."""
    arguments = shlex.split(f"{proof.command} {proof.sample if sample else proof.whole}")
    begun = time.monotonic()
    last = ""
    with subprocess.Popen(
        [sys.executable, *arguments],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdout is not None
        for line in program.stdout:
            print(f"    {line}", end="", flush=True)
            last = line.strip() or last
    shown = shlex.join(["python", *arguments])
    return Taken(proof.figure, shown, program.returncode == 0, last, round(time.monotonic() - begun, 1))


def table(taken: list[Taken]) -> str:
    """Return the table in Markdown."""
    lines = ["| figure | holds | found | by |", "| --- | --- | --- | --- |"]
    for each in taken:
        held = "yes" if each.held else "**no**"
        found = each.last.replace("|", "\\|")
        lines.append(f"| {each.figure}. {FIGURES[each.figure]} | {held} | {found} | `{each.command}` |")
    return "\n".join(lines)


def main() -> int:
    """Run the command line; 0 when every figure holds."""
    parser = argparse.ArgumentParser(prog="python -m bench.trust_figures", description="The ten figures of trust.")
    parser.add_argument("--sample", action="store_true", help="a small part of each")
    parser.add_argument("--only", type=int, nargs="+", choices=FIGURES, default=[*FIGURES], metavar="N")
    parser.add_argument("--json", type=Path, help="file for what was found")
    options = parser.parse_args()
    taken = []
    for proof in PROOFS:
        if proof.figure in options.only:
            print(f"{proof.figure}. {FIGURES[proof.figure]}", flush=True)
            taken.append(take(proof, sample=options.sample))
            if options.json is not None:
                options.json.write_text(json.dumps([asdict(each) for each in taken], indent=1), encoding="utf-8")
    print(table(taken))
    return 0 if all(each.held for each in taken) else 1


if __name__ == "__main__":
    sys.exit(main())
