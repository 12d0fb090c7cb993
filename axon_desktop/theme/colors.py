"""The colours of the themes, as in the design; the renderer puts them into HTML, `ui.look.theme` into Qt.

A theme is light or dark, has an accent, and may be one of high contrast. `contrast` lists which of its colours
stand on which.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from axon_desktop.theme.look import AccentName


@dataclass(frozen=True, slots=True)
class Colors:
    """Named colours as `#rrggbb`."""

    bg: str
    panel: str
    raised: str
    line: str
    text: str
    muted: str
    faint: str
    disabled: str
    """Controls that are disabled: visible, but not as strong as text."""
    accent: str
    accent_soft: str
    on_accent: str
    ok: str
    warn: str
    err: str
    code: str
    card: str
    add: str
    delete: str
    add_strong: str
    """Ground of the words that differ within a changed line; `delete_strong` likewise."""
    delete_strong: str
    call: str
    call_bar: str
    sel: str
    """Ground of selected text where one writes; all text on it takes `text`."""
    hover: str
    """Ground under the pointer, on any surface."""
    dark: bool
    frame: str = "transparent"
    """Border of what the design shows without one; seen in high contrast only."""
    text_contrast: float = 4.5
    """Least contrast of text; 7 in high contrast."""

    @property
    def high(self) -> bool:
        """Whether these are colours of high contrast."""
        return self.text_contrast > 4.5


LIGHT = Colors(
    bg="#fbfbfa", panel="#f3f3f1", raised="#ffffff", line="#e2e1de", text="#25262b", muted="#5d5f66",
    faint="#66686f", disabled="#95969c", accent="#5b5bd6", accent_soft="#ececfb", on_accent="#ffffff",
    ok="#1f7248", warn="#8a5a10", err="#b3332d", code="#f0efed", card="#eeeeec", add="#e4f4ea", delete="#fbe7e5",
    add_strong="#a9dfbc", delete_strong="#f4b8b2", call="#eef2fb", call_bar="#5b7fd6", sel="#dedefa",
    hover="#ececea", dark=False,
)  # fmt: skip
DARK = Colors(
    bg="#1e1f22", panel="#191a1d", raised="#26272b", line="#33353a", text="#e4e4e7", muted="#a3a5ad",
    faint="#979aa3", disabled="#63656d", accent="#8f8ff2", accent_soft="#2d2d4a", on_accent="#15151c",
    ok="#5cc08d", warn="#e0b252", err="#ef7b74", code="#2a2b30", card="#2a2b2f", add="#1f3a2c", delete="#442724",
    add_strong="#2c6a49", delete_strong="#84403a", call="#232a3b", call_bar="#7f9ef0", sel="#3b3b66",
    hover="#303237", dark=True,
)  # fmt: skip
HIGH_LIGHT = Colors(
    bg="#ffffff", panel="#f6f6f5", raised="#ffffff", line="#6a6b70", text="#000000", muted="#36373c",
    faint="#43444a", disabled="#6a6b70", accent="#3131c4", accent_soft="#e6e6fb", on_accent="#ffffff",
    ok="#0b5230", warn="#633d00", err="#8f1812", code="#f1f1ef", card="#ededeb", add="#d5f0de", delete="#fbdedb",
    add_strong="#9fdcb4", delete_strong="#f6b4ae", call="#e3ebfb", call_bar="#2b4fa6", sel="#d3d3f8",
    hover="#e9e9e7", dark=False, frame="#6a6b70",
    text_contrast=7.0,
)  # fmt: skip
HIGH_DARK = Colors(
    bg="#000000", panel="#0a0a0b", raised="#101113", line="#8d8f97", text="#ffffff", muted="#d8d9de",
    faint="#c6c7ce", disabled="#8d8f97", accent="#b8b8f8", accent_soft="#2a2a4a", on_accent="#000000",
    ok="#7fe0ad", warn="#ffd166", err="#ffaaa5", code="#16171a", card="#1a1b1f", add="#0e3a22", delete="#4d1713",
    add_strong="#134c2f", delete_strong="#76201a", call="#14203a", call_bar="#a9c0ff", sel="#3a3a70",
    hover="#232529", dark=True, frame="#8d8f97",
    text_contrast=7.0,
)  # fmt: skip

_ACCENTS: dict[AccentName, tuple[tuple[str, str], ...]] = {
    "blue": (("#1f65c1", "#e5edf8"), ("#7daeed", "#22324c"), ("#174a8c", "#dfe9f6"), ("#9cc1f1", "#1b2d45")),
    "teal": (("#117278", "#e0eff0"), ("#4fc4ce", "#18363b"), ("#0d5459", "#dceced"), ("#5fd9e3", "#0d3236")),
    "green": (("#1b7440", "#e3f0e8"), ("#5cc98a", "#1b3828"), ("#145730", "#deede4"), ("#6fdc9d", "#0f3320")),
    "amber": (("#92580c", "#f5ecdf"), ("#e8a548", "#3c2e1c"), ("#6d4109", "#f3e9da"), ("#f5b85f", "#38270d")),
    "rose": (("#bd285f", "#fae6ee"), ("#ee8fb3", "#422b36"), ("#8b1d46", "#f8e2ea"), ("#f5abc7", "#3f1d2b")),
    "graphite": (("#595e6c", "#e9eaed"), ("#a8adb8", "#303238"), ("#424751", "#e2e4e8"), ("#c3c7cf", "#2c2e33")),
}  # fmt: skip
"""(accent, soft accent) in the light and the dark theme, and in both of high contrast; iris is the design's."""


@cache
def colors_of(*, dark: bool, high: bool = False, accent: AccentName = "iris") -> Colors:
    """Return the colours of a theme."""
    plain = (HIGH_DARK if dark else HIGH_LIGHT) if high else (DARK if dark else LIGHT)
    if accent not in _ACCENTS:
        return plain
    strong, soft = _ACCENTS[accent][2 * high + dark]
    return replace(plain, accent=strong, accent_soft=soft)
