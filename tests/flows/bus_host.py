"""Shows the window in each of its states and every dialog, and waits with each until it was walked through.

Run by bus_scene.py on a screen with an accessibility bus: with `fault`, notes offer what ended the program once;
with `stream`, there is only a conversation in which text comes beside a note that changes, and somebody who goes
through both by keys.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStatusBar, QWidget

from axon_desktop.ui.accessibility.announcer import Announcer, announce
from axon_desktop.ui.editor.spoken.caret_words import CaretWords
from axon_desktop.ui.editor.spoken.jumps import jump
from axon_desktop.ui.editor.text_edit import NoteTextEdit
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.markdown_view.accessible import AccessibleView
from axon_desktop.ui.runtime.garbage_collector import collect_garbage
from tests.ui.every_window import run, visit_all
from tests.waiting import until

SHOWN, WALKED = "shown", "walked"
"""Files with the name of what is shown, and of what was walked through."""


def offer_none() -> None:
    """Bring the fault back: None for an interface that is not offered."""
    offered = AccessibleView.interface_cast

    def interface_cast(self: AccessibleView, kind: QAccessible.InterfaceType) -> object:
        return offered(self, kind) if kind == QAccessible.InterfaceType.TextInterface else None

    AccessibleView.interface_cast = interface_cast  # type: ignore[method-assign]


async def stream(folder: Path) -> None:
    """Let text come and a note change until everything was asked, and go through both; print the longest gap."""
    bar = QStatusBar()
    Announcer.of_program().speak_from(bar)
    view = MarkdownView()
    view.setAccessibleName("Conversation")
    view.resize(700, 300)
    edit = NoteTextEdit()
    edit.set_live(True)
    CaretWords.of(edit)
    for shown in (view, edit, bar):
        shown.show()
    (folder / SHOWN).write_text("stream")
    collecting = asyncio.ensure_future(collect_garbage())
    longest, worked, number = 0.0, 0.0, 0
    while not (folder / WALKED).exists():
        number += 1
        if number % 40 == 1:
            view.end_stream()
            view.begin_stream("assistant")
        if number % 400 == 0:
            view.clear()
            view.begin_stream("assistant")
        piece = PIECES[number % len(PIECES)]
        view.append_stream(piece)
        for key in (Qt.Key.Key_Down, Qt.Key.Key_H, Qt.Key.Key_End)[: number % 4]:
            QTest.keyClick(view, key)
        change(edit, number, piece)
        announce(f"Step {number}", topic="step")
        begun, work = time.perf_counter(), time.thread_time()
        await asyncio.sleep(0.01)
        longest = max(longest, time.perf_counter() - begun - 0.01)
        worked = max(worked, time.thread_time() - work)
    collecting.cancel()
    print(f"longest gap {1000 * longest:.0f} ms, {1000 * worked:.0f} ms of processor time", flush=True)


def change(edit: NoteTextEdit, number: int, piece: str) -> None:
    """Write in a note, go through its lines, jump, and open another one from time to time."""
    if number % 20 == 0:
        edit.setFocus()
    if number % 150 == 0:
        edit.open_text("".join(PIECES) * (number % 7))
    elif number % 50 == 0:
        edit.take_text(piece + edit.note_text.restore(edit.raw))
    edit.insert_at_caret(piece)
    QTest.keyClick(edit, (Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_Backspace)[number % 3])
    if number % 10 == 0:
        jump(edit, ("heading", "link", "list", "table")[number // 10 % 4], -1 if number % 20 else 1)


PIECES = (
    "## A heading\n\n", "Some **words** and a [link](https://example.org).\n\n", "- one\n- two\n- [ ] three\n\n",
    "> said\n\n", "```\ncode\n```\n\n", "| A | B |\n| - | - |\n| 1 | 2 |\n\n", "$$\\frac{a}{b}$$\n\n",
)  # fmt: skip


def main() -> None:
    """Show everything."""
    folder = Path(sys.argv[1])
    if sys.argv[2:] == ["stream"]:
        run(folder, lambda _app: stream(folder))
        return
    if sys.argv[2:] == ["fault"]:
        offer_none()
    shown, walked = folder / SHOWN, folder / WALKED

    async def visit(name: str, _window: QWidget) -> None:
        shown.write_text(name)
        await until(lambda: walked.exists() and walked.read_text() == name, 600)

    run(folder, lambda app: visit_all(app, folder, visit))


if __name__ == "__main__":
    main()
