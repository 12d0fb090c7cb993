"""The current page and unsent request of a window are restored in the next one."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from axon_desktop.ui.chat.panel import ChatPanel
from axon_desktop.ui.search.page import SearchPage
from axon_desktop.ui.window.main_window import MainWindow
from tests.ui.chat_world import Run
from tests.ui.mcp_window import window_with
from tests.waiting import until

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


def chat_of(window: MainWindow) -> ChatPanel:
    assert isinstance(window.chat, ChatPanel)
    return window.chat


def test_next_window_has_the_request_that_was_not_sent_and_the_search(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_async: Run
) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    vault, other = tmp_path / "vault", tmp_path / "other"
    for folder in (vault, other):
        folder.mkdir()
        (folder / "Home.md").write_text("the pelican is here\n", "utf-8")

    async def first() -> None:
        async with window_with(qapp, vault) as program:
            window = program.desktop.window
            window.search_in_vault("pelican")
            chat_of(window).composer.input.set_text("Write two\nlines")
            chat_of(window).composer.mode_chosen.emit("plan")
            assert await program.desktop.open_vault(other)
            assert chat_of(window).unsent == "", "it is about another vault"
            assert await program.desktop.open_vault(vault)
            assert chat_of(window).unsent == "Write two\nlines"

    async def second() -> None:
        async with window_with(qapp, vault) as program:
            window = program.desktop.window
            assert chat_of(window).unsent == "Write two\nlines"
            kept = [key for key in window.state.allKeys() if key.startswith("unsent/") and window.state.value(key)]
            assert len(kept) == 1, "nothing of it is lost in a crash"
            chat_of(window).composer.input.insertPlainText("!")
            assert kept[0] not in window.state.allKeys(), "and nothing that was sent comes back after one"
            assert window.vault_panel.current == "search"
            page = window.vault_panel.show_page("search")
            assert isinstance(page, SearchPage)
            await until(lambda: bool(page.results.results.notes))
            assert page.box.text() == "pelican"
            await until(lambda: program.session.mode == "plan")
            chat_of(window).composer.input.clear()
            window.show_panel_page("files")

    async def third() -> None:
        async with window_with(qapp, vault) as program:
            window = program.desktop.window
            assert chat_of(window).unsent == ""
            assert window.vault_panel.current == "files"
            page = window.vault_panel.show_page("search")
            assert isinstance(page, SearchPage)
            assert page.box.text() == "", "it was behind another page"

    run_async(first())
    run_async(second())
    run_async(third())
