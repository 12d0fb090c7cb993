"""FileActionContext: the window and its open vault, shared by the file actions."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QPushButton

from axon_desktop.ui.aio import ask, single_shot, spawn
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.status_bar.status_bar import StatusBar
from axon_desktop.ui.widgets.focus_return import FocusReturn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.ui.session.user_writes import UserWrites
    from axon_desktop.ui.window.main_window import MainWindow
    from axon_desktop.vault import Vault
    from axon_desktop.vault.history.changes import VaultChanged
    from axon_desktop.vault.obsidian.config import AppSettings


_SHOWN_MS = 20_000


class UndoButton(QPushButton):
    """A button at the right of the status bar, hidden while there is nothing to undo."""

    def __init__(self, bar: StatusBar) -> None:
        super().__init__(bar)
        self.setObjectName("undo_button")
        self.setText(self.tr("Undo"))
        self._undo: Callable[[], Awaitable[None]] | None = None
        self._time = single_shot(self, _SHOWN_MS, self.forget)
        self.clicked.connect(self._clicked)
        self._focus_back = FocusReturn(self)
        bar.addPermanentWidget(self)
        self.hide()

    def offer(self, what: str, undo: Callable[[], Awaitable[None]]) -> None:
        """Offer to undo something; `what` is the sentence that reported it."""
        self._undo = undo
        words = self.tr("Undo: {what}").format(what=what)
        self.setToolTip(plain_tip(words))
        self.setAccessibleName(words)
        self.show()
        self._time.start()

    def forget(self) -> None:
        """Withdraw the offer; the change stays in the history of changes."""
        self._time.stop()
        self._undo = None
        self._focus_back.give_back()
        self.hide()

    def _clicked(self) -> None:
        undo = self._undo
        self.forget()
        if undo is not None:
            spawn(_run(undo), name="undo")


async def _run(undo: Callable[[], Awaitable[None]]) -> None:
    await undo()


T = TypeVar("T")


class FileActionContext(QObject):
    """The open vault, and reports of the user's own changes, each with an undo."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self._context = window.context
        self.undo_button = UndoButton(window.status)
        self.entered = window.context.entered
        """Emitted when another vault is shown."""
        window.context.left.connect(self.undo_button.forget)
        window.context.files_changed.connect(self._forget_undone)

    @property
    def vault(self) -> Vault | None:
        """The open vault."""
        return self._context.vault

    @property
    def index(self) -> VaultIndex | None:
        """The vault's index; None while there is none."""
        return self._context.index

    def _forget_undone(self, change: VaultChanged) -> None:
        """Withdraw the offer after another undo, maybe of the same change."""
        if change.origin == "undo":
            self.undo_button.forget()

    def wanted(self) -> Vault | None:
        """Return the open vault; reports it when there is none."""
        if self.vault is None:
            self.show_message(self.tr("No vault is open."))
        return self.vault

    @property
    def writes(self) -> UserWrites:
        """Writes for the user in the open vault."""
        from axon_desktop.ui.session.user_writes import UserWrites

        assert self.vault is not None
        return UserWrites(self.vault)

    @property
    def language(self) -> str:
        """The window's language as a tag, for the names of months and days."""
        return self.window.status.language.text()

    async def settings(self) -> AppSettings:
        """Read the vault's current `app.json`."""
        from axon_desktop.vault.obsidian.config import read_app_settings

        assert self.vault is not None
        return await asyncio.to_thread(read_app_settings, self.vault.root)

    async def save_edits(self) -> None:
        """Save unsaved text before files are moved."""
        await self.window.groups.save()

    async def agrees(
        self, title: str, sentences: Sequence[str], touched: Sequence[tuple[str, int]], accept_words: str
    ) -> bool:
        """Ask whether to move files; `touched` are the notes with links to them and their numbers of links."""
        from axon_desktop.ui.file_actions.confirm_move import ConfirmMoveDialog

        return bool(await ask(ConfirmMoveDialog(title, sentences, touched, accept_words, self.window)))

    def show_message(self, words: str) -> None:
        """Show a sentence in the status bar."""
        self.window.status.show_message(words)

    @contextmanager
    def showing_message(self, words: str) -> Iterator[None]:
        """Show a sentence while something is in progress."""
        self.window.status.showMessage(words)
        try:
            yield
        finally:
            self.show_message("")

    def report(self, words: str, turn: str) -> None:
        """Report a change, and offer to undo that turn of the journal."""
        vault = self.vault
        self.show_message(words)
        if vault is not None and turn:
            self.undo_button.offer(words, partial(self._undo_turn, vault, turn, words))

    def report_undoable(self, words: str, undo: Callable[[], None]) -> None:
        """Report a change, and offer to undo it by this function, which is called in a thread."""
        self.show_message(words)
        self.undo_button.offer(words, partial(self._undo, undo, words))

    async def _undo_turn(self, vault: Vault, turn: str, words: str) -> None:
        from axon_desktop.ui.changes.undo.confirm_undo import confirm_and_undo

        changes = await asyncio.to_thread(vault.journal.undoable, [turn])
        done = await confirm_and_undo(vault, [change.id for change in changes], self.window)
        if len(done) == len(changes) > 0:
            self._report_undone(words)
        elif done or not changes:
            self.window.show_undone([change.path for change in done])

    async def _undo(self, undo: Callable[[], None], words: str) -> None:
        await asyncio.to_thread(undo)
        self._report_undone(words)

    def _report_undone(self, words: str) -> None:
        self.show_message(self.tr("Undone: {paths}").format(paths=words))
        self.window.tree.refresh()
