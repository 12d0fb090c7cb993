"""The settings page of the Task Manager: its fields, values from the environment, and its test."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from PySide6.QtWidgets import QDialog, QLabel

from axon_desktop.agent_sync.clients.http import HttpTaskManagerClient
from axon_desktop.agent_sync.target import Target, target_of
from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import Settings, TaskManagerSettings
from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.settings.dialog import SettingsDialog
from axon_desktop.ui.task_manager.settings_page import TaskManagerPage
from tests.agent_sync.clients.test_clients import free_port
from tests.agent_sync.conftest import clean_environment as clean_environment
from tests.agent_sync.conftest import task_manager as task_manager
from tests.agent_sync.task_manager import Canned, TaskManager, bad
from tests.ui.chat_world import Run, until

Patch = pytest.MonkeyPatch
GIVEN = {"TASK_MANAGER_URL": "http://me:secret@example.org:9", "NOVA_EXECUTION_ID": "exec-9"}


def make(**wanted: Any) -> SettingsDialog:
    settings = Settings(task_manager=TaskManagerSettings(**wanted))
    return SettingsDialog(settings, KeyStore({}), page="task_manager")


def words(page: TaskManagerPage) -> str:
    return "\n".join(label.text() for label in page.findChildren(QLabel))


def test_save_gives_what_was_chosen(run_async: Run) -> None:
    async def body() -> None:
        dialog = make()
        answer = spawn(ask(dialog), name="settings")
        await until(dialog.isActiveWindow)
        page = dialog.task_manager
        assert not page.report.isChecked()
        page.report.click()
        page.url.setText(" https://example.org/tasks ")
        page.execution.setText(" exec 7 ")
        dialog.save.click()
        assert await answer == QDialog.DialogCode.Accepted
        new = dialog.new_settings.task_manager
        assert new == TaskManagerSettings(report=True, url="https://example.org/tasks", execution_id="exec 7")

    run_async(body())


@pytest.mark.parametrize(
    ("url", "execution", "said"),
    [
        ("example.org", "exec", "This is not an address"),
        ("ftp://example.org", "exec", "This is not an address"),
        ("http://", "exec", "This is not an address"),
        ("http://[", "exec", "This is not an address"),
        ("", " ", "Enter the ID of the execution"),
    ],
)
def test_what_cannot_be_is_said_and_not_saved(run_async: Run, url: str, execution: str, said: str) -> None:
    async def body() -> None:
        dialog = make(report=True, url=url, execution_id=execution)
        dialog.show()
        dialog.list.setCurrentRow(0)
        dialog.save.click()
        await until(lambda: dialog.message.text().startswith(said))
        assert dialog.isVisible()
        assert dialog.list.currentItem().text() == "Task Manager"
        dialog.task_manager.report.click()
        dialog.save.click()
        await until(lambda: not dialog.isVisible())

    run_async(body())


def test_environment_goes_first_and_is_shown_as_such(monkeypatch: Patch, run_async: Run) -> None:
    async def body() -> None:
        for name, value in GIVEN.items():
            monkeypatch.setenv(name, value)
        dialog = make(url="http://mine:1", execution_id="mine")
        page = dialog.task_manager
        assert (page.url.text(), page.execution.text()) == ("http://example.org:9", "exec-9")
        assert not any(field.isEnabled() for field in (page.url, page.execution, page.report))
        assert page.report.isChecked()
        assert all(name in words(page) for name in GIVEN)
        assert page.problem() is None
        kept = page.settings()
        assert kept == TaskManagerSettings(url="http://mine:1", execution_id="mine")
        assert target_of(kept) == Target("http://me:secret@example.org:9", "exec-9")
        dialog.deleteLater()

    run_async(body())


def test_target_is_what_settings_and_environment_say() -> None:
    off, on = TaskManagerSettings(execution_id="e"), TaskManagerSettings(report=True, execution_id=" e ")
    assert target_of(off, {}) is None
    assert target_of(off, {"TASK_MANAGER_URL": "http://a"}) is None
    assert target_of(on, {}) == Target("http://localhost:8080", "e")
    assert target_of(on, {"TASK_MANAGER_URL": " http://a "}) == Target("http://a", "e")
    assert target_of(off, {"NOVA_EXECUTION_ID": "f"}) == Target("http://localhost:8080", "f")
    assert target_of(TaskManagerSettings(report=True), {}) is None


@pytest.mark.parametrize(
    ("kind", "tone", "said"),
    [
        ("good", "ok", "✓ The Task Manager answers ("),
        ("dead", "err", "Nothing answers at http://127.0.0.1:"),
        ("silent", "err", "There was no answer within "),
        ("garbage", "err", "The program that answers at http://127.0.0.1:"),
        ("refusing", "err", "The Task Manager refuses the request (HTTP 403). Check the address.\nnot you"),
        ("broken", "err", "The Task Manager has an internal error (HTTP 500)"),
        ("no address", "err", "This is not an address"),
    ],
)
def test_test_says_in_words_how_the_task_manager_is(
    run_async: Run, task_manager: TaskManager, monkeypatch: Patch, kind: str, tone: str, said: str
) -> None:
    answers = {"garbage": Canned(body=b"<html>"), "refusing": bad(403, "not you"), "broken": bad(500, "on fire")}
    task_manager.canned = answers.get(kind)
    if kind == "silent":
        task_manager.gate.clear()
        monkeypatch.setitem(HttpTaskManagerClient.__init__.__kwdefaults__ or {}, "seconds", 0.3)
    addresses = {"dead": f"http://127.0.0.1:{free_port()}", "no address": "127.0.0.1"}

    async def body() -> None:
        dialog = make(url=addresses.get(kind, task_manager.url))
        dialog.show()
        test = dialog.task_manager.test
        test.button.click()
        await until(lambda: test.button.isEnabled() and test.result.text().startswith(said))
        assert test.result.property("tone") == tone
        dialog.task_manager.url.textEdited.emit("x")
        assert test.result.text() == ""
        dialog.close()
        task_manager.gate.set()

    run_async(body())


def test_dialog_can_be_closed_while_a_test_is_waiting(run_async: Run, task_manager: TaskManager) -> None:
    async def body() -> None:
        task_manager.gate.clear()
        dialog = make(url=task_manager.url)
        answer = spawn(ask(dialog), name="settings")
        await until(dialog.isActiveWindow)
        dialog.task_manager.test.button.click()
        await until(lambda: task_manager.asked)
        assert not dialog.task_manager.test.button.isEnabled()
        dialog.reject()
        await answer
        done = len(threading.enumerate())
        task_manager.gate.set()
        await until(lambda: len(threading.enumerate()) < done)

    run_async(body())
