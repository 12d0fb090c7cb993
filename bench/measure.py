"""What the benches share: child processes with their CPU time, figures with their spread, and the report."""

from __future__ import annotations

import json
import math
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import psutil

from bench.machine import Machine, this_machine

ROOT = Path(__file__).resolve().parents[1]
SAMPLE_VAULT = ROOT / "resources" / "sample_vault"
_QUANTILES = (0.5, 0.9, 0.99, 1.0)
_ALLOWED_GAP = 12.0
_ALLOWED_WORST = 100.0
_LOOK = 0.005
"""Seconds between two looks at a child's memory."""


@dataclass(frozen=True)
class Scale:
    """How much is measured."""

    rounds: int = 7
    """Child processes for each subject, or passes."""
    notes: int = 100_000
    """Notes of the largest vault."""
    share: float = 1.0
    """Part of every other size; below 1 it is only seen whether all of it runs."""

    def of(self, size: int, least: int = 1) -> int:
        """Return a size at this scale."""
        return max(least, round(size * self.share))


@dataclass(frozen=True)
class Row:
    """One line of the report."""

    group: str
    work: str
    value: str
    target: str
    met: bool | None
    """None where there is no target."""
    share: float | None = None
    """What was measured / what is allowed, where both are amounts."""
    samples: dict[str, list[float]] = field(default_factory=dict)
    """Every single measurement, by what was measured and its unit; of gaps their quantiles."""


@dataclass(frozen=True)
class Curve:
    """How a cost grows with a size."""

    group: str
    work: str
    axis: str
    """What grows."""
    unit: str
    sizes: list[int]
    samples: list[list[float]]
    """Measurements at each size."""
    slope: float
    """Exponent of the power law that fits the medians."""
    demanded: float
    """The largest exponent that what is visible or changed asks for."""
    met: bool

    @property
    def medians(self) -> list[float]:
        """Return the median at each size."""
        return [median(values) for values in self.samples]


@dataclass(frozen=True)
class Stretch:
    """When a group was measured."""

    group: str
    begun: str
    seconds: float
    load: float
    """Average load of the machine in the minute before, by other programs too."""


