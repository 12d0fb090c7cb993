from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from axon_desktop.vault.links.note_parser import find_links
from axon_desktop.vault.links.picture_width import set_picture_width

CASES = json.loads((Path(__file__).parents[2] / "data/picture_widths.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['text']!a} {case['width']}")
def test_width_is_written_as_obsidian_does(case: dict[str, Any]) -> None:
    text, lines = case["text"], case.get("lines", (1, 99))
    number, count = case.get("number", 0), case.get("count", 1)
    then = set_picture_width(text, (lines[0], lines[1]), "a.png".__eq__, number, count, case["width"])
    assert then == case["then"]
    if then is not None:
        assert [link.target for link in find_links("N.md", then)] == [
            link.target for link in find_links("N.md", text)
        ]
