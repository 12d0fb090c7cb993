from __future__ import annotations

import os
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from axon_desktop.index.vault_index import IndexState, VaultIndex
from axon_desktop.meaning.meaning_index import MeaningIndex
from axon_desktop.settings.settings import MeaningSettings
from axon_desktop.theme.colors import DARK
from axon_desktop.ui.attachments.given import GivenFile, given_in
from axon_desktop.ui.search.page import SearchPage
from axon_desktop.ui.search.recent import RecentList
from axon_desktop.ui.search.search_bar import ResultBar
from axon_desktop.ui.search.vault_search import Answer, VaultSearch
from axon_desktop.ui.widgets.labels import ElidedLabel
from axon_desktop.vault import Vault
from axon_desktop.vault.history.changes import VaultChanged
from axon_desktop.vault.search.found import Found, FoundNote
from axon_desktop.vault.search.regex import LIMIT
from tests.ui.chat_world import Run
from tests.ui.colors import wear_colors
from tests.waiting import PATIENCE, until

NOTES = {
    "Home.md": "# Welcome\nA café near the harbour.\n",
    "Projects/Harbour.md": "# Plan\nBuild a pier. #project/sea\nold harbour\nharbour lights\nthe harbour again\n",
    "Projects/Garden.md": "Herbs grow here #project\nand the harbour is far\n",
    "知识/图谱.md": "# 知识图谱\n卡片笔记和知识的链接\n",
}


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    root = tmp_path / "vault"
    for path, text in NOTES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    return Vault(root, data_dir=tmp_path / "data")


@pytest.fixture
def recent(tmp_path: Path) -> RecentList:
    kept = RecentList(QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat), 12)
    kept.open("searched/1")
    return kept


@pytest.fixture
def page(qtbot: QtBot, vault: Vault, recent: RecentList) -> SearchPage:
    page = SearchPage(recent)
    page.resize(240, 600)
    qtbot.addWidget(page)
    page.show()
    page.set_vault(VaultSearch(vault, None), None)
    return page


def titles(page: SearchPage) -> list[str]:
    return [note.title for note in page.results.results.notes]


def lines(page: SearchPage, number: int = 0) -> list[str]:
    return [row.excerpt.text for row in page.results.results.rows if row.number == number and row.excerpt]


async def answered(page: SearchPage, query: str) -> None:
    page.search(query)
    await until(lambda: page._shown_query == query and page._answer is not None)


def test_a_count_that_has_no_room_ends_in_dots(qtbot: QtBot) -> None:
    bar = ResultBar()
    qtbot.addWidget(bar)
    bar.show_count("50 of 16,000 notes", any_results=True)
    bar.resize(600, 30)
    bar.show()
    assert isinstance(bar.count, ElidedLabel)
    assert bar.count.shown_text() == "50 of 16,000 notes"
    bar.resize(bar.minimumSizeHint().width() + 40, 30)
    assert bar.count.shown_text().endswith("…")
    assert "16,000" in bar.count.toolTip()


