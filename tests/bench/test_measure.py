"""The report of the benches: figures with their spread, targets met and missed, kept as JSON."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from bench.measure import Report, Row, Scale, digits, exponent, load_report, peak_memory, run_child, spread

_BUSY = "sum(range(8_000_000))"
"""What a child does while it is looked at."""


def test_exponent_is_the_slope_of_a_power_law() -> None:
    sizes = [1_000, 10_000, 100_000]
    assert exponent(sizes, [7.0, 7.0, 7.0]) == pytest.approx(0)
    assert exponent(sizes, [2.0, 20.0, 200.0]) == pytest.approx(1)
    assert exponent(sizes, [1.0, 10**0.5, 10.0]) == pytest.approx(0.5)


def test_exponent_of_what_costs_nothing_is_flat() -> None:
    assert exponent([1, 6, 11], [0.0, 0.0, 0.0]) == pytest.approx(0)


def test_figures_are_written_with_the_digits_that_mean_something() -> None:
    assert [digits(value) for value in (12_345.6, 123.4, 12.34, 1.234, 0.01234, 0)] == [
        "12,346",
        "123",
        "12.3",
        "1.23",
        "0.0123",
        "0.00",
    ]
    assert spread([3.0, 1.0, 2.0], "ms") == "2.00 ms (1.00 to 3.00)"
    assert spread([2.0], "s") == "2.00 s"


def test_ratio_of_medians_is_held_against_its_target() -> None:
    report = Report()
    report.ratio("start", [3.0, 1.0, 2.0], [1.0, 1.0, 1.0], "s", 1.4, than="bare")
    (row,) = report.rows
    assert row.met is False
    assert row.share == pytest.approx(2 / 1.4)
    assert row.value == "2.00 x (1.00 to 3.00; 2.00 : 1.00 s)"
    assert row.samples == {"axon, s": [3.0, 1.0, 2.0], "bare, s": [1.0, 1.0, 1.0]}


@pytest.mark.parametrize(
    ("gaps", "met"),
    [([5.0] * 99 + [15.0], [True, True]), ([18.0] * 100, [False, True]), ([5.0] * 999 + [101.0], [True, False])],
)
def test_gaps_are_judged_by_p99_and_by_the_longest(gaps: list[float], met: list[bool]) -> None:
    report = Report()
    report.gaps("streaming", gaps, [5.0] * 99 + [5.9])
    assert [row.met for row in report.rows] == met


def test_the_longest_gap_may_be_twice_that_of_an_idle_loop_on_a_busy_machine() -> None:
    report = Report()
    report.gaps("streaming", [5.0] * 999 + [150.0], [5.0] * 999 + [80.0])
    assert report.rows[1].met is True


def test_fewer_peers_than_named_is_a_miss() -> None:
    report = Report()
    report.beside(3, ["one 1.0", "two 2.0"])
    assert (report.missed, report.peers) == (1, ["one 1.0", "two 2.0"])


def test_curve_steeper_than_demanded_is_a_miss() -> None:
    report = Report()
    report.curve("flat", "notes", "ms", [10, 100], [[1.0, 1.1], [1.1, 1.2]], 0.1)
    report.curve("steep", "notes", "ms", [10, 100], [[1.0], [5.0]], 0.1)
    assert [curve.met for curve in report.curves] == [True, False]
    assert (report.missed, report.judged) == (1, 2)


def test_report_is_kept_with_its_machine(tmp_path: Path) -> None:
    report = Report(Scale(rounds=3, notes=50))
    report.run("start", lambda each: each.amount("time", [1.0, 2.0, 4.0], "s", 1.5))
    report.curve("time", "notes", "s", [1, 10], [[1.0], [2.0]], 1.0)
    report.save(tmp_path / "out" / "bench.json")
    taken = load_report(tmp_path / "out" / "bench.json")
    assert (
        taken.rows
        == report.rows
        == [Row("start", "time", "2.00 s (1.00 to 4.00)", "<= 1.50 s", False, 2 / 1.5, {"s": [1.0, 2.0, 4.0]})]
    )
    assert taken.curves == report.curves
    assert taken.scale == report.scale
    assert [stretch.group for stretch in taken.stretches] == ["start"]
    machine = taken.machine
    assert all((machine.processor, machine.cores, machine.memory_gb, machine.python, machine.qt, machine.program))


def test_group_that_breaks_down_is_a_miss(tmp_path: Path) -> None:
    report, other = Report(), Report()
    other.run("note", lambda each: each.beside(1, ["rg 14.1"]))
    other.save(tmp_path / "note.json")
    report.take(load_report(tmp_path / "note.json"))
    report.fail("start", "ended with -11")
    assert [(row.group, row.met) for row in report.rows] == [("note", True), ("start", False)]
    assert [stretch.group for stretch in report.stretches] == ["note", "start"]
    assert report.peers == ["rg 14.1"]


def test_child_is_measured_by_its_own_cpu_time() -> None:
    child = run_child((sys.executable, "-c", "sum(range(3_000_000)); print('done')"), os.environ)
    assert child.output == "done\n"
    assert child.cpu > 0


def test_memory_of_a_child_is_not_that_of_its_parent() -> None:
    held = b"x" * (60 << 20)  # `wait4` would say that the child had it too
    small = peak_memory((sys.executable, "-c", _BUSY), os.environ)
    large = peak_memory((sys.executable, "-c", f"kept = b'x' * (30 << 20); {_BUSY}"), os.environ)
    assert len(held) > small * 2**20
    assert large - small > 25


def test_memory_counts_what_a_child_has_started() -> None:
    inner = f"kept = b'x' * (30 << 20); {_BUSY}"
    outer = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {inner!r}])"
    assert peak_memory((sys.executable, "-c", outer), os.environ) > 35


def test_child_that_fails_ends_the_bench() -> None:
    with pytest.raises(SystemExit, match="ended with 3"):
        run_child((sys.executable, "-c", "raise SystemExit(3)"), os.environ)
