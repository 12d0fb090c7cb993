"""The whole program on a vault of very many notes: while it is indexed, warm, and in a burst of changes."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from bench.measure import (
    BARE_WINDOW,
    Report,
    alternate,
    peak_memory,
    percentile,
    run_child,
    window_environment,
)
from bench.window_with_index import Found

_FEWEST = 100
"""Gaps of which something can be said."""


def measure(report: Report, root: Path, home: Path) -> None:
    """Run it first without an index, then with it."""
    notes = sum(1 for _ in root.rglob("*.md"))
    title = f"window on {notes:,} notes"
    environment = window_environment(home)
    _measure_building(report, title, _run(root, 0, environment))
    bare = _measure_start(report, title, root, environment)
    changes = notes // 2
    warm = _run(root, changes, environment)
    report.amount("  until it can be searched, index warm", [warm["searchable"]], "s")
    report.amount("  until all files are compared", [warm["ready"]], "s")
    report.ratio(
        "  memory of all processes at rest / bare window", [warm["memory"]], [bare], "MB", 2, than="bare window"
    )
    report.gaps(f"{title}, a burst of {changes:,} changes", warm["burst"], warm["idle"], warm["work"])
    report.add("  until all is known / passes", f"{warm['settled']:.1f} s / {warm['scans']}")


def _run(root: Path, changes: int, environment: dict[str, str]) -> Found:
    command = (sys.executable, "-m", "bench.window_with_index", str(root), str(changes))
    found: Found = json.loads(run_child(command, environment).output.splitlines()[-1])
    return found


def _measure_building(report: Report, title: str, cold: Found) -> None:
    name = f"{title}, index being built, notes opened meanwhile"
    if len(cold["building"]) < _FEWEST:
        report.add(name, "it was over before that could be seen")
    else:
        report.gaps(name, cold["building"], cold["idle"], cold["building_work"])
    p99, worst = percentile(cold["opening"], 0.99), max(cold["opening"])
    report.add("  the same notes opened with nothing being built: p99 / longest", f"{p99:.1f} / {worst:.0f} ms")
    shown = cold["steps"]
    report.add("  steps of progress that were told meanwhile", f"{shown}", ">= 3", shown >= 3)


def _measure_start(report: Report, title: str, root: Path, environment: dict[str, str]) -> float:
    """Compare the start with the bare window's, index warm; return the bare window's MB."""
    results = alternate(
        report.scale.rounds,
        bare=lambda: run_child(BARE_WINDOW, environment),
        axon=lambda: run_child(
            (sys.executable, "-m", "axon_desktop", os.fspath(root), "--exit-after-paint"), environment
        ),
        usable=lambda: run_child((sys.executable, "-m", "bench.usable", os.fspath(root)), environment),
    )
    bare, axon = results["bare"], results["axon"]
    usable = [json.loads(run.output.splitlines()[-1]) for run in results["usable"]]
    report.ratio(
        f"{title}: first paint / bare window, CPU",
        [run.cpu for run in axon],
        [run.cpu for run in bare],
        "s",
        1.4,
        than="bare window",
    )
    report.ratio(
        f"{title}: until tree, note and chat are seen / bare window's first paint, CPU of all processes",
        [run["all"] for run in usable],
        [json.loads(run.output.splitlines()[-1])["cpu"] for run in bare],
        "s",
        1.4,
        than="bare window",
    )
    report.ratio(
        "  the same, wall clock",
        [run["wall"] for run in usable],
        [run.wall for run in bare],
        "s",
        than="bare window",
    )
    report.ratio(
        "  the same, CPU of the window's process",
        [run["cpu"] for run in usable],
        [json.loads(run.output.splitlines()[-1])["cpu"] for run in bare],
        "s",
        than="bare window",
    )
    memory = peak_memory(BARE_WINDOW, environment)
    report.ratio(
        "  memory of all processes by then / bare window",
        [run["memory"] for run in usable],
        [memory] * len(usable),
        "MB",
        2,
        than="bare window",
    )
    return memory
