from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from axon_desktop.ui.main_window import MainWindow
from axon_desktop.ui.obsidian.vault_list import VaultList
from axon_desktop.ui.question import Question
from tests.ui.chat_world import Run, until
from tests.ui.obsidian_window import vault_window

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")
NOTES = {"Home.md": "# Home\n", "Daily/Day.md": "# Day\n", "日记/今天.md": "# 今天\n"}


def drop(window: MainWindow, *files: Path, text: str = "") -> bool:
    """Drag files over the window and let them go; tell whether it took them."""
    data = QMimeData()
    if files:
        data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    if text:
        data.setText(text)
    held = (Qt.DropAction.CopyAction | Qt.DropAction.MoveAction, data, Qt.MouseButton.LeftButton)
    enter = QDragEnterEvent(QPoint(500, 400), *held, Qt.KeyboardModifier.NoModifier)
    enter.ignore()
    QApplication.sendEvent(window, enter)
    if not enter.isAccepted():
        return False
    event = QDropEvent(QPointF(500, 400), *held, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(window, event)
    return event.isAccepted() and event.dropAction() == Qt.DropAction.CopyAction


def test_notes_of_the_vault_are_opened(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            assert drop(world.window, world.root / "日记" / "今天.md")
            await world.shows("日记/今天.md")
            assert drop(world.window, world.root / "Home.md", world.root / "Daily" / "Day.md")
            await world.shows("Daily/Day.md")
            assert [tab.path for tab in world.window.preview.tabs.all] == ["Home.md", "Daily/Day.md"]
            assert not drop(world.window, text="only words")

    run_async(body())


def test_folder_of_the_vault_is_listed(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            assert drop(world.window, world.root / "日记")
            await until(lambda: world.window.tree.filter.text() == "日记/")
            assert drop(world.window, world.root)
            await until(lambda: world.window.tree.filter.text() == "")

    run_async(body())


def test_outside_folder_is_asked_about(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        other = tmp_path / "other"
        (other / ".obsidian").mkdir(parents=True)
        (other / "Notes").mkdir()
        (other / "Notes" / "A.md").touch()
        async with vault_window(qapp, tmp_path, NOTES) as world:
            asked: list[tuple[str, str]] = []
            world.window.chooser.note_requested.connect(lambda *wish: asked.append(wish))
            assert drop(world.window, other)
            box = await world.dialog(Question)
            assert box.windowTitle() == "Open the folder other as a vault?"
            box.cancel_button.click()
            await until(lambda: not world.window.findChildren(Question))
            assert asked == []
            assert drop(world.window, other / "Notes" / "A.md")
            box = await world.dialog(Question)
            assert "“A.md” is not in this vault" in box.windowTitle()
            assert box.sentences == (str(other),)
            box.accept_button.click()
            await until(lambda: asked == [(str(other), "Notes/A.md")])

    run_async(body())


def test_missing_vaults_are_grey_and_can_be_removed(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            (tmp_path / "there").mkdir()
            for name in ("gone", "lost", "there"):
                world.window.chooser.remember(tmp_path / name)
            world.window.chooser.remember(world.root)
            await world.window.chooser.look()
            menu = world.window.menus.recent
            shown = {action.text(): action for action in menu.actions() if not action.isSeparator()}
            assert not shown[str(tmp_path / "gone")].isEnabled()
            assert shown[str(tmp_path / "gone")].property("reason") == "The folder cannot be found."
            assert shown[str(tmp_path / "there")].isEnabled()
            world.window.menus.open_vault_requested.emit()
            dialog = await world.dialog(VaultList)
            dialog.list.setCurrentRow([dialog.list.item(row).text() for row in range(4)].index("gone"))
            assert not dialog.open_button.isEnabled()
            assert dialog.remove.isVisible()
            dialog.remove.click()
            assert dialog.list.count() == 3
            dialog.list.setCurrentRow(0)
            assert not dialog.remove.isVisible()  # it is open
            dialog.reject()
            assert str(tmp_path / "gone") not in [action.text() for action in menu.actions()]
            assert str(tmp_path / "lost") in [action.text() for action in menu.actions()]
            menu.actions()[-1].trigger()
            left = [action.text() for action in menu.actions()]
            assert left == [str(world.root), str(tmp_path / "there")]

    run_async(body())
