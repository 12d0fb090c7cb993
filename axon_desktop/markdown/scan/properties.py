"""Parser of a note's properties in its front matter: simple YAML as values, anything else as text."""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_PROPERTIES = 40
MAX_CHARACTERS = 20_000
"""Longer front matter is read this far."""

_KEY = re.compile(r"([^\s:#'\"\[\]{}-][^:\n]*?|\"[^\"\n]+\"|'[^'\n]+'):(?:[ \t]+(.*))?$")
_LIST_ITEM = re.compile(r"[ \t]*-(?:[ \t]+(.*))?$")
_FLOW_PART = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|\[\[[^\]]*\]\]|[^,\"'\[]+|[^,]")
_COMMENT = re.compile(r"(?:^|[ \t])#.*$")


@dataclass(slots=True)
class Property:
    """One property; text that is no property has an empty name."""

    name: str
    values: list[str]


def read_properties(front_matter: str) -> list[Property]:
    """Read front matter, with or without its `---` lines; never fails."""
    lines = front_matter[:MAX_CHARACTERS].splitlines()
    if lines and lines[0].rstrip() == "---":
        lines = lines[1:]
        if lines and lines[-1].rstrip() == "---":
            lines.pop()
    found: list[Property] = []
    for line in lines:
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if match := _KEY.match(line):
            if len(found) == MAX_PROPERTIES:
                break
            found.append(Property(_unquote(match.group(1)), _values(match.group(2) or "")))
        elif found and found[-1].name and (item := _LIST_ITEM.match(line)):
            found[-1].values += _values(item.group(1) or "", flow=False)
        elif found and found[-1].name and line[0] in " \t":
            found[-1].values = [" ".join([*found[-1].values, line.strip()])]
        else:
            found.append(Property("", [line.strip()]))
    return found


def _values(text: str, *, flow: bool = True) -> list[str]:
    """Read a scalar, or a list in brackets."""
    text = text.strip()
    if flow and text.startswith("[") and text.endswith("]") and not text.startswith("[["):
        parts = "".join(part if part != "," else "\0" for part in _split_flow(text[1:-1])).split("\0")
        return [value for part in parts if (value := _unquote(part.strip()))]
    if text in ("", "|", ">", "|-", ">-", "null", "~"):
        return []
    return [_unquote(text if text[0] in "\"'" else _COMMENT.sub("", text).strip())]


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
