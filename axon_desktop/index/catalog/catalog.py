"""The catalog: which files are indexed, in which version, and the entry of each (SQLite).

One process writes, any number read. A note's number is derived from its path, so that after a kill between two
commits the same note has the same number again in the text index.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from axon_desktop.errors import N_, IndexUnavailableError
from axon_desktop.text.file_names import same_name

if TYPE_CHECKING:
    from axon_desktop.index.build.entry import Entry

SCHEMA = 6
"""To be raised with every change of these tables, of the text index's fields or of what is read from a note."""
FILE_NAME = "catalog.sqlite"
_MOST_VALUES = 5_000
_MOST_ENTRIES = 5_000
"""Notes that are looked at for what properties are called."""
_PASSING = frozenset(
    (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_INTERRUPT,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_TOOBIG,
    )
)
"""Failures of one query that do not mean damage of the file."""


class Target(NamedTuple):
    """The target of one or more links."""

    key: str
    """Key of its last part; see `name_key`."""
    target: str
    """As written."""


class Title(NamedTuple):
    """An alias or heading, under which a note or a section of it can be searched."""

    path: str
    title: str
    level: int
    """Of a heading; 0 for an alias."""
    line: int


class Catalog:
    """Reads the catalog; safe to use from any thread. Every method raises IndexUnavailableError if it cannot."""

    def __init__(self, folder: Path, damaged: Callable[[], None] = lambda: None) -> None:
        """Open the catalog of an index; `damaged` is called when reading fails later.

        Raises:
            sqlite3.DatabaseError: it is damaged, or not there.
        """
        self._lock = threading.Lock()
        self._damaged = damaged
        self._db = self._connect(folder / FILE_NAME)

    def _connect(self, file: Path) -> sqlite3.Connection:
        db = sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True, check_same_thread=False, timeout=10)
        db.execute("PRAGMA query_only=ON")
        return db

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    def _rows(self, sql: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
        try:
            with self._lock:
                return self._db.execute(sql, values).fetchall()
        except sqlite3.ProgrammingError as error:  # closed in another thread
            raise IndexUnavailableError(N_("Core", "it was closed")) from error
        except sqlite3.Error as error:
            if _is_damage(error):
                self._damaged()
            raise IndexUnavailableError(str(error)) from error

    def _entry(self, data: object) -> Entry:
        from axon_desktop.index.build.entry import decode_entry  # a search for words needs no entries

        try:
            return decode_entry(_bytes(data))
        except ValueError as error:
            self._damaged()
            raise IndexUnavailableError(str(error)) from error

    def about(self) -> dict[str, str]:
        """Return the catalog's own settings."""
        return {str(key): str(value) for key, value in self._rows("SELECT key, value FROM about")}

    def count(self) -> int:
        """Return how many files are searched; those that the user excluded are not."""
        return _int(self._rows("SELECT count(*) FROM notes WHERE NOT hidden")[0][0])

    def files(self, ids: Iterable[int]) -> dict[int, tuple[str, float, int]]:
        """Return the path, the time of the last change in seconds, and the size of some files by their numbers."""
        found: dict[int, tuple[str, float, int]] = {}
        for some in _portions([*ids]):
            rows = self._rows(
                f"SELECT id, path, mtime_ns / 1e9, size FROM notes WHERE id IN ({_marks(some)})",  # noqa: S608
                some,
            )
            found.update((row[0], row[1:]) for row in cast("list[tuple[Any, ...]]", rows))
        return found

    def versions(self, cut: str = "", *, after: bool = False) -> dict[str, tuple[int, ...]]:
        """Return the version of each file, as its values; with a `cut` of those before or after it.

        What is in no folder counts as before it.
        """
        part = "path>=? AND instr(path, '/')" if after else "?='' OR path<? OR NOT instr(path, '/')"
        rows = self._rows(
            f"SELECT path, mtime_ns, size, identity, sure, hidden FROM notes WHERE {part}",  # noqa: S608
            (cut,) if after else (cut, cut),
        )
        return {row[0]: row[1:] for row in cast("list[tuple[Any, ...]]", rows)}

    def knows_all_tags(self) -> bool:
        """Tell whether the entries of all files were read."""
        return not self._rows("SELECT 1 FROM notes WHERE entry IS NULL LIMIT 1")

    def entry(self, path: str) -> Entry | None:
        """Return the entry of a file; None if it is not indexed, or its entry was not read yet."""
        rows = self._rows("SELECT entry FROM notes WHERE path=? AND entry IS NOT NULL", (path,))
        return self._entry(rows[0][0]) if rows else None

    def linking(self, keys: Iterable[str]) -> list[tuple[str, Entry]]:
        """Return the files with a link whose last part is one of `keys`, with their entries, by path."""
        wanted = [*keys]
        linking = f"SELECT note FROM links WHERE key IN ({_marks(wanted)})"  # noqa: S608
        rows = self._rows(
            f"SELECT path, entry FROM notes WHERE entry IS NOT NULL AND id IN ({linking}) ORDER BY path",  # noqa: S608
            wanted,
        )
        return [(str(path), self._entry(data)) for path, data in rows]

    def entries_ending(self, suffix: str) -> list[tuple[str, Entry]]:
        """Return the files with a suffix, with their entries."""
        rows = self._rows("SELECT path, entry FROM notes WHERE entry IS NOT NULL AND path LIKE ?", (f"%{suffix}",))
        return [(str(path), self._entry(data)) for path, data in rows]

    def targets(self) -> list[Target]:
        """Return the targets of all links, each once."""
        rows = self._rows("SELECT DISTINCT key, target FROM links ORDER BY key, target")
        return [Target(str(key), str(target)) for key, target in rows]

    def sources(self, key: str, target: str) -> list[str]:
        """Return the files with a link to exactly this target, sorted."""
        rows = self._rows(
            "SELECT path FROM notes WHERE id IN (SELECT note FROM links WHERE key=? AND target=?) ORDER BY path",
            (key, target),
        )
        return [str(path) for (path,) in rows]

    def tags(self) -> list[tuple[str, int]]:
        """Return every tag, as it is most often written, with the number of its notes; by name."""
        rows = self._rows(
            "SELECT written, sum(count), max(count) FROM (SELECT tag, written, count(*) AS count FROM tags"
            " GROUP BY tag, written) GROUP BY tag ORDER BY tag"
        )
        return [(str(tag), _int(count)) for tag, count, _ in rows]  # SQLite takes `written` from the row of max

    def property_names(self) -> list[str]:
        """Return the names of the properties of notes, of a part of very many, the most used first."""
        rows = self._rows("SELECT entry FROM notes WHERE entry IS NOT NULL LIMIT ?", (_MOST_ENTRIES,))
        counts = Counter(item.name for (data,) in rows for item in self._entry(data).properties if item.name)
        return [name for name, _ in counts.most_common()]

    def titles(self) -> list[Title]:
        """Return all aliases and headings, for a search by name."""
        rows = self._rows(
            "SELECT path, title, level, line FROM titles JOIN notes ON notes.id = titles.note ORDER BY path, line"
        )
        return [Title(str(path), str(title), _int(level), _int(line)) for path, title, level, line in rows]

    def aliases(self) -> list[Title]:
        """Return all aliases."""
        rows = self._rows(
            "SELECT path, title FROM titles JOIN notes ON notes.id = titles.note WHERE level=0 ORDER BY path"
        )
        return [Title(str(path), str(title), 0, 0) for path, title in rows]

    def headings_like(self, patterns: Sequence[str], limit: int) -> list[Title]:
        r"""Return headings that match all of some LIKE patterns, escaped by `\`; the shortest first."""
        like = " AND ".join(["title LIKE ? ESCAPE '\\'"] * len(patterns))
        rows = self._rows(
            "SELECT path, title, level, line FROM titles JOIN notes ON notes.id = titles.note"  # noqa: S608
            f" WHERE level > 0 AND {like or 1} ORDER BY length(title), path, line LIMIT ?",
            (*patterns, limit),
        )
        return [Title(str(path), str(title), _int(level), _int(line)) for path, title, level, line in rows]

    def ids_tagged(self, tag: str) -> list[int]:
        """Return the numbers of the notes with a tag, or one below it."""
        tag = same_name(tag)
        return self._ids(
            "SELECT DISTINCT note FROM tags WHERE tag=? OR (tag>=? AND tag<?)", (tag, f"{tag}/", f"{tag}0")
        )

    def ids_below(self, folder: str) -> list[int]:
        """Return the numbers of the files below a folder."""
        return self._ids("SELECT id FROM notes WHERE path>=? AND path<?", (f"{folder}/", f"{folder}0"))

    def ids_containing(self, folded: str, *, name: bool) -> list[int]:
        """Return the numbers of the files whose path, or whose name, holds a folded text."""
        rows = self._rows("SELECT id, folded FROM notes WHERE instr(folded, ?)", (folded,))
        return [_int(number) for number, path in rows if not name or folded in str(path).rpartition("/")[2]]

    def _ids(self, sql: str, values: Sequence[object]) -> list[int]:
        return [_int(number) for (number,) in self._rows(sql, values)]


def _is_damage(error: sqlite3.Error) -> bool:
    code = (
        getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    )  # without one: a text that is no UTF-8
    if code == sqlite3.SQLITE_ERROR:  # the query is too large, or a table is missing
        return str(error).startswith("no such ")
    return code not in _PASSING


def _portions(values: Sequence[int]) -> Iterator[Sequence[int]]:
    return (values[at : at + _MOST_VALUES] for at in range(0, len(values), _MOST_VALUES))


def _marks(values: Sequence[object]) -> str:
    return ",".join("?" * len(values))


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value


def _bytes(value: object) -> bytes:
    assert isinstance(value, bytes)
    return value
