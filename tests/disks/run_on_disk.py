"""Run tests on disks of other kinds: `python tests/disks/run_on_disk.py [--disk TRAITS] [pytest's arguments]`.

Without `--disk` on each kind in turn; with it on one, which may have no traits (`--disk ""`). Without further
arguments these are the tests of the vault, but those that try a thousand inputs, since a call takes ten times as
long there, and then writers that are killed beside a program that saves. The tests' own folders are on that disk,
with the vaults and with Axon's data. `tests/data/other_disks.json` says which tests mean something else there, and
why.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from tests.disks.fuse_disk import mounted, why_not  # noqa: E402 - runs as a script, too

_ALL = [*map(str, sorted({test.parent for test in (ROOT / "tests/vault").glob("*/test_*.py")}))]
_ALL += map(str, sorted((ROOT / "tests/vault").glob("test_*.py")))
_WRITING = [part for part in _ALL if Path(part).name in ("files", "history", "moves", "undo", "writing")]
KINDS = {
    "blind": _ALL,  # as macOS formats a disk
    "blind,short,no-exchange,no-noreplace": _WRITING,  # as Windows does, and SMB; but for the spellings NFS
    "blind,no-exchange,no-noreplace,no-links": _WRITING,  # exFAT
}
"""Each with the tests that run there: reading does not depend on how a disk renames. Each part has a disk of its
own, since it keeps every file open that the system remembers."""
STORMS = 20
"""Runs of a writer that is killed 15 times beside a program that saves in place."""


EXCEPTIONS = json.loads((ROOT / "tests/data/other_disks.json").read_text(encoding="utf-8"))


def run(kind: str, arguments: list[str]) -> int:
    """Run pytest on one kind of disk and return how it ended."""
    traits = [trait for trait in kind.split(",") if trait]
    others = [test for it in EXCEPTIONS if it["where"] in ("all", *traits) for test in it["tests"]]
    arguments = [*arguments, *(f"--deselect=tests/vault/{test}" for test in others)]
    with (
        tempfile.TemporaryDirectory(prefix="axon-disk-") as base,
        mounted(Path(base) / "mount", *traits) as disk,
    ):
        command = [sys.executable, "-m", "pytest", f"--basetemp={disk / 'tests'}", *arguments]
        return subprocess.run(command, cwd=ROOT, check=False).returncode


def storm(kind: str) -> int:
    """Let writers be killed on one kind of disk; print what was done and harmed, return how many runs failed."""
    sums: Counter[str] = Counter()
    with (
        tempfile.TemporaryDirectory(prefix="axon-disk-") as base,
        mounted(Path(base) / "mount", *kind.split(",")) as disk,
    ):
        for seed in range(STORMS):
            command = [sys.executable, "bench/kill_storm.py", "--rival=inplace", "--kills=15", f"--seed={seed}"]
            environment = {**os.environ, "TMPDIR": str(disk)}
            done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
            figures = json.loads(done.stdout or "{}")
            sums.update({name: number for name, number in figures.items() if isinstance(number, int)})
            if done.returncode:
                sums["failed runs"] += 1
                print(done.stdout, done.stderr, flush=True)
    print(f"== {STORMS} storms on {kind}: {dict(sums)}", flush=True)
    return sums["failed runs"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--disk", metavar="TRAITS", help="comma-separated, as fuse_disk.py lists them")
    chosen, arguments = parser.parse_known_args()
    if reason := why_not():
        print(f"not run on other disks: {reason}")
        return 0
    ended = []
    for kind in KINDS if chosen.disk is None else (chosen.disk,):
        print(f"== disk: {kind or 'with everything'}", flush=True)
        usual = ["-q", "-n", "2", "-m", "not soak and not hypothesis"]
        parts = [[*usual, part] for part in KINDS.get(kind, _ALL)]
        ended += [run(kind, part) for part in ([arguments] if arguments else parts)]
        if not arguments and "no-links" not in kind:  # there some texts cannot be held, as `axon doctor` says
            ended.append(storm(kind))
    return max(ended)


if __name__ == "__main__":
    sys.exit(main())
