"""Malicious notes: nothing is read outside the vault, nothing is sent, each turn of the event loop is short."""

from __future__ import annotations

import socket
from collections.abc import Callable

import pytest
from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from axon_desktop.markdown.html.embeds import scan_embedded
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.markdown_view.layout.chunk import Chunk
from axon_desktop.ui.markdown_view.layout.chunk_builder import ChunkBuilder

Settle = Callable[[MarkdownView], None]
MAX_HTML = 60_000
"""Maximum characters of HTML of one chunk: what is laid out in one turn."""
MAX_BLOCKS = 2_500
"""Maximum paragraphs, cells and items of one chunk."""

NOTES = {
    "table of 5,000 rows": "| a | b |\n|---|---|\n" + "| x | **y** |\n" * 5_000,
    "table of 3,000 columns": "|" + "a|" * 3_000 + "\n|" + "-|" * 3_000 + "\n|" + "x|" * 3_000,
    "a megabyte on one line": "word **bold** [[x]] " * 50_000,
    "a megabyte without a blank": "a" * 1_000_000,
    "180 KB of backticks": "`" * 180_000,
    "backticks of all lengths": " ".join("`" * (n % 80 + 1) for n in range(4_000)),
    "quotes 10,000 deep": ">" * 10_000 + " text",
    "quotes deeper with each line": "".join(">" * n + " x\n" for n in range(1, 400)),
    "lists 300 deep": "".join("  " * n + "- x\n" for n in range(300)),
    "40,000 brackets": "[" * 40_000,
    "40,000 links begun": "[a](" * 20_000,
    "40,000 embeds of itself": "![[N]] " * 6_000,
    "emphasis": "*a **b " * 20_000,
    "dollars": "$ a $$ b " * 20_000,
    "formulas": "$\\frac{1}{2}$ " * 5_000,
    "comments begun": "%% " * 30_000,
    "highlights begun": "==a " * 30_000,
    "tags": "#a/b/c " * 20_000,
    "footnotes": "".join(f"[^{n}] ^[x{n}] " for n in range(5_000))
    + "\n\n"
    + "".join(f"[^{n}]: y\n" for n in range(5_000)),
    "callouts in callouts": "".join("> " * n + f"[!note]- {n}\n" for n in range(1, 60)),
    "callouts": "> [!note]- a\n> b\n\n" * 3_000,
    "diagrams": "```mermaid\ngraph TD\n" + "".join(f"n{n} --> n{n + 1}\n" for n in range(250)) + "```\n\n",
    "an endless diagram": "```mermaid\ngraph TD\n" + "a --> b\n" * 30_000 + "```\n",
    "html never closed": "<div><table><tr><td>" * 5_000,
    "html with far too large numbers": '<table><tr><td colspan="999999999" rowspan="99999">x</td></tr></table>',
    "block names": "a ^b\n\n" * 10_000,
    "front matter": "---\n" + "a: [" * 20_000 + "\n---\n",
    "nul and controls": "a\x00b\x01\x1b[31m\u202e\ufffe" * 2_000,
}  # fmt: skip


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Record every attempted connection."""
    tried: list[object] = []

    def connect(_self: socket.socket, address: object) -> None:
        tried.append(address)
        raise OSError(address)

    monkeypatch.setattr(socket.socket, "connect", connect)
    return tried


@pytest.fixture
def small_turns(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Record how much HTML each layout gets."""
    sizes: list[int] = []
    fill = ChunkBuilder._fill

    def counted(self: ChunkBuilder, chunk: Chunk, document: object, width: float) -> None:
        sizes.append(len(self.render(chunk)))
        fill(self, chunk, document, width)  # type: ignore[arg-type]

    monkeypatch.setattr(ChunkBuilder, "_fill", counted)
    return sizes


@pytest.mark.parametrize("source", NOTES.values(), ids=NOTES)
def test_each_layout_is_small_whatever_the_note_says(
    qtbot: QtBot, qapp: object, settle: Settle, small_turns: list[int], no_network: list[object], source: str
) -> None:
    asked: list[str] = []
    view = MarkdownView(
        resolve_link=lambda target: "N.md" if target == "N" else None,
        load_image=lambda path: asked.append(path),
        load_note=lambda key: scan_embedded(key.path, source, lambda target: "N.md" if target == "N" else None),
    )
    qtbot.addWidget(view)
    view.resize(720, 600)
    view.show()
    view.set_note("N", source)
    settle(view)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    settle(view)
    assert small_turns
    assert max(small_turns) <= MAX_HTML
    documents = [chunk.document for chunk in view._content.chunks() if chunk.document is not None]
    assert (
        max(document.blockCount() for document in documents if isinstance(document, QTextDocument)) <= MAX_BLOCKS
    )
    assert asked == []
    assert no_network == []
    view.hide()
