"""The data of cards, which lives as long as the conversation; a card itself exists only near the viewport."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from axon_desktop.llm.messages import ToolCall, ToolResult
from axon_desktop.tools.tool import Progress
from axon_desktop.ui.chat.cards.diff import CardDiff
from axon_desktop.ui.chat.cards.notices import FOLDED_HEIGHT, FoldRow, ThinkingRow
from axon_desktop.ui.chat.cards.state_icon import CallState
from axon_desktop.ui.chat.cards.tool_card import ToolOutputCard, card_height
from axon_desktop.ui.chat.cards.wording import note_path
from axon_desktop.ui.look.sizes import px


class CallRequests(QObject):
    """What the user requests for a call, from its card or its line."""

    undo_requested = Signal(int)
    """Change id to undo."""
    change_requested = Signal(int)
    """Change id of a change to show in the history."""
    note_requested = Signal(str)
    """Vault path of a note."""

    def connect_card(self, card: ToolOutputCard) -> None:
        """Connect a new card."""
        card.undo_requested.connect(self.undo_requested)
        card.change_requested.connect(self.change_requested)
        card.note_requested.connect(self.note_requested)


class CallLine(Protocol):
    """The line of a call whose turn is finished."""

    def call_changed(self) -> None:
        """Show the call's new state."""

    def unfold(self) -> None:
        """Show the card under the line."""


class CallEntry:
    """One tool call; it stores its state and updates its card and its line, if they exist."""

    def __init__(self, call: ToolCall, signals: CallRequests) -> None:
        """Take the signals for the user's requests."""
        self.call = call
        self.signals = signals
        self.change_id: int | None = None
        """Change id that Undo or Redo would undo next."""
        self.made_id: int | None = None
        """Change id of the change that the call made itself."""
        self.state: CallState = "running"
        self._result: tuple[ToolResult, float, tuple[str, ...], tuple[int, int]] | None = None
        self.diff = CardDiff()
        """The changed lines."""
        self._progress: Progress | None = None
        self._redone = False
        self._undoing = False
        """Whether Undo or Redo was pressed on the line and is still running."""
        self._card: ToolOutputCard | None = None
        self.line: CallLine | None = None
        """Shows the call in the user's words."""

    @property
    def result(self) -> ToolResult | None:
        """The result; None while there is none."""
        return self._result[0] if self._result is not None else None

    @property
    def is_open(self) -> bool:
        """Whether its card exists and shows arguments and result."""
        return self._card is not None and self._card.unfolded

    @property
    def has_focus(self) -> bool:
        """Whether its card has the focus."""
        return self._card is not None and has_focus(self._card)

    def make(self) -> ToolOutputCard:
        """Create a card in the call's state."""
        card = self._card = ToolOutputCard(self.call)
        self.signals.connect_card(card)
        if self._result is not None:
            card.set_result(*self._result)
            if self.change_id is not None and self.state == "undone":
                card.set_undone(self.change_id)
            elif self.change_id is not None and self._redone:
                card.set_redone(self.change_id)
        elif self.state == "waiting":
            card.set_waiting()
        elif self.state == "error":
            card.set_loading(False)
        elif self._progress is not None:
            card.set_progress(self._progress)
        return card

    def height(self) -> float:
        """Return the height of the folded card."""
        if self._result is None:
            return card_height(CardDiff())
        return card_height(self.diff if self.state != "undone" else CardDiff(), self._result[0].attachments)

    def release(self) -> bool:
        """Release the card, unless it is unfolded or has the focus."""
        if self.is_open or self.has_focus:
            return False
        self._card = None
        return True

    @property
    def note_path(self) -> str | None:
        """Vault path of the call's note, if it can be shown."""
        return note_path(self.call, self.result)

    def request_undo(self) -> None:
        """Request Undo or Redo, once."""
        if self.change_id is not None and not self._undoing:
            self._undoing = True
            self.signals.undo_requested.emit(self.change_id)

    def forget_card(self) -> None:
        """Note that the card is deleted."""
        self._card = None

    def forget(self) -> None:
        """Note that card and line are deleted."""
        self._card = self.line = None

    def set_loading(self, loading: bool) -> None:
        """Show that the call is running, or was interrupted."""
        if loading or self.state in ("running", "waiting"):
            self.state = "running" if loading else "error"
        if self._card is not None:
            self._card.set_loading(loading)

    def set_waiting(self) -> None:
        """Show that the user is being asked about this call."""
        self.state = "waiting"
        if self._card is not None:
            self._card.set_waiting()

    def set_progress(self, progress: Progress) -> None:
        """Show the progress of the call."""
        self._progress = progress
        if self._card is not None:
            self._card.set_progress(progress)

    def set_result(
        self, result: ToolResult, elapsed: float, diff: tuple[str, ...] = (), counts: tuple[int, int] = (0, 0)
    ) -> None:
        """Show how the call ended."""
        self._result = result, elapsed, diff, counts
        self.diff = CardDiff(diff, counts)
        self.state = "ok" if result.success else "error"
        self.change_id = self.made_id = result.change_id
        if self._card is not None:
            self._card.set_result(*self._result)
        self._update_line()

    def set_undone(self, undo_id: int) -> None:
        """Show that the change was undone, or redone."""
        self._redone = self.state == "undone"
        self.state = "ok" if self._redone else "undone"
        self.change_id = undo_id
        self._undoing = False
        if self._card is not None:
            (self._card.set_redone if self._redone else self._card.set_undone)(undo_id)
        self._update_line()

    def set_undo_failed(self, message: str) -> None:
        """Show why the change could not be undone."""
        self._undoing = False
        if self._card is None and self.line is not None:
            self.line.unfold()
        if self._card is not None:
            self._card.set_undo_failed(message)
        self._update_line()

    def _update_line(self) -> None:
        if self.line is not None:
            self.line.call_changed()