@dataclass
class Report:
    """The table, printed as it grows."""

    scale: Scale = field(default_factory=Scale)
    rows: list[Row] = field(default_factory=list)
    curves: list[Curve] = field(default_factory=list)
    stretches: list[Stretch] = field(default_factory=list)
    peers: list[str] = field(default_factory=list)
    """Names and versions of what ran beside Axon."""
    group: str = ""

    @property
    def missed(self) -> int:
        """How many targets were missed."""
        return self._verdicts().count(False)

    @property
    def judged(self) -> int:
        """How many figures have a target."""
        return sum(met is not None for met in self._verdicts())

    def _verdicts(self) -> list[bool | None]:
        return [*(row.met for row in self.rows), *(curve.met for curve in self.curves)]

    def run(self, group: str, measure: Callable[[Report], None]) -> None:
        """Measure one group, and note when that was."""
        self.group = group
        begun, load, start = datetime.now(UTC), os.getloadavg()[0], time.monotonic()
        measure(self)
        seconds = round(time.monotonic() - start, 1)
        self.stretches.append(Stretch(group, begun.isoformat(timespec="minutes"), seconds, round(load, 2)))

    def take(self, taken: Taken) -> None:
        """Add what another process has measured."""
        self.rows += taken.rows
        self.curves += taken.curves
        self.stretches += taken.stretches
        self.peers += [name for name in taken.peers if name not in self.peers]

    def fail(self, group: str, why: str) -> None:
        """Add that a group could not be measured, which is a miss."""
        self.run(group, lambda report: report.add(f"all of {group}", why, "must run", met=False))

    def add(
        self,
        work: str,
        value: str,
        target: str = "",
        met: bool | None = None,
        *,
        share: float | None = None,
        samples: Mapping[str, Sequence[float]] | None = None,
    ) -> None:
        """Add a row and print it."""
        kept = {name: [round(value, 7) for value in values] for name, values in (samples or {}).items()}
        self.rows.append(Row(self.group, work, value, target, met, share, kept))
        self._print(work, value, target, met)

    def amount(self, work: str, values: Sequence[float], unit: str, most: float | None = None) -> None:
        """Add what was measured several times, with its median and range."""
        found = median(values)
        target = "" if most is None else f"<= {digits(most)} {unit}"
        met = None if most is None else found <= most
        share = None if most is None else found / most
        self.add(work, spread(values, unit), target, met, share=share, samples={unit: values})

    def ratio(
        self,
        work: str,
        ours: Sequence[float],
        theirs: Sequence[float],
        unit: str,
        most: float | None = None,
        *,
        than: str = "floor",
    ) -> None:
        """Add how much more we cost than something else: the ratio of the medians, and the range by rounds."""
        found = median(ours) / median(theirs)
        each = [a / b for a, b in zip(ours, theirs, strict=True)] if len(ours) == len(theirs) else []
        extent = f"{digits(min(each))} to {digits(max(each))}; " if len(each) > 1 else ""
        value = f"{digits(found)} x ({extent}{digits(median(ours))} : {digits(median(theirs))} {unit})"
        target = "" if most is None else f"<= {most:g} x"
        met = None if most is None else found <= most
        share = None if most is None else found / most
        samples = {f"axon, {unit}": ours, f"{than}, {unit}": theirs}
        self.add(work, value, target, met, share=share, samples=samples)

    def gaps(self, work: str, gaps: Sequence[float], idle: Sequence[float], own: Sequence[float] = ()) -> None:
        """Add the gaps of an event loop in milliseconds, beside those of the same loop with nothing to do.

        `own` is the CPU that the window's thread used in each: what other programs do does not lengthen it.
        """
        p99, calm = percentile(gaps, 0.99), percentile(idle, 0.99)
        worst, limit = max(gaps), max(_ALLOWED_WORST, 2 * max(idle))
        samples = {
            "gaps in ms at 50, 90, 99, 100 %": [percentile(gaps, share) for share in _QUANTILES],
            "idle, the same": [percentile(idle, share) for share in _QUANTILES],
        }
        if own:
            samples["own CPU, the same"] = [percentile(own, share) for share in _QUANTILES]
        allowed = calm + _ALLOWED_GAP
        value = f"{p99:.1f} ms (idle {calm:.1f})"
        self.add(
            f"{work}: gaps, p99", value, "<= idle + 12 ms", p99 <= allowed, share=p99 / allowed, samples=samples
        )
        cpu = f"; own CPU {max(own):.0f}" if own else ""
        value = f"{worst:.0f} ms (idle {max(idle):.0f}{cpu})"
        self.add("  the longest", value, f"<= {limit:.0f} ms", worst <= limit, share=worst / limit)

    def beside(self, wanted: int, found: Iterable[str]) -> None:
        """Add which peers ran; fewer than wanted is a miss."""
        names = [*found]
        self.peers += [name for name in names if name not in self.peers]
        value = ", ".join(names) or "none"
        self.add("peers that ran", value, f"{wanted}", len(names) >= wanted)

    def curve(
        self,
        work: str,
        axis: str,
        unit: str,
        sizes: Sequence[int],
        samples: Sequence[Sequence[float]],
        demanded: float,
    ) -> None:
        """Add how a cost grows: a miss when it is steeper than what is visible or changed demands."""
        slope = exponent(sizes, [median(values) for values in samples])
        kept = [[round(value, 7) for value in values] for values in samples]
        met = slope <= demanded
        self.curves.append(Curve(self.group, work, axis, unit, [*sizes], kept, round(slope, 3), demanded, met))
        found = " / ".join(digits(median(values)) for values in samples)
        names = " / ".join(f"{size:,}" for size in sizes)
        seen = f"{found} {unit}; exponent {slope_text(slope)}"
        self._print(f"{work} at {names} {axis}", seen, f"<= {demanded:g}", met)

    def save(self, file: Path) -> None:
        """Write all of it as JSON."""
        taken = {
            "machine": asdict(this_machine()),
            "scale": asdict(self.scale),
            "peers": self.peers,
            "stretches": [asdict(stretch) for stretch in self.stretches],
            "rows": [asdict(row) for row in self.rows],
            "curves": [asdict(curve) for curve in self.curves],
        }
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(taken, indent=1, ensure_ascii=False) + "\n", "utf-8")

    def _print(self, work: str, value: str, target: str, met: bool | None) -> None:
        mark = {True: "ok  ", False: "MISS", None: "    "}[met]
        print(f"{mark} {work:<66} {value:<42} {target}", flush=True)


