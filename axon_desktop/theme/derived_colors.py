"""Colors worked out from those of the theme: tints, syntax colors, and the contrast of two colors."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from axon_desktop.theme.colors import Colors

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


def _channels(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def _luminance(color: str) -> float:
    """Return the relative luminance of a colour, after WCAG 2."""
    red, green, blue = (
        (c / 255 / 12.92) if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in _channels(color)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