class FoldEntry:
    """A text folded to one line."""

    def __init__(self, words: str, text_name: str, text: str) -> None:
        self._words = words
        self._name = text_name
        self._text = text
        self._row: FoldRow | None = None

    def make(self) -> QWidget:
        """Create the row."""
        self._row = FoldRow(self._words, self._name, self._text)
        return self._row

    def height(self) -> float:
        """Return the approximate height of the folded row."""
        return px(FOLDED_HEIGHT)

    def release(self) -> bool:
        """Release the row, unless it is unfolded or has the focus."""
        if self._row is not None and (self._row.unfolded or has_focus(self._row)):
            return False
        self._row = None
        return True


class ThinkingEntry:
    """The model's thinking in one round."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._seconds: int | None = None
        """Its duration; None while it runs, 0 if unknown."""
        self._row: ThinkingRow | None = None

    def make(self) -> QWidget:
        """Create the row."""
        self._row = ThinkingRow("".join(self._pieces))
        if self._seconds is not None:
            self._row.show_end(self._seconds)
        return self._row

    def height(self) -> float:
        """Return the approximate height of the folded row."""
        return px(FOLDED_HEIGHT)

    def release(self) -> bool:
        """Release the row, unless it is growing, unfolded or has the focus."""
        if self._row is not None and (self._seconds is None or self._row.unfolded or has_focus(self._row)):
            return False
        self._row = None
        return True

    def append(self, text: str) -> None:
        """Append a piece of text."""
        self._pieces.append(text)
        if self._row is not None:
            self._row.append(text)

    def finish(self) -> None:
        """Show that the thinking is finished, with its duration if known."""
        self._seconds = self._row.finish() if self._row is not None else 0


def has_focus(widget: QWidget) -> bool:
    """Tell whether the focus is in a widget."""
    focused = QApplication.focusWidget()
    return focused is not None and (focused is widget or widget.isAncestorOf(focused))
