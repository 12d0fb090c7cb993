from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from axon_desktop.agent.events import (
    BudgetWarning,
    Compacted,
    ContextCut,
    ContextSized,
    Steered,
    Stopped,
    ToolsSetAside,
    TurnStarted,
)
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.llm.messages import TextDelta
from axon_desktop.llm.providers.scripted import ScriptedReply
from axon_desktop.settings.settings import Settings
from axon_desktop.theme.colors import DARK
from axon_desktop.ui.approval.plan_dialog import PlanDialog
from axon_desktop.ui.chat.cards.notices import FoldRow
from axon_desktop.ui.chat.cards.plan_card import PlanCard
from axon_desktop.ui.chat.notice_box import NoticeBox
from axon_desktop.ui.widgets.confirm_dialog import Question
from axon_desktop.ui.window.notifications import Notifier
from tests.ui.chat_world import Run, World, call, child, dialog, make_world, until
from tests.ui.colors import wear_colors

STEPS = [("Read Home", "Its text is known"), ("Write B", "B holds the text"), ("Check", "All is well")]
PROPOSAL = call(
    "propose_plan",
    goal="Copy Home",
    steps=[{"description": what, "expected_outcome": seen} for what, seen in STEPS],
)


def apply_settings() -> Settings:
    settings = Settings()
    settings.safety.mode = "apply"
    settings.limits.confirm_round = 50
    settings.limits.max_rounds = 50
    return settings


async def agree(world: World) -> None:
    """Wait for the plan's dialog and approve it."""
    await until(lambda: isinstance(dialog(), PlanDialog))
    asked = dialog()
    assert isinstance(asked, PlanDialog)
    asked._approve()


def statuses(card: PlanCard) -> list[str]:
    return [step.status for step in card.plan.steps]


def make_card(qtbot: QtBot, plan: Plan) -> PlanCard:
    card = PlanCard(plan)
    qtbot.addWidget(card)
    card.resize(400, card.heightForWidth(400))
    card.show()
    return card


