"""Untrusted text: notes that were clipped from the web, or that hide text."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from axon_desktop.markdown.scan.properties import front_matter_end, read_properties, tags_of

OutsideKind: TypeAlias = Literal["clipped", "hidden"]

_FOLDERS = frozenset(
    {
        "clippings", "clips", "web clips", "web clippings", "webclips", "readwise", "pocket", "instapaper",
        "omnivore", "剪藏", "网页剪藏", "網頁剪藏", "剪报", "剪報", "クリップ",
    }
)  # fmt: skip
_PROPERTIES = frozenset({"source", "url", "clipped"})
_TAG = re.compile(r"(?<![\w/#])#?(?:clippings?|web-?clips?)(?![\w/-])", re.IGNORECASE)


def outside_kind(path: str, text: str) -> OutsideKind | None:
    """Return why a note's text may be somebody else's; None if nothing shows that.

    Args:
        path: vault path of the note.
        text: all of it.
    """
    if any(part.casefold() in _FOLDERS for part in path.split("/")[:-1]) or _is_clipped(text):
        return "clipped"
    return "hidden" if has_hidden_text(text) else None


def _is_clipped(text: str) -> bool:
    text = text.removeprefix("\ufeff")
    properties = read_properties(text[: front_matter_end(text)])
    return any(_TAG.fullmatch(tag) for tag in tags_of(properties)) or any(
        found.name.casefold() in _PROPERTIES and any(value.strip() for value in found.values)
        for found in properties
    )


_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2064\u206a-\u206f\u3164\uffa0\ufff9-\ufffb"
    "\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]"
    "|(?<!^)\ufeff"
    "|[\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]{4}"
)
"""Single characters that no text needs, and runs of those that scripts and emoji need one at a time."""


_COMMENT = re.compile(r"<!--(?=[^>\w]{0,200}+\w)|(?<!%)%%(?=[^%\w]{0,200}+\w)")


_UNSEEN_HTML = re.compile(
    r"<[a-z][^<>]{0,2000}?(?:\shidden\b|"
    r"(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d]*[1-9])|opacity\s*:\s*0(?![.\d]*[1-9])))",
    re.IGNORECASE,
)


def has_invisible(text: str) -> bool:
    """Tell whether a text has invisible characters, or characters that reverse the order of others."""
    return not text.isascii() and _INVISIBLE.search(text) is not None


def count_invisible(text: str) -> int:
    """Return the number of such characters, or runs of them."""
    return 0 if text.isascii() else len(_INVISIBLE.findall(text))


def has_hidden_text(text: str) -> bool:
    """Tell whether a note has text that its reader does not see, at least in reading view."""
    return has_invisible(text) or _COMMENT.search(text) is not None or _UNSEEN_HTML.search(text) is not None
