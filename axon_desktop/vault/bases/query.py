"""Queries of a base: filters and sorts notes, and computes the cells of its table. To be called in a thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from axon_desktop.markdown.html.links import host, image_source, is_image, markdown_link
from axon_desktop.text.file_names import without_suffix
from axon_desktop.vault.bases.base_file import (
    Base,
    Filter,
    Group,
    Sorting,
    Statement,
    View,
    column_expression,
    statements,
)
from axon_desktop.vault.bases.evaluation import Evaluator, UnsupportedError
from axon_desktop.vault.bases.expressions import Expression, Member, parts
from axon_desktop.vault.bases.notes import BIRTH_KNOWN, FileFacts, NoteSource
from axon_desktop.vault.bases.values import FileOf, LinkTo, Value, is_true, show_value, sort_key
from axon_desktop.vault.vault import Vault

MAX_ROWS = 20_000
"""Rows of a table; more are counted, not shown."""
MAX_CELL = 500
"""Characters of a cell."""
_STEP = 200
"""Files between two looks at whether to go on."""
_CACHED = 2_000
"""Files besides the current one whose facts are cached, for filters that ask about other files."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table."""

    text: str
    path: str = ""
    """File that it leads to; empty for none."""
    missing: str = ""
    """What a link names that leads to no file; empty for none."""
    known: bool = True
    """False if its value cannot be computed."""
    picture: str = ""
    """Path or address of a picture that is shown in place of the text; empty for none."""


@dataclass(frozen=True, slots=True)
class Row:
    """One file of a table."""

    path: str
    cells: tuple[Cell, ...]
    unsure: bool = False
    """Whether the filter cannot be fully evaluated for it."""


@dataclass(frozen=True, slots=True)
class Table:
    """The files of one view."""

    columns: tuple[str, ...]
    """Keys."""
    rows: tuple[Row, ...]
    total: int
    """Files that match the filter; more than rows if there is a limit, the view's or ours."""
    unsure: int
    """Files among them for which the filter cannot be fully evaluated."""
    ctime_guessed: bool = False
    """Whether it rests on when files were made, which this system does not say."""


class CancelledError(Exception):
    """The query was cancelled."""


Watcher = Callable[[int, int], bool]
"""Called with how many files of how many were checked; False cancels the query."""


def run_view(
    base: Base,
    view: View,
    vault: Vault,
    source: NoteSource,
    *,
    this: str,
    sorting: Sequence[Sorting] | None = None,
    watch: Watcher = lambda done, total: True,
    language: str = "en",
) -> Table:
    """Return the table of a view; `this` is the path of the base, `sorting` takes the place of the view's own.

    A file for which the filter cannot be evaluated is in the table: too many are shown rather than too few.

    Raises:
        CancelledError: `watch` returned False.
    """
    return _Query(base, view, vault, source, this, watch, language).run(
        view.sorting if sorting is None else sorting
    )


