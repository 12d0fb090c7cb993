from __future__ import annotations

import json
import sys
from pathlib import Path

import psutil
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot

from axon_desktop.mcp_host.config.config import ServerConfig, config_file, load_configs
from axon_desktop.mcp_host.host import McpHost
from axon_desktop.mcp_host.status import TestResult
from axon_desktop.settings.keys import KeyStore
from axon_desktop.ui.mcp.import_dialog import ImportDialog
from axon_desktop.ui.mcp.settings.server_form import ServerForm, split_command
from axon_desktop.ui.widgets.confirm_dialog import Question
from tests.mcp_host.scenes import CRUDE, call, crude, processes
from tests.ui.chat_world import Run, until
from tests.ui.server_world import Servers, closed, opened, page, servers

Patch = pytest.MonkeyPatch
COMMAND = f"{sys.executable} -S -E '{CRUDE}' normal"


async def never(config: ServerConfig, remember: bool) -> None:
    raise AssertionError(config)


async def untested(config: ServerConfig) -> TestResult:
    raise AssertionError(config)


def make(qtbot: QtBot, config: ServerConfig | None = None, taken: tuple[str, ...] = ()) -> ServerForm:
    form = ServerForm(config, taken, never, untested)
    qtbot.addWidget(form, before_close_func=ServerForm.hide)  # else it would ask what to do with the changes
    form.show()
    return form


def problem(form: ServerForm) -> str:
    found = form.problem()
    return found[0] if found is not None else ""


def in_ring(world: Servers) -> dict[str, str]:
    kept: dict[str, str] = world.keys._backend.kept  # type: ignore[union-attr]
    return kept


def test_new_server_is_kept_with_its_secret_in_the_key_store_and_starts(
    run_async: Run, tmp_path: Path, monkeypatch: Patch
) -> None:
    async def body() -> None:
        async with servers(tmp_path, monkeypatch) as world, page(world) as shown:
            shown.add.click()
            form = await opened(ServerForm)
            assert isinstance(form, ServerForm)
            QTest.keyClicks(form.name, "crude")
            QTest.keyClicks(form.command, COMMAND)
            assert not form.only_now.isVisible()
            form.env.add.click()
            name, value = form.env.findChildren(QLineEdit)
            QTest.keyClicks(name, "API_TOKEN")
            QTest.keyClicks(value, "s3cret-words")
            assert value.echoMode() is QLineEdit.EchoMode.Password
            assert form.only_now.isVisible()
            form.timeout.setValue(90)
            form.always.click()
            QTest.keyClick(form, Qt.Key.Key_Return)
            await world.ready()
            await closed(form)
            kept = world.kept()
            assert (kept.command, kept.args) == (sys.executable, ("-S", "-E", str(CRUDE), "normal"))
            assert (kept.timeout, kept.always_load) == (90, True)
            assert "s3cret-words" not in config_file().read_text()
            assert list(in_ring(world).values()) == ["s3cret-words"]
            await until(lambda: shown.table.current_name == "crude")
            assert not shown.empty.isVisible()

    run_async(body())


def test_edit_keeps_a_secret_that_is_not_typed_anew_and_forgets_one_that_was_removed(
    run_async: Run, tmp_path: Path, monkeypatch: Patch
) -> None:
    async def body() -> None:
        async with servers(tmp_path, monkeypatch) as world, page(world) as shown:
            await shown.kept.add([crude(env={"API_TOKEN": "one", "OTHER_KEY": "two"})])
            await world.ready()
            shown.details.edit.click()
            form = await opened(ServerForm)
            assert isinstance(form, ServerForm)
            assert not form.name.isEnabled()
            fields = [field.text() for field in form.env.findChildren(QLineEdit)]
            assert fields == ["API_TOKEN", "", "OTHER_KEY", ""]
            form.env._remove_by_hand(form.env._rows[1])
            form.save.click()
            await closed(form)
            assert world.kept().env == {"API_TOKEN": "${secret}"}
            assert list(in_ring(world).values()) == ["one"]
            await shown.kept.remove("crude")
            assert in_ring(world) == {}

    run_async(body())


def test_secret_that_is_typed_anew_reaches_the_running_server(
    run_async: Run, tmp_path: Path, monkeypatch: Patch
) -> None:
    def running() -> list[psutil.Process]:
        children = psutil.Process().children(recursive=True)
        return [child for child in processes(str(CRUDE)) if child in children]

    async def token(world: Servers) -> str:
        return str(json.loads((await call(world.host, "crude.environment")).data or "")["API_TOKEN"])

    async def body() -> None:
        async with servers(tmp_path, monkeypatch) as world, page(world) as shown:
            await shown.kept.add([crude(env={"API_TOKEN": "one"}), crude("other")])
            await world.ready()
            await world.ready("other")
            assert await token(world) == "one"
            started = running()
            shown.table.choose("crude")
            shown.details.edit.click()
            form = await opened(ServerForm)
            assert isinstance(form, ServerForm)
            QTest.keyClicks(form.env._rows[0].value, "two")
            form.save.click()
            await closed(form)
            await world.ready()
            assert await token(world) == "two"
            assert set() < set(running()) & set(started) < set(started)  # the other one kept running

    run_async(body())


