"""Which notes hold words that are not their user's: clipped from the web, or hiding what they say."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from axon_desktop.markdown.scan.properties import read_properties
from axon_desktop.vault.trust.hidden_text import has_hidden_text

OutsideKind: TypeAlias = Literal["clipped", "hidden"]

_FOLDERS = frozenset(
    {
        "clippings", "clips", "web clips", "web clippings", "webclips", "readwise", "pocket", "instapaper",
        "omnivore", "剪藏", "网页剪藏", "網頁剪藏", "剪报", "剪報", "クリップ",
    }
)  # fmt: skip
_PROPERTIES = frozenset({"source", "url", "clipped"})
_TAG = re.compile(r"(?<![\w/#])#?(?:clippings?|web-?clips?)(?![\w/-])", re.IGNORECASE)
_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\r?\n(.*?)^(?:---|\.\.\.)[ \t]*\r?$", re.DOTALL | re.MULTILINE)


def outside_kind(path: str, text: str) -> OutsideKind | None:
    """Tell why a note's text may be somebody else's; None if nothing says so.

    Args:
        path: vault path of the note.
        text: all of it.
    """
    if any(part.casefold() in _FOLDERS for part in path.split("/")[:-1]) or _is_clipped(text):
        return "clipped"
    return "hidden" if has_hidden_text(text) else None


def _is_clipped(text: str) -> bool:
    match = _FRONT_MATTER.match(text)
    if match is None:
        return False
    for found in read_properties(match[1]):
        name = found.name.casefold()
        if name in _PROPERTIES and any(value.strip() for value in found.values):
            return True
        if name in ("tags", "tag") and any(_TAG.fullmatch(value.strip()) for value in found.values):
            return True
    return False
