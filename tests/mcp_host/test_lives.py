"""What servers start ends with them, and they end with the program; however it ends."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.mcp_host.scenes import agree, crude, processes, ready, running

ROOT = Path(__file__).parents[2]
LIMIT = 5.0
_PAUSE = 0.1
"""Between two looks at all processes of the machine, which is work."""
FAMILY = 4
"""The launcher, the server, and two that have left its group and its session."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="orphans are found on Linux only")


def assert_gone(mark: str) -> None:
    deadline = time.monotonic() + LIMIT
    while left := processes(mark):
        assert time.monotonic() < deadline, [process.cmdline() for process in left]
        time.sleep(_PAUSE)


def wait_for(mark: str, number: int) -> None:
    deadline = time.monotonic() + 90
    while len(processes(mark)) != number:
        assert time.monotonic() < deadline
        time.sleep(_PAUSE)


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
    """Kill programs in the middle of their work; `how` is told to each."""
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
            program.wait(LIMIT)
        assert_gone(str(vault))


def test_nothing_is_left_of_a_killed_window(tmp_path: Path) -> None:
    kill_windows(tmp_path, 1)


def test_a_window_that_is_told_to_end_takes_its_servers_along(tmp_path: Path) -> None:
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
            deadline = time.monotonic() + LIMIT
            while any(process.is_running() and process.status() != "zombie" for process in others):
                assert time.monotonic() < deadline
                await asyncio.sleep(0.02)

    asyncio.run(scene())
