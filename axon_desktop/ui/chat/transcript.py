"""Transcript: turns the events of a conversation into messages and cards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from typing import Any, ClassVar

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible

from axon_desktop.agent.events import (
    TERMINAL,
    Action,
    AgentEvent,
    Answer,
    ApprovalGiven,
    ApprovalRequested,
    BudgetWarning,
    Cancelled,
    Compacted,
    ContextCut,
    ContextSized,
    ContinueGiven,
    ContinueRequested,
    Error,
    Observation,
    PlanProposed,
    QueuedAtProvider,
    Reasoning,
    RetryScheduled,
    RoundStarted,
    Steered,
    StepComplete,
    StepStarted,
    Stopped,
    Thought,
    Token,
    ToolProgress,
    ToolsSetAside,
    TurnStarted,
)
from axon_desktop.llm.retry_advice import without_advice
from axon_desktop.settings.settings import SpokenAnswers
from axon_desktop.text.mention_syntax import show_mentions
from axon_desktop.tools.tool import Progress
from axon_desktop.ui.accessibility.announcer import announce
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.chat.activity.call_log import CallLog
from axon_desktop.ui.chat.activity.call_wording import call_words
from axon_desktop.ui.chat.answer_actions import AnswerRequests, Answers
from axon_desktop.ui.chat.cards.entries import CallEntry, CallRequests, FoldEntry
from axon_desktop.ui.chat.cards.notices import TurnTail
from axon_desktop.ui.chat.cards.plans import Plans
from axon_desktop.ui.chat.cards.state_icon import CallState
from axon_desktop.ui.chat.cards.wording import answer_text, outcome, stop_sentence, tool_with_server
from axon_desktop.ui.chat.reply_stream import ReplyStream
from axon_desktop.ui.chat.turn_endings import TurnEndings
from axon_desktop.ui.composer.token_meter import context_sentence
from axon_desktop.ui.language.error_texts import in_users_language
from axon_desktop.ui.markdown_view import Card, MarkdownView, TextRole
from axon_desktop.ui.session.undo_outcome import UndoOutcome
from axon_desktop.ui.session.user_messages import UserMessages

_ENDS = (".", "。", "…", "”", "」")
"""What an error's sentence may end with."""
_OF_PLANS = (PlanProposed, StepStarted, StepComplete)
"""Events about a plan whose card must be there."""
_FINAL = ("plan_discarded", "plan_failed")
"""Reasons to stop after which the turn does not simply go on."""


