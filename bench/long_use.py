"""A long day with the program: what does it hold after a thousand turns that it did not hold after a hundred?

python -m bench.long_use [--turns 1000] [--notes 1000]

The whole program, on two vaults: it asks a model (a loopback server of the true wire format) that thinks, reads
and writes, opens notes and scrolls, edits one in the source editor, searches, hears of changes by other programs,
begins new conversations, goes from one vault to the other and back. After every hundred turns it is brought into
the same state and counted; from the first such count on nothing may grow.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import msgspec
import psutil
from PySide6.QtCore import QObject, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop

from axon_desktop.app import Desktop
from axon_desktop.keys import KeyStore
from axon_desktop.options import parse_options
from axon_desktop.ui.session import ChatSession
from axon_desktop.ui.workspace import Workspace
from bench.texts import markdown
from tests.llm.deepseek_server import DeepSeekServer, Reply
from tests.waiting import until

MOST_PERCENT = 5.0
MOST_MB = 20.0
_CONVERSATION = 7
"""Turns of a conversation."""
_STAY = 10
"""Turns in a vault."""
_EDIT = 5
_OUTSIDE = 10
_LOGS = 40
"""Notes that the agent writes to."""
_CHANGED = 20
"""Files that another program changes at once."""


@dataclass(frozen=True)
class Count:
    """What the program holds."""

    turn: int
    memory: float
    """Resident MB."""
    handles: int
    threads: int
    timers: int
    objects: int
    """Qt objects below the windows."""
    tasks: int
    processes: int


class Day:
    """Uses the program."""

    def __init__(self, app: QApplication, server: DeepSeekServer, vaults: list[Path], seed: int) -> None:
        self.app = app
        self.desktop = Desktop(app, parse_options([str(vaults[0])]), KeyStore.from_environment())
        self._server = server
        self._vaults = vaults
        self._random = random.Random(seed)

    async def count(self, turn: int) -> Count:
        """Bring the program into the same state as always, and count."""
        for vault in reversed(self._vaults):
            await self._go_to(vault)
        self._session.new_conversation()
        self._open("Note 0.md")
        self._server.requests.clear()
        timers = []
        for _ in range(4):  # some run for a moment, from time to time
            await asyncio.sleep(0.5)
            timers.append(sum(isinstance(each, QTimer) and each.isActive() for each in self._objects()))
        gc.collect()
        process = psutil.Process()
        return Count(
            turn,
            process.memory_info().rss / 2**20,
            process.num_fds(),
            process.num_threads(),
            min(timers),
            len(self._objects()),
            len(asyncio.all_tasks()),
            len(process.children(recursive=True)),
        )

    async def turn(self, number: int) -> None:
        """Ask once, and do what people do besides."""
        if number % _STAY == 0:
            await self._go_to(self._vaults[number // _STAY % 2])
        if number % _CONVERSATION == 0:
            self._session.new_conversation()
        await self._ask(number)
        self._open(f"Note {self._random.randrange(200)}.md")
        await asyncio.sleep(0.02)
        bar = self.desktop.window.preview.view.verticalScrollBar()
        bar.setValue(bar.maximum())
        if number % _EDIT == 0:
            await self._edit(number)
        if number % _OUTSIDE == 0:
            for changed in range(_CHANGED):
                file = self._root / f"Note {200 + changed}.md"
                file.write_text(f"Changed in turn {number}.\n\n#outside\n", encoding="utf-8")
        finder = self._workspace.index.finder()
        if finder is not None:
            await asyncio.to_thread(finder.find, f"word{number % 10}", 20)

    def _objects(self) -> list[QObject]:
        return [each for top in self.app.topLevelWidgets() for each in (top, *top.findChildren(QObject))]

    @property
    def _workspace(self) -> Workspace:
        assert self.desktop.workspace is not None
        return self.desktop.workspace

    @property
    def _session(self) -> ChatSession:
        return self._workspace.session

    @property
    def _root(self) -> Path:
        return self._workspace.vault.root

    def _open(self, path: str) -> None:
        self.desktop.window.preview.open_note(path)

    async def start(self) -> asyncio.Future[int]:
        """Start the program and wait until the vault is there."""
        running = asyncio.ensure_future(self.desktop.run())
        await until(lambda: self.desktop.workspace is not None or running.done())
        await self._ready()
        return running

    async def _ready(self) -> None:
        index = self._workspace.index
        await until(lambda: index.state.phase == "ready" and index.state.watch is not None)

    async def _go_to(self, vault: Path) -> None:
        if self._root != vault:
            await self.desktop.open_vault(vault)
            await self._ready()

    async def _ask(self, number: int) -> None:
        self._server.play_now(
            Reply("", reasoning="Which one? " * 20, calls=[("read_note", {"path": f"Note {number % 100}"})]),
            Reply(
                "",
                reasoning="Write it down.",
                calls=[
                    ("create_note", {"path": f"Log {number % _LOGS}", "content": f"{number}\n", "mode": "append"})
                ],
            ),
            Reply(markdown(1_500, seed=number), reasoning="Done.", piece=40),
        )
        self._session.send(f"What is in note {number}?")
        await until(lambda: not self._session.running)
        last = self._session.history[-1]
        if last.role != "assistant" or not last.content.strip():
            sys.exit(f"turn {number} has no answer: {last}")

    async def _edit(self, number: int) -> None:
        preview = self.desktop.window.preview
        self._open("Edited.md")
        await until(lambda: preview.path == "Edited.md")
        preview.set_mode("source")
        await until(lambda: preview.searched is not None and preview.settled)
        QTest.keyClicks(self.app.focusWidget() or preview, f"{number} ")
        await preview.save()
        preview.set_mode("reading")
        await asyncio.sleep(0.02)


async def _play(
    app: QApplication, server: DeepSeekServer, vaults: list[Path], turns: int, every: int
) -> list[Count]:
    day = Day(app, server, vaults, 1)
    running = await day.start()
    counts = []
    for number in range(turns):
        await day.turn(number)
        if (number + 1) % every == 0:
            counts.append(await day.count(number + 1))
            print(json.dumps(msgspec.to_builtins(counts[-1])), flush=True)
    day.desktop.window.close()
    await running
    return counts


def _fill(root: Path, notes: int) -> None:
    root.mkdir()
    (root / "Edited.md").write_text("Begun.\n", encoding="utf-8")
    for number in range(_LOGS):
        (root / f"Log {number}.md").write_text("", encoding="utf-8")
    for number in range(notes):
        text = f"# Note {number}\n\nword{number % 10} [[Note {number + 1}]] #tag{number % 7}\n\n"
        (root / f"Note {number}.md").write_text(text + markdown(2_000, seed=number), encoding="utf-8")


def play(turns: int, notes: int, every: int = 100) -> list[Count]:
    """Use the program for so many turns, and return what it held after every so many."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory(prefix="axon-long-") as temp, DeepSeekServer() as server:
        home = Path(temp) / "home"
        (home / "config").mkdir(parents=True)
        os.environ["AXON_HOME"], os.environ["DEEPSEEK_API_KEY"] = str(home), server.key
        settings = {
            "model": {"provider": "deepseek", "base_url": server.base_url},
            "safety": {"mode": "apply"},
        }
        (home / "config" / "settings.json").write_bytes(msgspec.json.encode(settings))
        vaults = [Path(temp) / "One", Path(temp) / "Two"]
        for vault in vaults:
            _fill(vault, notes)
        app = QApplication.instance() or QApplication([])
        assert isinstance(app, QApplication)
        app.setQuitOnLastWindowClosed(False)
        with asyncio.Runner(loop_factory=lambda: QEventLoop(app)) as runner:
            return runner.run(_play(app, server, vaults, turns, every))


