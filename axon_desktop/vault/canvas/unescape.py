"""Unescaping a canvas for search: its JSON may have letters as escapes such as `\u8543`."""

from __future__ import annotations

import re

from axon_desktop.text.file_names import is_canvas

_ESCAPE = re.compile(
    r"\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|.)", re.DOTALL
)


def unescape_canvas(path: str, text: str) -> str:
    """Return the text of a file for search: a canvas with its letters unescaped, any other file as it is."""
    if not is_canvas(path) or "\\u" not in text:
        return text
    return _ESCAPE.sub(_letter, text)


def _letter(found: re.Match[str]) -> str:
    high, low, single = found.groups()
    if high:
        return chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00)
    if not single:
        return found[0]
    code = int(single, 16)
    is_half, is_control = 0xD800 <= code <= 0xDFFF, code < 0x20 or 0x7F <= code <= 0x9F
    return found[0] if is_half or is_control or chr(code) in '"\\' else chr(code)
