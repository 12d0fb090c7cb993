"""Bases as tables and canvases as drawings inside notes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop.markdown.html.embed_keys import EmbedKey
from axon_desktop.markdown.html.embeds import EmbeddedNote, EmbeddedPicture
from axon_desktop.markdown.html.pictures import canvas_drawing, read_address
from axon_desktop.theme.colors import DARK, LIGHT, Colors
from axon_desktop.ui.bases.embedded_base import MOST_ROWS
from axon_desktop.ui.canvas.embedded_canvas import MOST_CARDS, draw_canvas
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.markdown_view.embeds.embed_kinds import EMBED_KINDS, load_embed
from axon_desktop.ui.markdown_view.embeds.picture import PictureFormat
from axon_desktop.vault import Vault
from tests.ui.chat_world import Run
from tests.ui.obsidian_window import vault_window
from tests.waiting import until

BASE = """filters:
  and: ['file.hasTag("book")']
views:
  - type: table
    name: All
    order: [file.name, note.status]
  - type: table
    name: Read
    filters: {and: ['status == "read"']}
    order: [file.name]
"""
CARDS = [
    {"id": "a", "type": "text", "x": 0, "y": 0, "width": 260, "height": 120, "text": "# Plan\nA **bold** one"},
    {"id": "b", "type": "file", "x": 400, "y": 0, "width": 260, "height": 120, "file": "One.md", "color": "4"},
]
EDGES = [{"id": "e", "fromNode": "a", "toNode": "b", "label": "to"}]


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    root = tmp_path / "vault"
    root.mkdir()
    for name, status in (("One", "read"), ("Two", "a|b [[x]] <b>*c*</b>"), ("书", "read")):
        text = f"---\nstatus: {json.dumps(status, ensure_ascii=False)}\ntags: [book]\n---\n"
        (root / f"{name}.md").write_text(text, encoding="utf-8")
    (root / "Books.base").write_text(BASE, encoding="utf-8")
    (root / "Board.canvas").write_text(json.dumps({"nodes": CARDS, "edges": EDGES}), encoding="utf-8")
    vault = Vault(root)
    vault.names.scan()
    return vault


@pytest.fixture
def show(vault: Vault, qtbot: QtBot, qapp: QApplication) -> Callable[[str], MarkdownView]:
    view = MarkdownView(
        resolve_link=lambda target: vault.names.resolve_link(target, "Note.md"),
        load_note=lambda key: load_embed(vault, None, key),
    )
    qtbot.addWidget(view)
    view.resize(800, 900)
    view.show()

    def show_text(text: str) -> MarkdownView:
        view.set_note("Note", text, path="Note.md")
        qtbot.waitUntil(lambda: "Books.base" not in text or "file" in view.to_plain_text())
        qtbot.waitUntil(lambda: not view.at_work)
        return view

    return show_text


def lines(view: MarkdownView) -> list[str]:
    return [line.strip() for line in view.to_plain_text().splitlines() if line.strip()]


def html(view: MarkdownView) -> str:
    return "".join(chunk.html or "" for chunk in view._content.chunks())


def test_base_is_a_table_with_links_to_its_files(show: Callable[[str], MarkdownView]) -> None:
    view = show("![[Books.base]]")
    said = lines(view)
    assert said[-8:] == ["Name", "status", "One", "read", "Two", "a|b [[x]] <b>*c*</b>", "书", "read"]
    assert "All · 3 files" in said
    assert 'href="axon-note:One.md"' in html(view)
    assert 'href="axon-note:Books.base"' in html(view)


def test_pictures_of_a_base_are_those_of_markdown(show: Callable[[str], MarkdownView], vault: Vault) -> None:
    (vault.root / "my leaf.png").write_bytes(b"png")
    vault.names.scan()
    formulas = "{p: 'image(\"my leaf.png\")', w: 'image(\"https://example.org/a.png\")'}"
    view = show(
        f"```base\nformulas: {formulas}\nviews:\n  - {{type: table, order: [formula.p, formula.w]}}\n```\n"
    )
    assert '<img src="axon-img:my%20leaf.png"' in html(view)
    assert '<a href="https://example.org/a.png">▧ example.org</a>' in html(view)
    assert 'src="http' not in html(view)


def test_a_view_is_chosen_by_its_name(show: Callable[[str], MarkdownView]) -> None:
    assert lines(show("![[Books.base#read]]"))[-4:] == ["Read · 2 files", "Name", "One", "书"]


def test_base_block_is_a_table_and_one_that_is_cut_is_code(show: Callable[[str], MarkdownView]) -> None:
    block = "```base\nfilters: {and: ['status == \"read\"']}\nviews:\n  - {type: table, order: [file.name]}\n"
    assert lines(show(f"A\n\n{block}```\n\nZ"))[-5:] == ["2 files", "Name", "One", "书", "Z"]
    assert "filters:" in show(block).to_plain_text()


def test_what_is_wrong_with_a_base_is_said(vault: Vault, show: Callable[[str], MarkdownView]) -> None:
    assert "This base is not valid YAML" in show("```base\nviews: [\n```\n").to_plain_text()
    (vault.root / "Broken.base").write_bytes(b"\xff{")
    vault.names.scan()
    assert "Broken.base" in show("![[Broken.base]]\n\nBooks.base file").to_plain_text()


def test_table_is_computed_again_when_its_base_changes_or_the_note_is_reopened(
    vault: Vault, show: Callable[[str], MarkdownView], qtbot: QtBot
) -> None:
    view = show("![[Books.base]]")
    base = vault.root / "Books.base"
    base.write_text(BASE.replace('"book"', '"none"'), encoding="utf-8")
    view.notes_changed(["Books.base"])
    qtbot.waitUntil(lambda: "All · 0 files" in lines(view))
    base.write_text(BASE, encoding="utf-8")
    assert "All · 3 files" in lines(show("![[Books.base]]"))


def test_long_table_is_cut(vault: Vault) -> None:
    for number in range(MOST_ROWS + 7):
        (vault.root / f"N{number:03}.md").write_text("---\ntags: [book]\n---\n", encoding="utf-8")
    vault.names.scan()
    found = load_embed(vault, None, EmbedKey("Books.base", "base", "", "Note.md"))
    assert isinstance(found, EmbeddedNote)
    text = "".join(block.source for block in found.blocks)
    assert text.count("\n| [[") == MOST_ROWS
    assert text.endswith("… and 10 more files")


def test_canvas_is_drawn_under_its_name(show: Callable[[str], MarkdownView], qtbot: QtBot) -> None:
    view = show("![[Board.canvas]]")
    qtbot.waitUntil(lambda: "axon-diagram:canvas:" in html(view) and not view.at_work)
    assert "Board.canvas" in view.to_plain_text()
    (name,) = [name for name in view._images._images if name.startswith("axon-diagram:canvas:")]
    picture = view._images.picture(name)
    assert picture is not None
    assert 600 < picture.size.width() <= 700


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
def test_drawing_wears_the_theme_and_shows_words(vault: Vault, qapp: QApplication, colors: Colors) -> None:
    found = load_embed(vault, None, EmbedKey("Board.canvas", "canvas"))
    assert isinstance(found, EmbeddedPicture)
    _scheme, _detail, source = read_address(found.address) or ("", "", "")
    drawing = canvas_drawing(source)
    assert '"text":"Plan\\nA bold one"' in drawing
    font = QFont()
    font.setPixelSize(15)
    picture = draw_canvas(drawing, PictureFormat(colors, font, 1.0))
    assert picture is not None
    image = picture.image
    shown = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert {colors.bg, colors.raised, colors.text} <= shown


def test_large_or_broken_canvas_has_only_its_name(vault: Vault, show: Callable[[str], MarkdownView]) -> None:
    many = [{**CARDS[0], "id": str(number)} for number in range(MOST_CARDS + 1)]
    (vault.root / "Board.canvas").write_text(json.dumps({"nodes": many}), encoding="utf-8")
    (vault.root / "Bad.canvas").write_text("{", encoding="utf-8")
    vault.names.scan()
    view = show("![[Board.canvas]]\n\n![[Bad.canvas]]")
    assert "axon-diagram" not in html(view)
    assert "Board.canvas" in view.to_plain_text()
    assert "Bad.canvas" in view.to_plain_text()


def test_keys_of_different_embeds_have_different_marks() -> None:
    kinds = {kind.name: kind for kind in EMBED_KINDS}
    assert kinds["canvas"].key("A.canvas", "View", "N.md") == EmbedKey("A.canvas", "canvas")
    base = kinds["base"].key("A.base", "View", "N.md")
    assert base == EmbedKey("A.base", "base", "View", "N.md")
    block = kinds["base"].key("", "", "N.md", "views:\n  - a\n\n")
    keys = [EmbedKey("A.base"), base, base._replace(view="Other"), base._replace(this="M.md"), block]
    assert len({key.mark for key in keys}) == len(keys)


@pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")
def test_the_reading_pane_shows_boards_in_notes(
    qapp: QApplication, tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    notes = {
        "Home.md": "![[Books.base#Read]]\n\n![[Board.canvas]]\n",
        "One.md": "---\nstatus: read\ntags: [book]\n---\n",
        "Books.base": BASE,
        "Board.canvas": json.dumps({"nodes": CARDS, "edges": EDGES}),
    }

    async def body() -> None:
        async with vault_window(qapp, tmp_path, notes) as world:
            world.window.preview.open_note("Home.md")
            await world.shows("Home.md")
            view = world.window.preview.body.view
            await until(lambda: "Read · 1 file" in view.to_plain_text())
            await until(lambda: "axon-diagram:canvas:" in html(view) and not view.at_work)
            assert 'href="axon-note:One.md"' in html(view)

    run_async(body())
