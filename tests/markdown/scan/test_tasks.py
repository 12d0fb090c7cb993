"""A click on the box of a task changes that one character of the note, wherever the task is."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.markdown.html.callouts import Folding
from axon_desktop.markdown.html.embeds import scan_embedded
from axon_desktop.markdown.html.render import Renderer
from axon_desktop.markdown.scan.blocks import scan_blocks
from axon_desktop.markdown.scan.definitions import collect_definitions
from axon_desktop.markdown.scan.tasks import set_task
from axon_desktop.theme.colors import LIGHT

NOTE = """---
tags: [a]
---
# Title

- [ ] one
  1. [x] two
     - plain
     - [ ] three

> [!todo]- Call
> text
> - [ ] in a callout
>   - [x] deeper

* [?] asked

  loose
* [-] left

para
- - [ ] twice nested

para

    - [ ] as code
"""


def task_links(text: str, own_path: str | None = "N.md") -> list[tuple[int, bool]]:
    """Return what the boxes of a note say: the line, and whether a click ticks it."""
    blocks = [block for block in scan_blocks(text) if block is not None]
    renderer = Renderer(LIGHT, find_note=lambda key: scan_embedded(key.path, text, lambda _target: None))
    html = renderer.render(blocks, collect_definitions(blocks), Folding(frozenset({0})), own_path)
    return [(int(line), state == "+") for line, state in re.findall(r'href="axon-task:(\d+)([+-])"', html)]


def test_each_box_names_its_line() -> None:
    lines = NOTE.splitlines()
    expected = [
        (number, "[ ]" in line)
        for number, line in enumerate(lines, 1)
        if re.search(r"\[[ x?-]\]", line) and "as code" not in line
    ]
    assert task_links(NOTE) == expected
    assert len(expected) == 8


def test_boxes_of_a_huge_list_name_their_lines() -> None:
    text = "before\n\n" + "".join(f"- [ ] task {n}\n  more of it\n" for n in range(300))
    assert task_links(text) == [(3 + 2 * n, True) for n in range(300)]


def test_boxes_of_a_huge_callout_name_their_lines() -> None:
    text = "> [!todo]\n" + "".join(f"> - [ ] task {n} {'word ' * 20}\n" for n in range(200))
    assert task_links(text) == [(2 + n, True) for n in range(200)]


def test_boxes_of_what_is_no_note_are_no_links() -> None:
    assert task_links(NOTE, None) == []


def test_boxes_of_an_embedded_note_are_no_links() -> None:
    blocks = [block for block in scan_blocks("![[Other]]\n\n- [ ] mine") if block is not None]
    renderer = Renderer(
        LIGHT,
        lambda target: f"{target}.md",
        find_note=lambda key: scan_embedded(key.path, "- [ ] theirs", lambda _target: None),
    )
    html = renderer.render(blocks, collect_definitions(blocks), None, "N.md")
    assert "theirs" in html
    assert re.findall(r"axon-task:[^\"]*", html) == ["axon-task:3+"]


@pytest.mark.parametrize(
    ("text", "line", "done", "expected"),
    [
        ("- [ ] a\n- [ ] b\n", 2, True, "- [ ] a\n- [x] b\n"),
        ("- [x] a", 1, False, "- [ ] a"),
        ("- [?] a", 1, False, "- [ ] a"),
        ("1. [ ] a", 1, True, "1. [x] a"),
        ("> > * [ ] a", 1, True, "> > * [x] a"),
        ("> - - [ ] a", 1, True, "> - - [x] a"),
        ("x\r\n\t- [ ] a\r\ny", 2, True, "x\r\n\t- [x] a\r\ny"),
        ("- [ ]", 1, True, "- [x]"),
        ("- [ ] a [ ] b", 1, True, "- [x] a [ ] b"),
        ("- a", 1, True, None),
        ("[ ] a", 1, True, None),
        ("- [ ]a", 1, True, None),
        ("- [ ] a", 2, True, None),
        ("- [ ] a", 0, True, None),
    ],
)
def test_only_the_character_in_the_box_changes(text: str, line: int, done: bool, expected: str | None) -> None:
    assert set_task(text, line, done=done) == expected


@given(st.lists(st.sampled_from(["- [ ] a", "  - [x] b", "text", "", "> - [ ] c", "# h", "* [/] d"]), max_size=30))
def test_every_box_that_is_shown_can_be_ticked(lines: list[str]) -> None:
    text = "\n".join(lines)
    for line, ticks in task_links(text):
        changed = set_task(text, line, done=ticks)
        assert changed is not None
        assert sum(a != b for a, b in zip(text, changed, strict=True)) == 1
        assert (line, not ticks) in task_links(changed)
