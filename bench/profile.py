"""Where the time of the window's thread goes in one group: its functions by their own and by their whole time.

    python -m bench.profile note
    python -m bench.profile start --vault FOLDER

A profile slows small functions down more than large ones: it says where to look, never how long something takes.
"""

from __future__ import annotations

import argparse
import os
import pstats
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.edit import prepare
from bench.index import make_vault
from bench.measure import ROOT, SAMPLE_VAULT, window_environment

_SHOWN = 30
_IN_PROCESS = ("note", "stream", "conversation", "switcher", "growth_note", "growth_talk")
"""Groups that work in the process that measures."""
_CHILDREN = {
    "start": ("axon_desktop", "{vault}", "--exit-after-paint"),
    "usable": ("bench.usable", "{vault}"),
    "servers": ("bench.window_with_servers", "5"),
    "index": ("bench.index_axon", "{vault}"),
    "index_window": ("bench.window_with_index", "{vault}", "0"),
}
"""Programs that the others start, and their arguments."""

_EDIT = "edit"
"""The one that needs a vault of its own making."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one group, or the program that it measures, under the profiler of the standard library."""
    parser = argparse.ArgumentParser(prog="python -m bench.profile", description=__doc__.partition("\n")[0])
    parser.add_argument("group", choices=(*_IN_PROCESS, *_CHILDREN, _EDIT))
    parser.add_argument("--vault", type=Path, help="an existing one; else the sample vault, or one that is made")
    parser.add_argument("--notes", type=int, default=0, help="make a vault of so many notes")
    parser.add_argument("--keep", type=Path, help="file for the whole profile, for other viewers")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        vault = options.vault or SAMPLE_VAULT
        if options.notes:
            vault = Path(folder) / "vault"
            make_vault(vault, options.notes)
        file = options.keep or Path(folder) / "profile"
        module = prepare(Path(folder)) if options.group == _EDIT else _command(options.group, vault)
        command = [sys.executable, "-m", "cProfile", "-o", os.fspath(file), "-m", *module]
        environment = window_environment(Path(folder) / "home")
        said = None if options.group in _IN_PROCESS else subprocess.DEVNULL
        code = subprocess.run(command, env=environment, cwd=ROOT, stdout=said, check=False).returncode
        if code == 0:
            _show(file)
    return code


def _command(group: str, vault: Path) -> list[str]:
    if group in _IN_PROCESS:
        return ["bench", "--only", group, "--rounds", "1"]
    return [part.format(vault=vault) for part in _CHILDREN[group]]


def _show(file: Path) -> None:
    stats = pstats.Stats(os.fspath(file))
    for order in ("tottime", "cumulative"):
        stats.sort_stats(order).print_stats(_SHOWN)


if __name__ == "__main__":
    sys.exit(main())