def test_form_stays_open_with_the_reason_when_there_is_no_key_store(
    run_async: Run, tmp_path: Path, monkeypatch: Patch
) -> None:
    async def body() -> None:
        monkeypatch.setenv("AXON_HOME", str(tmp_path))
        monkeypatch.setattr("axon_desktop.settings.keys._system_backend", lambda: None)
        world = Servers(McpHost([], KeyStore()), KeyStore())
        async with page(world) as shown:
            shown.add.click()
            form = await opened(ServerForm)
            assert isinstance(form, ServerForm)
            form.name.setText("crude")
            form.kind.setCurrentIndex(1)
            form.url.setText("http://127.0.0.1:9/mcp")
            form.headers.set_values({"Authorization": "Bearer abc123"})
            form.save.click()
            await until(lambda: "no key store" in form.message.text())
            assert form.isVisible()
            form.only_now.click()
            form.save.click()
            await closed(form)
            assert world.kept().headers == {"Authorization": "Bearer ${secret}"}
            await world.host.close()

    run_async(body())


@pytest.mark.parametrize(
    ("name", "command", "words"),
    [
        ("", "npx x", "a name"),
        ("taken", "npx x", "with this name already exists"),
        ("new", "", "command line"),
        ("new", "npx 'x", "not closed"),
    ],
)
def test_what_is_wrong_with_a_program_is_said(qtbot: QtBot, name: str, command: str, words: str) -> None:
    form = make(qtbot, taken=("taken",))
    form.name.setText(name)
    form.command.setText(command)
    assert words in problem(form)


def test_server_can_be_saved_and_tested_once_name_and_place_are_there(qtbot: QtBot) -> None:
    form = make(qtbot)

    def ready() -> tuple[bool, bool]:
        return form.save.isEnabled(), form.test.button.isEnabled()

    assert ready() == (False, False)
    form.name.setText("x")
    assert ready() == (False, False)
    form.command.setText("npx y")
    assert ready() == (True, True)
    form.name.setText("  ")
    assert ready() == (False, False)
    form.name.setText("x")
    form.kind.setCurrentIndex(1)
    assert ready() == (False, False), "a command line is no address"
    form.url.setText("https://example.org/mcp")
    assert ready() == (True, True)


def test_what_is_wrong_with_an_address_or_a_variable_is_said(qtbot: QtBot) -> None:
    form = make(qtbot)
    form.name.setText("x")
    form.kind.setCurrentIndex(1)
    assert not form.command.isVisible()
    form.url.setText("ftp://x")
    assert "https://" in problem(form)
    form.url.setText("http://[")
    assert problem(form)
    form.url.setText("https://example.org/mcp")
    form.headers.set_values({"": "value"})
    assert "a name" in problem(form)
    form.headers.set_values({"a b": "value"})
    assert "cannot contain spaces" in problem(form)
    form.headers.set_values({"Accept": "text/plain"})
    assert problem(form) == ""
    assert form.value().headers == {"Accept": "text/plain"}


def test_value_without_a_name_is_neither_dropped_nor_forgotten(qtbot: QtBot) -> None:
    form = make(qtbot, ServerConfig(name="x", command="y", env={"API_TOKEN": "${secret}"}))
    before = form.entered()
    form.env.add.click()
    assert form.entered() == before, "an empty line is nothing"
    form.env._rows[1].value.setText("typed")
    assert form.entered() != before
    assert "a name" in problem(form)
    form.env._rows[1].name.setText("LEVEL")
    assert problem(form) == ""
    form.env._rows[0].name.clear()
    assert "a name" in problem(form), "its value is in the key store"


def test_command_line_comes_back_as_it_was(qtbot: QtBot) -> None:
    config = ServerConfig(name="x", command="my program", args=("--a", "b c", "", "it's", "$HOME;|", "#1", "知识"))
    form = make(qtbot, config)
    assert form.value() == config
    assert split_command('a "b c" #d') == ["a", "b c", "#d"]


