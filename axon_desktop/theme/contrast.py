"""Which colours of a theme stand on which, and the least contrast of each pair.

WCAG 2.2: text 4.5 : 1 (1.4.3), in high contrast 7 : 1 (1.4.6); what shows the focus and the edge of a control that
cannot be recognized without it 3 : 1 (1.4.11). The design marks its buttons and fields by words and grounds, and
only high contrast by their borders.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from axon_desktop.theme.colors import Colors
from axon_desktop.theme.derived_colors import HUES, contrast, highlight, syntax, tint

EDGE_CONTRAST = 3.0
"""Least contrast of a focus ring, of the ring of a radio button, and in high contrast of every border."""

DISABLED_CONTRAST = 2.5
"""Least contrast of an icon that cannot be used now, for which WCAG asks nothing."""

_GROUNDS = ("bg", "panel", "raised")
_TEXT_GROUPS = (
    (_GROUNDS, ("text", "muted", "faint", "accent", "ok", "warn", "err")),
    (("card",), ("text", "muted", "faint", "accent", "ok", "warn", "err")),
    (("code",), ("text", "muted")),
    (("call", "add", "delete", "add_strong", "delete_strong", "sel"), ("text",)),
    (("hover",), ("text", "muted", "faint")),
    (("accent_soft",), ("text", "muted", "faint", "accent")),
    (("accent",), ("on_accent",)),
)
TEXT_PAIRS = tuple((text, ground) for grounds, texts in _TEXT_GROUPS for ground in grounds for text in texts)
"""Every (text colour, ground) that the window draws."""
EDGE_PAIRS = tuple(
    (edge, ground)
    for grounds, edges in (((*_GROUNDS, "card", "accent_soft"), ("accent",)), (_GROUNDS, ("faint",)))
    for ground in grounds
    for edge in edges
)
"""Every (focus ring or ring of a radio button, ground)."""
DISABLED_PAIRS = tuple(("disabled", ground) for ground in _GROUNDS)
BORDER_PAIRS = tuple(
    ("line", ground)
    for ground in (*_GROUNDS, "card", "code", "accent_soft", "call", "delete", "add_strong", "delete_strong")
)
"""Every (border, ground): counts in high contrast."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A colour on its ground."""

    name: str
    """Such as `muted on panel`."""
    color: str
    ground: str
    least: float

    @property
    def contrast(self) -> float:
        """The contrast that it has."""
        return contrast(self.color, self.ground)


def pairs_of(colors: Colors) -> Iterator[Pair]:
    """Yield every pair of the window and of rendered notes."""
    for names, least in (
        (TEXT_PAIRS, colors.text_contrast),
        (EDGE_PAIRS, EDGE_CONTRAST),
        (DISABLED_PAIRS, DISABLED_CONTRAST),
        (BORDER_PAIRS if colors.high else (), EDGE_CONTRAST),
    ):
        for color, ground in names:
            yield Pair(f"{color} on {ground}", getattr(colors, color), getattr(colors, ground), least)
    least = colors.text_contrast
    for hue in HUES:
        callout = tint(colors, hue)
        yield Pair(f"title of {hue} callout", callout.title, callout.ground, least)
        yield Pair(f"text of {hue} callout", colors.text, callout.ground, least)
    for role, color in syntax(colors).items():
        yield Pair(f"{role} in code", color, colors.code, least)
    yield Pair("text, highlighted", colors.text, highlight(colors), least)
