"""The JSON of a tool call: strict, but for trailing commas and raw control characters in strings.

No repair beyond that: a repair library would complete a call that was cut off, and a cut-off write must not run.
"""

from __future__ import annotations

import json
import math
import re
from enum import Enum
from typing import Any, NoReturn

MAX_DEPTH = 64
"""How deep objects and lists may nest."""

_TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{]|[\]}]', re.DOTALL)
_STRING_OR_COMMA = re.compile(
    r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|(?<=["\]}0-9a-z])[ \t\r\n]*+,(?=[ \t\r\n]*+[\]}])', re.DOTALL
)
_BALANCE = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|\'[^\'\\\n]*+(?:\\.[^\'\\\n]*+)*+\'|[\[{(]|[\]})]', re.DOTALL)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
_QUOTE_OR_BRACKET = re.compile(r'\\.|["\[\]{}]', re.DOTALL)


def decode(text: str) -> Any:
    """Return the value that `text` holds.

    Raises:
        ValueError: it is not JSON, or JSON that two readers could understand differently; says why.
    """
    _check_depth(text)
    try:
        value = _load(text)
    except json.JSONDecodeError:
        value = _load(_STRING_OR_COMMA.sub(lambda match: match[0] if match[0][0] == '"' else "", text))
    if _SURROGATE.search(text):
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise ValueError("a string holds half of a surrogate pair") from None
    return value


def balanced_end(text: str, start: int) -> int:
    """Return where the brackets that open first after `start` are closed, the text's end if they are not."""
    depth = 0
    for match in _BALANCE.finditer(text, start):
        first = match[0][0]
        depth += 1 if first in "[{(" else -1 if first in "]})" else 0
        if depth <= 0 and first in "]})":
            return match.end()
    return len(text)


def _load(text: str) -> Any:
    return json.loads(
        text,
        strict=False,
        object_pairs_hook=_unique_keys,
        parse_constant=_refuse_constant,
        parse_int=_read_int,
        parse_float=_read_float,
    )


def _check_depth(text: str) -> None:
    depth = 0
    for match in _TOKEN.finditer(text):
        first = match[0][0]
        if first in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise ValueError(f"nested deeper than {MAX_DEPTH} levels")
        elif first in "]}":
            depth -= 1


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f"the key {json.dumps(twice[:80])} stands twice in one object")
    return result


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON value")


def _read_int(digits: str) -> int:
    if len(digits) > 100:
        raise ValueError("a number has more than 100 digits")
    return int(digits)


def _read_float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError(f"the number {digits[:40]} is too large")
    return value


class ObjectState(Enum):
    """State of an object that is being received."""

    OPEN = "open"
    COMPLETE = "complete"
    BROKEN = "broken"


class ObjectScanner:
    """Finds the end of a JSON object that comes line by line, without parsing it."""

    def __init__(self) -> None:
        self._depth = 0
        self._in_string = False

    def feed(self, line: str) -> ObjectState:
        """Take the next line; COMPLETE when the object ends on it, BROKEN when text follows the end."""
        for match in _QUOTE_OR_BRACKET.finditer(line):
            character = match[0]
            if character == '"':
                self._in_string = not self._in_string
            elif self._in_string or character[0] == "\\":
                continue
            elif character in "[{":
                self._depth += 1
            else:
                self._depth -= 1
                if self._depth <= 0:
                    rest = line[match.end() :]
                    return ObjectState.BROKEN if rest.strip() else ObjectState.COMPLETE
        return ObjectState.OPEN
