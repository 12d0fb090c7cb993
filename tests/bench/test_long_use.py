"""A short day; `python -m bench.long_use` uses the program for a thousand rounds, and judges its memory too."""

import json
import subprocess
import sys
from pathlib import Path

from bench.long_day import EVERY, Count
from bench.long_use import faults_of, grown


def test_nothing_but_memory_grows_in_a_short_day(tmp_path: Path) -> None:
    found = tmp_path / "found.json"
    command = [sys.executable, "-m", "bench.long_use", "--turns", "12", "--every", "4", "--notes", "200"]
    day = subprocess.run([*command, "--json", str(found)], check=False, capture_output=True, text=True)
    assert found.exists(), day.stdout + day.stderr
    reported = json.loads(found.read_text(encoding="utf-8"))
    counts = [Count(**count) for count in reported["counts"]]
    assert [count.turn for count in counts] == [4, 8, 12], day.stderr
    assert counts[-1].hours >= 7.9, "the clock goes on by eight hours"
    assert set(reported["done"]) == {*EVERY, "ask"}
    assert all(reported["done"].values()), reported["done"]
    assert grown(counts[1], counts[2]) == []


def test_what_grew_is_named() -> None:
    first = Count(100, 1.0, 100.0, 30, 9, 1, 500, 3, 1)
    assert grown(first, first) == []
    later = Count(200, 2.0, 900.0, 31, 9, 0, 502, 3, 1)
    assert grown(first, later) == ["handles 30 -> 31", "objects 500 -> 502"]
    assert faults_of(first, later)[0] == "memory +800.0 MB, more than 5.0"
