"""ConversationStore: stores every conversation, so that a kill of the program loses the last second at most."""

from __future__ import annotations

import asyncio
import builtins
import sqlite3
import time
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path

from axon_desktop import paths
from axon_desktop.conversations.models import (
    TERMINAL_KINDS,
    THOUGHT,
    Conversation,
    ConversationSummary,
    DeltaKind,
    Item,
    StoredConversation,
    StoreNotice,
)
from axon_desktop.conversations.store import rows
from axon_desktop.conversations.store.conversation_list import find_turns, list_conversations
from axon_desktop.conversations.store.opening import open_store
from axon_desktop.conversations.store.store_thread import StoreThread
from axon_desktop.llm import messages as llm

_AT_ONCE = TERMINAL_KINDS | {THOUGHT}
"""Kinds of items that are committed as soon as they come."""


class ConversationStore:
    """One SQLite file on a thread of its own; every method may be called from the event loop without blocking it.

    `record…`, `save_plan` and `set_metadata` are done later, in order; the others wait for everything before them.
    Writes to a conversation that was deleted are dropped.
    """

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or paths.data_dir() / "conversations.sqlite"
        self._thread = StoreThread()
        self._repairs: dict[str, rows.Repair] = {}
        """Repairs of conversations that a crash cut off, until they continue. On the thread only."""
        self._live: set[str] = set()
        """Conversations that this store has written to: their open ends come from no crash. On the thread only."""

    async def open(self) -> StoreNotice | None:
        """Open the file; return a notice when it was damaged and had to be set aside.

        Raises:
            StoreError: it belongs to a newer version, or cannot be used at all.
        """
        return await asyncio.wrap_future(self._thread.start(lambda: open_store(self.file)))

    async def close(self) -> None:
        """Write everything and close the file.

        Raises:
            StoreError: something could not be written.
        """
        await asyncio.wrap_future(self._thread.close())

    async def flush(self) -> None:
        """Write everything down to the disk.

        Raises:
            StoreError: that is not possible now.
        """
        await asyncio.wrap_future(self._thread.flush())

    # A conversation that is going on

    async def create(self, *, vault: str, title: str = "", ident: str = "") -> str:
        """Begin a conversation and return its id, else a new one; without a title it gets its first words."""
        ident = ident or uuid.uuid4().hex
        await self._change(lambda db: rows.create(db, ident, vault, title, _now(), None))
        return ident

    def record(self, conversation: str, item: Item) -> None:
        """Store an event; a thought and the end of a turn at once, everything else within half a second."""
        now = _now()

        def add(db: sqlite3.Connection, number: int) -> None:
            rows.add_item(db, number, item)
            rows.touch(db, number, now)

        self._write(conversation, add, at_once=item.kind in _AT_ONCE)

    def record_delta(self, conversation: str, turn_id: str, kind: DeltaKind, text: str) -> None:
        """Store a piece of the reply that is streaming, until the thought item of its round is recorded."""
        delta = rows.Delta(turn_id, kind, text)
        self._write(conversation, lambda db, number: rows.add_delta(db, number, delta))

    def record_history(self, conversation: str, start: int, messages: Sequence[llm.Message]) -> None:
        """Replace the history, which the model is sent, from `start` on by these messages."""
        stored = tuple(messages)
        self._write(conversation, lambda db, number: rows.set_history(db, number, start, stored))

    def save_plan(self, conversation: str, plan: str | None) -> None:
        """Store the newest state of the plan."""
        self._write(conversation, lambda db, number: rows.set_column(db, number, plan=plan))

    def set_metadata(self, conversation: str, *, model: str | None = None, tokens: int | None = None) -> None:
        """Store model, tokens or tools of the conversation; None leaves a value as it is."""
        given: dict[str, str | int] = {}
        if model is not None:
            given["model"] = model
        if tokens is not None:
            given["tokens"] = tokens
        self._write(conversation, lambda db, number: rows.set_column(db, number, **given))

    # All conversations

    async def list(
        self, *, vault: str | None = None, query: str = "", limit: int = 200
    ) -> builtins.list[ConversationSummary]:
        """Return conversations, the newest first; with a query those in which every word of it occurs.

        Raises:
            StoreError: the store cannot be read; this also holds for the methods below.
        """
        return await self._read(lambda db: list_conversations(db, vault, query, limit))

    async def find_turns(self, vault: str, turns: Sequence[str]) -> dict[str, str]:
        """Return the titles of the conversations of a vault that some turns belong to; others are left out."""
        return await self._read(lambda db: find_turns(db, vault, turns))

    async def load(self, conversation: str) -> StoredConversation:
        """Return all that is stored of a conversation; one that a crash cut off is repaired.

        Raises:
            StoreError: it is not there (any more); this also holds for the methods below.
        """
        return await self._read(lambda db: self._load(db, conversation))

    async def load_as(self, conversation: str, make: Callable[[StoredConversation], rows.T]) -> rows.T:
        """Return the result of a function of a conversation, called in a thread where its objects are also freed.

        Freeing ten thousand objects in the event loop's thread would block it.
        """
        return await asyncio.to_thread(
            lambda: make(self._thread.call(lambda db: self._load(db, conversation)).result())
        )

    async def export(self, conversation: str) -> Conversation:
        """Return what people read of a conversation."""
        return (await self.load(conversation)).conversation

    async def rename(self, conversation: str, title: str) -> None:
        """Give a conversation another title."""
        await self._change(lambda db: rows.set_column(db, rows.need_number(db, conversation), title=title))

    async def fork(self, conversation: str, *, before_turn: str | None = None) -> str:
        """Copy a conversation up to (not including) a turn, or all of it; return the copy's id."""
        ident = uuid.uuid4().hex

        def copy(db: sqlite3.Connection) -> None:
            stored = self._load(db, conversation)
            original, vault = stored.conversation, stored.extra["vault"]
            target = rows.create(db, ident, vault, original.title, _now(), conversation)
            rows.copy(db, rows.need_number(db, conversation), stored, before_turn, target)

        await self._change(copy)
        return ident

    async def delete(self, conversation: str) -> None:
        """Delete a conversation for good, also from the index and from the file's free space."""
        await self._change(lambda db: rows.remove(db, rows.need_number(db, conversation)))
        await asyncio.wrap_future(self._thread.clean())

    def _load(self, db: sqlite3.Connection, conversation: str) -> StoredConversation:
        from axon_desktop.conversations.store.unfinished import (
            settle,  # with the parser of calls: not before the first
        )

        number = rows.need_number(db, conversation)
        found = rows.read(db, number)
        stored = settle(found)
        if conversation not in self._live and (found.deltas or stored.history != found.stored.history):
            self._repairs[conversation] = rows.Repair(len(found.stored.items), stored)
        return stored

    def _write(
        self, conversation: str, work: Callable[[sqlite3.Connection, int], None], *, at_once: bool = False
    ) -> None:
        repairs: list[rows.Repair] = []

        def write(db: sqlite3.Connection) -> None:
            number = rows.find_number(db, conversation)
            if number is None:
                return
            # Only now, when the conversation continues: another process may have been in the middle of the turn.
            if (found := self._repairs.pop(conversation, None)) is not None:
                repairs.append(found)  # for another try, should this one fail
            for repair in repairs:
                rows.repair(db, number, repair)
            self._live.add(conversation)
            work(db, number)

        self._thread.write(write, at_once=at_once)

    async def _read(self, work: Callable[[sqlite3.Connection], rows.T]) -> rows.T:
        return await asyncio.wrap_future(self._thread.call(work))

    async def _change(self, work: Callable[[sqlite3.Connection], rows.T]) -> rows.T:
        return await asyncio.wrap_future(self._thread.call(work, write=True))


def _now() -> int:
    return int(time.time() * 1000)
