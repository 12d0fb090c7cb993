"""What the source may not hold: nested event loops, Qt outside the window, files that grew too long."""

from __future__ import annotations

import ast
import asyncio
import os
import re
from collections.abc import Callable, Iterator
from functools import cache
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


def imported(nodes: list[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def nested_loops(_name: str, nodes: list[ast.AST]) -> Iterator[str]:
    """Find calls that run an event loop inside another, and names that could."""
    for node in nodes:
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


def qt_elsewhere(name: str, nodes: list[ast.AST]) -> Iterator[str]:
    """Find imports of Qt outside the window, and of the bridge to asyncio outside its place."""
    roots = {module.partition(".")[0] for module in imported(nodes)}
    if not name.startswith("ui/") and name not in ("app.py", "desktop.py"):
        yield from roots & QT
    elif name not in MAY_BRIDGE:
        yield from roots & {"qasync"}


def own_tasks(name: str, nodes: list[ast.AST]) -> Iterator[str]:
    """Find tasks of the window that nothing would keep."""
    if not name.startswith("ui/") or name in MAY_BRIDGE:
        return
    for node in nodes:
        call = node.func if isinstance(node, ast.Call) else None
        if isinstance(call, ast.Attribute) and call.attr in ("create_task", "ensure_future"):
            yield f"line {call.lineno}: .{call.attr}()"


RULES = (nested_loops, qt_elsewhere, own_tasks)
_FORBIDDEN = ["exec", "processEvents", "QEventLoop", "asyncSlot", "qasync", "create_task", "ensure_future"]
_FORBIDDEN += [f"{owner}\\.(?:{'|'.join(names)})" for owner, names in STATIC_HELPERS.items()]
_OF_WINDOW = re.compile("|".join(_FORBIDDEN))
_ANYWHERE = re.compile("|".join([*_FORBIDDEN, *QT]))
"""Without one of these words a file of the window, or another one, breaks no rule."""


@cache
def faults() -> dict[str, list[str]]:
    """Return what is wrong in the source, by rule; every file is read once."""
    found: dict[str, list[str]] = {rule.__name__: [] for rule in RULES}
    for file in FILES:
        name = file.relative_to(PACKAGE).as_posix()
        text = file.read_text(encoding="utf-8")
        words = _OF_WINDOW if name.startswith("ui/") else _ANYWHERE
        nodes = [*ast.walk(ast.parse(text))] if words.search(text) else []  # to parse all of them takes long
        for rule in RULES:
            found[rule.__name__] += [f"{name}: {fault}" for fault in rule(name, nodes)]
    return found


@pytest.mark.parametrize("rule", [rule.__name__ for rule in RULES])
def test_source_keeps_the_rule(rule: str) -> None:
    assert len(FILES) > 500
    assert faults()[rule] == []


@pytest.mark.parametrize(
    ("rule", "name", "source", "count"),
    [
        (
            nested_loops,
            "app.py",
            "from PySide6.QtCore import QEventLoop\nbox.exec()\nQMessageBox.question(None, '', '')\n",
            3,
        ),
        (nested_loops, "ui/tree/panel.py", "@qasync.asyncSlot()\ndef open(): app.processEvents()\n", 2),
        (qt_elsewhere, "vault/vault.py", "import PySide6.QtCore\nfrom qasync import QEventLoop\n", 2),
        (qt_elsewhere, "ui/tree/panel.py", "import PySide6.QtCore\nfrom qasync import QEventLoop\n", 1),
        (qt_elsewhere, "ui/aio.py", "import PySide6.QtCore\nfrom qasync import QEventLoop\n", 0),
        (own_tasks, "ui/tree/panel.py", "asyncio.create_task(run())\nloop.ensure_future(run())\n", 2),
        (own_tasks, "vault/vault.py", "group.create_task(run())\n", 0),
    ],
)
def test_rule_finds_what_breaks_it(
    rule: Callable[[str, list[ast.AST]], Iterator[str]], name: str, source: str, count: int
) -> None:
    assert len([*rule(name, [*ast.walk(ast.parse(source))])]) == count


def test_no_file_is_too_long() -> None:
    assert [file for file in FILES if len(file.read_text(encoding="utf-8").splitlines()) > 500] == []


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
