"""A loopback HTTP server that speaks DeepSeek's wire format, faults included.

    with DeepSeekServer() as server:
        server.script(Reply("Hello", reasoning="Hm."), Status(429, retry_after=1), Drop(), Reply("Again"))
        service = DeepSeekService(api_key=server.key, base_url=server.base_url)
        …
        assert server.requests[0].body["model"] == "deepseek-flash"
        assert server.wait_for_disconnects(1, timeout=1)

Each request takes the next step of the script. `strict=True` refuses what the real API refuses.
"""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

MODELS = ("deepseek-flash", "deepseek-v4-pro")


@dataclass(frozen=True)
class Reply:
    """A streamed reply; its fields from `drop_after` on are faults."""

    content: str = ""
    reasoning: str | None = None
    calls: Sequence[tuple[str, Any]] = ()
    """(tool, params); params that are a string are sent as they are, broken or not."""
    finish: str | None = None
    """Reason of the end; "tool_calls" or "stop" where left out."""
    usage: bool = True
    keep_alives: int = 0
    """Comments before the first payload."""
    pace: float = 0.0
    """Seconds before each chunk."""
    piece: int = 4
    """Characters of text in a chunk."""
    drop_after: int | None = None
    """Chunks after which the connection is cut."""
    hang_after: int | None = None
    """Chunks after which nothing more comes until the client leaves."""
    error_after: tuple[int, dict[str, Any]] | None = None
    """Chunks after which an error object comes instead."""
    done: bool = True
    """Whether `[DONE]` is sent."""
    split: int | None = None
    """Bytes of one write: splits characters and line ends."""
    newline: str = "\n"


@dataclass(frozen=True)
class Status:
    """A refusal."""

    code: int
    message: str = "no"
    retry_after: str | float | None = None
    error: dict[str, Any] = field(default_factory=dict)
    """Further fields of the error object."""


@dataclass(frozen=True)
class Raw:
    """Any body with status 200 (or another)."""

    body: bytes
    content_type: str = "text/event-stream"
    code: int = 200
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Drop:
    """The connection is cut before any payload, before or after the head of the response."""

    after_head: bool = False


@dataclass(frozen=True)
class Stall:
    """No payload until the client leaves; a keep-alive comment every `keep_alive` seconds, or silence."""

    keep_alive: float | None = None


Step: TypeAlias = Reply | Status | Raw | Drop | Stall


@dataclass(frozen=True)
class Request:
    """What a client sent."""

    path: str
    headers: dict[str, str]
    """Names in lower case."""
    body: dict[str, Any]
    raw: bytes
    time: float
    """By time.monotonic()."""


class _ClientLeftError(Exception):
    pass


