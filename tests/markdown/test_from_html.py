"""HTML of clipboards becomes Markdown; what is no more than its text does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from axon_desktop.markdown.from_html import markdown_of

_CLIPBOARDS = json.loads((Path(__file__).parents[1] / "data" / "clipboards.json").read_text("utf-8"))


@pytest.mark.parametrize("board", _CLIPBOARDS, ids=lambda board: board["from"])
def test_a_clipboard_becomes_markdown(board: dict[str, str | None]) -> None:
    assert markdown_of(str(board["html"])) == board["markdown"]


@pytest.mark.parametrize("html", ["<div>" * 5_000 + "<b>x</b>", "<ul>" * 3_000, "<b>x</b>" + " " * 3_000_000])
def test_what_cannot_be_read_is_left_to_its_text(html: str) -> None:
    assert markdown_of(html) is None
