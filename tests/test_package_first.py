"""A part of a package is imported after the package, which imports that part itself.

Otherwise one thread holds the part and needs the package while another holds the package and needs the part, and
Python ends one of them with a `_DeadlockError`.
"""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "axon_desktop"
ONE_THREAD = {
    "importlib": "loaded when Python starts",
    "mcp": "only the thread of the event loop imports it",
    "msgspec": "loaded before the first thread starts",
    "PySide6": "loaded before the first thread starts",
    "axon_desktop": "those that import their own parts are of widgets, or are only imported whole",
}
"""Packages that no two threads import at once, and why."""


@cache
def imports_its_parts(package: str) -> bool:
    """Tell whether the package's own file imports parts of it."""
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations or not found.origin:
        return False
    for node in ast.parse(Path(found.origin).read_text("utf-8")).body:
        match node:
            case ast.ImportFrom(module=module, level=level) if level or (module or "").startswith(package):
                return True
            case ast.Import(names=names) if any(name.name.startswith(f"{package}.") for name in names):
                return True
    return False


def too_early(body: Sequence[ast.stmt], imported: frozenset[str] = frozenset()) -> Iterator[tuple[int, str]]:
    """Yield the line and name of each part that is imported before its package."""
    for node in body:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        for name in names:
            steps = name.split(".")
            packages = [".".join(steps[:count]) for count in range(1, len(steps) + 1)]
            if any(one not in imported and imports_its_parts(one) for one in packages[:-1]):
                yield node.lineno, name
            imported |= frozenset(packages)
        for inner in ("body", "orelse", "finalbody"):
            yield from too_early(getattr(node, inner, []), imported)


@pytest.mark.parametrize(
    ("source", "parts"),
    [
        ("from markdown_it.common.utils import isSpace", ["markdown_it.common.utils"]),
        ("import markdown_it.token", ["markdown_it.token"]),
        (
            "def read():\n    try:\n        import keyring.errors\n    finally: ...",
            ["keyring.errors"],
        ),
        ("import markdown_it\ndef read():\n    from markdown_it.token import Token", []),
        ("def read():\n    import markdown_it\nfrom markdown_it.token import Token", ["markdown_it.token"]),
        ("from markdown_it import token", []),
        ("from pygments.lexers import get_lexer_by_name", []),
        ("if TYPE_CHECKING:\n    from markdown_it.token import Token", []),
    ],
)
def test_what_is_imported_too_early_is_found(source: str, parts: list[str]) -> None:
    assert [name for _, name in too_early(ast.parse(source).body)] == parts


def test_packages_are_imported_before_their_parts() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{line} imports {name} before its package"
        for path in PACKAGE.rglob("*.py")
        if "generated" not in path.parts
        for line, name in too_early(ast.parse(path.read_text("utf-8")).body)
        if name.split(".")[0] not in ONE_THREAD
    ]
    assert not found
