"""A change that cannot be recorded is refused, unless the user of the other program agrees to just that."""

import asyncio
from typing import Any, Literal

import pytest
from mcp import Client
from mcp_types import ElicitResult

from axon_desktop.llm.messages import ToolCall
from tests.broken_records import broken
from tests.serve.mcp.test_mcp_server import both_eras, said
from tests.serve.world import NOTES, World

LONG = "".join(f"line {number}\n" for number in range(2000))


def write(
    world: World, era: Any, *actions: Literal["accept", "decline"] | None, content: str = LONG
) -> tuple[str, list[str]]:
    """Let a client write a note whose change cannot be recorded; return the result and the questions."""
    asked: list[str] = []
    answers = iter(actions)

    async def answer(context: Any, params: Any) -> ElicitResult:
        asked.append(params.message)
        action = next(answers)
        assert action is not None
        return ElicitResult(action=action, content={} if action == "accept" else None)

    async def run() -> str:
        options: dict[str, Any] = {"elicitation_callback": answer} if actions else {}
        async with Client(world.server(write=True).server, mode=era, **options) as client:
            return said(await client.call_tool("create_note", {"path": "Home", "content": content}))

    with broken(world.vault, "write_protected"):
        return asyncio.run(run()), asked


def home(world: World) -> str:
    return (world.root / "Home.md").read_text()


@both_eras
def test_agreed_to_it_is_written(world: World, era: str) -> None:
    result, (question,) = write(world, era, "accept")
    assert result.endswith("It could not be recorded, so it cannot be undone.")
    assert "it cannot be undone afterwards: Axon's record of changes cannot be written" in question
    assert home(world) == LONG


@both_eras
def test_not_agreed_to_it_is_not(world: World, era: str) -> None:
    result, asked = write(world, era, "decline")
    assert len(asked) == 1
    assert result == "Not allowed: Home.md was not changed; the user said no."
    assert home(world) == NOTES["Home.md"]


@both_eras
def test_client_that_cannot_ask_is_reported_why(world: World, era: str) -> None:
    result, _ = write(world, era)
    assert "the record of changes cannot be written and it could not be undone" in result
    assert "readonly database" in result
    assert home(world) == NOTES["Home.md"]


@both_eras
@pytest.mark.parametrize("second", ["accept", "decline"])
def test_yes_to_the_change_is_no_yes_to_no_undo(
    world: World, era: str, second: Literal["accept", "decline"]
) -> None:
    result, asked = write(world, era, "accept", second, content="")
    assert ["cannot be undone" in question for question in asked] == [False, True]
    assert home(world) == ("" if second == "accept" else NOTES["Home.md"])
    assert ("It could not be recorded" in result) == (second == "accept")


def test_over_http_it_is_refused(world: World) -> None:
    with broken(world.vault):
        call = ToolCall("create_note", {"path": "Home", "content": LONG})
        result = asyncio.run(world.offer("apply").run(call, "HTTP"))
    assert "a person must approve this because the record of changes cannot be written" in (result.error or "")
    assert home(world) == NOTES["Home.md"]
