"""The properties of the agent-sync seed."""

from __future__ import annotations

import json
import os
from contextlib import closing
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from axon_desktop.agent_sync.clients.base import Answer, TaskManagerClientBase
from axon_desktop.agent_sync.clients.factory import create_task_manager_client
from axon_desktop.agent_sync.clients.http import HttpTaskManagerClient
from axon_desktop.agent_sync.clients.mock import MockTaskManagerClient
from axon_desktop.agent_sync.tools import STATUSES
from tests.agent_sync.calling import Call, call_tool, call_tools
from tests.agent_sync.task_manager import Canned, TaskManager

EXAMPLES = settings(max_examples=100)
ODD_TEXTS = st.sampled_from([" a ", "\tb\n", "null", "true", "1", '{"a": 1}', "%2F", "a/b", "?a=b#c", "e\u0301"])
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40) | ODD_TEXTS
NAMES = TEXTS.filter(bool)
IDS = NAMES.filter(lambda name: name not in (".", ".."))
GOOD = st.sampled_from(STATUSES)
ODD = st.sampled_from(["", "done", "Running", "COMPLETED", " failed", "skipped\n", "running,completed", "pending"])
BAD = (TEXTS | ODD).filter(lambda status: status not in STATUSES)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)
ENVELOPES = st.fixed_dictionaries(
    {}, optional={"success": st.booleans(), "error": JSON, "error_code": JSON, "data": JSON, "message": JSON}
)
BODIES = st.binary(max_size=40) | (ENVELOPES | JSON).map(lambda value: json.dumps(value).encode())
CANNED = st.builds(Canned, st.integers(200, 599), BODIES)


class BrokenClient(TaskManagerClientBase):
    """Fails in a way that nobody foresaw."""

    def patch_execution(self, execution_id: str, session_id: str) -> Answer:
        raise RuntimeError(execution_id)

    def create_step(
        self, execution_id: str, step_name: str, message: str | None = None, status: str | None = None
    ) -> Answer:
        raise LookupError(step_name)

    def patch_step(
        self, execution_id: str, step_id: str, status: str | None = None, message: str | None = None
    ) -> Answer:
        raise OSError(step_id)

    def health_check(self) -> Answer:
        raise ValueError


@st.composite
def calls(draw: st.DrawFn) -> Call:
    """Draw a call as a model may send it: right, wrong in a value, or wrong in its form."""
    known = ("update_execution_session", "create_step", "update_step", "health_check")
    name = draw(st.sampled_from(known) | TEXTS)
    right = {
        "execution_id": IDS,
        "session_id": NAMES,
        "step_id": IDS,
        "step_name": NAMES,
        "message": TEXTS,
        "status": GOOD,
    }
    wanted: dict[str, list[str]] = {
        "update_execution_session": ["execution_id", "session_id"],
        "create_step": ["execution_id", "step_name", "message", "status"],
        "update_step": ["execution_id", "step_id", "message", "status"],
    }
    values = {param: draw(right[param]) for param in wanted.get(name, [])}
    if draw(st.booleans()):
        values |= draw(st.dictionaries(st.sampled_from([*right, "more"]), JSON | BAD, max_size=2))
    return name, values


@EXAMPLES
@given(calls(), st.sampled_from(["mock", "http", "broken"]), CANNED)
def test_every_answer_of_a_tool_has_the_one_shape(
    shared_task_manager: TaskManager, call: Call, kind: str, canned: Canned
) -> None:
    """Feature: agent-sync-mcp, Property 1: answers have one shape.

    Validates: Requirements 1.2, 1.3, 2.2, 2.4, 3.6
    """
    shared_task_manager.canned = canned
    client: TaskManagerClientBase = {
        "mock": MockTaskManagerClient,
        "http": lambda: HttpTaskManagerClient(shared_task_manager.url),
        "broken": BrokenClient,
    }[kind]()
    with closing(client):
        (answer,) = call_tools(client, [call])
    if answer["success"] is True:
        assert isinstance(answer["data"], dict)
        assert "error" not in answer
    else:
        assert answer["success"] is False
        assert isinstance(answer["error"], str)
        assert answer["error"]
        assert answer.keys() <= {"success", "error", "error_code", "status_code"}


@EXAMPLES
@given(BAD, st.none() | TEXTS)
def test_unknown_status_is_refused(status: str, message: str | None) -> None:
    """Feature: agent-sync-mcp, Property 2: status values are checked.

    Validates: Requirements 3.2, 3.3
    """
    client = MockTaskManagerClient()
    step_id = client.create_step("e", "step", "before")["data"]["step_id"]
    answer = call_tool(client, "update_step", execution_id="e", step_id=step_id, status=status, message=message)
    assert answer == {
        "success": False,
        "error": f"Invalid status '{status}'. Must be one of: running, completed, failed, skipped",
    }
    assert (client.steps[step_id]["status"], client.steps[step_id]["message"]) == ("running", "before")


CHANGES = st.tuples(st.integers(0, 5), st.none() | GOOD, st.none() | TEXTS, st.booleans())


