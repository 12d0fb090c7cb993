"""Edits of properties change the lines that are meant and no others, and are what a plain model of them does."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axon_desktop.markdown.properties.edits import add, move, put_list, put_scalar, remove, rename
from axon_desktop.markdown.properties.entries import Entry, FrontMatter, read_front_matter
from axon_desktop.markdown.properties.kinds import (
    Kind,
    convert,
    declared_kinds,
    inferred,
    kind_of,
    values_of,
    write_value,
)
from axon_desktop.markdown.scan.properties import read_properties
from axon_desktop.text.edits.edit import Edit, apply_edits

CASES: list[tuple[str, str, list[Any], str | None]] = json.loads(
    (Path(__file__).parents[2] / "data/property_edits.json").read_text(encoding="utf-8")
)


def entry_in(front: FrontMatter, name: str) -> Entry:
    return next(entry for entry in front.entries if entry.name == name)


def edits_of(text: str, what: str, given: list[Any]) -> list[Edit] | None:
    front = read_front_matter(text)
    assert not front.trouble
    name, *rest = given
    if what == "add":
        return add(front, name, write_value(rest[0], "text"))
    entry = entry_in(front, name)
    match what:
        case "write":
            like = text[entry.items[0].start : entry.items[0].end] if entry.items else ""
            return put_scalar(text, entry, write_value(rest[0], inferred(text, entry), like))
        case "list":
            return put_list(text, entry, rest[0])
        case "rename":
            return rename(text, front, entry, rest[0])
        case "remove":
            return remove(text, front, entry)
        case "move":
            return move(text, front, entry, rest[0])
        case _:
            return convert(text, entry, rest[0])


@pytest.mark.parametrize(("what", "yaml", "given_", "expected"), CASES)
def test_edit_of_a_property(what: str, yaml: str, given_: list[Any], expected: str | None) -> None:
    for note in ("---\n{}\n---\nbody\n", "--- \n# first\n{}\n\n# last\n---"):
        text = note.format(yaml)
        edits = edits_of(text, what, given_)
        if expected is None:
            assert edits is None
            continue
        assert edits is not None
        changed = apply_edits(text, sorted(edits))
        place = yaml if what != "add" else f"{yaml}\n\n# last" if "# last" in note else yaml
        wanted = expected if place == yaml else expected.replace(yaml, place)
        assert changed == text.replace(place, wanted)
        assert not read_front_matter(changed).trouble


def test_first_property_begins_front_matter_and_the_last_takes_it_along() -> None:
    body = "text\n\n---\n"
    with_one = apply_edits(body, add(read_front_matter(body), "a", "1") or [])
    assert with_one == f"---\na: 1\n---\n{body}"
    front = read_front_matter(with_one)
    assert apply_edits(with_one, remove(with_one, front, front.entries[0])) == body


@pytest.mark.parametrize(
    ("yaml", "trouble"),
    [("a: [", "broken"), ("a: b: c", "broken"), ("- x", "broken"), ("a: 1\na: 2", "twice"), ("? x", "broken")],
)
def test_what_is_no_form_says_why(yaml: str, trouble: str) -> None:
    front = read_front_matter(f"---\n{yaml}\n---\n")
    assert (front.trouble, front.entries) == (trouble, ())
    assert add(front, "b") is None


@pytest.mark.parametrize(
    "yaml",
    [
        "a: {b: c}",
        "a: &x y",
        "a: |\n  x\n  # y",
        "a: x\n  y",
        "a:\n  b: c",
        "a:\n  - [x]",
        "a: !t x",
        'a: "x\\ty"',
    ],
)
def test_value_too_deep_for_a_field_is_text(yaml: str) -> None:
    front = read_front_matter(f"---\n{yaml}\nz: 1\n---\n")
    assert [(entry.name, entry.shape) for entry in front.entries] == [("a", "other"), ("z", "scalar")]


def test_kinds() -> None:
    text = (
        "---\ntags: x, y\naliases: [A]\ndone: true\nn: -1.5e3\nday: 2026-11-28\nat: 2026-11-28T10:00\n"
        "s: '5'\nw: five\nl: x\nempty:\n---\n"
    )
    declared = declared_kinds({"w": "number", "L": "multitext", "empty": "date", "s": "text", "x": "odd", "y": 3})
    kinds = {entry.name: kind_of(text, entry, declared) for entry in read_front_matter(text).entries}
    same: list[tuple[str, Kind]] = [
        ("tags", "tags"), ("aliases", "aliases"), ("done", "checkbox"), ("n", "number"), ("day", "date"),
        ("at", "datetime"), ("s", "text"), ("l", "list"), ("empty", "date"),
    ]  # fmt: skip
    assert kinds == {name: (kind, kind) for name, kind in same} | {"w": ("text", "number")}
    assert values_of(read_front_matter(text).entries[0], "tags") == ["x", "y"]


_WORDS = st.text(st.sampled_from("ab :#-[]{}\"'\\,中é😀|>&*!%@?~=/.5\t"), max_size=8)
_NAMES = st.sampled_from(["a", "b c", "it's", "é", "#x", "key", "no", "5", "x-y"])
_VALUES = st.one_of(_WORDS, st.lists(_WORDS.filter(lambda word: word.strip() != ""), max_size=3))
_LINES = st.sampled_from(
    ["", "# remark", "deep:\n  a: 1", "block: |\n  one\n  # two", "q: 'single'", "f: [x, 'y', z]"]
)


Model = list[tuple[str, list[str]]]
Step = tuple[int, str, str, str | list[str], int]


def model_of(note: str) -> Model:
    front = read_front_matter(note)
    found = read_properties(note[: front.end])  # which takes a remark below a nested value for a part of it
    return [(item.name, [value.removesuffix(" # remark") for value in item.values]) for item in found]


def done(text: str, model: Model, step: Step) -> tuple[list[Edit] | None, Model, set[str]]:
    """Return the edits of a step, what a plain model makes of it, and whose lines it may touch."""
    what, name, other, value, number = step
    front = read_front_matter(text)
    if what == 0 or not front.entries:
        said = value if isinstance(value, str) else "x"
        added = (name, [said] if said else [])
        return add(front, name, write_value(said, "text")), [*model, added], {name}
    at = number % len(front.entries)
    entry = front.entries[at]
    before, (_, values), behind = model[:at], model[at], model[at + 1 :]
    if what == 1:
        return rename(text, front, entry, other), [*before, (other, values), *behind], {entry.name, other}
    if what == 2:
        return remove(text, front, entry), before + behind, {entry.name}
    if what == 3:
        near = front.entries[min(at + 1, len(front.entries) - 1)]
        return move(text, front, entry, 1), [*before, *behind[:1], model[at], *behind[1:]], {entry.name, near.name}
    if entry.shape == "other":
        return None, model, set()
    if isinstance(value, str):
        like = text[entry.items[0].start : entry.items[0].end] if entry.shape == "scalar" and entry.items else ""
        edits = put_scalar(text, entry, write_value(value, "text", like))
        return edits, [*before, (entry.name, [value] if value else []), *behind], {entry.name}
    return put_list(text, entry, value), [*before, (entry.name, list(value)), *behind], {entry.name}


@given(
    st.lists(st.tuples(st.integers(0, 6), _NAMES, _NAMES, _VALUES, st.integers(0, 9)), max_size=8),
    st.lists(_LINES, max_size=4, unique=True),
)
@settings(max_examples=int(os.environ.get("AXON_PROPERTY_EDITS", "120")), deadline=None)
def test_random_edits_are_those_of_a_plain_model(steps: list[Step], lines: list[str]) -> None:
    text = "".join(f"{line}\n" for line in ["---", *lines, "---"] if lines) + "body: no\n"
    model = model_of(text)
    for step in steps:
        before = read_front_matter(text)
        kept = {entry.name: text[entry.start : entry.end] for entry in before.entries}
        edits, expected, touched = done(text, model, step)
        if edits is None:
            continue
        text, model = apply_edits(text, sorted(edits)), expected
        assert model_of(text) == model
        after = read_front_matter(text)
        assert not after.trouble
        assert text[after.end :] == "body: no\n"
        for entry in after.entries:
            if entry.name not in touched:
                assert text[entry.start : entry.end] == kept[entry.name]
        assert "# remark" not in lines or "# remark\n" in text
