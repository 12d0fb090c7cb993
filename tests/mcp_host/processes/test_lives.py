"""What servers start ends with them, and they end with the program; however it ends."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import msgspec
import psutil
import pytest

from axon_desktop.mcp_host.config.approvals import Approvals
from axon_desktop.mcp_host.host import McpHost
from axon_desktop.mcp_host.processes.process import plan_launch, start_process
from axon_desktop.ui.mcp.host import close_host
from tests import waiting
from tests.mcp_host.scenes import agree, crude, make_keys, processes, ready, running
from tests.waiting import PATIENCE, wait_until

if sys.platform != "linux":
    pytest.skip("orphans are found on Linux only", allow_module_level=True)

ROOT = Path(__file__).parents[3]
LIMIT = 18.0
"""Seconds for ten that have to be killed, at the same time: one after the other each would take two."""
_PAUSE = 0.1
"""Between two looks at all processes of the machine, which is work."""
FAMILY = 4
"""The launcher, the server, and two that have left its group and its session."""


def assert_gone(mark: str) -> None:
    wait_until(lambda: not processes(mark), pause=_PAUSE)


def _lives(process: psutil.Process) -> bool:
    return process.is_running() and process.status() != psutil.STATUS_ZOMBIE


def wait_for(mark: str, number: int) -> None:
    wait_until(lambda: len(processes(mark)) == number, pause=_PAUSE)


def cycle(folder: Path, rounds: int, at_once: int) -> None:
    """Start and stop servers whose families do not want to end."""
    mark = folder / "family"

    async def scene() -> None:
        for _ in range(rounds):
            clan = [crude(f"clan {number}", "family", mark) for number in range(at_once)]
            async with running(folder, *clan) as host:
                await ready(host)
                await asyncio.to_thread(wait_for, str(mark), FAMILY * at_once)
                begun = time.monotonic()
            assert time.monotonic() - begun < LIMIT
            assert_gone(str(mark))

    asyncio.run(scene())


def kill(folder: Path, rounds: int, at_once: int, *how: str) -> None:
    """Kill programs in the middle of their work; `how` is passed to each."""
    for number in range(rounds):
        mark = str(folder / f"killed {number} {how}")
        programs = [
            subprocess.Popen(
                [sys.executable, "-m", "tests.mcp_host.host_program", mark, *how],
                cwd=ROOT,
                stdout=subprocess.DEVNULL,
                env={**os.environ, "AXON_HOME": str(folder / "home")},
            )
            for _ in range(at_once)
        ]
        try:
            wait_for(mark, (FAMILY + 1) * at_once)
        finally:
            for program in programs:
                program.send_signal(signal.SIGKILL)
                program.wait()
        assert_gone(mark)


def kill_windows(folder: Path, rounds: int, number: int = signal.SIGKILL) -> None:
    """End the program itself, with its window and a conversation that has servers, by a signal."""
    for round_ in range(rounds):
        vault = folder / f"vault {number} {round_}"
        vault.mkdir()
        home = folder / f"home {number} {round_}"
        agree(home, crude("clan", "family", vault / "family"), crude("lone", "silent", vault / "none"))
        program = subprocess.Popen(
            [sys.executable, "-m", "axon_desktop", str(vault)],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "AXON_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"},
        )
        try:
            wait_for(str(vault), 1 + FAMILY + 2)  # the window, a family, and a server that never answers
        finally:
            program.send_signal(number)
            try:
                program.wait(PATIENCE)
            finally:
                program.kill()
                program.wait()
        assert_gone(str(vault))


def test_nothing_is_left_of_a_killed_window(tmp_path: Path) -> None:
    kill_windows(tmp_path, 1)


def test_a_window_that_is_asked_to_end_ends_its_servers(tmp_path: Path) -> None:
    kill_windows(tmp_path, 1, signal.SIGTERM)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_nothing_is_left_of_50_killed_windows(tmp_path: Path) -> None:
    kill_windows(tmp_path, 50)


def test_nothing_is_left_of_20_stopped_servers(tmp_path: Path) -> None:
    cycle(tmp_path, 2, 10)


def test_nothing_is_left_of_5_killed_programs(tmp_path: Path) -> None:
    kill(tmp_path, 1, 4)
    kill(tmp_path, 1, 1, "host")


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_nothing_is_left_of_200_stopped_servers(tmp_path: Path) -> None:
    cycle(tmp_path, 20, 10)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_nothing_is_left_of_50_killed_programs(tmp_path: Path) -> None:
    kill(tmp_path, 5, 8)
    kill(tmp_path, 10, 1, "host")


def test_a_server_ends_with_its_launcher(tmp_path: Path) -> None:
    mark = tmp_path / "mark"

    async def scene() -> None:
        async with running(tmp_path, crude("lone", "normal", mark)) as host:
            (tmp_path / "mark").write_text("[]")
            await ready(host)
            found = processes(str(mark))
            launcher = next(process for process in found if "launcher" in " ".join(process.cmdline()))
            others = [process for process in found if process != launcher]
            launcher.kill()
            await waiting.until(lambda: not any(map(_lives, others)))

    asyncio.run(scene())


def test_a_server_that_does_not_want_to_end_is_waited_for_though_the_loop_is_closed_meanwhile(
    tmp_path: Path,
) -> None:
    """Red when what is given up by its patient waiter, and by its task too, is left to a loop that has closed."""
    mark = tmp_path / "family"
    before = psutil.Process().children()

    async def scene() -> None:
        host = McpHost([], make_keys(), approvals=Approvals(tmp_path / "approvals.json"))
        host.start()
        await host.apply([crude("clan", "family", mark)], {"clan"})
        await ready(host)
        await asyncio.to_thread(wait_for, str(mark), FAMILY)
        await close_host(host, 0.1)
        closing = asyncio.get_running_loop().create_task(host.close())
        await asyncio.sleep(0)
        closing.cancel()

    asyncio.run(scene())
    assert processes(str(mark)) == []
    assert psutil.Process().children() == before


def test_a_server_whose_start_is_given_up_twice_has_ended_then(tmp_path: Path) -> None:
    """As when the loop is closed while somebody ends the server."""
    mark = str(tmp_path / "lone")
    before = psutil.Process().children()
    launch = plan_launch(crude("lone", "silent", Path(mark)), os.environ["PATH"])

    async def scene() -> None:
        starting = asyncio.get_running_loop().create_task(start_process(launch))
        while psutil.Process().children() == before:  # noqa: ASYNC110 - a moment later it has started
            await asyncio.sleep(0)
        for _ in range(2):
            starting.cancel()
            await asyncio.sleep(0)
        with suppress(asyncio.CancelledError):
            await (await starting).stop()

    asyncio.run(scene())
    assert processes(mark) == []
    assert psutil.Process().children() == before


def test_who_ends_a_server_that_is_being_ended_waits_too(tmp_path: Path) -> None:
    """Red when a server that the user has just removed is left behind by a program that is closed."""
    mark = tmp_path / "family"

    async def scene() -> None:
        async with running(tmp_path, crude("clan", "family", mark)) as host:
            await ready(host)
            leaving = host._servers["clan"]
            removing = asyncio.get_running_loop().create_task(host.apply([], ()))
            await waiting.until(lambda: leaving._stopping)
            await host.close()
            assert processes(str(mark)) == []
            await removing

    asyncio.run(scene())


def test_a_server_that_is_switched_on_while_it_is_being_ended_starts_again(tmp_path: Path) -> None:
    clan = crude("clan", "family", tmp_path / "family")

    async def scene() -> None:
        async with running(tmp_path, clan) as host:
            await ready(host)
            off = msgspec.structs.replace(clan, enabled=False)
            switching = asyncio.get_running_loop().create_task(host.apply([off], ()))
            await waiting.until(lambda: host._servers["clan"]._stopping)
            await host.apply([clan], ())
            await switching
            await ready(host)

    asyncio.run(scene())
