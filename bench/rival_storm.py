"""Agents write notes that three other programs write as well: is a version lost, was an edit made on half a text?

`python -m bench.kill_storm --writes 10000`. Several agents read a note and overwrite it with the tools, as fast as
they can. Meanwhile an editor that saves by renaming, one that truncates and writes in place, and a sync client
(renames over, with an old date, and keeps conflict copies) write the same notes. Only the three take turns on one
note, so that what they do to each other is known; no one waits for the agents. What a rival wrote and no rival
replaced must be in a note, in the journal or among the held files at the end.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import random
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from axon_desktop.llm.messages import ToolCall
from axon_desktop.tools import ToolManager
from axon_desktop.vault import Vault
from axon_desktop.vault.files.atomic_rename import SwapUnsupportedError, exchange

_NOTES = 120
_AGENTS = 6
_PAUSE = 0.04
"""Longest rest of a rival between two writes."""


@dataclass
class RivalFigures:
    """What was written, refused, lost or torn."""

    writes: int = 0
    refused: int = 0
    """Writes that an agent wanted, when the note was being written or had been changed since it was read."""
    rival_writes: int = 0
    rescued: int = 0
    rival_versions_lost: int = 0
    own_versions_lost: int = 0
    torn_reads: int = 0
    """Half texts that a tool gave to an agent."""
    torn_edits: int = 0
    """Writes of an agent that replaced half a text or were made on one."""
    torn_notes: int = 0
    """Notes that hold half a text at the end."""
    temps_left: int = 0
    seconds: float = 0.0

    @property
    def harm(self) -> int:
        """How many things went wrong."""
        lost = self.rival_versions_lost + self.own_versions_lost
        return lost + self.torn_reads + self.torn_edits + self.torn_notes + self.temps_left


class Rival:
    """A program that writes notes, one after the other, until it is asked to end."""

    def __init__(self, base: Path, writer: ModuleType, kind: str, seed: int) -> None:
        self._vault, self._locks = base / "vault", base / "locks"
        self._log = base / "logs" / kind
        self._temp = base / f"{kind}.tmp"
        self._writer = writer
        self._random = random.Random(seed)
        self._ended = False
        self._kind = kind
        self.process = 0

    def start(self) -> None:
        """Go on in a process of its own."""
        self.process = os.fork()
        if self.process == 0:
            signal.signal(signal.SIGTERM, self._end)
            try:
                self._run({"rename": self._rename, "inplace": self._rewrite, "sync": self._sync}[self._kind])
            finally:
                os._exit(0)

    def stop(self) -> None:
        """Let it finish its write and end."""
        os.kill(self.process, signal.SIGTERM)
        os.waitpid(self.process, 0)

    def _end(self, _number: int, _frame: object) -> None:
        self._ended = True

    def _run(self, write: Callable[[Path, str, bytes], str | None]) -> None:
        with self._log.open("a", encoding="utf-8") as log:
            while not self._ended:
                note = self._vault / f"Note {self._random.randrange(_NOTES)}.md"
                mark, text = self._writer.make_text(self._kind, self._random)
                with self._alone(note):
                    try:
                        log.write(f"{mark} {write(note, mark, text)}\n")
                    except FileNotFoundError:
                        continue
                time.sleep(self._random.random() * _PAUSE)

    @contextmanager
    def _alone(self, note: Path) -> Iterator[None]:
        with (self._locks / note.name).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _rename(self, note: Path, _mark: str, text: bytes) -> str | None:
        """Save by renaming; an exchange tells what was replaced, where there is one."""
        self._temp.write_bytes(text)
        try:
            exchange(str(self._temp), str(note), None)
        except SwapUnsupportedError:
            known: str | None = self._writer.mark_of(note.read_bytes())
            self._temp.rename(note)
            return known
        replaced: str | None = self._writer.mark_of(self._temp.read_bytes())
        self._temp.unlink()
        return replaced

    def _rewrite(self, note: Path, _mark: str, text: bytes) -> str | None:
        """Read, and write from the start, in two pieces."""
        with note.open("r+b", buffering=0) as file:
            replaced: str | None = self._writer.mark_of(file.read())
            time.sleep(self._random.random() * 0.002)
            file.seek(0)
            file.truncate()
            half = self._random.randrange(len(text))
            file.write(text[:half])
            time.sleep(self._random.random() * 0.002)
            file.write(text[half:])
        return replaced

    def _sync(self, note: Path, mark: str, text: bytes) -> str | None:
        """Bring a version of another device: over the one that is known, or beside one that is not."""
        self._temp.write_bytes(text)
        old = time.time() - self._random.randint(2, 100_000)
        os.utime(self._temp, (old, old))
        replaced: str | None = self._writer.mark_of(note.read_bytes())
        if self._random.random() < 0.1:
            note.rename(note.with_name(f"{note.stem}.sync-conflict-20260101-000000-{mark[-7:].upper()}.md"))
            replaced = None
        self._temp.rename(note)
        return replaced


class Agents:
    """Agents that read and overwrite notes with the tools, until all together have written enough."""

    def __init__(self, vault: Vault, writer: ModuleType, log: Path, figures: RivalFigures) -> None:
        self._vault = vault
        self._writer = writer
        self._log = log
        self._figures = figures

    async def run(self, writes: int, seed: int) -> None:
        """Write so many times."""
        with self._log.open("a", encoding="utf-8") as log:

            async def work(random_: random.Random) -> None:
                while self._figures.writes < writes:
                    mark = await self._write(random_)
                    if mark is None:
                        self._figures.refused += 1
                    else:
                        self._figures.writes += 1
                        log.write(f"{mark} None\n")

            await asyncio.gather(*(work(random.Random(seed * 100 + number)) for number in range(_AGENTS)))

    async def _write(self, random_: random.Random) -> str | None:
        """Read a note and write it anew; return the id of the text, None when a tool refused."""
        tools = ToolManager(self._vault)
        tools.begin_turn(f"turn {random_.getrandbits(64)}", "a write")
        path = f"Note {random_.randrange(_NOTES)}.md"
        read = await tools.execute(ToolCall("read_note", {"path": path}))
        if not read.success:
            return None
        torn = self._writer.mark_of(str(read.data).encode()) is None
        self._figures.torn_reads += torn
        mark, text = self._writer.make_text("axon", random_)
        written = await tools.execute(ToolCall("create_note", {"path": path, "content": text.decode()}))
        if written.change_id is None:
            return None
        self._figures.torn_edits += torn
        return str(mark)


def storm(writes: int, seed: int, base: Path, writer: ModuleType) -> RivalFigures:
    """Let agents and rivals write in a new vault below a folder, and count what was harmed."""
    random_ = random.Random(seed)
    vault, logs = base / "vault", base / "logs"
    for folder in (vault, logs, base / "locks"):
        folder.mkdir()
    for number in range(_NOTES):
        (vault / f"Note {number}.md").write_bytes(writer.make_text("first", random_)[1])
    figures, begun = RivalFigures(), time.monotonic()
    rivals = [
        Rival(base, writer, kind, seed + number) for number, kind in enumerate(("rename", "inplace", "sync"))
    ]
    for rival in rivals:
        rival.start()
    opened = Vault(vault, data_dir=base / "data")
    try:
        asyncio.run(Agents(opened, writer, logs / "axon", figures).run(writes, seed))
    finally:
        for rival in rivals:
            rival.stop()
    opened.open()
    opened.close()
    figures.seconds = round(time.monotonic() - begun, 1)
    _count(base, writer, figures)
    return figures


def _count(base: Path, writer: ModuleType, figures: RivalFigures) -> None:
    """Look for every version in the notes, the journal and the held files."""
    files = [file for file in (base / "vault").rglob("*") if file.is_file()]
    figures.temps_left = sum(".axon-" in file.name for file in files)
    marks = [writer.mark_of(file.read_bytes()) for file in files]
    figures.torn_notes = marks.count(None)
    found = {*marks, *(writer.mark_of(file.read_bytes()) for file in (base / "data/held").glob("*"))}
    with closing(sqlite3.connect(base / "data/journal.sqlite")) as journal:
        kept = {digest: writer.mark_of(data) for digest, data in journal.execute("SELECT sha256, data FROM blob")}
        replaced = journal.execute("SELECT before_sha256 FROM change WHERE state = 'done' AND kind = 'modify'")
        figures.torn_edits += sum(kept[digest] is None for (digest,) in replaced)
        figures.rescued = journal.execute("SELECT COUNT(*) FROM rescued").fetchone()[0]
    found.update(kept.values())
    lines = {
        log.name: [line.split() for line in log.read_text(encoding="utf-8").splitlines()]
        for log in (base / "logs").iterdir()
    }
    gone = {line[1] for each in lines.values() for line in each}
    for name, each in lines.items():
        lost = sum(mark not in found and mark not in gone for mark, _ in each)
        if name == "axon":
            figures.own_versions_lost = lost
        else:
            figures.rival_writes += len(each)
            figures.rival_versions_lost += lost
