"""How search ranks: the one rule, for the index and for the files; ARCHITECTURE has it in words.

Each word of the query has a grade in a note: where it stands, and how it is found there. The index knows the same
grades as scores of its query, and so proposes the same notes; what it proposes is read and graded here.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from axon_desktop.text.file_names import is_note
from axon_desktop.text.fold import is_unspaced
from axon_desktop.text.stop_words import COMMON
from axon_desktop.vault.search.excerpts import COMMON_WEIGHT, find_excerpts, needles
from axon_desktop.vault.search.found import FoundNote
from axon_desktop.vault.search.note_text import NoteText
from axon_desktop.vault.search.query import AllOf, Node, Text, leaves

WHOLE, BEGINNING, INNER = 300, 200, 100
"""How a word is found: as it is, as the beginning of one, inside of one."""
IS_NAME, NAMED, HEADING = 30, 20, 10
"""Where: it is all of the note's name or alias, a part of one, or in a heading; nothing for any other text."""
TOGETHER = 15
"""The words of the query stand side by side, in its order."""
LINES_PER_NOTE = 3
_RICH = 3
"""Notes that show as many lines even if they have only some of the words; of the others one is enough."""
_NAMED_WEIGHT = 0.2
"""Weight of a word of the note's name when lines are compared: all of the note is about it."""
_MOST_LOOKED_AT = 200
"""Places of a word in a note that are looked at."""
_HEADING = re.compile(r"#{1,6}[ \t]")
_DAY = 86_400
_SHORT = 2_000
"""Bytes up to which a note counts as short."""

Facts: TypeAlias = Callable[[Sequence[str]], Mapping[str, tuple[float, int]]]
"""Returns when each of some files was changed, in seconds, and its size."""


class Candidate(NamedTuple):
    """A note that matches, as far as ranking needs it."""

    path: str
    grades: tuple[int, ...]
    """Of each word."""
    together: bool


class Wanted:
    """The words of a query, as ranking looks at them."""

    def __init__(self, tree: Node) -> None:
        self.tree = tree
        """What the lines of a note show."""
        self.words = [leaf for leaf in dict.fromkeys(leaves(tree)) if isinstance(leaf, Text)]
        row = [part for part in tree.parts if isinstance(part, Text)] if isinstance(tree, AllOf) else []
        self.phrase = " ".join(word.folded for word in row) if len(row) > 1 else ""
        """All of the words side by side; empty if there are not several."""
        self._only_common = all(word.folded in COMMON for word in self.words)
        self.weights = [int(self.is_telling(word)) for word in self.words]
        """Of each word: stop words decide nothing, where there are others."""

    def is_telling(self, word: Text) -> bool:
        """Tell whether a word is no stop word, or all of the query's are."""
        return self._only_common or word.folded not in COMMON

    def weigh_by_rarity(self, spread: Sequence[int], total: int) -> None:
        """Let words count the more the fewer notes have them: where notes have only some of the words."""
        rarity = [1 + round(math.log2((total + 1) / max(1, count))) for count in spread]
        self.weights = [weight * rare for weight, rare in zip(self.weights, rarity, strict=True)]

    def grade(self, note: NoteText) -> Candidate:
        """Look at a note that matches."""
        grades = tuple([_grade(note, word.folded) for word in self.words])
        together = bool(self.phrase) and (
            self.phrase in note.folded or any(self.phrase in name for name in note.names)
        )
        return Candidate(note.path, grades, together)

    def best(self, found: Sequence[Candidate], limit: int, facts: Facts) -> list[Candidate]:
        """Return the best notes: by grades, then what changed lately and is short, then by path."""
        scored = sorted([(self.score(note), note) for note in found], key=lambda each: -each[0])
        if len(scored) > limit:
            least = scored[limit - 1][0]
            scored = [each for each in scored if each[0] >= least]
        known = facts([note.path for _, note in scored])
        now = time.time()
        scored.sort(key=lambda each: (-each[0], delay(now, *known.get(each[1].path, (0.0, 0))), each[1].path))
        return [note for _, note in scored[:limit]]

    def score(self, note: Candidate) -> int:
        """Return the score of a note."""
        return sum(map(int.__mul__, self.weights, note.grades)) + TOGETHER * note.together

    def show(self, note: NoteText, found: Candidate, rank: int, *, whole: bool) -> FoundNote:
        """Return a note with the lines that show why; `whole` says that it matches all of the query."""
        named = [note.is_named(word.folded) for word in self.words]
        weights = {
            word.folded: (weight or COMMON_WEIGHT) * (_NAMED_WEIGHT if here else 1)
            for word, weight, here in zip(self.words, self.weights, named, strict=True)
        }
        count = LINES_PER_NOTE if whole or rank < _RICH else 1
        return FoundNote(
            found.path, tuple(find_excerpts(note, needles(self.tree, note, weights), count)), any(named)
        )


def delay(now: float, changed: float, size: int) -> int:
    """Return how far a note stands back behind others of the same grades: doubling age or length is one step."""
    days, long = max(0.0, now - changed) / _DAY, size / _SHORT
    return int(math.log2(1 + days)) + int(math.log2(1 + long))


def _grade(note: NoteText, folded: str) -> int:
    best = 0
    for name in note.names:
        if folded in name:
            exact = folded == name or (folded == name.rpartition(".")[0] and name is note.names[0])
            best = max(best, _fit(name, folded) + (IS_NAME if exact else NAMED))
    return _grade_in(note, folded, best)


def _grade_in(note: NoteText, folded: str, best: int) -> int:
    """Return the best grade of a word in the text."""
    text, at, headings = note.folded, 0, is_note(note.path)
    for _ in range(_MOST_LOOKED_AT):
        at = text.find(folded, at)
        if at < 0 or best >= WHOLE + HEADING:
            break
        found = _fit_at(text, folded, at)
        if found + HEADING > best:
            begin = text.rfind("\n", 0, at) + 1
            if headings and _HEADING.match(text, begin, at):
                found += HEADING
            best = max(best, found)
        at += len(folded)
    return best


def _fit(text: str, folded: str) -> int:
    """Tell how well a word is found in a text that holds it."""
    at, best = text.find(folded), 0
    while at >= 0 and best < WHOLE:
        best = max(best, _fit_at(text, folded, at))
        at = text.find(folded, at + len(folded))
    return best


def _fit_at(text: str, folded: str, at: int) -> int:
    end = at + len(folded)
    if at and _are_joined(text[at - 1], folded[0]):
        return INNER
    return BEGINNING if _are_joined(folded[-1], text[end : end + 1]) else WHOLE


def _are_joined(one: str, other: str) -> bool:
    """Tell whether two characters side by side are of one word; in writing without blanks any may begin one."""
    return one.isalnum() and other.isalnum() and not (is_unspaced(one) or is_unspaced(other))
