"""What is bold, leaning or struck in a line is what the parser of Markdown says."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from axon_desktop.markdown.html.cjk_emphasis import InlineParser
from axon_desktop.text.emphasis import styled

PARSER = MarkdownIt("commonmark", {"html": False}).enable("strikethrough")
PARSER.inline.parse = InlineParser.parse.__get__(PARSER.inline)  # type: ignore[method-assign]
STYLES = {"strong": "strong", "em": "emphasis", "s": "strike"}


def of_parser(text: str) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    open_: list[tuple[str, str]] = []
    for token in PARSER.parseInline(text)[0].children or ():
        if token.nesting > 0:
            open_.append((STYLES[token.tag], ""))
        elif token.nesting < 0:
            found[open_.pop()] += 1
        else:
            open_ = [(style, words + token.content) for style, words in open_]
    return found


def of_styled(text: str) -> Counter[tuple[str, str]]:
    parts = [*styled(text, text, 0, len(text))]
    marks = set()
    for start, end, style in parts:
        size = 1 if style == "emphasis" else 2
        marks |= {*range(start, start + size), *range(end - size, end)}
    return Counter(
        (style, "".join(text[at] for at in range(start, end) if at not in marks)) for start, end, style in parts
    )


@settings(max_examples=300)
@given(st.lists(st.sampled_from("*****____~~a b.中。😀"), max_size=24).map("".join))
def test_emphasis_is_that_of_the_parser(text: str) -> None:
    text = text.strip()
    assert of_styled(text) == of_parser(text)
