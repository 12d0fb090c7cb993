"""Start to first paint and memory against a bare window, and what must not be imported by then."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

from bench.measure import Report, alternate, median, run_child

ROOT = Path(__file__).resolve().parents[1]
HEAVY = [
    "mcp", "openai", "anthropic", "httpx", "pygments.lexers", "ziamath", "tantivy", "watchfiles", "sqlite3",
    "jsonschema", "keyring",
]  # fmt: skip


def measure(report: Report, rounds: int) -> None:
    """Compare the window with a bare one."""
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "AXON_HOME": home, "PYTHONPATH": str(ROOT)}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else every start compiles the program anew
        vault = ROOT / "resources" / "sample_vault"
        results = alternate(
            rounds,
            bare=lambda: run_child(
                (sys.executable, str(ROOT / "bench" / "bare_window.py"), "--loop"), environment
            ),
            axon=lambda: run_child(
                (sys.executable, "-m", "axon_desktop", str(vault), "--exit-after-paint"), environment
            ),
        )
    bare, axon = results["bare"], results["axon"]
    cpu = median([run.cpu for run in axon]) / median([run.cpu for run in bare])
    wall = median([run.wall for run in axon]) / median([run.wall for run in bare])
    memory = median([run.peak for run in axon]) / median([run.peak for run in bare])
    report.add("start to first paint / bare window with two docks, CPU", f"{cpu:.2f} x", "<= 1.4 x", cpu <= 1.4)
    report.add("  the same, wall clock", f"{wall:.2f} x")
    report.add("peak memory / bare window", f"{memory:.2f} x", "<= 2 x", memory <= 2)
    loaded = set(json.loads(axon[0].output.strip().splitlines()[-1])["modules"])
    early = [name for name in HEAVY if name in loaded]
    report.add("heavy modules imported at first paint", ", ".join(early) or "none", "none", not early)
