"""Moving a section of a note: what else is there keeps its bytes and its order."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from axon_desktop.markdown.scan.section_move import move_section

MOVES = json.loads((Path(__file__).parents[2] / "data" / "section_moves.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", MOVES, ids=lambda case: str(case["why"]))
def test_section_comes_before_another_heading(case: dict[str, Any]) -> None:
    moved = move_section(case["note"], case["line"], case["before"])
    assert moved == case["moved"]
    if moved is not None:
        lines = [sorted(filter(str.strip, text.splitlines())) for text in (moved, case["note"])]
        assert lines[0] == lines[1]
