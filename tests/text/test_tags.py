"""Tags end where Obsidian ends them, in every script, and mean the same in all that reads them."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.index.build.fast_note import read_plain
from axon_desktop.markdown.html.render import Renderer
from axon_desktop.markdown.scan.blocks import scan_blocks
from axon_desktop.markdown.scan.definitions import collect_definitions
from axon_desktop.text.tags import TAG, TAG_CHARACTER
from axon_desktop.theme.colors import LIGHT
from axon_desktop.vault.links.note_parser import read_marks

CASES: list[tuple[str, list[str]]] = json.loads(
    (Path(__file__).parents[1] / "data/tags.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize(("line", "tags"), CASES)
def test_tags_of_a_line(line: str, tags: list[str]) -> None:
    text = f"words {line} words\n"
    assert read_marks("N.md", text).tags == tags
    plain = read_plain("N.md", text)
    assert plain is None or list(plain.tags) == tags
    blocks = [block for block in scan_blocks(text) if block is not None]
    html = Renderer(LIGHT).render(blocks, collect_definitions(blocks))
    assert [unquote(tag) for tag in re.findall(r'"axon-tag:([^"]*)"', html)] == tags


@given(st.characters(codec="utf-8"))
def test_every_letter_mark_and_number_is_part_of_a_tag(character: str) -> None:
    category = unicodedata.category(character)
    match = TAG.match(f"#x{character}")
    assert match is not None
    if category[0] in "LMN" or category == "So":
        assert match[1] == f"x{character}", f"{character!r} is {category}"
    if category in ("Zs", "Zl", "Zp", "Cc", "Pi", "Pf"):
        assert match[1] == "x", f"{character!r} is {category}"


def test_punctuation_of_living_scripts_ends_a_tag() -> None:
    for character in ",.;:!?()[]{}\"'«»“”‘’…—–、。，；：！？（）「」『』【】《》〈〉・､｡｢｣،؛؟۔।॥·¿¡":
        assert TAG.match(f"#x{character}y") is not None
        assert TAG.match(f"#x{character}y")[1] == "x", character  # type: ignore[index]
    assert TAG_CHARACTER not in ("", ".")
