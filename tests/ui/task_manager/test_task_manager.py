"""Turns in the window are reported to a Task Manager, and never wait for it; the light shows the state."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from axon_desktop.agent_sync import reporter as reporter_module
from axon_desktop.settings.settings import TaskManagerSettings
from axon_desktop.ui.task_manager.light import ReportingStatus
from axon_desktop.ui.task_manager.wording import light_tone, light_words
from tests.agent_sync.clients.test_clients import free_port
from tests.agent_sync.conftest import clean_environment as clean_environment
from tests.agent_sync.conftest import task_manager as task_manager
from tests.agent_sync.scenes import REPORTED
from tests.agent_sync.task_manager import TaskManager, bad
from tests.agent_sync.test_reporter import GARBAGE, reported_steps
from tests.ui.chat_world import Run, child, until
from tests.ui.mcp_window import calls, window_with
from tests.ui.task_manager_window import reported, task_manager_settings
from tests.ui.test_app import start
from tests.waiting import PATIENCE

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")


def test_plan_in_the_window_is_reported_in_order(
    qapp: QApplication, tmp_path: Path, run_async: Run, task_manager: TaskManager
) -> None:
    async def body() -> None:
        async with reported(qapp, tmp_path, task_manager_settings(task_manager.url)) as shown:
            assert (shown.light.isVisible(), shown.light.text()) == (True, "● Nothing reported yet")
            await shown.plan()
            await until(lambda: shown.reporting.state and not shown.reporting.state.waiting)
            assert reported_steps(task_manager) == REPORTED
            assert task_manager.refused == []
            assert task_manager.sessions == {"exec": shown.world.kept.id}
            arrived = f"Reports: {len(REPORTED) + 1} arrived, 0 waiting, 0 dropped."
            await until(lambda: arrived in shown.light.toolTip())  # reported in a later turn of the event loop
            assert shown.light.text() == "● Reported to Task Manager"
            assert shown.light.property("state") == "ok"
            assert f"{task_manager.url} for the execution exec." in shown.light.toolTip()

    run_async(body())


@pytest.mark.parametrize(
    ("kind", "words", "tone", "why"),
    [
        ("dead", "● Task Manager does not answer", "err", "Connection failed to http://127.0.0.1:"),
        ("slow", "● Task Manager is slow", "warn", "No answer for"),
        ("garbage", "● Answers from Task Manager are unreadable", "err", "Invalid response: not what"),
        ("refusing", "● Task Manager refuses reports", "err", "&lt;b&gt;no&lt;/b&gt; such execution"),
        ("broken", "● Task Manager has an internal error", "err", "on fire"),
    ],
)
def test_turn_does_not_wait_for_a_bad_task_manager_and_the_light_says_why(
    qapp: QApplication,
    tmp_path: Path,
    run_async: Run,
    task_manager: TaskManager,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    words: str,
    tone: str,
    why: str,
) -> None:
    """The turn ends while no answer has arrived, so it cannot have waited for one."""
    monkeypatch.setattr(reporter_module, "SLOW", 0.5)
    task_manager.gate.clear()
    answers = {"garbage": GARBAGE, "refusing": bad(404, "<b>no</b> such execution"), "broken": bad(500, "on fire")}
    task_manager.canned = answers.get(kind)
    url = f"http://127.0.0.1:{free_port()}" if kind == "dead" else task_manager.url

    async def body() -> None:
        async with reported(qapp, tmp_path, task_manager_settings(url)) as shown:
            await shown.plan()
            state = shown.reporting.state
            assert state is not None
            assert (state.sent, state.waiting) == (0, len(REPORTED) + 1)
            if kind != "slow":
                task_manager.gate.set()
            await until(lambda: shown.light.text().startswith(words) and why in shown.light.toolTip())
            assert shown.light.property("state") == tone
            assert shown.light.accessibleName().startswith(words.removeprefix("● "))
            assert "Your turns do not wait for it." in shown.light.toolTip()
            QApplication.sendEvent(shown.light, QEvent(QEvent.Type.Enter))
            state = shown.reporting.state
            assert state is not None
            assert f" {state.waiting} waiting" in shown.light.toolTip() or kind not in ("dead", "slow")
            task_manager.gate.set()

    run_async(body())


def test_light_tells_of_reports_that_were_dropped(
    qapp: QApplication, tmp_path: Path, run_async: Run, task_manager: TaskManager
) -> None:
    async def body() -> None:
        async with reported(qapp, tmp_path, task_manager_settings(task_manager.url), times=2) as shown:
            task_manager.canned = bad(409, "it is over")
            await shown.plan()
            await until(lambda: shown.light.text().endswith("reports dropped"))
            await until(lambda: shown.reporting.state and not shown.reporting.state.waiting)
            task_manager.canned = None
            await shown.plan()
            await until(lambda: shown.light.text().startswith("● Reported to Task Manager · "))
            state = shown.reporting.state
            assert state is not None
            assert f"{state.dropped} reports dropped" in light_words(state)
            assert light_tone(state) == "warn"

    run_async(body())


def test_light_counts_the_seconds_of_an_answer_and_its_clock_stops_with_it(
    qapp: QApplication, tmp_path: Path, run_async: Run, task_manager: TaskManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reporter_module, "SLOW", 0.5)
    task_manager.gate.clear()

    async def body() -> None:
        async with reported(qapp, tmp_path, task_manager_settings(task_manager.url)) as shown:
            assert not shown.light._clock.isActive()
            await shown.plan()
            counted = re.compile(r"for [1-9]\d* s so far")
            await until(lambda: shown.light._clock.isActive() and counted.search(shown.light.toolTip()))
            task_manager.gate.set()
            await until(lambda: not shown.light._clock.isActive() and shown.light.property("state") == "ok")

    run_async(body())


def test_each_conversation_is_a_session_of_its_own(
    qapp: QApplication, tmp_path: Path, run_async: Run, task_manager: TaskManager
) -> None:
    def sessions() -> list[str]:
        return [asked.body["session_id"] for asked in task_manager.asked if len(asked.parts) == 3]

    async def body() -> None:
        async with reported(qapp, tmp_path, task_manager_settings(task_manager.url), times=3) as shown:
            keeper, ids = shown.world.kept, []
            for _ in range(2):
                await shown.plan()
                await until(lambda: keeper.id)
                ids.append(keeper.id)
                shown.world.session.new_conversation()
            keeper.open(ids[0])
            await until(lambda: keeper.id == ids[0] and not shown.world.panel.feed.replaying)
            await shown.plan()
            await until(lambda: len(sessions()) == 3)
            assert sessions() == [*ids, ids[0]]

    run_async(body())


def test_switching_off_and_on_holds_from_the_next_turn_on(
    qapp: QApplication, tmp_path: Path, run_async: Run, task_manager: TaskManager
) -> None:
    async def body() -> None:
        async with reported(
            qapp, tmp_path, task_manager_settings(task_manager.url, report=False), times=2
        ) as shown:
            assert not shown.light.isVisible()
            await shown.plan()
            assert task_manager.asked == []
            await shown.reporting.apply(task_manager_settings(task_manager.url))
            assert shown.light.isVisible()
            for event in shown.world.events[3:]:  # of a turn whose start was not reported
                shown.world.session.event_received.emit(event)
            state = shown.reporting.state
            assert state is not None
            assert state.waiting == 0
            await shown.plan()
            await until(lambda: shown.reporting.state and not shown.reporting.state.waiting)
            assert reported_steps(task_manager) == REPORTED
            await shown.reporting.apply(TaskManagerSettings())
            assert not shown.light.isVisible()
            assert shown.reporting.state is None

    run_async(body())


def test_a_click_on_the_light_opens_the_settings_and_a_message_hides_it(
    qapp: QApplication, tmp_path: Path, run_async: Run, task_manager: TaskManager
) -> None:
    async def body() -> None:
        async with reported(qapp, tmp_path, task_manager_settings(task_manager.url)) as shown:
            asked: list[str] = []
            shown.window.settings_requested.connect(asked.append)
            shown.light.click()
            shown.light.setFocus(Qt.FocusReason.TabFocusReason)
            QTest.keyClick(shown.light, Qt.Key.Key_Space)
            assert asked == ["task_manager", "task_manager"]
            shown.window.status.show_message("Saved.")
            assert not shown.light.isVisible()
            shown.light.refresh()
            assert not shown.light.isVisible()
            shown.window.status.clearMessage()
            await until(shown.light.isVisible)

    run_async(body())


@pytest.mark.parametrize("by", ["settings", "environment"])
def test_the_program_reports_what_it_is_told_to_and_ends_in_time(
    qapp: QApplication,
    tmp_path: Path,
    run_async: Run,
    task_manager: TaskManager,
    monkeypatch: pytest.MonkeyPatch,
    by: str,
) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    if by == "settings":
        file = tmp_path / "home" / "config" / "settings.json"
        file.parent.mkdir(parents=True)
        wanted = {"report": True, "url": task_manager.url, "execution_id": "exec"}
        file.write_text(json.dumps({"task_manager": wanted}))
    else:
        monkeypatch.setenv("NOVA_EXECUTION_ID", "exec")
        monkeypatch.setenv("TASK_MANAGER_URL", task_manager.url)
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "Home.md").write_text("my secret\n")

    async def body() -> None:
        async with window_with(qapp, vault) as window:
            await until(lambda: window.desktop.window.status.findChild(ReportingStatus) is not None)
            light = child(window.desktop.window.status, ReportingStatus)
            await until(light.isVisible)
            await window.turn("read it", calls(("read_note", {"path": "Home"})), "Done.")
        # what was still on its way has arrived, since the end of the program waits a moment for it
        assert reported_steps(task_manager) == [("read_note", "running"), ("read_note", "completed")]
        assert "secret" not in str(task_manager.asked)
        assert task_manager.sessions["exec"]

    run_async(body())


def test_first_paint_knows_nothing_of_it(tmp_path: Path) -> None:
    process = start(tmp_path, "--exit-after-paint", NOVA_EXECUTION_ID="exec")
    output, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, complaints
    loaded = json.loads(output)["modules"]
    assert not [name for name in loaded if "agent_sync" in name or "ui.task_manager" in name]
