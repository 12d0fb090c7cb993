"""Lays out one line of a note: formats, hidden marks, and the place of each line on the screen."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QTextBlock, QTextBlockUserData, QTextLayout, QTextLine

from axon_desktop.markdown.html.callouts import Callout, callout_of
from axon_desktop.markdown.html.links import parse_wikilink
from axon_desktop.ui.editor.live.drawn.pictures import LinePicture, Room, pictures_in
from axon_desktop.ui.editor.live.looks import CODE_PAD, QUOTE_STEP, STEP, TITLE_PIXELS, NoteLooks
from axon_desktop.ui.editor.live.proposals import Proposals, Woven
from axon_desktop.ui.editor.live.setext import Underlined, underlined
from axon_desktop.ui.editor.live.states import begin_above, is_code, state_before
from axon_desktop.ui.editor.live.tokens import Line, has_rtl, read_line, runs_rtl
from axon_desktop.ui.editor.syntax import HEADING, INDENTED, QUOTE, WHAT, spans
from axon_desktop.ui.markdown_view.embeds.missing_glyphs import fontless_runs, has_such_letters
from axon_desktop.ui.utf16 import is_wide, part_before

if TYPE_CHECKING:
    from axon_desktop.ui.editor.live.code_colors import Part
    from axon_desktop.ui.editor.live.drawn.groups import Group
    from axon_desktop.ui.markdown_view.layout.chunk import Chunk

_WIDE = 100_000.0
"""Wider than the marks at the beginning of any line."""
MOST_LINES = 200
"""Lines that are looked at for where something begins."""
_CHIPS = ("code", "kbd", "tag")
_LTR, _RTL = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft
_EDGE = 2.0
"""Pixels that stay free beside marks that hang in the margin."""
_UNDERLINE = 2.0
"""Height of the hidden line below a heading."""
_CODE_EDGE = 8.0
"""Pixels above and below code that has no fence, whose lines would make that room."""


class BlockData(QTextBlockUserData):
    """What is known of a block that is laid out."""

    def __init__(self) -> None:
        super().__init__()
        self.generation = -1
        """That of the looks under which it was laid out."""
        self.revision = -1
        self.before = -1
        """The state before it."""
        self.revealed = False
        """Whether its marks are shown: the caret is in it."""
        self.line = Line()
        self.callout: Callout | None = None
        """The callout that it is in."""
        self.content = 0.0
        """The left edge of its text, on the screen."""
        self.edge = 0.0
        """The right edge of its text."""
        self.row = 0.0, 0.0
        """Upper edge and height of the first line, whatever of it is hidden."""
        self.is_rtl = False
        """Whether it runs from right to left."""
        self.chips: Sequence[tuple[int, int, str]] = ()
        """Parts with a ground of their own, in UTF-16 units."""
        self.goes_on = False
        """Whether it is text of a quote or of an item that a line above begins."""
        self.underlined: Underlined | None = None
        """What it is in an underlined heading."""
        self.is_code = False
        self.colors: Sequence[Part] = ()
        """The coloured parts of code."""
        self.colored = 0
        """How often colours had come."""
        self.pictures: Sequence[tuple[LinePicture, Room]] = ()
        """What is drawn among its words, in UTF-16 units; with its marks shown, what only keeps its room."""
        self.height = 0
        """Without the room below it."""
        self.room = 0
        """Pixels below it that are left to something else."""
        self.woven: Woven | None = None
        """The line as another text, which is what is painted."""
        self.group: Group | None = None
        """The group in whose drawing it is, while that is shown."""
        self.chunk: Chunk | None = None
        """The drawing that begins here."""
        self.folded = False
        """Whether it is to stay folded when what it is folded in is opened."""

    def painted(self, block: QTextBlock) -> QTextLayout:
        """Return what is painted of the block."""
        return block.layout() if self.woven is None else self.woven.layout

    def place_of(self, place: int, *, behind: bool = False) -> int:
        """Return where a position of the block is in what is painted."""
        return place if self.woven is None else self.woven.of(place, behind=behind)


class Places:
    """Converts positions in a text to UTF-16 units."""

    def __init__(self, text: str) -> None:
        self._text = text if is_wide(text) else ""

    def of(self, place: int) -> int:
        """Return a position in units."""
        return place + sum(letter > "\uffff" for letter in self._text[:place])


def x_of(line: QTextLine, place: int) -> float:
    """Return where a position of a block is in one of its lines."""
    return cast("tuple[float, int]", line.cursorToX(place))[0]


def lay_out(block: QTextBlock, before: int, looks: NoteLooks, data: BlockData, proposals: Proposals) -> None:
    """Lay out a block whose `revealed` is set, and note what it takes."""
    text, layout = block.text(), block.layout()
    places = Places(text)
    data.line = line = _read(block, before, text, data) if looks.live else Line(spans=spans(before, text))
    data.callout = _callout_of(block) if line.quotes else None
    data.is_rtl = runs_rtl(line, text) if looks.live else block.textDirection() == Qt.LayoutDirection.RightToLeft
    _color(block, text, looks, data)
    base = _base(line)
    _find_pictures(line, text, places, looks, data)
    ranges = _ranges(line, text, looks, places, data)
    if layout.preeditAreaText():
        ranges = _around_preedit(ranges, layout)
    if ranges or layout.formats():
        layout.setFormats(ranges)
    chips = [part for part in (*line.spans, *line.tagged) if part[2] in _CHIPS] if looks.live else []
    data.chips = [(places.of(start), places.of(end), kind) for start, end, kind in chips]
    step, rise = looks.step(base)
    top, height = _spaces(block, data, looks, step)
    left, width = looks.left, looks.width
    if line.quotes:
        left, width = left + line.quotes * QUOTE_STEP, width - line.quotes * QUOTE_STEP
    if line.kind in ("code", "fence"):
        left, width = left + CODE_PAD, width - 2 * CODE_PAD
    if line.columns >= 0:
        hanging = STEP + line.columns * STEP / 4
        left, width = left + (0 if data.is_rtl else hanging), width - hanging
    option = looks.option(STEP if line.indent[1] else 0.0)
    option.setTextDirection(_RTL if data.is_rtl else _LTR)
    option.setAlignment(Qt.AlignmentFlag.AlignRight if data.is_rtl else Qt.AlignmentFlag.AlignLeft)
    layout.setTextOption(option)
    width = max(60.0, width)
    data.content, data.edge = left, left + width
    prefix = places.of(line.content)
    rooms = [(picture.start, room) for picture, room in data.pictures]
    breaks = [places.of(at) for at in line.breaks] if not data.revealed else []
    most = (looks.room - data.edge if data.is_rtl else left) - _EDGE
    end = _place_lines(layout, prefix, left, width, top, step, rise, rooms, breaks, most)
    words = proposals.words_in(block) if not layout.preeditAreaText() else []
    left_out = _left_out(line, text, places, data, layout) if looks.live else []
    data.woven = woven = Woven(block, words, left_out, looks.font) if words or left_out else None
    if woven is not None:
        rooms = [(woven.of(start, behind=True), room) for start, room in rooms]
        breaks = [woven.of(at) for at in breaks]
        end = _place_lines(woven.layout, woven.prefix(prefix), left, width, top, step, rise, rooms, breaks, most)
        height = 0.0 if words else height
        data.chips = [(woven.of(start, behind=True), woven.of(end), kind) for start, end, kind in data.chips]
    first = data.painted(block).lineAt(0)
    data.row = first.y() + first.ascent() - rise, step
    data.height = round(height or end)
    if line.kind == "code" and block.userState() & WHAT == INDENTED and not _continues(block.next()):
        data.height += round(_CODE_EDGE)


def _left_out(
    line: Line, text: str, places: Places, data: BlockData, layout: QTextLayout
) -> list[tuple[int, int]]:
    """Return what is hidden where it would change the order of the letters that are not, or where lines end."""
    if data.revealed or (0, len(text)) in line.hidden:
        return []
    drawn = [(picture.start, picture.end) for picture, _ in data.pictures]
    parts = [(places.of(start), places.of(end)) for start, end in line.hidden if start < end]
    parts = [part for part in parts if not any(start <= part[0] < end for start, end in drawn)]
    parts += [(start + 1, end) for start, end in drawn]
    begins = {layout.lineAt(number).textStart() for number in range(1, layout.lineCount())}
    begins -= {places.of(at) for at in line.breaks}
    return parts if has_rtl(text) or any(start <= at <= end for at in begins for start, end in parts) else []


def _continues(block: QTextBlock) -> bool:
    """Tell whether a line goes on with code that has no fence; those between it may be empty."""
    for _ in range(MOST_LINES):
        if not block.isValid() or block.userState() & WHAT != INDENTED:
            return False
        if block.text().strip():
            return True
        block = block.next()
    return False


def _read(block: QTextBlock, before: int, text: str, data: BlockData) -> Line:
    """Return what stands in a line, also where the line below it decides that."""
    line = read_line(before, text)
    if line.kind == "blank" and before & WHAT == INDENTED and _continues(block):
        return Line("code")
    data.underlined = underlined(block) if line.kind in ("text", "rule", "list") and not line.quotes else None
    if data.underlined is None:
        above = begin_above(block) if line.kind == "text" and not line.quotes else None
        data.goes_on = above is not None
        begin = read_line(state_before(above), above.text()) if above is not None else line
        return replace(line, quotes=begin.quotes, columns=begin.columns) if data.goes_on else line
    if data.underlined.part == "underline":
        return Line("underline", data.underlined.level, hidden=[(0, len(text))])
    return replace(line, kind="heading", level=data.underlined.level)


def _color(block: QTextBlock, text: str, looks: NoteLooks, data: BlockData) -> None:
    """Find the colours of a line of code; as long as new ones are not there, the old ones stay."""
    data.is_code = is_code(block)
    colors = looks.code_colors if data.is_code else None
    if colors is None:
        data.colors = ()
        return
    data.colored = colors.version
    found = colors.parts(block)
    if found is None:
        found = [(start, min(end, len(text)), role) for start, end, role in data.colors if start < len(text)]
    data.colors = found


def _find_pictures(line: Line, text: str, places: Places, looks: NoteLooks, data: BlockData) -> None:
    """Find what is drawn among the words; formulas keep their room while the source of the line is shown."""
    may_have_some = looks.live and data.group is None and ("$" in text or "![" in text)
    if not may_have_some or looks.resolve_link is None:
        data.pictures = ()
    elif data.revealed:
        data.pictures = [(picture, room) for picture, room in data.pictures if picture.is_formula]
    else:
        found = [
            replace(picture, start=places.of(picture.start), end=places.of(picture.end))
            for picture in pictures_in(line, text, looks.resolve_link)
        ]
        data.pictures = [(picture, _room(picture, line, looks)) for picture in found]


def _room(picture: LinePicture, line: Line, looks: NoteLooks) -> Room:
    most = max(60.0, looks.width - line.quotes * QUOTE_STEP - (STEP if line.indent[1] else 0))
    return looks.picture_room(picture, _base(line), most)


def has_room(data: BlockData, looks: NoteLooks) -> bool:
    """Tell whether the pictures of a block have the room that they need now."""
    return all(_room(picture, data.line, looks) == room for picture, room in data.pictures)


def lay_out_title(title: str, looks: NoteLooks) -> QTextLayout:
    """Lay out the title above a note."""
    font = QFont(looks.font)
    font.setPixelSize(looks.size(TITLE_PIXELS))
    font.setBold(True)
    layout = QTextLayout(title, font)
    layout.setTextOption(looks.option())
    step, rise = looks.step("h1")
    _place_lines(layout, 0, looks.left, looks.width, 0.0, step, rise)
    return layout


def _spaces(block: QTextBlock, data: BlockData, looks: NoteLooks, step: float) -> tuple[float, float]:
    """Return the space above the lines of a block, and its height if the lines do not decide it."""
    line, previous = data.line, block.previous()
    continues = data.underlined is not None and data.underlined.part != "first"
    if line.kind == "heading" and previous.isValid() and not continues:
        return looks.above(line.level), 0.0
    if line.kind == "underline" and not data.revealed:
        return (_UNDERLINE - step) / 2, _UNDERLINE
    if data.before & WHAT != INDENTED and block.userState() & WHAT == INDENTED:
        return _CODE_EDGE, 0.0
    if line.kind == "blank" and previous.isValid() and block.next().isValid() and previous.text().strip():
        below = HEADING.match(previous.text()) is not None or underlined(previous) is not None
        height = looks.blank_height(below_heading=below)
        return (height - step) / 2, height
    return 0.0, 0.0


def _callout_of(block: QTextBlock) -> Callout | None:
    """Return the callout whose lines a block is one of."""
    head = begin_above(block) or block
    for _ in range(MOST_LINES):
        above = head.previous()
        if not above.isValid() or not QUOTE.match(above.text()):
            break
        head = above
    return callout_of(head.text())


def _base(line: Line) -> str:
    if line.kind == "heading":
        return f"h{line.level}"
    return "fenced" if line.kind in ("code", "fence") else "text"


def _place_lines(
    layout: QTextLayout,
    prefix: int,
    left: float,
    width: float,
    top: float,
    step: float,
    rise: float,
    rooms: Sequence[tuple[int, Room]] = (),
    breaks: Sequence[int] = (),
    most: float = 0.0,
) -> float:
    """Place the lines below each other and return where they end.

    Marks before the text hang beside it, as far as `most`.
    """
    is_rtl = layout.textOption().textDirection() == _RTL
    layout.beginLayout()
    y, first = top, True
    while (line := layout.createLine()).isValid():
        x = left
        if first and prefix:
            line.setLineWidth(_WIDE)
            hanging = x_of(line, prefix)
            hanging = line.naturalTextRect().right() - hanging if is_rtl else hanging
            hanging = min(hanging, most)  # in a narrow pane they push the text
            line.setLineWidth(width + hanging)
            x -= 0 if is_rtl else hanging
        else:
            line.setLineWidth(width)
        first = False
        begin, end = line.textStart(), line.textStart() + line.textLength()
        for at in breaks:
            if begin < at < end:
                line.setNumColumns(at - begin, line.width())
                end = at
        here = [room for start, room in rooms if begin <= start < end]
        y += max((math.ceil(room.ascent - rise) for room in here if room.ascent > rise), default=0)
        line.setPosition(QPointF(x, y + rise - line.ascent()))
        below = max((rise + room.descent for room in here), default=0.0)
        y += max(step, line.height(), math.ceil(below))
    layout.endLayout()
    return y


def _ranges(
    line: Line, text: str, looks: NoteLooks, places: Places, data: BlockData
) -> list[QTextLayout.FormatRange]:
    """Return formats for parts of a line that do not overlap."""
    parts: list[tuple[int, int, str]] = [*_whole(line, text, data)] if looks.live else []
    parts += [*line.spans, *line.tagged]
    if looks.live and looks.resolve_link is not None:
        parts += _new_links(line, text, looks.resolve_link)
    parts += [(start, end, f"syntax_{role}") for start, end, role in data.colors]
    parts += [(start, end, "mark" if data.revealed else "hidden") for start, end in line.hidden]
    if has_such_letters(text):
        runs = fontless_runs(text)
        parts += [(len(part_before(text, start)), len(part_before(text, end)), "fontless") for start, end in runs]
    edges = sorted({edge for start, end, _ in parts for edge in (start, end) if start < end})
    ranges = []
    for start, end in pairwise(edges):
        kinds = tuple(kind for first, last, kind in parts if first <= start and end <= last)
        if not kinds:
            continue
        part = QTextLayout.FormatRange()
        part.start = places.of(start)
        part.length = places.of(end) - part.start
        part.format = looks.format(kinds)
        ranges.append(part)
    return ranges if data.revealed or not data.pictures else _around_pictures(ranges, looks, data.pictures)


def _around_pictures(
    ranges: list[QTextLayout.FormatRange], looks: NoteLooks, pictures: Sequence[tuple[LinePicture, Room]]
) -> list[QTextLayout.FormatRange]:
    """Hide what is drawn: its first character takes the room of the picture, the others none."""
    for picture, room in pictures:
        kept = []
        for part in ranges:
            start, end = part.start, part.start + part.length
            for first, last in ((start, min(end, picture.start)), (max(start, picture.end), end)):
                if first < last:
                    piece = QTextLayout.FormatRange()
                    piece.start, piece.length, piece.format = first, last - first, part.format
                    kept.append(piece)
        gap, rest = QTextLayout.FormatRange(), QTextLayout.FormatRange()
        gap.start, gap.length, gap.format = picture.start, 1, looks.gap(room.width)
        rest.start, rest.length = picture.start + 1, picture.end - picture.start - 1
        rest.format = looks.format(("hidden",))
        ranges = sorted([*kept, gap, rest], key=lambda part: part.start)
    return ranges


def _new_links(line: Line, text: str, resolve: Callable[[str], str | None]) -> Iterator[tuple[int, int, str]]:
    """Yield the links to notes that do not exist yet."""
    for start, end, kind in line.spans:
        if kind == "link" and text.startswith("[[", start):
            link = parse_wikilink(text[start + 2 : end - 2])
            if link is not None and link.target and resolve(link.target) is None:
                yield start, end, "new"


def _whole(line: Line, text: str, data: BlockData) -> Iterator[tuple[int, int, str]]:
    """Yield what holds for a whole line."""
    if line.kind == "heading":
        yield 0, len(text), f"h{line.level}"
    elif line.kind in ("code", "fence"):
        yield 0, len(text), "fenced"
    elif data.callout is not None and line.kind == "callout":
        yield line.content, len(text), f"title_{data.callout.hue}"
    elif line.quotes and data.callout is None:
        yield line.content, len(text), "quoted"
    if line.done:
        yield line.content, len(text), "done"
    if line.indent[1] > line.indent[0]:
        yield *line.indent, "indent"


def _around_preedit(ranges: list[QTextLayout.FormatRange], layout: QTextLayout) -> list[QTextLayout.FormatRange]:
    """Shift formats to make room for an input method's preedit text, and keep the formats of that text."""
    word, start = layout.preeditAreaText(), layout.preeditAreaPosition()
    length = Places(word).of(len(word))
    for part in ranges:
        if part.start >= start:
            part.start += length
        elif part.start + part.length > start:
            part.length += length
    end = start + length
    return ranges + [part for part in layout.formats() if start <= part.start and part.start + part.length <= end]
