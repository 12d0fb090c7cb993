"""MCP servers and the window: gaps while five start and are called; first paint with dead and slow servers."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from axon_desktop.mcp_host.config.approvals import Approvals
from axon_desktop.mcp_host.config.config import ServerConfig, save_configs
from bench.measure import SAMPLE_VAULT, Report, alternate, run_child, window_environment
from bench.window_with_servers import Found

SERVERS = 5
_RUNS = 3


def measure(report: Report) -> None:
    """Measure both."""
    with tempfile.TemporaryDirectory() as folder:
        _measure_gaps(report, Path(folder))
        _measure_paint(report, Path(folder))


def run_window(servers: int, home: Path) -> Found:
    """Run the program with so many servers."""
    command = (sys.executable, "-m", "bench.window_with_servers", str(servers))
    found: Found = json.loads(run_child(command, window_environment(home)).output.splitlines()[-1])
    return found


def _measure_gaps(report: Report, folder: Path) -> None:
    runs = [run_window(SERVERS, folder / f"gaps {n}") for n in range(min(_RUNS, report.scale.rounds))]
    idle = [gap for run in runs for gap in run["idle"]]
    starting = [gap for run in runs for gap in run["starting"]]
    calling = [gap for run in runs for gap in run["calling"]]
    report.gaps(
        f"{SERVERS} MCP servers start", starting, idle, [each for run in runs for each in run["starting_work"]]
    )
    report.amount("  until all are ready", [run["seconds"] for run in runs], "s")
    report.gaps(
        f"{SERVERS} MCP servers are called at once",
        calling,
        idle,
        [each for run in runs for each in run["calling_work"]],
    )


def _measure_paint(report: Report, folder: Path) -> None:
    dead = [ServerConfig(name=f"dead {n}", command="/no/such/program") for n in range(2)]
    slow = [ServerConfig(name=f"slow {n}", command="/bin/sleep", args=("600",)) for n in range(3)]
    homes = {"none": _home(folder / "none", ()), "five": _home(folder / "five", (*dead, *slow))}
    command = (sys.executable, "-m", "axon_desktop", os.fspath(SAMPLE_VAULT), "--exit-after-paint")
    results = alternate(
        report.scale.rounds,
        none=lambda: run_child(command, homes["none"]),
        five=lambda: run_child(command, homes["five"]),
    )
    five, none = results["five"], results["none"]
    name = "first paint with 5 dead and slow servers / with none"
    report.ratio(f"{name}, CPU", [run.cpu for run in five], [run.cpu for run in none], "s", 1.1, than="none")
    report.ratio(
        "  the same, wall clock", [run.wall for run in five], [run.wall for run in none], "s", than="none"
    )


def _home(folder: Path, configs: Sequence[ServerConfig]) -> dict[str, str]:
    """Return the environment of a program with these servers, all of which the user has agreed to."""
    save_configs(configs, folder / "config" / "mcp.json")
    approvals = Approvals(folder / "data" / "mcp-pins.json")
    for config in configs:
        approvals.confirm(config)
    approvals.save()
    return window_environment(folder)
