"""Finding conversations by words, also by two Chinese characters.

What is indexed: the texts of users and models, one document per item. Words of scripts without spaces between
them are indexed as pairs of characters, so that any part of such a text is found; other words by their beginning.
"""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from collections.abc import Iterator, Sequence

_UNSPACED = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\u1780-\u17ff"  # Burmese, Khmer
    "\u1100-\u11ff\uac00-\ud7af"  # Hangul
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"  # kana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"  # Han
)
_UNSPACED_START = f"[{_UNSPACED}]"
_RUN = rf"[{_UNSPACED}]+|[^\W_{_UNSPACED}]+"
"""Both are compiled when they are first needed: that takes some ms, for which the window would wait."""
_ACCENTS = re.compile("[\u0300-\u036f]")
_SMALL_PAGES = 12_500
"""Pages (of 4 KB) of a store whose index is rebuilt in a moment."""
_BEFORE, _AFTER = 30, 70
"""Characters of a snippet on each side of the hit's beginning."""
_AROUND = 200
"""Characters of a passage on each side of it."""


def fold(text: str) -> str:
    """Return the text as it is compared: without case, accents and compatibility forms."""
    if text.isascii():
        return text.lower()
    bare = _ACCENTS.sub("", unicodedata.normalize("NFKD", text.casefold()))
    return unicodedata.normalize("NFKC", bare).casefold()


def index_text(text: str) -> str:
    """Return the words of a text as they are indexed."""
    return " ".join(word for run in re.findall(_RUN, fold(text)) for word in _words(run))


def _words(run: str) -> Iterator[str]:
    """Yield a word, or the pairs of an unspaced run; its last character is also a word, so that it is found."""
    if _is_unspaced(run):
        for place in range(len(run)):
            yield run[place : place + 2]
    else:
        yield run


def _is_unspaced(run: str) -> bool:
    return re.match(_UNSPACED_START, run) is not None


def match_expression(word: str) -> str | None:
    """Return the FTS5 query for one word as the user typed it; None when nothing of it is indexed."""
    runs = re.findall(_RUN, fold(word))
    if not runs:
        return None
    phrase = [part for run in runs for part in _words(run)]
    if len(phrase) > 1 and len(runs[-1]) > 1 and _is_unspaced(runs[-1]):
        phrase.pop()  # the text may go on after the word's last character
    return f'"{" ".join(phrase)}"*'


def index_item(db: sqlite3.Connection, item: int, text: str) -> None:
    """Put the text of an item into the index."""
    if words := index_text(text):
        db.execute("INSERT INTO search (rowid, words) VALUES (?, ?)", (item, words))


def forget_item(db: sqlite3.Connection, item: int, text: str) -> None:
    """Take the text of an item, which must be the one that was indexed, out of the index."""
    if words := index_text(text):
        db.execute("INSERT INTO search (search, rowid, words) VALUES ('delete', ?, ?)", (item, words))


def find_items(db: sqlite3.Connection, word: str) -> dict[int, int]:
    """Return the conversations (by number) in whose texts the word occurs, each with its first such item."""
    expression = match_expression(word)
    if expression is None:
        return {}
    rows = db.execute(
        "SELECT i.conversation, MIN(i.id) FROM search s JOIN item i ON i.id = s.rowid"
        " WHERE s.words MATCH ? GROUP BY i.conversation",
        (expression,),
    )
    return dict(rows.fetchall())


def purge(db: sqlite3.Connection) -> None:
    """Take the words of forgotten texts out of the file too; a big index does that by itself as it grows."""
    if db.execute("PRAGMA page_count").fetchone()[0] <= _SMALL_PAGES:
        db.execute("INSERT INTO search (search) VALUES ('optimize')")


def is_damage(error: sqlite3.DatabaseError) -> bool:
    """Tell whether a failure means that the index is damaged; it can be rebuilt."""
    return getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_CORRUPT_VTAB


def find_passage(text: str, words: Sequence[str]) -> str:
    """Return the text around the first of the words that occurs in it, as it was written: enough for a snippet."""
    start, end = _around(text, words, _AROUND, _AROUND)
    return _cut(text, start, end, text[start:end])


def make_snippet(text: str, words: Sequence[str]) -> str:
    """Return one line of the text around the first of the words that occurs in it."""
    start, end = _around(text, words, _BEFORE, _AFTER)
    return _cut(text, start, end, " ".join(text[start:end].split()))


def _around(text: str, words: Sequence[str], before: int, after: int) -> tuple[int, int]:
    for word in words:
        if hit := re.search(re.escape(word), text, re.IGNORECASE):
            return max(0, hit.start() - before), hit.start() + max(after, len(word))
    return 0, before + after


def _cut(text: str, start: int, end: int, part: str) -> str:
    return ("…" if start else "") + part + ("…" if end < len(text) else "")
