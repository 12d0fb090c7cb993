"""Conversations: messages, widgets, streaming, and staying at the end."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.markdown_view.layout import content
from axon_desktop.ui.markdown_view.stream import TAIL_CHARS

Settle = Callable[[MarkdownView], None]

BLOCKS = st.sampled_from(
    [
        "Some words with *emphasis*, `code` and [a link](https://example.org).",
        "# Heading",
        "Title\n---",
        "- one\n- two\n  - nested\n\n  loose\n- three",
        "1. first\n2. second",
        "```python\ndef f(x):\n\n    return x\n```",
        "~~~\nno language",
        "> quoted\n> twice",
        "> [!tip] Title\n> Body",
        "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |",
        "- [ ] open\n- [x] done",
        "A [reference] and a note[^1].",
        "[reference]: https://example.org/there",
        "[^1]: The note.",
        "    indented code",
        "***",
        "中文段落，带有 `代码`。 😀",
        "long words " * 120,
        "\n".join(f"line {n}" for n in range(60)),
        "```\n" + "\n".join(f"code {n}" for n in range(130)) + "\n```",
        "\n".join(f"- item {n}" for n in range(90)),
        "<b>html</b> & entities &lt;",
        "a | b\n--|--\n" + "\n".join(f"{n} | {n}" for n in range(40)),
    ]
)


class Card(QWidget):
    """A widget whose height depends on its width and can be changed."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = 1

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return 40 * self.lines + (20 if width < 400 else 0)

    def sizeHint(self) -> QSize:
        return QSize(100, self.heightForWidth(500))


def streamed(view: MarkdownView, text: str, cuts: list[int]) -> str:
    """Stream `text` cut at the given positions, showing every delta, and return the final plain text."""
    view.clear()
    view.begin_stream()
    edges = [0, *sorted(cut % (len(text) + 1) for cut in cuts), len(text)]
    for start, end in pairwise(edges):
        view.append_stream(text[start:end])
        view.to_plain_text()  # shows what was received, as the timer would
    view.end_stream()
    return view.to_plain_text()


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(BLOCKS, max_size=8), st.lists(st.integers(0, 10_000), max_size=12), st.sampled_from(["\n\n", "\n"])
)
def test_streamed_text_equals_a_full_render(
    view: MarkdownView, blocks: list[str], cuts: list[int], joint: str
) -> None:
    text = joint.join(blocks)
    final = streamed(view, text, cuts)
    view.clear()
    view.add_text(text, "assistant")
    assert final == view.to_plain_text()


def places(view: MarkdownView) -> list[tuple[str, float]]:
    """Return each paragraph with its y in the column."""
    found: list[tuple[str, float]] = []
    for chunk in view._content.chunks():
        assert chunk.document is not None
        top, layout = view.chunk_origin(chunk).y() + view.scroll_y, chunk.document.documentLayout()
        block = chunk.document.begin()
        while block.isValid():
            found.append((block.text(), top + layout.blockBoundingRect(block).top()))
            block = block.next()
    return [(text, y) for text, y in found if text]


@pytest.mark.parametrize("last", ["# Heading", "> [!tip] Title\n> Body", "- one\n- two", "| a |\n|---|\n| 1 |"])
def test_streamed_text_stands_where_a_full_render_stands(view: MarkdownView, settle: Settle, last: str) -> None:
    text = f"First words.\n\n{'many words ' * 60}\n\n{last}\n"
    view.add_text(text, "assistant")
    settle(view)
    whole = places(view)
    view.clear()
    view.begin_stream()
    for part in (text[:20], text[20:]):
        view.append_stream(part)
        assert view._stream is not None
        view._stream[1].flush()
        settle(view)
    growing = places(view)
    view.end_stream()
    settle(view)
    for streamed_places in (growing, places(view)):
        assert [text for text, _ in streamed_places] == [text for text, _ in whole]
        for (_, y), (_, expected) in zip(streamed_places, whole, strict=True):
            assert abs(y - expected) <= 1.5  # chunks are whole pixels high


