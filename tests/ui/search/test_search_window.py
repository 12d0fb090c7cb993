"""The search and the quick switcher in the whole program."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from axon_desktop.ui.quick_open.switcher import Switcher
from axon_desktop.ui.search.feature import selected_text
from axon_desktop.ui.search.page import SearchPage
from axon_desktop.ui.window.main_window import MainWindow
from axon_desktop.vault.history.changes import Proposal
from tests.ui.chat_world import Run
from tests.ui.mcp_window import ServersWindow, window_with
from tests.waiting import until

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

NOTES = {
    "Home.md": "# Welcome\n\nA café near the harbour. #sea\n",
    "Notes/Long.md": "# Long\n\n" + "filler\n\n" * 300 + "the pelican is here\n\n" + "filler\n\n" * 300,
    "知识/图谱.md": "# 知识图谱\n",
}


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))


@pytest.fixture
def vault(qapp: QApplication, tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    for path, text in NOTES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    return root


async def ready(program: ServersWindow) -> MainWindow:
    assert program.desktop.workspace is not None
    index = program.desktop.workspace.index
    await until(lambda: index.state.phase == "ready")
    window = program.desktop.window
    window.activateWindow()
    await until(window.isActiveWindow)
    return window


def page_of(window: MainWindow) -> SearchPage:
    page = window.vault_panel.show_page("search")
    assert isinstance(page, SearchPage)
    return page


def titles(page: SearchPage) -> list[str]:
    return [note.title for note in page.results.results.notes]


def test_a_search_leads_to_the_line(qapp: QApplication, vault: Path, run_async: Run) -> None:
    async def body() -> None:
        async with window_with(qapp, vault) as program:
            window = await ready(program)
            window.menus.actions["edit.search_in_the_vault"].trigger()
            page = page_of(window)
            assert page.box.hasFocus()
            QTest.keyClicks(page.box, "pelican")
            await until(lambda: titles(page) == ["Long"])
            assert page.note.text() == ""
            QTest.keyClick(page.box, Qt.Key.Key_Down)
            QTest.keyClick(page.results, Qt.Key.Key_Down)
            QTest.keyClick(page.results, Qt.Key.Key_Return)
            await until(lambda: window.preview.path == "Notes/Long.md")

    run_async(body())


def test_results_follow_a_note_that_is_renamed(qapp: QApplication, vault: Path, run_async: Run) -> None:
    async def body() -> None:
        async with window_with(qapp, vault) as program:
            window = await ready(program)
            page = page_of(window)
            page.search("pelican")
            await until(lambda: titles(page) == ["Long"])
            page.results.results.fold(0, folded=True)
            assert program.desktop.workspace is not None
            opened = program.desktop.workspace.vault
            digest = opened.read("Notes/Long.md").sha256
            move = Proposal("move", "Notes/Long.md", (), "Notes/很 Long.md", digest)
            opened.apply_all(move, turn="t", origin="user")
            await until(lambda: titles(page) == ["很 Long"])
            assert page.results.results.is_folded(0)
            page.results.setFocus()
            QTest.keyClick(page.results, Qt.Key.Key_Return)
            await until(lambda: window.preview.path == "Notes/很 Long.md")

    run_async(body())


def test_results_follow_what_is_written_and_undone(qapp: QApplication, vault: Path, run_async: Run) -> None:
    async def body() -> None:
        async with window_with(qapp, vault) as program:
            await ready(program)
            page = page_of(program.desktop.window)
            page.search("pelican")
            await until(lambda: titles(page) == ["Long"])
            assert program.desktop.workspace is not None
            opened = program.desktop.workspace.vault
            opened.apply(opened.preview("Bird.md", "A pelican.\n", "overwrite"), turn="t", origin="user")
            await until(lambda: sorted(titles(page)) == ["Bird", "Long"])
            opened.undo_turn("t")
            await until(lambda: titles(page) == ["Long"])
            (vault / "Other.md").write_text("a pelican from elsewhere\n", "utf-8")
            await until(lambda: sorted(titles(page)) == ["Long", "Other"])

    run_async(body())


def test_a_path_that_is_gone_opens_no_other_note(qapp: QApplication, vault: Path, run_async: Run) -> None:
    async def body() -> None:
        async with window_with(qapp, vault) as program:
            window = await ready(program)
            near = vault / "Notes" / "A Long.md"  # not renamed: that is followed
            near.write_bytes((vault / "Notes" / "Long.md").read_bytes())
            (vault / "Notes" / "Long.md").unlink()
            window.preview.open_note("Notes/Long.md")
            await until(lambda: "no longer exists" in window.preview.body.hint.text())
            assert not window.preview.has_note

    run_async(body())


def test_what_is_selected_is_searched(qapp: QApplication, vault: Path, run_async: Run) -> None:
    async def body() -> None:
        async with window_with(qapp, vault) as program:
            window = await ready(program)
            box = window.tree.filter
            window.focus_filter()
            box.setText("near the")
            box.selectAll()
            window.menus.actions["edit.search_in_the_vault"].trigger()
            page = page_of(window)
            assert page.box.text() == '"near the"'
            await until(lambda: titles(page) == ["Home"])
            window.menus.actions["edit.search_in_the_vault"].trigger()
            assert page.box.text() == '"near the"'
            assert page.box.hasFocus()

    run_async(body())


def test_a_tag_and_other_features_lead_to_the_search(qapp: QApplication, vault: Path, run_async: Run) -> None:
    async def body() -> None:
        async with window_with(qapp, vault) as program:
            window = await ready(program)
            window.preview.tag_requested.emit("sea")
            page = page_of(window)
            assert page.box.text() == "tag:#sea"
            await until(lambda: titles(page) == ["Home"])
            window.search_in_vault("知识")
            await until(lambda: titles(page) == ["图谱"])

    run_async(body())


def test_the_switcher_opens_notes_and_asks_for_new_ones(qapp: QApplication, vault: Path, run_async: Run) -> None:
    async def body() -> None:
        async with window_with(qapp, vault) as program:
            window = await ready(program)
            wanted: list[tuple[str, str]] = []
            opened: list[str] = []
            window.preview.note_opened.connect(opened.append)
            window.menus.actions["file.go_to_note"].trigger()
            switcher = window.findChild(Switcher)
            assert switcher is not None
            switcher.box.setText("tupu")
            switcher.box.setText("图谱")
            QTest.keyClick(switcher.box, Qt.Key.Key_Return)
            await until(lambda: opened[-1:] == ["知识/图谱.md"])
            focused = QApplication.focusWidget()
            assert focused is not None
            assert window.preview.isAncestorOf(focused)
            window.menus.actions["file.go_to_note"].trigger()
            await until(lambda: switcher.list.offers.rowCount() > 0)
            assert switcher.list.offers.things[0].path == "知识/图谱.md"
            window.preview.create_requested.disconnect()
            window.preview.create_requested.connect(lambda name, source: wanted.append((name, source)))
            switcher.box.setText("Brand new")
            QTest.keyClick(switcher.box, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
            assert wanted == [("Brand new", "")]

    run_async(body())


def test_long_selection_is_no_query(qtbot: QtBot) -> None:
    box = QLineEdit('say "this" twice')
    qtbot.addWidget(box)
    with qtbot.waitActive(box):
        box.show()
        box.activateWindow()
    box.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is box)
    box.selectAll()
    assert selected_text() == "say this twice"
    box.setText("long " * 100)
    box.selectAll()
    assert selected_text() == ""
