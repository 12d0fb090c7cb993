"""The whole program in this process, and what it had cost when a user could begin to work.

    python -m bench.usable VAULT

prints as JSON what it cost until the tree was listed, a note painted and the chat there.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sys
import time
from collections.abc import Callable, Coroutine
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import psutil
import PySide6.QtCore  # before qasync, which takes the binding that it finds  # noqa: F401
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from axon_desktop.desktop import Desktop
from axon_desktop.options import parse_options
from axon_desktop.settings.keys import KeyStore
from axon_desktop.ui.aio import Loop
from axon_desktop.ui.window.docks import ChatPlaceholder
from bench.measure import tree_memory

if TYPE_CHECKING:
    from axon_desktop.ui.window.workspace import Workspace  # the program imports it after its first paint

_LIMIT = 3_600.0
_LOOKED_AT = 300
"""Pixels from the top of the note."""
_INK = 500
"""Pixels of text."""
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Usable:
    """What the program had used by then, seconds since it was started."""

    cpu: float
    """Of all threads of the window's process."""
    all: float
    """Of all processes, that of the index included."""
    own: float
    """Of the window's thread."""
    wall: float
    memory: float
    """MB of all processes."""


class Program:
    """The program on a vault, as its user starts it."""

    def __init__(self, app: QApplication, vault: str, note: str = "") -> None:
        gc.disable()  # as the program does until its first paint
        app.setQuitOnLastWindowClosed(False)
        note = note or first_note(vault)
        self.desktop = Desktop(app, parse_options([vault, "--note", note]), KeyStore.from_environment())
        self.window = self.desktop.window
        self._shown: list[str] = []
        self.window.preview.note_opened.connect(self._shown.append)
        self._running = asyncio.ensure_future(self.desktop.run())

    @property
    def workspace(self) -> Workspace:
        """The open vault."""
        assert self.desktop.workspace is not None
        return self.desktop.workspace

    async def usable(self) -> Usable:
        """Wait until the tree is listed, the note painted and the chat there; return what that cost."""
        await until(lambda: self.desktop.workspace is not None, every=0.005)
        await until(self._shows_all, every=0.005)
        await until(self._is_inked, every=0.001)
        cpu, own, wall = time.process_time(), time.thread_time(), _age()
        started = psutil.Process().children(recursive=True)
        others = sum(times.user + times.system for times in (process.cpu_times() for process in started))
        return Usable(cpu, cpu + others, own, wall, tree_memory(os.getpid()))

    def _is_inked(self) -> bool:
        """Tell whether text of the note is seen: many pixels of the screen there are not of its background."""
        body = self.window.preview.body
        view = (body.editor.edit if body.shows_editor else body.view).viewport()
        screen = view.screen()
        corner = view.mapToGlobal(QPoint(0, 0))
        picture = screen.grabWindow(
            0, corner.x(), corner.y(), view.width(), min(view.height(), _LOOKED_AT)
        ).toImage()
        pixels = bytes(picture.convertToFormat(QImage.Format.Format_Grayscale8).constBits())
        usual = max(set(pixels[:: len(pixels) // 50 or 1]), key=pixels.count)
        return len(pixels) - pixels.count(usual) > _INK

    def _shows_all(self) -> bool:
        window = self.window
        if not self._shown or isinstance(window.chat, ChatPlaceholder) or not window.tree.view.model().rowCount():
            return False
        body = window.preview.body
        return body.shows_editor or any(chunk.document is not None for chunk in body.view.visible_chunks())

    async def ready(self) -> None:
        """Wait until the index knows everything and hears of changes."""
        index = self.workspace.index
        await until(lambda: index.state.phase == "ready" and index.state.watch is not None)

    async def open_note(self, path: str) -> None:
        """Open a note and wait until it is painted."""
        self._shown.clear()
        self.window.preview.open_note(path)
        await until(self._shows_all, every=0.001)
        view = self.window.preview.body.made_view
        await until(lambda: view is None or not view.busy, every=0.001)

    async def close(self) -> None:
        """Close the window and wait until all has ended."""
        self.window.close()
        await self._running


def first_note(vault: str) -> str:
    """Return the vault path of a note that is always the same one."""
    folder, _, names = next(found for found in os.walk(vault) if any(name.endswith(".md") for name in found[2]))
    name = min(name for name in names if name.endswith(".md"))
    return os.path.relpath(os.path.join(folder, name), vault)


async def until(holds: Callable[[], object], *, every: float = 0.05) -> None:
    """Let the loop run until a condition holds."""
    end = time.monotonic() + _LIMIT
    while not holds():
        if time.monotonic() > end:
            sys.exit(f"waited {_LIMIT:g} s")
        await asyncio.sleep(every)


def run_in_window(main: Callable[[QApplication], Coroutine[Any, Any, object]]) -> None:
    """Run one coroutine beside a window, and print its result as JSON on the last line."""
    app = QApplication(sys.argv[:1])
    with asyncio.Runner(loop_factory=lambda: Loop(app)) as runner:
        print(json.dumps(runner.run(main(app))))


def _age() -> float:
    """Return the seconds since this process was started."""
    with open("/proc/self/stat", encoding="ascii") as file:
        started = int(file.read().rpartition(")")[2].split()[19]) / _TICKS
    return time.clock_gettime(time.CLOCK_BOOTTIME) - started


async def _main(app: QApplication) -> dict[str, float]:
    program = Program(app, sys.argv[1])
    found = await program.usable()
    await program.close()
    return asdict(found)


if __name__ == "__main__":
    run_in_window(_main)
