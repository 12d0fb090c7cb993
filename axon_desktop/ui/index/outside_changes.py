"""OtherPrograms: brings into the window what other programs change in the vault, in one pass after another."""

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
"""Changed paths at once from which everything is looked at instead."""
_REST = 2.0
"""How long no other look at everything follows one, as a multiple of its time: a flood goes on for a while."""


class OtherPrograms(QObject):
    """Tells the vault that is shown what its index heard, so that its listeners hear of it too."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._watched = False
        self._paths: dict[str, bool] = {}
        """What was heard of; whether more than times or rights may have changed there."""
        self._moved: dict[str, str] = {}
        self._many = False
        self._busy = False
        self._rested = 0.0
        """Time from which everything may be looked at again."""
        context = self._context = window.context
        context.entered.connect(self._enter)
        context.left.connect(self._forget)
        context.outside_changed.connect(self._take)
        context.index_state_changed.connect(self._look_once)

    def _enter(self) -> None:
        self._watched = False
        self._forget()

    def _forget(self) -> None:
        self._paths, self._moved, self._many = {}, {}, False

    def _take(self, change: OutsideChange) -> None:
        """Keep what was heard until the pass that may be running has ended."""
        for path in change.paths:
            self._paths[path] = self._paths.get(path, False) or path not in change.same
        self._moved.update(change.moved)
        # other settings of Obsidian may mean that other files are left out
        self._many = self._many or change.many or change.settings or len(self._paths) > _MOST
        self._begin()

    def _look_once(self, state: IndexState) -> None:
        """Look at everything when watching begins, or begins again: what changed before was not heard."""
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


def install(window: MainWindow) -> None:
    """Let a window show what other programs change."""
    OtherPrograms(window)
