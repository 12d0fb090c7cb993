"""The window while 200 files are changed: by a rename, by the agent, by its undo, by another program."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from bench.measure import Report, run_child, window_environment
from bench.texts import markdown
from bench.window_with_edits import HUB, Found

FILES = 200
_OTHERS = 1_800
"""Notes that are not changed."""
_RUNS = 3
_SETTINGS = {
    "model": {"provider": "offline"},
    "safety": {"mode": "apply"},
    "limits": {"calls_per_round": 100, "confirm_round": 1000, "max_rounds": 1000},
}


def measure(report: Report) -> None:
    """Measure each way, on a fresh vault in each run; the gaps of all runs count."""
    files, others = report.scale.of(FILES, 10), report.scale.of(_OTHERS, 10)
    runs = [_run(files, others) for _ in range(min(_RUNS, report.scale.rounds))]
    idle = [gap for run in runs for gap in run["idle"]]
    for name in runs[0]["works"]:
        works = [run["works"][name] for run in runs]
        gaps = [gap for work in works for gap in work["gaps"]]
        own = [each for work in works for each in work["own"]]
        report.gaps(f"{files} files changed by {name}", gaps, idle, own)
        report.amount("  until it is done and known", [work["seconds"] for work in works], "s")


def make_vault(root: Path, files: int, others: int) -> None:
    """Write notes of some length; the first `files` of them link to one hub."""
    (root / "Linking").mkdir(parents=True)
    (root / "Other").mkdir()
    (root / f"{HUB}.md").write_text("# Hub\n\nAll meet here.\n", "utf-8")
    for number in range(files + others):
        folder, link = ("Linking", f"[[{HUB}]]") if number < files else ("Other", f"[[Note {number // 2:05}]]")
        text = f"# Note {number}\n\nSee {link} for {number}.\n\n{markdown(1_500, seed=number % 97)}\n"
        (root / folder / f"Note {number:05}.md").write_text(text, "utf-8")


def prepare(folder: Path, files: int = FILES, others: int = _OTHERS) -> tuple[str, ...]:
    """Put vault and settings into a folder (home for the settings), and return module and arguments of a run."""
    make_vault(folder / "vault", files, others)
    (folder / "home" / "config").mkdir(parents=True)
    (folder / "home" / "config" / "settings.json").write_text(json.dumps(_SETTINGS), "utf-8")
    return ("bench.window_with_edits", str(folder / "vault"), str(files))


def _run(files: int, others: int) -> Found:
    with tempfile.TemporaryDirectory() as folder:
        command = (sys.executable, "-m", *prepare(Path(folder), files, others))
        environment = window_environment(Path(folder) / "home")
        found: Found = json.loads(run_child(command, environment).output.splitlines()[-1])
        return found