class DeepSeekServer:
    """Plays a script to whoever asks; runs in a thread of its own."""

    key = "sk-loopback-0123456789abcdef"

    def __init__(self, *, strict: bool = False) -> None:
        self.strict = strict
        self.requests: list[Request] = []
        self.disconnects = 0
        """Clients that left before their response was over."""
        self.problems: list[str] = []
        """What strict mode has refused."""
        self._steps: list[Step] = []
        self._lock = threading.Condition()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="deepseek-server", daemon=True)

    def script(self, *steps: Step) -> None:
        """Append steps."""
        self._steps.extend(steps)

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def wait_for_disconnects(self, count: int, timeout: float) -> bool:
        """Wait until so many clients have left early."""
        with self._lock:
            return self._lock.wait_for(lambda: self.disconnects >= count, timeout)

    def __enter__(self) -> DeepSeekServer:
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(self, *exc: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        self._open: set[asyncio.Task[None]] = set()
        server = await asyncio.start_server(self._handle, "127.0.0.1", 0)
        self._port = server.sockets[0].getsockname()[1]
        self._ready.set()
        async with server:
            await self._stop.wait()
            for task in self._open:
                task.cancel()
            await asyncio.gather(*self._open, return_exceptions=True)

    async def _handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            request = await _read_request(reader)
            if request is not None:
                self.requests.append(request)
                await self._respond(request, reader, writer)
        except (_ClientLeftError, ConnectionError):
            with self._lock:
                self.disconnects += 1
                self._lock.notify_all()
        except asyncio.CancelledError:
            pass  # the server is closing
        finally:
            self._open.discard(task)
            writer.close()

    async def _respond(self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        problem = find_problem(request) if self.strict else None
        if problem is not None:
            self.problems.append(problem[1])
            step: Step = Status(*problem)
        elif request.headers.get("authorization") != f"Bearer {self.key}":
            step = Status(401, f"Authentication Fails, Your api key: {request.headers.get('authorization')}")
        else:
            step = self._steps.pop(0) if self._steps else Status(500, "the script is over")
        connection = _Connection(reader, writer)
        try:
            await self._take(step, connection)
        finally:
            connection.close()

    async def _take(self, step: Step, connection: _Connection) -> None:
        match step:
            case Status():
                await _send_status(connection, step)
            case Raw():
                headers = {"Content-Type": step.content_type, **step.headers}
                await connection.send_all(step.code, headers, step.body)
            case Drop():
                if step.after_head:
                    await connection.send_head(200, _STREAM)
                connection.abort()
            case Stall():
                await connection.send_head(200, _STREAM)
                while True:
                    await connection.pause(step.keep_alive)
                    await connection.send(b": keep-alive\n\n")
            case Reply():
                await connection.send_head(200, _STREAM)
                await _play(connection, step)


_STREAM = {"Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-cache"}


class _Connection:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self._left = asyncio.ensure_future(reader.read(1))  # a client sends nothing more until it leaves

    async def pause(self, seconds: float | None) -> None:
        """Wait, for ever if None; ends early when the client leaves."""
        done, _ = await asyncio.wait({self._left}, timeout=seconds)
        if done:
            raise _ClientLeftError

    async def send_head(self, code: int, headers: dict[str, str]) -> None:
        lines = [f"HTTP/1.1 {code} X", *(f"{name}: {value}" for name, value in headers.items())]
        self._writer.write(("\r\n".join([*lines, "Connection: close", "", ""])).encode())
        await self._writer.drain()

    async def send(self, data: bytes) -> None:
        if self._left.done():
            raise _ClientLeftError
        self._writer.write(data)
        await self._writer.drain()

    async def send_all(self, code: int, headers: dict[str, str], body: bytes) -> None:
        await self.send_head(code, {**headers, "Content-Length": str(len(body))})
        await self.send(body)

    def close(self) -> None:
        self._left.cancel()

    def abort(self) -> None:
        self._writer.transport.abort()


async def _read_request(reader: asyncio.StreamReader) -> Request | None:
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {}
    for line in lines:
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    raw = await reader.readexactly(int(headers.get("content-length", "0")))
    body = json.loads(raw) if raw else {}
    return Request(first.split(" ")[1], headers, body, raw, time.monotonic())


async def _send_status(connection: _Connection, step: Status) -> None:
    error = {
        "message": step.message,
        "type": "invalid_request_error",
        "param": None,
        "code": "invalid",
        **step.error,
    }
    headers = {"Content-Type": "application/json"}
    if step.retry_after is not None:
        headers["Retry-After"] = str(step.retry_after)
    await connection.send_all(step.code, headers, json.dumps({"error": error}).encode())


def find_problem(request: Request) -> tuple[int, str] | None:
    """Return status and message for what DeepSeek refuses."""
    body = request.body
    if request.path not in ("/chat/completions", "/v1/chat/completions"):
        return 404, "Not Found"
    if body.get("model") not in MODELS:
        return 400, "Model Not Exist"
    thinking = body.get("thinking", {}).get("type", "enabled") == "enabled"
    if thinking and body.get("tool_choice") not in (None, "auto", "none"):
        return 400, "Thinking mode does not support this tool_choice"
    for tool in body.get("tools", []):
        if not re.fullmatch("[A-Za-z0-9_-]{1,64}", tool["function"]["name"]):
            return 400, f"Invalid function name: {tool['function']['name']}"
    problem = _find_message_problem(body.get("messages", []), thinking)
    return None if problem is None else (400, problem)


def _find_message_problem(messages: list[dict[str, Any]], thinking: bool) -> str | None:
    open_calls: list[str] = []
    for message in [*messages, {"role": "end", "content": ""}]:
        if not isinstance(message.get("content"), str):
            return "invalid type: content must be a string"
        if message["role"] == "tool":
            if message.get("tool_call_id") not in open_calls:
                return "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'"
            open_calls.remove(message["tool_call_id"])
        elif open_calls:
            return f"tool_call_ids did not have response messages: {open_calls}"
        elif calls := message.get("tool_calls"):
            if thinking and "reasoning_content" not in message:
                return "The reasoning_content in the thinking mode must be passed back to the API."
            open_calls = [call["id"] for call in calls]
    return None


def chunks_of(reply: Reply) -> Iterator[dict[str, Any]]:
    """Yield the reply's chunks as DeepSeek sends them."""

    def chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        head = {"id": "a1b2", "object": "chat.completion.chunk", "created": 1763700000, "model": MODELS[0]}
        return {**head, "system_fingerprint": "fp", "choices": [choice], "usage": None}

    def pieces(text: str) -> list[str]:
        return [text[start : start + reply.piece] for start in range(0, len(text), reply.piece)]

    first: dict[str, Any] = {"role": "assistant", "content": None if reply.reasoning is not None else ""}
    yield chunk({**first, "reasoning_content": ""} if reply.reasoning is not None else first)
    for piece in pieces(reply.reasoning or ""):
        yield chunk({"content": None, "reasoning_content": piece})
    for piece in pieces(reply.content):
        yield chunk(
            {"content": piece, "reasoning_content": None} if reply.reasoning is not None else {"content": piece}
        )
    for index, (tool, params) in enumerate(reply.calls):
        arguments = params if isinstance(params, str) else json.dumps(params, ensure_ascii=False)
        function = {"name": tool, "arguments": ""}
        yield chunk(
            {"tool_calls": [{"index": index, "id": f"call_{index}", "type": "function", "function": function}]}
        )
        for piece in pieces(arguments):
            yield chunk({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
    yield chunk({"content": ""}, reply.finish or ("tool_calls" if reply.calls else "stop"))
    if reply.usage:
        usage = {
            "prompt_tokens": 20,
            "completion_tokens": 10,
            "total_tokens": 30,
            "prompt_tokens_details": {"cached_tokens": 8},
            "completion_tokens_details": {"reasoning_tokens": 4},
            "prompt_cache_hit_tokens": 8,
            "prompt_cache_miss_tokens": 12,
        }
        yield {**chunk({}), "choices": [], "usage": usage}


async def _play(connection: _Connection, reply: Reply) -> None:
    end = reply.newline

    async def send(text: str) -> None:
        data = text.encode()
        size = reply.split or len(data)
        for start in range(0, len(data), size):
            await connection.send(data[start : start + size])
            if reply.split:
                await asyncio.sleep(0)

    for _ in range(reply.keep_alives):
        await connection.pause(reply.pace)
        await send(f": keep-alive{end}{end}")
    for number, chunk in enumerate(chunks_of(reply)):
        if number == reply.drop_after:
            await connection.pause(0.05)  # so that what was sent is read before the reset
            connection.abort()
            return
        if number == reply.hang_after:
            await connection.pause(None)
        if reply.error_after is not None and number == reply.error_after[0]:
            await send(f"data: {json.dumps(reply.error_after[1])}{end}{end}")
            return
        if reply.pace:
            await connection.pause(reply.pace)
        await send(f"data: {json.dumps(chunk, ensure_ascii=False)}{end}{end}")
    if reply.done:
        await send(f"data: [DONE]{end}{end}")
