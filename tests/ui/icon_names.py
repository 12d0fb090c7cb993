"""The names of icons in the source code: traced from the call that draws an icon to the string literal."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TypeAlias

import axon_desktop

ROOM = Path(axon_desktop.__file__).parent
Taker: TypeAlias = tuple[int, str]
"""Which argument is the name of an icon: its position and its keyword."""

_DRAWING = {
    "icon": (0, "name"),
    "paint_icon": (1, "name"),
    "add_page": (2, "icon_name"),
    "icon_button": (0, "icon_name"),
}


@dataclass
class Found:
    """The names, and the arguments that could not be traced: `file: expression`."""

    names: dict[str, str] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)


def find_names() -> Found:
    """Walk every module of `ui`."""
    found = Found()
    files = sorted((ROOM / "ui").rglob("*.py"))
    takers = _DRAWING.keys() | {name for file in files for name in _carriers(file)}
    called = re.compile(rf"\b({'|'.join(takers)})\(")
    for file in files:
        if not called.search(file.read_text(encoding="utf-8")):
            continue  # fast: most modules do not use icons
        known = _takers(file)
        for scope in _functions(file):
            for call in ast.walk(scope):
                argument = _argument(call, known) if isinstance(call, ast.Call) else None
                if argument is not None and not _carried(argument):
                    names = _Follower(file, scope).strings(argument)
                    found.names |= {name: file.name for name in names or () if name}
                    if names is None:
                        found.unknown.add(f"{file.relative_to(ROOM / 'ui').as_posix()}: {ast.unparse(argument)}")
    return found


def constants(file: str) -> set[str]:
    """Return every string literal in modules of `ui`."""
    return {
        node.value
        for node in ast.walk(_tree(ROOM / "ui" / file))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


@cache
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def _imported(file: Path) -> dict[str, Path]:
    """Return the module of each imported name of the program."""
    found: dict[str, Path] = {}
    for node in ast.walk(_tree(file)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("axon_desktop."):
            module = ROOM.parent.joinpath(*str(node.module).split(".")).with_suffix(".py")
            found |= {name.asname or name.name: module for name in node.names if module.exists()}
    return found


def _takers(file: Path) -> dict[str, Taker]:
    """Return what can be called with the name of an icon, including classes with a field `icon`."""
    takers = dict(_DRAWING)
    for name, module in _imported(file).items():
        if name in _carriers(module):
            takers[name] = _carriers(module)[name]
    return takers | _carriers(file)


@cache
def _carriers(module: Path) -> dict[str, Taker]:
    """Return the classes of a module that have a field `icon`."""
    found: dict[str, Taker] = {}
    if "    icon: " not in module.read_text(encoding="utf-8"):
        return found
    for node in _tree(module).body:
        if isinstance(node, ast.ClassDef):
            fields = [ast.unparse(part.target) for part in node.body if isinstance(part, ast.AnnAssign)]
            if "icon" in fields:
                found[node.name] = (fields.index("icon"), "icon")
    return found


def _functions(file: Path) -> Iterator[ast.AST]:
    return (node for node in ast.walk(_tree(file)) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))


def _argument(call: ast.Call, takers: dict[str, Taker]) -> ast.expr | None:
    called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if called not in takers or (isinstance(call.func, ast.Attribute) and called != "add_page"):
        return None
    place, keyword = takers[called]
    named = [one.value for one in call.keywords if one.arg == keyword]
    return named[0] if named else call.args[place] if len(call.args) > place else None


def _carried(argument: ast.expr) -> bool:
    """Tell whether a name comes from a field `icon`, which was set elsewhere."""
    return isinstance(argument, ast.Attribute) and argument.attr == "icon"


@dataclass
class _Follower:
    """Traces an expression to the strings that it can be."""

    file: Path
    scope: ast.AST

    def strings(self, node: ast.expr) -> set[str] | None:
        """Return the strings; None if one of them cannot be determined."""
        many = [self._string(one) for one in self._values(node)]
        known = {one for one in many if one is not None}
        return known if many and len(known) == len(set(many)) else None

    def _string(self, node: ast.expr) -> str | None:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return node.value
        return "" if _carried(node) else None

    def _values(self, node: ast.expr) -> list[ast.expr]:
        match node:
            case ast.IfExp():
                return [*self._values(node.body), *self._values(node.orelse)]
            case ast.Subscript(value=ast.Dict(values=values)):
                return [one for value in values for one in self._values(value)]
            case ast.Subscript(value=ast.Name(id=table)):
                return [one for value in self._table(table) for one in self._values(value)]
            case ast.Name(id=name):
                bound = list(self._bound(name))
                return [one for value in bound for one in self._values(value)] or [node]
        return [node]

    def _table(self, name: str) -> list[ast.expr]:
        """Return the values of a table in the module, or in the one it is imported from."""
        for statement in _tree(_imported(self.file).get(name, self.file)).body:
            if isinstance(statement, (ast.Assign, ast.AnnAssign)) and isinstance(statement.value, ast.Dict):
                targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
                if name in map(ast.unparse, targets):
                    return statement.value.values
        return []

    def _bound(self, name: str) -> Iterator[ast.expr]:
        """Yield the values that a function binds to a name: by assignment, or by a loop over literals."""
        for node in ast.walk(self.scope):
            if isinstance(node, ast.Assign):
                rows, target = [node.value], node.targets[0]
                if isinstance(target, ast.Tuple):
                    rows = self._values(node.value)
            elif isinstance(node, ast.For) and isinstance(node.iter, ast.Tuple):
                rows, target = node.iter.elts, node.target
            else:
                continue
            if isinstance(target, ast.Name) and target.id == name:
                yield from rows
            elif isinstance(target, ast.Tuple):
                for place, part in enumerate(target.elts):
                    if isinstance(part, ast.Name) and part.id == name:
                        yield from (row.elts[place] if isinstance(row, ast.Tuple) else row for row in rows)
