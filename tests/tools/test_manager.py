"""The manager on a real vault: every error row of the seed, time limits, the commit point, stale notes."""

import asyncio
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, NoReturn

import pytest

from axon_desktop.errors import StaleNoteError
from axon_desktop.llm.messages import JsonObject, ToolDefinition
from axon_desktop.persistence.file_lock import try_lock
from axon_desktop.tools import ToolCall, ToolManager, ToolParser, ToolResult, manager
from axon_desktop.tools.tool import Tool
from axon_desktop.vault.history.changes import ChangePreview, Proposal, VaultChanged
from tests.tools.desk import Desk
from tests.waiting import PATIENCE, Clock, turns, until


def _outside_edit(desk: Desk, path: str, text: str) -> None:
    """Write a note as another program does, long enough ago not to be waited for."""
    place = desk.root / path
    place.write_bytes(text.encode())
    os.utime(place, (time.time() - 60,) * 2)


def _tool(name: str, **parts: Any) -> Tool:
    return Tool(definition=ToolDefinition(name, "A tool.", {"type": "object"}), **parts)


# The seed's table of errors


@pytest.mark.parametrize(
    ("tool", "params", "error"),
    [
        ("read_note", {"path": "no/such"}, "File not found: no/such"),
        ("list_folder", {"path": "no/such"}, "Folder not found: no/such"),
        ("create_note", {"path": "a<b", "content": ""}, "Invalid path: a<b"),
        ("create_note", {"path": "../out", "content": ""}, "Invalid path: ../out"),
        ("create_note", {"path": ".obsidian/app", "content": ""}, "Invalid path: .obsidian/app"),
        ("read_note", {"path": "/etc/passwd"}, "Invalid path: /etc/passwd"),
        ("list_folder", {"path": ".."}, "Invalid path: .."),
        ("read_note", {}, "Invalid parameters: path is required"),
        ("create_note", {"path": "a"}, "Invalid parameters: content is required"),
        ("create_note", {}, "Invalid parameters: path, content are required"),
        ("read_note", {"path": 3}, "Invalid parameters: path must be a string, not a number"),
        ("read_note", {"path": None}, "Invalid parameters: path must be a string, not null"),
        ("read_note", {"path": "a", "offset": 0}, "Invalid parameters: offset must be at least 1"),
        (
            "read_note",
            {"path": "a", "limit": "2"},
            "Invalid parameters: limit must be a whole number, not a string",
        ),
        ("read_note", {"path": "a", "limit": True}, "Invalid parameters: limit must be a whole number"),
        (
            "read_note",
            {"path": "a", "lines": 2},
            "Invalid parameters: unknown parameter lines; known: path, offset, limit, column",
        ),
        (
            "create_note",
            {"path": "a", "content": "", "mode": "replace"},
            "Invalid parameters: mode must be one of overwrite, append",
        ),
        ("create_note", {"path": "a", "content": "\ud800"}, "Invalid parameters: "),
        ("fly", {}, "Tool 'fly' is not available"),
        ("", {}, "Tool '' is not available"),
    ],
)
def test_a_call_that_cannot_succeed_says_why(desk: Desk, tool: str, params: JsonObject, error: str) -> None:
    result = desk.run(ToolCall(tool, params))
    assert not result.success
    assert result.data is None
    assert result.error is not None
    assert result.error.startswith(error)
    assert desk.files() == {}


def test_a_folder_that_cannot_be_written_is_a_write_error(desk: Desk) -> None:
    (desk.root / "Inbox").write_text("a file where a folder is needed")
    result = desk.call("create_note", path="Inbox/Idea", content="x")
    assert not result.success
    assert result.error is not None
    assert result.error.startswith(("Failed to write file: ", "Invalid path: "))


def test_a_file_that_is_no_text_is_a_read_error(desk: Desk) -> None:
    (desk.root / "a.md").write_bytes(b"\xff\xfe\x00")
    os.utime(desk.root / "a.md", (1, 1))
    result = desk.call("read_note", path="a")
    assert result.error is not None
    assert result.error.startswith("Failed to read file: ")


