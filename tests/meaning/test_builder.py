from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from axon_desktop.meaning.builder import MeaningBuilder
from axon_desktop.meaning.passages import cut_note, encoded_text
from axon_desktop.meaning.vector_file import ALL
from axon_desktop.meaning.vector_store import VectorStore

DATA: dict[str, Any] = json.loads((Path(__file__).parents[1] / "data/edited_notes.json").read_text("utf-8"))
NOTE = "Garden.md"


class CountingEncoder:
    """An `Encoder` whose vectors have no meaning."""

    id = "counting"
    stays_here = True
    portion = 2
    unlike = 0.0

    def __init__(self) -> None:
        self.texts: list[str] = []

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        self.texts += texts
        rows = [np.frombuffer(hashlib.sha512(text.encode()).digest(), np.int8) for text in texts]
        vectors = np.array(rows, np.float32)
        return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


class World:
    """A vault of one note, what encodes it, and its vectors."""

    def __init__(self, home: Path) -> None:
        self.note = home / "vault" / NOTE
        self.note.parent.mkdir()
        self.encoder = CountingEncoder()
        self.store = VectorStore(home / "meaning", self.encoder.id, write=True)
        self.builder = MeaningBuilder(self.note.parent, self.store, self.encoder)

    def write(self, text: str) -> None:
        self.note.write_bytes(text.encode())

    def work(self) -> list[str]:
        """Do all that is to be done; return what was encoded."""
        self.encoder.texts.clear()
        while self.builder.step():
            pass
        return [*self.encoder.texts]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path)
    made.write(DATA["before"])
    made.builder.compare()
    assert len(made.work()) == len(made.store.vectors(NOTE)) == 4
    yield made
    made.store.close()


@pytest.mark.parametrize("is_told", [True, False])
@pytest.mark.parametrize("name", DATA["edits"])
def test_only_passages_whose_text_changed_are_encoded(world: World, name: str, *, is_told: bool) -> None:
    """Whether somebody says that the note changed, or a comparison finds it; all vectors are those of its text."""
    edit = DATA["edits"][name]
    after = DATA["before"].replace(*edit["replace"])
    assert after != DATA["before"]
    world.write(after)
    if is_told:
        world.builder.mark([NOTE])
    else:
        world.builder.compare()
    assert len(world.work()) == edit["encoded"]
    texts = [encoded_text(NOTE, passage) for passage in cut_note(NOTE, after)]
    assert np.abs(world.store.vectors(NOTE) - world.encoder.encode(texts)).max() < 0.01
    state = world.store.state(NOTE)
    assert state is not None
    assert state.stage == ALL
    world.builder.compare()
    assert world.work() == []
