"""Obsidian's syntax breaks nothing of CommonMark."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axon_desktop.markdown.html.cjk_emphasis import InlineParser
from bench.commonmark import compare, our_parser, plain_parser, read_examples, reason_for

SPEC = "AXON_COMMONMARK_EXAMPLES"
"""Names the file of the specification; `make soak` has the one that npm installs."""

PIECES = st.sampled_from([
    "a", "word ", "b*", "*", "**", "_", "__", "`", "``", "[", "]", "(", ")", "[a](b)", "![c](d 'e')", "[x]: /y\n",
    "[x]", "<b>", "</b>", "<!-- c -->", "&amp;", "&#35;", "\\*", "\\[", "  \n", "\\\n", "\n", "\n\n", "# ", "## ",
    "- ", "1. ", "2) ", "> ", "    ", "\t", "```\n", "~~~\n", "---\n", "===\n", "***\n", "<div>\n", "<https://e.example>",
    "!", "^", "%", "=", ": ", "~", "中文", "😀", '"', "'", "\xa0",
])  # fmt: skip
"""Everything of CommonMark, and the single characters of Obsidian's syntax."""


@settings(max_examples=400)
@given(st.lists(PIECES, max_size=40).map("".join))
def test_what_holds_no_obsidian_syntax_is_parsed_as_ever(source: str) -> None:
    plain, ours = plain_parser(), our_parser()
    rules, plain.inline = plain.get_active_rules(), InlineParser()  # emphasis beside Chinese is another test's
    plain.inline.ruler.enableOnly(rules["inline"])
    plain.inline.ruler2.enableOnly(rules["inline2"])
    if "%%" not in source and not reason_for(source, plain, ours):
        assert ours.render(source) == plain.render(source and source.removesuffix("\n") + "\n")


def test_examples_of_the_specification_come_out_as_ever() -> None:
    file = os.environ.get(SPEC)
    if not file:
        pytest.skip(f"{SPEC} names no file with the examples")
    outcome = compare(read_examples(Path(file)))
    assert outcome.plain >= outcome.examples - 3
    assert [found for found in outcome.differences if not found.reason] == []
    assert outcome.plain - outcome.ours <= 7
