"""SettingsSaver: saves the settings, retries on failure, and reports damage of their file."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from axon_desktop.errors import SettingsError
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.language.translation import translate

if TYPE_CHECKING:
    from axon_desktop.settings.settings import Settings
    from axon_desktop.ui.window.main_window import MainWindow

_AGAIN_SECONDS = 1.0


class SettingsSaver:
    """The settings file of one window."""

    def __init__(self, window: MainWindow, current: Callable[[], Settings]) -> None:
        """Take a function that returns the settings to save at that moment."""
        self._window = window
        self._current = current
        self.damage: list[SettingsError] = []
        """Errors of the file."""
        self._one_at_a_time = asyncio.Lock()
        self._mends = False
        """Whether the replacements of invalid values are saved, too."""
        self._unsaved = ""
        """The message that the settings could not be saved; empty while they are."""
        self._again: asyncio.Task[None] | None = None

    def report_damage(self) -> None:
        """Report the errors of the file, if any."""
        if self.damage:
            from axon_desktop.ui.settings.damaged_file import report_damaged

            report_damaged(self._window, self.damage)

    async def save(self) -> None:
        """Save changes. If that fails they hold until the end of this run, and saving is tried again."""
        from axon_desktop.settings import settings as file

        async with self._one_at_a_time:  # so that the newest is the last
            mends = self._mends and bool(self.damage)
            try:
                original = await asyncio.to_thread(file.mend if mends else file.save, self._current())
            except SettingsError as error:
                self._fail(error)
                return
        if self._unsaved:
            self._window.error_bar.withdraw(self._unsaved)
            words = translate("SettingsSaver", "The settings are saved now.")
            self._window.status.show_message(words)
            self._unsaved = ""
        if original is not None:
            from axon_desktop.ui.settings.damaged_file import report_backup

            report_backup(self._window, original, self.damage)
        if mends:
            self.damage = []

    async def mend(self) -> None:
        """Save the replacements of invalid values, too: the user has seen them."""
        self._mends = True
        await self.save()

    async def save_last(self) -> None:
        """Try once more when the program ends."""
        if self._unsaved:
            await self.save()

    def _fail(self, error: SettingsError) -> None:
        words = error_text(error)
        if words != self._unsaved:
            self._unsaved = words
            self._window.show_error(words, error)
        if self._again is None or self._again.done():
            self._again = spawn(self._try_again(), name="save settings again")

    async def _try_again(self) -> None:
        while self._unsaved:
            await asyncio.sleep(_AGAIN_SECONDS)
            await self.save()
