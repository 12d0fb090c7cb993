"""The style sheet of every rendered document, with colours that the theme does not name."""

from __future__ import annotations

import re
from collections.abc import Callable

from axon_desktop.theme.colors import Colors
from axon_desktop.theme.derived_colors import highlight
from axon_desktop.theme.look import NoteStyle

BODY_PIXELS = 15
TEXT_FONTS = (
    '"Inter", "Noto Sans", "Segoe UI", "Helvetica Neue", "Noto Sans CJK SC", "Microsoft YaHei UI", "PingFang SC",'
    " sans-serif"
)
"""Families for Linux, Windows and macOS: Qt passes over those that are not there, and knows no generic names."""
CODE_FAMILY = "JetBrains Mono"
CODE_FONTS = (
    f'"{CODE_FAMILY}", "DejaVu Sans Mono", "Cascadia Mono", "Consolas", "SF Mono", "Menlo",'
    ' "Noto Sans Mono CJK SC", "Courier New", monospace'
)
_NO_NAME = re.compile(r"[\"\\;{}<>\n]")
"""What would end the name of a font."""
_LEAST_CODE = 12
"""Pixels of code beside text that is larger than that."""


def families(chosen: str, usual: str) -> str:
    """Return the families of a style sheet, the one that the user has chosen first."""
    return usual if not chosen else f'"{_NO_NAME.sub("", chosen)}", {usual}'


def stylesheet(
    colors: Colors,
    px: int = BODY_PIXELS,
    letter_height: Callable[[int, bool], int] | None = None,
    notes: NoteStyle = NoteStyle(),  # noqa: B008  # it cannot change
) -> str:
    """Return the default style sheet of rendered documents for a body font of `px` pixels.

    With `letter_height` (a function of pixels and of whether it is code), lines are whole pixels high: Qt rounds
    the position of a line in one way, and that of its number in another.
    """

    def size(design: float) -> str:
        return f"font-size:{max(8, round(px * design / BODY_PIXELS))}px"

    def code_pixels(design: float) -> int:
        return round(max(px * design / BODY_PIXELS, min(_LEAST_CODE, px - 1)) * notes.code_size / 100)

    def code_size(design: float) -> str:
        return f"font-size:{code_pixels(design)}px"

    def line(design: float, share: float, *, code: bool = False) -> str:
        pixels = max(8, round(px * design / BODY_PIXELS))
        if code:
            pixels = code_pixels(design)
        if letter_height is None:
            return f"line-height:{share:.0%}"
        high = letter_height(pixels, code)
        return f"line-height:{100 * (round(high * share) + 0.01) / high:.4f}%"

    grid = f"border-collapse:collapse;border-style:solid;border-width:1px;border-color:{colors.line}"
    code = f"font-family:{families(notes.code_font, CODE_FONTS)}"
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
