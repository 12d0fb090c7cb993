from __future__ import annotations

import asyncio
import re

import msgspec
import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
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

from axon_desktop.settings.keys import KeyStore, key_id
from axon_desktop.settings.settings import FolderRule, ModelSettings, ProviderId, SafetySettings, Settings
from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.look.theme import apply_theme
from axon_desktop.ui.settings.dialog import SettingsDialog
from axon_desktop.ui.widgets.confirm_dialog import Question
from tests.ui.chat_world import Run, until
from tests.waiting import PATIENCE


class Ring:
    """A keyring in memory, with the interface of a keyring backend."""

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
    return SettingsDialog(settings or Settings(), keys or KeyStore(backend=Ring()))


@pytest.fixture
def dressed(qapp: QApplication) -> None:
    """Apply the theme to the program."""
    apply_theme(qapp, LIGHT)


def colors_in(picture: QImage) -> set[str]:
    return {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())}


def first_ink(field: QWidget) -> int:
    """Return the first column of a field's text."""
    picture = field.grab().toImage()
    middle = range(8, picture.height() - 8)
    ground = picture.pixelColor(5, 8).lightness()
    return next(
        x
        for x in range(5, picture.width())
        if any(abs(picture.pixelColor(x, y).lightness() - ground) > 60 for y in middle)
    )


def first_line(picture: QImage, place: QRect) -> int:
    """Return the height in a picture at which dark text begins in a rectangle."""
    return next(
        y
        for y in range(place.top(), place.bottom())
        if any(picture.pixelColor(x, y).lightness() < 110 for x in range(place.left(), place.right()))
    )


