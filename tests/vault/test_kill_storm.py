"""A few kills for every run of the tests; `make soak` runs hundreds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run_storm(base: Path, *arguments: str) -> dict[str, int]:
    done = subprocess.run(
        [sys.executable, ROOT / "bench" / "kill_storm.py", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TMPDIR": str(base)},
    )
    assert done.stdout, done.stderr
    figures: dict[str, int] = json.loads(done.stdout)
    assert done.returncode == 0, figures
    return figures


RIVALS = pytest.mark.parametrize(
    "rival", [(), ("--rival", "rename"), ("--rival", "inplace"), ("--rival", "axon")], ids=str
)


@RIVALS
def test_killed_writer_harms_no_note_and_loses_no_version(tmp_path: Path, rival: tuple[str, ...]) -> None:
    figures = run_storm(tmp_path, "--kills", "5", *rival)
    assert figures["kills"] >= 5
    assert figures["writes"] > 0


def test_agents_and_three_rivals_lose_no_version_of_each_other(tmp_path: Path) -> None:
    figures = run_storm(tmp_path, "--writes", "60")
    assert figures["failures"] == 0
    assert figures["writes"] >= 60
    assert figures["rival_writes"] > 20


@pytest.mark.soak
@pytest.mark.timeout(14_400)
@RIVALS
def test_writer_killed_hundreds_of_times_harms_nothing(tmp_path: Path, rival: tuple[str, ...]) -> None:
    figures = run_storm(tmp_path, "--kills", os.environ.get("AXON_KILLS", "300"), *rival)
    assert figures["moves"] > 0
    assert figures["trashed"] > 0
