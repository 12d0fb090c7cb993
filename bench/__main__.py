"""Measure how fast and how light the program is, and print the table; exit 1 when a target is missed (--strict).

python -m bench --only start note --json out/bench/first.json

Several groups are measured in a process each. They may be measured in several runs, each on a quiet machine;
`python -m bench.page` makes one page of their files.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from axon_desktop.ui.runtime.garbage_collector import tune_interpreter
from bench.measure import Report, Scale, load_report

GROUPS = {
    "start": ("start",),
    "note": ("note",),
    "stream": ("stream", "chat"),
    "conversation": ("conversation",),
    "edit": ("edit",),
    "live": ("live",),
    "loop": ("loop",),
    "servers": ("servers",),
    "vault_server": ("vault_server",),
    "switcher": ("switcher",),
    "links": ("links",),
    "index": ("index",),
    "meaning": ("meaning_index",),
    "search": ("command_search",),
    "growth_note": ("growth.note",),
    "growth_talk": ("growth.talk",),
    "growth_servers": ("growth.servers",),
    "growth_vault": ("growth.vault",),
}
"""The modules in this folder that measure each group."""
_QUICK = Scale(rounds=1, notes=300, share=0.02)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benches."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "--only", nargs="+", choices=GROUPS, default=[*GROUPS], metavar="GROUP", help=", ".join(GROUPS)
    )
    parser.add_argument("--rounds", type=int, default=Scale.rounds, help="child processes per subject")
    parser.add_argument("--notes", type=int, default=Scale.notes, help="size of the largest vault")
    parser.add_argument("--quick", action="store_true", help="tiny sizes, once: only whether all of it runs")
    parser.add_argument("--json", type=Path, help="file for what was measured; it grows with each group")
    parser.add_argument("--strict", action="store_true", help="exit 1 when a target is missed")
    options = parser.parse_args(arguments)
    report = Report(_QUICK if options.quick else Scale(options.rounds, options.notes))
    for group in options.only:
        if len(options.only) == 1:
            _measure(report, group)
        else:
            _measure_apart(report, group, ["--quick"] if options.quick else [])
        if options.json is not None:
            report.save(options.json)
    print(f"{report.missed} of {report.judged} targets missed")
    return 1 if report.missed and options.strict else 0


def _measure(report: Report, group: str) -> None:
    """Measure a group in this process."""
    print(f"-- {group}", flush=True)
    tune_interpreter()  # as the program does after its first paint
    for name in GROUPS[group]:
        report.run(group, import_module(f"bench.{name}").measure)


def _measure_apart(report: Report, group: str, options: list[str]) -> None:
    """Measure a group in a process of its own, which knows nothing of the groups before it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "group.json"
        scale = ["--rounds", str(report.scale.rounds), "--notes", str(report.scale.notes)]
        command = [sys.executable, "-m", "bench", "--only", group, *scale, *options, "--json", str(file)]
        code = subprocess.run(command, check=False).returncode
        if code == 0:
            report.take(load_report(file))
        else:
            report.fail(group, f"ended with {code}")


if __name__ == "__main__":
    sys.exit(main())
