"""Typed text is saved automatically, never over somebody else's changes, and can be undone."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from itertools import count
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from axon_desktop.errors import InvalidPathError
from axon_desktop.theme.colors import DARK, LIGHT, Colors
from axon_desktop.ui.editor.saving import saver
from axon_desktop.ui.editor.saving.merge_dialog import MergeDialog
from axon_desktop.ui.editor.saving.notice_bar import NoticeBar
from axon_desktop.ui.editor.saving.save_state import SaveState, SaveStateLabel
from axon_desktop.ui.editor.saving.three_way import Side
from axon_desktop.ui.look.theme import apply_theme
from axon_desktop.ui.session.user_writes import StaleWriteError, UserWrites
from axon_desktop.ui.widgets.confirm_dialog import Question
from axon_desktop.vault import Vault
from axon_desktop.vault.files.folder import sha256
from tests.ui.editor_world import EditorWorld, Run, make_editor_world
from tests.waiting import PATIENCE, shortest, turns, until


def _end(world: EditorWorld) -> None:
    world.view.edit.moveCursor(QTextCursor.MoveOperation.End)


def _dialog(kind: type[MergeDialog] | type[Question]) -> MergeDialog | Question | None:
    return next((one for one in QApplication.topLevelWidgets() if isinstance(one, kind) and one.isVisible()), None)


def test_a_pause_saves_and_one_stretch_is_undone_as_one(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\r\n")
        world.show("Home.md")
        _end(world)
        for word in ("two", "three"):
            world.type(word)
            assert world.view.state.kind == "unsaved"
            await world.saved()
        assert world.read("Home.md") == b"one\r\ntwothree"
        assert len(world.vault.journal.turns()) == 1
        (turn,) = world.vault.journal.turns()
        assert (turn.origin, len(turn.changes)) == ("user", 2)
        for change in await asyncio.to_thread(world.vault.undo_last_turn):
            assert change.path == "Home.md"
        world.view.refresh()
        await until(lambda: world.view.text == "one\r\n")
        assert world.read("Home.md") == b"one\r\n"
        assert world.view.state.kind == "saved"
        world.type("x")
        await world.saved()
        assert len(world.vault.journal.turns()) == 3  # edits after the undo are another group
        world.close()

    run_async(body())


def test_undo_of_the_editor_works_across_autosaves(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n")
        world.show("Home.md")
        _end(world)
        world.type("two")
        await world.saved()
        world.view.edit.undo()
        await world.saved()
        assert world.read("Home.md") == b"one\n"
        world.view.edit.redo()
        await world.saved()
        assert world.read("Home.md") == b"one\ntwo"
        world.close()

    run_async(body())


@pytest.mark.parametrize("way", ["key", "focus", "leave"])
def test_nothing_waits_when_the_user_is_done(
    tmp_path: Path, run_async: Run, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saver, "_PAUSE_MS", round(10_000 * PATIENCE))  # after which a text saves itself

    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n")
        world.show("Home.md")
        world.type("x")
        if way == "key":
            world.key(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
        elif way == "focus":
            QApplication.sendEvent(world.view.edit, QFocusEvent(QEvent.Type.FocusOut))
        else:
            assert await world.view.leave()
        await world.saved()
        assert world.read("Home.md") == b"xone\n"
        world.close()

    run_async(body())


def test_an_outside_change_is_shown_at_the_same_place(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        text = "".join(f"line {number}\n" for number in range(300))
        world = make_editor_world(tmp_path, Home=text)
        world.show("Home.md", line=200)
        assert world.view.line == 200
        (world.root / "Home.md").write_text("new first\n" + text)
        world.view.refresh()
        await until(lambda: world.view.text.startswith("new first"))
        assert world.view.edit.textCursor().block().text() == "line 199"
        assert world.view.state.kind == "saved"
        world.close()

    run_async(body())


def test_changes_of_both_sides_are_put_together(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\ntwo\nthree\n")
        world.show("Home.md")
        world.type("my ")
        (world.root / "Home.md").write_text("one\ntwo\nthree\ntheirs\n")
        assert await world.view.save()
        assert world.read("Home.md") == b"my one\ntwo\nthree\ntheirs\n"
        assert world.view.text == "my one\ntwo\nthree\ntheirs\n"
        assert world.view.notice.about == "merged"
        world.close()

    run_async(body())


@pytest.mark.parametrize(
    ("side", "expected"),
    [
        ("mine", b"mine one\ntwo\n"),
        ("theirs", b"their one\ntwo\n"),
        ("both", b"their one\nmine one\ntwo\n"),
    ],
)
def test_the_user_chooses_between_two_versions(
    tmp_path: Path, run_async: Run, side: Side, expected: bytes
) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\ntwo\n")
        world.show("Home.md")
        world.type("mine ")
        (world.root / "Home.md").write_text("their one\ntwo\n")
        assert not await world.view.save()
        assert world.view.state.kind == "conflict"
        assert world.read("Home.md") == b"their one\ntwo\n"
        world.view.settle()
        await until(lambda: _dialog(MergeDialog))
        dialog = _dialog(MergeDialog)
        assert isinstance(dialog, MergeDialog)
        dialog.radios[side].click()
        dialog.save_button.click()
        await world.saved()
        assert world.read("Home.md") == expected
        journal = world.vault.journal
        kept = [journal.text(one.sha256) for one in journal.rescued()]
        assert kept == [b"mine one\ntwo\n"]
        overwritten = [change.before_sha256 for turn in journal.turns() for change in turn.changes]
        assert overwritten == ([] if side == "theirs" else [sha256(b"their one\ntwo\n")])
        world.close()

    run_async(body())


def test_a_conflict_that_is_left_open_keeps_both(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n")
        world.show("Home.md")
        world.type("mine ")
        (world.root / "Home.md").write_text("theirs\n")
        assert not await world.view.save()
        world.view.settle()
        await until(lambda: _dialog(MergeDialog))
        dialog = _dialog(MergeDialog)
        assert isinstance(dialog, MergeDialog)
        dialog.reject()
        await until(lambda: not _dialog(MergeDialog))
        leaving = asyncio.ensure_future(world.view.leave())
        await until(lambda: _dialog(Question))
        box = _dialog(Question)
        assert isinstance(box, Question)
        box.accept_button.click()
        assert await leaving
        assert world.read("Home.md") == b"theirs\n"
        world.view.forget()
        world.show("Home.md")
        await until(lambda: world.view.notice.about == "draft")
        world.view.notice.buttons[0].click()
        await until(lambda: _dialog(MergeDialog))
        dialog = _dialog(MergeDialog)
        assert isinstance(dialog, MergeDialog)
        assert dialog.text == b"mine one\n"
        dialog.accept()
        await until(lambda: world.read("Home.md") == b"mine one\n")
        await world.saved()
        world.close()

    run_async(body())


def test_a_conflict_opens_no_dialog_under_the_typing_hands(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n")
        world.show("Home.md")
        world.view.activateWindow()
        world.type("mine ")
        (world.root / "Home.md").write_text("theirs\n")
        assert not await world.view.save()
        assert world.view.notice.about == "conflict"
        assert world.view.notice.property("tone") == "warn"
        leaving = asyncio.ensure_future(world.view.leave())
        await until(lambda: _dialog(Question))
        assert _dialog(MergeDialog) is None
        box = _dialog(Question)
        assert isinstance(box, Question)
        next(button for button in box.findChildren(QPushButton) if "Compare" in button.text()).click()
        await until(lambda: _dialog(MergeDialog))
        dialog = _dialog(MergeDialog)
        assert isinstance(dialog, MergeDialog)
        dialog.accept()
        assert await leaving
        assert world.read("Home.md") == b"mine one\n"
        world.close()

    run_async(body())


def test_what_is_forgotten_is_saved_all_the_same(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n")
        world.show("Home.md")
        world.type("x")
        world.view.forget()
        await until(lambda: world.read("Home.md") == b"xone\n")
        world.show("Home.md")
        world.type("y")
        (world.root / "Home.md").write_text("theirs\n")
        world.view.forget()
        await until(lambda: list((world.vault.data_dir / "drafts").glob("*.json")))
        assert world.read("Home.md") == b"theirs\n"
        world.close()

    run_async(body())


def test_a_file_that_is_gone_is_made_anew_only_by_retry(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n")
        world.show("Home.md")
        world.type("x")
        (world.root / "Home.md").unlink()
        assert not await world.view.save()
        assert world.view.state.kind == "failed"
        assert not (world.root / "Home.md").exists()
        world.view.notice.buttons[0].click()
        await world.saved()
        assert world.read("Home.md") == b"xone\n"
        world.close()

    run_async(body())


def test_a_failed_save_says_why_and_is_tried_again(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n")
        world.show("Home.md")
        world.type("x")
        (world.root / "Home.md").chmod(0o444)
        assert not await world.view.save()
        assert world.view.state.kind == "failed"
        assert "read-only" in world.view.state.why
        (world.root / "Home.md").chmod(0o644)
        world.view.settle()
        await world.saved()
        assert world.read("Home.md") == b"xone\n"
        world.close()

    run_async(body())


def test_a_file_that_is_no_text_is_read_only(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home=b"caf\xe9\n")
        world.show("Home.md")
        assert world.view.state.kind == "read_only"
        assert "UTF-8" in world.view.state.why
        world.type("x")
        assert not world.view.dirty
        assert await world.view.leave()
        assert world.read("Home.md") == b"caf\xe9\n"
        world.close()

    run_async(body())


def test_what_is_typed_while_it_is_saved_is_saved_too(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="")
        world.show("Home.md")
        for letter in "abcdefghij" * 5:
            world.type(letter)
            world.view.settle()
            await asyncio.sleep(0)
        await world.saved()
        assert world.read("Home.md") == b"abcdefghij" * 5
        world.close()

    run_async(body())


_CHILD = """
import asyncio, os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from pathlib import Path
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop
from tests.ui.editor_world import make_editor_world

