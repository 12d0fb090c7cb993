from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from axon_desktop.llm.http import connection
from axon_desktop.ui.selftest import selftest

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "axon_desktop"

STARTED = {
    "axon_desktop.index.build.document": "index helpers",
    "axon_desktop.index.worker": "index worker",
    "axon_desktop.meaning.worker": "meaning worker",
    "axon_desktop.ui.editor.spelling.worker": "spelling worker",
    "axon_desktop.ui.files.svg_worker": "svg worker",
    "axon_desktop.ui.selftest.qt_probe": "probe of Qt",
    "axon_desktop.vault.search.regex_worker": "expression worker",
}
"""Modules that run in processes of their own, with the check of the selftest that starts each."""


CHECKS_OF_PARTS = ("_import_all", "_read_resources", "_know_pictures", "_render", "_typeset", "_find_key_store",
                   "_probe_qt", "_draw_svg", "_spell")  # fmt: skip
CHECKS_OF_THE_WINDOW = ("_search_expression", "_prepare", "_await_index", "_search", "_find_meaning",
                        "_start_server", "_run_command", "_tour")  # fmt: skip


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


def test_selftest_says_what_is_missing_and_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If the system has no certificates there are none to trust; everything else is still checked."""

    async def passes(*_: object) -> str:
        return ""

    for name in CHECKS_OF_PARTS:
        monkeypatch.setattr(selftest, name, lambda *_: "")
    for name in CHECKS_OF_THE_WINDOW:
        asked = asyncio.iscoroutinefunction(getattr(selftest._Selftest, name))
        monkeypatch.setattr(selftest._Selftest, name, passes if asked else lambda *_: "")
    empty = tmp_path / "none.pem"
    empty.write_text("")
    monkeypatch.setenv("SSL_CERT_FILE", str(empty))
    workspace: Any = SimpleNamespace(vault=None)
    window: Any = None
    connection.trusted_authorities.cache_clear()
    try:
        assert asyncio.run(selftest.run_selftest(window, workspace, tmp_path)) == 1
    finally:
        connection.trusted_authorities.cache_clear()
    *lines, last = capsys.readouterr().out.splitlines()
    assert [line.partition(": ")[0] for line in lines if not line.startswith("ok    ")] == ["FAIL  certificates"]
    assert lines[-1] == "ok    tour"
    assert last == f"{len(lines) - 1} of {len(lines)} checks passed"


def test_each_worker_is_started_by_the_selftest() -> None:
    named: set[str] = set()
    for file in PACKAGE.rglob("*.py"):
        named.update(re.findall(r"worker_command\(\s*\"([\w.]+)\"", file.read_text(encoding="utf-8")))
    assert named == STARTED.keys()
