from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QScrollArea,
    QTableWidgetItem,
    QWidget,
)
from pytestqt.qtbot import QtBot

from axon_desktop.keys import KeyStore
from axon_desktop.settings import FolderRule, ModelSettings, SafetySettings, Settings
from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.dialogs.settings import SettingsDialog
from axon_desktop.ui.theme import apply_theme
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


@pytest.fixture
def dressed(qapp: QApplication) -> Iterator[None]:
    """Give the program its look."""
    apply_theme(qapp, LIGHT)
    yield
    qapp.setStyleSheet("")


def colors_in(picture: QImage) -> set[str]:
    return {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())}


def first_ink(field: QWidget) -> int:
    """Return the first column in which a field has words."""
    picture = field.grab().toImage()
    middle = range(8, picture.height() - 8)
    ground = picture.pixelColor(5, 8).lightness()
    return next(
        x
        for x in range(5, picture.width())
        if any(abs(picture.pixelColor(x, y).lightness() - ground) > 60 for y in middle)
    )


def right_of(dialog: QWidget, field: QWidget) -> int:
    return field.mapTo(dialog, QPoint(field.width(), 0)).x()


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
        await until(lambda: "Cannot reach" in dialog.models.form.test_result.text(), 30)
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


def key_cell(dialog: SettingsDialog, row: int) -> QTableWidgetItem:
    item = dialog.models.table.item(row, 3)
    assert item is not None
    return item


def key_cells(dialog: SettingsDialog) -> list[str]:
    return [key_cell(dialog, row).text() for row in range(dialog.models.table.rowCount())]


def test_table_and_form_say_where_a_key_is(run_async: Run) -> None:
    async def body() -> None:
        ring = Ring()
        ring.kept["axon-desktop", "anthropic"] = "sk-kept-1234"
        keys = KeyStore.from_environment({"DEEPSEEK_API_KEY": "sk-given-1234"}, backend=ring)
        keys.set("openai", "sk-for-now-1234", remember=False)
        others: list[ModelSettings] = [
            ModelSettings(provider="anthropic", model="m"),
            ModelSettings(provider="openai", model="m"),
            ModelSettings(provider="openai_compatible", model="m", base_url="http://127.0.0.1:1/v1"),
        ]
        dialog = make(Settings(model=ModelSettings(provider="deepseek"), other_models=others), keys)
        answer = spawn(ask(dialog), name="settings")
        form = dialog.models.form
        await until(lambda: form.key_place.text() == "● from the environment variable DEEPSEEK_API_KEY")
        assert not form.forget.isVisible()
        await until(lambda: "…" not in key_cells(dialog))
        assert key_cells(dialog) == ["● environment", "● saved", "● this run only", "not needed"]
        dialog.models.table.selectRow(1)
        await until(lambda: "keyring" in form.key_place.text())
        assert form.forget.isVisible()
        dialog.models.table.selectRow(2)
        await until(lambda: "this run" in form.key_place.text())
        form.forget.click()
        await until(lambda: key_cells(dialog)[2] == "○ none")
        assert not form.forget.isVisible()
        form.key.setText("sk-typed-1234")
        dialog.models.table.selectRow(0)
        dialog.models.refresh_key()
        await until(lambda: key_cells(dialog)[2] == "● entered")
        dialog.reject()
        await answer

    run_async(body())


def test_server_of_openais_format_names_the_variable_that_it_takes(run_async: Run) -> None:
    async def body() -> None:
        keys = KeyStore.from_environment({"OPENAI_API_KEY": "sk-given-1234"}, backend=Ring())
        model = ModelSettings(provider="openai_compatible", model="m", base_url="http://127.0.0.1:1/v1")
        dialog = make(Settings(model=model), keys)
        dialog.show()
        await until(lambda: "variable OPENAI_API_KEY" in dialog.models.form.key_place.text())
        dialog.close()

    run_async(body())


def test_where_a_key_is_stays_green_in_the_chosen_row(run_async: Run) -> None:
    async def body() -> None:
        keys = KeyStore.from_environment({"DEEPSEEK_API_KEY": "sk-given-1234"}, backend=Ring())
        dialog = make(Settings(model=ModelSettings(provider="deepseek")), keys)
        dialog.show()
        await until(lambda: key_cells(dialog) == ["● environment"])
        table = dialog.models.table
        assert table.selectedItems()
        cell = table.visualItemRect(key_cell(dialog, 0))
        seen = colors_in(table.viewport().grab(cell).toImage())
        assert {LIGHT.ok, LIGHT.accent_soft} <= seen
        dialog.close()

    run_async(body())


def test_models_stand_in_a_frame_of_single_lines(run_async: Run) -> None:
    async def body() -> None:
        dialog = make(Settings(model=ModelSettings(provider="deepseek")))
        dialog.show()
        await until(dialog.isVisible)
        dialog.models.table.clearSelection()
        picture = dialog.models.table.grab().toImage()
        right, below = picture.width() - 1, picture.height() - 1
        # beside the words: the last cell begins with its padding
        assert [picture.pixelColor(x, below - 3).name() for x in (right, right - 1)] == [LIGHT.line, LIGHT.raised]
        assert [picture.pixelColor(3, y).name() for y in (below, below - 1)] == [LIGHT.line, LIGHT.raised]
        dialog.close()

    run_async(body())


@pytest.mark.usefixtures("dressed")
def test_fields_are_alike_in_height_and_in_where_their_words_begin(run_async: Run) -> None:
    async def body() -> None:
        dialog = make(Settings(model=ModelSettings(provider="deepseek", base_url="h")))
        dialog.show()
        form, safety = dialog.models.form, dialog.safety
        await until(lambda: form.provider.height() == form.base_url.height())
        dialog.list.setCurrentRow(2)
        await until(safety.timeout.isVisible)
        fields = [form.provider, form.base_url, form.load, form.protocol]
        fields += [safety.mode, safety.timeout, safety.calls, safety.cost]
        assert {field.height() for field in fields} == {30}
        safety.timeout.setValue(110)
        form.base_url.setText("1")
        assert first_ink(form.base_url) == first_ink(safety.timeout)
        form.base_url.setText("DeepSeek")
        assert first_ink(form.base_url) == first_ink(form.provider)
        dialog.close()

    run_async(body())


@pytest.mark.usefixtures("dressed")
def test_pages_end_at_one_edge_with_and_without_a_scroll_bar(run_async: Run) -> None:
    async def body() -> None:
        dialog = make(Settings(model=ModelSettings(provider="deepseek")))
        dialog.resize(700, 600)
        dialog.show()
        pages: list[tuple[int, QWidget, bool]] = [
            (1, dialog.models.table, True),
            (4, dialog.task_manager.url, False),
        ]
        for number, field, scrolls in pages:
            dialog.list.setCurrentRow(number)
            await until(field.isVisible)
            await until(lambda: right_of(dialog, field) == right_of(dialog, dialog.save))  # noqa: B023
            area = dialog.findChildren(QScrollArea, "settings_scroll")[number]
            assert (area.verticalScrollBar().maximum() > 0) is scrolls
        dialog.close()

    run_async(body())


def test_hints_in_forms_take_no_more_lines_than_they_have(run_async: Run) -> None:
    async def body() -> None:
        dialog = make(Settings(safety=SafetySettings(commands=True)))
        dialog.resize(860, 680)
        dialog.show()
        await until(dialog.isVisible)
        for number, page in ((2, dialog.safety), (4, dialog.task_manager)):
            dialog.list.setCurrentRow(number)
            labels = page.findChildren(QLabel)
            hints = [hint for hint in labels if hint.wordWrap() and hint.isVisible() and hint.text()]
            assert len(hints) > 2
            for hint in hints:
                await until(lambda: hint.height() == hint.heightForWidth(hint.width()))  # noqa: B023
        dialog.close()

    run_async(body())
