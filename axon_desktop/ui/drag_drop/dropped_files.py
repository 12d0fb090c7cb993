"""Files and folders dropped on the window: notes of the vault are opened; a folder is offered as vault."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QDropEvent

from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.drag_drop.drop_words import (
    folders_words,
    local_files,
    missing_words,
    outside_words,
    picture_words,
    text_words,
)
from axon_desktop.ui.widgets.confirm_dialog import Question

if TYPE_CHECKING:
    from axon_desktop.ui.window.main_window import MainWindow

_MOST = 20
"""Maximum number of notes opened at once."""


class DroppedFiles(QObject):
    """Handles drops that no text field and no tree accepts."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        window.setAcceptDrops(True)
        window.installEventFilter(self)
        window.groups.each(lambda pane: pane.body.files_left.connect(self._take))

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Accept every drop; at least a message tells what is possible."""
        if event.type() not in (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop):
            return False
        if not isinstance(event, QDropEvent):
            return False
        mime = event.mimeData()
        if not (mime.hasUrls() or mime.hasText() or mime.hasImage()):
            return False
        event.setDropAction(Qt.DropAction.CopyAction)  # files are never moved
        event.accept()
        if event.type() == QEvent.Type.Drop:
            if files := local_files(mime):
                self._take(files, in_chat=self._is_in_chat(event))
            else:
                self._say(picture_words() if mime.hasImage() and not mime.hasText() else text_words())
        return True

    def _take(self, files: list[Path], *, in_chat: bool = False) -> None:
        spawn(self._open(files, in_chat=in_chat), name="open what was dropped")

    def _is_in_chat(self, event: QDropEvent) -> bool:
        chat, place = self._window.chat, event.position().toPoint()
        return chat.isVisible() and chat.rect().contains(chat.mapFrom(self._window, place))

    def _say(self, words: str) -> None:
        self._window.status.show_message(words)

    async def _open(self, files: list[Path], *, in_chat: bool) -> None:
        vault = self._window.context.vault
        found = await asyncio.to_thread(sort_files, files, vault.root if vault is not None else None)
        if vault is not self._window.context.vault:
            return
        for number, (path, is_folder) in enumerate(found.inside[:_MOST]):
            if in_chat and path != ".":
                self._window.mention(path)
            elif is_folder:
                self._list(path)
            else:
                self._window.preview.open_note(path, new_tab=number > 0)
        if found.outside:
            self._say(outside_words(found.outside))
        elif len(found.folders) > 1 or (found.folders and found.inside):
            self._say(folders_words())
        elif found.folders:
            await self._offer(found.folders[0])
        elif found.missing:
            self._say(missing_words(found.missing))

    def _list(self, folder: str) -> None:
        """Show the content of a folder of the vault."""
        self._window.focus_filter()
        self._window.tree.filter.setText(f"{folder}/" if folder != "." else "")

    async def _offer(self, folder: Path) -> None:
        """Ask whether a folder is to be opened as the vault."""
        question = Question(
            self.tr("Open the folder {vault} as a vault?").format(vault=folder.name or str(folder)),
            [str(folder)],
            self.tr("&Open"),
            self._window,
            careful=True,
        )
        if await ask(question):
            self._window.chooser.vault_requested.emit(str(folder))


class SortedFiles(Struct):
    """Dropped or pasted files and folders, by what can be done with them."""

    inside: list[tuple[str, bool]] = field(default_factory=list)
    """Vault paths, each with whether it is a folder; `.` is the vault itself."""
    outside: list[Path] = field(default_factory=list)
    """Files outside of the vault."""
    folders: list[Path] = field(default_factory=list)
    """Folders outside of the vault."""
    missing: list[Path] = field(default_factory=list)


def sort_files(files: Sequence[Path], root: Path | None) -> SortedFiles:
    """Classify files; for a thread."""
    found = SortedFiles()
    top = root.resolve() if root is not None else None
    for file in files:
        real = file.resolve()
        if not real.exists():
            found.missing.append(file)
        elif top is not None and real.is_relative_to(top):
            found.inside.append((real.relative_to(top).as_posix(), real.is_dir()))
        else:
            (found.folders if real.is_dir() else found.outside).append(file)
    return found
