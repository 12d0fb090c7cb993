"""One run for servers.py: the whole program in a window, idle, then with servers that start; prints JSON."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Callable

import PySide6.QtCore  # before qasync, which takes the binding that it finds  # noqa: F401
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop

from axon_desktop.app import Desktop
from axon_desktop.keys import KeyStore
from axon_desktop.mcp_host.config import ServerConfig
from axon_desktop.options import parse_options
from bench.gaps import GapProbe
from bench.servers import VAULT, Gaps

_IDLE = 4.0
_AFTER = 1.0
_LIMIT = 120.0


async def run(app: QApplication, servers: int) -> Gaps:
    """Run the program and return the gaps of its event loop."""
    desktop = Desktop(app, parse_options([str(VAULT)]), KeyStore())
    running = asyncio.ensure_future(desktop.run())
    await _until(lambda: desktop.workspace is not None)
    await asyncio.sleep(3)  # the vault is read, and what is shown is laid out
    probe = GapProbe()
    probe.start()
    await asyncio.sleep(_IDLE)
    idle = probe.stop()
    host = desktop.host
    assert host is not None
    command = ("-m", "axon_desktop.cli", "mcp", "--vault", str(VAULT))
    begun = time.perf_counter()
    probe.start()
    configs = [ServerConfig(name=f"s{n}", command=sys.executable, args=command) for n in range(servers)]
    await host.apply(configs, {config.name for config in configs})
    await _until(lambda: all(server.state == "ready" for server in host.status()))
    seconds = time.perf_counter() - begun
    await asyncio.sleep(_AFTER)
    starting = probe.stop()
    desktop.window.close()
    await running
    return {"idle": idle, "starting": starting, "work": probe.work, "seconds": seconds}


async def _until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + _LIMIT
    while not holds():
        if time.monotonic() > end:
            sys.exit(f"waited {_LIMIT:g} s")
        await asyncio.sleep(0.05)


def main() -> None:
    """Run once and print what was found."""
    app = QApplication(sys.argv[:1])
    app.setQuitOnLastWindowClosed(False)
    with asyncio.Runner(loop_factory=lambda: QEventLoop(app)) as runner:
        print(json.dumps(runner.run(run(app, int(sys.argv[1])))))


if __name__ == "__main__":
    main()