def test_test_button_of_the_form_tries_what_is_written(run_async: Run, tmp_path: Path, monkeypatch: Patch) -> None:
    async def body() -> None:
        async with servers(tmp_path, monkeypatch) as world, page(world) as shown:
            shown.add.click()
            form = await opened(ServerForm)
            assert isinstance(form, ServerForm)
            form.name.setText("x")
            form.command.setText("npx-of-nowhere --y")
            form.test.button.click()
            await until(lambda: "npx-of-nowhere was not found" in form.test.result.text())
            form.command.setText(COMMAND)
            form.test.button.click()
            await until(lambda: "It works" in form.test.result.text())
            left = [part.mapTo(form, QPoint()).x() for part in (form.test.result, form.test.button)]
            assert left[0] == left[1], "it stands below its button"
            form.done(0)
            assert load_configs() == []

    run_async(body())


# --- import


def imported(file: Path) -> Path:
    servers = {
        "crude": {"command": sys.executable, "args": ["-S", "-E", str(CRUDE), "normal"]},
        "asks": {"command": "npx", "args": ["-y", "a b"], "env": {"TOKEN": "${input:token}", "LEVEL": "3"}},
        "old": {"type": "sse", "url": "https://example.org/sse"},
    }
    inputs = [{"id": "token", "description": "Your token", "password": True}]
    file.write_text(json.dumps({"servers": servers, "inputs": inputs}))
    return file


def test_import_shows_each_command_and_adds_only_what_is_ticked(
    run_async: Run, tmp_path: Path, monkeypatch: Patch
) -> None:
    async def body() -> None:
        cursor = tmp_path / ".cursor" / "mcp.json"
        cursor.parent.mkdir()
        imported(cursor)
        monkeypatch.setattr(Path, "home", lambda: tmp_path)
        async with servers(tmp_path, monkeypatch) as world, page(world) as shown:
            shown.import_.click()
            dialog = await opened(ImportDialog)
            assert isinstance(dialog, ImportDialog)
            assert dialog.file.currentText() == "Cursor — ~/.cursor/mcp.json"
            assert dialog.other.text() == "Another &file…"
            await until(lambda: len(dialog.rows) == 2)
            assert dialog.rows[0].command.toPlainText() == crude().shown
            assert dialog.rows[1].command.toPlainText() == "npx -y 'a b'"
            page_text = [label.text() for label in dialog.area.findChildren(type(dialog.message))]
            assert any("LEVEL = 3" in text for text in page_text)
            assert any("HTTP+SSE" in text for text in page_text)
            assert not dialog.add.isEnabled()
            dialog.rows[1].box.click()
            dialog.add.click()
            await until(lambda: "Your token" in dialog.message.text())
            dialog.rows[1].box.click()
            dialog.rows[0].box.click()
            dialog.add.click()
            await world.ready()
            await closed(dialog)
            assert [config.name for config in load_configs()] == ["crude"]

    run_async(body())


def test_import_of_a_taken_name_or_an_unreadable_file_is_refused_in_words(
    run_async: Run, tmp_path: Path, monkeypatch: Patch
) -> None:
    async def body() -> None:
        monkeypatch.setattr(Path, "home", lambda: tmp_path)
        broken = tmp_path / "broken.json"
        broken.write_text("{")
        async with servers(tmp_path, monkeypatch, [crude(enabled=False)]) as world, page(world) as shown:
            shown.import_.click()
            dialog = await opened(ImportDialog)
            assert isinstance(dialog, ImportDialog)
            assert not dialog.file.isVisible()
            assert dialog.other.text() == "Choose a &file…"
            assert dialog.focusWidget() is dialog.other
            assert dialog.hint.text().startswith("No Claude Desktop"), "there is nothing to be ticked"
            dialog.other.click()
            chooser = await opened(QFileDialog)
            chooser.reject()
            dialog.show_file(imported(tmp_path / "some.json"))
            await until(lambda: dialog.rows)
            assert dialog.hint.isVisible()
            assert not dialog.rows[0].box.isEnabled()
            dialog.show_file(broken)
            await until(lambda: not dialog.rows)
            texts = [label.text() for label in dialog.area.findChildren(type(dialog.message))]
            assert any("is not valid JSON" in text for text in texts)
            dialog.reject()

    run_async(body())


def test_what_was_typed_is_thrown_away_only_after_a_question(
    run_async: Run, tmp_path: Path, monkeypatch: Patch
) -> None:
    async def body() -> None:
        async with servers(tmp_path, monkeypatch) as world, page(world) as shown:
            shown.add.click()
            form = await opened(ServerForm)
            QTest.keyClick(form, Qt.Key.Key_Escape)
            await closed(form)
            shown.add.click()
            form = await opened(ServerForm)
            assert isinstance(form, ServerForm)
            form.name.setText("x")
            QTest.keyClick(form, Qt.Key.Key_Escape)
            question = await opened(Question)
            QTest.keyClick(question, Qt.Key.Key_Escape)
            await until(lambda: not form.findChildren(Question))
            assert form.isVisible()
            form.close()
            question = await opened(Question)
            assert isinstance(question, Question)
            question.accept_button.click()
            await closed(form)

    run_async(body())
