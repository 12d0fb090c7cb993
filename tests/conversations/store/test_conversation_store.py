import asyncio
import os
import sqlite3
import stat
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from axon_desktop.conversations.models import Item, ToolOutcome, ToolUse
from axon_desktop.conversations.store import schema
from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.errors import StoreError
from axon_desktop.llm.messages import Message, ToolCall
from tests.conversations.scenes import (
    answer,
    message,
    observation,
    opened,
    prompt,
    record_turn,
    thought,
    with_store,
)
from tests.waiting import shortest

HISTORY = (
    Message("user", "Look\nat Home"),
    Message(
        "assistant",
        "",
        reasoning="思考\n",
        tool_calls=(ToolCall("read_note", {"path": "Home", "n": [10**30, 1.5, None]}, "c1"),),
        blocks=({"type": "thinking", "thinking": "思考\n", "signature": "EqQ=\u2028"},),
        author="anthropic/model",
    ),
    Message("tool", "# Home", tool_call_id="c1", failed=True),
    Message("assistant", "It says Home."),
)


def test_what_was_recorded_is_there_after_opening_again(file: Path) -> None:
    use = ToolUse("read_note", {"path": "Home"}, ToolOutcome(True, "# Home"))
    items = (
        prompt("t1", "Look\nat Home"),
        thought("t1", "", "thinking"),
        Item("t1", "observation", {"round": 1}, message("tool", "# Home", use=use)),
        thought("t1", "It says Home."),
        answer("t1", "It says Home."),
    )

    async def write(store: ConversationStore) -> str:
        ident = await store.create(vault="v")
        for item in items:
            store.record(ident, item)
        store.record_history(ident, 0, HISTORY)
        store.save_plan(ident, '{"id":"p"}')
        store.set_metadata(ident, model="deepseek-v4")
        store.set_metadata(ident, tokens=77)
        return ident

    ident = with_store(file, write)
    stored = with_store(file, lambda store: store.load(ident))
    assert stored.items == items
    assert stored.history == HISTORY
    assert stored.plan == '{"id":"p"}'
    assert not stored.unfinished
    assert stored.extra == {"vault": "v", "forked_from": None}
    conversation = stored.conversation
    assert conversation.title == "Look"
    assert conversation.messages == tuple(item.message for item in items if item.message)
    meta = conversation.metadata
    assert (meta.model, meta.total_tokens, meta.tools_used) == ("deepseek-v4", 77, ("read_note",))
    assert conversation.created_at <= conversation.updated_at


def test_what_is_made_of_a_conversation_is_made_in_a_thread(file: Path) -> None:
    async def work(store: ConversationStore) -> None:
        ident = await store.create(vault="v")
        store.record(ident, prompt("t1", "Look"))
        made = await store.load_as(ident, lambda stored: (stored.conversation.title, threading.current_thread()))
        assert made[0] == "Look"
        assert made[1] is not threading.current_thread()
        with pytest.raises(StoreError):
            await store.load_as("nobody", lambda stored: stored)

    with_store(file, work)


def test_half_surrogates_and_control_characters_survive(file: Path) -> None:
    text = "a\x00b \ud83d end \u2028 😀"

    async def work(store: ConversationStore) -> None:
        ident = await store.create(vault="v")
        store.record(ident, prompt("t1", text))
        store.record_delta(ident, "t1", "token", "part \udc00")
        store.record_history(ident, 0, [Message("user", text)])
        stored = await store.load(ident)
        assert stored.conversation.messages[0].content == text
        assert stored.history[0].content == text
        assert stored.history[1].content == "part \udc00"
        assert [row.id for row in await store.list(query="end")] == [ident]

    with_store(file, work)


def test_history_may_shrink_and_change_at_its_end(file: Path) -> None:
    async def work(store: ConversationStore) -> None:
        ident = await store.create(vault="v")
        store.record_history(ident, 0, HISTORY)
        store.record_history(ident, 3, [])
        assert (await store.load(ident)).history == HISTORY[:3]
        store.record_history(ident, 1, [Message("assistant", "Other.")])
        assert (await store.load(ident)).history == (HISTORY[0], Message("assistant", "Other."))

    with_store(file, work)


def wait_for_deltas(file: Path, count: int) -> set[int]:
    """Look at the file from outside until it holds so many deltas; return all the numbers that were seen."""
    seen: set[int] = set()
    with closing(sqlite3.connect(file)) as db:
        while count not in seen:
            seen.add(db.execute("SELECT COUNT(*) FROM delta").fetchone()[0])
    return seen


