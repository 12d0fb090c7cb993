"""Queries for the text index: which notes hold a word, with its grade (see `ranking`) as the score."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from axon_desktop.index.catalog.text_index import NAME_EDGE, text_schema, tokens
from axon_desktop.text.file_names import NOTE_SUFFIX
from axon_desktop.text.fold import is_unspaced
from axon_desktop.vault.search.ranking import BEGINNING, HEADING, INNER, IS_NAME, NAMED, TOGETHER, WHOLE

if TYPE_CHECKING:
    from tantivy import Query

Holding: TypeAlias = Callable[[str], frozenset[str]]
"""Returns the words of the index that hold a text."""
_FIELDS = {"body": 0, "title": HEADING, "name": NAMED}
_MOST_SPELLED = 2_000
"""Words that a pattern for a phrase may name one by one; else it goes through all words, which takes longer."""


def graded(text: str, holding: Holding, weight: int = 1) -> Query | None:
    """Return the query for notes that hold a word or phrase, also as a part of others.

    None if it has no letters or digits.
    """
    from tantivy import Query

    parts = _parts(text)
    if not parts:
        return None
    found = [(IS_NAME + WHOLE, "name", _in_order([NAME_EDGE, *parts, NAME_EDGE]))] if not _is_open(parts) else []
    for fit, made in _fits(parts, holding):
        found += [(fit + place, field, made) for field, place in _FIELDS.items()]
    stem, _, suffix = text.rpartition(".")
    if NOTE_SUFFIX.startswith(f".{suffix.lower()}") and (named := _parts(stem)):
        found += [(fit + NAMED, "name", made) for fit, made in _fits(named, holding)]
    scored = [Query.const_score_query(_in_field(field, made), weight * grade) for grade, field, made in found]
    return Query.disjunction_max_query(scored)


def side_by_side(phrase: str, holding: Holding) -> Query | None:
    """Return the query whose score is added where several words stand together; None if they have no letters."""
    from tantivy import Query

    parts = _parts(phrase)
    if len(parts) < 2:
        return None
    *_, (_, widest) = _fits(parts, holding)
    return Query.const_score_query(any_of([_in_field(field, widest) for field in _FIELDS]), TOGETHER)


def any_of(queries: Sequence[Query]) -> Query:
    """Return the query for what matches at least one."""
    from tantivy import Occur, Query

    return queries[0] if len(queries) == 1 else Query.boolean_query([(Occur.Should, query) for query in queries])


def all_of(wanted: Sequence[Query], unwanted: Sequence[Query] = (), better: Sequence[Query] = ()) -> Query:
    """Return the query for what matches all of the first and none of the second; the third only add to scores."""
    from tantivy import Occur, Query

    parts = [(Occur.Must, query) for query in wanted or [Query.all_query()]]
    parts += [(Occur.MustNot, query) for query in unwanted]
    return Query.boolean_query([*parts, *((Occur.Should, query) for query in better)])


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
    if len(parts) > 1 and _is_open(parts) and is_unspaced(parts[-2]) and parts[-2].endswith(parts[-1]):
        parts.pop()
    return parts


def _is_open(parts: Sequence[str]) -> bool:
    """Tell whether the last token is a single character, which begins a pair, or ends a run."""
    return len(parts[-1]) == 1 and is_unspaced(parts[-1])


def _in_order(parts: Sequence[str]) -> list[list[str]]:
    return [[part] for part in parts]


def _fits(parts: list[str], holding: Holding) -> Iterator[tuple[int, list[list[str]]]]:
    """Yield how a word may be found, with the tokens that may stand at each place."""
    first, last = parts[0], parts[-1]
    yield WHOLE, _in_order(parts)
    begun = {word for word in holding(last) if word.startswith(last)} if not is_unspaced(last) else {last}
    if len(parts) == 1:
        if not is_unspaced(last) and (longer := holding(last) - {last}):
            yield BEGINNING, [sorted(begun & longer)]
            yield INNER, [sorted(longer - begun)]
        return
    if len(begun) > 1:
        yield BEGINNING, [*_in_order(parts[:-1]), sorted(begun)]
    ended = {word for word in holding(first) if word.endswith(first)} if not is_unspaced(first) else {first}
    if len(ended) > 1:
        yield INNER, [sorted(ended), *_in_order(parts[1:-1]), sorted(begun)]


def _in_field(field: str, places: list[list[str]]) -> Query:
    """Return the query for tokens in order, any of some at each place."""
    from tantivy import Query

    schema = text_schema()
    *before, last = places
    if _is_open(last[-1:] or [""]):
        patterns: list[str | tuple[int, str]] = [*map(_pattern, before), f"{last[0]}.?"]
        return Query.regex_phrase_query(schema, field, patterns) if before else _beginning(field, last[0])
    if not before:
        return (
            Query.term_set_query(schema, field, last)
            if len(last) != 1
            else Query.term_query(schema, field, last[0])
        )
    if all(len(place) == 1 for place in places):
        return Query.phrase_query(schema, field, [place[0] for place in places])
    return Query.regex_phrase_query(schema, field, [*map(_pattern, places)])


def _pattern(words: Sequence[str]) -> str:
    if len(words) <= _MOST_SPELLED:
        return f"(?:{'|'.join(words)})"
    shortest = min(words, key=len)
    return f"{shortest}.*" if words[-1].startswith(shortest) else f".*{shortest}"


def _beginning(field: str, character: str) -> Query:
    """Return the query for pairs that begin with a character, in the form that costs least.

    A regular expression, slow to compile and fast in each search, costs less in the largest field than the other
    form of a prefix query: that one tries every character beyond ASCII with which a token begins.
    """
    from tantivy import Query

    if field == "body":
        return Query.regex_query(text_schema(), field, f"{character}.*")
    return Query.fuzzy_term_query(text_schema(), field, character, distance=0, prefix=True)
