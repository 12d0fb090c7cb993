"""The cost of a round in the loop itself, beside other agent libraries doing the same rounds in the same run."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from bench.measure import Report, median

ROUNDS = 20
RUNS = 15
_WARM = 3
"""Runs of each process that are not counted."""
_REPEATS = 3
"""Processes of each subject, in turn with the others."""
_HERE = Path(__file__).parent
_PEERS = {
    "pydantic-ai-slim": "loop_pydantic_ai.py",
    "openai-agents": "loop_openai_agents.py",
    "smolagents": "loop_smolagents.py",
}


def measure(report: Report) -> None:
    """Measure floor, Axon and peers in turn; a peer that cannot run is a miss."""
    python = Path(os.environ.get("AXON_PEERS", _HERE.parent / ".venv-peers")) / "bin" / "python"
    subjects = {
        "floor": [sys.executable, "-m", "bench.loop_floor"],
        f"axon-desktop {version('axon-desktop')}": [sys.executable, "-m", "bench.loop_axon"],
    }
    for name, script in _PEERS.items():
        subjects[_named(name, python)] = [str(python), str(_HERE / "peers" / script)]
    times: dict[str, list[float]] = {name: [] for name in subjects}
    with tempfile.TemporaryDirectory() as vault:
        for number in range(ROUNDS):
            (Path(vault) / f"Note {number}.md").write_text(f"# Note {number}\n\nA line.\n", "utf-8")
        for _ in range(_REPEATS):
            for name, command in subjects.items():
                times[name] += _run(name, command, vault)
    per_round = {name: median(values) / ROUNDS * 1000 for name, values in times.items() if values}
    floor = per_round.pop("floor")
    report.add("loop: floor, the same requests and files without an agent", f"{floor:.2f} ms a round")
    _, axon, *peers = subjects
    overhead = {name: value - floor for name, value in per_round.items()}
    for name in peers:
        shown = f"{overhead[name]:.2f} ms a round" if name in overhead else "did not run"
        report.add(f"loop: {name}", shown, "must run", name in overhead)
    first = all(name in overhead and overhead[axon] < overhead[name] for name in peers)
    report.add(f"loop: {axon}", f"{overhead[axon]:.2f} ms a round over the floor", "below every peer", first)


def _named(name: str, python: Path) -> str:
    script = f"from importlib.metadata import version; print(version({name!r}))"
    run = subprocess.run([python, "-c", script], capture_output=True, text=True, check=False)
    return f"{name} {run.stdout.strip() or '(missing: see make bench)'}"


def _run(name: str, command: list[str], vault: str) -> list[float]:
    """Return the seconds of each counted run; empty when the subject failed or made other requests."""
    with subprocess.Popen(
        [sys.executable, "-m", "bench.loop_server", str(ROUNDS)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        port = server.stdout.readline().strip()
        arguments = [*command, port, vault, str(ROUNDS), str(RUNS + _WARM)]
        run = subprocess.run(arguments, capture_output=True, text=True, check=False, timeout=300)
        answered = int(server.communicate()[0])
    if run.returncode or answered != (ROUNDS + 1) * (RUNS + _WARM):
        sys.stderr.write(
            f"bench: {name} made {answered} requests and ended with {run.returncode}\n{run.stderr[-500:]}"
        )
        return []
    return [float(line) for line in run.stdout.split()][_WARM:]
