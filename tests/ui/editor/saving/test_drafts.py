"""Text that was never saved is restored without overwriting later edits."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from axon_desktop.ui.editor.saving.drafts import Draft, Drafts
from axon_desktop.ui.editor.saving.merge_dialog import MergeDialog
from axon_desktop.ui.editor.saving.three_way import Side
from axon_desktop.vault.files.folder import sha256
from tests.ui.editor_world import EditorWorld, Run, make_editor_world
from tests.waiting import until

LOST = "one\ntwo\nlost\n"


def dialogs() -> list[MergeDialog]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, MergeDialog) and one.isVisible()]


async def dialog() -> MergeDialog:
    await until(lambda: len(dialogs()) == 1 and dialogs()[0].isActiveWindow())
    return dialogs()[0]


async def offered(tmp_path: Path) -> tuple[EditorWorld, list[str]]:
    """Show a note with a draft left by a crash; also return the notes whose drafts were settled."""
    world = make_editor_world(tmp_path, Home="one\ntwo\n")
    Drafts(world.vault.data_dir).keep(Draft("Home.md", LOST, sha256(b"one\ntwo\n"), time.time()))
    settled: list[str] = []
    world.view.drafts.settled.connect(settled.append)
    world.show("Home.md")
    await until(lambda: world.view.notice.about == "draft")
    return world, settled


def press(world: EditorWorld, button: int) -> None:
    QTest.mouseClick(world.view.notice.buttons[button], Qt.MouseButton.LeftButton)


def drafts(world: EditorWorld) -> list[Path]:
    return list((world.vault.data_dir / "drafts").glob("*.json"))


def text_of(place: Path) -> str:
    """Return the text of a draft; empty if the note's file has it."""
    try:
        text: str = json.loads(place.read_text())["text"]
    except FileNotFoundError:
        return ""
    return text


def test_a_draft_is_restored_where_nothing_was_written_since(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world, settled = await offered(tmp_path)
        world.type("x")
        world.key(Qt.Key.Key_Backspace)
        press(world, 0)
        await until(lambda: settled == ["Home.md"])
        assert world.read("Home.md") == LOST.encode()
        assert not drafts(world)
        assert not world.vault.journal.rescued()
        world.close()

    run_async(body())


@pytest.mark.parametrize("is_saved", [True, False])
def test_a_draft_goes_together_with_what_was_written_elsewhere(
    tmp_path: Path, run_async: Run, *, is_saved: bool
) -> None:
    async def body() -> None:
        world, settled = await offered(tmp_path)
        world.type("since ")
        if is_saved:
            await world.saved()
        press(world, 0)
        await until(lambda: settled == ["Home.md"])
        assert world.read("Home.md") == b"since " + LOST.encode()
        assert not drafts(world)
        world.close()

    run_async(body())


@pytest.mark.parametrize(
    ("side", "text"),
    [("mine", LOST), ("theirs", "one\ntwo\nsince\n"), ("both", "one\ntwo\nsince\nlost\n")],
)
def test_a_draft_of_the_lines_that_were_written_since_is_compared(
    tmp_path: Path, run_async: Run, side: Side, text: str
) -> None:
    async def body() -> None:
        world, settled = await offered(tmp_path)
        world.view.edit.moveCursor(QTextCursor.MoveOperation.End)
        world.type("since\r")
        await world.saved()
        press(world, 0)
        (await dialog()).reject()
        await until(lambda: not dialogs())
        assert world.view.text == "one\ntwo\nsince\n"
        assert world.view.focusWidget() is world.view.edit
        assert world.view.notice.about == "draft"
        assert not settled
        press(world, 0)
        asked = await dialog()
        asked.choose(side)
        asked.accept()
        await until(lambda: settled == ["Home.md"])
        assert world.read("Home.md") == text.encode()
        assert world.view.focusWidget() is world.view.edit
        assert not drafts(world)
        kept = [world.vault.journal.text(one.sha256) for one in world.vault.journal.rescued()]
        assert kept == ([] if side == "mine" else [LOST.encode()])
        world.close()

    run_async(body())


def test_what_changes_while_a_draft_is_compared_stays(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world, settled = await offered(tmp_path)
        world.view.edit.moveCursor(QTextCursor.MoveOperation.End)
        world.type("since\r")
        await world.saved()
        press(world, 0)
        asked = await dialog()
        (world.root / "Home.md").write_bytes(b"theirs\none\ntwo\nsince\n")
        world.view.refresh()
        await until(lambda: world.view.text.startswith("theirs"))
        asked.choose("both")
        asked.accept()
        await until(lambda: settled == ["Home.md"])
        assert world.read("Home.md") == b"theirs\none\ntwo\nsince\nlost\n"
        world.close()

    run_async(body())


@pytest.mark.parametrize("button", [0, 1])
def test_what_several_crashes_left_is_offered_one_after_another(
    tmp_path: Path, run_async: Run, button: int
) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n")
        for number, text in enumerate(["oldest\n", "middle\n", "one\n"]):  # the file has the newest
            kept = Drafts(world.vault.data_dir)
            kept.keep(Draft("Home.md", text, sha256(b"one\n"), 1000.0 + number))
            kept.find("Home.md")  # as a run that crashed again
        settled: list[str] = []
        world.view.drafts.settled.connect(settled.append)
        world.show("Home.md")
        await until(lambda: world.view.notice.about == "draft" or settled)
        assert not settled
        press(world, button)
        await until(lambda: len(drafts(world)) == 1 and world.view.notice.about == "draft")
        assert not settled
        press(world, 1)
        await until(lambda: settled == ["Home.md"])
        assert world.read("Home.md") == (b"one\n" if button else b"middle\n")
        assert not drafts(world)
        world.close()

    run_async(body())


def test_a_draft_is_kept_while_one_types_without_a_pause(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n")
        world.show("Home.md")

        def kept() -> bool:
            world.type("x")
            return any("xxxxx" in text_of(one) for one in drafts(world))

        await until(kept)
        world.close()

    run_async(body())


def test_a_draft_that_takes_long_does_not_come_after_a_newer_one(
    tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep, overtaken = Drafts.keep, threading.Event()

    def slow(self: Drafts, draft: Draft) -> None:
        if "newer" in draft.text:
            keep(self, draft)
            overtaken.set()
        else:
            overtaken.wait(0.5)  # times out if they run one after the other
            keep(self, draft)

    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n")
        world.show("Home.md")
        saver = world.view._saver
        assert saver is not None
        world.type("older ")
        (world.root / "Home.md").write_text("theirs\n")
        saver._stop()
        first = asyncio.ensure_future(saver.keep_draft())
        await asyncio.sleep(0)
        world.type("newer ")
        saver._stop()
        assert await saver.keep_draft()
        assert await first
        assert [text_of(one) for one in drafts(world)] == ["older newer one\n"]
        saver.give_up()
        world.close()

    monkeypatch.setattr(Drafts, "keep", slow)
    run_async(body())


def test_a_draft_that_is_discarded_is_settled(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world, settled = await offered(tmp_path)
        press(world, 1)
        await until(lambda: settled == ["Home.md"])
        assert not drafts(world)
        world.close()

    run_async(body())
