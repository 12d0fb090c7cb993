"""Parser of `.base` files: views, filters and formulas, and which parts are not supported."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from axon_desktop.vault.bases.evaluation import unsupported
from axon_desktop.vault.bases.expressions import Expression, ExpressionError, Member, Name, parse_expression

Fault: TypeAlias = Literal["too_large", "not_yaml", "no_base"]
ProblemKind: TypeAlias = Literal["filter", "formula", "column", "key", "layout", "too_many"]

MAX_BYTES = 256 << 10
MAX_STATEMENTS = 500
"""Statements and groups of the filters of one base."""
MAX_DEPTH = 20
"""Groups of filters inside each other."""
MAX_VIEWS = 100
MAX_FORMULAS = 200
MAX_COLUMNS = 60
MAX_PROBLEMS = 60
_MAX_BRACKETS = 2_000
_MAX_NAME = 200
_OPENING = re.compile(r"[\[{]")
_DASHES = re.compile(r"(?:[-?:][ \t]+){50}")
"""More nested lists than anybody writes; the YAML library would overflow its stack."""
_NOTHING = ("", "~", "null")
_KNOWN_KEYS = frozenset({"filters", "formulas", "properties", "views"})
_VIEW_KEYS = frozenset({"type", "name", "filters", "order", "sort", "limit", "groupBy", "columnSize"})
_LOOKS = frozenset(
    {
        "rowHeight", "cardSize", "image", "imageFit", "imageAspectRatio", "markers", "separator",
        "indentProperties", "nestedProperties", "propertySeparator",
    }
)  # fmt: skip
"""Keys that only say how a view looks: leaving them out hides nothing."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One condition."""

    text: str
    expression: Expression | None
    """None if the text is not understood, or uses what is not supported."""


@dataclass(frozen=True, slots=True)
class Group:
    """Conditions of which all, one or none must be true."""

    kind: Literal["and", "or", "not"]
    members: tuple[Filter, ...]


Filter: TypeAlias = "Statement | Group"


@dataclass(frozen=True, slots=True)
class Sorting:
    """A key that rows are sorted by."""

    key: str
    """Of a column."""
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """Something of a base that is not supported."""

    kind: ProblemKind
    text: str
    """The condition, the name of the formula, the key, or the layout."""
    names: tuple[str, ...] = ()
    """What in it is not supported; empty if it is not understood at all."""


@dataclass(frozen=True, slots=True)
class View:
    """One way to look at the notes of a base."""

    name: str
    layout: str
    """As the file names it; all are shown as a table."""
    filters: Filter | None
    columns: tuple[str, ...]
    """Keys such as `file.name`, `note.status` or `formula.price`."""
    sorting: tuple[Sorting, ...]
    """A grouping comes first."""
    group: str
    """Key of the column by which the notes are grouped; empty for none."""
    limit: int | None
    widths: Mapping[str, int]
    """Pixels by column."""
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Base:
    """The content of a base file."""

    views: tuple[View, ...]
    """At least one."""
    filters: Filter | None
    """Of all views."""
    formulas: Mapping[str, Expression | None]
    """None for what is not understood or not supported."""
    names: Mapping[str, str]
    """Display names of columns, by key."""
    problems: tuple[Problem, ...]
    """Of all views."""


class BaseError(ValueError):
    """A file is not a base that can be shown."""

    def __init__(self, fault: Fault, where: str = "") -> None:
        super().__init__(fault, where)
        self.fault = fault
        """What is wrong with it."""
        self.where = where
        """The line, if it is known."""


def read_base(data: bytes) -> Base:
    """Read the bytes of a `.base` file.

    Raises:
        BaseError: it is too large, no YAML, or YAML of another kind.
    """
    content = _load(data)
    if content is None or content in _NOTHING:
        content = {}
    if not isinstance(content, dict):
        raise BaseError("no_base")
    reader = _Reader(content)
    return reader.base()


def column_key(name: str) -> str:
    """Return the key of a column as it is written: a property without a prefix is one of the note."""
    return name if name.startswith(("file.", "note.", "formula.")) else f"note.{name}"


def column_expression(key: str) -> Expression:
    """Return what a column shows."""
    prefix, _, name = key.partition(".")
    return Member(Name(prefix), name)


def statements(found: Filter | None) -> Iterator[Statement]:
    """Yield the conditions of a filter in their order."""
    todo = [found] if found is not None else []
    while todo:
        match todo.pop():
            case Group(_, members):
                todo += reversed(members)
            case Statement() as statement:
                yield statement


