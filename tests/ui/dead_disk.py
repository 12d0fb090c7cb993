"""A disk that does not respond, and the whole program on a vault on it.

As a program: `dead_disk.py VAULT WAY` types into a note there and exits, by closing the window or by a signal; or
it types nothing, and all shared threads, or a separate one, hang when the window is closed.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from axon_desktop import app
from axon_desktop import desktop as program
from axon_desktop.ui.aio import apart, spawn
from axon_desktop.ui.widgets.confirm_dialog import Question
from axon_desktop.ui.window import workspace
from tests.waiting import until

TYPED = "typed "


@dataclass
class DeadDisk:
    """The state of the disk, as seen and controlled by a test."""

    hangs: threading.Event = field(default_factory=threading.Event)
    """Set once an operation hangs."""
    answers: threading.Event = field(default_factory=threading.Event)
    """To be set when it shall work again."""


@contextmanager
def dead_disk(root: Path) -> Iterator[DeadDisk]:
    """Let all writes below a folder hang."""
    disk, write_through = DeadDisk(), os.fsync

    def fsync(number: int) -> None:
        if Path(f"/proc/self/fd/{number}").readlink().is_relative_to(root):
            disk.hangs.set()
            disk.answers.wait()
        write_through(number)

    os.fsync = fsync  # type: ignore[assignment]  # never called with a file object here
    try:
        yield disk
    finally:
        os.fsync = write_through
        disk.answers.set()


def shown_question() -> Question | None:
    """Return the dialog that is open now."""
    boxes = (one for one in QApplication.topLevelWidgets() if isinstance(one, Question))
    return next((one for one in boxes if one.isVisible()), None)


async def type_into_home(desktop: program.Desktop) -> None:
    """Type into the source of a note."""
    preview = desktop.window.preview
    preview.open_note("Home.md")
    await until(lambda: preview.path == "Home.md" and not preview.body.shows_hint)
    preview.set_mode("source")
    await until(lambda: preview.body.shows_editor and preview.body.editor.path == "Home.md")
    QTest.keyClicks(preview.body.editor.edit, TYPED)


async def _drive(desktop: program.Desktop, disk: DeadDisk, way: str) -> None:
    """Exit when the disk hangs; if asked, save the text as a draft."""
    await until(lambda: desktop.workspace is not None and desktop._mark is not None)
    if way == "threads":
        waiting = [asyncio.to_thread(disk.answers.wait) for _ in range(3 * app._THREADS)]
        asyncio.get_running_loop().call_soon(desktop.window.close)
        await asyncio.gather(*waiting)
    if way == "apart":
        asyncio.get_running_loop().call_soon(desktop.window.close)
        await apart(disk.answers.wait)
    await type_into_home(desktop)
    await until(disk.hangs.is_set)
    if way == "signal":
        signal.raise_signal(signal.SIGTERM)
        return
    desktop.window.close()
    await until(shown_question)
    box = shown_question()
    assert box is not None
    sys.stdout.write("\n".join(box.sentences))
    sys.stdout.flush()
    box.accept_button.click()


def _main(root: Path, way: str) -> None:
    run = program.Desktop.run

    async def driven(desktop: program.Desktop) -> int:
        spawn(_drive(desktop, disk, way), name="drive")
        return await run(desktop)

    program.Desktop.run = driven  # type: ignore[method-assign, assignment]
    app._CLEAN_UP_SECONDS = program._CLEAN_UP_SECONDS = workspace._CLEAN_UP_SECONDS = 1.0
    with dead_disk(root) as disk:
        sys.exit(app.main([str(root)]))


if __name__ == "__main__":
    _main(Path(sys.argv[1]), sys.argv[2])
