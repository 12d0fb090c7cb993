"""What the source may not hold: nested event loops, Qt outside the window, files that grew too long."""

from __future__ import annotations

import ast
import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop

PACKAGE = Path(__file__).resolve().parents[1] / "axon_desktop"
FILES = sorted(PACKAGE.rglob("*.py"))
QT = {"PySide6", "shiboken6", "qasync"}
STATIC_HELPERS = {
    "QMessageBox": {"about", "aboutQt", "critical", "information", "question", "warning"},
    "QFileDialog": {
        "getExistingDirectory", "getExistingDirectoryUrl", "getOpenFileName", "getOpenFileNames", "getOpenFileUrl",
        "getOpenFileUrls", "getSaveFileName", "getSaveFileUrl", "getOpenFileContent", "saveFileContent",
    },
    "QInputDialog": {"getDouble", "getInt", "getItem", "getMultiLineText", "getText"},
    "QColorDialog": {"getColor"},
    "QFontDialog": {"getFont"},
}  # fmt: skip
MAY_BRIDGE = {"app.py", "ui/aio.py"}


def name_of(file: Path) -> str:
    return file.relative_to(PACKAGE).as_posix()


def nodes(file: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(file.read_text(encoding="utf-8")))


def imported(file: Path) -> Iterator[str]:
    for node in nodes(file):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def nested_loops(file: Path) -> Iterator[str]:
    """Find calls that run an event loop inside another, and names that could."""
    for node in nodes(file):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value
            attribute = node.func.attr
            if attribute in ("exec", "exec_", "processEvents"):
                yield f"line {node.lineno}: .{attribute}()"
            if isinstance(owner, ast.Name) and attribute in STATIC_HELPERS.get(owner.id, ()):
                yield f"line {node.lineno}: {owner.id}.{attribute}()"
        elif isinstance(node, ast.ImportFrom) and node.module == "PySide6.QtCore":
            if any(alias.name == "QEventLoop" for alias in node.names):
                yield f"line {node.lineno}: PySide6's QEventLoop"
        elif isinstance(node, ast.Attribute) and node.attr == "asyncSlot":
            yield f"line {node.lineno}: asyncSlot"


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_source_nests_no_event_loop(file: Path) -> None:
    assert list(nested_loops(file)) == []


def test_check_finds_a_nested_loop(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text("from PySide6.QtCore import QEventLoop\nbox.exec()\nQMessageBox.question(None, '', '')\n")
    assert len(list(nested_loops(file))) == 3


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_qt_is_imported_by_ui_and_app_only(file: Path) -> None:
    roots = {module.partition(".")[0] for module in imported(file)}
    if not name_of(file).startswith("ui/") and name_of(file) != "app.py":
        assert not roots & QT
    if name_of(file) not in MAY_BRIDGE:
        assert "qasync" not in roots


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_tasks_are_spawned_by_aio_only(file: Path) -> None:
    if name_of(file).startswith("ui/") and name_of(file) not in MAY_BRIDGE:
        calls = [
            node for node in nodes(file) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        ]
        made = {node.func.attr for node in calls if isinstance(node.func, ast.Attribute)}
        assert not made & {"create_task", "ensure_future"}


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_file_is_not_too_long(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) <= 600


def test_loop_survives_20000_timer_callbacks(qapp: QApplication) -> None:
    """Guard the pinned PySide6: 6.12.0 aborts on Python 3.11 after some thousand timer callbacks."""
    qapp.setQuitOnLastWindowClosed(False)
    fired = 0

    async def count() -> None:
        nonlocal fired
        while fired < 20_000:
            await asyncio.sleep(0)
            fired += 1

    with asyncio.Runner(loop_factory=lambda: QEventLoop(qapp)) as runner:
        runner.run(count())
    assert fired == 20_000
