"""A disk that does not answer keeps no window open and no process alive, and loses no text."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from axon_desktop.ui.editor.saving import last_save, saver
from axon_desktop.ui.editor.saving.drafts import Drafts
from axon_desktop.ui.widgets.confirm_dialog import Question
from tests.ui.chat_world import Run
from tests.ui.dead_disk import TYPED, DeadDisk, dead_disk, shown_question, type_into_home
from tests.ui.editor_world import EditorWorld, make_editor_world
from tests.ui.mcp_window import window_with
from tests.waiting import PATIENCE, until

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints"),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="how it is known what is written to"),
]

ROOT = Path(__file__).resolve().parents[4]
SILENT = "The disk is not responding."
KEPT = "Your text is kept as a draft and offered when you open the note again."


@pytest.fixture
def vault(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    root = tmp_path / "vault"
    root.mkdir()
    (root / "Home.md").write_text("one\n")
    return root


def run_program(vault: Path, way: str) -> str:
    """Run the whole program to its end, and return what the user was asked."""
    process = subprocess.run(
        [sys.executable, "-m", "tests.ui.dead_disk", str(vault), way],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    return process.stdout


@pytest.mark.parametrize("way", ["threads", "apart"])
def test_program_ends_though_threads_hang(vault: Path, way: str) -> None:
    """Red when the process waits for the shared threads, or for one of its own."""
    assert run_program(vault, way) == ""


@pytest.mark.parametrize("way", ["window", "signal"])
def test_program_ends_and_the_next_one_offers_the_text(
    qapp: QApplication, vault: Path, run_async: Run, way: str
) -> None:
    """Red when the question does not appear, or when the process waits for the hanging thread."""
    assert run_program(vault, way) == ("" if way == "signal" else f"{SILENT}\n{KEPT}")
    assert (vault / "Home.md").read_text() == "one\n"

    async def next_start() -> None:
        async with window_with(qapp, vault) as program:
            preview = program.desktop.window.preview
            await until(lambda: preview.path == "Home.md" and not preview.body.shows_hint)
            preview.set_mode("source")
            await until(lambda: preview.body.shows_editor and preview.body.editor.notice.about == "draft")
            preview.body.editor.notice.buttons[0].click()
            await until(lambda: (vault / "Home.md").read_text() == f"{TYPED}one\n")
            await until(lambda: preview.editing.settled)

    run_async(next_start())


async def leave_in_vain(world: EditorWorld, disk: DeadDisk) -> tuple[asyncio.Task[bool], Question]:
    """Type, and leave the note while it is being saved."""
    world.show("Home.md")
    world.type(TYPED)
    saving = asyncio.ensure_future(world.view.save())
    await until(disk.hangs.is_set)
    leaving = asyncio.ensure_future(world.view.leave())
    await until(lambda: shown_question() or leaving.done())
    box = shown_question()
    assert box is not None
    assert box.sentences == (SILENT, KEPT)
    assert not saving.done()
    return leaving, box


def test_draft_is_kept_though_every_thread_of_the_loop_hangs(tmp_path: Path, run_async: Run) -> None:
    """And a user who stays has the text saved when the disk answers again."""

    async def body() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        world = make_editor_world(tmp_path, Home="one\n")
        with dead_disk(world.root) as disk:
            leaving, box = await leave_in_vain(world, disk)
            assert Drafts(world.vault.data_dir).paths() == ["Home.md"]
            box.reject()
            assert not await leaving
            assert world.view.text == f"{TYPED}one\n"
            disk.answers.set()
            await world.saved()
        assert world.read("Home.md") == b"typed one\n"
        world.close()

    run_async(body())


def test_text_goes_elsewhere_when_the_disk_of_drafts_does_not_answer_either(
    tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red when the end of the program waits for a draft whose disk does not answer."""
    monkeypatch.setattr(last_save, "PATIENCE", 0.1)
    monkeypatch.setattr(saver, "PATIENCE", 0.1)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(elsewhere))

    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n")
        with dead_disk(world.root) as disk:
            world.show("Home.md")
            monkeypatch.setattr(Drafts, "keep", lambda *_: disk.answers.wait())
            world.type(TYPED)
            assert await asyncio.wait_for(world.view.save_or_draft(), PATIENCE)
            found = Drafts(world.vault.data_dir).find("Home.md", but=b"one\n")
            assert found is not None
            assert found.text == f"{TYPED}one\n"
        await until(lambda: world.read("Home.md") == b"typed one\n")
        world.close()

    run_async(body())


def test_question_goes_away_when_the_disk_answers_after_all(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n")
        with dead_disk(world.root) as disk:
            leaving, _box = await leave_in_vain(world, disk)
            disk.answers.set()
            assert await leaving
        assert world.read("Home.md") == b"typed one\n"
        await until(lambda: Drafts(world.vault.data_dir).paths() == [])
        world.close()

    run_async(body())


def test_save_that_ends_late_is_none_of_the_note_that_was_opened_again(tmp_path: Path, run_async: Run) -> None:
    """Red when the old text on the screen is taken for the current text of the file."""

    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n")
        with dead_disk(world.root) as disk:
            leaving, box = await leave_in_vain(world, disk)
            box.accept()
            assert await leaving
            world.view.forget()
            world.show("Home.md")
            assert world.view.text == "one\n"
            disk.answers.set()
            await until(lambda: world.read("Home.md") == b"typed one\n" and not world.vault.is_writing)
            world.view.refresh()
            await until(lambda: world.view.text == f"{TYPED}one\n")
            world.type("more ")
            await world.saved()
        assert sorted(world.read("Home.md").split()) == [b"more", b"one", b"typed"]
        world.close()

    run_async(body())


def test_another_vault_is_opened_though_the_old_one_cannot_be_closed(
    qapp: QApplication, vault: Path, run_async: Run
) -> None:
    second = vault.parent / "second"
    second.mkdir()
    (second / "Home.md").write_text("second\n")

    async def body() -> None:
        async with window_with(qapp, vault) as program:
            desktop, preview = program.desktop, program.desktop.window.preview
            with dead_disk(vault) as disk:
                await type_into_home(desktop)
                await until(disk.hangs.is_set)
                opening = asyncio.ensure_future(desktop.open_vault(second))
                await until(shown_question)
                box = shown_question()
                assert box is not None
                box.accept()
                assert await opening
                assert desktop.workspace is not None
                assert desktop.workspace.vault.root == second
                await until(lambda: preview.path == "Home.md" and preview.body.rendered == "second\n")
            await until(lambda: (vault / "Home.md").read_text() == f"{TYPED}one\n")

    run_async(body())
