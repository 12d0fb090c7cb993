"""Every window and dialog, walked through over the accessibility bus as a screen reader does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from bus import Walk, Walker, start_accessibility, start_session_bus
from bus_host import SHOWN, WALKED
from screen import PATIENCE, Screen, wait_until

ROOT = Path(__file__).resolve().parents[2]


class Tour:
    """A process that shows all that there is, one after another, and the walks through that."""

    def __init__(self, desk: Screen, folder: Path, *options: str) -> None:
        start_session_bus(desk)
        start_accessibility(desk)
        host = Path(__file__).with_name("bus_host.py")
        command = (sys.executable, "-X", "faulthandler", str(host), str(folder), *options)
        self.log = folder / "host.log"
        self.walks: dict[str, Walk] = {}
        """What was found, by the name of what was shown."""
        self._program = desk.start(command, self.log, PYTHONPATH=str(ROOT))
        self._shown, self._walked = folder / SHOWN, folder / WALKED
        self._walker = Walker(desk)

    def walk_all(self) -> int:
        """Walk through everything; return how the process ended."""
        try:
            while self._next():
                wait_until("a program on the bus", self._walk)
                self._walked.write_text(self._shown.read_text())
        finally:
            self._walker.end()
        return self._program.wait(PATIENCE)

    def ask_at_random(self, wanted: int) -> int:
        """Ask the process so many things at random while it goes on; return how it ended."""
        try:
            wait_until("the window", self._shown.exists)
            wait_until("a program on the bus", lambda: self._walker.ask_at_random(self._program.pid, 1))
            asked = self._walker.ask_at_random(self._program.pid, wanted)
            assert asked is not None
            assert asked >= wanted
            assert not self._has_ended(), self.log.read_text()[-3_000:]
            self._walked.write_text("stream")
        finally:
            self._walker.end()
        return self._program.wait(60)

    def _next(self) -> bool:
        """Wait for something else to be shown; tell whether there is."""
        wait_until("the next window", lambda: self._has_ended() or self._has_news())
        return not self._has_ended()

    def _has_ended(self) -> bool:
        return self._program.poll() is not None

    def _has_news(self) -> bool:
        return self._shown.exists() and self._shown.read_text() not in ("", *self.walks)

    def _walk(self) -> bool:
        """Walk through what is shown; tell whether there was a walk, or never will be."""
        walk = self._walker.walk(self._program.pid)
        if walk is not None:
            self.walks[self._shown.read_text()] = walk
        return walk is not None or self._has_ended()


def walk_program(desk: Screen, walker: Walker, program: subprocess.Popen[bytes]) -> Walk:
    """Walk through all that a program shows."""
    found: list[Walk] = []

    def walked() -> bool:
        assert program.poll() is None, "the program has ended"
        walk = walker.walk(program.pid)
        found.extend([walk] if walk else [])
        return bool(walk)

    wait_until("the program on the bus", walked)
    return found[0]
