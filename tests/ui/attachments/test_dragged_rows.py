from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication

from axon_desktop.ui.attachments.given import given_in
from axon_desktop.ui.note_panel.outline_page import OutlinePage
from axon_desktop.ui.search.page import SearchPage
from tests.ui.chat_world import Run, until
from tests.ui.obsidian_window import vault_window

NOTES = {"Home.md": "# Home\n\n## A [b] plan\n", "Other.md": "milestone here\n"}


def test_result_and_heading_are_dragged_as_files(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            window = world.window
            window.preview.open_note("Home.md")
            window.menus.actions["edit.search_in_the_vault"].trigger()
            await until(lambda: window.findChild(SearchPage) is not None)
            page = window.findChild(SearchPage)
            assert page is not None
            page.search("milestone")
            results = page.results.results
            await until(lambda: results.rowCount() == 2)
            for row in range(2):
                given = given_in(results.mimeData([results.index(row)]))
                assert given is not None
                assert [(file.path, file.heading) for file in given.files] == [(world.root / "Other.md", "")]

            window.show_panel_page("outline")
            await until(lambda: window.findChild(OutlinePage) is not None)
            outline = window.findChild(OutlinePage)
            assert outline is not None
            lines = outline.list.lines
            await until(lambda: lines.rowCount() == 2)
            given = given_in(lines.mimeData([lines.index(1)]))
            assert given is not None
            assert [(file.path, file.heading) for file in given.files] == [(world.root / "Home.md", "A [b] plan")]

    run_async(body())
