"""Names with characters that mean something in an address: links in Markdown and HTML lead to their files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from axon_desktop.vault import Vault
from axon_desktop.vault.links.note_parser import find_links
from axon_desktop.vault.moves.link_rewrite import propose_move

NAMES: list[str] = json.loads((Path(__file__).parents[2] / "data/marks_in_names.json").read_text("utf-8"))
LINKS = "[x](</L.md#H>) [x](L.md) ![x](<L.md>) [y][r] <img src=\"L.md\"> <a href='/L.md'>z</a>\n\n[r]: L.md\n"


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_to_a_file_that_is_moved_there(name: str, tmp_path: Path) -> None:
    (tmp_path / "v").mkdir()
    (tmp_path / "v/L.md").write_text("text")
    (tmp_path / "v/Index.md").write_text(LINKS)
    vault = Vault(tmp_path / "v", data_dir=tmp_path / "data")
    vault.apply_all(propose_move(vault, "L.md", name), turn="1")
    vault.names.scan()
    links = find_links("Index.md", (tmp_path / "v/Index.md").read_text())
    assert {vault.names.resolve_link(link.target, "Index.md") for link in links} == {name}
    assert [link.anchor for link in links if link.anchor] == ["H"]
    vault.undo_turn("1")
    assert (tmp_path / "v/Index.md").read_text() == LINKS
    vault.close()


def test_a_heading_follows_where_no_file_has_the_whole_name(tmp_path: Path) -> None:
    for name in ("Plan.md", "C#.md"):
        (tmp_path / name).write_text("text")
    names = Vault(tmp_path).names
    names.scan()
    asked = ("Plan#Aims", "C#", "C#Aims", "C")
    assert [names.resolve_link(target, "") for target in asked] == ["Plan.md", "C#.md", None, None]
