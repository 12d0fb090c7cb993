"""Run tests on disks of other kinds: `python tests/disks/run_on_disk.py [--disk TRAITS] [pytest's arguments]`.

Without `--disk` on each of the four kinds in turn; with it on one, which may have no traits (`--disk ""`). Tests
that try a thousand inputs are left out, unless arguments are given: a call takes ten times as long there. The
tests' own folders are on that disk, with the vaults and with Axon's data. `tests/data/other_disks.json` says which
tests mean something else there, and why.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from tests.disks.fuse_disk import mounted, why_not  # noqa: E402 - runs as a script, too

KINDS = (
    "blind",  # as macOS and Windows format a disk
    "blind,short,no-exchange,no-noreplace",  # SMB, and Windows' own
    "no-exchange,no-noreplace",  # NFS
    "blind,no-exchange,no-noreplace,no-links",  # exFAT
)


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
        ended.append(run(kind, arguments or ["-q", "-m", "not soak and not hypothesis", "tests/vault"]))
    return max(ended)


if __name__ == "__main__":
    sys.exit(main())
