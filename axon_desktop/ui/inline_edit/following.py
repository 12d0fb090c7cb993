"""Where a passage of a text is after an edit of it; all places are UTF-16 code units, as in a Qt document."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from axon_desktop.text.diff import Match, equal_ends, matches
from axon_desktop.ui.inline_edit.hunks import tokens

Span: TypeAlias = tuple[int, int]
CONTEXT = 48
"""Units before and behind a passage that tell it from the same words elsewhere."""
_MOST_TOKENS = 6_000
"""Of a changed part that is compared by words; a longer one is compared by lines."""
_KEPT = 0.75
"""Share of a passage that stays when its lines are replaced, and of what it is then; with less it is gone."""
_FEW = 12
"""Units of which all have to stay: few words are soon found elsewhere."""
_ALIKE = 0.7
"""Share of the longer of two texts that the other one has, where one was made of the other."""
_LEAST_CONTEXT = 12
"""Equal units around the same words that make them the same passage."""
_LEAST_KNOWN = 32
"""The same together with the words: few words need more around them."""
_LONG = 24
"""Units of a passage that is known by its own words."""
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


def units(text: str) -> str:
    """Return a text in which each character is one UTF-16 code unit."""
    return _ASTRAL.sub(_pair, text)


def _pair(match: re.Match[str]) -> str:
    number = ord(match[0]) - 0x10000
    return chr(0xD800 + (number >> 10)) + chr(0xDC00 + (number & 0x3FF))


def joined(text: str) -> str:
    """Return a text of units with its pairs as characters."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


class Edit(NamedTuple):
    """A part of a text that was replaced, and what of it stayed."""

    at: int
    old: str
    new: str
    kept: Sequence[Match]
    """Runs of the old part that the new one has, by their places within both."""

    @classmethod
    def of(cls, at: int, old: str, new: str) -> Edit:
        """Compare what was there with what is there; of texts that share little, nothing stayed."""
        kept = _aligned(old, new)
        shared = sum(run.size for run in kept)
        return cls(at, old, new, kept if shared >= _ALIKE * max(len(old), len(new)) else [])

    @property
    def end(self) -> int:
        """Where the replaced part ended."""
        return self.at + len(self.old)

    def had(self, start: int, end: int) -> bool:
        """Return whether this part of the new text was in the old one, as it is."""
        runs = ((self.at + run.new, self.at + run.new + run.size) for run in self.kept)
        return any(first <= start and end <= last for first, last in runs)

    @property
    def grown(self) -> int:
        """How many units more the text has."""
        return len(self.new) - len(self.old)


def _aligned(old: str, new: str) -> list[Match]:
    """Return the runs that both have: by words, and within changed words at their ends."""
    head, tail = equal_ends(old, new)
    found = [Match(0, 0, head)] if head else []
    one, other = old[head : len(old) - tail], new[head : len(new) - tail]
    if one and other:
        found += [Match(head + run.old, head + run.new, run.size) for run in _aligned_middle(one, other)]
    if tail:
        found.append(Match(len(old) - tail, len(new) - tail, tail))
    return found


def _aligned_middle(old: str, new: str) -> list[Match]:
    parts = [tokens(text) for text in (old, new)]
    if max(map(len, parts)) > _MOST_TOKENS:
        parts = [text.splitlines(keepends=True) for text in (old, new)]
    starts = [_starts(each) for each in parts]
    found: list[Match] = []
    at = there = 0
    runs = matches(*parts)
    if not runs:
        return []
    for run in [*runs, Match(len(parts[0]), len(parts[1]), 0)]:
        first, new_first = starts[0][run.old], starts[1][run.new]
        if at < first and there < new_first:
            inner = _aligned(old[at:first], new[there:new_first])
            found += [Match(at + one.old, there + one.new, one.size) for one in inner]
        at, there = starts[0][run.old + run.size], starts[1][run.new + run.size]
        if run.size:
            found.append(Match(first, new_first, at - first))
    return found


def _starts(parts: Sequence[str]) -> list[int]:
    starts = [0]
    for part in parts:
        starts.append(starts[-1] + len(part))
    return starts


def follow(span: Span, edit: Edit) -> Span | None:
    """Return where a passage is after an edit; None when it is gone.

    What is typed at its edges is outside, what is typed in the middle of it is inside.
    """
    start, end = span
    if end <= edit.at:
        return span
    if start >= edit.end:
        return start + edit.grown, end + edit.grown
    inside = [
        (max(run.old, start - edit.at), min(run.old + run.size, end - edit.at), run.new - run.old)
        for run in edit.kept
        if run.old < end - edit.at and run.old + run.size > start - edit.at
    ]
    before, behind = max(0, edit.at - start), max(0, end - edit.end)
    kept = sum(stop - first for first, stop, _ in inside)
    if (before or behind) and kept < _KEPT * (end - start - before - behind):
        inside, kept = [], 0  # letters that both happen to have
    stays = before + behind + kept
    least = max(_KEPT * (end - start), min(_FEW, end - start))
    if not stays or (edit.new and stays < least and not (before and behind)):
        return None
    first = edit.at + inside[0][0] + inside[0][2] if inside else end + edit.grown - behind
    last = edit.at + inside[-1][1] + inside[-1][2] if inside else edit.at
    found = start if before else first, end + edit.grown if behind else last
    is_own = not edit.new or (before and behind) or stays >= _KEPT * (found[1] - found[0])
    return found if is_own else None


