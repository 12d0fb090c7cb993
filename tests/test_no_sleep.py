"""Tests wait for what they wait for: none passes some time, which is too long or, on a busy machine, too short."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
ALLOWED = {
    "waiting.py": "looks again and again at what nobody tells",
    "bench/test_competence_runner.py": "a program that never ends",
    "bench/test_hostile_notes.py": "the fault that is planted: waiting",
    "conversations/test_store_kill.py": "draws the moment of a kill",
    "counting/test_opening_notes.py": "work that takes longer than a turn",
    "counting/whole_window.py": "the program at rest is what is looked at",
    "delays.py": "what a busy machine delays",
    "index/test_store.py": "draws the moment of a kill",
    "meaning/test_vector_store.py": "draws the moment of a kill",
    "mcp_host/crude_server.py": "a server that is slow, or never ends",
    "mcp_host/polite_server.py": "a server that is slow",
    "ui/editor/saving/test_editor_saving.py": "a person who types until the program is killed",
    "vault/kill_writer.py": "draws the moment of a kill",
}
"""Files in which something passes time, and what for."""
FOLDERS = {"flows": "a person at a real desktop"}
_SLEEP = re.compile(r"\bsleep\((?!0\))")
_WAITS = {"qtbot.wait", "QTest.qWait", "QTest.qSleep"}


def passed_time(source: str) -> Iterator[int]:
    """Yield the lines that let time pass; programs that are written as texts count."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "import" in node.value:
            if _SLEEP.search(node.value):
                yield node.lineno
        elif isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            is_sleep = name.rpartition(".")[2] == "sleep" and [ast.unparse(value) for value in node.args][:1] != [
                "0"
            ]
            if is_sleep or name in _WAITS:
                yield node.lineno


def test_no_test_passes_time() -> None:
    found = {}
    for file in sorted(TESTS.rglob("*.py")):
        name = file.relative_to(TESTS).as_posix()
        if name.partition("/")[0] in FOLDERS or file == Path(__file__):
            continue
        lines = [*passed_time(file.read_text("utf-8"))]
        if lines:
            found[name] = lines
    assert found.keys() == ALLOWED.keys(), found


def test_what_passes_time_is_found() -> None:
    planted = "\n".join(
        (
            "time.sleep(0.1)",
            "asyncio.sleep(x)",
            "asyncio.sleep(0)",
            "asyncio.sleep(0, 'done')",
            "qtbot.wait(5)",
            "QTest.qWait(5)",
            "code = 'import time; time.sleep(3)'",
            "qtbot.waitUntil(found)",
            "'a sleep(1) in words'",
        )
    )
    assert [*passed_time(planted)] == [1, 2, 5, 6, 7]
