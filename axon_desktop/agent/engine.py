"""The agent: takes a prompt, yields what happens until it is answered."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from axon_desktop.agent.approval import Approver
from axon_desktop.agent.events import TERMINAL, AgentEvent, AgentMode, Answer, Error, TurnStarted
from axon_desktop.agent.interrupt import Interrupt
from axon_desktop.agent.policy import ApprovalPolicy
from axon_desktop.agent.setup import AgentState, TurnSetup
from axon_desktop.agent.turn import Turn
from axon_desktop.llm.messages import Message, Usage
from axon_desktop.llm.provider import Provider
from axon_desktop.settings import LimitSettings, Protocol
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
    ) -> None:
        self.history: list[Message] = list(history)
        """Everything said and every tool result so far, without the system prompt."""
        self.usage = Usage()
        """Tokens of the conversation."""
        self._setup = TurnSetup(provider, tools, approver, policy, limits, protocol)
        self._interrupt = Interrupt()
        self._running: Turn | None = None
        self._last: _LastTurn | None = None

    def process_message(self, text: str, mode: AgentMode = "react") -> AsyncGenerator[AgentEvent, None]:
        """Yield the events of the turn that answers `text`; a turn that still runs is stopped.

        The same text sent again right after an error goes on where the turn broke off, as `retry` does.
        """
        last = self._last
        if last is not None and last.failed and last.text == text and self._is_intact(last):
            return self.retry()
        self._last = None
        if mode == "plan":
            return _refuse_plan(text)
        turn = self._begin(uuid.uuid4().hex, text)
        self.history.append(Message("user", text))
        return self._run(turn, text)

    def retry(self) -> AsyncGenerator[AgentEvent, None]:
        """Go on with the last turn, which ended without an answer; tools that ran are not run again.

        Raises:
            RuntimeError: the last turn ended with an answer, there was none, or the history was changed since.
        """
        last = self._last
        if last is None or not self._is_intact(last):
            raise RuntimeError("There is no unfinished turn to go on with.")
        self._last = None
        if last.unfinished:
            del self.history[-last.unfinished :]
        turn = self._begin(last.turn_id, last.text)
        turn.wrote = last.wrote
        return self._run(turn, last.text)

    def cancel(self) -> None:
        """Stop the running turn, from the loop's thread; without one, nothing happens."""
        self._interrupt.request()

    def get_state(self) -> AgentState:
        """Return what the agent is doing now."""
        return self._running.state if self._running else AgentState()

    def _is_intact(self, last: _LastTurn) -> bool:
        """Return whether nobody has touched the history since the turn ended."""
        return len(self.history) == last.length

    def _begin(self, turn_id: str, text: str) -> Turn:
        if self._running is not None:
            self._interrupt.request()
            self._running.settle()
        self._interrupt = Interrupt()
        self._running = Turn(self._setup, self.history, self._interrupt, turn_id, text, self.usage)
        return self._running

    async def _run(self, turn: Turn, text: str) -> AsyncGenerator[AgentEvent, None]:
        try:
            self._setup.policy.begin_turn(turn.id)
            self._setup.tools.begin_turn(turn.id, _title(text))
            yield TurnStarted(turn_id=turn.id, text=text, mode="react")
            await asyncio.to_thread(self._setup.tools.warm_up)
            async with aclosing(turn.run()) as events:
                async for event in events:
                    if isinstance(event, TERMINAL):
                        self._finish(turn, text, event)
                    yield event
        finally:
            self._finish(turn, text, None)

    def _finish(self, turn: Turn, text: str, end: AgentEvent | None) -> None:
        """Take note of how the turn ended, before whoever reads the last event acts on it."""
        if self._running is not turn:
            return
        self._running = None
        self.usage = turn.total
        if not isinstance(end, Answer):
            self._last = _LastTurn(
                turn.id, text, len(self.history), turn.unfinished, turn.wrote, failed=isinstance(end, Error)
            )


@dataclass(frozen=True, slots=True)
class _LastTurn:
    """A turn that ended without an answer."""

    turn_id: str
    text: str
    length: int
    """Of the history at its end."""
    unfinished: int
    wrote: bool
    failed: bool


async def _refuse_plan(text: str) -> AsyncGenerator[AgentEvent, None]:
    turn_id = uuid.uuid4().hex
    yield TurnStarted(turn_id=turn_id, text=text, mode="plan")
    message = "Plan mode is not available in this version."
    yield Error(turn_id=turn_id, code="AxonError", message=message, retryable=False)


def _title(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")[:_TITLE_LENGTH]
