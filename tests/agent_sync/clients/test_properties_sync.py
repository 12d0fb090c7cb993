"""The properties of the agent-sync seed."""

from __future__ import annotations

import json
import os
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from axon_desktop.agent_sync.clients.base import Answer, TaskManagerClientBase
from axon_desktop.agent_sync.clients.factory import create_task_manager_client
from axon_desktop.agent_sync.clients.http import HttpTaskManagerClient
from axon_desktop.agent_sync.clients.mock import MockTaskManagerClient
from axon_desktop.agent_sync.tools import STATUSES
from tests.agent_sync.calling import Ask, Call
from tests.agent_sync.task_manager import Canned, TaskManager

EXAMPLES = settings(max_examples=100)
ODD_TEXTS = st.sampled_from(
    ["", " a ", "\tb\n", "null", "true", "1", '{"a": 1}', "%2F", "a/b", "?a=b#c", "e\u0301"]
)
LONG_TEXTS = st.sampled_from(["word " * 100, "中文" * 400, "line\n" * 300])
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | ODD_TEXTS | LONG_TEXTS
NAMES = TEXTS.filter(bool)
IDS = NAMES.filter(lambda name: name not in (".", ".."))
GOOD = st.sampled_from(STATUSES)
ODD = st.sampled_from(
    [
        "", "done", "Running", "COMPLETED", " failed", "skipped\n", "running,completed", "pending", "run",
        "completed.", "null", "failed\0", "ｆailed", "complete", "runnin", "skipped ",
    ]
)  # fmt: skip
BAD = (TEXTS | ODD).filter(lambda status: status not in STATUSES)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.lists(st.tuples(TEXTS, inner), max_size=3).map(dict),
    max_leaves=3,
)
SAID = st.sampled_from(["", "It broke.", "坏了", " "]) | JSON
ENVELOPES = st.fixed_dictionaries(
    {},
    optional={
        "success": st.booleans(),
        "error": SAID,
        "error_code": SAID,
        "data": JSON | st.just({}),
        "message": SAID,
    },
)
BODIES = st.binary(max_size=20) | (ENVELOPES | JSON).map(lambda value: json.dumps(value).encode())
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
def calls(draw: st.DrawFn) -> tuple[Call, bool]:
    """Draw a call as a model may send it, and whether it is right: else it is wrong in a value or in its form."""
    known = ("update_execution_session", "create_step", "update_step", "health_check")
    name = draw(st.sampled_from(known) | st.sampled_from(known) | TEXTS)
    values: dict[str, Any] = {}
    if name in known[:3]:
        values["execution_id"] = draw(IDS)
        more = {known[0]: ("session_id", NAMES), known[1]: ("step_name", NAMES), known[2]: ("step_id", IDS)}
        param, strategy = more[name]
        values[param] = draw(strategy)
    if name in known[1:3]:
        values |= draw(st.fixed_dictionaries({}, optional={"message": TEXTS, "status": GOOD}))
    if wrong := draw(st.booleans()):
        params = ["execution_id", "session_id", "step_id", "step_name", "message", "status", "more"]
        values |= draw(st.lists(st.tuples(st.sampled_from(params), JSON | BAD), max_size=2).map(dict))
    return (name, values), name in known and name != "update_step" and not wrong


@EXAMPLES
@given(calls(), st.sampled_from(["mock", "mock", "http", "broken"]), CANNED)
def test_every_answer_of_a_tool_has_the_one_shape(
    shared_task_manager: TaskManager,
    shared_client: HttpTaskManagerClient,
    ask: Ask,
    drawn: tuple[Call, bool],
    kind: str,
    canned: Canned,
) -> None:
    """Feature: agent-sync-mcp, Property 1: answers have one shape.

    Validates: Requirements 1.2, 1.3, 2.2, 2.4, 3.6
    """
    call, is_right = drawn
    shared_task_manager.canned = canned
    client: TaskManagerClientBase = {
        "mock": MockTaskManagerClient,
        "http": lambda: shared_client,
        "broken": BrokenClient,
    }[kind]()
    answer = ask(client, call)
    if kind != "http":
        assert answer["success"] is True or not (is_right and kind == "mock")
        assert answer["success"] is False or kind == "mock"
    if answer["success"] is True:
        assert isinstance(answer["data"], dict)
        assert isinstance(answer["message"], str)
        assert answer.keys() == {"success", "message", "data"}
    else:
        assert answer["success"] is False
        assert isinstance(answer["error"], str)
        assert answer["error"].strip()
        assert answer.keys() <= {"success", "error", "error_code", "status_code"}


@EXAMPLES
@given(BAD, st.none() | TEXTS)
@example("Running", None)
@example(" failed", "after")
@example("", None)
@example("run", None)
def test_unknown_status_is_refused(ask: Ask, status: str, message: str | None) -> None:
    """Feature: agent-sync-mcp, Property 2: status values are checked.

    Validates: Requirements 3.2, 3.3
    """
    client = MockTaskManagerClient()
    step_id = client.create_step("e", "step", "before")["data"]["step_id"]
    params = {"execution_id": "e", "step_id": step_id, "status": status, "message": message}
    answer = ask(client, ("update_step", params))
    assert answer == {
        "success": False,
        "error": f"Invalid status '{status}'. Must be one of: running, completed, failed, skipped",
    }
    assert (client.steps[step_id]["status"], client.steps[step_id]["message"]) == ("running", "before")


