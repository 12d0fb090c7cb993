"""What is not needed for typing and clicking is loaded after the window can be used."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.counting.until_usable import Start

ROOT = Path(__file__).resolve().parents[2]
FIRST_REQUEST = {
    "axon_desktop.agent.engine",
    "axon_desktop.index.search.indexed_search",
    "axon_desktop.tools.manager",
    "axon_desktop.ui.approval.dialog_approver",
}
FIRST_KEYS = {"axon_desktop.ui.search.page", "axon_desktop.ui.quick_open.switcher"}
NOT_PAINTED = {
    "QAccessible",
    "QFileDialog",
    "QGradient",
    "QStyle",
    "QUrl",
    "axon_desktop.ui.window.modal_close",
    "axon_desktop.ui.widgets.file_dialog",
    "axon_desktop.vault.files.path_rules",
    "ctypes",
    "html.entities",
    "msgspec",
}
NOT_SEEN = {
    "axon_desktop.agent.context.context",
    "axon_desktop.conversations.store.unfinished",
    "axon_desktop.llm.offline.offline_reply",
    "axon_desktop.mcp_host.server",
    "axon_desktop.ui.mcp.question_dialog",
    "axon_desktop.markdown.mermaid",
    "httpx",
    "mcp",
}


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Start:
    """Start the program once, for a user who has set up nothing."""
    folder = tmp_path_factory.mktemp("start")
    (folder / "vault").mkdir()
    (folder / "vault/Home.md").write_text("# Home\n\nA *word*.\n", encoding="utf-8")
    home = str(folder / "home")
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "AXON_HOME": home, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-m", "tests.counting.until_usable", str(folder / "vault")],
        env=environment,
        cwd=ROOT,
        text=True,
        capture_output=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    found: Start = json.loads(run.stdout.splitlines()[-1])
    return found


def test_window_is_painted_without_what_paints_nothing(start: Start) -> None:
    """Red when `setStyle`, `fillRect` or an import has PySide make classes with hundreds of names for nothing."""
    assert NOT_PAINTED & set(start["built"]) == set()
    assert {"QMainWindow", "axon_desktop.ui.window.main_window"} <= set(start["built"])


def test_records_of_the_start_are_cheap(start: Start) -> None:
    """Red when many records are dataclasses again: each takes a millisecond, a `Struct` 0.03."""
    assert start["dataclasses"] <= 90, start["dataclasses"]


def test_window_is_usable_before_what_waits_is_imported(start: Start) -> None:
    """Red when a module that is there at the start imports the engine, the tools, an HTTP client or a dialog."""
    assert (FIRST_REQUEST | FIRST_KEYS | NOT_SEEN).isdisjoint(start["usable"])
    assert {"axon_desktop.ui.chat.panel", "axon_desktop.ui.editor.view"} <= set(start["usable"])


def test_what_waits_is_there_before_anybody_asks_for_it(start: Start) -> None:
    """Red when `load_later` is not called, or knows a module by a wrong name."""
    assert set(start["later"]) >= FIRST_REQUEST | FIRST_KEYS


def test_sources_of_modules_are_not_read(start: Start) -> None:
    """Red when PySide looks through the source of each module that is imported."""
    assert start["sources"] <= 120, start["sources"]