def test_results_are_grouped_by_note(page: SearchPage, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await answered(page, "harbour")
        assert titles(page)[0] == "Harbour"
        assert sorted(titles(page)) == ["Garden", "Harbour", "Home"]
        assert lines(page) == ["old harbour", "harbour lights", "the harbour again"]
        assert page.bar.count.text() == "3 notes"
        assert page.body.currentWidget() is page.results
        found = page.results.results
        for row in (0, 1):  # the note, and a line of it
            dragged = given_in(found.mimeData([found.index(row)]))
            assert dragged is not None
            assert dragged.files == (GivenFile(vault.root / found.notes[0].path),)

    run_async(body())


def test_typing_searches_for_what_was_typed_last(page: SearchPage, run_async: Run) -> None:
    async def body() -> None:
        page.box.setFocus()
        for part in ("h", "ha", "herbs"):
            page.box.setText(part)
        await until(lambda: titles(page) == ["Garden"])
        page.box.setText("知识")
        await until(lambda: titles(page) == ["图谱"])
        page.box.clear()
        assert titles(page) == []
        assert page.body.currentWidget() is not page.results

    run_async(body())


def test_slow_search_says_that_it_goes_on(
    page: SearchPage, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on = threading.Event()
    find = VaultSearch.find

    def find_late(*asked: Any) -> Any:
        goes_on.wait(PATIENCE)
        return find(*asked)

    async def body() -> None:
        monkeypatch.setattr(VaultSearch, "find", find_late)
        page.search("harbour")
        await until(lambda: page.nothing.isVisible() and page.nothing.text() == "Searching…")
        assert page.busy.isVisible()
        goes_on.set()
        await until(lambda: page.body.currentWidget() is page.results)
        goes_on.clear()
        page.search("herbs")
        await until(page.busy.isVisible)
        assert page.body.currentWidget() is page.results, "what was found before stays"
        goes_on.set()
        await until(lambda: titles(page) == ["Garden"])

    run_async(body())


def test_enter_opens_the_line_and_ctrl_a_new_tab(page: SearchPage, run_async: Run, recent: RecentList) -> None:
    opened: list[tuple[str, int, bool]] = []
    page.place_requested.connect(lambda *place: opened.append(place))

    async def body() -> None:
        page.box.setText("lights")
        QTest.keyClick(page.box, Qt.Key.Key_Return)
        await until(lambda: titles(page) == ["Harbour"])
        QTest.keyClick(page.box, Qt.Key.Key_Down)
        QTest.keyClick(page.results, Qt.Key.Key_Down)
        QTest.keyClick(page.results, Qt.Key.Key_Return)
        QTest.keyClick(page.results, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert opened == [("Projects/Harbour.md", 4, False), ("Projects/Harbour.md", 4, True)]
        assert recent.texts == ["lights"]
        QTest.keyClick(page.results, Qt.Key.Key_Up)
        QTest.keyClick(page.results, Qt.Key.Key_Return)
        assert opened[-1] == ("Projects/Harbour.md", 0, False)

    run_async(body())


def test_keys_walk_from_the_box_and_back(page: SearchPage, qtbot: QtBot, run_async: Run) -> None:
    with qtbot.waitActive(page):
        page.activateWindow()

    async def body() -> None:
        await answered(page, "harbour")
        QTest.keyClick(page.box, Qt.Key.Key_Down)
        assert page.results.hasFocus()
        QTest.keyClick(page.results, Qt.Key.Key_Left)
        assert lines(page) == []
        QTest.keyClick(page.results, Qt.Key.Key_Right)
        assert lines(page)
        QTest.keyClick(page.results, Qt.Key.Key_Up)
        assert page.box.hasFocus()
        QTest.keyClick(page.box, Qt.Key.Key_Down)
        QTest.keyClick(page.results, Qt.Key.Key_Escape)
        assert page.box.hasFocus()
        QTest.keyClick(page.box, Qt.Key.Key_Escape)
        assert page.box.text() == ""

    run_async(body())


def test_a_click_opens_and_one_on_the_arrow_folds(page: SearchPage, run_async: Run) -> None:
    opened: list[tuple[str, int, bool]] = []
    page.place_requested.connect(lambda *place: opened.append(place))

    async def body() -> None:
        await answered(page, "lights")
        view, model = page.results, page.results.results
        line = view.visualRect(model.index(1)).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=line)
        control = Qt.KeyboardModifier.ControlModifier
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, control, line)
        QTest.mouseClick(view.viewport(), Qt.MouseButton.MiddleButton, pos=line)
        assert opened == [("Projects/Harbour.md", 4, new_tab) for new_tab in (False, True, True)]
        arrow = QPoint(8, view.visualRect(model.index(0)).center().y())
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=arrow)
        assert lines(page) == []
        assert len(opened) == 3

    run_async(body())


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("tag:", "There is nothing after the operator."),
        ("/(/", "This is not a valid regular expression."),
        ("match-case:x", "Unknown operator. The question mark shows those that there are."),
        ("a " + " ".join(map(str, range(40))), "The query has more than 32 parts."),
    ],
)
def test_broken_query_is_said_below_the_box(page: SearchPage, run_async: Run, query: str, said: str) -> None:
    async def body() -> None:
        page.search(query)
        await until(lambda: page.failure.isVisible())
        assert page.failure.text() == said
        await answered(page, "pier")
        assert not page.failure.isVisible()

    run_async(body())


