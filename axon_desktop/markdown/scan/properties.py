"""Front matter: where it ends, and the properties in it.

It is YAML. Most of it is lines as simple as `key: value`, which are read here with the same result as by the YAML
library, in a fraction of the time; whatever is not YAML is read line by line as well as it can be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

MAX_CHARACTERS = 50_000
"""Longer front matter is read this far."""
_MAX_PROPERTIES = 1_000

_OPENER = re.compile(r"---[ \t]*(?:\r\n|\r|\n)")
_CLOSER = re.compile(r"[\r\n]---[ \t]*(?:\r\n|\r|\n|\Z)")
_LINE_END = re.compile(r"\r\n|\r|\n")
NULL = frozenset({"", "~", "null", "Null", "NULL"})
"""Scalars without quotes that mean nothing."""

_NO_TEXT = r"\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff"
_FIRST = rf"[^{_NO_TEXT}\s\-?:,\[\]{{}}#&*!|>'\"%@`]"
_QUOTED = rf"\"[^{_NO_TEXT}\"\\]*\"|'[^{_NO_TEXT}']*'"
_FLOW_ITEM = rf"{_FIRST}[^{_NO_TEXT}:#,\[\]{{}}]*|(?:{_QUOTED}) *"
_SIMPLE = re.compile(
    rf"(?:(?P<key>{_FIRST}[^{_NO_TEXT}:#]{{0,100}})(?<! ):(?= |$)|(?P<indent> *)-(?= |$)) *"
    rf"(?:(?P<scalar>{_FIRST}[^{_NO_TEXT}:#]*(?:(?::(?=\S)|(?<!\s)#)[^{_NO_TEXT}:#]*)*|(?:{_QUOTED}) *)"
    rf"|\[ *(?P<flow>(?:(?:{_FLOW_ITEM})(?:, *(?:{_FLOW_ITEM}))*)?)\] *)?"
)
"""A key or a list item with a scalar or a flat list, in which every character stands for itself."""
_FLOW_SCALAR = re.compile(_FLOW_ITEM)
_NOTHING = re.compile(rf" *(?:#[^{_NO_TEXT}]*)?")

_KEY = re.compile(r"([^\s:#'\"\[\]{}-][^:\n]*?|\"[^\"\n]+\"|'[^'\n]+')[ \t]*:(?:[ \t]+(.*))?$")
_LIST_ITEM = re.compile(r"[ \t]*-(?:[ \t]+(.*))?$")
_FLOW_PART = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|\[\[[^\]]*\]\]|[^,\"'\[]+|[^,]")
_COMMENT = re.compile(r"(?:^|[ \t])#.*$")


class Property(NamedTuple):
    """One property; text that is no property has an empty name."""

    name: str
    values: list[str]
    """As written, without quotes; a value that is no text is its YAML."""
    listed: bool = False
    """Whether the values are those of a list, however many there are."""


def front_matter_end(source: str) -> int:
    """Return where the front matter of a note ends; 0 if it has none."""
    opener = _OPENER.match(source)
    closer = _CLOSER.search(source, opener.end() - 1) if opener else None
    return closer.end() if closer else 0


def read_properties(front_matter: str) -> list[Property]:
    """Read front matter, with or without its `---` lines; never fails."""
    text = front_matter[:MAX_CHARACTERS]
    if len(front_matter) > MAX_CHARACTERS:
        text = text[: max(text.rfind("\n"), text.rfind("\r")) + 1]
    lines = _lines(text)
    return (_read_yaml(lines) or _read_lines(lines))[:_MAX_PROPERTIES]


def read_strictly(front_matter: str) -> list[Property] | None:
    """Read front matter with its `---` lines; None if it is no YAML."""
    lines = _lines(front_matter)
    found = _read_yaml(lines)
    return found if found or not _read_lines(lines) else None


def _lines(text: str) -> list[str]:
    """Return the lines of front matter, without those of `---`."""
    lines = _LINE_END.split(text)
    if lines[0].rstrip() == "---":
        del lines[0]
        while lines and not lines[-1]:
            lines.pop()
        if lines and lines[-1].rstrip() == "---":
            lines.pop()
    return lines


def _read_yaml(lines: Sequence[str]) -> list[Property]:
    """Return what the YAML library would read; nothing if that is none."""
    found = _read_simple(lines)
    if found is not None:
        return found
    from axon_desktop.markdown.scan.yaml_values import read_mapping

    return [Property(name, value.texts, value.listed) for name, value in read_mapping("\n".join(lines))]


def tags_of(properties: Iterable[Property]) -> Iterator[str]:
    """Yield the tags among a note's properties, without `#`."""
    for item in properties:
        if item.name.lower() in ("tags", "tag"):
            parts = (part for value in item.values for part in re.split(r"[,\s]+", value))
            yield from (tag for part in parts if (tag := part.lstrip("#")))


