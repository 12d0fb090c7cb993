"""Summarising a conversation: by command, and how a stored conversation continues."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from axon_desktop.agent.events import Compacted
from axon_desktop.errors import LLMServerError
from axon_desktop.llm.messages import Finished, Message, TextDelta, Usage
from axon_desktop.llm.offline.offline import OfflineProvider
from axon_desktop.llm.providers.scripted import ScriptedProvider, ScriptedReply
from axon_desktop.settings.settings import Settings
from axon_desktop.ui.chat.cards.notices import FoldRow, TurnTail
from axon_desktop.ui.chat.notice_box import NoticeBox
from axon_desktop.ui.session.compaction import CompactionState
from axon_desktop.ui.session.conversation_keeper import Opened
from tests.ui.chat_world import Run, World, make_world, until

SUMMARY = "The user asked for apples and pears."


async def talk(world: World) -> None:
    """Have three turns, so that there is something to summarise."""
    for text in ("about apples", "about pears", "about plums"):
        await world.ask(text)


def states(world: World) -> list[str]:
    """Return a list that collects the reported stages."""
    found: list[str] = []

    def note(state: CompactionState) -> None:
        found.append(state.stage)

    world.session.compaction_changed.connect(note)
    return found


def sent(provider: ScriptedProvider) -> str:
    """Return the last request to the model."""
    return "\n".join(message.content for message in provider.requests[-1].messages)


def scripted(world: World) -> ScriptedProvider:
    provider = world.session.provider
    assert isinstance(provider, ScriptedProvider)
    return provider


async def compact(world: World) -> None:
    world.panel.give_command("compact", "")
    assert world.session.running
    await world.end()


def test_command_replaces_what_was_said_by_a_summary(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["one", "two", "three", SUMMARY, "four"])
        await talk(world)
        stages = states(world)
        await compact(world)
        assert stages == ["running", "done"]
        (event,) = world.found(Compacted)
        assert event.summary == SUMMARY
        assert event.messages == 4
        (row,) = world.panel.view.findChildren(FoldRow)
        assert row.text.toPlainText() == SUMMARY
        await world.ask("about figs")
        assert SUMMARY in sent(scripted(world))
        assert "apples" not in sent(scripted(world)).replace(SUMMARY, "")
        assert "about plums" in sent(scripted(world))
        await world.close()

    run_async(body())


def test_meter_falls_when_the_conversation_is_summed_up(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        def counted(text: str, prompt: int) -> ScriptedReply:
            return [TextDelta(text), Finished(Message("assistant", text), "stop", Usage(prompt, 100))]

        long = " ".join(f"word{number}" for number in range(5_000))
        world = make_world(
            tmp_path, [counted(long, 1_000), counted("two", 12_000), counted(SUMMARY, 12_000)], keep=True
        )
        await world.ask("much")
        await world.ask("more")
        assert world.panel.composer.meter.text().startswith("Context 12.")
        await compact(world)
        words = world.panel.composer.meter.text().split(" ")
        assert words[1].isdecimal()  # less than 1k
        assert world.session.usage is not None
        assert world.session.usage.total == Usage(25_000, 300)
        await world.close()

    run_async(body())


def test_kept_conversation_goes_on_with_its_summary(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["one", "two", "three", SUMMARY], keep=True)
        await talk(world)
        await compact(world)
        conversation = world.kept.id
        await world.close()
        again = make_world(tmp_path, ["four"], keep=True)
        found: list[Opened] = []
        again.kept.opened.connect(found.append)
        again.kept.open(conversation)
        await until(lambda: found and not again.panel.feed.replaying)
        assert not found[0].unfinished
        assert len(again.session.history) == 6
        await again.ask("about figs")
        assert SUMMARY in sent(scripted(again))
        assert "apples" not in sent(scripted(again)).replace(SUMMARY, "")
        await again.close()

    run_async(body())


def test_fork_before_the_summary_was_made_is_sent_whole(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["one", "two", "three", SUMMARY, "four"], keep=True)
        await talk(world)
        await compact(world)
        old = world.kept.id
        world.panel.edit_last()
        await until(lambda: world.kept.id not in ("", old) and not world.panel.feed.replaying)
        await world.ask("about figs")
        assert "about apples" in sent(scripted(world))
        assert SUMMARY not in sent(scripted(world))
        await world.close()

    run_async(body())


def test_another_model_is_sent_the_summary(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["one", "two", "three", SUMMARY])
        await talk(world)
        await compact(world)
        other = ScriptedProvider(["four"], name="Other", model="m")
        world.session.reconfigure(Settings(), other)
        await world.ask("about figs")
        assert SUMMARY in sent(other)
        assert "apples" not in sent(other).replace(SUMMARY, "")
        await world.close()

    run_async(body())


def test_nothing_to_sum_up_is_said(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["one"])
        await compact(world)
        assert "nothing to summarize" in world.text
        await world.ask("first")
        stages = states(world)
        await compact(world)
        assert stages == ["running", "nothing"]
        assert not world.found(Compacted)
        await world.close()

    run_async(body())


def test_without_a_model_nothing_is_summed_up(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, provider=OfflineProvider())
        world.panel.give_command("compact", "")
        assert not world.session.running
        (notice,) = world.panel.view.findChildren(NoticeBox)
        assert notice.label.text() == "Summarizing needs a model."
        pages: list[str] = []
        world.panel.settings_requested.connect(pages.append)
        notice.settings.click()
        assert pages == ["models"]
        await world.close()

    run_async(body())


def test_escape_stops_and_leaves_all_as_it_was(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        slow: list[ScriptedReply] = ["one", "two", "three", [TextDelta("w ")] * 3000, "four"]
        world = make_world(tmp_path, slow, pace=0.002)
        await talk(world)
        world.panel.activateWindow()
        await until(world.panel.isActiveWindow)
        world.panel.give_command("compact", "")
        await until(lambda: world.panel.view.findChildren(TurnTail))
        assert not world.panel.composer.stop.isHidden()
        QTest.keyClick(world.panel.composer.input, Qt.Key.Key_Escape)
        await world.end()
        await until(lambda: not world.panel.view.findChildren(TurnTail))
        assert "The conversation stays as it was" in world.text
        assert not world.found(Compacted)
        await world.ask("about figs")
        assert "about apples" in sent(scripted(world))
        await world.close()

    run_async(body())


def test_failure_is_a_notice_that_can_try_again(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        replies: list[ScriptedReply] = ["one", "two", "three", LLMServerError("down", status=500), SUMMARY]
        world = make_world(tmp_path, replies)
        await talk(world)
        await compact(world)
        (notice,) = world.panel.view.findChildren(NoticeBox)
        assert "could not be summarized" in notice.label.text()
        notice.button.click()
        await world.end()
        assert world.found(Compacted)
        await until(lambda: not world.panel.view.findChildren(NoticeBox))
        await world.close()

    run_async(body())


def test_what_is_written_meanwhile_is_sent_afterwards(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["one", "two", "three", SUMMARY, "four"], pace=0.02)
        await talk(world)
        world.panel.give_command("compact", "")
        world.session.send("about figs")
        assert len(world.session.queue) == 1
        await until(lambda: world.kinds().count("answer") == 4)
        assert SUMMARY in sent(scripted(world))
        await world.end()
        await world.close()

    run_async(body())


def copy_store(source: Path, target: Path) -> None:
    """Copy what a crash would leave; SQLite may just have put its log into the file."""
    for file in source.glob("conversations.sqlite*"):
        shutil.copy(file, target)


def test_crash_after_a_summary_leaves_a_finished_conversation(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["one", "two", "three", SUMMARY], keep=True)
        await talk(world)
        await compact(world)
        assert world.store is not None
        await world.store.flush()
        copy = tmp_path / "crashed"
        copy.mkdir()
        await asyncio.to_thread(copy_store, tmp_path, copy)
        conversation = world.kept.id
        await world.close()
        again = make_world(copy, ["four"], keep=True)
        found: list[Opened] = []
        again.kept.opened.connect(found.append)
        again.kept.open(conversation)
        await until(lambda: found and not again.panel.feed.replaying)
        assert not found[0].unfinished
        await again.close()

    run_async(body())
