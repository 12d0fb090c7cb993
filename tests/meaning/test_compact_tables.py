"""Tables that take few bytes hold what was put into them."""

from __future__ import annotations

import random

import numpy as np

from axon_desktop.meaning.bundled_encoder import PieceTable
from axon_desktop.meaning.path_table import PathTable


def test_each_path_keeps_its_number() -> None:
    chance, table, known = random.Random(2), PathTable(), dict[str, int]()
    for number in range(3_000):
        folder = chance.choice(["", "é/", "知识/冰/", "\udcff/"])
        path = f"{folder}{number % 2_500} {'x' * (number % 7)}.md"
        assert table.find(path) == known.get(path, -1)
        assert table.add(path) == known.setdefault(path, len(known))
    assert len(table) == len(known)
    assert [table[number] for number in range(len(table))] == [*known]
    assert [table.find(path) for path in known] == [*known.values()]
    assert table.find("another.md") == -1
    assert table.are_below("知识/冰") == [path.startswith("知识/冰/") for path in known]


def test_each_row_of_the_encoder_is_as_it_was() -> None:
    """Rows of numbers near each other, far from each other, and at both ends of what a byte of them holds."""
    chance = np.random.default_rng(4)
    rows = chance.integers(0, chance.integers(1, 64, (340, 1)), (340, 32)).astype(np.uint8)
    rows += chance.integers(0, 64 - rows.max(axis=1, keepdims=True), (340, 1)).astype(np.uint8)
    table = PieceTable(*rows.shape)
    for part in range(17):
        table[part::17] = rows[part::17]
    wanted = chance.integers(0, 340, 500)
    assert (table[wanted] == rows[wanted]).all()
