from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import ModelSettings, Settings
from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.look.theme import apply_theme
from axon_desktop.ui.settings.dialog import SettingsDialog
from axon_desktop.ui.settings.page_search import rows_of
from tests.ui.chat_world import Run, until


@pytest.fixture
def dialog(qtbot: QtBot) -> SettingsDialog:
    """The settings, with keys in memory only."""
    made = SettingsDialog(Settings(), KeyStore({}, backend=None), page="general")
    qtbot.addWidget(made)
    return made


def ground(page: QWidget, x: int, y: int) -> str:
    return page.grab().toImage().pixelColor(x, y).name()


def listed(dialog: SettingsDialog) -> list[str]:
    return [dialog.list.item(row).text() for row in range(dialog.list.count())]


def search(dialog: SettingsDialog, text: str) -> list[str]:
    dialog.search.box.setText(text)
    return listed(dialog)


PAGES = ["General", "Models", "Tools & safety", "Appearance", "Editor", "Search by meaning", "Task Manager"]


def test_words_filter_pages_and_rows(dialog: SettingsDialog) -> None:
    assert listed(dialog) == PAGES
    assert search(dialog, "round") == [
        "Tools & safety",
        "Tool calls per round",
        "Ask before round",
        "Stop after round",
    ]
    assert dialog.list.currentItem().text() == "Tool calls per round"
    assert dialog.search.marked == ["Tool calls per round", "Ask before round", "Stop after round"]
    assert search(dialog, "safety cost") == ["Tools & safety", "Cost limit per request"]
    assert search(dialog, "appear") == ["Appearance"]
    assert search(dialog, "dark") == ["Appearance", "Theme"]  # choices are found, too
    assert search(dialog, "简体") == ["General", "Language"]
    assert search(dialog, "  ") == PAGES
    assert dialog.search.marked == []


def test_rows_measured_before_they_are_shown_are_as_high_as_they_are_drawn(
    qtbot: QtBot, qapp: QApplication, run_async: Run
) -> None:
    apply_theme(qapp, LIGHT)
    dialog = SettingsDialog(Settings(), KeyStore({}, backend=None))
    qtbot.addWidget(dialog)
    rows = dialog.list
    early = rows.visualItemRect(rows.item(1)).top()  # a screen reader requests it as soon as a row is selected

    async def body() -> None:
        dialog.show()
        await until(dialog.isActiveWindow)
        assert rows.visualItemRect(rows.item(1)).top() == early == rows.sizeHintForRow(0)

    run_async(body())


def test_descriptions_are_found(dialog: SettingsDialog) -> None:
    found = search(dialog, "can be undone")
    assert found[0] == "Tools & safety"
    assert any(text.startswith("You see every command") for text in found[1:])


def test_nothing_found_is_said(dialog: SettingsDialog, run_async: Run) -> None:
    async def body() -> None:
        dialog.show()
        await until(dialog.isActiveWindow)
        assert search(dialog, "qqqq") == []
        empty = dialog._pages.currentWidget()
        assert isinstance(empty, QLabel)
        assert empty.text() == "Nothing found for “qqqq”."
        search(dialog, "qqqq <b>")
        assert empty.text() == "Nothing found for “qqqq <b>”."
        assert empty.textFormat() == Qt.TextFormat.PlainText
        dialog.search.box.clear()
        assert listed(dialog) == PAGES
        assert dialog._pages.currentIndex() == dialog.list.currentRow()

    run_async(body())


def test_keys_lead_to_the_setting_and_back(dialog: SettingsDialog, run_async: Run) -> None:
    async def body() -> None:
        dialog.show()
        await until(dialog.isActiveWindow)
        dialog.activateWindow()
        await until(dialog.isActiveWindow)
        QTest.keyClick(dialog, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        assert dialog.search.box.hasFocus()
        QTest.keyClicks(dialog.search.box, "round")
        QTest.keyClick(dialog.search.box, Qt.Key.Key_Down)
        assert dialog.list.currentItem().text() == "Ask before round"
        QTest.keyClick(dialog.search.box, Qt.Key.Key_Return)
        assert dialog.safety.confirm.hasFocus()
        assert dialog.isVisible()
        dialog.search.start()
        QTest.keyClick(dialog.search.box, Qt.Key.Key_Escape)
        assert listed(dialog) == PAGES
        assert dialog.list.currentItem().text() == "Tools & safety"
        assert dialog.isVisible()
        QTest.keyClick(dialog.search.box, Qt.Key.Key_Escape)
        assert not dialog.isVisible()

    run_async(body())


def test_rows_that_are_hidden_are_not_found(dialog: SettingsDialog) -> None:
    titles = [row.title for row in rows_of(dialog.safety)]
    assert "Remove rule" not in titles  # there is none to remove
    words = "No rules yet. Choosing “Always” or “Never” when Axon asks about a change adds a rule here."
    assert words in titles


def test_marks_are_painted(dialog: SettingsDialog, run_async: Run) -> None:
    async def body() -> None:
        dialog.show()
        await until(dialog.isActiveWindow)
        before = dialog.grab().toImage()
        search(dialog, "language")
        assert dialog.search.marked == ["Language"]
        assert dialog.grab().toImage() != before

    run_async(body())


def test_mark_is_one_band_behind_what_it_marks(qapp: QApplication, run_async: Run) -> None:
    async def body() -> None:
        apply_theme(qapp, LIGHT)
        keys = KeyStore.from_environment({"DEEPSEEK_API_KEY": "sk-given-1234"}, backend=None)
        dialog = SettingsDialog(Settings(model=ModelSettings(provider="deepseek")), keys)
        dialog.show()
        form, page = dialog.models.form, dialog.models
        await until(lambda: "variable DEEPSEEK_API_KEY" in form.key_row.place.text())
        assert search(dialog, "API") == ["Models", "API key"], "how it is now is no setting"
        field = QRect(form.key.mapTo(page, QPoint()), form.key.size())
        layout = page.layout()
        assert layout is not None
        band = layout.contentsRect()
        for x in (band.left(), field.left() - 2, band.right() + 2):
            assert ground(page, x, field.center().y()) not in (LIGHT.raised, LIGHT.line)
        assert ground(page, field.right() - 9, field.center().y()) == LIGHT.raised
        assert ground(page, band.left(), field.bottom() + 12) == LIGHT.raised
        search(dialog, "keys are kept")
        words = page.findChildren(QLabel)[1]
        line = words.mapTo(page, words.rect().center()).y()
        assert ground(page, band.left(), line) == ground(page, band.right(), line) != LIGHT.raised
        dialog.close()

    run_async(body())
