"""Evaluation of expressions, file by file: walks the tree, within limits."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from datetime import datetime

from axon_desktop.vault.bases.expressions import (
    Binary,
    Call,
    Element,
    Expression,
    ListOf,
    Literal,
    Member,
    Name,
    Unary,
    parts,
)
from axon_desktop.vault.bases.functions import (
    FIELDS,
    FUNCTIONS,
    LIST_METHODS,
    METHODS,
    WORDED_METHODS,
    field_of,
    moment_of,
    number_of,
)
from axon_desktop.vault.bases.notes import FileFacts
from axon_desktop.vault.bases.regular_expressions import PatternError, is_valid
from axon_desktop.vault.bases.values import (
    MAX_TEXT,
    FileOf,
    LinkTo,
    Moment,
    Pattern,
    Span,
    Value,
    are_equal,
    is_less,
    is_true,
    milliseconds,
    read_link,
    read_span,
    shift,
    show_value,
    tag_key,
)

MAX_DEPTH = 200
"""Of trees and of formulas inside formulas, together."""

FILE_FIELDS: Mapping[str, Callable[[FileFacts], Value]] = {
    "file": lambda facts: FileOf(facts.path),
    "name": lambda facts: facts.name,
    "basename": lambda facts: facts.basename,
    "path": lambda facts: facts.path,
    "folder": lambda facts: facts.folder,
    "ext": lambda facts: facts.ext,
    "size": lambda facts: facts.size,
    "ctime": lambda facts: facts.ctime,
    "mtime": lambda facts: facts.mtime,
    "tags": lambda facts: facts.tags,
    "links": lambda facts: facts.links(),
    "embeds": lambda facts: facts.links(embeds=True),
}
FILE_METHODS = frozenset({"hasTag", "hasLink", "hasProperty", "inFolder", "asLink"})
_OWN_FUNCTIONS = frozenset({"if", "now", "today", "link", "file", "image"})
_ITEM_METHODS = frozenset({"map", "filter", "reduce"})
"""Methods whose first argument is evaluated for each element of a list, as `value`, `index` and `acc`."""
_MAX_STEPS = 50_000
"""Elements that these may visit for one file, together."""


class UnsupportedError(Exception):
    """An expression needs what is not supported; nothing is known of its value."""


def unsupported(expression: Expression, formulas: Mapping[str, Expression | None]) -> list[str]:
    """Return the unsupported parts of an expression, each once."""
    return [*dict.fromkeys(name for part in parts(expression) if (name := _unsupported(part, formulas)))]


def _unsupported(part: Expression, formulas: Mapping[str, Expression | None]) -> str:
    match part:
        case Literal(Pattern() as pattern) if not is_valid(pattern):
            return show_value(pattern)
        case Call(None, name, _) if name not in FUNCTIONS and name not in _OWN_FUNCTIONS:
            return f"{name}()"
        case Call(of, name, _) if of is not None and name not in METHODS and name not in WORDED_METHODS:
            return "" if name in FILE_METHODS or name in _ITEM_METHODS else f".{name}()"
        case Member(Name("formula"), name):
            return "" if name in formulas else f"formula.{name}"
        case Member(Name("file"), name) if name not in FILE_FIELDS:
            return f"file.{name}"
        case Member(Name("this"), name) if name != "file":
            return f"this.{name}"
        case Member(Name("note" | "file" | "this"), _):
            return ""
        case Member(_, name) if name not in FIELDS and name not in FILE_FIELDS:
            return f".{name}"
    return ""


class Evaluator:
    """Evaluates the expressions of one base."""

    def __init__(
        self,
        formulas: Mapping[str, Expression | None],
        facts_of: Callable[[str], FileFacts],
        this: str,
        language: str = "en",
    ) -> None:
        """Take the base's formulas, the source of facts about files, the path of the base, and for whom it is."""
        self._formulas = formulas
        self._language = language
        self._facts_of = facts_of
        self._this = this
        self._now = datetime.now()  # noqa: DTZ005 - local, as Obsidian takes it
        self._row = facts_of(this)
        self._made: dict[str, Value] = {}
        self._unknown: set[str] = set()
        """Formulas that are being evaluated, or whose value cannot be known."""
        self._items: dict[str, Value] = {}
        """`value`, `index` and `acc` where an element of a list is evaluated."""
        self._steps = 0
        self._depth = 0

    def take(self, facts: FileFacts) -> None:
        """Go to the next file."""
        self._row = facts
        self._made.clear()
        self._unknown.clear()
        self._steps = 0

    def value(self, expression: Expression) -> Value:
        """Return the value of an expression for the file.

        Raises:
            UnsupportedError: it cannot be known.
        """
        self._depth += 1
        try:
            if self._depth > MAX_DEPTH:
                raise UnsupportedError("too deep")
            return self._value(expression)
        finally:
            self._depth -= 1

    def formula(self, name: str) -> Value:
        """Return the value of a formula for the file.

        Raises:
            UnsupportedError: there is none, it cannot be known, or it needs itself.
        """
        if name not in self._made:
            expression = self._formulas.get(name)
            if expression is None or name in self._unknown:
                raise UnsupportedError(f"formula.{name}")
            self._unknown.add(name)
            outer, self._items = self._items, {}
            try:
                self._made[name] = self.value(expression)
            finally:
                self._items = outer
        return self._made[name]

    def _value(self, expression: Expression) -> Value:
        match expression:
            case Literal(value):
                return value
            case ListOf(items):
                return tuple(self.value(item) for item in items)
            case Name(name):
                return self._name(name)
            case Member(of, name):
                return self._member(of, name)
            case Element(of, at):
                return self._element(self._receiver(of), self.value(at))
            case Unary(operator, of):
                return self._unary(operator, self.value(of))
            case Binary("&&" | "||" as operator, left, right):
                return self._both(operator, left, right)
            case Binary(operator, left, right):
                return _operate(operator, self.value(left), self.value(right))
            case Call(None, name, arguments):
                return self._function(name, arguments)
            case Call(of, name, arguments):
                assert of is not None
                return self._method(of, name, arguments)

    def _name(self, name: str) -> Value:
        if name == "file":
            return FileOf(self._row.path)
        if name == "this":
            return FileOf(self._this)
        if name in self._items:
            return self._items[name]
        return self._row.value(name)

    def _member(self, of: Expression, name: str) -> Value:
        match of:
            case Name("note"):
                return self._row.value(name)
            case Name("formula"):
                return self.formula(name)
            case Name("this") if name == "file":
                return FileOf(self._this)
        value = self._receiver(of) if name == "length" else self.value(of)
        if isinstance(value, FileOf):
            if name not in FILE_FIELDS:
                raise UnsupportedError(f"file.{name}")
            return FILE_FIELDS[name](self._facts(value))
        if name not in FIELDS:
            raise UnsupportedError(f".{name}")
        return field_of(moment_of(value) or value if name != "length" else value, name)

    def _receiver(self, of: Expression) -> Value:
        """Return a value where it matters whether a property is a list of one element or that element."""
        match of:
            case Name(name) if name not in ("file", "this") and name not in self._items:
                return self._row.as_list(name)
            case Member(Name("note"), name):
                return self._row.as_list(name)
        return self.value(of)

    @staticmethod
    def _element(value: Value, at: Value) -> Value:
        if not isinstance(value, tuple) or not isinstance(at, float) or not at.is_integer():
            return None
        return value[int(at)] if 0 <= at < len(value) else None

    @staticmethod
    def _unary(operator: str, value: Value) -> Value:
        if operator == "!":
            return not is_true(value)
        number = number_of(value)
        return None if number is None else -number

    def _both(self, operator: str, left: Expression, right: Expression) -> Value:
        """Evaluate `&&` and `||`: where one side decides, the other need not be known."""
        decisive = operator == "||"
        try:
            first = self.value(left)
        except UnsupportedError:
            second = self.value(right)
            if is_true(second) is decisive:
                return second
            raise
        return first if is_true(first) is decisive else self.value(right)

    def _function(self, name: str, arguments: tuple[Expression, ...]) -> Value:
        if name == "if":
            if not arguments:
                return None
            chosen = 1 if is_true(self.value(arguments[0])) else 2
            return self.value(arguments[chosen]) if chosen < len(arguments) else None
        if name in ("now", "today"):
            now = Moment(self._now, timed=True)
            return now if name == "now" else METHODS["date"](now, ())
        values = tuple(self.value(argument) for argument in arguments)
        if name in ("link", "file", "image"):
            return self._link(values, name)
        if name not in FUNCTIONS:
            raise UnsupportedError(f"{name}()")
        return FUNCTIONS[name](values)

    def _link(self, values: tuple[Value, ...], kind: str) -> Value:
        """Return the link, the file or the image that a text or link names."""
        named = values[0] if values else None
        path = named.path if isinstance(named, (FileOf, LinkTo)) else None
        label = show_value(values[1]) if len(values) > 1 else ""
        target = show_value(named)
        if isinstance(named, str):
            link = self._row.resolve(read_link(named) or LinkTo(named))
            path, target = link.path, link.target
        if kind == "file":
            return None if path is None else FileOf(path)
        return LinkTo(target, label, path, picture=kind == "image") if target else None

    def _method(self, of: Expression, name: str, arguments: tuple[Expression, ...]) -> Value:
        if name in _ITEM_METHODS:
            return self._each(self._receiver(of), name, arguments)
        value = self._receiver(of) if name in LIST_METHODS else self.value(of)
        values = tuple(self.value(argument) for argument in arguments)
        if isinstance(value, FileOf) and name in FILE_METHODS:
            return self._ask_file(self._facts(value), name, values)
        if name in WORDED_METHODS:
            return WORDED_METHODS[name](value, values, self._language)
        if name not in METHODS:
            raise UnsupportedError(f".{name}()")
        try:
            return METHODS[name](value, values)
        except PatternError as error:
            raise UnsupportedError(f".{name}()") from error

    def _each(self, value: Value, name: str, arguments: tuple[Expression, ...]) -> Value:
        """Evaluate an expression for each element of a list: `map`, `filter` and `reduce`."""
        if not isinstance(value, tuple) or not arguments:
            return None
        result = self.value(arguments[1]) if len(arguments) > 1 else None
        chosen: list[Value] = []
        outer = self._items
        for index, item in enumerate(value):
            self._steps += 1
            if self._steps > _MAX_STEPS:
                raise UnsupportedError("too much")
            self._items = outer | {"value": item, "index": float(index)}
            if name == "reduce":
                self._items["acc"] = result
            try:
                found = self.value(arguments[0])
            finally:
                self._items = outer
            if name == "reduce":
                result = found
            elif name == "map":
                chosen.append(found)
            elif is_true(found):
                chosen.append(item)
        return result if name == "reduce" else tuple(chosen)

    def _facts(self, file: FileOf) -> FileFacts:
        return self._row if file.path == self._row.path else self._facts_of(file.path)

    def _ask_file(self, facts: FileFacts, name: str, values: tuple[Value, ...]) -> Value:
        if name == "asLink":
            return LinkTo(facts.basename, show_value(values[0]) if values else "", facts.path)
        wanted = [show_value(value) for value in values]
        if name == "inFolder":
            folder = wanted[0].strip("/") if wanted else ""
            return not folder or facts.folder == folder or facts.folder.startswith(f"{folder}/")
        if name == "hasProperty":
            return any(facts.written(item) is not None for item in wanted)
        if name == "hasTag":
            keys = [tag_key(item) for item in wanted]
            return any(
                tag == key or tag.startswith(f"{key}/") for tag in map(tag_key, facts.marks.tags) for key in keys
            )
        linked = self._link(values[:1], "link")
        return isinstance(linked, LinkTo) and any(are_equal(link, linked) for link in facts.links())


