"""Which pictures a scene makes, read from its code without playing it.

The code of `play` and of every function of the scenes that it calls is followed: loops over what is written down
are run through, a condition that is known from the look chooses its branch, of one that is not known both are
followed. What is done when a scene fails is left out. `make_pictures` compares what it says with what was made.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

HERE = Path(__file__).resolve().parent
_UNKNOWN = object()
_SAVES = ("shot", "grab")
"""The methods of a screen and of a scene that save a picture; their first argument is its name."""
_ENDS_SCENES = "make_pictures(play, LOOKS)"


def scenes() -> list[ModuleType]:
    """Return every scene that `make screenshots` plays."""
    files = sorted(HERE.glob("*_scene.py"))
    return [import_module(file.stem) for file in files if _ENDS_SCENES in file.read_text(encoding="utf-8")]


def picture_names(play: Callable[..., None], look: Any) -> list[str]:
    """Return the names, without suffix, of the pictures that a scene makes in one of its looks."""
    assert isinstance(play, FunctionType)
    reader = _Reader(look)
    reader.follow(play, {})
    wanted = [f"{look.prefix}{name}" for name in getattr(look, "pictures", ())]
    return [name for name in dict.fromkeys(reader.found) if name in wanted or not wanted]


def all_names() -> list[str]:
    """Return the names of all pictures that `make screenshots` makes."""
    return [name for scene in scenes() for look in scene.LOOKS for name in picture_names(scene.play, look)]


@cache
def _code_of(function: FunctionType) -> ast.FunctionDef:
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return tree


def _bound(target: ast.expr, value: Any) -> dict[str, Any]:
    """Return what the names of a loop stand for in one of its rounds."""
    if isinstance(target, ast.Name):
        return {target.id: value}
    assert isinstance(target, ast.Tuple)
    pairs = zip(target.elts, value, strict=True)
    return {name: item for part, one in pairs for name, item in _bound(part, one).items()}


class _Reader(ast.NodeVisitor):
    """Follows the code of a scene and collects the names of its pictures."""

    def __init__(self, look: Any) -> None:
        self.found: list[str] = []
        self._given = {"look": look, "scene": SimpleNamespace(look=look)}
        self._values: Mapping[str, Any] = {}
        """What the names stand for at the place that is read."""
        self._callers: list[FunctionType] = []

    def follow(self, function: FunctionType, arguments: dict[str, Any]) -> None:
        """Read the code of a function that is called with these arguments, as far as they are known."""
        parameters = inspect.signature(function).parameters.values()
        defaults = {one.name: one.default for one in parameters if one.default is not one.empty}
        before, self._values = self._values, {**function.__globals__, **self._given, **defaults, **arguments}
        self._callers.append(function)
        self._visit_all(_code_of(function).body)
        self._callers.pop()
        self._values = before

    def _visit_all(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            self.visit(node)

    def _value(self, code: ast.expr) -> Any:
        """Return what an expression is, if that is known without calling anything."""
        if any(isinstance(node, ast.Call) for node in ast.walk(code)):
            return _UNKNOWN
        try:
            return eval(compile(ast.Expression(code), "<scene>", "eval"), dict(self._values))
        except (NameError, AttributeError, TypeError, LookupError):
            return _UNKNOWN

    def visit_For(self, node: ast.For) -> None:
        rounds = self._value(node.iter)
        if rounds is _UNKNOWN:
            self.generic_visit(node)
            return
        before = self._values
        for value in rounds:
            self._values = {**before, **_bound(node.target, value)}
            self._visit_all(node.body)
        self._values = before

    def visit_If(self, node: ast.If) -> None:
        holds = self._value(node.test)
        if holds is _UNKNOWN or holds:
            self._visit_all(node.body)
        if holds is _UNKNOWN or not holds:
            self._visit_all(node.orelse)

    def visit_Try(self, node: ast.Try) -> None:
        self._visit_all(node.body)  # what comes after it makes a picture of a scene that failed

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in _SAVES:
            name = self._value(node.args[0])
            place = f"{self._callers[-1].__name__}: {ast.unparse(node)}"
            assert isinstance(name, str), f"which picture this makes cannot be read: {place}"
            of_scene = isinstance(node.func.value, ast.Name) and node.func.value.id == "scene"
            self.found.append(f"{self._given['look'].prefix}{name}" if of_scene else name)
        elif isinstance(node.func, ast.Name):
            called = self._value(node.func)
            if self._is_of_scenes(called) and called not in self._callers:
                self.follow(called, self._arguments(called, node))

    def _is_of_scenes(self, called: Any) -> bool:
        return isinstance(called, FunctionType) and Path(called.__code__.co_filename).resolve().parent == HERE

    def _arguments(self, function: FunctionType, call: ast.Call) -> dict[str, Any]:
        plain = takewhile(lambda code: not isinstance(code, ast.Starred), call.args)
        named = zip(inspect.signature(function).parameters, plain, strict=False)
        given = [*named, *((word.arg, word.value) for word in call.keywords if word.arg)]
        values = {name: self._value(code) for name, code in given}
        return {name: value for name, value in values.items() if value is not _UNKNOWN}
