"""A small QTextDocument that loads nothing by itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from urllib.parse import unquote

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFragment,
    QTextImageFormat,
    QTextTable,
)

from axon_desktop.markdown.html.pictures import DIAGRAM_SCHEME, ICON_SCHEME, MATH_SCHEME, SCHEMES
from axon_desktop.markdown.html.style import CODE_FAMILY
from axon_desktop.markdown.scan.anchors import heading_key
from axon_desktop.ui.look.theme import in_force, without_ligatures
from axon_desktop.ui.markdown_view.embeds.images import ImageStore
from axon_desktop.ui.markdown_view.embeds.missing_glyphs import (
    fontless_runs,
    has_such_letters,
    is_unmerged,
    unmerged,
)
from axon_desktop.ui.markdown_view.embeds.picture import reach_below
from axon_desktop.ui.markdown_view.tables.wide_tables import Grids

IMAGE_SCHEME = "axon-img"
NEW_SCHEME = "axon-new"
TAG_SCHEME = "axon-tag"
MAX_CHIPS = 200
"""Kinds of backgrounds in text that get rounded corners."""
LINE_SHARE = 1.36
"""Line height as a share of the font's; the style sheet says the same of lines without pictures."""
_ASKED_WIDTH = 0x100000 + 1
"""A property of our own: the width that the note specifies (0: none), kept when the column becomes narrow."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link in a document."""

    start: int
    """First position."""
    end: int
    """Position after the last character."""
    href: str
    """Its address from the renderer."""
    area: QRectF | None = None
    """Of a part of a picture, its place; None for text."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A coloured background in a document with rounded corners."""

    rect: QRectF
    """Its rectangle."""
    radius: float
    """Radius of its corners."""
    around: QColor | None = None
    """The background behind it; None for that of the view."""


@dataclass(frozen=True, slots=True)
class Code:
    """A block of code in a document."""

    rect: QRectF
    """Its background."""
    text: str
    """Text as shown: with blanks in place of tabs."""
    continues: bool
    """Whether it is a later part of a long block."""


