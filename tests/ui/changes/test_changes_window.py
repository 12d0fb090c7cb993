"""The changes in the whole window: from the menu, from a card, and back to the cards."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

from axon_desktop.ui.changes.change_model import FileRow
from axon_desktop.ui.changes.changes_dialog import ChangesDialog
from axon_desktop.ui.changes.undo.undo_dialog import UndoDialog
from axon_desktop.ui.changes.undo.widget_tasks import WidgetTasks
from axon_desktop.ui.chat.panel import ChatPanel
from axon_desktop.ui.conversations.rewind_dialog import RewindDialog
from tests.ui.chat_world import Run, until
from tests.ui.obsidian_window import vault_window


def test_the_menu_shows_what_the_user_changed_and_a_note_is_opened_from_there(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, {"Home.md": "# Home\n"}) as shown:
            shown.vault.apply(shown.vault.preview("想法", "第一行\n", "overwrite"), turn="t", origin="user")
            shown.window.menus.actions["agent.changes"].trigger()
            dialog = await shown.dialog(ChangesDialog)
            await until(lambda: dialog.changes.model.rowCount() == 1)
            shown.window.menus.actions["agent.changes"].trigger()  # it is open already
            dialog.changes.enter(0)
            await until(lambda: isinstance(dialog.changes.current, FileRow))
            dialog._open_note("想法.md")
            await shown.shows("想法.md")
            assert not [found for found in shown.window.findChildren(ChangesDialog) if found.isVisible()]

    run_async(body())


def test_a_card_shows_its_change_and_follows_what_is_undone_there(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, {"Home.md": "# Home\n"}) as shown:
            change = shown.vault.apply(shown.vault.preview("A", "a\n", "overwrite"), turn="t")
            panel = shown.window.chat
            assert isinstance(panel, ChatPanel)
            received: list[object] = []
            panel._session.undone.connect(received.append)
            panel.change_requested.emit(change.id)
            dialog = await shown.dialog(ChangesDialog)
            await until(lambda: isinstance(dialog.changes.current, FileRow))
            dialog.note_button.click()
            await until(lambda: not shown.has("A.md"))
            await until(lambda: len(received) == 1)
            dialog.reject()

    run_async(body())


def test_undo_of_the_last_turn_asks_with_a_preview_where_it_is_not_plain(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, {"Home.md": "one\n", "Other.md": "one\n"}) as shown:
            for path in ("Home", "Other"):
                shown.vault.apply(shown.vault.preview(path, "two\n", "overwrite"), turn="t")
            (shown.root / "Home.md").write_text("mine\n", encoding="utf-8")
            os.utime(shown.root / "Home.md", (1e9, 1e9))
            shown.window.menus.actions["agent.undo_last_change"].trigger()
            dialog = await shown.dialog(UndoDialog)
            assert not dialog.preview.ok
            dialog.reject()
            await until(lambda: not shown.window.findChildren(UndoDialog))
            assert (shown.text("Home.md"), shown.text("Other.md")) == ("mine\n", "two\n")
            shown.window.menus.actions["agent.undo_last_change"].trigger()
            (await shown.dialog(UndoDialog)).agree_button.click()  # the other note
            await shown.says("Undone: Other.md")
            assert (shown.text("Home.md"), shown.text("Other.md")) == ("mine\n", "one\n")

    run_async(body())


def test_plain_undo_of_the_last_turns_asks_nothing(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, {"Home.md": "one\n"}) as shown:
            for text in ("two\n", "three\n"):
                shown.vault.apply(shown.vault.preview("Home", text, "overwrite"), turn=text)
            for _ in range(2):  # the second while the first is running
                shown.window.menus.actions["agent.undo_last_change"].trigger()
            await until(lambda: shown.text("Home.md") == "one\n")
            assert not shown.window.findChildren(UndoDialog)
            await until(lambda: "Undone" in shown.said)
            shown.window.menus.actions["agent.undo_last_change"].trigger()
            await shown.says("There is nothing to undo.")

    run_async(body())


def test_what_reads_in_the_background_ends_with_its_widget(run_async: Run) -> None:
    async def body() -> None:
        widget = QWidget()
        ended: list[str] = []

        async def read() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                ended.append("gone")

        WidgetTasks(widget).start(read(), name="read")
        await asyncio.sleep(0)
        widget.deleteLater()
        await until(lambda: ended == ["gone"])

    run_async(body())


def test_going_back_without_messages_asks_nothing(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, {"Home.md": "# Home\n"}) as shown:
            shown.window.menus.actions["agent.go_back_to_a_message"].trigger()
            assert not shown.window.findChildren(RewindDialog)

    run_async(body())
