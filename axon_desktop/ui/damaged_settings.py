"""What is said of a settings file that cannot be read, and what becomes of it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from axon_desktop import settings as settings_file
from axon_desktop.ui import outside
from axon_desktop.ui.sentences import error_text

if TYPE_CHECKING:
    from axon_desktop.errors import SettingsError
    from axon_desktop.ui.main_window import MainWindow


def say_unreadable(window: MainWindow, error: SettingsError) -> None:
    """Say in the window what is wrong with the file, and offer to show where it is."""

    def show() -> None:
        file = settings_file.settings_file()
        outside.reveal(file.parent, file.name)

    words = QCoreApplication.translate("DamagedSettings", "Show the file")
    window.error_bar.show_error(error_text(error), error, action=(words, show), stays=True)


async def put_damaged_aside(window: MainWindow) -> None:
    """Rename the file before another one is written in its place, and say in the window where it is now."""
    damaged = await asyncio.to_thread(settings_file.put_aside)
    if damaged is not None:
        words = QCoreApplication.translate(
            "DamagedSettings", "The settings file could not be read. The original was kept as {file}."
        )
        window.show_error(words.format(file=damaged))
