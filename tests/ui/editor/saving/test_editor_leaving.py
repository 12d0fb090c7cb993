"""A text that cannot be saved, neither to its file nor to a draft, is lost only if the user agrees."""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from axon_desktop.desktop import Desktop
from axon_desktop.ui.crash_recovery.notice import CrashNotice
from axon_desktop.ui.editor.view import EditorView
from axon_desktop.ui.first_run.choices import Choices
from axon_desktop.ui.widgets.confirm_dialog import Question
from axon_desktop.vault import Vault
from tests.broken_records import broken
from tests.ui.chat_world import Run
from tests.ui.editor_world import EditorWorld, make_editor_world
from tests.ui.mcp_window import window_with
from tests.waiting import until

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

LOST = "Your text cannot be kept as a draft either. If you leave, it will be lost."
KEPT = "Your text is kept as a draft and offered when you open the note again."


def refuse_drafts(vault: Vault) -> None:
    """Prevent drafts from being written, as on a full disk: there is a file in place of their folder."""
    vault.data_dir.mkdir(parents=True, exist_ok=True)
    (vault.data_dir / "drafts").write_bytes(b"")


def question() -> Question | None:
    shown = (one for one in QApplication.topLevelWidgets() if isinstance(one, Question))
    return next((one for one in shown if one.isVisible()), None)


async def asked() -> Question:
    await until(question)
    found = question()
    assert found is not None
    await until(found.isActiveWindow)
    return found


async def answered(box: Question, answer: int) -> None:
    box.done(answer)
    await until(lambda: question() is None)


def button(box: Question, text: str) -> QPushButton:
    return next(one for one in box.findChildren(QPushButton) if text in one.text().replace("&", ""))


async def conflict(world: EditorWorld) -> None:
    """Type into a note that somebody else changes in the same lines."""
    world.show("Home.md")
    world.type("mine ")
    (world.root / "Home.md").write_text("theirs\n")
    assert not await world.view.save()


