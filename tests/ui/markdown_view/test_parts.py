"""The parts below the view: plain text, the column, accessibility."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QAccessible

import axon_desktop.ui.markdown_view
from axon_desktop.markdown.scan.blocks import scan_blocks
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.markdown_view.layout.chunk import CHUNK_WEIGHT, Chunk, Item, group_blocks, same_ends
from axon_desktop.ui.markdown_view.layout.column import Column
from axon_desktop.ui.markdown_view.layout.plain_text import as_copied, plain_text

Settle = Callable[[MarkdownView], None]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>a\n b</p><p>c &lt; d</p>", "a b\nc < d"),
        ("<ul><li>one<ul><li>two</li></ul></li></ul>", "one\ntwo"),
        ("<pre>x\n\n  y\n</pre>z", "x\n\n  y\nz"),
        ("<style>p{}</style>a<br>b", "a\nb"),
        ('<a title="a > b">link</a>', "link"),
        ("<table><tr><td>1</td><td>2</td></tr></table>", "1\n2"),
        ("a&nbsp;b<!-- c -->", "a\xa0b"),
    ],
)
def test_plain_text_has_one_line_for_each_block(html: str, text: str) -> None:
    assert plain_text(html) == text


@pytest.mark.parametrize(
    ("text", "copied"),
    [
        ("a\xa0b", "a b"),
        ("\xa0\xa0#a\xa0\xa0 \xa0\xa0#b/知\xa0\xa0, x", "#a #b/知, x"),
        ("x \xa0\xa0#ta", "x #ta"),
        ("code  #not  a tag", "code  #not  a tag"),
    ],
)
def test_pills_are_copied_without_their_room(text: str, copied: str) -> None:
    assert as_copied(text) == copied


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30), st.integers(0, 4), st.integers(0, 99))))
def test_column_sums_agree_with_a_plain_sum(edits: list[tuple[int, int, int, int]]) -> None:
    column = Column()
    item = Item(1, "assistant")
    for start, stop, count, height in edits:
        size = len(column.rows)
        first, last = sorted((start % (size + 1), stop % (size + 1)))
        column.splice(first, last, [Chunk(item, height=float(height + 1)) for _ in range(count)])
        if column.rows:
            column.resize(column.rows[start % len(column.rows)], float(height + 2))
        y = 0.0
        for index, row in enumerate(column.rows):
            assert column.top(index) == y
            assert column.index(row) == index
            assert column.at(y) == index
            y += row.lead + row.height
            assert column.bottom(index) == y


def test_equal_blocks_at_both_ends_are_found() -> None:
    old = [block for block in scan_blocks("a\n\nb\n\nc\n\nd\n") if block]
    new = [block for block in scan_blocks("a\n\nx\n\ny\n\nc\n\nd\n") if block]
    assert same_ends(old, new) == (1, 2)
    assert same_ends(old, old) == (4, 0)
    assert same_ends(old, []) == (0, 0)


def test_groups_keep_all_blocks_in_order() -> None:
    blocks = [block for block in scan_blocks("\n\n".join("word " * 90 for _ in range(30))) if block]
    groups = list(group_blocks(blocks))
    assert [block for group in groups for block in group] == blocks
    weights = [sum(block.weight for block in group) for group in groups]
    assert max(weights) <= CHUNK_WEIGHT < min(weights[:-1]) + blocks[0].weight


def test_screen_reader_gets_text_links_and_selection(view: MarkdownView, settle: Settle) -> None:
    view.setAccessibleName("Note Home")
    view.set_note("Home", "Some 😀 words and [a link](https://example.org).")
    settle(view)
    interface = QAccessible.queryAccessibleInterface(view)
    assert interface.role() == QAccessible.Role.Document
    assert interface.text(QAccessible.Text.Name) == "Note Home"
    text = interface.textInterface()
    assert text.text(0, text.characterCount()) == "Home\nSome 😀 words and a link."
    text.setSelection(0, 5, 9)
    assert view.selected_text() == "Some"
    children = [interface.child(index) for index in range(interface.childCount())]
    links = [child for child in children if child.role() == QAccessible.Role.Link]
    assert [link.text(QAccessible.Text.Name) for link in links] == ["a link"]
    assert links[0].text(QAccessible.Text.Value) == "https://example.org"
    assert interface.indexOfChild(links[0]) >= 0
    assert links[0].rect().intersects(interface.rect())


def test_nothing_in_the_view_nests_an_event_loop() -> None:
    folder = Path(axon_desktop.ui.markdown_view.__file__).parent
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute):
                assert node.attr not in ("exec", "exec_", "processEvents"), path


def test_space_below_a_list_stands_below_its_inner_lists(
    view: MarkdownView, settle: Callable[[MarkdownView], None]
) -> None:
    view.set_note("N", "- a\n    - b\n- c\n    - d\n        - e\n\nAfter\n\n- [ ] t\n    1. u\n")
    settle(view)
    margins = {}
    for chunk in view.visible_chunks():
        block = chunk.document.begin() if chunk.document is not None else None
        while block is not None and block.isValid():
            margins[block.text()[-1:]] = block.blockFormat().bottomMargin()
            block = block.next()
    assert margins["c"] == margins["t"] == 0
    assert margins["e"] == margins["u"] == 4


def test_code_is_shown_sign_by_sign(view: MarkdownView, settle: Callable[[MarkdownView], None]) -> None:
    view.set_note("N", "Text `a => b`\n\n```js\nx === y\n```\n")
    settle(view)
    found = {}
    for chunk in view.visible_chunks():
        assert chunk.document is not None
        for run in chunk.document.fragments():
            found[run.text()] = [tag.toString() for tag in run.charFormat().font().featureTags()]
    assert {bytes(tag.data()) for tag in found["a => b"]} == {b"calt", b"clig", b"liga"}
    assert found["Text "] == []
