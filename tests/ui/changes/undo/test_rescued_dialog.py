"""Rescued texts in the window: opened from the changes, viewed, copied, and saved as notes."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.changes.changes_dialog import ChangesDialog
from axon_desktop.ui.changes.row_painting import LOOK_ROLE, RowStyle
from axon_desktop.ui.changes.undo.rescued_dialog import RescuedDialog
from axon_desktop.ui.look.theme import apply_theme
from axon_desktop.vault import Vault
from axon_desktop.vault.history.retention import Retention
from tests.ui.changes_world import edit, make_vault, open_dialog, shut, write
from tests.ui.chat_world import Run, until
from tests.ui.obsidian_window import vault_window
from tests.ui.test_mnemonics import clashes

MINE = "# Rain\r\n\r\nmine 我的\r\n"


def rescue(vault: Vault, path: str, data: str | bytes, minute: int = 12) -> None:
    """Store a text as rescued at this minute of a day."""
    vault.journal.rescue(path, data.encode() if isinstance(data, str) else data)
    with vault.journal._transaction() as db:
        stamp = 1e9 + 60 * minute
        db.execute("UPDATE rescued SET time = ? WHERE id = (SELECT MAX(id) FROM rescued)", (stamp,))


def name(vault: Vault, path: str, number: str = "") -> str:
    """Return the path of the note that a rescued text is saved as."""
    stem, dot, suffix = path.rpartition(".")
    version = next(version for version in vault.journal.rescued() if version.path == path)
    return f"{stem} (rescued {version.time.astimezone():%Y-%m-%d %H.%M}){number}{dot}{suffix}"


async def rescued_dialog(vault: Vault) -> RescuedDialog:
    """Open the dialog and wait until it shows the first text."""
    made = RescuedDialog(vault)
    made.show()
    await until(lambda: made.save_button.isEnabled() or made.pane.message.text())
    return made


def test_changes_offer_rescued_texts_only_when_there_are_some(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        write(vault, "A", "new\n", "t")
        shown = await open_dialog(vault)
        strip = shown.storage
        await until(lambda: strip.label.text() != "")
        assert not strip.rescued.isVisible()
        rescue(vault, "A.md", "lost\n")
        strip.refresh()
        await until(strip.rescued.isVisible)
        assert strip.rescued.text() == "1 &rescued text…"
        for number in range(60):  # more than the journal lists at a time
            rescue(vault, "A.md", f"{number}\n")
        strip.refresh()
        await until(lambda: strip.rescued.text() == "61 &rescued texts…")
        strip.more.click()
        assert clashes(shown) == set()
        shown.resize(420, 500)
        QApplication.sendPostedEvents()
        assert shown.width() == 420
        right = strip.rescued.mapTo(shown, QPoint(strip.rescued.width(), 0)).x()
        assert right <= 400, "it goes to the next line"
        shut(shown, vault)

    run_async(body())


def test_texts_are_listed_newest_first_and_compared_with_their_notes(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        edit(vault.root / "Projects/Rain.md", "# Rain\r\n\r\ntheirs\r\n")
        rescue(vault, "Gone.md", "one\ntwo\n", 1)
        rescue(vault, "Projects/Rain.md", "# Rain\r\n\r\ntheirs\r\n", 2)
        rescue(vault, "Projects/Rain.md", MINE, 3)
        vault.journal.set_retention(Retention(days=7))
        shown = await rescued_dialog(vault)
        found = [shown.model.data(shown.model.index(row, 0), LOOK_ROLE) for row in range(3)]
        looks = [look for look in found if isinstance(look, RowStyle)]
        assert [(look.name, look.note) for look in looks] == [("Rain", "Projects")] * 2 + [("Gone", "")]
        assert all(look.below in look.spoken for look in looks)
        tip = shown.model.data(shown.model.index(0, 0), Qt.ItemDataRole.ToolTipRole)
        assert tip == "Projects/Rain.md"
        assert shown.about.text().endswith("Each is kept for 7 days.")
        assert shown.focusWidget() is shown.table
        assert clashes(shown) == set()
        assert shown.pane.name.text() == "Projects / Rain"
        assert shown.pane.state.text().endswith("+1 −1\nLeft: as it is now. Right: the rescued text.")
        changed = [(row.left, row.right) for row in shown.pane.diff._diff.rows if row.kind == "change"]
        assert changed == [("theirs", "mine 我的")]
        QTest.keyClick(shown.table, Qt.Key.Key_Down)
        await until(lambda: shown.pane.message.text() == "The file contains exactly this text.")
        QTest.keyClick(shown.table, Qt.Key.Key_Down)
        await until(lambda: shown.pane.state.text().endswith("+2 −0\nThe note no longer exists."))
        assert [row.right for row in shown.pane.diff._diff.rows] == ["one", "two"]
        QTest.keyClick(shown.table, Qt.Key.Key_Escape)
        assert not shown.isVisible()
        vault.close()

    run_async(body())


def test_comparison_goes_below_the_list_where_there_is_little_room(
    qapp: QApplication, run_async: Run, tmp_path: Path
) -> None:
    async def body() -> None:
        apply_theme(qapp, LIGHT)
        vault = make_vault(tmp_path)
        rescue(vault, f"{'Folder/' * 20}{'long ' * 30}.md", "lost\n")
        shown = await rescued_dialog(vault)
        assert shown._splitter.orientation() is Qt.Orientation.Horizontal
        shown.resize(420, 500)
        assert shown.width() == 420
        assert shown._splitter.orientation() is Qt.Orientation.Vertical
        shown.reject()
        vault.close()

    run_async(body())


def test_a_text_is_copied(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        rescue(vault, "A.md", "lost 我的\n")
        shown = await rescued_dialog(vault)
        shown.copy_button.click()
        await until(lambda: shown.message.text() == "The text is on the clipboard.")
        assert QGuiApplication.clipboard().text() == "lost 我的\n"
        assert shown.isVisible()
        shown.reject()
        assert not shown.isVisible()
        vault.close()

    run_async(body())


def test_a_text_becomes_a_note_beside_the_old_one_and_can_be_undone(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        edit(vault.root / "Projects/Rain.md", "theirs\n")
        rescue(vault, "Projects/Rain.md", MINE)
        taken = name(vault, "Projects/Rain.md")
        edit(vault.root / taken, "somebody's\n")
        shown = await rescued_dialog(vault)
        assert shown.save_button.text() == "Save as a &new note"
        QTest.keyClick(shown.table, Qt.Key.Key_Return)
        await until(lambda: not shown.isVisible())
        assert shown.result() == RescuedDialog.DialogCode.Accepted
        assert shown.saved == name(vault, "Projects/Rain.md", " 2")
        assert (vault.root / shown.saved).read_bytes() == MINE.encode()
        assert (vault.root / taken).read_text() == "somebody's\n"
        assert (vault.root / "Projects/Rain.md").read_text() == "theirs\n"
        turn = vault.journal.turns(1)[0]
        assert turn.origin == "user"
        assert [change.path for change in turn.changes] == [shown.saved]
        vault.undo_last_turn()
        assert not (vault.root / shown.saved).exists()
        assert (vault.root / taken).read_text() == "somebody's\n"
        vault.close()

    run_async(body())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("What if: a*b?", "What if  a b"),  # characters that a file name must not contain
        ("中" * 64, "中" * 56),  # the longest possible name
        ("v1.2 plan", "v1.2 plan"),
    ],
    ids=["characters", "long", "dot"],
)
def test_every_old_name_gives_a_new_one(old: str, new: str, run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        rescue(vault, f"Gone folder/{old}.md", "lost\n")
        shown = await rescued_dialog(vault)
        shown.save_button.click()
        await until(lambda: not shown.isVisible())
        assert shown.saved.startswith(f"Gone folder/{new} (rescued 2001-09-")
        assert (vault.root / shown.saved).read_text() == "lost\n"
        vault.close()

    run_async(body())


def test_what_is_no_text_becomes_a_file_with_the_same_bytes(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        rescue(vault, "Picture.png", b"\x89PNG\xff\x00")
        shown = await rescued_dialog(vault)
        assert shown.pane.message.text().startswith("This is not text")
        assert shown.pane.state.text().endswith("\nThe file no longer exists.")
        assert not shown.copy_button.isEnabled()
        assert shown.save_button.text() == "Save as a &new file"
        shown.save_button.click()
        await until(lambda: not shown.isVisible())
        assert shown.saved == name(vault, "Picture.png")
        assert (vault.root / shown.saved).read_bytes() == b"\x89PNG\xff\x00"
        vault.close()

    run_async(body())


def test_what_is_too_large_to_be_compared_can_be_saved(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        rescue(vault, "Large.md", b"x" * (5 << 20))
        shown = await rescued_dialog(vault)
        assert "too large" in shown.pane.message.text()
        assert shown.copy_button.isEnabled()
        assert shown.save_button.isEnabled()
        shown.reject()
        vault.close()

    run_async(body())


def test_a_text_that_is_no_longer_kept_says_so(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        rescue(vault, "A.md", "first\n", 1)
        rescue(vault, "A.md", "second\n", 2)
        shown = await rescued_dialog(vault)
        with vault.journal._transaction() as db:
            db.execute("DELETE FROM blob")
            db.execute("DELETE FROM rescued WHERE time < ?", (1e9 + 100,))
        shown.save_button.click()  # it was stored when it was shown
        await until(lambda: "not kept any more" in shown.message.text())
        await until(lambda: shown.pane.message.text() == "This text is no longer kept.")
        assert shown.model.rowCount() == 1
        assert not shown.copy_button.isEnabled()
        assert not shown.save_button.isEnabled()
        QTest.keyClick(shown.table, Qt.Key.Key_Return)
        assert shown.isVisible()
        assert not list(vault.root.glob("*.md"))
        shown.reject()
        vault.close()

    run_async(body())


def test_the_last_text_goes_while_the_dialog_is_open(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        rescue(vault, "A.md", "lost\n")
        shown = await rescued_dialog(vault)
        vault.journal.prune(days=1)
        shown.copy_button.click()
        await until(lambda: shown.empty.isVisible())
        assert shown.empty.text() == "There are no more rescued texts."
        assert not shown.pane.isVisible()
        assert not shown.copy_button.isEnabled()
        assert not shown.save_button.isEnabled()
        shown.reject()
        vault.close()

    run_async(body())


def test_what_goes_wrong_is_said_in_the_dialog(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        rescue(vault, "A.md", "lost\n")
        shown = await rescued_dialog(vault)
        other = sqlite3.connect(tmp_path / "data/journal.sqlite", isolation_level=None)
        other.execute("CREATE TRIGGER no_change BEFORE INSERT ON turn BEGIN SELECT RAISE(ABORT, 'full'); END")
        shown.save_button.click()
        await until(lambda: "full" in shown.message.text())
        assert shown.isVisible()
        assert not list(vault.root.glob("*.md"))
        other.execute("DROP TRIGGER no_change")
        other.close()
        await until(shown.save_button.isEnabled)
        shown.save_button.click()
        await until(lambda: not shown.isVisible())
        assert (vault.root / shown.saved).read_text() == "lost\n"
        vault.close()

    run_async(body())


def test_a_saved_text_is_opened_in_the_window(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, {"Home.md": "theirs\n"}) as shown:
            write(shown.vault, "B", "b\n", "t")
            rescue(shown.vault, "Home.md", "mine\n")
            shown.window.menus.actions["agent.changes"].trigger()
            changes = await shown.dialog(ChangesDialog)
            await until(changes.storage.rescued.isVisible)
            changes.storage.rescued.click()
            first = await shown.dialog(RescuedDialog)
            first.reject()
            await until(lambda: not shown.window.findChildren(RescuedDialog))
            assert changes.isVisible()
            changes.storage.rescued.click()
            again = await shown.dialog(RescuedDialog)
            await until(again.save_button.isEnabled)
            again.save_button.click()
            path = name(shown.vault, "Home.md")
            await shown.shows(path)
            assert not [found for found in shown.window.findChildren(ChangesDialog) if found.isVisible()]
            assert shown.text(path) == "mine\n"

    run_async(body())


def test_enter_on_a_button_does_what_the_button_says(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        rescue(vault, "A.md", MINE)
        shown = await rescued_dialog(vault)
        QTest.keyClick(shown.copy_button, Qt.Key.Key_Return)
        await until(lambda: shown.message.text() == "The text is on the clipboard.")
        assert shown.isVisible()
        assert not shown.saved
        shut(shown, vault)

    run_async(body())


@pytest.mark.parametrize("now", [b"caf\xe9\n", b"x\n" * 3_000_000], ids=["no UTF-8", "large"])
def test_text_can_be_seen_whatever_the_file_is_now(run_async: Run, tmp_path: Path, now: bytes) -> None:
    async def body() -> None:
        vault = make_vault(tmp_path)
        (vault.root / "A.md").write_bytes(now)
        rescue(vault, "A.md", MINE)
        shown = await rescued_dialog(vault)
        assert shown.copy_button.isEnabled()
        assert shown.pane.diff.isVisible()
        shut(shown, vault)

    run_async(body())