def test_lost_text_is_no_draft_to_be_found_again(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\ntwo\n")
        refuse_drafts(world.vault)
        await conflict(world)
        leaving = asyncio.ensure_future(world.view.leave())
        box = await asked()
        assert box.sentences[-1] == LOST
        assert box.accept_button.text() == "&Discard and leave"
        QTest.keyClick(button(box, "Copy text"), Qt.Key.Key_Space)
        assert QApplication.clipboard().text() == "mine one\ntwo\n"
        QTest.keyClick(box, Qt.Key.Key_Return)  # a mere Enter loses nothing
        assert not await leaving
        assert world.view.dirty
        assert world.view.text == "mine one\ntwo\n"
        (world.vault.data_dir / "drafts").unlink()  # there is room again
        leaving = asyncio.ensure_future(world.view.leave())
        box = await asked()
        assert box.sentences[-1] == KEPT
        assert box.accept_button.text() == "Keep as draft and &leave"
        await answered(box, 1)
        assert await leaving
        assert list((world.vault.data_dir / "drafts").iterdir())
        world.close()

    run_async(body())


def test_text_that_was_let_go_is_written_nowhere(tmp_path: Path, run_async: Run) -> None:
    """Not even into the note without a record, which the user could have chosen; and no error is reported."""

    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n")
        refuse_drafts(world.vault)
        world.show("Home.md")
        with broken(world.vault, "other"):
            world.type("x")
            leaving = asyncio.ensure_future(world.view.leave())
            box = await asked()
            assert box.sentences[-1] == LOST
            assert button(box, "Save without undo")
            await answered(box, 1)
            assert await leaving
            assert not world.view.dirty
            world.view.forget()
            others = asyncio.all_tasks() - {asyncio.current_task()}
            await asyncio.gather(*others)
        assert world.read("Home.md") == b"one\n"
        world.close()

    run_async(body())


# In the program


@pytest.fixture
def vault(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    root = tmp_path / "vault"
    root.mkdir()
    (root / "Home.md").write_text("one\n")
    (root / "Other.md").write_text("other\n")
    (tmp_path / "second").mkdir()
    return root


async def write_what_cannot_be_saved(desktop: Desktop) -> EditorView:
    """Type into a note whose file was changed outside."""
    preview = desktop.window.preview
    preview.open_note("Home.md")
    await until(lambda: preview.path == "Home.md" and not preview.body.shows_hint)
    preview.set_mode("source")
    await until(lambda: preview.body.shows_editor and preview.body.editor.path == "Home.md")
    assert desktop.workspace is not None
    editor = preview.body.editor
    QTest.keyClicks(editor.edit, "mine ")
    (desktop.workspace.vault.root / "Home.md").write_text("theirs\n")
    assert not await editor.save()
    return editor


def test_closing_again_only_brings_the_question_up(qapp: QApplication, vault: Path, run_async: Run) -> None:
    async def body() -> None:
        async with window_with(qapp, vault) as program:
            window = program.desktop.window
            assert program.desktop.workspace is not None
            refuse_drafts(program.desktop.workspace.vault)
            editor = await write_what_cannot_be_saved(program.desktop)
            window.close()
            box = await asked()
            window.close()
            assert not program.desktop._closing.is_set()
            assert question() is box
            await answered(box, 0)
            await until(lambda: not window._leaving)
            assert editor.text == "mine one\n"
            window.close()
            await answered(await asked(), 1)

    run_async(body())


@pytest.mark.parametrize("asks", [False, True])
def test_signal_keeps_elsewhere_what_no_disk_takes(
    qapp: QApplication, vault: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch, *, asks: bool
) -> None:
    """The text is stored among the temporary files, the next start reports it, and the note offers it."""
    temporary = vault.parent / "tmp"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    places: list[Path] = []

    async def end() -> None:
        async with window_with(qapp, vault) as program:
            desktop = program.desktop
            assert desktop.workspace is not None
            await until(lambda: desktop._mark is not None)
            refuse_drafts(desktop.workspace.vault)
            places.append(desktop.workspace.vault.data_dir / "drafts")
            await write_what_cannot_be_saved(desktop)
            if asks:
                desktop.window.close()
                await asked()
            desktop._closing.set()  # as SIGTERM does
            await until(lambda: not desktop.window.isVisible())

    async def begin() -> None:
        async with window_with(qapp, vault) as program:
            window = program.desktop.window
            await until(lambda: isinstance(window.findChild(CrashNotice), CrashNotice))
            notice = window.findChild(CrashNotice)
            assert isinstance(notice, CrashNotice)
            await until(lambda: "“Home”" in notice.bar.text.text())
            assert "did not close properly" not in notice.bar.text.text()
            notice.bar.buttons[0].click()
            await until(lambda: window.preview.body.made_editor is not None)
            await until(lambda: window.preview.body.editor.notice.about == "draft")

    run_async(end())
    (kept,) = temporary.glob("axon-desktop-draft-*")
    assert json.loads(kept.read_text())["text"] == "mine one\n"
    places[0].unlink()  # there is room again
    run_async(begin())
    assert not list(temporary.glob("axon-desktop-draft-*"))
    assert (vault / "Home.md").read_text() == "theirs\n"


def test_first_question_is_not_sent_to_the_vault_that_the_user_stays_in(
    qapp: QApplication, vault: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def choose(*_arguments: object) -> Choices:
        return Choices(vault=vault.parent / "second", question="read the second vault")

    async def body() -> None:
        async with window_with(qapp, vault) as program:
            desktop = program.desktop
            await write_what_cannot_be_saved(desktop)
            welcome = asyncio.ensure_future(desktop._welcome())
            await answered(await asked(), 0)
            await welcome
            assert desktop.workspace is not None
            assert desktop.workspace.vault.root == vault
            assert not program.session.running
            assert not program.session.history
            welcome = asyncio.ensure_future(desktop._welcome())
            await answered(await asked(), 1)
            await welcome
            assert desktop.workspace.vault.root.name == "second"
            session = desktop.workspace.session
            await until(lambda: session.history)
            await until(lambda: not session.running)

    monkeypatch.setattr("axon_desktop.ui.first_run.feature.ask_choices", choose)
    run_async(body())


@pytest.mark.parametrize("way", ["note", "window", "vault"])
def test_every_way_out_asks_before_a_text_is_lost(
    qapp: QApplication, vault: Path, run_async: Run, way: str
) -> None:
    async def body() -> None:
        async with window_with(qapp, vault) as program:
            desktop = program.desktop
            window = desktop.window
            assert desktop.workspace is not None
            refuse_drafts(desktop.workspace.vault)
            editor = await write_what_cannot_be_saved(desktop)

            async def go() -> Question:
                if way == "note":
                    window.preview.open_note("Other.md")
                elif way == "window":
                    window.close()
                else:
                    window.vault_requested.emit(str(vault.parent / "second"))
                return await asked()

            box = await go()
            assert box.sentences[-1] == LOST
            assert box.focusWidget() is box.cancel_button
            await answered(box, 0)
            await until(lambda: window.preview.path == "Home.md")
            await until(lambda: not window._leaving)
            assert window.isVisible()
            assert desktop.workspace.vault.root == vault
            assert (editor.path, editor.text) == ("Home.md", "mine one\n")
            await answered(await go(), 1)
            if way == "note":
                await until(lambda: window.preview.path == "Other.md" and editor.path != "Home.md")
            elif way == "window":
                await until(lambda: not window.isVisible())
            else:
                await until(lambda: desktop.workspace and desktop.workspace.vault.root.name == "second")
            assert not window.error_bar.isVisible()

    run_async(body())
    assert (vault / "Home.md").read_text() == "theirs\n"


def test_vault_stays_open_everywhere_when_the_user_stays(qapp: QApplication, vault: Path, run_async: Run) -> None:
    async def body() -> None:
        async with window_with(qapp, vault) as program:
            desktop = program.desktop
            await until(lambda: desktop._settings.general.last_vault == str(vault))
            recent, index = desktop.window.chooser.recent, desktop.workspace and desktop.workspace.index
            editor = await write_what_cannot_be_saved(desktop)
            opening = asyncio.ensure_future(desktop.open_vault(vault.parent / "second"))
            box = await asked()
            assert box.sentences[-1] == KEPT
            await answered(box, 0)
            await opening
            assert desktop.workspace is not None
            assert desktop.workspace.vault.root == vault
            assert desktop.workspace.index is index
            assert desktop.window.chooser.recent == recent
            assert desktop._settings.general.last_vault == str(vault)
            assert editor.text == "mine one\n"
            opening = asyncio.ensure_future(desktop.open_vault(vault.parent / "second"))
            await answered(await asked(), 1)
            await opening
            assert desktop.workspace.vault.root.name == "second"

    run_async(body())
