"""The reporter against Task Managers that work, do not, are slow or answer garbage."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from axon_desktop.agent_sync import reporter as reporter_module
from axon_desktop.agent_sync.clients.http import HttpTaskManagerClient
from axon_desktop.agent_sync.reporter import Reporter, ReporterState
from tests.agent_sync.clients.test_clients import free_port
from tests.agent_sync.scenes import REPORTED, planned_turn, tool_turn
from tests.agent_sync.task_manager import Canned, TaskManager, bad, good
from tests.waiting import PATIENCE

GARBAGE = Canned(200, b"<html>hello</html>")


class Watched:
    """A reporter whose state can be waited for."""

    def __init__(self, url: str, **options: Any) -> None:
        self._changed = threading.Condition()
        seconds = options.pop("seconds", 15.0)
        self.reporter = Reporter(
            lambda: HttpTaskManagerClient(url, seconds=seconds),
            "exec",
            on_change=self._tell,
            **({"first_pause": 0.01} | options),
        )

    def _tell(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def until(self, condition: Callable[[ReporterState], object]) -> ReporterState:
        with self._changed:
            assert self._changed.wait_for(lambda: condition(self.reporter.state), PATIENCE), self.reporter.state
            return self.reporter.state

    def close(self) -> None:
        self.reporter.close(PATIENCE)


def reported_steps(task_manager: TaskManager) -> list[tuple[str, str]]:
    """Return name and status of each step, in the order in which they were reported."""
    statuses = []
    for asked in task_manager.asked:
        if asked.parts[-1] == "steps":
            statuses.append((asked.body["step_name"], asked.body["status"]))
        elif len(asked.parts) == 5:
            statuses.append((task_manager.steps[asked.parts[4]]["step_name"], asked.body["status"]))
    return statuses


def test_turn_with_a_plan_is_reported_in_order(task_manager: TaskManager, tmp_path: Path) -> None:
    with closing(Watched(task_manager.url, session_id="talk")) as watched:
        asyncio.run(planned_turn(tmp_path, watched.reporter.take))
    assert task_manager.refused == []
    assert task_manager.sessions == {"exec": "talk"}
    assert reported_steps(task_manager) == REPORTED
    assert task_manager.asked[0].parts == ["api", "executions", "exec"]
    state = watched.reporter.state
    assert (state.condition, state.problem, state.dropped) == ("closed", None, 0)
    assert state.sent == len(REPORTED) + 1


def test_session_is_reported_once_and_again_when_it_is_another_one(task_manager: TaskManager) -> None:
    with closing(Watched(task_manager.url)) as watched:
        for turn in ("one", "two"):
            for event in tool_turn(["A"], turn):
                watched.reporter.take(event)
        watched.until(lambda state: not state.waiting)
        assert task_manager.sessions == {"exec": "one"}
        watched.reporter.use_session("other")
        for event in tool_turn([], "three"):
            watched.reporter.take(event)
    assert task_manager.sessions == {"exec": "other"}
    assert len([asked for asked in task_manager.asked if len(asked.parts) == 3]) == 2


def test_dead_task_manager_is_waited_for() -> None:
    port = free_port()
    with closing(Watched(f"http://127.0.0.1:{port}")) as watched:
        for event in tool_turn(["A", "B!"]):
            watched.reporter.take(event)
        state = watched.until(lambda state: state.problem)
        assert (state.condition, state.problem, state.sent) == ("failing", "unreachable", 0)
        assert state.reason == f"Connection failed to http://127.0.0.1:{port}"
        assert state.waiting == 5
        with TaskManager(port) as task_manager:
            state = watched.until(lambda state: not state.waiting)
            assert (state.condition, state.reason, state.sent, state.dropped) == ("good", "", 5, 0)
    assert [step["status"] for step in task_manager.steps.values()] == ["completed", "failed"]


def test_oldest_reports_are_dropped_and_the_last_state_of_a_step_still_arrives(task_manager: TaskManager) -> None:
    task_manager.gate.clear()
    with closing(Watched(task_manager.url, capacity=5)) as watched:
        events = [*tool_turn([str(number) for number in range(50)])]
        watched.reporter.take(events[0])
        task_manager.wait(1)  # the session is on its way
        for event in events[1:]:
            watched.reporter.take(event)
        assert watched.reporter.state.dropped == 95
        assert watched.reporter.state.waiting == 6
        task_manager.gate.set()
        watched.until(lambda state: not state.waiting)
    assert [(step["message"], step["status"]) for step in task_manager.steps.values()] == [
        ("47", "completed"),
        ("48", "completed"),
        ("49", "completed"),
    ]
    assert watched.reporter.state.dropped == 95


@pytest.mark.parametrize(
    ("canned", "problem", "tries"),
    [
        (bad(404, "There is no execution exec"), "rejected", 1),
        (bad(409, "It is over"), "rejected", 1),
        (bad(500, "broken"), "broken", 5),
        (GARBAGE, "unreadable", 5),
        (Canned(cut=True), "unreadable", 5),
    ],
)
def test_change_is_tried_again_where_that_may_help(
    task_manager: TaskManager, canned: Canned, problem: str, tries: int
) -> None:
    task_manager.canned = canned
    with closing(Watched(task_manager.url)) as watched:
        for event in tool_turn([]):
            watched.reporter.take(event)
        state = watched.until(lambda state: state.dropped)
    assert (state.condition, state.problem, len(task_manager.asked)) == ("failing", problem, tries)


@pytest.mark.parametrize(("canned", "tries"), [(bad(503, "busy"), 5), (GARBAGE, 1), (None, 1)])
def test_step_that_may_be_there_already_is_not_created_twice(
    task_manager: TaskManager, canned: Canned | None, tries: int
) -> None:
    limits = {"seconds": 2.0} if canned is None else {}  # enough for what is answered
    with closing(Watched(task_manager.url, **limits)) as watched:
        events = [*tool_turn(["A"])]
        watched.reporter.take(events[0])
        watched.until(lambda state: state.sent)
        task_manager.canned = canned
        if canned is None:
            task_manager.gate.clear()
        watched.reporter.take(events[1])
        state = watched.until(lambda state: state.dropped)
        assert state.problem == ("timeout" if canned is None else "broken" if tries > 1 else "unreadable")
        assert len(task_manager.asked) == 1 + tries
        task_manager.canned = None
        task_manager.gate.set()
        watched.reporter.take(events[2])
        state = watched.until(lambda state: not state.waiting)
    created = [asked for asked in task_manager.asked[1 + tries :] if asked.method == "POST"]
    assert len(created) == (1 if tries > 1 else 0)


def test_session_that_did_not_get_through_is_reported_with_the_next_turn(task_manager: TaskManager) -> None:
    task_manager.canned = bad(404, "not yet")
    with closing(Watched(task_manager.url, session_id="talk")) as watched:
        for event in tool_turn([], "one"):
            watched.reporter.take(event)
        watched.until(lambda state: state.dropped)
        task_manager.canned = None
        for event in tool_turn([], "two"):
            watched.reporter.take(event)
        watched.until(lambda state: state.sent)
    assert task_manager.sessions == {"exec": "talk"}


def test_late_answer_is_said_to_be_slow(task_manager: TaskManager, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reporter_module, "SLOW", 0.0)
    task_manager.canned = good({})
    with closing(Watched(task_manager.url)) as watched:
        begun = time.monotonic()
        for event in tool_turn([]):
            watched.reporter.take(event)
        state = watched.until(lambda state: state.sent)
        assert (state.condition, state.asked) == ("slow", None)
        assert 0.0 < state.seconds <= time.monotonic() - begun


def test_answer_that_is_waited_for_can_be_seen(task_manager: TaskManager, monkeypatch: pytest.MonkeyPatch) -> None:
    task_manager.gate.clear()
    with closing(Watched(task_manager.url)) as watched:
        for event in tool_turn(["A"]):
            watched.reporter.take(event)
        task_manager.wait(1)
        state = watched.until(lambda state: state.asked is not None)
        assert (state.condition, state.waiting) == ("idle", 3)
        monkeypatch.setattr(reporter_module, "SLOW", 0.0)
        assert watched.reporter.state.condition == "slow"
        task_manager.gate.set()


def test_end_does_not_wait_for_a_task_manager_that_is_not_there() -> None:
    watched = Watched(f"http://127.0.0.1:{free_port()}", first_pause=1_000.0)
    for event in tool_turn(["A"]):
        watched.reporter.take(event)
    watched.until(lambda state: state.problem)
    watched.close()  # would wait for a minute
    state = watched.reporter.state
    assert (state.condition, state.waiting, state.sent, state.dropped) == ("closed", 0, 0, 3)
    assert state.reason.startswith("Connection failed")
    for event in tool_turn(["B"]):
        watched.reporter.take(event)
    assert watched.reporter.state == state


def test_end_leaves_an_answer_that_does_not_come(task_manager: TaskManager) -> None:
    task_manager.gate.clear()
    watched = Watched(task_manager.url)
    for event in tool_turn(["A"]):
        watched.reporter.take(event)
    task_manager.wait(1)
    watched.reporter.close(0.01)
    assert watched.reporter.state.dropped == 3


def test_reporter_without_work_has_no_thread_and_asks_nobody(task_manager: TaskManager) -> None:
    before = threading.active_count()
    watched = Watched(task_manager.url)
    assert threading.active_count() == before
    watched.close()
    assert watched.reporter.state.condition == "closed"
    assert task_manager.asked == []


@pytest.mark.parametrize("kind", ["live", "dead", "silent", "garbage"])
def test_turn_never_waits_for_the_task_manager(task_manager: TaskManager, tmp_path: Path, kind: str) -> None:
    """The turn is over while no answer has come: nothing in it can have waited for one."""
    task_manager.gate.clear()
    task_manager.canned = GARBAGE if kind == "garbage" else None
    url = f"http://127.0.0.1:{free_port()}" if kind == "dead" else task_manager.url
    watched = Watched(url)
    events = asyncio.run(planned_turn(tmp_path, watched.reporter.take))
    state = watched.reporter.state
    assert state.sent == 0
    assert state.waiting == len(REPORTED) + 1
    assert events[-1].type == "answer"
    if kind != "silent":
        task_manager.gate.set()
    if kind == "live":
        watched.until(lambda state: not state.waiting)
        assert reported_steps(task_manager) == REPORTED
    elif kind == "garbage":
        assert watched.until(lambda state: state.problem).problem == "unreadable"
    watched.reporter.close(0.01)
