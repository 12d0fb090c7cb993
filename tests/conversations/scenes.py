"""Items and stores for the tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from axon_desktop.conversations.models import Item, Message, MessageRole, ToolOutcome, ToolUse
from axon_desktop.conversations.store.conversation_store import ConversationStore

T = TypeVar("T")

TIME = 1_795_000_000_000


@asynccontextmanager
async def opened(file: Path) -> AsyncIterator[ConversationStore]:
    store = ConversationStore(file)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def with_store(file: Path, work: Callable[[ConversationStore], Awaitable[T]]) -> T:
    """Run work on a store that is opened before and closed after it."""

    async def run() -> T:
        async with opened(file) as store:
            return await work(store)

    return asyncio.run(run())


def message(role: MessageRole, text: str, ident: str = "m", use: ToolUse | None = None) -> Message:
    return Message(ident, role, text, TIME, use)


def prompt(turn: str, text: str) -> Item:
    return Item(turn, "turn_started", {"text": text, "mode": "react"}, message("user", text, f"{turn}-p"))


def thought(turn: str, text: str, reasoning: str = "") -> Item:
    said = message("assistant", text, f"{turn}-t") if text else None
    return Item(turn, "thought", {"content": text, "reasoning": reasoning}, said)


def answer(turn: str, text: str) -> Item:
    return Item(turn, "answer", {"content": text})


def observation(turn: str, tool: str, params: dict[str, object], output: str, error: str | None = None) -> Item:
    use = ToolUse(tool, params, ToolOutcome(error is None, output, error))
    event = {"result": {"success": error is None, "error": error, "change_id": None}}
    return Item(turn, "observation", event, message("tool", error or output, f"{turn}-o", use))


def record_turn(store: ConversationStore, conversation: str, turn: str, question: str, reply: str) -> None:
    """Record a whole turn."""
    for item in (prompt(turn, question), thought(turn, reply), answer(turn, reply)):
        store.record(conversation, item)