def test_message_of_which_nothing_is_read_at_once_comes_by_itself(
    view: MarkdownView, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(content, "FIRST_SLICE", 0.0)  # as on a busy computer
    view.add_text("First words.\n\nLast words.", "assistant")
    assert not list(view._content.chunks())
    settle(view)
    assert [chunk.document is not None for chunk in view._content.chunks()] == [True]


@pytest.mark.parametrize("seen", [False, True], ids=["ended before it was seen", "seen while it came"])
@pytest.mark.parametrize(
    "text",
    ["Some words.\n\n", "*Slanted* words:\n\n| a |\n|---|\n| 1 |\n\nMore.", "\n\nWords", "", "```\ncode\n```"],
)
def test_reply_stands_as_far_below_a_card_as_one_that_was_rendered_once(
    view: MarkdownView, settle: Settle, text: str, *, seen: bool
) -> None:
    def shown(add: Callable[[], object]) -> tuple[list[tuple[str, float]], float]:
        view.clear()
        view.add_widget(QLabel("A card"))
        add()
        view.add_widget(QLabel("Another card"))
        settle(view)
        return places(view), view._column.top(len(view._column.rows) - 1)

    def stream() -> None:
        view.begin_stream()
        view.append_stream(text)
        if seen:
            view.to_plain_text()
        view.end_stream()
        view._content.finish_scans()

    whole = shown(lambda: view.add_text(text, "assistant"))
    assert shown(stream) == whole
    assert shown(lambda: view.add_text(text, "assistant", later=True)) == whole or not text


def test_stream_shows_text_within_two_flushes(view: MarkdownView, qtbot: QtBot) -> None:
    view.begin_stream()
    view.append_stream("Hello")
    view.append_stream(" **there**")
    qtbot.waitUntil(lambda: "Hello there" in view.to_plain_text())
    view.end_stream()
    assert view.to_plain_text() == "Hello there"


def test_stream_renders_only_its_end_again(view: MarkdownView) -> None:
    view.begin_stream()
    longest = 0
    for number in range(150):
        view.append_stream(f"Paragraph {number} with some words in it.\n\n")
        view._write_pending()
        tail = list(view._content.chunks())[-1]
        longest = max(longest, tail.size)
    assert longest < 2 * TAIL_CHARS
    view.end_stream()
    assert view.to_plain_text().count("Paragraph") == 150


def test_stream_of_one_huge_fence_stays_cheap(view: MarkdownView) -> None:
    view.begin_stream()
    view.append_stream("```\n")
    longest = 0
    for number in range(1500):
        view.append_stream(f"code line {number}\n")
        if number % 5 == 0:
            view._write_pending()
            longest = max(longest, len(view._stream[1]._tail) if view._stream else 0)
    assert longest < 15_000
    view.append_stream("```\n\nafter\n")
    view.end_stream()
    lines = view.to_plain_text().splitlines()
    assert lines == [*(f"code line {number}" for number in range(1500)), "after"]


def test_view_follows_the_end_until_the_user_scrolls_up(view: MarkdownView, settle: Settle) -> None:
    for number in range(60):
        view.add_text(f"Message {number} " + "word " * 50, "assistant")
    settle(view)
    bar = view.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    view.begin_stream()
    view.append_stream("more text\n\n" * 20)
    view.end_stream()
    settle(view)
    assert bar.value() == bar.maximum()
    bar.setValue(bar.maximum() // 2)
    settle(view)
    kept = bar.value()
    view.add_text("another\n\n" * 20, "assistant")
    settle(view)
    assert bar.value() == kept
    view.scroll_to_end()
    settle(view)
    assert bar.value() == bar.maximum()


def test_user_bubble_stands_right_and_is_no_wider_than_its_share(view: MarkdownView, settle: Settle) -> None:
    view.add_text("short", "user")
    view.add_text("word " * 200, "user")
    settle(view)
    short, long = view._content.chunks()
    assert short.indent > view.column_width * 0.8
    assert long.indent >= view.column_width * 0.14
    seen = view.viewport().grab().toImage()
    assert seen.pixelColor(int(view.column_left + view.column_width) - 20, 16).name() == LIGHT.accent_soft


def test_widget_stands_in_the_column_and_follows_its_height(
    view: MarkdownView, settle: Settle, qtbot: QtBot
) -> None:
    view.add_text("before", "assistant")
    card = Card()
    view.add_widget(card)
    view.add_text("after", "assistant")
    settle(view)
    assert card.isVisible()
    assert card.width() == int(view.column_width)
    assert card.height() == 40
    after = list(view._content.chunks())[1]
    top = view.chunk_origin(after).y()
    assert top > card.geometry().bottom()
    card.lines = 3
    card.updateGeometry()
    qtbot.waitUntil(lambda: card.height() == 120)
    assert view.chunk_origin(after).y() == top + 80
    view.resize(380, 600)
    qtbot.waitUntil(lambda: card.height() == 140)


def test_widgets_far_from_the_viewport_are_hidden(view: MarkdownView, settle: Settle) -> None:
    cards = []
    for _ in range(100):
        cards.append(QLabel("card"))
        view.add_text("word " * 60, "assistant")
        view.add_widget(cards[-1])
    settle(view)
    assert cards[-1].isVisible()
    assert not cards[0].isVisible()
    assert sum(card.isVisible() for card in cards) < 40
    view.verticalScrollBar().setValue(0)
    settle(view)
    assert cards[0].isVisible()
    assert not cards[-1].isVisible()


def test_removed_items_leave_the_column(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    first = view.add_text("one", "assistant")
    card = QLabel("card")
    item = view.add_widget(card)
    view.add_text("two", "assistant")
    settle(view)
    with qtbot.waitSignal(card.destroyed):
        view.remove_item(item)
    view.remove_item(first)
    assert view.to_plain_text() == "two"


def test_removing_the_growing_message_ends_the_stream(view: MarkdownView) -> None:
    item = view.begin_stream()
    view.append_stream("half")
    view.remove_item(item)
    view.append_stream("lost")
    view.end_stream()
    assert view.to_plain_text() == ""


def test_conversation_keeps_the_order_of_its_items(view: MarkdownView) -> None:
    view.add_text("first", "user")
    view.begin_stream("thinking")
    view.append_stream("second")
    view.end_stream()
    view.add_text("third", "status")
    assert view.to_plain_text() == "first\nsecond\nthird"


@pytest.mark.parametrize("note", [False, True])
def test_text_keeps_its_width_when_there_is_something_to_scroll(
    view: MarkdownView, settle: Settle, note: bool
) -> None:
    few, many = "words " * 40, "\n\n".join(["words " * 40] * 60)
    if note:
        view.set_note("", few)
    else:
        view.add_text(few, "assistant")
    settle(view)
    left, width = view.column_left, view.column_width
    assert view.verticalScrollBar().maximum() == 0
    assert left + width / 2 == pytest.approx(view.width() / 2, abs=1), "in the middle of all there is"
    assert left + width <= view.viewport().width(), "nothing stands under the bar"
    if note:
        view.set_note("", many)
    else:
        view.add_text(many, "assistant")
    settle(view)
    assert view.verticalScrollBar().maximum() > 0
    assert (view.column_left, view.column_width) == (left, width)
