"""What becomes of a settings file that could not be read, once another one is to be written in its place."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from axon_desktop import settings as settings_file

if TYPE_CHECKING:
    from axon_desktop.ui.main_window import MainWindow


async def put_damaged_aside(window: MainWindow) -> None:
    """Rename the file, and say in the window where it is now."""
    damaged = await asyncio.to_thread(settings_file.put_aside)
    if damaged is not None:
        words = QCoreApplication.translate(
            "DamagedSettings", "The settings file could not be read. It is kept as {file}."
        )
        window.show_error(words.format(file=damaged))
