from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.look.theme import ui_font
from axon_desktop.ui.search.marked_text import LineCounter, TextFormat, draw_marked, focus

LETTERS = "abc def 知识，😀é"


def drawn(text: str, marks: list[tuple[int, int]], *, ground: str, lines: int = 1, width: int = 300) -> QImage:
    """Return a picture of the text."""
    image = QImage(width, 60, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    painter = QPainter(image)
    look = TextFormat(ui_font(12), LIGHT.text, LIGHT.accent, ground, 17)
    draw_marked(painter, QRect(0, 0, width, 60), text, marks, look, lines)
    painter.end()
    return image


def ground_columns(image: QImage) -> list[int]:
    """Return the columns in which the background of a highlight is visible."""
    return [x for x in range(image.width()) if any(image.pixelColor(x, y).name() == "#00ff00" for y in range(60))]


def test_marks_are_behind_their_letters_also_after_signs_of_two_units(qapp: QApplication) -> None:
    plain = ground_columns(drawn("ii xx", [(3, 5)], ground="#00ff00"))
    emoji = ground_columns(drawn("😀i xx", [(3, 5)], ground="#00ff00"))
    assert plain
    assert emoji
    assert abs(len(plain) - len(emoji)) <= 2
    assert emoji[0] > plain[0]
    assert ground_columns(drawn("ii xx", [(3, 5)], ground="")) == []


def test_a_late_mark_comes_into_view() -> None:
    text = "word " * 60 + "pelican and more"
    shown, marks = focus(text, [(300, 307)], 80)
    assert shown.startswith("…")
    assert [shown[begin:end] for begin, end in marks] == ["pelican"]
    assert focus("short pelican", [(6, 13)], 80) == ("short pelican", [(6, 13)])
    assert focus("no marks" * 50, [], 80) == ("no marks" * 50, [])


@pytest.mark.parametrize(
    ("text", "lines"),
    [("short", 1), ("知识" * 30, 3), ("many words " * 30, 3), ("a" * 200, 3), ("", 1)],
)
def test_lines_are_counted_as_they_are_broken(qapp: QApplication, text: str, lines: int) -> None:
    assert LineCounter(ui_font(12)).count(text, 200, 3) == lines


@given(st.text(LETTERS, max_size=80), st.lists(st.integers(0, 90), max_size=6), st.integers(1, 400))
def test_any_text_is_drawn(text: str, places: list[int], width: int) -> None:
    ends = sorted({min(place, len(text)) for place in places})
    marks = [(begin, end) for begin, end in zip(ends[::2], ends[1::2], strict=False) if begin < end]
    shown, moved = focus(text, marks, 20)
    assert [text[begin:end] for begin, end in marks] == [shown[begin:end] for begin, end in moved]
    assert not drawn(shown, [*moved], ground=LIGHT.accent_soft, lines=3, width=width).isNull()
    assert 1 <= LineCounter(ui_font(12)).count(text, width, 3) <= 3