@pytest.mark.parametrize("params", [None, [], "x", 3, {1: 2}, {"path": object()}, {"path": {"a": {1, 2}}}])
def test_params_of_any_kind_are_refused_without_raising(desk: Desk, params: Any) -> None:
    result = desk.run(ToolCall("read_note", params))
    assert not result.success
    assert (result.error or "").startswith("Invalid parameters: ")


def test_a_tool_name_of_any_kind_is_refused_without_raising(desk: Desk) -> None:
    name: Any = ["read_note"]
    assert desk.run(ToolCall(name, {})).error == "Tool '['read_note']' is not available"


def test_a_tool_that_fails_unforeseen_gives_a_result(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    async def fail(params: JsonObject) -> NoReturn:
        raise RuntimeError("disk on fire")

    desk.manager.registry.register(_tool("fail", run=fail))
    result = desk.call("fail")
    assert result.error == "fail failed: RuntimeError: disk on fire"
    assert "disk on fire" in caplog.text


# What the tools return


def test_writes_say_in_one_sentence_what_was_written(desk: Desk) -> None:
    assert (
        desk.call("create_note", path="Inbox/Idea", content="记住 this").data
        == "Created Inbox/Idea.md (11 bytes)."
    )
    added = desk.call("create_note", path="Inbox/Idea.md", content=" and that", mode="append")
    assert added.data == "Appended 9 bytes to Inbox/Idea.md."
    assert desk.call("create_note", path="Inbox/Idea", content="new").data == "Replaced Inbox/Idea.md (3 bytes)."
    assert desk.call("create_note", path="Empty", content="", mode="append").data == "Created Empty.md (0 bytes)."
    assert desk.files() == {"Inbox/Idea.md": b"new", "Empty.md": b""}


def test_read_note_goes_on_inside_a_long_line(desk: Desk) -> None:
    _outside_edit(desk, "Long.md", "one\n" + "汉字" * 50 + "\nend\n")
    assert desk.call("read_note", path="Long", offset=2, limit=1, column=99).data == "汉字\n"


def test_read_note_returns_the_lines_asked_for(desk: Desk) -> None:
    desk.call("create_note", path="a", content="one\r\ntwo\nthree\rfour")
    assert desk.call("read_note", path="a").data == "one\r\ntwo\nthree\rfour"
    assert desk.call("read_note", path="a", offset=2).data == "two\nthree\rfour"
    assert desk.call("read_note", path="a", limit=1).data == "one\r\n"
    assert desk.call("read_note", path="a", offset=3, limit=10**30).data == "three\rfour"
    past = desk.call("read_note", path="a", offset=5)
    assert past.error == "Invalid parameters: offset is past the end; a.md has 4 lines"


def test_read_note_names_the_path_that_was_read_if_another_was_asked_for(desk: Desk) -> None:
    desk.call("create_note", path="Inbox/Idea", content="x")
    assert desk.call("read_note", path="Inbox/Idea.md").path is None
    assert desk.call("read_note", path="idea").path == "Inbox/Idea.md"


def test_list_folder_returns_the_documented_json(desk: Desk) -> None:
    desk.call("create_note", path="Inbox/Idea", content="x")
    desk.call("create_note", path="Home", content="x")
    (desk.root / ".obsidian").mkdir()
    expected = {"path": "", "items": [{"name": "Inbox", "type": "folder"}, {"name": "Home.md", "type": "file"}]}
    assert json.loads(desk.data("list_folder", path="")) == expected
    assert json.loads(desk.data("list_folder", path="/")) == expected


def test_list_folder_survives_a_name_that_is_not_utf8(desk: Desk) -> None:
    desk.call("create_note", path="Home", content="x")
    try:
        (desk.root / "caf\udce9.md").write_text("x")
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    data = desk.data("list_folder", path="")
    assert data.encode("utf-8")
    assert {"name": "Home.md", "type": "file"} in json.loads(data)["items"]


def test_definitions_carry_closed_schemas_without_made_up_paths(desk: Desk) -> None:
    definitions = desk.manager.get_tool_definitions()
    assert [definition.name for definition in definitions] == [
        "read_note",
        "create_note",
        "list_folder",
        "edit_note",
        "search_notes",
        "find_notes",
        "note_links",
        "move_note",
        "trash_note",
    ]
    for definition in definitions:
        assert definition.parameters["additionalProperties"] is False
        assert "example" not in json.dumps(definition.parameters).lower()
        assert definition.description in desk.manager.registry.get_tool_descriptions()


def test_every_tool_says_what_it_may_do(desk: Desk) -> None:
    effects = {tool.name: desk.manager.effect(tool.name) for tool in desk.manager.registry.list()}
    writing = {name for name, effect in effects.items() if effect == "write"}
    assert writing == {"create_note", "edit_note", "move_note", "trash_note"}
    assert {effect for name, effect in effects.items() if name not in writing} == {"read"}
    assert desk.manager.effect("fly") is None


def test_the_parser_validates_as_the_manager_does(desk: Desk) -> None:
    schema = desk.manager.get_tool_definitions()[0].parameters
    assert ToolParser().validate_tool_call(ToolCall("read_note", {"path": "a"}), schema)
    assert not ToolParser().validate_tool_call(ToolCall("read_note", {"path": 1}), schema)


# The journal


def test_changes_belong_to_the_turn_that_was_begun(desk: Desk) -> None:
    desk.manager.begin_turn("turn-1", "write two notes")
    first = desk.call("create_note", path="a", content="x")
    desk.call("create_note", path="b", content="x")
    desk.manager.begin_turn("turn-2", "another")
    desk.call("create_note", path="a", content="y")
    assert [change.path for change in desk.vault.journal.changes("turn-1")] == ["a.md", "b.md"]
    assert [(turn.turn, turn.title) for turn in desk.vault.journal.turns(10)] == [
        ("turn-2", "another"),
        ("turn-1", "write two notes"),
    ]
    desk.vault.undo_turn("turn-2")
    assert desk.files()["a.md"] == b"x"
    assert first.change_id is not None
    desk.vault.undo_change(first.change_id)
    assert "a.md" not in desk.files()


# Stale notes


@pytest.mark.parametrize("mode", ["overwrite", "append"])
def test_a_note_that_changed_since_it_was_read_is_not_written(desk: Desk, mode: str) -> None:
    _outside_edit(desk, "a.md", "old")
    desk.call("read_note", path="a")
    _outside_edit(desk, "a.md", "the user's new text")
    result = desk.call("create_note", path="a", content="mine", mode=mode)
    assert not result.success
    assert (result.error or "").startswith("Failed to write file: a.md changed since you last read it")
    assert "Read it again" in (result.error or "")
    assert desk.files() == {"a.md": b"the user's new text"}
    desk.call("read_note", path="a", limit=1)
    assert desk.call("create_note", path="a", content="mine", mode=mode).success


def test_a_note_that_was_deleted_since_it_was_read_is_not_written(desk: Desk) -> None:
    _outside_edit(desk, "a.md", "old")
    desk.call("read_note", path="a")
    (desk.root / "a.md").unlink()
    assert not desk.call("create_note", path="a", content="mine").success


def test_a_note_that_changed_since_it_was_written_here_is_not_written(desk: Desk) -> None:
    desk.call("create_note", path="a", content="mine")
    _outside_edit(desk, "a.md", "the user's")
    assert not desk.call("create_note", path="a", content="mine again").success


def test_a_note_never_read_may_be_written(desk: Desk) -> None:
    _outside_edit(desk, "a.md", "old")
    assert desk.call("create_note", path="a", content="new").success


def test_another_conversation_has_seen_nothing(desk: Desk) -> None:
    desk.call("create_note", path="a", content="mine")
    _outside_edit(desk, "a.md", "the user's")
    other = ToolManager(desk.vault)
    assert asyncio.run(other.execute(ToolCall("create_note", {"path": "a", "content": "new"}))).success


def test_own_writes_do_not_make_a_note_stale(desk: Desk) -> None:
    for text in ("a", "b", "c"):
        assert desk.call("create_note", path="a", content=text, mode="append").success
    assert desk.files() == {"a.md": b"abc"}


# Approved previews


def test_what_was_approved_is_what_is_written(desk: Desk) -> None:
    call = ToolCall("create_note", {"path": "a", "content": "x"})

    async def scenario() -> tuple[Proposal | None, ToolResult]:
        proposal = await desk.manager.preview(call)
        return proposal, await desk.manager.execute(call, proposal)

    proposal, result = asyncio.run(scenario())
    assert proposal == Proposal.write(ChangePreview("a.md", None, b"x", "overwrite"))
    assert result.success
    assert desk.files() == {"a.md": b"x"}


def test_an_approval_is_void_once_the_note_changed(desk: Desk) -> None:
    call = ToolCall("create_note", {"path": "a", "content": "x", "mode": "append"})
    _outside_edit(desk, "a.md", "old")

    async def scenario() -> ToolResult:
        preview = await desk.manager.preview(call)
        _outside_edit(desk, "a.md", "edited while the dialog was open")
        return await desk.manager.execute(call, preview)

    result = asyncio.run(scenario())
    assert not result.success
    assert (result.error or "").startswith("Failed to write file: ")
    assert desk.files() == {"a.md": b"edited while the dialog was open"}


def test_a_preview_writes_nothing(desk: Desk) -> None:
    assert asyncio.run(desk.manager.preview(ToolCall("list_folder", {"path": ""}))) is None
    asyncio.run(desk.manager.preview(ToolCall("create_note", {"path": "x/y", "content": "x"})))
    assert [*desk.root.iterdir()] == []


def test_a_preview_of_a_stale_note_raises(desk: Desk) -> None:
    desk.call("create_note", path="a", content="mine")
    _outside_edit(desk, "a.md", "the user's")
    with pytest.raises(StaleNoteError, match="Read it again"):
        asyncio.run(desk.manager.preview(ToolCall("create_note", {"path": "a", "content": "x"})))


# Time limit and commit point


def test_a_reading_tool_that_is_too_slow_is_an_error(desk: Desk) -> None:
    async def hang(params: JsonObject) -> ToolResult:
        return await asyncio.Future()

    manager = ToolManager(desk.vault, timeout=0.05)
    manager.registry.register(_tool("hang", run=hang))
    result = asyncio.run(manager.execute(ToolCall("hang", {})))
    assert result.error == "hang took longer than 0.05 s"


def test_a_time_out_of_the_tools_own_is_not_the_limit(desk: Desk) -> None:
    async def fail(params: JsonObject) -> NoReturn:
        raise TimeoutError("the share is gone")

    desk.manager.registry.register(_tool("fail", run=fail))
    assert desk.call("fail").error == "fail failed: TimeoutError: the share is gone"


def test_a_write_that_is_too_slow_before_its_commit_point_writes_nothing(desk: Desk) -> None:
    async def hang(params: JsonObject) -> ChangePreview:
        return await asyncio.Future()

    manager = ToolManager(desk.vault, timeout=0.05)
    manager.registry.register(_tool("hang", preview=hang, effect="write"))
    result = asyncio.run(manager.execute(ToolCall("hang", {})))
    assert result.error == "Failed to write file: hang took longer than 0.05 s; nothing was written"


class _HeldWrite:
    """Holds a write in the middle, through the vault's own listener, until the test lets it go on."""

    def __init__(self, desk: Desk) -> None:
        self.reached = asyncio.Event()
        self._go_on = threading.Event()
        self._loop = asyncio.get_running_loop()
        desk.vault.subscribe(self._hold)

    def _hold(self, event: VaultChanged) -> None:
        self._loop.call_soon_threadsafe(self.reached.set)
        assert self._go_on.wait(PATIENCE)

    def release(self) -> None:
        self._go_on.set()


def test_a_write_past_its_commit_point_outlives_the_time_limit(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> ToolResult:
        manager = ToolManager(desk.vault, timeout=30)
        held = _HeldWrite(desk)
        task = asyncio.ensure_future(manager.execute(ToolCall("create_note", {"path": "a", "content": "x"})))
        await held.reached.wait()
        await Clock(monkeypatch).run_ahead(60)
        held.release()
        return await task

    assert asyncio.run(scenario()).data == "Created a.md (1 bytes)."


def test_a_cancel_before_the_commit_point_writes_nothing(desk: Desk) -> None:
    async def scenario() -> None:
        task = asyncio.ensure_future(desk.manager.execute(ToolCall("create_note", {"path": "a", "content": "x"})))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(scenario())
    assert desk.files() == {}


def test_a_cancel_past_the_commit_point_reports_the_write_and_comes_after_it(desk: Desk) -> None:
    async def scenario() -> list[ToolResult | str]:
        held = _HeldWrite(desk)
        reported: list[ToolResult | str] = []

        async def turn() -> None:
            reported.append(await desk.manager.execute(ToolCall("create_note", {"path": "a", "content": "x"})))
            await asyncio.sleep(0)
            reported.append("the turn went on")

        task = asyncio.ensure_future(turn())
        await held.reached.wait()
        task.cancel()
        await asyncio.sleep(0)
        task.cancel()
        held.release()
        with pytest.raises(asyncio.CancelledError):
            await task
        return reported

    (result,) = asyncio.run(scenario())
    assert isinstance(result, ToolResult)
    assert result.data == "Created a.md (1 bytes)."
    assert result.change_id is not None
    assert desk.files() == {"a.md": b"x"}


def test_an_outer_time_limit_still_ends_as_a_time_out(desk: Desk) -> None:
    async def scenario() -> ToolResult | None:
        held = _HeldWrite(desk)
        result: ToolResult | None = None
        try:
            async with asyncio.timeout(PATIENCE) as deadline:
                execution = desk.manager.execute(ToolCall("create_note", {"path": "a", "content": "x"}))

                async def let_it_expire() -> None:
                    await held.reached.wait()
                    deadline.reschedule(0)
                    await turns(3)
                    held.release()

                helper = asyncio.ensure_future(let_it_expire())
                result = await execution
                await asyncio.sleep(0)
        except TimeoutError:
            await helper
            return result
        return None

    result = asyncio.run(scenario())
    assert result is not None
    assert result.success


def test_params_that_nest_endlessly_are_refused(desk: Desk) -> None:
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    result = asyncio.run(desk.manager.execute(ToolCall("read_note", {"path": nested})))
    assert result.error is not None
    assert result.error.startswith("Invalid parameters: ")
    while nested:  # taken apart by hand: freeing it at once would nest as deeply
        nested = nested.pop()


ROOT = Path(__file__).parents[2]
HOLDER = """
import os, sys
from axon_desktop.persistence.file_lock import try_lock
assert try_lock(os.open(sys.argv[1], os.O_RDWR | os.O_CREAT))
print("held", flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("way", ["stop", "time limit"])
def test_a_write_that_waits_for_another_process_can_be_given_up(
    desk: Desk, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = desk.vault.data_dir / "write.lock"
    lock.parent.mkdir(parents=True)
    command = [sys.executable, "-c", HOLDER, str(lock)]
    manager = ToolManager(desk.vault, timeout=5.0)  # less than the lock's own patience
    call = ToolCall("create_note", {"path": "Idea", "content": "x"})

    tries: list[int] = []

    def counted(fd: int) -> bool:
        tries.append(fd)
        return try_lock(fd)

    monkeypatch.setattr("axon_desktop.vault.writing.lock.try_lock", counted)

    async def play() -> None:
        clock = Clock(monkeypatch)
        errors: list[str | None] = []

        async def turn() -> None:
            errors.append((await manager.execute(call)).error)
            await asyncio.sleep(0)
            errors.append("the turn went on")

        task = asyncio.ensure_future(turn())
        await until(lambda: tries)
        if way == "stop":
            task.cancel()
        else:
            await clock.run_ahead(6)
        await asyncio.wait([task])
        assert task.cancelled() is (way == "stop")
        assert (errors[0] or "").startswith("Failed to write file: another Axon process")
        assert len(errors) == (1 if way == "stop" else 2)

    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline().strip() == b"held"
        asyncio.run(play())
        assert desk.files() == {}
        holder.communicate()
    assert desk.call("create_note", path="Idea", content="x").success


def test_commands_are_not_offered_where_they_cannot_run(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manager, "HAS_COMMANDS", False)
    names = {tool.name for tool in ToolManager(desk.vault, commands=True).get_tool_definitions()}
    assert names
    assert "run_command" not in names