class ChunkDocument(QTextDocument):
    """Serves pictures of the vault from the store and refuses everything else."""

    def __init__(self, images: ImageStore) -> None:
        super().__init__()
        self._images = images
        self._sheet = ""
        self._holds_pictures = False
        """Whether it has pictures of its own, which Qt does not request again."""
        self.grids = Grids(self)
        self.setUndoRedoEnabled(False)
        self.setDocumentMargin(0)

    def loadResource(self, kind: int, url: QUrl | str) -> QImage | QByteArray:
        """Serve Qt's text layout; the base class would read any requested local file."""
        address = QUrl(url)
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return QByteArray()
        if name := _picture_name(address.toString(QUrl.ComponentFormattingOption.FullyEncoded)):
            return self._images.image(name)
        return QImage(1, 1, QImage.Format.Format_Mono)

    def show_html(
        self, html: str, sheet: str, font: QFont, width: float, fit_tables: Callable[[], None] | None = None
    ) -> frozenset[str]:
        """Show HTML with the style sheet, laid out once, when it is complete; return as `fit_images`.

        Without `fit_tables`, which sets the column widths, no table is wider than the text.
        """
        self.grids.clear()
        if sheet is not self._sheet:  # Qt parses it every time
            self._sheet = sheet
            self.setDefaultStyleSheet(sheet)
        if self._holds_pictures or self.textWidth() != width or self.defaultFont() != font:
            self.clear()  # else the old text would be laid out again
            self._holds_pictures = False
            self.setDefaultFont(font)
            self.setTextWidth(width)
        editing = QTextCursor(self)
        editing.beginEditBlock()
        self.setHtml(html)
        if "<h" in html:
            self._size_headings()
        if f'href="{NEW_SCHEME}:' in html:
            self._dash_new_links()
        if html.count("<ul") + html.count("<ol") > 1:
            self._space_lists()
        if not in_force.notes.ligatures and ("<code" in html or 'class="code"' in html):
            self._spell_out_code()
        if has_such_letters(html):
            self._mark_fontless()
        pictures = self.fit_images(width) if "<img" in html else frozenset()
        if fit_tables is not None and "<table" in html:
            self.grids.find()
            fit_tables()
        editing.endEditBlock()
        return pictures

    def set_width(self, width: float) -> None:
        """Lay out for a width; Qt would do it also for the same one."""
        if self.textWidth() != width:
            self.setTextWidth(width)

    def _size_headings(self) -> None:
        """Remove Qt's own enlargement of headings, which would override the sizes of the style sheet."""
        enlarged, sized = QTextFormat.Property.FontSizeAdjustment.value, QTextFormat.Property.FontPixelSize.value
        headings = [
            (run.position(), run.length(), run.charFormat())
            for run in self._runs(lambda look: look.hasProperty(enlarged) and look.hasProperty(sized))
        ]
        for position, length, look in headings:
            look.clearProperty(enlarged)
            cursor = QTextCursor(self)
            cursor.setPosition(position)
            cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
            cursor.setCharFormat(look)

    def _dash_new_links(self) -> None:
        """Underline links to missing notes with dashes, which HTML cannot express for Qt."""
        for link in self.links():
            if link.href.startswith(f"{NEW_SCHEME}:"):
                cursor = QTextCursor(self)
                cursor.setPosition(link.start)
                cursor.setPosition(link.end, QTextCursor.MoveMode.KeepAnchor)
                look = QTextCharFormat()
                look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
                cursor.mergeCharFormat(look)

    def _space_lists(self) -> None:
        """Move the space below a list after the lists inside its last item; Qt puts it before them."""
        block = self.begin()
        while block.isValid():
            following, gap = block.next(), block.blockFormat().bottomMargin()
            if gap and _depth(following) > _depth(block) >= 0:
                last = following
                while _depth(last.next()) > _depth(block):
                    last = last.next()
                for place, margin in ((block, 0.0), (last, gap)):
                    spacing = QTextBlockFormat()
                    spacing.setBottomMargin(margin)
                    QTextCursor(place).mergeBlockFormat(spacing)
            block = following

    def _spell_out_code(self) -> None:
        """Show code without ligatures: the font would draw `=>` and `---` as one character."""
        places: list[tuple[int, int]] = []
        wanted = in_force.notes.ligatures
        for run in self._runs(lambda look: not wanted and CODE_FAMILY in (look.fontFamilies() or ())):
            start, end = run.position(), run.position() + run.length()
            if places and places[-1][1] >= start - 1:  # a line break is between them
                start = places.pop()[0]
            places.append((start, end))
        cursor = QTextCursor(self)
        for start, end in places:
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(_without_ligatures())

    def _mark_fontless(self) -> None:
        """Let characters without a font be drawn as boxes without a search for one."""
        cursor = QTextCursor(self)
        block = self.begin()
        while block.isValid():
            for start, end in fontless_runs(block.text()):
                cursor.setPosition(block.position() + start)
                cursor.setPosition(block.position() + end, QTextCursor.MoveMode.KeepAnchor)
                cursor.mergeCharFormat(unmerged())
            block = block.next()
        self._runs(lambda look: is_unmerged(look, self.defaultFont()))

    def fit_images(self, width: float) -> frozenset[str]:
        """Set the size of every picture to fit `width`; return the paths of the pictures."""
        pictures = [
            (run.position(), run.length(), run.charFormat().toImageFormat())
            for run in self._runs(QTextCharFormat.isImageFormat)
        ]
        names, highest = set[str](), dict[int, float]()
        editing = QTextCursor(self)
        editing.beginEditBlock()
        for position, length, picture in pictures:
            name = _picture_name(picture.name())
            if not name:
                continue
            names.add(name)
            in_text = self._fit(picture, name, width)
            cursor = QTextCursor(self)
            cursor.setPosition(position)
            cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
            cursor.setCharFormat(picture)
            block = cursor.block().position()
            highest[block] = max(highest.get(block, 0.0), picture.height() if in_text else math.inf)
        for position, height in highest.items():
            self._set_spacing(position, height)
        editing.endEditBlock()
        return frozenset(names)

    def _fit(self, picture: QTextImageFormat, name: str, width: float) -> bool:
        """Set size and alignment of one picture; return whether the line keeps its height."""
        image = self._images.image(name)  # requests it
        natural, known = self._images.size(name), self._images.picture(name)
        if not picture.hasProperty(_ASKED_WIDTH):
            picture.setProperty(_ASKED_WIDTH, picture.width())
        fitted = max(1.0, min(float(picture.property(_ASKED_WIDTH)) or natural.width(), width))
        picture.setWidth(fitted)
        share = fitted / max(1.0, natural.width())
        picture.setHeight(max(1.0, share * natural.height()))
        if known is not None:
            reach_below(picture, round(share * known.descent), self.defaultFont())
            if known.in_text:  # there may be hundreds: painting must not call Python for each
                self.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(picture.name()), image)
                self._holds_pictures = True
            return known.in_text
        return name.startswith(SCHEMES) and natural.height() < 3 * self.defaultFont().pixelSize()

    def _set_spacing(self, position: int, picture: float) -> None:
        """Set the line spacing of a paragraph with pictures: a relative one would depend on the highest one."""
        kinds, high = QTextBlockFormat.LineHeightTypes, math.ceil(QFontMetricsF(self.defaultFont()).height())
        more = round(high * LINE_SHARE) - high
        height, kind = (high + more, kinds.MinimumHeight) if picture > high else (more, kinds.LineDistanceHeight)
        spacing = QTextBlockFormat()
        spacing.setLineHeight(*((0, kinds.SingleHeight.value) if picture == math.inf else (height, kind.value)))
        cursor = QTextCursor(self)
        cursor.setPosition(position)
        cursor.mergeBlockFormat(spacing)

    def _runs(self, is_wanted: Callable[[QTextCharFormat], bool]) -> list[QTextFragment]:
        """Return the runs whose format matches; many runs share a format, which is checked once."""
        wanted: dict[int, bool] = {}
        found = []
        for run in self.fragments():
            number = run.charFormatIndex()
            if number not in wanted:
                wanted[number] = is_wanted(run.charFormat())
            if wanted[number]:
                found.append(run)
        return found

    def fragments(self) -> Iterator[QTextFragment]:
        """Yield the runs of equal format."""
        block = self.begin()
        while block.isValid():
            run = block.begin()
            while not run.atEnd():
                yield run.fragment()
                run += 1
            block = block.next()

    def links(self) -> list[Link]:
        """Return the links in reading order."""
        found: list[Link] = []
        for fragment in self._runs(lambda look: bool(look.anchorHref())):
            href = fragment.charFormat().anchorHref()
            start, end = fragment.position(), fragment.position() + fragment.length()
            if found and found[-1].href == href and found[-1].end == start:
                found[-1] = Link(found[-1].start, end, href)
            else:
                found.append(Link(start, end, href))
        return found + self.picture_links()

    def picture_links(self) -> list[Link]:
        """Return the parts of pictures that are links, as far as the pictures are there."""
        found: list[Link] = []
        for run in self._runs(lambda look: look.toImageFormat().name().startswith(DIAGRAM_SCHEME)):
            look = run.charFormat().toImageFormat()
            picture = self._images.picture(_picture_name(look.name()))
            if picture is None or not picture.links:
                continue
            at, scale = run.position(), look.width() / picture.size.width()
            corner = self._picture_rect(at, look).topLeft()
            for part, href in picture.links:
                place = QRectF(part.topLeft() * scale + corner, part.size() * scale)
                found.append(Link(at, at + 1, href, place))
        return found

    def pictures(self) -> list[tuple[str, QRectF]]:
        """Return name and rectangle of each picture of the note's own Markdown, in reading order."""
        found: list[tuple[str, QRectF]] = []
        for run in self._runs(QTextCharFormat.isImageFormat):
            picture = run.charFormat().toImageFormat()
            fixed = picture.hasProperty(QTextFormat.Property.ImageTitle.value)
            if fixed or not picture.name().startswith(f"{IMAGE_SCHEME}:"):
                continue
            name, places = _picture_name(picture.name()), range(run.position(), run.position() + run.length())
            found += [(name, self._picture_rect(position, picture)) for position in places]
        return found

    def _picture_rect(self, position: int, look: QTextImageFormat) -> QRectF:
        place, block = self.position_rect(position), self.findBlock(position)
        line = block.layout().lineForTextPosition(position - block.position())
        top = place.top() + line.ascent() - look.height()
        return QRectF(place.left(), top, look.width(), look.height())

    def alternatives(self, start: int, end: int) -> list[str]:
        """Return the plain text for each picture of a range; empty for most."""
        found: list[str] = []
        for run in self._runs(QTextCharFormat.isImageFormat):
            inside = min(end, run.position() + run.length()) - max(start, run.position())
            picture = run.charFormat().toImageFormat()
            drawn = picture.name().startswith((MATH_SCHEME, ICON_SCHEME))
            text = picture.property(QTextFormat.Property.ImageAltText.value) if drawn else ""
            found += [str(text or "")] * max(0, inside)
        return found

    def says(self, block: QTextBlock) -> str:
        """Return the text of a paragraph, followed by the path or source of each picture."""
        said = [block.text()]
        run = block.begin()
        while not run.atEnd():
            look = run.fragment().charFormat()
            if look.isImageFormat():
                said.append(unquote(_picture_name(look.toImageFormat().name())))
            run += 1
        return " ".join(said)

    def chips(self) -> list[Chip]:
        """Return the coloured backgrounds with rounded corners: code, tags, inline code.

        A chip that wraps, and a code block inside something else, stay square.
        """
        found: list[Chip] = []
        root = QTextCursor(self).currentFrame()  # PySide keeps the result of rootFrame() as long as the document
        for frame in root.childFrames():
            if not isinstance(frame, QTextTable) or frame.rows() * frame.columns() != 1:
                continue
            cell = frame.cellAt(0, 0)
            if not frame.format().topMargin():  # a later part of a long fence: both sides of the cut stay square
                found = found[:-1]
                continue
            if cell.format().background().style() != Qt.BrushStyle.NoBrush:
                found.append(Chip(self._cell_rect(frame), 6.0))
        runs = self._runs(lambda look: look.background().style() != Qt.BrushStyle.NoBrush)
        for fragment in runs[:MAX_CHIPS]:
            first = self.position_rect(fragment.position())
            last = self.position_rect(fragment.position() + fragment.length())
            if first.top() == last.top():
                is_tag = fragment.charFormat().anchorHref().startswith(TAG_SCHEME)
                radius = first.height() / 2 if is_tag else 4.0
                rect = QRectF(first.topLeft(), QPointF(last.left(), first.bottom()))
                found.append(Chip(rect, radius, self._ground_at(fragment.position())))
        return [replace(chip, rect=QRectF(chip.rect.toAlignedRect())) for chip in found]  # Qt fills whole pixels

    def codes(self) -> list[Code]:
        """Return the blocks of code, also those in quotes and lists, in reading order."""
        found: list[Code] = []
        frames = list(QTextCursor(self).currentFrame().childFrames())
        while frames:
            frame = frames.pop(0)
            if isinstance(frame, QTextTable) and frame.rows() * frame.columns() == 1 and _is_code(frame):
                rect = self._code_rect(frame)
                text = QTextCursor(frame.firstCursorPosition())
                text.setPosition(frame.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
                found.append(Code(rect, text.selection().toPlainText(), not frame.format().topMargin()))
            frames = [*frame.childFrames(), *frames]
        return found

    def _code_rect(self, frame: QTextTable) -> QRectF:
        """Return the background of a code block at any nesting."""
        rect = self._cell_rect(frame)
        around = QTextCursor(self)
        around.setPosition(max(0, frame.firstPosition() - 1))
        return rect if around.currentTable() is None else self.documentLayout().frameBoundingRect(frame)

    def _ground_at(self, position: int) -> QColor | None:
        """Return the colour of the innermost coloured cell around a position; None on the view's background."""
        cursor = QTextCursor(self)
        cursor.setPosition(position)
        while (table := cursor.currentTable()) is not None:
            ground = table.cellAt(cursor).format().background()
            if ground.style() != Qt.BrushStyle.NoBrush:
                return ground.color()
            cursor.setPosition(table.firstPosition() - 1)
        return None  # type: ignore[unreachable]  # outside of tables there is none, whatever the stub says

    def _cell_rect(self, table: QTextTable) -> QRectF:
        """Return the background of a table's only cell."""
        # Qt shifts a table's rectangle by the padding of its first cell; only the height of it is of use.
        layout, look = self.documentLayout(), table.cellAt(0, 0).format().toTableCellFormat()
        text = layout.blockBoundingRect(table.firstCursorPosition().block())
        margins = table.format().topMargin() + table.format().bottomMargin()
        ground = text.adjusted(-look.leftPadding(), -look.topPadding(), look.rightPadding(), 0)
        ground.setHeight(layout.frameBoundingRect(table).height() - margins)
        return ground

    def anchor_position(self, name: str) -> int | None:
        """Return the position of a named anchor."""
        for fragment in self.fragments():
            if name in fragment.charFormat().anchorNames():
                return fragment.position()
        return None

    def heading_position(self, heading: str) -> int | None:
        """Return the position of the heading with this text, as `heading_key` makes it."""
        block = self.begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and heading_key(block.text()) == heading:
                return block.position()
            block = block.next()
        return None

    def line_top(self, position: int) -> float:
        """Return the y of the line that holds `position`."""
        return self.position_rect(position).top()

    def position_rect(self, position: int) -> QRectF:
        """Return a narrow rectangle at `position`, one line high."""
        block: QTextBlock = self.findBlock(min(position, self.characterCount() - 1))
        frame = self.documentLayout().blockBoundingRect(block)
        line = block.layout().lineForTextPosition(position - block.position())
        if not line.isValid():
            return QRectF(frame.topLeft(), QPointF(frame.left() + 1, frame.top() + max(1.0, frame.height())))
        x = line.cursorToX(position - block.position())[0]  # type: ignore[index]  # a pair, whatever the stub says
        return QRectF(frame.left() + x, frame.top() + line.y(), 1.0, line.height())


@cache
def _without_ligatures() -> QTextCharFormat:
    """Return a format that sets nothing else."""
    look = QTextCharFormat()
    look.setFont(without_ligatures(QFont()))
    for name in QTextFormat.Property:
        if name is not QTextFormat.Property.FontFeatures and look.hasProperty(name):
            look.clearProperty(name)
    return look


def _is_code(table: QTextTable) -> bool:
    """Tell whether a table is the background of a code block."""
    ground = table.cellAt(0, 0).format().background().style() != Qt.BrushStyle.NoBrush
    block = table.firstCursorPosition().block()
    return ground and CODE_FAMILY in (block.charFormat().fontFamilies() or _families(block))


def _families(block: QTextBlock) -> Sequence[str]:
    """Return the fonts of the first run of a paragraph."""
    run = block.begin()
    return () if run.atEnd() else run.fragment().charFormat().fontFamilies() or ()


def _depth(block: QTextBlock) -> int:
    """Return the indent of the list around a block; -1 if there is none."""
    around = block.textList() if block.isValid() else None
    return around.format().indent() if around is not None else -1


def _picture_name(address: str) -> str:
    """Return the picture's name in the store; empty for addresses that the store does not offer."""
    scheme, _, rest = address.partition(":")
    if scheme == IMAGE_SCHEME:
        return unquote(rest)
    return address if scheme in SCHEMES else ""
