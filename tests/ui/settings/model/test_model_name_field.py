"""The field for a model's name: the server's models are listed, typed text stays."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import ModelSettings, Settings
from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.look.theme import apply_theme
from axon_desktop.ui.settings.dialog import SettingsDialog
from axon_desktop.ui.settings.model.model_name_field import ModelNameField
from tests.llm.listing_server import PAGE, ListingServer
from tests.ui.chat_world import Run, until


@pytest.fixture
def box(qtbot: QtBot) -> ModelNameField:
    made = ModelNameField()
    qtbot.addWidget(made)
    made.show()
    return made


def test_what_is_typed_stays_when_names_come(box: ModelNameField) -> None:
    QTest.keyClicks(box.field, "mine")
    box.field.setCursorPosition(2)
    box.offer(["a", "b"])
    assert (box.field.text(), box.field.cursorPosition()) == ("mine", 2)
    box.showPopup()
    assert box.field.text() == "mine", "also if it is none of them"
    assert box.view().isVisible()
    box.hidePopup()
    assert box.offered == ("a", "b")


def test_down_opens_the_list_and_the_wheel_changes_nothing(box: ModelNameField, qtbot: QtBot) -> None:
    box.offer(["a", "b"])
    box.field.setText("b")
    QTest.keyClick(box.field, Qt.Key.Key_Up)
    assert box.field.text() == "b"
    QTest.keyClick(box.field, Qt.Key.Key_Down)
    assert box.view().isVisible()
    assert box.view().currentIndex().row() == 1
    QTest.keyClick(box.view(), Qt.Key.Key_Escape)
    assert (box.field.text(), box.view().isVisible()) == ("b", False)


def test_list_that_is_empty_is_wished_for(box: ModelNameField, qtbot: QtBot) -> None:
    with qtbot.waitSignal(box.wanted):
        QTest.keyClick(box.field, Qt.Key.Key_Down)
    assert not box.view().isVisible()


def test_address_that_was_typed_in_the_settings_brings_the_models_of_its_server(
    qapp: QApplication, run_async: Run
) -> None:
    async def body(server: ListingServer) -> None:
        apply_theme(qapp, LIGHT)
        old = ModelSettings(provider="openai_compatible", base_url="http://127.0.0.1:1/v1", model="old")
        dialog = SettingsDialog(Settings(model=old), KeyStore({}))
        answer = spawn(ask(dialog), name="settings")
        await until(dialog.isActiveWindow)
        form = dialog.models.form
        form.base_url.setFocus()
        form.base_url.selectAll()
        QTest.keyClicks(form.base_url, server.where)
        test = form.test.mapTo(form, QPoint(0, 0))
        QTest.keyClick(form.base_url, Qt.Key.Key_Tab)
        await until(lambda: form.models.offered == server.models)
        assert form.base_url.text() == f"{server.base_url}/v1"
        assert form.model.text() == "old", "a name that somebody entered stays"
        assert "2 models" in form.test_result.text()
        assert form.test.mapTo(form, QPoint(0, 0)) == test, "nothing moves"
        QTest.keyClick(form.model, Qt.Key.Key_Down)
        QTest.keyClick(form.models.view(), Qt.Key.Key_Down)
        QTest.keyClick(form.models.view(), Qt.Key.Key_Return)
        await until(lambda: form.model.text() in server.models)
        chosen = form.model.text()
        dialog.save.click()
        assert await answer
        saved = dialog.new_settings.model
        assert (saved.base_url, saved.model) == (f"{server.base_url}/v1", chosen)

    with ListingServer(["a", "b"]) as server:
        run_async(body(server))


@pytest.mark.parametrize(
    ("server", "words"),
    [
        (ListingServer(needs_key=True), "does not accept the key"),
        (ListingServer(root="/x", elsewhere=PAGE), "No model answers at this address"),
        (ListingServer([]), "offers no model"),
    ],
    ids=["key", "page", "empty"],
)
def test_server_without_a_list_says_why(
    qapp: QApplication, run_async: Run, server: ListingServer, words: str
) -> None:
    async def body() -> None:
        apply_theme(qapp, LIGHT)
        model = ModelSettings(provider="openai_compatible", base_url=server.base_url, model="m")
        dialog = SettingsDialog(Settings(model=model), KeyStore({}))
        answer = spawn(ask(dialog), name="settings")
        await until(dialog.isActiveWindow)
        dialog.models.form.load.click()
        await until(lambda: words in dialog.models.form.test_result.text())
        await until(dialog.models.form.load.isEnabled)
        dialog.reject()
        await answer

    with server:
        run_async(body())


def test_every_part_of_the_field_has_a_name(qapp: QApplication) -> None:
    dialog = SettingsDialog(Settings(model=ModelSettings(provider="openai")), KeyStore({}))
    form = dialog.models.form
    named: list[QWidget] = [form.models, form.model]
    assert {part.accessibleName() for part in named} == {"Model"}
    assert any(label.buddy() is form.model for label in form.findChildren(QLabel))
    dialog.deleteLater()