@EXAMPLES
@given(st.lists(st.tuples(IDS, st.none() | GOOD), max_size=4), st.lists(CHANGES, max_size=8), NAMES)
def test_mock_stores_what_was_reported(
    created: list[tuple[str, str | None]], changes: list[tuple[int, str | None, str | None, bool]], unknown: str
) -> None:
    """Feature: agent-sync-mcp, Property 3: the mock client's steps are as they were reported.

    Validates: Requirements 5.5
    """
    client = MockTaskManagerClient()
    model: dict[str, dict[str, Any]] = {}
    for execution, status in created:
        data = client.create_step(execution, "step", None, status)["data"]
        model[data["step_id"]] = {**data}
    assert len(model) == len(created)
    for place, status, message, stray in changes:
        if place >= len(model) or stray:
            execution, step_id = ("another", [*model][place]) if place < len(model) else ("e", f"no-{unknown}")
            answer = client.patch_step(execution + "'", step_id, status, message)
            assert answer == {"success": False, "error": f"Step {step_id} not found"}
        else:
            step_id = [*model][place]
            reported = {"status": status, "message": message}
            model[step_id] |= {name: value for name, value in reported.items() if value is not None}
            answer = client.patch_step(model[step_id]["execution_id"], step_id, status, message)
            assert answer["data"] == model[step_id]
    assert client.steps == model


SPELLINGS = st.sampled_from(["true", "TRUE", "True", "tRuE", "false", "1", "yes", " true", "true ", "", "truе"])


@EXAMPLES
@given(st.none() | SPELLINGS | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_variable_chooses_the_client(value: str | None) -> None:
    """Feature: agent-sync-mcp, Property 4: the factory makes the client that is asked for.

    Validates: Requirements 5.1, 5.2, 5.3
    """
    before = os.environ.pop("USE_MOCK_CLIENT", None)
    try:
        if value is not None:
            os.environ["USE_MOCK_CLIENT"] = value
        wanted = MockTaskManagerClient if (value or "").lower() == "true" else HttpTaskManagerClient
        assert type(create_task_manager_client()) is wanted
    finally:
        os.environ.pop("USE_MOCK_CLIENT", None)
        if before is not None:
            os.environ["USE_MOCK_CLIENT"] = before


@EXAMPLES
@given(st.integers(400, 599), BODIES, st.integers(0, 3))
def test_refusal_of_the_task_manager_keeps_its_status(
    shared_task_manager: TaskManager, status: int, body: bytes, which: int
) -> None:
    """Feature: agent-sync-mcp, Property 5: an HTTP error becomes an answer with its status.

    Validates: Requirements 6.7
    """
    shared_task_manager.canned = Canned(status, body)
    with closing(HttpTaskManagerClient(shared_task_manager.url)) as client:
        answer = [
            lambda: client.patch_execution("e", "s"),
            lambda: client.create_step("e", "step"),
            lambda: client.patch_step("e", "s", "failed"),
            client.health_check,
        ][which]()
    assert answer["success"] is False
    assert answer["status_code"] == status
    assert isinstance(answer["error"], str)
    try:
        envelope = json.loads(body)
    except ValueError:
        return
    if isinstance(envelope, dict):
        for name in ("error", "error_code"):
            if isinstance(envelope.get(name), str) and envelope[name]:
                assert answer[name] == envelope[name]


@EXAMPLES
@given(IDS, NAMES, st.none() | GOOD, st.none() | TEXTS, st.booleans())
def test_step_begins_with_the_given_status_or_running(
    shared_task_manager: TaskManager,
    execution: str,
    name: str,
    status: str | None,
    message: str | None,
    mock: bool,
) -> None:
    """Feature: agent-sync-mcp, Property 6: a new step has the given status, else it is running.

    Validates: Requirements 2.1, 2.4, 2.5
    """
    shared_task_manager.canned = None
    mocked = MockTaskManagerClient()
    client = mocked if mock else HttpTaskManagerClient(shared_task_manager.url)
    params = {"execution_id": execution, "step_name": name, "message": message, "status": status}
    with closing(client):
        answer = call_tool(client, "create_step", **params)
    kept = (mocked.steps if mock else shared_task_manager.steps)[answer["data"]["step_id"]]
    assert kept["status"] == answer["data"]["status"] == (status or "running")


@EXAMPLES
@given(IDS, IDS, NAMES, TEXTS, GOOD, st.integers(0, 3))
def test_params_reach_the_task_manager_unchanged(
    shared_task_manager: TaskManager, execution: str, step: str, name: str, text: str, status: str, which: int
) -> None:
    """Feature: agent-sync-mcp, Property 7: what is given to a tool arrives whole and unchanged.

    Validates: Requirements 1.1, 2.3, 3.1, 3.5
    """
    shared_task_manager.canned = None
    at = {"execution_id": execution}
    place = ["api", "executions", execution]
    call, parts, body = [
        (("update_execution_session", at | {"session_id": name}), place, {"session_id": name}),
        (
            ("create_step", at | {"step_name": name, "message": text, "status": status}),
            [*place, "steps"],
            {"step_name": name, "message": text, "status": status},
        ),
        (
            ("update_step", at | {"step_id": step, "status": status, "message": text}),
            [*place, "steps", step],
            {"status": status, "message": text},
        ),
        (("update_step", at | {"step_id": step, "message": text}), [*place, "steps", step], {"message": text}),
    ][which]
    with closing(HttpTaskManagerClient(shared_task_manager.url)) as client:
        call_tools(client, [call])
    asked = shared_task_manager.asked[-1]
    assert (asked.parts, asked.body) == (parts, body)
    assert not shared_task_manager.refused
