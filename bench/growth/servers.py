"""How the window's costs grow with MCP servers: until all are ready, and in a round that uses none of them."""

from __future__ import annotations

import tempfile
from pathlib import Path

from bench.growth import FLAT, LINEAR
from bench.measure import Report
from bench.servers import run_window

SERVERS = (0, 5, 10)
_ROUNDS = 3


def measure(report: Report) -> None:
    """Run the program with none, some and many servers."""
    with tempfile.TemporaryDirectory() as folder:
        runs = [
            [
                run_window(servers, Path(folder) / f"{servers} {round_}")
                for round_ in range(min(_ROUNDS, report.scale.rounds))
            ]
            for servers in SERVERS
        ]
    sizes = [1 + servers for servers in SERVERS]
    axis = "programs"  # the window and its servers
    starts = [[run["started_cpu"] for run in same] for same in runs]
    report.curve("start until all servers are ready, window's process", axis, "s", sizes, starts, LINEAR)
    own = [[run["round_own"] * 1000 for run in same] for same in runs]
    report.curve("a turn with one call of an own tool, window's thread", axis, "ms", sizes, own, FLAT)
    whole = [[run["round_cpu"] * 1000 for run in same] for same in runs]
    report.curve("a turn with one call of an own tool, all threads", axis, "ms", sizes, whole, FLAT)
