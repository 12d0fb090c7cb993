"""A text that is heard: what its parts are, and the keys that go through them."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from pytestqt.qtbot import QtBot

from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.markdown_view.reading.formulas import formula_words
from axon_desktop.ui.markdown_view.reading.parts import Part
from tests.ui.hearing import hear

DATA = Path(__file__).parents[3] / "data"
NOTE = "# One\n\nwords\n\n- [ ] a\n- [ ] b\n\n## Two\n\n| A |\n| - |\n| 1 |\n\n# Three\n"


def shown(qtbot: QtBot, text: str) -> MarkdownView:
    view = MarkdownView()
    qtbot.addWidget(view)
    view.resize(500, 400)
    view.show()
    view.set_note("Home", text, path="Home.md")
    qtbot.waitUntil(lambda: all(chunk.document is not None for chunk in view.visible_chunks()))
    return view


def parts(view: MarkdownView) -> list[Part]:
    return [part for chunk in view.visible_chunks() for part in view.reading.parts(chunk)]


def test_parts_are_said_with_what_they_are(qtbot: QtBot) -> None:
    view = shown(qtbot, "x")
    for source, expected in json.loads((DATA / "spoken_parts.json").read_text()):
        view.set_note("Home", source, path="Home.md")
        qtbot.waitUntil(partial(shows, view, expected))


def shows(view: MarkdownView, expected: list[list[str]]) -> bool:
    return expected == [
        [part.kind, part.words] for part in parts(view) if part.words != "Home" or part.kind != "heading"
    ]


@pytest.mark.parametrize(
    ("latex", "words"),
    [
        (r"\frac{n(n+1)}{2}", "n(n plus 1) over 2,"),
        (r"\sqrt{x_1} \leq \alpha", "the root of x sub 1 , is at most alpha"),
        (r"E = mc^2", "E equals mc squared"),
        (r"y^{10} \to \infty", "y to the power of 10 goes to infinity"),
        (r"\text{speed} \times t", "speed times t"),
        (r"a^{b^{c}}", "a to the power of b to the power of c"),
        ("", ""),
    ],
)
def test_formulas_are_said_in_words(latex: str, words: str) -> None:
    assert formula_words(latex) == words


def test_keys_go_from_part_to_part_and_to_the_next_of_a_kind(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = shown(qtbot, NOTE)
    said = hear(monkeypatch)
    ticked: list[tuple[int, bool]] = []
    view.task_toggled.connect(lambda line, done: ticked.append((line, done)))
    with qtbot.waitActive(view):
        view.activateWindow()
    view.setFocus()
    element = QAccessible.queryAccessibleInterface(view)

    def press(key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> str:
        qtbot.keyClick(view, key, held)
        children = [element.child(number) for number in range(element.childCount())]
        at = [child for child in children if child.state().focused and child.role() != QAccessible.Role.Client]
        assert len(at) <= 1
        if at and at[0].role() == QAccessible.Role.Heading:
            assert at[0].attributesInterface() is not None
        return at[0].text(QAccessible.Text.Name) if at else ""

    assert press(Qt.Key.Key_Down) == "", "it scrolls where nobody hears it"
    QAccessible.setActive(True)
    try:
        assert [press(Qt.Key.Key_Down) for _ in range(3)] == ["Home", "One", "words"]
        assert press(Qt.Key.Key_H) == "Two"
        assert press(Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier) == "One"
        assert press(Qt.Key.Key_T).endswith("A, title of column 1 of 1")
        assert press(Qt.Key.Key_L, Qt.KeyboardModifier.ShiftModifier) == "a, 1 of 2"
        press(Qt.Key.Key_Space)
        assert ticked == [(5, True)]
        assert press(Qt.Key.Key_Q) == "a, 1 of 2"
        assert said[-1][0] == "There is no other."
        assert press(Qt.Key.Key_Up) == "words"
        assert press(Qt.Key.Key_End) == "Three"
        assert press(Qt.Key.Key_Home) == "Home"
    finally:
        QAccessible.setActive(False)
