"""Tests in a process of their own, in which a table has one more line before anything of Axon is imported."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run_checks(file: str, *, plugin: str) -> None:
    """Run the tests of a file of this folder with a module of this folder that adds something to a table."""
    plugins = ("-p", f"tests.where_to_add.{plugin}", "-p", "tests.ui.conftest", "-p", "no:cacheprovider")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *plugins, f"tests/where_to_add/{file}"],
        cwd=ROOT,
        env={**kept, "QT_QPA_PLATFORM": "offscreen"},
        text=True,
        capture_output=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-8000:] + run.stderr
