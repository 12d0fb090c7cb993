"""The HTTP transport, with bounds on answers; the SDK gets valid messages only.

Imports the SDK.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

import httpx2
from mcp.client._transport import TransportStreams
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCResponse, RequestId

from axon_desktop.mcp_host.processes.log_ring import LogRing
from axon_desktop.mcp_host.wire.frames import LIMIT
from axon_desktop.mcp_host.wire.inbound import LARGE, Inbox, refusal

_EVENT_END = re.compile(rb"(?:\r\n|\n|\r(?!\n))(?:\r\n|\n|\r)")
_END_SIZE = 4


class Answers:
    """State of the server's answers besides their messages."""

    def __init__(self) -> None:
        self.status = 0
        """The last HTTP status that was an error; 0 for none."""


@asynccontextmanager
async def open_http(
    url: str, headers: dict[str, str], answers: Answers, log: LogRing
) -> AsyncGenerator[TransportStreams, None]:
    """Connect to the server at an address."""
    inbox = Inbox(log)

    async def look_at(response: httpx2.Response) -> None:
        if response.status_code >= 400:
            answers.status = response.status_code
        if response.headers.get("content-encoding", "identity") != "identity":
            raise httpx2.StreamError("the answer is compressed, which was not asked for")
        stream = response.stream
        assert isinstance(stream, httpx2.AsyncByteStream)
        asked = await _request_id(response.request)
        if response.headers.get("content-type", "").startswith("text/event-stream"):
            response.stream = _Events(stream, inbox, asked)
        elif response.is_success and asked is not None:
            response.stream = _Answer(stream, inbox, asked)
        else:
            response.stream = _Bounded(stream, LARGE)  # the SDK reads errors itself, in the event loop

    # compressed answers could grow a thousandfold
    async with create_mcp_http_client(headers={**headers, "Accept-Encoding": "identity"}) as client:
        client.event_hooks = {"response": [look_at]}
        async with streamable_http_client(url, http_client=client, max_sse_event_size=LIMIT) as streams:
            yield streams


async def _request_id(request: httpx2.Request) -> RequestId | None:
    """Return the id of the message in a request; None for messages without an answer."""
    if request.method != "POST":
        return None
    body = await request.aread()
    message = await asyncio.to_thread(json.loads, body) if len(body) > LARGE else json.loads(body)
    asked: RequestId | None = message.get("id") if "method" in message else None
    return asked


async def _dump(message: SessionMessage, size: int) -> bytes:
    """Return a message as JSON, of about `size` bytes."""

    def dump() -> bytes:
        return message.message.model_dump_json(by_alias=True, exclude_unset=True).encode("utf-8")

    return await asyncio.to_thread(dump) if size > LARGE else dump()


class _Bounded(httpx2.AsyncByteStream):
    """An answer of bounded size."""

    def __init__(self, stream: httpx2.AsyncByteStream, limit: int = LIMIT) -> None:
        self._stream = stream
        self._limit = limit

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in self._stream:
            size += len(chunk)
            if size > self._limit:
                raise httpx2.StreamError(f"the answer has more than {self._limit} bytes")
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()


class _Answer(_Bounded):
    """The body that answers one request, and no other, whatever id it has."""

    def __init__(self, stream: httpx2.AsyncByteStream, inbox: Inbox, asked: RequestId) -> None:
        super().__init__(stream)
        self._inbox = inbox
        self._request_id = asked

    async def __aiter__(self) -> AsyncIterator[bytes]:
        body = b"".join([chunk async for chunk in super().__aiter__()])
        message = await self._inbox.open(body.strip(), self._request_id)
        if message is not None and isinstance(message.message, JSONRPCResponse | JSONRPCError):
            message.message.id = self._request_id
        else:
            message = refusal(self._request_id)
        yield await _dump(message, len(body))


class _Events(httpx2.AsyncByteStream):
    """A stream of events whose messages are valid; an event without one has no data."""

    def __init__(self, stream: httpx2.AsyncByteStream, inbox: Inbox, asked: RequestId | None = None) -> None:
        """Take the id of the answered request, if there is one."""
        self._stream = stream
        self._inbox = inbox
        self._request_id = asked

    async def __aiter__(self) -> AsyncIterator[bytes]:
        held = bytearray()
        async for chunk in self._stream:
            seen = max(len(held) - _END_SIZE, 0)
            held += chunk
            start = 0
            while end := _EVENT_END.search(held, seen):
                yield await self._open(bytes(held[start : end.end()]))
                start = seen = end.end()
            del held[:start]
            if len(held) > LIMIT:  # the SDK does not accept it
                yield bytes(held)
                held.clear()
        yield bytes(held)

    async def _open(self, event: bytes) -> bytes:
        lines = event.splitlines()
        data = b"\n".join(line[5:].removeprefix(b" ") for line in lines if line.startswith(b"data:")).strip()
        if not data:
            return event
        message = await self._inbox.open(data, self._request_id)
        others = [line for line in lines if line and not line.startswith(b"data:")]
        if message is not None:
            others.append(b"data: " + await _dump(message, len(data)))
        return b"\n".join([*others, b"", b""])

    async def aclose(self) -> None:
        await self._stream.aclose()
