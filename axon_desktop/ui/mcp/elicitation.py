"""DialogElicitation: shows a server's question to the user, as a pending decision."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QWidget

from axon_desktop.mcp_host.elicitation import ElicitationAnswer, ElicitationRequest
from axon_desktop.ui.decisions.decisions import Decisions
from axon_desktop.ui.decisions.pending import Pending


class DialogElicitation(QObject):
    """Asks one question at a time; cancelling the request closes it."""

    asking = Signal(str)
    """Name of the server whose question is shown; empty after that."""

    def __init__(
        self, decisions: Decisions, open_url: Callable[[QUrl], object] = QDesktopServices.openUrl
    ) -> None:
        """Take the list of pending decisions, and a function that opens an address."""
        super().__init__()
        self._decisions = decisions
        self._open_url = open_url
        self._one_at_a_time = asyncio.Lock()

    async def __call__(self, request: ElicitationRequest) -> ElicitationAnswer:
        """Ask, and open the address that the user has agreed to."""
        from axon_desktop.ui.decisions.wording import words_of_server
        from axon_desktop.ui.mcp.question_dialog import AddressDialog, ElicitDialog, SchemaFormDialog

        def make(window: QWidget | None) -> QDialog:
            kind = SchemaFormDialog if request.kind == "form" else AddressDialog
            return kind(request, window)

        def read(dialog: QDialog) -> ElicitationAnswer:
            assert isinstance(dialog, ElicitDialog)
            return dialog.answer

        async with self._one_at_a_time:
            self.asking.emit(request.server)
            try:
                pending = Pending[ElicitationAnswer]("server", words_of_server(request.server), make, read)
                answer = await self._decisions.ask(pending)
            finally:
                self.asking.emit("")
        if answer.action == "accept" and request.kind == "url":
            self._open_url(QUrl(request.url))
        return answer
