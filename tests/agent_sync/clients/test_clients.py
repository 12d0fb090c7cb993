"""The HTTP client against a real server: the error table of the seed, and servers that answer anything."""

import socket
from collections.abc import Iterator
from contextlib import closing

import pytest

from axon_desktop.agent_sync.clients.base import problem_of
from axon_desktop.agent_sync.clients.bounds import MAX_ANSWER
from axon_desktop.agent_sync.clients.factory import create_task_manager_client
from axon_desktop.agent_sync.clients.http import HttpTaskManagerClient
from tests.agent_sync.task_manager import Canned, TaskManager, bad, contract


@pytest.fixture
def client(task_manager: TaskManager) -> Iterator[HttpTaskManagerClient]:
    with closing(HttpTaskManagerClient(task_manager.url)) as client:
        yield client


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def test_session_steps_and_health_arrive(task_manager: TaskManager, client: HttpTaskManagerClient) -> None:
    assert client.health_check() == {"success": True, "message": "done", "data": {"status": "ok"}}
    assert client.patch_execution("e/1", "s")["success"] is True
    step_id = client.create_step("e/1", "look", "at it")["data"]["step_id"]
    assert client.patch_step("e/1", step_id, "completed")["data"] == {
        "step_id": step_id,
        "execution_id": "e/1",
        "step_name": "look",
        "message": "at it",
        "status": "completed",
    }
    assert task_manager.sessions == {"e/1": "s"}
    assert [asked.path for asked in task_manager.asked][1:3] == [
        "/api/executions/e%2F1",
        "/api/executions/e%2F1/steps",
    ]


def test_no_answer_in_time_is_a_timeout(task_manager: TaskManager) -> None:
    task_manager.gate.clear()
    with closing(HttpTaskManagerClient(task_manager.url, seconds=0.2)) as client:
        answer = client.create_step("e", "step")
    assert answer == {"success": False, "error": "Request timeout"}
    assert problem_of(answer) == "timeout"


def test_nobody_there_is_a_failed_connection() -> None:
    url = f"http://127.0.0.1:{free_port()}"
    with closing(HttpTaskManagerClient(url)) as client:
        answer = client.health_check()
    assert answer == {"success": False, "error": f"Connection failed to {url}"}
    assert problem_of(answer) == "unreachable"


@pytest.mark.parametrize(
    ("status", "problem"), [(400, "rejected"), (404, "rejected"), (409, "rejected"), (500, "broken")]
)
def test_refusal_is_reported_with_its_code(
    task_manager: TaskManager, client: HttpTaskManagerClient, status: int, problem: str
) -> None:
    task_manager.canned = bad(status, "no", "CODE")
    answer = client.patch_step("e", "s", "failed")
    assert answer == {"success": False, "error": "no", "error_code": "CODE", "status_code": status}
    assert problem_of(answer) == problem


@pytest.mark.parametrize(
    "body",
    [
        b"<html>hello</html>",
        b"",
        b"\xff\xfe\x00",
        b"[]",
        b'"ok"',
        b"[" * 100_000,
        b'{"success": true}',
        b'{"success": "yes", "data": {"step_id": "1"}}',
        b'{"success": true, "data": {}}',
        b'{"success": true, "data": {"step_id": 7}}',
        b'{"success": true, "data": {"step_id": "1", "status": "odd"}}',
        b'{"success": true, "data": [1]}',
        b'{"success": true, "message": {}, "data": {"step_id": "1"}}',
    ],
)
def test_answer_that_makes_no_sense_is_said_to_be_invalid(
    task_manager: TaskManager, client: HttpTaskManagerClient, body: bytes
) -> None:
    task_manager.canned = Canned(201, body)
    answer = client.create_step("e", "step")
    assert answer["success"] is False
    assert answer["error"].startswith("Invalid response")
    assert problem_of(answer) == "unreadable"