CHANGES = st.tuples(
    st.integers(0, 3), st.none() | GOOD | GOOD, st.none() | TEXTS, st.integers(0, 3).map(lambda at: at == 3)
)


@EXAMPLES
@given(st.lists(st.tuples(IDS, st.none() | GOOD), max_size=3), st.lists(CHANGES, min_size=1, max_size=6), NAMES)
@example([("e", None)], [(0, "completed", None, False), (0, "running", "again", False), (0, None, "", False)], "x")
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
@given(
    st.sampled_from([400, 404, 422, 499, 500, 502, 503, 599]) | st.integers(400, 599), BODIES, st.integers(0, 3)
)
@example(502, b"<html>Bad gateway</html>", 0)
@example(500, b'{"success": true, "data": {}}', 1)
@example(404, b'{"success": false, "error": " ", "error_code": "NOT_FOUND"}', 2)
@example(409, b'{"success": false, "error": "It ended already."}', 0)
def test_refusal_of_the_task_manager_keeps_its_status(
    shared_task_manager: TaskManager, shared_client: HttpTaskManagerClient, status: int, body: bytes, which: int
) -> None:
    """Feature: agent-sync-mcp, Property 5: an HTTP error becomes an answer with its status.

    Validates: Requirements 6.7
    """
    shared_task_manager.canned = Canned(status, body)
    answer = [
        lambda: shared_client.patch_execution("e", "s"),
        lambda: shared_client.create_step("e", "step"),
        lambda: shared_client.patch_step("e", "s", "failed"),
        shared_client.health_check,
    ][which]()
    assert answer["success"] is False
    assert answer["status_code"] == status
    assert isinstance(answer["error"], str)
    assert answer["error"].strip()
    try:
        envelope = json.loads(body)
    except ValueError:
        return
    if isinstance(envelope, dict):
        for name in ("error", "error_code"):
            if isinstance(envelope.get(name), str) and envelope[name].strip():
                assert answer[name] == envelope[name]


@EXAMPLES
@given(IDS, NAMES, st.none() | GOOD | GOOD, st.none() | TEXTS, st.booleans())
def test_step_begins_with_the_given_status_or_running(
    shared_task_manager: TaskManager,
    shared_client: HttpTaskManagerClient,
    ask: Ask,
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
    params = {"execution_id": execution, "step_name": name, "message": message, "status": status}
    given = {param: value for param, value in params.items() if value is not None}
    answer = ask(mocked if mock else shared_client, ("create_step", given))
    kept = (mocked.steps if mock else shared_task_manager.steps)[answer["data"]["step_id"]]
    assert kept["status"] == answer["data"]["status"] == (status or "running")


@st.composite
def right_calls(draw: st.DrawFn) -> tuple[Call, list[str], dict[str, str]]:
    """Draw a call with each optional parameter alone, both, or none, and the request that it must become."""
    execution = draw(IDS)
    place = ["api", "executions", execution]
    optional = draw(st.sampled_from([["status"], ["message"], ["status", "message"], []]))
    given = {param: draw(GOOD if param == "status" else TEXTS) for param in optional}
    kind = draw(st.sampled_from(["session", "create", "update", "update"]))
    if kind == "session":
        body = {"session_id": draw(NAMES)}
        return ("update_execution_session", {"execution_id": execution, **body}), place, body
    if kind == "create":
        body = {"step_name": draw(NAMES), **given}
        call = "create_step", {"execution_id": execution, **body}
        return call, [*place, "steps"], {"status": "running", **body}
    step, body = draw(IDS), given or {"status": "skipped"}
    return ("update_step", {"execution_id": execution, "step_id": step, **body}), [*place, "steps", step], body


@EXAMPLES
@given(right_calls())
@example(
    (
        ("update_execution_session", {"execution_id": "E", "session_id": "Session-7A"}),
        ["api", "executions", "E"],
        {"session_id": "Session-7A"},
    )
)
@example(
    (
        ("update_step", {"execution_id": "e", "step_id": "s", "status": "failed"}),
        ["api", "executions", "e", "steps", "s"],
        {"status": "failed"},
    )
)
@example(
    (
        ("update_step", {"execution_id": "e", "step_id": "s", "message": ""}),
        ["api", "executions", "e", "steps", "s"],
        {"message": ""},
    )
)
def test_params_reach_the_task_manager_unchanged(
    shared_task_manager: TaskManager,
    shared_client: HttpTaskManagerClient,
    ask: Ask,
    drawn: tuple[Call, list[str], dict[str, str]],
) -> None:
    """Feature: agent-sync-mcp, Property 7: what is given to a tool arrives whole and unchanged.

    Validates: Requirements 1.1, 2.3, 3.1, 3.5
    """
    call, parts, body = drawn
    shared_task_manager.canned = None
    before = len(shared_task_manager.asked)
    ask(shared_client, call)
    (asked,) = shared_task_manager.asked[before:]
    assert (asked.parts, asked.body) == (parts, body)
    assert not shared_task_manager.refused
