"""Plans: the plan cards of a conversation, each updated in place as its plan proceeds."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from axon_desktop.agent.events import StepComplete, StepStarted
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.ui.chat.cards.notices import Slot
from axon_desktop.ui.chat.cards.plan_card import PlanCard
from axon_desktop.ui.markdown_view import MarkdownView


class Plans(QObject):
    """One card for each plan; only the newest one offers to continue.

    A plan that stops moves to the end of the conversation, where the user is looking.
    """

    resume_requested = Signal()
    skip_requested = Signal(int)
    """Id of a step."""
    retry_requested = Signal(int)
    """Id of a step."""
    revise_requested = Signal()

    def __init__(self, view: MarkdownView, parent: QObject) -> None:
        super().__init__(parent)
        self._view = view
        self._cards: list[PlanCard] = []
        self._place = 0
        """Item number of the newest card in the view."""
        self._moved_on = False
        """Whether the newest plan changed in the turn that is running or ran last."""

    @property
    def newest(self) -> PlanCard | None:
        """The card of the newest plan."""
        return self._cards[-1] if self._cards else None

    def show_plan(self, plan: Plan) -> None:
        """Show a plan's new state, on its card if it has one."""
        self._moved_on = True
        card = next((card for card in self._cards if card.plan.id == plan.id), None)
        if card is not None:
            card.set_plan(plan)
            return
        card = PlanCard(plan)
        card.resume_requested.connect(self.resume_requested)
        card.skip_requested.connect(self.skip_requested)
        card.retry_requested.connect(self.retry_requested)
        card.revise_requested.connect(self.revise_requested)
        self._cards.append(card)
        self._place = self._view.add_widget(Slot(card))

    def start_step(self, event: StepStarted) -> None:
        """Show that a step is running."""
        if self.newest is not None:
            self.newest.start_step(event.step)

    def end_step(self, event: StepComplete) -> None:
        """Show the result of a step."""
        if self.newest is not None:
            self.newest.end_step(event.step, event.result, success=event.success)

    def relay_to(self, whole: Plans) -> None:
        """Forward the signals of the cards to another object."""
        self.resume_requested.connect(whole.resume_requested)
        self.skip_requested.connect(whole.skip_requested)
        self.retry_requested.connect(whole.retry_requested)
        self.revise_requested.connect(whole.revise_requested)

    def take_over(self, earlier: Plans) -> None:
        """Take over the cards of the part before this one; it forgets them."""
        if not self._cards:
            self._place = earlier._place
        self._cards = [*earlier._cards, *self._cards]
        earlier._cards = []

    def rest(self) -> None:
        """Offer actions for the newest plan, now that no turn is running."""
        card = self.newest
        if card is not None and card.rest() and self._moved_on:
            place = self._view.add_widget(Slot(card))
            self._view.remove_item(self._place)
            self._place = place
            self._moved_on = False

    def discard(self) -> None:
        """Show that the newest plan was discarded: none of it will run."""
        if self.newest is not None:
            self.newest.discard()

    def settle(self) -> None:
        """Remove the actions: the conversation has continued."""
        self._moved_on = False
        for card in self._cards:
            card.settle()

    def clear(self) -> None:
        """Remove all cards."""
        for card in self._cards:
            card.deleteLater()
        self._cards.clear()
