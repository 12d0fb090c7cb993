"""Opens the window in each of its states and every dialog, one after another, for tests that visit all of them.

These tests run in processes of their own, as a fault crashes the process.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from axon_desktop.settings.settings import Settings
from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.aio import Loop, cancel_all
from axon_desktop.ui.look.theme import apply_theme
from tests.ui import accessible_dialogs, accessible_server_dialogs  # noqa: F401  they fill the table
from tests.ui.accessible_scenes import SCENES, make_vault
from tests.ui.accessible_table import DIALOGS, Shelf
from tests.ui.mcp_window import window_with
from tests.waiting import until

Visit = Callable[[str, QWidget], Awaitable[None]]
"""Called with each window: a name for the state, and the window."""


async def visit_window(app: QApplication, folder: Path, visit: Visit) -> None:
    """Show the whole program, in one state after another."""
    settings = Settings()
    settings.safety.mode = "apply"
    async with window_with(app, make_vault(folder / "vault"), settings) as program:
        for name, (bring, _) in SCENES.items():
            await bring(program)
            QApplication.sendPostedEvents()
            await visit(name, program.desktop.window)


async def visit_dialogs(app: QApplication, folder: Path, visit: Visit) -> None:
    """Show one dialog after another."""
    apply_theme(app, LIGHT)
    for name, (_, make) in DIALOGS.items():
        own = folder / name
        own.mkdir()
        with pytest.MonkeyPatch.context() as patch:
            async with AsyncExitStack() as stack:
                shown = await make(Shelf(app, own, patch, stack))
                shown.show()
                await until(shown.isVisible)
                QApplication.sendPostedEvents()
                await visit(name, shown)
                shown.reject()
                await cancel_all()
                if isValid(shown):
                    shown.deleteLater()


async def visit_all(app: QApplication, folder: Path, visit: Visit) -> None:
    """Show the window and all dialogs."""
    await visit_window(app, folder, visit)
    await visit_dialogs(app, folder, visit)


def run(folder: Path, body: Callable[[QApplication], Coroutine[Any, Any, None]]) -> None:
    """Run a coroutine in this process as the program does, with a folder as home."""
    os.environ["AXON_HOME"] = str(folder / "home")
    app = QApplication([sys.argv[0], "-style=fusion"])
    app.setQuitOnLastWindowClosed(False)
    with asyncio.Runner(loop_factory=lambda: Loop(app)) as runner:
        runner.run(body(app))
