"""The source editor works on the lines that are seen, and on what a key changes."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtGui import QTextCursor

from axon_desktop.ui.editor.text_edit import NoteTextEdit
from bench.texts import markdown
from tests.counting.counters import Calls, counted_calls, counted_instructions
from tests.ui.chat_world import Run
from tests.ui.editor_world import EditorWorld, make_editor_world
from tests.waiting import until

SMALL, LARGE = 10_000, 1_000_000


def is_coloured(world: EditorWorld) -> bool:
    return not world.view.edit.note_layout.states.busy


async def show(world: EditorWorld) -> Calls:
    with counted_calls() as calls:
        world.show("Note.md")
        await until(partial(is_coloured, world))
    return calls


def test_opening_a_long_note_colours_the_lines_that_are_seen(tmp_path: Path, run_async: Run) -> None:
    """Red when `NoteSurface` lays out more than what is seen."""
    counts = []

    async def body() -> None:
        for size in (SMALL, LARGE):
            world = make_editor_world(tmp_path / str(size), Note=markdown(size))
            calls = await show(world)
            lines = world.view.edit.document().blockCount()
            counts.append((calls["lay_out"], calls["end_state"] / lines))
            world.close()

    for size in (SMALL, LARGE):
        (tmp_path / str(size)).mkdir()
    run_async(body())
    (short, once), (long, still_once) = counts
    assert short > 0
    assert long <= 1.5 * short + 5, counts
    assert max(once, still_once) <= 2, "the states of the lines are worked out again and again"


def test_key_costs_the_same_in_a_long_note(tmp_path: Path, run_async: Run) -> None:
    """Red when a key lets the whole text be read (`toPlainText`), or the lines below it be worked out again."""
    counts = []

    async def body() -> None:
        for size in (SMALL, LARGE):
            world = make_editor_world(tmp_path / str(size), Note=markdown(size))
            await show(world)
            cursor = QTextCursor(world.view.edit.document().findBlockByNumber(8))
            world.view.edit.setTextCursor(cursor)
            world.type("a")
            await until(partial(is_coloured, world))
            with counted_calls() as calls:
                world.type("b")
            with counted_instructions() as work:
                world.type("c")
            await until(partial(is_coloured, world))
            counts.append((calls.all_with_c, calls.c("QTextEdit.toPlainText"), work.count))
            await world.view.save()
            world.close()

    for size in (SMALL, LARGE):
        (tmp_path / str(size)).mkdir()
    run_async(body())
    short, long = counts
    assert long[0] <= 1.5 * short[0] + 50, counts
    assert long[1] <= short[1], counts
    assert long[2] <= 1.5 * short[2] + 500, counts


def knows_matches(edit: NoteTextEdit, count: int) -> bool:
    return edit.finding.matches == count


def test_next_match_costs_the_same_in_a_long_note(tmp_path: Path, run_async: Run) -> None:
    """Red when matches are marked, or looked for one by one, that are not on the screen."""
    counts = []

    async def body() -> None:
        for size in (SMALL, LARGE):
            text = "some words of a line, and a needle in it\n" * (size // 40)
            world = make_editor_world(tmp_path / str(size), Note=text)
            await show(world)
            edit = world.view.edit
            edit.find("needle")
            await until(partial(knows_matches, edit, size // 40))
            with counted_calls() as calls:
                edit.find_next()
                edit.verticalScrollBar().setValue(edit.verticalScrollBar().value() + 100)
                edit.finding.mark_visible()
            counts.append((calls.all_with_c, len(edit.extraSelections())))
            world.close()

    for size in (SMALL, LARGE):
        (tmp_path / str(size)).mkdir()
    run_async(body())
    short, long = counts
    assert short[1] > 5
    assert long[0] <= 1.5 * short[0] + 50, counts
    assert long[1] <= 1.5 * short[1] + 5, counts
