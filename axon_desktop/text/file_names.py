"""Names of files: what their suffixes say, whatever their case, and when two are the same file on some disk."""

from __future__ import annotations

import unicodedata

NOTE_SUFFIX = ".md"
CANVAS_SUFFIX = ".canvas"


def is_note(path: str) -> bool:
    """Tell whether a file is a note."""
    return path[-3:].lower() == NOTE_SUFFIX


def is_canvas(path: str) -> bool:
    """Tell whether a file is a canvas."""
    return path[-7:].lower() == CANVAS_SUFFIX


def may_link(path: str) -> bool:
    """Tell whether a file may hold links."""
    return is_note(path) or is_canvas(path)


def without_suffix(path: str) -> str:
    """Return the path of a note without its suffix, any other as it is."""
    return path[: -len(NOTE_SUFFIX)] if is_note(path) else path


def one_form(name: str) -> str:
    """Return the form under which two names are the same but for Unicode form: composed or decomposed."""
    return unicodedata.normalize("NFC", name)


def same_name(name: str) -> str:
    """Return the form under which two names are the same file on some disk: case and Unicode form do not count."""
    if name.isascii():
        return name.lower()
    return one_form(one_form(name).casefold())
