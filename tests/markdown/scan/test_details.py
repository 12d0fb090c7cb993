"""`<details>` folds what stands between its tags, also over blank lines; too much of it is simply shown."""

from __future__ import annotations

from axon_desktop.markdown.html.callouts import Folding
from axon_desktop.markdown.html.render import Renderer
from axon_desktop.markdown.scan.blocks import scan_blocks
from axon_desktop.markdown.scan.definitions import collect_definitions
from axon_desktop.markdown.scan.details import MAX_WEIGHT, gather_details
from axon_desktop.markdown.scan.model import Block
from axon_desktop.markdown.scan.tasks import set_task
from axon_desktop.theme.colors import LIGHT

TEXT = """Before

<details>
<summary>The <b>line</b></summary>

Hidden **words**

- [ ] a task

</details>

After
"""


def gathered(text: str) -> list[Block]:
    return [block for block in gather_details(scan_blocks(text)) if block is not None]


def render(text: str, flipped: frozenset[int] = frozenset()) -> str:
    blocks = gathered(text)
    return Renderer(LIGHT).render(blocks, collect_definitions(blocks), Folding(flipped), "N.md")


def test_it_is_folded_until_the_reader_unfolds_it() -> None:
    html = render(TEXT)
    assert 'href="axon-fold:0"' in html
    assert "The <b>line</b>" in html
    assert "Hidden" not in html
    assert "After" in html
    assert "Hidden <b>words</b>" in render(TEXT, frozenset({0}))


def test_open_is_unfolded() -> None:
    assert "Hidden" in render(TEXT.replace("<details>", "<details open>"))
    assert "Hidden" not in render(TEXT.replace("<details>", "<details open>"), frozenset({0}))
    assert "Hidden" not in render(TEXT.replace("<details>", '<details class="reopen">'))


def test_without_blank_lines_it_is_one_block_of_html() -> None:
    text = "<details><summary>S</summary><p>Hidden</p></details>\n\nAfter"
    assert "Hidden" not in render(text)
    assert "<p>Hidden</p>" in render(text, frozenset({0}))


def test_line_without_a_summary_has_a_name() -> None:
    assert "Details" in render("<details>\n\nx\n\n</details>")


def test_what_follows_the_last_tag_is_shown() -> None:
    assert "rest" in render("<details>\n\nx\n\n</details>\nrest\n")


def test_sources_joined_are_the_note() -> None:
    for text in (TEXT, TEXT * 3, TEXT[:60], f"{TEXT}<details>\n\nnever closed\n\n# a\n"):
        assert "".join(block.source for block in gathered(text)) == text


def test_details_and_callouts_inside_keep_their_numbers() -> None:
    text = (
        "<details><summary>A</summary>\n\n> [!tip]- T\n> tip\n\n"
        "<details><summary>B</summary>\n\nb\n\n</details>\n\n</details>\n\n> [!note]- N\n> note\n"
    )
    assert "note" not in render(text).replace("note</a>", "").partition("axon-fold:3")[2].partition("</p>")[2]
    for flipped in (frozenset[int](), frozenset({0}), frozenset({0, 1, 2})):
        assert 'axon-fold:3!"' in render(text, flipped)
    html = render(text, frozenset({0, 2}))
    assert "<p>b</p>" in html
    assert "tip</p>" not in html


def test_task_inside_names_its_line() -> None:
    html = render(TEXT, frozenset({0}))
    assert 'href="axon-task:8+"' in html
    assert "- [x] a task" in (set_task(TEXT, 8, done=True) or "")


def test_too_much_or_too_deep_does_not_fold_but_is_shown() -> None:
    heavy = "<details><summary>S</summary>\n\n" + "words and words\n\n" * (MAX_WEIGHT // 10) + "</details>\n"
    assert "axon-fold" not in render(heavy)
    assert "words and words" in render(heavy)
    deep = "<details><summary>s</summary>\n\n" * 60 + "x" + "\n\n</details>" * 60
    html = render(deep, frozenset(range(100)))
    assert html.count("axon-fold") == 3
    assert html.count("<table") <= 3


def test_unclosed_details_hold_nothing_back() -> None:
    html = render("<details><summary>S</summary>\n\nwords\n\n# Heading\n")
    assert "words" in html
    assert "<h1>Heading</h1>" in html
