"""Reading JSON that a person or a full disk has damaged: what can be read is, the rest is named with its line.

Comments, a BOM, a comma too many or too few cost nothing; a value that is none is `Broken`; a file that ends in
the middle gives what stands before its end.
"""

from __future__ import annotations

import codecs
import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NoReturn, TypeAlias

from msgspec import Struct, field

Place: TypeAlias = tuple[str | int, ...]
"""The keys and numbers of items that lead to a value; empty for the whole."""
FaultKind: TypeAlias = Literal["twice", "cut", "broken"]

_DEEPEST = 60
_CLOSING = {"{": "}", "[": "]"}
_BLANK = re.compile(r"(?:[\s\0\ufeff]|//[^\n]*|#[^\n]*|/\*.*?(?:\*/|\Z))+", re.DOTALL)
_BLANK_IN_LINE = re.compile(r"(?:[^\S\n]|//[^\n]*|#[^\n]*|/\*[^\n]*?\*/)+")
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_MEMBER = re.compile(r'"(?:[^"\\\n]|\\.)*"\s*:')
_BARE_KEY = re.compile(r"[A-Za-z_][\w.-]*|'[^'\n]*'|“[^”\n]*”")
_WORD = re.compile(r"[^\s\[\]{},:\"]+")
_OPEN_TEXT = re.compile(r'"[^"\n]*(?=\n|\Z)')
_AFTER_VALUE = (",", "]", "}", "\n", '"', "")
_TO_DELIMITER = re.compile(r"(?:\"(?:[^\"\\\n]|\\.)*\"|[^,\]}\n])*")
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Broken:
    """A placeholder where a value should be."""

    text: str
    """What is there instead."""


class Fault(Struct, frozen=True):
    """What is wrong with the text of the file; what is wrong with values the reader of them finds."""

    place: Place
    line: int
    kind: FaultKind
    """`twice`: a key of the same object came before; `cut`: the file ends in the middle; `broken`: what is there
    is no value, or no key."""


class Damaged(Struct):
    """What could be read."""

    value: Any
    """Objects, lists and plain values, with `Broken` among them."""
    lines: dict[Place, int] = field(default_factory=dict)
    """Where each value begins, from 1."""
    faults: list[Fault] = field(default_factory=list)


def read_strictly(data: bytes) -> Any:
    """Return what JSON without any fault holds.

    Raises:
        ValueError: there is a fault, be it only a key that stands twice, or a number that is none.
        RecursionError: it is nested too deeply.
    """
    text = data.decode("utf-8")
    value = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse, parse_float=_finite)
    if "\\u" in text and _SURROGATE.search(json.dumps(value, ensure_ascii=False)):
        raise ValueError("lone surrogate")
    return value


def read_damaged(data: bytes) -> Damaged:
    """Return what can be read, and what is wrong; never raises."""
    reader = _Reader(_decode(data))
    value = reader.whole()
    return Damaged(value, reader.lines, reader.faults)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key stands twice")
    return made


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(digits)
    return number


def _decode(data: bytes) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    return data.decode("utf-8-sig", "surrogateescape")


