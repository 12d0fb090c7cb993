"""Requests of other starts of the program, or of its own command line, in the window."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from axon_desktop.ui.aio import spawn
from axon_desktop.ui.single_instance.instance_lock import InstanceLock
from axon_desktop.ui.single_instance.raise_window import bring_to_front, until_no_dialog_is_open
from axon_desktop.ui.single_instance.request import OpenRequest

if TYPE_CHECKING:
    from axon_desktop.ui.runtime.application import Application
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

    def hear(self, app: Application) -> None:
        """Fulfil what the system asks to open, from now on: files of vaults, folders, `obsidian://` links."""
        self._app = app
        app.open_requested.connect(self._take_all)
        self._take_all()

    def _take_all(self) -> None:
        for one in self._app.take_opened():
            spawn(self._take_opened(one), name="open what was asked for")

    async def _take_opened(self, opened: str) -> None:
        if opened.lower().startswith("obsidian:"):
            await self._take(OpenRequest(link=opened))
            return
        request = await asyncio.to_thread(request_for, Path(opened))
        if request is not None:
            bring_to_front(self._window, "")
            await self._take(request)

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


def request_for(path: Path) -> OpenRequest | None:
    """Return the request for a folder, or for a file of a vault; None for anything else. Reads the disk."""
    from axon_desktop.vault.obsidian.known_vaults import vault_around

    if path.is_dir():
        return OpenRequest(str(path))
    root = vault_around(path) if path.is_file() else None
    return None if root is None else OpenRequest(str(root), path.relative_to(root).as_posix())
