"""A window with a vault that Obsidian uses, too, for tests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QSettings
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QDialog

from axon_desktop.theme.look import Look
from axon_desktop.ui.aio import cancel_all
from axon_desktop.ui.features import load_features
from axon_desktop.ui.file_actions.context import UndoButton
from axon_desktop.ui.look.theme import Theme
from axon_desktop.ui.session.chat_session import ChatSession
from axon_desktop.ui.window.main_window import MainWindow
from axon_desktop.vault import Vault
from tests.ui.chat_world import make_world
from tests.waiting import until

D = TypeVar("D", bound=QDialog)


@dataclass
class VaultWindow:
    """The window and its parts."""

    window: MainWindow
    vault: Vault
    session: ChatSession

    @property
    def root(self) -> Path:
        return self.vault.root

    @property
    def said(self) -> str:
        """The text of the status bar."""
        return self.window.status.currentMessage()

    def text(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")

    def has(self, path: str) -> bool:
        return (self.root / path).is_file()

    def configure(self, name: str, text: str) -> None:
        """Write a file of Obsidian's."""
        (self.root / ".obsidian").mkdir(exist_ok=True)
        (self.root / ".obsidian" / name).write_text(text, encoding="utf-8")

    async def dialog(self, kind: type[D]) -> D:
        """Return the dialog of a kind once it is open and has the keys."""
        await until(lambda: any(found.isActiveWindow() for found in self.window.findChildren(kind)))
        return next(found for found in self.window.findChildren(kind) if found.isActiveWindow())

    async def says(self, words: str) -> None:
        """Wait until the status bar shows a text."""
        await until(lambda: words in self.said)

    async def shows(self, path: str) -> None:
        """Wait until the reading pane shows a file."""
        await until(lambda: self.window.preview.path == path and not self.window.preview.body.shows_hint)

    async def say(self, text: str) -> None:
        """Send a request and wait for the end of its turn."""
        self.session.send(text)
        await until(lambda: not self.session.running)

    async def undo(self) -> None:
        """Press Undo in the status bar, and wait until it is done."""
        assert self.undo_button.isVisible()
        self.undo_button.click()
        await self.says("Undone")

    @property
    def undo_button(self) -> UndoButton:
        found = self.window.findChild(UndoButton)
        assert found is not None
        return found


@asynccontextmanager
async def vault_window(
    qapp: QApplication,
    tmp_path: Path,
    notes: Mapping[str, str],
    config: Mapping[str, str] | None = None,
    look: Look = Look("light"),  # noqa: B008
    replies: Sequence[str] = (),
) -> AsyncIterator[VaultWindow]:
    """Open a window on a vault with these notes, with all features; `config` are files of `.obsidian`.

    `replies` are what the model says in the conversation.
    """
    Theme(qapp, look)  # before there is a widget whose style would have to change
    world = make_world(tmp_path, replies, notes=tuple(notes.items()), shown=False)
    for name, text in (config or {}).items():
        (world.root / ".obsidian").mkdir(exist_ok=True)
        (world.root / ".obsidian" / name).write_text(text, encoding="utf-8")
    world.vault.names.scan()
    state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    window = MainWindow(QIcon(), state)
    for add in load_features():
        add(window)
    window.show_vault(world.vault, world.session)
    window.resize(1200, 800)
    window.show()
    made = VaultWindow(window, world.vault, world.session)
    await until(lambda: window.isActiveWindow() and window.tree.view.model().rowCount() > 0)
    try:
        yield made
    finally:
        window.close_for_good()
        await cancel_all()
        window.deleteLater()
        await world.close()
