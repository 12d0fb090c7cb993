"""The help in the window: the guide, the news, and the news of an update once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from axon_desktop import __version__
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.help.texts import GUIDES, read_help, read_news

if TYPE_CHECKING:
    from axon_desktop.ui.help.reader import HelpReader
    from axon_desktop.ui.window.main_window import MainWindow

_SEEN = "version_seen"


class HelpFeature(QObject):
    """Creates the reader at the first request."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._reader: HelpReader | None = None
        actions = window.menus.actions
        actions["help.user_guide"].triggered.connect(lambda: spawn(self._show_guide(), name="show the guide"))
        actions["help.what_s_new"].triggered.connect(lambda: spawn(self._show_news(), name="show the news"))
        self._greet()

    def _greet(self) -> None:
        """Show the news after an update, but not at the first start ever."""
        seen = self._window.state.value(_SEEN)
        if seen != __version__:
            self._window.state.setValue(_SEEN, __version__)
            if seen:
                spawn(self._show_news(), name="show the news")

    async def _show_guide(self) -> None:
        name = GUIDES.get(self._window.status.language.text(), GUIDES["en"])
        await self._show(self.tr("User guide"), partial(read_help, name))

    async def _show_news(self) -> None:
        await self._show(self.tr("What’s new"), partial(read_news, self._window.status.language.text()))

    async def _show(self, title: str, read: Callable[[], str]) -> None:
        try:
            text = await asyncio.to_thread(read)
        except OSError as error:
            words = self.tr("Part of the program is missing. Install it again.")
            self._window.show_error(words, error)
            return
        if self._reader is None:
            from axon_desktop.ui.help.reader import HelpReader

            self._reader = HelpReader(self._window)
        self._reader.show_text(title, text)
