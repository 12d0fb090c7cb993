"""Loopback HTTP servers that play a script: what the servers of every wire format share.

A server of a wire format says how it writes a `Reply` (`play`), what the true API refuses (`problem_of`), which
requests carry no right key (`lacks_key`), and what it answers outside of the script (`answer`).
"""

from __future__ import annotations

import asyncio
import json
import ssl
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self, TypeAlias

from tests.waiting import PATIENCE


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

    method: str
    path: str
    headers: dict[str, str]
    """Names in lower case."""
    body: dict[str, Any]
    raw: bytes
    time: float
    """By time.monotonic()."""


class _ClientLeftError(Exception):
    pass


class LoopbackServer:
    """Plays a script to whoever asks; runs in a thread of its own. Each request takes the next step."""

    key = "sk-loopback-0123456789abcdef"

    def __init__(self, *, strict: bool = False, tls: ssl.SSLContext | None = None) -> None:
        self.strict = strict
        self._tls = tls
        self.requests: list[Request] = []
        self.disconnects = 0
        """Clients that left before their response was over."""
        self.problems: list[str] = []
        """What strict mode has refused."""
        self._steps: list[Step] = []
        self._lock = threading.Condition()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="loopback-server", daemon=True)

    def script(self, *steps: Step) -> None:
        """Append steps."""
        self._steps.extend(steps)

    def play_now(self, *steps: Step) -> None:
        """Take these steps instead of those that are left."""
        self._steps[:] = steps

    @property
    def base_url(self) -> str:
        return f"{'https' if self._tls else 'http'}://127.0.0.1:{self._port}"

    @property
    def talking(self) -> int:
        """Clients that have not left, and whose response is not over."""
        return len(self._open)

    def wait_for_disconnects(self, count: int, timeout: float = PATIENCE) -> bool:
        """Wait until so many clients have left early."""
        with self._lock:
            return self._lock.wait_for(lambda: self.disconnects >= count, timeout)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(PATIENCE)
        return self

    def __exit__(self, *exc: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(PATIENCE)

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        self._open: set[asyncio.Task[None]] = set()
        server = await asyncio.start_server(self._handle, "127.0.0.1", 0, ssl=self._tls)
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
        problem = self.problem_of(request) if self.strict else None
        if problem is not None:
            self.problems.append(problem[1])
            step: Step = Status(*problem)
        elif self.lacks_key(request):
            step = Status(401, f"Authentication Fails, Your api key: {request.headers.get('authorization')}")
        else:
            step = self.answer(request) or (
                self._steps.pop(0) if self._steps else Status(500, "the script is over")
            )
        connection = Connection(reader, writer)
        try:
            await self._take(step, request, connection)
        finally:
            connection.close()

    def lacks_key(self, request: Request) -> bool:
        """Say whether the request does not carry the right key."""
        return request.headers.get("authorization") != f"Bearer {self.key}"

    def problem_of(self, request: Request) -> tuple[int, str] | None:
        """Return status and message for what the true API refuses."""
        return None

    def answer(self, request: Request) -> Step | None:
        """Return what this request is answered with, whatever the script says."""
        return None

    async def play(self, connection: Connection, reply: Reply, request: Request) -> None:
        """Send a reply in the server's wire format."""
        raise NotImplementedError

    async def _take(self, step: Step, request: Request, connection: Connection) -> None:
        match step:
            case Status():
                await _send_status(connection, step)
            case Raw():
                headers = {"Content-Type": step.content_type, **step.headers}
                await connection.send_all(step.code, headers, step.body)
            case Drop():
                if step.after_head:
                    await connection.send_head(200, STREAM)
                connection.abort()
            case Stall():
                await connection.send_head(200, STREAM)
                while True:
                    await connection.pause(step.keep_alive)
                    await connection.send(b": keep-alive\n\n")
            case Reply():
                await self.play(connection, step, request)


STREAM = {"Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-cache"}


class Connection:
    """One client, which may leave at any time."""

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
    headers: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    raw = await reader.readexactly(int(headers.get("content-length", "0")))
    body = json.loads(raw) if raw else {}
    method, path, _ = first.split(" ", 2)
    return Request(method, path, headers, body, raw, time.monotonic())


async def _send_status(connection: Connection, step: Status) -> None:
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


def pieces_of(text: str, reply: Reply) -> list[str]:
    """Return the text cut as the reply's chunks are."""
    return [text[start : start + reply.piece] for start in range(0, len(text), reply.piece)]


async def send_events(connection: Connection, reply: Reply, events: Iterable[str]) -> None:
    """Send the texts of events, a comment beginning with a colon, with the faults that the reply asks for."""
    end = reply.newline

    async def send(text: str) -> None:
        data = f"{text.replace(chr(10), end)}{end}{end}".encode()
        size = reply.split or len(data)
        for start in range(0, len(data), size):
            await connection.send(data[start : start + size])
            if reply.split:
                await asyncio.sleep(0)

    await connection.send_head(200, STREAM)
    for _ in range(reply.keep_alives):
        await connection.pause(reply.pace)
        await send(": keep-alive")
    for number, event in enumerate(events):
        if number == reply.drop_after:
            await connection.pause(0.05)  # so that what was sent is read before the reset
            connection.abort()
            return
        if number == reply.hang_after:
            await connection.pause(None)
        if reply.error_after is not None and number == reply.error_after[0]:
            await send(f"data: {json.dumps(reply.error_after[1])}")
            return
        if reply.pace:
            await connection.pause(reply.pace)
        await send(event)
