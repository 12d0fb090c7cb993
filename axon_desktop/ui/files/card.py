"""FileCard: a file that Axon does not draw, with its size and a button to open it elsewhere."""

from __future__ import annotations

import asyncio
import os
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, QUrl, Signal
from PySide6.QtGui import QColor, QDesktopServices, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QWidget

from axon_desktop.errors import NotDownloadedError, VaultError
from axon_desktop.text.file_names import NOTE_SUFFIX
from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.language.formats import format_size
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.parts import STRETCH, hbox, name_panel, push_button, text_label, vbox
from axon_desktop.ui.look.theme import current_colors
from axon_desktop.ui.runtime import open_external as outside
from axon_desktop.ui.widgets.confirm_dialog import Question
from axon_desktop.vault import Vault

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex

_WIDTH = 440
_ICON = 36
_PROGRAM_NAMES = (
    "exe com bat cmd scr pif msi msp ps1 psm1 vbs vbe js jse wsf wsh hta cpl jar lnk url reg inf scf",
    "settingcontent-ms application gadget desktop sh bash zsh fish csh command tool app workflow action",
    "appimage run bin py pyw pl rb php dll so dylib deb rpm apk dmg pkg iso chm",
)
_PROGRAMS = frozenset(f".{name}" for line in _PROGRAM_NAMES for name in line.split())
"""Suffixes of files that the system would run instead of showing."""


class _Picture(QWidget):
    """The icon of a file."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(_ICON, _ICON)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_icon(painter, "note", QRectF(self.rect()), QColor(current_colors().muted))


class FileCard(QWidget):
    """Shows one file by its name."""

    message_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        name_panel(self, "file_card_page")
        self._vault: Vault | None = None
        self._path = ""
        self._name = text_label(name="file_card_name", wraps=True, plain=True)
        self._facts = text_label(name="file_card_facts", wraps=True, plain=True)
        for label in (self._name, self._facts):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._open = push_button(
            self.tr("Open in another app…"), clicked=lambda: spawn(self._open_outside(), name="open file outside")
        )
        self._download = push_button(self.tr("Download"), clicked=self._begin_download)
        self._reveal = push_button(self.tr("Reveal in file manager"), clicked=self._reveal_outside)
        card = QFrame()
        card.setObjectName("file_card")
        card.setMaximumWidth(_WIDTH)
        words = vbox(
            self._name, self._facts, 8, hbox(self._download, self._open, self._reveal, STRETCH), spacing=4
        )
        picture = (_Picture(), 0, Qt.AlignmentFlag.AlignTop)
        hbox(picture, (words, 1), parent=card, margins=(20, 18, 20, 18), spacing=16)
        around = hbox(STRETCH, (card, 100), STRETCH, spacing=-1)
        layout = vbox(parent=self, margins=(24, 24, 24, 24), spacing=-1)
        layout.addStretch(2)
        layout.addLayout(around)
        layout.addStretch(3)

    async def show_file(self, vault: Vault, path: str, data: bytes, index: VaultIndex | None = None) -> None:
        """Show a file without a reason why it is not drawn."""
        del data
        await self.show_card(vault, path)

    async def show_card(self, vault: Vault, path: str, why: str = "", *, absent: bool = False) -> None:
        """Show a file, and why it is not drawn; one that is `absent` can be downloaded."""
        size, is_program = await asyncio.to_thread(_inspect, vault, path)
        self._vault, self._path = vault, path
        self._name.setText(PurePosixPath(path).name)
        facts = [kind_text(path)]
        if size is not None:
            facts.append(format_size(size))
        lines = [" · ".join(facts)]
        if is_program:
            lines.append(self.tr("Axon does not start programs."))
        elif why:
            lines.append(why)
        self._facts.setText("\n".join(lines))
        self._download.setVisible(absent)
        self._download.setEnabled(absent)
        self._open.setVisible(not absent)
        self.setFocusProxy(self._download if absent else self._open)
        self._open.setEnabled(size is not None and not is_program)
        self._reveal.setEnabled(size is not None)
        self.setAccessibleName(f"{self._name.text()}, {self._facts.text()}")

    def set_font_size(self, pixels: int) -> None:
        """Do nothing: a card has no text of the user's."""

    def _begin_download(self) -> None:
        if self._vault is not None:
            self._download.setEnabled(False)
            self._facts.setText(self.tr("Downloading…"))
            spawn(self._fetch(self._vault, self._path), name="download file")

    async def _fetch(self, vault: Vault, path: str) -> None:
        """Have a file come to this computer, and say so where it does not; who watches the vault reads it then."""
        try:
            await asyncio.to_thread(vault.fetch, path)
        except VaultError as error:
            why = error_text(error)
            if isinstance(error, NotDownloadedError):
                why = self.tr("It did not come. Is the program that syncs this folder running?")
            if (self._vault, self._path) == (vault, path):
                await self.show_card(vault, path, why, absent=True)
            return
        await asyncio.to_thread(vault.changed_outside, [path])

    async def _open_outside(self) -> None:
        """Open the file with the system's program for it, if the user agrees."""
        vault, path = self._vault, self._path
        if vault is None:
            return
        question = Question(
            self.tr("Open this file with another program?"), [path], self.tr("&Open"), self.window(), careful=True
        )
        if not await ask(question):
            return
        size, is_program = await asyncio.to_thread(_inspect, vault, path)  # it may be another file by now
        if (
            size is None
            or is_program
            or not QDesktopServices.openUrl(QUrl.fromLocalFile(os.fspath(vault.root / path)))
        ):
            self.message_requested.emit(
                self.tr("{name} could not be opened in another program.").format(name=path)
            )

    def _reveal_outside(self) -> None:
        if self._vault is not None and not outside.reveal(self._vault.root, self._path):
            self.message_requested.emit(self.tr("The file manager did not respond."))


def kind_text(path: str) -> str:
    """Return the kind of a file in words, by its suffix."""
    suffix = PurePosixPath(path).suffix.lower()
    if suffix == NOTE_SUFFIX:
        return translate("FileCard", "Note")
    if suffix == ".canvas":
        return translate("FileCard", "Canvas")
    if suffix == ".base":
        return translate("FileCard", "Base")
    if suffix in (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".svg", ".webp", ".avif"):
        return translate("FileCard", "{suffix} picture").format(suffix=suffix.removeprefix(".").upper())
    if suffix == ".pdf":
        return translate("FileCard", "PDF document")
    if suffix in (".mp3", ".wav", ".m4a", ".ogg", ".oga", ".flac", ".3gp", ".aac"):
        return translate("FileCard", "Audio")
    if suffix in (".mp4", ".webm", ".ogv", ".mov", ".mkv", ".avi"):
        return translate("FileCard", "Video")
    return translate("FileCard", "{suffix} file").format(suffix=suffix.removeprefix(".").upper()).strip()


def _inspect(vault: Vault, path: str) -> tuple[int | None, bool]:
    """Return the size of a file, None if there is none, and whether the system would run it; for a thread."""
    try:
        file = vault.root / vault.locate(path)
        stat = file.stat()
    except (VaultError, OSError):
        return None, False
    suffix = file.suffix.lower()
    return stat.st_size, suffix in _PROGRAMS or (not suffix and bool(stat.st_mode & 0o111))