def test_plan_is_reviewed_and_done_on_one_card(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        replies = [
            PROPOSAL,
            "Read.",
            call("create_note", path="B", content="# Home\n"),
            "Written.",
            "All is well.",
        ]
        world = make_world(tmp_path, replies, settings=apply_settings(), keep=True)
        world.panel.composer.mode.choices.actions()[1].trigger()
        assert world.session.mode == "plan"
        assert "Planning" in world.panel.composer.state.text()
        world.session.send("copy Home to B")
        await agree(world)
        await world.end()
        (card,) = world.panel.view.findChildren(PlanCard)
        assert statuses(card) == ["completed"] * 3
        assert card.title() == "All 3 steps done"
        assert not card.resume.isVisible()
        assert (world.root / "B.md").exists()
        await until(lambda: world.kept.id)
        world.kept.open(world.kept.id)
        await until(
            lambda: not world.panel.feed.replaying and world.panel.view.findChildren(PlanCard)[-1] is not card
        )
        again = world.panel.view.findChildren(PlanCard)[-1]
        await until(lambda: statuses(again) == ["completed"] * 3)
        assert world.session.mode == "plan"
        await world.close()

    run_async(body())


def test_failed_step_can_be_skipped(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        replies = [PROPOSAL, call("fail_step", reason="There is no Home."), "Written.", "All is well."]
        world = make_world(tmp_path, replies, settings=apply_settings())
        world.session.set_mode("plan")
        world.session.send("copy Home to B")
        await agree(world)
        await world.end()
        stopped = world.events[-1]
        assert isinstance(stopped, Stopped)
        assert stopped.reason == "plan_failed"
        (card,) = world.panel.view.findChildren(PlanCard)
        assert statuses(card) == ["failed", "pending", "pending"]
        assert "a step of the plan failed" in world.text
        await until(card.skip.isVisible)
        assert card.retry.isVisible()
        assert not card.resume.isVisible()
        QTest.mouseClick(card.skip, Qt.MouseButton.LeftButton)
        assert world.session.running
        await until(lambda: not card.skip.isVisible())
        await world.end()
        assert statuses(card) == ["skipped", "completed", "completed"]
        assert card.title() == "2 of 3 steps done, 1 skipped"
        assert card._bar._fraction == pytest.approx(2 / 3)
        await world.close()

    run_async(body())


def test_plan_that_comes_to_a_halt_is_where_the_user_looks(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        long = "\n\n".join(f"Line {number} of what I found." for number in range(80))
        replies = [PROPOSAL, f"{long}\n\n{call('read_note', path='Home')}", call("fail_step", reason="no"), "Ok."]
        world = make_world(tmp_path, replies, settings=apply_settings(), keep=True)
        world.session.set_mode("plan")
        world.session.send("copy Home to B")
        await agree(world)
        await world.end()
        (card,) = world.panel.view.findChildren(PlanCard)
        await until(lambda: not card.skip.visibleRegion().isEmpty() and not world.panel.view.busy)
        assert card.visibleRegion().boundingRect() == card.rect()
        await until(lambda: world.kept.id)
        conversation = world.kept.id
        world.session.new_conversation()
        world.kept.open(conversation)
        await until(lambda: world.kept.id == conversation and not world.panel.feed.replaying)
        again = [card for card in world.panel.view.findChildren(PlanCard) if not card.skip.isHidden()][-1]
        await until(lambda: again.visibleRegion().boundingRect() == again.rect())
        await world.close()

    run_async(body())


def test_stopped_plan_is_resumed_also_after_opening_it_again(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        words = [TextDelta(f"word{number} ") for number in range(3000)]
        replies: list[ScriptedReply] = [PROPOSAL, words, "Read.", "Written.", "All is well."]
        world = make_world(tmp_path, replies, settings=apply_settings(), pace=0.002, keep=True)
        world.session.set_mode("plan")
        world.session.send("copy Home to B")
        await agree(world)
        await until(lambda: "word20 " in world.text)
        world.session.stop()
        await world.end()
        await until(lambda: world.kept.id)
        conversation = world.kept.id
        world.session.new_conversation()
        await until(lambda: world.panel.composer.mode.text() == "ReAct ▾")
        world.kept.open(conversation)
        await until(lambda: world.kept.id and not world.panel.feed.replaying)
        card = world.panel.view.findChildren(PlanCard)[-1]
        await until(card.resume.isVisible)
        assert card.title() == "Step 1 / 3"
        card.resume.click()
        await world.end()
        assert statuses(card) == ["completed"] * 3
        assert world.text.count("copy Home to B") == 1
        await world.close()

    run_async(body())


def test_plan_is_revised_after_a_failure(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        other = call(
            "propose_plan", goal="Less", steps=[{"description": "Nothing", "expected_outcome": "Nothing"}]
        )
        replies = [PROPOSAL, call("fail_step", reason="no"), other, "Nothing done."]
        world = make_world(tmp_path, replies, settings=apply_settings())
        world.session.set_mode("plan")
        world.session.send("copy Home to B")
        await agree(world)
        await world.end()
        (card,) = world.panel.view.findChildren(PlanCard)
        await until(card.revise.isVisible)
        card.revise.click()
        await until(lambda: isinstance(dialog(), Question))
        asked = dialog()
        assert isinstance(asked, Question)
        child(asked, QPlainTextEdit).setPlainText("Do less")
        asked.accept_button.click()
        await agree(world)
        await world.end()
        cards = world.panel.view.findChildren(PlanCard)
        assert "Do less" in world.text
        assert statuses(cards[-1]) == ["completed"]
        assert cards[-1].plan.goal == "Less"
        await world.close()

    run_async(body())


def test_card_says_where_the_plan_stands(qtbot: QtBot) -> None:
    plan = Plan.draft("Copy Home", STEPS)
    card = make_card(qtbot, plan)
    assert card.title() == "3 steps"
    card.set_plan(plan.with_status("executing"))
    card.start_step(1)
    assert card.title() == "Step 1 / 3"
    card.end_step(1, "Read.", success=True)
    card.start_step(2)
    assert card.title() == "Step 2 / 3"
    card.end_step(2, "It is being edited.", success=False)
    card.rest()
    assert card.retry.isVisible()
    failed: list[int] = []
    card.retry_requested.connect(failed.append)
    card.retry.click()
    assert failed == [2]
    height = card.heightForWidth(400)
    card.settle()
    assert card.heightForWidth(400) < height
    wear_colors(DARK)
    assert "Step 2 / 3" in card.accessibleName()


def test_steered_words_reach_the_model_at_the_next_step(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        first = [TextDelta("w ")] * 60 + [TextDelta("\n\n" + call("read_note", path="Home"))]
        world = make_world(tmp_path, [first, "Short."], pace=0.002)
        box = world.panel.composer.input
        world.session.send("tell me")
        await until(lambda: "token" in world.kinds())
        QTest.keyClicks(box, "briefly")
        QTest.keyClick(box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        (row,) = world.panel.composer.queue.rows
        assert row.state.text() == "Next step"
        assert not row.steer.isVisible()
        await world.end()
        assert [event.text for event in world.found(Steered)] == ["briefly"]
        assert not world.panel.composer.queue.rows
        assert world.text.split("\n")[-2:] == ["briefly", "Short."]
        await world.close()

    run_async(body())


def test_words_that_no_step_took_are_sent_when_the_turn_is_over(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [[TextDelta("w ")] * 60, "Second."], pace=0.002)
        world.session.send("tell me")
        await until(lambda: "token" in world.kinds())
        world.session.send("later")
        world.session.steer("now")
        world.session.steer("not now")
        assert [request.text for request in world.session.queue.requests] == ["now", "not now", "later"]
        assert world.session.withdraw(1) == "not now"
        world.session.withdraw(1)
        await until(lambda: world.kinds().count("answer") == 2)
        assert [event.text for event in world.found(TurnStarted)] == ["tell me", "now"]
        await world.close()

    run_async(body())


def test_queue_is_ordered_and_emptied_by_keyboard(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [[TextDelta("w ")] * 3000, "ok"], pace=0.002)
        world.session.send("long")
        for text in ("one", "two", "three"):
            world.session.send(text)
        strip = world.panel.composer.queue
        world.panel.activateWindow()
        await until(world.panel.isActiveWindow)
        strip.focus_row(2)
        QTest.keyClick(strip.rows[2], Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
        assert [row.words.text() for row in strip.rows] == ["one", "three", "two"]
        assert strip.rows[1].hasFocus()
        QTest.keyClick(strip.rows[1], Qt.Key.Key_Up)
        assert strip.rows[0].hasFocus()
        QTest.keyClick(strip.rows[0], Qt.Key.Key_Delete)
        assert [row.words.text() for row in strip.rows] == ["three", "two"]
        world.session.stop()
        await world.end()
        assert [row.words.text() for row in strip.rows] == ["three", "two"]
        strip.rows[1].steer.click()
        assert world.session.running
        await until(lambda: [event.text for event in world.found(TurnStarted)][:2] == ["long", "two"])
        await world.close()

    run_async(body())


def test_what_was_found_out_about_the_context_is_shown_where_it_happened(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path)
        asked: list[str] = []
        world.panel.settings_requested.connect(asked.append)
        show = world.session.event_received.emit
        show(TurnStarted(turn_id="t", text="go", mode="react"))
        show(ContextSized(turn_id="t", finding="assumed", tokens=32_768))
        show(ContextSized(turn_id="t", finding="refused", tokens=9_000))
        show(ContextSized(turn_id="t", finding="cut", tokens=4_096, read=4_090, sent=9_000))
        notice = child(world.panel.view, NoticeBox)
        assert "Axon assumes 32,768 tokens." in notice.label.text()
        notice.settings.click()
        assert asked == ["models"]
        assert not notice.settings.isHidden(), "one may come back to it"
        assert "sent it again, and keeps to 9,000 tokens from now on." in world.text
        assert "The server read only 4,090 of about 9,000 tokens" in world.text
        show(ToolsSetAside(turn_id="t", tools=("clock.odd", "read_note"), words="Invalid schema"))
        assert "does not take the tool “odd” of the server “clock”, “read_note”, so the turn goes on" in world.text
        await world.close()

    run_async(body())


def test_limits_are_shown_quietly_and_the_ceiling_can_be_raised(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path)
        asked: list[str] = []
        world.panel.settings_requested.connect(asked.append)
        show = world.session.event_received.emit
        show(TurnStarted(turn_id="t", text="go", mode="react"))
        show(ContextCut(turn_id="t", messages=12))
        show(Compacted(turn_id="t", summary="They spoke of links.", messages=4))
        show(BudgetWarning(turn_id="t", tokens=81_000, cost=0.8, max_tokens=100_000, max_cost=1.0))
        assert "12 older messages are no longer sent to the model." in world.text
        fold = child(world.panel.view, FoldRow)
        assert fold.text.toPlainText() == "They spoke of links."
        warning = child(world.panel.view, NoticeBox)
        assert "81k of 100k tokens, $0.80 of $1.00. It stops at the limit." in warning.label.text()
        assert not warning.button.isHidden()
        show(Stopped(turn_id="t", reason="budget", max_tokens=100_000))
        stopped = world.panel.view.findChildren(NoticeBox)[1]
        assert warning.button.isHidden(), "it is offered where the request has stopped"
        assert stopped.settings.text().replace("&", "") == "Raise the limit…"
        stopped.settings.click()
        assert asked == ["safety"]
        assert "Continue" in stopped.button.text()
        reached = "Stopped: this request has reached its limit of 100k tokens."
        assert stopped.label.text() == f"{reached} Continue allows the same amount again."
        assert not stopped.button.isHidden()
        show(TurnStarted(turn_id="t2", text="on", mode="react"))
        assert stopped.button.isHidden()
        assert (stopped.label.text(), stopped.accessibleName()) == (reached, reached), "its button is gone"
        await world.close()

    run_async(body())


def test_ceiling_can_be_raised_before_it_is_reached(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path)
        asked: list[str] = []
        world.panel.settings_requested.connect(asked.append)
        show = world.session.event_received.emit
        show(TurnStarted(turn_id="t", text="go", mode="react"))
        show(BudgetWarning(turn_id="t", tokens=81_000, cost=None, max_tokens=100_000, max_cost=None))
        child(world.panel.view, NoticeBox).button.click()
        assert asked == ["safety"]
        show(Stopped(turn_id="t", reason="budget", max_cost=1.5))
        assert "its limit of $1.50." in world.panel.view.findChildren(NoticeBox)[1].label.text()
        world.session.cleared.emit()
        await until(lambda: not world.panel.view.findChildren(NoticeBox))
        show(TurnStarted(turn_id="t", text="go", mode="react"))
        show(BudgetWarning(turn_id="t", tokens=81_000, cost=None, max_tokens=100_000, max_cost=None))
        show(Stopped(turn_id="t", reason="length"))
        assert world.panel.view.findChildren(NoticeBox)[1].settings.isHidden()
        await world.close()

    run_async(body())


def test_nobody_is_called_while_the_window_is_in_front(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["one", "two", "three"])
        wanted = [True]
        notifier = Notifier(world.panel, lambda: wanted[0])
        world.session.event_received.connect(notifier.handle)
        world.panel.activateWindow()
        await until(world.panel.isActiveWindow)
        await world.ask("first")
        assert notifier.messages == []
        world.panel.hide()
        await until(lambda: QApplication.activeWindow() is None)
        await world.ask("second")
        assert notifier.messages == ["Axon has answered."]
        wanted[0] = False
        await world.ask("third")
        assert len(notifier.messages) == 1
        await world.close()

    run_async(body())


def test_discarded_plan_offers_nothing_also_after_opening_it_again(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [PROPOSAL], settings=apply_settings(), keep=True)
        world.session.set_mode("plan")
        world.session.send("copy Home")
        await until(lambda: isinstance(dialog(), PlanDialog))
        asked = dialog()
        assert isinstance(asked, PlanDialog)
        asked.discard_button.click()
        await world.end()
        assert world.session.plan is None
        card = child(world.panel.view, PlanCard)
        assert not card.resume.isVisibleTo(card)
        await until(lambda: world.kept.id)
        conversation = world.kept.id
        world.session.new_conversation()
        world.kept.open(conversation)
        await until(lambda: world.kept.id == conversation and not world.panel.feed.replaying)
        assert world.session.plan is None
        await until(lambda: world.panel.view.findChildren(PlanCard))
        assert not any(card.resume.isVisibleTo(card) for card in world.panel.view.findChildren(PlanCard))
        await world.close()

    run_async(body())
