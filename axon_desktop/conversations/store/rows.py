"""Conversations as rows of the store: how they are written and read; each function runs in an open transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import Any, TypeVar

import msgspec

from axon_desktop.conversations.models import (
    THOUGHT,
    Conversation,
    ConversationMetadata,
    DeltaKind,
    Item,
    Message,
    StoredConversation,
)
from axon_desktop.conversations.store.conversation_search import forget_item, index_item, is_damage, purge
from axon_desktop.errors import N_, StoreError
from axon_desktop.llm import messages as llm
from axon_desktop.llm.messages import JsonObject
from axon_desktop.text.json_text import dump_json, plain_text

T = TypeVar("T")

_TITLE_LENGTH = 80
_SAID = ("user", "assistant")
"""Roles whose texts are counted and searched."""


class Delta(msgspec.Struct, frozen=True):
    """A piece of a reply that is not folded into its thought yet."""

    turn_id: str
    kind: DeltaKind
    text: str


class Rows(msgspec.Struct, frozen=True):
    """A conversation as it is in the store, after a crash with open ends."""

    stored: StoredConversation
    deltas: tuple[Delta, ...]


class Repair(msgspec.Struct, frozen=True):
    """How the open ends of a conversation were closed."""

    items: int
    """How many items it had with its open ends."""
    settled: StoredConversation


# Writing


def create(db: sqlite3.Connection, conversation: str, vault: str, title: str, now: int, source: str | None) -> int:
    """Add an empty conversation; return its number."""
    cursor = db.execute(
        "INSERT INTO conversation (id, vault, title, created_at, updated_at, forked_from)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (conversation, vault, plain_text(title), now, now, source),
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def find_number(db: sqlite3.Connection, conversation: str) -> int | None:
    """Return the number of a conversation, None when it is not (any more) there."""
    row = db.execute("SELECT number FROM conversation WHERE id = ?", (conversation,)).fetchone()
    return None if row is None else int(row[0])


def need_number(db: sqlite3.Connection, conversation: str) -> int:
    """Return the number of a conversation.

    Raises:
        StoreError: it is not there.
    """
    number = find_number(db, conversation)
    if number is None:
        raise StoreError(N_("Core", "This conversation is not there any more."))
    return number


def add_item(db: sqlite3.Connection, number: int, item: Item) -> None:
    """Add an event; a thought removes the deltas of its reply."""
    message = item.message
    text, role = (None, None) if message is None else (_encode_message(message), message.role)
    cursor = db.execute(
        "INSERT INTO item (conversation, turn, kind, event, message, role) VALUES (?, ?, ?, ?, ?, ?)",
        (number, item.turn_id, item.kind, dump_json(item.event), text, role),
    )
    assert cursor.lastrowid is not None
    if message is not None and message.role in _SAID:
        ident, content = cursor.lastrowid, message.content
        _mending(db, lambda: index_item(db, ident, content))
        if message.role == "user":
            title = next((line.strip() for line in message.content.splitlines() if line.strip()), "")
            db.execute(
                "UPDATE conversation SET title = ? WHERE number = ? AND title = ''",
                (plain_text(title[:_TITLE_LENGTH]), number),
            )
    if item.kind == THOUGHT:
        db.execute("DELETE FROM delta WHERE conversation = ? AND turn = ?", (number, item.turn_id))


def add_delta(db: sqlite3.Connection, number: int, delta: Delta) -> None:
    """Add a piece of the reply that is streaming."""
    db.execute(
        "INSERT INTO delta (conversation, turn, kind, text) VALUES (?, ?, ?, ?)",
        (number, delta.turn_id, delta.kind, dump_json(delta.text)),
    )


def set_history(db: sqlite3.Connection, number: int, start: int, messages: Sequence[llm.Message]) -> None:
    """Replace the history from `start` on by these messages; new ones belong to the newest turn."""
    new = [dump_json(msgspec.to_builtins(message)) for message in messages]
    old = db.execute(
        "SELECT message FROM history WHERE conversation = ? AND position >= ? ORDER BY position", (number, start)
    ).fetchall()
    same = 0
    while same < min(len(new), len(old)) and new[same] == old[same][0]:
        same += 1
    start += same
    db.execute("DELETE FROM history WHERE conversation = ? AND position >= ?", (number, start))
    # from the newest row back: what continues is among the last, while by the index all of it would be sorted
    turn = db.execute(
        "SELECT turn FROM item NOT INDEXED WHERE conversation = ? ORDER BY id DESC LIMIT 1", (number,)
    ).fetchone()
    db.executemany(
        "INSERT INTO history (conversation, position, turn, message) VALUES (?, ?, ?, ?)",
        [(number, place, turn[0] if turn else "", text) for place, text in enumerate(new[same:], start)],
    )


def repair(db: sqlite3.Connection, number: int, found: Repair) -> None:
    """Store a repaired conversation, unless it has continued since."""
    count = db.execute("SELECT COUNT(*) FROM item WHERE conversation = ?", (number,)).fetchone()[0]
    if count != found.items:
        return
    for item in found.settled.items[count:]:
        add_item(db, number, item)
    db.execute("DELETE FROM delta WHERE conversation = ?", (number,))
    set_history(db, number, 0, found.settled.history)


def _mending(db: sqlite3.Connection, update: Callable[[], None]) -> None:
    """Bring the index up to date; a damaged one is rebuilt from the items as they are now."""
    try:
        update()
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        reindex(db)


def touch(db: sqlite3.Connection, number: int, now: int) -> None:
    """Record that the conversation has continued."""
    db.execute("UPDATE conversation SET updated_at = MAX(updated_at, ?) WHERE number = ?", (now, number))


def set_column(db: sqlite3.Connection, number: int, **values: str | int | None) -> None:
    """Set columns of a conversation."""
    for column, value in values.items():
        value = plain_text(value) if isinstance(value, str) else value
        db.execute(f"UPDATE conversation SET {column} = ? WHERE number = ?", (value, number))  # noqa: S608 - our names


def remove(db: sqlite3.Connection, number: int) -> None:
    """Delete a conversation, also from the index."""
    said = db.execute(
        "SELECT id, message FROM item WHERE conversation = ? AND role IN (?, ?)", (number, *_SAID)
    ).fetchall()
    db.execute("DELETE FROM conversation WHERE number = ?", (number,))

    def forget() -> None:
        for item, text in said:
            message = _decode(text, _decode_message)
            if message is not None:
                forget_item(db, item, message.content)
        purge(db)

    _mending(db, forget)


def copy(
    db: sqlite3.Connection, number: int, rows: StoredConversation, before_turn: str | None, target: int
) -> None:
    """Copy what came before a turn, or all of it, into another conversation, which is empty."""
    items = rows.items
    if before_turn is not None:
        places = [place for place, item in enumerate(items) if item.turn_id == before_turn]
        if not places:
            raise StoreError(N_("Core", "This turn is not there any more."))
        items = items[: places[0]]
    for item in items:
        add_item(db, target, item)
    history = _with_turns(db, number, rows)
    if before_turn is not None:
        turns = {item.turn_id for item in items}
        history = [*takewhile(lambda pair: pair[0] in turns, history)]
        if (
            not history
        ):  # rows of the first version do not say their turn: the messages that people read replace them
            history = [(item.turn_id, message) for item in items for message in sent_history([item])]
    set_history(db, target, 0, [message for _, message in history])
    db.executemany(
        "UPDATE history SET turn = ? WHERE conversation = ? AND position = ?",
        [(turn, target, place) for place, (turn, _) in enumerate(history)],
    )
    plan = rows.plan if before_turn is None else None
    set_column(db, target, model=rows.conversation.metadata.model, plan=plan)


def _with_turns(db: sqlite3.Connection, number: int, rows: StoredConversation) -> list[tuple[str, llm.Message]]:
    """Return the history with the turn of each message."""
    turns = [
        turn
        for (turn,) in db.execute("SELECT turn FROM history WHERE conversation = ? ORDER BY position", (number,))
    ]
    added = len(rows.history) - len(turns)  # by settling the last turn
    turns += [rows.items[-1].turn_id if rows.items else ""] * added
    return [*zip(turns, rows.history, strict=False)]


# Reading


def read(db: sqlite3.Connection, number: int) -> Rows:
    """Return a conversation; what cannot be read in a damaged row is left out."""
    ident, vault, title, created, updated, model, tokens, plan, source = db.execute(
        "SELECT id, vault, title, created_at, updated_at, model, tokens, plan, forked_from FROM conversation"
        " WHERE number = ?",
        (number,),
    ).fetchone()
    items = tuple(_read_items(db, number))
    tools = dict.fromkeys(item.message.tool_call.name for item in items if item.message and item.message.tool_call)
    conversation = Conversation(
        ident,
        title,
        tuple(item.message for item in items if item.message is not None),
        ConversationMetadata(model, tokens, tuple(tools)),
        created,
        updated,
    )
    extra: JsonObject = {"vault": vault, "forked_from": source}
    history = _read_history(db, number)
    if history is None:
        history = sent_history(items)
    stored = StoredConversation(conversation, items, tuple(history), plan, extra=extra)
    deltas = db.execute("SELECT turn, kind, text FROM delta WHERE conversation = ? ORDER BY id", (number,))
    return Rows(stored, tuple(Delta(turn, kind, _decode(text, json.loads) or "") for turn, kind, text in deltas))


def _read_items(db: sqlite3.Connection, number: int) -> Iterable[Item]:
    rows = db.execute("SELECT turn, kind, event, message FROM item WHERE conversation = ? ORDER BY id", (number,))
    for turn, kind, event_text, message_text in rows:
        event = _decode(event_text, json.loads)
        message = None if message_text is None else _decode(message_text, _decode_message)
        if isinstance(event, dict):
            yield Item(turn, kind, event, message)


def _read_history(db: sqlite3.Connection, number: int) -> list[llm.Message] | None:
    """Return the history, None when a part of it is damaged: calls and results must fit together."""
    rows = db.execute("SELECT message FROM history WHERE conversation = ? ORDER BY position", (number,))
    history: list[llm.Message] = []
    for (text,) in rows:
        message = _decode(text, lambda text: msgspec.convert(json.loads(text), llm.Message))
        if message is None:
            return None
        history.append(message)
    return history


def sent_history(items: Iterable[Item]) -> list[llm.Message]:
    """Return what user and model have said as a history without calls."""
    said = (item.message for item in items if item.message is not None and item.message.role in _SAID)
    return [llm.Message("user" if message.role == "user" else "assistant", message.content) for message in said]


def reindex(db: sqlite3.Connection) -> None:
    """Rebuild the search index."""
    db.execute("INSERT INTO search (search) VALUES ('delete-all')")
    for item, text in db.execute("SELECT id, message FROM item WHERE role IN (?, ?)", _SAID):
        message = _decode(text, _decode_message)
        if message is not None:
            index_item(db, item, message.content)


def item_text(db: sqlite3.Connection, item: int) -> str:
    """Return the text of an item that is searched."""
    row = db.execute("SELECT message FROM item WHERE id = ?", (item,)).fetchone()
    message = _decode(row[0], _decode_message) if row is not None and row[0] is not None else None
    return "" if message is None else message.content


# Messages as JSON


def _encode_message(message: Message) -> str:
    """Return the message as JSON; a result that is also the content is stored once."""
    data = msgspec.to_builtins(message)
    if message.tool_call is not None and message.content == message.tool_call.result.output:
        del data["content"]
    return dump_json(data)


def _decode_message(text: str) -> Message:
    data = json.loads(text)
    if "content" not in data:
        data["content"] = data["toolCall"]["result"]["output"]
    return msgspec.convert(data, Message)


def _decode(text: Any, read_text: Callable[[str], T]) -> T | None:
    """Read JSON of a row; None when the row is damaged."""
    try:
        return read_text(text)
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
