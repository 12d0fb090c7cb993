from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from axon_desktop.meaning.passages import cut_note, encoded_text, is_local_only, length

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data/passages.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_note_is_cut_into_passages(case: dict[str, Any]) -> None:
    found = [[[*one.headings], one.text, one.line, one.end] for one in cut_note(case["path"], case["text"])]
    assert found == case["passages"]


PIECES = st.sampled_from(
    [
        "# One\n",
        "word " * 30,
        "\n\n",
        "- item\n",
        "| a | b |\n| - | - |\n",
        "```\n",
        "句子。" * 40,
        "\n\n---\n",
        "x" * 900,
        "> q\n",
    ]
)


@example(pieces=["句子。" * 40, "\n---\n", "word"])
@given(pieces=st.lists(PIECES, max_size=30))
@settings(max_examples=60, deadline=None)
def test_passages_are_short_and_in_order(pieces: list[str]) -> None:
    """No words are left out, and each stands between its lines."""
    text = "".join(pieces)
    lines = text.split("\n")
    last = 0
    for passage in cut_note("Some/Note.md", text)[1:]:
        assert 0 < length(passage.text) <= 2_400
        assert last <= passage.line <= passage.end <= len(lines)
        source = "\n".join(lines[passage.line - 1 : passage.end])
        assert all(word in source for word in passage.text.split())
        last = passage.line
    # what is underlined is a heading, and of code there is only the beginning
    assert (
        text.count("句") == sum(one.text.count("句") for one in cut_note("Some/Note.md", text)[1:])
        or "```" in text
        or re.search(r"\S *\n---", text)
    )


def test_section_is_told_to_the_encoder() -> None:
    first, passage = cut_note("A/Rain.md", "# Rain\n\n## Pump\n\nBroken.\n")
    assert encoded_text("A/Rain.md", first) == "Rain. Pump"
    assert encoded_text("A/Rain.md", passage) == "Rain. Pump. Broken."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("---\nlocal-only: true\n---\nx", True),
        ("---\nlocal-only: false\n---\nx", False),
        ("---\ntags: [local-only]\n---\n", True),
        ("\ufeff---\nlocal_only: True\n---\n", True),
        ("local-only: true", False),
        ("", False),
    ],
)
def test_note_says_that_it_stays_here(text: str, expected: bool) -> None:
    assert is_local_only(text) is expected
