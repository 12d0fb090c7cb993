"""Which passages mean what was asked: the nearest vectors, held against the notes as they are now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from axon_desktop.index.build.record import digest_of
from axon_desktop.meaning.encoder import Encoder
from axon_desktop.meaning.messages import Ask, MeaningPassage
from axon_desktop.meaning.passages import cut_note, encoded_text
from axon_desktop.vault.files.bulk_read import read_files
from axon_desktop.vault.files.path_gateway import PathGateway

if TYPE_CHECKING:
    from axon_desktop.meaning.encoder import Vectors
    from axon_desktop.meaning.vector_store import Near, VectorStore

_MOST_SHOWN = 240
"""Characters of a passage that are shown."""
_ABOUT = 12
"""Passages that say what a note is about."""
_SAME = 0.75
"""How far texts that say the same in other words are from unlike ones; equal ones are at 1."""
_SPARE = 10
"""Notes that may turn out to have changed before more are asked for."""


class MeaningFinder:
    """Answers questions from a store; changed notes are reported, and not among what is found."""

    def __init__(self, root: Path, store: VectorStore, encoder: Encoder, changed: Callable[[str], None]) -> None:
        self._gateway = PathGateway(root)
        self._store = store
        self._encoder = encoder
        self._changed = changed

    def find(self, ask: Ask) -> tuple[MeaningPassage, ...]:
        """Return the best passage of each note.

        Raises:
            AxonError: the encoder cannot.
        """
        vector = self._mean(self._encoder.encode([ask.text])) if ask.text else self._about(ask.path)
        found: list[MeaningPassage] = []
        most, seen = ask.limit + _SPARE, 0
        while True:
            near = self._store.near(vector, most, folder=ask.folder, among=ask.among, without=ask.path)
            found += self._shown(near[seen:], vector, ask.least)
            seen = len(near)
            if len(found) >= ask.limit or seen < most or self._likeness(near[-1].nearness) < ask.least:
                return tuple(found[: ask.limit])
            most *= 2

    def _about(self, path: str) -> Vectors:
        """Return the vector of what a note is about, as it is now."""
        data, state = self._read(path), self._store.state(path)
        if data is None:
            return self._mean(self._encoder.encode([path]))
        if state is not None and state.digest == digest_of(data):
            return self._mean(self._store.vectors(path)[:_ABOUT])
        passages = cut_note(path, data.decode("utf-8", "replace"))[:_ABOUT]
        return self._mean(self._encoder.encode([encoded_text(path, passage) for passage in passages]))

    @staticmethod
    def _mean(vectors: Vectors) -> Vectors:
        mean: Vectors = np.asarray(vectors.mean(axis=0), np.float32)
        return mean / max(float(np.linalg.norm(mean)), 1e-6)

    def _shown(self, near: Sequence[Near], vector: Vectors, least: float) -> Iterator[MeaningPassage]:
        for one in near:
            likeness = self._likeness(one.nearness)
            if likeness < least:
                return
            data = self._read(one.path)
            state = self._store.state(one.path)
            if data is None or state is None or state.digest != digest_of(data):
                self._changed(one.path)
                continue
            passages = cut_note(one.path, data.decode("utf-8", "replace"))
            vectors = self._store.vectors(one.path)
            number = one.number
            if not number and len(vectors) > 1:  # the note as a whole: its text says more than its name
                number = 1 + int(np.argmax(vectors[1:] @ vector))
            passage = passages[number]
            text = passage.text if len(passage.text) <= _MOST_SHOWN else f"{passage.text[:_MOST_SHOWN]}…"
            yield MeaningPassage(one.path, passage.headings, text, passage.line, likeness)

    def _read(self, path: str) -> bytes | None:
        return next((data for _, data in read_files(self._gateway, [path])), None)

    def _likeness(self, nearness: float) -> float:
        unlike = self._encoder.unlike
        return round(min(1.0, max(0.0, (nearness - unlike) / (_SAME * (1 - unlike)))), 4)
