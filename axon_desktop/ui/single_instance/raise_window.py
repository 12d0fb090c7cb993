"""Raising the window on request of another program, and waiting until it may."""

from __future__ import annotations

import asyncio
import os

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from axon_desktop.ui.aio import ask
from axon_desktop.ui.language.translation import translate


def bring_to_front(window: QWidget, token: str) -> None:
    """Raise a window; the token tells the desktop that the user requested it."""
    if token:
        os.environ["XDG_ACTIVATION_TOKEN"] = token  # Qt uses it for the next activation
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    top = QApplication.activeModalWidget() or window
    top.raise_()
    top.activateWindow()


async def until_no_dialog_is_open() -> None:
    """Wait until no dialog is open: its question is about the current vault."""
    while isinstance(dialog := QApplication.activeModalWidget(), QDialog):
        answered = asyncio.Event()
        dialog.finished.connect(answered.set)
        await answered.wait()
        await asyncio.sleep(0)


async def report_silent(process: str) -> None:
    """Report that Axon runs already and does not answer."""
    from axon_desktop.ui.widgets.confirm_dialog import Question  # only an unanswered second program asks

    more = translate(
        "Instance", "It may be busy. Try again in a moment, or end it (process {process}) and start it again."
    )
    question = Question(
        translate("Instance", "Axon Desktop is already open, but it is not responding."),
        (more.format(process=process or "?"),),
        translate("Instance", "&Close"),
    )
    question.cancel_button.hide()
    await ask(question)
