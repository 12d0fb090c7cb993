"""The pipe to a server's process, in the form that the SDK takes. Imports the SDK."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.client._transport import TransportStreams
from mcp.shared.message import SessionMessage

from axon_desktop.errors import N_, Text
from axon_desktop.mcp_host.failure_reasons import Reason
from axon_desktop.mcp_host.processes.log_ring import LogRing
from axon_desktop.mcp_host.processes.process import Launch, ServerProcess, start_process
from axon_desktop.mcp_host.wire.frames import FloodError, FrameReader
from axon_desktop.mcp_host.wire.inbound import Inbox

_QUEUE = 64
"""Messages to a server that does not read; with room for them, cancelling a call does not wait."""
_PAUSE = 0.02
"""Seconds between reads from a server that sends too much."""


class Pipe:
    """State of the connection."""

    def __init__(self) -> None:
        self.ended = anyio.Event()
        """Set when the server has ended its output, or has sent too much."""
        self.reason: Reason | None = None
        """Why it ended, where it was not we who ended it."""


@asynccontextmanager
async def open_pipe(launch: Launch, log: LogRing, pipe: Pipe) -> AsyncGenerator[TransportStreams, None]:
    """Start the process and connect to it; on exit, it and all that it started have ended.

    Raises:
        ServerError: the process cannot be started.
    """
    process = await start_process(launch)
    to_session, from_server = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    to_server, from_session = anyio.create_memory_object_stream[SessionMessage](_QUEUE)
    try:
        async with anyio.create_task_group() as group:
            group.start_soon(_receive, process, to_session, log, pipe)
            group.start_soon(_send, process, from_session)
            group.start_soon(_keep_log, process, log)
            try:
                yield from_server, to_server
            finally:
                by_itself = pipe.ended.is_set()
                with anyio.CancelScope(shield=True):
                    from_server.close()
                    code = await process.stop()
                    if by_itself and pipe.reason is None:
                        pipe.reason = _explain(code, log)
                group.cancel_scope.cancel()
    finally:
        for stream in (to_session, from_server, to_server, from_session):
            stream.close()


def _explain(code: int | None, log: LogRing) -> Reason:
    if code is None:
        return Reason("lost")
    words = log.last_words()[:300]
    alone = N_("Core", "exit code {code}")
    with_words = N_("Core", "exit code {code}: {words}")
    return Reason("exited", Text(with_words if words else alone, code=code, words=words))


async def _receive(
    process: ServerProcess,
    to_session: MemoryObjectSendStream[SessionMessage | Exception],
    log: LogRing,
    pipe: Pipe,
) -> None:
    frames = FrameReader()
    inbox = Inbox(log)
    try:
        async with to_session:
            try:
                while data := await process.read():
                    for frame in frames.feed(data):
                        message = await inbox.open(frame)
                        if message is not None:
                            await to_session.send(message)
                    # a server that never pauses must not starve others
                    await anyio.sleep(_PAUSE if inbox.flooded else 0)
                    inbox.flooded = False
            except FloodError:
                log.note("The server sent without end and was disconnected.")
                pipe.reason = Reason("flood")
            pipe.ended.set()  # before the session hears of it
    except (anyio.BrokenResourceError, anyio.ClosedResourceError):
        pass  # the session has ended: the rest is not needed


async def _send(process: ServerProcess, from_session: MemoryObjectReceiveStream[SessionMessage]) -> None:
    try:
        async with from_session:
            async for item in from_session:
                text = item.message.model_dump_json(by_alias=True, exclude_unset=True)
                await process.write(text.encode("utf-8", "replace") + b"\n")
    except (OSError, RuntimeError):
        pass  # the server has closed its input; the end of its output follows


async def _keep_log(process: ServerProcess, log: LogRing) -> None:
    while data := await process.read_log():
        log.feed(data)
