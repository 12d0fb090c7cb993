"""The space between two chunks equals that between the same blocks in one document."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from PySide6.QtGui import QFont, QTextDocument

from axon_desktop.markdown.html.render import Renderer
from axon_desktop.markdown.html.style import stylesheet
from axon_desktop.markdown.scan.blocks import Block, scan_blocks
from axon_desktop.markdown.scan.definitions import Definitions
from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.markdown_view.layout.chunk import Chunk, Item
from axon_desktop.ui.markdown_view.layout.column import Column

BLOCKS = {
    "paragraph": "Text of it\n\n",
    "heading": "## H\n\n",
    "list": "- a\n- b\n\n",
    "loose list": "1. a\n\n2. b\n\n",
    "fence": "```\ncode\n```\n\n",
    "table": "|a|b|\n|-|-|\n|1|2|\n\n",
    "callout": "> [!note] T\n> x\n\n",
    "rule": "***\n\n",
    "formula": "$$\nx\n$$\n\n",
    "diagram": "```mermaid\ngraph TD\na-->b\n```\n\n",
    "html": "<p>x</p>\n\n",
    "comment and fence": "<!-- c -->\n<!-- d -->\n\n```\ncode\n```\n\n",
}


def blocks_of(source: str) -> tuple[Block, ...]:
    return tuple(block for block in scan_blocks(source) if block is not None)


def height_of(blocks: Iterable[Block]) -> float:
    document = QTextDocument()
    font = QFont()
    font.setPixelSize(15)
    document.setDefaultFont(font)
    document.setDocumentMargin(0)
    document.setDefaultStyleSheet(stylesheet(LIGHT))
    document.setTextWidth(600)
    document.setHtml(Renderer(LIGHT, pictures=True).render(list(blocks), Definitions()))
    return document.size().height()


@pytest.mark.parametrize("above", BLOCKS)
@pytest.mark.parametrize("below", BLOCKS)
def test_seam_is_as_wide_as_within_a_document(qapp: object, above: str, below: str) -> None:
    if "list" in above and "list" in below:
        pytest.skip("Qt joins two lists that meet in one document")
    if above == below == "rule":
        pytest.skip("Qt joins two rules")
    item = Item(1, "note")
    rows = [Chunk(item, blocks=blocks_of(BLOCKS[name]), height=10.0) for name in (above, below)]
    column = Column()
    column.splice(0, 0, rows)
    apart = height_of(rows[0].blocks) + height_of(rows[1].blocks)
    together = height_of(blocks_of(BLOCKS[above] + BLOCKS[below]))
    assert rows[1].lead == pytest.approx(together - apart, abs=0.6)
