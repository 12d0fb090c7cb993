"""How the window is to look: what the user may choose, and what a settings file that is only peeked at says of it.

Plain and light: the first paint waits for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias, get_args

ThemeChoice: TypeAlias = Literal["system", "light", "dark"]
AccentName: TypeAlias = Literal["iris", "blue", "teal", "green", "amber", "rose", "graphite"]
ContrastChoice: TypeAlias = Literal["system", "normal", "high"]
Density: TypeAlias = Literal["comfortable", "compact"]

DESIGN_TEXT = 13
"""Pixels of the window's text in the design; every other measure is the design's beside text of this size."""
SMALLEST_TEXT, LARGEST_TEXT = 11, 20

_CHOICES: dict[str, tuple[str, ...]] = {
    "theme": get_args(ThemeChoice),
    "accent": get_args(AccentName),
    "contrast": get_args(ContrastChoice),
    "density": get_args(Density),
}


class NoteStyle(NamedTuple):
    """How the text of notes looks, where one reads and where one writes; the defaults are the design."""

    text_font: str = ""
    """Its family; empty for that of the window."""
    code_font: str = ""
    code_size: int = 100
    """Per cent of what the design has for code beside text of a size."""
    ligatures: bool = False
    """Whether `->` and `!=` may be drawn as one character in code."""
    line_width: int = 760
    """The longest line, in pixels; 0 for as wide as there is room."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the user chose; the defaults are the design, following the system between light and dark."""

    theme: ThemeChoice = "system"
    accent: AccentName = "iris"
    """The colour of links, of what is selected and of the main button."""
    contrast: ContrastChoice = "system"
    """High contrast has stronger text and a border around everything."""
    text_size: int = DESIGN_TEXT
    """Pixels of the window's text."""
    density: Density = "comfortable"
    """Compact rows, tabs and bars are lower."""

    @classmethod
    def of(cls, values: Mapping[str, object]) -> Look:
        """Take what is a choice from values of any kind; the rest stays as in the design."""
        look = cls()
        for name, choices in _CHOICES.items():
            if (value := values.get(name)) in choices:
                look = replace(look, **{name: value})  # type: ignore[arg-type]
        size = values.get("text_size")
        if type(size) is int and SMALLEST_TEXT <= size <= LARGEST_TEXT:
            look = replace(look, text_size=size)
        return look

    def with_text(self, step: int) -> Look:
        """Return the same with text larger, or smaller, by some pixels within bounds; 0 is the design's size."""
        size = self.text_size + step if step else DESIGN_TEXT
        return replace(self, text_size=min(max(size, SMALLEST_TEXT), LARGEST_TEXT))