def test_deltas_are_written_within_half_a_second_and_folded_by_the_thought(file: Path) -> None:
    async def work(store: ConversationStore) -> tuple[float, float]:
        ident = await store.create(vault="v")
        store.record(ident, prompt("t1", "Hi"))
        await store.flush()
        started = time.monotonic()
        store.record_delta(ident, "t1", "token", "Hel")
        store.record_delta(ident, "t1", "token", "lo")
        assert await asyncio.to_thread(wait_for_deltas, file, 2) == {0, 2}  # gathered, not one by one
        written = time.monotonic()
        store.record(ident, thought("t1", "Hello"))
        await asyncio.to_thread(wait_for_deltas, file, 0)
        folded = time.monotonic()
        assert [item.kind for item in (await store.load(ident)).items] == ["turn_started", "thought"]
        return written - started, folded - written

    def run(part: int) -> float:
        return with_store(file, work)[part]

    assert 0.3 < shortest(lambda: run(0), 0.6) < 0.6
    assert shortest(lambda: run(1), 0.3) < 0.3  # at once


def test_an_unfinished_reply_becomes_a_thought_and_a_message(file: Path) -> None:
    async def talk(store: ConversationStore) -> str:
        ident = await store.create(vault="v")
        record_turn(store, ident, "t1", "Hi", "Hello.")
        store.record(ident, prompt("t2", "And now?"))
        history = [Message("user", "Hi"), Message("assistant", "Hello."), Message("user", "And now?")]
        store.record_history(ident, 0, history)
        store.record_delta(ident, "t2", "reasoning", "Let me ")
        store.record_delta(ident, "t2", "reasoning", "see.")
        store.record_delta(ident, "t2", "token", "Now we")
        store.record_delta(ident, "t2", "token", ' go\n```json:tool\n{"tool": "rea')
        return ident

    async def go_on(store: ConversationStore) -> None:
        for _ in range(2):  # loading alone changes nothing
            stored = await store.load(ident)
            assert stored.unfinished
            assert stored.items[-1].kind == "thought"
            assert stored.items[-1].event["content"] == "Now we go\n"
            assert stored.items[-1].event["reasoning"] == "Let me see."
            assert stored.conversation.messages[-1].content == "Now we go\n"
            assert stored.history[-1] == Message("assistant", "Now we go\n", "Let me see.")
        record_turn(store, ident, "t3", "Go on", "Done.")
        store.record_history(ident, 4, [Message("user", "Go on"), Message("assistant", "Done.")])

    ident = with_store(file, talk)
    with_store(file, go_on)
    stored = with_store(file, lambda store: store.load(ident))
    assert not stored.unfinished
    kinds = [item.kind for item in stored.items]
    assert kinds == ["turn_started", "thought", "answer", "turn_started", "thought", *kinds[:3]]
    assert [entry.content for entry in stored.history][2:] == ["And now?", "Now we go\n", "Go on", "Done."]


def test_a_running_conversation_is_not_taken_for_a_crashed_one(file: Path) -> None:
    async def work(store: ConversationStore) -> None:
        ident = await store.create(vault="v")
        store.record(ident, prompt("t1", "Hi"))
        store.record_history(ident, 0, [Message("user", "Hi")])
        store.record_delta(ident, "t1", "token", "Hel")
        assert (await store.load(ident)).items[-1].event["content"] == "Hel"
        store.record_delta(ident, "t1", "token", "lo")
        store.record(ident, thought("t1", "Hello"))
        store.record(ident, answer("t1", "Hello"))
        store.record_history(ident, 1, [Message("assistant", "Hello")])
        stored = await store.load(ident)
        assert [item.kind for item in stored.items] == ["turn_started", "thought", "answer"]
        assert stored.history == (Message("user", "Hi"), Message("assistant", "Hello"))

    with_store(file, work)


