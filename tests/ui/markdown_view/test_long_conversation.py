"""Very long conversations: rows far from the viewport are read, created and stored only as far as necessary."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.markdown_view.embeds.embedded_widgets import MAX_CARDS

Settle = Callable[[MarkdownView], None]


class NumberCard:
    """Shows a number; counts how often its widget was created."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.made = 0
        self.stays = False
        self.widget: QWidget | None = None

    def make(self) -> QWidget:
        self.made += 1
        self.widget = QWidget()
        QVBoxLayout(self.widget).addWidget(QPushButton(str(self.number)))
        return self.widget

    def height(self) -> float:
        return 40.0

    def release(self) -> bool:
        if not self.stays:
            self.widget = None
        return not self.stays


def fill(view: MarkdownView, count: int) -> list[NumberCard]:
    """Add messages with a card after each, all at once."""
    cards = [NumberCard(number) for number in range(count)]
    view.hold(True)
    for card in cards:
        view.add_text(f"Message {card.number} " + "with *some* words " * 20, "assistant", later=True)
        view.add_card(card, later=True)
    view.hold(False)
    return cards


def quiet(view: MarkdownView, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not view.busy)


def test_only_cards_near_the_viewport_are_made(view: MarkdownView, qtbot: QtBot) -> None:
    cards = fill(view, 400)
    quiet(view, qtbot)
    assert cards[-1].widget is not None
    assert cards[-1].widget.isVisible()
    assert sum(card.made for card in cards) < 40
    view.verticalScrollBar().setValue(0)
    quiet(view, qtbot)
    assert cards[0].widget is not None
    assert cards[0].widget.isVisible()
    assert not cards[200].made


def test_cards_far_away_are_deleted_but_those_that_must_stay(view: MarkdownView, qtbot: QtBot) -> None:
    cards = fill(view, 400)
    quiet(view, qtbot)
    cards[-1].stays = True
    bar = view.verticalScrollBar()
    while bar.value() > 0:
        bar.setValue(bar.value() - bar.pageStep())
        quiet(view, qtbot)
    alive = [card for card in cards if card.widget is not None]
    assert len(alive) <= MAX_CARDS + 1
    assert len(view.viewport().findChildren(QPushButton)) == len(alive)
    assert cards[-1] in alive
    assert cards[-2] not in alive
    bar.setValue(bar.maximum())
    quiet(view, qtbot)
    assert (cards[-1].made, cards[-2].made) == (1, 2)


def test_text_is_whole_before_all_of_it_is_read(view: MarkdownView) -> None:
    fill(view, 300)
    lines = view.to_plain_text().split("\n")
    assert [line.split(" with")[0] for line in lines] == [f"Message {number}" for number in range(300)]


def test_text_read_later_equals_text_read_at_once(view: MarkdownView, qtbot: QtBot) -> None:
    texts = ["", "short", "# Long\n\n" + "word " * 4000, "- a\n- b\n\n[^1]: note", "- c", "see [^1]\n\n[^1]: here"]
    view.hold(True)
    for text in texts:
        view.add_text(text, "assistant", later=True)
    view.hold(False)
    quiet(view, qtbot)
    once = MarkdownView()
    qtbot.addWidget(once)
    for text in texts:
        once.add_text(text, "assistant")
    assert view.to_plain_text() == once.to_plain_text()


def test_nothing_is_shown_while_much_is_added(view: MarkdownView, settle: Settle) -> None:
    view.hold(True)
    for number in range(100):
        view.add_text(f"Message {number}", "assistant", later=True)
    assert view.verticalScrollBar().maximum() == 0
    view.hold(False)
    settle(view)
    bar = view.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    assert any("Message 99" in (chunk.text or chunk.blocks[0].source) for chunk in view.visible_chunks())


def test_tab_goes_from_card_to_card_downwards(view: MarkdownView, qtbot: QtBot) -> None:
    cards = fill(view, 60)
    quiet(view, qtbot)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    quiet(view, qtbot)
    shown = [card for card in cards if card.widget is not None and card.widget.isVisible()]
    first = shown[0].widget
    assert first is not None
    stop, passed = first.nextInFocusChain(), []
    while stop is not None and stop is not first:
        if isinstance(stop, QPushButton) and stop.isVisible():
            passed.append(int(stop.text()))
        stop = stop.nextInFocusChain()
    assert passed == [card.number for card in shown]


def test_all_text_is_copied_from_the_background(view: MarkdownView, qtbot: QtBot) -> None:
    fill(view, 400)
    QGuiApplication.clipboard().clear()
    view.copy_all()
    assert QGuiApplication.clipboard().text() == ""
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() != "")
    assert QGuiApplication.clipboard().text() == view.to_plain_text()


def test_clearing_deletes_everything_soon(view: MarkdownView, qtbot: QtBot) -> None:
    label = QLabel("a widget that was given")
    view.add_widget(label)
    fill(view, 100)
    quiet(view, qtbot)
    view.clear()
    assert not label.isVisible()
    quiet(view, qtbot)
    qtbot.waitUntil(lambda: not view.viewport().findChildren(QWidget))
