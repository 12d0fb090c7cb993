"""The cost of a round in the loop itself, beside other agent libraries doing the same rounds in the same run."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from bench import peer
from bench.measure import Report, median, spread

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
    subjects = {
        "floor": [sys.executable, "-m", "bench.loop_floor"],
        f"axon-desktop {version('axon-desktop')}": [sys.executable, "-m", "bench.loop_axon"],
    }
    for name, script in _PEERS.items():
        subjects[peer.named(name)] = [str(peer.PROGRAMS / "python"), str(_HERE / "peers" / script)]
    times: dict[str, list[float]] = {name: [] for name in subjects}
    with tempfile.TemporaryDirectory() as vault:
        for number in range(ROUNDS):
            (Path(vault) / f"Note {number}.md").write_text(f"# Note {number}\n\nA line.\n", "utf-8")
        for _ in range(min(_REPEATS, report.scale.rounds)):
            for name, command in subjects.items():
                times[name] += _run(name, command, vault, report.scale.of(RUNS, 2))
    rounds = {name: [value / ROUNDS * 1000 for value in values] for name, values in times.items() if values}
    if "floor" not in rounds:
        sys.exit("bench: the loop's floor did not run")
    floor = median(rounds["floor"])
    report.amount("loop: floor, the same requests and files without an agent", rounds.pop("floor"), "ms a round")
    _, axon, *peers = subjects
    over = {name: [value - floor for value in values] for name, values in rounds.items()}
    for name in peers:
        if name in over:
            report.amount(f"loop over the floor: {name}", over[name], "ms a round")
        else:
            report.add(f"loop over the floor: {name}", "did not run", "must run", met=False)
    report.beside(len(_PEERS), [name for name in peers if name in over])
    if axon not in over:
        report.add(f"loop over the floor: {axon}", "did not run", "below every peer", met=False)
        return
    own, best = median(over[axon]), min((median(over[name]) for name in peers if name in over), default=0.0)
    report.add(
        f"loop over the floor: {axon}",
        spread(over[axon], "ms a round"),
        "below every peer",
        own < best and all(name in over for name in peers),
        share=own / best if best else None,
        samples={"ms a round": over[axon]},
    )


def _run(name: str, command: list[str], vault: str, runs: int) -> list[float]:
    """Return the seconds of each counted run; empty when the subject failed or made other requests."""
    with subprocess.Popen(
        [sys.executable, "-m", "bench.loop_server", str(ROUNDS)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        port = server.stdout.readline().strip()
        arguments = [*command, port, vault, str(ROUNDS), str(runs + _WARM)]
        try:
            run = subprocess.run(arguments, capture_output=True, text=True, check=False, timeout=300)
        except FileNotFoundError:
            server.communicate()
            return []
        answered = int(server.communicate()[0])
    if run.returncode or answered != (ROUNDS + 1) * (runs + _WARM):
        sys.stderr.write(
            f"bench: {name} made {answered} requests and ended with {run.returncode}\n{run.stderr[-500:]}"
        )
        return []
    return [float(line) for line in run.stdout.split()][_WARM:]