class _Reader:
    """Reads a text once; every step moves on, so that it ends."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._lists = 0
        """How many lists are open: their closing bracket ends what is in them."""
        self.lines: dict[Place, int] = {}
        self.faults: list[Fault] = []
        self._counted = (0, 1)
        """A place in the text and its line, so that lines are counted once."""

    def whole(self) -> Any:
        self._skip()
        self.lines[()] = self._line()
        if self._peek() == "{":
            value = self._object((), 0)
            self._skip()
            while self._at < len(self._text):  # a brace too many, in the middle of it
                self._fault((), "broken")
                self._at += 1
                self._members((), 0, value)
                self._skip()
            return value
        return self._value((), 0) if self._peek() else Broken("")

    # Places

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _skip(self) -> None:
        if found := _BLANK.match(self._text, self._at):
            self._at = found.end()

    def _line(self) -> int:
        at, line = self._counted
        line += self._text.count("\n", at, self._at)
        self._counted = (self._at, line)
        return line

    def _fault(self, place: Place, kind: FaultKind) -> None:
        if kind != "cut" or not any(fault.kind == "cut" for fault in self.faults):
            self.faults.append(Fault(place, self._line(), kind))

    # Values

    def _value(self, place: Place, depth: int) -> Any:
        self._skip()
        self.lines[place] = self._line()
        next_one = self._peek()
        if next_one in _CLOSING and depth >= _DEEPEST:
            return self._too_deep(place)
        if next_one == "{":
            return self._object(place, depth)
        if next_one == "[":
            return self._list(place, depth)
        return self._plain(place)

    def _plain(self, place: Place) -> Any:
        """Read a string, a number or a word; it is invalid with anything else after it in its line."""
        start = self._at
        found = _STRING.match(self._text, start) or _OPEN_TEXT.match(self._text, start)
        found = found or _WORD.match(self._text, start)
        words = found[0] if found else ""
        self._at += len(words)
        if self._at == len(self._text) and not _STRING.fullmatch(words):  # it may go on where the file does not
            self._fault(place, "cut")
            return Broken(words)
        if blank := _BLANK_IN_LINE.match(self._text, self._at):
            self._at = blank.end()
        if self._peek() not in _AFTER_VALUE:
            self._to_delimiter()
            words = self._text[start : self._at].rstrip()
        try:
            value = json.loads(words, parse_constant=_refuse, parse_float=_finite)
        except (ValueError, RecursionError):
            value = Broken(words)
        if isinstance(value, Broken) or (isinstance(value, str) and _SURROGATE.search(value)):
            self._fault(place, "broken")
            return Broken(words)
        return value

    def _to_delimiter(self) -> None:
        found = _TO_DELIMITER.match(self._text, self._at)
        self._at = found.end() if found else self._at

    def _too_deep(self, place: Place) -> Broken:
        """Step over what is nested too deeply."""
        self._fault(place, "broken")
        start, depth = self._at, 0
        for found in re.finditer(r'"(?:[^"\\\n]|\\.)*"|[\[\]{}]', self._text[start:]):
            depth += (found[0] in _CLOSING) - (found[0] in _CLOSING.values())
            if depth == 0:
                self._at = start + found.end()
                return Broken(self._text[start : self._at])
        self._at = len(self._text)
        return Broken(self._text[start:])

    def _list(self, place: Place, depth: int) -> list[Any]:
        self._at += 1
        self._lists += 1
        items: list[Any] = []
        for _ in self._until("]", place):
            if _MEMBER.match(self._text, self._at):  # the list was not closed, and its object continues
                self._fault(place, "broken")
                break
            before = self._at
            items.append(self._value((*place, len(items)), depth + 1))
            if self._at == before:  # a character that begins nothing
                items[-1:] = []
                self._fault(place, "broken")
                self._at += 1
        self._lists -= 1
        return items

    def _object(self, place: Place, depth: int) -> dict[str, Any]:
        self._at += 1
        found: dict[str, Any] = {}
        self._members(place, depth, found)
        return found

    def _members(self, place: Place, depth: int, found: dict[str, Any]) -> None:
        for _ in self._until("}", place):
            key = self._key()
            if key is None:
                self._fault(place, "broken")
                before = self._at
                if self._peek() != "{":
                    self._to_delimiter()
                self._at += self._at == before
                continue
            inner = (*place, key)
            if key in found:
                self._fault(inner, "twice")
            self._skip()
            if self._peek() not in (":", "：", "=") or not self._peek():
                self._fault(inner, "broken" if self._peek() else "cut")
                self.lines.setdefault(inner, self._line())
                found[key] = Broken("")
                continue
            self._at += 1
            found[key] = self._value(inner, depth + 1)

    def _key(self) -> str | None:
        if string := _STRING.match(self._text, self._at):
            try:
                key = json.loads(string[0])
            except ValueError:
                return None
            self._at = string.end()
            return key if isinstance(key, str) and not _SURROGATE.search(key) else None
        if bare := _BARE_KEY.match(self._text, self._at):
            self._at = bare.end()
            return bare[0].strip("'“”")
        return None

    def _until(self, closing: str, place: Place) -> Iterator[None]:
        """Come to each next part of an object or a list, up to what closes it, or what closes one around it."""
        while True:
            self._skip()
            next_one = self._peek()
            if next_one in (",", "，"):
                self._at += bool(next_one)
            elif next_one == closing:
                self._at += 1
                return
            elif next_one == "}" or (next_one == "]" and self._lists):
                self._fault(place, "broken")
                return
            elif next_one == "]":
                self._fault(place, "broken")
                self._at += 1
            if not next_one:
                self._fault(place, "cut")
                return
            if next_one not in (",", "，", "]"):
                yield
