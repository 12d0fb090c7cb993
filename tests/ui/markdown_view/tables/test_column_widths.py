"""The widths of the columns of tables: properties that hold for any content."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from axon_desktop.ui.markdown_view.tables.column_widths import ColumnNeed, column_widths, least_width

EM = 13.5


def _need(least: float, more: float) -> ColumnNeed:
    return ColumnNeed(least, least + more)


NEEDS = st.lists(st.builds(_need, st.floats(0.0, 405.0), st.floats(0.0, 3_000.0)), min_size=1, max_size=30)
ROOMS = st.floats(1.0, 4_000.0)


@settings(max_examples=300, deadline=None)
@given(NEEDS, ROOMS)
def test_no_column_is_narrower_than_its_longest_word(columns: list[ColumnNeed], room: float) -> None:
    for need, width in zip(columns, column_widths(columns, room, EM), strict=True):
        assert width >= need.least


@settings(max_examples=300, deadline=None)
@given(NEEDS, ROOMS)
def test_room_is_used_as_far_as_there_is_use_for_it(columns: list[ColumnNeed], room: float) -> None:
    widths = column_widths(columns, room, EM)
    floors = [least_width(need, len(columns), EM) for need in columns]
    if sum(widths) > room:
        assert widths == floors, "a table is wider than its room only when no column can give way"
    elif any(width < need.most for need, width in zip(columns, widths, strict=True)):
        assert room - sum(widths) < len(columns), "nobody wraps beside free room"


@settings(max_examples=300, deadline=None)
@given(NEEDS, ROOMS)
def test_columns_are_no_wider_than_what_stands_in_them(columns: list[ColumnNeed], room: float) -> None:
    for need, width in zip(columns, column_widths(columns, room, EM), strict=True):
        assert width <= max(need.most + 1, EM + 1)


@settings(max_examples=300, deadline=None)
@given(NEEDS, ROOMS, ROOMS)
def test_more_room_makes_no_column_narrower(columns: list[ColumnNeed], room: float, more: float) -> None:
    narrow, wide = sorted((room, more))
    before, after = column_widths(columns, narrow, EM), column_widths(columns, wide, EM)
    assert all(one <= other for one, other in zip(before, after, strict=True))


@settings(max_examples=300, deadline=None)
@given(NEEDS, ROOMS, st.randoms(use_true_random=False))
def test_the_order_of_columns_changes_no_width(
    columns: list[ColumnNeed], room: float, chance: random.Random
) -> None:
    order = list(range(len(columns)))
    chance.shuffle(order)
    widths = column_widths(columns, room, EM)
    assert column_widths([columns[index] for index in order], room, EM) == [widths[index] for index in order]


def test_a_short_text_stays_on_one_line_beside_long_ones() -> None:
    prose, short = ColumnNeed(80.0, 2_000.0), ColumnNeed(30.0, 60.0)
    assert column_widths([prose, short, prose], 500.0, EM)[1] == 60


def test_an_empty_column_is_narrow() -> None:
    widths = column_widths([ColumnNeed(), ColumnNeed(50.0, 900.0), ColumnNeed()], 700.0, EM)
    assert widths[0] == widths[2] <= 1.5 * EM
    assert widths[1] > 600


def test_long_prose_has_a_width_that_can_be_read_where_there_is_no_room() -> None:
    widths = column_widths([ColumnNeed(80.0, 3_000.0)] * 30, 700.0, EM)
    assert set(widths) == {round(14 * EM)}
