from __future__ import annotations

import time
from pathlib import Path

from axon_desktop.agent.events import Answer, Cancelled, Observation, Stopped, TurnStarted
from axon_desktop.errors import LLMConnectionError, LLMServerError
from axon_desktop.llm.messages import TextDelta
from axon_desktop.llm.providers.scripted import ScriptedProvider, ScriptedReply
from axon_desktop.settings.settings import Settings
from axon_desktop.ui.approval.dialog import ApprovalDialog
from axon_desktop.ui.chat.notice_box import NoticeBox
from axon_desktop.ui.session.undo_outcome import UndoOutcome
from tests.ui.chat_world import Run, call, child, dialog, make_world, ready, until
from tests.waiting import shortest


def slow(words: int = 2000) -> list[TextDelta]:
    return [TextDelta(f"word{number} ") for number in range(words)]


def apply_settings() -> Settings:
    settings = Settings()
    settings.safety.mode = "apply"
    return settings


def test_send_emits_every_event_and_one_terminal(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [call("read_note", path="Home"), "It says: Home."])
        running: list[bool] = []
        world.session.running_changed.connect(running.append)
        await world.ask("What is in Home?")
        kinds = world.kinds()
        assert kinds[0] == "turn_started"
        assert [kind for kind in kinds if kind in ("answer", "error", "cancelled", "stopped")] == ["answer"]
        assert "action" in kinds
        assert "observation" in kinds
        assert running == [True, False]
        await world.close()

    run_async(body())


def test_send_while_running_queues_and_sends_afterwards(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [slow(30), "second answer", "third answer"], pace=0.002)
        for text in ("first", "second", "and third"):
            world.session.send(text)
        assert [request.text for request in world.session.queue.requests] == ["second", "and third"]
        await until(lambda: world.kinds().count("answer") == 3)
        asked = [event.text for event in world.found(TurnStarted)]
        assert asked == ["first", "second", "and third"]
        assert not len(world.session.queue)
        await world.close()

    run_async(body())


def test_stop_ends_the_turn_within_a_second_and_keeps_the_partial(tmp_path: Path, run_async: Run) -> None:
    async def body() -> float:
        world = make_world(tmp_path, [slow(200_000)], pace=0.002)
        world.session.send("write a lot")
        await until(lambda: world.kinds().count("token") > 20)
        begun = time.monotonic()
        world.session.stop()
        world.session.stop()
        await world.end()
        took = time.monotonic() - begun
        end = world.events[-1]
        assert isinstance(end, Cancelled)
        assert end.partial.startswith("word0 word1")
        assert "word0 word1" in world.text
        assert child(world.panel.view, NoticeBox).label.text() == "You stopped Axon here."
        await world.close()
        return took

    assert shortest(lambda: run_async(body()), 1) < 1


def test_stop_while_asked_closes_the_dialog_and_writes_nothing(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [call("create_note", path="New", content="x")])
        world.session.send("write")
        await until(ready)
        world.session.stop()
        await world.end()
        assert dialog() is None
        assert not (world.root / "New.md").exists()
        assert world.kinds()[-1] == "cancelled"
        await world.close()

    run_async(body())


