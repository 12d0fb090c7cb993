"""MCP over standard input and output: one JSON message on each line, and nothing else ever on stdout.

The SDK's own transport reads lines of any length and drops what is not JSON silently. This one bounds a
frame, answers garbage with an error, and at the end of input lets requests that run be answered.
"""

from __future__ import annotations

import asyncio
import os
import queue
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Final

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

from axon_desktop.serve.stop_signals import stopped_by_signals

MAX_FRAME: Final = 4 << 20
"""Bytes of one message."""
_CHUNK = 1 << 16
_WAITING = 8
"""Messages that are read ahead of the server."""
_GRACE = 10.0
"""Seconds that running requests have after the end of input."""
_PATIENCE = 2.0
"""Seconds that we wait, once we are asked to end, for a client that does not read."""
_ENDLESS = frozenset({"subscriptions/listen"})
"""Requests that are answered only when the server ends."""


def read_frames(fd: int, limit: int = MAX_FRAME) -> Iterator[bytes | None]:
    """Yield each line, without its end, until the input is closed; None stands for one beyond the limit."""
    pieces: list[bytes] = []
    size = 0
    while chunk := _read(fd):
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            size += len(end)
            yield b"".join((*pieces, end)) if size <= limit else None
            pieces, size = [], 0
        size += len(rest)
        if size <= limit:
            pieces.append(rest)
        else:
            pieces = []
    if size:
        yield b"".join(pieces) if size <= limit else None


def _read(fd: int) -> bytes:
    try:
        return os.read(fd, _CHUNK)
    except OSError:  # the terminal or the pipe was closed
        return b""


@dataclass(frozen=True, slots=True)
class _Bad:
    """A line that is no message."""

    code: int
    why: str


def _parse(frame: bytes | None) -> JSONRPCMessage | _Bad:
    if frame is None:
        return _Bad(INVALID_REQUEST, f"The message is longer than {MAX_FRAME} bytes")
    try:
        return jsonrpc_message_adapter.validate_json(frame, by_name=False)
    except ValidationError as error:
        broken = any(problem["type"] == "json_invalid" for problem in error.errors(include_url=False))
        return (
            _Bad(PARSE_ERROR, "This is not JSON")
            if broken
            else _Bad(INVALID_REQUEST, "This is no JSON-RPC message")
        )


class StdioTransport:
    """The streams of one connection; `async with` gives what the SDK's server reads from and writes to.

    Reading and writing happen in threads of their own, which cannot hold up the end of the program.
    """

    def __init__(self, source: int, target: int) -> None:
        self._source = source
        self._target = target
        self._loop = asyncio.get_running_loop()
        self._inbox: asyncio.Queue[JSONRPCMessage | _Bad | None] = asyncio.Queue()
        self._room = threading.Semaphore(_WAITING)
        self._outbox: queue.SimpleQueue[tuple[bytes, asyncio.Future[bool]]] = queue.SimpleQueue()
        self._unsent: set[asyncio.Future[bool]] = set()
        self._hung_up = False
        self._running: set[int | str] = set()
        self._answered = asyncio.Event()
        self._group = asyncio.TaskGroup()
        self._signals = stopped_by_signals(self.close)
        self._to_server: MemoryObjectSendStream[SessionMessage | Exception]
        self._from_server: MemoryObjectReceiveStream[SessionMessage]

    async def __aenter__(
        self,
    ) -> tuple[MemoryObjectReceiveStream[SessionMessage | Exception], MemoryObjectSendStream[SessionMessage]]:
        self._to_server, reading = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        writing, self._from_server = anyio.create_memory_object_stream[SessionMessage](0)
        await self._group.__aenter__()
        for work in (self._read, self._write):
            threading.Thread(target=work, name="stdio", daemon=True).start()
        self._group.create_task(self._pass_in())
        self._group.create_task(self._pass_out())
        self._signals.__enter__()
        return reading, writing

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        self._signals.__exit__(None, None, None)
        await self._group.__aexit__(kind, error, trace)

    def close(self) -> None:
        """Let the server end now; what is being written to the vault is finished. From the loop's thread."""
        self._running.clear()
        self._answered.set()
        self._inbox.put_nowait(None)
        self._loop.call_later(_PATIENCE, self._hang_up)

    def _hang_up(self) -> None:
        """Stop waiting for a client that does not read."""
        self._hung_up = True
        for done in [*self._unsent]:
            _settle(done, False)

    # Threads

    def _read(self) -> None:
        for frame in read_frames(self._source):
            if frame is None or frame.strip():
                self._room.acquire()
                if not self._hand_over(_parse(frame)):
                    return
        self._hand_over(None)

    def _hand_over(self, item: JSONRPCMessage | _Bad | None) -> bool:
        try:
            self._loop.call_soon_threadsafe(self._inbox.put_nowait, item)
        except RuntimeError:  # the loop has ended
            return False
        return True

    def _write(self) -> None:
        while True:
            data, done = self._outbox.get()
            try:
                view = memoryview(data)
                while view:
                    view = view[os.write(self._target, view) :]
            except OSError:  # the reader has closed it
                written = False
            else:
                written = True
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(_settle, done, written)

    # Tasks

    async def _pass_in(self) -> None:
        async with self._to_server:
            with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
                while (item := await self._inbox.get()) is not None:
                    self._room.release()
                    if isinstance(item, _Bad):
                        error = ErrorData(code=item.code, message=item.why)
                        await self._send(JSONRPCError(jsonrpc="2.0", id=None, error=error))
                        continue
                    self._note(item)
                    await self._to_server.send(SessionMessage(item))
                with suppress(TimeoutError):
                    async with asyncio.timeout(_GRACE):
                        while self._running:
                            self._answered.clear()
                            await self._answered.wait()

    async def _pass_out(self) -> None:
        async with self._from_server:
            async for item in self._from_server:
                message = item.message
                if not await self._send(message):
                    self.close()
                if isinstance(message, JSONRPCResponse | JSONRPCError) and message.id is not None:
                    self._running.discard(message.id)
                    self._answered.set()

    async def _send(self, message: JSONRPCMessage) -> bool:
        """Write a message; tell whether the client still reads."""
        if self._hung_up:
            return False
        done: asyncio.Future[bool] = self._loop.create_future()
        self._unsent.add(done)
        done.add_done_callback(self._unsent.discard)
        self._outbox.put((message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n", done))
        return await done

    def _note(self, message: JSONRPCMessage) -> None:
        """Track which requests are still to be answered."""
        if isinstance(message, JSONRPCRequest) and message.method not in _ENDLESS:
            self._running.add(message.id)
        elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            cancelled = (message.params or {}).get("requestId")
            if isinstance(cancelled, int | str):  # never answered
                self._running.discard(cancelled)
                self._answered.set()


def _settle(done: asyncio.Future[bool], written: bool) -> None:
    if not done.done():
        done.set_result(written)
