"""The agent: takes a prompt, yields what happens until it is answered."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from axon_desktop.agent.approval.approval import Approver
from axon_desktop.agent.approval.policy import ApprovalPolicy
from axon_desktop.agent.approval.taint import Origin
from axon_desktop.agent.context.compaction import compact
from axon_desktop.agent.context.context import ContextManager, Summary
from axon_desktop.agent.context.from_vault import list_notes, read_instructions
from axon_desktop.agent.context.mentions import Focus, describe, name_mentions
from axon_desktop.agent.events import AgentEvent, AgentMode, Answer, Compacted, Error, Stopped, TurnStarted
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.agent.plan.plan_turn import PlanTurn, Stage
from axon_desktop.agent.setup import AgentState, Prompt, SharedState, TurnSetup
from axon_desktop.agent.turn.event_stream import emit, stream_events
from axon_desktop.agent.turn.interrupt import Interrupt
from axon_desktop.agent.turn.turn import Turn
from axon_desktop.errors import N_, CancellationError, PlanError
from axon_desktop.llm.context_size.context_window import reply_reserve
from axon_desktop.llm.context_size.tokens import estimate_messages
from axon_desktop.llm.messages import Message, Usage
from axon_desktop.llm.provider import Provider
from axon_desktop.settings.settings import LimitSettings, Protocol
from axon_desktop.tools import ToolManager

_TITLE_LENGTH = 80


class AgentEngine:
    """Holds one conversation and runs its turns, one at a time.

    An iterator of events that is not read to its end must be closed (`contextlib.aclosing`): only asyncio's own
    loops close dropped ones by themselves.
    """

    def __init__(
        self,
        provider: Provider,
        tools: ToolManager,
        approver: Approver,
        *,
        policy: ApprovalPolicy,
        limits: LimitSettings,
        protocol: Protocol = "auto",
        history: Sequence[Message] = (),
        plan: Plan | None = None,
        summary: Summary | None = None,
    ) -> None:
        """Take the parts, and with `history`, `plan` and `summary` the conversation to continue."""
        self._setup = TurnSetup(provider, tools, approver, policy, limits, protocol)
        self._shared = SharedState(ContextManager(history, summary=summary), plan=plan)
        self._interrupt = Interrupt()
        self._running: Turn | None = None
        self._last: _LastTurn | None = None

    @property
    def history(self) -> list[Message]:
        """All messages and tool results so far, without the system prompt."""
        return self._shared.history

    @property
    def usage(self) -> Usage:
        """Tokens of the conversation, as counted by the provider."""
        return self._shared.meter.usage

    @property
    def cost(self) -> float | None:
        """US dollars of the conversation, as far as prices are known; None as long as none is."""
        return self._shared.meter.cost

    def estimate_tokens(self) -> int:
        """Return about what the last request took with its reply; 0 unless the provider did not count it."""
        if self._shared.uncounted is None:
            return 0
        return estimate_messages(*self._shared.uncounted, self._setup.provider.token_factor)

    @property
    def plan(self) -> Plan | None:
        """The newest plan in its newest state; None when there is none or it was discarded."""
        return self._shared.plan

    @property
    def summary(self) -> Summary | None:
        """What the model is sent instead of the oldest messages; None as long as it is sent all of them."""
        return self._shared.context.summary

    def process_message(
        self, text: str, mode: AgentMode = "react", *, focus: Focus | None = None
    ) -> AsyncGenerator[AgentEvent, None]:
        """Yield the events of the turn that answers `text`; a turn that still runs is stopped.

        In mode "plan" a plan is made, which the user reviews before anything is changed; then it is run.
        The same text sent again right after an error continues where the turn broke off, as `retry` does.
        """
        last = self._last
        if last is not None and last.failed and last.is_for(text, mode) and self._is_intact(last):
            return self.retry()
        prompt = Prompt(uuid.uuid4().hex, text, focus)
        kind = PlanTurn if mode == "plan" else Turn
        turn = kind(self._setup, self._shared, self._interrupt_running(), prompt)
        self.history.append(Message("user", text))
        return self._start(turn)

    def run_plan(self, plan: Plan) -> AsyncGenerator[AgentEvent, None]:
        """Continue a plan: run its steps that are still to be done; a draft is reviewed first.

        Raises:
            PlanError: a step has failed (skip it, reset it or revise the plan), or the plan is done.
        """
        if any(step.status == "failed" for step in plan.steps):
            raise PlanError(
                N_("Core", "A step of the plan has failed. Skip it, try it again, or change the plan.")
            )
        if plan.status == "completed":
            raise PlanError(N_("Core", "The plan is done already."))
        interrupt = self._interrupt_running()
        self._shared.plan = plan
        stage: Stage = "review" if plan.status == "draft" else "run"
        prompt = Prompt(uuid.uuid4().hex, plan.goal)
        return self._start(
            PlanTurn(self._setup, self._shared, interrupt, prompt, stage=stage, plan=plan, resumed=True)
        )

    def revise_plan(self, plan: Plan, note: str) -> AsyncGenerator[AgentEvent, None]:
        """Let the model change a plan as the note says, let the user review it, and run it.

        Finished steps stay as they are.
        """
        interrupt = self._interrupt_running()
        self._shared.plan = plan
        self.history.append(Message("user", note))
        prompt = Prompt(uuid.uuid4().hex, note)
        return self._start(PlanTurn(self._setup, self._shared, interrupt, prompt, plan=plan))

    def retry(self) -> AsyncGenerator[AgentEvent, None]:
        """Continue the last turn, which ended without an answer; tools that ran are not run again.

        Of a plan, the step that was cut off or failed is done again.

        Raises:
            RuntimeError: the last turn ended with an answer, there was none, or the history was changed since.
        """
        last = self._last
        if last is None or not self._is_intact(last):
            raise RuntimeError("There is no unfinished turn to continue.")
        if last.turn.unfinished:
            del self.history[-last.turn.unfinished :]
        return self._start(last.turn.resume(self._interrupt_running()))

    def continue_request(self, text: str, mode: AgentMode = "react") -> AsyncGenerator[AgentEvent, None]:
        """Continue a request of an earlier run of the program, which has no answer yet.

        The history holds it, and what came of it: tools that ran are not run again, a broken-off reply is dropped.
        """
        interrupt = self._interrupt_running()
        while self.history and self.history[-1].role == "assistant":
            self.history.pop()
        prompt = Prompt(uuid.uuid4().hex, text)
        kind = PlanTurn if mode == "plan" else Turn
        return self._start(kind(self._setup, self._shared, interrupt, prompt, resumed=True))

    async def compact(self) -> Compacted | None:
        """Let the model sum up all but the last turn, as happens by itself when the window is nearly full.

        Returns what is sent instead from now on, None when there is nothing to sum up.

        Raises:
            RuntimeError: a turn is running.
            LLMError: the model gave no summary; nothing has changed.
            CancellationError: the user stopped it.
        """
        if self._running is not None:
            raise RuntimeError("A turn is running.")
        self._interrupt = Interrupt()
        provider, context = self._setup.provider, self._shared.context
        context.factor = provider.token_factor

        def room() -> int:
            return provider.context_window - reply_reserve(provider.context_window)

        made = await compact(context, provider, room, self._interrupt, everything=True)
        if made is None:
            return None
        context.summary = made.summary
        if made.usage is not None:
            self._shared.meter.add(made.usage, provider.cost(made.usage, datetime.now(UTC)))
        return Compacted(turn_id="", summary=made.summary.text, messages=made.summary.messages)

    def cancel(self) -> None:
        """Stop the running turn, from the loop's thread; without one, nothing happens."""
        self._interrupt.request()

    def steer(self, text: str) -> None:
        """Send the model a message while the turn runs: it reads it with the results of its next calls.

        Nothing is stopped. The event `steered` reports that it was delivered; see `take_unsteered`.
        """
        self._shared.steering.append(text)

    def take_unsteered(self) -> list[str]:
        """Return and forget the messages of `steer` that reached no model."""
        messages, self._shared.steering[:] = list(self._shared.steering), []
        return messages

    async def find_origins(self) -> tuple[Origin, ...]:
        """Return where the words came from that the conversation has read and that are not the user's."""
        await asyncio.to_thread(self._shared.read_before, "", self._setup.tools)
        return self._shared.taint.origins

    def get_state(self) -> AgentState:
        """Return what the agent is doing now."""
        return self._running.state if self._running else AgentState()

    def _is_intact(self, last: _LastTurn) -> bool:
        """Return whether nobody has touched the history since the turn ended."""
        return len(self.history) == last.length

    def _interrupt_running(self) -> Interrupt:
        """Stop the turn that still runs; return the interrupt of the next one."""
        if self._running is not None:
            self._interrupt.request()
            self._running.settle()
            self._running = None
        self._last = None
        self._interrupt = Interrupt()
        return self._interrupt

    def _start(self, turn: Turn) -> AsyncGenerator[AgentEvent, None]:
        self._running = turn
        return stream_events(partial(self._run, turn, self._interrupt))

    async def _run(self, turn: Turn, interrupt: Interrupt) -> None:
        text = turn.prompt.text
        try:
            self._setup.policy.begin_turn(turn.id)
            self._setup.tools.begin_turn(turn.id, _title(text))
            await emit(TurnStarted(turn_id=turn.id, text=text, mode=turn.mode, resumed=turn.resumed))
            with suppress(CancellationError):  # the turn itself reports it
                await interrupt.guard(lambda: asyncio.to_thread(self._setup.tools.warm_up))
                await interrupt.guard(lambda: self._add_context(turn))
            end = await turn.run()
            self._finish(turn, end)
            await emit(end)
        finally:
            self._finish(turn, None)

    async def _add_context(self, turn: Turn) -> None:
        """Add what the user points at to the prompt; read what the system prompt says of the vault."""
        vault, history = self._setup.tools.vault, self.history
        text, message = turn.prompt.text, Message("user", turn.prompt.text)
        fresh = bool(history) and history[-1] == message  # else it was added before, or the turn has advanced
        if not self._setup.provider.invents:
            if fresh:
                message = Message("user", await asyncio.to_thread(name_mentions, text, vault))
        else:
            await asyncio.to_thread(self._shared.read_before, text, self._setup.tools)
            self._shared.instructions = await asyncio.to_thread(read_instructions, vault)
            if most := self._setup.provider.profile.listed_notes:
                self._shared.notes = await asyncio.to_thread(list_notes, vault, most)
            focus = turn.prompt.focus if turn.small is None else turn.small.focus(text, turn.prompt.focus)
            if fresh and (added := await asyncio.to_thread(describe, text, focus, vault)):
                message = Message("user", f"{text}\n\n{added}")
        if fresh and self._running is turn:
            history[-1] = message

    def _finish(self, turn: Turn, end: AgentEvent | None) -> None:
        """Take note of how the turn ended, before whoever reads the last event acts on it."""
        if self._running is not turn:
            return
        self._running = None
        discarded = isinstance(end, Stopped) and end.reason == "plan_discarded"
        if not isinstance(end, Answer) and not discarded:
            self._last = _LastTurn(turn, len(self.history), failed=isinstance(end, Error))


@dataclass(frozen=True, slots=True)
class _LastTurn:
    """A turn that ended without an answer."""

    turn: Turn
    length: int
    """Of the history at its end."""
    failed: bool

    def is_for(self, text: str, mode: AgentMode) -> bool:
        """Tell whether this turn was begun by that text in that mode."""
        return (self.turn.prompt.text, self.turn.mode) == (text, mode)


def _title(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")[:_TITLE_LENGTH]