def _operate(operator: str, left: Value, right: Value) -> Value:
    """Compare or calculate."""
    match operator:
        case "==":
            return are_equal(left, right)
        case "!=":
            return not are_equal(left, right)
        case "<":
            return is_less(left, right) is True
        case ">":
            return is_less(right, left) is True
        case "<=":
            return is_less(right, left) is False
        case ">=":
            return is_less(left, right) is False
    if operator in "+-" and isinstance(left, Moment):
        return _move(left, right, 1 if operator == "+" else -1)
    if isinstance(right, Moment) and operator == "+":
        return _move(right, left, 1)
    if isinstance(left, Span) or isinstance(right, Span):
        return _span_arithmetic(operator, left, right)
    if operator == "+" and (isinstance(left, str) or isinstance(right, str)):
        return (show_value(left) + show_value(right))[:MAX_TEXT]
    return _calculate(operator, _numeric(left), _numeric(right))


def _numeric(value: Value) -> float | None:
    return number_of(value) if isinstance(value, (float, str)) else None


def _move(left: Moment, right: Value, sign: int) -> Value:
    """Add to a time, or take the difference of two."""
    if sign < 0 and (other := moment_of(right)) is not None:
        return Span(0, milliseconds(left) - milliseconds(other))
    span = read_span(right) if isinstance(right, str) else right
    if isinstance(span, float):
        span = Span(0, span)
    return shift(left, span, sign) if isinstance(span, Span) else None


