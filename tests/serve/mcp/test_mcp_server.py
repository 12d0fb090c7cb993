import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Literal

import mcp_types as types
import pytest
from mcp import Client, MCPError
from mcp_types import TextContent, TextResourceContents

from axon_desktop.llm.messages import ToolCall
from axon_desktop.llm.tool_schemas import plain_schema
from axon_desktop.serve.mcp.note_resources import PAGE
from axon_desktop.tools import ToolManager
from tests.counting.counters import counted_calls
from tests.llm.schema_rules import gemini_problem
from tests.serve.world import NOTES, World

Era = Literal["legacy", "2026-07-28"]
WRITING = {"create_note", "edit_note", "move_note", "trash_note"}
both_eras = pytest.mark.parametrize("era", ["legacy", "2026-07-28"])


def talk(world: World, work: Callable[[Client], Awaitable[None]], *, write: bool = False, **options: Any) -> None:
    """Let a real client talk to a server in this process."""

    async def run() -> None:
        async with Client(world.server(write=write).server, **options) as client:
            await work(client)

    asyncio.run(run())


def said(result: types.CallToolResult) -> str:
    return "\n".join(block.text for block in result.content if isinstance(block, TextContent))


@both_eras
def test_tools_have_the_schemas_of_the_manager(world: World, era: Era) -> None:
    async def work(client: Client) -> None:
        listed = {tool.name: tool for tool in (await client.list_tools()).tools}
        known = {tool.name: tool for tool in ToolManager(world.vault).get_tool_definitions()}
        assert listed.keys() == known.keys()
        for name, tool in listed.items():
            assert (tool.description, tool.input_schema) == (
                known[name].description,
                plain_schema(known[name].parameters),
            )
            assert gemini_problem(tool.input_schema) is None

    talk(world, work, write=True, mode=era)


def test_annotations_say_what_a_tool_may_do(world: World) -> None:
    async def work(client: Client) -> None:
        for tool in (await client.list_tools()).tools:
            assert tool.annotations is not None
            assert tool.annotations.read_only_hint == (tool.name not in WRITING)
            assert tool.annotations.destructive_hint == (tool.name in WRITING)
            assert tool.annotations.idempotent_hint == (tool.name not in ("create_note", "edit_note"))
            assert tool.annotations.open_world_hint is False

    talk(world, work, write=True)


@both_eras
def test_read_only_server_neither_lists_nor_runs_what_writes(world: World, era: Era) -> None:
    async def work(client: Client) -> None:
        assert not WRITING & {tool.name for tool in (await client.list_tools()).tools}
        result = await client.call_tool("create_note", {"path": "New", "content": "x"})
        assert result.is_error
        assert "--write" in said(result)

    talk(world, work, mode=era)
    assert not (world.root / "New.md").exists()


@both_eras
def test_each_call_is_a_turn_of_its_own_and_named_after_the_client(world: World, era: Era) -> None:
    async def work(client: Client) -> None:
        for name in ("One", "Two"):
            assert not (await client.call_tool("create_note", {"path": f"Inbox/{name}", "content": name})).is_error

    info = types.Implementation(name="claude-ai", title="Claude\u202e", version="1")
    talk(world, work, write=True, mode=era, client_info=info)
    assert [turn.title for turn in world.vault.journal.turns(9)] == [
        "Claude\N{REPLACEMENT CHARACTER} (MCP): create_note Inbox/Two.md",
        "Claude\N{REPLACEMENT CHARACTER} (MCP): create_note Inbox/One.md",
    ]
    made_by = {(turn.origin, turn.program) for turn in world.vault.journal.summaries()}
    assert made_by == {("program", "Claude\N{REPLACEMENT CHARACTER} (MCP)")}
    assert [change.path for change in world.vault.undo_last_turn()] == ["Inbox/Two.md"]
    assert (world.root / "Inbox/One.md").read_text() == "One"


def test_errors_are_results_that_the_model_can_read(world: World) -> None:
    async def work(client: Client) -> None:
        for tool, arguments, error in (
            ("read_note", {"path": "Nothing like it"}, "File not found: Nothing like it"),
            ("read_note", {"path": "../x"}, "Invalid path: "),
            ("read_note", {"file": "Home"}, "Invalid parameters: "),
            ("no_such_tool", {}, "Tool 'no_such_tool' is not available"),
        ):
            result = await client.call_tool(tool, arguments)
            assert result.is_error
            assert said(result).startswith(error)

    talk(world, work)


def test_path_that_was_really_read_stands_beside_the_data(world: World) -> None:
    async def work(client: Client) -> None:
        result = await client.call_tool("read_note", {"path": "plan"})
        texts = [block.text for block in result.content if isinstance(block, TextContent)]
        assert texts == [NOTES["Projects/Plan.md"], "[Projects/Plan.md]"]

    talk(world, work)


def test_long_result_is_cut_and_says_how_to_go_on(world: World) -> None:
    async def work(client: Client) -> None:
        text = said(await client.call_tool("read_note", {"path": "Projects/Long.md"}))
        assert len(text.encode()) < 101_000
        assert '"offset": ' in text[-400:]

    talk(world, work)


def test_note_changed_since_this_client_read_it_is_not_overwritten(world: World) -> None:
    async def work(client: Client) -> None:
        await client.call_tool("read_note", {"path": "Home.md"})
        (world.root / "Home.md").write_text("# Home\n\nedited in Obsidian\n")
        result = await client.call_tool("create_note", {"path": "Home.md", "content": "mine" * 20})
        assert result.is_error
        assert "changed since you last read it" in said(result)

    talk(world, work, write=True)


