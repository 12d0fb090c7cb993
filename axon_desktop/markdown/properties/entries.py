"""Entries: the properties of a note with the places of their names and values, as far as a form can edit them.

Whatever is found here is held against what the reader of front matter finds, so that no form is shown for
something that was read in another way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from axon_desktop.markdown.scan.properties import MAX_CHARACTERS, NULL, front_matter_end, read_strictly
from axon_desktop.text.edits.ordered_lists import LINE_ENDS

Shape: TypeAlias = Literal["scalar", "flow", "block", "other"]
Trouble: TypeAlias = Literal["", "broken", "twice", "long"]

MOST_ENTRIES = 1_000
_MOST_ITEMS = 100
_LONGEST = 2_000
"""Items and characters of a value that has a field; a longer one is text."""

_DOUBLE = r"\"(?:[^\"\\\n]|\\[^\n])*\""
_SINGLE = r"'(?:[^'\n]|'')*'"
_WIKILINK = r"\[\[[^\[\]{}\"'\n]+\]\]"
_FIRST = r"[^\s\-?:,\[\]{}#&*!|>'\"%@`]"
_IN_FLOW = rf"(?:{_FIRST}|-(?=[^\s,\[\]{{}}:#]))(?:[^,\[\]{{}}#:\n]|:(?=[^\s,\[\]{{}}])|(?<=\S)#)*"
_ITEM = re.compile(rf"{_DOUBLE}|{_SINGLE}|{_WIKILINK}|{_IN_FLOW}")
_FLOW = re.compile(rf"\[[ \t]*(?:(?:{_ITEM.pattern})[ \t]*(?:,[ \t]*(?:{_ITEM.pattern})[ \t]*)*,?[ \t]*)?\]")
_QUOTED = re.compile(rf"{_DOUBLE}|{_SINGLE}|{_WIKILINK}")
_KEY = re.compile(rf"(?P<key>{_DOUBLE}|{_SINGLE}|{_FIRST}[^\n]*?)[ \t]*:(?=[ \t]|$)")
_ROW = re.compile(r"(?P<indent> *)-(?:[ \t]+|$)")
_TAIL = re.compile(r"[ \t]*(?:(?<=[ \t])#.*)?$")
_COMMENT = re.compile(r"[ \t]#")
_NOTHING = re.compile(r"[ \t]*(?:#.*)?$")
_NO_PLAIN = "{&*!|>%@`,]}"
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_STAND_INS = re.compile(f"[{''.join(LINE_ENDS)}](?=\n|$)")


class Item(NamedTuple):
    """One value as it is written."""

    text: str
    start: int
    end: int
    """Where it stands in the note, with its quotes."""


class Entry(NamedTuple):
    """One property of a note."""

    name: str
    shape: Shape
    items: tuple[Item, ...]
    """Its values; none where nothing is written, or only `null`. What has the shape "other" has its text."""
    start: int
    end: int
    """Where its lines begin, and where the line behind them does."""
    key: tuple[int, int]
    colon: int
    """The place behind the colon."""
    value: tuple[int, int]
    """What is written in the line of the name; empty for a list of lines below it."""
    line_end: int
    """Where the line below the name begins."""
    rows: tuple[tuple[int, int], ...] = ()
    """The lines of the items of such a list."""

    @property
    def texts(self) -> list[str]:
        """What its values say."""
        return [item.text for item in self.items]


class FrontMatter(NamedTuple):
    """The front matter of a note."""

    entries: tuple[Entry, ...] = ()
    end: int = 0
    """Where the note goes on; 0 if there is none."""
    closer: int = 0
    """Where its last line begins."""
    trouble: Trouble = ""
    """Why it is not read: it is no YAML, a name stands twice, or it is too long."""


def read_front_matter(text: str) -> FrontMatter:
    """Find the properties of a note, whose lines end with LF; an odd end of a line may have a blank instead."""
    plain = _STAND_INS.sub(" ", text[: MAX_CHARACTERS + 1])
    end = front_matter_end(plain)
    if not end:
        return FrontMatter(trouble="long") if front_matter_end(text) else FrontMatter()
    body = plain.index("\n") + 1
    closer = plain.rindex("\n", 0, end - 1 if plain[end - 1] == "\n" else end) + 1
    known = read_strictly(plain[:end])
    found = None if known is None else _entries(plain, body, closer)
    if known is None or found is None or [entry.name for entry in found] != [one.name for one in known]:
        return FrontMatter((), end, closer, "broken")
    if len(found) > MOST_ENTRIES:
        return FrontMatter((), end, closer, "long")
    if len({entry.name for entry in found}) < len(found):
        return FrontMatter((), end, closer, "twice")
    checked = [
        entry
        if (entry.texts, entry.shape in ("flow", "block")) == (one.values, one.listed)
        else _as_text(entry, plain)
        for entry, one in zip(found, known, strict=True)
    ]
    return FrontMatter(tuple(checked), end, closer)


def _entries(text: str, start: int, end: int) -> list[Entry] | None:
    """Cut the lines between two places into entries; None if a line belongs to none."""
    found: list[tuple[re.Match[str], list[tuple[int, int]]]] = []
    while start < end:
        after = text.index("\n", start, end) + 1
        line = text[start : after - 1]
        is_row = line == "-" or line.startswith(("- ", "-\t"))
        if _NOTHING.match(line) and not (found and line[:1] in (" ", "\t") and _is_literal(text, found[-1][0])):
            pass
        elif line[0] not in " \t" and not is_row and (key := _KEY.match(text, start, after - 1)) is not None:
            found.append((key, []))
        elif not found:
            return None
        else:
            found[-1][1].append((start, after))
        start = after
    return [_entry(text, key, rows) for key, rows in found]


def _is_literal(text: str, key: re.Match[str]) -> bool:
    """Tell whether the lines below a name are text, in which nothing is a remark."""
    return text[key.end() :].lstrip(" \t")[:1] in ("|", ">")


def _entry(text: str, key: re.Match[str], rows: Sequence[tuple[int, int]]) -> Entry:
    line_end = text.index("\n", key.end()) + 1
    begins = key.end()
    while text[begins] in " \t":
        begins += 1
    name = _unquoted(key["key"])
    end = rows[-1][1] if rows else line_end
    empty = min(begins, key.end() + 1)
    made = Entry(name, "scalar", (), key.start(), end, key.span("key"), key.end(), (empty, empty), line_end)
    written = text[begins : line_end - 1]
    if not rows:
        if (flow := _FLOW.match(written)) is not None and not re.fullmatch(_WIKILINK, flow[0]):
            if _TAIL.match(written, flow.end()) and (items := _flow_items(flow[0], begins)) is not None:
                return made._replace(shape="flow", items=items, value=(begins, begins + flow.end()))
        elif (scalar := _scalar(written)) is not None:
            said, length = scalar
            value = (begins, begins + length) if length else (empty, empty)
            items = () if said is None else (Item(said, *value),)
            return made._replace(items=items, value=value)
    elif _NOTHING.match(written) and (items := _row_items(text, rows)) is not None:
        return made._replace(shape="block", items=items, rows=tuple(rows))
    return _as_text(made, text)


def _as_text(entry: Entry, text: str) -> Entry:
    """Return an entry whose value is shown as it is written."""
    said = " ".join(text[entry.colon : entry.end].split())
    item = Item(said, entry.colon, entry.end - 1)
    return entry._replace(shape="other", items=(item,), value=(entry.colon, entry.end - 1), rows=())


def _flow_items(flow: str, at: int) -> tuple[Item, ...] | None:
    items = []
    for match in _ITEM.finditer(flow, 1, len(flow) - 1):
        written = match[0].rstrip()
        said = _said(written)
        if said is None:
            return None
        items.append(Item(said, at + match.start(), at + match.start() + len(written)))
    return tuple(items) if len(items) <= _MOST_ITEMS else None


def _row_items(text: str, rows: Sequence[tuple[int, int]]) -> tuple[Item, ...] | None:
    items, indents = [], set()
    for start, after in rows:
        row = _ROW.match(text, start, after - 1)
        scalar = _scalar(text[row.end() : after - 1]) if row is not None else None
        if row is None or scalar is None or scalar[0] is None:
            return None
        indents.add(row["indent"])
        items.append(Item(scalar[0], row.end(), row.end() + scalar[1]))
    return tuple(items) if len(indents) == 1 and len(items) <= _MOST_ITEMS else None


def _scalar(written: str) -> tuple[str | None, int] | None:
    """Return what the rest of a line says (None for nothing), and how long that is; None if it is no scalar."""
    if not written or written.startswith("#"):
        return None, 0
    if written[0] in "\"'[":
        quoted = _QUOTED.match(written)
        source = quoted[0] if quoted is not None and _TAIL.match(written, quoted.end()) else ""
    else:
        cut = _COMMENT.search(written)
        source = (written[: cut.start()] if cut else written).rstrip(" \t")
        if (
            source[0] in _NO_PLAIN
            or source[:2] in ("- ", "? ", ": ", "-", "?")
            or re.search(r":(?:[ \t]|$)", source)
        ):
            return None
    if not source or len(source) > _LONGEST:
        return None
    said = _said(source)
    if said is not None and _CONTROL.search(said):
        return None
    return said, len(source)


def _said(source: str) -> str | None:
    """Return what a scalar says; None for nothing."""
    if source[0] in "\"'":
        return _unquoted(source)
    return None if source in NULL else source


def _unquoted(source: str) -> str:
    if source[0] == "'" and len(source) > 1:
        return source[1:-1].replace("''", "'")
    if source[0] != '"':
        return source
    if "\\" not in source:
        return source[1:-1]
    from axon_desktop.markdown.scan.yaml_values import read_mapping

    found = read_mapping(f"a: {source}")
    return found[0][1].source if found else source
