"""Reading the file to show, in a thread."""

from __future__ import annotations

from pathlib import PurePosixPath

from msgspec import Struct

from axon_desktop.errors import NotDownloadedError, ReadFailedError
from axon_desktop.text.file_names import is_note
from axon_desktop.ui.files.kinds import CARD, TEXT, FileKind, kind_of
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.language.translation import translate
from axon_desktop.vault import Note, Vault
from axon_desktop.vault.files.folder import sha256
from axon_desktop.vault.obsidian.config import read_config

_NOTES = frozenset({".md", ".markdown"})


class Loaded(Struct, frozen=True):
    """A note, or a file of another kind, after reading."""

    sha256: str = ""
    """Empty when nothing was read."""
    note: Note | None = None
    text: str = ""
    """Text of a note, without the byte order mark that some editors write: it is no part of the first line."""
    strict_breaks: bool = False
    """Whether, by the vault's settings in Obsidian, a line end inside a paragraph is ignored."""
    kind: FileKind | None = None
    """The kind of a file that is no note."""
    data: bytes = b""
    """Its bytes; empty when files of its kind are not read, or when it is too large: then `kind` is a card."""


def load(vault: Vault, path: str) -> Loaded:
    """Read a file for the pane: exactly this one, except that a path without suffix may be any note.

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
    except NotDownloadedError:
        raise
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
    if is_note(path) and isinstance(error.__cause__, UnicodeDecodeError):
        return translate(
            "NotePane", "This note is not UTF-8 text. To show it here, save it as UTF-8 in another editor."
        )
    if isinstance(error, NotDownloadedError):
        return translate("NotePane", "Not downloaded: a sync service keeps it elsewhere.")
    return error_text(error)


def _load_file(vault: Vault, path: str, kind: FileKind) -> Loaded:
    if not kind.limit:
        vault.locate(path)  # raises when it does not exist
        return Loaded(kind=kind)
    try:
        data = vault.read_attachment(path, kind.limit)
    except NotDownloadedError:
        raise
    except ReadFailedError:  # the card shows the size, and can open it elsewhere
        return Loaded(kind=CARD)
    return Loaded(sha256(data), kind=kind, data=data)
