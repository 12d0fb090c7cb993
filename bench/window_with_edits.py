"""One run for edit.py: the whole program with nothing to do, then while many files change; prints JSON.

python -m bench.window_with_edits VAULT FILES
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypedDict

from PySide6.QtWidgets import QApplication

from axon_desktop.llm.messages import Message, ToolCall
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.ui.session.user_writes import UserWrites
from axon_desktop.vault.search.found import Query
from bench.gaps import GapProbe
from bench.usable import Program, run_in_window, until

HUB = "Hub"
_NEW_HUB = "Hub with another name"
_CALLS = 100
"""In a round."""
_AGENT, _OTHER = "agentwrote", "otherwrote"
"""Words of which each note that is changed gets one."""
_START = 2.0
_IDLE = 4.0
_AFTER = 0.5
"""Seconds in which the rest of what a change brings is done."""


class Work(TypedDict):
    """What was seen while files changed."""

    gaps: list[float]
    own: list[float]
    """CPU of the window's thread in each gap, in milliseconds."""
    seconds: float


class Found(TypedDict):
    """What a run found; gaps in milliseconds."""

    idle: list[float]
    works: dict[str, Work]


class _Edits:
    """Changes the same files in four ways, and makes sure that each time they are."""

    def __init__(self, program: Program, root: Path, files: int) -> None:
        self._program = program
        self._root = root
        self._files = files
        self._session = program.workspace.session

    async def move(self) -> None:
        """Rename the note that all of them link to."""
        await UserWrites(self._program.workspace.vault).move(f"{HUB}.md", f"{_NEW_HUB}.md")
        names = self._program.workspace.vault.names
        await until(lambda: f"{_NEW_HUB}.md" in names.paths)
        await self._expect(f"[[{_NEW_HUB}]]", self._files)

    async def ask_agent(self) -> None:
        """Let a model that needs no time edit all of them."""
        session = self._session
        session.reconfigure(session.settings, ScriptedProvider(self._script(), native_tools=True))
        session.send(f"Write {_AGENT} into every note in Linking.")
        await until(lambda: not session.running)
        await self._expect(_AGENT, self._files)

    def _script(self) -> Iterator[Message]:
        calls = [
            ToolCall(
                "edit_note",
                {"path": f"Linking/Note {number:05}.md", "old": f"for {number}.", "new": f"for {_AGENT}."},
                f"call-{number}",
            )
            for number in range(self._files)
        ]
        for first in range(0, len(calls), _CALLS):
            yield Message("assistant", "", tool_calls=tuple(calls[first : first + _CALLS]))
        yield Message("assistant", "All of them are changed.")

    async def undo(self) -> None:
        """Take the agent's turn back."""
        undone: list[object] = []
        self._session.undone.connect(undone.append)
        self._program.window.undo_requested.emit()
        await until(lambda: len(undone) == self._files)
        await self._expect(_AGENT, 0)

    async def let_other_write(self) -> None:
        """Let another program write at the end of each."""
        command = (sys.executable, "-m", "bench.burst", str(self._root / "Linking"), str(self._files), _OTHER)
        writer = await asyncio.create_subprocess_exec(*command)
        await writer.wait()
        index = self._program.workspace.index

        def knows_all() -> bool:
            finder = index.finder()
            return finder is not None and finder.find(Query(_OTHER, limit=1)).total == self._files

        await until(knows_all)

    async def _expect(self, text: str, count: int) -> None:
        found = await asyncio.to_thread(
            lambda: sum(text in file.read_text("utf-8") for file in (self._root / "Linking").glob("*.md"))
        )
        if found != count:
            sys.exit(f"{text} is in {found} files, not in {count}")


async def run(app: QApplication) -> Found:
    """Run the program and return the gaps of its event loop."""
    root, files = Path(sys.argv[1]), int(sys.argv[2])
    program = Program(app, str(root), "Linking/Note 00001.md")  # one that changes is shown all the time
    await program.usable()
    await program.ready()
    await asyncio.sleep(_START)
    probe = GapProbe()
    probe.start()
    await asyncio.sleep(_IDLE)
    idle = probe.stop()
    edits = _Edits(program, root, files)
    works: dict[str, Work] = {
        "a rename with its links": await _watch(probe, edits.move),
        "the agent": await _watch(probe, edits.ask_agent),
        "undo": await _watch(probe, edits.undo),
        "another program": await _watch(probe, edits.let_other_write),
    }
    await program.close()
    return {"idle": idle, "works": works}


async def _watch(probe: GapProbe, work: Callable[[], Awaitable[None]]) -> Work:
    begun = time.perf_counter()
    probe.start()
    await work()
    seconds = time.perf_counter() - begun
    found: Work = {"gaps": probe.stop(), "own": probe.work, "seconds": seconds}
    await asyncio.sleep(_AFTER)
    return found


if __name__ == "__main__":
    run_in_window(run)
