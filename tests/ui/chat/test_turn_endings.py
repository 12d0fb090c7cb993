"""Turns that end without an answer: notices with actions, also in an opened conversation."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from axon_desktop.agent.events import Answer, Cancelled, Error, TurnStarted
from axon_desktop.errors import LLMAuthError, LLMConnectionError
from axon_desktop.llm.messages import TextDelta
from axon_desktop.llm.providers.scripted import ScriptedReply
from axon_desktop.settings.settings import Settings
from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.chat.notice_box import NoticeBox
from axon_desktop.ui.chat.transcript import Transcript
from tests.ui.chat_world import Run, World, call, make_world, until

WRITES = call("create_note", path="A", content="a\n") + call("create_note", path="B", content="b\n")
SLOW: ScriptedReply = [TextDelta("I have set two."), *[TextDelta(" ")] * 5000]


def settings(mode: str = "apply", rounds: int = 25) -> Settings:
    made = Settings()
    made.safety.mode = "apply" if mode == "apply" else "ask"
    made.limits.max_rounds = rounds
    return made


def box(world: World) -> NoticeBox:
    """The last notice."""
    return world.panel.transcript.ends.notices[-1]


def offers(notice: NoticeBox) -> list[str]:
    return [button.text().replace("&", "") for button in notice.findChildren(QPushButton) if not button.isHidden()]


def users(world: World) -> list[str]:
    return [message.content for message in world.session.history if message.role == "user"]


async def reopen(world: World) -> None:
    await until(lambda: world.kept.id)
    conversation = world.kept.id
    world.session.new_conversation()
    world.kept.open(conversation)
    await until(lambda: world.kept.id == conversation and world.calls and not world.panel.feed.replaying)


async def stopped(tmp_path: Path, *more: ScriptedReply) -> World:
    """A conversation that was stopped after two notes were written."""
    world = make_world(tmp_path, [WRITES, SLOW, *more], settings=settings(), pace=0.002, keep=True)
    world.session.send("set them")
    await until(lambda: "I have set two." in world.text)
    QTest.keyClick(world.panel.composer.input, Qt.Key.Key_Escape)
    await world.end()
    return world


@pytest.mark.parametrize("opened", [False, True])
def test_stopped_turn_offers_undo_and_continue(tmp_path: Path, run_async: Run, opened: bool) -> None:
    async def body() -> None:
        world = await stopped(tmp_path, "Both are set.")
        if opened:
            await reopen(world)
        notice = box(world)
        assert notice.label.text() == "You stopped Axon here."
        assert offers(notice) == ["Undo 2 changes", "Continue"]
        assert notice.button.property("primary")
        notice.button.click()
        await until(lambda: "Both are set." in world.text)
        await world.end()
        assert users(world).count("set them") == 1
        assert [text for text in users(world) if "Continue" in text] == []
        assert world.text.split("\n").count("set them") == 1
        assert not offers(notice)
        assert notice.label.property("tone") == "muted"
        assert (world.root / "A.md").read_text() == "a\n", "what ran is not run again"
        await world.close()

    run_async(body())


@pytest.mark.parametrize("opened", [False, True])
def test_all_changes_of_a_stopped_turn_are_undone_at_once(tmp_path: Path, run_async: Run, opened: bool) -> None:
    async def body() -> None:
        world = await stopped(tmp_path)
        if opened:
            await reopen(world)
        notice = box(world)
        notice.undo.click()
        await until(lambda: offers(notice) == ["Continue"])
        assert not (world.root / "A.md").exists()
        assert not (world.root / "B.md").exists()
        assert [call.state for call in world.calls] == ["undone", "undone"]
        again = world.calls[0].change_id
        assert again is not None
        world.session.undo(again)
        await until(lambda: offers(notice) == ["Undo 1 change", "Continue"])
        await world.close()

    run_async(body())


def test_changes_that_can_be_undone_are_when_one_cannot(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = await stopped(tmp_path)
        (world.root / "B.md").write_text("mine, all of it\n")
        box(world).undo.click()
        await until(lambda: world.calls[0].state == "undone")
        assert (world.root / "B.md").read_text() == "mine, all of it\n"
        assert not (world.root / "A.md").exists()
        await until(lambda: world.lines[-1].is_open)  # shows the reason
        await until(lambda: offers(box(world)) == ["Undo 1 change", "Continue"])
        await world.close()

    run_async(body())


@pytest.mark.parametrize("opened", [False, True])
def test_last_round_offers_to_continue(tmp_path: Path, run_async: Run, opened: bool) -> None:
    async def body() -> None:
        replies = [call("read_note", path="Home"), call("list_folder", path=""), "Now I know."]
        world = make_world(tmp_path, replies, settings=settings(rounds=2), keep=True)
        await world.ask("look")
        if opened:
            await reopen(world)
        notice = box(world)
        assert notice.label.text() == "Stopped after 2 rounds."
        assert offers(notice) == ["Continue"]
        notice.button.click()
        await until(lambda: "Now I know." in world.text)
        assert world.text.split("\n").count("look") == 1
        await world.close()

    run_async(body())


@pytest.mark.parametrize("opened", [False, True])
def test_failure_after_calls_is_tried_again_with_the_users_own_request(
    tmp_path: Path, run_async: Run, opened: bool
) -> None:
    async def body() -> None:
        failure: ScriptedReply = [TextDelta("Half of "), LLMConnectionError("The connection was lost.")]
        replies = [WRITES, failure, "Both are there."]
        world = make_world(tmp_path, replies, settings=settings(), keep=True)
        await world.ask("write both")
        if opened:
            await reopen(world)
        notice = box(world)
        assert offers(notice) == ["Open settings", "Retry"]
        notice.button.click()
        await until(lambda: "Both are there." in world.text)
        await world.end()
        assert users(world).count("write both") == 1
        last = world.session.history[-1]
        assert (last.role, last.content) == ("assistant", "Both are there.")
        assert "Half of " not in [message.content for message in world.session.history]
        assert not offers(notice)
        await reopen(world)
        assert world.text.split("\n").count("write both") == 1
        assert not [found for found in world.panel.transcript.ends.notices if offers(found)]
        await world.close()

    run_async(body())


def test_refused_key_leads_to_the_settings(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        error = LLMAuthError("DeepSeek does not accept the API key. Check the key in the settings.", status=401)
        world = make_world(tmp_path, [error])
        pages: list[str] = []
        world.panel.settings_requested.connect(pages.append)
        await world.ask("hello")
        notice = box(world)
        assert (notice.label.text(), offers(notice)) == ("DeepSeek refused the key.", ["Open settings", "Retry"])
        notice.settings.click()
        assert pages == ["models"]
        await world.close()

    run_async(body())


def test_retry_of_an_answered_request_is_the_users_own_words(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [call("read_note", path="Home"), "One.", "Two."], keep=True)
        await world.ask("how many?")
        await reopen(world)
        world.panel.give_command("retry", "")
        await until(lambda: "Two." in world.text)
        assert users(world).count("how many?") == 2
        assert world.text.split("\n").count("how many?") == 2
        await world.close()

    run_async(body())


def test_turn_that_was_cut_off_by_a_crash_has_one_box(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path)
        transcript: Transcript = world.panel.transcript
        events = [TurnStarted(turn_id="t", text="go", mode="react"), Cancelled(turn_id="t")]
        transcript.begin_replay(events)
        for event in events:
            transcript.handle(event)
        transcript.end_replay(unfinished=True)
        (notice,) = transcript.ends.notices
        assert "closed in the middle" in notice.label.text()
        assert offers(notice) == ["Continue"]
        await world.close()

    run_async(body())


def test_boxes_are_quiet_once_the_conversation_goes_on(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path)
        handle = world.panel.transcript.handle
        handle(TurnStarted(turn_id="t", text="go", mode="react"))
        handle(Error.of(LLMConnectionError("gone"), "t"))
        red = box(world)
        assert offers(red) == ["Open settings", "Retry"]
        handle(TurnStarted(turn_id="t", text="go", mode="react", resumed=True))
        handle(Answer(turn_id="t", content="Here."))
        assert not offers(red)
        picture = red.grab().toImage()
        drawn = {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())}
        assert LIGHT.err not in drawn
        await world.close()

    run_async(body())


@pytest.mark.parametrize("width", [296, 416, 900])
def test_box_is_one_row_where_it_fits_and_nothing_is_cut(tmp_path: Path, run_async: Run, width: int) -> None:
    async def body() -> None:
        world = await stopped(tmp_path)
        notice = box(world)
        notice.resize(width, notice.heightForWidth(width))
        buttons = [button for button in notice.findChildren(QPushButton) if not button.isHidden()]
        assert all(notice.rect().contains(button.geometry()) for button in buttons)
        assert all(button.width() >= button.sizeHint().width() for button in buttons)
        assert notice.rect().contains(notice.label.geometry())
        one_row = width > 400
        assert (buttons[0].geometry().center().y() < notice.label.geometry().bottom()) is one_row
        await world.close()

    run_async(body())
