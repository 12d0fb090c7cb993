"""Child processes of our own: work that must be killable, or must not hold this program's interpreter."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def worker_command(module: str) -> list[str]:
    """Return the command that runs a module of ours in a process of its own; a frozen build runs itself."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "--worker", module]
    return [sys.executable, "-m", module]


def worker_environment() -> dict[str, str]:
    """Return the environment in which such a process finds our modules, wherever it is started."""
    home = str(Path(__file__).resolve().parents[2])
    known = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": f"{home}{os.pathsep}{known}" if known else home}
