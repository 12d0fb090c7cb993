"""The messages of panels and dialogs that have nothing to show, with the reason."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QDialog, QToolButton
from pytestqt.qtbot import QtBot

from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.index.vault_index import VaultIndex
from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import Settings
from axon_desktop.ui.conversations.history_dialog import HistoryDialog
from axon_desktop.ui.file_actions.templates import TemplateChoice
from axon_desktop.ui.look.theme import Theme
from axon_desktop.ui.search.page import SearchPage
from axon_desktop.ui.search.recent import RecentList
from axon_desktop.ui.settings.dialog import SettingsDialog
from axon_desktop.ui.status_bar.index_status import failure_words
from axon_desktop.ui.tree.panel import VaultTree
from axon_desktop.ui.vault_picker.known_vaults import OfferedVault
from axon_desktop.ui.vault_picker.list import VaultList
from axon_desktop.ui.window.main_window import MainWindow
from axon_desktop.vault import Vault
from tests.ui.chat_world import Run, until

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")


def state_in(folder: Path) -> QSettings:
    return QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)


def said(tree: VaultTree) -> str:
    """Return the message in place of the tree; empty while the tree is shown."""
    return tree._hint.text() if tree._pages.currentWidget() is tree._hint else ""


def test_tree_says_that_the_vault_is_empty_then_gone_then_shows_what_comes(
    qtbot: QtBot, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        root = tmp_path / "Empty"
        root.mkdir()
        tree = VaultTree()
        qtbot.addWidget(tree)
        tree.show()
        tree.set_vault(Vault(root, data_dir=tmp_path / "data"))
        await until(lambda: said(tree) == "No notes yet")
        root.rename(tmp_path / "Elsewhere")
        tree.refresh()
        await until(lambda: "cannot be read" in said(tree))
        (tmp_path / "Elsewhere").rename(root)
        (root / "Idea.md").write_text("An idea.\n")
        tree.refresh()
        await until(lambda: said(tree) == "" and tree.view.isVisible())
        tree.leave_vault()

    run_async(body())


def test_window_without_a_vault_says_what_to_do_everywhere(qapp: QApplication, tmp_path: Path) -> None:
    Theme(qapp, "light")
    window = MainWindow(QIcon(), state_in(tmp_path))
    window.show_no_vault()
    for words in (said(window.tree), window.preview.body.hint.text()):
        assert "File → Open vault" in words
    assert not window.tree.filter.isEnabled()
    window.close_for_good()
    window.deleteLater()


def test_search_says_what_finds_notes_before_anything_was_looked_for(qtbot: QtBot, tmp_path: Path) -> None:
    page = SearchPage(RecentList(state_in(tmp_path), 3))
    qtbot.addWidget(page)
    page.show()
    assert "No vault is open" in page._none_yet.text()
    assert page._none_yet.isVisible()
    assert not page.last_queries.isVisible()


def test_history_that_cannot_be_read_says_so(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        store = ConversationStore(tmp_path / "conversations.sqlite")
        await store.open()
        await store.close()
        dialog = HistoryDialog(store, "v")
        dialog.show()
        await until(dialog.empty.isVisible)
        assert "cannot be read" in dialog.empty.text()
        assert "No conversations yet" not in dialog.empty.text()
        dialog.close()
        dialog.deleteLater()

    run_async(body())


def test_templates_that_are_not_found_are_said(qtbot: QtBot) -> None:
    choice = TemplateChoice(["T/Daily.md", "T/Meeting.md"], "T")
    qtbot.addWidget(choice)
    choice.show()
    choice.field.setText("qqqq")
    assert choice.nothing.isVisible()
    assert choice.nothing.text() == "Nothing found for “qqqq”."
    assert not choice.list.isVisible()
    assert not choice.insert_button.isEnabled()
    cross = choice.field.findChild(QToolButton)
    assert cross is not None
    cross.click()
    assert choice.list.isVisible()
    assert choice.list.currentRow() == 0
    choice.insert_button.click()
    assert choice.chosen == "T/Daily.md"
    assert choice.result() == QDialog.DialogCode.Accepted


def test_list_of_vaults_says_what_to_do_once_the_last_was_forgotten(qtbot: QtBot, tmp_path: Path) -> None:
    vault = OfferedVault(tmp_path / "Old", of_obsidian=False, is_there=False, is_current=False, is_recent=True)
    dialog = VaultList([vault])
    qtbot.addWidget(dialog)
    dialog.show()
    dialog._forget()
    assert dialog.empty.isVisible()
    assert not dialog.list.isVisible()


def test_settings_begin_in_the_box_that_searches_them(qtbot: QtBot, run_async: Run) -> None:
    async def body() -> None:
        dialog = SettingsDialog(Settings(), KeyStore())
        qtbot.addWidget(dialog)
        dialog.show()
        dialog.activateWindow()
        await until(dialog.search.box.hasFocus)

    run_async(body())


def test_index_that_cannot_be_made_says_why(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        root = tmp_path / "Vault"
        root.mkdir()
        (root / "Idea.md").write_text("An idea.\n")
        cache = tmp_path / "cache"
        cache.write_text("Nothing can be made in a file.")
        index = VaultIndex(Vault(root, data_dir=tmp_path / "data"), home=cache / "index")
        index.start()
        await until(lambda: index.state.phase == "failed")
        assert index.state.problem
        assert index.state.problem in failure_words(index)
        assert "until you restart Axon" in failure_words(index)
        index.close()

    run_async(body())
