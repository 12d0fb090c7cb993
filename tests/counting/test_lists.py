"""A list asks for the rows that are seen, however many there are."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QAbstractItemView
from pytestqt.qtbot import QtBot

from axon_desktop.ui.aio import cancel_all
from axon_desktop.ui.changes.change_model import FileRow
from axon_desktop.ui.changes.queries import PAGE, read_page
from axon_desktop.ui.changes.row_painting import LINE
from axon_desktop.ui.quick_open.row_list import QuickOpenList, QuickOpenRow
from axon_desktop.ui.search.result_view import ResultView
from axon_desktop.ui.search.vault_search import Answer
from axon_desktop.ui.tree.panel import VaultTree
from axon_desktop.vault import Vault
from axon_desktop.vault.history.changes import VaultChanged
from axon_desktop.vault.search.excerpts import Excerpt
from axon_desktop.vault.search.found import Found, FoundNote
from tests.counting.counters import Calls, Sql, counted_calls
from tests.ui.changes_world import make_vault, open_dialog, shut, unfold, write
from tests.ui.chat_world import Run
from tests.waiting import turns, until

FEW, MANY = 100, 2_000
ROLES = 12
"""Questions of Qt about a row that it paints: roles, and the same again for the size."""


def rows_seen(view: QAbstractItemView, row_height: int) -> int:
    return view.viewport().height() // row_height + 2


def test_tree_paints_two_rows_for_another_note(tmp_path: Path, run_async: Run) -> None:
    """Red when `set_current_note` has the whole tree painted again."""
    names = [f"Note {at}.md" for at in range(12)]
    for name in names:
        (tmp_path / name).write_text("x", encoding="utf-8")

    async def body() -> None:
        tree = VaultTree()
        tree.resize(260, 600)
        tree.show()
        tree.set_vault(Vault(tmp_path, data_dir=tmp_path / "data"))
        model = tree._model
        assert model is not None
        await until(lambda: model.rowCount() >= len(names))
        tree.set_current_note(names[3])
        await turns()
        with counted_calls() as calls:
            tree.set_current_note(names[7])
            await until(lambda: calls["TreeView.drawRow"])
            await turns()
        assert calls["TreeView.drawRow"] == 2
        tree.leave_vault()
        tree.hide()
        tree.deleteLater()
        await cancel_all()

    run_async(body())


def test_tree_asks_about_the_rows_that_are_seen(tmp_path: Path, run_async: Run) -> None:
    """Red when something walks all rows of the model, for instance `set_current_note` reading each row's data."""
    found: list[Calls] = []

    async def body() -> None:
        for number in (FEW, MANY):
            root = tmp_path / str(number)
            root.mkdir()
            for at in range(number):
                (root / f"Note {at:05}.md").write_text("x", encoding="utf-8")
            tree = VaultTree()
            tree.resize(260, 600)
            tree.show()
            listed: list[str] = []
            with counted_calls() as calls:
                tree.set_vault(Vault(root, data_dir=tmp_path / "data"))
                assert tree._model is not None
                tree._model.folder_listed.connect(listed.append)
                await until(lambda listed=listed: bool(listed))  # type: ignore[misc]
                tree.view.viewport().repaint()
                tree.set_current_note("Note 00050.md")
                tree.view.viewport().repaint()
            found.append(calls)
            tree.leave_vault()
            tree.hide()
            tree.deleteLater()
        await cancel_all()

    run_async(body())
    few, many = found
    assert few["VaultModel.data"] > 0
    assert many["TreeView.drawRow"] < MANY / 4  # a window of 25 rows, painted a few times
    painted = many["TreeView.drawRow"] / few["TreeView.drawRow"]  # one may be painted once more: it takes longer
    assert many["VaultModel.data"] <= 1.2 * max(painted, 1) * few["VaultModel.data"] + ROLES


def test_note_that_is_written_moves_no_rows(tmp_path: Path, run_async: Run) -> None:
    """Red when the tree compares the rows of a note's folder in the window's thread after each write."""

    async def body() -> None:
        root = tmp_path / "vault"
        root.mkdir()
        for at in range(FEW):
            (root / f"Note {at:05}.md").write_text("x", encoding="utf-8")
        tree = VaultTree()
        tree.set_vault(Vault(root, data_dir=tmp_path / "data"))
        model = tree._model
        assert model is not None
        listed: list[str] = []
        model.folder_listed.connect(listed.append)
        await until(lambda: len(listed) == 1)
        with counted_calls() as calls:
            tree.on_vault_changed(VaultChanged(("Note 00050.md",), "user"))
            await until(lambda: len(listed) == 2)
        assert calls["VaultModel._show"] == 0
        (root / "Note 00050 b.md").write_text("x", encoding="utf-8")
        tree.on_vault_changed(VaultChanged(("Note 00050 b.md",), "user"))
        await until(lambda: model.rowCount() == FEW + 1)
        tree.leave_vault()
        tree.deleteLater()
        await cancel_all()

    run_async(body())