def test_retry_goes_on_without_running_tools_again(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        replies: list[ScriptedReply] = [
            call("create_note", path="Log", content="+1\n", mode="append"),
            [TextDelta("Half "), LLMConnectionError("gone")],
            "Done.",
        ]
        world = make_world(tmp_path, replies, settings=apply_settings())
        await world.ask("log it")
        assert world.kinds()[-1] == "error"
        world.session.retry()
        await world.end()
        assert world.kinds()[-1] == "answer"
        assert (world.root / "Log.md").read_text() == "+1\n"
        assert [m.content for m in world.session.history if m.role == "user"].count("log it") == 1
        await world.close()

    run_async(body())


def test_retry_after_the_model_was_changed_asks_the_new_one(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [LLMServerError("down", status=500)])
        await world.ask("hello")
        assert world.kinds()[-1] == "error"
        other = ScriptedProvider(["Hi from the other."], name="Other", model="m")
        world.session.reconfigure(world.session.settings, other)
        world.session.retry()
        await world.end()
        end = world.events[-1]
        assert isinstance(end, Answer)
        assert end.content == "Hi from the other."
        assert [m.content for m in world.session.history if m.role == "user"] == ["hello"]
        await world.close()

    run_async(body())


def test_continue_goes_on_after_the_last_round(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        settings = Settings()
        settings.limits.max_rounds = 1
        world = make_world(tmp_path, [call("read_note", path="Home"), "Now I know."], settings=settings)
        await world.ask("look")
        stopped = world.events[-1]
        assert isinstance(stopped, Stopped)
        assert stopped.reason == "max_rounds"
        world.session.continue_turn()
        await world.end()
        end = world.events[-1]
        assert isinstance(end, Answer)
        assert end.content == "Now I know."
        await world.close()

    run_async(body())


def test_new_conversation_forgets_what_was_said_even_while_running(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [slow(), "fresh"], pace=0.002)
        world.session.send("write a lot")
        await until(lambda: "token" in world.kinds())
        world.session.new_conversation()
        await until(lambda: not world.session.running and not world.session.history)
        assert "word0" not in world.text
        await world.ask("hello")
        assert [m.content for m in world.session.history] == ["hello", "fresh"]
        await world.close()

    run_async(body())


def test_read_only_refuses_writes_from_the_next_call_on(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [call("create_note", path="New", content="x"), "I may not."])
        saved: list[Settings] = []
        world.session.settings_changed.connect(saved.append)
        world.session.set_safety("read_only")
        assert saved[0].safety.mode == "read_only"
        await world.ask("write")
        assert not (world.root / "New.md").exists()
        assert "Not allowed" in (world.found(Observation)[0].result.error or "")
        await world.close()

    run_async(body())


def test_reconfigure_keeps_the_conversation(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["one"])
        await world.ask("first")
        other = ScriptedProvider(["two"], name="Other", model="m")
        world.session.reconfigure(Settings(), other)
        await world.ask("second")
        sent = [message.content for message in other.requests[0].messages]
        assert sent[1:] == ["first", "one", "second"]
        await world.close()

    run_async(body())


def test_undo_and_redo_restore_the_bytes(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(
            tmp_path,
            [call("create_note", path="Home", content="new\r\n"), "Done."],
            settings=apply_settings(),
        )
        outcomes: list[UndoOutcome] = []
        world.session.undone.connect(outcomes.append)
        await world.ask("rewrite Home")
        change = world.found(Observation)[0].result.change_id
        assert change is not None
        world.session.undo(change)
        await until(lambda: outcomes)
        assert (world.root / "Home.md").read_bytes() == b"# Home\n"
        assert outcomes[0].undo_id is not None
        world.session.undo(outcomes[0].undo_id)
        await until(lambda: len(outcomes) == 2)
        assert (world.root / "Home.md").read_bytes() == b"new\r\n"
        world.session.undo(987654)
        await until(lambda: len(outcomes) == 3)
        assert outcomes[2].undo_id is None
        assert outcomes[2].error
        await world.close()

    run_async(body())


def test_always_in_this_folder_becomes_a_rule_in_the_settings(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        replies = [
            call("create_note", path="Inbox/A", content="a"),
            call("create_note", path="Inbox/B", content="b"),
            "ok",
        ]
        world = make_world(tmp_path, replies)
        saved: list[Settings] = []
        world.session.settings_changed.connect(saved.append)
        world.session.send("write two")
        await until(ready)
        asked = dialog()
        assert isinstance(asked, ApprovalDialog)
        asked.all_menu.actions()[1].trigger()
        await world.end()
        assert (world.root / "Inbox/B.md").read_text() == "b"
        assert [(rule.folder, rule.allow) for rule in saved[0].safety.rules] == [("Inbox", True)]
        assert saved[0].safety.rules[0].vault == world.vault.id
        await world.close()

    run_async(body())


def test_texts_that_waited_behind_a_stopped_turn_come_back_into_the_box(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [slow()], pace=0.002)
        said: list[str] = []
        world.panel.message_requested.connect(said.append)
        world.session.send("write a lot")
        await until(lambda: "token" in world.kinds())
        world.session.send("and then this")
        world.session.send("and that")
        world.session.new_conversation()
        await until(lambda: not world.session.running and not world.session.history)
        assert world.panel.composer.input.toPlainText() == "and then this\n\nand that"
        assert len(said) == 1
        assert "stopped" in said[0]
        await world.close()

    run_async(body())


def test_opening_another_conversation_says_that_the_running_turn_is_stopped(
    tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["short", slow()], pace=0.002, keep=True)
        await world.ask("first")
        await until(lambda: world.kept.id)
        first = world.kept.id
        world.session.new_conversation()
        world.session.send("write a lot")
        await until(lambda: world.kept.id and world.kept.id != first and world.kinds().count("token") > 20)
        running = world.kept.id
        said: list[str] = []
        world.panel.message_requested.connect(said.append)
        world.kept.open(first)
        await until(lambda: world.kept.id == first)
        assert said
        assert world.store is not None
        kept = await world.store.load(running)
        assert kept.items[-1].kind == "cancelled"
        await world.close()

    run_async(body())
