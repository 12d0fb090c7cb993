"""Transcript: turns the events of a conversation into messages and cards."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from axon_desktop.agent.events import (
    TERMINAL,
    Action,
    AgentEvent,
    Answer,
    ApprovalGiven,
    ApprovalRequested,
    Cancelled,
    ContinueGiven,
    ContinueRequested,
    Error,
    Observation,
    QueuedAtProvider,
    Reasoning,
    RetryScheduled,
    RoundStarted,
    Stopped,
    Thought,
    Token,
    TurnStarted,
)
from axon_desktop.llm.messages import ToolCall
from axon_desktop.tools.stream_filter import StreamFilter
from axon_desktop.ui.chat.cards import ToolOutputCard
from axon_desktop.ui.chat.icons import CallState
from axon_desktop.ui.chat.notices import Notice, Slot, ThinkingRow, TurnTail
from axon_desktop.ui.chat.wording import error_sentence, short_error, stop_sentence
from axon_desktop.ui.session import UndoOutcome
from axon_desktop.ui.view import MarkdownView
from axon_desktop.vault.markdown.colors import Colors

_MENDABLE = ("LLMAuthError", "LLMBalanceError")
"""Errors that trying again does not mend, but the user can."""


class Transcript(QObject):
    """Fills a view; one turn is open at a time."""

    undo_requested = Signal(int)
    """Journal id of a change."""
    note_requested = Signal(str)
    """Vault path of a note."""
    retry_requested = Signal()
    continue_requested = Signal()
    announced = Signal(str, bool)
    """A sentence for screen readers, and whether it is urgent."""

    def __init__(self, view: MarkdownView, colors: Colors, tool_names: Collection[str], parent: QObject) -> None:
        super().__init__(parent)
        self._view = view
        self._colors = colors
        self._tool_names = tool_names
        self.provider_name = ""
        """Who answers, for sentences."""
        self._tail: TurnTail | None = None
        self._slot: Slot | None = None
        self._slot_id = 0
        self._filter = StreamFilter(tool_names)
        self._streaming = False
        self._thinking: ThinkingRow | None = None
        self._card: ToolOutputCard | None = None
        self._place = (0, 0)
        self._cards: list[ToolOutputCard] = []
        self._notices: list[Notice] = []
        self._turn_id = ""
        self._said = False
        self._handlers: dict[type[AgentEvent], Callable[..., None]] = {
            TurnStarted: self._turn_started,
            RoundStarted: self._round_started,
            QueuedAtProvider: self._queued,
            RetryScheduled: self._retrying,
            Reasoning: self._reasoning,
            Token: self._token,
            Thought: self._thought,
            Action: self._action,
            ApprovalRequested: self._approval_requested,
            ApprovalGiven: self._approval_given,
            Observation: self._observation,
            ContinueRequested: self._continue_requested,
            ContinueGiven: self._continue_given,
            Answer: self._answer,
            Error: self._error,
            Cancelled: self._cancelled,
            Stopped: self._stopped,
        }

    def handle(self, event: AgentEvent) -> None:
        """Show one event."""
        handler = self._handlers.get(type(event))
        if isinstance(event, TERMINAL):
            self._end_round()
            self._remove_tail()
        if handler is not None:
            handler(event)

    def clear(self) -> None:
        """Forget everything that was shown."""
        self._remove_tail()
        self._end_round()
        for widget in (*self._cards, *self._notices):
            widget.deleteLater()
        self._view.clear()
        self._cards.clear()
        self._notices.clear()
        self._turn_id = ""

    def set_colors(self, colors: Colors) -> None:
        """Take the colours of another theme."""
        self._colors = colors
        self._view.set_colors(colors)
        for card in self._cards:
            card.set_colors(colors)
        for notice in self._notices:
            notice.set_colors(colors)
        if self._tail is not None:
            self._tail.progress.set_colors(colors)

    def show_undo(self, outcome: UndoOutcome) -> None:
        """Show on its card what became of undoing a change."""
        for card in self._cards:
            if card.change_id == outcome.change_id:
                if outcome.undo_id is None:
                    card.set_undo_failed(outcome.error)
                    self.announced.emit(outcome.error, True)
                elif card.state == "undone":
                    card.set_redone(outcome.undo_id)
                else:
                    card.set_undone(outcome.undo_id)

    # --- a turn --------------------------------------------------------------------------------------------------

    def _turn_started(self, event: TurnStarted) -> None:
        for notice in self._notices:
            notice.settle()
        if event.turn_id != self._turn_id:  # else the turn goes on where it broke off
            self._turn_id = event.turn_id
            self._view.add_text(event.text, "user")
        self._tail = TurnTail(self._colors)
        self._tail.say(self.tr("Waiting for {provider}…").format(provider=self.provider_name))
        self._move_tail()
        self._view.scroll_to_end()
        self.announced.emit(self.tr("Axon is working."), False)

    def _round_started(self, event: RoundStarted) -> None:
        self._end_round()
        self._filter = StreamFilter(self._tool_names)
        self._said = False
        if self._tail is not None:
            self._tail.progress.begin_round(event.round, event.confirm_at)
        self._say(self.tr("Waiting for {provider}…").format(provider=self.provider_name))

    def _queued(self, event: QueuedAtProvider) -> None:
        text = self.tr("Queued at {provider} for {seconds} s…")
        self._say(text.format(provider=self.provider_name, seconds=round(event.seconds)))

    def _retrying(self, event: RetryScheduled) -> None:
        text = self.tr("{error} Trying again in {seconds} s (attempt {attempt}).")
        seconds = f"{event.delay:.0f}" if event.delay >= 1 else f"{event.delay:.1f}"
        self._say(text.format(error=event.error.rstrip(".") + ".", seconds=seconds, attempt=event.attempt))

    def _reasoning(self, event: Reasoning) -> None:
        if self._thinking is None:
            self._thinking = ThinkingRow()
            self._add_widget(self._thinking)
            self._say(self.tr("Thinking… press Esc to stop."))
        self._thinking.append(event.content)

    def _token(self, event: Token) -> None:
        shown = self._filter.feed(event.content)
        if shown:
            self._show_text(shown)

    def _show_text(self, text: str) -> None:
        if not self._streaming:
            text = text.lstrip()
            if not text:
                return
            self._end_thinking()
            self._streaming = self._said = True
            self._view.begin_stream("assistant")
            self._move_tail()
            self._say(self.tr("Writing… press Esc to stop; what was done stays and can be undone."))
        self._view.append_stream(text)

    def _thought(self, event: Thought) -> None:
        rest = self._filter.finish()
        if rest.strip():
            self._show_text(rest)
        self._end_round()
        if event.calls and self._tail is not None:
            self._tail.progress.set_total(event.calls)
            self._tail.progress.show()
            self._tail.updateGeometry()
            self._say(self.tr("Running tools… press Esc to stop; what was done stays and can be undone."))

    def _end_round(self) -> None:
        self._end_thinking()
        if self._streaming:
            self._view.end_stream()
            self._streaming = False

    def _end_thinking(self) -> None:
        if self._thinking is not None:
            self._thinking.finish()
            self._thinking = None

    # --- calls ---------------------------------------------------------------------------------------------------

    def _action(self, event: Action) -> None:
        self._card = self._add_card(event.call)
        self._place = (event.round, event.index)
        self._progress(event.index, event.call.tool, "running")

    def _approval_requested(self, event: ApprovalRequested) -> None:
        if self._card is not None:
            self._card.set_waiting()
            self._progress(self._place[1], event.call.tool, "waiting")
        self._say(self.tr("Waiting for your answer…"))
        self.announced.emit(self.tr("Approval needed: {tool}").format(tool=event.call.tool), True)

    def _approval_given(self, event: ApprovalGiven) -> None:
        if self._card is not None and event.allowed:
            self._card.set_loading(True)
            self._progress(self._place[1], event.call.tool, "running")
        self._say(self.tr("Running tools… press Esc to stop; what was done stays and can be undone."))

    def _observation(self, event: Observation) -> None:
        card = self._card if self._place == (event.round, event.index) else None
        if card is None:  # never a real call: unknown, malformed, or refused before it began
            card = self._add_card(event.call)
        self._card = None
        card.set_result(event.result, event.elapsed, event.diff)
        self._progress(event.index, event.call.tool or "?", "ok" if event.result.success else "error")
        if not event.result.success:
            error = short_error(event.result.error or "")
            self.announced.emit(self.tr("{tool} failed: {error}").format(tool=event.call.tool, error=error), False)

    def _add_card(self, call: ToolCall) -> ToolOutputCard:
        card = ToolOutputCard(call, self._colors)
        card.undo_requested.connect(self.undo_requested)
        card.note_requested.connect(self.note_requested)
        self._cards.append(card)
        self._add_widget(card)
        return card

    def _progress(self, index: int, tool: str, state: CallState) -> None:
        if self._tail is not None:
            self._tail.progress.set_call(index, tool, state)

    def _continue_requested(self, event: ContinueRequested) -> None:
        self._say(self.tr("Waiting for your answer…"))
        self.announced.emit(
            self.tr("Axon asks whether to go on with round {round}.").format(round=event.round), True
        )

    def _continue_given(self, event: ContinueGiven) -> None:
        if event.go_on:
            self._say(self.tr("Waiting for {provider}…").format(provider=self.provider_name))

    # --- ends ----------------------------------------------------------------------------------------------------

    def _answer(self, event: Answer) -> None:
        if event.content.strip() and not self._said:
            self._view.add_text(event.content, "assistant")
        self.announced.emit(self.tr("Axon has answered."), False)

    def _error(self, event: Error) -> None:
        text = error_sentence(event.code, event.message, self.provider_name)
        again = event.retryable or event.code in _MENDABLE
        notice = self._add_notice(text, self.tr("&Retry") if again else "", "err")
        notice.accepted.connect(self.retry_requested)
        self.announced.emit(text, True)

    def _cancelled(self, event: Cancelled) -> None:
        if self._card is not None:
            self._card.set_loading(False)
            self._card = None
        self._view.add_text(self.tr("Stopped. What was done stays and can be undone."), "status")
        self.announced.emit(self.tr("Stopped."), False)

    def _stopped(self, event: Stopped) -> None:
        text = stop_sentence(event.reason, event.rounds)
        notice = self._add_notice(text, self.tr("&Continue"), "warn")
        notice.accepted.connect(self.continue_requested)
        self.announced.emit(text, True)

    def _add_notice(self, text: str, button: str, tone: str) -> Notice:
        notice = Notice(text, button, self._colors, tone=tone)
        self._notices.append(notice)
        self._view.add_widget(notice)
        return notice

    # --- the end of the column -----------------------------------------------------------------------------------

    def _add_widget(self, widget: QWidget) -> None:
        self._view.add_widget(widget)
        self._move_tail()

    def _move_tail(self) -> None:
        """Bring progress and status to the end of the column again."""
        if self._tail is None:
            return
        old, old_id = self._slot, self._slot_id
        self._slot = Slot(self._tail)
        if old is not None:
            old.deleteLater()
            self._view.remove_item(old_id)
        self._slot_id = self._view.add_widget(self._slot)

    def _remove_tail(self) -> None:
        if self._slot is not None:
            self._slot.deleteLater()
            self._view.remove_item(self._slot_id)
        self._slot = self._tail = None

    def _say(self, text: str) -> None:
        if self._tail is not None:
            self._tail.say(text)
