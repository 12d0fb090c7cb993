"""Headings and blocks are found by the names that links give them, as in Obsidian."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.index.build.fast_note import read_plain
from axon_desktop.markdown.scan.anchors import find_excerpt, heading_key
from axon_desktop.markdown.scan.blocks import scan_blocks
from axon_desktop.vault.links.note_parser import read_marks

CASES = json.loads((Path(__file__).parents[2] / "data/anchors.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("heading", "link", "leads_there"), CASES["headings"])
def test_heading_is_found_by_its_link(heading: str, link: str, leads_there: bool) -> None:
    blocks = [block for block in scan_blocks(f"# Top\n\n## {heading}\n\ntext\n") if block is not None]
    found = find_excerpt(blocks, link)
    assert (found is not None) is leads_there
    assert (heading_key(heading) == heading_key(link)) is leads_there


@pytest.mark.parametrize(("line", "name"), CASES["blocks"])
def test_block_is_found_by_its_name(line: str, name: str) -> None:
    text = f"before\n\n{line}\n\nafter\n"
    assert [one.name for one in read_marks("N.md", text).blocks] == ([name] if name else [])
    plain = read_plain("N.md", text)
    assert plain is None or [one.name for one in plain.blocks] == ([name] if name else [])
    blocks = [block for block in scan_blocks(text) if block is not None]
    assert (find_excerpt(blocks, f"^{name}") is not None) is bool(name)


@given(st.text("abc  .,!?。？：/()&-'x一二", min_size=1, max_size=30))
def test_a_heading_is_always_found_by_its_own_words(heading: str) -> None:
    assert heading_key(heading_key(heading)) == heading_key(heading)
