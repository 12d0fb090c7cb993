"""A Task Manager on loopback: it stores what is reported and refuses what docs/swagger.yaml does not describe.

It can also be set to answer with anything else, late, or not at all.
"""

from __future__ import annotations

import json
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self
from urllib.parse import unquote

import yaml
from jsonschema import Draft202012Validator

from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
CONTRACT = ROOT / "docs" / "swagger.yaml"


@cache
def contract() -> dict[str, Any]:
    document: dict[str, Any] = yaml.safe_load(CONTRACT.read_text(encoding="utf-8"))
    return document


def problems(schema: str, value: object) -> list[str]:
    """Return how a value breaks a schema of the contract."""
    root = {"$ref": f"#/components/schemas/{schema}", "components": contract()["components"]}
    return [error.message for error in Draft202012Validator(root).iter_errors(value)]


@dataclass(frozen=True)
class Asked:
    """A request."""

    method: str
    path: str
    """As it was sent, with what is percent-encoded."""
    body: Any
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def parts(self) -> list[str]:
        return [unquote(part) for part in self.path.strip("/").split("/")]


@dataclass(frozen=True)
class Canned:
    """An answer that is given whatever is asked."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    endless: bool = False
    """Whether the body is sent over and over, until the client leaves."""
    drip: bytes = b""
    """What is sent after the body, again and again, with pauses."""
    cut: bool = False
    """Whether the connection is cut before the answer."""


class TaskManager:
    """Runs in threads of its own, between `with` and its end."""

    def __init__(self, port: int = 0) -> None:
        self._port = port
        self.asked: list[Asked] = []
        self.refused: list[str] = []
        """How requests broke the contract."""
        self.sessions: dict[str, str] = {}
        self.steps: dict[str, dict[str, Any]] = {}
        self.canned: Canned | None = None
        self.gate = threading.Event()
        """Answers wait until it is open."""
        self.gate.set()
        self.changed = threading.Condition()
        self._connections: list[socket.socket] = []

    def __enter__(self) -> Self:
        manager = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def setup(self) -> None:
                super().setup()
                manager._connections.append(self.connection)

            def handle_one_request(self) -> None:
                try:
                    super().handle_one_request()
                except ConnectionError:  # the client has left
                    self.close_connection = True

            def do_GET(self) -> None:
                manager._serve(self)

            do_POST = do_PATCH = do_GET  # noqa: N815 - names of the standard library

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
                """Say nothing."""

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            block_on_close = False

        self._server = Server(("127.0.0.1", self._port), Handler)
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.gate.set()
        self._server.shutdown()
        self._server.server_close()
        for connection in self._connections:
            with suppress(OSError):  # it is closed already
                connection.shutdown(socket.SHUT_RDWR)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def wait(self, asked: int, seconds: float = 60) -> None:
        """Wait until `asked` requests have come."""
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.asked) >= asked, seconds), self.asked

    def _serve(self, handler: BaseHTTPRequestHandler) -> None:
        data = handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
        headers = {name.lower(): value for name, value in handler.headers.items()}
        asked = Asked(handler.command, handler.path, json.loads(data) if data else None, headers)
        with self.changed:
            self.asked.append(asked)
            self.changed.notify_all()
        self.gate.wait(PATIENCE)
        with self.changed:
            canned = self.canned or self._answer(asked)
        if canned.cut:
            handler.close_connection = True
            return
        length = {} if canned.endless or canned.drip else {"Content-Length": str(len(canned.body))}
        lines = {"Content-Type": "application/json", **length, **canned.headers}
        head = f"HTTP/1.1 {canned.status} Status\r\n" + "".join(f"{k}: {v}\r\n" for k, v in lines.items()) + "\r\n"
        handler.wfile.write(head.encode() + canned.body)
        while canned.endless:
            handler.wfile.write(canned.body)
        while canned.drip:
            handler.wfile.write(canned.drip)
            threading.Event().wait(0.02)

    def _answer(self, asked: Asked) -> Canned:
        match asked.method, asked.parts:
            case "GET", ["api", "health"]:
                return good({"status": "ok"})
            case "PATCH", ["api", "executions", execution]:
                if said := problems("ExecutionPatch", asked.body):
                    return self._refuse(said)
                self.sessions[execution] = asked.body["session_id"]
                return good({"execution_id": execution, **asked.body})
            case "POST", ["api", "executions", execution, "steps"]:
                if said := problems("StepCreate", asked.body):
                    return self._refuse(said)
                step = {"status": "running", **asked.body, "execution_id": execution}
                step["step_id"] = f"step-{len(self.steps) + 1}"
                self.steps[step["step_id"]] = step
                return good(step, 201)
            case "PATCH", ["api", "executions", execution, "steps", step_id]:
                if said := problems("StepPatch", asked.body):
                    return self._refuse(said)
                found = self.steps.get(step_id)
                if found is None or found["execution_id"] != execution:
                    return bad(404, f"There is no step {step_id}", "NOT_FOUND")
                found |= asked.body
                return good(found)
            case _:
                return self._refuse([f"nothing serves {asked.method} {asked.path}"])

    def _refuse(self, said: list[str]) -> Canned:
        self.refused += said
        return bad(400, "; ".join(said), "INVALID_REQUEST")


def good(data: dict[str, Any], status: int = 200) -> Canned:
    return Canned(status, json.dumps({"success": True, "message": "done", "data": data}).encode())


def bad(status: int, error: str, code: str | None = None) -> Canned:
    body = {"success": False, "error": error} | ({"error_code": code} if code else {})
    return Canned(status, json.dumps(body).encode())
