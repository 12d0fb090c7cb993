from __future__ import annotations

import asyncio
import json
import time
from contextlib import aclosing
from dataclasses import replace

import httpx
import pytest

from axon_desktop import errors
from axon_desktop.llm.http.exchange import Exchange, StreamLimits, StreamTimeouts
from axon_desktop.llm.messages import (
    Delta,
    Finished,
    Queued,
    Retrying,
    TextDelta,
)
from axon_desktop.net_address import is_local
from tests.llm.deepseek_server import DeepSeekServer, Raw, Reply, Stall, Status, Step, chunks_of
from tests.llm.talk import (
    HELLO,
    PATIENT,
    ask,
    finish,
    service,
    texts,
)
from tests.waiting import PATIENCE, shortest

SHORT = StreamLimits(silence=0.3, payload=PATIENCE, queued=0.1)


def test_silence_is_a_stall(server: DeepSeekServer) -> None:
    started = time.monotonic()
    with pytest.raises(errors.LLMStalledError, match="Nothing has come"):
        ask(server, *[Stall()] * 4, limits=SHORT)
    assert time.monotonic() - started >= 4 * 0.3
    assert server.wait_for_disconnects(4)


def test_keep_alive_feeds_only_the_first_clock(server: DeepSeekServer) -> None:
    server.script(*[Stall(keep_alive=0.05)] * 4)
    limits = StreamLimits(silence=1.2, payload=1.5, queued=0.1)
    seen: list[Delta] = []

    async def run() -> None:
        async for delta in service(server, limits=limits).stream_complete(HELLO):
            seen.append(delta)  # noqa: PERF401 - what came before the error counts

    with pytest.raises(errors.LLMStalledError, match="keeps the connection open"):
        asyncio.run(run())
    first = seen[: next(i for i, delta in enumerate(seen) if isinstance(delta, Retrying))]
    waits = [delta.seconds for delta in first if isinstance(delta, Queued)]
    assert len(waits) >= 3
    assert waits == sorted(waits)
    assert waits[0] >= 0.1


def test_a_wait_reports_whether_there_were_keep_alives() -> None:
    timeouts = StreamTimeouts(replace(PATIENT, queued=0.0), "Server")
    silent = timeouts.on_timeout()
    timeouts.feed_bytes()
    queued = timeouts.on_timeout()
    assert silent is not None
    assert queued is not None
    assert (silent.alive, queued.alive) == (False, True)


def test_slow_reply_with_keep_alives_is_waited_for(server: DeepSeekServer) -> None:
    deltas = ask(
        server, Reply("abcdefgh", keep_alives=2, pace=0.12, piece=1), limits=replace(PATIENT, queued=0.05)
    )
    assert texts(deltas) == "abcdefgh"
    kinds = [type(delta) for delta in deltas]
    assert Queued in kinds
    assert Queued not in kinds[kinds.index(TextDelta) :]


def test_stall_in_mid_reply_keeps_the_part(server: DeepSeekServer) -> None:
    end = finish(ask(server, Reply("Half of it", hang_after=2), limits=replace(PATIENT, silence=1)))
    assert (end.finish_reason, end.message.content) == ("interrupted", "Half")
    assert "Nothing has come" in end.error


def test_local_servers_get_more_time() -> None:
    for url in (
        "http://localhost:1",
        "http://127.0.0.1",
        "http://[::1]:1",
        "http://192.168.1.9/v1",
        "http://nas:1/v1",
    ):
        assert is_local(url), url
    for url in ("https://api.deepseek.com", "http://8.8.8.8", "https://10.example.com"):
        assert not is_local(url), url


def test_cancelling_closes_the_connection_within_a_second(server: DeepSeekServer) -> None:
    async def run() -> float:
        server.script(Reply("A long answer", hang_after=3))
        gone = server.disconnects + 1
        got = asyncio.Event()

        async def read() -> None:
            async for delta in provider.stream_complete(HELLO):
                if isinstance(delta, TextDelta):
                    got.set()

        provider = service(server)
        task = asyncio.ensure_future(read())
        await asyncio.wait_for(got.wait(), PATIENCE)
        started = time.monotonic()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert await asyncio.to_thread(server.wait_for_disconnects, gone)
        assert task.cancelled()
        return time.monotonic() - started

    assert shortest(lambda: asyncio.run(run()), 1) < 1


@pytest.mark.parametrize("step", [Stall(), Stall(keep_alive=0.02), Reply("A long answer", hang_after=3)])
def test_closing_the_iterator_closes_the_connection(server: DeepSeekServer, step: Step) -> None:
    server.script(step)
    limits = replace(PATIENT, queued=0.1)

    async def run() -> None:
        async with aclosing(service(server, limits=limits).stream_complete(HELLO)) as deltas:
            async for _ in deltas:
                break
        assert await asyncio.to_thread(server.wait_for_disconnects, 1)

    asyncio.run(run())


def test_cancelling_during_a_backoff_is_immediate(server: DeepSeekServer) -> None:
    server.script(Status(429, retry_after=50))

    async def run() -> None:
        async with asyncio.timeout(45):  # below the time that the server asks for
            provider = service(server, sleep=asyncio.sleep)
            async with aclosing(provider.stream_complete(HELLO)) as deltas:
                assert isinstance(await anext(deltas), Retrying)
                task = asyncio.ensure_future(anext(deltas))
                await asyncio.sleep(0)
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    asyncio.run(run())
    assert len(server.requests) == 1


def test_stop_while_the_end_is_awaited_closes_the_connection() -> None:
    async def run() -> None:
        gone = asyncio.Event()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n")
            await reader.read()  # until the client leaves; the response never ends
            gone.set()
            writer.close()

        received = asyncio.Event()

        async def talk(client: httpx.AsyncClient, address: str) -> None:
            async with Exchange(client, client.build_request("GET", address)) as exchange:
                await exchange.receive(5)
                assert await exchange.receive(5) == b"ok"
                received.set()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server, httpx.AsyncClient(trust_env=False) as client, asyncio.TaskGroup() as group:
            task = group.create_task(talk(client, f"http://127.0.0.1:{port}"))
            await received.wait()
            task.cancel()
            await asyncio.wait_for(gone.wait(), PATIENCE)

    asyncio.run(run())


def test_broken_replies_leave_no_connection_behind(server: DeepSeekServer) -> None:
    """A client has room for a hundred connections; each that a broken reply leaves behind is lost to the next."""
    part = json.dumps([*chunks_of(Reply("Half of it"))][1])

    async def run() -> Finished:
        provider = service(server, limits=replace(PATIENT, silence=5))
        for _ in range(120):
            server.play_now(Raw(f"data: {part}\n\ndata: {{broken\n\n{'x' * 2000}\n\n".encode()))
            async for _delta in provider.stream_complete(HELLO):
                pass
        server.play_now(Reply("Well again"))
        deltas = [delta async for delta in provider.stream_complete(HELLO)]
        await provider.aclose()
        last = deltas[-1]
        assert isinstance(last, Finished)
        return last

    assert asyncio.run(run()).message.content == "Well again"