class Transcript(QObject):
    """Fills a view; one turn is open at a time."""

    def __init__(
        self,
        view: MarkdownView,
        tool_names: Collection[str],
        is_known: Callable[[str], bool],
        parent: QObject,
        whole: Transcript | None = None,
    ) -> None:
        """Fill `view`; `is_known` tells whether a mentioned name is one of the vault.

        A part of the `whole` transcript reports the user's requests through that.
        """
        super().__init__(parent)
        self._view = view
        self._is_known = is_known
        self._tool_names = tool_names
        self.provider_name = ""
        """Who answers, for sentences."""
        self.spoken_answers: SpokenAnswers = "all"
        """What of an answer is said to a screen reader."""
        self.plans = Plans(view, self)
        """The cards of plans."""
        self.replaying = False
        """Whether past events are shown again: at once, and without announcing them."""
        self.reply = ReplyStream(view, tool_names, self._is_replaying, self)
        """What the model says in the newest round."""
        self.reply.status_changed.connect(self._say)
        self._tail: TurnTail | None = None
        self._tail_id = 0
        self._card: CallEntry | None = None
        self._place = (0, 0)
        self.call_signals: CallRequests = whole.call_signals if whole is not None else CallRequests(self)
        """The user's requests about calls."""
        self.answer_signals: AnswerRequests = whole.answer_signals if whole is not None else AnswerRequests(self)
        """The user's requests about answers."""
        self.answers = Answers(view, self.answer_signals)
        """The answers."""
        self.call_log = CallLog(view, self.call_signals)
        """The calls."""
        self.ends = TurnEndings(view, self)
        """The boxes at the ends of turns."""
        self._turn_id = ""
        self._request = ""
        """The request of the newest turn."""
        self._begun = False
        """Whether a turn has begun since the first event shown."""
        self.requests = UserMessages()
        """The user's messages."""
        self._earlier: Transcript | None = None
        """Shows the earlier events."""

    def handle(self, event: AgentEvent) -> None:
        """Show one event."""
        handler = self.shown_by.get(type(event))
        if isinstance(event, TERMINAL):
            self.reply.end()
            self._remove_tail()
        elif isinstance(event, _OF_PLANS) and not self.replaying:
            self._view.finish_earlier()  # the plan may be one of those that are not shown yet
        if handler is not None:
            handler(self, event)
        if isinstance(event, TERMINAL):
            self.plans.rest()
        if isinstance(event, Stopped) and event.reason == "plan_discarded":
            self.plans.discard()

    def begin_replay(self, events: Sequence[AgentEvent]) -> None:
        """Show past events, beginning with these."""
        self.replaying = True
        self._turn_id = _turn_before(events)
        self._view.hold(True)

    def end_replay(self, *, unfinished: bool) -> None:
        """Show how an interrupted turn ended; the next events are new."""
        self.reply.end()
        self._remove_tail()
        self._drop_card()
        self.call_log.fold()
        if unfinished:
            self.ends.show_unfinished()
        self.plans.rest()
        self.replaying = False
        self._view.hold(False)

    def make_earlier(self) -> Transcript:
        """Return another one for the same view, whose `replay_before` shows earlier events."""
        earlier = Transcript(self._view, self._tool_names, self._is_known, self, self)
        earlier.replaying = True
        earlier.ends.relay_to(self.ends)
        earlier.plans.relay_to(self.plans)
        self._earlier = earlier
        return earlier

    def replay_before(self, whole: Transcript, events: Sequence[AgentEvent]) -> None:
        """Show the events just before those that `whole` shows, and become a part of it."""
        self.provider_name = whole.provider_name
        self._turn_id, self._begun = _turn_before(events), False
        for event in events:
            self.handle(event)
        self.reply.end()
        self._drop_card()
        if whole._begun:
            self._settle()
        whole._begun |= self._begun
        whole.call_log.take_over(self.call_log)
        whole.ends.take_over(self.ends)
        whole.answers.take_over(self.answers)
        whole.requests.find_again(self.requests)
        whole.plans.take_over(self.plans)
        if whole._tail is None:
            whole.plans.rest()

    def _is_replaying(self) -> bool:
        return self.replaying

    def _announce(self, text: str, *, urgent: bool = False, topic: str = "") -> None:
        if not self.replaying:
            announce(text, urgent=urgent, topic=topic)

    def clear(self) -> None:
        """Forget everything that was shown."""
        self._remove_tail()
        self.reply.end()
        self._view.clear()
        self._view.hold(False)
        self.replaying = False
        self.call_log.clear()
        self.ends.clear()
        self.answers.clear()
        self.requests.clear()
        self.plans.clear()
        self._card = None
        self._turn_id = ""
        self._begun = False
        if self._earlier is not None:
            self._earlier.deleteLater()
            self._earlier = None

    def show_undo(self, outcome: UndoOutcome) -> None:
        """Show the outcome of undoing a change on its card."""
        if self.call_log.show_undo(outcome) and outcome.undo_id is None:
            announce(outcome.error, urgent=True)
        self.ends.follow_undo()

    # --- a turn --------------------------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Remove offers that no longer apply: the conversation continued."""
        self.ends.settle()
        self.plans.settle()

    def _turn_started(self, event: TurnStarted) -> None:
        self._settle()
        self.call_log.begin()
        self._begun, self._request = True, event.text
        self.requests.begin(event.turn_id)
        if event.turn_id != self._turn_id and not event.resumed:  # else the turn goes on where it broke off
            item = self._add_text(show_mentions(event.text, self._is_known), "user")
            self.requests.show(item, event.turn_id, event.text)
        self._turn_id = event.turn_id
        if self.replaying:
            return
        self._remove_tail()
        self._tail = TurnTail()
        self._tail.say(self.tr("Waiting for {provider}…").format(provider=self.provider_name))
        self._tail_id = self._view.add_widget(self._tail, last=True)
        self._view.scroll_to_end()
        self._announce(self.tr("Axon is working."))

    def _round_started(self, event: RoundStarted) -> None:
        self.reply.begin_round()
        if self._tail is not None:
            self._tail.progress.begin_round(event.round, event.confirm_at)
        self._say(self.tr("Waiting for {provider}…").format(provider=self.provider_name))

    def _queued(self, event: QueuedAtProvider) -> None:
        waiting = self.tr(
            "Waiting for {provider}… {seconds} s"
        )  # a local server reads a long prompt without an answer
        text = self.tr("Queued at {provider} for {seconds} s…") if event.alive else waiting
        self._say(text.format(provider=self.provider_name, seconds=round(event.seconds)))

    def _retrying(self, event: RetryScheduled) -> None:
        text = self.tr("{error}. Trying again in {seconds} s (attempt {attempt}).")
        error = in_users_language(without_advice(event.error))
        if error.endswith(_ENDS):
            text = self.tr("{error} Trying again in {seconds} s (attempt {attempt}).")
        seconds = f"{event.delay:.0f}" if event.delay >= 1 else f"{event.delay:.1f}"
        self._say(text.format(error=error, seconds=seconds, attempt=event.attempt))

    def _reasoning(self, event: Reasoning) -> None:
        self.reply.add_thinking(event)

    def _token(self, event: Token) -> None:
        before = self.reply.shown
        self.reply.add_token(event)
        if self.reply.shown and not before:
            self._announce(self.tr("Axon is writing."), topic="step")

    def _thought(self, event: Thought) -> None:
        self.reply.finish(event)
        if event.calls and self._tail is not None:
            self._tail.progress.set_total(event.calls)
            self._tail.progress.show()
            self._tail.updateGeometry()
            self._say(self.tr("Running tools… press Esc to stop."))

    # --- calls ---------------------------------------------------------------------------------------------------

    def _action(self, event: Action) -> None:
        self._card = self.call_log.add(event.call, again=self.replaying)
        self._place = (event.round, event.index)
        self._progress(event.index, event.call.tool, "running")

    def _approval_requested(self, _event: ApprovalRequested) -> None:
        self._wait()

    def _approval_given(self, event: ApprovalGiven) -> None:
        self._end_waiting(runs=event.allowed)

    def show_question(self, server: str) -> None:
        """Show that the call waits for the answer to this server's question; an empty name: it continues."""
        if self._card is None:
            return
        if server:
            self._wait()
        else:
            self._end_waiting(runs=True)

    def _wait(self) -> None:
        """Show that the running call waits for the user."""
        if self._card is not None:
            self._card.set_waiting()
            self._progress(self._place[1], self._card.call.tool, "waiting")
        self._say(self.tr("Waiting for your answer…"))

    def _end_waiting(self, *, runs: bool) -> None:
        if self._card is not None and runs:
            self._card.set_loading(True)
            self._progress(self._place[1], self._card.call.tool, "running")
        self._say(self.tr("Running tools… press Esc to stop."))

    def _tool_progress(self, event: ToolProgress) -> None:
        if self._card is not None and self._place == (event.round, event.index):
            self._card.set_progress(Progress(event.done, event.total, event.message))

    def _observation(self, event: Observation) -> None:
        card = self._card if self._place == (event.round, event.index) else None
        if card is None:  # never a real call: unknown, malformed, or refused before it began
            card = self.call_log.add(event.call, again=self.replaying)
        self._card = None
        card.set_result(event.result, event.elapsed, event.diff, event.counts)
        self._progress(event.index, event.call.tool or "?", outcome(event.call, event.result))
        if not self.replaying:
            words = call_words(event.call, event.result, failed=not event.result.success)
            said = f"{words.text}: {words.detail}" if words.detail else words.text
            self._announce(said, topic="step" if event.result.success else "")

    def _progress(self, index: int, tool: str, state: CallState) -> None:
        if self._tail is not None:
            self._tail.progress.set_call(index, tool, state)

    def _continue_requested(self, _event: ContinueRequested) -> None:
        self._say(self.tr("Waiting for your answer…"))

    def _continue_given(self, event: ContinueGiven) -> None:
        if event.go_on:
            self._say(self.tr("Waiting for {provider}…").format(provider=self.provider_name))

    # --- ends ----------------------------------------------------------------------------------------------------

    def _answer(self, event: Answer) -> None:
        self.call_log.fold()
        if event.content.strip() and not self.reply.shown:
            self._add_text(event.content, "assistant")
        if event.content.strip():
            self.answers.add(event.content.strip(), self._request, again=self.replaying)
        if not self.replaying:
            spawn(self._say_answer(event.content), name="say the answer")

    async def _say_answer(self, content: str) -> None:
        words, how = self.tr("Axon has answered."), self.spoken_answers
        if how != "notice" and QAccessible.isActive():
            said = await asyncio.to_thread(answer_text, content, first=how == "first")
            words = f"{words}\n{said}"
        announce(words)

    def _error(self, event: Error) -> None:
        self._drop_card()
        self.call_log.fold()
        self._announce(self.ends.show_error(event, self.provider_name), urgent=True)

    def _cancelled(self, _event: Cancelled) -> None:
        self._drop_card()
        self._announce(self.ends.show_cancelled(self.call_log.fold()))

    def _stopped(self, event: Stopped) -> None:
        calls = self.call_log.fold()
        if event.reason in _FINAL:
            text = stop_sentence(event)
            self._add_text(text, "status")
        else:
            text = self.ends.show_stopped(event, calls)
        self._announce(text, urgent=True)

    def _drop_card(self) -> None:
        """Show that a call was interrupted."""
        if self._card is not None:
            self._card.set_loading(False)
            self._card = None

    # --- plans, steering, limits ---------------------------------------------------------------------------------

    def _plan_proposed(self, event: PlanProposed) -> None:
        self.reply.end()
        self.plans.show_plan(event.plan)
        if event.plan.status == "draft":
            self._say(self.tr("Waiting for your answer to the plan…"))

    def _step_started(self, event: StepStarted) -> None:
        self.reply.end()
        self.plans.start_step(event)
        text = self.tr("Step {step} of {total} begins.").format(step=event.index + 1, total=event.total)
        self._announce(text, topic="step")

    def _step_complete(self, event: StepComplete) -> None:
        self.plans.end_step(event)

    def _steered(self, event: Steered) -> None:
        self.reply.end()
        self._add_text(show_mentions(event.text, self._is_known), "user")

    def _budget_warning(self, event: BudgetWarning) -> None:
        self._announce(self.ends.show_warning(event), urgent=True)

    def _context_cut(self, event: ContextCut) -> None:
        text = (
            self.tr("1 older message is no longer sent to the model.")
            if event.messages == 1
            else self.tr("{count} older messages are no longer sent to the model.").format(count=event.messages)
        )
        self._add_text(text, "status")

    def _context_sized(self, event: ContextSized) -> None:
        text = context_sentence(event)
        if event.finding == "assumed":
            self.ends.show_assumed_context(text)
        else:
            self._add_text(text, "status")
        self._announce(text)

    def _tools_set_aside(self, event: ToolsSetAside) -> None:
        words = self.tr(
            "{provider} does not take the tool {tools}, so the turn goes on without. It says: “{words}”"
        )
        tools = ", ".join(map(tool_with_server, event.tools))
        text = words.format(provider=self.provider_name, tools=tools, words=event.words)
        self._add_text(text, "status")
        self._announce(text)

    def _compacted(self, event: Compacted) -> None:
        text = (
            self.tr("1 older message is sent as a summary")
            if event.messages == 1
            else self.tr("{count} older messages are sent as a summary").format(count=event.messages)
        )
        self.add_card(FoldEntry(text, self.tr("The summary"), event.summary))

    # --- the end of the column -----------------------------------------------------------------------------------

    def _add_text(self, text: str, role: TextRole) -> int:
        return self._view.add_text(text, role, later=self.replaying)

    def add_card(self, card: Card) -> None:
        """Add a card at the end; what is shown again is made when it is needed."""
        self._view.add_card(card, later=self.replaying)

    def _remove_tail(self) -> None:
        if self._tail is not None:
            self._view.remove_item(self._tail_id)
        self._tail = None

    def _say(self, text: str) -> None:
        if self._tail is not None:
            self._tail.say(text)

    shown_by: ClassVar[dict[type[AgentEvent], Callable[[Transcript, Any], None]]] = {
        TurnStarted: _turn_started,
        RoundStarted: _round_started,
        QueuedAtProvider: _queued,
        RetryScheduled: _retrying,
        Reasoning: _reasoning,
        Token: _token,
        Thought: _thought,
        Action: _action,
        ApprovalRequested: _approval_requested,
        ApprovalGiven: _approval_given,
        ToolProgress: _tool_progress,
        Observation: _observation,
        ContinueRequested: _continue_requested,
        ContinueGiven: _continue_given,
        Answer: _answer,
        Error: _error,
        Cancelled: _cancelled,
        Stopped: _stopped,
        PlanProposed: _plan_proposed,
        StepStarted: _step_started,
        StepComplete: _step_complete,
        BudgetWarning: _budget_warning,
        ToolsSetAside: _tools_set_aside,
        ContextCut: _context_cut,
        ContextSized: _context_sized,
        Compacted: _compacted,
        Steered: _steered,
    }
    """How each event is shown; one that is not here is not."""


def _turn_before(events: Sequence[AgentEvent]) -> str:
    """Return the turn in the middle of which these events begin; empty if they begin with a turn."""
    return "" if not events or isinstance(events[0], TurnStarted) else events[0].turn_id
