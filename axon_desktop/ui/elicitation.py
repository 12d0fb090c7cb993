"""DialogElicit: puts a server's question to the user, in a dialog over the window."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget

from axon_desktop.mcp_host.elicitation import ElicitationAnswer, ElicitationRequest
from axon_desktop.ui.aio import ask
from axon_desktop.vault.markdown.colors import Colors

_HOLD_MS = 600


class DialogElicit(QObject):
    """Asks one question at a time; the dialog goes away when who asks is cancelled."""

    asking = Signal(str)
    """Name of the server whose question the user is shown; empty once that is over."""

    def __init__(
        self,
        parent: Callable[[], QWidget | None],
        colors: Callable[[], Colors],
        open_url: Callable[[QUrl], object] = QDesktopServices.openUrl,
    ) -> None:
        """Take what gives the window and the colours, which may change, and what opens an address."""
        super().__init__()
        self._window = parent
        self._colors = colors
        self._open_url = open_url
        self._one_at_a_time = asyncio.Lock()

    async def __call__(self, request: ElicitationRequest) -> ElicitationAnswer:
        """Ask, and open the address that the user has agreed to."""
        from axon_desktop.ui.servers.elicit_dialog import AddressDialog, FormDialog

        async with self._one_at_a_time:
            window = self._window()
            kind = FormDialog if request.kind == "form" else AddressDialog
            dialog = kind(request, self._colors(), window)
            focus = QApplication.focusWidget()
            if isinstance(focus, QLineEdit | QPlainTextEdit) and not focus.isReadOnly():
                # an Enter that was meant for what is being typed must not answer
                dialog.hold(_HOLD_MS)
            if window is not None:
                QApplication.alert(window)
            self.asking.emit(request.server)
            try:
                await ask(dialog)
            finally:
                self.asking.emit("")
            answer = dialog.answer
        if answer.action == "accept" and request.kind == "url":
            self._open_url(QUrl(request.url))
        return answer
