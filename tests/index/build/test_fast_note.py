from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from axon_desktop.index.build.entry import read_entry
from axon_desktop.index.build.fast_note import read_plain
from bench.texts import markdown

SAMPLES = Path(__file__).resolve().parents[3] / "resources" / "sample_vault"
PIECES = (
    "word", "Word two", "知识", "[[Note]]", "![[Pic.png|100]]", "[[a#b|c]]", "[text](To%20file.md)", "[text](",
    "target.md)", "#tag", "#a/b", "^name", " ^name", "`code`", "`[[x]]`", "`#t`", "`", "``", "[", "]", "(", ")",
    "<", ">", "<b>", "</b>", "<!--", "-->", "<div>", "<!-- x -->", "<i>x</i>", "<pre>", "%%", "$", "$x$", "$$",
    "|", "\\", "\\[", "[ ]", "[x]", "[^1]", "[^1]:", "[label]:", "[label]: /to", "**bold**", "*", "**", "_", "==",
    ":", "- ", "* ", "+ ", "1. ", "2) ", "> ", "> [!note]", "# ", "## ", "###### x", "#", "---", "===", "***",
    "```", "~~~", "```md", "````", "|-|-|", "| a | b |", "|---|---|", ":--", "-",
)  # fmt: skip
BEFORE = (
    "", "", "", "", " ", "  ", "   ", "    ", "      ", "\t", "\t\t", "- ", "  - ", "\t- ", "> ", "> - ", "1. ",
    "-    ",
)  # fmt: skip
ENDS = ("\n", "\n", "\n", "\n\n", "\n\n", "\n \n", "\r\n", "  \n", "\\\n")
PROPERTIES = (
    "---\ntags: [one, two]\n---\n",
    "---\nup: '[[Parent]]'\nalias: A\n---\n",
    "---\n---\n",
    "---\nnot closed\n",
    '---\ntitle: "a #tag and \\u005b[x]]"\n---\n',
)

lines = st.builds(
    lambda before, pieces, end: before + "".join(pieces) + end,
    st.sampled_from(BEFORE),
    st.lists(st.sampled_from(PIECES), max_size=4),
    st.sampled_from(ENDS),
)
notes = st.builds(
    lambda front, body: front + "".join(body), st.sampled_from(("", "", *PROPERTIES)), st.lists(lines, max_size=12)
)


def is_right(text: str) -> bool:
    """Tell whether a note was plain, after comparing with what reading its blocks says."""
    plain = read_plain("Note.md", text)
    if plain is not None:
        assert plain == read_entry("Note.md", text)
    return plain is not None


@settings(max_examples=600)
@given(notes)
@example("- a\n\n      [[code]]\n")
@example("text\n    [[text]]\n")
@example("    [[code]]\n")
@example("| a |\n|---|\n    [[code]]\n")
@example("- # h\n      [[code]]\n")
@example("- a\n\t- b [[x]]\n\t- c [[y]]\n")
@example("`a\n[[x]]` b\n")
@example("[a\nb](c.md)\n")
@example("# a | b\n--|--\n")
@example("```\n[[x]]\n```\n[[y]]")
@example("```\n[[x]]\n")
@example("-     [[code]]\n")
@example("> a\n>     [[x]]\n")
@example("<div>\n```\n\n[[x]]\n```\n")
@example("<div>\n  ```\n\n  [[x]]\n  ```\n")
@example("- a\n    ```\n    [[x]]\n\n    #t\n    ```\n    [[y]]\n")
@example("text\n    ```\n    a ``` [[x]]\n    ```\n")
@example("text\n10. a\n      ```\n      b ``` [[x]]\n      ```\n")
@example("10. a\n\n      ```\n      [[x]]\n     ```\n      [[y]]\n")
@example("> ```\n> [[x]]\n> ```\n> [[y]]\n")
@example("> ```\n> text ^id\n> ```\n")
@example("> ```\n[[x]]\n> ```\n")
@example("text\n\n    [[code]]\n\n    ```\n    #x\n    ```\n[[y]]\n")
@example("- a\nlazy\n\n    [[x]]\n")
@example("[^1]: f\n\n    [[x]]\n")
@example("- a\n\ntext\n\n    [[x]]\n")
@example("<!--\n[a]\n\n`b\n-->\n    [[x]]\n")
@example("<!--\n# [[x]]\n-->\n[[y]]\n")
@example("<!-->\n[[x]]\n-->\n")
@example("<span>#tag</span> [[x]]\n")
@example("<span>\n[[x]]\n")
@example("-   a\n  <div>\n- b\n\n    - [[x]]\n")
def test_what_is_read_plainly_is_what_reading_the_blocks_says(text: str) -> None:
    is_right(text)


@pytest.mark.parametrize("note", sorted(SAMPLES.rglob("*.md")), ids=lambda path: path.name)
def test_sample_notes_are_read_the_same(note: Path) -> None:
    is_right(note.read_text("utf-8"))


def test_notes_as_people_write_them_are_plain() -> None:
    chance = random.Random(3)
    texts = [markdown(1_500, seed=chance.randrange(10_000)) for _ in range(100)]
    assert sum(is_right(text) for text in texts) >= 98  # the others are cut off within a link
    assert is_right(
        "---\ntags: [a]\n---\n# Title\n\nText [[link]] and #tag.\n\n- [ ] task [[a|b]]\n\t- below #it\n\n"
        "> [!note] Title\n> with [[quote]]\n\n| a | b |\n|---|---|\n| [[x]] | `y` |\n\n```py\n# [[no]]\n```\n"
        "end ^name\n"
    )
    assert is_right(
        "<span>#tag/one</span>\n\n<!--\nnot [shown\n\n--> <br>\n\n- item\n    ```tasks\n    # no\n\n    [[no]]\n"
        "    ```\n    - [[below]]\n\n> [!note]\n> ```js\n> [[no]]\n>\n> ```\n> [[yes]]\n\n"
        "Text\n\n    code [[no]]\n\n    ```\n    # no\n\nText #yes\n"
    )
