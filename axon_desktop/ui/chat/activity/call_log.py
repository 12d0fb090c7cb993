"""Deeds: the calls of a conversation, each a card while its turn runs; one row for all of them afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from axon_desktop.llm.messages import ToolCall
from axon_desktop.ui.chat.activity.call_line import line_height, state_of, stays
from axon_desktop.ui.chat.activity.call_wording import Done, summary
from axon_desktop.ui.chat.activity.summary_row import HEAD, DeedsRow, is_worth_folding
from axon_desktop.ui.chat.cards.entries import CallEntry, CallWishes, has_focus
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.session.undo_outcome import UndoOutcome


class DeedsEntry:
    """The calls of one turn that is over; kept as long as the conversation, the row only while it is near."""

    def __init__(self, calls: Sequence[CallEntry], *, unfolded: bool = False) -> None:
        self.calls = list(calls)
        self._unfolded = unfolded
        self._row: DeedsRow | None = None

    def make(self) -> QWidget:
        """Make the row."""
        row = self._row = DeedsRow(self.calls, unfolded=self._unfolded)
        row.unfolded_changed.connect(self._keep)
        return row

    def height(self) -> float:
        """Return about the height of the row."""
        seen = self.calls if self._unfolded else [call for call in self.calls if stays(call)]
        head = px(HEAD) if is_worth_folding(self.calls) else 0
        return head + sum(map(line_height, seen))

    def release(self) -> bool:
        """Let go of the row, unless a card is open in it or it has the focus."""
        if self._row is not None and (self._row.is_open or has_focus(self._row)):
            return False
        self.forget_row()
        return True

    def told(self) -> str:
        """Return what was done as text, for whoever copies the conversation."""
        done = [Done(call.call, call.result, state_of(call)) for call in self.calls]
        return summary(done)

    def forget_row(self) -> None:
        """Note that the row is gone."""
        self._row = None
        for call in self.calls:
            call.forget()

    def focus(self) -> None:
        """Take the focus from a card that is gone."""
        if self._row is not None:
            (self._row.head if not self._row.head.isHidden() else self._row.lines[0]).setFocus()

    def _keep(self, unfolded: bool) -> None:
        self._unfolded = unfolded


class Deeds:
    """Shows calls in a view as they come, and folds them."""

    def __init__(self, view: MarkdownView, wishes: CallWishes) -> None:
        self._view = view
        self._wishes = wishes
        self.calls: list[CallEntry] = []
        """All calls that are shown."""
        self._cards: list[tuple[CallEntry, int]] = []
        """The cards of the turn that runs, and their numbers in the view."""
        self._entries: list[tuple[DeedsEntry, int]] = []
        """The turns that are over, and the numbers of their rows."""
        self._open: tuple[DeedsEntry, int] | None = None
        """The row that still takes the calls of a turn that is shown again."""
        self._first: tuple[DeedsEntry, int] | None = None
        """The row of the turn in the middle of which what is shown begins."""
        self._begun = False

    @property
    def turn(self) -> list[CallEntry]:
        """The calls of the newest turn."""
        if self._cards:
            return [call for call, _ in self._cards]
        return self._open[0].calls if self._open is not None else []

    def begin(self) -> None:
        """Note that a turn begins, or goes on after a stop."""
        self.fold()
        self._begun = True

    def add(self, call: ToolCall, *, again: bool) -> CallEntry:
        """Show a call; one that is shown `again` stands in the row of its turn at once."""
        entry = CallEntry(call, self._wishes)
        self.calls.append(entry)
        if not again:
            self._cards.append((entry, self._view.add_card(entry)))
            return entry
        if self._open is None:
            deeds = DeedsEntry([])
            self._open = deeds, self._view.add_card(deeds, later=True)
            self._entries.append(self._open)
            if not self._begun:
                self._first = self._open
        self._open[0].calls.append(entry)
        return entry

    def fold(self) -> list[CallEntry]:
        """Put one row in the place of the cards of the turn, which is over; return its calls."""
        calls = self.turn
        if self._open is not None:
            self._view.card_changed(self._open[1])
        elif self._cards:
            focused = any(call.has_focus for call in calls)
            read = any(call.is_open for call in calls)
            for call in calls:
                call.forget()
            deeds = DeedsEntry(calls, unfolded=read)
            numbers = [number for _, number in self._cards]
            self._view.replace_items(numbers, deeds)
            self._entries.append((deeds, numbers[0]))
            if focused:
                deeds.focus()
        self._cards, self._open = [], None
        return calls

    def take_over(self, earlier: Deeds) -> None:
        """Take the rows of what came just before; a turn that goes on from there into this one has one row."""
        first = earlier._first if earlier._first is not None or earlier._begun else self._first
        if earlier._open is not None:
            deeds, number = earlier._open
            if self._first is not None:
                goes_on, place = self._first
                goes_on.forget_row()
                self._view.remove_item(place)
                self._entries.remove(self._first)
                deeds.calls += goes_on.calls
            self._view.card_changed(number)
        self.calls = [*earlier.calls, *self.calls]
        self._entries = [*earlier._entries, *self._entries]
        self._first = first
        earlier.clear()

    def clear(self) -> None:
        """Forget all."""
        self.calls, self._cards, self._entries = [], [], []
        self._open = self._first = None
        self._begun = False

    def show_undo(self, outcome: UndoOutcome) -> bool:
        """Show what became of undoing a change; tell whether a call had made it."""
        found = False
        for call in self.calls:
            if call.change_id == outcome.undo_id:
                continue  # it was told before
            # elsewhere the call's own change is undone again
            if outcome.change_id in (call.change_id, call.made_id):
                found = True
                if outcome.undo_id is None:
                    call.set_undo_failed(outcome.error)
                else:
                    call.set_undone(outcome.undo_id)
        return found
