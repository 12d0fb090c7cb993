"""DecisionCards: the cards of all waiting questions, at the end of the conversation."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QPoint, Signal

from axon_desktop.ui.decisions.decision_card import DecisionCard
from axon_desktop.ui.decisions.decisions import Decisions
from axon_desktop.ui.decisions.pending import Pending
from axon_desktop.ui.markdown_view import MarkdownView


class DecisionCards(QObject):
    """Adds a card to the conversation for each question, and removes it when it is answered."""

    left = Signal()
    """The focus leaves a card, and the widget to return to is unknown."""

    def __init__(self, view: MarkdownView, decisions: Decisions | None, parent: QObject) -> None:
        super().__init__(parent)
        self._view = view
        self._decisions = decisions
        self._cards: dict[Pending[Any], tuple[int, DecisionCard]] = {}
        if decisions is not None:
            decisions.added.connect(self._add)
            decisions.settled.connect(self._remove)
            decisions.card_requested.connect(self._go_to)
            for pending in decisions.waiting:
                self._add(pending)

    def _add(self, pending: Pending[Any]) -> None:
        assert self._decisions is not None
        card = DecisionCard(pending, self._decisions.keys)
        card.review_requested.connect(partial(self._decisions.open, pending))
        card.left.connect(self.left)
        self._cards[pending] = self._view.add_widget(card), card

    def _remove(self, pending: Pending[Any]) -> None:
        number, card = self._cards.pop(pending, (None, None))
        if number is not None and card is not None:
            card.leave()
            self._view.remove_item(number)

    def show_again(self) -> None:
        """Add the cards again after the conversation was cleared, which deleted them."""
        waiting = list(self._cards)
        self._cards.clear()
        for pending in waiting:
            if not pending.answer.done():
                self._add(pending)

    def _go_to(self, pending: Pending[Any]) -> None:
        """Give the focus to a card on which the question can be answered."""
        _, card = self._cards.get(pending, (None, None))
        if card is None or not self._view.window().isVisible():
            return
        self._view.scroll_to_end()
        if not (card.is_whole and card.isVisible()):
            return
        card.window().activateWindow()
        card.setFocus()
        self._bring_into_sight(card)
        pending.at_its_card = card.is_in_sight

    def _bring_into_sight(self, card: DecisionCard) -> None:
        """Scroll to a card with other cards below it; layout on the way may require scrolling again."""
        bar, room = self._view.verticalScrollBar(), self._view.viewport().height()
        for _ in range(3):
            top = card.mapTo(self._view.viewport(), QPoint(0, 0)).y()
            step = min(top, max(0, top + card.height() - room))
            if not step:
                return
            bar.setValue(bar.value() + step)
