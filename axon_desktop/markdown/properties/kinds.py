"""Kinds of properties, as in Obsidian: from its `types.json`, else from the value; and changing them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from axon_desktop.markdown.properties.edits import BOOLEAN, NUMBER, put_list, put_scalar, write_quoted, write_text
from axon_desktop.markdown.properties.entries import Entry
from axon_desktop.markdown.scan.properties import Property, aliases_of, tags_of
from axon_desktop.text.edits.edit import Edit

Kind: TypeAlias = Literal["text", "list", "number", "checkbox", "date", "datetime", "tags", "aliases"]
KINDS: tuple[Kind, ...] = get_args(Kind)
FREE: tuple[Kind, ...] = ("text", "list", "number", "checkbox", "date", "datetime")
"""Those that the user chooses from; the others come with a name."""
LISTS = frozenset({"list", "tags", "aliases"})
_OF_OBSIDIAN = {"multitext": "list"}
_BY_NAME: dict[str, Kind] = {
    "tags": "tags", "tag": "tags", "aliases": "aliases", "alias": "aliases",
    "cssclasses": "list", "cssclass": "list",
}  # fmt: skip
_DATE = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])")
_TIME = re.compile(_DATE.pattern + r"[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?")
_MIDNIGHT = re.compile(r"[T ]00:00(?::00(?:\.0+)?)?$")


def has_fixed_kind(name: str) -> bool:
    """Tell whether a property has its kind by its name."""
    return name.lower() in _BY_NAME


def declared_kinds(types: object) -> dict[str, Kind]:
    """Return the kinds by names in small letters, from `types` of Obsidian's `types.json`."""
    if not isinstance(types, dict):
        return {}
    found = {
        name.lower(): _OF_OBSIDIAN.get(kind, kind)
        for name, kind in types.items()
        if isinstance(name, str) and isinstance(kind, str)
    }
    return {name: kind for name, kind in found.items() if kind in KINDS}


def kind_of(text: str, entry: Entry, declared: Mapping[str, Kind]) -> tuple[Kind, Kind]:
    """Return the kind as which a property is shown, and the one that it should be of."""
    wanted = _BY_NAME.get(entry.name.lower()) or declared.get(entry.name.lower())
    if wanted is None or entry.shape == "other":
        shown = inferred(text, entry)
        return shown, shown
    return (wanted if fits(text, entry, wanted) else inferred(text, entry)), wanted


def inferred(text: str, entry: Entry) -> Kind:
    """Return the kind that a value looks like."""
    if entry.shape in ("flow", "block"):
        return "list"
    for kind in ("checkbox", "number", "date", "datetime"):
        if entry.items and fits(text, entry, kind):
            return kind
    return "text"


def fits(text: str, entry: Entry, kind: Kind) -> bool:
    """Tell whether a field of a kind can show a value."""
    if kind in LISTS:
        return entry.shape != "other"
    if entry.shape != "scalar":
        return False
    if kind == "text" or not entry.items:
        return True
    return is_of_kind(text[entry.items[0].start : entry.items[0].end], kind)


def is_of_kind(written: str, kind: Kind) -> bool:
    """Tell whether a scalar without quotes is of a kind."""
    match kind:
        case "checkbox":
            return written in BOOLEAN
        case "number":
            return NUMBER.fullmatch(written) is not None
        case "date":
            return _DATE.fullmatch(written) is not None
        case "datetime":
            return _TIME.fullmatch(written) is not None
        case _:
            return True


def values_of(entry: Entry, kind: Kind) -> list[str]:
    """Return the values of a list; a single text may name several tags or aliases."""
    if entry.shape == "scalar" and kind in ("tags", "aliases"):
        told = [Property(kind, entry.texts)]
        return [*(tags_of(told) if kind == "tags" else aliases_of(told))]
    return entry.texts


def write_value(said: str, kind: Kind, like: str = "") -> str:
    """Return what somebody wrote into a field as a scalar; what is not of the kind becomes a text."""
    if not said:
        return ""
    if kind not in ("text", "number", "checkbox", "date", "datetime") or kind == "text":
        return write_text(said, like)
    return said if is_of_kind(said, kind) else write_text(said, like)


def convert(text: str, entry: Entry, kind: Kind) -> list[Edit] | None:
    """Change a value so that it is of another kind; None where something of it would be lost."""
    if entry.shape == "other":
        return None
    if kind in LISTS:
        return [] if entry.shape != "scalar" else put_list(text, entry, entry.texts)
    texts = entry.texts
    if len(texts) > 1:
        return None
    said = texts[0] if texts else ""
    source = text[entry.items[0].start : entry.items[0].end] if texts else ""
    if kind == "text":
        looks_otherwise = entry.shape == "scalar" and inferred(text, entry) != "text"
        written = write_quoted(said) if looks_otherwise else source
    elif not said:
        written = "false" if kind == "checkbox" else ""
    elif kind == "datetime" and is_of_kind(said, "date"):
        written = f"{said}T00:00:00"
    elif kind == "date" and is_of_kind(said, "datetime") and _MIDNIGHT.search(said):
        written = said[:10]
    elif is_of_kind(said, kind):
        written = said
    else:
        return None
    return [] if entry.shape == "scalar" and written == source else put_scalar(text, entry, written)
