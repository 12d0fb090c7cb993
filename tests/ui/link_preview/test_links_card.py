"""The card with a preview: its position, and the part of the note that it shows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from axon_desktop.ui.link_preview.excerpt import Excerpt
from axon_desktop.ui.link_preview.popup import LinkPreviewPopup, place_card
from axon_desktop.ui.link_preview.target import LinkTarget
from axon_desktop.ui.note_panel.rows import RowTarget
from tests.ui.chat_world import Run, until

ROOM = QRect(100, 50, 1000, 600)
CARD = QSize(400, 300)


@pytest.mark.parametrize("in_list", [False, True])
@given(
    left=st.integers(0, 1200),
    top=st.integers(0, 700),
    width=st.integers(1, 500),
    height=st.integers(1, 40),
    room=st.builds(QRect, st.just(100), st.just(50), st.integers(120, 1400), st.integers(90, 900)),
)
def test_card_is_inside(*, in_list: bool, left: int, top: int, width: int, height: int, room: QRect) -> None:
    assert room.contains(place_card(CARD, QRect(left, top, width, height), room, in_list=in_list))


def test_card_stands_below_a_link_above_one_at_the_bottom_and_covers_neither() -> None:
    high, low, middle = (QRect(300, y, 80, 18) for y in (60, 600, 340))
    assert place_card(CARD, high, ROOM, in_list=False).top() > high.bottom()
    assert place_card(CARD, low, ROOM, in_list=False).bottom() < low.top()
    between = place_card(CARD, middle, ROOM, in_list=False)
    assert not between.intersects(middle)
    assert between.height() < CARD.height()


def test_card_stands_at_the_side_of_a_list() -> None:
    left, right = QRect(110, 100, 250, 22), QRect(840, 100, 250, 22)
    assert place_card(CARD, left, ROOM, in_list=True).left() > left.right()
    assert place_card(CARD, right, ROOM, in_list=True).right() < right.left()


@pytest.mark.qt_log_ignore("propagateSizeHints|raise")
def test_line_of_a_long_table_is_in_sight_and_marked(run_async: Run, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 700)
    window.show()
    card = LinkPreviewPopup(lambda _path: None, lambda _path: None, window)
    rows = "".join(f"| row {number} | some words |\n" for number in range(40))
    text = f"# Plants\n\n| a | b |\n| - | - |\n{rows}| last | see the herb spiral |\n"
    pointed = LinkTarget(RowTarget("Plants.md", line=45), True, QRect(0, 0, 250, 22), lambda: True, in_list=True)

    async def body() -> None:
        await card.show_excerpt(Excerpt("Plants", text, line=45), lambda _target: None, "", pointed)
        await until(card.mark.isVisible)
        assert card.view.verticalScrollBar().value() > 0
        place = card.view.place_at(card.mark.geometry().center())
        assert place is not None
        assert place.chunk.document is not None
        assert place.chunk.document.findBlock(place.position).text() == "see the herb spiral"
        assert card.view.viewport().rect().contains(card.mark.geometry().center())
        assert abs(card.title.indent() - card.view.column_left) <= 5

        await card.show_excerpt(Excerpt("Plants", text), lambda _target: None, "", pointed)
        assert card.view.verticalScrollBar().value() == 0
        assert not card.mark.isVisible()

        await card.show_excerpt(Excerpt("Plants", ""), lambda _target: None, "This note is empty.", pointed)
        assert card.height() < 100
        assert card.hint.indent() == card.title.indent()

    run_async(body())


DAY = """## Done

- Called [[Jonas Weber]] about the stones for the [[Herb spiral]]: 40 pieces, delivered on 5 December
- Finished [[The Left Hand of Winter]]

## Noticed

The heron is back at the pond. Third year.
"""


@pytest.mark.qt_log_ignore("propagateSizeHints|raise")
@pytest.mark.parametrize("height", [700, 420], ids=["all of it has room", "the card is lower than the note"])
def test_mark_stands_on_its_line_when_the_card_has_taken_its_size(
    height: int, run_async: Run, qtbot: QtBot
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, height)
    window.show()
    card = LinkPreviewPopup(lambda _path: None, lambda _path: None, window)
    pointed = LinkTarget(RowTarget("Day.md", line=3), True, QRect(20, 200, 80, 18), lambda: True, in_list=False)

    async def body() -> None:
        await card.show_excerpt(Excerpt("Day", DAY, line=3), lambda target: target, "", pointed)
        await until(card.mark.isVisible)
        bar, mark = card.view.verticalScrollBar(), card.mark.geometry()
        assert (bar.maximum() > 0) == (height == 420)
        place = card.view.place_at(mark.center())
        assert place is not None
        document = place.chunk.document
        assert document is not None
        block = document.findBlock(place.position)
        assert block.text().startswith("Called Jonas Weber")
        line = document.documentLayout().blockBoundingRect(block).translated(card.view.chunk_origin(place.chunk))
        assert abs(mark.top() - line.top()) <= 5
        assert abs(mark.bottom() - line.bottom()) <= 5

    run_async(body())
