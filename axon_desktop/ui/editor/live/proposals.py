"""Words in the flow of a text that are not in its document: what somebody may take or leave."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from PySide6.QtCore import QPointF
from PySide6.QtGui import (
    QFont,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextLayout,
)

UNDERLINE = int(QTextFormat.Property.UserProperty) + 27
"""Property of a format: the colour of a line of two pixels below the text."""


class Proposal(NamedTuple):
    """A part of a document, in UTF-16 units, that is shown as its source, and words that are shown behind it."""

    start: int
    end: int
    words: str = ""
    look: QTextCharFormat | None = None


class Woven:
    """A line with words between its own."""

    def __init__(self, block: QTextBlock, words: Sequence[tuple[int, Proposal]], font: QFont) -> None:
        """Take the line itself, laid out, and the words with their places in it, in order."""
        own, text = block.layout(), block.text().encode("utf-16-le", "surrogatepass")
        self._lengths: list[tuple[int, int]] = []
        """The places of the words, and how long they are."""
        parts, at = [], 0
        for place, proposal in words:
            added = proposal.words.replace("\n", "\u2028").encode("utf-16-le", "surrogatepass")
            parts += [text[2 * at : 2 * place], added]
            self._lengths.append((place, len(added) // 2))
            at = place
        whole = b"".join((*parts, text[2 * at :])).decode("utf-16-le", "surrogatepass")
        self.layout = QTextLayout(whole, font)
        self.layout.setTextOption(own.textOption())
        own_formats = own.formats()
        added_formats = [
            _range(self.of(place), length, _look_at(own_formats, place, proposal))
            for (place, length), (_, proposal) in zip(self._lengths, words, strict=True)
        ]
        self.layout.setFormats([*(part for one in own_formats for part in self.parts(one)), *added_formats])

    def of(self, place: int, *, behind: bool = False) -> int:
        """Return where a place of the line is here; before or behind the words that stand there."""
        return place + sum(length for at, length in self._lengths if at < place or (behind and at == place))

    def back(self, place: int) -> int:
        """Return the place of the line that is nearest to one here."""
        for at, length in self._lengths:
            if place <= at:
                break
            place = max(at, place - length)
        return place

    def parts(self, one: QTextLayout.FormatRange) -> Iterator[QTextLayout.FormatRange]:
        """Yield the parts here of a range of the line."""
        start, end = one.start, one.start + one.length
        cuts = sorted({start, end, *(at for at, _ in self._lengths if start < at < end)})
        for first, last in pairwise(cuts):
            begin = self.of(first, behind=True)
            yield _range(begin, self.of(last) - begin, one.format)

    def prefix(self, place: int) -> int:
        """Return how much hangs to the left of the text: nothing if words stand there."""
        return 0 if any(at <= place for at, _ in self._lengths) else place


def _range(start: int, length: int, look: QTextCharFormat) -> QTextLayout.FormatRange:
    made = QTextLayout.FormatRange()
    made.start, made.length, made.format = start, length, look
    return made


def _look_at(formats: Sequence[QTextLayout.FormatRange], place: int, proposal: Proposal) -> QTextCharFormat:
    """Return the look of words behind a place: that of what they follow, with their own over it."""
    look = QTextCharFormat()
    for part in formats:
        if part.start < place <= part.start + part.length or part.start == place == 0:
            look = QTextCharFormat(part.format)
    if proposal.look is not None:
        look.merge(proposal.look)
    return look


class Proposals:
    """All of one document; they keep their places while it is edited."""

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self._all: list[tuple[QTextCursor, Proposal]] = []

    def put(self, proposals: Sequence[Proposal]) -> list[QTextBlock]:
        """Take others in place of those that were; return the blocks of all of them."""
        blocks = list(self._blocks())
        self._all = []
        last = self._document.characterCount() - 1
        for proposal in proposals:
            cursor = QTextCursor(self._document)
            cursor.setPosition(min(proposal.start, last))
            cursor.setPosition(min(proposal.end, last), QTextCursor.MoveMode.KeepAnchor)
            self._all.append((cursor, proposal))
        return blocks + list(self._blocks())

    def _blocks(self) -> Iterator[QTextBlock]:
        for cursor, _ in self._all:
            block = self._document.findBlock(cursor.selectionStart())
            while block.isValid() and block.position() <= cursor.selectionEnd():
                yield block
                block = block.next()

    def touch(self, holds: Callable[[QTextBlock], bool]) -> bool:
        """Tell whether a proposal is about a block for which this holds."""
        return any(map(holds, self._blocks()))

    def weave(self, block: QTextBlock, font: QFont) -> Woven | None:
        """Return a block with the words that are proposed in it; None if there are none to be shown."""
        if not self._all or block.layout().preeditAreaText():
            return None
        start, end = block.position(), block.position() + block.length()
        words = [
            (cursor.selectionEnd() - start, proposal)
            for cursor, proposal in self._all
            if proposal.words and start <= cursor.selectionEnd() < end
        ]
        return Woven(block, words, font) if words else None


def place_woven(woven: Woven, own: QTextLayout) -> QTextLayout:
    """Return the layout of a woven line, at the place of its own."""
    woven.layout.setPosition(QPointF(own.position()))
    return woven.layout
