"""The fence reader against markdown-it-py, which parses whole documents by the CommonMark specification."""

import re
from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from axon_desktop.tools.calls.fences import FenceReader, LineKind, split_lines

_LINES = st.sampled_from(
    """
    |```json:tool|```|````|``` json:tool |~~~json:tool|~~~|~~~~| ```json:tool|   ```json:tool|    ```json:tool
    | ```|   ```|    ```|```json:tool x|``` `a`|``|{"tool": 1}|text| text|    code|> quote|> ```json:tool
    |> ```|>```|> - a|- item|- ```json:tool|-  ```|  ```json:tool|  ```|1. one|2. two|   more|-|1.|* * *|---
    |===|# head|#no|+ plus|    - deep|      ```|- - two|- > q|  > ```|<!-- x|-->|<pre>|</pre>|<div>|</div>|<b>
    |</b>|<?x|?>|<!X|<![CDATA[|]]>|<a href="x">|<br/> y|10) ten|123456789. x|\t```|-\t```|>\t```| \t x|***
    |_ _ _|- ---|<details>|<script>x|*|* a|1) a|    1. b|     ```json:tool|```\t|\t```json:tool
    """.replace("\n    ", "").split("|")
)
_DOCUMENTS = st.lists(_LINES, min_size=1, max_size=14).map("\n".join)
_LITERAL = re.compile(r" {0,3}`{3,}")


def _by_reader(text: str) -> list[tuple[int, int]]:
    """Return first and last line of every closed `json:tool` fence outside quotes, as we read them."""
    reader = FenceReader()
    found = []
    opened = None
    for number, line in enumerate(split_lines(text)):
        kind = reader.read(line)
        fence = reader.fence
        if kind is LineKind.OPEN and fence is not None:
            opened = number if fence.info == "json:tool" and fence.marker[0] == "`" else None
        elif kind is LineKind.CLOSE and opened is not None:
            found.append((opened, number))
            opened = None
        elif kind is not LineKind.INSIDE:
            opened = None
    return found


def _by_specification(text: str) -> list[tuple[int, int]]:
    """Return the same, as markdown-it-py reads them."""
    lines = text.split("\n")
    found = []
    quotes = 0
    for token in MarkdownIt("commonmark").parse(text + "\n"):
        quotes += token.nesting if token.type.startswith("blockquote") else 0
        if token.type != "fence" or quotes or token.info.strip() != "json:tool" or token.markup[0] != "`":
            continue
        assert token.map is not None
        first, end = token.map
        closed = end - first == token.content.count("\n") + 2
        if closed and _LITERAL.match(lines[first].expandtabs(4)):
            found.append((first, end - 1))
    return found


@settings(max_examples=600, deadline=None)
@given(_DOCUMENTS)
@example("- ```json:tool\n  {}\n  ```\n```json:tool\n{}\n```")
@example("> text\nlazy\n```json:tool\n{}\n```")
@example("1. step\n\n   ```json:tool\n   {}\n   ```")
def test_fences_are_those_of_commonmark(text: str) -> None:
    assert _by_reader(text) == _by_specification(text)


def test_lines_end_at_lf_cr_and_crlf_only() -> None:
    text = "a\nb\r\nc\rd\u2028e\x0bf\x85g\n\r\n"
    assert [*split_lines(text)] == ["a\n", "b\r\n", "c\r", "d\u2028e\x0bf\x85g\n", "\r\n"]


def test_thinking_ends_with_its_tag() -> None:
    reader = FenceReader()
    kinds = [
        reader.read(line) for line in ("<think>", "```json:tool", "{}", "```", "", "so</think>", "```json:tool")
    ]
    assert kinds == [LineKind.NESTED] * 6 + [LineKind.OPEN]


def test_work_grows_with_the_text_only() -> None:
    """A line deep in quotes and lists costs no more than the depth limit allows."""
    for line in (
        "> " * 20_000,
        "- " * 20_000,
        "`" * 20_000,
        " " * 20_000 + "x",
        "<a" + " b" * 20_000,
        "\t" * 9_000,
    ):
        reader = FenceReader()
        for _ in range(20):
            reader.read(line)
        assert len(reader._containers) <= 32


def test_split_lines_loses_nothing() -> None:
    text = "\r\r\n\n\rx"
    assert "".join(split_lines(text)) == text
    assert all(before for before, _ in pairwise(split_lines(text)))
