"""Reading what the pane shall show, in a thread."""

from __future__ import annotations

from pathlib import PurePosixPath

from msgspec import Struct
from PySide6.QtCore import QCoreApplication

from axon_desktop.errors import ReadFailedError
from axon_desktop.text.file_names import NOTE_SUFFIX
from axon_desktop.ui.files.kinds import CARD, TEXT, FileKind, kind_of
from axon_desktop.ui.language.errors import error_text
from axon_desktop.vault import Note, Vault
from axon_desktop.vault.files.folder import sha256
from axon_desktop.vault.obsidian.config import read_config

_NOTES = frozenset({".md", ".markdown"})


class Loaded(Struct, frozen=True):
    """A note, or a file of another kind, as it was read."""

    sha256: str = ""
    """Empty when nothing was read."""
    note: Note | None = None
    text: str = ""
    """Of a note, without the mark that some editors write before the first line: it is no part of that line."""
    strict_breaks: bool = False
    """Whether the vault's settings in Obsidian say that a line end inside a paragraph is none."""
    kind: FileKind | None = None
    """How a file that is no note is shown."""
    data: bytes = b""
    """Of such a file; empty when nothing is read of its kind, or when it is too large: then `kind` is a card."""


def load(vault: Vault, path: str) -> Loaded:
    """Read a file for the pane: this one and no other, but that a path without suffix may mean any note.

    Raises:
        NoteNotFoundError: there is no such file.
        VaultError: it cannot be read.
    """
    kind = kind_of(path)
    if kind is not None:
        return _load_file(vault, path, kind)
    try:
        exact = bool(PurePosixPath(path).suffix)
        note = vault.read_exactly([vault.locate(path)])[0] if exact else vault.read(path)
        text = note.text.removeprefix("\ufeff")
    except ReadFailedError:
        if PurePosixPath(path).suffix.lower() in _NOTES:
            raise
        return _load_file(vault, path, CARD)
    if PurePosixPath(note.path).suffix.lower() in _NOTES:
        strict = read_config(vault.root / ".obsidian" / "app.json").get("strictLineBreaks") is True
        return Loaded(note.sha256, note, text, strict)
    return Loaded(note.sha256, kind=kind_of(note.path) or TEXT, data=note.data)


def why_unread(path: str, error: ReadFailedError) -> str:
    """Say why a file cannot be read; of a note that is text of another encoding, what helps."""
    if path.lower().endswith(NOTE_SUFFIX) and isinstance(error.__cause__, UnicodeDecodeError):
        return QCoreApplication.translate(
            "PreviewPane", "This note is not UTF-8 text. To show it here, save it as UTF-8 in another editor."
        )
    return error_text(error)


def _load_file(vault: Vault, path: str, kind: FileKind) -> Loaded:
    if not kind.limit:
        vault.locate(path)  # says so when it is not there
        return Loaded(kind=kind)
    try:
        data = vault.read_attachment(path, kind.limit)
    except ReadFailedError:  # the card says how large it is, and opens it outside
        return Loaded(kind=CARD)
    return Loaded(sha256(data), kind=kind, data=data)
