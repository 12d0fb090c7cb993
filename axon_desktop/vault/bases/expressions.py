"""The expressions of a base, such as `status != "done" && price > 2`: text to tree, in linear time.

Nothing is ever run as Python: `evaluation` walks the tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from axon_desktop.vault.bases.values import Pattern

MAX_LENGTH = 4_000
"""Characters of one expression."""
MAX_DEPTH = 60
"""Brackets inside each other."""
MAX_STEPS = 300
"""Operators, calls and members in one expression; with the brackets this bounds the depth of its tree."""


class ExpressionError(ValueError):
    """A text is no expression; it says why and where."""


@dataclass(frozen=True, slots=True)
class Literal:
    """A text, number, regular expression, true, false or null."""

    value: str | float | bool | Pattern | None


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list that is written out."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Name:
    """A property, or one of the words `file`, `note`, `formula`, `this`."""

    name: str


@dataclass(frozen=True, slots=True)
class Member:
    """A member, named after a dot or as text between brackets."""

    of: Expression
    name: str


@dataclass(frozen=True, slots=True)
class Element:
    """The element at an index that is an expression itself."""

    of: Expression
    at: Expression


@dataclass(frozen=True, slots=True)
class Call:
    """A function, or the function of a value."""

    of: Expression | None
    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Unary:
    """`!` or `-` before a value."""

    operator: str
    of: Expression


@dataclass(frozen=True, slots=True)
class Binary:
    """Two values with an operator between them."""

    operator: str
    left: Expression
    right: Expression


Expression: TypeAlias = Literal | ListOf | Name | Member | Element | Call | Unary | Binary

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<number>\d+(?:\.\d+)?)
    | (?P<name>[^\W\d]\w*)
    | (?P<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
    | (?P<operator>&&|\|\||[=!]=|[<>]=?|[-+*/%!()\[\],.])
    | (?P<end>\Z)
    )""",
    re.VERBOSE | re.DOTALL,
)
_PATTERN = re.compile(r"/((?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)/([a-z]*)")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_STRENGTH = {
    "||": 1, "&&": 2, "==": 3, "!=": 3, "<": 4, "<=": 4, ">": 4, ">=": 4, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6,
}  # fmt: skip


def parse_expression(text: str) -> Expression:
    """Return the tree of an expression.

    Raises:
        ExpressionError: it is not valid, too long, or nested too deeply.
    """
    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"longer than {MAX_LENGTH} characters")
    return _Parser(text).parse()


def parts(expression: Expression) -> Iterator[Expression]:
    """Yield an expression and all its parts."""
    todo = [expression]
    while todo:
        part = todo.pop()
        yield part
        match part:
            case ListOf(items):
                todo += items
            case Member(of, _) | Unary(_, of):
                todo.append(of)
            case Element(one, other) | Binary(_, one, other):
                todo += (one, other)
            case Call(of, _, arguments):
                todo += arguments if of is None else (of, *arguments)


class _Parser:
    """Precedence parser of one expression."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._place = self._end = 0
        self._kind = self._token = ""
        self._depth = self._steps = 0
        self._advance()

    def parse(self) -> Expression:
        found = self._binary(0)
        if self._kind != "end":
            raise self._unexpected()
        return found

    def _advance(self) -> None:
        match = _TOKEN.match(self._text, self._end)
        if match is None:
            rest = self._text[self._end :].lstrip()
            raise ExpressionError(f"{rest[:12]!r} is not understood")
        assert match.lastgroup is not None
        self._kind, self._token = match.lastgroup, match[match.lastgroup]
        self._place, self._end = match.start(match.lastgroup), match.end()

    def _unexpected(self) -> ExpressionError:
        what = repr(self._token) if self._token else "the end"
        return ExpressionError(f"{what} is not expected (character {self._place + 1})")

    def _step(self) -> None:
        self._steps += 1
        if self._steps > MAX_STEPS:
            raise ExpressionError(f"more than {MAX_STEPS} operators and calls")

    def _take(self, operator: str) -> bool:
        """Consume an operator if it is the next token."""
        if self._kind != "operator" or self._token != operator:
            return False
        self._advance()
        return True

    def _expect(self, operator: str) -> None:
        if not self._take(operator):
            raise self._unexpected()

    def _binary(self, least: int) -> Expression:
        """Read a value and the operators after it that bind stronger than `least`."""
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise ExpressionError("too many brackets inside each other")
        left = self._unary()
        while self._kind == "operator" and (strength := _STRENGTH.get(self._token, 0)) > least:
            operator = self._token
            self._advance()
            left = Binary(operator, left, self._binary(strength))
            self._step()
        self._depth -= 1
        return left

    def _unary(self) -> Expression:
        operators: list[str] = []
        while self._kind == "operator" and self._token in ("!", "-"):
            operators.append(self._token)
            self._advance()
            self._step()
        found = self._postfix(self._primary())
        for operator in reversed(operators):
            found = Unary(operator, found)
        return found

    def _postfix(self, found: Expression) -> Expression:
        """Read what follows a value: members, elements, calls."""
        while True:
            if self._take("."):
                if self._kind != "name":
                    raise self._unexpected()
                name = self._token
                self._advance()
                found = Call(found, name, self._arguments(")")) if self._take("(") else Member(found, name)
            elif self._take("["):
                at = self._binary(0)
                self._expect("]")
                is_name = isinstance(at, Literal) and isinstance(at.value, str)
                found = Member(found, str(at.value)) if is_name and isinstance(at, Literal) else Element(found, at)
            elif isinstance(found, Name) and self._take("("):
                found = Call(None, found.name, self._arguments(")"))
            else:
                return found
            self._step()

    def _primary(self) -> Expression:
        kind, token = self._kind, self._token
        if (kind, token) == ("operator", "/") and (pattern := _PATTERN.match(self._text, self._place)):
            self._end = pattern.end()
            self._advance()
            return Literal(Pattern(pattern[1], pattern[2]))
        if self._take("("):
            found = self._binary(0)
            self._expect(")")
            return found
        if self._take("["):
            return ListOf(self._arguments("]"))
        if kind not in ("number", "string", "name"):
            raise self._unexpected()
        self._advance()
        if kind == "number":
            return Literal(float(token))
        if kind == "string":
            return Literal(_ESCAPED.sub(lambda match: _ESCAPES.get(match[1], match[1]), token[1:-1]))
        return Literal(_WORDS[token]) if token in _WORDS else Name(token)

    def _arguments(self, closing: str) -> tuple[Expression, ...]:
        """Read values between commas up to the closing bracket."""
        found: list[Expression] = []
        if self._take(closing):
            return ()
        while True:
            found.append(self._binary(0))
            if self._take(closing):
                return tuple(found)
            self._expect(",")
