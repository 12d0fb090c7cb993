"""Encoders: what turns texts into vectors, which are near each other where the texts mean the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors: TypeAlias = NDArray[np.float32]


class Encoder(Protocol):
    """Turns texts into vectors; loaded when it is first used."""

    @property
    def id(self) -> str:
        """Name and version: vectors of another one cannot be compared with these."""

    @property
    def stays_here(self) -> bool:
        """Whether texts do not leave this computer."""

    @property
    def portion(self) -> int:
        """How many passages are encoded at a time: in between, queries are answered."""

    @property
    def unlike(self) -> float:
        """The cosine of two texts that have nothing to do with each other."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return a row for each text, each of length 1.

        Raises:
            AxonError: it cannot, for now.
        """
