"""Delivery of reports to the Task Manager: which request each needs, and when it is retried."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from tenacity import RetryCallState, Retrying, retry_if_result, sleep_using_event, stop_when_event_set
from tenacity.wait import wait_exponential

from axon_desktop.agent_sync.clients.base import Answer, Problem, TaskManagerClientBase, problem_of
from axon_desktop.agent_sync.reports import StepReport

_TRIES = 5
"""Tries at a Task Manager that answers, but not well; one that cannot be reached is waited for."""
_LONGEST_PAUSE = 30.0
_KNOWN_STEPS = 10_000
_CHANGES_AGAIN: frozenset[Problem] = frozenset({"timeout", "unreachable", "unreadable", "broken"})
"""When a change is sent again: it does no harm to make it twice."""
_CREATES_AGAIN: frozenset[Problem] = frozenset({"unreachable", "broken"})
"""When a step is created again: where it may be there already, it would be there twice."""


class Delivery:
    """Sends reports for one execution and remembers what the Task Manager calls our steps."""

    def __init__(
        self,
        client: TaskManagerClientBase,
        execution_id: str,
        closing: threading.Event,
        first_pause: float,
        on_try: Callable[[Answer | None, float], None],
    ) -> None:
        """Take the client.

        Args:
            client: the Task Manager.
            execution_id: the execution, as the Task Manager knows it.
            closing: once it is set, nothing is tried again.
            first_pause: seconds before the first new try; each further pause is twice as long.
            on_try: called for each try when it begins (None) and when it is over, with the answer and its seconds.
        """
        self.ids: dict[str, str | None] = {}
        """The Task Manager's ids of our steps; None where it may have the step, but its id did not reach us."""
        self._client = client
        self._execution_id = execution_id
        self._closing = closing
        self._wait = wait_exponential(first_pause, max=_LONGEST_PAUSE)
        self._on_try = on_try

    def register(self, session_id: str) -> Answer:
        """Report which session works on the execution."""
        return self._insist(_CHANGES_AGAIN, self._client.patch_execution, self._execution_id, session_id)

    def send(self, report: StepReport) -> Answer | None:
        """Create or change a step; None for one that cannot be changed, since its id is not known."""
        if report.key not in self.ids:
            return self._create(report)
        if (step_id := self.ids[report.key]) is None:
            return None
        return self._insist(
            _CHANGES_AGAIN, self._client.patch_step, self._execution_id, step_id, report.status, report.message
        )

    def _create(self, report: StepReport) -> Answer:
        answer = self._insist(
            _CREATES_AGAIN,
            self._client.create_step,
            self._execution_id,
            report.name,
            report.message or None,
            report.status,
        )
        if answer["success"]:
            self.ids[report.key] = answer["data"]["step_id"]
        elif problem_of(answer) in _CHANGES_AGAIN - _CREATES_AGAIN:
            self.ids[report.key] = None
        if len(self.ids) > _KNOWN_STEPS:
            del self.ids[next(iter(self.ids))]
        return answer

    def _insist(self, worth: frozenset[Problem], ask: Callable[..., Answer], *args: Any) -> Answer:
        """Ask until there is an answer other than these problems, or no tries are left."""

        def attempt() -> Answer:
            self._on_try(None, 0.0)
            begun = time.monotonic()
            answer = ask(*args)
            self._on_try(answer, time.monotonic() - begun)
            return answer

        return Retrying(
            retry=retry_if_result(lambda answer: problem_of(answer) in worth),
            wait=self._wait,
            stop=_Enough(self._closing),
            sleep=sleep_using_event(self._closing),
            retry_error_callback=_answer_of,
        )(attempt)


def _answer_of(tried: RetryCallState) -> Answer:
    assert tried.outcome is not None
    answer: Answer = tried.outcome.result()
    return answer


class _Enough(stop_when_event_set):
    """Stops retrying at the end of the program, or after `_TRIES`; an unreachable Task Manager is waited for."""

    def __call__(self, tried: RetryCallState) -> bool:
        return super().__call__(tried) or (
            tried.attempt_number >= _TRIES and problem_of(_answer_of(tried)) != "unreachable"
        )
