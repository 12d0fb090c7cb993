"""What the core marks for the translators, and where it makes errors, read from its syntax trees."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

from axon_desktop import errors

PACKAGE = Path(errors.__file__).parent
RESERVED = {"status", "retry_after", "words", "then"}
"""Keywords of an error that are no values of its template."""
MAKERS = {name: 0 for name in vars(errors) if name.endswith("Error")} | {
    "Text": 0, "invalid": 1, "SystemTrashError": 0,
}  # fmt: skip
"""What makes a text from a template, and which of its arguments that is."""


def gaps(template: str) -> set[str]:
    """Return the names of the values that a template needs."""
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@cache
def core_trees() -> list[tuple[str, ast.Module]]:
    """Return each module outside of the window with its place in the package."""
    files = [(file.relative_to(PACKAGE), file) for file in sorted(PACKAGE.rglob("*.py"))]
    core = [(place, file) for place, file in files if place.parts[0] != "ui" and "generated" not in place.parts]
    return [(place.as_posix(), ast.parse(file.read_text("utf-8"))) for place, file in core]


def marked(node: ast.AST) -> str | None:
    """Return the template that a call of `N_` marks, None for anything else."""
    match node:
        case ast.Call(func=ast.Name(id="N_"), args=[ast.Constant(), ast.Constant(value=str(text))]):
            return text
    return None


@cache
def constants() -> dict[str, str]:
    """Return the marked templates that have a name."""
    found: dict[str, str] = {}
    for _, tree in core_trees():
        for node in ast.walk(tree):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if name.isupper() and (
                    text := marked(value)
                ):
                    assert found.setdefault(name, text) == text, name
    return found


def template_of(node: ast.expr) -> str | None:
    """Return the template that stands somewhere, itself or by its name."""
    name = ast.unparse(node).rpartition(".")[2] if isinstance(node, ast.Name | ast.Attribute) else ""
    return constants().get(name) if name.isupper() else marked(node)


def made(tree: ast.Module) -> Iterator[tuple[ast.Call, ast.expr]]:
    """Yield what makes a text or an error, with its template as it stands there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            place = MAKERS.get(ast.unparse(node.func).rpartition(".")[2], 99)
            if len(node.args) > place:
                yield node, node.args[place]
