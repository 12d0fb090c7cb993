import asyncio
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from axon_desktop.conversations.models import StoreNotice
from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.conversations.store.schema import SCHEMA, VERSION
from axon_desktop.errors import StoreError
from tests.conversations.old_stores import make_v1
from tests.conversations.scenes import opened, record_turn, with_store
from tests.waiting import PATIENCE

OPEN_TWICE = """
import asyncio, sys
from pathlib import Path
from axon_desktop.conversations.store.conversation_store import ConversationStore

async def run():
    store = ConversationStore(Path(sys.argv[1]))
    print((await store.open()) is not None)
    print(await store.create(vault="v", title="mine"))
    await store.close()
asyncio.run(run())
"""


def fill(file: Path, conversations: int = 40) -> None:
    async def work(store: ConversationStore) -> None:
        for number in range(conversations):
            ident = await store.create(vault="v")
            record_turn(store, ident, f"t{number}", f"Question {number}", f"Answer {number} " * 200)

    with_store(file, work)


def reopen(file: Path) -> tuple[StoreNotice | None, int]:
    """Open the store; return the notice and how many conversations there are, and see that it can be used."""

    async def run() -> tuple[StoreNotice | None, int]:
        store = ConversationStore(file)
        notice = await store.open()
        count = len(await store.list())
        ident = await store.create(vault="v")
        record_turn(store, ident, "t", "New question", "New answer")
        assert (await store.list(query="new question"))[0].id == ident
        await store.close()
        return notice, count

    notice, count = asyncio.run(run())
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)
    return notice, count


def check_set_aside(file: Path, notice: StoreNotice | None, original: bytes) -> StoreNotice:
    assert notice is not None
    assert notice.damaged_file.name.startswith("conversations.damaged-")
    assert notice.damaged_file.suffix == ".sqlite"
    assert notice.damaged_file.parent == file.parent
    assert notice.damaged_file.read_bytes() == original
    return notice


def test_a_new_store_is_made_without_notice(file: Path) -> None:
    assert reopen(file) == (None, 0)
    assert reopen(file) == (None, 1)
    assert sorted(part.name for part in file.parent.iterdir()) == ["conversations.lock", "conversations.sqlite"]


def test_version_1_keeps_everything_and_is_backed_up(file: Path) -> None:
    make_v1(file)
    before = list(sqlite3_dump(file))

    async def work(store: ConversationStore) -> None:
        assert [row.id for row in await store.list()] == ["c3", "c2", "c1"]
        assert [row.id for row in await store.list(query="答案 2")] == ["c2"]
        stored = await store.load("c2")
        assert [item.kind for item in stored.items] == [
            "turn_started",
            "thought",
            "observation",
            "thought",
            "answer",
        ]
        roles = ["user", "tool", "assistant"]
        assert [entry.role for entry in stored.conversation.messages] == roles
        assert stored.conversation.metadata.tools_used == ("read_note",)
        assert [entry.role for entry in stored.history] == ["user", "assistant", "tool", "assistant"]
        assert not stored.unfinished
        fork = await store.fork("c2")
        assert (await store.load(fork)).history == stored.history

    with_store(file, work)
    [backup] = file.parent.glob("conversations.backup-v1-*.sqlite")
    assert list(sqlite3_dump(backup)) == before
    if sys.platform != "win32":
        assert backup.stat().st_mode & 0o777 == 0o600
    assert reopen(file) == (None, 4)
    assert len(list(file.parent.glob("*.backup-*"))) == 1


def test_a_migrated_store_has_the_tables_of_a_new_one(file: Path, tmp_path: Path) -> None:
    make_v1(file)
    with_store(file, lambda store: store.flush())
    new = tmp_path / "new.sqlite"
    with_store(new, lambda store: store.flush())

    def columns(path: Path) -> dict[str, set[tuple[str, str, int, str | None]]]:
        with closing(sqlite3.connect(path)) as db:
            names = [
                row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'index')")
            ]
            return {
                name: {row[1:5] for row in db.execute(f"PRAGMA table_info({name})")}
                for name in names
                if not name.startswith("sqlite_")
            }

    assert columns(file) == columns(new)


def test_a_failed_migration_changes_nothing(file: Path) -> None:
    make_v1(file)
    with closing(sqlite3.connect(file)) as db:
        db.execute("ALTER TABLE conversation ADD COLUMN plan TEXT")  # in the way of the migration
    before = list(sqlite3_dump(file))
    with pytest.raises(StoreError):
        with_store(file, lambda store: store.flush())
    assert list(sqlite3_dump(file)) == before


def test_a_newer_version_is_refused_and_left_alone(file: Path) -> None:
    fill(file, 1)
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = file.read_bytes()
    with pytest.raises(StoreError, match="newer version"):
        with_store(file, lambda store: store.flush())
    assert file.read_bytes() == before