@dataclass(slots=True)
class _Reader:
    """Turns parsed YAML into a base; values of an unexpected form are left out."""

    content: dict[Any, Any]
    formulas: dict[str, Expression | None] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    """Of the part that is being read."""
    count: int = 0

    def base(self) -> Base:
        self._note_keys(self.content, _KNOWN_KEYS)
        self._read_formulas(_mapping(self.content.get("formulas")))
        filters = self._filter(self.content.get("filters"))
        names = {
            column_key(_name(key)): _name(entry["displayName"])
            for key, entry in _mapping(self.content.get("properties")).items()
            if isinstance(entry, dict) and _name(entry.get("displayName"))
        }
        shared, self.problems = tuple(self.problems[:MAX_PROBLEMS]), []
        entries = [entry for entry in _list(self.content.get("views")) if isinstance(entry, dict)]
        views = [self._view(entry, number) for number, entry in enumerate(entries[:MAX_VIEWS], 1)]
        return Base(tuple(views) or (self._view({}, 1),), filters, self.formulas, names, shared)

    def _note_keys(self, entry: Mapping[Any, Any], known: frozenset[str]) -> None:
        self.problems += [Problem("key", _name(key)) for key in entry if key not in known][:MAX_COLUMNS]

    def _read_formulas(self, entries: Mapping[Any, Any]) -> None:
        read: dict[str, tuple[Expression | None, tuple[str, ...]]] = {}
        for name, text in [*entries.items()][:MAX_FORMULAS]:
            self.formulas[_name(name)] = None
            try:
                read[_name(name)] = parse_expression(text if isinstance(text, str) else ""), ()
            except ExpressionError as error:
                read[_name(name)] = None, (str(error),)
        for name, (expression, why) in read.items():
            missing = why if expression is None else tuple(unsupported(expression, self.formulas))
            self.formulas[name] = None if missing else expression
            if missing:
                self.problems.append(Problem("formula", name, missing))

    def _filter(self, entry: Any, depth: int = 0) -> Filter | None:
        """Read a condition or a group; None if there is none."""
        self.count += 1
        if isinstance(entry, dict) and entry:
            return self._groups(entry, depth)
        if isinstance(entry, list) and entry:
            return self._group("and", entry, depth)
        if not isinstance(entry, str) or entry.strip() in _NOTHING:
            return None
        return self._statement(entry.strip())

    def _statement(self, text: str) -> Statement:
        try:
            expression = parse_expression(text)
        except ExpressionError as error:
            self.problems.append(Problem("filter", text[:_MAX_NAME], (str(error),)))
            return Statement(text, None)
        missing = tuple(unsupported(expression, self.formulas))
        if missing:
            self.problems.append(Problem("filter", text[:_MAX_NAME], missing))
        return Statement(text, expression)

    def _groups(self, entry: Mapping[Any, Any], depth: int) -> Filter:
        """Read an object of filters: usually one group, or several of which all must be true."""
        found: list[Filter] = []
        for key, members in entry.items():
            if key in ("and", "or", "not"):
                found.append(self._group(key, _list(members) if isinstance(members, list) else [members], depth))
            else:
                self.problems.append(Problem("filter", _name(key)))
                found.append(Statement(_name(key), None))
        return found[0] if len(found) == 1 else Group("and", tuple(found))

    def _group(self, kind: Literal["and", "or", "not"], members: Sequence[Any], depth: int) -> Filter:
        if depth >= MAX_DEPTH or self.count + len(members) > MAX_STATEMENTS:
            self.problems.append(Problem("too_many", kind))
            return Statement(kind, None)
        read = (self._filter(member, depth + 1) for member in members)
        return Group(kind, tuple(member for member in read if member is not None))

    def _view(self, entry: Mapping[Any, Any], number: int) -> View:
        self.problems = []
        self._note_keys(entry, _VIEW_KEYS | _LOOKS)
        layout = _name(entry.get("type")) or "table"
        if layout != "table":
            self.problems.append(Problem("layout", layout))
        group = _sortings([entry.get("groupBy")])
        sorting = (*group, *_sortings(_list(entry.get("sort"))))
        columns = [column_key(_name(name)) for name in _list(entry.get("order")) if _name(name)]
        if group:
            columns.insert(0, group[0].key)
        for key in dict.fromkeys(columns[:MAX_COLUMNS]):
            if missing := unsupported(column_expression(key), self.formulas):
                self.problems.append(Problem("column", key, tuple(missing)))
        limit = _name(entry.get("limit"))
        widths = {
            column_key(_name(key)): min(2_000, int(_name(value)))
            for key, value in _mapping(entry.get("columnSize")).items()
            if _name(value).isdecimal() and len(_name(value)) < 6
        }
        return View(
            _name(entry.get("name")),
            layout,
            self._filter(entry.get("filters")),
            tuple(dict.fromkeys(columns[:MAX_COLUMNS])) or ("file.name",),
            sorting,
            group[0].key if group else "",
            int(limit) if limit.isdecimal() and len(limit) < 9 and int(limit) else None,
            widths,
            tuple(self.problems[:MAX_PROBLEMS]),
        )


def _sortings(entries: Sequence[Any]) -> tuple[Sorting, ...]:
    """Read the sort keys of rows: a list of properties with directions."""
    found: list[Sorting] = []
    for entry in entries[:MAX_COLUMNS]:
        name = entry.get("property", entry.get("column")) if isinstance(entry, dict) else entry
        if _name(name):
            down = isinstance(entry, dict) and _name(entry.get("direction")).upper() == "DESC"
            found.append(Sorting(column_key(_name(name)), down))
    return tuple(found)


def _load(data: bytes) -> Any:
    """Return the parsed YAML, every scalar as text: its meaning depends on its position.

    Aliases give the same object again, so a small file stays small; what reads it counts what it visits.
    """
    if len(data) > MAX_BYTES:
        raise BaseError("too_large")
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        text = data.decode("utf-8-sig")
        if len(_OPENING.findall(text)) > _MAX_BRACKETS or _DASHES.search(text):
            raise BaseError("too_large")
        return yaml.load(text, Loader=loader)  # noqa: S506 - makes texts, lists and mappings only
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        raise BaseError("not_yaml", str(mark.line + 1) if mark else "") from error
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        raise BaseError("not_yaml") from error


def _mapping(value: Any) -> Mapping[Any, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _name(value: Any) -> str:
    """Return a scalar as one line of text."""
    return " ".join(value.split())[:_MAX_NAME] if isinstance(value, str) else ""
