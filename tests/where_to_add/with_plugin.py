"""Tests in a process of their own, in which tables have one more line before anything of Axon is imported."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run_checks(*names: str) -> None:
    """Run the tests in files of this folder, with modules of this folder that add something to tables."""
    added = [option for name in names for option in ("-p", f"tests.where_to_add.{name}_line")]
    files = [f"tests/where_to_add/{name}_checks.py" for name in names]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            *added,
            "-p",
            "tests.ui.conftest",
            "-p",
            "no:cacheprovider",
            *files,
        ],
        cwd=ROOT,
        env={**kept, "QT_QPA_PLATFORM": "offscreen"},
        text=True,
        capture_output=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-8000:] + run.stderr
