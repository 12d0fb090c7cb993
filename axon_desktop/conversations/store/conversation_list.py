"""The list of conversations, and searching it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from itertools import islice

from axon_desktop.conversations.models import ConversationSummary
from axon_desktop.conversations.store.conversation_search import find_items, find_passage, fold, is_damage
from axon_desktop.conversations.store.rows import item_text, reindex

_ALL = (
    "SELECT number, id, title, created_at, updated_at, model, forked_from FROM conversation c"
    " WHERE (?1 IS NULL OR vault = ?1)"
    " AND (title != '' OR EXISTS (SELECT 1 FROM item WHERE conversation = number))"
    " ORDER BY updated_at DESC, number DESC"
)
_COUNT = "SELECT COUNT(*) FROM item WHERE conversation = ? AND role IN ('user', 'assistant')"
_SOURCE = "SELECT number, title FROM conversation WHERE id = ?"
_FIRST_OWN = (
    "SELECT id FROM item WHERE conversation = ?1 AND role = 'user'"
    " AND turn NOT IN (SELECT turn FROM item WHERE conversation = ?2) ORDER BY id LIMIT 1"
)
_LONGEST_REQUEST = 200
_TURNS = (
    "SELECT i.turn, c.title FROM conversation c JOIN item i ON i.conversation = c.number AND i.role = 'user'"
    " WHERE c.vault = ? AND i.turn IN ({marks}) ORDER BY c.number DESC"
)


def find_turns(db: sqlite3.Connection, vault: str, turns: Sequence[str]) -> dict[str, str]:
    """Return the titles of the conversations that turns belong to; of copies, that of the original."""
    marks = ", ".join("?" * len(turns))
    return dict(db.execute(_TURNS.format(marks=marks), (vault, *turns)))


def list_conversations(
    db: sqlite3.Connection, vault: str | None, query: str, limit: int
) -> list[ConversationSummary]:
    """Return conversations, the newest first, in each of which every word of the query occurs."""
    try:
        return _list(db, vault, query, limit)
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        reindex(db)
        return _list(db, vault, query, limit)


def _list(db: sqlite3.Connection, vault: str | None, query: str, limit: int) -> list[ConversationSummary]:
    found = islice(_matching(db, vault, query.split()), limit)
    return [
        ConversationSummary(
            ident,
            title,
            created,
            updated,
            db.execute(_COUNT, (number,)).fetchone()[0],
            model,
            hit,
            source is not None,
            *(_of_copy(db, number, source) if source is not None else ()),
        )
        for (number, ident, title, created, updated, model, source), hit in found
    ]


def _of_copy(db: sqlite3.Connection, number: int, source: str) -> tuple[str, str]:
    """Return the title of the original of a copy, and the first request that only the copy has."""
    original, title = db.execute(_SOURCE, (source,)).fetchone() or (None, "")
    own = db.execute(_FIRST_OWN, (number, original)).fetchone() if original is not None else None
    text = item_text(db, own[0]) if own is not None else ""
    return title, " ".join(text[:_LONGEST_REQUEST].split())


def _matching(
    db: sqlite3.Connection, vault: str | None, words: list[str]
) -> Iterator[tuple[tuple[int, str, str, int, int, str, str | None], str]]:
    """Yield rows with the passage where a word was found.

    A conversation without items and title was never used and is left out.
    """
    hits = [(fold(word), find_items(db, word)) for word in words]
    for row in db.execute(_ALL, (vault,)):
        number, title = row[0], fold(row[2]) if hits else ""
        if all(number in items or word in title for word, items in hits):
            item = next((items[number] for _, items in hits if number in items), None)
            yield row, "" if item is None else find_passage(item_text(db, item), words)
