"""The table of all dialogs for the accessibility walk, and functions that find the program's dialogs."""

from __future__ import annotations

import ast
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QDialog

from axon_desktop.ui.look.theme import Theme
from axon_desktop.ui.window.main_window import MainWindow
from axon_desktop.vault import Vault
from tests.ui.changes_world import make_vault

UI = Path(__file__).parents[2] / "axon_desktop" / "ui"
ONLY_BASES = {"ApprovalDialog", "FormDialog", "ElicitDialog"}
"""Base classes that are never shown themselves."""


@dataclass
class Shelf:
    """The resources that dialogs are made from; closed when the test ends."""

    app: QApplication
    folder: Path
    patch: pytest.MonkeyPatch
    stack: AsyncExitStack

    def vault(self) -> Vault:
        vault = make_vault(self.folder)
        self.stack.callback(vault.close)
        return vault

    def window(self) -> MainWindow:
        state = QSettings(str(self.folder / "window.ini"), QSettings.Format.IniFormat)
        Theme(self.app, "light")
        window = MainWindow(QIcon(), state)
        self.stack.callback(window.deleteLater)
        self.stack.callback(window.close_for_good)
        return window


Make = Callable[[Shelf], Awaitable[QDialog]]
DIALOGS: dict[str, tuple[type[QDialog], Make]] = {}
"""The class of each dialog and its factory, by a unique name; a dialog may be in the table in several states."""


def listed(kind: type[QDialog], name: str = "") -> Callable[[Make], Make]:
    """Add a dialog to the table."""

    def put(make: Make) -> Make:
        DIALOGS[name or make.__name__] = kind, make
        return make

    return put


def dialog_classes() -> set[str]:
    """Return the classes of `axon_desktop.ui` that are dialogs, as `module.Class`."""
    bases: dict[str, tuple[str, set[str]]] = {}
    for file in sorted(UI.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        if "class " not in text:
            continue
        module = ".".join(file.relative_to(UI.parents[1]).with_suffix("").parts)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef):
                names = {ast.unparse(base).partition("[")[0] for base in node.bases}
                bases[f"{module}.{node.name}"] = node.name, names
    dialogs = {"QDialog"}
    while True:
        more = {name for name, names in bases.values() if names & dialogs} - dialogs
        if not more:
            break
        dialogs |= more
    found = {full for full, (name, names) in bases.items() if names & dialogs}
    return {full for full in found if full.rpartition(".")[2] not in ONLY_BASES}


def listed_classes() -> set[str]:
    """Return the classes in the table, in the same form."""
    return {f"{kind.__module__}.{kind.__name__}" for kind, _ in DIALOGS.values()}


def plain_dialogs() -> set[str]:
    """Return the modules that use Qt's own dialogs directly."""
    found = set()
    for file in sorted(UI.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        if "QDialog" not in text and "QInputDialog" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("QDialog", "QInputDialog"):
                found.add(file.relative_to(UI).as_posix())
    return found
