"""The query language of the search in the vault, close to Obsidian's.

    words            notes with all of them first, then with some
    "a phrase"       these words one after the other
    -word -"phrase"  not
    tag:#project     this tag, or one below it
    path:daily       the path contains this; file: the name does
    /regex/          one line matches

The value of an operator may be in quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from axon_desktop.errors import InvalidParametersError

TermKind: TypeAlias = Literal["word", "phrase", "tag", "path", "file", "regex"]
Fault: TypeAlias = Literal["empty", "quote", "slash", "minus", "value", "operator", "regex", "long"]

MAX_TERMS = 32
_BLANKS = re.compile(r"\s+")
_OPERATOR = re.compile(r"([a-z-]+):", re.IGNORECASE)
_FILTERS: dict[str, TermKind] = {"tag": "tag", "path": "path", "file": "file"}
_UNKNOWN = frozenset(
    {"content", "line", "block", "section", "task", "task-todo", "task-done", "match-case", "ignore-case"}
)
"""Operators that Obsidian has and this search does not."""
_QUOTED = re.compile(r'"([^"]*)"')
_PATTERN = re.compile(r"/((?:[^/\\]|\\.)+)/(?=\s|$)")
_PLAIN = re.compile(r"\S+")


_REASONS: dict[Fault, str] = {
    "empty": "query is empty; give a word, a tag or a part of a path",
    "quote": "query: a quotation mark is not closed",
    "slash": "query: a regular expression is not closed; it stands between two slashes",
    "minus": "query: nothing stands after the minus",
    "value": "query: there is nothing after an operator",
    "operator": "query: this operator is not known here; there are tag:, path: and file:",
    "regex": "query is not a regular expression",
    "long": f"query: it has more than {MAX_TERMS} parts",
}


class QueryError(InvalidParametersError):
    """A query that cannot be understood; `fault` is the reason, `at` where it begins."""

    def __init__(self, fault: Fault, at: int = 0) -> None:
        self.fault = fault
        self.at = at
        super().__init__(_REASONS[fault])


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a query."""

    kind: TermKind
    text: str
    """As written, without quotes and operator."""
    negated: bool = False


def parse_query(query: str) -> tuple[Term, ...]:
    """Read a query.

    Raises:
        QueryError: it is empty or broken.
    """
    terms = tuple(dict.fromkeys(_terms(query)))
    if not terms:
        raise QueryError("empty")
    if len(terms) > MAX_TERMS:
        raise QueryError("long")
    return terms


def _terms(query: str) -> Iterator[Term]:
    position = len(query) - len(query.lstrip())
    while position < len(query):
        begin = position
        negated = query[position] == "-" and query[position + 1 : position + 2] != "-"
        position += negated
        if negated and (position == len(query) or query[position].isspace()):
            raise QueryError("minus", begin)
        operator = _OPERATOR.match(query, position)
        name = operator[1].lower() if operator else ""
        if name in _UNKNOWN:
            raise QueryError("operator", begin)
        kind: TermKind
        if operator and name in _FILTERS:
            kind = _FILTERS[name]
            text, _, position = _words(query, operator.end())
            if not text.strip("#/ "):
                raise QueryError("value", begin)
        else:
            text, kind, position = _pattern(query, position) or _words(query, position)
        if text.strip():
            yield Term(kind, text.strip(), negated)
        blanks = _BLANKS.match(query, position)
        position = blanks.end() if blanks else position


def _words(query: str, position: int) -> tuple[str, Literal["word", "phrase"], int]:
    """Read a word, or words in quotes: the text, the form, and where it ends."""
    if query.startswith('"', position):
        quoted = _QUOTED.match(query, position)
        if quoted is None:
            raise QueryError("quote", position)
        return quoted[1], "phrase", quoted.end()
    plain = _PLAIN.match(query, position)
    return (plain[0], "word", plain.end()) if plain else ("", "word", position)


def _pattern(query: str, position: int) -> tuple[str, Literal["regex"], int] | None:
    """Read a regular expression; None if none begins here."""
    if not query.startswith("/", position):
        return None
    pattern = _PATTERN.match(query, position)
    if pattern is not None:
        return _checked(pattern[1].replace("\\/", "/"), position), "regex", pattern.end()
    if query.find("/", position + 1) < 0:
        raise QueryError("slash", position)
    return None


def _checked(pattern: str, position: int) -> str:
    try:
        re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        raise QueryError("regex", position) from error
    return pattern