def test_nothing_found_names_the_word(page: SearchPage, run_async: Run, recent: RecentList) -> None:
    async def body() -> None:
        await answered(page, "zebrafish")
        assert page.no_hits.isVisible()
        assert page.no_hits.state.title.text() == "No note has these words"
        assert page.no_hits.state.words.text() == "No note contains “zebrafish”."
        assert [one.text() for one in page.no_hits.state.buttons] == ["Ask Axon", "New note of this name"]
        assert not page.bar.copy_button.isEnabled()
        assert recent.texts == []
        await answered(page, "harbour zebrafish")
        assert "No note contains “zebrafish”." in page.note.text()
        assert len(titles(page)) == 3

    run_async(body())


def test_without_an_index_the_files_are_searched_and_that_is_said(page: SearchPage, run_async: Run) -> None:
    async def body() -> None:
        await answered(page, "pier")
        assert page.note.text() == "There is no index, so the files themselves are searched."
        page.set_index_state(IndexState("texts", 12_000, 100_000))
        assert "12,000 of 100,000" in page.note.text()

    run_async(body())


def test_once_the_index_is_there_it_is_asked(
    qtbot: QtBot, vault: Vault, recent: RecentList, tmp_path: Path, run_async: Run
) -> None:
    page = SearchPage(recent)
    qtbot.addWidget(page)
    index = VaultIndex(vault, home=tmp_path / "index")
    page.set_vault(VaultSearch(vault, index), index.state)

    async def body() -> None:
        await answered(page, "cafe")
        assert page._answer is not None
        assert page._answer.from_files
        index.start()
        await until(lambda: index.state.phase == "ready")
        page.set_index_state(index.state)
        await until(lambda: page._answer is not None and not page._answer.from_files)
        assert titles(page) == ["Home"]
        assert page.note.text() == ""

    try:
        run_async(body())
    finally:
        index.close()


def test_more_shows_the_next_notes_and_keeps_the_first(page: SearchPage, vault: Vault, run_async: Run) -> None:
    for number in range(120):
        (vault.root / f"Whale {number:03}.md").write_text("whale\n", "utf-8")

    async def body() -> None:
        await answered(page, "whale")
        assert page.bar.count.text() == "50 of 120 notes"
        first = titles(page)
        page.results.results.fold(0, folded=True)
        page.more.click()
        await until(lambda: len(titles(page)) == 100)
        assert titles(page)[:50] == first
        assert lines(page) == []
        assert lines(page, 70)
        page.more.click()
        await until(lambda: len(titles(page)) == 120)
        assert not page.more.isVisible()

    run_async(body())


def test_results_are_sorted_by_name_and_by_time(page: SearchPage, vault: Vault, run_async: Run) -> None:
    for age, path in enumerate(("Projects/Garden.md", "Home.md", "Projects/Harbour.md")):
        os.utime(vault.root / path, (1_700_000_000 - age, 1_700_000_000 - age))

    async def body() -> None:
        await answered(page, "harbour")
        _, by_name, by_time = page.bar.sort_button.menu().actions()
        by_name.trigger()
        await until(lambda: titles(page) == ["Garden", "Harbour", "Home"])
        by_time.trigger()
        await until(lambda: titles(page) == ["Garden", "Home", "Harbour"])

    run_async(body())


def test_results_are_folded_and_copied(page: SearchPage, run_async: Run) -> None:
    async def body() -> None:
        await answered(page, "lights")
        page.bar.copy_button.click()
        assert QGuiApplication.clipboard().text() == "- [[Projects/Harbour]]\n    - harbour lights"
        page.bar.fold_button.click()
        assert page.results.results.all_folded
        assert page.bar.fold_button.toolTip() == "Unfold all"
        page.bar.fold_button.click()
        assert not page.results.results.all_folded

    run_async(body())


