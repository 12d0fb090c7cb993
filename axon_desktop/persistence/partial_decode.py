"""Typed data of a file in which single values may be wrong: each of those gives way alone, and can be named."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from axon_desktop.persistence.damaged_json import Broken, Place

_Data = TypeVar("_Data")
_LONGEST_VALUE = 60
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")


class RejectedValue(Struct, frozen=True):
    """A value that cannot be used."""

    place: Place
    """Where it is in the file."""
    value: object
    is_left_out: bool
    """Whether the item of a list that it is, or is in, is left out; else the default takes its place."""


def convert_value_by_value(raw: dict[str, Any], kind: type[_Data]) -> tuple[_Data, list[RejectedValue]]:
    """Return what was read as typed data, without what cannot be used; every field of `kind` needs a default.

    A bad item of a list is removed alone; an item that needs its bad value is removed with it.
    """
    tree = _copy(raw)
    refused: dict[Place, RejectedValue] = {}
    numbers: dict[int, list[int]] = {}  # by the id of a list: which items of the file are left in it
    while True:
        try:
            return msgspec.convert(tree, kind), list(refused.values())
        except msgspec.ValidationError as error:
            place, value, in_list = _take_out(tree, _place(str(error)), numbers)
            inner = [known for known in refused if known[: len(place)] == place]
            for known in inner:  # what was wrong in it has been reported
                refused[known] = RejectedValue(known, refused[known].value, is_left_out=in_list)
            if not inner:
                refused[place] = RejectedValue(place, value, in_list)


def _copy(raw: Any) -> Any:
    """Return a copy of which parts can be taken out."""
    match raw:
        case dict():
            return {key: _copy(value) for key, value in raw.items()}
        case list():
            return [_copy(value) for value in raw]
    return raw


def _place(problem: str) -> Place:
    """Return what a problem of the decoder is about."""
    steps = _STEP.findall(problem.rpartition(" - at `$")[2].rstrip("`"))
    return tuple(key or int(number) for key, number in steps)


def _take_out(tree: Any, place: Place, numbers: dict[int, list[int]]) -> tuple[Place, Any, bool]:
    """Take a value out of the tree; return where it is in the file, what it was, and whether a list held it."""
    if not place:
        raise TypeError("Every field needs a default.")
    in_file: list[str | int] = []
    for step in place[:-1]:
        in_file.append(_number_in_file(tree, step, numbers))
        tree = tree[step]
    last = place[-1]
    in_file.append(_number_in_file(tree, last, numbers))
    if isinstance(tree, list):
        numbers[id(tree)].pop(int(last))
    return tuple(in_file), tree.pop(last), isinstance(tree, list)


def _number_in_file(tree: Any, step: str | int, numbers: dict[int, list[int]]) -> str | int:
    if not isinstance(tree, list):
        return step
    return numbers.setdefault(id(tree), list(range(len(tree))))[int(step)]


# --- writing what was read ---------------------------------------------------------------------------------------


def merge(raw: dict[str, Any], old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Put what differs from `old`, the values read from a file, into `raw`, the file's content; the rest stays."""
    merged = dict(raw)
    for key, value in new.items():
        held = raw.get(key)
        if isinstance(held, dict) and isinstance(value, dict):
            merged[key] = merge(held, old.get(key) or {}, value)
        elif key not in raw or key not in old or old[key] != value or any(broken_in(held)):
            merged[key] = value
    return merged


def whole(value: Any) -> Any:
    """Return a value without the `Broken` in it."""
    match value:
        case dict():
            return {key: whole(inner) for key, inner in value.items() if not isinstance(inner, Broken)}
        case list():
            return [whole(inner) for inner in value if not isinstance(inner, Broken)]
    return value


def value_at(tree: Any, place: Place) -> Any:
    """Return what is in a place of a tree, None for nothing."""
    for key in place:
        try:
            tree = tree[key]
        except (KeyError, IndexError, TypeError):
            return None
    return tree


# --- words -------------------------------------------------------------------------------------------------------


def name_of(place: Place) -> str:
    """Return a place as people know it, such as `other_models[1].provider`."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in place).lstrip(".")


def shown(value: object) -> str:
    """Return a value as the file has it, cut where it is long."""
    if isinstance(value, Broken):
        text = value.text
    else:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=_text_of)
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}…"


def _text_of(value: object) -> str:
    return value.text if isinstance(value, Broken) else str(value)


@cache
def _schema(kind: type) -> dict[str, Any]:
    """Return what JSON of a kind may be; making it takes longer than reading a file of many bad values."""
    return msgspec.json.schema(kind)


def allowed(place: Place, kind: type) -> str:
    """Return what a value may be, where that is a choice or a range of numbers; else nothing."""
    schema = _schema(kind)
    found: dict[str, Any] = schema
    for key in (None, *place):
        if key is not None:
            found = found.get("items", {}) if isinstance(key, int) else found.get("properties", {}).get(key, {})
        found = next((option for option in found.get("anyOf", ()) if option.get("type") != "null"), found)
        if "$ref" in found:
            found = schema["$defs"][found["$ref"].rpartition("/")[2]]
    if "enum" in found:
        return ", ".join(f"“{value}”" for value in found["enum"])
    if "minimum" in found and "maximum" in found:
        return f"{found['minimum']}–{found['maximum']}"
    return "true, false" if found.get("type") == "boolean" else ""


def broken_in(value: object) -> Iterator[Broken]:
    """Yield each `Broken` in what was read."""
    match value:
        case Broken():
            yield value
        case dict():
            for inner in value.values():
                yield from broken_in(inner)
        case list():
            for inner in value:
                yield from broken_in(inner)
