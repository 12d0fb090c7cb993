"""Colours that the theme does not name but Markdown needs, and the style sheet of every rendered document."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from axon_desktop.theme.colors import Colors

BODY_PIXELS = 15
TEXT_FONTS = '"Inter", "Noto Sans", "Noto Sans CJK SC", sans-serif'
CODE_FAMILY = "JetBrains Mono"
CODE_FONTS = f'"{CODE_FAMILY}", "DejaVu Sans Mono", "Noto Sans Mono CJK SC", monospace'
_LEAST_CODE = 12
"""Pixels of code beside text that is larger than that."""
READABLE = 4.5
"""Least contrast of text."""

_LIGHT_HUES = {
    "blue": "#2f6fd0", "cyan": "#0f7c8a", "green": "#1f7248", "yellow": "#8a5a10", "orange": "#a8500f",
    "red": "#b3332d", "purple": "#7a45c4", "grey": "#5d5f66",
}  # fmt: skip
_DARK_HUES = {
    "blue": "#7f9ef0", "cyan": "#5cc3cf", "green": "#5cc08d", "yellow": "#e0b252", "orange": "#e89a5a",
    "red": "#ef7b74", "purple": "#b79bf5", "grey": "#a3a5ad",
}  # fmt: skip
HUES = (*_LIGHT_HUES, "note")
"""Hues of callouts; the note's own is the theme's."""


@dataclass(frozen=True, slots=True)
class Tint:
    """Colours of one type of callout."""

    bar: str
    ground: str
    title: str


def contrast(one: str, other: str) -> float:
    """Return the WCAG contrast of two colours."""
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def mix(one: str, other: str, share: float) -> str:
    """Blend `share` of the second colour into the first."""
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def readable(color: str, ground: str, text: str, least: float = READABLE) -> str:
    """Move a colour towards the text colour until it can be read on the ground."""
    for step in range(11):
        candidate = mix(color, text, step / 10)
        if contrast(candidate, ground) >= least:
            return candidate
    return text


@lru_cache(maxsize=64)
def tint(colors: Colors, hue: str) -> Tint:
    """Return the colours of a callout of this hue; the note's own come from the theme."""
    if hue == "note":
        title = readable(colors.call_bar, colors.call, colors.text, colors.text_contrast)
        return Tint(colors.call_bar, colors.call, title)
    bar = (_DARK_HUES if colors.dark else _LIGHT_HUES)[hue]
    ground = mix(colors.bg, bar, 0.12 if colors.dark else 0.08)
    return Tint(bar, ground, readable(bar, ground, colors.text, colors.text_contrast))


@lru_cache(maxsize=4)
def syntax(colors: Colors) -> dict[str, str]:
    """Return the colours of code by role, all readable on the code ground."""
    hues = _DARK_HUES if colors.dark else _LIGHT_HUES
    roles = {
        "keyword": hues["purple"], "string": hues["green"], "number": hues["orange"], "comment": colors.faint,
        "name": hues["blue"], "type": hues["cyan"], "tag": hues["red"], "inserted": colors.ok,
        "deleted": colors.err,
    }  # fmt: skip
    least = colors.text_contrast
    return {role: readable(color, colors.code, colors.text, least) for role, color in roles.items()}


def highlight(colors: Colors) -> str:
    """Return the ground of ==marked== text."""
    return mix(colors.bg, "#6b5200" if colors.dark else "#ffd84d", 0.35 if colors.dark else 0.4)


