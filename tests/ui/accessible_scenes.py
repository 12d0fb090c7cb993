"""The whole program in one window, brought into one state after another, for the accessibility walk."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from axon_desktop.agent.events import BudgetWarning, Error, PlanProposed, StepStarted, TurnStarted
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.errors import LLMServerError
from axon_desktop.llm.messages import Message
from axon_desktop.ui.chat.activity.summary_row import SummaryRow
from axon_desktop.ui.chat.panel import ChatPanel
from axon_desktop.ui.editor.text_edit import NoteTextEdit
from axon_desktop.ui.quick_open.palette import Palette
from axon_desktop.ui.quick_open.switcher import Switcher
from axon_desktop.ui.session.request_queue import Request
from axon_desktop.ui.window.main_window import MainWindow
from tests.index.library import write
from tests.ui.accessible_keys import Exits
from tests.ui.mcp_window import ServersWindow, calls
from tests.waiting import until

OUT_OF_EDITOR: Exits = ((NoteTextEdit, Qt.Key.Key_F6, Qt.KeyboardModifier.NoModifier),)
"""The editor uses Tab for indenting; F6 leaves it for the next panel."""
NOTES = {
    "Home.md": "# Home\n\nGo to [[Plan]] and [[Nobody]]. #work\n\n- [ ] Buy milk\n- [x] Sing\n\n"
    "> [!note]- Folded\n> What is in it.\n\n## Later\n\n[Elsewhere](https://example.org)\n",
    "Plan.md": "---\nstate: open\n---\n# Plan\n\nSee [[Home]]. #work/plans\n\n## Steps\n\nFirst.\n",
    "Daily/2026-11-20.md": "A day at [[Home]].\n",
    "日记/周二.md": "看了看 [[Plan]]。#读书\n",
    "Files/script.py": "print('hello')\n",
    "Files/data.zip": "PK",
    "Board.canvas": json.dumps(
        {
            "nodes": [
                {"id": "a", "type": "text", "text": "First words", "x": 0, "y": 0, "width": 240, "height": 120},
                {"id": "b", "type": "file", "file": "Home.md", "x": 320, "y": 0, "width": 240, "height": 120},
            ],
            "edges": [{"id": "e", "fromNode": "a", "toNode": "b"}],
        }
    ),
    "Notes.base": "views:\n  - type: table\n    name: All\n    order:\n      - file.name\n      - note.state\n",
}
SELECTED = "Buy milk"
"""What is selected in the note that is written in."""
PLAN = [("Read Home", "Its text is known"), ("Write B", "B holds the text")]


def make_vault(root: Path) -> Path:
    """Write the files of the vault."""
    write(root, NOTES)
    picture = QImage(60, 40, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.darkGreen)
    assert picture.save(str(root / "Files" / "picture.png"))
    return root


def chat_of(program: ServersWindow) -> ChatPanel:
    panel = program.desktop.window.chat
    assert isinstance(panel, ChatPanel)
    return panel


async def open_file(window: MainWindow, path: str) -> None:
    """Show a file, and wait until it is loaded."""
    preview = window.preview
    if preview.path != path:
        opened: list[str] = []
        preview.note_opened.connect(opened.append)
        preview.open_note(path)
        await until(lambda: path in opened)
        preview.note_opened.disconnect(opened.append)
    if path.endswith(".md") and not preview.body.shows_editor:
        await until(lambda: preview.body.view.visible_chunks() and not preview.body.view.busy)


async def empty(program: ServersWindow) -> None:
    """No note: the one that was opened automatically is closed again."""
    window = program.desktop.window
    window.resize(1400, 1000)
    await until(lambda: window.tree.view.model().rowCount() > 3)
    await until(lambda: window.preview.path == "Home.md")
    window.menus.actions["file.close_tab"].trigger()
    await until(lambda: not window.preview.path)


async def conversation(program: ServersWindow) -> None:
    """A note, two tabs, and a finished conversation: thinking, lines of each kind, one with an open card."""
    window = program.desktop.window
    await open_file(window, "Home.md")
    window.preview.open_note("Plan.md", new_tab=True)
    await until(lambda: window.preview.tab_bar.strip.count() == 2)
    await open_file(window, "Home.md")
    window.menus.actions["view.outline"].trigger()
    asked = calls(
        ("read_note", {"path": "Home"}),
        ("create_note", {"path": "Inbox/Idea", "content": "new\n"}),
        ("read_note", {"path": "Nowhere"}),
    )
    await program.turn(
        "tidy [[Home]]",
        Message("assistant", "", tool_calls=asked.tool_calls, reasoning="Which notes are there?"),
        "Done, see [the plan](https://example.org/plan).",
    )
    panel = chat_of(program)
    panel.view.scroll_to_end()
    await until(lambda: panel.view.findChildren(SummaryRow) and not panel.view.busy)
    row = panel.view.findChildren(SummaryRow)[0]
    row.set_unfolded(True)
    row.lines[1].unfold()
    await until(lambda: not panel.view.busy)


async def source(program: ServersWindow) -> None:
    """The editor with a notice, the find bar over it, and the links of the note."""
    window = program.desktop.window
    await open_file(window, "Home.md")
    window.preview.set_mode("source")
    await until(lambda: window.preview.body.shows_editor)
    editor = window.preview.body.editor
    editor.notice.show_notice("merged", "Changes were taken in.", [("Compare…", lambda: None)])
    editor.edit.setFocus()
    window.menus.actions["edit.find"].trigger()
    window.menus.actions["view.links"].trigger()


async def live(program: ServersWindow) -> None:
    """The rendered note that is written in, a task of it selected."""
    window = program.desktop.window
    window.preview.set_mode("live")
    edit = window.preview.body.editor.edit
    await until(lambda: edit.note_looks.live)
    edit.setTextCursor(edit.document().find(SELECTED))
    edit.setFocus()


async def rendered_again(program: ServersWindow) -> None:
    """The rendered note, found words in it, and the tags of the vault."""
    window = program.desktop.window
    window.preview.set_mode("reading")
    await until(lambda: not window.preview.body.shows_editor)
    window.preview.body.view.setFocus()
    window.menus.actions["edit.find"].trigger()
    window.menus.actions["view.tags"].trigger()


async def search(program: ServersWindow) -> None:
    window = program.desktop.window
    window.search_in_vault("Home")
    page = window.vault_panel.show_page("search")
    await until(lambda: page.results.results.rowCount() > 0)  # type: ignore[attr-defined]


async def canvas(program: ServersWindow) -> None:
    await open_file(program.desktop.window, "Board.canvas")


async def base(program: ServersWindow) -> None:
    await open_file(program.desktop.window, "Notes.base")


async def picture(program: ServersWindow) -> None:
    await open_file(program.desktop.window, "Files/picture.png")


async def code(program: ServersWindow) -> None:
    await open_file(program.desktop.window, "Files/script.py")


async def other_file(program: ServersWindow) -> None:
    await open_file(program.desktop.window, "Files/data.zip")


async def trouble(program: ServersWindow) -> None:
    """All bars at once: an error, a stopped plan, waiting requests, a rewind."""
    window, panel = program.desktop.window, chat_of(program)
    window.show_error("The disk is full.", OSError("no room"))
    show = program.session.event_received.emit
    show(TurnStarted(turn_id="t", text="go", mode="plan"))
    show(PlanProposed(turn_id="t", plan=Plan.draft("Copy Home", PLAN).with_status("executing")))
    show(StepStarted(turn_id="t", step=1, index=0, total=2))
    show(BudgetWarning(turn_id="t", tokens=81_000, cost=None, max_tokens=100_000, max_cost=None))
    show(Error.of(LLMServerError("down"), "t"))
    panel.composer.queue.show_requests([Request("first", steering=True), Request("second")])
    panel.strip.say("Two notes went back.")
    panel.view.scroll_to_end()
    card = panel.transcript.plans.newest
    assert card is not None
    await until(card.resume.isVisible)
    window.menus.actions["view.arrange_panels"].setChecked(True)


async def palette(program: ServersWindow) -> None:
    window = program.desktop.window
    window.menus.actions["view.arrange_panels"].setChecked(False)
    window.menus.actions["view.command_palette"].trigger()
    await until(lambda: any(one.isVisible() for one in window.findChildren(Palette)))


async def switcher(program: ServersWindow) -> None:
    window = program.desktop.window
    window.menus.actions["file.go_to_note"].trigger()
    await until(lambda: any(one.isVisible() for one in window.findChildren(Switcher)))
    await until(lambda: next(one for one in window.findChildren(Switcher)).list.offers.rowCount() > 0)


async def suggestions(program: ServersWindow) -> None:
    """Slash commands offered in the input box."""
    QApplication.sendPostedEvents()
    panel = chat_of(program)
    panel.focus_input()
    panel.composer.input.set_text("/")
    await until(lambda: panel.completer.list.count() > 9)


SCENES: dict[str, tuple[Callable[[ServersWindow], Awaitable[None]], bool]] = {
    "empty": (empty, True),
    "conversation": (conversation, True),
    "source": (source, True),
    "live": (live, True),
    "rendered again": (rendered_again, True),
    "search": (search, True),
    "canvas": (canvas, True),
    "base": (base, True),
    "picture": (picture, True),
    "code": (code, True),
    "other file": (other_file, True),
    "trouble": (trouble, True),
    "palette": (palette, False),
    "switcher": (switcher, False),
    "suggestions": (suggestions, False),
}
"""What brings the window into each state, and whether Tab goes around it: popup lists close on Esc."""
