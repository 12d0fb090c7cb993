"""Tabs of notes that are trashed: by the user or the agent, and by other programs."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from axon_desktop.vault.history.changes import VaultChanged
from tests.ui.chat_world import Run
from tests.ui.obsidian_window import vault_window
from tests.waiting import until

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")
NOTES = {"Home.md": "# Home\n", "Plan.md": "plan\n", "Projects/Lone.md": "alone\n"}


@pytest.mark.parametrize("origin", ["user", "agent", "outside"])
def test_what_is_trashed_here_has_no_tab_any_more(
    origin: str, qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES, {"app.json": '{"trashOption": "local"}'}) as world:
            preview = world.window.preview
            for path in ("Home.md", "Plan.md", "Projects/Lone.md"):
                preview.open_note(path, new_tab=True)
            await world.shows("Projects/Lone.md")
            world.window.tree.view.setFocus()
            if origin == "outside":
                (world.root / "Projects/Lone.md").unlink()
                world.window.context.files_changed.emit(VaultChanged(("Projects/Lone.md",), "outside"))
                await until(lambda: preview.tabs.current.gone)
                assert len(preview.tabs.all) == 3
                return
            for path in ("Plan.md", "Projects/Lone.md"):
                world.vault.apply_all(
                    world.vault.propose_trash(path), turn="t", origin="user" if origin == "user" else "agent"
                )
            await until(lambda: [tab.path for tab in preview.tabs.all] == ["Home.md"])
            await world.shows("Home.md")
            assert world.window.focusWidget() is world.window.tree.view
            preview.open_note("Home.md", to_write=True)
            await until(lambda: preview.body.shows_editor)
            preview.body.editor.edit.insertPlainText("not saved ")
            (world.root / "Home.md").unlink()
            preview.updates.on_vault_changed(VaultChanged(("Home.md",), "user"))
            await until(lambda: preview.tabs.current.gone)
            assert preview.path == "Home.md"
            assert "not saved" in preview.body.editor.text
            preview.body.editor.forget()

    run_async(body())
