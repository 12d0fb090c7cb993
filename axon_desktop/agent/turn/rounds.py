"""Rounds of a model call and its tool calls, until a task is over or a limit is reached."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING

from msgspec.structs import replace

from axon_desktop.agent.approval.approval import RoundAnswer, RoundSummary
from axon_desktop.agent.approval.round_approval import PlacedCall, is_refusal
from axon_desktop.agent.context.context import result_messages
from axon_desktop.agent.context.repetition import RepeatedCalls
from axon_desktop.agent.events import (
    Action,
    AgentEvent,
    ContinueGiven,
    ContinueRequested,
    Observation,
    RoundStarted,
    Steered,
    Stopped,
    StopReason,
    Thought,
)
from axon_desktop.agent.setup import Prompt, SharedState, TurnSetup
from axon_desktop.agent.turn.call_runner import CallRunner
from axon_desktop.agent.turn.event_stream import emit
from axon_desktop.agent.turn.interrupt import Interrupt
from axon_desktop.agent.turn.model_requests import ModelRequests, Request
from axon_desktop.agent.turn.reply import ReadCall, why_incomplete
from axon_desktop.agent.turn.tasks import Task
from axon_desktop.errors import N_, LLMResponseError
from axon_desktop.llm.messages import Message, ToolCall, ToolResult

if TYPE_CHECKING:
    from axon_desktop.agent.small_models.small_model import SmallModel

_SAME_ROUNDS = 3
"""Rounds running with the same call and the same result that end a turn."""


class Rounds:
    """Runs the rounds of one turn, and leaves the history so that every provider accepts it, however they end."""

    def __init__(
        self,
        setup: TurnSetup,
        shared: SharedState,
        interrupt: Interrupt,
        prompt: Prompt,
        small: SmallModel | None,
    ) -> None:
        self.number = 0
        """The running round of the turn, from 1."""
        self.call: ToolCall | None = None
        """The call that is being approved or run."""
        self.wrote = False
        """Whether anything has been written in this turn."""
        self.unfinished = 0
        """Messages at the end of the history that hold a broken-off reply; a retry drops them."""
        self.end: Stopped | None = None
        """Why the turn cannot continue, after `run`."""
        self._setup = setup
        self._shared = shared
        self._interrupt = interrupt
        self._prompt = prompt
        self._task = Task(prompt.text)
        self._model = ModelRequests(setup, shared, interrupt, prompt.turn_id, small)
        self._ask = True
        self._thought_due = False
        self._open: list[ToolCall] = []
        """The calls of the last message of the history, as long as their results are not there."""
        self._results: dict[str, ToolResult] = {}
        self._small = small
        self._actions: list[tuple[int, ToolCall]] = []
        self._repeated = RepeatedCalls()
        self._refused = False
        """Whether the user, or a rule of the user's, has refused a write."""

    @property
    def partial(self) -> str:
        """The text that has come of a reply which is not complete."""
        return self._model.partial

    async def run(self, task: Task) -> None:
        """Run the rounds that a task takes and emit their events; then it is over, or `end` says why it is not.

        Raises:
            LLMError: the model failed.
            CancellationError: the user stopped the turn.
        """
        self._task = task
        self._repeated = RepeatedCalls()
        self._model.begin(task.tools)
        begun = self.number
        if begun:
            self._interrupt.check()
            await self._drain_steering()
        elif self._small is not None and task.checks is not None:
            await self._presearch(self._small)
        while self.number - begun < self._setup.limits.max_rounds:
            self._interrupt.check()
            request = await self._model.next_request()
            if request is None:
                self._stop("budget")
                return
            self.number += 1
            await self._confirm()
            if self.end is not None:
                return
            await self._emit_round_started()
            self._thought_due = True
            await self._run_round(request, first=self.number == begun + 1)
            if self.end is not None or task.over:
                return
        self._stop("max_rounds")

    def due_thought(self) -> list[AgentEvent]:
        """Return the thought of a round that broke off before it had one, if there is such a round."""
        if not self._thought_due:
            return []
        reply = self._model.reply
        text, reasoning = reply.apart(reply.raw) if reply else ("", "")
        return [self._thought(self._model.text_of(text), reasoning)]

    def settle(self) -> None:
        """Complete the history: open calls are answered, a broken-off reply keeps its text."""
        if self._open:
            self._close_round()
        elif self._model.reply is not None:
            self.unfinished = int(self._model.keep_part()) or self.unfinished

    async def _emit_round_started(self) -> None:
        confirm_at = self._setup.limits.confirm_round
        await emit(RoundStarted(turn_id=self._prompt.turn_id, round=self.number, confirm_at=confirm_at))

    async def _presearch(self, small: SmallModel) -> None:
        """Search for what the request says, in a round without the model, and add what is found to the prompt.

        Shown a call of its own, a small model sends it again.
        """
        history, task = self._shared.history, self._task
        found = await self._interrupt.guard(lambda: small.presearch(task.request))
        if found is None:
            return
        call, result = found
        added = partial(small.prompt_with, history[-1].content, result.data or "", task.kind)
        history[-1] = Message("user", await self._interrupt.guard(added))
        turn_id, self.number = self._prompt.turn_id, 1
        await self._emit_round_started()
        await emit(self._thought("", "", 1))
        await emit(Action(turn_id=turn_id, round=1, index=0, call=call))
        self._actions.append((1, call))
        runner = self._runner()
        await runner.track_source(call, result)
        await emit(runner.observe(0, call, result))

    async def _confirm(self) -> None:
        """Ask the user whether to continue; after a plain "continue" again after as many further rounds."""
        often = max(1, self._setup.limits.confirm_round - 1)
        if not self._ask or self.number == 1 or (self.number - 1) % often:
            return
        await emit(ContinueRequested(turn_id=self._prompt.turn_id, round=self.number))
        summary = RoundSummary(
            self.number, tuple(self._actions), self._model.budget.counted, self._model.budget.cost
        )
        answer = await self._interrupt.guard(lambda: self._setup.approver.confirm_round(summary))
        self._ask = answer is RoundAnswer.CONTINUE
        continues = answer is not RoundAnswer.STOP
        await emit(ContinueGiven(turn_id=self._prompt.turn_id, round=self.number, go_on=continues))
        if not continues:
            self._stop("declined")

    async def _run_round(self, request: Request, *, first: bool) -> None:
        """Ask the model once and run the calls of its reply."""
        answered = await self._model.ask(request)
        if answered is None:
            self._stop("budget")
            return
        request, reply = answered
        if (finished := reply.finished) is None:
            await emit(self._thought(self._model.text_of(reply.text), reply.reasoning))
            self._stop("repetition")
            return
        text, read = reply.read(finished, self.number)
        items = [(self._setup.tools.settle(call), broken) for call, broken in read]
        await emit(self._thought(text, finished.message.reasoning or "", len(items)))
        runner = self._runner()
        if finished.finish_reason not in ("stop", "tool_calls"):
            refused = ToolResult(False, error="Not run: the reply is incomplete.", kind="not_run")
            for index, (call, broken) in enumerate(items):
                await emit(runner.observe(index, call, broken or refused))
            if finished.finish_reason != "length":
                raise why_incomplete(finished)
            self._stop("budget" if request.is_capped else "length")
            return
        if not items and not text.strip():
            raise LLMResponseError(N_("Core", "The model sent an empty reply."))
        self._interrupt.check()
        self._model.keep_reply(finished.message)
        if items:
            self._open = [call for call, _ in items]
            await self._act(runner, items)
            return
        again = self._task.take_reply(text, first=first, wrote=self.wrote or self._refused)
        if again is not None:
            self._shared.history.append(Message("user", again))
            await self._drain_steering()

    def _runner(self) -> CallRunner:
        """Return what runs the calls of this round."""
        return CallRunner(
            self._setup,
            self._interrupt,
            self._prompt.turn_id,
            self._prompt.text,
            self.number,
            taint=self._shared.taint,
            request=self._task.request,
        )

    async def _act(self, runner: CallRunner, items: Sequence[ReadCall]) -> None:
        """Run the calls strictly one after another."""
        for index, (call, broken) in enumerate(items):
            if index:
                await asyncio.sleep(0)  # whoever shows what a call gave does so before the next one begins
            # Asked in the moment of the call: what one call does may change what the next one is allowed.
            settled = broken or self._task.judge(call, self._setup.tools.effect(call.tool))
            if settled is None and self._small is not None:
                settled = await self._check_small_model(self._small, call)
            if settled is not None:
                self._interrupt.check()
                self._results[call.id] = settled
                await emit(runner.observe(index, call, settled))
                continue
            self.call = call
            observed = await runner.run(index, call, self._later_calls(items, index))
            await emit(await self._take(observed))
            if observed.result.kind == "stopped":
                self._interrupt.check()
        self._actions += [(self.number, call) for call in runner.begun]
        if not self._open:
            return  # settled from outside: another turn has begun
        streak = self._repeated.add_round((call, self._results[call.id]) for call, _ in items)
        self._close_round()
        if streak >= _SAME_ROUNDS:
            self._stop("repeated_call")
            return
        await self._drain_steering()

    def _later_calls(self, items: Sequence[ReadCall], index: int) -> Sequence[PlacedCall]:
        """Return the calls after one that it may be asked about together with.

        Of a small model there are none: whether a call may run at all is known only when its turn comes.
        """
        if self._small is not None:
            return ()
        own = {tool.name for tool in self._task.tools}
        follow = takewhile(lambda item: item[1][0].tool not in own, enumerate(items[index + 1 :], index + 1))
        return [(place, call) for place, (call, broken) in follow if broken is None]

    async def _check_small_model(self, small: SmallModel, call: ToolCall) -> ToolResult | None:
        """Answer a call that a small model should not make; None if it may run."""
        said = [message.content for message in self._shared.history if message.role != "assistant"]
        known = "\n".join([*said, self._shared.notes])  # everything but its own words
        return await small.check_call(call, self._setup.tools.effect(call.tool), self._task.request, known)

    async def _take(self, event: Observation) -> Observation:
        """Keep what a call gave; for a small model with what helps after it."""
        call, result = event.call, event.result
        self.wrote = self.wrote or result.wrote
        self._refused = self._refused or is_refusal(result)
        if self._small is not None:
            result = await self._small.take_result(call, result, self._task.request)
        self._results[call.id] = result
        return replace(event, result=result)

    async def _drain_steering(self) -> None:
        """Move what the user has sent meanwhile into the history."""
        said, self._shared.steering[:] = list(self._shared.steering), []
        for text in said:
            self._shared.history.append(Message("user", text))
            self._task.request += f"\n\n{text}"
        for text in said:
            await emit(Steered(turn_id=self._prompt.turn_id, text=text))

    def _close_round(self) -> None:
        """Answer every call of the last reply in the history."""
        missing = ToolResult(False, error="Not run: the user stopped the turn.", kind="stopped")
        unknown = ToolResult(
            False, error="The user stopped the turn while this ran: read the note to see whether it was written."
        )
        results = [
            (call, self._results.get(call.id, unknown if call is self.call else missing)) for call in self._open
        ]
        history, task = self._shared.history, self._task
        history += result_messages(history[-1], results, request=task.request, wrote=self.wrote, kind=task.kind)
        self._open = []
        self._results = {}
        self.call = None

    def _thought(self, text: str, reasoning: str, calls: int = 0) -> Thought:
        self._thought_due = False
        return Thought(turn_id=self._prompt.turn_id, content=text, reasoning=reasoning, calls=calls)

    def _stop(self, reason: StopReason) -> None:
        self._interrupt.check()
        max_tokens, max_cost = self._model.budget.nearest if reason == "budget" else (None, None)
        self.end = Stopped(
            turn_id=self._prompt.turn_id,
            reason=reason,
            partial=self.partial,
            rounds=self.number,
            max_tokens=max_tokens,
            max_cost=max_cost,
        )
