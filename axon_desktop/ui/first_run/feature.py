"""The first run in the window: asks, and returns what was chosen."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import Settings
from axon_desktop.ui.aio import ask
from axon_desktop.ui.first_run.choices import Choices, note_first_run

if TYPE_CHECKING:
    from types import ModuleType

    from axon_desktop.ui.window.main_window import MainWindow


async def ask_choices(window: MainWindow, settings: Settings, keys: KeyStore) -> Choices:
    """Ask a new user for a vault, a model, a mode and a first question; that it was asked is remembered."""
    note_first_run(window.state)
    pages = await asyncio.to_thread(_load_pages)
    colors = window.theme.colors
    offered = await window.chooser.look()
    current = next((vault.path for vault in offered if vault.is_current), None)
    dialog = pages.WelcomeDialog(
        [
            pages.VaultPage(offered, colors),
            pages.ModelPage(settings, keys, colors),
            pages.SafetyPage(settings, colors),
            pages.QuestionPage(settings, current, colors),
        ],
        colors,
        window,
    )
    await ask(dialog)
    choices: Choices = dialog.choices
    return choices


def _load_pages() -> ModuleType:
    """Import the pages, which takes some frames: for a thread."""
    from axon_desktop.ui.first_run import pages

    return pages
