"""Text that a reader does not see: invisible signs, signs that turn text round, comments, hidden HTML."""

from __future__ import annotations

import re

_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2064\u206a-\u206f\u3164\uffa0\ufff9-\ufffb"
    "\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]"
    "|(?<!^)\ufeff"
    "|[\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]{4}"
)
"""Single signs that no text needs, and runs of those that scripts and emoji need one at a time."""
_COMMENT = re.compile(r"<!--(?=[^>\w]{0,200}+\w)|(?<!%)%%(?=[^%\w]{0,200}+\w)")
_UNSEEN_HTML = re.compile(
    r"<[a-z][^<>]{0,2000}?(?:\shidden\b|"
    r"(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d]*[1-9])|opacity\s*:\s*0(?![.\d]*[1-9])))",
    re.IGNORECASE,
)


def has_invisible(text: str) -> bool:
    """Tell whether a text holds signs that are not seen, or that turn the order of others round."""
    return not text.isascii() and _INVISIBLE.search(text) is not None


def count_invisible(text: str) -> int:
    """Return how many such signs, or runs of them, there are."""
    return 0 if text.isascii() else len(_INVISIBLE.findall(text))


def has_hidden_text(text: str) -> bool:
    """Tell whether a note says something that its reader does not see, in reading view at least."""
    return has_invisible(text) or _COMMENT.search(text) is not None or _UNSEEN_HTML.search(text) is not None
