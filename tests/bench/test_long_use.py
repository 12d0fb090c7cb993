"""A short day; `python -m bench.long_use` uses the program for a thousand turns, and judges its memory too."""

import json
import subprocess
import sys

from bench.long_use import Count, grown


def test_nothing_but_memory_grows_in_a_short_day() -> None:
    command = [sys.executable, "-m", "bench.long_use", "--turns", "15", "--every", "5", "--notes", "30"]
    day = subprocess.run(command, check=False, capture_output=True, text=True)
    counts = [Count(**json.loads(line)) for line in day.stdout.splitlines() if line.startswith("{")]
    assert [count.turn for count in counts] == [5, 10, 15], day.stderr
    assert grown(counts[1], counts[2]) == []


def test_what_grew_is_named() -> None:
    first = Count(100, 100.0, 30, 9, 1, 500, 3, 1)
    assert grown(first, first) == []
    assert grown(first, Count(200, 900.0, 31, 9, 0, 502, 3, 1)) == ["handles 30 -> 31", "objects 500 -> 502"]
