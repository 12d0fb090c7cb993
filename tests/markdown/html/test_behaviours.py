"""What Obsidian's help promises, one example each; the data file names the page."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import yaml

from axon_desktop.markdown.html.callouts import Folding
from axon_desktop.markdown.html.embed_keys import EmbedKey
from axon_desktop.markdown.html.embeds import EmbeddedNote, scan_embedded
from axon_desktop.markdown.html.render import Renderer
from axon_desktop.markdown.scan.blocks import scan_blocks
from axon_desktop.markdown.scan.definitions import collect_definitions
from axon_desktop.theme.colors import LIGHT
from axon_desktop.vault.names.table import NameTable

NOTES = {
    "Home.md": (
        "---\nstate: draft\n---\n# Part\n\nFirst [[#Inner]] ^a1\n\n## Inner\n\n- one ^item\n- two\n\n"
        "## Outro\n\nLast[^1]\n\n| a |\n|---|\n| b |\n\n^tbl\n\n- x\n- y\n\n^lst\n\n[^1]: Foot.\n"
    ),
    "Notes/Deep/Plan.md": "See [[#Here]].\n\n![[Home#^a1]]\n",
    "Loop.md": "Round\n\n![[Loop]]\n",
}
PATHS = [
    *NOTES, "Plan.md", "Notes/Design log.md", "知识图谱.md", "img/pic 1.png", "Engelbart.jpg", "doc.pdf",
    "sound.mp3", "board.canvas",
]  # fmt: skip
BEHAVIOURS: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("behaviours.yaml").read_text("utf-8"))


@cache
def names() -> NameTable:
    return NameTable(sorted(PATHS))


def find_note(key: EmbedKey) -> EmbeddedNote:
    path = key.path
    text = NOTES.get(path)
    if text is None:
        return EmbeddedNote(path, readable=False)
    return scan_embedded(path, text, lambda target: names().resolve_link(target, path))


def render(behaviour: dict[str, Any]) -> str:
    drawn = bool(behaviour.get("drawn"))
    renderer = Renderer(
        LIGHT, lambda target: names().resolve_link(target, "Here.md"), find_note=find_note, pictures=drawn
    )
    if "header" in behaviour:
        return renderer.render_header("", behaviour["header"])
    blocks = [block for block in scan_blocks(behaviour["source"]) if block is not None]
    definitions = collect_definitions(blocks)
    folding = Folding() if behaviour.get("folded") else None
    return renderer.render([*blocks, *definitions.note_blocks()], definitions, folding)


def text_of(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", html).replace("&nbsp;", " ")).strip()


@pytest.mark.parametrize("behaviour", BEHAVIOURS, ids=lambda entry: f"{entry['page']}: {entry['says']}")
def test_notes_are_shown_as_the_help_says(behaviour: dict[str, Any]) -> None:
    html = render(behaviour)
    for part in behaviour.get("has", ()):
        assert (LIGHT.call_bar if part == "note-colour" else part) in html
    for part in behaviour.get("lacks", ()):
        assert part not in html
    for part, times in behaviour.get("times", {}).items():
        assert html.count(part) == times
    if "text" in behaviour:
        assert re.sub(r"\s+(?=#)", " ", text_of(html)) == behaviour["text"]


def test_at_least_120_documented_behaviours_are_checked() -> None:
    assert len(BEHAVIOURS) >= 120
    assert all(set(entry) & {"has", "lacks", "times", "text"} for entry in BEHAVIOURS)
