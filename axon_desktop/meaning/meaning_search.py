"""The search of tools and commands: by words, by meaning, or by both."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from axon_desktop.errors import AxonError
from axon_desktop.text.fold import fold
from axon_desktop.vault.search.found import Found, FoundNote, Query, Search

if TYPE_CHECKING:
    from axon_desktop.meaning.meaning_index import MeaningIndex
    from axon_desktop.meaning.messages import MeaningPassage
    from axon_desktop.vault import Vault

_EVEN = 60
"""How much less the first places count before the later ones, in reciprocal ranks."""
_SOME_WORDS = 0.4
"""What the place among notes with only some of the words counts."""
_MOST_AMONG = 2_000
"""Notes that match the conditions of a query, among which its meaning is sought."""
_CONDITION = re.compile(
    r'(?<!\S)(?:-?[a-z-]+:(?:"[^"]*"|\([^()]*\)|\S+)|-(?:"[^"]*"|[^\s-]\S*)|\[[^\[\]]+\](?=\s|$))'
)
"""What a note has to have, or not, whatever the rest of a query means."""
_SYNTAX = re.compile(r'["()]|\bOR\b')


class MeaningSearch:
    """A `Search`: words are another one's part."""

    def __init__(self, words: Search, meaning: Callable[[], MeaningIndex]) -> None:
        """Take the search by words, and what gives the index once it is needed."""
        self._words = words
        self._meaning = meaning

    def find(self, query: Query, cancelled: Callable[[], bool] = lambda: False) -> Found:
        """See `Search.find`."""
        text = meaning_of(query)
        if query.by == "words" or not text:
            return self._words.find(replace(query, by="words"), cancelled)
        by_words = Found()
        if query.by == "both":
            by_words = self._words.find(replace(query, by="words"), cancelled)
        try:
            passages = self._passages(query, text, cancelled)
        except AxonError as error:
            if query.by == "meaning":
                by_words = self._words.find(replace(query, by="words"), cancelled)
            return replace(by_words, problem=error.text)
        if query.by == "both":
            return mixed(query, by_words, passages)
        return Found(tuple(map(_note_of, passages)), len(passages))

    def _passages(self, query: Query, text: str, cancelled: Callable[[], bool]) -> Sequence[MeaningPassage]:
        conditions = " ".join(_CONDITION.findall(query.text))
        among = None
        if conditions or query.tag:
            asked = Query(conditions, query.folder, query.tag, limit=_MOST_AMONG)
            among = [note.path for note in self._words.find(asked, cancelled).notes]
        folder = query.folder.strip("/")
        return self._meaning().find(text, query.limit, folder=folder, among=among, cancelled=cancelled)


def open_index(vault: Vault) -> MeaningIndex:
    """Return the index of a program that hears of no changes by others, with the encoder of the settings."""
    from axon_desktop.meaning.meaning_index import MeaningIndex
    from axon_desktop.settings import settings as settings_file
    from axon_desktop.settings.keys import KeyStore, key_id

    settings = settings_file.load().meaning
    return MeaningIndex(
        vault, settings, api_key=lambda: KeyStore.from_environment().get(key_id(settings)), watched=False
    )


def meaning_of(query: Query) -> str:
    """Return the part of a query that means something; empty for one that is only conditions or an expression."""
    if query.regex:
        return ""
    return " ".join(_SYNTAX.sub(" ", _CONDITION.sub(" ", query.text)).split())


def mixed(query: Query, words: Found, passages: Sequence[MeaningPassage]) -> Found:
    """Return what was found by words and by meaning as one list.

    Notes that hold the query as it is written come first, in the order of the search by words; the others follow
    by the sum of their reciprocal ranks.
    """
    by_path = {passage.path: passage for passage in passages}
    exact = [note for note in words.notes if words.whole and _holds_all(note, query)]
    first = {note.path for note in exact}
    rest: dict[str, FoundNote] = {}
    scores: dict[str, float] = {}
    weight = 1.0 if words.whole else _SOME_WORDS
    for rank, note in enumerate(words.notes):
        if note.path not in first:
            rest[note.path] = note
            scores[note.path] = weight / (_EVEN + rank)
    for rank, passage in enumerate(passages):
        if passage.path not in first:
            rest.setdefault(passage.path, FoundNote(passage.path))
            scores[passage.path] = scores.get(passage.path, 0) + 1 / (_EVEN + rank)
    ranked = sorted(rest.values(), key=lambda note: -scores[note.path])
    notes = tuple(_with_passage(note, by_path.get(note.path)) for note in [*exact, *ranked][: query.limit])
    total = max(len(by_path.keys() | {note.path for note in words.notes}), words.total)
    return Found(notes, total, words.whole or bool(passages))


def _holds_all(note: FoundNote, query: Query) -> bool:
    """Tell whether a note shows the query as it is written; a phrase in quotes, or one word, always is."""
    text = meaning_of(query)
    if " " not in text or '"' in query.text:
        return True
    wanted = fold(text)
    return wanted in fold(note.title) or any(wanted in fold(excerpt.text) for excerpt in note.excerpts)


def _note_of(passage: MeaningPassage) -> FoundNote:
    return _with_passage(FoundNote(passage.path), passage)


def _with_passage(note: FoundNote, passage: MeaningPassage | None) -> FoundNote:
    if passage is None:
        return note
    return replace(
        note,
        passage=passage.text,
        heading_path=passage.heading_path,
        line=passage.line,
        likeness=passage.likeness,
    )
