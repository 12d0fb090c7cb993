"""Sanitizing of raw HTML in notes: nh3 with a narrow allow list; of styles only colours that can be read."""

from __future__ import annotations

import re
from html import escape, unescape
from urllib.parse import quote, unquote

import nh3

from axon_desktop.markdown.html.links import ResolveLink, image_source, markdown_link
from axon_desktop.markdown.html.pictures import image_html
from axon_desktop.theme.colors import Colors
from axon_desktop.theme.derived_colors import mix, readable

_INLINE = frozenset({
    "a", "abbr", "b", "big", "cite", "code", "del", "em", "font", "i", "ins", "kbd", "mark", "q", "rt", "s",
    "small", "span", "strong", "sub", "sup", "u",
})  # fmt: skip
_TAGS = {
    *_INLINE, "br", "hr", "p", "div", "center", "pre", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6",
    "ul", "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption",
    "img",
}  # fmt: skip
_UNMARKED = frozenset({"ruby", "rb", "rp", "rtc"})
"""Tags of which only the content is shown: the readings between them are raised."""
_SHOWN_AS = {"mark": "span", "font": "span", "rt": "sup"}
_ATTRIBUTES: dict[str, set[str]] = {
    "*": {"style"},
    "font": {"color"},
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
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)\b.*>$", re.DOTALL)
_ANY_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)(?:[^>\"]|\"[^\"]*\")*>")
_VOID = frozenset({"br", "hr", "img"})
_TABLE_TAGS = frozenset({"table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption"})
MAX_NESTED = 24
"""Most nested tags."""
MAX_TABLES = 3
"""Most nested tables."""
_ELSEWHERE = "axon-elsewhere:"
"""Scheme, within this module, of pictures that are not in the vault."""
_SCHEMES = {
    "data",
    "http",
    "https",
    "mailto",
    "obsidian",
    "axon-note",
    "axon-new",
    "axon-img",
    _ELSEWHERE.rstrip(":"),
}
_OTHER_IMAGE = re.compile(
    rf"""<img(?=(?:[^>"]|"[^"]*")*? src="{_ELSEWHERE}([^"]*)")"""
    r"""(?:(?=(?:[^>"]|"[^"]*")*? alt="([^"]*)"))?(?:[^>"]|"[^"]*")*>"""
)
_EMPTY_IMAGE = re.compile(r"<img(?![^>]*\bsrc=)[^>]*>")
_HIGHLIGHTED = ' class="hl"'
_RENAMED = re.compile(r"<(/?)(mark|font|rt)\b([^>]*)>")
_COLORED = re.compile(r' style="[^"]*"| color="(#\w{6})"')
_HEX = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}(?:[0-9a-f]{2})?)")
_RGB = re.compile(r"rgba?\(\s*(\d{1,3})\s*[,\s]\s*(\d{1,3})\s*[,\s]\s*(\d{1,3})\s*(?:[,/][^()]*)?\)")
_NAMED = {
    "aqua": "#00ffff", "black": "#000000", "blue": "#0000ff", "brown": "#a52a2a", "coral": "#ff7f50",
    "crimson": "#dc143c", "cyan": "#00ffff", "darkblue": "#00008b", "darkgreen": "#006400",
    "darkorange": "#ff8c00", "darkred": "#8b0000", "deeppink": "#ff1493", "dodgerblue": "#1e90ff",
    "fuchsia": "#ff00ff",
    "gold": "#ffd700", "gray": "#808080", "green": "#008000", "grey": "#808080", "hotpink": "#ff69b4",
    "indigo": "#4b0082",
    "lightblue": "#add8e6", "lightgreen": "#90ee90", "lightgray": "#d3d3d3", "lightgrey": "#d3d3d3",
    "lightyellow": "#ffffe0", "lime": "#00ff00", "magenta": "#ff00ff", "maroon": "#800000", "navy": "#000080",
    "olive": "#808000", "orange": "#ffa500", "orangered": "#ff4500", "orchid": "#da70d6", "pink": "#ffc0cb",
    "purple": "#800080", "red": "#ff0000", "royalblue": "#4169e1", "salmon": "#fa8072", "seagreen": "#2e8b57",
    "silver": "#c0c0c0", "skyblue": "#87ceeb", "slategray": "#708090", "steelblue": "#4682b4", "teal": "#008080",
    "tomato": "#ff6347", "turquoise": "#40e0d0", "violet": "#ee82ee", "white": "#ffffff", "yellow": "#ffff00",
}  # fmt: skip


