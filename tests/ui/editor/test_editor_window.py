"""The editor in the whole program: beside the agent, with undo, and when the window closes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from axon_desktop.ui.editor.view import EditorView
from tests.ui.chat_world import Run
from tests.ui.mcp_window import ServersWindow, window_with
from tests.waiting import until

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    root.mkdir()
    (root / "Home.md").write_text("# Home\n\nfirst\n\nlast\n")
    return root


async def _edit(program: ServersWindow, path: str) -> EditorView:
    """Open a note in the editor, as a user does."""
    preview = program.desktop.window.preview
    preview.open_note(path)
    await until(lambda: preview.path == path and not preview.body.shows_hint)
    preview.toggle_source()
    await until(lambda: preview.body.shows_editor and preview.body.editor.path == path)
    return preview.body.editor


def test_the_agent_and_the_user_edit_one_note_and_each_is_undone_alone(
    qapp: QApplication, vault: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with window_with(qapp, vault) as program:
            editor = await _edit(program, "Home.md")
            QTest.keyClicks(editor.edit, "mine ")
            await until(lambda: not editor.dirty)
            notes = program.session.vault
            change = notes.preview("Home", "mine # Home\n\nfirst\n\nthe agent's\n", "overwrite")
            await asyncio.to_thread(notes.apply, change, turn="of the agent")
            await until(lambda: editor.text == "mine # Home\n\nfirst\n\nthe agent's\n")
            editor.edit.moveCursor(QTextCursor.MoveOperation.End)
            QTest.keyClicks(editor.edit, "more")
            await until(lambda: not editor.dirty)
            undo = program.desktop.window.undo_requested.emit
            texts = [
                "mine # Home\n\nfirst\n\nthe agent's\n",
                "mine # Home\n\nfirst\n\nlast\n",
                "# Home\n\nfirst\n\nlast\n",
            ]
            for text in texts:
                undo()
                await until(lambda text=text: editor.text == text)  # type: ignore[misc]
                assert (vault / "Home.md").read_text() == text

    run_async(body())


def test_closing_the_window_saves_what_was_typed_last(qapp: QApplication, vault: Path, run_async: Run) -> None:
    async def body() -> None:
        async with window_with(qapp, vault) as program:
            editor = await _edit(program, "Home.md")
            QTest.keyClicks(editor.edit, "typed last ")
            assert editor.dirty

    run_async(body())
    assert (vault / "Home.md").read_text() == "typed last # Home\n\nfirst\n\nlast\n"


def test_going_to_another_note_saves_the_one_that_is_left(qapp: QApplication, vault: Path, run_async: Run) -> None:
    (vault / "Other.md").write_text("other\n")

    async def body() -> None:
        async with window_with(qapp, vault) as program:
            editor = await _edit(program, "Home.md")
            QTest.keyClicks(editor.edit, "x")
            program.desktop.window.preview.open_note("Other.md")
            await until(lambda: (vault / "Home.md").read_text().startswith("x# Home"))
            await until(lambda: editor.path in ("", "Other.md") or not editor.dirty)

    run_async(body())
