"""Changes of properties as edits of the note: only the lines that are meant change, others keep their bytes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from axon_desktop.markdown.properties.entries import Entry, FrontMatter
from axon_desktop.markdown.scan.properties import NULL
from axon_desktop.text.diff import equal_ends
from axon_desktop.text.edits.edit import Edit

NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?")
BOOLEAN = frozenset({"true", "True", "TRUE", "false", "False", "FALSE"})
_NO_STRING = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)|0[ox][0-9a-fA-F]+|<<|=")
_PLAIN = re.compile(r"[^\s\-?:,\[\]{}#&*!|>'\"%@`](?:[^:#]|:(?=\S)|(?<=\S)#)*")
_IN_FLOW = re.compile(r"[^,\[\]{}:]*")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_NAME = re.compile(r"[^:\n]+")


def write_text(text: str, like: str = "", *, flow: bool = False) -> str:
    """Return a text as a scalar that nobody takes for a number or for nothing; quoted as the old one was."""
    if like.startswith("'") and not _CONTROL.search(text):
        return "'" + text.replace("'", "''") + "'"
    is_plain = (
        not like.startswith('"')
        and _PLAIN.fullmatch(text)
        and text == text.strip()
        and not text.endswith(":")
        and not _CONTROL.search(text)
        and (not flow or _IN_FLOW.fullmatch(text))
        and text not in NULL | BOOLEAN
        and not NUMBER.fullmatch(text)
        and not _NO_STRING.fullmatch(text)
        and text not in ("---", "...")
    )
    return text if is_plain else write_quoted(text)


def write_quoted(text: str) -> str:
    """Return a text as a scalar in double quotes."""
    return '"' + re.sub(r'[\\"]|' + _CONTROL.pattern, _escaped, text) + '"'


def _escaped(match: re.Match[str]) -> str:
    return _ESCAPES.get(match[0]) or f"\\u{ord(match[0]):04x}"


def write_name(name: str, like: str = "") -> str:
    """Return the name of a property as a key."""
    if like[:1] not in ("'", '"') and name.lower() in ("y", "n", "yes", "no", "on", "off"):
        return write_quoted(name)  # a name that older readers of YAML take for a truth value
    return write_text(name, like)


def put_scalar(text: str, entry: Entry, written: str) -> list[Edit]:
    """Write one value in place of what a property has; an empty one leaves only the name."""
    start, end = entry.value
    edits = [Edit(row_start, row_end, "") for row_start, row_end in entry.rows]
    if not written:
        return [Edit(entry.colon, end, ""), *edits] if end > entry.colon else edits
    before = " " if start == entry.colon else ""
    after = "" if text[end] in " \t\n\x1c\x1d\x1e\x1f" else " "
    return [Edit(start, end, before + written + after), *edits]


def put_list(text: str, entry: Entry, values: Sequence[str]) -> list[Edit]:
    """Give a property these values; those that stay keep their lines, and a single value becomes a list."""
    old = entry.texts
    if entry.shape == "scalar":
        kept = {item.text: text[item.start : item.end] for item in entry.items}
        lines = "".join(f"  - {kept.get(value) or write_text(value)}\n" for value in values)
        if not lines:
            return put_scalar(text, entry, "[]")
        return [*put_scalar(text, entry, ""), Edit(entry.line_end, entry.line_end, lines)]
    if not values and entry.shape == "block":
        return put_scalar(text, entry, "[]")
    head, tail = equal_ends(old, values)
    middle, instead = list(range(head, len(old) - tail)), values[head : len(values) - tail]
    flow = entry.shape == "flow"
    edits = []
    for number, value in zip(middle, instead, strict=False):
        item = entry.items[number]
        edits.append(Edit(item.start, item.end, write_text(value, text[item.start : item.end], flow=flow)))
    if gone := middle[len(instead) :]:
        edits += _without(entry, gone[0], gone[-1])
    elif new := instead[len(middle) :]:
        edits.append(_with(text, entry, head + len(middle), [write_text(value, flow=flow) for value in new]))
    return edits


def _without(entry: Entry, first: int, last: int) -> list[Edit]:
    """Remove neighbouring items of a list of which others stay, or of one in brackets."""
    items = entry.items
    if entry.shape == "block":
        return [Edit(*entry.rows[number], "") for number in range(first, last + 1)]
    if first > 0:
        return [Edit(items[first - 1].end, items[last].end, "")]
    return [Edit(items[0].start, items[last + 1].start if last + 1 < len(items) else items[last].end, "")]


def _with(text: str, entry: Entry, at: int, written: Sequence[str]) -> Edit:
    """Put items before the one with this number, or behind the last."""
    if entry.shape == "block":
        row_start, row_end = entry.rows[max(0, at - 1)]
        place = row_end if at else row_start
        mark = text[row_start : text.index("-", row_start)] + "- "
        return Edit(place, place, "".join(f"{mark}{value}\n" for value in written))
    joined = ", ".join(written)
    if not entry.items:
        place = entry.value[0] + 1
        return Edit(place, place, joined)
    if at:
        return Edit(entry.items[at - 1].end, entry.items[at - 1].end, f", {joined}")
    return Edit(entry.items[0].start, entry.items[0].start, f"{joined}, ")


def rename(text: str, front: FrontMatter, entry: Entry, name: str) -> list[Edit] | None:
    """Give a property another name; None if that is no name, or another property has it."""
    if not can_be_named(front, name, entry):
        return None
    start, end = entry.key
    return [] if name == entry.name else [Edit(start, end, write_name(name, text[start:end]))]


def can_be_named(front: FrontMatter, name: str, entry: Entry | None = None) -> bool:
    """Tell whether a property can have a name."""
    taken = any(other.name == name and other != entry for other in front.entries)
    return bool(name.strip()) and name == name.strip() and not taken and _NAME.fullmatch(name) is not None


def remove(text: str, front: FrontMatter, entry: Entry) -> list[Edit]:
    """Remove a property; the last one takes the front matter along, unless that has comments."""
    rest = text[: entry.start] + text[entry.end : front.end]
    if not rest.replace("---", "", 2).strip():
        return [Edit(0, front.end, "")]
    return [Edit(entry.start, entry.end, "")]


def add(front: FrontMatter, name: str, written: str = "") -> list[Edit] | None:
    """Add a property behind the others; a note without front matter gets some. None if it cannot have the name."""
    if front.trouble or not can_be_named(front, name):
        return None
    line = f"{write_name(name)}:{' ' * bool(written)}{written}\n"
    return [Edit(front.closer, front.closer, line if front.end else f"---\n{line}---\n")]


def move(text: str, front: FrontMatter, entry: Entry, by: int) -> list[Edit] | None:
    """Exchange a property with the one before or after it; what stands between them stays. None at the ends."""
    at = front.entries.index(entry)
    if not 0 <= at + by < len(front.entries):
        return None
    first, second = (front.entries[number] for number in sorted((at, at + by)))
    return [
        Edit(first.start, first.end, text[second.start : second.end]),
        Edit(second.start, second.end, text[first.start : first.end]),
    ]
