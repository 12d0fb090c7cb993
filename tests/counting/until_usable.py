"""One start of the whole program for test_start.py, in a process of its own; prints JSON.

python -m tests.counting.until_usable VAULT
"""

from __future__ import annotations

import linecache
import sys
from typing import TypedDict

from PySide6.QtWidgets import QApplication

from bench.usable import Program, run_in_window, until

_LATEST = "axon_desktop.ui.editor.view"
"""What is loaded last of what nobody waits for."""


class Start(TypedDict):
    """What a start found."""

    usable: list[str]
    """Modules when the tree was listed, a note painted and the chat there."""
    later: list[str]
    """Modules when everything was loaded that is wanted sooner or later."""
    sources: int
    """Files whose source was read by then, line by line, and is kept."""


async def main(app: QApplication) -> Start:
    """Start, wait until the window can be used, then until it has loaded the rest."""
    program = Program(app, sys.argv[1])
    await program.usable()
    usable = sorted(sys.modules)
    await until(lambda: _LATEST in sys.modules)
    later = sorted(sys.modules)
    await program.close()
    return Start(usable=usable, later=later, sources=len(linecache.cache))


if __name__ == "__main__":
    run_in_window(main)