class _Query:
    """One run over the files of a vault."""

    def __init__(
        self, base: Base, view: View, vault: Vault, source: NoteSource, this: str, watch: Watcher, language: str
    ) -> None:
        self._base, self._view, self._vault, self._source, self._watch = base, view, vault, source, watch
        self._others: dict[str, FileFacts] = {}
        self._evaluator = Evaluator(base.formulas, self._facts_of, this, language)
        self._filters = [found for found in (base.filters, view.filters) if found is not None]
        self._columns = {key: column_expression(key) for key in view.columns}

    def run(self, sorting: Sequence[Sorting]) -> Table:
        if not self._vault.names.ready:
            self._vault.names.scan()
        paths = self._vault.names.paths
        keys = [(column_expression(item.key), item.descending) for item in sorting]
        found: list[tuple[list[tuple[int, float, str]], str]] = []
        unsure: set[str] = set()
        for count, path in enumerate(paths):
            if not count % _STEP and not self._watch(count, len(paths)):
                raise CancelledError
            self._evaluator.take(FileFacts(path, self._vault, self._source))
            fits = self._fits()
            if fits is False:
                continue
            if fits is None:
                unsure.add(path)
            found.append(([sort_key(self._known(key)) for key, _ in keys], path))
        for at in reversed(range(len(keys))):
            _sort(found, at, descending=keys[at][1])
        if not keys:
            found.sort(key=lambda item: item[1].rpartition("/")[2].casefold())
        rows = [path for _, path in found[: min(MAX_ROWS, self._view.limit or MAX_ROWS)]]
        made = tuple(self._row(path, count, len(rows), path in unsure) for count, path in enumerate(rows))
        return Table(tuple(self._columns), made, len(found), len(unsure), self._guesses_ctime(sorting))

    def _facts_of(self, path: str) -> FileFacts:
        if path not in self._others:
            if len(self._others) >= _CACHED:
                self._others.clear()
            self._others[path] = FileFacts(path, self._vault, self._source)
        return self._others[path]

    def _fits(self) -> bool | None:
        return _all(self._decide(found) for found in self._filters)

    def _decide(self, found: Filter) -> bool | None:
        """Tell whether a filter is true; None if that cannot be known."""
        match found:
            case Statement(_, None):
                return None
            case Statement(_, expression):
                assert expression is not None
                try:
                    return is_true(self._evaluator.value(expression))
                except UnsupportedError:
                    return None
            case Group("and", members):
                return _all(map(self._decide, members))
            case Group(kind, members):
                if not members:
                    return True
                none = _all(_negated(self._decide(member)) for member in members)
                return none if kind == "not" else _negated(none)

    def _known(self, key: Expression) -> Value:
        try:
            return self._evaluator.value(key)
        except UnsupportedError:
            return None

    def _row(self, path: str, count: int, total: int, unsure: bool) -> Row:
        if not count % _STEP and not self._watch(total, total):
            raise CancelledError
        facts = FileFacts(path, self._vault, self._source)
        self._evaluator.take(facts)
        cells = tuple(self._cell(facts, key, column) for key, column in self._columns.items())
        return Row(path, cells, unsure)

    def _cell(self, facts: FileFacts, key: str, column: Expression) -> Cell:
        if key == "file.name":
            return Cell(without_suffix(facts.name), facts.path)
        try:
            value = self._evaluator.value(column)
        except UnsupportedError:
            return Cell("", known=False)
        if key.startswith("note."):
            return _written(facts, key.removeprefix("note."), value)
        return _shown(value)

    def _guesses_ctime(self, sorting: Sequence[Sorting]) -> bool:
        if BIRTH_KNOWN:
            return False
        trees = [*self._columns.values(), *map(column_expression, (item.key for item in sorting))]
        trees += [tree for tree in self._base.formulas.values() if tree is not None]
        trees += [item.expression for found in self._filters for item in statements(found) if item.expression]
        return any(isinstance(part, Member) and part.name == "ctime" for tree in trees for part in parts(tree))


def _sort(found: list[tuple[list[tuple[int, float, str]], str]], at: int, *, descending: bool) -> None:
    """Sort by one key; empty values stay last in both directions."""
    found.sort(key=lambda item: item[0][at], reverse=descending)
    if descending:
        found.sort(key=lambda item: item[0][at][0] == 3)


def _all(decisions: Iterable[bool | None]) -> bool | None:
    """Tell whether all are true: False as soon as one is not, None if one is not known."""
    known: bool | None = True
    for decision in decisions:
        if decision is False:
            return False
        if decision is None:
            known = None
    return known


def _negated(decision: bool | None) -> bool | None:
    return None if decision is None else not decision


def _written(facts: FileFacts, name: str, value: Value) -> Cell:
    """Return a property as its note writes it."""
    if isinstance(value, (LinkTo, tuple)):
        return _shown(value)
    return Cell(_line((facts.written(name) or [""])[0]))


def _shown(value: Value) -> Cell:
    if isinstance(value, FileOf):
        return Cell(_line(value.path), value.path)
    if isinstance(value, tuple) and len(value) == 1:
        value = value[0]
    if isinstance(value, LinkTo):
        if value.picture and (source := _picture(value)):
            return Cell(_line(show_value(value)), value.path or "", picture=source)
        missing = "" if value.path is not None or "://" in value.target else value.target
        return Cell(_line(show_value(value)), value.path or "", missing)
    return Cell(_line(show_value(value)))


def _picture(link: LinkTo) -> str:
    """Return the path or the address of a picture; empty if the file is none, or there is no such file."""
    if link.path is not None:
        return link.path if is_image(link.path) else ""
    address = markdown_link(link.target, lambda _target: None)
    is_web = address is not None and address.kind == "web" and host(address.href)
    return link.target if is_web or image_source(link.target, lambda _target: None) else ""


def _line(text: str) -> str:
    """Return a text as one line of a cell."""
    text = " ".join(text[: 2 * MAX_CELL].split())
    return text if len(text) <= MAX_CELL else text[: MAX_CELL - 1] + "…"
