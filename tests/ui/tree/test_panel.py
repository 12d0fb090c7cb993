from __future__ import annotations

import asyncio
import os
import sys
import unicodedata
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import QLocale, QMimeData, QModelIndex, QRect, Qt, QTimer
from PySide6.QtGui import QAction, QFont, QGuiApplication, QImage, QPainter
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from axon_desktop.theme.colors import DARK
from axon_desktop.ui.aio import cancel_all
from axon_desktop.ui.language.translation import plain
from axon_desktop.ui.runtime import open_external as outside
from axon_desktop.ui.tree import listing
from axon_desktop.ui.tree import panel as tree_module
from axon_desktop.ui.tree.change_marks import ChangedFiles, still_changed
from axon_desktop.ui.tree.delegate import Row, paint_row
from axon_desktop.ui.tree.filter import match_paths
from axon_desktop.ui.tree.listing import Order, list_items
from axon_desktop.ui.tree.model import (
    CHANGED_ROLE,
    COUNT_ROLE,
    EXCLUDED_ROLE,
    ORIGINAL_ROLE,
    PATH_ROLE,
    VaultModel,
    count_files,
    display_name,
    dragged_paths,
)
from axon_desktop.ui.tree.panel import VaultTree
from axon_desktop.vault import Vault
from axon_desktop.vault.history.changes import VaultChanged
from axon_desktop.vault.history.records import Origin
from axon_desktop.vault.moves.link_rewrite import propose_move
from tests.ui.colors import wear_colors
from tests.waiting import until

Run = Callable[[Coroutine[Any, Any, Any]], Any]
FILES = (
    "Daily/2026-11-20.md",
    "Daily/2026-11-21.md",
    "Projects/Archive/Old.md",
    "Projects/知识图谱 方案.md",
    "Projects/pic.png",
    "Home.md",
    "Inbox.md",
)


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    root = tmp_path / "MyVault"
    for path in FILES:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(f"# {path}\n", encoding="utf-8")
    return Vault(root, data_dir=tmp_path / "data")


def names(model: VaultModel, parent: QModelIndex | None = None) -> list[str]:
    parent = parent or QModelIndex()
    return [model.index(row, 0, parent).data() for row in range(model.rowCount(parent))]


