"""Huge blocks come in bounded parts, in time that grows with their size only."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axon_desktop.markdown.scan.blocks import Block, scan_blocks
from axon_desktop.markdown.scan.split import MAX_PARTS, expand

LONGEST_PART = 4_200

HOSTILE = {
    "table": "| a | b | c |\n|---|---|---|\n" + "| cell one | cell two | three three |\n" * 2700,
    "table of long cells": "| a | b |\n|---|---|\n" + ("| " + "word " * 2000 + " | x |\n") * 5,
    "table of open links": "| a | b |\n|---|---|\n| " + "](" * 10_000 + " | x |\n",
    "table of brackets": "| a | b |\n|---|---|\n| " + "[" * 20_000 + " | x |\n",
    "table of open wikilinks": "| a | b |\n|---|---|\n| " + "[[a" * 7_000 + " | x |\n",
    "line": "word **bold** more " * 12_000,
    "line without spaces": "x" * 200_000,
    "quote marks in a line": ">" * 10_000 + " deep\n",
    "quotes growing": "".join(">" * i + " l\n" for i in range(1, 400)),
    "list": "- item number with text\n" * 5000,
    "list nested 300 deep": "".join("  " * (i % 300) + "- item\n" for i in range(1200)),
    "fence": "```python\n" + "x = 'abc'  # comment here\n" * 10_000 + "```\n",
    "fence in an item": "- a\n\n  ```\n" + "  code line\n" * 5_000 + "  ```\n",
    "brackets": "[" * 20_000,
    "emphasis": "*a **b " * 15_000,
    "table of 2,000 columns": "|" + "a|" * 2000 + "\n|" + "-|" * 2000 + "\n" + ("|" + "b|" * 2000 + "\n") * 5,
    "definitions": "".join(f"[l{i}]: https://example.org/{i}\n" for i in range(5_000)),
    "divs in a line": "<div>" * 20_000,
    "divs in lines": "<div>\n" * 10_000,
    "back-ticks": "`" * 180_000,
    "entities": "&amp;" * 40_000,
    "heading text": "a\n" * 20_000 + "===\n",
    "open tags": "<a " * 30_000,
    "open comments": "<!--" * 30_000,
    "attributes": "<a" + " b" * 50_000,
    "embeds": "![[" * 20_000,
    "dollars": "$a " * 30_000,
    "comment": "%%\n" + "x\n" * 30_000,
    "front matter": "---\n" + "a: b\n" * 30_000 + "---\n",
    "one item with a long line": "- " + "word " * 20_000 + "\n- next\n",
    "carriage returns": "text\r\n" * 20_000,
}


def scan(source: str) -> list[Block]:
    return [block for block in scan_blocks(source) if block is not None]


def show_all(blocks: list[Block]) -> list[Block]:
    """Open every `more` block until nothing is hidden."""
    shown: list[Block] = []
    waiting = list(reversed(blocks))
    while waiting:
        block = waiting.pop()
        if block.kind == "more":
            waiting += reversed([part for part in expand(block) if part is not None])
        else:
            shown.append(block)
    return shown


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
def test_parts_of_a_hostile_block_are_bounded_and_join_to_it(source: str) -> None:
    blocks = scan(source)
    assert "".join(block.source for block in blocks) == source
    shown = [block for block in blocks if block.kind != "more"]
    assert len(shown) <= MAX_PARTS + 400
    everything = show_all(blocks)
    assert "".join(block.source for block in everything) == source
    assert max(len(block.source) for block in everything) <= LONGEST_PART
    position = 0
    for block in everything:
        assert block.offset == position
        position += len(block.source)


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
def test_scanning_twice_as_much_takes_about_twice_as_long(source: str) -> None:
    def seconds(text: str) -> float:
        best = 9.0
        for _ in range(2):
            begin = time.process_time()
            scan(text)
            best = min(best, time.process_time() - begin)
        return best

    assert seconds(source * 4) < 12 * seconds(source) + 0.05


def test_only_later_parts_continue() -> None:
    blocks = scan("x\n\n" + "word " * 2_000 + "\n\ny\n")
    assert [block.continues for block in blocks][:2] == [False, False]
    assert all(block.continues for block in blocks[2:-1])
    assert not blocks[-1].continues


def test_parts_of_a_table_share_header_and_widths() -> None:
    parts = scan("| a | long header |\n|---|---|\n" + "| x | y |\n" * 60)
    assert len(parts) == 5
    assert {part.widths for part in parts} == {parts[0].widths}
    assert sum(parts[0].widths) <= 100
    assert {part.head for part in parts[1:]} == {"| a | long header |\n|---|---|\n"}
    assert all(part.source.count("\n") == 12 for part in parts[1:])


@pytest.mark.parametrize(
    ("header", "row", "most", "least"),
    [
        ("Scripting | Group | Display", "`task.status.typeGroupText` | group by status | x", 0, 2),
        ("Key | What it does", "`Ctrl+Shift+Alt+F12` | " + "some words " * 40, 1, 0),
        ("名称 | 说明", "知识图谱 | " + "这是一个很长的说明，" * 20, 1, 0),
        ("A | B", "[t](https://example.org/a/very/long/address/that/nobody/sees) | a longer text", 1, 0),
    ],
)
def test_columns_have_room_for_their_longest_words(header: str, row: str, most: int, least: int) -> None:
    cells = len(header.split("|"))
    table = f"| {header} |\n|{'---|' * cells}\n" + f"| {row} |\n" * 30
    widths = scan(table)[0].widths
    assert widths.index(max(widths)) == most
    assert widths.index(min(widths)) == least
    line = 573 / 7.8  # letters of the usual note
    for index, width in enumerate(widths):
        for cell in (header, row):
            for word in cell.split("|")[index].split():
                assert not word.isascii() or "](" in word or width / 100 * line >= len(word.strip("`")) + 2


def test_parts_of_an_ordered_list_go_on_counting() -> None:
    parts = scan("".join("5. the same number, as lazy writers do it\n" for _ in range(200)))
    assert parts[0].start == 5
    number = 5
    for part in parts:
        assert part.start == number
        number += part.source.count("\n")


def test_loose_or_tight_is_decided_once_for_a_list() -> None:
    tight = scan("- a item with some text in it\n" * 200)
    assert {part.loose for part in tight} == {False}
    loose = scan("- first\n\n" + "- a item with some text in it\n" * 200)
    assert {part.loose for part in loose} == {True}


def test_parts_inside_a_nested_list_know_their_depth() -> None:
    parts = scan("- top\n" + "  - nested item with some text\n" * 300 + "- last\n")
    assert {part.depth for part in parts[1:-1]} == {1}
    assert all(part.indent == 2 for part in parts[1:-1])
    assert parts[-1].depth == 0
    assert parts[-1].source.startswith("- last")


def test_parts_of_a_fence_know_its_opener() -> None:
    parts = scan("~~~py\n" + "x = 1\n" * 200 + "~~~\n")
    assert {part.head for part in parts[1:]} == {"~~~py\n"}
    assert max(part.source.count("\n") for part in parts) == 40


def test_a_more_block_hides_the_rest_and_expands() -> None:
    blocks = scan("```\n" + "x\n" * 20_000 + "```\n")
    assert len(blocks) == MAX_PARTS + 1
    assert blocks[-1].kind == "more"
    assert blocks[-1].of == "fence"
    following = [block for block in expand(blocks[-1]) if block is not None]
    assert following[0].continues
    assert following[0].head == "```\n"
    assert following[0].line == blocks[-1].line


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 30), st.sampled_from(["- a", "1. b", "text", "> q", "", "```", "| a | b |"])),
        min_size=100,
        max_size=400,
    )
)
def test_any_large_nesting_joins_to_its_source(lines: list[tuple[int, str]]) -> None:
    source = "\n".join(" " * indent + text + " some more words in this line" for indent, text in lines)
    assert "".join(block.source for block in show_all(scan(source))) == source


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_very_short_lines_weigh_more_than_their_letters(end: str) -> None:
    parts = [block for block in scan_blocks(f"a{end}" * 1_900) if block is not None]
    assert "".join(part.source for part in parts) == f"a{end}" * 1_900
    assert max(len(part.source.split()) for part in parts) <= 500
