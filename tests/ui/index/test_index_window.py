"""The index in the whole program: changes by other programs are shown, the chat searches it, nothing is left."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from functools import partial
from pathlib import Path

import psutil
import pytest
from PySide6.QtCore import QModelIndex, QPoint
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop.index.vault_index import IndexState, VaultIndex
from axon_desktop.ui.chat.panel import ChatPanel
from axon_desktop.ui.composer.state_line import StateLine
from axon_desktop.ui.status_bar.index_status import IndexStatus
from axon_desktop.ui.status_bar.status_bar import StatusBar
from axon_desktop.ui.window.main_window import MainWindow
from axon_desktop.vault import Vault
from axon_desktop.vault.search.found import Query
from tests.ui.chat_world import Run
from tests.ui.mcp_window import ServersWindow, calls, results, window_with
from tests.waiting import until

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

NOTES = {
    "Home.md": "Welcome. A café in the [[Notes/One]].\n",
    "Notes/One.md": "# One\nfirst\n",
    "Notes/Two.md": "# Two\nsecond\n",
    "词/笔记.md": "知识图谱\n",
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


def index_of(program: ServersWindow) -> VaultIndex:
    assert program.desktop.workspace is not None
    return program.desktop.workspace.index


async def until_watched(program: ServersWindow) -> VaultIndex:
    index = index_of(program)
    await until(lambda: index.state.phase == "ready" and index.state.watch == "watching")
    await until(lambda: status_of(program) == "Index up to date")
    return index


def status_of(program: ServersWindow) -> str:
    status = program.desktop.window.status.findChild(IndexStatus)
    assert status is not None
    return status.label.text()


def says_whole_vault(window: MainWindow) -> bool:
    assert isinstance(window.chat, ChatPanel)
    return window.chat.composer.state.text() == "● Agent Mode Active — whole vault"


def rows(window: MainWindow, folder: str = "") -> list[str]:
    model = window.tree.view.model()
    assert model is not None
    parent = window.tree._model.index_of(folder) if folder and window.tree._model else QModelIndex()
    return [str(model.index(row, 0, parent).data()) for row in range(model.rowCount(parent))]


def test_what_other_programs_change_is_seen(qapp: QApplication, vault: Path, run_async: Run) -> None:
    async def body() -> None:
        async with window_with(qapp, vault) as program:
            window = program.desktop.window
            await until_watched(program)
            window.preview.open_note("Notes/One.md")
            await until(lambda: rows(window, "Notes") == ["One", "Two"])
            (vault / "Notes" / "Three.md").write_text("third\n", "utf-8")
            await until(lambda: rows(window, "Notes") == ["One", "Three", "Two"])
            (vault / "Notes" / "Two.md").unlink()
            await until(lambda: rows(window, "Notes") == ["One", "Three"])
            shutil.move(vault / "Notes" / "Three.md", vault / "Notes" / "Four.md")
            await until(lambda: rows(window, "Notes") == ["Four", "One"])
            (vault / "New" / "folder").mkdir(parents=True)
            (vault / "New" / "folder" / "Deep.md").write_text("x", "utf-8")
            names = program.session.vault.names
            await until(lambda: "New" in rows(window) and "New/folder/Deep.md" in names.paths)
            await until(lambda: window.status.vault.text().endswith("5 notes"))

    run_async(body())


def test_the_open_note_follows_what_other_programs_do_to_it(
    qapp: QApplication, vault: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with window_with(qapp, vault) as program:
            window = program.desktop.window
            await until_watched(program)
            shown: list[tuple[str, str]] = []
            window.preview.text_shown.connect(lambda path, text: shown.append((path, text)))
            window.preview.open_note("Notes/One.md")
            await until(lambda: ("Notes/One.md", NOTES["Notes/One.md"]) in shown)
            (vault / "Notes" / "One.md").write_text("# One\nchanged\n", "utf-8")
            await until(lambda: ("Notes/One.md", "# One\nchanged\n") in shown)
            (vault / "Notes" / "One.md").rename(vault / "词" / "Uno.md")
            await until(lambda: window.preview.path == "词/Uno.md")

    run_async(body())


def test_the_tree_marks_only_what_has_another_text(qapp: QApplication, vault: Path, run_async: Run) -> None:
    async def body() -> None:
        async with window_with(qapp, vault) as program:
            window = program.desktop.window
            await until_watched(program)
            heard: set[str] = set()
            program.session.vault.subscribe(lambda event: heard.update(event.paths))
            os.utime(vault / "Home.md", (1e9, 1e9))
            (vault / "Notes" / "Two.md").write_text("other\n", "utf-8")
            await until(lambda: {"Home.md", "Notes/Two.md"} <= heard)
            await until(
                lambda: window.tree._changed is not None and window.tree._changed.paths == {"Notes/Two.md"}
            )

    run_async(body())


def test_the_tree_keeps_its_place_and_selection(qapp: QApplication, vault: Path, run_async: Run) -> None:
    for number in range(200):
        (vault / f"Note {number:03}.md").write_text("x", "utf-8")

    async def body() -> None:
        async with window_with(qapp, vault) as program:
            await until_watched(program)
            tree = program.desktop.window.tree
            await until(lambda: len(rows(program.desktop.window)) > 200 and tree.chosen[0] == "Home.md")
            tree.view.verticalScrollBar().setValue(100)
            top = tree.view.indexAt(QPoint(0, 0)).data()
            tree.view.setCurrentIndex(tree.view.indexAt(QPoint(0, 100)))
            selected = tree.view.currentIndex().data()
            (vault / "A new note.md").write_text("x", "utf-8")
            await until(lambda: "A new note" in rows(program.desktop.window))
            assert tree.view.indexAt(QPoint(0, 0)).data() == top
            assert tree.view.currentIndex().data() == selected

    run_async(body())


def says(line: StateLine, words: str) -> bool:
    return line.text() == words


def test_window_says_that_the_vault_is_gone_for_as_long_as_it_is(
    qapp: QApplication, vault: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with window_with(qapp, vault) as program:
            window = program.desktop.window
            await until_watched(program)
            await until(lambda: window.status.vault.text().endswith("4 notes"))
            elsewhere, page = vault.with_name("elsewhere"), window.preview.body.nothing
            assert page is not None
            for _ in range(2):
                shutil.move(vault, elsewhere)
                await until(lambda: page.isVisible() and page.reason == "away")
                assert page.state.title.text() == "vault cannot be reached"
                assert str(vault) in page.state.words.text()
                assert not window.error_bar.isVisible()
                await until(lambda: window.status.vault.text() == "vault")  # its notes cannot be counted
                assert isinstance(window.chat, ChatPanel)
                line = window.chat.composer.state
                await until(partial(says, line, "● Agent Mode Active — the vault’s folder is missing"))
                shutil.move(elsewhere, vault)
                await until(lambda: not page.isVisible())
                await until(lambda: says_whole_vault(window))
                await until(lambda: window.status.vault.text().endswith("4 notes"))

    run_async(body())


def test_text_that_is_written_stays_when_the_vault_goes_and_can_be_saved_elsewhere(
    qapp: QApplication, vault: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with window_with(qapp, vault) as program:
            window = program.desktop.window
            await until_watched(program)
            await until(lambda: window.status.vault.text().endswith("4 notes"))
            bar, elsewhere, page = window.error_bar, vault.with_name("elsewhere"), window.preview.body.nothing
            assert page is not None
            await until(lambda: window.preview.has_note)
            window.preview.set_mode("source")
            editor = window.preview.body.editor
            window.activateWindow()
            editor.edit.setFocus()
            await until(editor.edit.hasFocus)
            shutil.move(vault, elsewhere)
            await until(bar.isVisible)
            window.preview.refresh()
            await until(lambda: window.preview._loading is not None and window.preview._loading.done())
            assert window.preview.body.shows_editor, "where the keyboard is nothing takes its place"
            editor.edit.insertPlainText("typed ")
            editor.edit.insertPlainText("and typed ")
            assert f"The vault {vault} is no longer there." in bar.text.text()
            assert bar.action_button.text() == "What to do…"
            bar.action_button.click()
            assert page.isVisible()
            assert not bar.isVisible()
            words = [button.text() for button in page.state.buttons]
            assert words[:3] == ["Look again", "It has moved…", "Open another vault…"]
            assert words[3:] == ["Save the kept text…", "Back to the text"]
            assert "Unsaved text of 1 note is kept." in page.state.words.text()
            page.state.buttons[-1].click()
            assert window.preview.body.shows_editor
            assert "typed and typed" in editor.text
            await until(bar.isVisible)
            for _ in range(2):
                window.show_error("Something else failed.")
                bar._close_button.click()
                assert bar.isVisible()
                assert bar.text.text().startswith("The vault")
                bar._close_button.click()
                assert not bar.isVisible(), "it was read"
            window.show_error("Something else failed.")
            shutil.move(elsewhere, vault)
            await until(lambda: window.status.vault.text().endswith("4 notes"))
            assert bar.isVisible(), "what failed otherwise is not over"
            assert "typed and typed" in editor.text
            await until(lambda: not editor.dirty)

    run_async(body())


def test_many_changes_are_one_pass(qapp: QApplication, vault: Path, run_async: Run) -> None:
    async def body() -> None:
        async with window_with(qapp, vault) as program:
            await until_watched(program)
            heard: list[int] = []
            program.session.vault.subscribe(lambda event: heard.append(len(event.paths)))
            folder = vault / "Many"
            folder.mkdir()
            for number in range(3_000):
                (folder / f"{number}.md").write_text("x", "utf-8")
            names = program.session.vault.names
            await until(lambda: len(names.paths) == len(NOTES) + 3_000)
            assert len(heard) < 30

    run_async(body())


def test_the_chat_searches_in_the_index(qapp: QApplication, vault: Path, run_async: Run) -> None:
    """Only the index finds a word without its accent."""

    async def body() -> None:
        async with window_with(qapp, vault) as program:
            await until_watched(program)
            events = await program.turn("find it", calls(("search_notes", {"query": "cafe"})), "Found.")
            assert "Home.md:1" in str(results(events)[0].result.data)

    run_async(body())


@pytest.mark.usefixtures("real_workers")
def test_closing_the_window_leaves_no_process(qapp: QApplication, vault: Path, run_async: Run) -> None:
    workers: list[psutil.Process] = []

    async def body() -> None:
        async with window_with(qapp, vault) as program:
            index = await until_watched(program)
            assert index.worker_pid is not None
            workers.append(psutil.Process(index.worker_pid))

    run_async(body())
    assert not workers[0].is_running()


def test_another_vault_has_another_index(qapp: QApplication, vault: Path, tmp_path: Path, run_async: Run) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "Only.md").write_text("only", "utf-8")

    async def body() -> None:
        async with window_with(qapp, vault) as program:
            first = await until_watched(program)
            assert first.worker_pid is not None
            worker = psutil.Process(first.worker_pid)
            await program.desktop.open_vault(other)
            await until_watched(program)
            assert index_of(program) is not first
            assert not worker.is_running()
            assert first.finder() is None

    run_async(body())


@pytest.mark.usefixtures("real_workers")
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_killed_worker_is_replaced_and_the_window_goes_on(
    qapp: QApplication, vault: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with window_with(qapp, vault) as program:
            index = await until_watched(program)
            old = index.worker_pid
            assert old is not None
            os.kill(old, signal.SIGKILL)
            await until(lambda: index.worker_pid != old)
            await until_watched(program)
            (vault / "After.md").write_text("x", "utf-8")
            await until(lambda: "After" in rows(program.desktop.window))

    run_async(body())


def test_second_window_reads_the_index_of_the_first(
    qapp: QApplication, vault: Path, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with window_with(qapp, vault) as program:
            await until_watched(program)
            vault_again = Vault(vault)
            first = VaultIndex(vault_again)  # of another program, for which this one maintains the index
            first.start()
            try:
                await until(lambda: first.state.phase == "waiting" and first.state.searchable)
                finder = first.finder()
                assert finder is not None
                assert [note.path for note in finder.find(Query("cafe")).notes] == ["Home.md"]
                (vault / "Later.md").write_text("giraffe", "utf-8")
                await until(lambda: (again := first.finder()) is not None and again.find(Query("giraffe")).total)
            finally:
                first.close()

    run_async(body())


@pytest.mark.parametrize(
    ("state", "words", "busy"),
    [
        (IndexState("ready", watch="watching"), "Index up to date", False),
        (IndexState("ready", watch="polling"), "Index up to date (polling)", False),
        (IndexState("ready", watch="away"), "● The vault’s folder is missing", False),
        (IndexState("failed", problem="No space left on device"), "● The index could not be created", False),
        (IndexState("waiting"), "Using another window’s index", False),
        (IndexState("texts", 12_345, 100_000), "Indexing 12,345 of 100,000", True),
        (IndexState("entries", 5, 10), "Indexing links 5 of 10", True),
        (IndexState("comparing"), "Checking the index…", True),
    ],
)
def test_status_says_how_far_the_index_is(qtbot: QtBot, state: IndexState, words: str, busy: bool) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    status = IndexStatus(bar)
    bar.show()
    status.set_state(state)
    qtbot.waitUntil(lambda: status.label.text() == words)
    assert status.progress.isVisible() == busy
    assert status.label.accessibleDescription()
    assert state.problem in status.label.accessibleDescription()
    assert status.label.property("state") == ("warn" if words.startswith("●") else "")
    status.leave()
    assert (status.label.text(), status.progress.isVisible()) == ("", False)


def test_short_work_is_not_spoken_of(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    status = IndexStatus(bar)
    bar.show()
    shown: list[bool] = []
    for state in (IndexState("starting"), IndexState("comparing"), IndexState("texts", 1, 2)):
        status.set_state(state)
        shown.append(bool(status.label.text()) or status.progress.isVisible())
    status.set_state(IndexState("ready"))
    assert shown == [False, False, False]
    assert status.label.text() == "Index up to date"
