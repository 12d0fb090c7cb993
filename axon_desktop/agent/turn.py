"""One prompt on its way to an answer: rounds of a model call and its tool calls."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from axon_desktop.agent.approval import RoundAnswer, RoundSummary
from axon_desktop.agent.calls import CallRunner
from axon_desktop.agent.context import request_messages, result_messages
from axon_desktop.agent.events import (
    Action,
    AgentEvent,
    Answer,
    Cancelled,
    ContinueGiven,
    ContinueRequested,
    Error,
    Observation,
    RoundStarted,
    Stopped,
    StopReason,
    Thought,
    UsageReported,
)
from axon_desktop.agent.interrupt import Interrupt
from axon_desktop.agent.repetition import RepeatedCalls, call_key
from axon_desktop.agent.reply import Reply
from axon_desktop.agent.setup import AgentState, TurnSetup
from axon_desktop.errors import (
    AxonError,
    LLMConnectionError,
    LLMError,
    LLMResponseError,
    LLMServerError,
)
from axon_desktop.llm.messages import Finished, Message, ToolCall, ToolResult, Usage
from axon_desktop.tools import ToolParser

_SAME_ROUNDS = 3
"""Rounds running with the same call and the same result that end a turn."""


class Turn:
    """Runs one turn and leaves the history in a state that every provider accepts, however the turn ends."""

    def __init__(
        self, setup: TurnSetup, history: list[Message], interrupt: Interrupt, turn_id: str, text: str, total: Usage
    ) -> None:
        self.id = turn_id
        """Also the turn's id in the journal."""
        self.state = AgentState()
        self.total = total
        """Tokens of the conversation so far."""
        self.wrote = False
        """Whether anything has been written in this turn."""
        self.unfinished = 0
        """Messages at the end of the history that hold a broken-off reply; a retry drops them."""
        self._setup = setup
        self._history = history
        self._interrupt = interrupt
        self._text = text
        self._round = 0
        self._used = Usage()
        self._end: AgentEvent | None = None
        self._thought_due = False
        self._reply: Reply | None = None
        """The reply that is not yet in the history."""
        self._open: list[ToolCall] = []
        """The calls of the last message of the history, as long as their results are not there."""
        self._results: dict[str, ToolResult] = {}
        self._actions: list[tuple[int, ToolCall]] = []
        self._repeated = RepeatedCalls()
        self._parser = ToolParser([tool.name for tool in setup.tools.get_tool_definitions()])

    async def run(self) -> AsyncGenerator[AgentEvent, None]:
        """Yield the turn's events after `turn_started`, ending with exactly one terminal event."""
        partial = ""
        try:
            async with aclosing(self._rounds()) as events:
                async for event in events:
                    yield event
        except AxonError as error:
            partial = self._reply.raw if self._reply else ""
            if self._interrupt.requested:
                self._end = Cancelled(turn_id=self.id, partial=partial)
            else:
                retryable = isinstance(error, LLMError) and error.retryable
                self._end = Error(
                    turn_id=self.id,
                    code=type(error).__name__,
                    message=str(error),
                    partial=partial,
                    retryable=retryable,
                )
        finally:
            reasoning = self._reply.reasoning if self._reply else ""
            self.state = AgentState()
            self.settle()
        if self._thought_due:
            text = self._parser.parse(partial).text_content
            yield Thought(turn_id=self.id, content=text, reasoning=reasoning)
        assert self._end is not None
        yield self._end

    async def _rounds(self) -> AsyncGenerator[AgentEvent, None]:
        limits = self._setup.limits
        ask = True
        for self._round in range(1, limits.max_rounds + 1):
            self._interrupt.check()
            # After a plain "continue" the user is asked again after as many further rounds.
            if ask and self._round > 1 and (self._round - 1) % (limits.confirm_round - 1) == 0:
                yield ContinueRequested(turn_id=self.id, round=self._round)
                answer = await self._confirm()
                ask = answer is RoundAnswer.CONTINUE
                go_on = answer is not RoundAnswer.STOP
                yield ContinueGiven(turn_id=self.id, round=self._round, go_on=go_on)
                if not go_on:
                    self._stop("declined")
                    return
            yield RoundStarted(turn_id=self.id, round=self._round, confirm_at=limits.confirm_round)
            self._thought_due = True
            async with aclosing(self._run_round()) as events:
                async for event in events:
                    yield event
            if self._end is not None:
                return
        self._stop("max_rounds")

    async def _confirm(self) -> RoundAnswer:
        summary = RoundSummary(self._round, tuple(self._actions), self._used)
        return await self._interrupt.guard(lambda: self._setup.approver.confirm_round(summary))

    async def _run_round(self) -> AsyncGenerator[AgentEvent, None]:
        """Ask the model once and run the calls of its reply; sets `_end` when the turn is over."""
        self.state = AgentState("thinking", self._round)
        definitions = self._setup.tools.get_tool_definitions()
        native = self._setup.native
        messages = request_messages(self._history, definitions, native=native)
        self._reply = reply = Reply(self._setup.provider, self._interrupt, self.id)
        async with aclosing(reply.stream(messages, definitions if native else ())) as events:
            async for event in events:
                yield event
        if reply.circling:
            yield self._thought(self._parser.parse(reply.text).text_content, reply.reasoning)
            self._stop("repetition")
            return
        assert reply.finished is not None
        finished = reply.finished
        if finished.usage is not None:
            self._used += finished.usage
            self.total += finished.usage
            yield UsageReported(turn_id=self.id, usage=finished.usage, total=self.total)
        text, items = self._read(finished)
        yield self._thought(text, finished.message.reasoning or "", len(items))
        runner = CallRunner(self._setup, self._interrupt, self.id, self._text, self._round)
        if finished.finish_reason not in ("stop", "tool_calls"):
            refused = ToolResult(False, error="Not run: the reply is incomplete.")
            for index, (call, broken) in enumerate(items):
                yield runner.observe(index, call, broken or refused)
            self._break_off(finished)
            return
        if not items and not text.strip():
            raise LLMResponseError("The model sent an empty reply.")
        self._interrupt.check()
        self._reply = None
        self._history.append(finished.message)
        if not items:
            self._end = Answer(turn_id=self.id, content=text)
            return
        self._open = [call for call, _ in items]
        async with aclosing(self._act(runner, items)) as events:
            async for event in events:
                yield event

    def _read(self, finished: Finished) -> tuple[str, list[tuple[ToolCall, ToolResult | None]]]:
        """Return the reply's text without calls, and its calls in order; broken ones come with their error.

        Calls may come as text in native mode too. One that only repeats a native call of the same reply is not
        taken twice.
        """
        message = finished.message
        parsed = self._parser.parse(message.content)
        native = {call_key(call) for call in message.tool_calls}
        items: list[tuple[ToolCall, ToolResult | None]] = []
        for item in parsed.items:
            if not isinstance(item, ToolCall):
                items.append((ToolCall("", {}), ToolResult(False, error=str(item))))
            elif call_key(item) not in native:
                items.append((item, None))
        items += [(call, None) for call in message.tool_calls]
        items += [(ToolCall("", {}), ToolResult(False, error=text)) for text in finished.broken_calls]
        named = [
            (call if call.id else replace(call, id=f"{self.id[:8]}-{self._round}-{index}"), broken)
            for index, (call, broken) in enumerate(items)
        ]
        return parsed.text_content, named

    async def _act(
        self, runner: CallRunner, items: list[tuple[ToolCall, ToolResult | None]]
    ) -> AsyncGenerator[AgentEvent, None]:
        """Run the calls strictly one after another."""
        for index, (call, broken) in enumerate(items):
            if broken is not None:
                self._interrupt.check()
                self._results[call.id] = broken
                yield runner.observe(index, call, broken)
                continue
            self.state = AgentState("acting", self._round, call)
            async with aclosing(runner.run(index, call)) as events:
                async for event in events:
                    if isinstance(event, Action):
                        self._actions.append((self._round, call))
                    elif isinstance(event, Observation):
                        self._results[call.id] = event.result
                        self.wrote = self.wrote or event.result.change_id is not None
                    yield event
        if not self._open:
            return  # settled from outside: another turn has begun
        streak = self._repeated.add_round((call, self._results[call.id]) for call, _ in items)
        self._close_round()
        if streak >= _SAME_ROUNDS:
            self._stop("repeated_call")

    def _close_round(self) -> None:
        """Answer every call of the last reply in the history."""
        missing = ToolResult(False, error="Not run: the user stopped the turn.")
        unknown = ToolResult(
            False, error="The user stopped the turn while this ran: read the note to see whether it was written."
        )
        running = self.state.call
        results = [
            (call, self._results.get(call.id, unknown if call is running else missing)) for call in self._open
        ]
        self._history += result_messages(self._history[-1], results, request=self._text, wrote=self.wrote)
        self._open = []
        self._results = {}

    def settle(self) -> None:
        """Leave nothing half done in the history: open calls are answered, a broken-off reply keeps its text."""
        if self._open:
            self._close_round()
        elif self._reply is not None:
            text = self._parser.parse(self._reply.text).text_content
            if text.strip():
                self._history.append(Message("assistant", text, reasoning=self._reply.reasoning or None))
                self.unfinished = 1
            self._reply = None

    def _thought(self, text: str, reasoning: str, calls: int = 0) -> Thought:
        self._thought_due = False
        return Thought(turn_id=self.id, content=text, reasoning=reasoning, calls=calls)

    def _stop(self, reason: StopReason) -> None:
        self._interrupt.check()
        partial = self._reply.raw if self._reply else ""
        self._end = Stopped(turn_id=self.id, reason=reason, partial=partial, rounds=self._round)

    def _break_off(self, finished: Finished) -> None:
        """End the turn after a reply that is not whole.

        Raises:
            LLMError: the reason is the provider's.
        """
        match finished.finish_reason:
            case "length":
                self._stop("length")
            case "interrupted":
                raise LLMConnectionError(finished.error or "The connection broke off in the middle of the reply.")
            case "content_filter":
                raise LLMResponseError("The provider's content filter ended the reply.")
            case _:
                raise LLMServerError("The provider ended the reply before it was complete.")
