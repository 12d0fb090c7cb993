"""After moving, growing and scrolling the screen shows the same as a full repaint would."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage, QPaintEvent
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.markdown_view.layout.chunk import Chunk, Item, Row
from axon_desktop.ui.markdown_view.repaint import RowView, find_changes, without_painted

Settle = Callable[[MarkdownView], None]

REPLY = """Some `code` in a *paragraph* that is long enough to take more than one line of this column.

```python
def squares(limit):
    return [number**2 for number in range(limit)]
```

## A heading

- one item with **strong** words
- another one

| a | b |
|---|---|
| 1 | 2 |

> A quote, and then the end.

"""


def on_screen(view: MarkdownView) -> QImage:
    """Return what was painted into the window so far."""
    screen = view.screen()
    return screen.grabWindow(view.winId()).toImage().convertToFormat(QImage.Format.Format_RGB32)


def repainted(view: MarkdownView) -> QImage:
    """Return what painting the whole window would show."""
    return view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def shows_what_it_should(view: MarkdownView) -> bool:
    return on_screen(view) == repainted(view)


@pytest.fixture
def talk(view: MarkdownView, settle: Settle) -> MarkdownView:
    view.setVerticalScrollBarPolicy(view.verticalScrollBarPolicy().ScrollBarAlwaysOff)
    for number in range(4):
        view.add_text(f"Question {number}? " * 30, "user")
        view.add_text(REPLY * 2, "assistant")
        view.add_widget(QLabel(f"Card {number}"))
    settle(view)
    return view


def test_stream_leaves_no_traces(talk: MarkdownView, qtbot: QtBot) -> None:
    talk.begin_stream()
    text = REPLY * 2
    for start in range(0, len(text), 31):
        talk.append_stream(text[start : start + 31])
        talk._write_pending()
        qtbot.waitUntil(lambda: not talk.busy)
        qtbot.waitUntil(lambda: shows_what_it_should(talk))
    talk.end_stream()
    qtbot.waitUntil(lambda: not talk.busy and shows_what_it_should(talk))


@pytest.mark.parametrize("step", [-3, -57, -400, -900])
def test_scrolling_leaves_no_traces(talk: MarkdownView, qtbot: QtBot, step: int) -> None:
    bar = talk.verticalScrollBar()
    for direction in (1, -1):
        for _ in range(12):
            bar.setValue(bar.value() + direction * step)
            qtbot.waitUntil(lambda: not talk.busy and shows_what_it_should(talk))


def test_ground_that_reaches_out_of_its_row_is_painted(talk: MarkdownView, qtbot: QtBot) -> None:
    column = talk._column
    question = next(row for row in column.rows[3:] if row.item.role == "user")
    bar = talk.verticalScrollBar()

    def scroll_past(pixels: int) -> None:
        bar.setValue(round(column.bottom(column.index(question))) + pixels)
        qtbot.waitUntil(lambda: not talk.busy and shows_what_it_should(talk))

    for pixels in (-20, -3, -2, -1, 0, 1, 2, 3, 4, 5, 9, 4, 1, -9):
        scroll_past(pixels)
    scroll_past(2)
    assert QColor(repainted(talk).pixel(talk.width() // 2, 0)) == QColor(LIGHT.accent_soft)


def test_text_that_changes_above_leaves_no_traces(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    view.setVerticalScrollBarPolicy(view.verticalScrollBarPolicy().ScrollBarAlwaysOff)
    view.set_note("Home", REPLY * 6)
    settle(view)
    view.verticalScrollBar().setValue(300)
    settle(view)
    for extra in ("New. " * 80 + "\n\n", "", "Other.\n\n" * 9):
        view.set_note("Home", REPLY + extra + REPLY * 5, keep_position=True)
        settle(view)
        qtbot.waitUntil(lambda: shows_what_it_should(view))


def rows(count: int) -> list[Row]:
    item = Item(1, "assistant")
    return [Chunk(item) for _ in range(count)]


def test_rows_that_moved_are_not_painted() -> None:
    first, second, third = rows(3)
    before: dict[Row, RowView] = {first: RowView(-20, 300, 1), second: RowView(300, 500, 2)}
    now: dict[Row, RowView] = {
        first: RowView(-120, 200, 1),
        second: RowView(200, 400, 2),
        third: RowView(400, 500, 3),
    }
    step, strips = find_changes(before, now, 500)
    assert step == -100
    assert len(strips) == 1
    top, bottom = strips[0]
    assert 380 <= top <= 400
    assert bottom == 500


def test_row_beyond_the_edge_that_looks_otherwise_is_painted_where_it_reaches_in() -> None:
    first, second = rows(2)
    before: dict[Row, RowView] = {first: RowView(-200, -1, 1), second: RowView(-1, 520, 2)}
    step, strips = find_changes(before, before | {first: RowView(-200, -1, 3)}, 500)
    assert step == 0
    assert [strip for strip in strips if strip[1] > 3]
    assert strips[0][1] < 20


def test_row_that_looks_otherwise_is_painted() -> None:
    first, second = rows(2)
    before: dict[Row, RowView] = {first: RowView(0, 300, 1), second: RowView(300, 500, 2)}
    step, strips = find_changes(before, before | {first: RowView(0, 300, 3)}, 500)
    assert step == 0
    assert len(strips) == 1
    assert strips[0][0] <= 0
    assert 300 <= strips[0][1] < 320


def test_nothing_stays_of_another_page() -> None:
    first, second = rows(2)
    step, strips = find_changes({first: RowView(0, 500, 1)}, {second: RowView(0, 500, 2)}, 500)
    assert step is None
    assert strips == [(0, 500)]


class CountedCard(QLabel):
    """Counts how often it is painted; its height can be changed."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.painted = 0
        self.wanted = 40

    def sizeHint(self) -> QSize:
        return QSize(200, self.wanted)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        self.painted += 1
        super().paintEvent(event)


