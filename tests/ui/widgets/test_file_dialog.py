"""Qt's dialog for files looks and speaks as the other dialogs do."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QDateTime, QDir, QLocale, QPoint, QRect, QSettings, Qt, QTranslator
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialogButtonBox,
    QFileDialog,
    QFileSystemModel,
    QLineEdit,
    QListView,
    QMenu,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from axon_desktop import paths
from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.look.theme import Theme, apply_theme
from axon_desktop.ui.vault_picker.chooser import VaultChooser
from axon_desktop.ui.widgets.file_dialog import HEADINGS, prepare_dialog
from tests.ui.chat_world import Run
from tests.waiting import until


@pytest.fixture
def dialog(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[QFileDialog]:
    apply_theme(qapp, LIGHT)
    (tmp_path / "A note.md").write_text("x", encoding="utf-8")
    os.utime(tmp_path / "A note.md", (0, 1_790_000_000))
    made = QFileDialog()
    qtbot.addWidget(made)
    made.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    prepare_dialog(made)
    made.setDirectory(str(tmp_path))
    made.show()
    yield made
    made.close()


def part(dialog: QFileDialog, kind: type[QWidget], name: str) -> tuple[QWidget, QRect]:
    found = dialog.findChild(kind, name)
    assert found is not None
    return found, QRect(found.mapTo(dialog, QPoint()), found.size())


@pytest.mark.parametrize("sample", [True, False])
def test_vault_is_looked_for_beside_the_open_one_but_never_among_our_own_files(
    sample: bool, qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_async: Run
) -> None:
    home = tmp_path / "home"
    root = (home / "data" / "Sample") if sample else (tmp_path / "notes" / "mine")
    root.mkdir(parents=True)
    monkeypatch.setattr(paths, "data_dir", lambda: home / "data")

    async def body() -> None:
        window = QWidget()
        qtbot.addWidget(window)
        state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
        chooser = VaultChooser(window, Theme(qapp, "light"), QMenu(window), state)
        chooser.remember(root)
        asking = asyncio.ensure_future(chooser._choose_folder())
        await until(lambda: window.findChild(QFileDialog) is not None)
        dialog = window.findChild(QFileDialog)
        assert dialog is not None
        begin = Path(dialog.directory().absolutePath())
        assert begin == (Path(QDir.homePath()) if sample else root.parent)
        dialog.reject()
        await asking

    run_async(body())


def test_parts_stand_as_in_other_dialogs(dialog: QFileDialog) -> None:
    _, name = part(dialog, QLineEdit, "fileNameEdit")
    _, kind = part(dialog, QComboBox, "fileTypeCombo")
    box = dialog.findChild(QDialogButtonBox)
    assert box is not None
    save, cancel = (box.button(which) for which in (box.StandardButton.Save, box.StandardButton.Cancel))
    right = dialog.width() - 20
    assert {name.right() + 1, kind.right() + 1, save.mapTo(dialog, QPoint(save.width(), 0)).x()} == {right}
    assert name.left() == kind.left() < dialog.width() // 3
    assert save.y() == cancel.y()
    assert cancel.x() < save.x()
    assert box.mapTo(dialog, QPoint()).y() > kind.bottom()


def test_it_begins_in_the_users_own_folder(qtbot: QtBot) -> None:
    made = QFileDialog()
    qtbot.addWidget(made)
    made.setFileMode(QFileDialog.FileMode.Directory)
    prepare_dialog(made)
    assert Path(made.directory().absolutePath()) == Path.home() != Path.cwd()


def test_both_lists_have_one_ground_and_frame(dialog: QFileDialog) -> None:
    for widget, _ in (part(dialog, QListView, "sidebar"), part(dialog, QTreeView, "treeView")):
        picture = widget.grab().toImage()
        middle = picture.width() // 2
        assert picture.pixelColor(middle, picture.height() - 1).name() == LIGHT.line
        assert picture.pixelColor(middle, picture.height() - 20).name() == LIGHT.bg


def test_dates_are_written_in_the_windows_language(dialog: QFileDialog, qtbot: QtBot, tmp_path: Path) -> None:
    before = QLocale()
    QLocale.setDefault(QLocale("zh_CN"))
    try:
        model, view = dialog.findChild(QFileSystemModel), dialog.findChild(QTreeView, "treeView")
        assert model is not None
        assert view is not None
        index = model.index(str(tmp_path / "A note.md"), 3)
        qtbot.waitUntil(lambda: model.lastModified(index).toSecsSinceEpoch() == 1_790_000_000)
        delegate = view.itemDelegateForIndex(index)
        assert isinstance(delegate, QStyledItemDelegate)
        shown = QStyleOptionViewItem()
        delegate.initStyleOption(shown, index)
        assert shown.text == QDateTime.fromSecsSinceEpoch(1_790_000_000).toString("yyyy/M/d HH:mm")
    finally:
        QLocale.setDefault(before)


class Words(QTranslator):
    """Marks the headings that the program translates itself."""

    def isEmpty(self) -> bool:
        return False

    def translate(self, context: str, text: str, _more: str | None = None, _count: int = -1) -> str:
        return f"own {text}" if context == "QFileSystemModel" and text in HEADINGS else ""


def test_headings_are_asked_of_our_translation(qapp: QApplication) -> None:
    words = Words(qapp)
    qapp.installTranslator(words)
    try:
        assert QFileSystemModel().headerData(1, Qt.Orientation.Horizontal) == "own Size"
    finally:
        qapp.removeTranslator(words)
