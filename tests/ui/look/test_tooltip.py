"""No tooltip takes the words of a model, a server or a file for HTML, which could load what they name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import Qt, QTextDocument

import axon_desktop.ui
from axon_desktop.ui.look.stylesheet import plain_tip

UI = Path(axon_desktop.ui.__file__).parent
_SETTERS = ("setToolTip", "setTabToolTip")
_OWN = ("plain_tip", "tr", "translate", "escape")


def _called(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _is_plain(node: ast.expr) -> bool:
    if isinstance(node, ast.IfExp):
        return _is_plain(node.body) and _is_plain(node.orelse)
    escapes = any(getattr(part, "id", "") == "escape" for part in ast.walk(node))
    return isinstance(node, ast.Constant) or _called(node) in _OWN or escapes


def _faults(tree: ast.Module) -> Iterator[int]:
    """Return the lines that hand over a tooltip as it came."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _called(node) in _SETTERS and not _is_plain(node.args[-1]):
            yield node.lineno
        if isinstance(node, ast.FunctionDef):
            inside = list(ast.walk(node))
            gives = any(getattr(part, "attr", "") == "ToolTipRole" for part in inside)
            if gives and not any(_called(part) == "plain_tip" for part in inside):
                yield node.lineno


def test_every_tooltip_of_the_window_is_plain() -> None:
    faults = [
        f"{path.relative_to(UI)}:{line}"
        for path in sorted(UI.rglob("*.py"))
        if "ToolTip" in (text := path.read_text(encoding="utf-8"))
        for line in _faults(ast.parse(text))
    ]
    assert not faults


def test_fault_is_found() -> None:
    assert list(_faults(ast.parse("def f(self):\n    self.setToolTip(text)\n"))) == [2]
    assert list(_faults(ast.parse("def data(role):\n    return name if role == Qt.ToolTipRole else None"))) == [1]
    assert not list(_faults(ast.parse('x.setToolTip(self.tr("Close") if on else "")')))


@pytest.mark.parametrize(
    "text", ['<img src="file://there/x.png">', "a <b>c</b>\n&amp;", "<qt>x</qt>", "plain & <", "x < y > z", ""]
)
def test_tooltip_shows_the_text_itself(text: str) -> None:
    shown = plain_tip(text)
    assert (shown != text) is Qt.mightBeRichText(text)
    if shown != text:
        document = QTextDocument()
        document.setHtml(shown)
        assert document.toPlainText() == text
    assert "<img" not in shown