def faults_of(first: Count, last: Count) -> list[str]:
    """Say what grew that may not."""
    faults = []
    most = min(first.memory * MOST_PERCENT / 100, MOST_MB)
    if last.memory - first.memory > most:
        faults.append(f"memory +{last.memory - first.memory:.1f} MB, more than {most:.1f}")
    return faults + grown(first, last)


def grown(first: Count, last: Count) -> list[str]:
    """Say of what there is more, but for memory."""
    names = ("handles", "threads", "timers", "objects", "tasks", "processes")
    pairs = ((name, getattr(first, name), getattr(last, name)) for name in names)
    return [f"{name} {before} -> {after}" for name, before, after in pairs if after > before]


def main() -> int:
    """Run the command line; 0 when nothing grew."""
    parser = argparse.ArgumentParser(description="A long day with the program.")
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("--every", type=int, default=100, help="turns between two counts")
    parser.add_argument("--notes", type=int, default=1000, help="in each of the two vaults")
    options = parser.parse_args()
    counts = play(options.turns, options.notes, options.every)
    first, last = counts[0], counts[-1]
    faults = faults_of(first, last)
    for fault in faults:
        print(f"MISS {fault}")
    print(
        f"{last.turn} turns: {len(faults)} things grew after turn {first.turn};"
        f" memory {first.memory:.0f} -> {last.memory:.0f} MB, handles {first.handles} -> {last.handles},"
        f" threads {first.threads} -> {last.threads}, timers {first.timers} -> {last.timers},"
        f" Qt objects {first.objects} -> {last.objects}"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
