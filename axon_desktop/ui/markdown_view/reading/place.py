"""ReadingPlace: the part of a text at which somebody reads who hears it, and the keys that move it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from axon_desktop.ui.markdown_view.layout.chunk import Chunk
    from axon_desktop.ui.markdown_view.layout.chunk_document import ChunkDocument
    from axon_desktop.ui.markdown_view.reading.parts import Part, PartKind

_END = 1 << 30
_MOST_CHUNKS = 400
"""Chunks that are laid out on the way to the next part of a kind."""
STEPS: dict[int, int] = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
KINDS: dict[int, tuple[PartKind, ...]] = {
    Qt.Key.Key_H: ("heading",),
    Qt.Key.Key_L: ("item", "task"),
    Qt.Key.Key_X: ("task",),
    Qt.Key.Key_T: ("cell",),
    Qt.Key.Key_Q: ("quote", "callout"),
    Qt.Key.Key_C: ("code",),
    Qt.Key.Key_F: ("formula",),
    Qt.Key.Key_G: ("picture",),
}
"""Letters that lead to the next part of a kind, with Shift to the one before, as in screen readers."""
_GROUPS = {Qt.Key.Key_L, Qt.Key.Key_T}
"""Kinds of which the first part is gone to: the beginning of a list, of a table."""


class ReadingPlace:
    """Refers to one of a chunk's parts, or to none."""

    def __init__(self) -> None:
        self.chunk: Chunk | None = None
        self.number = 0
        self._known: dict[Chunk, tuple[ChunkDocument, int, list[Part]]] = {}
        """Parts of the chunks that were asked for, and of which layout."""

    def parts(self, chunk: Chunk) -> list[Part]:
        """Return the parts of a chunk as it is laid out."""
        document = chunk.document
        if document is None:
            return []
        known = self._known.get(chunk)
        if known is None or known[0] is not document or known[1] != chunk.look:
            from axon_desktop.ui.markdown_view.reading.parts import parts_of  # not needed before it is heard

            self._known = {one: kept for one, kept in self._known.items() if one.document is kept[0]}
            known = self._known[chunk] = (document, chunk.look, parts_of(document))
        return known[2]

    @property
    def part(self) -> Part | None:
        """The part; None if there is none, or its chunk is not laid out."""
        parts = self.parts(self.chunk) if self.chunk is not None else []
        return parts[self.number] if self.number < len(parts) else None

    def clear(self) -> None:
        """Be at no part."""
        self.chunk = None

    def step(
        self, chunks: Sequence[Chunk], start: int, key: int, step: int, lay_out: Callable[[Chunk], object]
    ) -> bool:
        """Go to the next (1) or previous (-1) part that a key is about; False if there is none.

        `start` is the chunk to begin with if none is at a part yet.
        """
        kinds = KINDS.get(key)
        index = chunks.index(self.chunk) if self.chunk is not None and self.chunk in chunks else -1
        number = self.number + step if index >= 0 else 0 if step > 0 else _END
        index = start if index < 0 else index
        for _ in range(_MOST_CHUNKS):
            lay_out(chunks[index])
            parts = self.parts(chunks[index])
            number = min(number, len(parts) - 1) if step < 0 else number
            while 0 <= number < len(parts):
                part = parts[number]
                if kinds is None or (part.kind in kinds and (key not in _GROUPS or part.begins)):
                    self.chunk, self.number = chunks[index], number
                    return True
                number += step
            index += step
            if not 0 <= index < len(chunks):
                break
            number = 0 if step > 0 else _END
        return False
