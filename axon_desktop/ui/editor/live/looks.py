"""NoteLooks: fonts, colours and measures of the text of a note, where one writes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QTextCharFormat,
    QTextFormat,
    QTextLayout,
    QTextOption,
)

from axon_desktop.markdown.html.style import BODY_PIXELS
from axon_desktop.theme.derived_colors import highlight, syntax, tint
from axon_desktop.ui.look.theme import code_font, current_colors, note_font, ui_font

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter, QTextBlock

    from axon_desktop.ui.editor.live.block_layout import BlockData
    from axon_desktop.ui.editor.live.code_colors import CodeColors
    from axon_desktop.ui.editor.live.drawn.drawn_groups import DrawnGroups
    from axon_desktop.ui.editor.live.drawn.pictures import LinePicture, Room
    from axon_desktop.ui.markdown_view.embeds.embedded_notes import LoadNote
    from axon_desktop.ui.markdown_view.layout.chunk_builder import ResolveLink

_PIXELS = QTextFormat.Property.FontPixelSize
_SPECIFIED = QTextCharFormat.FontPropertiesInheritanceBehavior.FontPropertiesSpecifiedOnly
_SPACING = QFont.SpacingType.AbsoluteSpacing
TITLE_PIXELS = 26.0
_HEADINGS = (26.0, 19.0, 16.5, 15.0, 14.0, 13.0)
_ABOVE = (8.0, 10.0, 6.0, 4.0, 3.0, 3.0)
"""Pixels above a heading of each level, beside those of the empty line before it."""
_CODE, _CODE_BLOCK, _TAG, _CALLOUT = 13.0, 12.0, 12.0, 14.0
_SMALL, _BIG = 0.8 * BODY_PIXELS, 1.2 * BODY_PIXELS
_LINE_SHARE = 1.36
_CODE_SHARE = 1.18
_HEADING_SHARE = 1.25
_HIDDEN_POINTS = 0.01
"""The size of hidden marks: their width is none, and nothing else changes."""
HIDDEN_MOST = 0.5
"""Pixels that a hidden mark may take."""
STEP = 24.0
"""Pixels for one step of a list, of its mark, and of four blanks before it."""
QUOTE_STEP = 16.0
CODE_PAD = 13.0
"""Pixels between the edge of a ground and the code on it."""
_BLANK = 10.0
_BLANK_BELOW_HEADING = 6.0


class Estimate(Struct, frozen=True):
    """Heights of lines that are not laid out yet; usable in any thread."""

    letters: float
    """How many of them fit into a line."""
    step: int
    """The height of a line."""
    blank: int
    """That of an empty one."""

    def height(self, text: str) -> int:
        """Return the likely height of a line of a note."""
        if not text:
            return self.blank
        size = len(text)
        if size > self.letters / 2 and not text.isascii():
            size += sum(letter > "\u2e7f" for letter in text)
        return self.step * (1 if size <= self.letters else math.ceil(size / self.letters))


class Sources(Struct, frozen=True):
    """Where what is drawn comes from; the functions for files are called in threads."""

    load_image: Callable[[str], bytes | None]
    load_note: LoadNote
    resolve_link: ResolveLink


class NoteLooks:
    """What all documents of one editor are laid out by; each change of it counts."""

    def __init__(self) -> None:
        self.generation = 0
        """What was laid out under another one is outdated."""
        self.live = False
        """Whether marks are hidden; else all is shown, in the font of code."""
        self.pixels = BODY_PIXELS
        """Size of the text of a note."""
        self.tab_width = 4
        """Width of a tab, in blanks."""
        self.left, self.width, self.room = 0.0, 600.0, 700.0
        """Where lines begin, how wide they are, and how wide all is."""
        self.below = 0
        """Pixels below the last line, beside those of the design."""
        self.make_drawn: Callable[[], DrawnGroups] | None = None
        """Makes what draws groups of lines, when there is one; None where all are shown as text."""
        self.made_drawn: DrawnGroups | None = None
        self.make_code_colors: Callable[[], CodeColors] | None = None
        """Makes what finds the colours of code, when there is some."""
        self.made_code_colors: CodeColors | None = None
        self.resolve_link: Callable[[str], str | None] | None = None
        """Returns the path of the note that a link leads to; None where that is not known."""
        self.paint_beside: Callable[[QPainter, QTextBlock, BlockData], object] | None = None
        """Paints what stands beside a line that is seen."""
        self._formats: dict[tuple[str, ...], QTextCharFormat] = {}
        self.renew()

    def renew(self) -> None:
        """Take the colours and sizes in force."""
        self.generation += 1
        self._formats.clear()
        self.font = note_font(self.pixels) if self.live else code_font(max(9, self.pixels - 2))
        self._makers = _live_formats(self.size) if self.live else _source_formats()
        self._steps: dict[str, tuple[float, float]] = {}
        self._blank = QFontMetricsF(self.font).horizontalAdvance(" ")

    @property
    def drawn(self) -> DrawnGroups | None:
        """What draws groups of lines."""
        if self.made_drawn is None and self.make_drawn is not None:
            self.made_drawn = self.make_drawn()
        return self.made_drawn

    @property
    def code_colors(self) -> CodeColors | None:
        """What finds the colours of code."""
        if self.made_code_colors is None and self.make_code_colors is not None:
            self.made_code_colors = self.make_code_colors()
        return self.made_code_colors

    def set_live(self, live: bool) -> None:
        """Hide the marks, or show all."""
        if live != self.live:
            self.live = live
            self.renew()

    def set_pixels(self, pixels: int) -> None:
        """Set the size of the text."""
        if pixels != self.pixels:
            self.pixels = pixels
            self.renew()

    def set_place(self, left: float, width: float, room: float) -> bool:
        """Set where lines are; tell whether that is new."""
        same = (self.left, self.width, self.room) == (left, width, room)
        if self.width != width or self.left != left:
            self.generation += 1
        self.left, self.width, self.room = left, width, room
        return not same

    def size(self, design: float) -> int:
        """Return a size of the design for the size of the text."""
        return max(8, round(self.pixels * design / BODY_PIXELS))

    def estimate(self) -> Estimate:
        """Return what the heights of lines are guessed by."""
        metrics = QFontMetricsF(self.font)
        step = round(self.step("text")[0])
        letters = self.width / max(1.0, metrics.averageCharWidth() * 1.05)
        return Estimate(letters, step, round(self.blank_height()) if self.live else step)

    def step(self, base: str) -> tuple[float, float]:
        """Return the height of a line, and how far down its letters stand, for lines of one kind."""
        if base not in self._steps:
            metrics = QFontMetricsF(self.format((base,)).font() if base != "text" else self.font)
            share = _LINE_SHARE if self.live else 1.3
            if base.startswith("h") and base[1:].isdigit():
                share = _HEADING_SHARE
            elif base == "fenced":
                share = 1.36
            high = math.ceil(metrics.ascent() + metrics.descent())
            height = round(high * share)
            self._steps[base] = float(height), (height - high) / 2 + metrics.ascent()
        return self._steps[base]

    def picture_room(self, picture: LinePicture, base: str, most: float) -> Room:
        """Return the room of a picture in a line of one kind."""
        drawn = self.drawn
        assert drawn is not None  # without it no link is resolved, and no picture found
        return drawn.room(
            picture, QFontMetrics(self.format((base,)).font() if base != "text" else self.font), most
        )

    def blank_height(self, *, below_heading: bool = False) -> float:
        """Return the height of an empty line between two others."""
        return float(
            self.size(_BLANK_BELOW_HEADING if below_heading else _BLANK) if self.live else self.step("text")[0]
        )

    def above(self, level: int) -> float:
        """Return the space above a heading."""
        return round(self.pixels * _ABOVE[level - 1] / BODY_PIXELS)

    def option(self, tab: float = 0.0) -> QTextOption:
        """Return how lines wrap, with tabs of a width."""
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTabStopDistance(tab or self.tab_width * self._blank)
        return option

    def format(self, kinds: tuple[str, ...]) -> QTextCharFormat:
        """Return the format of letters of these kinds, of which later ones win."""
        found = self._formats.get(kinds)
        if found is None:
            found = self._formats[kinds] = QTextCharFormat()
            for kind in kinds:
                if kind == "indent":
                    spacing = STEP / 4 - self._blank
                    found.setFontLetterSpacingType(_SPACING)
                    found.setFontLetterSpacing(spacing)
                elif kind == "hidden":
                    _hide(found)
                elif kind == "fontless":  # boxes at once, without a search through all fonts
                    found.setFontStyleStrategy(QFont.StyleStrategy.NoFontMerging)
                elif kind.startswith("syntax_"):
                    found.setForeground(QColor(syntax(current_colors())[kind[len("syntax_") :]]))
                elif kind.startswith("style_"):
                    _take_style(found, kind[len("style_") :])
                elif kind.startswith("title_"):
                    found.setForeground(QColor(tint(current_colors(), kind[len("title_") :]).title))
                elif maker := self._makers.get(kind):
                    maker(found)
        return found

    def gap(self, width: float) -> QTextCharFormat:
        """Return the format of a character that is not seen and takes this much room."""
        found = QTextCharFormat()
        _hide(found)
        found.setFontLetterSpacingType(_SPACING)
        found.setFontLetterSpacing(width)
        return found


def _take_style(look: QTextCharFormat, style: str) -> None:
    """Take the colours of a style of HTML, as Reading shows them."""
    from axon_desktop.markdown.html.raw_html import colors_of

    for declaration in (colors_of(style, current_colors()) or "").split(";"):
        name, _, color = declaration.partition(":")
        if name == "color":
            look.setForeground(QColor(color))
        elif name:
            look.setBackground(QColor(color))


Maker = Callable[[QTextCharFormat], object]


def hidden_width(looks: Callable[[QTextCharFormat], object]) -> float:
    """Return how many pixels a hidden mark takes on this system."""
    layout, part = QTextLayout("a[[b]]", ui_font(BODY_PIXELS)), QTextLayout.FormatRange()
    part.start, part.length = 1, 5
    looks(part.format)
    layout.setFormats([part])
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(1_000)
    layout.endLayout()
    return line.naturalTextWidth() - QFontMetricsF(ui_font(BODY_PIXELS)).horizontalAdvance("a")


def _by_size(look: QTextCharFormat) -> None:
    font = _one_font()
    font.setPointSizeF(_HIDDEN_POINTS)
    look.setFont(font)


def _by_spacing(look: QTextCharFormat) -> None:
    """Hide where fonts have no such size: nearly as narrow."""
    font = _one_font()
    font.setPixelSize(1)
    font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 0.02)
    look.setFont(font)


def _one_font() -> QFont:
    """Return the font of all hidden marks: Qt looks for that size in every font there is, for each font again."""
    font = QFont(ui_font(BODY_PIXELS).families()[:1])
    font.setStyleStrategy(QFont.StyleStrategy.NoFontMerging)
    return font


@cache
def hiding() -> Maker:
    """Return what makes letters take no room on this system."""
    return _by_size if hidden_width(_by_size) < HIDDEN_MOST else _by_spacing


def _hide(look: QTextCharFormat) -> None:
    hiding()(look)
    look.setForeground(QColor(Qt.GlobalColor.transparent))
    look.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignNormal)  # Qt cannot make that size smaller
    look.clearBackground()


def _all(*makers: Maker) -> Maker:
    def make(look: QTextCharFormat) -> None:
        for maker in makers:
            maker(look)

    return make


def _ink(color: str) -> Maker:
    brush = QColor(color)
    return lambda look: look.setForeground(brush)


def _ground(color: str) -> Maker:
    brush = QColor(color)
    return lambda look: look.setBackground(brush)


def _bold(look: QTextCharFormat) -> None:
    look.setFontWeight(QFont.Weight.Bold)


def _italic(look: QTextCharFormat) -> None:
    look.setFontItalic(True)


def _strike(look: QTextCharFormat) -> None:
    look.setFontStrikeOut(True)


def _pixels(size: int) -> Maker:
    return lambda look: look.setProperty(_PIXELS.value, size)


def _code(size: int) -> Maker:
    font = code_font(size)

    def make(look: QTextCharFormat) -> None:
        look.setFont(font, _SPECIFIED)
        look.setFontFixedPitch(True)

    return make


def _source_formats() -> Mapping[str, Maker]:
    colors = current_colors()
    return {
        "heading": _bold,
        "markup": _ink(colors.faint),
        "strong": _bold,
        "emphasis": _italic,
        "strike": _strike,
        "highlight": _all(_ink(colors.text), _ground(colors.accent_soft)),
        "code": _all(_ink(colors.text), _ground(colors.code)),
        "fence": _ink(colors.muted),
        "link": _ink(colors.accent),
        "address": _ink(colors.faint),
        "tag": _all(_ink(colors.accent), _ground(colors.accent_soft)),
        "property": _ink(colors.accent),
        "comment": _all(_ink(colors.faint), _italic),
        "callout": _all(_ink(colors.accent), _bold),
        "list": _ink(colors.accent),
        "math": _ink(colors.ok),
        "html": _ink(colors.faint),
    }


def _live_formats(size: Callable[[float], int]) -> Mapping[str, Maker]:
    colors = current_colors()
    least = max(size(_CODE_BLOCK), 11)
    made: dict[str, Maker] = {
        f"h{level}": _all(_bold, _pixels(size(pixels))) for level, pixels in enumerate(_HEADINGS, 1)
    }
    made["h6"] = _all(made["h6"], _ink(colors.muted))
    return made | {
        "quoted": _ink(colors.muted),
        "done": _all(_ink(colors.muted), _strike),
        "fenced": _code(least),
        "mark": _ink(colors.faint),
        "markup": _ink(colors.faint),
        "strong": _bold,
        "emphasis": _italic,
        "strike": _strike,
        "highlight": _ground(highlight(colors)),
        "code": _all(_code(max(size(_CODE), 12)), _ink(colors.text)),
        "link": _ink(colors.accent),
        "new": lambda look: look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline),
        "address": _ink(colors.faint),
        "tag": _all(_ink(colors.accent), _pixels(size(_TAG))),
        "property": _ink(colors.muted),
        "comment": _all(_ink(colors.faint), _italic),
        "callout": _all(_bold, _pixels(size(_CALLOUT))),
        "math": _all(_code(max(size(_CODE), 12)), _ink(colors.ok)),
        "html": _ink(colors.faint),
        "kbd": _all(_code(max(size(_CODE), 12)), _ink(colors.text)),
        "under": lambda look: look.setFontUnderline(True),
        "sub": lambda look: look.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSubScript),
        "sup": lambda look: look.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSuperScript),
        "small": _pixels(size(_SMALL)),
        "big": _pixels(size(_BIG)),
        "note": lambda look: look.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSuperScript),
    }
