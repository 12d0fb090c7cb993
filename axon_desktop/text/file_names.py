"""Names of files: the suffix of notes, and when two names are the same file on some disk."""

from __future__ import annotations

import unicodedata

NOTE_SUFFIX = ".md"


def same_name(name: str) -> str:
    """Return the form under which two names are the same file on some disk: case and Unicode form do not count."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
