from __future__ import annotations

import shutil
import time
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton

from axon_desktop.agent.events import TurnStarted
from axon_desktop.conversations.models import ConversationSummary
from axon_desktop.errors import LLMConnectionError
from axon_desktop.llm.messages import Delta, Finished, LLMOptions, Message, TextDelta, ToolDefinition, Usage
from axon_desktop.llm.providers.scripted import ScriptedProvider, ScriptedReply
from axon_desktop.settings.settings import Settings
from axon_desktop.ui.chat.cards.notices import ThinkingRow
from axon_desktop.ui.chat.cards.undo_button import UndoButton
from axon_desktop.ui.chat.notice_box import NoticeBox
from axon_desktop.ui.conversations.save_prompt import SavePrompt
from axon_desktop.ui.session.conversation_keeper import Opened, notice_text, shorten
from axon_desktop.ui.widgets.confirm_dialog import Question
from tests.ui.chat_world import Run, World, call, child, dialog, make_world, ready, until
from tests.waiting import forever


def counted(text: str, prompt: int, completion: int) -> list[TextDelta | Finished]:
    return [TextDelta(text), Finished(Message("assistant", text), "stop", Usage(prompt, completion))]


async def reopen(world: World, conversation: str = "") -> Opened:
    """Begin a new conversation, open a stored one, and wait until it is shown."""
    await until(lambda: conversation or world.kept.id)
    conversation = conversation or world.kept.id
    world.session.new_conversation()
    found: list[Opened] = []
    world.kept.opened.connect(found.append)
    world.kept.open(conversation)
    await until(lambda: found and not world.panel.feed.replaying and not world.panel.view.busy)
    return found[0]


async def summaries(world: World) -> list[ConversationSummary]:
    assert world.store is not None
    await world.store.flush()
    return await world.store.list()


def test_conversation_is_kept_and_opens_as_it_was(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        settings = Settings()
        settings.safety.mode = "apply"
        replies = [
            "I look first.\n\n" + call("read_note", path="Home") + call("create_note", path="B", content="b\n"),
            "Home is **short**.",
            "Still short.",
        ]
        world = make_world(tmp_path, replies, settings=settings, keep=True)
        await world.ask("What is in @Home?")
        before = world.text
        cards = [(call.call.tool, call.state) for call in world.calls]
        assert world.kept.title == "What is in @Home?"
        opened = await reopen(world)
        assert world.text == before
        assert [(call.call.tool, call.state) for call in world.calls] == cards
        assert world.kept.title == "What is in @Home?"
        assert not opened.unfinished
        assert not world.panel.view.findChildren(NoticeBox)
        await world.ask("And now?")
        said = [message.content for message in world.session.history if message.role == "user"]
        assert said[0].startswith("What is in @Home?")
        assert said[-1].startswith("And now?")
        assert len(await summaries(world)) == 1
        await world.close()

    run_async(body())


def test_text_before_a_lone_end_of_thinking_becomes_thinking(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        end = Finished(Message("assistant", "Hello **there**", "I should greet.\n"), "stop")
        pieces = ["I should greet.\n</th", "ink>\n\nHello **there**"]
        world = make_world(tmp_path, [[*map(TextDelta, pieces), end], "Next."], keep=True)
        await world.ask("Hello")
        await until(lambda: "Hello there" in world.text and "</think>" not in world.text)
        before = world.text
        assert child(world.panel.view, ThinkingRow) is not None
        await reopen(world)
        assert world.text == before
        assert "I should greet" not in before
        await world.close()

    run_async(body())


class Unending(ScriptedProvider):
    """Ends no reply."""

    async def stream_complete(
        self, messages: Sequence[Message], tools: Sequence[ToolDefinition] = (), options: LLMOptions | None = None
    ) -> AsyncGenerator[Delta, None]:
        async for delta in super().stream_complete(messages, tools, options):
            if not isinstance(delta, Finished):
                yield delta
        await forever()


def test_text_is_thinking_as_soon_as_its_end_comes_also_in_a_turn_that_is_stopped(
    tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        pieces = ["I should ", "greet. `</think>` is", " the tag.\n</th", "ink>", "\n\nHello", " **there**"]
        world = make_world(tmp_path, provider=Unending([[*map(TextDelta, pieces)]]), keep=True)
        world.session.send("Hello")
        await until(lambda: world.text.endswith("Hello there"))
        assert "I should greet" not in world.text
        assert child(world.panel.view, ThinkingRow) is not None
        world.session.stop()
        await world.end()
        assert "I should greet" not in world.text
        assert world.session.history[-1].content.strip() == "Hello **there**"
        assert (world.session.history[-1].reasoning or "").startswith("I should greet.")
        await world.close()

    run_async(body())


def test_undo_works_on_a_card_of_an_opened_conversation(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        settings = Settings()
        settings.safety.mode = "apply"
        replies = [call("create_note", path="Home", content="other\n"), "Done."]
        world = make_world(tmp_path, replies, settings=settings, keep=True)
        await world.ask("rewrite")
        await reopen(world)
        (line,) = world.lines
        child(line, UndoButton).click()
        await until(lambda: line.entry.state == "undone")
        assert (world.root / "Home.md").read_text() == "# Home\n"
        await world.close()

    run_async(body())


def test_usage_and_mode_go_on_after_opening(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [counted("Hi", 12_000, 400), counted("Ho", 1_000, 100)], keep=True)
        await world.ask("one")
        await reopen(world)
        assert world.panel.composer.meter.text().startswith("Context 12.4k / 1M")
        await world.ask("two")
        assert world.session.usage is not None
        assert world.session.usage.total == Usage(13_000, 500)
        await world.close()

    run_async(body())


def test_edit_and_resend_forks_before_the_turn(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["one", "two", "other two"], keep=True)
        await world.ask("first")
        await world.ask("second, wrong")
        await until(lambda: world.kept.id)
        old = world.kept.id
        world.panel.edit_last()
        await until(lambda: world.kept.id not in ("", old) and not world.panel.feed.replaying)
        assert world.panel.composer.input.toPlainText() == "second, wrong"
        assert world.text.split("\n") == ["first", "one"]
        assert len(world.session.history) == 2
        world.panel.composer.input.set_text("second, right")
        QTest.keyClick(world.panel.composer.input, Qt.Key.Key_Return)
        await world.end()
        assert world.text.split("\n") == ["first", "one", "second, right", "other two"]
        await reopen(world, old)
        assert "second, wrong" in world.text
        assert len(await summaries(world)) == 2
        await world.close()

    run_async(body())


def test_bubble_offers_edit_by_mouse_and_menu(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["one"], keep=True)
        await world.ask("first")
        view = world.panel.view
        await until(lambda: view.message_at(QPoint(300, 30)))
        assert not view.edit_button.isVisible()
        place, button = QPointF(300, 30), Qt.MouseButton.NoButton
        moved = QMouseEvent(QEvent.Type.MouseMove, place, place, button, button, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(view.viewport(), moved)
        assert view.edit_button.isVisible()
        menu = view.make_menu(QPoint(300, 30))
        assert any("Edit and send again" in action.text() for action in menu.actions())
        menu.close()
        assert not view.message_at(QPoint(300, 200))
        view.edit_button.click()
        await until(lambda: world.panel.composer.input.toPlainText() == "first")
        await world.close()

    run_async(body())


def test_fork_rename_and_delete(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["one"], keep=True)
        await world.ask("first")
        await until(lambda: world.kept.id)
        old = world.kept.id
        world.kept.fork()
        await until(lambda: world.kept.id not in ("", old))
        title = world.panel.header.title
        QTest.mouseDClick(title, Qt.MouseButton.LeftButton)
        QTest.keyClicks(title, "A copy")
        QTest.keyClick(title, Qt.Key.Key_Return)
        assert title.isReadOnly()
        await until(lambda: world.kept.title == "A copy")
        assert sorted(one.title for one in await summaries(world)) == ["A copy", "first"]
        world.panel.conversation_actions.delete()
        await until(ready)
        box = dialog()
        assert isinstance(box, Question)
        assert box.cancel_button.isDefault()
        box.accept_button.click()
        await until(lambda: not world.kept.id)
        await until(lambda: dialog() is None)
        assert [one.id for one in await summaries(world)] == [old]
        await world.close()

    run_async(body())


def test_escape_leaves_the_title_as_it_is(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["one"], keep=True)
        await world.ask("first")
        title = world.panel.header.title
        world.panel.give_command("rename", "")
        QTest.keyClicks(title, "Nonsense")
        QTest.keyClick(title, Qt.Key.Key_Escape)
        assert title.text() == "first"
        assert title.isReadOnly()
        await world.close()

    run_async(body())


def test_welcome_offers_the_newest_conversations(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["one"], keep=True)
        await world.ask("A question about @[[My list]]")
        assert world.kept.title == "A question about @My list"
        world.session.new_conversation()

        def offered() -> list[QPushButton]:
            buttons = world.panel.view.findChildren(QPushButton)
            return [button for button in buttons if button.text() == "A question about @My list"]

        await until(offered)
        offered()[0].click()
        await until(lambda: world.kept.id)
        await until(lambda: "one" in world.text)
        await world.close()

    run_async(body())


def test_retry_goes_on_in_an_opened_conversation(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        replies: list[ScriptedReply] = [LLMConnectionError("gone"), "Here I am."]
        world = make_world(tmp_path, replies, keep=True)
        await world.ask("hello")
        await reopen(world)
        (notice,) = world.panel.view.findChildren(NoticeBox)
        notice.button.click()
        await until(lambda: "Here I am." in world.text)
        await world.end()
        assert [message.content for message in world.session.history if message.role == "user"] == ["hello"]
        assert world.text.split("\n").count("hello") == 1
        await reopen(world)
        assert world.text.split("\n").count("hello") == 1
        assert world.store is not None
        kept = await world.store.load(world.kept.id)
        assert [item.message.content for item in kept.items if item.message and item.message.role == "user"] == [
            "hello"
        ]
        await world.close()

    run_async(body())


def test_conversation_cut_off_by_a_crash_offers_to_continue(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [[TextDelta("w ")] * 3000], pace=0.002, keep=True)
        world.session.send("long")
        await until(lambda: world.kinds().count("token") > 20 and world.kept.id)
        conversation = world.kept.id
        assert world.store is not None
        await world.store.flush()
        copy = tmp_path / "crashed"
        copy.mkdir()
        for name in ("conversations.sqlite", "conversations.sqlite-wal"):
            shutil.copy(tmp_path / name, copy / name)
        await world.close()
        again = make_world(copy, ["Finished."], keep=True)
        opened = await reopen(again, conversation)
        assert opened.unfinished
        assert "w w w" in again.text
        notice = again.panel.view.findChildren(NoticeBox)[-1]
        assert "closed in the middle" in notice.label.text()
        notice.button.click()
        await until(lambda: "Finished." in again.text)
        await again.end()
        await again.close()

    run_async(body())


def test_export_writes_markdown(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["The answer."], keep=True)
        await world.ask("A question: really?")
        world.panel.give_command("export", "")
        await until(ready)
        files = dialog()
        file = tmp_path / "A question really.md"
        assert isinstance(files, QFileDialog)
        files.setDirectory(str(tmp_path))
        files.accept()
        await until(lambda: file.exists() and file.read_text())
        assert "The answer." in file.read_text()
        await until(lambda: dialog() is None)
        await world.close()

    run_async(body())


def test_save_to_a_note_goes_through_the_journal_and_never_replaces_one(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["The answer."], keep=True)
        await world.ask("A question")
        shown: list[str] = []
        world.panel.note_requested.connect(shown.append)
        world.panel.give_command("save", "")
        await until(ready)
        asked = dialog()
        assert isinstance(asked, SavePrompt)
        assert asked.field.text() == asked.field.selectedText() == "Conversations/A question"
        assert asked.field.cursorPosition() == 0  # of a longer path the folder stays visible
        asked.field.setText("Home")
        await until(lambda: "already exists" in asked.message.text())
        assert not asked.accept_button.isEnabled()
        asked.field.setText("Talks/One")
        await until(asked.accept_button.isEnabled)
        asked.accept_button.click()
        await until(lambda: shown)
        assert shown == ["Talks/One.md"]
        assert "The answer." in (world.root / "Talks/One.md").read_text()
        assert (world.root / "Home.md").read_text() == "# Home\n"
        world.vault.undo_last_turn()
        assert not (world.root / "Talks/One.md").exists()
        await until(lambda: dialog() is None)
        await world.close()

    run_async(body())


def test_long_conversation_opens_in_slices(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        paragraph = "Some words of an answer that is neither short nor long, with **marks**. " * 12
        answer = TextDelta(f"{paragraph}\n\n{paragraph}")  # in one piece: only opening matters here
        world = make_world(tmp_path, [[answer]] * 60, keep=True)
        for number in range(60):
            world.session.send(f"question {number}")
            await world.end()
        conversation = world.kept.id
        world.session.new_conversation()
        world.kept.open(conversation)
        gaps: list[float] = []
        last = time.process_time()

        def shown() -> bool:
            nonlocal last
            now = time.process_time()
            gaps.append(now - last)
            last = now
            return bool(world.kept.id) and not world.panel.feed.replaying and "question 59" in world.text[-4000:]

        await until(shown)
        assert world.text.count("question ") == 60
        assert sorted(gaps)[-2] < 0.25
        await world.close()

    run_async(body())


def test_new_conversation_while_one_is_being_kept_starts_another(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["one", "two"], keep=True)
        await world.ask("first")
        world.session.new_conversation()
        assert world.kept.id == ""
        await world.ask("second")
        await until(lambda: world.kept.id)
        assert sorted(one.title for one in await summaries(world)) == ["first", "second"]
        assert len(world.found(TurnStarted)) == 2
        await world.close()

    run_async(body())


def test_titles_are_one_short_line() -> None:
    assert shorten("\n  Hello   there\nmore") == "Hello there"
    assert shorten("") == ""
    assert len(shorten("word " * 40)) <= 60
    assert shorten("word " * 40).endswith("…")
    assert shorten('Compare @[[My list]], @"Old list" and @Home (me@home.org)') == (
        "Compare @My list, @Old list and @Home (me@home.org)"
    )
    assert shorten("@[[" + "long " * 20 + "]]") == "@" + ("long " * 12)[:58].rstrip() + "…"


def test_notice_of_a_damaged_store_names_the_file(tmp_path: Path) -> None:
    from axon_desktop.conversations.models import StoreNotice

    assert str(tmp_path) in notice_text(StoreNotice(tmp_path, 3))
