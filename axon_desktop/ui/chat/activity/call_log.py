"""CallLog: the calls of a conversation: cards while their turn runs, afterwards one row per turn."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from axon_desktop.llm.messages import ToolCall
from axon_desktop.ui.chat.activity.call_line import line_height, state_of, stays
from axon_desktop.ui.chat.activity.call_wording import FinishedCall, summary
from axon_desktop.ui.chat.activity.summary_row import HEAD, SummaryRow, is_worth_folding
from axon_desktop.ui.chat.cards.entries import CallEntry, CallRequests, has_focus
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.session.undo_outcome import UndoOutcome


class CallLogEntry:
    """The calls of one finished turn; it lives as long as the conversation, its row only near the viewport."""

    def __init__(self, calls: Sequence[CallEntry], *, unfolded: bool = False) -> None:
        self.calls = list(calls)
        self._unfolded = unfolded
        self._row: SummaryRow | None = None

    def make(self) -> QWidget:
        """Create the row."""
        row = self._row = SummaryRow(self.calls, unfolded=self._unfolded)
        row.unfolded_changed.connect(self._keep)
        return row

    def height(self) -> float:
        """Return the approximate height of the row."""
        seen = self.calls if self._unfolded else [call for call in self.calls if stays(call)]
        head = px(HEAD) if is_worth_folding(self.calls) else 0
        return head + sum(map(line_height, seen))

    def release(self) -> bool:
        """Release the row, unless a card in it is open or it has the focus."""
        if self._row is not None and (self._row.is_open or has_focus(self._row)):
            return False
        self.forget_row()
        return True

    def plain_text(self) -> str:
        """Return the sentence about the calls, for copying the conversation."""
        done = [FinishedCall(call.call, call.result, state_of(call)) for call in self.calls]
        return summary(done)

    def forget_row(self) -> None:
        """Note that the row is deleted."""
        self._row = None
        for call in self.calls:
            call.forget()

    def focus(self) -> None:
        """Take over the focus of a deleted card."""
        if self._row is not None:
            (self._row.head if not self._row.head.isHidden() else self._row.lines[0]).setFocus()

    def _keep(self, unfolded: bool) -> None:
        self._unfolded = unfolded


class CallLog:
    """Shows calls in a view as they come, and folds them at the end of the turn."""

    def __init__(self, view: MarkdownView, signals: CallRequests) -> None:
        self._view = view
        self._signals = signals
        self.calls: list[CallEntry] = []
        """All calls."""
        self._cards: list[tuple[CallEntry, int]] = []
        """The cards of the running turn, with their item numbers in the view."""
        self._entries: list[tuple[CallLogEntry, int]] = []
        """The finished turns, with the item numbers of their rows."""
        self._open: tuple[CallLogEntry, int] | None = None
        """The row that receives the calls of a replayed turn."""
        self._first: tuple[CallLogEntry, int] | None = None
        """The row of the turn that began before the displayed part."""
        self._begun = False

    @property
    def turn(self) -> list[CallEntry]:
        """The calls of the newest turn."""
        if self._cards:
            return [call for call, _ in self._cards]
        return self._open[0].calls if self._open is not None else []

    def begin(self) -> None:
        """Note that a turn begins, or continues after a stop."""
        self.fold()
        self._begun = True

    def add(self, call: ToolCall, *, again: bool) -> CallEntry:
        """Show a call; a replayed one (`again`) goes directly to the row of its turn."""
        entry = CallEntry(call, self._signals)
        self.calls.append(entry)
        if not again:
            self._cards.append((entry, self._view.add_card(entry)))
            return entry
        if self._open is None:
            row = CallLogEntry([])
            self._open = row, self._view.add_card(row, later=True)
            self._entries.append(self._open)
            if not self._begun:
                self._first = self._open
        self._open[0].calls.append(entry)
        return entry

    def fold(self) -> list[CallEntry]:
        """Replace the cards of the finished turn by one row; return its calls."""
        calls = self.turn
        if self._open is not None:
            self._view.card_changed(self._open[1])
        elif self._cards:
            focused = any(call.has_focus for call in calls)
            read = any(call.is_open for call in calls)
            for call in calls:
                call.forget()
            row = CallLogEntry(calls, unfolded=read)
            numbers = [number for _, number in self._cards]
            self._view.replace_items(numbers, row)
            self._entries.append((row, numbers[0]))
            if focused:
                row.focus()
        self._cards, self._open = [], None
        return calls

    def take_over(self, earlier: CallLog) -> None:
        """Take over the rows of the part before this one; a turn that spans both gets one row."""
        first = earlier._first if earlier._first is not None or earlier._begun else self._first
        if earlier._open is not None:
            row, number = earlier._open
            if self._first is not None:
                goes_on, place = self._first
                goes_on.forget_row()
                self._view.remove_item(place)
                self._entries.remove(self._first)
                row.calls += goes_on.calls
            self._view.card_changed(number)
        self.calls = [*earlier.calls, *self.calls]
        self._entries = [*earlier._entries, *self._entries]
        self._first = first
        earlier.clear()

    def clear(self) -> None:
        """Remove everything."""
        self.calls, self._cards, self._entries = [], [], []
        self._open = self._first = None
        self._begun = False

    def show_undo(self, outcome: UndoOutcome) -> bool:
        """Show the outcome of undoing a change; tell whether it belongs to one of these calls."""
        found = False
        for call in self.calls:
            if call.change_id == outcome.undo_id:
                continue  # it was shown before
            # the changes dialog names the call's own change, even after a redo
            if outcome.change_id in (call.change_id, call.made_id):
                found = True
                if outcome.undo_id is None:
                    call.set_undo_failed(outcome.error)
                else:
                    call.set_undone(outcome.undo_id)
        return found
