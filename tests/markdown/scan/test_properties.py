"""Front matter is YAML, whoever reads it; what is not YAML is read as well as it can be, and never fails."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from axon_desktop.errors import NoteNotFoundError
from axon_desktop.index.build.entry import read_entry
from axon_desktop.index.build.fast_note import read_plain
from axon_desktop.markdown.scan.blocks import scan_blocks
from axon_desktop.markdown.scan.properties import (
    MAX_CHARACTERS,
    Property,
    aliases_of,
    front_matter_end,
    read_properties,
    tags_of,
)
from axon_desktop.markdown.scan.yaml_values import read_mapping
from axon_desktop.vault import Vault

CASES: list[tuple[str, list[list[object]]]] = json.loads(
    (Path(__file__).parents[2] / "data/front_matter.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize(("yaml", "properties"), CASES)
def test_front_matter_is_yaml(yaml: str, properties: list[list[object]]) -> None:
    expected = [Property(*item) for item in properties]  # type: ignore[arg-type]
    for text in (
        f"---\n{yaml}\n---\n",
        f"---  \n{yaml}\n---\t\nbody\n---\n",
        f"---\n{yaml}\n---\n".replace("\n", "\r\n"),
    ):
        end = front_matter_end(text)
        assert next(block.source for block in scan_blocks(text) if block is not None) == text[:end]
        assert read_properties(text[:end]) == expected
        plain = read_plain("N.md", "\ufeff" + text)
        assert read_entry("N.md", "\ufeff" + text).properties == expected
        assert plain is None or plain.properties == expected


@pytest.mark.parametrize(
    "text",
    ["---\ntags: [a]\n", "---\na: b\n----\n", "---\na: b\n--- x\n", " ---\na: b\n---\n", "a\n---\nb: c\n---\n"],
)
def test_a_block_that_is_not_closed_is_no_front_matter(text: str) -> None:
    assert front_matter_end(text) == 0


def test_tags_and_aliases() -> None:
    read = read_properties("Tags: a, b #c\nalias: One, two\naliases: [\"x, y\", ' z ']\ntag:\n  - '#d'\n  - e f\n")
    assert [*tags_of(read)] == ["a", "b", "d", "e", "f"]
    assert [*aliases_of(read)] == ["One", "two", "x, y", "z"]


def test_a_note_is_found_by_an_alias_in_a_list_over_lines(tmp_path: Path) -> None:
    (tmp_path / "A.md").write_text(
        '\ufeff---\r\naliases: ["First One",\r\n  "Second, One"]\r\n---\r\nbody', newline=""
    )
    (tmp_path / "B.md").write_text("---\naliases: [Third]\nnot closed\n")
    vault = Vault(tmp_path)
    assert vault.read("Second, One").path == "A.md"
    with pytest.raises(NoteNotFoundError):
        vault.read("Third")


_ANCHORS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    "yaml",
    [
        _ANCHORS,
        f"a: &a {'x' * 20_000}\nb:\n" + "- *a\n" * 5_000,
        "a: &a [*a]\nb: *a",
        "a: " + "[" * 30_000,
        "a: " + "[" * 20_000 + "]" * 20_000,
        "a: " + "{a: " * 12_000,
        "a:\n  " + "- " * 20_000 + "x",
        "? " * 20_000 + "x",
        "".join(f"k{number}: v\n" for number in range(1_000_000)),
        "".join(f"k{number} : v\n" for number in range(1_000_000)),
        "a: " + "x" * 10_000_000,
        'a: "' + "x" * 10_000_000,
        "a: [" + "x," * 5_000_000,
        "\ud800: x\ny : \udfff",
        "a: b\u0085c: d",
        "!<" * 10_000 + "%TAG ! ",
    ],
)
def test_hostile_front_matter_is_read_within_limits(yaml: str) -> None:
    read = read_properties(f"---\n{yaml}\n---\n")
    assert sum(len(item.name) + sum(map(len, item.values)) for item in read) < 10 * MAX_CHARACTERS
    assert len(read) <= 1_000


_WORDS = (
    "a", "知识", "🎁", " ", "  ", ":", "#", "-", ",", "?", "~", "null", "10:30", "https://a.b/c", "\u3000", "\\",
    "]", "[", "|", "&", "*", "@", "=", '"', "'",
)  # fmt: skip
_text = st.lists(st.sampled_from(_WORDS), max_size=3).map("".join)
_scalar = st.one_of(
    st.just("word"), _text, _text.map("b {}".format), _text.map("'{}'".format), _text.map('"{}"'.format)
)
_value = st.one_of(_scalar, _scalar, st.lists(_scalar, max_size=3).map(lambda items: f"[ {', '.join(items)}] "))
_line = st.builds(
    str.__add__,
    st.sampled_from(("key: ", "a b:  ", "a#b: ", "- ", "- ", "  - ", "k : ", "")),
    _value,
)
_lines = st.lists(st.one_of(_line, _line, st.sampled_from(("k:", "- a", "# c", "  # d", ""))), max_size=4)


@settings(max_examples=200, deadline=None)
@given(_lines)
@example(["key:", "# \u2028a: b"])
@example(["key:", "  - a", "- b"])
@example(["key: [a, b]", "- c"])
@example(["key:", "- a", "key: b\u00a0"])
@example(["key: a", "  b"])
def test_simple_lines_are_read_as_the_library_reads_them(lines: list[str]) -> None:
    yaml = "\n".join(lines)
    library = [Property(name, value.texts, value.listed) for name, value in read_mapping(yaml)]
    if library:
        assert read_properties(yaml) == library
