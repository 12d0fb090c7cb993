"""Retention of the journal: a number of days and of bytes, and never less than the newest turns."""

from __future__ import annotations

import sqlite3
from collections import Counter

from msgspec import Struct

from axon_desktop.errors import N_, SettingsError

LEAST_TURNS = 50
"""Newest turns that are never pruned."""
MAX_DAYS = 3650
MIN_BYTES = 10 << 20
MAX_BYTES = 1 << 40


IS_DUE = """
SELECT EXISTS (SELECT 1 FROM rescued WHERE time < ?1)
    OR EXISTS (SELECT 1 FROM turn WHERE time < ?1
        AND id <= (SELECT id FROM turn ORDER BY id DESC LIMIT 1 OFFSET ?3))
    OR (SELECT TOTAL(LENGTH(data)) FROM blob) > ?2
"""
"""Whether `forget` may find something, with its values. It only reads, so that others can write meanwhile."""


class Retention(Struct, frozen=True):
    """The limits of one vault; stored in its journal, so that every process obeys them."""

    days: int = 30
    size: int = 1 << 30
    """Bytes of all texts together."""

    def __post_init__(self) -> None:
        """Refuse limits out of range.

        Raises:
            SettingsError: it names the value and what is allowed.
        """
        if not 1 <= self.days <= MAX_DAYS:
            raise SettingsError(
                N_("Core", "Changes can be kept for 1 to {most} days, not for {days}."),
                most=MAX_DAYS,
                days=self.days,
            )
        if not MIN_BYTES <= self.size <= MAX_BYTES:
            raise SettingsError(
                N_("Core", "Kept changes can take from {least} MB to {most} MB, not {size} MB."),
                least=MIN_BYTES >> 20,
                most=MAX_BYTES >> 20,
                size=f"{self.size / (1 << 20):.0f}",
            )


class JournalSize(Struct, frozen=True):
    """Size of the journal."""

    texts: int
    """Bytes of all texts together, which the limit is about."""
    disk: int
    """Bytes of its files on the disk."""
    turns: int
    """Number of stored turns."""


def read_retention(rows: list[tuple[str, str]]) -> Retention:
    """Return the limits from the journal's settings (name, value); a missing or damaged one has its default."""
    values = {name: int(value) for name, value in rows if value.isdecimal()}
    stored = {field: values[name] for name, field in _NAMES.items() if name in values}
    try:
        return Retention(**stored)
    except SettingsError:
        return Retention()


def write_retention(db: sqlite3.Connection, retention: Retention) -> None:
    """Store the limits; the caller holds the transaction."""
    for name, field in _NAMES.items():
        db.execute(
            "INSERT INTO meta VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            (name, str(getattr(retention, field))),
        )


_NAMES = {"keep_days": "days", "keep_bytes": "size"}


def forget(db: sqlite3.Connection, oldest: float, size: int, turns: int) -> int:
    """Forget turns from before `oldest`, and the oldest beyond `size` bytes, but never the newest `turns`.

    A turn with a change that is not settled stays. Returns how many were forgotten. The caller holds the
    transaction.
    """
    db.execute("DELETE FROM rescued WHERE time < ?", (oldest,))
    sizes = dict(db.execute("SELECT sha256, LENGTH(data) FROM blob"))
    texts: dict[str, list[str]] = {}
    uses = Counter(sha256 for (sha256,) in db.execute("SELECT sha256 FROM rescued"))
    for turn, *both in db.execute("SELECT turn, before_sha256, after_sha256 FROM change"):
        present = [sha256 for sha256 in both if sha256 in sizes]
        texts.setdefault(turn, []).extend(present)
        uses.update(present)
    stored = sum(sizes[sha256] for sha256 in uses if sha256 in sizes)
    unsettled = {
        turn for (turn,) in db.execute("SELECT turn FROM change WHERE state = 'open' OR temp IS NOT NULL")
    }
    old = db.execute(
        "SELECT turn, time FROM turn WHERE id NOT IN (SELECT id FROM turn ORDER BY id DESC LIMIT ?) ORDER BY id",
        (turns,),
    ).fetchall()
    forgotten = []
    for turn, time in old:
        if time >= oldest and stored <= size:
            break
        if turn in unsettled:
            continue
        forgotten.append((turn,))
        for sha256 in texts.get(turn, ()):
            uses[sha256] -= 1
            if not uses[sha256]:
                stored -= sizes[sha256]
    db.executemany("DELETE FROM change WHERE turn = ?", forgotten)
    db.executemany("DELETE FROM turn WHERE turn = ?", forgotten)
    db.execute(
        "DELETE FROM blob WHERE sha256 NOT IN (SELECT sha256 FROM rescued"
        " UNION SELECT before_sha256 FROM change WHERE before_sha256 IS NOT NULL"
        " UNION SELECT after_sha256 FROM change WHERE after_sha256 IS NOT NULL)"
    )
    return len(forgotten)
