"""Text that a person decides by, with nothing hidden in it."""

from __future__ import annotations

import unicodedata

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})

JOINERS = "\u200c\u200d"
"""Hidden characters that writing systems and emoji need."""


def visible(text: str, keep: str = "\n\t") -> str:
    """Return the text with control and format characters made visible: they could show something else.

    Args:
        text: any text.
        keep: hidden characters that are all right where the text is shown.
    """
    if text.isprintable():
        return text
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(char) in _HIDDEN and char not in keep else char
        for char in text
    )
