"""MCP servers and the window: gaps while five start, beside idle ones; first paint with dead and slow servers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TypedDict

from axon_desktop.mcp_host.config import ServerConfig, save_configs
from axon_desktop.mcp_host.pins import Pins
from bench.measure import Report, alternate, median, percentile, run_child

ROOT = Path(__file__).resolve().parents[1]
SERVERS = 5
_RUNS = 3
"""The one in the middle is told."""
VAULT = ROOT / "resources" / "sample_vault"


class Gaps(TypedDict):
    """What a run of window_with_servers.py found, in milliseconds."""

    idle: list[float]
    starting: list[float]
    work: list[float]
    """CPU of the window's own thread in each gap while the servers start."""
    seconds: float
    """Until the last one was ready."""


def measure(report: Report, rounds: int) -> None:
    """Measure both."""
    with tempfile.TemporaryDirectory() as folder:
        _measure_gaps(report, Path(folder))
        _measure_paint(report, Path(folder), rounds)


def _measure_gaps(report: Report, folder: Path) -> None:
    runs = sorted((_run_window(folder) for _ in range(_RUNS)), key=lambda run: max(run["starting"]))
    found = runs[_RUNS // 2]
    idle, gaps = found["idle"], found["starting"]
    late, calm = percentile(gaps, 0.99), percentile(idle, 0.99)
    worst, limit = max(gaps), max(100.0, 2 * max(idle))
    name = f"gaps while {SERVERS} MCP servers start ({found['seconds']:.1f} s)"
    report.add(f"{name}, p99", f"{late:.1f} ms (idle {calm:.1f})", "<= idle + 12 ms", late <= calm + 12)
    report.add("  the same, worst", f"{worst:.0f} ms (idle {max(idle):.0f})", f"<= {limit:.0f} ms", worst <= limit)
    report.add("  of the window's own thread, worst", f"{max(found['work']):.0f} ms of CPU")


def _run_window(folder: Path) -> Gaps:
    command = [sys.executable, "-m", "bench.window_with_servers", str(SERVERS)]
    done = subprocess.run(command, env=_environment(folder / "gaps"), cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"bench: {' '.join(command)} ended with {done.returncode}:\n{done.stderr}")
    found: Gaps = json.loads(done.stdout)
    return found


def _measure_paint(report: Report, folder: Path, rounds: int) -> None:
    dead = [ServerConfig(name=f"dead {n}", command="/no/such/program") for n in range(2)]
    slow = [ServerConfig(name=f"slow {n}", command="/bin/sleep", args=("600",)) for n in range(3)]
    homes = {"none": _home(folder / "none", ()), "five": _home(folder / "five", (*dead, *slow))}
    command = (sys.executable, "-m", "axon_desktop", str(VAULT), "--exit-after-paint")
    results = alternate(
        rounds,
        none=lambda: run_child(command, homes["none"]),
        five=lambda: run_child(command, homes["five"]),
    )
    for what in ("cpu", "wall"):
        none, five = (median([getattr(run, what) for run in results[name]]) for name in ("none", "five"))
        name = "first paint with 5 dead and slow servers / with none, "
        fine = five / none <= 1.1 if what == "cpu" else None
        report.add(
            f"{name}{what}", f"{five / none:.2f} x ({five:.2f} s)", "<= 1.1 x" if fine is not None else "", fine
        )


def _home(folder: Path, configs: Sequence[ServerConfig]) -> dict[str, str]:
    """Return the environment of a program with these servers, all of which the user has agreed to."""
    save_configs(configs, folder / "config" / "mcp.json")
    pins = Pins(folder / "data" / "mcp-pins.json")
    for config in configs:
        pins.confirm(config)
    pins.save()
    return _environment(folder)


def _environment(home: Path) -> dict[str, str]:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "AXON_HOME": str(home), "PYTHONPATH": str(ROOT)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else every start compiles the program anew
    return environment
