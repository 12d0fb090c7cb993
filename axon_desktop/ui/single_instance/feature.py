"""Requests of other starts of the program, or of its own command line, in the window."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from axon_desktop.ui.aio import spawn
from axon_desktop.ui.single_instance.instance_lock import InstanceLock
from axon_desktop.ui.single_instance.raise_window import bring_to_front, until_no_dialog_is_open
from axon_desktop.ui.single_instance.request import OpenRequest

if TYPE_CHECKING:
    from axon_desktop.ui.window.main_window import MainWindow


class OpenRequests(QObject):
    """Fulfils one request after another, once the first vault is open and no dialog is."""

    def __init__(
        self,
        window: MainWindow,
        claim: InstanceLock | None,
        opening: asyncio.Task[None],
        fulfil: Callable[[OpenRequest], Awaitable[None]],
    ) -> None:
        """Listen if this program holds the lock; a start while the window closes is not accepted any more."""
        super().__init__(window)
        self._window = window
        self._opening = opening
        self._fulfil = fulfil
        self._turn = asyncio.Lock()
        self._closing = False
        window.close_requested.connect(self._stop)
        if claim is not None:
            from axon_desktop.ui.single_instance.server import RequestServer  # imports Qt's network module

            server = RequestServer(claim, self)
            server.requested.connect(self._on_request)
            window.close_requested.connect(server.close)

    def take(self, request: OpenRequest) -> None:
        """Fulfil a request as soon as possible."""
        spawn(self._take(request), name="open what was asked for")

    def _on_request(self, request: OpenRequest) -> None:
        bring_to_front(self._window, request.token)
        self.take(request)

    def _stop(self) -> None:
        self._closing = True

    async def _take(self, request: OpenRequest) -> None:
        async with self._turn:
            await asyncio.wait([self._opening])
            await until_no_dialog_is_open()
            if not self._closing:
                await self._fulfil(request)
