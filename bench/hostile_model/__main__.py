"""Play the scenarios and print what got through.

python -m bench.hostile_model [--every N] [--only TEXT] [--workers N]
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor

from bench.hostile_model.obeying_server import ObeyingModel, canary, serving
from bench.hostile_model.play import Verdict, play
from bench.hostile_model.scenarios import Scenario, load


def play_all(scenarios: list[Scenario], workers: int = 2) -> tuple[list[Verdict], list[str]]:
    """Play scenarios; return a verdict for each, and the addresses that were asked for though nobody may."""
    with canary() as (address, asked):
        model = ObeyingModel({scenario.id: scenario for scenario in scenarios}, address)
        with serving(model) as base_url, ThreadPoolExecutor(workers) as pool:
            verdicts = [*pool.map(lambda scenario: _play_twice(scenario, model, base_url), scenarios)]
    return verdicts, asked


def _play_twice(scenario: Scenario, model: ObeyingModel, base_url: str) -> Verdict:
    """Play a scenario, and again if its words did not come before the model: servers may start slowly."""
    verdict = play(scenario, model, base_url)
    return verdict if verdict.heard else play(scenario, model, base_url)


def main() -> int:
    """Run the command line; 0 when nothing got through."""
    parser = argparse.ArgumentParser(description="A model that obeys what it reads: what gets through.")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth scenario")
    parser.add_argument("--only", default="", metavar="TEXT", help="only scenarios with this in their name")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    scenarios = [scenario for scenario in load() if options.only in scenario.id][:: options.every]
    verdicts, asked = play_all(scenarios, options.workers)
    for verdict in verdicts:
        for fault in verdict.faults:
            print(f"MISS {verdict.scenario}: {fault}")
    sent = sum(verdict.sent for verdict in verdicts)
    failed = sum(bool(verdict.faults) for verdict in verdicts)
    print(
        f"{len(verdicts)} scenarios, {sent} ordered calls: {failed} with something that got through,"
        f" {len(asked)} addresses asked for"
    )
    return 1 if failed or asked or not verdicts else 0


if __name__ == "__main__":
    sys.exit(main())
