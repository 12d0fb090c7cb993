"""Messages about things that are dropped or pasted where they cannot be used; fields that ignore files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QLineEdit

from axon_desktop.ui.language.translation import translate

_DRAGS = (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)


def local_files(mime: QMimeData) -> list[Path]:
    """Return the local files and folders that are dragged or on the clipboard."""
    return [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]


def outside_words(files: Sequence[Path]) -> str:
    """Return what can be done with files outside of the vault."""
    if len(files) == 1:
        words = translate(
            "Drops",
            "{name} is not in this vault. To add it, drop it into a note that is being written.",
        )
        return words.format(name=files[0].name)
    words = translate(
        "Drops",
        "{count} files are not in this vault. To add them, drop them into a note that is being written.",
    )
    return words.format(count=len(files))


def missing_words(files: Sequence[Path]) -> str:
    """Return that files do not exist any more."""
    return translate("Drops", "{name} is no longer there.").format(name=", ".join(file.name for file in files))


def picture_words() -> str:
    """Return what can be done with a picture that is not a file."""
    return translate("Drops", "To add a picture, paste or drop it into a note that is being written.")


def text_words() -> str:
    """Return where text can be dropped."""
    return translate("Drops", "Text can be dropped into a note in Live or Source, or in the message box.")


def folders_words() -> str:
    """Return how a folder becomes the vault."""
    return translate("Drops", "To open a folder as a vault, drop that one alone.")


def ignore_files(field: QLineEdit) -> None:
    """Accept only text: Qt would insert a file's URL into the field."""
    field.installEventFilter(_FilesPass(field))


class _FilesPass(QObject):
    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() not in _DRAGS or not isinstance(event, QDropEvent) or not local_files(event.mimeData()):
            return False
        event.ignore()
        return True
