"""Life with real servers: listed, called, cancelled, asked, lost and back."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from axon_desktop.llm.messages import ToolResult
from axon_desktop.mcp_host import server as server_module
from axon_desktop.mcp_host.config.approvals import Approvals
from axon_desktop.mcp_host.config.config import ServerConfig
from axon_desktop.mcp_host.config.server_secrets import hide_secrets
from axon_desktop.mcp_host.elicitation import ElicitationAnswer, ElicitationRequest
from axon_desktop.mcp_host.host import McpHost
from axon_desktop.settings.keys import KeyStore
from axon_desktop.tools.tool import Progress, report_progress
from tests import waiting
from tests.forking.command import forked
from tests.mcp_host.scenes import (
    MemoryBackend,
    agree,
    call,
    crude,
    find_tool,
    make_keys,
    polite,
    processes,
    ready,
    running,
    server,
    until,
)
from tests.waiting import PATIENCE, Clock, wait_until


def listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
    except OSError:
        return False
    return True


@contextmanager
def polite_at_address() -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with subprocess.Popen(
        [*forked("tests.mcp_host.polite_server"), str(port)], stderr=subprocess.DEVNULL
    ) as process:
        try:
            wait_until(lambda: listens(port))
            yield f"http://127.0.0.1:{port}/mcp", process
        finally:
            process.kill()


def test_a_server_of_the_old_protocol_is_listed_and_called(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, crude(mode="pages", reading=("echo",))) as host:
            await ready(host)
            status = server(host)
            assert (status.protocol, status.title) == ("2025-11-25", "crude 1")
            assert len(status.tools) == 11  # three pages: an empty cursor is one, a missing one ends
            assert status.tokens == sum(tool.tokens for tool in status.tools) > 100
            assert [tool.name for tool in host.tools()][:2] == ["crude.echo", "crude.write"]
            assert [tool.effect for tool in host.tools()][:2] == ["read", "external"]
            assert await call(host, "crude.echo", text="你好") == ToolResult(True, data="你好")
            assert await call(host, "crude.structured") == ToolResult(True, data='{"a": 1}')
            many = await call(host, "crude.many", count=3000)
            assert "2500 more" in (many.data or "")

    asyncio.run(scene())


def test_a_server_of_the_new_protocol_is_listed_called_stopped_and_notifies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    progress: list[Progress] = []
    # a program that imports the SDK may start slowly, and who does not answer is met in the older way
    monkeypatch.setattr(server_module, "START_LIMIT", PATIENCE)
    clock = Clock(monkeypatch)

    async def elicit(request: ElicitationRequest) -> ElicitationAnswer:
        await clock.run_ahead(2 * PATIENCE)  # longer than the call may take
        return ElicitationAnswer("accept", {"name": f"Ann of {request.server}"})

    async def scene() -> None:
        async with running(tmp_path, polite(timeout=PATIENCE), elicit=elicit) as host:
            await ready(host)
            status = server(host, "polite")
            assert (status.protocol, status.instructions) == ("2026-07-28", "Be polite.")
            assert [tool.says_reading for tool in status.tools][:2] == [True, False]
            assert all(tool.effect == "external" for tool in host.tools())  # what a server says proves nothing
            assert (await call(host, "polite.greet")).data == "Hello Ann of polite in blue"
            assert (await call(host, "polite.add", a=1, b=2)).data == "3"
            picture = await call(host, "polite.picture")
            assert "image/png, 15 bytes" in (picture.data or "")
            assert picture.attachments[0].data == b"\x89PNG not really"
            assert not (await call(host, "polite.add", a="x", b=2)).success
            report_progress.set(progress.append)
            assert (await call(host, "polite.slow", seconds=0.2)).data == "slept"
            await stop_a_call(host, "polite")
            assert (await call(host, "polite.grow")).data == "grown"
            await until(host, lambda: len(server(host, "polite").tools) == 6)

    asyncio.run(scene())
    assert progress[0] == Progress(1, 10, "step 1")


async def stop_a_call(host: McpHost, name: str) -> None:
    begun = asyncio.Event()
    report_progress.set(lambda _: begun.set())
    work = asyncio.ensure_future(call(host, f"{name}.slow", seconds=30))
    await begun.wait()
    work.cancel()
    await asyncio.wait([work], timeout=PATIENCE)
    assert work.cancelled()
    await waiting.until(lambda: "cancelled" in host.log(name))
    assert server(host, name).state == "ready"


def test_a_server_at_an_address_is_called_lost_and_found_again(tmp_path: Path) -> None:
    async def scene() -> None:
        with polite_at_address() as (url, process):
            config = ServerConfig(name="far", url=url, reading=("add",), headers={"X-Team": "notes"})
            async with running(tmp_path, config) as host:
                await ready(host)
                assert (await call(host, "far.add", a=1, b=2)).data == "3"
                begun = asyncio.Event()
                report_progress.set(lambda _: begun.set())
                slow = asyncio.ensure_future(call(host, "far.slow", seconds=30))
                await begun.wait()
                process.kill()
                result = await slow
                assert not result.success
                assert "went away" in (result.error or "")
                await until(host, lambda: server(host, "far").state == "waiting")
                reason = server(host, "far").reason
                assert reason is not None
                assert host.tools() == ()
                assert server(host, "far").tools[0].name == "add"
                assert "'far' went away" in host.why_unavailable("far.add")

    asyncio.run(scene())


def test_progress_is_reported_to_who_called(tmp_path: Path) -> None:
    progress: list[Progress] = []

    async def scene() -> None:
        async with running(tmp_path, crude()) as host:
            await ready(host)
            report_progress.set(progress.append)
            assert (await call(host, "crude.slow", seconds=0.3)).data == "slept"

    asyncio.run(scene())
    assert progress == [Progress(step, 10, f"step {step}") for step in range(1, 11)]


def test_a_stopped_call_is_cancelled_at_the_server(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, crude()) as host:
            await ready(host)
            await stop_a_call(host, "crude")

    asyncio.run(scene())


def test_a_call_that_takes_too_long_ends_and_the_server_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)

    async def scene() -> None:
        async with running(tmp_path, crude(timeout=PATIENCE)) as host:
            await ready(host)
            begun = asyncio.Event()
            report_progress.set(lambda _: begun.set())
            slow = asyncio.ensure_future(call(host, "crude.slow", seconds=30))
            await begun.wait()
            await clock.run_ahead(2 * PATIENCE)
            result = await slow
            said = f"crude.slow took longer than {PATIENCE:g} s; its server was asked to stop it"
            assert result == ToolResult(False, error=said, kind="too_slow")
            assert (await call(host, "crude.echo", text="still here")).data == "still here"

    asyncio.run(scene())


def test_a_lost_server_comes_back_and_only_what_may_be_repeated_is(tmp_path: Path) -> None:
    async def scene(reading: tuple[str, ...], trace: Path, *, idempotent: bool = True) -> tuple[ToolResult, float]:
        file = tmp_path / f"{trace.name}.json"
        die = {"name": "die", "inputSchema": {"type": "object"}, "annotations": {"idempotentHint": idempotent}}
        file.write_text(json.dumps([die]))
        (home := tmp_path / f"{trace.name} home").mkdir()
        async with running(home, crude("crude", "normal", file, reading=reading)) as host:
            await ready(host)
            begun = time.monotonic()
            result = await call(host, "crude.die", path=str(trace))
            await until(host, lambda: server(host).state == "ready")
            return result, time.monotonic() - begun

    result, seconds = asyncio.run(scene(("die",), tmp_path / "read"))
    assert result.success
    assert (result.data or "").endswith("alive again")
    assert "went away" in (result.data or "")
    assert (tmp_path / "read").read_text() == "called\ncalled\n"
    assert seconds < PATIENCE

    for reading, idempotent, name in ((), True, "written"), (("die",), False, "only read"):
        result, seconds = asyncio.run(scene(reading, tmp_path / name, idempotent=idempotent))
        assert not result.success
        assert "went away during the call of crude.die" in (result.error or "")
        assert (tmp_path / name).read_text() == "called\n"
        assert seconds < PATIENCE


def test_a_killed_server_marks_its_tools_and_comes_back(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, crude(mode="normal")) as host:
            await ready(host)
            states = []
            host.subscribe(lambda: states.append(server(host).state))
            (victim,) = [
                p
                for p in psutil.Process().children(recursive=True)
                if "crude_server" in p.cmdline()[-2] and "launcher" not in " ".join(p.cmdline())
            ]
            victim.kill()
            await until(host, lambda: server(host).state == "waiting")
            status = server(host)
            assert host.tools() == ()
            assert len(status.tools) == 11
            assert "went away" in host.why_unavailable("crude.echo")
            assert host.why_unavailable("other.echo") == ""
            await until(host, lambda: server(host).state == "ready")
            assert "ready" in states
            assert (await call(host, "crude.echo", text="back")).data == "back"

    asyncio.run(scene())


def test_a_server_asks_the_user_and_the_clock_stands_still(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[ElicitationRequest] = []
    clock = Clock(monkeypatch)

    async def elicit(request: ElicitationRequest) -> ElicitationAnswer:
        asked.append(request)
        await clock.run_ahead(2 * PATIENCE)  # longer than the call may take
        return ElicitationAnswer("accept", {"name": "Ann"} if request.kind == "form" else {})

    async def scene() -> tuple[ToolResult, ...]:
        async with running(tmp_path, crude(timeout=PATIENCE), elicit=elicit) as host:
            await ready(host)
            return await call(host, "crude.ask"), await call(host, "crude.visit")

    form, visit = asyncio.run(scene())
    assert json.loads(form.data or "") == {"action": "accept", "content": {"name": "Ann", "color": "blue"}}
    assert json.loads(visit.data or "") == {"action": "accept"}
    assert asked[0].message == "Who⟨U+200B⟩?"
    assert asked[0].required == ("name",)
    assert asked[0].secret == ("password",)
    assert (asked[1].kind, asked[1].url) == ("url", "https://example.org/sign-in")


def test_a_call_that_is_stopped_takes_its_question_along(tmp_path: Path) -> None:
    async def scene() -> None:
        asked, taken_back = asyncio.Event(), asyncio.Event()

        async def elicit(request: ElicitationRequest) -> ElicitationAnswer:
            asked.set()
            try:
                await asyncio.Event().wait()
            finally:
                taken_back.set()
            raise AssertionError(request)

        async with running(tmp_path, crude(), elicit=elicit) as host:
            await ready(host)
            stopped = asyncio.ensure_future(call(host, "crude.ask"))
            await asked.wait()
            stopped.cancel()
            await taken_back.wait()
            assert (await call(host, "crude.echo", text="there")).data == "there"

    asyncio.run(asyncio.wait_for(scene(), PATIENCE))


def test_where_nobody_can_be_asked_questions_are_declined(tmp_path: Path) -> None:
    async def scene() -> str:
        async with running(tmp_path, crude()) as host:
            await ready(host)
            return (await call(host, "crude.ask")).data or ""

    assert json.loads(asyncio.run(scene())) == {"action": "decline"}


def test_a_server_gets_little_of_our_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEEPSEEK_API_KEY", "canary-in-a-key")
    monkeypatch.setenv("PYTHONPATH", "/canary")

    async def scene() -> dict[str, str]:
        config = crude(env={"MINE": "${secret}", "PLAIN": "1"})
        backend = MemoryBackend()
        keys = KeyStore(backend=backend)
        hide_secrets(crude(env={"MINE": "abc", "PLAIN": "1"}), keys)
        backend.kept["mcp/crude/env/MINE"] = "found"
        host = McpHost([config], keys)
        monkeypatch.setenv("AXON_HOME", str(tmp_path))
        host.start()
        await host.confirm("crude")
        try:
            await ready(host)
            return dict(json.loads((await call(host, "crude.environment")).data or ""))
        finally:
            await host.close()

    environment = asyncio.run(scene())
    assert "canary" not in json.dumps(environment)
    assert (environment["MINE"], environment["PLAIN"]) == ("found", "1")
    by_wine = {name for name in environment if name.startswith("WINE")}  # it gives them to every program
    assert set(environment) - by_wine <= {
        "HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TMPDIR",
        "TZ",
        "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "MINE", "PLAIN",
        "APPDATA", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATHEXT", "PROCESSOR_ARCHITECTURE", "PROGRAMDATA",
        "PROGRAMFILES", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERNAME", "USERPROFILE",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("config", "code", "details"),
    [
        (ServerConfig(name="x", command="no-such-program"), "not_found", "no-such-program"),
        (ServerConfig(name="x", command=sys.executable, cwd="/no/such/folder"), "cannot_start", "no folder"),
        (ServerConfig(name="x", command=sys.executable, env={"TOKEN": "${secret}"}), "secret", "TOKEN"),
        (crude("x", "crash"), "exited", "exit code 3: Traceback: no such module"),
        (ServerConfig(name="x", command=sys.executable, args=("-c", "")), "exited", "exit code 0"),
        (ServerConfig(name="x", url="http://127.0.0.1:9/mcp"), "unreachable", "connection"),
    ],
)
def test_a_server_that_cannot_be_used_says_why(
    tmp_path: Path, config: ServerConfig, code: str, details: str
) -> None:
    async def scene() -> None:
        host = McpHost([], make_keys())
        result = await host.test(config)
        assert result.reason is not None
        assert result.reason.code == code
        assert details in result.reason.details
        async with running(tmp_path, config) as host:
            await until(host, lambda: server(host, "x").state in ("waiting", "failed"))
            status = server(host, "x")
            assert status.reason == result.reason
            assert (
                (status.state == "waiting") == (status.retry_at is not None) == (code in ("exited", "unreachable"))
            )

    asyncio.run(scene())


def test_trying_a_server_lists_its_tools_and_leaves_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        host = McpHost([], make_keys())
        result = await host.test(crude("tried", "normal", tmp_path / "no.json"))
        assert result.reason is not None  # it answers with an error, and says so in words
        result = await host.test(crude("tried"))
        assert result.reason is None
        assert (result.protocol, len(result.tools), result.title) == ("2025-11-25", 11, "crude 1")
        assert 0 < result.seconds < PATIENCE
        assert host.status() == []

    asyncio.run(scene())
    assert processes(str(tmp_path)) == []


def test_starting_and_closing_wait_for_nobody(tmp_path: Path) -> None:
    async def scene() -> tuple[float, float]:
        slow = [crude(f"s{number}", "silent", tmp_path) for number in range(3)]
        host = McpHost([*slow, ServerConfig(name="dead", url="http://10.255.255.1/mcp")], make_keys())
        begun = time.monotonic()
        host.start()
        started = time.monotonic() - begun
        await host.apply(slow, {config.name for config in slow})
        await waiting.until(lambda: len(processes(str(tmp_path))) >= len(slow))
        begun = time.monotonic()
        await host.close()
        return started, time.monotonic() - begun

    os.environ["AXON_HOME"] = str(tmp_path)
    try:
        started, closed = asyncio.run(scene())
    finally:
        del os.environ["AXON_HOME"]
    assert started < PATIENCE
    assert closed < PATIENCE
    assert processes(str(tmp_path)) == []


def test_settings_are_taken_over_without_a_restart_where_that_is_possible(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, crude(), crude("other")) as host:
            await ready(host)
            pids = {process.pid for process in psutil.Process().children(recursive=True)}
            await host.apply([crude(disabled=("echo",), reading=("slow",))], ())
            assert [status.name for status in host.status()] == ["crude"]
            assert server(host).state == "ready"
            assert {process.pid for process in psutil.Process().children(recursive=True)} < pids
            assert "crude.echo" not in [tool.name for tool in host.tools()]
            assert find_tool(host, "crude.slow").effect == "read"
            assert host.why_unavailable("crude.echo") == "the user has switched it off"
            await host.apply([crude(enabled=False)], ())
            assert server(host).state == "off"
            assert host.tools() == ()
            await host.apply([crude()], ())
            await ready(host)
            await host.restart("crude")
            await ready(host)
            await host.apply([crude(), crude("other")], ())
            assert [status.state for status in host.status()] == ["ready", "unconfirmed"]
            assert len(host.tools()) == 11

    asyncio.run(scene())


def test_what_was_agreed_to_stays_so_when_settings_change_before_the_start(tmp_path: Path) -> None:
    agree(tmp_path, crude("one"), crude("two"))
    file = tmp_path / "data" / "mcp-pins.json"

    async def scene() -> None:
        host = McpHost([crude("one")], make_keys(), approvals=Approvals(file))
        assert server(host, "one").state == "connecting"
        await host.confirm("one")
        await host.close()

    asyncio.run(scene())
    approvals = Approvals(file)
    approvals.load()
    assert approvals.is_confirmed(crude("one"))
    assert approvals.is_confirmed(crude("two"))


def test_settled_waits_for_starts_up_to_its_limit(tmp_path: Path) -> None:
    agree(tmp_path, crude(), crude("mute", "silent"), ServerConfig(name="gone", command="/no/such/program"))

    async def scene() -> None:
        configs = [crude(), ServerConfig(name="gone", command="/no/such/program"), crude("new")]
        approvals = Approvals(tmp_path / "data" / "mcp-pins.json")
        host = McpHost(configs, make_keys(), approvals=approvals)
        host.start()
        await host.settled(PATIENCE)
        assert [status.state for status in host.status()] == ["ready", "failed", "unconfirmed"]
        assert host.explain("gone") == "the MCP server 'gone' cannot be used: there is no program /no/such/program"
        await host.close()
        mute = McpHost([crude("mute", "silent")], make_keys(), approvals=approvals)
        mute.start()
        begun = time.monotonic()
        await mute.settled(0.2)
        assert time.monotonic() - begun < PATIENCE
        assert server(mute, "mute").state == "connecting"
        await mute.close()

    asyncio.run(scene())
