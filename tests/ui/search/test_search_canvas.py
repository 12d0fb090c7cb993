"""Matches in a canvas are shown as text of its cards, not as the JSON of the file."""

from __future__ import annotations

import json
from pathlib import Path

from axon_desktop.ui.search.vault_search import VaultSearch
from axon_desktop.vault import Vault

CARDS = [
    {"id": "a", "type": "text", "x": 0, "y": 0, "width": 9, "height": 9, "text": "# Garden\nplant 蕃茄 here\nfar"},
    {"id": "b", "type": "group", "x": 0, "y": 0, "width": 9, "height": 9, "label": "Garden tools"},
    {"id": "c", "type": "file", "x": 0, "y": 0, "width": 9, "height": 9, "file": "Garden plan.md"},
]
EDGES = [{"id": "e", "fromNode": "a", "toNode": "b", "label": "garden path"}]


def search(tmp_path: Path, canvas: str, query: str) -> tuple[list[str], list[str]]:
    """Return the lines shown for a canvas, and all of its lines."""
    (tmp_path / "Board.canvas").write_text(canvas, encoding="utf-8")
    vault = Vault(tmp_path)
    vault.names.scan()
    answer = VaultSearch(vault, None).find(query, "relevance", 50, lambda: False)
    vault.close()
    (note,) = answer.found.notes
    every = [excerpt.text for excerpt in answer.lines.get(note.path, note.excerpts)]
    return [excerpt.text for excerpt in note.excerpts], every


def test_lines_of_cards_are_shown_with_marks(tmp_path: Path) -> None:
    shown, every = search(tmp_path, json.dumps({"nodes": CARDS, "edges": EDGES}), "garden")
    assert every == ["# Garden", "Garden tools", "Garden plan.md", "garden path"]
    assert shown == every[: len(shown)] != []


def test_chinese_words_of_a_card_are_found_as_they_are_written(tmp_path: Path) -> None:
    shown, _ = search(tmp_path, json.dumps({"nodes": CARDS, "edges": []}, indent=1, ensure_ascii=False), "蕃茄")
    assert shown == ["plant 蕃茄 here"]


def test_letters_that_the_json_names_by_number_are_found(tmp_path: Path) -> None:
    canvas = json.dumps({"nodes": CARDS, "edges": []})
    assert "蕃茄" not in canvas
    assert search(tmp_path, canvas, "蕃茄")[0] == ["plant 蕃茄 here"]


def test_a_broken_canvas_shows_no_line(tmp_path: Path) -> None:
    assert search(tmp_path, '{"nodes": [{"text": "garden"', "garden") == ([], [])
