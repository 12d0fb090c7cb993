"""The colours of a canvas: the six presets and custom ones, adjusted so that text is readable in both themes."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PySide6.QtGui import QColor

from axon_desktop.theme.colors import Colors
from axon_desktop.theme.derived_colors import mix, readable, tint

_PRESETS = {"1": "red", "2": "orange", "3": "yellow", "4": "green", "5": "cyan", "6": "purple"}


class CardColors(NamedTuple):
    """The colours of a card or a line."""

    line: QColor
    """Border of a card, and the line between two cards."""
    ground: QColor
    """Background of a card's text."""
    shade: QColor
    """Background of a group."""
    label: QColor
    """Title of a group, label of a line: readable on the background of the canvas."""


@lru_cache(maxsize=512)
def card_colors(color: str, colors: Colors) -> CardColors:
    """Return the colours for a canvas colour: "1" to "6", `#rrggbb`, or empty."""
    if not color:
        line, label = mix(colors.line, colors.faint, 0.45), colors.muted
        return CardColors(QColor(line), QColor(colors.raised), QColor(colors.panel), QColor(label))
    hue = tint(colors, _PRESETS[color]).bar if color in _PRESETS else color
    line = readable(hue, colors.bg, colors.text, colors.text_contrast)
    share = 0.16 if colors.dark else 0.1
    return CardColors(
        QColor(line),
        QColor(mix(colors.raised, line, share)),
        QColor(mix(colors.bg, line, share * 0.6)),
        QColor(line),
    )
