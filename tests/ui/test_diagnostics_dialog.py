"""What a diagnostics bundle holds is shown before it is saved."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QFileDialog

from axon_desktop.keys import KeyStore
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.diagnostics.dialog import BundleDialog
from axon_desktop.ui.diagnostics.saving import save_diagnostics
from axon_desktop.ui.main_window import MainWindow
from axon_desktop.ui.theme import Theme
from tests.ui.chat_world import Run, dialog, until

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture
def window(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HOME", str(tmp_path))
    state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    return MainWindow(Theme(qapp, "light"), QIcon(), state)


def test_what_is_shown_is_what_is_saved(window: MainWindow, tmp_path: Path, run_async: Run) -> None:
    texts: dict[str, str] = {}

    async def body() -> None:
        saving = spawn(save_diagnostics(window, KeyStore(), None), name="save")
        await until(lambda: isinstance(dialog(), BundleDialog))
        shown = dialog()
        assert isinstance(shown, BundleDialog)
        assert not shown.save.isEnabled()
        await until(shown.save.isEnabled)
        for row in range(shown.list.count()):
            shown.list.setCurrentRow(row)
            texts[shown.list.item(row).text()] = shown.text.toPlainText()
        assert "events.txt" in texts
        shown.save.click()
        await until(lambda: isinstance(dialog(), QFileDialog))
        asked = dialog()
        assert isinstance(asked, QFileDialog)
        asked.accept()
        await saving
        assert window.error_bar.text.text() == ""
        assert "axon-diagnostics-" in window.statusBar().currentMessage()
        window.close_for_good()
        window.deleteLater()

    run_async(body())
    (file,) = tmp_path.glob("*.zip")
    with zipfile.ZipFile(file) as bundle:
        assert {name: bundle.read(name).decode() for name in bundle.namelist()} == texts


def test_dialog_that_is_left_saves_nothing(window: MainWindow, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        saving = spawn(save_diagnostics(window, KeyStore(), None), name="save")
        await until(lambda: isinstance(dialog(), BundleDialog))
        shown = dialog()
        assert shown is not None
        shown.reject()
        await saving
        window.close_for_good()
        window.deleteLater()

    run_async(body())
    assert list(tmp_path.glob("*.zip")) == []