def darkest(field: QWidget, place: QRect) -> int:
    """Return the lightness of the darkest pixel in a rectangle of a field."""
    picture = field.grab(place).toImage()
    return min(
        picture.pixelColor(x, y).lightness() for x in range(picture.width()) for y in range(picture.height())
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
        await until(dialog.isActiveWindow)
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


def test_model_that_was_only_looked_at_stays_as_it_was(qtbot: QtBot) -> None:
    other = ModelSettings(
        provider="openai_compatible",
        base_url="http://h/v1 ",
        model=" m ",
        temperature=0.123456789,
        stop=(" END", "a,b", "\n\n"),
    )
    dialog = make(Settings(other_models=[other]))
    qtbot.addWidget(dialog)
    before = dialog.entered()
    dialog.models.table.selectRow(1)
    dialog.models.form.max_tokens.setText("100")
    assert dialog.models.others() == [msgspec.structs.replace(other, max_tokens=100)]
    dialog.models.form.max_tokens.setText("")
    dialog.models.table.selectRow(0)
    assert dialog.entered() == before
    assert dialog.models.others() == [other]
    dialog.models.table.selectRow(1)
    dialog.models.form.stop.setText(" x ,y")
    assert dialog.models.others()[0].stop == ("x", "y")


async def question_over(dialog: QWidget) -> Question:
    await until(lambda: any(found.isActiveWindow() for found in dialog.findChildren(Question)))
    return next(found for found in dialog.findChildren(Question) if found.isActiveWindow())


def test_escape_closes_at_once_what_was_not_changed(run_async: Run) -> None:
    async def body() -> None:
        settings = Settings(model=ModelSettings(provider="deepseek"), other_models=[ModelSettings()])
        dialog = make(settings)
        answer = spawn(ask(dialog), name="settings")
        await until(dialog.isActiveWindow)
        for page in range(dialog.list.count()):
            dialog.list.setCurrentRow(page)
        dialog.models.table.selectRow(1)
        choose(dialog.appearance.theme, "dark")
        choose(dialog.appearance.theme, "system")
        settings.safety.mode = "apply"  # changed elsewhere
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        assert await asyncio.wait_for(answer, PATIENCE) == QDialog.DialogCode.Rejected
        assert dialog.new_settings is settings

    run_async(body())


@pytest.mark.parametrize(("first", "used"), [("offline", "anthropic"), ("deepseek", "deepseek")])
def test_a_model_that_is_added_takes_the_place_of_offline_only(
    run_async: Run, first: ProviderId, used: str
) -> None:
    async def body() -> None:
        dialog = make(Settings(model=ModelSettings(provider=first)))
        answer = spawn(ask(dialog), name="settings")
        await until(dialog.isActiveWindow)
        dialog.models.add_model(ModelSettings(provider="anthropic", model="claude-opus-4-5"))
        dialog.save.click()
        await asyncio.wait_for(answer, PATIENCE)
        chosen = dialog.new_settings
        assert chosen.model.provider == used
        assert {chosen.model.provider, *(model.provider for model in chosen.other_models)} == {first, "anthropic"}

    run_async(body())


@pytest.mark.parametrize("changed", ["theme", "language", "provider", "key", "limit", "rule"])
def test_changes_are_thrown_away_only_after_a_question(run_async: Run, changed: str) -> None:
    async def body() -> None:
        settings = Settings(model=ModelSettings(provider="deepseek"))
        settings.safety.rules = [FolderRule("v", "Inbox", True)]
        dialog = make(settings)
        answer = spawn(ask(dialog), name="settings")
        await until(dialog.isActiveWindow)
        match changed:
            case "theme":
                choose(dialog.appearance.theme, "dark")
            case "language":
                choose(dialog.language, "zh_CN")
            case "provider":
                dialog.models.add_model(ModelSettings(provider="anthropic"))
            case "key":
                dialog.models.form.key.setText("sk-typed-1234")
            case "limit":
                dialog.safety.confirm.setValue(7)
            case "rule":
                dialog.safety.remove_all.click()
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        question = await question_over(dialog)
        dialog.reject()
        QTest.keyClick(question, Qt.Key.Key_Escape)
        await until(lambda: not dialog.findChildren(Question))
        assert dialog.isVisible(), "Escape means to go on"
        dialog.close()
        (await question_over(dialog)).accept_button.click()
        assert await asyncio.wait_for(answer, PATIENCE) == QDialog.DialogCode.Rejected
        assert dialog.new_settings is settings

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
        await until(dialog.isActiveWindow)
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
        dialog.done(0)
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
        await until(lambda: dialog.models.form.key_row.place.text() == "○ none")
        assert not dialog.models.form.key_row.forget.isVisible()
        dialog.models.form.key.setText("sk-secret-1234")
        assert dialog.models.form.key.echoMode() == QLineEdit.EchoMode.Password
        dialog.save.click()
        await answer
        assert ring.kept == {("axon-desktop", "deepseek"): "sk-secret-1234"}
        again = make(settings, keys)
        answer = spawn(ask(again), name="settings")
        await until(lambda: "keyring" in again.models.form.key_row.place.text())
        assert "sk-secret" not in "".join(field.text() for field in again.findChildren(QLineEdit))
        again.models.form.key_row.forget.click()
        await until(lambda: again.models.form.key_row.place.text() == "○ none")
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
        await until(dialog.isActiveWindow)
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
        # # A port without a listener: bound, and closed again.
        server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        server.close()
        await server.wait_closed()
        dialog = make()
        answer = spawn(ask(dialog), name="settings")
        await until(dialog.isActiveWindow)
        choose(dialog.models.form.provider, "openai_compatible")
        dialog.models.form.test.click()
        await until(lambda: "base URL" in dialog.models.form.test_result.text())
        dialog.models.form.base_url.setText(f"http://127.0.0.1:{port}/v1")
        dialog.models.form.model.setText("m")
        dialog.models.form.test.click()
        await until(lambda: "Cannot reach" in dialog.models.form.test_result.text(), 30)
        assert dialog.models.form.test.isEnabled()
        dialog.done(0)
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
        await until(lambda: form.key_row.place.text() == "● from the environment variable DEEPSEEK_API_KEY")
        assert not form.key_row.forget.isVisible()
        await until(lambda: "…" not in key_cells(dialog))
        assert key_cells(dialog) == ["● environment", "● saved", "● this run only", "not needed"]
        dialog.models.table.selectRow(1)
        await until(lambda: "keyring" in form.key_row.place.text())
        assert form.key_row.forget.isVisible()
        dialog.models.table.selectRow(2)
        await until(lambda: "this run" in form.key_row.place.text())
        form.key_row.forget.click()
        await until(lambda: key_cells(dialog)[2] == "○ none")
        assert not form.key_row.forget.isVisible()
        form.key.setText("sk-typed-1234")
        dialog.models.table.selectRow(0)
        dialog.models.refresh_key()
        await until(lambda: key_cells(dialog)[2] == "● entered")
        dialog.done(0)
        await answer

    run_async(body())


def test_server_of_openais_format_names_the_variable_that_it_takes(run_async: Run) -> None:
    async def body() -> None:
        given = {"OPENAI_API_KEY": "sk-given-1234", "OPENAI_BASE_URL": "http://127.0.0.1:1/v1"}
        keys = KeyStore.from_environment(given, backend=Ring())
        model = ModelSettings(provider="openai_compatible", model="m", base_url="http://127.0.0.1:1/v1")
        dialog = make(Settings(model=model), keys)
        dialog.show()
        await until(lambda: "variable OPENAI_API_KEY" in dialog.models.form.key_row.place.text())
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
        await until(dialog.isActiveWindow)
        dialog.models.table.clearSelection()
        picture = dialog.models.table.grab().toImage()
        right, below = picture.width() - 1, picture.height() - 1
        # # beside the text: the last cell begins with its padding
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
def test_labels_are_as_high_as_their_fields(run_async: Run) -> None:
    async def body() -> None:
        dialog = make(Settings(model=ModelSettings(provider="deepseek")))
        dialog.show()
        await until(dialog.isActiveWindow)
        for number, page in enumerate(
            (dialog.appearance, dialog.models, dialog.safety, dialog.meaning, dialog.task_manager)
        ):
            dialog.list.setCurrentRow((3, 1, 2, 5, 6)[number])
            await until(page.isVisible)
            labels = [label for label in page.findChildren(QLabel) if label.buddy() and label.isVisible()]
            for label in labels:
                field = label.buddy()
                heights = [one.mapTo(page, one.rect().center()).y() for one in (label, field)]
                assert heights[0] == heights[1] or field is dialog.safety.rules, label.text()
            assert labels
        dialog.close()

    run_async(body())


@pytest.mark.usefixtures("dressed")
def test_words_beside_each_other_stand_on_one_line(run_async: Run) -> None:
    async def body() -> None:
        dialog = make(Settings(model=ModelSettings(provider="deepseek", base_url="Base URL")))
        dialog.show()
        form = dialog.models.form
        await until(form.isVisible)
        labels = {label.buddy(): label for label in form.findChildren(QLabel) if label.buddy()}
        picture = dialog.grab().toImage()
        # # the check box is an odd number of pixels high with some fonts
        for field, inset, most in ((form.provider, 11, 0), (form.base_url, 11, 0), (form.thinking, 18, 1)):
            tops = [
                first_line(picture, QRect(one.mapTo(dialog, QPoint(left, 2)), QSize(30, one.height() - 4)))
                for one, left in ((labels[field], 0), (field, inset))
            ]
            assert abs(tops[0] - tops[1]) <= most, labels[field].text()
        dialog.close()

    run_async(body())


@pytest.mark.usefixtures("dressed")
def test_numbers_have_one_width_and_steps(run_async: Run) -> None:
    async def body() -> None:
        dialog = make()
        dialog.list.setCurrentRow(2)
        dialog.show()
        safety = dialog.safety
        await until(safety.isVisible)
        boxes = safety.findChildren(QAbstractSpinBox)
        assert len({box.width() for box in boxes}) == 1
        for box in boxes:
            box.stepBy(1_000_000)  # to the maximum
            words = box.lineEdit()
            room = words.width() - words.textMargins().left()
            assert words.fontMetrics().horizontalAdvance(words.text()) < room, words.text()
        safety.calls.setValue(10)
        right, height = safety.calls.width() - 12, safety.calls.height()
        halves = QRect(right - 6, 3, 12, height // 2 - 4), QRect(right - 6, height // 2, 12, height // 2 - 4)
        assert all(darkest(safety.calls, half) < 160 for half in halves)
        QTest.mouseClick(safety.calls, Qt.MouseButton.LeftButton, pos=QPoint(right, height // 4))
        assert safety.calls.value() == 11
        QTest.mouseClick(safety.calls, Qt.MouseButton.LeftButton, pos=QPoint(right, height * 3 // 4))
        assert safety.calls.value() == 10
        safety.calls.setValue(safety.calls.minimum())
        assert [darkest(safety.calls, half) < 160 for half in halves] == [True, False], "one leads nowhere"
        dialog.close()

    run_async(body())


@pytest.mark.usefixtures("dressed")
def test_what_a_thinking_model_ignores_says_so(run_async: Run) -> None:
    async def body() -> None:
        dialog = make(Settings(model=ModelSettings(provider="deepseek", thinking=True)))
        dialog.show()
        form = dialog.models.form
        await until(form.isVisible)
        label = next(one for one in form.findChildren(QLabel) if one.buddy() is form.temperature)
        assert not form.temperature.isEnabled()
        assert form.temperature.placeholderText() == "Not used while the model thinks"
        assert LIGHT.text not in colors_in(label.grab().toImage())
        form.thinking.setChecked(False)
        assert form.temperature.isEnabled()
        assert form.temperature.placeholderText() == "0 to 2; empty for the model’s default"
        assert LIGHT.text in colors_in(label.grab().toImage())
        dialog.close()

    run_async(body())


@pytest.mark.parametrize(
    ("provider", "hint", "stays"),
    [
        ("openai", "A key entered here is used instead, until Axon is restarted", False),
        ("openai_compatible", "A key entered here is used instead", True),
    ],
)
def test_field_of_a_key_says_which_one_wins(run_async: Run, provider: ProviderId, hint: str, stays: bool) -> None:
    given, ring = {"OPENAI_API_KEY": "sk-given-1234"}, Ring()
    if provider == "openai_compatible":
        given["OPENAI_BASE_URL"] = "http://127.0.0.1:1/v1"

    async def body() -> None:
        keys = KeyStore.from_environment(dict(given), backend=ring)
        address = "http://127.0.0.1:1/v1" if provider == "openai_compatible" else ""
        model = ModelSettings(provider=provider, model="m", base_url=address)
        dialog = make(Settings(model=model), keys)
        dialog.show()
        form = dialog.models.form
        await until(lambda: form.key.placeholderText() == hint)
        form.key.setText("sk-typed-5678")
        assert await dialog.models.save_keys() == ""
        assert keys.get(key_id(model)) == "sk-typed-5678"
        next_start = KeyStore.from_environment(dict(given), backend=ring)
        assert next_start.get(key_id(model)) == ("sk-typed-5678" if stays else "sk-given-1234")
        form.refresh_key()
        await until(lambda: form.key.placeholderText() != hint)
        dialog.close()

    run_async(body())


@pytest.mark.usefixtures("dressed")
def test_line_parts_what_scrolls_from_the_buttons(run_async: Run) -> None:
    async def body() -> None:
        dialog = make(Settings(model=ModelSettings(provider="deepseek")))
        dialog.resize(700, 500)
        dialog.show()
        await until(dialog.isActiveWindow)
        area = dialog._pages.currentWidget()
        assert area is not None
        picture = dialog.grab().toImage()
        edge = area.mapTo(dialog, area.rect().bottomLeft())
        seen = {picture.pixelColor(x, edge.y() + 1).name() for x in range(edge.x(), dialog.width())}
        assert seen == {LIGHT.line}
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
            (6, dialog.task_manager.url, False),
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
        await until(dialog.isActiveWindow)
        for number, page in ((2, dialog.safety), (6, dialog.task_manager)):
            dialog.list.setCurrentRow(number)
            labels = page.findChildren(QLabel)
            hints = [hint for hint in labels if hint.wordWrap() and hint.isVisible() and hint.text()]
            assert len(hints) > 2
            for hint in hints:
                await until(lambda: hint.height() == hint.heightForWidth(hint.width()))  # noqa: B023
        dialog.close()

    run_async(body())


def test_test_stands_right_below_the_key(dressed: None, run_async: Run) -> None:
    async def body() -> None:
        dialog = make(Settings(model=ModelSettings(provider="deepseek")))
        dialog.show()
        await until(dialog.isActiveWindow)
        form = dialog.models.form
        tops = [field.mapTo(form, QPoint()).y() for field in (form.key, form.test, form.thinking, form.stop)]
        assert tops == sorted(tops)
        assert form.test_result.mapTo(form, QPoint()).x() > form.test.mapTo(form, QPoint(form.test.width(), 0)).x()
        dialog.close()

    run_async(body())
