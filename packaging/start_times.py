"""Compare how much work a start takes, up to the first paint, frozen and from source: processor time, alternately.

`python packaging/start_times.py [RUNS]`; exits 1 when the frozen program needs more than 1.3 times as much.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAMS = {
    "frozen": [str(ROOT / "dist" / "axon-desktop" / "axon-desktop")],
    "source": [sys.executable, "-m", "axon_desktop"],
}
MOST = 1.3


def work(command: list[str]) -> float:
    """Return the seconds of work that one start takes."""
    before = os.times()
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    subprocess.run(
        [*command, "--exit-after-paint"], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True
    )
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def main(runs: int) -> int:
    """Print the medians and their ratio."""
    for command in PROGRAMS.values():
        work(command)  # the first start fills the caches
    times: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for _ in range(runs):
        for name, command in PROGRAMS.items():
            times[name].append(work(command))
    medians = {name: statistics.median(found) for name, found in times.items()}
    ratio = medians["frozen"] / medians["source"]
    sys.stdout.write(
        f"start: frozen {medians['frozen']:.2f} s, source {medians['source']:.2f} s of processor time,"
        f" N={runs}, ratio {ratio:.2f} (at most {MOST})\n"
    )
    return 0 if ratio <= MOST else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 9))
