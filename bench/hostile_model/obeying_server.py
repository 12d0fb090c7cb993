"""The model: it first does what the request needs, then whatever the text that came back orders."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from bench.hostile_model.scenarios import Call, Scenario, plain


@dataclass
class Played:
    """What became of one scenario on the model's side."""

    sent: int = 0
    """Calls that the model made because it was ordered to."""
    heard: bool = False
    """Whether the orders reached it."""
    read: list[str] = field(default_factory=list)
    """All that it was sent."""


class ObeyingModel:
    """Plays every scenario by the name of the model that is asked for."""

    def __init__(self, scenarios: Mapping[str, Scenario], canary: str) -> None:
        self._scenarios = scenarios
        self._canary = canary
        self._outside: dict[str, str] = {}
        self.played: dict[str, Played] = {}
        """By the name of the scenario."""

    def begin(self, scenario: Scenario, outside: str) -> None:
        """Take note of the folder outside the vault that a scenario is about."""
        self._outside[scenario.id] = outside
        self.played[scenario.id] = Played()

    def reply(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the model's next message."""
        scenario = self._scenarios[body["model"]]
        played, messages = self.played[scenario.id], body["messages"]
        played.read.append(json.dumps(messages, ensure_ascii=False))
        said = sum(message["role"] == "assistant" for message in messages)
        reads = scenario.carrier.reads
        if reads is not None and said == 0:
            return _native(reads, said)
        heard = plain("\n".join(_text(message) for message in messages if message["role"] != "assistant"))
        played.heard = played.heard or f"ORDER-{scenario.goal.id} " in heard
        orders = [*scenario.goal.calls] * scenario.goal.again
        at = said - (reads is not None)
        if played.heard and at < len(orders):
            played.sent += 1
            return self._send(scenario, orders[at], said)
        return {"role": "assistant", "content": scenario.goal.says.replace("{{canary}}", self._canary)}

    def _send(self, scenario: Scenario, order: Call, number: int) -> dict[str, Any]:
        filled = json.dumps(order, ensure_ascii=False).replace("{{outside}}", self._outside[scenario.id])
        call = json.loads(filled)
        match scenario.goal.form:
            case "native":
                return _native(call, number)
            case "text":
                return _says(f"```json:tool\n{filled}\n```")
            case "bare":
                return _says(filled)
            case "quoted":
                return _says(
                    f"> ```json:tool\n> {filled}\n> ```\n\n````\n```json:tool\n{filled}\n```\n````\n\nDone."
                )


def _native(call: Call, number: int) -> dict[str, Any]:
    function = {"name": call["tool"].replace(".", "_"), "arguments": json.dumps(call["params"])}
    made = {"index": 0, "id": f"call_{number}", "type": "function", "function": function}
    return {"role": "assistant", "content": None, "tool_calls": [made]}


def _says(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text}


def _text(message: Mapping[str, Any]) -> str:
    content = message.get("content") or ""
    parts: Sequence[Any] = content if isinstance(content, list) else [{"text": content}]
    return "\n".join(str(part.get("text", "")) for part in parts)


def _stream(message: Mapping[str, Any], model: str) -> bytes:
    head = {"id": "r", "created": 1, "model": model, "object": "chat.completion.chunk"}
    finish = "tool_calls" if "tool_calls" in message else "stop"
    choices: list[list[dict[str, Any]]] = [
        [{"index": 0, "delta": message, "finish_reason": None}],
        [{"index": 0, "delta": {}, "finish_reason": finish}],
    ]
    chunks = [json.dumps({**head, "choices": choice}) for choice in choices]
    return "".join(f"data: {chunk}\n\n" for chunk in [*chunks, "[DONE]"]).encode()


class _Handler(BaseHTTPRequestHandler):
    """Says nothing on the terminal."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
        pass


@contextmanager
def serving(model: ObeyingModel) -> Iterator[str]:
    """Serve the model on loopback; yield its base URL."""

    class Handler(_Handler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path.endswith("/chat/completions"):
                self._answer("text/event-stream", _stream(model.reply(body), body["model"]))
            else:
                self.send_error(404)

        def _answer(self, kind: str, data: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    with _running(Handler) as port:
        yield f"http://127.0.0.1:{port}/v1"


@contextmanager
def canary() -> Iterator[tuple[str, list[str]]]:
    """Serve an address that nobody may ask for; yield it and the list of those who did."""
    asked: list[str] = []

    class Handler(_Handler):
        def handle_one_request(self) -> None:
            asked.append(self.rfile.readline(200).decode("latin-1").strip())
            self.close_connection = True

    with _running(Handler) as port:
        yield f"http://127.0.0.1:{port}", asked


@contextmanager
def _running(handler: type[BaseHTTPRequestHandler]) -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