@pytest.fixture
def cards(view: MarkdownView, qtbot: QtBot) -> list[CountedCard]:
    """A screen full of cards, the last of which is the end of the column."""
    view.setVerticalScrollBarPolicy(view.verticalScrollBarPolicy().ScrollBarAlwaysOff)
    end = CountedCard("the end")
    view.add_widget(end, last=True)
    made = [CountedCard(f"card {number}") for number in range(30)]
    for card in made:
        view.add_widget(card)
    qtbot.waitUntil(lambda: end.painted > 0 and not view.busy)
    qtbot.waitUntil(lambda: shows_what_it_should(view))
    return [*made, end]


def test_a_card_that_comes_is_painted_and_those_above_are_copied(
    view: MarkdownView, cards: list[CountedCard], qtbot: QtBot
) -> None:
    *above, end = cards
    for card in cards:
        card.painted = 0
    new = CountedCard("new")
    view.add_widget(new)
    qtbot.waitUntil(lambda: new.painted > 0 and end.painted > 0 and not view.busy)
    before = end.painted
    end.update()  # comes after what was asked for before
    qtbot.waitUntil(lambda: end.painted > before)
    assert sum(card.painted for card in above) <= 1, "only the one at the border of what is new"
    assert new.geometry().bottom() < end.geometry().top()
    qtbot.waitUntil(lambda: shows_what_it_should(view))


def test_what_moves_for_two_reasons_moves_once(view: MarkdownView, cards: list[CountedCard], qtbot: QtBot) -> None:
    last = cards[-2]
    last.wanted = 90
    last.updateGeometry()
    QApplication.sendPostedEvents()  # the view was notified and will request the height
    moved: list[None] = []
    view.moved.connect(lambda: moved.append(None))
    new = CountedCard("new")
    view.add_widget(new)
    assert last.height() == 90
    qtbot.waitUntil(lambda: new.painted > 0 and not view.busy)
    assert len(moved) == 1
    qtbot.waitUntil(lambda: shows_what_it_should(view))


def test_what_was_painted_too_early_is_painted_again_and_nothing_else() -> None:
    first, second, third, fourth = rows(4)
    before: dict[Row, RowView] = {
        first: RowView(0, 100, 1),
        second: RowView(100, 200, 2),
        third: RowView(200, 300, 3),
        fourth: RowView(300, 400, 4),
    }
    assert without_painted(before, [third], 220, 280) == {row: before[row] for row in (first, second, fourth)}
    assert without_painted(before, [third], 320, 380) == {row: before[row] for row in (first, second)}
    assert without_painted(before, [fourth], 195, 205) == {first: before[first]}
