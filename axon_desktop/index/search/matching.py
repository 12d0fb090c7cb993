"""Queries for the text index: how a word of the user becomes terms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from axon_desktop.index.catalog.text_index import FIELDS, text_schema, tokens
from axon_desktop.text.fold import is_unspaced
from axon_desktop.text.stop_words import COMMON
from axon_desktop.vault.search.excerpts import COMMON_WEIGHT

if TYPE_CHECKING:
    from tantivy import Query

_BOOSTS = dict(zip(FIELDS, (1.0, 2.0, 4.0), strict=True))
_LARGEST = "body"
"""The field where a regular expression, slow to compile and fast in each search, costs less than the other form
of a prefix query: that one tries every character beyond ASCII with which a token begins."""
_SHORTEST_BEGINNING = 3
"""Letters from which a word may be the beginning of another; shorter ones begin too many."""
_BEGINNING_SCORE = 0.3
"""What the beginning of a word scores, where the word itself scores more the rarer it is."""


def word_query(word: str, *, phrase: bool = False) -> Query | None:
    """Return the query for notes with a word, or one that begins with it; a phrase must occur literally.

    None if it has no letters or digits.
    """
    parts = _parts(word)
    if not parts:
        return None
    query = _in_fields(parts, beginning=not phrase)
    return _boosted(query, COMMON_WEIGHT) if word.lower() in COMMON else query


def inner_query(word: str) -> Query | None:
    """Return the query for notes with a word that contains this one anywhere.

    It checks every word of the vault, so it is for words that none begins with.
    """
    from tantivy import Query

    parts = _parts(word)
    if len(parts) != 1 or is_unspaced(parts[0]) or len(parts[0]) < _SHORTEST_BEGINNING:
        return None
    return any_of([Query.regex_query(text_schema(), field, f".*{parts[0]}.*") for field in ("body", "name")])


def any_of(queries: Sequence[Query]) -> Query:
    """Return the query for what matches at least one."""
    from tantivy import Occur, Query

    return queries[0] if len(queries) == 1 else Query.boolean_query([(Occur.Should, query) for query in queries])


def all_of(wanted: Sequence[Query], unwanted: Sequence[Query] = ()) -> Query:
    """Return the query for what matches all of the first and none of the second."""
    from tantivy import Occur, Query

    parts = [(Occur.Must, query) for query in wanted or [Query.all_query()]]
    return Query.boolean_query([*parts, *((Occur.MustNot, query) for query in unwanted)])


def among(numbers: Iterable[int]) -> Query:
    """Return the query for some notes, all of the same score."""
    from tantivy import Query

    found = [*numbers]
    if not found:
        return Query.empty_query()
    return Query.const_score_query(Query.term_set_query(text_schema(), "note", found), 0.0)


def _parts(word: str) -> list[str]:
    """Return the tokens to search; the last character of a run is left out where its last pair covers it."""
    parts = tokens(word)
    if len(parts) > 1 and _is_character(parts[-1]) and is_unspaced(parts[-2]) and parts[-2].endswith(parts[-1]):
        parts.pop()
    return parts


def _in_fields(parts: Sequence[str], *, beginning: bool) -> Query:
    return any_of([_boosted(_in_field(field, parts, beginning), boost) for field, boost in _BOOSTS.items()])


def _in_field(field: str, parts: Sequence[str], beginning: bool) -> Query:
    from tantivy import Query

    schema, last = text_schema(), parts[-1]
    if _is_character(last):  # a single character begins a pair, or ends a run
        if len(parts) > 1:
            return Query.regex_phrase_query(schema, field, [*parts[:-1], f"{last}.?"])
        return _beginning(field, last)
    if len(parts) > 1:
        return Query.phrase_query(schema, field, [*parts])
    term = Query.term_query(schema, field, last)
    if not beginning or is_unspaced(last) or len(last) < _SHORTEST_BEGINNING or last in COMMON:
        return term
    return any_of([term, Query.const_score_query(_beginning(field, last), _BEGINNING_SCORE)])


def _beginning(field: str, token: str) -> Query:
    """Return the prefix query for a token, in the form that costs least."""
    from tantivy import Query

    if field == _LARGEST:
        return Query.regex_query(text_schema(), field, f"{token}.*")
    return Query.fuzzy_term_query(text_schema(), field, token, distance=0, prefix=True)


def _is_character(token: str) -> bool:
    return len(token) == 1 and is_unspaced(token)


def _boosted(query: Query, boost: float) -> Query:
    from tantivy import Query

    return query if boost == 1.0 else Query.boost_query(query, boost)
