"""ChatSession: an open conversation, between the agent's engine and the widgets that show it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Collection, Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from axon_desktop.agent.approval.approval import SafetyMode
from axon_desktop.agent.approval.policy import ApprovalPolicy, keep_rules
from axon_desktop.agent.events import (
    TERMINAL,
    AgentEvent,
    AgentMode,
    Answer,
    Cancelled,
    Error,
    PlanProposed,
    Steered,
    Stopped,
    TurnStarted,
    UsageReported,
)
from axon_desktop.agent.plan.plan import Plan, StepStatus
from axon_desktop.errors import CancellationError, LLMError
from axon_desktop.llm.messages import Message, Usage
from axon_desktop.llm.provider import Provider
from axon_desktop.settings.settings import Settings
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.session.compaction import CompactionState, sum_up
from axon_desktop.ui.session.model_availability import ModelAvailability
from axon_desktop.ui.session.request_queue import RequestQueue
from axon_desktop.ui.session.resumption import Resumption, add_usage
from axon_desktop.ui.session.undo_outcome import undo_all, undo_change, undone_before
from axon_desktop.vault import Vault

if TYPE_CHECKING:
    from axon_desktop.agent.approval.taint import Origin
    from axon_desktop.agent.context.focus import Focus
    from axon_desktop.agent.engine import AgentEngine

_STOP_SECONDS = 3.0


class EngineFactory(Protocol):
    """Builds the engine; injected, so that only `workspace` knows its parts."""

    def __call__(
        self, settings: Settings, provider: Provider, policy: ApprovalPolicy, resumption: Resumption
    ) -> AgentEngine:
        """Return an engine that continues from there."""


class ChatSession(QObject):
    """Runs turns one after another and reports their events; has no widgets."""

    event_received = Signal(object)
    """Every AgentEvent, in order."""
    running_changed = Signal(bool)
    """A turn began or ended."""
    provider_changed = Signal()
    """Another model answers from now on."""
    mode_changed = Signal(str)
    """The AgentMode of the next turns."""
    compaction_changed = Signal(object)
    """A CompactionState, after `compact`."""
    undone = Signal(object)
    """An UndoOutcome."""
    cleared = Signal()
    """Another conversation replaced the old one: a new one, or a stored one."""
    interrupted = Signal(object)
    """Something else replaces a turn, or texts that waited behind one; these texts, as a tuple."""
    settings_changed = Signal(object)
    """The Settings to save, after an answer of the user or the safety chip changed them."""

    def __init__(
        self,
        settings: Settings,
        provider: Provider,
        vault: Vault,
        build_engine: EngineFactory,
        tool_names: Collection[str] = (),
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.settings = settings
        self.provider = provider
        self.vault = vault
        self.queue = RequestQueue(self)
        """Texts that were sent while a turn was running."""
        self.request_number = 0
        """Number of the newest request for another conversation: older ones are obsolete."""
        self.tool_names = tool_names
        """Names of the tools, so that calls in a reply's text can be hidden."""
        self.focus: Callable[[], Focus | None] = lambda: None
        """Returns the part of the open note to send with a request; set by the chat."""
        self.who_answers = ModelAvailability(self)
        """Whether a model can answer."""
        self._build_engine = build_engine
        self._policy = self._make_policy()
        self._engine: AgentEngine | None = None
        self._resumption = Resumption()
        """State of the conversation, for the next engine."""
        self._used_before: UsageReported | None = None
        """Usage of the conversation before the engine was built: an engine counts from zero."""
        self._turn_id = ""
        """The running turn, or the last one."""
        self.mode: AgentMode = "react"
        """Whether the next turn answers at once, or makes a plan."""
        self._retired: list[Provider] = []
        self._stale = False
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self._stop_timer: asyncio.TimerHandle | None = None

    # --- state ---------------------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether a turn is running."""
        return self._task is not None

    @property
    def safety(self) -> SafetyMode:
        """When the user is asked."""
        return self._policy.mode

    @property
    def history(self) -> Sequence[Message]:
        """The messages so far, without the running turn's unfinished reply."""
        return self._engine.history if self._engine is not None else self._resumption.history

    @property
    def plan(self) -> Plan | None:
        """The newest plan of the conversation."""
        return self._resumption.plan

    @property
    def usage(self) -> UsageReported | None:
        """Usage of the conversation so far; None if it was not counted."""
        return self._resumption.usage

    def estimate_tokens(self) -> int:
        """Return an estimate of the tokens of the last request with its reply; 0 if the provider counted them."""
        return self._engine.estimate_tokens() if self._engine is not None else 0

    def count_request(self, usage: Usage, cost: float | None) -> None:
        """Count a request beside the conversation, such as an edit in place, with its tokens and costs."""
        before = self.usage
        context = before.context if before is not None else 0
        counted = UsageReported(
            turn_id=self._turn_id, usage=usage, total=usage, cost=cost, total_cost=cost, context=context
        )
        if self._engine is not None:
            self._used_before = add_usage(self._used_before, counted)
        event = add_usage(before, counted)
        self._resumption = replace(self._resumption, usage=event)
        if self._turn_id:  # else the first turn reports it
            self.event_received.emit(event)

    async def find_origins(self) -> tuple[Origin, ...]:
        """Return where the words came from that the conversation has read and that are not the user's."""
        return await self._ready_engine().find_origins() if self.history else ()

    # --- turns ---------------------------------------------------------------------------------------------------

    def send(self, text: str) -> None:
        """Start a turn, or queue the text until the running one ends."""
        if self.running:
            self.queue.add(text, self.focus())
        else:
            self._start(text, self.focus())

    def steer(self, text: str) -> None:
        """Pass the text to the running turn at its next step; without one, start a turn."""
        if self._engine is None or not self.running:
            self._start(text, self.focus())
            return
        self._engine.steer(text)
        self.queue.steer(text, self.focus())

    def withdraw(self, index: int) -> str:
        """Remove a text from the queue, also one that was meant for the running turn, and return it."""
        request = self.queue.requests[index]
        if request.steering and self._engine is not None:
            left = self._engine.take_unsteered()
            if request.text in left:
                left.remove(request.text)
            for text in left:
                self._engine.steer(text)
        return self.queue.take(index).text

    def stop(self) -> None:
        """Stop the running turn; its results stay."""
        if self._task is None or self._engine is None or self._stopping:
            return
        self._stopping = True
        self._engine.cancel()
        # The engine ends at once unless a write is past its commit point; this is for an engine that hangs.
        self._stop_timer = asyncio.get_running_loop().call_later(_STOP_SECONDS, self._task.cancel)

    async def halt(self) -> None:
        """Stop the running turn and wait for its end; the queue is not sent."""
        while (task := self._interrupt()) is not None:  # again if a text was sent before the end was reported
            await asyncio.wait([task])

    def _interrupt(self) -> asyncio.Task[None] | None:
        """Stop the running turn and return its task; None if none is running."""
        waiting = tuple(request.text for request in self.queue.requests)
        self.queue.clear()
        task = self._task
        if task is not None:
            self.stop()
        if task is not None or waiting:
            self.interrupted.emit(waiting)
        return task

    def retry(self) -> None:
        """Retry after an error, without running tools again; a request that has its answer is sent again."""
        if self._resumption.answered and self._resumption.last_text:
            self.send(self._resumption.last_text)
        else:
            self.continue_turn()

    def continue_turn(self) -> None:
        """Continue the last turn, which ended without an answer."""
        if self.running:
            return
        if self._engine is not None:
            try:
                self._follow(self._engine.retry())
            except RuntimeError:  # the engine does not know that turn
                self._save_state()
            else:
                return
        resumption = self._resumption  # the model was changed since, or the conversation comes from the store
        if self.mode == "plan" and resumption.plan is not None and resumption.plan.next_step is not None:
            self.resume_plan()
        elif resumption.is_unanswered:
            self._resumption = replace(resumption, history=resumption.history[:-1])
            self._start(resumption.last_text, self.focus(), again=True)
        elif resumption.last_text and not resumption.answered:
            self._follow(self._ready_engine().continue_request(resumption.last_text, self.mode))

    def new_conversation(self) -> None:
        """Begin a new conversation; a running turn is stopped first."""
        self._clear_for(self.request_another())

    def request_another(self) -> int:
        """Note that another conversation is to replace this one; return the number of that request."""
        self.request_number += 1
        return self.request_number

    def _clear_for(self, request_number: int) -> None:
        if request_number != self.request_number:
            return
        task = self._interrupt()
        if task is not None:
            task.add_done_callback(lambda _: self._clear_for(request_number))
        else:
            self.resume(Resumption())

    def resume(self, resumption: Resumption) -> None:
        """Continue another conversation.

        Raises:
            RuntimeError: a turn is running.
        """
        if self.running:
            raise RuntimeError("The running turn belongs to another conversation.")
        self.queue.clear()
        self._engine = None
        self._turn_id = ""
        self._resumption = resumption
        self._policy = self._make_policy()
        self.set_mode(resumption.mode)
        self.cleared.emit()

    def set_mode(self, mode: AgentMode) -> None:
        """Let the next turn answer at once, or make a plan first."""
        if mode != self.mode:
            self.mode = mode
            self.mode_changed.emit(mode)

    async def close(self) -> None:
        """Stop the running turn, wait for its end, and close the providers."""
        await self.halt()
        for provider in (*self._retired, self.provider):
            await provider.aclose()
        self._retired = []

    def compact(self) -> None:
        """Have the model summarise the conversation; counts as running, and can be stopped."""
        if self.running:
            return
        if not self.provider.invents:
            self.compaction_changed.emit(CompactionState("no_model"))
            return
        self._stopping = False
        self._task = spawn(self._compact(self._ready_engine()), name="sum up")
        self.running_changed.emit(True)

    async def _compact(self, engine: AgentEngine) -> None:
        state = CompactionState("stopped")
        self.compaction_changed.emit(CompactionState("running"))
        try:
            events = await sum_up(engine, self.provider, self._turn_id, self.usage)
            state = CompactionState("done" if events else "nothing")
            for event in events:
                self._report(event)
        except CancellationError:
            pass  # the user has stopped it
        except LLMError as error:
            state = CompactionState("failed", error)
        finally:
            self.compaction_changed.emit(state)
            self._end(send_next=not self._stopping)

    # --- the plan ------------------------------------------------------------------------------------------------

    def resume_plan(self) -> None:
        """Continue with the plan's next step."""
        if self.plan is not None and not self.running:
            self._follow(self._ready_engine().run_plan(self.plan))

    def skip_step(self, step: int) -> None:
        """Continue the plan without this step."""
        self._resume_plan_with(step, "skipped")

    def retry_step(self, step: int) -> None:
        """Continue the plan, starting with this step."""
        self._resume_plan_with(step, "pending")

    def revise_plan(self, note: str) -> None:
        """Have the model change the rest of the plan."""
        if self.plan is not None and not self.running:
            self._follow(self._ready_engine().revise_plan(self.plan, note))

    def _resume_plan_with(self, step: int, status: StepStatus) -> None:
        if self.plan is not None and not self.running:
            self._resumption = replace(self._resumption, plan=self.plan.with_step(step, status))
            self.resume_plan()

    # --- running -------------------------------------------------------------------------------------------------

    def _ready_engine(self) -> AgentEngine:
        if self._engine is None:
            self._engine = self._build_engine(self.settings, self.provider, self._policy, self._resumption)
            self._used_before = self._resumption.usage
        return self._engine

    def _start(self, text: str, focus: Focus | None, *, again: bool = False) -> None:
        """Start a turn; with `again` it replaces an earlier one with the same prompt."""
        self._resumption = replace(self._resumption, last_text=text)
        self._follow(self._ready_engine().process_message(text, self.mode, focus=focus), again=again)

    def _follow(self, events: AsyncGenerator[AgentEvent, None], *, again: bool = False) -> None:
        self._stopping = False
        self._task = spawn(self._run(events, again=again), name="turn")
        self.running_changed.emit(True)

    async def _run(self, events: AsyncGenerator[AgentEvent, None], *, again: bool) -> None:
        last: AgentEvent | None = None
        try:
            async with aclosing(events):
                async for event in events:
                    if again and isinstance(event, TurnStarted):
                        event = replace(event, resumed=True)  # the prompt was shown and stored before
                    last, self._turn_id = event, event.turn_id
                    self._report(event)
        finally:
            if not isinstance(last, TERMINAL):
                # The engine was cancelled or has a fault: listeners must still see the turn end.
                self.event_received.emit(
                    Cancelled(turn_id=self._turn_id)
                    if self._stopping
                    else Error(turn_id=self._turn_id, code="InternalError", message="")
                )
            self._end(send_next=isinstance(last, Answer))

    def _report(self, event: AgentEvent) -> None:
        if isinstance(event, UsageReported):
            event = add_usage(self._used_before, event)
        self._note(event)
        self.event_received.emit(event)

    def _note(self, event: AgentEvent) -> None:
        """Store what the next engine and the queue need of an event."""
        if isinstance(event, Stopped) and event.reason == "plan_discarded":
            self._resumption = replace(self._resumption, plan=None)
        elif isinstance(event, PlanProposed):
            self._resumption = replace(self._resumption, plan=event.plan)
        elif isinstance(event, UsageReported):
            self._resumption = replace(self._resumption, usage=event)
        elif isinstance(event, Steered):
            self.queue.steered(event.text)
        if isinstance(event, TERMINAL):
            self._resumption = replace(self._resumption, answered=isinstance(event, Answer))

    def _end(self, *, send_next: bool) -> None:
        self._task = None
        if self._stop_timer is not None:
            self._stop_timer.cancel()
            self._stop_timer = None
        if self._engine is not None:
            self._engine.take_unsteered()
        self.queue.settle()
        if keep_rules(self._policy, self.settings.safety):
            self.settings_changed.emit(self.settings)
        self._renew()
        self.running_changed.emit(False)
        if send_next and len(self.queue) and not self.running:
            following = self.queue.take()
            self._start(following.text, following.focus)

    # --- settings ------------------------------------------------------------------------------------------------

    def set_safety(self, mode: SafetyMode) -> None:
        """Ask first, apply with undo, or read only; holds from the next call on."""
        if mode != self._policy.mode:
            self._policy.mode = mode
            self.settings.safety.mode = mode
            self.settings_changed.emit(self.settings)

    def reconfigure(self, settings: Settings, provider: Provider) -> None:
        """Set new settings and perhaps another model; a running turn continues with the old ones."""
        self.settings = settings
        if provider is not self.provider:
            self._retired.append(self.provider)
            self.provider = provider
        self._policy.mode = settings.safety.mode
        self._stale = True
        if not self.running:
            self._renew()
        self.provider_changed.emit()

    def _renew(self) -> None:
        """After a change of settings, let the next turn build a new engine with the conversation so far."""
        if not self._stale:
            return
        self._stale = False
        self._policy = self._make_policy()
        self._save_state()
        for provider in self._retired:
            spawn(provider.aclose(), name="close provider")
        self._retired = []

    def _save_state(self) -> None:
        """Store the state of the conversation for another engine."""
        if self._engine is not None:
            self._resumption = replace(
                self._resumption, history=tuple(self._engine.history), summary=self._engine.summary
            )
            self._engine = None

    def _make_policy(self) -> ApprovalPolicy:
        safety = self.settings.safety
        return ApprovalPolicy(safety.mode, safety.rules, self.vault.id, safety.tools)

    # --- undo ----------------------------------------------------------------------------------------------------

    def undo(self, change_id: int) -> None:
        """Undo one change (or undo an undo); `undone` reports the outcome."""
        spawn(self._undo(change_id), name=f"undo {change_id}")

    async def _undo(self, change_id: int) -> None:
        self.undone.emit(await asyncio.to_thread(undo_change, self.vault, change_id))

    def undo_all(self, change_ids: Sequence[int]) -> None:
        """Undo changes together; `undone` reports each."""
        spawn(self._undo_all(change_ids), name="undo changes")

    async def _undo_all(self, change_ids: Sequence[int]) -> None:
        for outcome in await asyncio.to_thread(undo_all, self.vault, change_ids):
            self.undone.emit(outcome)

    def recall_undone(self, change_ids: Collection[int]) -> None:
        """Find out which of these changes were undone earlier; `undone` reports them."""
        spawn(self._recall_undone(change_ids), name="undone changes")

    async def _recall_undone(self, change_ids: Collection[int]) -> None:
        for outcome in await asyncio.to_thread(undone_before, self.vault, change_ids):
            self.undone.emit(outcome)
