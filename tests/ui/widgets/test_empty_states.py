"""Empty content: the reason, and the actions, in the whole window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSettings, Qt
from PySide6.QtGui import QIcon
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop.index.vault_index import IndexState, VaultIndex
from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.look.theme import Theme, apply_theme
from axon_desktop.ui.note.empty_page import EmptyPage, add_sample_notes, install
from axon_desktop.ui.search.no_hits import NoHits, is_building, is_plain
from axon_desktop.ui.search.page import SearchPage
from axon_desktop.ui.search.recent import RecentList
from axon_desktop.ui.search.vault_search import VaultSearch, near_name
from axon_desktop.ui.widgets.empty_state import Centred, EmptyState, EmptyStateAction
from axon_desktop.ui.window.main_window import MainWindow
from axon_desktop.vault import Vault
from tests.ui.chat_world import Run
from tests.ui.obsidian_window import vault_window
from tests.waiting import until

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))


def page_of(window: MainWindow) -> EmptyPage:
    if window.preview.body.nothing is None:
        install(window)
    page = window.preview.body.nothing
    assert page is not None
    return page


def rows(page: EmptyPage) -> list[tuple[str, str]]:
    return [(row.text(), row.keys) for row in page.rows if not row.isHidden()]


def test_without_a_tab_keys_stand_beside_what_they_do(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, {"Home.md": "x", "Spaced repetition.md": "y"}) as world:
            window, page = world.window, page_of(world.window)
            await until(lambda: page.isVisible() and page.reason == "no_tab")
            assert rows(page) == [
                ("Open a note", "Ctrl+O"),
                ("New note", "Ctrl+Shift+N"),
                ("Today’s daily note", "Ctrl+Shift+D"),
                ("Ask Axon", "Ctrl+L"),
            ]
            window.preview.open_note("Spaced repetition.md")
            await until(lambda: not page.isVisible())
            window.preview.tabs.close(0)
            await until(page.isVisible)
            assert ("Reopen Spaced repetition", "Ctrl+Shift+T") in rows(page)
            reopen = next(row for row in page.rows if row.text().startswith("Reopen"))
            assert (reopen.accessibleName(), reopen.accessibleDescription()) == (reopen.text(), "Ctrl+Shift+T")
            reopen.click()
            await until(lambda: window.preview.path == "Spaced repetition.md" and not page.isVisible())

    run_async(body())


def test_rows_are_walked_by_arrows_and_chosen_by_enter(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, {"Home.md": "x"}) as world:
            window, page = world.window, page_of(world.window)
            await until(page.isVisible)
            asked: list[str] = []
            window.menus.actions["file.go_to_note"].triggered.connect(lambda: asked.append("open"))
            window.menus.actions["agent.write_a_message"].triggered.connect(lambda: asked.append("ask"))
            window.activateWindow()
            page.setFocus()
            first = page.rows[0]
            await until(first.hasFocus)
            QTest.keyClick(first, Qt.Key.Key_Up)
            last = page.rows[-1]
            assert last.hasFocus()
            QTest.keyClick(last, Qt.Key.Key_Return)
            assert asked[-1] == "ask"
            QTest.keyClick(last, Qt.Key.Key_Down)
            QTest.keyClick(first, Qt.Key.Key_Enter)
            assert asked[-1] == "open"
            assert not page.grab().isNull()

    run_async(body())


def test_empty_vault_offers_a_note_the_samples_and_another_vault(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, {"Last.md": "x"}) as world:
            window, page = world.window, page_of(world.window)
            (world.root / "Last.md").unlink()
            world.vault.names.scan()
            window.names_ready()
            await until(lambda: page.isVisible() and page.reason == "empty_vault")
            assert page.state.title.text() == "This vault has no notes yet"
            words = [button.text() for button in page.state.buttons]
            assert words == ["New note", "Add the sample notes", "Open another vault…"]
            assert [bool(button.property("primary")) for button in page.state.buttons] == [True, False, False]
            asked: list[bool] = []
            window.menus.actions["file.new_note"].triggered.connect(lambda: asked.append(True))
            page.state.buttons[0].click()
            assert asked
            page.state.buttons[1].click()
            vault = world.vault.root
            await until(
                lambda: (vault / "开始.md").is_file() and (vault / "Attachments" / "herb-spiral.png").is_file()
            )
            await until(lambda: page.reason == "no_tab")

    run_async(body())


def test_sample_notes_are_one_undo_and_leave_what_is_there(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        root = tmp_path / "vault"
        root.mkdir()
        (root / "Home.md").write_text("mine\n")
        vault = Vault(root, data_dir=tmp_path / "data")
        vault.open()
        await add_sample_notes(vault)
        assert (root / "Home.md").read_text() == "mine\n"
        assert (root / "Projects" / "Garden" / "Garden.canvas").is_file()
        assert not (root / ".obsidian").exists(), "settings are the user's"
        assert vault.undo_last_turn()
        assert [file.name for file in root.rglob("*") if file.is_file()] == ["Home.md"]
        vault.close()

    run_async(body())


def test_window_without_a_vault_leads_to_one(qapp: QApplication, tmp_path: Path) -> None:
    Theme(qapp, "light")
    window = MainWindow(QIcon(), QSettings(str(tmp_path / "w.ini"), QSettings.Format.IniFormat))
    window.show_no_vault()
    page = page_of(window)
    assert page.reason == "no_vault"
    assert page.state.title.text() == "No vault is open"
    assert [button.text() for button in page.state.buttons] == ["Open vault…"]
    window.close_for_good()
    window.deleteLater()


@pytest.mark.parametrize("width", [240, 300, 520, 900])
def test_state_wraps_its_words_and_buttons_in_every_width(width: int, qtbot: QtBot, qapp: QApplication) -> None:
    apply_theme(qapp, LIGHT)
    state = EmptyState("folder")
    holder = Centred(state)
    qtbot.addWidget(holder)
    ways = [
        EmptyStateAction(words, lambda: None)
        for words in ("Look again", "It has moved…", "打开另一个仓库…", "Save the kept text…")
    ]
    state.say("MyVault cannot be reached", "It was in ~/Documents/A long name/MyVault. " * 2, ways)
    holder.resize(width, 500)
    holder.show()
    QApplication.sendPostedEvents()
    assert holder.rect().contains(state.geometry())
    for button in state.buttons:
        assert button.width() >= button.sizeHint().width()
        assert state.rect().contains(QRect(button.mapTo(state, QPoint()), button.size()))
    assert state.words.height() >= state.words.heightForWidth(state.words.width())
    assert state.width() <= 300


def test_button_that_stays_keeps_the_keyboard_when_the_words_change(qtbot: QtBot) -> None:
    state = EmptyState()
    qtbot.addWidget(state)
    done: list[str] = []
    state.say(
        "A",
        "a",
        [
            EmptyStateAction("First", lambda: done.append("first")),
            EmptyStateAction("Second", lambda: done.append("second")),
        ],
    )
    state.show()
    state.activateWindow()
    state.buttons[0].setFocus()
    qtbot.waitUntil(state.buttons[0].hasFocus)
    state.say("B", "b", [EmptyStateAction("Third & last", lambda: done.append("third"))])
    assert state.buttons[0].hasFocus()
    QTest.keyClick(state.buttons[0], Qt.Key.Key_Space)
    assert done == ["third"]
    assert state.buttons[0].accessibleName() == "Third & last"


# --- the search


NOTES = {
    "Spaced repetition.md": "cards",
    "Learning/Forgetting.md": "spaced repetition helps",
    "知识图谱.md": "图谱",
}


def vault_of(tmp_path: Path) -> Vault:
    root = tmp_path / "vault"
    for path, text in NOTES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    vault = Vault(root, data_dir=tmp_path / "data")
    vault.names.scan()
    return vault


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("spaced repetitoin", "Spaced repetition"),
        ("spacd repetition", "Spaced repetition"),
        ("forgeting", "Forgetting"),
        ("Spaced repetition", ""),
        ("zebrafish", ""),
        ("知识图普", ""),
    ],
)
def test_near_name_is_found_and_no_other(query: str, name: str, tmp_path: Path) -> None:
    assert near_name(vault_of(tmp_path), query, lambda: False) == name


@pytest.mark.parametrize(
    ("query", "plain"),
    [
        ("spaced repetition", True),
        ("知识 图谱", True),
        ("it’s 3.5", True),
        ("tag:#garden", False),
        ("path:Daily", False),
        ('"two words"', False),
        ("/re.*x/", False),
        ("pier -harbour", True),
        ("A/B", False),
    ],
)
def test_only_plain_words_can_name_a_note(query: str, plain: bool) -> None:
    assert is_plain(query) is plain


def test_search_without_hits_offers_what_was_meant_and_shows_it(
    tmp_path: Path, qtbot: QtBot, run_async: Run
) -> None:
    async def body() -> None:
        vault = vault_of(tmp_path)
        vault.open()
        index = VaultIndex(vault, home=tmp_path / "index")
        index.start()
        await until(lambda: index.state.phase == "ready")
        recent = RecentList(QSettings(str(tmp_path / "w.ini"), QSettings.Format.IniFormat), 3)
        recent.open("searched/1")
        page = SearchPage(recent)
        qtbot.addWidget(page)
        page.show()
        page.set_vault(VaultSearch(vault, index), index.state)
        page.search("spacde repetitoin")  # no note has either word
        state = page.no_hits.state
        await until(lambda: page.no_hits.isVisible() and len(state.buttons) == 3)
        assert state.title.text() == "No note has these words"
        assert state.words.text().endswith("Did you mean “Spaced repetition”? 2 notes have it.")
        assert [button.text() for button in state.buttons][1:] == ["Ask Axon", "New note of this name"]
        state.buttons[0].click()
        await until(lambda: page.box.text() == "Spaced repetition" and page.results.isVisible())
        assert len(page.results.results.notes) == 2
        index.close()
        vault.close()

    run_async(body())


def test_search_page_leads_to_the_agent_the_names_and_a_new_note(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, {"Home.md": "x"}) as world:
            window = world.window
            window.search_in_vault("zebrafish")
            page = window.vault_panel.show_page("search")
            assert isinstance(page, SearchPage)
            await until(page.no_hits.isVisible)
            made: list[str] = []
            window.preview.create_requested.connect(lambda name, _source: made.append(name))
            page.no_hits.create_requested.emit("zebrafish")
            assert made == ["zebrafish"]
            page.no_hits.names_requested.emit("zebrafish")
            assert window.tree.filter.text() == "zebrafish"

    run_async(body())


def test_vault_that_is_read_shows_how_far_and_what_works_already(qtbot: QtBot) -> None:
    page = NoHits()
    qtbot.addWidget(page)
    page.show()
    state = IndexState("texts", done=41_200, total=100_000)
    assert is_building(state)
    assert not is_building(IndexState("ready", searchable=True))
    assert not is_building(IndexState("texts", searchable=True))
    assert not is_building(None)
    page.show_progress("milestone", state, busy=False)
    assert page.state.title.text() == "Reading the vault"
    assert page.done.text() == "41,200 of 100,000 notes"
    assert page.progress.isVisible()
    assert (page.progress.value(), page.progress.maximum()) == (41_200, 100_000)
    asked: list[str] = []
    page.names_requested.connect(asked.append)
    page.state.buttons[0].click()
    assert asked == ["milestone"]
    page.show_nothing_found("milestone", "No note contains “milestone”.", None)
    assert not page.progress.isVisible()
