"""What the benches share: child processes with their CPU time, event-loop gaps, medians and the table."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


@dataclass
class Row:
    """One line of the report."""

    work: str
    value: str
    target: str
    met: bool | None
    """None where there is no target."""


@dataclass
class Report:
    """The table, printed as it grows."""

    rows: list[Row] = field(default_factory=list)

    def add(self, work: str, value: str, target: str = "", met: bool | None = None) -> None:
        """Add a row and print it."""
        self.rows.append(Row(work, value, target, met))
        mark = {True: "ok  ", False: "MISS", None: "    "}[met]
        print(f"{mark} {work:<66} {value:<42} {target}", flush=True)


@dataclass(frozen=True)
class Child:
    """What one child process cost."""

    cpu: float
    """User and system seconds, its own children included."""
    wall: float
    peak: int
    """Peak resident memory in KB."""
    output: str


def run_child(command: Sequence[str], environment: dict[str, str]) -> Child:
    """Run a child to its end and return what it cost."""
    start = time.perf_counter()
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        output = child.stdout.read()
        errors = child.stderr.read()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"bench: {' '.join(command)} ended with {child.returncode}:\n{errors}")
    return Child(usage.ru_utime + usage.ru_stime, time.perf_counter() - start, usage.ru_maxrss, output)


def alternate(rounds: int, **runs: Callable[[], Child]) -> dict[str, list[Child]]:
    """Run the subjects in turn, so that a busy moment hits all of them."""
    results: dict[str, list[Child]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            results[name].append(run())
    return results


def median(values: Sequence[float]) -> float:
    """Return the median."""
    return statistics.median(values)


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which this share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def cpu_seconds() -> float:
    """Return the CPU time of this process so far."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime
