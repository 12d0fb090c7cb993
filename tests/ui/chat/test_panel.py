from __future__ import annotations

import time
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from axon_desktop.errors import LLMAuthError, LLMConnectionError, Text
from axon_desktop.llm.messages import Finished, Message, Queued, ReasoningDelta, Retrying, TextDelta, Usage
from axon_desktop.llm.offline.offline import OfflineProvider
from axon_desktop.llm.retry_advice import IN_SECONDS
from axon_desktop.settings.settings import Settings
from axon_desktop.theme.colors import DARK, LIGHT
from axon_desktop.ui.accessibility.announcer import Announcer
from axon_desktop.ui.chat.activity.summary_row import SummaryRow
from axon_desktop.ui.chat.cards.notices import ThinkingRow, TurnTail
from axon_desktop.ui.chat.notice_box import NoticeBox
from axon_desktop.ui.markdown_view.layout.chunk import Chunk, Row
from tests.ui.chat_world import Run, W, World, call, child, make_world, until
from tests.ui.colors import wear_colors


def apply_settings() -> Settings:
    settings = Settings()
    settings.safety.mode = "apply"
    return settings


def live(world: World, kind: type[W]) -> list[W]:
    return [widget for widget in world.panel.view.findChildren(kind) if widget.isVisibleTo(world.panel.view)]


def test_typed_request_is_streamed_without_tool_blocks(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["I look first.\n\n" + call("read_note", path="Home"), "Home is **short**."])
        box = world.panel.composer.input
        QTest.keyClicks(box, "What is in Home?")
        QTest.keyClick(box, Qt.Key.Key_Return)
        assert world.session.running
        assert world.panel.composer.stop.isVisible()
        await world.end()
        assert world.text.split("\n") == ["What is in Home?", "I look first.", "Home is short."]
        assert "json:tool" not in world.text
        assert not world.panel.composer.stop.isVisible()
        assert [(call.call.tool, call.state) for call in world.calls] == [("read_note", "ok")]
        assert not live(world, TurnTail)
        await world.close()

    run_async(body())


def test_cards_show_each_way_a_call_can_end(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        reply = (
            call("list_folder", path="")
            + call("read_note", path="no/such")
            + call("no_such_tool", x=1)
            + '```json:tool\n{"tool": \n```\n'
            + call("create_note", path="Idea", content="记住\n")
        )
        world = make_world(tmp_path, [reply, "Done."], settings=apply_settings())
        await world.ask("do all")
        states = [(call.call.tool, call.state) for call in world.calls]
        assert states == [
            ("list_folder", "ok"), ("read_note", "error"), ("no_such_tool", "error"), ("", "error"),
            ("create_note", "ok"),
        ]  # fmt: skip
        await until(lambda: not world.cards)  # the turn has ended
        (row,) = world.panel.view.findChildren(SummaryRow)
        assert row.head.text() == "Looked into 1 folder, created 1 note, 3 attempts failed"
        assert [line.entry.call.tool for line in world.lines] == ["read_note", "no_such_tool", "", "create_note"]
        row.head.click()
        assert [line.accessibleName() for line in world.lines] == [
            "Looked into the vault, 1 item",
            "Could not read no/such, no such note",
            "Could not use no such tool, not available",
            "Made a call that cannot be understood, Invalid JSON",
            "Created Idea, +1, −0",
        ]
        await world.close()

    run_async(body())


def test_progress_counts_calls_and_moves_below_them(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [call("create_note", path="A", content="a"), "ok"])
        world.session.send("write")
        await until(lambda: world.cards and world.cards[0].state == "waiting")
        (tail,) = live(world, TurnTail)
        assert tail.progress.title() == "Round 1 / 5"
        assert tail.progress.summary() == "Waiting for you… 0 of 1"
        await until(lambda: tail.mapTo(world.panel.view, tail.pos()).y() > world.cards[0].y())
        world.session.stop()
        await world.end()
        assert not live(world, TurnTail)
        assert [line.accessibleName() for line in world.lines] == ["Could not change A, stopped"]
        await world.close()

    run_async(body())


def test_thinking_is_folded_and_unfolds_on_click(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [[ReasoningDelta("Let me "), ReasoningDelta("see."), TextDelta("Yes.")]])
        await world.ask("well?")
        (row,) = world.panel.view.findChildren(ThinkingRow)
        assert not row.text.isVisible()
        assert "Let me see" not in world.text
        row.button.click()
        assert row.text.isVisible()
        assert row.text.toPlainText() == "Let me see."
        assert row.button.text() == "▾ Thought"  # half a second is negligible
        await world.close()

    run_async(body())


def test_conversation_reached_by_keys_shows_that_it_has_the_focus(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["Yes."])
        await world.ask("well?")
        view = world.panel.view

        def edge() -> str:
            return view.viewport().grab().toImage().pixelColor(view.viewport().width() // 2, 0).name()

        world.panel.activateWindow()
        await until(world.panel.isActiveWindow)
        world.panel.focus_input()
        assert edge() == LIGHT.raised
        view.setFocus(Qt.FocusReason.TabFocusReason)
        assert edge() == LIGHT.accent
        world.panel.focus_input()
        assert edge() == LIGHT.raised
        view.setFocus(Qt.FocusReason.MouseFocusReason)
        assert edge() == LIGHT.raised
        await world.close()

    run_async(body())


def test_waiting_and_retrying_are_said(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        busy = Text(IN_SECONDS, sentence="DeepSeek is busy.", seconds=20)
        slow = Text("{sentence} DeepSeek says: “{words}”", sentence=busy, words="Slow. Try again later.")
        retries = Retrying(2, 4.0, "Connection lost"), Retrying(3, 20.0, slow)
        waits = (Queued(4.0, alive=False), Queued(12.0), *retries)
        world = make_world(tmp_path, [[*waits, TextDelta("Hi")]])
        said: list[str] = []
        world.session.event_received.connect(
            lambda _: said.extend(tail.status.text() for tail in world.panel.view.findChildren(TurnTail))
        )
        await world.ask("hello")
        assert "Waiting for DeepSeek… 4 s" in said
        assert "Queued at DeepSeek for 12 s…" in said
        assert "Connection lost. Trying again in 4 s (attempt 2)." in said
        bare = "DeepSeek is busy. DeepSeek says: “Slow. Try again later.”"
        assert f"{bare} Trying again in 20 s (attempt 3)." in said
        await world.close()

    run_async(body())


def test_error_offers_retry_once(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(
            tmp_path,
            [[TextDelta("Half a "), LLMConnectionError("DeepSeek cannot be reached. It broke.")], "Whole."],
        )
        await world.ask("hello")
        (notice,) = world.panel.view.findChildren(NoticeBox)
        assert "DeepSeek cannot be reached" in notice.label.text()
        assert "It broke." in notice.label.text()
        assert "Half a" in world.text
        asked: list[str] = []
        world.panel.settings_requested.connect(asked.append)
        notice.settings.click()
        assert asked == ["models"], "its address stands there"
        notice.button.click()
        await world.end()
        assert "Whole." in world.text
        assert world.text.count("hello") == 1
        assert not notice.button.isVisible()
        await world.close()

    run_async(body())


def test_error_that_only_the_settings_mend_offers_them_alone(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        error = LLMConnectionError("“x” is no web address. A base URL begins with https:// or http://.")
        error.retryable = False
        world = make_world(tmp_path, [error])
        await world.ask("hello")
        (notice,) = world.panel.view.findChildren(NoticeBox)
        assert not notice.button.isVisible()
        assert notice.settings.isVisible()
        await until(lambda: notice.rect().contains(notice.settings.geometry()))
        await world.close()

    run_async(body())


def test_error_that_the_user_can_mend_offers_retry(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [LLMAuthError("DeepSeek does not accept the API key.", status=401)])
        await world.ask("hello")
        (notice,) = world.panel.view.findChildren(NoticeBox)
        assert notice.label.text() == "DeepSeek refused the key."
        assert "does not accept the API key" in notice.accessibleDescription()
        assert notice.button.isVisible()
        asked: list[str] = []
        world.panel.settings_requested.connect(asked.append)
        notice.settings.click()
        assert asked == ["models"]
        assert notice.settings.isVisible()  # until the user tries again
        notice.settle()
        assert not notice.settings.isVisible()
        await world.close()

    run_async(body())


def test_limit_offers_continue(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        settings = Settings()
        settings.limits.max_rounds = 1
        world = make_world(tmp_path, [call("read_note", path="Home"), "Known."], settings=settings)
        await world.ask("look")
        (notice,) = world.panel.view.findChildren(NoticeBox)
        assert notice.label.text() == "Stopped after 1 round."
        assert not notice.settings.isVisible()
        notice.button.click()
        await until(lambda: "Known." in world.text)
        await world.end()
        await world.close()

    run_async(body())


def test_undo_on_the_card_restores_the_note_and_redo_brings_it_back(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        replies = [call("create_note", path="Home", content="other\n"), "Done."]
        world = make_world(tmp_path, replies, settings=apply_settings())
        await world.ask("rewrite")
        (line,) = world.lines
        button = child(line, QPushButton)
        assert button.text() == "Undo"
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        await until(lambda: line.entry.state == "undone")
        assert (world.root / "Home.md").read_text() == "# Home\n"
        assert button.text() == "Redo"
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        await until(lambda: line.entry.state == "ok")
        assert (world.root / "Home.md").read_text() == "other\n"
        await world.close()

    run_async(body())


def test_undo_that_would_lose_an_edit_says_so(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        replies = [call("create_note", path="Home", content="other\n"), "Done."]
        world = make_world(tmp_path, replies, settings=apply_settings())
        await world.ask("rewrite")
        (world.root / "Home.md").write_text("mine, all of it\n")
        (line,) = world.lines
        child(line, QPushButton).click()
        await until(lambda: line.card is not None and line.card.unfolded)
        (card,) = world.cards
        assert card.state == "ok"
        assert (world.root / "Home.md").read_text() == "mine, all of it\n"
        assert card.toolTip()
        await world.close()

    run_async(body())


def test_queued_request_is_seen_and_comes_back_for_editing(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [[TextDelta("w ")] * 2000], pace=0.002)
        composer = world.panel.composer
        world.session.send("long")
        await until(lambda: "token" in world.kinds())
        QTest.keyClicks(composer.input, "then this")
        QTest.keyClick(composer.input, Qt.Key.Key_Return)
        (row,) = composer.queue.rows
        assert composer.queue.isVisible()
        assert row.words.text() == "then this"
        QTest.keyClick(composer.input, Qt.Key.Key_Escape)
        await world.end()
        assert composer.queue.isVisible()
        assert composer.queue.rows[0].steer.text() == "Send now"
        composer.queue.rows[0].edit.click()
        assert not composer.queue.isVisible()
        assert composer.input.toPlainText() == "then this"
        await world.close()

    run_async(body())


def test_escape_anywhere_in_the_panel_stops(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [[TextDelta("w ")] * 2000], pace=0.002)
        world.session.send("long")
        await until(lambda: "token" in world.kinds())
        world.panel.activateWindow()
        await until(world.panel.isActiveWindow)
        world.panel.view.setFocus()
        QTest.keyClick(world.panel.view, Qt.Key.Key_Escape)
        await world.end()
        assert world.kinds()[-1] == "cancelled"
        await world.close()

    run_async(body())


def test_empty_conversation_offers_requests_that_work(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, provider=OfflineProvider())
        examples = [b for b in world.panel.view.findChildren(QPushButton) if b.property("kind") == "example"]
        assert [button.text() for button in examples][1] == "read Home"
        await until(lambda: examples[1].isVisible())
        QTest.mouseClick(examples[1], Qt.MouseButton.LeftButton)
        await world.end()
        assert world.calls[0].state == "ok"
        assert world.panel.header.title.text() == "read Home"
        world.session.new_conversation()
        assert not world.calls
        assert world.panel.header.title.text() == "New conversation"
        assert "read Home" not in world.text
        await world.close()

    run_async(body())


def test_meter_shows_counted_tokens_and_marks_estimates(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        counted = Finished(Message("assistant", "Hi"), "stop", Usage(12_000, 400))
        world = make_world(tmp_path, [[TextDelta("Hi"), counted], "Hello."])
        await world.ask("one")
        assert world.panel.composer.meter.text() == "Context 12.4k / 1M"
        await world.ask("two")
        assert world.panel.composer.meter.text().startswith("Context ≈ ")
        assert world.session.estimate_tokens() > 2_000, "the prompt and the tools are sent too"
        await world.close()

    run_async(body())


def test_meter_keeps_what_was_counted_when_the_next_request_fails(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        counted = Finished(Message("assistant", "Hi"), "stop", Usage(12_000, 400))
        refused = LLMAuthError("No.")
        world = make_world(tmp_path, [refused, [TextDelta("Hi"), counted], refused])
        meter = world.panel.composer.meter
        await world.ask("one")
        assert meter.text() == "", "nothing is known"
        await world.ask("two")
        await world.ask("three")
        assert meter.text() == "Context 12.4k / 1M"
        await world.close()

    run_async(body())


def test_safety_chip_changes_mode_and_words(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path)
        composer = world.panel.composer
        assert composer.state.text() == "● Agent Mode Active — whole vault"
        composer.safety.choices.actions()[2].trigger()
        assert world.session.safety == "read_only"
        assert "read-only" in composer.state.text()
        await until(lambda: composer.safety.text() == "Read only ▾")
        await world.close()

    run_async(body())


def test_note_links_and_cards_ask_for_the_note(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [call("read_note", path="Home"), "Done."])
        asked: list[str] = []
        others: list[str] = []
        world.panel.note_requested.connect(asked.append)
        world.panel.link_requested.connect(others.append)
        await world.ask("read")
        child(world.panel.view, SummaryRow).head.click()
        QTest.keyClick(world.lines[0], Qt.Key.Key_O)
        links = ["axon-note:Projects/%E7%9F%A5%E8%AF%86.md#Heading", "https://example.org/"]
        for link in links:
            world.panel.view.link_activated.emit(link)
        assert asked == ["Home.md"]
        assert others == links
        await world.close()

    run_async(body())


def test_conversation_can_be_copied_and_recoloured(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [call("read_note", path="Home"), "Answer."])
        await world.ask("Question")
        world.panel.view.copy_all()
        assert QGuiApplication.clipboard().text().split("\n")[0] == "Question"
        wear_colors(DARK)
        await until(lambda: world.panel.grab().toImage().pixelColor(2, 2).name() == DARK.raised)
        await world.close()

    run_async(body())


def test_messages_come_at_most_every_400_ms_and_none_that_asks_is_lost(qtbot: QtBot, qapp: QApplication) -> None:
    announcer = Announcer(qapp)
    announcer.announce("one")
    announcer.announce("row 1", topic="row")
    announcer.announce("a step")
    announcer.announce("approval needed", urgent=True)
    announcer.announce("row 2", topic="row")
    announcer.announce("another approval", urgent=True)
    assert announcer.spoken == ["one"]
    begun = time.monotonic()
    qtbot.waitUntil(lambda: len(announcer.spoken) == 2)
    assert announcer.spoken == ["one", "approval needed\nanother approval\na step\nrow 2"]
    assert time.monotonic() - begun > 0.35
    announcer.deleteLater()


def test_the_end_of_a_turn_stays_where_it_is_while_cards_come(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        calls = "".join(call("read_note", path="Home", limit=number) for number in range(1, 9))
        world = make_world(tmp_path, [calls, "Done."])
        view = world.panel.view
        taken: list[Row] = []
        view._content.spliced.connect(lambda _, removed, _added: taken.extend(removed))
        tails: set[TurnTail] = set()
        world.session.event_received.connect(lambda _: tails.update(view.findChildren(TurnTail)))
        await world.ask("read all")
        assert len(world.calls) == 8
        assert len(tails) == 1
        seen = [row for row in taken if not isinstance(row, Chunk) or row.blocks]
        assert len(seen) == 10, "the welcome, and when the turn is over its end and the cards"
        await world.close()

    run_async(body())
