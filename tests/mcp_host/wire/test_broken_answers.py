"""Answers that are no valid messages: what can be mended is, and anything else ends its own call at once."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp_types import JSONRPCResponse

from axon_desktop.mcp_host.config.config import ServerConfig
from axon_desktop.mcp_host.processes.log_ring import LogRing
from axon_desktop.mcp_host.wire.http_transport import _Events
from axon_desktop.mcp_host.wire.inbound import Inbox
from tests.mcp_host.crude_server import raw_answer
from tests.mcp_host.scenes import call, crude, ready, running, server

SOON = 10.0
"""Seconds; a call that is not answered takes thirty."""
TOOLS = [{"name": name, "description": name, "inputSchema": {"type": "object"}} for name in ("raw", "echo")]
DEEP = "[" * 50_000 + "]" * 50_000


def answer(words: str) -> str:
    return '{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"' + words + '"}]}}'


class Crude(BaseHTTPRequestHandler):
    """A server at an address: its path says whether it answers with JSON or with events."""

    def do_GET(self) -> None:
        self.send_error(405)

    def do_POST(self) -> None:
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if "id" not in message:
            self.send_response(202)
            self.end_headers()
            return
        body = self._answer(message["id"], message["method"], message.get("params") or {})
        events = self.path in ("/events", "/open")
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream" if events else "application/json")
        self.end_headers()
        self.wfile.write(
            b"".join(b"data: " + line + b"\n\n" for line in body.split(b"\n")) if events else body,
        )
        if self.path == "/open":
            self.rfile.read(1)  # more events may come, until the client has had enough

    def _answer(self, id_: object, method: str, params: dict[str, Any]) -> bytes:
        result: dict[str, Any]
        match method:
            case "initialize":
                info = {"name": "crude", "version": "1"}
                version = params["protocolVersion"]
                result = {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info}
            case "tools/list":
                result = {"tools": TOOLS}
            case "tools/call" if params["name"] == "raw":
                return raw_answer(id_, params["arguments"]["text"])
            case "tools/call":
                result = {"content": [{"type": "text", "text": params["arguments"]["text"]}]}
            case _:
                error = {"code": -32601, "message": "no"}
                return json.dumps({"jsonrpc": "2.0", "id": id_, "error": error}).encode()
        return json.dumps({"jsonrpc": "2.0", "id": id_, "result": result}).encode()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@contextmanager
def serving(way: str, folder: Path) -> Iterator[ServerConfig]:
    if way == "stdio":
        file = folder / "tools.json"
        file.write_text(json.dumps(TOOLS))
        yield crude("crude", "normal", file)
        return
    with ThreadingHTTPServer(("127.0.0.1", 0), Crude) as http:
        threading.Thread(target=http.serve_forever, daemon=True).start()
        yield ServerConfig(name="crude", url=f"http://127.0.0.1:{http.server_port}/{way}")
        http.shutdown()


def ask(way: str, folder: Path, text: str) -> tuple[str | None, str | None]:
    """Return what a call gives that is answered with these bytes; the next one must work."""

    async def scene(config: ServerConfig) -> tuple[str | None, str | None]:
        async with running(folder, config) as host:
            await ready(host)
            async with asyncio.timeout(SOON):
                result = await call(host, "crude.raw", text=text)
                assert (await call(host, "crude.echo", text="alive")).data == "alive"
            assert server(host).state == "ready"
            return result.data, result.error

    with serving(way, folder) as config:
        return asyncio.run(scene(config))


@pytest.mark.parametrize("way", ["stdio", "json", "events"])
@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (r"weather \ud83d", "weather \ufffd"),
        (r"\ude00\ud83d\ude00 \\ud83d \uD83D\n", "\ufffd\N{GRINNING FACE} \\ud83d \ufffd\n"),
        ("a\xffb\tc", "a\ufffdb\tc"),
        (r"\ud83d" + "x" * 40_000, "\ufffd" + "x" * 40_000),
    ],
)
def test_lone_surrogates_are_replaced(tmp_path: Path, way: str, words: str, reported: str) -> None:
    assert ask(way, tmp_path, answer(words)) == (reported, None)


@pytest.mark.parametrize("way", ["stdio", "json", "events"])
@pytest.mark.parametrize(
    "text",
    [
        '{"jsonrpc":"2.0","id":ID,"result":null}',
        '{"jsonrpc":"2.0","id":ID}',
        '{"result":{"content":[]},"id":ID}',
        '{"jsonrpc":"2.0","id":ID,"error":"no"}',
        '{"jsonrpc":"2.0","id":ID,"result":{"structuredContent":' + DEEP + "}}",
        '{"result":{"structuredContent":' + DEEP + '},"jsonrpc":"2.0","id":ID}',
        '{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"ab',
    ],
    ids=["null", "nothing", "version", "error", "deep", "deep, id last", "cut"],
)
def test_an_answer_that_is_no_message_ends_its_call_at_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, way: str, text: str
) -> None:
    data, error = ask(way, tmp_path, text)
    assert data is None
    assert (error or "").startswith("the server's answer is not a valid message; it may have done")
    assert "validation error" not in (error or "") + caplog.text


@pytest.mark.parametrize("way", ["stdio", "events"])
@pytest.mark.parametrize(
    "message",
    [
        '{"jsonrpc":"2.0","id":ID,"method":"elicitation/create","params":[1]}',
        '{"jsonrpc":"2.0","id":ID,"method":"elicitation/create","params":{"message":' + DEEP + "}}",
        '{"method":"elicitation/create","params":' + DEEP + ',"jsonrpc":"2.0","id":ID}',
        r'{"jsonrpc":"2.0","method":"notifications/progress","params":"\ud83d"}',
        r'{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"a":"\ud83d"}}',
        '{"jsonrpc":"2.0","method":"notifications/progress","params":{"a":[{"id":ID}',
    ],
    ids=["request", "deep request", "deep request, id last", "notification", "mended notification", "cut"],
)
def test_another_broken_message_neither_answers_a_call_nor_ends_anything(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, way: str, message: str
) -> None:
    assert ask(way, tmp_path, f"{message}\n{answer('mine')}") == ("mine", None)
    assert "validation error" not in caplog.text


def test_what_a_request_is_answered_with_answers_no_other(tmp_path: Path) -> None:
    body = answer("mine").replace("ID", "999")
    assert ask("json", tmp_path, body) == ("mine", None)


@pytest.mark.parametrize(
    "text",
    [
        '{"jsonrpc":"2.0","result":null}',
        '{"jsonrpc":"2.0","id":1.5,"result":{}}',
        '{"jsonrpc":"2.0","id":null,"error":"no"}',
        '{"jsonrpc":"2.0","result":{"structuredContent":' + DEEP + "}}",
        '{"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"ab',
    ],
    ids=["no id", "odd id", "null", "deep", "cut"],
)
def test_an_event_that_does_not_say_what_it_answers_ends_its_call_at_once(tmp_path: Path, text: str) -> None:
    data, error = ask("open", tmp_path, text)
    assert data is None
    assert (error or "").startswith("the server's answer is not a valid message; it may have done")


@pytest.mark.parametrize(
    "text",
    [
        '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}',
        '{"jsonrpc":"2.0","id":ID,"method":"ping"}',
    ],
)
def test_a_body_that_is_no_answer_ends_its_call_at_once(tmp_path: Path, text: str) -> None:
    data, error = ask("json", tmp_path, text)
    assert data is None
    assert (error or "").startswith("the server's answer is not a valid message; it may have done")


@pytest.mark.parametrize("way", ["json", "events"])
def test_a_large_answer_is_rewritten_beside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    dump, large = JSONRPCResponse.model_dump_json, "x" * 40_000
    threads: set[bool] = set()

    def watched(message: JSONRPCResponse, **options: Any) -> str:
        if large in (text := dump(message, **options)):
            threads.add(threading.current_thread() is threading.main_thread())
        return text

    monkeypatch.setattr(JSONRPCResponse, "model_dump_json", watched)
    assert ask(way, tmp_path, answer(large)) == (large, None)
    assert threads == {False}


class Pieces(httpx2.AsyncByteStream):
    def __init__(self, data: bytes, size: int) -> None:
        self._pieces = [data[at : at + size] for at in range(0, len(data), size)]

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self._pieces:
            yield piece


@pytest.mark.parametrize("size", [1, 2, 7, 10_000])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_events_are_the_same_however_they_arrive(size: int, end: str) -> None:
    lines = [
        *("id: 1", "retry: 5", "data:", "", ": alive", ""),
        *("id: 2", 'data: {"jsonrpc":"2.0",', r'data:"id":1,"result":{"a":"\ud83d"}}', ""),
        *("id: 3", 'data: {"jsonrpc":"2.0","method":1}', "", "data: junk", ""),
        *("event: message", 'data: {"jsonrpc":"2.0","method":"x"}', "", "data: cut off"),
    ]

    async def read() -> list[tuple[str, str, str]]:
        stream = _Events(Pieces(end.join(lines).encode(), size), Inbox(LogRing()))
        response = httpx2.Response(200, headers={"Content-Type": "text/event-stream"}, stream=stream)
        response.request = httpx2.Request("GET", "http://x.org")
        return [(event.event, event.id, event.data) async for event in httpx2.EventSource(response)]

    assert asyncio.run(read()) == [
        ("message", "1", ""),
        ("message", "2", '{"jsonrpc":"2.0","id":1,"result":{"a":"\ufffd"}}'),
        ("message", "3", ""),
        ("message", "3", '{"jsonrpc":"2.0","method":"x"}'),
    ]
