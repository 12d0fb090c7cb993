"""Tags of HTML among the words of a line: those that Reading renders are hidden, and say how words look."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from axon_desktop.ui.editor.syntax import Span

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)\b([^<>]*)>")
_STYLE = re.compile(r"\bstyle\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
_COLOR = re.compile(r"\bcolor\s*=\s*[\"']?([#\w]+)", re.IGNORECASE)
_LOOKS: Mapping[str, str] = {
    "b": "strong", "strong": "strong", "i": "emphasis", "em": "emphasis", "cite": "emphasis", "u": "under",
    "ins": "under", "s": "strike", "del": "strike", "mark": "highlight", "code": "code", "kbd": "kbd",
    "sub": "sub", "sup": "sup", "rt": "sup", "small": "small", "big": "big", "span": "", "font": "", "abbr": "",
    "q": "",
}  # fmt: skip
"""The look of what is between two tags."""
_PASSED = frozenset({"ruby", "rb", "rp", "rtc"})
"""Tags of which only the content is shown."""


def hidden_tags(text: str, parts: Iterable[Span]) -> Iterator[tuple[int, int, str]]:
    """Yield what tags do: (start, end, look) of words, `hidden` of tags, and `break` of one that ends a line.

    A tag whose other one stands in another line is text.
    """
    opened: list[tuple[str, Span, str]] = []
    for part in parts:
        if part.kind != "html":
            continue
        if text.startswith("<!--", part.start):
            yield part.start, remark_end(text, part.start, part.end), "hidden"
            continue
        tag = _TAG.fullmatch(text, part.start, part.end)
        name = tag[2].lower() if tag is not None else ""
        if tag is None or (name not in _LOOKS and name not in _PASSED and name != "br"):
            continue
        if name in _PASSED or name == "br":
            yield part.start, part.end, "hidden" if name in _PASSED else "break"
        elif not tag[1]:
            opened.append((name, part, _style_of(name, tag[3])))
        elif any(name == one for one, _, _ in opened):
            while opened[-1][0] != name:
                opened.pop()
            _, begin, style = opened.pop()
            yield begin.start, begin.end, "hidden"
            yield part.start, part.end, "hidden"
            for look in (_LOOKS[name], style):
                if look and begin.end < part.start:
                    yield begin.end, part.start, look


def remark_end(text: str, start: int, end: int) -> int:
    """Return where what is hidden with a remark ends: of the blanks on both sides of it one stays."""
    return end + (text[end : end + 1] == " " and text[:start][-1:] in ("", " "))


def _style_of(name: str, attributes: str) -> str:
    """Return the look of a style: its declarations behind `style_`."""
    found = _STYLE.search(attributes)
    if found is not None:
        return f"style_{found[1] or found[2] or ''}"
    color = _COLOR.search(attributes) if name == "font" else None
    return f"style_color:{color[1]}" if color is not None else ""