@pytest.mark.parametrize("data", [b"", b"garbage", b"\0" * 8192, "不是数据库".encode() * 1000])
def test_what_is_no_database_is_set_aside(file: Path, data: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(data)
    notice, count = reopen(file)
    assert check_set_aside(file, notice, data).salvaged == count == 0
    assert reopen(file) == (None, 1)


def test_a_foreign_database_is_set_aside(file: Path) -> None:
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE recipes (name)")
    original = file.read_bytes()
    check_set_aside(file, reopen(file)[0], original)


def test_a_missing_table_is_noticed_and_the_rest_salvaged(file: Path) -> None:
    fill(file, 5)
    with closing(sqlite3.connect(file)) as db:
        db.execute("DROP TABLE history")
    original = file.read_bytes()
    notice, count = reopen(file)
    assert check_set_aside(file, notice, original).salvaged == count == 5
    assert any(row.messages == 2 for row in with_store(file, lambda store: store.list(query="answer 3")))


@pytest.mark.parametrize("part", [0.3, 0.6, 0.95])
def test_a_truncated_file_is_set_aside_and_salvaged(file: Path, part: float) -> None:
    fill(file)
    original = file.read_bytes()[: int(file.stat().st_size * part)]
    file.write_bytes(original)
    notice, count = reopen(file)
    assert check_set_aside(file, notice, original).salvaged == count


def test_a_garbage_page_costs_only_what_was_on_it(file: Path) -> None:
    fill(file)
    with closing(sqlite3.connect(file)) as db:
        size = db.execute("PRAGMA page_size").fetchone()[0]
        page = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'item'").fetchone()[0]
    data = bytearray(file.read_bytes())
    data[(page - 1) * size : page * size] = random.Random(1).randbytes(size)
    file.write_bytes(data)
    notice, count = reopen(file)
    assert check_set_aside(file, notice, bytes(data)).salvaged == count == 40


def test_any_garbage_page_is_survived(file: Path, tmp_path: Path) -> None:
    fill(file, 15)
    original = file.read_bytes()
    size = 4096
    for page in range(len(original) // size):
        copy = tmp_path / str(page) / "conversations.sqlite"
        copy.parent.mkdir()
        data = bytearray(original)
        data[page * size : (page + 1) * size] = random.Random(page).randbytes(size)
        copy.write_bytes(data)
        notice, _ = reopen(copy)
        assert notice is not None or with_store(copy, lambda store: store.list())
        shutil.rmtree(copy.parent)


def test_without_its_log_the_store_opens_or_is_set_aside(file: Path) -> None:
    async def work(store: ConversationStore) -> None:
        for number in range(30):
            ident = await store.create(vault="v")
            record_turn(store, ident, "t", f"Question {number}", "Answer " * 500)
        await store.flush()
        shutil.copy(file, file.parent / "copy.sqlite")

    with_store(file, work)
    copy = file.parent / "other" / file.name
    copy.parent.mkdir()
    (file.parent / "copy.sqlite").rename(copy)
    original = copy.read_bytes()
    notice, _ = reopen(copy)
    if notice is not None:
        check_set_aside(copy, notice, original)


def test_a_damaged_index_is_rebuilt(file: Path) -> None:
    fill(file, 5)
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE search_data SET block = x'ffffffff' WHERE id > 10")
        db.commit()
    damaged = file.read_bytes()
    found = with_store(file, lambda store: store.list(query="answer 3"))
    assert [row.title for row in found] == ["Question 3"]
    for action in ("write", "delete"):
        file.write_bytes(damaged)

        async def work(store: ConversationStore, action: str = action) -> None:
            first = (await store.list())[0].id
            if action == "delete":
                await store.delete(first)
            else:
                record_turn(store, first, "t", "zebra", "horse")
            assert len(await store.list(query="answer")) == (4 if action == "delete" else 5)

        with_store(file, work)


def test_damaged_rows_are_left_out(file: Path) -> None:
    fill(file, 1)
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE item SET event = '{' WHERE kind = 'answer'")
        db.execute("UPDATE item SET message = '[]' WHERE kind = 'turn_started'")
        db.execute("INSERT INTO history VALUES (1, 0, 't0', 'nothing')")
        db.commit()

    async def work(store: ConversationStore) -> None:
        [row] = await store.list()
        stored = await store.load(row.id)
        assert [item.kind for item in stored.items] == ["turn_started", "thought"]
        assert [entry.role for entry in stored.history] == ["assistant"]
        await store.delete(row.id)
        assert await store.list() == []

    with_store(file, work)


def test_a_folder_in_its_place_is_a_clear_error(file: Path) -> None:
    file.mkdir(parents=True)
    with pytest.raises(StoreError):
        with_store(file, lambda store: store.flush())


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_a_clear_error(file: Path) -> None:
    file.parent.mkdir()
    file.parent.chmod(0o500)
    with pytest.raises(StoreError):
        with_store(file, lambda store: store.flush())


def test_two_processes_at_once_agree_about_damage(file: Path) -> None:
    file.parent.mkdir()
    file.write_bytes(b"garbage")
    runs = [
        subprocess.Popen([sys.executable, "-c", OPEN_TWICE, file], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    reported = [run.communicate(timeout=PATIENCE)[0].split() for run in runs]
    assert sorted(noticed for noticed, _ in reported) == ["False", "True"]
    rows = with_store(file, lambda store: store.list())
    assert {row.id for row in rows} == {ident for _, ident in reported}
    assert len(list(file.parent.glob("*.damaged-*"))) == 1


def test_opening_is_quiet_about_another_window(file: Path) -> None:
    async def run() -> None:
        async with opened(file) as one:
            ident = await one.create(vault="v", title="x")
            second = ConversationStore(file)
            assert await second.open() is None
            assert [row.id for row in await second.list()] == [ident]
            await second.close()

    asyncio.run(run())


def sqlite3_dump(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as db:
        return list(db.iterdump())


def test_the_current_layout_has_its_version() -> None:
    """Whoever changes the schema must count the version up and add a migration; then this text is renewed."""
    assert VERSION == 2
    assert json.dumps(SCHEMA).count("CREATE") == 8