@pytest.mark.parametrize(
    ("canned", "error"),
    [
        (Canned(200, b"x" * 65_536, endless=True), "Invalid response: too long or packed"),
        (Canned(200, b"x" * (MAX_ANSWER + 1)), "Invalid response: too long or packed"),
        (Canned(200, b"x", {"Content-Encoding": "gzip"}), "Invalid response: too long or packed"),
        (Canned(cut=True), "Request failed: Server disconnected without sending a response."),
        (Canned(302, b"", {"Location": "http://127.0.0.1:9/"}), "Unexpected answer: HTTP 302"),
        (Canned(204), "Unexpected answer: HTTP 204"),
        (Canned(200, b'{"success": false, "error": "not today"}'), "not today"),
        (Canned(503, b"<html>busy"), "The Task Manager answered HTTP 503"),
    ],
)
def test_odd_server_becomes_an_answer(
    task_manager: TaskManager, client: HttpTaskManagerClient, canned: Canned, error: str
) -> None:
    task_manager.canned = canned
    answer = client.health_check()
    assert (answer["success"], answer["error"]) == (False, error)


def test_answer_that_never_ends_is_a_timeout(task_manager: TaskManager) -> None:
    task_manager.canned = Canned(200, b"", {"Transfer-Encoding": "chunked"}, drip=b"1\r\n \r\n")
    with closing(HttpTaskManagerClient(task_manager.url, seconds=0.3)) as client:
        assert client.health_check() == {"success": False, "error": "Request timeout"}


@pytest.mark.parametrize("name", ["", ".", ".."])
def test_id_that_would_name_another_path_is_not_sent(
    task_manager: TaskManager, client: HttpTaskManagerClient, name: str
) -> None:
    assert client.patch_execution(name, "s") == {"success": False, "error": f"Invalid id '{name}'"}
    assert client.patch_step("e", name, "failed")["success"] is False
    assert task_manager.asked == []


def test_a_lone_surrogate_is_not_sent(client: HttpTaskManagerClient) -> None:
    for answer in (client.create_step("\ud800", "step"), client.create_step("e", "\ud800")):
        assert answer == {"success": False, "error": "Invalid parameters: a text is not valid Unicode"}


@pytest.mark.parametrize(
    ("url", "error"),
    [
        ("localhost:8080", "The address is no http address: localhost:8080"),
        ("http://[", "The address is no http address: http://["),
        ("http://me:secret@127.0.0.1:1", "Connection failed to http://127.0.0.1:1"),
    ],
)
def test_wrong_address_is_named_without_its_password(url: str, error: str) -> None:
    with closing(HttpTaskManagerClient(url)) as client:
        assert client.health_check() == {"success": False, "error": error}


def test_address_comes_from_the_environment(task_manager: TaskManager, monkeypatch: pytest.MonkeyPatch) -> None:
    assert HttpTaskManagerClient().base_url == "http://localhost:8080"
    monkeypatch.setenv("TASK_MANAGER_URL", f" {task_manager.url}/ ")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")  # nothing on this machine is behind it
    with closing(create_task_manager_client()) as client:
        assert client.health_check()["success"] is True


def test_client_can_be_used_again_after_its_end(client: HttpTaskManagerClient) -> None:
    for _ in range(2):
        assert client.health_check()["success"] is True
        client.close()


def test_proxy_that_cannot_be_used_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "socks9://127.0.0.1:1")
    with closing(HttpTaskManagerClient("http://tasks.example")) as client:
        assert client.health_check()["error"].startswith("The proxy that the environment names cannot be used")


def test_contract_names_what_the_seed_names() -> None:
    paths = contract()["paths"].items()
    assert {(method, path) for path, item in paths for method in item if method != "parameters"} == {
        ("patch", "/api/executions/{execution-id}"),
        ("post", "/api/executions/{execution-id}/steps"),
        ("patch", "/api/executions/{execution-id}/steps/{step-id}"),
        ("get", "/api/health"),
    }
    statuses = contract()["components"]["schemas"]["StepStatus"]["enum"]
    assert statuses == ["running", "completed", "failed", "skipped"]
