"""The line above the input box states correctly what the agent may do."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop.agent.events import (
    AgentEvent,
    Answer,
    Cancelled,
    PlanProposed,
    StepStarted,
    Stopped,
    TurnStarted,
)
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.settings.settings import Settings
from axon_desktop.theme.colors import LIGHT
from axon_desktop.theme.look import Look
from axon_desktop.ui.approval.plan_dialog import PlanDialog
from axon_desktop.ui.composer.composer import Composer
from axon_desktop.ui.composer.state_line import StateLine
from axon_desktop.ui.look.theme import apply_theme
from tests.ui.chat_world import Run, call, dialog, make_world, until

PLAN = Plan.draft("Copy", [("Read Home", "It is read"), ("Write B", "B is there")])
BEGUN = TurnStarted(turn_id="t", text="go", mode="plan")
PROPOSED = PlanProposed(turn_id="t", plan=PLAN)
STEP = StepStarted(turn_id="t", step=2, index=1, total=2)


@pytest.fixture
def line(qtbot: QtBot) -> StateLine:
    line = StateLine()
    qtbot.addWidget(line)
    return line


def test_planning_reads_only_until_the_user_agrees(line: StateLine) -> None:
    line.set_mode("plan")
    assert "read-only until you agree" in line.text()
    line.follow([BEGUN, PROPOSED])
    assert "read-only until you agree" in line.text()


@pytest.mark.parametrize(
    ("safety", "words", "tone"),
    [
        ("ask", "asks before it writes", "ok"),
        ("apply", "writes without asking", "warn"),
        ("read_only", "read-only", "ok"),
    ],
)
def test_step_that_runs_says_what_it_may_do(line: StateLine, safety: str, words: str, tone: str) -> None:
    line.set_mode("plan")
    line.set_safety(safety)  # type: ignore[arg-type]
    line.follow([BEGUN, PROPOSED, STEP])
    assert line.text() == f"● Running step 2 of 2 — {words}"
    assert line.property("tone") == tone
    assert line.toolTip() == line.text()


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (Answer(turn_id="t", content="Done."), "Plan done"),
        (Stopped(turn_id="t", reason="plan_failed"), "Plan stopped at step 2 of 2"),
        (Cancelled(turn_id="t"), "Plan stopped at step 2 of 2"),
    ],
)
def test_end_of_a_plan_is_said(line: StateLine, end: AgentEvent, words: str) -> None:
    line.set_mode("plan")
    line.follow([BEGUN, PROPOSED, STEP, end])
    assert words in line.text()
    line.follow([TurnStarted(turn_id="t", text="go", mode="plan", resumed=True)])
    assert "Running step 2 of 2" in line.text()
    line.follow([end, TurnStarted(turn_id="u", text="more", mode="plan")])
    assert "read-only until you agree" in line.text()


def test_plan_that_was_discarded_leaves_no_word(line: StateLine) -> None:
    line.set_mode("plan")
    line.follow([BEGUN, PROPOSED, Stopped(turn_id="t", reason="plan_discarded")])
    assert "Planning" in line.text()


def test_what_runs_counts_not_what_is_chosen_for_later(line: StateLine) -> None:
    line.follow([TurnStarted(turn_id="t", text="go", mode="react")])
    line.set_mode("plan")
    assert line.text() == "● Agent Mode Active — whole vault"
    line.follow([Answer(turn_id="t", content="Done.")])
    assert "Planning" in line.text()
    line.forget()
    assert "Planning" in line.text()


def test_where_room_is_short_it_says_what_may_be_done(line: StateLine) -> None:
    line.resize(line.fontMetrics().horizontalAdvance(line.text()) - 1, 20)
    assert line.shown_text() == "● Agent Mode Active"
    line.set_safety("apply")
    wide = line.fontMetrics().horizontalAdvance(line.text())
    line.resize(wide + 1, 20)
    assert line.shown_text() == line.text()
    line.resize(wide - 1, 20)
    assert line.shown_text() == "● Agent Mode Active — without asking"
    line.set_safety("read_only")
    line.resize(line.fontMetrics().horizontalAdvance(line.text()) - 1, 20)
    assert line.shown_text() == "● Agent Mode Active — read-only"
    line.set_safety("apply")
    line.set_mode("plan")
    line.follow([BEGUN, PROPOSED, STEP])
    line.resize(line.fontMetrics().horizontalAdvance(line.text()) - 1, 20)
    assert line.shown_text() == "● writes without asking"
    line.follow([Answer(turn_id="t", content="Done.")])
    line.resize(line.fontMetrics().horizontalAdvance(line.text()) - 1, 20)
    assert line.shown_text().startswith("● Plan done")
    assert line.shown_text().endswith("…")


def test_costs_give_way_to_what_may_be_done(qtbot: QtBot) -> None:
    composer = Composer()
    qtbot.addWidget(composer)
    composer.set_meter("Context 12.4k / 1M · $0.003", "Costs: $0.003")
    composer.resize(900, 200)
    composer.show()
    assert composer.meter.text() == "Context 12.4k / 1M · $0.003"
    # with a wide font the words are elided, not the costs
    room = composer.state.sizeHint().width() + composer.meter.sizeHint().width() + 40
    composer.resize(room, 200)
    assert composer.meter.text() == "Context 12.4k / 1M · $0.003"
    composer.set_safety("apply")
    assert composer.meter.text() == "Context 12.4k / 1M"
    assert composer.meter.toolTip() == "Costs: $0.003"
    composer.set_safety("ask")
    assert composer.meter.text() == "Context 12.4k / 1M · $0.003"


@pytest.mark.parametrize("width", [220, 280, 440, 900])
@pytest.mark.parametrize("pixels", [11, 15, 20])
def test_words_below_the_box_are_never_cut(qtbot: QtBot, qapp: QApplication, width: int, pixels: int) -> None:
    apply_theme(qapp, LIGHT, Look(text_size=pixels))
    composer = Composer()
    qtbot.addWidget(composer)
    composer.resize(width, 200)
    composer.set_safety("ask")
    composer.show()
    composer.set_running(True)
    QApplication.sendPostedEvents()
    chips, buttons = (composer.mode, composer.safety), (composer.stop, composer.send)
    for button in (*chips, *buttons):
        assert button.width() >= button.sizeHint().width()
        assert button.accessibleName()
        assert button.toolTip()
        assert composer.rect().contains(button.geometry())
    assert composer.send.text() or width < 440
    assert composer.send.keys == "⏎"
    composer.resize(1200, 200)
    assert (composer.stop.text(), composer.send.text()) == ("Stop", "Send")
    assert not composer.mode.text() == composer.safety.text() == "▾"
    apply_theme(qapp, LIGHT)


def test_mode_is_an_icon_first_where_the_chat_is_narrow(qtbot: QtBot, qapp: QApplication) -> None:
    apply_theme(qapp, LIGHT)
    composer = Composer()
    qtbot.addWidget(composer)
    composer.set_safety("ask")
    composer.show()
    for width, mode, safety in ((440, "ReAct ▾", "Ask first ▾"), (370, "▾", "Ask first ▾")):
        composer.resize(width, 200)
        QApplication.sendPostedEvents()
        assert (composer.mode.text(), composer.safety.text()) == (mode, safety)
    assert not composer.mode.icon().isNull()
    assert "ReAct" in composer.mode.accessibleName()
    composer.set_safety("apply")
    composer.set_running(True)
    composer.resize(300, 200)
    assert (composer.mode.text(), composer.safety.text()) == ("▾", "▾")
    assert not composer.safety.icon().isNull()
    composer.resize(440, 200)
    assert composer.mode.icon().isNull() or composer.mode.text() == "▾"


def test_stop_is_there_only_while_something_runs(qtbot: QtBot) -> None:
    composer = Composer()
    qtbot.addWidget(composer)
    composer.resize(440, 200)
    composer.show()
    assert not composer.stop.isVisible()
    composer.set_running(True)
    QApplication.sendPostedEvents()
    assert composer.stop.isVisible()
    assert composer.stop.geometry().right() < composer.send.geometry().left()
    composer.activateWindow()
    composer.stop.setFocus()
    qtbot.waitUntil(composer.stop.hasFocus)
    composer.set_running(False)
    assert not composer.stop.isVisible()
    assert composer.input.hasFocus(), "the keyboard is not lost with the button"


def test_costs_stand_beside_the_end_of_a_plan(qtbot: QtBot, qapp: QApplication) -> None:
    apply_theme(qapp, LIGHT)
    composer = Composer()
    qtbot.addWidget(composer)
    costs = "Context 12.4k / 1M · $0.003"
    composer.set_meter(costs, "Costs: $0.003")
    words = composer.state.fontMetrics().horizontalAdvance(f"● Plan done — next request: new plan{costs}")
    composer.resize(max(440, words + 48), 200)  # the initial width of the chat, more with a wider font
    composer.show()
    composer.state.set_mode("plan")
    composer.state.follow([BEGUN, PROPOSED, STEP, Answer(turn_id="t", content="Done.")])
    assert composer.state.shown_text().startswith("● Plan done")
    assert composer.state.shown_text() == composer.state.text()
    assert composer.meter.text().endswith("$0.003")


def test_line_follows_a_plan_to_its_end_also_when_it_is_opened_again(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        settings = Settings()
        settings.safety.mode = "apply"
        proposal = call(
            "propose_plan", goal="Copy", steps=[{"description": "Write B", "expected_outcome": "B is there"}]
        )
        replies = [proposal, call("create_note", path="B", content="b\n"), "Written."]
        world = make_world(tmp_path, replies, settings=settings, keep=True)
        line = world.panel.composer.state
        seen: list[str] = []
        world.session.event_received.connect(lambda _: seen.append(line.text()))
        world.session.set_mode("plan")
        world.session.send("copy Home")
        await until(lambda: isinstance(dialog(), PlanDialog))
        asked = dialog()
        assert isinstance(asked, PlanDialog)
        asked.approve_button.click()
        await world.end()
        assert "● Running step 1 of 1 — writes without asking" in seen
        assert "Plan done" in line.text()
        await until(lambda: world.kept.id)
        conversation = world.kept.id
        world.session.new_conversation()
        assert "done" not in line.text()
        world.kept.open(conversation)
        await until(lambda: world.kept.id == conversation and not world.panel.feed.replaying)
        assert "Plan done" in line.text()
        await world.close()

    run_async(body())
