from __future__ import annotations

import time
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from axon_desktop.conversations.models import Item, Message
from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.ui.changes.change_model import FileRow, TurnRow
from axon_desktop.ui.changes.undo.preview_pane import UndoPreviewPane
from axon_desktop.vault import Change
from axon_desktop.vault.history.changes import ChangePreview, Proposal
from tests.ui.changes_world import (
    asked,
    edit,
    make_vault,
    move,
    open_dialog,
    question,
    rows,
    shut,
    texts,
    unfold,
    write,
)
from tests.ui.chat_world import Run, until


def test_turns_are_listed_newest_first_and_unfold_to_their_notes(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        edit(vault.root / "Home.md", "one\ntwo\n")
        write(vault, "Home", "one\nTWO\nthree\n", "first")
        write(vault, "Daily/今天", "早\n", "second", origin="user")
        move(vault, "Home.md", "Projects/Winter garden/Start.md", "third")
        shown = await open_dialog(vault, rows=3)
        assert rows(shown) == ["third", "second", "first"]
        assert [row.look().below.split(" · ")[-1] for row in shown.changes.model.turns()] == [
            "Agent",
            "You",
            "Agent",
        ]
        await unfold(shown, 2)
        assert rows(shown)[3] == "  Home.md"
        row = shown.changes.model.at(3)
        assert isinstance(row, FileRow)
        await until(lambda: row.counts == (2, 1))
        await until(lambda: "+2 −1" in shown.pane.state.text())
        assert len(shown.pane.diff._diff.hunks) == 1
        QTest.keyClick(shown.changes.table, Qt.Key.Key_Left)
        QTest.keyClick(shown.changes.table, Qt.Key.Key_Left)
        assert rows(shown) == ["third", "second", "first"]
        await unfold(shown, 0)
        assert rows(shown)[1] == "  Projects/Winter garden/Start.md"
        await until(lambda: "previously Home.md" in shown.pane.state.text())
        assert shown.pane.name.text() == "Projects / Winter garden / Start"
        shut(shown, vault)

    run_async(body())


def test_a_note_is_undone_redone_and_undone_again(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        edit(vault.root / "A.md", "old a\n")
        write(vault, "A", "new a\n", "t")
        write(vault, "B", "new b\n", "t")
        shown = await open_dialog(vault)
        received: list[list[Change]] = []
        shown.undone.connect(received.append)
        await unfold(shown, 0)
        shown.changes.table.go_to(shown.changes.model.find("t", "A.md"))
        for wanted, button in (("old a\n", "Redo"), ("new a\n", "Undo"), ("old a\n", "Redo")):
            shown.note_button.click()
            await until(partial(lambda text: texts(vault, "A.md") == [text], wanted))
            await until(partial(lambda word: shown.note_button.text().startswith(word), button))
            row = shown.changes.model.at(shown.changes.table.row)
            assert isinstance(row, FileRow)
            assert row.of.turn.turn == "t"
            assert row.file.path == "A.md"
        assert texts(vault, "B.md") == ["new b\n"]
        assert len(received) == 3
        shown.turn_button.click()
        await until(lambda: texts(vault, "B.md") == [None])
        await until(lambda: shown.turn_button.text() == "Redo the &turn")
        shown.turn_button.click()
        await until(lambda: texts(vault, "A.md", "B.md") == ["new a\n", "new b\n"])
        assert question() is None
        shut(shown, vault)

    run_async(body())


def test_an_undo_is_listed_and_can_be_undone(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        write(vault, "A", "new\n", "t")
        vault.undo_turn("t")
        shown = await open_dialog(vault, rows=2)
        looks = [row.look() for row in shown.changes.model.turns()]
        assert looks[1].below == "1 note · undone · Agent"
        assert (looks[0].name, looks[0].below) == (f"Undo: {looks[1].name}", "1 note")
        shown.changes.table.go_to(0)
        shown.turn_button.click()
        await until(lambda: texts(vault, "A.md") == ["new\n"])
        await until(lambda: shown.changes.model.rowCount() == 3)
        assert shown.changes.model.turns()[0].look().name == f"Redo: {looks[1].name}"
        shut(shown, vault)

    run_async(body())


def test_what_is_not_plainly_clean_is_shown_before_anything_moves(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        edit(vault.root / "A.md", "a\nb\nc\n")
        write(vault, "A", "a\nB\nc\n", "t")
        edit(vault.root / "A.md", "a\nB\nc\nmine\n")
        shown = await open_dialog(vault)
        shown.turn_button.click()
        first = await asked()
        assert texts(vault, "A.md") == ["a\nB\nc\nmine\n"]
        assert "kept" in first.summary.text()
        await until(lambda: len(first.pane.diff._diff.hunks) == 1)
        first.reject()
        await until(lambda: shown.turn_button.isEnabled())
        assert texts(vault, "A.md") == ["a\nB\nc\nmine\n"]
        shown.turn_button.click()
        second = await asked()
        second.agree_button.click()
        await until(lambda: texts(vault, "A.md") == ["a\nb\nc\nmine\n"])
        shut(shown, vault)

    run_async(body())


def test_what_stands_in_the_way_is_named_and_can_be_left_out(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        edit(vault.root / "A.md", "a\n")
        edit(vault.root / "B.md", "b\n")
        write(vault, "A", "agent\n", "t")
        write(vault, "B", "agent\n", "t")
        edit(vault.root / "A.md", "mine\n")
        shown = await open_dialog(vault)
        shown.turn_button.click()
        conflict = await asked()
        model = conflict.pane.model
        words = [model.data(model.index(row, 0), Qt.ItemDataRole.ToolTipRole) for row in (0, 1)]
        assert words == [
            "A.md: has since been edited in the same lines (line 1).",
            "B.md: goes back to its earlier text.",
        ]
        assert conflict.agree_button.text() == "Undo the &other note"
        assert conflict.summary.text().startswith("1 note cannot go back without losing something.")
        conflict.agree_button.click()
        await until(lambda: texts(vault, "A.md", "B.md") == ["mine\n", "b\n"])
        shut(shown, vault)

    run_async(body())


def test_a_note_goes_back_over_later_edits_if_the_user_says_so_and_redo_brings_them_back(
    run_async: Run, tmp_path: Path
) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        edit(vault.root / "A.md", "old words\n")
        write(vault, "A", "agent words\n", "t")
        edit(vault.root / "A.md", "agent w0rds\n")
        shown = await open_dialog(vault)
        shown.turn_button.click()
        conflict = await asked()
        assert not conflict.agree_button.isEnabled()
        assert conflict.anyway.isVisible()
        assert not conflict.anyway.isChecked()
        for ready in (True, False, True):
            conflict.anyway.click()
            await until(lambda ready=ready: conflict.preview.ok == ready)  # type: ignore[misc]
            assert conflict.agree_button.isEnabled() == conflict.anyway.isChecked() == ready
        assert "stay only in the history" in conflict.summary.text()
        assert texts(vault, "A.md") == ["agent w0rds\n"]
        conflict.agree_button.click()
        await until(lambda: texts(vault, "A.md") == ["old words\n"])
        await until(lambda: bool(vault.journal.redoable(vault.journal.changes("t"))))
        vault.undo_changes([change.id for change in vault.journal.redoable(vault.journal.changes("t"))])
        assert texts(vault, "A.md") == ["agent w0rds\n"]
        shut(shown, vault)

    run_async(body())


def test_what_is_plain_or_impossible_offers_no_choice(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        for name in "AB":
            edit(vault.root / f"{name}.md", "old\n")
            write(vault, name, "agent\n", "t")
        (vault.root / "A.md").unlink()
        shown = await open_dialog(vault)
        shown.turn_button.click()
        dialog = await asked()
        for row in (0, 1):
            dialog.pane.files.go_to(row)
            assert dialog.pane.current is dialog.pane.model.files[row]
            assert not dialog.anyway.isVisible()
        dialog.reject()
        shut(shown, vault)

    run_async(body())


def test_what_made_a_note_that_moved_says_what_to_undo_first(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        write(vault, "A", "agent\n", "made")
        vault.names.scan()
        move(vault, "A.md", "Sub/A.md", "moved")
        shown = await open_dialog(vault, rows=2)
        shown.changes.table.go_to(1)
        await until(lambda: shown.turn_button.isEnabled())
        shown.turn_button.click()
        dialog = await asked()
        assert dialog.summary.text() == "1 note cannot go back. Nothing has been changed yet."
        await until(lambda: "has since been moved to Sub/A.md; undo that move first" in dialog.pane.caption.text())
        assert not dialog.pane.diff.isVisible()
        assert not dialog.agree_button.isEnabled()
        dialog.reject()
        shut(shown, vault)

    run_async(body())


def test_an_outdated_question_is_asked_again(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        edit(vault.root / "A.md", "a\nb\n")
        write(vault, "A", "A\nb\n", "t")
        edit(vault.root / "A.md", "A\nb\nmine\n")
        shown = await open_dialog(vault)
        shown.turn_button.click()
        first = await asked()
        edit(vault.root / "A.md", "A\nb\nmine\nlate\n")
        first.agree_button.click()
        await until(lambda: question() is not None and question() is not first)
        again = await asked()
        assert "changed in the meantime" in again.summary.text()
        assert texts(vault, "A.md") == ["A\nb\nmine\nlate\n"]
        again.agree_button.click()
        await until(lambda: texts(vault, "A.md") == ["a\nb\nmine\nlate\n"])
        shut(shown, vault)

    run_async(body())


def test_rest_is_undone_only_as_it_was_shown(run_async: Run, tmp_path: Path) -> None:
    """A later edit is overwritten only if the user agreed for the text that was shown, not for a newer one."""

    async def body() -> None:
        vault = make_vault(tmp_path)
        edit(vault.root / "A.md", "old words\n")
        edit(vault.root / "B.md", "old\n")
        write(vault, "A", "agent words\n", "t")
        write(vault, "B", "agent\n", "t")
        edit(vault.root / "A.md", "my words\n")
        (vault.root / "B.md").unlink()
        shown = await open_dialog(vault)
        shown.turn_button.click()
        first = await asked()
        first.pane.files.go_to(next(n for n, file in enumerate(first.preview.files) if file.path == "A.md"))
        first.anyway.click()
        await until(lambda: [file.effect for file in first.preview.files] == ["impossible", "overwritten"])
        edit(vault.root / "A.md", "my newest words\n")
        first.agree_button.click()
        await until(lambda: question() is not None and question() is not first)
        again = await asked()
        assert texts(vault, "A.md") == ["my newest words\n"]
        again.reject()
        await until(lambda: question() is None)
        assert texts(vault, "A.md") == ["my newest words\n"]
        shut(shown, vault)

    run_async(body())


def test_undoing_one_note_of_a_move_shows_the_others_first(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        edit(vault.root / "A.md", "text\n")
        edit(vault.root / "B.md", "[[A]]\n")
        links = ChangePreview("B.md", b"[[A]]\n", b"[[C]]\n", "links")
        digest = vault.read("A").sha256
        vault.apply_all(Proposal("move", "A.md", (links,), "C.md", digest), turn="t", title="move it")
        shown = await open_dialog(vault)
        await unfold(shown, 0)
        shown.changes.table.go_to(shown.changes.model.find("t", "B.md"))
        shown.note_button.click()
        both = await asked()
        assert [file.path for file in both.preview.files] == ["A.md", "B.md"] or [
            (file.path, file.target) for file in both.preview.files
        ] == [("B.md", ""), ("C.md", "A.md")]
        both.agree_button.click()
        await until(lambda: texts(vault, "A.md", "B.md", "C.md") == ["text\n", "[[A]]\n", None])
        shut(shown, vault)

    run_async(body())


def test_notes_are_filtered_by_part_of_their_path(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        write(vault, "项目/计划", "x\n", "t1")
        write(vault, "Émile", "x\n", "t2")
        write(vault, "Other", "x\n", "t2")
        shown = await open_dialog(vault, rows=2)
        shown.filter.setText("计划")
        await until(lambda: rows(shown) == ["t1"])
        shown.filter.setText("émi")
        await until(lambda: rows(shown) == ["t2"])
        QTest.keyClick(shown.filter, Qt.Key.Key_Return)
        await until(lambda: rows(shown) == ["t2", "  Émile.md"])
        shown.filter.setText("nowhere")
        await until(shown.changes.empty.isVisible)
        assert "nowhere" in shown.changes.empty.text()
        assert not shown.turn_button.isEnabled()
        shut(shown, vault)

    run_async(body())


def test_empty_damaged_and_forgotten_are_said(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        shown = await open_dialog(vault, rows=0)
        await until(lambda: "Nothing has changed yet" in shown.changes.empty.text())
        assert not (tmp_path / "data/journal.sqlite").exists()
        change = write(vault, "A", "new\n", "t")
        await until(lambda: shown.changes.model.rowCount() == 1)
        with vault.journal._transaction() as db:
            db.execute("DELETE FROM blob")
        await unfold(shown, 0)
        await until(lambda: "no longer kept" in shown.pane.message.text())
        shown.note_button.click()
        lost = await asked()
        assert not lost.agree_button.isEnabled()
        lost.reject()
        await until(lambda: not shown._busy)
        assert change.id
        await until(lambda: not shown.changes._tasks._tasks)  # no reads are running any more
        vault.journal.close()
        (tmp_path / "data/journal.sqlite").write_bytes(b"no database at all" * 100)
        shown.changes.refresh()
        await until(lambda: "cannot be read" in shown.changes.empty.text())
        shown.close()
        shown.deleteLater()

    run_async(body())


def test_a_turn_of_ten_thousand_notes_costs_only_what_is_in_sight(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        write(vault, "A", "new\n", "t")
        with vault.journal._transaction() as db:  # ten thousand writes would take minutes
            db.execute(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)"
                " INSERT INTO change (turn, path, place, kind, before_sha256, after_sha256, folders, state, time)"
                " SELECT turn, 'Bulk/' || i || '.md', '', 'create', NULL, after_sha256, '[]', 'done', time"
                " FROM change, n"
            )
        shown = await open_dialog(vault)
        await unfold(shown, 0)
        assert shown.changes.model.rowCount() == 10_002
        files = [row for row in map(shown.changes.model.at, range(1, 10_002)) if isinstance(row, FileRow)]
        await until(lambda: files[3].counts is not None)
        assert 0 < sum(row.asked for row in files) < 100
        before = time.process_time()
        shown.changes.table.go_to(9_000)
        shown.changes.table.grab()
        assert time.process_time() - before < 1
        shut(shown, vault)

    run_async(body())


def test_older_turns_come_when_they_are_asked_for(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        for number in range(53):
            write(vault, "A", f"{number}\n", f"t{number}")
        shown = await open_dialog(vault, rows=51)
        await until(lambda: "+1 −1" in shown.pane.state.text())  # the only note of a turn is shown at once
        assert rows(shown)[-2:] == ["t3", "Show older changes"]
        shown.changes.table.go_to(50)
        QTest.keyClick(shown.changes.table, Qt.Key.Key_Return)
        await until(lambda: rows(shown)[-1] == "t0")
        assert shown.changes.model.rowCount() == 53
        assert shown.changes.table.row == 50
        for key, row in ((Qt.Key.Key_End, 52), (Qt.Key.Key_Home, 0), (Qt.Key.Key_End, 52)):
            QTest.keyClick(shown.changes.table, key)
            assert shown.changes.table.row == row
        QTest.keyClick(shown.filter, Qt.Key.Key_Right)
        await until(lambda: shown.changes.model.rowCount() == 54)
        shut(shown, vault)

    run_async(body())


def test_the_conversation_that_a_turn_belongs_to_is_named(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        store = ConversationStore(tmp_path / "conversations.sqlite")
        await store.open()
        ident = await store.create(vault=vault.id, title="整理阅读清单")
        store.record(ident, Item("t", "turn_started", {}, Message("m", "user", "write", 1)))
        await store.flush()
        await store.fork(ident)
        await store.rename(ident, "整理阅读")
        write(vault, "A", "new\n", "t")
        write(vault, "B", "new\n", "u", title="axon tool create_note", origin="command")
        preview = vault.preview("C", "new\n", "overwrite")
        title = "Claude Desktop: create_note C.md"
        vault.apply(preview, turn="v", title=title, origin="program", program="Claude Desktop")
        write(vault, "D", "new\n", "w", title="Hint: create_note for it")  # a request that looks like such a title
        shown = await open_dialog(vault, store=store, rows=4)
        await until(lambda: shown.changes.model.turns()[3].conversation is not None)
        whose = [row.look().below.split(" · ")[-1] for row in shown.changes.model.turns()]
        assert whose == ["Agent", "Other program: Claude Desktop", "Command", "Agent in “整理阅读”"]
        shut(shown, vault)
        await store.close()

    run_async(body())


def test_it_opens_at_a_change(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        write(vault, "A", "a\n", "one")
        wanted = write(vault, "B", "b\n", "one")
        write(vault, "C", "c\n", "two")
        shown = await open_dialog(vault, first=wanted.id, rows=4)
        await until(lambda: shown.changes.model.find("one", "B.md") == shown.changes.table.row)
        shut(shown, vault)

    run_async(body())


def test_limits_are_changed_and_what_is_beyond_them_is_freed(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        for number in range(60):
            write(vault, "A", f"{number}\n" * 500, f"t{number}")
        vault.journal.settle([item.id for item in vault.journal.unsettled()])
        shown = await open_dialog(vault)
        strip = shown.storage
        await until(lambda: strip.label.text().endswith("Kept for 30 days."))
        assert "of 1 GB used." in strip.label.text()
        strip.more.click()
        strip.days.setValue(7)
        strip.keep_button.click()
        await until(lambda: vault.journal.retention.days == 7)
        await until(lambda: "7 days" in strip.label.text())
        with vault.journal._transaction() as db:
            db.execute("UPDATE turn SET time = time - 8 * 86400")
        strip.free_button.click()
        await until(lambda: strip.message.text().startswith("10 older turns"))
        await until(lambda: len(shown.changes.model.turns()) == 50)
        strip.free_button.click()
        await until(lambda: "Nothing is beyond" in strip.message.text())
        strip.days.setValue(1)
        assert strip.days.text() == "1 day"
        strip.keep_button.click()
        await until(lambda: strip.label.text().endswith("Kept for one day."))
        assert {label.buddy() for label in strip.findChildren(QLabel)} >= {strip.days, strip.size_mb}
        shut(shown, vault)

    run_async(body())


def test_a_turn_row_speaks(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    write(vault, "A", "new\n", "t", title="写一篇")
    row = TurnRow(vault.journal.summaries()[0])
    assert row.look().spoken.startswith("写一篇, ")
    assert row.look().spoken.endswith("1 note · Agent")
    row.conversation = "写一篇"
    assert row.look().below == "1 note · Agent", "the title says it already"
    row.conversation = "写…"
    assert row.look().below == "1 note · Agent"
    row.conversation = "园子"
    assert row.look().below == "1 note · Agent in “园子”"
    vault.close()


def test_preview_says_what_becomes_of_a_note_that_has_one_side_only(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        back = vault.undo_changes([write(vault, "Gone", "back\n", "u").id])
        created = write(vault, "New", "one\ntwo\n", "t")
        edit(vault.root / "New.md", "one\nmine\n")
        pane = UndoPreviewPane()
        pane.set_preview(vault.undo_preview([created.id, back[0].id]))
        await until(lambda: pane.caption.text() != "")
        why, what = pane.caption.text().split("\n")
        assert why == "New: has been edited since it was created (line 2); those edits would be lost."
        assert what == "The note as it is now. It would be removed."
        assert [row.left for row in pane.diff._diff.rows] == ["one", "mine"]
        pane.files.go_to(1)
        await until(lambda: pane.caption.text() == "Gone: is restored.\nThe note as it would be.")
        assert [row.right for row in pane.diff._diff.rows] == ["back"]
        pane.deleteLater()
        vault.close()

    run_async(body())