def clean_html(source: str, resolve: ResolveLink, colors: Colors) -> str:
    """Return an HTML block with nothing left that could run, load or lead anywhere it should not."""

    def keep(tag: str, name: str, value: str) -> str | None:
        if name == "href":
            link = markdown_link(value, resolve)
            return link.href if link else None
        if name == "src":
            return image_source(value, resolve) or _ELSEWHERE + quote(value)
        if name == "color":
            color = _read_color(value)
            return _text_color(color, colors.bg, colors) if color else None
        if name == "style":
            return colors_of(value, colors)
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
        url_schemes=_SCHEMES,
        link_rel=None,
        strip_comments=True,
    )
    cleaned = _flatten(_EMPTY_IMAGE.sub("", cleaned))
    cleaned = _RENAMED.sub(_rename, cleaned)
    return _OTHER_IMAGE.sub(
        lambda match: image_html(unquote(unescape(match[1])), unescape(match[2] or ""), None, resolve, fixed=True),
        cleaned,
    )


def _rename(tag: re.Match[str]) -> str:
    """Return a tag that Qt does not know as one that looks the same."""
    name = _SHOWN_AS[tag[2]]
    if tag[1]:
        return f"</{name}>"
    colored = _COLORED.search(tag[3])
    style = "" if colored is None else f' style="color:{colored[1]}"' if colored[1] else colored[0]
    return f"<{name}{style or _HIGHLIGHTED if tag[2] == 'mark' else style}>"


def colors_of(style: str, colors: Colors) -> str | None:
    """Return the colours of a style, so that the text can be read in them; None if it has none."""
    found: dict[str, str] = {}
    for declaration in style.lower().split(";"):
        name, _, value = declaration.partition(":")
        if color := _read_color(value):
            found[name.strip().removesuffix("-color")] = color
    ground = colors.bg
    parts: list[str] = []
    if "background" in found:
        ground = mix(colors.bg, found["background"], 0.4)
        ground = readable(ground, colors.text, colors.bg, colors.text_contrast)
        parts.append(f"background-color:{ground}")
    if "color" in found:
        parts.append(f"color:{_text_color(found['color'], ground, colors)}")
    return ";".join(parts) or None


def _text_color(color: str, ground: str, colors: Colors) -> str:
    return readable(color, ground, colors.text, colors.text_contrast)


def _read_color(value: str) -> str | None:
    """Return a colour of HTML as `#rrggbb`; how transparent it is does not count."""
    value = value.strip().lower()
    if match := _HEX.fullmatch(value):
        digits = match[1] if len(match[1]) >= 6 else "".join(digit * 2 for digit in match[1])
        return f"#{digits[:6]}"
    if match := _RGB.fullmatch(value):
        return "#" + "".join(f"{min(255, int(part)):02x}" for part in match.groups())
    return _NAMED.get(value)


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

    def __init__(self, resolve: ResolveLink, colors: Colors, *, in_paragraph: bool) -> None:
        self._resolve = resolve
        self._colors = colors
        self._in_paragraph = in_paragraph
        self._open: list[str] = []
        self.centers = False
        """Whether some text is a centred paragraph of its own."""

    def tag(self, source: str) -> str:
        """Return the HTML for one raw tag."""
        if source.startswith("<!--"):
            return ""
        match = _TAG.match(source)
        name = match.group(2).lower() if match else ""
        if match and match.group(1) and name in _INLINE:
            return self._close(name)
        if name == "center":
            return self._center(closes=bool(match and match.group(1)))
        if name in _UNMARKED:
            return ""
        if name in ("br", "img"):
            return clean_html(source, self._resolve, self._colors)
        if name not in _INLINE:
            return escape(source)
        if len(self._open) >= 32:
            return ""
        self._open.append(name)
        return clean_html(source, self._resolve, self._colors).removesuffix(_closing(name))

    def _center(self, *, closes: bool) -> str:
        """Begin or end a centred paragraph; where there can be none, the tag is left out."""
        if not self._in_paragraph or self._open:
            return ""
        self.centers = True
        return "</p><p>" if closes else '</p><p align="center">'

    def _close(self, name: str) -> str:
        """Close a tag and what is still open inside it."""
        if name not in self._open:
            return ""
        closed = ""
        while True:
            last = self._open.pop()
            closed += _closing(last)
            if last == name:
                return closed

    def finish(self) -> str:
        """Close what is still open."""
        closed = "".join(map(_closing, reversed(self._open)))
        self._open.clear()
        return closed


def _closing(name: str) -> str:
    return f"</{_SHOWN_AS.get(name, name)}>"
