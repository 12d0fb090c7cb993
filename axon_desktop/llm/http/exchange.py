"""One HTTP request and the chunks of its response, with two timeouts running.

The first counts from the last byte: is the server alive? The second counts from the last payload: does it make
progress? Keep-alive comments reset only the first.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING

from axon_desktop.errors import N_, LLMStalledError, Text
from axon_desktop.llm.messages import Queued
from axon_desktop.llm.retry_advice import TRY_AGAIN

if TYPE_CHECKING:
    import httpx

_GRACE = 0.05
"""Seconds that a response gets for its last bytes, so that its connection can be used again. Cancelled while it
returns its connection, it would occupy one of the client's hundred slots forever."""


@dataclass(frozen=True, slots=True)
class StreamLimits:
    """Timeouts of a streamed reply, in seconds."""

    connect: float = 10.0
    silence: float = 60.0
    """Between two bytes."""
    payload: float = 300.0
    """Between two payloads, keep-alive or not."""
    queued: float = 10.0
    """Before the first payload: interval of `Queued` reports."""
    trailer: float = 5.0
    """After the finish reason, for a server that neither sends `[DONE]` nor closes."""

    @classmethod
    def local(cls) -> StreamLimits:
        """Return limits for a local server, which sends nothing while it reads a long prompt."""
        return cls(silence=600.0, payload=600.0, queued=2.0)


class StreamTimeouts:
    """The two timeouts of one attempt."""

    def __init__(self, limits: StreamLimits, name: str) -> None:
        self._limits = limits
        self._name = name
        now = time.monotonic()
        self._started = self._byte = self._payload = now
        self._queued: float | None = now + limits.queued
        self._trailer: float | None = None

    def feed_bytes(self) -> None:
        """Record that bytes came."""
        self._byte = time.monotonic()

    def feed_payload(self) -> None:
        """Record that a piece of the reply came."""
        self._payload = time.monotonic()
        self._queued = None

    def feed_end(self) -> None:
        """Record that the finish reason came; only a trailer may follow."""
        if self._trailer is None:
            self._trailer = time.monotonic() + self._limits.trailer

    def remaining(self) -> float:
        """Return the seconds until the next timeout."""
        moments = [self._byte + self._limits.silence, self._payload + self._limits.payload]
        moments += [moment for moment in (self._queued, self._trailer) if moment is not None]
        return max(min(moments) - time.monotonic(), 0.0)

    @property
    def trailer_is_over(self) -> bool:
        """Whether the time for the trailer of an ended reply is over."""
        return self._trailer is not None and time.monotonic() >= self._trailer

    def on_timeout(self) -> Queued | None:
        """Return the report for a wait without result.

        Raises:
            LLMStalledError: one of the limits is reached.
        """
        now = time.monotonic()
        if now - self._byte >= self._limits.silence:
            raise LLMStalledError(
                N_("Core", "Nothing has come from {name} for {time}."),
                then=TRY_AGAIN,
                name=self._name,
                time=_seconds(self._limits.silence),
            )
        if now - self._payload >= self._limits.payload:
            raise LLMStalledError(
                N_(
                    "Core",
                    "{name} keeps the connection open, but has not gone on for {time}. It may be overloaded:"
                    " try again later.",
                ),
                name=self._name,
                time=_seconds(self._limits.payload),
            )
        if self._queued is None or now < self._queued:
            return None
        self._queued = now + self._limits.queued
        return Queued(now - self._started, alive=self._byte > self._started)


def _seconds(seconds: float) -> str:
    return Text(N_("Core", "{seconds} seconds"), seconds=f"{seconds:g}")


@dataclass(frozen=True, slots=True)
class Head:
    """Status line and headers of the response."""

    status: int
    headers: httpx.Headers


class Exchange:
    """Sends the request and reads the response in a task of its own, so that every wait can be timed.

    A read that is timed out directly would close the connection; waiting on a queue does not. Leaving the context
    ends the task, and with it the connection if the response is not complete.
    """

    def __init__(self, client: httpx.AsyncClient, request: httpx.Request) -> None:
        self._client = client
        self._request = request
        self._items: asyncio.Queue[Head | bytes | None] = asyncio.Queue()

    async def __aenter__(self) -> Exchange:
        # No TaskGroup: it must not be open across the yields of the generator that uses this.
        self._task = asyncio.ensure_future(self._pump())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            await asyncio.wait({self._task}, timeout=_GRACE)
        finally:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def receive(self, timeout: float) -> Head | bytes | None:  # noqa: ASYNC109 - the timeouts' time
        """Return the head, then chunks, then None at the end.

        Raises:
            TimeoutError: nothing came in time; the connection stays open.
            httpx.HTTPError: the connection failed.
        """
        async with asyncio.timeout(timeout):
            item = await self._items.get()
        if item is None:
            await self._task  # raises the error that ended it
        return item

    async def watch(self, timeouts: StreamTimeouts) -> AsyncGenerator[Head | bytes | Queued, None]:
        """Yield the head, then chunks, and Queued in between, until the response or its trailer's time is over.

        Raises:
            LLMStalledError: one of the limits is reached.
            httpx.HTTPError: the connection failed.
        """
        while not timeouts.trailer_is_over:
            try:
                item = await self.receive(timeouts.remaining())
            except TimeoutError:
                if not timeouts.trailer_is_over and (queued := timeouts.on_timeout()):
                    yield queued
                continue
            if item is None:
                return
            timeouts.feed_bytes()
            yield item

    async def _pump(self) -> None:
        try:
            response = await self._client.send(self._request, stream=True)
            try:
                self._items.put_nowait(Head(response.status_code, response.headers))
                async for chunk in response.aiter_bytes():
                    self._items.put_nowait(chunk)
            finally:
                await response.aclose()
        finally:
            self._items.put_nowait(None)
