"""The case of a suffix makes no difference: a file is found, linked, moved, indexed and shown all the same."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path, PurePosixPath

import pytest

from axon_desktop.index.build.entry import read_entry
from axon_desktop.index.build.fast_note import read_plain
from axon_desktop.markdown.html.render import Renderer
from axon_desktop.markdown.scan.blocks import scan_blocks
from axon_desktop.markdown.scan.definitions import collect_definitions
from axon_desktop.text.file_names import is_canvas, is_note, may_link, without_suffix
from axon_desktop.theme.colors import LIGHT
from axon_desktop.tools import ToolCall, ToolManager
from axon_desktop.ui.markdown_view.embeds.embed_kinds import EMBED_KINDS
from axon_desktop.vault import Vault
from axon_desktop.vault.bases.notes import VaultNotes
from axon_desktop.vault.search.note_text import read_headings

FILES: list[str] = json.loads((Path(__file__).parents[1] / "data/suffixes.json").read_text(encoding="utf-8"))
CANVAS = '{"nodes": [{"id": "1", "type": "file", "file": "Other.md"}], "edges": []}'
NOTE = "---\naliases: [Start]\n---\n# Head\n[[Other]]\n"


@pytest.mark.parametrize("name", FILES)
def test_a_suffix_in_any_case(name: str, tmp_path: Path) -> None:
    stem, suffix = PurePosixPath(name).stem, PurePosixPath(name).suffix.lower()
    text = {".md": NOTE, ".canvas": CANVAS}.get(suffix, "views: []\n")
    (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "Other.md").write_text("other\n")
    named = stem if suffix == ".md" else name.lower().replace(stem.lower(), stem)
    (tmp_path / "Hub.md").write_text(f"[[{named}]] ![[{named}]] [t](<./{name}>)\n", encoding="utf-8")
    vault = Vault(tmp_path)
    vault.names.scan()

    assert (is_note(name), is_canvas(name)) == (suffix == ".md", suffix == ".canvas")
    assert may_link(name) == (suffix in (".md", ".canvas"))
    assert without_suffix(name) == (stem if suffix == ".md" else name)
    assert vault.names.resolve_link(named, "Hub.md") == name
    assert vault.read(name).path == vault.read(named).path == name
    if suffix == ".md":
        assert vault.read("Start").path == name
        assert read_plain(name, text) == read_entry(name, text)
        assert read_headings(name, text) == ["Head"]
        assert VaultNotes(vault).properties(name)["aliases"].values == ["Start"]
    assert [link.target for link in read_entry(name, text).links] == (
        ["Other"] if suffix == ".md" else ["Other.md"] if suffix == ".canvas" else []
    )
    wanted: list[str] = []
    renderer = Renderer(LIGHT, lambda _: name, find_note=lambda key: wanted.append(key.path), embeds=EMBED_KINDS)
    blocks = [block for block in scan_blocks(f"![[{named}]]") if block is not None]
    html = renderer.render(blocks, collect_definitions(blocks))
    assert wanted == ([name] if suffix != ".png" else []), html

    tools = ToolManager(vault)
    result = asyncio.run(tools.execute(ToolCall("move_note", {"path": name, "to": f"Sub/{name}"})))
    assert result.success, result.error
    assert (tmp_path / "Sub" / name).read_text(encoding="utf-8") == text
    moved = (tmp_path / "Hub.md").read_text(encoding="utf-8")
    assert moved == f"[[{named}]] ![[{named}]] [t](<./Sub/{name}>)\n"
    assert vault.names.resolve_link(named, "Hub.md") == f"Sub/{name}"
