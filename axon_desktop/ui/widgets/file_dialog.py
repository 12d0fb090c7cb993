"""File and folder dialogs: the system's own, or Qt's where the system has none for programs."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QDir
from PySide6.QtWidgets import QFileDialog, QWidget

from axon_desktop.errors import N_
from axon_desktop.ui.aio import ask
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.widgets.confirm_dialog import Question

HEADINGS = (N_("QFileSystemModel", "Size"),)
"""Headings of Qt's dialog whose translation by Qt is wrong: in Chinese it means the size of a room."""

_ASKS_ITSELF = sys.platform == "darwin"
"""Whether the system's dialog asks before it replaces a file, whatever its options are."""


async def ask_folder(parent: QWidget, title: str, start: Path | None = None) -> Path | None:
    """Return the folder that the user chooses, starting in another one or the home folder; None if they cancel."""
    dialog = _dialog(parent, title, start)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    return await _chosen(dialog)


async def ask_file(parent: QWidget, title: str, filters: Sequence[str]) -> Path | None:
    """Return the existing file that the user chooses; None if they cancel.

    `filters`: kinds of files as `Markdown (*.md)`, the first of them preset.
    """
    dialog = _dialog(parent, title)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setNameFilters(filters)
    return await _chosen(dialog)


async def ask_save_file(parent: QWidget, title: str, name: str, name_filter: str = "") -> Path | None:
    """Return the file to write to; None if the user cancels, or wants to keep the existing file.

    A name without a suffix gets that of `name`, which is preset.
    """
    dialog = _dialog(parent, title)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)  # Qt's dialog would ask in a nested event loop
    if name_filter:
        dialog.setNameFilter(name_filter)
    dialog.setDefaultSuffix(name.rpartition(".")[2] if "." in name else "")
    dialog.selectFile(name)
    file = await _chosen(dialog)
    if file is None or _ASKS_ITSELF or not await asyncio.to_thread(file.exists):
        return file
    replace = Question(
        translate("FileDialog", "Replace the file?"),
        [translate("FileDialog", "{file} already exists.").format(file=file.name)],
        translate("FileDialog", "&Replace"),
        parent,
        careful=True,
    )
    return file if await ask(replace) else None


def _dialog(parent: QWidget, title: str, start: Path | None = None) -> QFileDialog:
    dialog = QFileDialog(parent, title)
    dialog.setDirectory(str(start) if start is not None else QDir.homePath())
    dialog.setSizeGripEnabled(False)
    return dialog


async def _chosen(dialog: QFileDialog) -> Path | None:
    agreed = await ask(dialog)
    files = dialog.selectedFiles()
    return Path(files[0]) if agreed and files else None
