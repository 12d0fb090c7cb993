"""Calls that always ask put the question to the user through the client, in both eras of the protocol."""

import asyncio
from functools import partial
from typing import Any, Literal

import pytest
from mcp import Client
from mcp_types import ElicitResult

from tests.serve.mcp.test_mcp_server import both_eras, said
from tests.serve.world import NOTES, World

Action = Literal["accept", "decline", "cancel"]


def empty_a_note(world: World, era: Any, action: Action | None, meanwhile: str = "") -> tuple[str, list[str]]:
    """Let a client empty a note, answer what it is asked, and return the result and the questions."""
    asked: list[str] = []

    async def answer(context: Any, params: Any) -> ElicitResult:
        asked.append(params.message)
        if meanwhile and len(asked) == 1:
            (world.root / "Projects/Plan.md").write_text(meanwhile)
        assert action is not None
        return ElicitResult(action=action, content={} if action == "accept" else None)

    async def run() -> str:
        options: dict[str, Any] = {} if action is None else {"elicitation_callback": answer}
        async with Client(world.server(write=True).server, mode=era, **options) as client:
            return said(await client.call_tool("create_note", {"path": "Projects/Plan", "content": ""}))

    return asyncio.run(run()), asked


@both_eras
def test_accepted_change_is_made(world: World, era: str) -> None:
    result, asked = empty_a_note(world, era, "accept")
    assert result == "Replaced Projects/Plan.md (0 bytes)."
    assert (world.root / "Projects/Plan.md").read_bytes() == b""
    (question,) = asked
    assert "create_note Projects/Plan.md" in question
    assert "it empties a note" in question
    assert "-The milestone is near." in question


@both_eras
@pytest.mark.parametrize("action", ["decline", "cancel"])
def test_declined_change_is_not_made(world: World, era: str, action: Action) -> None:
    result, asked = empty_a_note(world, era, action)
    assert result == "Not allowed: Projects/Plan.md was not changed; the user said no."
    assert len(asked) == 1
    assert (world.root / "Projects/Plan.md").read_bytes() == NOTES["Projects/Plan.md"].encode()


@both_eras
def test_client_that_cannot_ask_gets_the_reason(world: World, era: str) -> None:
    result, _ = empty_a_note(world, era, None)
    assert "a person must approve this because it would empty a note" in result
    assert (world.root / "Projects/Plan.md").read_bytes() == NOTES["Projects/Plan.md"].encode()


def test_answer_holds_only_for_what_was_shown(world: World) -> None:
    """A note that changes while the user thinks is shown again before it is emptied."""
    result, asked = empty_a_note(world, "2026-07-28", "accept", meanwhile="quite another text\n")
    assert result == "Replaced Projects/Plan.md (0 bytes)."
    assert len(asked) == 2
    assert "-quite another text" in asked[1]


def test_change_behind_the_users_back_is_refused_on_an_older_connection(world: World) -> None:
    result, _ = empty_a_note(world, "legacy", "accept", meanwhile="quite another text\n")
    assert result.startswith("Failed to write file: ")
    assert (world.root / "Projects/Plan.md").read_text() == "quite another text\n"


def test_answer_to_another_question_is_none(world: World) -> None:
    """A client that answers a harmless question in advance has not answered this one."""

    async def run() -> None:
        async with Client(
            world.server(write=True).server, mode="2026-07-28", elicitation_callback=never
        ) as client:
            call = partial(client.session.call_tool, "create_note", allow_input_required=True)
            first: Any = await call({"path": "Home", "content": ""})
            assert first.result_type == "input_required"
            answers: dict[str, Any] = {key: ElicitResult(action="accept") for key in first.input_requests}
            other: Any = await call({"path": "Projects/Plan", "content": ""}, input_responses=answers)
            assert other.result_type == "input_required"
            done: Any = await call({"path": "Home", "content": ""}, input_responses=answers)
            assert (done.result_type, done.is_error) == ("complete", False)

    asyncio.run(run())
    assert (world.root / "Home.md").read_bytes() == b""
    assert (world.root / "Projects/Plan.md").read_bytes() == NOTES["Projects/Plan.md"].encode()


async def never(context: Any, params: Any) -> ElicitResult:
    raise AssertionError