def test_calls_at_the_same_time_are_all_written_in_turns_of_their_own(world: World) -> None:
    async def work(client: Client) -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(12):
                arguments = {"path": "Log.md", "content": f"{number}\n", "mode": "append"}
                group.create_task(retried(client, arguments))

    async def retried(client: Client, arguments: dict[str, Any]) -> None:
        while (result := await client.call_tool("create_note", arguments)).is_error:
            assert "changed" in said(result)  # two appends were worked out from the same text: one is refused

    talk(world, work, write=True)
    assert sorted((world.root / "Log.md").read_text().split(), key=int) == [str(number) for number in range(12)]
    turns = world.vault.journal.turns(99)
    assert len(turns) == 12
    assert all(len(turn.changes) == 1 for turn in turns)


@both_eras
def test_notes_are_resources(world: World, era: Era) -> None:
    async def work(client: Client) -> None:
        listed = (await client.list_resources()).resources
        assert {item.name: item.mime_type for item in listed} == {
            "Board.canvas": "application/json",
            "Daily/a#b?c%20.md": "text/markdown",
            "Home.md": "text/markdown",
            "Projects/Long.md": "text/markdown",
            "Projects/Plan.md": "text/markdown",
        }
        for item in listed:
            (read,) = (await client.read_resource(item.uri)).contents
            assert isinstance(read, TextResourceContents)
            assert read.text == NOTES[item.name]
        (template,) = (await client.list_resource_templates()).resource_templates
        assert template.uri_template == "vault:///{+path}"

    talk(world, work, mode=era)


def test_resources_come_in_bounded_pages_that_stay_right_while_notes_come_and_go(world: World) -> None:
    (world.root / "Many").mkdir()
    for number in range(PAGE * 2 + 5):
        (world.root / "Many" / f"{number:05}.md").touch()

    async def work(client: Client) -> None:
        pages = [await client.list_resources()]
        (world.root / "Many" / "00001.md").unlink()
        while (cursor := pages[-1].next_cursor) is not None:
            pages.append(await client.list_resources(cursor=cursor))
        assert all(len(page.resources) <= PAGE for page in pages)
        names = [item.name for page in pages for item in page.resources]
        assert len(names) == len(set(names)) == PAGE * 2 + 5 + 5
        with pytest.raises(MCPError, match="cursor"):
            await client.list_resources(cursor="not ours")

    talk(world, work)


@pytest.mark.parametrize(
    "uri",
    [
        "vault:///../secret.md",
        "vault:///%2e%2e/secret.md",
        "vault:///Projects/%2e%2e/%2e%2e/secret.md",
        "vault:///..%5csecret.md",
        "vault:///.obsidian/app.json",
        "vault:////etc/passwd",
        "vault:///Home.md%00.png",
        "vault:///%ff",
        "vault:///out/passwd",
        "vault://Home.md",
        "vault:///Home.md?x=1",
        "vault:///",
        "vault:///Missing.md",
        "file:///etc/passwd",
        "Home.md",
        "vault://[",
    ],
)
def test_uri_that_names_no_note_is_refused(world: World, uri: str) -> None:
    (world.root / ".obsidian").mkdir()
    (world.root / ".obsidian/app.json").write_text("{}")
    (world.root.parent / "secret.md").write_text("secret")
    (world.root / "out").symlink_to("/etc")

    async def work(client: Client) -> None:
        with pytest.raises(MCPError) as caught:
            await client.read_resource(uri)
        assert caught.value.code == types.INVALID_PARAMS
        assert "secret" not in caught.value.message.replace("secret.md", "")

    talk(world, work)


def test_client_is_notified_that_notes_came_and_went(world: World) -> None:
    notifications: list[str] = []

    async def listener(message: Any) -> None:
        notifications.append(type(message).__name__)

    async def work(client: Client) -> None:
        await client.call_tool("create_note", {"path": "New", "content": "x"})
        await client.call_tool("trash_note", {"path": "Home"})

    talk(world, work, write=True, mode="legacy", message_handler=listener)
    assert notifications == ["ResourceListChangedNotification"] * 2


def test_long_search_reports_its_progress(world: World) -> None:
    seen: list[tuple[float, float | None]] = []

    async def watch(progress: float, total: float | None, message: str | None) -> None:
        seen.append((progress, total))

    async def work(client: Client) -> None:
        await client.call_tool("search_notes", {"query": "milestone"}, progress_callback=watch)

    for number in range(300):
        folder = world.root / f"F{number}"
        folder.mkdir()
        (folder / "n.md").write_text("x" * 3000)
    talk(world, work)
    assert seen
    assert [done for done, _ in seen] == sorted({done for done, _ in seen})
    assert all(total == 305 for _, total in seen)


def test_quick_search_leaves_the_loop_asleep(world: World) -> None:
    """Red when every folder that was searched wakes the loop, which takes the interpreter from the search."""

    async def work(client: Client) -> None:
        await client.call_tool("search_notes", {"query": "milestone"})

    for number in range(300):
        (world.root / f"F{number}").mkdir()
        (world.root / f"F{number}" / "n.md").write_text("x")
    with counted_calls() as calls:
        talk(world, work)
    assert calls["_progress_forwarded.<locals>.take"] >= 300
    assert calls["_progress_forwarded.<locals>.on_progress"] <= 50


def test_call_that_reads_is_validated_once(world: World) -> None:
    """Red when `ToolOffer.run` checks what `ToolManager.execute` checks again."""
    with counted_calls() as calls:
        assert asyncio.run(world.offer().run(ToolCall("read_note", {"path": "Home"}), "a test")).success
    assert calls["find_problem"] == 1