def test_listing_that_ends_behind_its_model_is_left(
    vault: Vault, run_async: Run, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Another vault was opened meanwhile."""
    began, goes_on = Event(), Event()

    def slow(*where: Any) -> Any:
        began.set()
        goes_on.wait()
        return list_items(*where)

    monkeypatch.setattr(listing, "list_items", slow)

    async def main() -> None:
        model = VaultModel(vault)
        model.fetchMore(QModelIndex())
        await until(began.is_set)
        delete(model)
        goes_on.set()
        await until(lambda: not any("list folder" in task.get_name() for task in asyncio.all_tasks()))

    run_async(main())
    assert not caplog.records


def test_model_lists_a_folder_when_somebody_looks_into_it(vault: Vault, run_async: Run) -> None:
    async def main() -> None:
        model = VaultModel(vault)
        QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
        model.fetchMore(QModelIndex())
        await until(lambda: model.is_listed(""))
        assert names(model) == ["Daily", "Projects", "Home", "Inbox"]
        projects = model.index_of("Projects")
        assert model.hasChildren(projects)
        assert model.rowCount(projects) == 0
        assert model.canFetchMore(projects)
        model.fetchMore(projects)
        await until(lambda: model.is_listed("Projects"))
        assert names(model, model.index_of("Projects")) == ["Archive", "pic.png", "知识图谱 方案"]
        archive = model.index_of("Projects/Archive")
        assert model.parent(archive) == model.index_of("Projects")
        assert not model.hasChildren(model.index_of("Home.md"))

    run_async(main())


def test_items_stand_in_the_order_of_the_names_that_are_seen(tmp_path: Path) -> None:
    shown = ["Folder 2", "Folder 10", "Home", "home (conflicted copy)", "Note 2", "note 10.PDF", "Note 11"]
    for name in reversed(shown):
        if name.startswith("Folder"):
            (tmp_path / name).mkdir()
        else:
            (tmp_path / (name if name.endswith(".PDF") else f"{name}.md")).touch()
    listed = list_items(Vault(tmp_path, data_dir=tmp_path.parent / "data"), "")
    assert [display_name(entry.path) for entry in listed.entries] == shown


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("zh_CN", ["第2卷", "第10卷", "第2章", "第10章", "读书笔记", "日记", "收件箱", "小说"]),
        ("C", ["第2卷", "第10卷", "小说", "收件箱", "日记", "第2章", "第10章", "读书笔记"]),
    ],
)
def test_chinese_names_stand_in_the_order_of_the_windows_language(
    tmp_path: Path, language: str, shown: list[str]
) -> None:
    """Red when names are sorted by code point in a Chinese window, or numbers by their digits in any."""
    for name in shown:
        if name.endswith("卷"):
            (tmp_path / name).mkdir()
        else:
            (tmp_path / f"{name}.md").touch()
    before = QLocale()
    QLocale.setDefault(QLocale(language))
    try:
        listed = list_items(Vault(tmp_path, data_dir=tmp_path.parent / "data"), "")
    finally:
        QLocale.setDefault(before)
    assert [display_name(entry.path) for entry in listed.entries] == shown


def test_reload_keeps_rows_that_stay(vault: Vault, run_async: Run) -> None:
    async def main() -> None:
        model = VaultModel(vault)
        QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
        model.reload([""])
        await until(lambda: model.is_listed(""))
        for folder in ("Daily", "Projects", "Projects/Archive"):
            model.fetchMore(model.index_of(folder))
            await until(partial(model.is_listed, folder))
        (vault.root / "Daily" / "2026-11-20.md").unlink()
        for path in ("Archive.md", "Books/One.md", "zzz.md"):
            (vault.root / path).parent.mkdir(exist_ok=True)
            (vault.root / path).write_text("x")
        (vault.root / "Home.md").unlink()
        kept: list[str] = []
        model.folder_listed.connect(kept.append)
        model.reload()
        await until(lambda: {"", "Daily", "Projects", "Projects/Archive"} <= set(kept))
        assert names(model) == ["Books", "Daily", "Projects", "Archive", "Inbox", "zzz"]
        assert names(model, model.index_of("Daily")) == ["2026-11-21"]
        assert names(model, model.index_of("Projects/Archive")) == ["Old"]
        assert model.parent(model.index_of("Projects/Archive/Old.md")) == model.index_of("Projects/Archive")

    run_async(main())


def test_vanished_folder_takes_its_rows_along(vault: Vault, run_async: Run) -> None:
    async def main() -> None:
        model = VaultModel(vault)
        model.reload([""])
        await until(lambda: model.is_listed(""))
        model.fetchMore(model.index_of("Projects"))
        await until(lambda: model.is_listed("Projects"))
        for file in ("Archive/Old.md", "知识图谱 方案.md", "pic.png"):
            (vault.root / "Projects" / file).unlink()
        (vault.root / "Projects" / "Archive").rmdir()
        (vault.root / "Projects").rmdir()
        model.reload()
        await until(lambda: "Projects" not in names(model))
        assert not model.is_listed("Projects")
        assert not model.index_of("Projects/pic.png").isValid()

    run_async(main())


def test_counts_hold_all_levels() -> None:
    assert count_files(["a/b/1.md", "a/2.md", "3.md", "c/4.md"]) == {"a/b": 1, "a": 2, "c": 1}


@pytest.mark.parametrize(
    ("path", "name"),
    [("a/b.md", "b"), ("b.MD", "b"), ("a.b/c.png", "c.png"), ("知识.md", "知识"), ("a.md.md", "a.md")],
)
def test_display_name_hides_the_suffix_of_notes(path: str, name: str) -> None:
    assert display_name(path) == name


def test_match_ranks_names_before_folders() -> None:
    paths = ["Daily/home work.md", "Home.md", "home/x.md", "Other/My home.md", "知识/知识图谱.md"]
    assert match_paths(paths, "home") == ["Home.md", "Daily/home work.md", "Other/My home.md", "home/x.md"]
    assert match_paths(paths, "work daily") == ["Daily/home work.md"]
    assert match_paths(paths, "图谱") == ["知识/知识图谱.md"]
    apart = [unicodedata.normalize("NFD", path) for path in ("한국어/노트.md", "Café.md")]  # as macOS writes names
    assert match_paths(apart, "한국 노트") == apart[:1]
    assert match_paths(apart, "CAFÉ") == apart[1:]
    assert match_paths(["Café.md"], unicodedata.normalize("NFD", "café")) == ["Café.md"]
    assert match_paths(paths, "  ") == []
    assert len(match_paths([f"n{i}.md" for i in range(900)], "n")) == 500


@pytest.fixture
def tree(vault: Vault, qtbot: QtBot) -> VaultTree:
    made = VaultTree()
    qtbot.addWidget(made)
    made.resize(250, 500)
    return made


def model_of(tree: VaultTree) -> VaultModel:
    model = tree.view.model()
    assert isinstance(model, VaultModel)
    return model


def running(tree: VaultTree, vault: Vault, body: Coroutine[Any, Any, None]) -> Coroutine[Any, Any, None]:
    """Show the vault in the tree, wait for its root, and do the rest."""

    async def main() -> None:
        tree.set_vault(vault)
        tree.show()
        model = model_of(tree)
        await until(lambda: model.rowCount() > 0)
        await body
        timers = tree.findChildren(QTimer, options=Qt.FindChildOption.FindDirectChildrenOnly)
        await until(lambda: not any(timer.isActive() for timer in timers))  # they need a running loop
        await cancel_all()

    return main()


def test_keys_walk_and_open(tree: VaultTree, vault: Vault, run_async: Run, qtbot: QtBot) -> None:
    async def body() -> None:
        tree.view.setFocus()
        assert tree.view.currentIndex().data() == "Daily"
        qtbot.keyClick(tree.view, Qt.Key.Key_Right)
        await until(lambda: tree.view.model().rowCount(tree.view.currentIndex()) == 2)
        qtbot.keyClick(tree.view, Qt.Key.Key_Down)
        with qtbot.waitSignal(tree.note_requested) as opened:
            qtbot.keyClick(tree.view, Qt.Key.Key_Return)
        assert opened.args == ["Daily/2026-11-20.md"]

    run_async(running(tree, vault, body()))


def test_click_opens_notes_and_folders(tree: VaultTree, vault: Vault, run_async: Run, qtbot: QtBot) -> None:
    async def body() -> None:
        model = model_of(tree)

        def click(path: str) -> None:
            place = tree.view.visualRect(model.index_of(path)).center()
            qtbot.mouseClick(tree.view.viewport(), Qt.MouseButton.LeftButton, pos=place)

        click("Projects")
        assert tree.view.isExpanded(model.index_of("Projects"))
        await until(lambda: model.index_of("Projects/pic.png").isValid())
        with qtbot.waitSignal(tree.note_requested) as opened:
            click("Projects/知识图谱 方案.md")
        assert opened.args == ["Projects/知识图谱 方案.md"]
        click("Projects")
        assert not tree.view.isExpanded(model.index_of("Projects"))

    run_async(running(tree, vault, body()))


def test_shown_note_is_selected_in_its_opened_folders(tree: VaultTree, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        tree.set_current_note("Projects/Archive/Old.md")
        await until(lambda: tree.view.currentIndex().data(PATH_ROLE) == "Projects/Archive/Old.md")
        assert tree.view.isExpanded(model_of(tree).index_of("Projects/Archive"))

    run_async(running(tree, vault, body()))


def test_filter_shows_matches_and_escape_clears(
    tree: VaultTree, vault: Vault, run_async: Run, qtbot: QtBot
) -> None:
    async def body() -> None:
        vault.names.scan()
        qtbot.keyClicks(tree.filter, "2026 21")
        await until(tree.matches.isVisible)
        assert [tree.matches.model().index(row, 0).data() for row in range(tree.matches.model().rowCount())] == [
            "2026-11-21"
        ]
        with qtbot.waitSignal(tree.note_requested) as opened:
            qtbot.keyClick(tree.filter, Qt.Key.Key_Return)
        assert opened.args == ["Daily/2026-11-21.md"]
        qtbot.keyClicks(tree.filter, " nothing like it")
        await until(lambda: not tree.matches.isVisible())
        qtbot.keyClick(tree.filter, Qt.Key.Key_Escape)
        assert tree.filter.text() == ""
        assert tree.view.isVisible()

    run_async(running(tree, vault, body()))


def test_change_from_another_thread_shows_and_is_marked(tree: VaultTree, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        model = model_of(tree)
        (vault.root / "New folder").mkdir()
        (vault.root / "New folder" / "New.md").write_text("x")
        tree.on_vault_changed(VaultChanged(("New folder/New.md", "Home.md"), "agent"))
        await until(lambda: model.index_of("New folder").isValid())
        assert model.index_of("Home.md").data(CHANGED_ROLE) is True
        assert not model.index_of("Inbox.md").data(CHANGED_ROLE)
        assert "changed" in model.index_of("Home.md").data(Qt.ItemDataRole.AccessibleTextRole)

    run_async(running(tree, vault, body()))


def marked(tree: VaultTree) -> set[str]:
    """Return the marked files in the folders that were listed."""
    model, found = model_of(tree), set[str]()
    parents = [QModelIndex()]
    for parent in parents:
        rows = [model.index(row, 0, parent) for row in range(model.rowCount(parent))]
        found |= {row.data(PATH_ROLE) for row in rows if row.data(CHANGED_ROLE)}
        parents += rows
    return found


def move(vault: Vault, path: str, target: str, origin: Origin) -> None:
    vault.apply_all(propose_move(vault, path, target), turn=f"{origin} {path} {target}", origin=origin)


def test_marks_go_with_an_undo_and_come_back_with_a_redo(tree: VaultTree, vault: Vault, run_async: Run) -> None:
    """Red when an undo leaves the marks of reverted changes, or a redo sets none."""
    (vault.root / "Inbox.md").write_text("[[Home]]", encoding="utf-8")

    async def body() -> None:
        vault.names.scan()
        vault.subscribe(tree.on_vault_changed)
        vault.apply(vault.preview("Inbox", " and more", "append"), turn="before")
        move(vault, "Home.md", "Start.md", "agent")
        await until(lambda: marked(tree) == {"Start.md", "Inbox.md"})
        vault.undo_last_turn()
        await until(lambda: model_of(tree).index_of("Home.md").isValid() and marked(tree) == {"Inbox.md"})
        vault.undo_last_turn()
        await until(lambda: marked(tree) == set())
        undo = vault.journal.last_undo()
        assert undo is not None
        vault.undo_turn(undo)
        await until(lambda: marked(tree) == {"Inbox.md"})

    run_async(running(tree, vault, body()))


def test_a_mark_goes_with_the_file_that_the_user_deletes(vault: Vault) -> None:
    """Red when a new file of the user in its place gets the mark of the old one."""
    vault.names.scan()
    marks = ChangedFiles(vault)
    ends = vault.subscribe(marks.follow)
    vault.apply(vault.preview("Home", " and more", "append"), turn="agent's")
    vault.changed_outside(["Inbox.md"])
    assert marks.paths == {"Home.md", "Inbox.md"}
    for path in ("Home.md", "Inbox.md"):
        vault.apply_all(vault.propose_trash(path), turn=f"trash {path}", origin="user")
        vault.apply(vault.preview(path, "mine", "overwrite"), turn=f"again {path}", origin="user")
    ends()
    assert marks.paths == set()
    assert still_changed(vault.journal, datetime.now(UTC) - timedelta(minutes=1)) == set()


def test_a_file_with_the_same_text_gets_no_mark(vault: Vault) -> None:
    marks = ChangedFiles(vault)
    marks.follow(VaultChanged(("Home.md", "Inbox.md"), "outside", same=frozenset({"Home.md"})))
    assert marks.paths == {"Inbox.md"}
    marks.follow(VaultChanged(("Inbox.md",), "outside", same=frozenset({"Inbox.md"})))
    assert marks.paths == {"Inbox.md"}  # it was changed before


def test_marks_ask_no_disk(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red when the window waits for a disk that does not answer, each time the user saves a marked note."""
    vault.names.scan()
    marks = ChangedFiles(vault)
    marks.follow(VaultChanged(("Home.md", "Inbox.md"), "outside"))
    asked: list[object] = []
    for name in ("stat", "lstat", "open", "scandir"):
        monkeypatch.setattr(os, name, lambda path, *_more, **_named: asked.append(path))
    marks.follow(VaultChanged(("Home.md", "Inbox.md"), "user"))
    monkeypatch.undo()
    assert asked == []
    assert marks.paths == {"Home.md", "Inbox.md"}


def test_marks_go_along_with_what_the_user_moves_and_mark_no_more(
    tree: VaultTree, vault: Vault, run_async: Run
) -> None:
    """Red when a renamed file loses its mark, or when the undo of the user's own change marks files."""
    (vault.root / "Inbox.md").write_text("[[Home]]", encoding="utf-8")

    async def body() -> None:
        vault.names.scan()
        vault.subscribe(tree.on_vault_changed)
        tree.view.expand(model_of(tree).index_of("Projects"))
        await until(lambda: model_of(tree).is_listed("Projects"))
        vault.apply(vault.preview("Home", "agent's", "append"), turn="agent's")
        vault.changed_outside(["Projects/pic.png"])
        assert marked(tree) == {"Home.md", "Projects/pic.png"}
        move(vault, "Home.md", "Start.md", "user")
        move(vault, "Projects/pic.png", "Projects/picture.png", "user")
        await until(lambda: marked(tree) == {"Start.md", "Projects/picture.png"})
        vault.undo_last_turn()
        vault.undo_last_turn()
        await until(lambda: marked(tree) == {"Home.md", "Projects/pic.png"})
        again: list[str] = []
        model_of(tree).folder_listed.connect(again.append)
        vault.undo_turn("agent's")
        await until(lambda: marked(tree) == {"Projects/pic.png"} and len(again) > 0)

    run_async(running(tree, vault, body()))


def test_counts_come_once_the_names_are_known(tree: VaultTree, vault: Vault, run_async: Run, qtbot: QtBot) -> None:
    async def body() -> None:
        model = model_of(tree)
        assert model.index_of("Projects").data(COUNT_ROLE) is None
        heard: list[int] = []
        tree.counted.connect(heard.append)
        tree.refresh()
        await until(lambda: bool(heard))
        assert heard == [6]
        assert model.index_of("Projects").data(COUNT_ROLE) == 3

    run_async(running(tree, vault, body()))


def test_menu_copies_the_shortest_link_and_mentions(
    tree: VaultTree, vault: Vault, run_async: Run, qtbot: QtBot
) -> None:
    async def body() -> None:
        vault.names.scan()
        actions = {
            plain(action.text()): action
            for action in tree.make_menu("Projects/Archive/Old.md", is_folder=False).actions()
        }
        assert {"Open", "Open in Obsidian", "Reveal in file manager", "Copy wikilink", "Mention in chat"} <= set(
            actions
        )
        actions["Copy wikilink"].trigger()
        assert QGuiApplication.clipboard().text() == "[[Old]]"
        with qtbot.waitSignal(tree.mention_requested) as mentioned:
            actions["Mention in chat"].trigger()
        assert mentioned.args == ["Projects/Archive/Old.md"]

    run_async(running(tree, vault, body()))


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there the system selects it")
def test_menu_reveals_a_folder_and_the_folder_of_a_file_and_asks_no_disk(
    tree: VaultTree, vault: Vault, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[Path] = []

    def show(folder: Path) -> bool:
        shown.append(folder)
        return True

    monkeypatch.setattr(outside, "open_folder", show)

    async def body() -> None:
        for path, is_folder in (("Daily", True), ("Daily/2026-11-20.md", False), ("", True), ("Home.md", False)):
            menu = tree.make_menu(path, is_folder=is_folder)
            action = next(one for one in menu.actions() if plain(one.text()) == "Reveal in file manager")
            with monkeypatch.context() as patch:
                patch.setattr(os, "stat", lambda path, *_more, **_named: pytest.fail(f"asked for {path}"))
                action.trigger()
        assert shown == [vault.root / "Daily", vault.root / "Daily", vault.root, vault.root]

    run_async(running(tree, vault, body()))


def has_rows(model: VaultModel, top: list[str], inside: list[str]) -> bool:
    return names(model) == top and names(model, model.index_of("Daily")) == inside


def test_files_stand_in_the_chosen_order_and_what_is_open_and_selected_stays(
    tree: VaultTree, vault: Vault, run_async: Run
) -> None:
    """Red when an order moves the selection to another file, or closes a folder."""
    for age, path in enumerate(("Home.md", "Daily/2026-11-21.md", "Inbox.md", "Daily/2026-11-20.md")):
        os.utime(vault.root / path, (1_000_000 - age, 1_000_000 - age))

    async def body() -> None:
        model = tree.view.model()
        assert isinstance(model, VaultModel)
        QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
        await until(lambda: model.is_listed(""))
        tree.view.expand(model.index_of("Daily"))
        await until(lambda: model.is_listed("Daily"))
        tree.view.choose(model.index_of("Inbox.md"))
        orders: tuple[tuple[Order, list[str], list[str]], ...] = (
            ("name_down", ["Projects", "Daily", "Inbox", "Home"], ["2026-11-21", "2026-11-20"]),
            ("modified", ["Daily", "Projects", "Home", "Inbox"], ["2026-11-21", "2026-11-20"]),
            ("name", ["Daily", "Projects", "Home", "Inbox"], ["2026-11-20", "2026-11-21"]),
        )
        for order, top, inside in orders:
            tree.set_order(order)
            await until(partial(has_rows, model, top, inside))
            assert tree.view.isExpanded(model.index_of("Daily"))
            assert tree.chosen == ("Inbox.md", False)
        os.utime(vault.root / "Inbox.md", (2_000_000, 2_000_000))
        tree.set_order("modified")
        await until(lambda: names(model)[2:] == ["Inbox", "Home"])
        tree.collapse_all()
        assert not tree.view.isExpanded(model.index_of("Daily"))

    run_async(running(tree, vault, body()))


def test_menu_asks_for_what_changes_the_vault(tree: VaultTree, vault: Vault, run_async: Run, qtbot: QtBot) -> None:
    async def body() -> None:
        asked: list[tuple[object, ...]] = []
        for requested in (
            tree.new_note_requested,
            tree.new_folder_requested,
            tree.rename_requested,
            tree.trash_requested,
            tree.move_to_requested,
            tree.duplicate_requested,
            tree.compare_requested,
            tree.obsidian_requested,
            tree.new_tab_requested,
        ):
            requested.connect(lambda *what: asked.append(what))
        menu = tree.make_menu("Projects/pic.png", is_folder=False, original="Projects/Archive/Old.md")
        offered = {plain(action.text()): action for action in menu.actions()}
        assert offered["Rename…"].shortcut().toString() == "F2"
        assert offered["Move to trash…"].shortcut().toString() == "Del"
        letters = [text.partition("&")[2][:1].upper() for text in map(QAction.text, menu.actions()) if text]
        assert all(letters)
        assert len(letters) == len(set(letters))
        for words, what in (
            ("Open in new tab", ("Projects/pic.png",)),
            ("Open in Obsidian", ("Projects/pic.png",)),
            ("Compare with Old…", ("Projects/pic.png", "Projects/Archive/Old.md")),
            ("New note here…", ("Projects",)),
            ("New folder…", ("Projects",)),
            ("Rename…", ("Projects/pic.png", False)),
            ("Move to trash…", ("Projects/pic.png", False)),
            ("Move to…", ("Projects/pic.png", False)),
            ("Duplicate", ("Projects/pic.png",)),
        ):
            offered[words].trigger()
            assert asked.pop() == what
        below_all = [plain(action.text()) for action in tree.make_menu("", is_folder=True).actions()]
        assert list(filter(None, below_all)) == ["Reveal in file manager", "New note here…", "New folder…"]

    run_async(running(tree, vault, body()))


def test_f2_and_delete_are_wishes(tree: VaultTree, vault: Vault, run_async: Run, qtbot: QtBot) -> None:
    async def body() -> None:
        tree.view.setCurrentIndex(model_of(tree).index_of("Home.md"))
        for key, requested in ((Qt.Key.Key_F2, tree.rename_requested), (Qt.Key.Key_Delete, tree.trash_requested)):
            with qtbot.waitSignal(requested) as asked:
                qtbot.keyClick(tree.view, key)
            assert asked.args == ["Home.md", False]
        tree.view.setCurrentIndex(model_of(tree).index_of("Projects"))
        with qtbot.waitSignal(tree.rename_requested) as asked:
            qtbot.keyClick(tree.view, Qt.Key.Key_F2)
        assert asked.args == ["Projects", True]

    run_async(running(tree, vault, body()))


@pytest.mark.parametrize("gone", ["Home.md", "Daily"])
def test_nothing_is_chosen_in_place_of_what_went_away(
    tree: VaultTree, vault: Vault, run_async: Run, qtbot: QtBot, gone: str
) -> None:
    async def body() -> None:
        model = model_of(tree)
        tree.view.setCurrentIndex(model.index_of(gone))
        assert tree.view.selected.data(PATH_ROLE) == gone
        requests: list[object] = []
        tree.rename_requested.connect(lambda *what: requests.append(what))
        tree.trash_requested.connect(lambda *what: requests.append(what))
        (vault.root / gone).rename(vault.root.parent / "elsewhere")
        model.reload()
        await until(lambda: not model.index_of(gone).isValid())
        assert not tree.view.selected.isValid()
        assert not tree.view.selectionModel().hasSelection()
        for key in (Qt.Key.Key_F2, Qt.Key.Key_Delete):
            qtbot.keyClick(tree.view, key)
        assert requests == []
        await until(lambda: tree.view.currentIndex().isValid())
        assert tree.view.currentIndex().data(PATH_ROLE) == "Projects", "above the one, below the other"
        qtbot.keyClick(tree.view, Qt.Key.Key_Down)
        assert tree.view.selected.isValid(), "the keyboard goes on from there"

    run_async(running(tree, vault, body()))


def painted(row: Row, width: int) -> QImage:
    image = QImage(width, 25, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    paint_row(painter, QRect(0, 0, width, 25), 0, row, QFont())
    painter.end()
    return image


def test_mark_that_would_take_half_of_a_narrow_row_gives_way_to_a_short_one(qtbot: QtBot) -> None:
    row = Row(name="Home 2", note="copy of Home at the sea", short_note="copy", dot=True)
    short, whole = Row(name="Home 2", note="copy", dot=True), Row(name="Home 2", note=row.note, dot=True)
    assert painted(row, 200) == painted(short, 200)
    assert painted(row, 600) == painted(whole, 600) != painted(short, 600)


def test_files_can_be_dragged_and_folders_take_them(tree: VaultTree, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        model = model_of(tree)
        home, projects = model.index_of("Home.md"), model.index_of("Projects")
        assert model.flags(home) & Qt.ItemFlag.ItemIsDragEnabled
        assert not model.flags(projects) & Qt.ItemFlag.ItemIsDragEnabled
        assert model.flags(projects) & Qt.ItemFlag.ItemIsDropEnabled
        mime = model.mimeData([home])
        assert dragged_paths(mime) == ["Home.md"]
        assert [url.toLocalFile() for url in mime.urls()] == [str(vault.root / "Home.md")]
        assert dragged_paths(QMimeData()) == []

    run_async(running(tree, vault, body()))


def test_marks_follow_obsidians_settings_and_conflicts(tree: VaultTree, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        model = model_of(tree)
        assert model.index_of("Inbox.md").data(EXCLUDED_ROLE) is False
        (vault.root / ".obsidian").mkdir()
        (vault.root / ".obsidian" / "app.json").write_text('{"userIgnoreFilters": ["Inb", "/^Daily/"]}')
        (vault.root / "Home.sync-conflict-20260101-120000-ABCDEF7.md").write_text("x")
        tree.refresh()
        await until(lambda: model.index_of("Inbox.md").data(EXCLUDED_ROLE) is True)
        assert model.index_of("Daily").data(EXCLUDED_ROLE) is True
        assert "Excluded" in model.index_of("Inbox.md").data(Qt.ItemDataRole.ToolTipRole)
        copy = model.index_of("Home.sync-conflict-20260101-120000-ABCDEF7.md")
        assert copy.data(ORIGINAL_ROLE) == "Home.md"
        assert "two devices" in copy.data(Qt.ItemDataRole.ToolTipRole)
        assert model.index_of("Home.md").data(Qt.ItemDataRole.ToolTipRole) == "Home.md"

    run_async(running(tree, vault, body()))


def test_rows_look_different_in_the_other_theme(tree: VaultTree, vault: Vault, run_async: Run) -> None:
    async def body() -> None:
        light = tree.view.viewport().grab().toImage()
        wear_colors(DARK)
        assert tree.view.viewport().grab().toImage() != light

    run_async(running(tree, vault, body()))


def test_coming_back_to_the_window_finds_new_names(
    vault: Vault, qtbot: QtBot, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree_module, "_SCAN_AGAIN", 0.0)

    async def main() -> None:
        tree = VaultTree()
        qtbot.addWidget(tree)
        vault.names.scan()
        tree.set_vault(vault)
        changes: list[bool] = []
        tree.names_changed.connect(lambda: changes.append(True))
        counts: list[int] = []
        tree.counted.connect(counts.append)
        tree.reload_shown()
        await until(lambda: len(counts) == 1)
        assert not changes
        (vault.root / "From Obsidian.md").write_text("x", encoding="utf-8")
        tree.reload_shown()
        await until(lambda: len(counts) == 2)
        assert changes
        assert vault.names.resolve_link("From Obsidian", "") == "From Obsidian.md"
        await cancel_all()

    run_async(main())
