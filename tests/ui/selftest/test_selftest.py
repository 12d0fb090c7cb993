from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "axon_desktop"

STARTED = {
    "axon_desktop.index.build.preparer": "index helpers",
    "axon_desktop.index.worker": "index worker",
    "axon_desktop.ui.files.svg_worker": "svg worker",
    "axon_desktop.ui.selftest.qt_probe": "probe of Qt",
    "axon_desktop.vault.search.regex_worker": "expression worker",
}
"""Modules that run in processes of their own, with the check of the selftest that starts each."""


def run_selftest(tmp_path: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    environment = {**kept, "AXON_HOME": str(tmp_path / "home"), "PYTHONPATH": str(ROOT), **variables}
    return subprocess.run(
        [sys.executable, "-m", "axon_desktop", "--selftest"],
        env=environment,
        cwd=tmp_path,
        text=True,
        capture_output=True,
        timeout=300,
        check=False,
    )


def test_selftest_checks_every_part_and_leaves_nothing(tmp_path: Path) -> None:
    done = run_selftest(tmp_path, QT_QPA_PLATFORM="xcb", DISPLAY=":none")
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    passed = {line.removeprefix("ok    ").partition(":")[0] for line in lines if line.startswith("ok    ")}
    assert set(STARTED.values()) <= passed
    assert {"modules", "search", "server launcher", "command launcher", "tour"} <= passed
    assert "window, three turns are undone" in passed
    assert lines[-1] == f"{len(lines) - 1} of {len(lines) - 1} checks passed"
    assert list(tmp_path.iterdir()) == []


def test_selftest_says_what_is_missing_and_fails(tmp_path: Path) -> None:
    """If the system has no certificates there are none to trust; everything else is still checked."""
    empty = tmp_path / "none.pem"
    empty.write_text("")
    done = run_selftest(tmp_path, SSL_CERT_FILE=str(empty))
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert [line for line in lines if line.startswith("FAIL")] == [
        line for line in lines if line.startswith("FAIL  certificates: ")
    ]
    assert "ok    tour: played to its end" in lines


def test_each_worker_is_started_by_the_selftest() -> None:
    named: set[str] = set()
    for file in PACKAGE.rglob("*.py"):
        named.update(re.findall(r"worker_command\(\s*\"([\w.]+)\"", file.read_text(encoding="utf-8")))
    assert named == STARTED.keys()
