"""Bare addresses in a text: `https://…`, `www.…` and mail addresses, by GitHub's rules and East Asian ones.

East Asian text has no blank before or after an address: it may begin after a character of these scripts, and ends
before their punctuation. Letters of any script may stand in it, as they do when it is copied from a browser.
"""

from __future__ import annotations

import re

from axon_desktop.text.fold import HAN, HANGUL, KANA

_EAST_ASIAN = HAN + KANA + HANGUL
_STOPS = (
    r"\s<\u2014\u2015\u2018-\u201f\u2026\u2e3a\u3001-\u3003\u3008-\u3011\u3014-\u301f\u3030\u303d\ufe10-\ufe1f"
    r"\ufe30-\ufe6b\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
)
"""Characters at which an address ends: blanks, quotes, dashes and the punctuation of East Asian text."""
_LAST_LABEL = rf"(?:(?:[^\W_{_EAST_ASIAN}]|-)+(?![^\W{_EAST_ASIAN}])|[{_EAST_ASIAN}]+)"
"""Of one kind of script, so that `example.org然后` ends where its name does."""
_WEB = re.compile(
    rf"(?:https?://(?P<host>(?:[\w-]+\.)*{_LAST_LABEL})|www(?P<www>(?:\.[\w-]+)*\.{_LAST_LABEL}))"
    rf"(?:(?!\w)[^{_STOPS}][^{_STOPS}]*)?"
)
_MAIL = re.compile(
    r"(?:mailto:)?[A-Za-z0-9.+_-]{1,64}@[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+(?<![_-])(?![@\w-])", re.ASCII
)
_MAY_COME_BEFORE = re.compile(rf"[{_STOPS}*_~({_EAST_ASIAN}]".replace("<", "", 1))
_ENTITY = re.compile(r"&[A-Za-z0-9]+;\Z")

ADDRESS_START = r"https?://|www\.|(?<![A-Za-z0-9.+_-])(?:mailto:)?[A-Za-z0-9.+_-]{1,64}@"
"""Pattern of what may be the beginning of an address."""
MAIL_NAME = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.+_-"
"""Characters before the `@`."""


def address_end(text: str, start: int, end: int | None = None) -> int:
    """Return where the address that begins at a position of a text ends; 0 if none begins there."""
    if start and not _MAY_COME_BEFORE.match(text[start - 1]):
        return 0
    end = len(text) if end is None else end
    if found := _WEB.match(text, start, end):
        name = found["host"] or found["www"][1:]
        if "_" in "".join(name.rsplit(".", 2)[-2:]) or (found["www"] and "." not in name):
            return 0
        return _without_closing(text, start, found.end())
    found = _MAIL.match(text, start, end)
    return found.end() if found else 0


def address_target(address: str) -> str:
    """Return where an address leads."""
    if address.startswith(("http://", "https://", "mailto:")):
        return address
    return f"http://{address}" if address.startswith("www.") else f"mailto:{address}"


def _without_closing(text: str, start: int, end: int) -> int:
    """Return the end of an address without what belongs to the sentence around it."""
    unopened = text.count(")", start, end) - text.count("(", start, end)
    while end > start:
        last = text[end - 1]
        if last == ";" and (entity := _ENTITY.search(text, start, end)):
            end = entity.start()
        elif last in "?!.,:;*_~'\"[]":
            end -= 1
        elif last == ")" and unopened > 0:
            unopened -= 1
            end -= 1
        else:
            break
    return end
