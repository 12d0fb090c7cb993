"""The programs and libraries that are measured beside Axon, in an environment of their own: `make setup-peers`."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from bench.measure import ROOT

PROGRAMS = Path(os.environ.get("AXON_PEERS", ROOT / ".venv-peers")) / "bin"
"""The folder of their programs, `python` among them."""


def named(package: str) -> str:
    """Return a package's name with its version there, or what to do when it is missing."""
    script = f"from importlib.metadata import version; print(version({package!r}))"
    try:
        run = subprocess.run([PROGRAMS / "python", "-c", script], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return f"{package} (missing: make setup-peers)"
    return f"{package} {run.stdout.strip() or '(missing: make setup-peers)'}"
