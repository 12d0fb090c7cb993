"""The first run in the window: asks, and returns the choices."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import Settings
from axon_desktop.ui.aio import ask
from axon_desktop.ui.first_run.choices import Choices, note_first_run

if TYPE_CHECKING:
    from axon_desktop.ui.first_run.dialog import WelcomeDialog
    from axon_desktop.ui.vault_picker.known_vaults import OfferedVault
    from axon_desktop.ui.window.main_window import MainWindow

    _MakeDialog: TypeAlias = Callable[[Settings, KeyStore, Sequence[OfferedVault], MainWindow], WelcomeDialog]


async def ask_choices(window: MainWindow, settings: Settings, keys: KeyStore) -> Choices:
    """Ask a new user for a vault, a model, a mode and a first question, and remember that they were asked."""
    note_first_run(window.state)
    make_dialog = await asyncio.to_thread(_load_dialog)
    offered = await window.chooser.look()
    dialog = make_dialog(settings, keys, offered, window)
    await ask(dialog)
    return dialog.choices


def _load_dialog() -> _MakeDialog:
    """Import the dialog and its pages, which takes some frames: for a thread."""
    from axon_desktop.ui.first_run.dialog import WelcomeDialog
    from axon_desktop.ui.first_run.model_page import ModelPage
    from axon_desktop.ui.first_run.question_page import QuestionPage
    from axon_desktop.ui.first_run.safety_page import SafetyPage
    from axon_desktop.ui.first_run.vault_page import VaultPage

    def make(
        settings: Settings, keys: KeyStore, offered: Sequence[OfferedVault], window: MainWindow
    ) -> WelcomeDialog:
        current = next((vault.path for vault in offered if vault.is_current), None)
        pages = [
            VaultPage(offered),
            ModelPage(settings, keys),
            SafetyPage(settings),
            QuestionPage(settings, current),
        ]
        return WelcomeDialog(pages, window)

    return make
