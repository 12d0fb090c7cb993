"""Each kind of moment once; `python -m bench.stops` presses Escape 500 times, and judges how soon it is heard."""

import subprocess
import sys

from bench.stops import KINDS


def test_nothing_begins_after_a_stop() -> None:
    command = [sys.executable, "-m", "bench.stops", "--count", str(len(KINDS))]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    *_, kinds, found = done.stdout.splitlines() or ["", ""]
    assert found.startswith(f"{len(KINDS)} stops: 0 faults, "), done.stdout + done.stderr
    assert [f"{kind} 1" for kind in KINDS] == kinds.split(", ")