@dataclass(frozen=True)
class Taken:
    """What one file of JSON holds."""

    machine: Machine
    scale: Scale
    peers: list[str]
    stretches: list[Stretch]
    rows: list[Row]
    curves: list[Curve]


def load_report(file: Path) -> Taken:
    """Read what `Report.save` wrote."""
    found = json.loads(file.read_text("utf-8"))
    return Taken(
        Machine(**found["machine"]),
        Scale(**found["scale"]),
        found["peers"],
        [Stretch(**stretch) for stretch in found["stretches"]],
        [Row(**row) for row in found["rows"]],
        [Curve(**curve) for curve in found["curves"]],
    )


# --- child processes -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Child:
    """What one child process cost."""

    cpu: float
    """User and system seconds, its own children included."""
    wall: float
    output: str


def run_child(command: Sequence[str], environment: Mapping[str, str]) -> Child:
    """Run a child to its end and return what it cost."""
    start = time.perf_counter()
    with subprocess.Popen(
        command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        output = child.stdout.read()
        errors = child.stderr.read()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"bench: {' '.join(command)} ended with {child.returncode}:\n{errors}")
    return Child(usage.ru_utime + usage.ru_stime, time.perf_counter() - start, output)


def tree_memory(pid: int) -> float:
    """Return the memory of a process and all that it has started, in MB: proportional shares (PSS), now.

    The peak that `wait4` gives holds what the parent used before exec, and no other process.
    """
    total = 0
    with suppress(psutil.NoSuchProcess):
        top = psutil.Process(pid)
        for process in (top, *top.children(recursive=True)):
            with suppress(OSError):  # it has just ended
                rollup = Path(f"/proc/{process.pid}/smaps_rollup").read_text("ascii")
                total += next((int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")), 0)
    return total / 1024


def peak_memory(command: Sequence[str], environment: Mapping[str, str]) -> float:
    """Run a child to its end and return the most memory it had with all that it started, in MB.

    Looking slows it down, so what it costs is measured in other runs.
    """
    peak = 0.0
    with subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL) as child:
        while child.poll() is None:
            peak = max(peak, tree_memory(child.pid))
            time.sleep(_LOOK)
    if child.returncode != 0:
        sys.exit(f"bench: {' '.join(command)} ended with {child.returncode}")
    return peak


def window_environment(home: Path) -> dict[str, str]:
    """Return the environment of a program with a window that nobody sees, and with folders of its own."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "AXON_HOME": str(home), "PYTHONPATH": str(ROOT)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else every start compiles the program anew
    return environment


BARE_WINDOW = (sys.executable, str(ROOT / "bench" / "bare_window.py"), "--loop")
"""Command of the bare window, which ends after its first paint."""


def alternate(rounds: int, **runs: Callable[[], Child]) -> dict[str, list[Child]]:
    """Run the subjects in turn, so that a busy moment hits all of them."""
    results: dict[str, list[Child]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            results[name].append(run())
    return results


# --- figures ---------------------------------------------------------------------------------------------------


def median(values: Sequence[float]) -> float:
    """Return the median."""
    return statistics.median(values)


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which this share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def slope_text(slope: float) -> str:
    """Return an exponent with two places; what rounds to nothing has no sign."""
    return f"{round(slope, 2) + 0.0:.2f}"


def exponent(sizes: Sequence[float], values: Sequence[float]) -> float:
    """Return the slope of the straight line through the logarithms: 0 is flat, 1 grows as the size does."""
    least = 1e-9  # what costs nothing measurable does not grow
    points = [(math.log(size), math.log(max(value, least))) for size, value in zip(sizes, values, strict=True)]
    return statistics.linear_regression([x for x, _ in points], [y for _, y in points]).slope


def digits(value: float) -> str:
    """Write a figure with about three digits that mean something."""
    size = abs(value)
    if size >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if size >= 10 else f"{value:.2f}" if size >= 1 or not size else f"{value:.3g}"


def spread(values: Sequence[float], unit: str) -> str:
    """Write the median, and the range if there is one."""
    extent = f" ({digits(min(values))} to {digits(max(values))})" if len(values) > 1 else ""
    return f"{digits(median(values))} {unit}{extent}"


def cpu_seconds() -> float:
    """Return the CPU time of this process so far."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime
