"""Words in the flow of a text that are not in its document: what somebody may take or leave."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

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

Placed: TypeAlias = "tuple[int, Proposal]"
"""A proposal, and the place of its words in a line."""
UNDERLINE = int(QTextFormat.Property.UserProperty) + 27
"""Property of a format: the colour of a line of two pixels below the text."""


class Proposal(NamedTuple):
    """A part of a document, in UTF-16 units, that is shown as its source, and words that are shown behind it."""

    start: int
    end: int
    words: str = ""
    look: QTextCharFormat | None = None


class Woven:
    """A line as it is shown where that is another text: with words between its own, or without hidden ones."""

    def __init__(
        self, block: QTextBlock, words: Sequence[Placed], hidden: Sequence[tuple[int, int]], font: QFont
    ) -> None:
        """Take the line itself, laid out, words with their places in it, and parts of it that are left out."""
        own, text = block.layout(), block.text().encode("utf-16-le", "surrogatepass")
        self._words = words
        self._runs: list[tuple[int, int, int]] = []
        """Where a part of the line begins here, where in the line, and how long it is."""
        size, here = len(text) // 2, 0
        parts, looks = [], []
        cuts = sorted({0, size, *(place for place, _ in words), *(edge for part in hidden for edge in part)})
        waiting = list(words)
        for first, last in pairwise([*cuts, size]):
            while waiting and waiting[0][0] <= first:
                place, proposal = waiting.pop(0)
                added = proposal.words.replace("\n", "\u2028").encode("utf-16-le", "surrogatepass")
                looks.append(_range(here, len(added) // 2, _look_at(own.formats(), place, proposal)))
                parts.append(added)
                here += len(added) // 2
            if not any(start <= first and last <= end for start, end in hidden):
                self._runs.append((here, first, last - first))
                parts.append(text[2 * first : 2 * last])
                here += last - first
        self._runs.append((here, size, 1))  # the end of the line
        self.layout = QTextLayout(b"".join(parts).decode("utf-16-le", "surrogatepass"), font)
        self.layout.setTextOption(own.textOption())
        self.layout.setFormats([*(part for one in own.formats() for part in self.parts(one)), *looks])

    def of(self, place: int, *, behind: bool = False) -> int:
        """Return where a place of the line is here; before or behind the words that stand there."""
        found = 0
        for here, first, size in self._runs:
            if first > place or (first == place and not behind):
                break
            found = here + min(place - first, size)
        return found

    def back(self, place: int) -> int:
        """Return the place of the line that is nearest to one here."""
        found = 0
        for here, first, size in self._runs:
            if here > place:
                break
            found = first + min(place - here, size)
        return found

    def parts(self, one: QTextLayout.FormatRange) -> Iterator[QTextLayout.FormatRange]:
        """Yield the parts here of a range of the line."""
        for here, first, size in self._runs:
            start, end = max(one.start, first), min(one.start + one.length, first + size)
            if start < end:
                yield _range(here + start - first, end - start, one.format)

    def prefix(self, place: int) -> int:
        """Return how much hangs beside the text: nothing if words stand there."""
        return 0 if any(at <= place for at, _ in self._words) else self.of(place)


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

    @property
    def some(self) -> bool:
        """Whether there are any."""
        return bool(self._all)

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

    def words_in(self, block: QTextBlock) -> list[Placed]:
        """Return the words that are shown in a block, with their places in it."""
        start, end = block.position(), block.position() + block.length()
        return [
            (cursor.selectionEnd() - start, proposal)
            for cursor, proposal in self._all
            if proposal.words and start <= cursor.selectionEnd() < end
        ]


def place_woven(woven: Woven, own: QTextLayout) -> QTextLayout:
    """Return the layout of a woven line, at the place of its own."""
    woven.layout.setPosition(QPointF(own.position()))
    return woven.layout
