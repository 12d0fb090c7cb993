"""Public names that the program itself does not use: each is part of the named interface, or called by a library.

Whatever else nothing but tests mentions is deleted.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6 import QtCore, QtGui, QtWidgets

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "axon_desktop"
NAMED = {
    "agent/context/context.py": {"add_message", "get_history"},
    "agent/engine.py": {"get_state"},
    "agent/loop.py": {"ExecutionLoop", "final_response", "tool_executions"},
    "conversations/models.py": {"tools_used"},
    "conversations/serializer.py": {"serialize", "deserialize"},
    "llm/providers/deepseek.py": {"chat_with_history"},
    "tools/calls/parser.py": {"parse_tool_calls", "validate_tool_call"},
    "tools/registry.py": {"get_tool_descriptions"},
}
"""The interface by which Axon's parts were specified: other programs and tests call it by these names."""
CALLED_BY_LIBRARIES = {
    "markdown/from_html.py": {
        "convert_img", "convert_input", "convert_mark", "convert_table", "convert_th", "convert_tr", "escape",
    },
    "markdown/html/markup.py": {
        "validateLink", "strong_open", "strong_close", "bullet_list_open", "heading_open", "heading_close",
        "td_open",
    },
    "serve/http/http_server.py": {"capture_signals"},
    "ui/aio.py": {"run_until_complete"},
}  # fmt: skip
COMPARED = {"index/build/file_scan.py": {"mtime_ns"}}
"""Fields that are only compared with those of another object."""


def _sources() -> Iterator[tuple[Path, str]]:
    for folder in (PACKAGE, ROOT / "bench", ROOT / "packaging"):
        for file in folder.rglob("*.py"):
            yield file, file.read_text("utf-8")
    yield ROOT / "build.spec", (ROOT / "build.spec").read_text("utf-8")


def _uses(tree: ast.AST) -> Iterator[str]:
    """Yield each name that is read, passed, imported or matched, and the words of short texts, as for getattr."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name, ctx=ast.Load() | ast.Del()) | ast.Name(id=name, ctx=ast.Load()):
                yield name
            case ast.keyword(arg=str(name)):
                yield name
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                yield from (alias.name.rpartition(".")[2] for alias in names)
            case ast.MatchClass(kwd_attrs=names):
                yield from names
            case ast.Constant(value=str(text)) if re.fullmatch(r"[\w.:]+", text):
                yield from re.findall(r"\w+", text)


def _public(node: ast.AST) -> Iterator[str]:
    """Yield the public names that a module or class defines; of a function those that it gives to `self`."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.ClassDef(name=name):
                yield name
                yield from _public(child)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
                for inner in ast.walk(child):
                    match inner:
                        case ast.Attribute(value=ast.Name(id="self"), attr=attr, ctx=ast.Store()):
                            yield attr
            case ast.Assign(targets=targets):
                yield from (target.id for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.If() | ast.Try() | ast.With():
                yield from _public(child)


def _qt_names() -> set[str]:
    """Return what Qt may call, since a class of ours overrides it."""
    kinds = [
        kind for module in (QtCore, QtGui, QtWidgets) for kind in vars(module).values() if isinstance(kind, type)
    ]
    return {name for kind in kinds for name in dir(kind)}


@pytest.fixture(scope="module")
def unused() -> dict[str, set[str]]:
    """Return by file the public names that nothing uses; those of the window are not looked at."""
    uses, ours, others = Counter[str](), dict[str, set[str]](), list[str]()
    for file, text in _sources():
        name = file.relative_to(PACKAGE).as_posix() if file.is_relative_to(PACKAGE) else "ui/"
        if name.startswith("ui/") or "clients" in file.parts:
            others.append(text)
            continue
        tree = ast.parse(text)
        uses.update(_uses(tree))
        ours[name] = {public for public in _public(tree) if public[0] != "_"}
    for text in others:  # to parse all of them takes long
        missing = {public for names in ours.values() for public in names if not uses[public]}
        if re.search(rf"\b(?:{'|'.join(missing)})\b", text):
            uses.update(_uses(ast.parse(text)))
    qt = _qt_names()
    return {file: {name for name in names - qt if not uses[name]} for file, names in ours.items()}


def test_each_public_name_is_used(unused: dict[str, set[str]]) -> None:
    known = [NAMED, CALLED_BY_LIBRARIES, COMPARED]
    found = {file: names.difference(*(each.get(file, set()) for each in known)) for file, names in unused.items()}
    assert {file: names for file, names in found.items() if names} == {}


def test_named_interface_is_there() -> None:
    for file, names in NAMED.items():
        assert names <= {*_public(ast.parse((PACKAGE / file).read_text("utf-8")))}, file
