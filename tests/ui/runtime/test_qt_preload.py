"""The classes of Qt that are created in one thread."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import axon_desktop
from axon_desktop.ui.runtime.qt_preload import NAMES, UNNAMED

GOT = {"QCollatorSortKey"}
"""No module imports it; a thread gets it from another class."""
MAKE = """
import asyncio, importlib, json
from axon_desktop.ui.runtime.qt_preload import NAMES, make_classes
asyncio.run(make_classes())
print(json.dumps({module: list(vars(importlib.import_module(f"PySide6.{module}"))) for module in NAMES}))
"""


@cache
def imported() -> set[tuple[str, str]]:
    """Return what the program imports from Qt's modules; most files never name them."""
    return {
        (node.module.removeprefix("PySide6."), alias.name)
        for file in Path(axon_desktop.__file__).parent.rglob("*.py")
        if b"PySide6" in (text := file.read_bytes())
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("PySide6.")
        for alias in node.names
    }


def test_every_class_that_the_program_imports_is_made_at_once() -> None:
    """Red when a module imports a class that is missing in `NAMES`: a thread would create it."""
    run = subprocess.run([sys.executable, "-c", MAKE], text=True, stdout=subprocess.PIPE, check=True)
    made = {(module, name) for module, names in json.loads(run.stdout).items() for name in names}
    assert imported() <= made, imported() - made


def test_no_class_is_made_that_the_program_does_not_import() -> None:
    """Red when the last import of a class was removed and its name was not."""
    listed = {(module, name) for module, names in NAMES.items() for name in names.split()}
    assert {name for _, name in listed - imported()} == GOT
    assert not {name for names in UNNAMED.values() for name in names.split()} & {name for _, name in imported()}
