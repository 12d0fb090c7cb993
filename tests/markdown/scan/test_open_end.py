from __future__ import annotations

import pytest

from axon_desktop.markdown.scan.open_end import without_open_end

CUT = [
    ("Look:\n\n$$", "Look:"),
    ("Look:\n\n$$\n", "Look:"),
    ("Look:\n\n$$  \n\n", "Look:"),
    ("Look:\n\n```python\n", "Look:"),
    ("Look:\n\n```", "Look:"),
    ("Look:\n\n~~~~ sh\n\n", "Look:"),
    ("Look:\n\n> ```\n> ", "Look:"),
    ("Look:\n\n> $$\n", "Look:"),
    ("- one\n\n  ```js\n", "- one"),
    ("- one\n- two\n  $$", "- one\n- two"),
    ("1. ```py\n", "1."),
    ("```\na\n```\n\n```\n", "```\na\n```"),
    ("$$\nx\n$$\n\n$$\n", "$$\nx\n$$"),
    ("```mermaid\n", ""),
]
WHOLE = [
    "Look.",
    "",
    "```python\nprint()\n",
    "```python\nprint()\n```",
    "$$\nx^2",
    "$$x^2$$",
    "$$\nx\n$$\n",
    "It costs $$ and more",
    "Use ```code``` here",
    "````\n```\n````",
    "```\n$$\n```",
    "$$\n```\n$$",
    "> ```\n> a\n> ```",
]


@pytest.mark.parametrize(("text", "left"), CUT)
def test_block_that_was_only_begun_goes(text: str, left: str) -> None:
    assert without_open_end(text) == left


@pytest.mark.parametrize("text", WHOLE)
def test_all_else_stays_as_it_is(text: str) -> None:
    assert without_open_end(text) == text
