from __future__ import annotations

import asyncio
import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QDialog, QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from axon_desktop.keys import KeyStore
from axon_desktop.settings import FolderRule, Settings
from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.dialogs.settings import SettingsDialog
from axon_desktop.vault.markdown.colors import LIGHT
from tests.ui.chat_world import Run, until


class Ring:
    """A keyring in memory, with the shape that the keyring library asks of a backend."""

    name = "ring"

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


def make(settings: Settings | None = None, keys: KeyStore | None = None) -> SettingsDialog:
    return SettingsDialog(settings or Settings(), keys or KeyStore(backend=Ring()), LIGHT)


def choose(box: QComboBox, value: str) -> None:
    box.setCurrentIndex(box.findData(value))


def test_save_gives_what_was_chosen_and_leaves_the_old_settings_alone(run_async: Run) -> None:
    async def body() -> None:
        settings = Settings()
        settings.safety.rules = [FolderRule("v", "Inbox", True), FolderRule("v", "", False)]
        dialog = make(settings)
        answer = spawn(ask(dialog), name="settings")
        await until(dialog.isVisible)
        choose(dialog.models.form.provider, "openai_compatible")
        dialog.models.form.base_url.setText("http://127.0.0.1:11434/v1")
        dialog.models.form.model.setText("qwen3:4b")
        choose(dialog.safety.mode, "apply")
        dialog.safety.confirm.setValue(7)
        dialog.safety.rules.setCurrentRow(1)
        dialog.safety.remove.click()
        choose(dialog.appearance.theme, "dark")
        choose(dialog.language, "zh_CN")
        QTest.keyClick(dialog, Qt.Key.Key_Return)
        assert await answer == QDialog.DialogCode.Accepted
        new = dialog.new_settings
        assert (new.model.provider, new.model.model) == ("openai_compatible", "qwen3:4b")
        assert (new.safety.mode, new.limits.confirm_round) == ("apply", 7)
        assert new.safety.rules == [FolderRule("v", "Inbox", True)]
        assert (new.general.theme, new.general.language) == ("dark", "zh_CN")
        assert settings == Settings(safety=settings.safety)
        assert len(settings.safety.rules) == 2

    run_async(body())


def test_escape_changes_nothing(run_async: Run) -> None:
    async def body() -> None:
        settings = Settings()
        dialog = make(settings)
        answer = spawn(ask(dialog), name="settings")
        await until(dialog.isVisible)
        choose(dialog.appearance.theme, "dark")
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        assert await answer == QDialog.DialogCode.Rejected
        assert dialog.new_settings is settings
        assert settings == Settings()

    run_async(body())


@pytest.mark.parametrize("row", range(4))
def test_every_letter_opens_one_thing(qtbot: QtBot, row: int) -> None:
    dialog = make()
    qtbot.addWidget(dialog)
    page = dialog._pages.widget(row)
    assert page is not None
    words: list[QLabel | QAbstractButton] = [
        *page.findChildren(QLabel),
        *page.findChildren(QAbstractButton),
        dialog.save,
    ]
    letters = [found[1].lower() for word in words for found in re.finditer("&(.)", word.text())]
    assert "s" in letters
    assert len(letters) == len(set(letters)), letters


@pytest.mark.parametrize(
    ("url", "model", "complaint"),
    [
        ("", "m", "base URL"),
        ("ftp://x", "m", "base URL"),
        ("http://[", "m", "base URL"),
        ("http://h/v1", "", "name of the model"),
    ],
)
def test_what_is_wrong_is_said_in_place(run_async: Run, url: str, model: str, complaint: str) -> None:
    async def body() -> None:
        dialog = make()
        answer = spawn(ask(dialog), name="settings")
        await until(dialog.isVisible)
        choose(dialog.models.form.provider, "openai_compatible")
        dialog.models.form.base_url.setText(url)
        dialog.models.form.model.setText(model)
        dialog.list.setCurrentRow(3)
        dialog.save.click()
        await until(lambda: complaint in dialog.message.text())
        assert dialog.isVisible()
        assert dialog.list.currentRow() == 1
        dialog.list.setCurrentRow(2)
        assert dialog.message.text() == "", "the other page has no such fault"
        dialog.reject()
        await answer

    run_async(body())


def test_key_goes_to_the_keyring_and_is_never_shown_again(run_async: Run) -> None:
    async def body() -> None:
        ring = Ring()
        keys = KeyStore(backend=ring)
        settings = Settings()
        settings.model.provider = "deepseek"
        dialog = make(settings, keys)
        answer = spawn(ask(dialog), name="settings")
        await until(lambda: dialog.models.form.key_place.text() == "○ none")
        assert not dialog.models.form.forget.isVisible()
        dialog.models.form.key.setText("sk-secret-1234")
        assert dialog.models.form.key.echoMode() == QLineEdit.EchoMode.Password
        dialog.save.click()
        await answer
        assert ring.kept == {("axon-desktop", "deepseek"): "sk-secret-1234"}
        again = make(settings, keys)
        answer = spawn(ask(again), name="settings")
        await until(lambda: "keyring" in again.models.form.key_place.text())
        assert "sk-secret" not in "".join(field.text() for field in again.findChildren(QLineEdit))
        again.models.form.forget.click()
        await until(lambda: again.models.form.key_place.text() == "○ none")
        assert ring.kept == {}
        again.reject()
        await answer

    run_async(body())


def test_bad_key_is_refused_in_place(run_async: Run) -> None:
    async def body() -> None:
        settings = Settings()
        settings.model.provider = "deepseek"
        dialog = make(settings)
        answer = spawn(ask(dialog), name="settings")
        await until(dialog.isVisible)
        dialog.models.form.key.setText("two words")
        dialog.save.click()
        await until(lambda: "no API key" in dialog.message.text())
        assert dialog.isVisible()
        dialog.models.form.only_now.setChecked(True)
        dialog.models.form.key.setText("sk-for-now-only")
        dialog.save.click()
        await answer

    run_async(body())


def test_test_button_says_what_is_wrong(run_async: Run) -> None:
    async def body() -> None:
        # A port that nobody listens on: bound, closed again.
        server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        server.close()
        await server.wait_closed()
        dialog = make()
        answer = spawn(ask(dialog), name="settings")
        await until(dialog.isVisible)
        choose(dialog.models.form.provider, "openai_compatible")
        dialog.models.form.test.click()
        await until(lambda: "base URL" in dialog.models.form.test_result.text())
        dialog.models.form.base_url.setText(f"http://127.0.0.1:{port}/v1")
        dialog.models.form.model.setText("m")
        dialog.models.form.test.click()
        await until(lambda: "cannot be reached" in dialog.models.form.test_result.text(), 30)
        assert dialog.models.form.test.isEnabled()
        dialog.reject()
        await answer

    run_async(body())


def test_every_field_has_an_accessible_name(qtbot: QtBot) -> None:
    dialog = make()
    qtbot.addWidget(dialog)
    models, safety = dialog.models.form, dialog.safety
    named = [dialog.list, dialog.language, dialog.appearance.theme, safety.mode, safety.rules, safety.timeout]
    named += [models.provider, models.base_url, models.model, models.key, models.protocol]
    assert all(field.accessibleName() for field in named)
