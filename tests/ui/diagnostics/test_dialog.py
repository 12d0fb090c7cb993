"""The content of a diagnostics bundle is shown before it is saved."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, QTranslator
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QFileDialog

from axon_desktop.diagnostics import report as diagnostics
from axon_desktop.settings.keys import KeyStore
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.diagnostics.dialog import BundleDialog
from axon_desktop.ui.diagnostics.saving import _collect, save_diagnostics
from axon_desktop.ui.look.theme import Theme
from axon_desktop.ui.window.main_window import MainWindow
from tests.ui.chat_world import Run, dialog, until

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture
def window(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HOME", str(tmp_path))
    state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    Theme(qapp, "light")
    return MainWindow(QIcon(), state)


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


class Words(QTranslator):
    """A translation of one text."""

    def isEmpty(self) -> bool:
        return False

    def translate(self, context: str, text: str, _more: str | None = None, _count: int = -1) -> str:
        return "说明\n" if (context, text) == ("Diagnostics", diagnostics.README) else ""


def test_first_part_speaks_the_windows_language_and_then_english(qapp: QApplication, run_async: Run) -> None:
    async def body() -> None:
        for words in (None, Words(qapp)):
            if words is not None:
                qapp.installTranslator(words)
            parts: dict[str, str] = {}
            await _collect(BundleDialog(), parts, KeyStore({}, backend=None), None)
            own = "" if words is None else "说明\n\n"
            assert parts["README.txt"] == own + diagnostics.README
            if words is not None:
                qapp.removeTranslator(words)

    run_async(body())


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
