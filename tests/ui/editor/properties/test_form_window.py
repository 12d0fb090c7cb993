"""The form of properties in the whole program: kinds of Obsidian, words of the vault, saving, and what is kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from axon_desktop.ui.editor.properties.chips import ChipsField
from axon_desktop.ui.editor.properties.form import PropertyForm
from tests.ui.chat_world import Run
from tests.ui.mcp_window import ServersWindow, window_with
from tests.waiting import until

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
NOTE = "---\ntags: [one]\nwhen:\nrating: five\n---\ntext #garden/beds\n"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    (root / ".obsidian").mkdir(parents=True)
    types = {"when": "date", "rating": "number", "mood": "text"}
    (root / ".obsidian" / "types.json").write_text(json.dumps({"types": types}))
    (root / "Home.md").write_text(NOTE)
    (root / "Other.md").write_text("other\n")
    return root


async def show_form(program: ServersWindow, path: str) -> PropertyForm:
    """Open a note live, as a user does."""
    preview = program.desktop.window.preview
    preview.open_note(path)
    await until(lambda: preview.path == path and not preview.body.shows_hint)
    preview.set_mode("live")
    await until(lambda: preview.body.shows_editor and preview.body.editor.path == path)
    return preview.body.editor.edit.properties.form


def test_form_in_the_window(qapp: QApplication, vault: Path, run_async: Run) -> None:
    async def body() -> None:
        async with window_with(qapp, vault) as program:
            window = program.desktop.window
            form = await show_form(program, "Home.md")
            await until(lambda: (row := form.row_named("when")) is not None and row.kind == "date")
            rating, tags = form.row_named("rating"), form.row_named("tags")
            assert rating is not None
            assert tags is not None
            assert (rating.kind, rating.button.warns) == ("text", True)
            field = tags.field
            assert isinstance(field, ChipsField)
            field.setFocus()
            QTest.keyClicks(field.input, "gar")
            await until(lambda: form.offers.list is not None and form.offers.list.isVisible())
            QTest.keyClick(field.input, Qt.Key.Key_Down)
            QTest.keyClick(field.input, Qt.Key.Key_Return)
            await until(lambda: "[one, garden/beds]" in (vault / "Home.md").read_text())
            window.menus.actions["file.add_property"].trigger()
            row = form.row_named("")
            assert row is not None
            assert row.name.hasFocus()
            QTest.keyClicks(row.name, "mood")
            QTest.keyClick(row.name, Qt.Key.Key_Return)
            row = form.row_named("mood")
            assert row is not None
            QTest.keyClicks(row.field, "good")
            window.preview.open_note("Other.md")  # while the word is only typed
            await until(lambda: "mood: good\n---\ntext #garden/beds\n" in (vault / "Home.md").read_text())
            window.preview.body.editor.edit.properties.set_folded(True)
        async with window_with(qapp, vault) as program:
            form = await show_form(program, "Home.md")
            assert form.row_at(0) is None

    run_async(body())
