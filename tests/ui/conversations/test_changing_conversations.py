"""Switching conversations: the last request wins, and no turn continues in the wrong conversation."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from axon_desktop.conversations.models import StoredConversation
from axon_desktop.llm.messages import TextDelta
from axon_desktop.ui.aio import failures
from axon_desktop.ui.conversations.last_conversation import LastConversation
from axon_desktop.ui.session.resumption import Resumption
from tests.ui.chat_world import Run, World, make_world, until
from tests.waiting import turns


def slow(words: int = 3_000) -> list[TextDelta]:
    return [TextDelta(f"word{number} ") for number in range(words)]


def said(world: World) -> list[str]:
    return [message.content for message in world.session.history if message.role == "user"]


async def two_kept(world: World) -> tuple[str, str]:
    """Put two conversations into the store, and show a new one."""
    kept = []
    for text in ("first", "second"):
        await world.ask(text)
        kept.append(world.kept.id)
        world.session.new_conversation()
    return kept[0], kept[1]


def read_slowly(world: World, conversation: str, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Delay the loading of this conversation until the event is set."""
    store, go = world.store, asyncio.Event()
    assert store is not None
    load = store.load_as

    async def wait(wanted: str, make: Callable[[StoredConversation], object]) -> object:
        if wanted == conversation:
            await go.wait()
        return await load(wanted, make)

    monkeypatch.setattr(store, "load_as", wait)
    return go


def test_the_conversation_that_was_wished_for_last_is_shown(
    tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["one", "two"], keep=True)
        first, second = await two_kept(world)
        go = read_slowly(world, first, monkeypatch)
        world.kept.open(first)
        world.kept.open(second)
        await until(lambda: world.kept.id == second)
        go.set()
        await turns()
        assert (world.kept.id, said(world)) == (second, ["second"])
        await world.close()

    run_async(body())


def test_new_conversation_counts_while_another_is_read(
    tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["one", "two"], keep=True)
        first, _ = await two_kept(world)
        go = read_slowly(world, first, monkeypatch)
        world.kept.open(first)
        await turns()
        world.session.new_conversation()
        go.set()
        await turns()
        assert (world.kept.id, said(world)) == ("", [])
        await world.close()

    run_async(body())


def test_conversation_is_opened_although_a_new_one_was_wished_for_before(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["one", "two", slow()], pace=0.002, keep=True)
        first, _ = await two_kept(world)
        world.session.send("write a lot")
        await until(lambda: world.session.running and "token" in world.kinds()[-3:])
        world.session.new_conversation()
        world.kept.open(first)
        await until(lambda: world.kept.id == first)
        await turns()
        assert (world.kept.id, said(world)) == (first, ["first"])
        await world.close()

    run_async(body())


def test_turn_that_begins_while_a_conversation_is_read_does_not_run_on_in_it(
    tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["one", "two", slow()], pace=0.002, keep=True)
        first, second = await two_kept(world)
        go = read_slowly(world, first, monkeypatch)
        world.kept.open(first)
        await turns()
        world.session.send("write a lot")
        await until(lambda: world.kept.id not in ("", first, second) and "token" in world.kinds()[-3:])
        running = world.kept.id
        go.set()
        await until(lambda: world.kept.id == first)
        assert not world.session.running
        assert said(world) == ["first"]
        assert world.store is not None
        await world.store.flush()
        assert [item.kind for item in (await world.store.load(first)).items if item.kind == "cancelled"] == []
        assert (await world.store.load(running)).items[-1].kind == "cancelled"
        await world.close()

    run_async(body())


def test_question_that_is_sent_while_the_last_conversation_is_read_wins(
    tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["one"], keep=True)
        await world.ask("first")
        first, vault = world.kept.id, world.vault.id
        await world.close()
        state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
        state.setValue(f"conversation/{vault}", first)
        world = make_world(tmp_path, ["other"], keep=True)
        await world.kept.store()
        go = read_slowly(world, first, monkeypatch)
        going_on = asyncio.ensure_future(LastConversation(world.kept, world.session, state, vault).go_on())
        await turns()
        world.session.send("another question")
        go.set()
        await going_on
        await world.end()
        assert (world.kept.title, said(world)) == ("another question", ["another question"])
        await world.close()

    run_async(body())


def test_no_conversation_takes_over_a_running_turn(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [slow()], pace=0.002)
        world.session.send("write a lot")
        with pytest.raises(RuntimeError):
            world.session.resume(Resumption())
        await world.close()

    run_async(body())


def test_text_sent_between_new_and_the_end_of_the_stopped_turn_is_not_lost(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [slow(), "fresh"], pace=0.002)
        received: list[str] = []
        world.panel.message_requested.connect(received.append)
        world.session.send("write a lot")
        await until(lambda: "token" in world.kinds())
        world.session.new_conversation()
        world.session.send("and then this")
        world.panel.composer.input.set_text("being written")
        await until(lambda: not world.session.running and not world.session.history)
        assert world.panel.composer.input.toPlainText() == "and then this\n\nbeing written"
        assert len(received) == 1
        await world.close()

    run_async(body())


def test_conversation_that_the_disk_had_no_room_for_is_kept_after_the_next_turn(
    tmp_path: Path, run_async: Run
) -> None:
    full = "CREATE TRIGGER full BEFORE INSERT ON conversation BEGIN SELECT RAISE(ABORT, 'no room'); END"

    async def body() -> None:
        world = make_world(tmp_path, ["one", "two"], keep=True)
        await world.kept.store()
        failed: list[str] = []

        def record(name: str, _error: BaseException) -> None:
            failed.append(name)

        failures.task_failed.connect(record)
        with closing(sqlite3.connect(tmp_path / "conversations.sqlite")) as db:
            db.execute(full)
            db.commit()
            world.session.send("first")
            await world.end()
            await until(lambda: "keep conversation" in failed)
            assert world.kept.id == ""
            db.execute("DROP TRIGGER full")
            db.commit()
        await world.ask("second")
        assert world.store is not None
        await world.store.flush()
        stored = await world.store.load(world.kept.id)
        assert stored.conversation.title == "first"
        asked = [item.message.content for item in stored.items if item.message and item.message.role == "user"]
        assert asked == ["first", "second"]
        failures.task_failed.disconnect(record)
        await world.close()

    run_async(body())
