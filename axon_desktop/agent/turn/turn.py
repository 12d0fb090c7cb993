"""One prompt on its way to an answer, in ReAct mode: rounds until a reply has no calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axon_desktop.agent.events import AgentEvent, AgentMode, Answer, Cancelled, Error
from axon_desktop.agent.setup import AgentState, Prompt, SharedState, TurnSetup
from axon_desktop.agent.turn.event_stream import emit
from axon_desktop.agent.turn.interrupt import Interrupt
from axon_desktop.agent.turn.rounds import Rounds
from axon_desktop.agent.turn.tasks import Task
from axon_desktop.errors import AxonError

if TYPE_CHECKING:
    from axon_desktop.agent.small_models.reply_checks import ReplyChecks


class Turn:
    """Runs one turn and leaves the conversation in a state from which it can continue, however the turn ends."""

    mode: AgentMode = "react"

    def __init__(
        self,
        setup: TurnSetup,
        shared: SharedState,
        interrupt: Interrupt,
        prompt: Prompt,
        *,
        resumed: bool = False,
        wrote: bool = False,
    ) -> None:
        self.prompt = prompt
        """The user's request."""
        self.resumed = resumed
        """Whether an earlier turn is continued."""
        self._setup = setup
        self._shared = shared
        self._interrupt = interrupt
        self.small = setup.small_model()
        """What a small model needs besides; None for others."""
        self._rounds = Rounds(setup, shared, interrupt, prompt, self.small)
        self._rounds.wrote = wrote
        self._end: AgentEvent | None = None

    @property
    def id(self) -> str:
        """Also the turn's id in the journal."""
        return self.prompt.turn_id

    @property
    def unfinished(self) -> int:
        """Messages at the end of the history that hold a broken-off reply; `resume` drops them."""
        return self._rounds.unfinished

    @property
    def state(self) -> AgentState:
        """What is being done now."""
        rounds = self._rounds
        if rounds.call is not None:
            return AgentState("acting", rounds.number, rounds.call)
        return AgentState("thinking", rounds.number, thought=rounds.partial)

    def resume(self, interrupt: Interrupt) -> Turn:
        """Return the turn that continues where this one ended, under the same id and with a fresh budget."""
        return Turn(self._setup, self._shared, interrupt, self.prompt, resumed=True, wrote=self._rounds.wrote)

    async def run(self) -> AgentEvent:
        """Emit the turn's events after `turn_started`, and return its one terminal event."""
        try:
            await self._work()
        except AxonError as error:
            self._end = self._failure(error)
        finally:
            thought = self._rounds.due_thought()
            last = self.settle()
        for event in (*thought, *last):
            await emit(event)
        assert self._end is not None
        return self._end

    def settle(self) -> list[AgentEvent]:
        """Complete the history; return the events that report it."""
        self._rounds.settle()
        return []

    async def _work(self) -> None:
        """Do what the turn is for and set `_end`."""
        task = Task(self.prompt.text, doubts=self._doubts, checks=self._checks(self.prompt.text))
        await self._rounds.run(task)
        self._end = self._rounds.end or Answer(turn_id=self.id, content=task.reply or "")

    @property
    def _doubts(self) -> bool:
        """Whether a reply that only claims to act is asked about."""
        return self._setup.provider.invents and not self.resumed

    def _checks(self, request: str) -> ReplyChecks | None:
        """Return what a small model's reply to a request is held against."""
        return self.small.reply_checks(request) if self._doubts and self.small is not None else None

    def _failure(self, error: AxonError) -> AgentEvent:
        partial = self._rounds.partial
        if self._interrupt.requested:
            return Cancelled(turn_id=self.id, partial=partial)
        return Error.of(error, self.id, partial)
