"""What must know German once its line and its texts are there; `test_language.py` runs this with both."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QDate, QLocale, QTranslator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop.options import peek_look
from axon_desktop.settings import settings as settings_file
from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import GeneralSettings, Settings
from axon_desktop.ui.help.texts import GUIDES, read_help, read_news
from axon_desktop.ui.language.translation import english_of, install_translations, is_english, pick_language
from axon_desktop.ui.selftest.selftest import _read_resources
from axon_desktop.ui.settings.dialog import SettingsDialog
from axon_desktop.ui.status_bar.status_bar import StatusBar


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "axon"))


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    """Let the window speak German."""
    before = QLocale()
    assert install_translations(qapp, "de") == "de"
    yield
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(before)


def test_settings_file_keeps_it() -> None:
    chosen = Settings(general=GeneralSettings(language="de"))
    settings_file.save(chosen)
    problems: list[Exception] = []
    assert (settings_file.load(on_problem=problems.append), problems) == (chosen, [])
    assert peek_look()[1] == "de"  # which the first paint goes by
    settings_file.settings_file().write_text('{"general": {"language": "dd"}}', "utf-8")
    settings_file.load(on_problem=problems.append)
    assert "“de”" in str(problems[0])


def test_settings_offer_it(qtbot: QtBot) -> None:
    dialog = SettingsDialog(Settings(), KeyStore())
    qtbot.addWidget(dialog)
    dialog.language.setCurrentIndex(dialog.language.findData("de"))
    assert dialog.language.currentText() == "Deutsch"


def test_window_speaks_it(german: None, qapp: QApplication, qtbot: QtBot) -> None:
    assert not is_english()
    assert qapp.translate("SettingsDialog", "General") == "Allgemein"
    assert english_of("Allgemein") == "General"
    assert qapp.translate("QPlatformTheme", "Cancel") == "Abbrechen"  # in Qt's own texts
    assert QLocale().toString(QDate(2026, 3, 3), "MMMM") == "März"
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.set_language("de")
    assert (bar.language.text(), "Deutsch" in bar.language.toolTip()) == ("de", True)


@pytest.mark.parametrize("wanted", [["de"], ["de-AT", "en"], ["fr", "de-DE", "zh-TW"]])
def test_who_prefers_it_gets_it(wanted: list[str]) -> None:
    assert pick_language(wanted) == "de"


def test_help_is_english_where_it_has_none_of_its_own() -> None:
    assert read_help(GUIDES["de"]) == read_help(GUIDES["en"])
    assert read_news("de") == read_news("en")


def test_build_is_asked_for_its_texts() -> None:
    assert "zh_TW, de" in _read_resources()
