"""What is open when the look changes becomes what it would be if it had been opened in the new look."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from axon_desktop.agent.events import (
    Action,
    Answer,
    BudgetWarning,
    Error,
    Observation,
    PlanProposed,
    RoundStarted,
    StepStarted,
    TurnStarted,
)
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.errors import LLMServerError
from axon_desktop.llm.messages import ToolCall, ToolResult
from axon_desktop.theme.look import Look
from axon_desktop.ui.aio import cancel_all
from axon_desktop.ui.chat.activity.summary_row import SummaryRow
from axon_desktop.ui.chat.panel import ChatPanel
from axon_desktop.ui.look.theme import Theme
from axon_desktop.ui.session.request_queue import Request
from tests.ui import accessible_dialogs, accessible_server_dialogs  # noqa: F401  they fill the table
from tests.ui.accessible_table import DIALOGS, Shelf
from tests.ui.chat_world import Run
from tests.ui.obsidian_window import VaultWindow, vault_window
from tests.waiting import until

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")
OLD, NEW = Look("light"), Look("dark", "teal", "high", 16, "compact")
NOTE = """# Home

Go to [[Plan]] and [[Nobody]], `code`, #work.

- [ ] Buy milk
- [x] Sing

> [!note]- Folded
> What is in it.

| A | B |
| - | - |
| 1 | 2 |
"""
NOTES = {"Home.md": NOTE, "Plan.md": "# Plan\n\nSee [[Home]]. #work/plans\n", "Daily/Day.md": "A day.\n"}
STEPS = [("Read Home", "Its text is known"), ("Write B", "B holds the text")]


async def settle(shown: QWidget) -> QImage:
    """Return a picture of it as soon as nothing changes any more."""
    pictures: list[QImage] = []

    def same() -> bool:
        QApplication.sendPostedEvents()
        pictures.append(shown.grab().toImage())
        return len(pictures) > 5 and all(picture == pictures[-1] for picture in pictures[-5:])

    await until(same)
    return pictures[-1]


def different(one: QImage, other: QImage) -> QRect:
    """Return the part in which two pictures differ."""
    assert one.size() == other.size()
    found = QRect()
    for y in range(one.height()):
        for x in range(one.width()):
            if one.pixel(x, y) != other.pixel(x, y):
                found |= QRect(x, y, 1, 1)
    return found


@pytest.fixture(autouse=True)
def _still(qapp: QApplication) -> Iterator[None]:
    """Let no caret blink, and leave the sizes of the design."""
    before = qapp.cursorFlashTime()
    qapp.setCursorFlashTime(0)
    yield
    qapp.setCursorFlashTime(before)
    Theme(qapp, OLD)


@pytest.mark.parametrize(
    "name", ["review", "write_approval", "settings_models", "undo", "new_server", "server_form_of_questions"]
)
def test_open_dialog_takes_the_colours_of_another_theme(
    name: str, qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    _, make = DIALOGS[name]

    async def picture(born: Look, later: Look) -> QImage:
        folder = tmp_path / str(born.theme) / name
        folder.mkdir(parents=True)
        with pytest.MonkeyPatch.context() as patch:
            async with AsyncExitStack() as stack:
                theme = Theme(qapp, born)
                shown = await make(Shelf(qapp, folder, patch, stack))
                shown.show()
                await settle(shown)
                theme.choose(later)
                found = await settle(shown)
                shown.reject()
                await cancel_all()
                if isValid(shown):
                    shown.deleteLater()
        return found

    async def body() -> None:
        dark = Look("dark", "teal", "high")
        assert different(await picture(Look("light"), dark), await picture(dark, dark)).isEmpty()

    run_async(body())


async def fill(made: VaultWindow) -> None:
    """Show a note, and a conversation with everything that there may be in one."""
    window = made.window
    window.resize(1200, 1800)  # nothing is out of sight: what is there is only estimated
    window.preview.open_note("Plan.md")
    await made.shows("Plan.md")
    window.preview.open_note("Home.md", new_tab=True)
    await made.shows("Home.md")
    window.menus.actions["view.outline"].trigger()
    panel = window.chat
    assert isinstance(panel, ChatPanel)
    show = panel.transcript.handle
    show(TurnStarted(turn_id="a", text="tidy [[Home]]", mode="react"))
    show(RoundStarted(turn_id="a", round=1, confirm_at=5))
    results = {
        "read_note": ToolResult(True, "text"),
        "create_note": ToolResult(True, "Created", path="Idea.md", change_id=1),
        "list_folder": ToolResult(False, error="no"),
    }
    for index, (tool, result) in enumerate(results.items()):
        call = ToolCall(tool, {"path": "Idea", "content": "new\n"}, str(index))
        show(Action(turn_id="a", round=1, index=index, call=call))
        show(Observation(turn_id="a", round=1, index=index, call=call, result=result, elapsed=0.1))
    show(Answer(turn_id="a", content="Done, see [[Plan]].\n\n```python\nprint(1)\n```\n"))
    await until(lambda: bool(panel.view.findChildren(SummaryRow)))
    row = panel.view.findChildren(SummaryRow)[0]
    row.set_unfolded(True)
    row.lines[1].unfold()
    show(TurnStarted(turn_id="b", text="go", mode="plan"))
    show(PlanProposed(turn_id="b", plan=Plan.draft("Copy Home", STEPS).with_status("executing")))
    show(StepStarted(turn_id="b", step=1, index=0, total=2))
    show(BudgetWarning(turn_id="b", tokens=81_000, cost=None, max_tokens=100_000, max_cost=None))
    show(Error.of(LLMServerError("down"), "b"))
    panel.composer.queue.show_requests([Request("first", steering=True), Request("second")])
    panel.strip.say("Two notes went back.")
    panel.view.scroll_to_end()
    panel.focus_input()
    await until(lambda: not panel.view.busy and not window.preview.body.view.busy)


def test_open_window_becomes_one_that_was_opened_in_the_new_look(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def picture(born: Look, later: Look) -> QImage:
        folder = tmp_path / str(born.theme)
        folder.mkdir()
        async with vault_window(qapp, folder, NOTES, look=born) as made:
            await fill(made)
            await settle(made.window)
            if later != born:
                theme = Theme(qapp, born)
                theme.choose(later)
            return await settle(made.window)

    async def body() -> None:
        assert different(await picture(OLD, NEW), await picture(NEW, NEW)).isEmpty()

    run_async(body())
