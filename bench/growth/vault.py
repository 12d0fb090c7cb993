"""How the costs of index and window grow with the notes of a vault."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from bench.growth import FLAT, LINEAR
from bench.growth.window_on_vault import FOLDER, MARK, MARKED, Found
from bench.index import make_vault
from bench.measure import Report, run_child, window_environment
from bench.texts import markdown

_ROUNDS = 3


class _Runs(NamedTuple):
    """What was seen at one size."""

    builds: list[float]
    """Seconds of CPU that all processes used to index the vault."""
    windows: list[Found]


def measure(report: Report) -> None:
    """Index vaults of three sizes, and run the program on them, index warm."""
    sizes = [max(20, report.scale.notes // part) for part in (100, 10, 1)]
    runs = [_measure_size(size, min(_ROUNDS, report.scale.rounds)) for size in sizes]

    def curve(work: str, unit: str, figure: Callable[[Found], float], demanded: float = FLAT) -> None:
        samples = [[figure(run) for run in same.windows] for same in runs]
        report.curve(work, "notes", unit, sizes, samples, demanded)

    builds = [same.builds for same in runs]
    report.curve("cold index, CPU of all processes", "notes", "s", sizes, builds, LINEAR)
    curve("start until usable, window's thread", "s", lambda run: run["usable_own"])
    curve("start until usable, all threads", "s", lambda run: run["usable_cpu"])
    curve("start until all files are compared, all threads", "s", lambda run: run["ready_cpu"], LINEAR)
    curve("memory at rest", "MB", lambda run: run["memory"])
    curve("opening a note, window's thread", "ms", lambda run: run["opening"]["own"])
    curve("opening a note, calls", "calls", lambda run: run["opening"]["calls"])
    curve("a file changed by another program, window's thread", "ms", lambda run: run["change"]["own"])
    curve("a file changed by another program, all threads", "ms", lambda run: run["change"]["cpu"])
    curve("a file changed by another program, index process", "ms", lambda run: run["change_index"])
    curve("full-text query with 20 hits", "ms", lambda run: run["query"]["own"])
    curve("full-text query with 20 hits, calls", "calls", lambda run: run["query"]["calls"])
    curve("quick switcher, one query", "ms", lambda run: run["switcher"]["own"], LINEAR)


def _measure_size(notes: int, rounds: int) -> _Runs:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "vault"
        make_vault(root, notes)
        (root / FOLDER).mkdir()
        for number in range(MARKED):
            text = f"# Marked {number}\n\n{MARK}\n\n{markdown(3_000, seed=number)}\n"
            (root / FOLDER / f"Marked {number:02}.md").write_text(text, "utf-8")
        environment = window_environment(Path(folder) / "home")
        build = (sys.executable, "-m", "bench.index_axon", str(root))
        window = (sys.executable, "-m", "bench.growth.window_on_vault", str(root))
        builds = [run_child(build, environment).cpu]
        runs = [run_child(window, environment) for _ in range(rounds + 1)]  # the first one makes the index
        return _Runs(builds, [json.loads(run.output.splitlines()[-1]) for run in runs[1:]])
