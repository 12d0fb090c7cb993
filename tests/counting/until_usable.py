"""One start of the whole program for test_start.py, in a process of its own; prints JSON.

python -m tests.counting.until_usable VAULT
"""

from __future__ import annotations

import linecache
import sys
from dataclasses import is_dataclass
from typing import TypedDict

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtWidgets import QApplication

from bench.usable import Program, run_in_window, until

_LATEST = "axon_desktop.ui.editor.live.drawn.drawn_groups"
"""What is loaded last of what nobody waits for."""


class Start(TypedDict):
    """What a start found."""

    built: list[str]
    """Modules, and classes of Qt that PySide had made, when the window was built and not yet painted."""
    usable: list[str]
    """Modules when the tree was listed, a note painted and the chat there."""
    dataclasses: int
    """Dataclasses of the program that were made by then."""
    later: list[str]
    """Modules when everything was loaded that is wanted sooner or later."""
    sources: int
    """Files whose source was read by then, line by line, and is kept."""


async def main(app: QApplication) -> Start:
    """Start, wait until the window can be used, then until it has loaded the rest."""
    program = Program(app, sys.argv[1])
    built = sorted({*sys.modules, *vars(QtCore), *vars(QtGui), *vars(QtWidgets)})
    await program.usable()
    usable = sorted(sys.modules)
    made = _dataclasses()
    await until(lambda: _LATEST in sys.modules)
    later = sorted(sys.modules)
    await program.close()
    return Start(built=built, usable=usable, dataclasses=made, later=later, sources=len(linecache.cache))


def _dataclasses() -> int:
    modules = [module for name, module in sys.modules.items() if name.startswith("axon_desktop")]
    found = {thing for module in modules for thing in vars(module).values() if isinstance(thing, type)}
    return sum(is_dataclass(kind) and kind.__module__.startswith("axon_desktop") for kind in found)


if __name__ == "__main__":
    run_in_window(main)
