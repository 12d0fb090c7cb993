"""What cards show: kept for the whole conversation, while a card itself exists only near the viewport."""

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


class CallWishes(QObject):
    """What the user wants of a call, however it is shown."""

    undo_requested = Signal(int)
    """Journal id of a change."""
    change_requested = Signal(int)
    """Journal id of a change to be shown among all changes."""
    note_requested = Signal(str)
    """Vault path of a note."""

    def connect_card(self, card: ToolOutputCard) -> None:
        """Listen to a card that was just made."""
        card.undo_requested.connect(self.undo_requested)
        card.change_requested.connect(self.change_requested)
        card.note_requested.connect(self.note_requested)


class CallLine(Protocol):
    """The line of a call whose turn is over."""

    def call_changed(self) -> None:
        """Show how the call stands now."""

    def unfold(self) -> None:
        """Show the card under the line."""


class CallEntry:
    """One tool call; it takes what happens to it and tells its card and its line, if there are any."""

    def __init__(self, call: ToolCall, wishes: CallWishes) -> None:
        """Take what tells what the user wants of it."""
        self.call = call
        self.wishes = wishes
        self.change_id: int | None = None
        """Journal id that Undo or Redo would undo next."""
        self.made_id: int | None = None
        """Journal id of the change that the call made itself."""
        self.state: CallState = "running"
        self._result: tuple[ToolResult, float, tuple[str, ...], tuple[int, int]] | None = None
        self._diff = CardDiff()
        self._progress: Progress | None = None
        self._redone = False
        self._undoing = False
        """Whether Undo or Redo was pressed on the line and is not done yet."""
        self._card: ToolOutputCard | None = None
        self.line: CallLine | None = None
        """Shows the call in the user's words."""

    @property
    def result(self) -> ToolResult | None:
        """What came of the call; None as long as nothing has."""
        return self._result[0] if self._result is not None else None

    @property
    def diff(self) -> CardDiff:
        """The lines that the call has changed."""
        return self._diff

    @property
    def is_open(self) -> bool:
        """Whether its card is there and shows arguments and result."""
        return self._card is not None and self._card.unfolded

    @property
    def has_focus(self) -> bool:
        """Whether its card has the focus."""
        return self._card is not None and has_focus(self._card)

    def make(self) -> ToolOutputCard:
        """Make a card that shows how the call stands."""
        card = self._card = ToolOutputCard(self.call)
        self.wishes.connect_card(card)
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
        return card_height(self._diff if self.state != "undone" else CardDiff(), self._result[0].attachments)

    def release(self) -> bool:
        """Let go of the card, unless it is unfolded or has the focus."""
        if self.is_open or self.has_focus:
            return False
        self._card = None
        return True

    @property
    def note_path(self) -> str | None:
        """Vault path of the note that it was about, where it can be shown."""
        return note_path(self.call, self.result)

    def request_undo(self) -> None:
        """Ask for Undo or Redo, once."""
        if self.change_id is not None and not self._undoing:
            self._undoing = True
            self.wishes.undo_requested.emit(self.change_id)

    def let_go_of_card(self) -> None:
        """Note that the card is gone."""
        self._card = None

    def forget(self) -> None:
        """Note that card and line are gone."""
        self._card = self.line = None

    def set_loading(self, loading: bool) -> None:
        """Show that the call runs, or that it was cut off."""
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
        """Show how far the call is."""
        self._progress = progress
        if self._card is not None:
            self._card.set_progress(progress)

    def set_result(
        self, result: ToolResult, elapsed: float, diff: tuple[str, ...] = (), counts: tuple[int, int] = (0, 0)
    ) -> None:
        """Show how the call ended."""
        self._result = result, elapsed, diff, counts
        self._diff = CardDiff(diff, counts)
        self.state = "ok" if result.success else "error"
        self.change_id = self.made_id = result.change_id
        if self._card is not None:
            self._card.set_result(*self._result)
        self._tell()

    def set_undone(self, undo_id: int) -> None:
        """Show that the change was undone, or that undoing it was undone."""
        self._redone = self.state == "undone"
        self.state = "ok" if self._redone else "undone"
        self.change_id = undo_id
        self._undoing = False
        if self._card is not None:
            (self._card.set_redone if self._redone else self._card.set_undone)(undo_id)
        self._tell()

    def set_undo_failed(self, message: str) -> None:
        """Show why the change could not be undone."""
        self._undoing = False
        if self._card is None and self.line is not None:
            self.line.unfold()
        if self._card is not None:
            self._card.set_undo_failed(message)
        self._tell()

    def _tell(self) -> None:
        if self.line is not None:
            self.line.call_changed()


class FoldEntry:
    """A text that is folded to one line."""

    def __init__(self, words: str, text_name: str, text: str) -> None:
        self._words = words
        self._name = text_name
        self._text = text
        self._row: FoldRow | None = None

    def make(self) -> QWidget:
        """Make the row."""
        self._row = FoldRow(self._words, self._name, self._text)
        return self._row

    def height(self) -> float:
        """Return about the height of the folded row."""
        return px(FOLDED_HEIGHT)

    def release(self) -> bool:
        """Let go of the row, unless it is unfolded or has the focus."""
        if self._row is not None and (self._row.unfolded or has_focus(self._row)):
            return False
        self._row = None
        return True


class ThinkingEntry:
    """The model's thinking in one round."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._seconds: int | None = None
        """How long it took; None while it goes on, 0 if that was not seen."""
        self._row: ThinkingRow | None = None

    def make(self) -> QWidget:
        """Make the row."""
        self._row = ThinkingRow("".join(self._pieces))
        if self._seconds is not None:
            self._row.show_end(self._seconds)
        return self._row

    def height(self) -> float:
        """Return about the height of the folded row."""
        return px(FOLDED_HEIGHT)

    def release(self) -> bool:
        """Let go of the row, unless it still grows, is unfolded or has the focus."""
        if self._row is not None and (self._seconds is None or self._row.unfolded or has_focus(self._row)):
            return False
        self._row = None
        return True

    def append(self, text: str) -> None:
        """Take a piece."""
        self._pieces.append(text)
        if self._row is not None:
            self._row.append(text)

    def finish(self) -> None:
        """Say that the thinking is over, and how long it took if that was seen."""
        self._seconds = self._row.finish() if self._row is not None else 0


def has_focus(widget: QWidget) -> bool:
    """Tell whether the focus is in a widget."""
    focused = QApplication.focusWidget()
    return focused is not None and (focused is widget or widget.isAncestorOf(focused))
