"""Files and folders dropped onto the window: notes of the vault are opened, what is outside is asked about."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QDropEvent

from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.question import Question
from axon_desktop.vault.known_vaults import vault_around

if TYPE_CHECKING:
    from axon_desktop.ui.main_window import MainWindow
    from axon_desktop.vault import Vault

_MOST = 20
"""Notes that are opened at once."""


class DroppedFiles(QObject):
    """Takes what no text field and no tree took."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._vault: Vault | None = None
        window.setAcceptDrops(True)
        window.installEventFilter(self)
        window.vault_shown.connect(self._show_vault)
        window.vault_left.connect(self._leave_vault)

    def _show_vault(self, vault: Vault, _index: object) -> None:
        self._vault = vault

    def _leave_vault(self) -> None:
        self._vault = None

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Take local files; a text is nothing to the window."""
        if event.type() not in (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop):
            return False
        if not isinstance(event, QDropEvent):
            return False
        files = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if not files:
            return False
        event.setDropAction(Qt.DropAction.CopyAction)  # never moved away from where they are
        event.accept()
        if event.type() == QEvent.Type.Drop:
            spawn(self._open(files), name="open what was dropped")
        return True

    async def _open(self, files: list[Path]) -> None:
        vault = self._vault
        inside, outside = await asyncio.to_thread(_sort, files, vault.root if vault is not None else None)
        if vault is not self._vault:
            return
        for number, (path, is_folder) in enumerate(inside[:_MOST]):
            if is_folder:
                self._list(path)
            else:
                self._window.preview.open_note(path, new_tab=number > 0)
        if outside and not inside:
            await self._offer(outside[0])

    def _list(self, folder: str) -> None:
        """List what is in a folder of the vault."""
        self._window.focus_filter()
        self._window.tree.filter.setText(f"{folder}/" if folder != "." else "")

    async def _offer(self, file: Path) -> None:
        """Ask whether the vault of a file, or a folder as one, is to take the place of the one that is open."""
        folder, note = await asyncio.to_thread(_vault_of, file)
        if note:
            words = self.tr("“{name}” is not in this vault. Open the vault {vault} to read it?")
        else:
            words = self.tr("Open the folder {vault} as a vault?")
        question = Question(
            words.format(name=file.name, vault=folder.name or str(folder)),
            [str(folder)],
            self.tr("&Open"),
            self._window.theme.colors,
            self._window,
            careful=True,
        )
        if await ask(question):
            self._window.chooser.note_requested.emit(str(folder), note)


def _sort(files: list[Path], root: Path | None) -> tuple[list[tuple[str, bool]], list[Path]]:
    """Return the vault paths of what is in the vault, with whether each is a folder; and what is elsewhere."""
    inside: list[tuple[str, bool]] = []
    outside: list[Path] = []
    for file in files:
        real = file.resolve()
        if root is not None and real.is_relative_to(root.resolve()):
            inside.append((real.relative_to(root.resolve()).as_posix(), real.is_dir()))
        elif real.exists():
            outside.append(real)
    return inside, outside


def _vault_of(file: Path) -> tuple[Path, str]:
    """Return the folder to open as a vault, and the vault path of the note in it; empty for a folder."""
    if file.is_dir():
        return file, ""
    root = vault_around(file) or file.parent
    return root, file.relative_to(root).as_posix()


def take_dropped_files(window: MainWindow) -> None:
    """Let files and folders be dropped onto a window."""
    DroppedFiles(window)
