"""A long day with the program: what does it hold after a thousand rounds that it did not hold after a hundred?

python -m bench.long_use [--turns 1000] [--hours 8] [--notes 1000] [--json FILE]

The whole program, on two vaults: it asks a model (a loopback server of the true wire format) that thinks, reads,
writes and calls an MCP server; opens notes, boards and bases; edits a note until it saves itself; undoes,
searches, goes to notes by name, hears of changes by other programs, begins new conversations, goes from one
vault to the other and back. Its clock goes on by eight hours meanwhile (see `long_day`). After every hundred
rounds it is brought into the same state and counted; from the first such count on nothing may grow.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
from PySide6.QtWidgets import QApplication

from axon_desktop.ui.aio import Loop
from bench.long_day import BASE, CANVAS, LOGS, THREADS, Clock, Count, Day
from bench.texts import markdown
from tests.llm.deepseek_server import DeepSeekServer
from tests.mcp_host.scenes import agree, crude

MOST_PERCENT = 5.0
MOST_MB = 20.0
_BOARDS = Path(__file__).resolve().parents[1] / "tests" / "data" / "boards"
_BASE = "filters: file.name.startsWith('Note')\nviews:\n  - type: table\n    name: All\n    limit: 50\n"
_COLUMNS = ("turn", "hours", "memory", "handles", "threads", "timers", "objects", "tasks", "processes")


async def _play(
    app: QApplication, server: DeepSeekServer, vaults: list[Path], turns: int, every: int, hours: float
) -> tuple[list[Count], Mapping[str, int]]:
    clock = Clock()
    try:
        day = Day(app, server, vaults, clock)
        running = await day.start()
        counts = []
        print(" ".join(f"{name:>9}" for name in _COLUMNS), flush=True)
        for number in range(turns):
            await day.turn(number, hours * 3600 / turns)
            if (number + 1) % every == 0:
                counts.append(await day.count(number + 1))
                print(" ".join(f"{getattr(counts[-1], name):>9.6g}" for name in _COLUMNS), flush=True)
        day.desktop.window.close()
        await running
    finally:
        clock.stop()
    return counts, day.done


def _fill(root: Path, notes: int) -> None:
    root.mkdir()
    (root / "Edited.md").write_text("Begun.\n", encoding="utf-8")
    shutil.copy(_BOARDS / "plain.canvas", root / CANVAS)
    (root / BASE).write_text(_BASE, encoding="utf-8")
    for number in range(LOGS):
        (root / f"Log {number}.md").write_text("", encoding="utf-8")
    for number in range(max(notes, 200)):
        text = f"# Note {number}\n\nword{number % 10} [[Note {number + 1}]] #tag{number % 7}\n\n"
        (root / f"Note {number}.md").write_text(text + markdown(2_000, seed=number), encoding="utf-8")


def play(turns: int, notes: int, every: int = 100, hours: float = 8.0) -> tuple[list[Count], Mapping[str, int]]:
    """Use the program for so many rounds; return what it held after every so many, and how often what was done."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory(prefix="axon-long-") as temp, DeepSeekServer() as server:
        home = Path(temp) / "home"
        (home / "config").mkdir(parents=True)
        os.environ["AXON_HOME"], os.environ["DEEPSEEK_API_KEY"] = str(home), server.key
        os.environ["DEEPSEEK_BASE_URL"] = server.base_url
        settings = {
            "model": {"provider": "deepseek", "base_url": server.base_url},
            "safety": {"mode": "apply"},
        }
        (home / "config" / "settings.json").write_bytes(msgspec.json.encode(settings))
        agree(home, crude(reading=("echo",)))
        vaults = [Path(temp) / "One", Path(temp) / "Two"]
        for vault in vaults:
            _fill(vault, notes)
        app = QApplication.instance() or QApplication([])
        assert isinstance(app, QApplication)
        app.setQuitOnLastWindowClosed(False)

        def make_loop() -> Loop:
            loop = Loop(app)
            loop.set_default_executor(ThreadPoolExecutor(THREADS))
            return loop

        with asyncio.Runner(loop_factory=make_loop) as runner:
            return runner.run(_play(app, server, vaults, turns, every, hours))


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
    parser.add_argument("--turns", type=int, default=1000, help="rounds: one question each, and more besides")
    parser.add_argument("--every", type=int, default=100, help="rounds between two counts")
    parser.add_argument("--hours", type=float, default=8.0, help="by which the program's clock goes on")
    parser.add_argument("--notes", type=int, default=1000, help="in each of the two vaults; at least 200")
    parser.add_argument("--json", type=Path, help="write what was counted and done into this file")
    options = parser.parse_args()
    counts, done = play(options.turns, options.notes, options.every, options.hours)
    first, last = counts[0], counts[-1]
    faults = faults_of(first, last)
    print("done: " + ", ".join(f"{name} {count}" for name, count in sorted(done.items())))
    for fault in faults:
        print(f"MISS {fault}")
    print(
        f"{last.turn} rounds, {last.hours:.1f} hours: {len(faults)} things grew after round {first.turn};"
        f" memory {first.memory:.0f} -> {last.memory:.0f} MB, handles {first.handles} -> {last.handles},"
        f" threads {first.threads} -> {last.threads}, timers {first.timers} -> {last.timers},"
        f" children {first.processes} -> {last.processes}, Qt objects {first.objects} -> {last.objects}"
    )
    if options.json:
        found = {"counts": msgspec.to_builtins(counts), "done": dict(done), "faults": faults}
        options.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
