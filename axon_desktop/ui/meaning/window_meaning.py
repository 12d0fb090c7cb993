"""WindowMeaning: the meaning index of the vault that is open, from the first quiet moment until it is closed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from axon_desktop.settings.keys import KeyStore, key_id
from axon_desktop.ui.aio import apart, single_shot, spawn
from axon_desktop.ui.language.error_texts import in_users_language
from axon_desktop.ui.typing_clock import TypingClock

if TYPE_CHECKING:
    from axon_desktop.meaning.meaning_index import MeaningIndex
    from axon_desktop.settings.settings import MeaningSettings
    from axon_desktop.ui.window.main_window import MainWindow
    from axon_desktop.vault import Vault

_REST_MS = 3_000
"""After the index of words is there: what somebody opens the vault for comes first."""
_LOOK_MS = 400
"""While passages are encoded: how often is looked whether somebody types."""
_BUSY = ("beginnings", "rests")
_INDEXED = ("ready", "waiting", "failed")
"""Phases in which the index of words does no more work."""


class WindowMeaning(QObject):
    """One per window; `window.context.meaning` is what it has made."""

    def __init__(self, window: MainWindow, keys: KeyStore, settings: MeaningSettings) -> None:
        """Take the user's settings; nothing is made before a vault is shown."""
        super().__init__(window)
        self._window = window
        self._keys = keys
        self._settings = settings
        self._said = ""
        """The trouble that was said last: once is enough."""
        self._rest = single_shot(self, _REST_MS, self._start)
        self._typing = QTimer(self, interval=_LOOK_MS)
        self._typing.timeout.connect(self._give_way)
        context = self._context = window.context
        context.entered.connect(self._enter)
        context.left.connect(self._leave)
        context.index_state_changed.connect(self._start_soon)
        context.meaning_changed.connect(self._follow)

    def use(self, settings: MeaningSettings) -> None:
        """Find by these settings from now on; what was encoded stays where it is."""
        if settings != self._settings:
            self._settings, self._said = settings, ""
            self._leave()
            self._enter()

    @property
    def has_vault(self) -> bool:
        """Whether a vault is open."""
        return self._context.vault is not None

    @property
    def is_off(self) -> bool:
        """Whether the user wants no search by meaning."""
        return self._settings.encoder == "off"

    async def remove_vectors(self) -> None:
        """Remove what is encoded of the open vault; it is encoded again unless search by meaning is off."""
        vault = self._context.vault
        if vault is None:
            return
        index = self._take_away()
        await apart(lambda: _remove(index, vault))
        self._enter()

    # --- the index

    def _enter(self) -> None:
        vault = self._context.vault
        if vault is not None and self._settings.encoder != "off":
            spawn(self._make(vault, self._settings), name="search by meaning")

    async def _make(self, vault: Vault, settings: MeaningSettings) -> None:
        index = await asyncio.to_thread(
            _make_index,
            vault,
            settings,
            self._context.meaning_changed.emit,
            lambda: self._keys.get(key_id(settings)),
        )
        context = self._context
        if context.vault is not vault or settings is not self._settings or context.meaning is not None:
            await apart(index.close)
            return
        context.meaning = index
        context.meaning_changed.emit()
        self._start_soon()

    def _leave(self) -> None:
        if (index := self._take_away()) is not None:
            spawn(apart(index.close), name="end the search by meaning")

    def _take_away(self) -> MeaningIndex | None:
        self._rest.stop()
        index, self._context.meaning = self._context.meaning, None
        self._context.meaning_changed.emit()
        return index

    def _start_soon(self, _state: object = None) -> None:
        """Begin to encode once the vault can be searched by words."""
        meaning, index = self._context.meaning, self._context.index
        done = index is None or index.state.phase in _INDEXED
        if done and meaning is not None and meaning.state.phase == "off" and not self._rest.isActive():
            self._rest.start()

    def _start(self) -> None:
        if (index := self._context.meaning) is not None:
            spawn(asyncio.to_thread(index.start), name="start to encode")

    def _follow(self) -> None:
        """Give way to who types while there is work, and say once why there is none."""
        index = self._context.meaning
        state = index.state if index is not None else None
        if state is None or state.phase not in _BUSY:
            self._typing.stop()
        elif not self._typing.isActive():
            self._typing.start()
            self._give_way()
        if state is None or state.phase != "failed" or state.problem == self._said:
            return
        self._said = state.problem
        words = self.tr("Notes cannot be prepared for search by meaning: {why}. Words are found as always.")
        why = in_users_language(state.problem) or self.tr("its process ended")
        action = self.tr("Settings…"), lambda: self._window.settings_requested.emit("meaning")
        self._window.error_bar.show_error(words.format(why=why.rstrip(".。")), action=action)

    def _give_way(self) -> None:
        index = self._context.meaning
        if index is not None and TypingClock.of_program().quiet() < _LOOK_MS:
            index.pause()


def _make_index(
    vault: Vault, settings: MeaningSettings, changed: Callable[[], None], api_key: Callable[[], str | None]
) -> MeaningIndex:
    from axon_desktop.meaning.meaning_index import MeaningIndex

    return MeaningIndex(vault, settings, lambda _state: changed(), api_key=api_key)


def _remove(index: MeaningIndex | None, vault: Vault) -> None:
    from axon_desktop.index.store import index_folder

    if index is not None:
        index.close()
    for file in index_folder(vault.id).glob("meaning*"):
        if file.suffix != ".lock":  # another window may hold it
            with suppress(OSError):
                file.unlink()