def aliases_of(properties: Iterable[Property]) -> Iterator[str]:
    """Yield the aliases among a note's properties; a text that is no list may name several."""
    for item in properties:
        if item.name.lower() in ("aliases", "alias"):
            parts = item.values if item.listed else re.split(r"[,\n]", "\n".join(item.values))
            yield from (alias for part in parts if (alias := part.strip()))


def _read_simple(lines: Sequence[str]) -> list[Property] | None:
    """Return what the YAML library would read; None unless every line is simple."""
    found: list[Property] = []
    may_list = False
    indent: str | None = None
    """Of the items of the list that is being read."""
    for line in lines:
        match = _SIMPLE.fullmatch(line)
        if match is None:
            if _NOTHING.fullmatch(line):
                continue
            return None
        key, before, scalar, flow = match.groups()
        if key is not None:
            values = _scalar(scalar or "") if flow is None else [*_flow_items(flow)]
            found.append(Property(key, values, flow is not None))
            may_list, indent = not scalar and flow is None, None
        elif not may_list or flow is not None or indent not in (None, before):
            return None
        else:
            if indent is None:
                indent = before
                found[-1] = found[-1]._replace(listed=True)
            found[-1].values.extend(_scalar(scalar or ""))
    return found


def _scalar(text: str) -> list[str]:
    """Read a scalar in which every character stands for itself."""
    text = text.strip(" ")
    if text[:1] in ('"', "'"):
        return [text[1:-1]]
    return [] if text in NULL else [text]


def _flow_items(text: str) -> Iterator[str]:
    for item in _FLOW_SCALAR.findall(text):
        yield from _scalar(item)


def _read_lines(lines: Sequence[str]) -> list[Property]:
    """Read what is not YAML, line by line."""
    found: list[Property] = []
    for line in lines:
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        last = found[-1] if found and found[-1].name else None
        if match := _KEY.match(line):
            values, listed = _values(match.group(2) or "")
            found.append(Property(_unquote(match.group(1)), values, listed))
        elif last is not None and (item := _LIST_ITEM.match(line)):
            last.values.extend(_values(item.group(1) or "", flow=False)[0])
            found[-1] = last._replace(listed=True)
        elif last is not None and line[0] in " \t":
            last.values[:] = [" ".join([*last.values, line.strip()])]
        else:
            found.append(Property("", [line.strip()]))
    return found


def _values(text: str, *, flow: bool = True) -> tuple[list[str], bool]:
    """Read a scalar, or a list in brackets, and tell whether it is a list."""
    text = text.strip()
    if flow and text.startswith("[") and text.endswith("]") and not text.startswith("[["):
        parts = "".join(part if part != "," else "\0" for part in _split_flow(text[1:-1])).split("\0")
        return [value for part in parts if (value := _unquote(part.strip()))], True
    if text in NULL or text in ("|", ">", "|-", ">-"):
        return [], False
    return [_unquote(text if text[0] in "\"'" else _COMMENT.sub("", text).strip())], False


def _split_flow(text: str) -> list[str]:
    """Cut at commas outside quotes: the commas come back as parts of their own."""
    parts: list[str] = []
    position = 0
    while position < len(text):
        match = _FLOW_PART.match(text, position)
        parts.append(match.group() if match else text[position])
        position = match.end() if match else position + 1
    return parts


def _unquote(text: str) -> str:
    """Remove the quotes of a scalar."""
    if len(text) >= 2 and text[0] == text[-1] == '"':
        return re.sub(r"\\([\"\\/])", r"\1", text[1:-1])
    if len(text) >= 2 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    return text
