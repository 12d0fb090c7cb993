"""Text of servers for people: invisible characters are written out."""

from __future__ import annotations

import re
import unicodedata

_BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters and marks that look like nothing."""
_EMOJI_CHARACTERS = "\ufe0f\u200d"
_HEADING = re.compile(r"^([ \t>]*)(#|```|~~~)", re.MULTILINE)


def show_invisible(text: str) -> str:
    """Return the text with every invisible character as its number, such as ⟨U+200B⟩."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        f"⟨U+{ord(character):04X}⟩" if _is_hidden(character, text[at - 1] if at else "") else character
        for at, character in enumerate(text)
    )


def as_words(text: str, limit: int) -> str:
    """Return a server's words for a prompt: nothing hidden, nothing that looks like a part of the prompt."""
    shown = show_invisible(text[:limit].replace("\r\n", "\n").replace("\r", "\n")).strip()
    shown = _HEADING.sub(r"\1\\\2", shown)
    return shown + " … (cut)" if len(text) > limit else shown


def _is_hidden(character: str, before: str) -> bool:
    if character in "\n\t":
        return False
    if (
        character in _EMOJI_CHARACTERS
        and before
        and unicodedata.category(before) in ("So", "Sk", "Mn", "Po", "Nd")
    ):
        return False
    kind = unicodedata.category(character)
    return (
        kind in ("Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp")
        or character in _BLANKS
        or "\ufe00" <= character <= "\ufe0f"
        or "\U000e0100" <= character <= "\U000e01ef"
    )