def _span_arithmetic(operator: str, left: Value, right: Value) -> Value:
    """Add lengths of time, also written ones, divide them by each other, or stretch one by a number."""
    if operator == "*" and isinstance(right, Span):
        left, right = right, left
    other = read_span(right) if isinstance(right, str) else right
    first = read_span(left) if isinstance(left, str) else left
    if operator == "+" and (first is None or other is None):
        return (show_value(left) + show_value(right))[:MAX_TEXT]
    if isinstance(first, Span) and isinstance(other, Span):
        if operator == "/":
            return first.length / other.length if other.length else None
        if operator in "+-":
            sign = 1 if operator == "+" else -1
            return Span(first.months + sign * other.months, first.milliseconds + sign * other.milliseconds)
    if isinstance(first, Span) and operator in "*/":
        return _stretch(first, number_of(right), operator)
    return _calculate(operator, number_of(first), number_of(other))


def _stretch(span: Span, by: float | None, operator: str) -> Value:
    if by is None or not math.isfinite(by) or (not by if operator == "/" else abs(by) > 1e6):
        return None
    if operator == "/":
        return Span(round(span.months / by), span.milliseconds / by)
    return Span(round(span.months * by), span.milliseconds * by)


def _calculate(operator: str, left: float | None, right: float | None) -> Value:
    if left is None or right is None:
        return None
    try:
        match operator:
            case "+":
                found = left + right
            case "-":
                found = left - right
            case "*":
                found = left * right
            case "/":
                found = left / right
            case _:
                found = math.fmod(left, right)
    except (ZeroDivisionError, OverflowError, ValueError):
        return None
    return found if math.isfinite(found) else None
