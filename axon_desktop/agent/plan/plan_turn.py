"""A turn in plan mode: a plan is made and reviewed, then its steps are done one after another."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from axon_desktop.agent.approval.approval import PlanAnswer
from axon_desktop.agent.events import (
    AgentEvent,
    AgentMode,
    Answer,
    PlanProposed,
    StepComplete,
    StepStarted,
    Stopped,
)
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.agent.plan.plan_prompts import closing_message, draft_message, show_step, step_message
from axon_desktop.agent.plan.plan_tasks import Drafting, StepTask
from axon_desktop.agent.setup import AgentState, Prompt, SharedState, TurnSetup
from axon_desktop.agent.turn.event_stream import emit
from axon_desktop.agent.turn.interrupt import Interrupt
from axon_desktop.agent.turn.tasks import Task
from axon_desktop.agent.turn.turn import Turn
from axon_desktop.llm.messages import Message

Stage: TypeAlias = Literal["draft", "review", "run"]


class PlanTurn(Turn):
    """Goes through the stages draft, review and run; may begin at any of them."""

    mode: AgentMode = "plan"

    def __init__(
        self,
        setup: TurnSetup,
        shared: SharedState,
        interrupt: Interrupt,
        prompt: Prompt,
        *,
        stage: Stage = "draft",
        plan: Plan | None = None,
        resumed: bool = False,
        wrote: bool = False,
        asked: bool = False,
    ) -> None:
        """Begin at `stage`: make a plan (another version of `plan`, if there is one), review `plan`, or run it."""
        super().__init__(setup, shared, interrupt, prompt, resumed=resumed, wrote=wrote)
        self._stage: Stage = stage
        self._plan = plan
        self._asked = asked
        """Whether the history holds the request for a plan already."""
        self._running: int | None = None
        """Id of the step that is being done."""

    @property
    def state(self) -> AgentState:
        """What is being done now."""
        if self._stage == "draft":
            return super().state
        if self._stage == "review" or self._plan is None:
            return AgentState("planning", self._rounds.number, plan=self._plan)
        ids = [step.id for step in self._plan.steps]
        return AgentState(
            "executing",
            self._rounds.number,
            self._rounds.call,
            thought=self._rounds.partial,
            plan=self._plan,
            step=ids.index(self._running) + 1 if self._running is not None else 0,
            total=len(ids),
        )

    def resume(self, interrupt: Interrupt) -> PlanTurn:
        """Return the turn that continues where this one ended; a step that failed is tried again."""
        plan = self._plan
        if plan is not None and self._stage == "run":
            for step in plan.steps:
                if step.status == "failed":
                    plan = plan.with_step(step.id, "pending")
        return PlanTurn(
            self._setup,
            self._shared,
            interrupt,
            self.prompt,
            stage=self._stage,
            plan=plan,
            resumed=True,
            wrote=self._rounds.wrote,
            asked=self._asked,
        )

    def settle(self) -> list[AgentEvent]:
        """Complete the history: a step that was cut off is to be done again."""
        super().settle()
        if self._running is None or self._plan is None:
            return []
        plan = self._plan.with_step(self._running, "pending")
        self._running = None
        return [self._publish(plan)]

    async def _work(self) -> None:
        while self._end is None and self._stage != "run":
            await (self._draft() if self._stage == "draft" else self._review())
        if self._end is None:
            await self._run_steps()

    async def _draft(self) -> None:
        """Let the model make a plan; without one the turn is over."""
        if not self._asked:
            self._add_message(draft_message(self._plan, native=self._setup.native))
            self._asked = True
        task = Drafting(self.prompt.text, self._plan, doubts=self._setup.provider.invents)
        await self._rounds.run(task)
        if task.plan is None:
            self._end = self._rounds.end or Answer(turn_id=self.id, content=task.reply or "")
            return
        self._stage = "review"
        await emit(self._publish(task.plan))

    async def _review(self) -> None:
        """Let the user approve, change, send back or discard the plan; what is finished stays as it is."""
        assert self._plan is not None
        plan = self._plan
        review = await self._interrupt.guard(lambda: self._setup.approver.review_plan(plan))
        edited = msgspec.structs.replace(plan.revised(review.plan.steps), goal=review.plan.goal)
        if review.answer is PlanAnswer.DISCARD:
            self._plan = self._shared.plan = None
            self._end = Stopped(turn_id=self.id, reason="plan_discarded", rounds=self._rounds.number)
        elif review.answer is PlanAnswer.REVISE:
            self._stage = "draft"
            self._asked = False
            if review.note.strip():
                self._add_message(review.note)
            await emit(self._publish(edited))
        else:
            self._stage = "run"
            await emit(self._publish(edited.with_status("approved")))

    async def _run_steps(self) -> None:
        """Do the steps strictly in their order."""
        assert self._plan is not None
        self._plan = self._plan.with_status("executing")
        report = ""
        while (step := self._plan.next_step) is not None:
            self._interrupt.check()
            report = await self._run_step(step.id)
            if self._end is not None:
                return
        if not report:
            task = Task(closing_message(self._plan))
            self._add_message(task.request)
            await self._rounds.run(task)
            if self._rounds.end is not None:
                self._end = self._rounds.end
                return
            report = task.reply or ""
            self._interrupt.check()
        if self._plan.status != "completed":
            await emit(self._publish(self._plan.with_status("completed")))
        self._end = Answer(turn_id=self.id, content=report)

    async def _run_step(self, step_id: int) -> str:
        """Do one step and return what came of it; sets `_end` when the plan cannot continue after it."""
        assert self._plan is not None
        self._running = step_id
        await emit(self._publish(self._plan.with_step(step_id, "running")))
        step = next(step for step in self._plan.steps if step.id == step_id)
        index, total = self._plan.steps.index(step), len(self._plan.steps)
        await emit(StepStarted(turn_id=self.id, step=step_id, index=index, total=total))
        self._interrupt.check()  # another turn may have begun, and the step is pending again
        self._add_message(step_message(self._plan, step, native=self._setup.native))
        task = StepTask(step, doubts=self._doubts, checks=self._checks(show_step(step)))
        await self._rounds.run(task)
        if self._rounds.end is not None:
            self._end = self._rounds.end
            return ""
        self._interrupt.check()
        failed = task.failure is not None
        result = task.failure if task.failure is not None else task.reply or ""
        plan = self._plan.with_step(step_id, "failed" if failed else "completed", result)
        self._running = None
        if failed:
            self._end = Stopped(turn_id=self.id, reason="plan_failed", rounds=self._rounds.number)
            plan = plan.with_status("failed")
        elif plan.next_step is None:
            plan = plan.with_status("completed")
        published = self._publish(plan)
        await emit(StepComplete(turn_id=self.id, step=step_id, result=result, success=not failed))
        await emit(published)
        return result

    def _publish(self, plan: Plan) -> PlanProposed:
        """Make this the newest state of the plan; return its event."""
        self._plan = self._shared.plan = plan
        return PlanProposed(turn_id=self.id, plan=plan)

    def _add_message(self, text: str) -> None:
        self._interrupt.check()  # the history may be another turn's by now
        self._shared.history.append(Message("user", text))