def test_last_queries_are_offered_and_kept(page: SearchPage, run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        await answered(page, "harbour")
        await answered(page, "知识")
        page.box.clear()
        assert [page.last_queries.item(row).text() for row in range(page.last_queries.count())] == [
            "知识",
            "harbour",
        ]
        QTest.keyClick(page.box, Qt.Key.Key_Down)
        QTest.keyClick(page.last_queries, Qt.Key.Key_Down)
        QTest.keyClick(page.last_queries, Qt.Key.Key_Return)
        await until(lambda: len(titles(page)) == 3)

    run_async(body())
    again = RecentList(QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat), 12)
    again.open("searched/1")
    assert again.texts == ["harbour", "知识"]
    again.open("searched/2")
    assert again.texts == []


def test_operators_go_into_the_query(page: SearchPage) -> None:
    actions = page.bar.help_button.menu().actions()
    assert [action.text().split()[0] for action in actions] == [
        *("tag:#", "path:", "file:", '""', "-", "OR", "line:()", "section:()", "task-todo:()", "[]", "//")
    ]
    page.box.setText("pier")
    actions[0].trigger()
    assert page.box.text() == "pier tag:#"
    page.box.clear()
    actions[3].trigger()
    page.box.insert("old harbour")
    assert page.box.text() == '"old harbour"'


def test_another_vault_begins_empty(page: SearchPage, run_async: Run) -> None:
    async def body() -> None:
        await answered(page, "harbour")
        page.set_vault(None, None)
        assert titles(page) == []
        assert not page.box.isEnabled()

    run_async(body())


@pytest.mark.parametrize("width", [160, 240, 600])
def test_results_are_painted_at_any_width(
    page: SearchPage, run_async: Run, width: int, vault: Vault, qapp: QApplication
) -> None:
    (vault.root / "Long.md").write_text(f"{'very long ' * 30}harbour 😀 海港 {'and on ' * 30}\n", "utf-8")
    (vault.root / ("n" * 100 + ".md")).write_text("harbour\n", "utf-8")

    async def body() -> None:
        await answered(page, "harbour")
        page.resize(width, 700)
        wear_colors(DARK)
        assert not page.grab().isNull()

    run_async(body())


def test_every_row_says_aloud_what_it_is(page: SearchPage, run_async: Run) -> None:
    role = Qt.ItemDataRole.AccessibleTextRole

    async def body() -> None:
        await answered(page, "lights")
        model = page.results.results
        assert model.index(0).data(role) == "Projects/Harbour.md, lines: 1"
        assert model.index(1).data(role) == "Line 4: harbour lights"

    run_async(body())


def test_it_is_said_when_only_some_notes_hold_all_words(page: SearchPage, run_async: Run) -> None:
    async def body() -> None:
        await answered(page, "harbour herbs")
        assert titles(page) == ["Garden"]
        assert "words" not in page.note.text()
        await answered(page, "pier herbs")
        assert page.note.text().startswith("No note contains all the words; these contain some of them.")

    run_async(body())


def test_words_are_marked_in_titles_and_lines(page: SearchPage, run_async: Run) -> None:
    async def body() -> None:
        await answered(page, "harbour")
        model = page.results.results
        assert model.title_marks == {"Projects/Harbour.md": ((0, 7),)}
        excerpt = model.rows[1].excerpt
        assert excerpt is not None
        assert [excerpt.text[begin:end] for begin, end in excerpt.marks] == ["harbour"]

    run_async(body())


