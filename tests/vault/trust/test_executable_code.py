"""What of a note would be run by Obsidian, a plugin or a browser."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.vault.trust.executable_code import executable_parts, new_executable


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("```dataviewjs\napp.vault.delete()\n```", "dataviewjs"),
        ("~~~ DataviewJS\nx\n~~~", "dataviewjs"),
        ("> ```dataviewjs\n> x\n> ```", "dataviewjs"),
        ("- ```js-engine\n  x\n  ```", "js-engine"),
        ("```{.dataviewjs}\nx\n```", "dataviewjs"),
        ("```dataviewjs\nnever closed", "dataviewjs"),
        ("```tasks\nnot done\nfilter by function task.description\n```", "tasks"),
        ("```tasks\nSORT  BY  FUNCTION 1\n```", "tasks"),
        ("Value: `$= dv.pages().length`", "dataviewjs"),
        ("Hello <% tp.system.prompt() %>", "templater"),
        ("<%*\nconst x = 1\n%>", "templater"),
        ("<script>alert(1)</script>", "script"),
        ("<SCRIPT src=x>", "script"),
        ("<iframe src='https://example.com'></iframe>", "script"),
        ("<img src=x onerror=alert(1)>", "handler"),
        ("<a/onmouseover = 'x'>", "handler"),
        ("[click](javascript:alert(1))", "address"),
        ("[click]( < java\tscript:alert(1)>)", "address"),
        ("[x]: javascript:alert(1)", "address"),
        ("<a href = 'vbscript:x'>", "address"),
        ("[run](obsidian://shell-commands/?execute=x)", "address"),
        ("[run](obsidian://advanced-uri?eval=x)", "address"),
        ("![x](data:text/html,<b>)", "address"),
    ],
)
def test_what_would_run_is_found(text: str, kind: str) -> None:
    assert kind in {found for found, _ in executable_parts(text)}


@pytest.mark.parametrize(
    "text",
    [
        "```js\nalert(1)\n```",
        "```python\nimport os\n```",
        "```dataview\nTABLE file.name\n```",
        "```tasks\nnot done\n```",
        "````markdown\n```dataviewjs\nx\n```\n````",
        "The dataviewjs block and the <% mark alone.",
        "`$HOME` and `x = 1`",
        "[site](https://example.com/javascript:void)",
        "[open](obsidian://open?vault=Notes)",
        "<b>bold</b> <img src='cat.png' alt='on top = good'>",
        "We filter by function, then sort by function.",
    ],
)
def test_what_only_looks_like_it_is_not(text: str) -> None:
    assert not executable_parts(text)


def test_only_what_is_added_counts() -> None:
    block = "```dataviewjs\nx\n```\n"
    assert new_executable(block, f"# Moved\n\n{block}") == []
    assert new_executable(block, block + block) == ["dataviewjs"]
    assert new_executable(block, block.replace("x", "y")) == ["dataviewjs"]
    assert new_executable(block, "") == []


def test_a_block_that_loses_its_quote_is_new() -> None:
    shown = "````md\n```dataviewjs\nx\n```\n````\n"
    assert new_executable(shown, shown.replace("````md\n", "").replace("````\n", "")) == ["dataviewjs"]


@pytest.mark.parametrize(
    "text",
    ["<%" * 300_000, "<a " * 200_000, "](" + " " * 500_000, "href=" * 100_000, "<" + " " * 500_000,
     "`$=" * 200_000, "<a on" + "x" * 400_000, "```\n" * 100_000, "[x]:\n" * 100_000, "<!--" * 100_000,
     "j a v a " * 80_000],
)  # fmt: skip
def test_hostile_text_takes_linear_time(text: str) -> None:
    begun = time.process_time()
    executable_parts(text)
    assert time.process_time() - begun < 10


@given(st.text(alphabet="`~<%$=dataviewjs \n>()[]:on/", max_size=300), st.text(max_size=60))
def test_a_note_adds_nothing_to_itself(before: str, more: str) -> None:
    assert new_executable(before, before) == []
    assert new_executable(more + before, more + before) == []
