"""Files and folders are chosen in the system's dialog; Qt's is used if there is none, as in tests."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QDir, QSettings, Qt, QTranslator
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QFileSystemModel, QLineEdit, QMenu, QWidget
from pytestqt.qtbot import QtBot

from axon_desktop import paths
from axon_desktop.ui.vault_picker.chooser import VaultChooser
from axon_desktop.ui.widgets import file_dialog
from axon_desktop.ui.widgets.confirm_dialog import Question
from axon_desktop.ui.widgets.file_dialog import HEADINGS, ask_file, ask_folder, ask_save_file
from tests.ui.chat_world import Run
from tests.waiting import until


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


async def asked(window: QWidget, kind: type[QDialog]) -> QDialog:
    """Return the dialog of this kind that is open over a window."""
    await until(lambda: any(one.isActiveWindow() for one in window.findChildren(kind)))
    return next(one for one in window.findChildren(kind) if one.isActiveWindow())


async def choose(
    window: QWidget, asking: Awaitable[Path | None], file: Path | None, replace: bool = True
) -> Path | None:
    """Answer a dialog with a file, or with Cancel, and the question that may follow; return the result."""
    task = asyncio.ensure_future(asking)
    dialog = await asked(window, QFileDialog)
    assert isinstance(dialog, QFileDialog)
    assert not dialog.testOption(QFileDialog.Option.DontUseNativeDialog)
    if file is None:
        dialog.reject()
    else:
        name = dialog.findChild(QLineEdit)
        assert name is not None
        name.setText(str(file))
        dialog.accept()
    await until(lambda: task.done() or any(one.isVisible() for one in window.findChildren(Question)))
    if not task.done():
        question = await asked(window, Question)
        question.accept() if replace else question.reject()
    return await task


Ask = Callable[[QWidget, Path], tuple[Awaitable[Path | None], Path]]


def folder(window: QWidget, tmp: Path) -> tuple[Awaitable[Path | None], Path]:
    (tmp / "笔记").mkdir()
    return ask_folder(window, "Folder"), tmp / "笔记"


def existing(window: QWidget, tmp: Path) -> tuple[Awaitable[Path | None], Path]:
    (tmp / "a b.json").write_text("{}", encoding="utf-8")
    return ask_file(window, "File", ["JSON (*.json)", "All (*)"]), tmp / "a b.json"


def new(window: QWidget, tmp: Path) -> tuple[Awaitable[Path | None], Path]:
    return ask_save_file(window, "Save", "Plan.md"), tmp / "Plan.md"


@pytest.mark.parametrize("kind", [folder, existing, new])
def test_what_is_chosen_is_returned_and_none_after_cancel(
    kind: Ask, window: QWidget, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        asking, file = kind(window, tmp_path)
        assert await choose(window, asking, file) == file
        (tmp_path / "other").mkdir()
        asking, _ = kind(window, tmp_path / "other")
        assert await choose(window, asking, None) is None
        assert not window.findChildren(Question)

    run_async(body())


@pytest.mark.parametrize("replace", [True, False])
def test_file_that_is_there_is_replaced_only_after_a_yes(
    replace: bool, window: QWidget, tmp_path: Path, run_async: Run
) -> None:
    file = tmp_path / "Plan.md"
    file.write_text("mine", encoding="utf-8")

    async def body() -> None:
        asking = ask_save_file(window, "Save", "Plan.md")
        assert await choose(window, asking, file, replace) == (file if replace else None)
        assert file.read_text(encoding="utf-8") == "mine"

    run_async(body())


def test_system_that_asks_itself_is_not_asked_after(
    window: QWidget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_async: Run
) -> None:
    monkeypatch.setattr(file_dialog, "_ASKS_ITSELF", True)
    file = tmp_path / "Plan.md"
    file.write_text("mine", encoding="utf-8")

    async def body() -> None:
        assert await choose(window, ask_save_file(window, "Save", "Plan.md"), file, replace=False) == file

    run_async(body())


def test_name_without_suffix_gets_that_of_the_proposal(window: QWidget, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        asking = ask_save_file(window, "Save", "report.zip")
        assert await choose(window, asking, tmp_path / "mine") == tmp_path / "mine.zip"

    run_async(body())


@pytest.mark.parametrize("sample", [True, False])
def test_vault_is_looked_for_beside_the_open_one_but_never_among_our_own_files(
    sample: bool,
    qapp: QApplication,
    window: QWidget,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    run_async: Run,
) -> None:
    home = tmp_path / "home"
    root = (home / "data" / "Sample") if sample else (tmp_path / "notes" / "mine")
    root.mkdir(parents=True)
    monkeypatch.setattr(paths, "data_dir", lambda: home / "data")

    async def body() -> None:
        state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
        chooser = VaultChooser(window, QMenu(window), state)
        chooser.remember(root)
        asking = asyncio.ensure_future(chooser._choose_folder())
        dialog = await asked(window, QFileDialog)
        assert isinstance(dialog, QFileDialog)
        begin = Path(dialog.directory().absolutePath())
        assert begin == (Path(QDir.homePath()) if sample else root.parent)
        dialog.reject()
        assert await asking is False

    run_async(body())


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
