"""Keeping one more message costs the same in a long conversation."""

from __future__ import annotations

import asyncio
from pathlib import Path

from axon_desktop.conversations.models import Item
from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.llm.messages import Message
from tests.counting.counters import Sql

FEW, MANY = 20, 600


def test_one_more_message_is_kept_without_looking_through_the_others(tmp_path: Path, sql: Sql) -> None:
    """Red when the newest item is looked for among all of the conversation."""

    async def keep(size: int) -> int:
        store = ConversationStore(tmp_path / f"{size}.sqlite")
        await store.open()
        for name in ("older", "talk"):
            conversation = await store.create(vault="v", ident=name)
            for number in range(size):
                store.record(conversation, Item(f"t{number}", "round_started", {"round": 1}))
        await store.flush()
        sql.reset()
        store.record_history("talk", 0, [Message("user", "Hello.")])
        await store.flush()
        steps = sql.steps
        await store.close()
        return steps

    few, many = asyncio.run(keep(FEW)), asyncio.run(keep(MANY))
    assert many <= few + 5, (few, many)
