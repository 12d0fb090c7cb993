"""Plain text of rendered HTML for copy, find and screen readers, the same whether laid out or not."""

from __future__ import annotations

import re
from html import unescape

_TAG = re.compile(r"<!--.*?-->|<(/?)([a-zA-Z][a-zA-Z0-9]*)(?:[^>\"']|\"[^\"]*\"|'[^']*')*>", re.DOTALL)
_DRAWN = re.compile(r"<img src=\"axon-(?:math|icon):[^\"]*\" alt=\"([^\"]*)\">")
"""Tags that the view draws instead of showing text."""
_SPACE = re.compile(r"[ \t\r\n]+")
_BREAKS = re.compile(
    "address|article|blockquote|body|center|d[dlt]|div|footer|h[1-6r]|head|header|html|li|main|[ou]l|p|section"
    "|table|t(?:body|d|foot|h|head|r)"
)
_PILL = re.compile("\xa0\xa0(#\\S*)(?:\xa0\xa0)?")
"""A tag with the padding of its pill."""
_HIDDEN = frozenset({"style", "script", "title"})


def plain_text(html: str) -> str:
    """Return the text of `html`, one line for each paragraph, item, cell and line of code.

    No-break blanks are kept; see `as_copied`.
    """
    html = _DRAWN.sub(r"\1", html)
    lines: list[str] = []
    line: list[str] = []
    hidden = preformatted = 0

    def finish() -> None:
        text = "".join(line)
        line.clear()
        if not preformatted:
            text = text.strip(" \n")
        if text:
            lines.append(text)

    at = 0
    for tag in _TAG.finditer(html):
        if tag.start() > at and not hidden:
            part = html[at : tag.start()]
            line.append(unescape(part if preformatted else _SPACE.sub(" ", part)))
        at = tag.end()
        name = (tag[2] or "").lower()
        change = -1 if tag[1] else 1
        if name in _HIDDEN:
            hidden = max(0, hidden + change)
        elif name == "pre":
            finish_code(line, lines) if tag[1] else finish()
            preformatted = max(0, preformatted + change)
        elif name == "br":
            if preformatted:
                line.append("\n")
            else:
                finish()
        elif _BREAKS.fullmatch(name):
            finish()
    if not hidden:
        line.append(unescape(_SPACE.sub(" ", html[at:])))
    finish()
    return "\n".join(lines)


def as_copied(text: str) -> str:
    """Return plain text with ordinary blanks, and without the padding of the pills of tags."""
    return _PILL.sub(r"\1", text).replace("\xa0", " ")


def finish_code(line: list[str], lines: list[str]) -> None:
    """Move collected code to `lines` unchanged, without its final newline."""
    text = "".join(line).strip("\n")
    line.clear()
    if text:
        lines.append(text)
