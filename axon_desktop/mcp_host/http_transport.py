"""The way to a server with an address, bounded in what it may answer. Imports the SDK."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from types import TracebackType

import httpx2
from mcp.client._transport import ReadStream, TransportStreams
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.shared.message import SessionMessage

from axon_desktop.mcp_host.frames import LIMIT
from axon_desktop.mcp_host.inbound import tame


class Answers:
    """What the server's answers told beside their messages."""

    def __init__(self) -> None:
        self.status = 0
        """The last HTTP status that was an error; 0 for none."""


@asynccontextmanager
async def open_http(url: str, headers: dict[str, str], answers: Answers) -> AsyncGenerator[TransportStreams, None]:
    """Speak with the server at an address."""

    async def look_at(response: httpx2.Response) -> None:
        if response.status_code >= 400:
            answers.status = response.status_code
        if response.headers.get("content-encoding", "identity") != "identity":
            raise httpx2.StreamError("the answer is compressed, which was not asked for")
        if not response.headers.get("content-type", "").startswith("text/event-stream"):
            stream = response.stream
            assert isinstance(stream, httpx2.AsyncByteStream)
            response.stream = _Bounded(stream)

    # compressed answers could grow a thousandfold
    async with create_mcp_http_client(headers={**headers, "Accept-Encoding": "identity"}) as client:
        client.event_hooks = {"response": [look_at]}
        transport = streamable_http_client(url, http_client=client, max_sse_event_size=LIMIT)
        async with transport as (read, write):
            yield _Tamed(read), write


class _Bounded(httpx2.AsyncByteStream):
    """An answer of at most so many bytes."""

    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in self._stream:
            size += len(chunk)
            if size > LIMIT:
                raise httpx2.StreamError(f"the answer has more than {LIMIT} bytes")
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()


class _Tamed:
    """A stream of messages without what is not used; see `inbound.tame`."""

    def __init__(self, stream: ReadStream[SessionMessage | Exception]) -> None:
        self._stream = stream

    async def receive(self) -> SessionMessage | Exception:
        item = await self._stream.receive()
        if isinstance(item, SessionMessage):
            tame(item)
        return item

    async def aclose(self) -> None:
        await self._stream.aclose()

    def __aiter__(self) -> _Tamed:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        item = await self._stream.__anext__()
        if isinstance(item, SessionMessage):
            tame(item)
        return item

    async def __aenter__(self) -> _Tamed:
        await self._stream.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return await self._stream.__aexit__(kind, error, trace)