def test_native_calls_without_result_are_answered(file: Path) -> None:
    calls = tuple(ToolCall("create_note", {"path": name, "content": ""}, f"c-{name}") for name in "ABC")

    async def work(store: ConversationStore) -> None:
        ident = await store.create(vault="v")
        for item in (prompt("t1", "Make three"), thought("t1", "")):
            store.record(ident, item)
        store.record_history(ident, 0, [Message("user", "Make three"), Message("assistant", "", tool_calls=calls)])
        store.record(ident, Item("t1", "action", {}))
        store.record(ident, observation("t1", "create_note", calls[0].params, "Created A.md (0 bytes)."))
        store.record(ident, Item("t1", "action", {}))
        stored = await store.load(ident)
        assert stored.unfinished
        first, second, third = stored.history[2:]
        assert [entry.tool_call_id for entry in (first, second, third)] == ["c-A", "c-B", "c-C"]
        assert first.content == "Created A.md (0 bytes)."
        assert not first.failed
        assert "read the note" in second.content
        assert third.content.startswith("Not run: ")
        assert third.failed

    with_store(file, work)


def test_calls_in_text_are_answered_in_one_user_message(file: Path) -> None:
    block = '```json:tool\n{"tool": "read_note", "params": {"path": "%s"}}\n```\n'
    reply = "Two notes.\n" + block % "A" + block % "B"

    async def work(store: ConversationStore) -> None:
        ident = await store.create(vault="v")
        for item in (prompt("t1", "Compare them"), thought("t1", "Two notes.\n")):
            store.record(ident, item)
        store.record_history(ident, 0, [Message("user", "Compare them"), Message("assistant", reply)])
        store.record(ident, observation("t1", "read_note", {"path": "A"}, "text of A"))
        last = (await store.load(ident)).history[-1]
        assert last.role == "user"
        assert "text of A" in last.content
        assert "Not run: " in last.content
        assert "Compare them" in last.content

    with_store(file, work)


def test_a_reply_that_the_history_missed_is_added(file: Path) -> None:
    async def work(store: ConversationStore) -> None:
        ident = await store.create(vault="v")
        store.record(ident, prompt("t1", "Hi"))
        store.record_history(ident, 0, [Message("user", "Hi")])
        store.record(ident, thought("t1", "Hello."))
        store.record(ident, answer("t1", "Hello."))
        stored = await store.load(ident)
        assert stored.history[-1] == Message("assistant", "Hello.")
        assert not stored.unfinished

    with_store(file, work)


def test_list_is_newest_first_by_vault_and_leaves_unused_ones_out(file: Path) -> None:
    async def work(store: ConversationStore) -> None:
        two = await store.create(vault="b", title="Two")
        one = await store.create(vault="a")
        await store.create(vault="a")
        record_turn(store, one, "t", "First question", "Answer")
        rows = await store.list()
        assert [(row.id, row.title, row.messages) for row in rows] == [
            (one, "First question", 2),
            (two, "Two", 0),
        ]
        assert [row.id for row in await store.list(vault="b")] == [two]
        assert len(await store.list(limit=1)) == 1

    with_store(file, work)


def test_rename_changes_title_and_search(file: Path) -> None:
    async def work(store: ConversationStore) -> None:
        ident = await store.create(vault="a", title="Old")
        await store.rename(ident, "Nächste Reise")
        assert (await store.export(ident)).title == "Nächste Reise"
        assert await store.list(query="old") == []
        assert [row.id for row in await store.list(query="NACHSTE reise")] == [ident]
        with pytest.raises(StoreError):
            await store.rename("nothing", "x")

    with_store(file, work)


def test_deleted_is_removed_from_list_search_and_file(file: Path) -> None:
    async def work(store: ConversationStore) -> None:
        kept, gone = await store.create(vault="a"), await store.create(vault="a")
        record_turn(store, kept, "t1", "Keep the lighthouse", "Yes, the lighthouse.")
        record_turn(store, gone, "t2", "Forget the zeppelin secret", "The zeppelin is secret.")
        store.record_history(gone, 0, [Message("user", "Forget the zeppelin secret")])
        await store.delete(gone)
        store.record(gone, prompt("t3", "too late"))
        store.record_delta(gone, "t3", "token", "too late")
        await store.flush()
        assert [row.id for row in await store.list()] == [kept]
        assert await store.list(query="zeppelin") == []
        assert [row.id for row in await store.list(query="lighthouse")] == [kept]
        with pytest.raises(StoreError):
            await store.load(gone)
        with pytest.raises(StoreError):
            await store.delete(gone)

    with_store(file, work)
    for part in file.parent.iterdir():
        assert b"zeppelin" not in part.read_bytes()


