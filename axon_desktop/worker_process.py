"""Child processes of our own: work that must be killable, or must not hold this program's interpreter."""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path


def worker_command(module: str) -> list[str]:
    """Return the command that runs a module of ours in a process of its own; a frozen build runs itself."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "--worker", module]
    return [sys.executable, "-m", module]


def worker_environment() -> dict[str, str]:
    """Return the environment in which such a process finds our modules, wherever it is started."""
    home = str(Path(__file__).resolve().parents[1])
    known = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": f"{home}{os.pathsep}{known}" if known else home}


_OPTION = "--worker"
_OURS = "axon_desktop."


def run_if_worker() -> None:
    """When this process was started as `--worker MODULE …`, be that module and end; else return."""
    if sys.argv[1:2] != [_OPTION] or not (len(sys.argv) > 2 and sys.argv[2].startswith(_OURS)):
        return
    module = sys.argv[2]
    sys.argv[:] = [module, *sys.argv[3:]]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
    sys.exit(0)