def test_asking_again_finds_what_is_new(page: SearchPage, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        await answered(page, "zebrafish")
        (vault.root / "Zebra.md").write_text("a zebrafish\n", "utf-8")
        vault.names.scan()
        page.refresh()
        await until(lambda: titles(page) == ["Zebra"])

    run_async(body())


def write(page: SearchPage, vault: Vault, path: str, text: str) -> None:
    (vault.root / path).write_text(text, "utf-8")
    vault.names.scan()
    page.follow_changes(VaultChanged((path,), "user"))


def test_changes_are_seen_and_what_is_folded_and_chosen_stays(
    page: SearchPage, vault: Vault, run_async: Run
) -> None:
    async def body() -> None:
        await answered(page, "harbour")
        view, model = page.results, page.results.results
        model.fold(titles(page).index("Home"), folded=True)
        chosen = next(
            at for at, row in enumerate(model.rows) if row.excerpt and row.excerpt.text == "harbour lights"
        )
        view.setCurrentIndex(model.index(chosen))
        write(page, vault, "A harbour.md", "harbour\n" * 3)
        await until(lambda: page.bar.count.text() == "4 notes")
        assert view.row is not None
        assert (view.row.note.path, view.row.excerpt and view.row.excerpt.line) == ("Projects/Harbour.md", 4)
        assert model.is_folded(titles(page).index("Home"))
        write(page, vault, "Projects/Harbour.md", "new\n\nold harbour\n\nharbour lights\n")
        await until(lambda: view.row is not None and view.row.excerpt is not None and view.row.excerpt.line == 5)
        assert view.row.note.title == "Harbour"
        (vault.root / "Projects" / "Harbour.md").unlink()
        vault.names.scan()
        page.follow_changes(VaultChanged(("Projects/Harbour.md",), "user"))
        await until(lambda: page.bar.count.text() == "3 notes")
        assert view.currentIndex().isValid()

    run_async(body())


def test_changes_leave_the_place_in_a_long_list(page: SearchPage, vault: Vault, run_async: Run) -> None:
    for number in range(40):
        (vault.root / f"Whale {number:03}.md").write_text("a whale\n" * 3, "utf-8")

    async def body() -> None:
        await answered(page, "whale")
        view = page.results
        bar = view.verticalScrollBar()
        seen = view.results.index(view.results.row_of(30))
        await until(lambda: bar.maximum() > view.visualRect(seen).top() > view.height())
        bar.setValue(view.visualRect(seen).top() - 5)
        write(page, vault, "A whale of a whale.md", "whale whale whale\n" * 3)
        await until(lambda: page.bar.count.text() == "41 notes")
        assert titles(page)[0] == "A whale of a whale"
        first = view.results.rows[view.indexAt(QPoint(0, 5)).row()]
        assert (first.note.title, first.excerpt) == ("Whale 030", None)
        assert view.visualRect(view.indexAt(QPoint(0, 5))).top() == 5

    run_async(body())


def test_changes_are_looked_at_once_the_page_is_seen(
    page: SearchPage, vault: Vault, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    find = VaultSearch.find

    def count(search: VaultSearch, query: str, *rest: Any) -> Any:
        asked.append(query)
        return find(search, query, *rest)

    async def body() -> None:
        await answered(page, "zebrafish")
        monkeypatch.setattr(VaultSearch, "find", count)
        page.hide()
        write(page, vault, "Zebra.md", "a zebrafish\n")
        await until(lambda: not page._news.isActive())
        assert asked == []
        page.show()
        await until(lambda: titles(page) == ["Zebra"])
        for _ in range(5):
            page.follow_changes(VaultChanged(("Home.md",), "user"))
        await until(lambda: len(asked) > 1 and not page._is_asking and not page._news.isActive())
        assert asked == ["zebrafish"] * 2
        page.hide()
        page.show()
        assert not page._is_asking

    run_async(body())


def test_tab_goes_from_the_box_over_the_buttons_to_the_results(page: SearchPage, run_async: Run) -> None:
    async def body() -> None:
        await answered(page, "harbour")
        widget: QWidget | None = page.box.nextInFocusChain()
        seen: list[QWidget] = []
        while widget is not None and widget is not page.box:
            seen.append(widget)
            widget = widget.nextInFocusChain()
        order = [page.bar.sort_button, page.bar.help_button, page.results, page.more]
        assert [one for one in seen if one in order] == order

    run_async(body())


def test_a_long_search_shows_that_it_is_at_work_and_ends_when_something_else_is_typed(
    page: SearchPage, vault: Vault, run_async: Run
) -> None:
    (vault.root / "Hostile.md").write_text("a" * 5_000 + "b\n", "utf-8")

    async def body() -> None:
        page.search("/(a+)+$/")
        assert not page.busy.isVisible()
        await until(page.busy.isVisible)
        begun = time.monotonic()
        await answered(page, "pier")
        assert not page.busy.isVisible()
        assert time.monotonic() - begun < LIMIT

    run_async(body())


def test_all_lines_of_a_note_are_shown_when_they_are_asked_for(
    page: SearchPage, vault: Vault, run_async: Run
) -> None:
    (vault.root / "Home.md").write_text("\n".join(f"walrus {number}" for number in range(9)), "utf-8")
    (vault.root / "Other.md").write_text("one walrus\n", "utf-8")
    (vault.root / "Four.md").write_text("a walrus\n" * 4, "utf-8")

    async def body() -> None:
        await answered(page, "walrus")
        model, view = page.results.results, page.results
        number = titles(page).index("Home")
        assert len(lines(page, number)) == 3
        assert {model.index(at).data() for at, row in enumerate(model.rows) if row.more == 1} == {"1 more line"}
        row = next(at for at, row in enumerate(model.rows) if row.more == 6)
        assert model.index(row).data() == "6 more lines"
        assert model.index(row).data(Qt.ItemDataRole.AccessibleTextRole) is None
        view.setCurrentIndex(model.index(row))
        QTest.keyClick(view, Qt.Key.Key_Return)
        assert lines(page, number) == [f"walrus {line}" for line in range(9)]
        assert [row.more for row in model.rows if row.more] == [1]
        assert view.row is not None
        assert view.row.excerpt is not None
        assert (view.row.number, view.row.excerpt.line) == (number, 1)
        model.fold(number, folded=True)
        assert {row.note.title for row in model.rows if row.excerpt} == {"Four", "Other"}
        model.fold(number, folded=False)
        assert len(lines(page, number)) == 9
        page.bar.copy_button.click()
        assert QGuiApplication.clipboard().text().count("walrus") == 14

    run_async(body())


def test_notes_that_somebody_may_choose_stay_where_they_are() -> None:
    notes = {name: FoundNote(f"{name}.md", likeness=0.4 + at / 10) for at, name in enumerate("abcd")}
    answer = Answer(Found(tuple(notes[name] for name in "dcab"), 4))
    shown = [replace(notes[name], likeness=0.0) for name in "ab"]
    assert answer.holding(shown).found.notes == tuple(notes[name] for name in "abdc")
    assert answer.holding([FoundNote("gone.md")]).found.notes == answer.found.notes
    assert answer.holding(()) == answer


@pytest.mark.parametrize(
    ("by", "query", "said"),
    [
        ("both", "harbour", "Search by meaning is turned off in the settings."),
        ("meaning", "harbour", "Search by meaning is turned off in the settings."),
        ("words", "harbour", ""),
        ("both", "tag:#project", "Conditions and regular expressions are searched by words."),
        ("meaning", "/h.rbour/", "Conditions and regular expressions are searched by words."),
    ],
)
def test_words_are_found_where_the_meaning_cannot_be(
    by: str, query: str, said: str, page: SearchPage, vault: Vault, run_async: Run
) -> None:
    async def body() -> None:
        index = MeaningIndex(vault, MeaningSettings(encoder="off"))
        page.set_vault(VaultSearch(vault, None, lambda: index), None)
        assert page.bar.may_choose
        page.bar.ways.buttons[by].click()
        await answered(page, query)
        await until(lambda: said in page.note.text())
        assert titles(page)
        assert ("meaning" in page.note.text() or "Conditions" in page.note.text()) is bool(said)
        index.close()

    run_async(body())
