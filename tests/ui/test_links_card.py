"""The card with a preview stays in its room, whatever it stands beside."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect, QSize

from axon_desktop.ui.links.preview_card import place_card

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