def stylesheet(
    colors: Colors, px: int = BODY_PIXELS, letter_height: Callable[[int, bool], int] | None = None
) -> str:
    """Return the default style sheet of rendered documents for a body font of `px` pixels.

    With `letter_height`, of so many pixels and of code or not, lines are whole pixels high: Qt rounds where a
    line stands in one way, and where its number stands in another.
    """

    def size(design: float) -> str:
        return f"font-size:{max(8, round(px * design / BODY_PIXELS))}px"

    def code_size(design: float) -> str:
        return f"font-size:{max(round(px * design / BODY_PIXELS), min(_LEAST_CODE, px - 1))}px"

    def line(design: float, share: float, *, code: bool = False) -> str:
        pixels = max(8, round(px * design / BODY_PIXELS))
        if code:
            pixels = max(round(px * design / BODY_PIXELS), min(_LEAST_CODE, px - 1))
        if letter_height is None:
            return f"line-height:{share:.0%}"
        high = letter_height(pixels, code)
        return f"line-height:{100 * (round(high * share) + 0.01) / high:.4f}%"

    grid = f"border-collapse:collapse;border-style:solid;border-width:1px;border-color:{colors.line}"
    code = f"font-family:{CODE_FONTS}"
    return f"""
body{{color:{colors.text};font-family:{TEXT_FONTS}}}
p{{margin:6px 0 6px 0;{line(15, 1.36)}}}
li{{{line(15, 1.36)}}}
ul,ol{{margin:4px 0 4px 0}}
li ul,li ol{{margin:0}}
h1,h2,h3,h4,h5,h6{{font-weight:700}}
h1{{{size(26)};{line(26, 1.25)};margin:14px 0 6px 0}}
h2{{{size(19)};{line(19, 1.25)};margin:16px 0 4px 0}}
h3{{{size(16.5)};{line(16.5, 1.25)};margin:12px 0 4px 0}}
h4{{{size(15)};{line(15, 1.25)};margin:10px 0 2px 0}}
h5{{{size(14)};{line(14, 1.25)};margin:8px 0 2px 0}}
h6{{{size(13)};{line(13, 1.25)};margin:8px 0 2px 0;color:{colors.muted}}}
a{{color:{colors.accent};text-decoration:none}}
a.new{{text-decoration:underline}}
hr{{background-color:{colors.line}}}
code,kbd,tt{{{code};{code_size(13)};background-color:{colors.code}}}
span.tag{{{size(12)};color:{colors.accent};background-color:{colors.accent_soft}}}
a.tag{{{size(12)};color:{colors.accent};background-color:{colors.accent_soft}}}
span.done{{color:{colors.muted};text-decoration:line-through}}
span.hl{{background-color:{highlight(colors)}}}
span.muted{{color:{colors.muted}}}
span.property{{{size(12.5)};color:{colors.muted}}}
p.properties{{margin:0 0 8px 0}}
p.code{{margin:0;white-space:pre-wrap;{code};{code_size(12)};{line(12, 1.18, code=True)}}}
p.title{{margin:0 0 2px 0;{size(14)};font-weight:700}}
p.text{{white-space:pre-wrap;margin:6px 0 6px 0;{code};{code_size(12)}}}
table{{margin:6px 0 6px 0}}
table.part{{margin:0}}
table.grid{{{grid};{size(13.5)}}}
table.grid td,table.grid th{{border:1px solid {colors.line};padding:4px 10px;vertical-align:middle}}
table.grid th{{background-color:{colors.panel};text-align:left;font-weight:700}}
td.code{{background-color:{colors.code};padding:9px 13px}}
td.bar{{padding:0}}
td.callout{{padding:7px 14px;{size(14)}}}
td.callout p{{margin:1px 0 4px 0;{line(14, 1.36)}}}
td.callout li{{{line(14, 1.36)}}}
td.embed{{padding:0 0 0 14px}}
td.details{{padding:0 0 0 20px}}
td.file{{background-color:{colors.card};padding:6px 13px 9px 13px}}
p.file{{margin:0;{size(14)}}}
p.embed{{margin:0 0 2px 0;{size(12.5)}}}
p.display{{margin:10px 0 10px 0}}
p.caption{{margin:8px 0 0 0;{size(12)};color:{colors.muted}}}
td.quote{{padding:0 12px;color:{colors.muted}}}
"""


def _channels(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def _luminance(color: str) -> float:
    """Return the relative luminance of a colour, after WCAG 2."""
    red, green, blue = (
        (c / 255 / 12.92) if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in _channels(color)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
