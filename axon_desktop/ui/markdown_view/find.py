"""Find in the whole content: counted in plain text, highlighted where it is laid out."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QTextCursor

from axon_desktop.ui.markdown_view.layout.chunk import Chunk


class Finder:
    """The searched text, its count in each chunk, and the current occurrence."""

    def __init__(self) -> None:
        self.needle = ""
        self.current: tuple[Chunk, int] | None = None
        """A chunk and the number of the occurrence in it."""
        self._ranges: dict[Chunk, tuple[object, list[tuple[int, int]]]] = {}
        self._counts: dict[Chunk, tuple[str, int]] = {}
        """The count, and the text in which it was counted."""

    def search(self, needle: str) -> None:
        """Search for another text."""
        self.needle = needle
        self.current = None
        self._ranges.clear()
        self._counts.clear()

    def count(self, chunk: Chunk) -> int:
        """Return the count in a chunk, if its text is known."""
        if not self.needle or not chunk.text:
            return 0
        counted = self._counts.get(chunk)
        if counted is None or counted[0] is not chunk.text:
            folded = chunk.text.replace("\xa0", " ").casefold()  # as a document is searched
            counted = self._counts[chunk] = chunk.text, folded.count(self.needle.casefold())
        return counted[1]

    def total(self, chunks: Sequence[Chunk]) -> int:
        """Return the total count."""
        return sum(self.count(chunk) for chunk in chunks)

    def number(self, chunks: Sequence[Chunk]) -> int:
        """Return the number of the current occurrence, from 1; 0 if there is none."""
        if self.current is None or self.current[0] not in chunks:
            return 0
        before = chunks[: chunks.index(self.current[0])]
        return sum(self.count(chunk) for chunk in before) + self.current[1] + 1

    def step(self, chunks: Sequence[Chunk], start: int, step: int) -> tuple[Chunk, int] | None:
        """Move to the next (1) or previous (-1) occurrence, starting in chunk `start` if there is none yet."""
        if not chunks:
            return None
        index, number = start, -1 if step > 0 else END
        if self.current is not None and self.current[0] in chunks:
            index, number = chunks.index(self.current[0]), self.current[1]
        for _ in range(len(chunks) + 1):
            count = self.count(chunks[index])
            number = min(number, count) + step
            if 0 <= number < count:
                self.current = (chunks[index], number)
                return self.current
            index = (index + step) % len(chunks)
            number = -1 if step > 0 else END
        self.current = None
        return None

    def ranges(self, chunk: Chunk) -> list[tuple[int, int]]:
        """Return the ranges of the text in a laid-out chunk."""
        if not self.needle or chunk.document is None:
            return []
        # A document that was dropped and laid out again has the same text; one with other blocks has other HTML.
        kept = self._ranges.get(chunk)
        if kept is not None and kept[0] is chunk.html:
            return kept[1]
        found: list[tuple[int, int]] = []
        cursor: QTextCursor = chunk.document.find(self.needle, 0)
        while not cursor.isNull():
            found.append((cursor.selectionStart(), cursor.selectionEnd()))
            cursor = chunk.document.find(self.needle, cursor)
        self._ranges[chunk] = (chunk.html, found)
        return found


END = 1 << 30