async def body():
    world = make_editor_world(Path(sys.argv[1]))
    world.show("Home.md")
    number = 0
    while True:
        world.type(f"{number} ")
        print(number, flush=True)
        number += 1
        await asyncio.sleep(0.03)

app = QApplication([])
with asyncio.Runner(loop_factory=lambda: QEventLoop(app)) as runner:
    runner.run(body())
"""


def seconds_lost(folder: Path, run_async: Run) -> float:
    """Kill a program in which somebody types, and return how much of it is not offered again."""
    root = folder / "vault"
    root.mkdir(parents=True)
    (root / "Home.md").write_text("")
    lines: list[tuple[float, int]] = []
    with subprocess.Popen(
        [sys.executable, "-c", _CHILD, str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=Path(__file__).parents[4],
    ) as child:
        assert child.stdout is not None
        for line in child.stdout:
            lines.append((time.monotonic(), int(line)))
            if lines[-1][0] - lines[0][0] > 3:
                break
        os.kill(child.pid, signal.SIGKILL)
        killed = time.monotonic()
    written: list[int] = []

    async def body() -> None:
        world = make_editor_world(folder)
        world.show("Home.md")
        await until(lambda: world.view.notice.about == "draft")
        world.view.notice.buttons[0].click()
        await until(lambda: world.read("Home.md"))
        await world.saved()
        written.extend(int(number) for number in world.read("Home.md").split())
        assert written == [*range(len(written))]
        world.view.forget()
        world.show("Home.md")
        await turns()
        assert world.view.notice.about == ""
        world.close()

    run_async(body())
    return killed - next((at for at, number in lines if number > written[-1]), killed)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_kill_loses_at_most_the_last_second(tmp_path: Path, run_async: Run) -> None:
    places = map(str, count())
    assert shortest(lambda: seconds_lost(tmp_path / next(places), run_async), 1.0) < 1.0


def test_a_draft_that_is_passed_over_is_offered_again(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n", Other="other\n")
        world.show("Home.md")
        world.type("lost ")
        (world.root / "Home.md").write_text("theirs\n")
        assert not await world.view.save()
        world.view.forget()
        world.show("Home.md")
        await until(lambda: world.view.notice.about == "draft")
        world.type("other ")
        await world.saved()
        world.view.forget()
        world.show("Home.md")
        await until(lambda: world.view.notice.about == "draft")
        world.view.notice.buttons[1].click()  # discard
        await until(lambda: world.vault.journal.rescued())
        (kept,) = world.vault.journal.rescued()
        assert world.vault.journal.text(kept.sha256) == b"lost one\n"
        world.close()

    run_async(body())


# The one way for the user's own changes


def test_own_writes_create_edit_move_and_trash_and_are_undone(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    root.mkdir()
    (root / ".obsidian").mkdir()
    (root / ".obsidian" / "app.json").write_text('{"trashOption": "local"}')
    (root / "A.md").write_text("see [[B]]\n")
    vault = Vault(root, data_dir=tmp_path / "data")
    vault.open()
    own = UserWrites(vault)

    async def body() -> None:
        made = await own.write("Folder/B.md", "b\n")
        assert made.sha256 == sha256(b"b\n")
        edited = await own.write("Folder/B.md", b"c\n", expected_sha256=made.sha256)
        assert (root / "Folder/B.md").read_bytes() == b"c\n"
        same = await own.write("Folder/B.md", b"c\n", expected_sha256=edited.sha256)
        assert same.change_id is None
        moved = await own.move("Folder/B.md", "C.md")
        assert moved.path == "C.md"
        assert (root / "A.md").read_text() == "see [[C]]\n"
        await own.trash("C.md")
        assert not (root / "C.md").exists()

    asyncio.run(body())
    for _ in range(4):
        vault.undo_last_turn()
    assert (root / "A.md").read_text() == "see [[B]]\n"
    assert not (root / "Folder").exists()
    vault.close()


def test_own_writes_never_write_over_another_version(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    root.mkdir()
    (root / "A.md").write_text("a\n")
    vault = Vault(root, data_dir=tmp_path / "data")
    vault.open()
    own = UserWrites(vault)

    async def body() -> None:
        with pytest.raises(StaleWriteError) as found:
            await own.write("A.md", "mine\n")
        assert (found.value.mine, found.value.theirs) == (b"mine\n", b"a\n")
        with pytest.raises(StaleWriteError) as found:
            await own.write("A.md", "mine\n", expected_sha256=sha256(b"old\n"))
        assert found.value.theirs == b"a\n"
        with pytest.raises(StaleWriteError) as found:
            await own.write("Gone.md", "mine\n", expected_sha256=sha256(b"old\n"))
        assert found.value.theirs is None
        with pytest.raises(InvalidPathError):
            await own.write("../out.md", "x")

    asyncio.run(body())
    assert (root / "A.md").read_text() == "a\n"
    vault.close()


def test_a_write_that_has_begun_is_finished_although_its_task_is_cancelled(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    root.mkdir()
    vault = Vault(root, data_dir=tmp_path / "data")
    vault.open()
    own = UserWrites(vault)

    async def body() -> None:
        async with asyncio.TaskGroup() as group:
            task = group.create_task(own.write("A.md", "a\n"))
            await asyncio.sleep(0)
            task.cancel()
        assert (root / "A.md").read_text() == "a\n"

    asyncio.run(body())
    vault.close()


# What the user sees of saving


def test_the_label_says_how_things_are_and_offers_what_can_be_done(qtbot: QtBot) -> None:
    label = SaveStateLabel()
    qtbot.addWidget(label)
    label.set_state(SaveState("saved"))
    assert (label.text.text(), label.button.isVisibleTo(label)) == ("Saved", False)
    label.set_state(SaveState("failed", "The disk is full."))
    assert (label.text.text(), label.button.isVisibleTo(label)) == ("Not saved", True)
    assert label.toolTip() == "Not saved: The disk is full."
    label.set_short(True)
    assert (label.text.isVisibleTo(label), label.button.isVisibleTo(label)) == (False, True)
    label.set_short(False)
    assert label.text.isVisibleTo(label)
    assert label.text.accessibleName() == "Not saved: The disk is full."
    with qtbot.waitSignal(label.action_requested):
        label.button.click()
    label.set_state(SaveState("conflict", "Both were changed."))
    assert label.text.text() == "Conflict"  # "Unsaved" is for text that is being edited
    label.set_state(SaveState())
    assert label.isHidden()


@pytest.mark.parametrize("colors", [LIGHT, DARK])
def test_notice_of_a_text_that_is_not_saved_warns(qapp: QApplication, qtbot: QtBot, colors: Colors) -> None:
    apply_theme(qapp, colors)
    bar = NoticeBar()
    qtbot.addWidget(bar)
    bar.show_notice("merged", "Changes were taken in.")

    def look() -> tuple[str, str]:
        return bar.grab().toImage().pixelColor(4, 8).name(), bar.text.palette().windowText().color().name()

    assert look() == (colors.call, colors.text)
    bar.show_notice("conflict", "Choose what stays.", warns=True)
    assert look() == (colors.raised, colors.warn)
    bar.show_notice("merged", "Changes were taken in.")
    assert look() == (colors.call, colors.text)


def test_buttons_of_a_notice_stand_beside_a_short_one(qtbot: QtBot) -> None:
    bar = NoticeBar()
    qtbot.addWidget(bar)
    actions = [("Restore", lambda: None), ("Discard", lambda: None)]
    bar.show_notice("draft", "Text was found.", actions)
    bar.resize(478, 80)
    qtbot.waitUntil(lambda: bar.buttons[0].x() > bar.text.geometry().right())
    assert bar.buttons[1].geometry().right() < 478
    needed = bar.text.fontMetrics().horizontalAdvance(bar.text.text())
    assert bar.text.width() >= needed, "in one line"
    bar.show_notice("draft", "Text was found " * 5, actions)
    qtbot.waitUntil(lambda: bar.buttons[0].y() >= bar.text.geometry().bottom())


def test_buttons_of_a_notice_stand_below_it_in_a_narrow_window(qtbot: QtBot) -> None:
    bar = NoticeBar()
    qtbot.addWidget(bar)
    bar.show_notice("draft", "Text that was never saved was found. " * 3, [("Restore", lambda: None)])
    bar.resize(900, 80)
    qtbot.waitUntil(lambda: bar.buttons[0].y() < bar.text.geometry().bottom())
    bar.resize(320, 160)
    qtbot.waitUntil(lambda: bar.buttons[0].y() >= bar.text.geometry().bottom())


def test_what_is_typed_before_the_versions_are_shown_stays(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\ntwo\n")
        world.show("Home.md")
        world.type("mine ")
        (world.root / "Home.md").write_bytes(b"theirs\ntwo\n")
        assert not await world.view.save()
        world.view.settle()
        await asyncio.sleep(0)  # the comparison is running now
        world.type("and more ")
        await until(lambda: _dialog(MergeDialog) is not None)
        shown = _dialog(MergeDialog)
        assert isinstance(shown, MergeDialog)
        shown.choose("mine")
        shown.accept()
        await world.saved()
        assert world.read("Home.md") == b"mine and more one\ntwo\n"
        world.close()

    run_async(body())
