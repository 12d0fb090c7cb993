"""OutsideChanges: reports to the window what other programs change in the vault, one pass at a time."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from axon_desktop.ui.aio import spawn

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import IndexState, OutsideChange
    from axon_desktop.ui.window.main_window import MainWindow

_MOST = 2_000
"""Number of changed paths from which everything is compared instead."""
_REST = 2.0
"""Minimum pause between two comparisons of everything, as a multiple of their time: a flood lasts a while."""


class OutsideChanges(QObject):
    """Reports the changes that the index found to the open vault, and so to the vault's listeners."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._watched = False
        self._paths: dict[str, bool] = {}
        """Changed paths; the value tells whether more than times or permissions may have changed there."""
        self._moved: dict[str, str] = {}
        self._many = False
        self._busy = False
        self._rested = 0.0
        """Time from which everything may be compared again."""
        context = self._context = window.context
        context.entered.connect(self._enter)
        context.left.connect(self._forget)
        context.outside_changed.connect(self._collect)
        context.index_state_changed.connect(self._check_watching)

    def _enter(self) -> None:
        self._watched = False
        self._forget()

    def _forget(self) -> None:
        self._paths, self._moved, self._many = {}, {}, False

    def _collect(self, change: OutsideChange) -> None:
        """Collect changes until a running pass has ended."""
        for path in change.paths:
            self._paths[path] = self._paths.get(path, False) or path not in change.same
        self._moved.update(change.moved)
        # changed settings of Obsidian may exclude other files
        self._many = self._many or change.many or change.settings or len(self._paths) > _MOST
        self._begin()

    def _check_watching(self, state: IndexState) -> None:
        """Compare everything when watching begins, or begins again: earlier changes were not reported."""
        watched = state.watch is not None
        if watched and not self._watched:
            self._many = True
            self._begin()
        self._watched = watched

    def _begin(self) -> None:
        if self._context.vault is not None and not self._busy and (self._many or self._paths):
            self._busy = True
            spawn(self._work(), name="outside changes")

    async def _work(self) -> None:
        try:
            while self._context.vault is not None and (self._many or self._paths):
                if self._many and (pause := self._rested - time.monotonic()) > 0:
                    await asyncio.sleep(pause)
                await self._pass()
        finally:
            self._busy = False

    async def _pass(self) -> None:
        vault, paths, moved, many = self._context.vault, self._paths, self._moved, self._many
        self._forget()
        if vault is None:
            return
        begun = time.monotonic()
        same = [path for path, differs in paths.items() if not differs]
        await asyncio.to_thread(vault.changed_outside, () if many else paths, moved=moved, many=many, same=same)
        if many:
            ended = time.monotonic()
            self._rested = ended + _REST * (ended - begun)
