"""The benches run from one command, on tiny sizes; and what grows is counted as it should be."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

from bench.__main__ import GROUPS
from bench.growth.costs import cost_of
from bench.measure import ROOT, load_report


def test_calls_of_a_piece_of_work_are_counted_alike_each_time() -> None:
    async def work(_number: int) -> None:
        for value in range(100):
            abs(value)

    first = asyncio.run(cost_of(work, 4))
    second = asyncio.run(cost_of(work, 4))
    assert first["calls"] == second["calls"]
    assert 100 <= first["calls"] < 110
    assert first["own"] > 0


def test_every_group_has_its_modules() -> None:
    for modules in GROUPS.values():
        for name in modules:
            assert "def measure(report: Report) -> None:" in (
                ROOT / "bench" / f"{name.replace('.', '/')}.py"
            ).read_text("utf-8")


def test_groups_are_measured_by_one_command(tmp_path: Path) -> None:
    file = tmp_path / "bench.json"
    command = [sys.executable, "-m", "bench", "--quick", "--only", "start", "growth_note", "--json", str(file)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "AXON_HOME": str(tmp_path / "home")}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    taken = load_report(file)
    assert [stretch.group for stretch in taken.stretches] == ["start", "growth_note"]
    counted = next(row for row in taken.rows if "heavy packages" in row.work)
    assert counted.met is True, counted.value
    assert {curve.group for curve in taken.curves} == {"growth_note"}
    laid_out = next(curve for curve in taken.curves if curve.unit == "documents")
    assert all(value > 0 for values in laid_out.samples for value in values)
    assert "targets missed" in run.stdout
