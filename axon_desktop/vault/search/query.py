"""The query language of every search in a vault, close to Obsidian's, and the tree that a query is read into.

    words                  notes with all of them, in any order; also parts of words
    "a phrase"             exactly this
    one OR two             either; binds less than a blank
    -word, (a OR b)        not; a group
    tag:#project           this tag, or one below it
    path: file: content:   the path, the file's name, the text contains this
    line: block: section:  one line, one block, the text between two headings contains all of this
    task: task-todo: task-done:  so does one task
    [status], [status:open]      a property; its value contains this, or is exactly this if in quotes;
                                 `null` is empty, `<5` and `>5` compare numbers
    /regex/                one line matches

The value of an operator is a word, a phrase or a group. What cannot be an operator is text: a bracket or quotation
mark that is not closed, a lone minus, `OR` without two sides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias, get_args

import msgspec

from axon_desktop.errors import N_, InvalidParametersError
from axon_desktop.text.fold import fold
from axon_desktop.text.stop_words import COMMON

Scope: TypeAlias = Literal[
    "path", "file", "content", "tag", "line", "block", "section", "task", "task-todo", "task-done"
]
Fault: TypeAlias = Literal["empty", "value", "operator", "regex", "long"]

MAX_TERMS = 32
_OPERATOR = re.compile(r"([a-z-]+):(?=\S)", re.IGNORECASE)
_SCOPES: dict[str, Scope] = {scope: scope for scope in get_args(Scope)}
_UNKNOWN = ("match-case", "ignore-case")
"""Operators that Obsidian has and this search does not."""
_WITHOUT_PATTERNS = ("path", "file", "tag")
"""Scopes whose values may have slashes at both ends."""
_QUOTED = re.compile(r'"([^"]*)"')
_PATTERN = re.compile(r"/((?:[^/\\]|\\.)+)/(?=[\s)\]]|$)")
_NAME = r'"([^"\]]+)"|([^\s"\[\]:][^"\[\]:]*)'
_PROPERTY = re.compile(rf"\[(?:{_NAME})(?:(?<!\[.)\](?=[\s)]|$)|:(?=[^\[\]]*\]))")
"""`[name]` or the beginning of `[name:value]`; one character in brackets is the box of a task, and text."""
_OR = re.compile(r"OR(?=[\s(])\s*(?=\S)")
_BARE = re.compile(r"^[\"'“‘(\[]+|(?:['’]s)?[\"'”’)\].,;:!?。，；：！？、]+$|['’]s$")
"""Punctuation around a word that stands among others, as in a question."""
_AFTER_GROUP = re.compile(r"[.,;:!?。，；：！？、]+(?=\s|$)")
_PAIRS = {")": "(", "]": "["}

_REASONS: dict[Fault, str] = {
    "empty": N_("Core", "query is empty; give a word, or a tag"),
    "value": N_("Core", "query: there is nothing after an operator"),
    "operator": N_("Core", "query: this operator is not known here; there are {operators}"),
    "regex": N_("Core", "query is not a regular expression: {why}"),
    "long": N_("Core", "query: it has more than {most} parts"),
}


class QueryError(InvalidParametersError):
    """A query that cannot be understood; `fault` is the reason."""

    def __init__(self, fault: Fault, why: str = "") -> None:
        self.fault = fault
        operators = ", ".join(f"{scope}:" for scope in _SCOPES)
        super().__init__(_REASONS[fault], why=why, operators=operators, most=MAX_TERMS)


class Text(msgspec.Struct, frozen=True):
    """A word or phrase."""

    text: str
    """As written, without quotes."""
    folded: str
    quoted: bool = False


class Regex(msgspec.Struct, frozen=True):
    """A regular expression for one line."""

    pattern: re.Pattern[str]


class Within(msgspec.Struct, frozen=True):
    """A part of the note, or of what is known of it, that matches."""

    scope: Scope
    part: Node


class HasProperty(msgspec.Struct, frozen=True):
    """A property, with a value that matches."""

    name: str
    value: Node | None


class Not(msgspec.Struct, frozen=True):
    """What does not match."""

    part: Node


class AllOf(msgspec.Struct, frozen=True):
    """Each part matches."""

    parts: tuple[Node, ...]


class AnyOf(msgspec.Struct, frozen=True):
    """At least one part matches."""

    parts: tuple[Node, ...]


Node: TypeAlias = Text | Regex | Within | HasProperty | Not | AllOf | AnyOf
EACH = Text("", "")
"""What every part of a note holds, as each task for `task:""`."""


def parse_query(query: str) -> Node:
    """Read a query.

    Raises:
        QueryError: it is empty or broken.
    """
    node = _Parser(query).read()
    if node is None:
        raise QueryError("empty")
    return node


def regex_node(pattern: str) -> Regex:
    """Return the query for lines that match a regular expression.

    Raises:
        QueryError: it is broken.
    """
    try:
        return Regex(re.compile(pattern, re.IGNORECASE))
    except (re.error, RecursionError, OverflowError) as error:
        raise QueryError("regex", str(error)) from error


def text_node(text: str, *, quoted: bool = False) -> Text:
    """Return the query for a word or phrase."""
    return Text(text, fold(text), quoted)


def tag_node(tag: str) -> Within:
    """Return the query for notes with a tag, with or without `#`."""
    return Within("tag", _bare_tag(text_node(tag)))


def all_of(parts: list[Node]) -> Node | None:
    """Return the query for what all of some parts match, each once; None without parts."""
    each = tuple(dict.fromkeys(parts))
    return AllOf(each) if len(each) > 1 else each[0] if each else None


def leaves(node: Node) -> Iterator[Text | Regex]:
    """Yield the words, phrases and regular expressions that the text of a note may have to match."""
    match node:
        case Regex() | Text() if node != EACH:
            yield node
        case AllOf(parts) | AnyOf(parts):
            for part in parts:
                yield from leaves(part)
        case Within(scope, part) if scope not in ("path", "file", "tag"):
            yield from leaves(part)


def walk(node: Node) -> Iterator[Node]:
    """Yield a query and all of its parts."""
    yield node
    match node:
        case AllOf(parts) | AnyOf(parts):
            for part in parts:
                yield from walk(part)
        case Within(_, part) | Not(part) | HasProperty(_, part) if part is not None:
            yield from walk(part)


def only_words(node: Node) -> bool:
    """Tell whether a query is nothing but words and phrases."""
    return all(isinstance(part, Text | AllOf) for part in walk(node))


def has_regex(node: Node) -> bool:
    """Tell whether there is a regular expression in a query, which may take forever."""
    return any(isinstance(part, Regex) for part in walk(node))


def loosened(node: Node) -> Node | None:
    """Return the query for notes with some of the words and phrases; None if there are not several.

    Stop words are not enough, where there are others. Whatever else the query asks for stays.
    """
    words = [part for part in node.parts if isinstance(part, Text)] if isinstance(node, AllOf) else []
    if len(words) < 2 or not isinstance(node, AllOf):
        return None
    telling = [word for word in words if word.folded not in COMMON]
    return all_of([AnyOf(tuple(telling or words)), *(part for part in node.parts if not isinstance(part, Text))])


class _Parser:
    """Reads one query."""

    def __init__(self, query: str) -> None:
        self._query = query
        self._at = 0
        self._terms = 0
        self._closer = ""
        """What ends the group that is being read; empty outside of groups."""
        self._among_others = len(query.split()) > 1

    def read(self) -> Node | None:
        """Return alternatives up to the end of the query or group; None if there is nothing."""
        choices: list[Node] = []
        while True:
            if (choice := all_of([*self._terms_of_choice()])) is not None:
                choices.append(choice)
            match = _OR.match(self._query, self._at)
            if match is None:
                break
            self._at = match.end()
        return AnyOf(tuple(dict.fromkeys(choices))) if len(choices) > 1 else choices[0] if choices else None

    def _terms_of_choice(self) -> Iterator[Node]:
        found = False
        while True:
            self._skip_blanks()
            if self._at == len(self._query) or self._starts(self._closer):
                return
            match = _OR.match(self._query, self._at)
            if found and match is not None and not self._query.startswith(self._closer or "\0", match.end()):
                return
            self._terms += 1
            if self._terms > MAX_TERMS:
                raise QueryError("long")
            node = self._term()
            if node is not None:
                found = True
                yield node

    def _term(self) -> Node | None:
        query, at = self._query, self._at
        after = query[at + 1 : at + 2]
        if query[at] == "-" and after and after not in ("-", self._closer) and not after.isspace():
            self._at += 1
            part = self._positive()
            return Not(part) if part is not None else None
        return self._positive()

    def _positive(self) -> Node | None:
        if (named := _PROPERTY.match(self._query, self._at)) is not None:
            return self._property(named)
        operator = _OPERATOR.match(self._query, self._at)
        name = operator[1].lower() if operator else ""
        if name in _UNKNOWN:
            raise QueryError("operator")
        if operator and name in _SCOPES:
            self._at = operator.end()
            if self._starts(self._closer):
                raise QueryError("value")
            return self._within(_SCOPES[name])
        if any(self._query[self._at :].lower() == f"{scope}:" for scope in _SCOPES):
            raise QueryError("value")
        return self._value(patterns=True)

    def _within(self, scope: Scope) -> Node:
        part = self._value(patterns=scope not in _WITHOUT_PATTERNS)
        if part is not None and scope == "tag":
            part = _each_text(part, _bare_tag)
        if part is None and scope in ("task", "task-todo", "task-done"):
            part = EACH
        if part is None or (isinstance(part, Text) and not part.folded and part != EACH):
            raise QueryError("value")
        return Within(scope, part)

    def _value(self, *, patterns: bool) -> Node | None:
        query, at = self._query, self._at
        if query[at] == "(" and (group := self._group(1, ")")) is not None:
            return group
        if patterns and (match := _PATTERN.match(query, at)) is not None:
            self._at = match.end()
            return regex_node(match[1].replace("\\/", "/"))
        if (match := _QUOTED.match(query, at)) is not None:
            self._at = match.end()
            return self._text(match[1].strip(), quoted=True)
        word = self._word()
        return self._text((self._among_others and _BARE.sub("", word)) or word, quoted=False)

    def _text(self, text: str, *, quoted: bool) -> Text | None:
        node = text_node(text, quoted=quoted)
        return node if node.folded.strip() else None

    def _group(self, opened: int, closer: str) -> Node | None:
        """Read a group that begins `opened` characters after here; None if it is empty, or not closed."""
        at, outer = self._at, self._closer
        if not self._closes(at, closer):
            return None
        self._at, self._closer = at + opened, closer
        node = self.read()
        self._closer = outer
        if node is None:
            self._at = at
            return None
        self._at += 1
        if (after := _AFTER_GROUP.match(self._query, self._at)) is not None:
            self._at = after.end()
        return node

    def _closes(self, at: int, closer: str) -> bool:
        depth = 0
        for character in self._query[at:]:
            depth += (character == _PAIRS[closer]) - (character == closer)
            if not depth:
                return True
        return False

    def _property(self, named: re.Match[str]) -> Node:
        name = (named[1] or named[2]).strip()
        if not named[0].endswith(":"):
            self._at = named.end()
            name, _, text = name.partition(":")
            return HasProperty(fold(name.strip()), text_node(text.strip()) if text.strip() else None)
        value = self._group(len(named[0]), "]")
        if value is None:  # nothing stands after the colon
            self._at = self._query.index("]", self._at) + 1
        return HasProperty(fold(name), value)

    def _word(self) -> str:
        query, begin, closer = self._query, self._at, self._closer
        opener, depth = _PAIRS.get(closer, ""), 0
        while self._at < len(query) and not query[self._at].isspace():
            character = query[self._at]
            if character == closer and not depth:
                break
            depth += (character == opener) - (character == closer)
            self._at += 1
        return query[begin : self._at]

    def _skip_blanks(self) -> None:
        while self._at < len(self._query) and self._query[self._at].isspace():
            self._at += 1

    def _starts(self, text: str) -> bool:
        return bool(text) and self._query.startswith(text, self._at)


def _each_text(node: Node, change: Callable[[Text], Text]) -> Node:
    """Return a query with each word and phrase changed."""
    match node:
        case Text():
            return change(node)
        case AllOf(parts):
            return AllOf(tuple(_each_text(part, change) for part in parts))
        case AnyOf(parts):
            return AnyOf(tuple(_each_text(part, change) for part in parts))
        case Not(part):
            return Not(_each_text(part, change))
    return node


def _bare_tag(tag: Text) -> Text:
    bare = tag.text.strip().lstrip("#").rstrip("/")
    return Text(bare, fold(bare), True)
