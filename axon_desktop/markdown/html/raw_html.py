"""Sanitizing of raw HTML in notes: nh3 with a narrow allow list."""

from __future__ import annotations

import re
from html import escape

import nh3

from axon_desktop.markdown.html.links import ResolveLink, image_source, markdown_link

_INLINE = frozenset({
    "a", "abbr", "b", "cite", "code", "del", "em", "i", "ins", "kbd", "mark", "q", "s", "small", "span", "strong",
    "sub", "sup", "u",
})  # fmt: skip
_TAGS = {
    *_INLINE, "br", "hr", "p", "div", "center", "pre", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6",
    "ul", "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption",
    "img",
}  # fmt: skip
_ATTRIBUTES: dict[str, set[str]] = {
    "*": set(),
    "a": {"href"},
    "img": {"src", "width", "height", "alt"},
    "td": {"colspan", "rowspan", "align"},
    "th": {"colspan", "rowspan", "align"},
    "ol": {"start"},
    "p": {"align"},
    "div": {"align"},
    "h1": {"align"},
    "h2": {"align"},
    "h3": {"align"},
}
_LIMITS = {"colspan": 64, "rowspan": 64, "width": 4_000, "height": 4_000, "start": 999_999}
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)\b[^>]*>$", re.DOTALL)
_ANY_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)(?:[^>\"]|\"[^\"]*\")*>")
_VOID = frozenset({"br", "hr", "img"})
_TABLE_TAGS = frozenset({"table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption"})
MAX_NESTED = 24
"""Most nested tags."""
MAX_TABLES = 3
"""Most nested tables."""
_EMPTY_IMAGE = re.compile(r"<img(?![^>]*\bsrc=)[^>]*>")


def clean_html(source: str, resolve: ResolveLink) -> str:
    """Return an HTML block with nothing left that could run, load or lead anywhere it should not."""

    def keep(tag: str, name: str, value: str) -> str | None:
        if name == "href":
            link = markdown_link(value, resolve)
            return link.href if link else None
        if name == "src":
            return image_source(value, resolve)
        if name in _LIMITS:
            return value if value.isascii() and value.isdigit() and int(value[:9]) <= _LIMITS[name] else None
        if name == "align":
            return value if value in ("left", "right", "center", "justify") else None
        return value

    cleaned = nh3.clean(
        source,
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        attribute_filter=keep,
        url_schemes={"http", "https", "mailto", "obsidian", "axon-note", "axon-new", "axon-img"},
        link_rel=None,
        strip_comments=True,
    )
    cleaned = _flatten(_EMPTY_IMAGE.sub("", cleaned))
    return cleaned.replace("<mark>", '<span class="hl">').replace("</mark>", "</span>")


def _flatten(html: str) -> str:
    """Remove tags that are nested too deep: the time to lay out tables in tables doubles with each.

    The HTML is balanced, as nh3 leaves it.
    """
    if html.count("<") < MAX_NESTED:
        return html
    open_tags: list[str] = []
    tables = 0

    def choose(match: re.Match[str]) -> str:
        nonlocal tables
        closes, name = match.group(1), match.group(2)
        if name in _VOID:
            return match.group()
        if not closes:
            in_table = name in _TABLE_TAGS
            tables += name == "table"
            keep = len(open_tags) < MAX_NESTED and not (in_table and tables > MAX_TABLES)
            open_tags.append(name if keep else "")
            return match.group() if keep else ""
        tables -= name == "table"
        return match.group() if open_tags and open_tags.pop() else ""

    return _ANY_TAG.sub(choose, html)


class InlineHtml:
    """The raw tags of one run of inline text: known ones are balanced, all others become text."""

    def __init__(self, resolve: ResolveLink) -> None:
        self._resolve = resolve
        self._open: list[str] = []

    def tag(self, source: str) -> str:
        """Return the HTML for one raw tag."""
        if source.startswith("<!--"):
            return ""
        match = _TAG.match(source)
        name = match.group(2).lower() if match else ""
        if match and match.group(1) and name in _INLINE:
            return self._close(name)
        if name in ("br", "img"):
            return clean_html(source, self._resolve)
        if name not in _INLINE:
            return escape(source)
        if len(self._open) >= 32:
            return ""
        self._open.append(name)
        return clean_html(source, self._resolve).removesuffix("</span>" if name == "mark" else f"</{name}>")

    def _close(self, name: str) -> str:
        """Close a tag and what is still open inside it."""
        if name not in self._open:
            return ""
        closed = ""
        while True:
            last = self._open.pop()
            closed += "</span>" if last == "mark" else f"</{last}>"
            if last == name:
                return closed

    def finish(self) -> str:
        """Close what is still open."""
        closed = "".join("</span>" if name == "mark" else f"</{name}>" for name in reversed(self._open))
        self._open.clear()
        return closed