def test_files_are_counted_again_when_one_came_or_went(tmp_path: Path, run_async: Run) -> None:
    """Red when `VaultTree._count` goes through all names after each change of what a note says."""

    async def body() -> None:
        root = tmp_path / "vault"
        root.mkdir()
        (root / "Note.md").write_text("x", encoding="utf-8")
        vault = Vault(root, data_dir=tmp_path / "data")
        vault.names.scan()
        tree = VaultTree()
        reported: list[int] = []
        tree.counted.connect(reported.append)
        tree.set_vault(vault)
        for _ in range(2):
            await tree._count()
        assert reported == [1]
        vault.names.change(["Other.md"])
        await tree._count()
        assert reported == [1, 2]
        tree.leave_vault()
        await cancel_all()
        tree.deleteLater()

    run_async(body())


def test_switcher_describes_the_lines_that_are_seen(qtbot: QtBot) -> None:
    """Red when `QuickOpenModel.set_things` describes all things, or the list has rows of unequal heights."""
    counts = []
    for number in (FEW, 100 * FEW):
        described: list[int] = []

        def describe(thing: int, described: list[int] = described) -> QuickOpenRow:
            described.append(thing)
            return QuickOpenRow(f"Note {thing}")

        shown: QuickOpenList[int] = QuickOpenList(describe)
        qtbot.addWidget(shown)
        shown.resize(600, 320)
        with qtbot.waitExposed(shown):
            shown.show()
        shown.show_things(range(number))
        qtbot.waitUntil(lambda described=described: bool(described))  # type: ignore[misc]
        assert max(described) <= rows_seen(shown, 32)
        counts.append(len(described))
    assert counts[1] <= counts[0] + ROLES, counts


def test_search_results_paint_the_rows_that_are_seen(qtbot: QtBot) -> None:
    """Red when the delegate's painting is asked for rows below the view, or sizes are measured more than once."""
    counts = []
    for number in (FEW, 20 * FEW):
        excerpts = (Excerpt(1, "a line with a word in it", ((9, 10),)), Excerpt(2, "a word", ((2, 6),)))
        notes = tuple(FoundNote(f"Note {at}.md", excerpts) for at in range(number))
        view = ResultView()
        qtbot.addWidget(view)
        view.resize(260, 600)
        with qtbot.waitExposed(view):
            view.show()
        with counted_calls() as calls:
            view.show_answer(Answer(Found(notes, number)))
            qtbot.waitUntil(lambda calls=calls: calls["ResultDelegate.paint"] > 0)  # type: ignore[misc]
        counts.append((calls["ResultDelegate.paint"], calls["ResultDelegate.sizeHint"] / (3 * number)))
    few, many = counts
    assert few[0] > 0
    assert many[0] <= 2 * few[0], counts
    assert many[1] <= 3, "the height of a row is asked for again and again"


def test_page_of_the_change_list_costs_the_same_after_many_turns(tmp_path: Path, sql: Sql) -> None:
    """Red when `Journal.summaries` sums up every turn, or asks once more for each."""
    vault = make_vault(tmp_path)
    counts, turns = [], 0
    for wanted in (60, 180):
        while turns < wanted:
            write(vault, f"Note {turns % 7}", f"text {turns}\n", f"turn {turns}")
            turns += 1
        sql.reset()
        assert len(read_page(vault, PAGE, None, "").turns) == PAGE
        counts.append((len(sql.statements), sql.steps))
    vault.close()
    few, many = counts
    assert many[0] <= few[0] <= 3, counts
    assert many[1] <= 1.5 * few[1] + 20, counts


def test_change_list_counts_the_lines_that_are_seen(tmp_path: Path, run_async: Run) -> None:
    """Red when `ChangeModel.data` counts lines for rows that nobody sees, or the list is no table any more."""

    async def body() -> Calls:
        vault = make_vault(tmp_path)
        for number in range(150):
            write(vault, f"Big/Note {number}", "text\n", "a big turn")
        shown = await open_dialog(vault)
        with counted_calls() as calls:
            await unfold(shown, 0)
            await until(lambda: any(isinstance(row, FileRow) and row.counts for row in shown.changes.model._rows))
        asked = [row for row in shown.changes.model._rows if isinstance(row, FileRow) and row.asked]
        assert 0 < len(asked) <= 2 * rows_seen(shown.changes.table, LINE)
        assert shown.changes.model.rowCount() == 151
        shut(shown, vault)
        return calls

    calls = run_async(body())
    assert calls["FileRow.look"] < 151
