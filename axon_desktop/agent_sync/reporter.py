"""Reports Axon's own turns to a Task Manager, without ever delaying one.

A thread of its own sends the reports, one after another. While the Task Manager cannot be reached, new reports
wait; when too many wait, the oldest are dropped. Since a report holds the whole state of a step, a step whose
beginning was dropped appears as soon as a later report of it gets through.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from axon_desktop.agent.events import AgentEvent, TurnStarted
from axon_desktop.agent_sync.clients.base import Answer, Problem, TaskManagerClientBase, problem_of
from axon_desktop.agent_sync.delivery import Delivery
from axon_desktop.agent_sync.reports import ReportWriter, StepReport

SLOW = 3.0
"""Seconds after which an answer counts as slow, also one that has not come yet."""
_CAPACITY = 500
_PATIENCE = 2.0
_FIRST_PAUSE = 0.5

Condition: TypeAlias = Literal["idle", "good", "slow", "failing", "closed"]


@dataclass(frozen=True, slots=True)
class ReporterState:
    """State of the reporting."""

    condition: Condition = "idle"
    """No answer came yet; the last one was good, late, or missing; or the reporting has ended."""
    problem: Problem | None = None
    """Why it fails; at the end, the last problem."""
    reason: str = ""
    """The same in the words of the client or of the Task Manager."""
    seconds: float = 0.0
    """How long the last answer took, or how long one that is slow has taken so far."""
    asked: float | None = None
    """Since when an answer is waited for, by time.monotonic()."""
    waiting: int = 0
    """Reports that are not sent yet."""
    sent: int = 0
    """Reports that arrived."""
    dropped: int = 0
    """Reports that never will, as far as we know."""


class Reporter:
    """Takes the events of turns and reports them for one execution; may be used from any thread."""

    def __init__(
        self,
        make_client: Callable[[], TaskManagerClientBase],
        execution_id: str,
        *,
        session_id: str | None = None,
        on_change: Callable[[], None] = lambda: None,
        capacity: int = _CAPACITY,
        first_pause: float = _FIRST_PAUSE,
    ) -> None:
        """Report for this execution.

        Args:
            make_client: makes the client; called in the thread, since what it imports takes a moment.
            execution_id: the execution, as the Task Manager knows it.
            session_id: what Axon registers as its session; the id of the first turn where it is None.
            on_change: called after changes of `state`, in whatever thread; must not wait.
            capacity: reports that may wait.
            first_pause: seconds before the first new try; each further pause is twice as long.
        """
        self._make_client = make_client
        self._execution_id = execution_id
        self._on_change = on_change
        self._capacity = capacity
        self._first_pause = first_pause
        self._writer = ReportWriter()
        self._delivery: Delivery | None = None
        self._session = session_id
        self._registered: str | None = None
        """The session that the Task Manager knows, or that is being registered."""
        self._session_due = False
        self._waiting: deque[StepReport] = deque()
        self._sending = 0
        self._state = ReporterState()
        self._lock = threading.Condition()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._work, name="agent-sync", daemon=True)

    @property
    def state(self) -> ReporterState:
        """State of the reporting at this moment."""
        with self._lock:
            state = replace(self._state, waiting=self._left())
        if state.asked is None or state.condition == "failing":
            return state
        seconds = time.monotonic() - state.asked
        return replace(state, condition="slow", seconds=seconds) if seconds > SLOW else state

    def use_session(self, session_id: str) -> None:
        """Register this session with the next turn, if it is another one than before."""
        with self._lock:
            self._session = session_id

    def take(self, event: AgentEvent) -> None:
        """Queue the reports of an event; returns at once."""
        with self._lock:
            if self._closing.is_set():
                return
            if isinstance(event, TurnStarted):
                self._session = self._session or event.turn_id
                self._session_due = self._session_due or self._session != self._registered
            for report in self._writer.write(event):
                if len(self._waiting) >= self._capacity:
                    self._waiting.popleft()
                    self._state = replace(self._state, dropped=self._state.dropped + 1)
                self._waiting.append(report)
            if self._left() and self._thread.ident is None:
                self._thread.start()
            self._lock.notify_all()

    def close(self, patience: float = _PATIENCE) -> None:
        """Send what waits, unless that fails or takes longer than `patience` seconds; drop the rest."""
        with self._lock:
            self._closing.set()
            self._lock.notify_all()
        if self._thread.ident is not None:
            self._thread.join(patience)
        with self._lock:
            dropped = self._state.dropped + self._left()
            self._state = replace(self._state, condition="closed", asked=None, dropped=dropped)
            self._waiting.clear()
            self._session_due, self._sending = False, 0
        self._on_change()

    def _left(self) -> int:
        return len(self._waiting) + self._session_due + self._sending

    def _change(self, **fields: Any) -> None:
        """Set these fields of the state, unless it is over."""
        with self._lock:
            if self._state.condition == "closed":
                return
            self._state = replace(self._state, **fields)
        self._on_change()

    # In the thread

    def _work(self) -> None:
        with closing(self._make_client()) as client:
            self._delivery = Delivery(client, self._execution_id, self._closing, self._first_pause, self._on_try)
            while (job := self._next()) is not None:
                arrived = self._deliver(self._delivery, job)
                self._settle(arrived)
                if not arrived and self._closing.is_set():
                    return

    def _next(self) -> StepReport | str | None:
        """Wait for what is to be sent next, a session or a step; None when all is over."""
        with self._lock:
            self._lock.wait_for(lambda: self._left() or self._closing.is_set())
            if not self._left():
                return None
            self._sending = 1
            if self._session_due:
                self._session_due, self._registered = False, self._session
                return self._session
            return self._waiting.popleft()

    def _deliver(self, delivery: Delivery, job: StepReport | str) -> bool:
        if isinstance(job, StepReport):
            answer = delivery.send(job)
            return answer is not None and bool(answer["success"])
        arrived = bool(delivery.register(job)["success"])
        if not arrived:
            self._registered = None  # the next turn registers it again
        return arrived

    def _settle(self, arrived: bool) -> None:
        """Count a report that has arrived or is dropped."""
        with self._lock:
            if self._state.condition == "closed":
                return
            sent, dropped = self._state.sent + arrived, self._state.dropped + (not arrived)
            self._state = replace(self._state, sent=sent, dropped=dropped)
            self._sending = 0
        self._on_change()

    def _on_try(self, answer: Answer | None, seconds: float) -> None:
        """Record how a try went, or that one begins."""
        if answer is None:
            self._change(asked=time.monotonic())
        elif (problem := problem_of(answer)) is None:
            condition = "slow" if seconds > SLOW else "good"
            self._change(condition=condition, problem=None, reason="", seconds=seconds, asked=None)
        else:
            self._change(condition="failing", problem=problem, reason=answer["error"], seconds=seconds, asked=None)
