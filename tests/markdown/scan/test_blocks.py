"""The scanner cuts a note where CommonMark says that a block ends."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from axon_desktop.markdown.scan.blocks import Block, scan_blocks

CONSTRUCTS = Path(__file__).parents[2] / "data" / "markdown" / "constructs.txt"
PLAIN = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def scan(source: str, *, front_matter: bool = True) -> list[Block]:
    return [block for block in scan_blocks(source, front_matter=front_matter) if block is not None]


def assert_same_html(source: str) -> None:
    env: dict[str, Any] = {}
    whole = PLAIN.render(source, env)
    references = env.get("references", {})
    blocks = scan(source, front_matter=False)
    assert "".join(block.source for block in blocks) == source
    assert "".join(PLAIN.render(block.source, {"references": references}) for block in blocks) == whole


def constructs() -> list[str]:
    return CONSTRUCTS.read_text(encoding="utf-8").split("\n=====\n")


@pytest.mark.parametrize("source", constructs())
def test_joined_blocks_give_the_html_of_one_parse(source: str) -> None:
    assert_same_html(source)


def test_there_are_enough_constructs() -> None:
    assert len(constructs()) >= 150


def test_pairs_of_constructs_give_the_html_of_one_parse() -> None:
    samples = constructs()
    for first, second in product(samples[::5], samples[1::6]):
        # A definition that is cut off by the other sample would be a different note.
        if "]:" not in first + second:
            assert_same_html(first + "\n" + second)


# No quote in a quote: markdown-it ends the inner one at a lazy line that begins with a marker, however far it is
# indented, which CommonMark does not.
LINES = st.sampled_from(
    [
        "", "", "text", "two words", "- item", "-", "* star", "1. one", "2. two",
        "10) ten", "> quote", ">",
        "> - deep", "    four", "  two", "   - three", "\ttab", "```", "~~~", "```py", "> ```",
        "- ```", "# head", "text\n---",
        "***", "===", "<div>", "</div>", "<!-- c -->", "<!--", "-->", "<?php", "?>", "<b>",
        "text\na | b\n--- | ---",
        "| c | d |", "   continued", "  - nested", "      code", "中文", "1.", "- - x", "      - far",
    ]
)  # fmt: skip


@settings(max_examples=250, deadline=None)
@given(st.lists(LINES, max_size=14))
def test_any_lines_give_the_html_of_one_parse(lines: list[str]) -> None:
    assert_same_html("\n".join(lines))


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=st.sampled_from(list("ab \t\n\r-*+>#`~|:=_[]()!$%<&;1.2\x00\u2028中")), max_size=300))
def test_scanning_any_text_joins_to_the_same_text(source: str) -> None:
    blocks = scan(source)
    assert "".join(block.source for block in blocks) == source
    position = 0
    for block in blocks:
        assert block.offset == position
        assert block.line == source.replace("\r\n", "\n").replace("\r", "\n").count(
            "\n", 0, len(source[:position].replace("\r\n", "\n"))
        )
        position += len(block.source)


KINDS = {
    "# a\n": "heading",
    "a\nb\n===\n": "heading",
    "text\nmore\n": "paragraph",
    "```py\n\n# no heading\n```\n": "fence",
    "    code\n\n    more\n": "code",
    "- a\n\n  b\n- c\n": "list",
    "1. a\n2. b\n": "list",
    "> [!note] x\n> y\nlazy\n": "quote",
    "a | b\n--|--\n1 | 2\n": "table",
    "<div>\ntext\n</div>\n": "html",
    "<!-- a\n\nb -->\n": "html",
    "<?php\n\necho ?>\n": "html",
    "<![CDATA[\n\nx\n]]>\n": "html",
    "[^a]: note\n\n    more\n": "footnote",
    "---\n": "hr",
    "%%\nhidden\n\nstill\n%%\n": "comment",
    "$$\nx\n$$\n": "math",
    "\n\n": "blank",
}


@pytest.mark.parametrize(("source", "kind"), KINDS.items())
def test_a_construct_is_one_block_of_its_kind(source: str, kind: str) -> None:
    assert [block.kind for block in scan(source + "\n")] == [kind]


def test_front_matter_is_its_own_block_and_only_at_the_start() -> None:
    blocks = scan("---\ntags: [a]\n---\n# Title\n\n---\nx: y\n---\n")
    assert [block.kind for block in blocks] == ["front_matter", "heading", "hr", "heading"]
    assert blocks[1].line == 3


def test_front_matter_that_is_not_closed_is_a_rule() -> None:
    assert [block.kind for block in scan("---\na: b\n\ntext\n")] == ["hr", "paragraph", "paragraph"]


def test_a_table_after_a_line_of_text_is_a_block_of_its_own() -> None:
    blocks = scan("intro\nmore\na | b\n--|--\n1 | 2\n\nafter\n")
    assert [(block.kind, block.line) for block in blocks] == [("paragraph", 0), ("table", 2), ("paragraph", 6)]


def test_headings_have_level_and_text() -> None:
    blocks = scan("## Two ##\n\nOne\nline\n===\n\n#\n")
    assert [block.heading for block in blocks] == [(2, "Two"), (1, "One line"), (1, "")]


def test_the_scan_pauses_inside_a_long_block() -> None:
    for source in ("```\n" + "x\n" * 5000, "- a\n" * 5000, "x\n" * 5000, "> q\n" * 5000):
        items = list(scan_blocks(source))
        assert items.index(None) == 0
        assert items.count(None) >= 5000 // 256


@pytest.mark.parametrize(
    ("source", "heading"),
    [
        ("#tag and words\n---\n", (2, "#tag and words")),
        ("####### seven\n===\n", (1, "####### seven")),
        ("#######\n---\n", (2, "#######")),
        ("#\n", (1, "")),
        ("###### \n", (6, "")),
        ("  ### A ###\n", (3, "A")),
    ],
)
def test_level_and_text_of_a_heading(source: str, heading: tuple[int, str]) -> None:
    (block,) = [block for block in scan_blocks(source) if block is not None]
    assert block.kind == "heading"
    assert block.heading == heading
