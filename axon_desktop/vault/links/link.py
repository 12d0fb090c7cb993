"""Links of a file: their meaning, the position of their path, and how another path is written there."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import unescape
from typing import Literal, TypeAlias
from urllib.parse import quote, unquote

from msgspec import Struct

LinkForm: TypeAlias = Literal["wikilink", "markdown", "definition", "html", "canvas"]
Writing: TypeAlias = Literal["plain", "percent", "percent_all", "angle"]
"""How a path is written: plainly, percent-encoded where it would end a Markdown link (or all but ASCII letters),
or between `<` and `>`."""
Quoting: TypeAlias = Literal["", "double", "single", "json"]
"""The string around it: none, a YAML string, a JSON string."""

_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_PERCENT_LETTER = re.compile(r"%[89A-Fa-f][0-9A-Fa-f]")
_ENDS_LINK = re.compile(r"[\x00-\x20\x7f<>()\[\]#?%&:\\\"]")
_ENDS_ANGLE = re.compile(r"[\x00-\x1f\x7f<>#?%&:\\]")
_ENDS_WIKILINK = re.compile(r"[\[\]#|^\n]|%%")


class Link(Struct, frozen=True, gc=False):
    """One link of a file."""

    form: LinkForm
    target: str
    """Path or name of the target, decoded; empty for a link within the same note."""
    anchor: str
    """Heading or block after `#`, decoded; empty for the whole file."""
    text: str
    """Text that is shown instead; empty for none."""
    embed: bool
    line: int
    """Number of its line, from 1."""
    start: int
    """Where the path begins in the file's text."""
    end: int
    writing: Writing = "plain"
    quoting: Quoting = ""

    def can_name(self, path: str) -> bool:
        """Tell whether a path can be written in this form."""
        return self.form != "wikilink" or _ENDS_WIKILINK.search(path) is None

    def write(self, path: str) -> str:
        """Return the path as it is written in the file."""
        if self.writing == "angle":
            path = _ENDS_ANGLE.sub(_percent, path)
        elif self.writing == "percent":
            path = _ENDS_LINK.sub(_percent, path)
        elif self.writing == "percent_all":
            path = quote(path, safe="/!$'*+,;=@~")
        if self.form == "html":
            path = path.replace("'", "%27")
        if self.quoting == "single":
            return path.replace("'", "''")
        if self.quoting == "double":
            return path.replace("\\", "\\\\").replace('"', '\\"')
        return json.dumps(path, ensure_ascii=False)[1:-1] if self.quoting == "json" else path


class Address(Struct, frozen=True):
    """The path of a Markdown link, read from its brackets."""

    target: str
    anchor: str
    length: int
    """Characters of the written path, without the `#` and what follows."""
    writing: Writing


def read_address(written: str, *, angle: bool) -> Address | None:
    """Read the address of a Markdown link, without the `<>` around it; None for one that leaves the vault."""
    if _SCHEME.match(written) or written.startswith(("//", "\\\\", "/\\")):
        return None
    path, _, anchor = written.partition("#")
    writing: Writing = "angle" if angle else "percent_all" if _PERCENT_LETTER.search(path) else "percent"
    return Address(_decoded(path), _decoded(anchor), len(path), writing)


class Region(Struct, frozen=True):
    """A text that may contain links, as a string inside a file may hold it."""

    text: str
    """Decoded."""
    offsets: Sequence[int]
    """Position of each of its characters, and of its end, in the file's text."""
    quoting: Quoting = ""


def decode_json(written: str, start: int) -> Region:
    """Decode the inside of a JSON string that begins at `start`."""
    return _decode(written, start, _JSON_PART, "json")


def decode_yaml(written: str, start: int, quote_mark: str) -> Region:
    """Decode the inside of a YAML string."""
    if quote_mark == '"':
        return _decode(written, start, _JSON_PART, "double")
    return _decode(written, start, _SINGLE_PART, "single")


_JSON_PART = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|.", re.DOTALL
)
_SINGLE_PART = re.compile(r"''|.", re.DOTALL)


def _decode(written: str, start: int, part: re.Pattern[str], quoting: Quoting) -> Region:
    escape = "\\" if part is _JSON_PART else "''"
    if escape not in written:
        return Region(written, range(start, start + len(written) + 1), quoting)
    pieces: list[str] = []
    offsets: list[int] = []
    for match in part.finditer(written):
        piece = match[0]
        if len(piece) > 1:
            piece = "'" if piece == "''" else _unescaped(piece)
        pieces.append(piece)
        offsets += [start + match.start()] * len(piece)
    return Region("".join(pieces), [*offsets, start + len(written)], quoting)


def _unescaped(piece: str) -> str:
    try:
        return str(json.loads(f'"{piece}"'))
    except ValueError:  # an escape that only YAML knows
        return piece[1:]


def _decoded(written: str) -> str:
    return unquote(_ESCAPED.sub(r"\1", unescape(written) if "&" in written else written))


def _percent(match: re.Match[str]) -> str:
    return quote(match[0], safe="")