def find_again(text: str, quote: str, before: str, behind: str, edit: Edit | None = None) -> Span | None:
    """Return where a passage is that stood between these words; None when that is not certain.

    With an edit only in what that brought: words that were there before are another passage.
    """
    if not quote:
        return None
    first, last = (0, len(text)) if edit is None else (edit.at, edit.at + len(edit.new))
    at = text.find(quote, max(0, first - len(quote) + 1))
    found: list[tuple[int, int]] = []
    while 0 <= at < last and len(found) < 1000:
        if edit is not None and edit.had(at, at + len(quote)):
            at = text.find(quote, at + 1)
            continue
        score = _shared_end(text[max(0, at - CONTEXT) : at], before)
        score += _shared_start(text[at + len(quote) : at + len(quote) + CONTEXT], behind)
        found.append((score, at))
        at = text.find(quote, at + 1)
    found.sort(reverse=True)
    if not found or (len(found) > 1 and found[0][0] == found[1][0]):
        return None
    score, at = found[0]
    whole = score >= len(before) + len(behind)
    known = len(found) == 1 and len(quote) >= _LONG
    least = max(_LEAST_CONTEXT, _LEAST_KNOWN - len(quote))
    return (at, at + len(quote)) if score >= least or whole or known else None


def find_edited(text: str, quote: str, before: str, behind: str) -> Span | None:
    """Return where a passage is whose own words were changed, by what stands around it."""
    if min(len(before), len(behind)) < _LEAST_CONTEXT or text.count(before) != 1:
        return None
    start = text.index(before) + len(before)
    end = text.find(behind, start, start + 3 * len(quote) + CONTEXT + len(behind))
    return (start, end) if end > start else None


def _shared_end(one: str, other: str) -> int:
    return _shared_start(one[::-1], other[::-1])


def _shared_start(one: str, other: str) -> int:
    size = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        size += 1
    return size


class Place(Struct, eq=False):
    """A passage of a text that is followed."""

    span: Span
    quote: str
    """Its words, or its last ones when it is gone."""
    before: str = ""
    behind: str = ""
    gone: bool = False
    trimmed: bool = False
    """Whether it never begins or ends with blanks."""


class Places:
    """Passages of one text, which is kept beside the document to know what an edit took away."""

    def __init__(self, text: str) -> None:
        """Take the text in units."""
        self.text = text
        self.all: list[Place] = []
        self.version = 0
        """Number of edits so far."""

    def add(self, start: int, end: int, *, trimmed: bool = False) -> Place:
        """Follow a passage; `trimmed` without the blanks at its ends, then and later."""
        place = Place((start, end), "", trimmed=trimmed)
        self.all.append(place)
        self._look(place)
        return place

    def put(self, place: Place, start: int, end: int) -> None:
        """Say where a passage is, for an edit of which that is known."""
        place.span, place.gone = (start, end), False
        self._look(place)

    def drop(self, place: Place) -> None:
        """Follow it no more."""
        if place in self.all:
            self.all.remove(place)

    def edited(self, at: int, removed: int, new: str) -> None:
        """Follow an edit: `removed` units from `at` on were replaced."""
        old = self.text[at : at + removed]
        self.text = self.text[:at] + new + self.text[at + removed :]
        if old == new:
            return
        self.version += 1
        edit = Edit.of(at, old, new)
        for place in self.all:
            self._follow(place, edit)

    def replaced(self, text: str) -> None:
        """Follow an edit of which only the outcome is known."""
        head, tail = equal_ends(self.text, text)
        self.edited(head, len(self.text) - head - tail, text[head : len(text) - tail])

    def _follow(self, place: Place, edit: Edit) -> None:
        if not place.gone:
            moved = follow(place.span, edit)
            if moved is not None:
                place.span = self._exact(place.quote, moved) if edit.old and edit.new else moved
                self._look(place)
                return
        found = find_again(self.text, place.quote, place.before, place.behind, edit) if edit.new else None
        place.gone = found is None
        if found is not None:
            place.span = found
            self._look(place)
        elif place.span[0] >= edit.end:
            place.span = place.span[0] + edit.grown, place.span[0] + edit.grown
        else:
            place.span = min(place.span[0], edit.at), min(place.span[0], edit.at)

    def _exact(self, quote: str, span: Span) -> Span:
        """Return where the same words are, if they begin or end there; words around them may be equal."""
        start, end = span
        if self.text.startswith(quote, start):
            return start, start + len(quote)
        if self.text.endswith(quote, 0, end):
            return end - len(quote), end
        return span

    def _look(self, place: Place) -> None:
        """Note the words of a passage and those around it."""
        start, end = place.span
        place.quote = self.text[start:end]
        if place.trimmed and (words := place.quote.strip()):
            start += len(place.quote) - len(place.quote.lstrip())
            end, place.quote = start + len(words), words
            place.span = start, end
        place.before = self.text[max(0, start - CONTEXT) : start]
        place.behind = self.text[end : end + CONTEXT]
