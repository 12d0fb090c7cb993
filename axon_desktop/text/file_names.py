"""Names of files: the suffix of notes, and when two names are the same file on some disk."""

from __future__ import annotations

import unicodedata

NOTE_SUFFIX = ".md"


def one_form(name: str) -> str:
    """Return the form under which two names are the same but for Unicode form: composed or decomposed."""
    return unicodedata.normalize("NFC", name)


def same_name(name: str) -> str:
    """Return the form under which two names are the same file on some disk: case and Unicode form do not count."""
    if name.isascii():
        return name.lower()
    return one_form(one_form(name).casefold())
