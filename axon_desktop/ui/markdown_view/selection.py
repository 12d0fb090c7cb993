"""The selection: two ends in the column, kept also while the documents between them are dropped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QTextCursor

from axon_desktop.ui.markdown_view.layout.chunk import Chunk, Row
from axon_desktop.ui.markdown_view.layout.column import Column

END = 1 << 30
"""A position after the last character of any chunk."""
_PICTURE = "\ufffc"
_LINE_ENDS = dict.fromkeys(map(ord, "\u2028\u2029\ufdd0\ufdd1"), "\n")
"""The ends of lines, paragraphs and cells in Qt's raw text."""


@dataclass(frozen=True, slots=True)
class TextPosition:
    """A position in a chunk."""

    chunk: Chunk
    """The chunk."""
    position: int
    """Characters (UTF-16 units, as Qt counts) before it."""


class Selection:
    """A range over chunks and items; widgets between are skipped."""

    def __init__(self, column: Column, changed: Callable[[], None]) -> None:
        self._column = column
        self._changed = changed
        self.start: TextPosition | None = None
        self.head: TextPosition | None = None

    def set(self, start: TextPosition | None, head: TextPosition | None) -> None:
        """Select from one place to another; None selects nothing."""
        before = self.start, self.head
        self.start, self.head = (start, head) if start is not None and head is not None else (None, None)
        if (self.start, self.head) != before:
            self._changed()

    def forget_rows(self, rows: Sequence[Row]) -> None:
        """Clear the selection if one of its ends was removed."""
        if any(place is not None and place.chunk in rows for place in (self.start, self.head)):
            self.set(None, None)

    @property
    def empty(self) -> bool:
        """Whether nothing is selected."""
        return self.start is None or self.start == self.head

    def ordered(self) -> tuple[int, int, int, int] | None:
        """Return first row, position in it, last row, position in it; None if nothing is selected."""
        if self.start is None or self.head is None or self.empty:
            return None
        first = (self._column.index(self.start.chunk), self.start.position)
        last = (self._column.index(self.head.chunk), self.head.position)
        if last < first:
            first, last = last, first
        return (*first, *last)

    def chunks(self) -> Iterator[tuple[Chunk, int, int]]:
        """Yield the selected chunks, each with the selected range."""
        span = self.ordered()
        if span is None:
            return
        first, start, last, end = span
        for index in range(first, last + 1):
            row = self._column.rows[index]
            if isinstance(row, Chunk):
                yield row, start if index == first else 0, end if index == last else END

    def range_in(self, chunk: Chunk) -> tuple[int, int] | None:
        """Return the selected range of one chunk."""
        span = self.ordered()
        if span is None:
            return None
        first, start, last, end = span
        index = self._column.index(chunk)
        if not first <= index <= last:
            return None
        return (start if index == first else 0, end if index == last else END)


def cursor_over(chunk: Chunk, start: int, end: int) -> QTextCursor | None:
    """Return a cursor over a range of a laid-out chunk; None if that is empty."""
    if chunk.document is None:
        return None
    last = chunk.document.characterCount() - 1
    start, end = min(start, last), min(end, last)
    if start >= end:
        return None
    cursor = QTextCursor(chunk.document)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return cursor


def text_over(chunk: Chunk, start: int, end: int) -> str:
    """Return the text of a range of a laid-out chunk."""
    cursor = cursor_over(chunk, start, end)
    if cursor is None:
        return ""
    # Not `selectedText`, which joins the cells of a table.
    text = cursor.selection().toRawText().translate(_LINE_ENDS)
    if _PICTURE in text and chunk.document is not None:
        alts = iter(chunk.document.alternatives(cursor.selectionStart(), cursor.selectionEnd()))
        text = "".join(next(alts, "") if char == _PICTURE else char for char in text)
    lines = text.split("\n")
    return "\n".join(line for line in lines if line)
