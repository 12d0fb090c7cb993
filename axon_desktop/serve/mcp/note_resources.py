"""The notes as MCP resources: one URI for each, listed page by page, read exactly."""

from __future__ import annotations

import asyncio
import base64
import binascii
from bisect import bisect_right
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import quote, unquote, urlsplit

from axon_desktop.errors import InvalidParametersError, ReadFailedError
from axon_desktop.vault import Vault
from axon_desktop.vault.search.scan import SEARCHED_SUFFIXES

SCHEME = "vault"
TEMPLATE = f"{SCHEME}:///{{+path}}"
PAGE = 500
MAX_BYTES = 3 << 20
"""A longer text would not fit into a message."""

_TYPES = {".md": "text/markdown", ".canvas": "application/json"}


@dataclass(frozen=True, slots=True)
class NotePage:
    """Some of the vault's texts, in the order of their paths."""

    paths: tuple[str, ...]
    following: str | None
    """What asks for the next page; None after the last."""


@dataclass(frozen=True, slots=True)
class NoteText:
    """A text that was read."""

    uri: str
    mime_type: str
    text: str


class NoteResources:
    """The texts of one vault."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    async def page(self, cursor: str | None) -> NotePage:
        """Return the texts after the cursor, which stays right when notes come and go.

        Raises:
            InvalidParametersError: the cursor is not one of ours.
        """
        after = "" if cursor is None else _read_cursor(cursor)
        return await asyncio.to_thread(self._page, after)

    def _page(self, after: str) -> NotePage:
        self._vault.names.refresh()
        known = self._vault.names.paths
        found: list[str] = []
        for at in range(bisect_right(known, after) if after else 0, len(known)):
            if known[at].lower().endswith(SEARCHED_SUFFIXES):
                if len(found) == PAGE:
                    return NotePage(tuple(found), _cursor(found[-1]))
                found.append(known[at])
        return NotePage(tuple(found), None)

    async def read(self, uri: str) -> NoteText:
        """Return the text of exactly this URI.

        Raises:
            InvalidParametersError: it is no URI of a note.
            VaultError: there is no such note, or it cannot be read.
        """
        path = path_of(uri)
        note = (await asyncio.to_thread(self._vault.read_exactly, [path]))[0]
        if len(note.data) > MAX_BYTES:
            raise ReadFailedError(f"{path} is larger than {MAX_BYTES} bytes; read_note gives parts of it")
        return NoteText(uri, mime_type(note.path), note.text)


def uri_of(path: str) -> str:
    """Return the URI of a vault path."""
    return f"{SCHEME}:///{quote(path)}"


def path_of(uri: str) -> str:
    """Return the vault path that a URI names; the gateway judges it like any other.

    Raises:
        InvalidParametersError: it is no URI of a note.
    """
    try:
        parts = urlsplit(uri)
        path = unquote(parts.path, errors="strict").removeprefix("/")
    except (ValueError, UnicodeDecodeError) as error:
        raise InvalidParametersError(f"{uri[:200]} is no URI") from error
    if parts.scheme != SCHEME or parts.netloc or parts.query or parts.fragment or not path:
        raise InvalidParametersError(f"{uri[:200]} is not of the form {TEMPLATE}")
    return path


def mime_type(path: str) -> str:
    """Return the type of a text by its name."""
    return _TYPES.get(PurePosixPath(path).suffix.lower(), "text/plain")


def _cursor(path: str) -> str:
    return base64.urlsafe_b64encode(path.encode()).decode()


def _read_cursor(cursor: str) -> str:
    try:
        return base64.b64decode(cursor, altchars=b"-_", validate=True).decode()
    except (binascii.Error, ValueError) as error:
        raise InvalidParametersError("the cursor is none that this server gave") from error