def test_fork_copies_up_to_a_turn_and_stands_alone(file: Path) -> None:
    async def work(store: ConversationStore) -> None:
        ident = await store.create(vault="a")
        for number in range(3):
            text = f"Question {number}"
            store.record(ident, prompt(f"t{number}", text))
            pair = [Message("user", text), Message("assistant", f"Answer {number}")]
            store.record_history(ident, 2 * number, pair)
            store.record(ident, thought(f"t{number}", f"Answer {number}"))
            store.record(ident, answer(f"t{number}", f"Answer {number}"))
        whole = await store.fork(ident)
        part = await store.fork(ident, before_turn="t2")
        again = await store.fork(part, before_turn="t1")
        first = await store.fork(ident, before_turn="t0")
        await store.delete(ident)
        assert [entry.content for entry in (await store.load(whole)).history][-1] == "Answer 2"
        stored = await store.load(part)
        assert [item.turn_id for item in stored.items] == ["t0"] * 3 + ["t1"] * 3
        assert [entry.content for entry in stored.history] == ["Question 0", "Answer 0", "Question 1", "Answer 1"]
        assert stored.extra["forked_from"] == ident
        assert [entry.content for entry in (await store.load(again)).history] == ["Question 0", "Answer 0"]
        empty = await store.load(first)
        assert (empty.items, empty.history) == ((), ())
        assert {row.id for row in await store.list(query="question")} == {whole, part, again, first}
        with pytest.raises(StoreError):
            await store.fork(whole, before_turn="t9")

    with_store(file, work)


def test_fork_before_a_later_compaction_takes_the_texts(file: Path) -> None:
    async def work(store: ConversationStore) -> None:
        ident = await store.create(vault="a")
        record_turn(store, ident, "t0", "One", "Uno")
        record_turn(store, ident, "t1", "Two", "Dos")
        store.record_history(ident, 0, [Message("user", "Summary: we counted"), Message("assistant", "Dos")])
        fork = await store.fork(ident, before_turn="t1")
        assert (await store.load(fork)).history == (Message("user", "One"), Message("assistant", "Uno"))

    with_store(file, work)


def test_two_stores_write_to_one_file(file: Path) -> None:
    async def work() -> None:
        async with opened(file) as one, opened(file) as two:
            idents = [await store.create(vault="a") for store in (one, two)]
            for number in range(50):
                for store, ident in zip((one, two), idents, strict=True):
                    record_turn(store, ident, f"t{number}", f"Question {number}", "Answer")
                if number % 10 == 0:
                    await asyncio.gather(one.flush(), two.flush())
            await asyncio.gather(one.flush(), two.flush())
            assert [row.messages for row in await one.list()] == [100, 100]

    asyncio.run(work())


def test_a_part_that_cannot_be_written_does_not_hold_up_the_rest(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(store: ConversationStore) -> None:
        ident = await store.create(vault="a")
        store.record(ident, prompt("t1", "before"))
        store.record(ident, Item("t1", "odd", {"set": {1, 2}}))
        store.record(ident, thought("t1", "after"))
        await store.flush()
        assert [item.kind for item in (await store.load(ident)).items] == ["turn_started", "thought"]

    with_store(file, work)
    assert "cannot be written" in caplog.text


def test_what_another_process_holds_up_is_written_later(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "BUSY_SECONDS", 0.05)

    async def work(store: ConversationStore) -> None:
        ident = await store.create(vault="a")
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        store.record(ident, prompt("t1", "patience"))
        with pytest.raises(StoreError):
            await store.flush()
        assert "locked" in str(store._thread.problem)
        other.execute("ROLLBACK")
        other.close()
        await store.flush()
        assert str(store._thread.problem) == "None"
        assert len((await store.load(ident)).items) == 1

    with_store(file, work)


def test_a_closed_store_says_so(file: Path) -> None:
    async def work() -> None:
        store = ConversationStore(file)
        await store.open()
        await store.close()
        await store.close()
        store.record("x", prompt("t", "dropped"))
        with pytest.raises(StoreError):
            await store.list()

    asyncio.run(work())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no permission bits")
def test_only_the_user_may_read_the_file(file: Path) -> None:
    before = os.umask(0)
    try:
        with_store(file, lambda store: store.create(vault="a"))
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        assert {stat.S_IMODE(part.stat().st_mode) for part in file.parent.iterdir()} == {0o600}
    finally:
        os.umask(before)
