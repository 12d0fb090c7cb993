"""Three-way merge: two people's edits of one text put together where they do not overlap.

It compares lines, and where edits clash in lines the words within them: a paragraph of prose is one line.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from axon_desktop.text.diff import changes, equal_ends
from axon_desktop.text.fold import EAST_ASIAN_MARKS, HAN, KANA, SOUTH_EAST

_MAX_LINES = 20_000
_MAX_WORDS = 2_000
"""Between the first and the last difference of lines that clash; with more they stay a clash."""
_MAX_PAIRS = 50_000
"""Pairs of equal words there: with more, which of them is meant is anybody's guess."""
MAX_CLASHES = 50
"""Clashing hunks that are merged by words."""
_APART = 2
"""Letters that stay between two edits of one line: a short word, or two Chinese characters, which make one."""
_UNSPACED = HAN + KANA + EAST_ASIAN_MARKS + SOUTH_EAST

_T = TypeVar("_T", bytes, str)
_Edit: TypeAlias = tuple[int, int, list[_T]]
"""(first line or word, the one after the last, what replaces them), counted in the base text."""


def merge(base: bytes, ours: bytes, theirs: bytes) -> bytes | None:
    """Return `base` with the edits of both sides, byte for byte; None when they overlap.

    Lines end at LF; a CR before it belongs to the line. Edits may touch: a line added right after lines that
    the other side removed stays. Equal edits on both sides are one edit. Within a line a word stays between edits.
    """
    lines = _lines(base)
    stretches = _stretches(lines, ours, theirs)
    if stretches is None:
        return None
    result: list[bytes] = []
    at = 0
    for stretch in stretches:
        instead = stretch.combined(lines)
        if instead is None:
            return None
        result += lines[at : stretch.start]
        result += instead
        at = stretch.end
    result += lines[at:]
    if any(not line.endswith(b"\n") for line in result[:-1]):
        return None
    return b"".join(result)


def clashes(base: bytes, ours: bytes, theirs: bytes) -> tuple[tuple[int, int], ...]:
    """Return (first, last) lines of `ours`, counted from 1, that prevent a merge; () for too many.

    Where one side only took lines away, it is the line before.
    """
    lines = _lines(base)
    found: list[tuple[int, int]] = []
    everything: list[tuple[int, int]] = []
    shift = 0
    for stretch in _stretches(lines, ours, theirs) or ():
        clash = stretch.combined(lines) is None
        for start, end, instead in stretch.ours:
            first = start + shift
            shift += len(instead) - (end - start)
            place = (first + 1, first + len(instead)) if instead else (max(first, 1), max(first, 1))
            everything.append(place)
            if clash:
                found.append(place)
    return tuple(found or everything)  # none of them alone: a last line without its end


# --- lines


@dataclass(slots=True)
class _Stretch:
    """Lines of the base text with edits that clash, or with a single one."""

    start: int
    end: int
    ours: list[_Edit[bytes]] = field(default_factory=list)
    theirs: list[_Edit[bytes]] = field(default_factory=list)
    by_words: bool = True
    """Whether to look into the lines."""

    def combined(self, lines: list[bytes]) -> list[bytes] | None:
        """Return the lines with the edits of both sides; None when they overlap."""
        if not self.theirs or self.ours == self.theirs:
            return self._side(lines, self.ours)
        if not self.ours:
            return self._side(lines, self.theirs)
        if not self.by_words:
            return None
        sides = (lines[self.start : self.end], self._side(lines, self.ours), self._side(lines, self.theirs))
        words = merge_words(*(b"".join(side) for side in sides))
        return [words] if words else None if words is None else []

    def _side(self, lines: list[bytes], edits: list[_Edit[bytes]]) -> list[bytes]:
        side: list[bytes] = []
        at = self.start
        for start, end, instead in edits:
            side += lines[at:start]
            side += instead
            at = end
        return side + lines[at : self.end]


def _stretches(lines: list[bytes], ours: bytes, theirs: bytes) -> list[_Stretch] | None:
    """Return where the two sides changed lines, in their order; None for too many."""
    if max(len(lines), ours.count(b"\n"), theirs.count(b"\n")) > _MAX_LINES:
        return None
    edits = [(edit, True) for edit in _edits(lines, _lines(ours))]
    edits += [(edit, False) for edit in _edits(lines, _lines(theirs))]
    found: list[_Stretch] = []
    for edit, is_ours in sorted(edits, key=lambda one: one[0][:2]):
        start, end, _ = edit
        last = found[-1] if found else None
        if last is None or not (start < last.end or start == end == last.start == last.end):
            found.append(last := _Stretch(start, end))
        last.end = max(last.end, end)
        (last.ours if is_ours else last.theirs).append(edit)
    for stretch in [stretch for stretch in found if stretch.ours and stretch.theirs][MAX_CLASHES:]:
        stretch.by_words = False
    return found


def _lines(text: bytes) -> list[bytes]:
    lines = text.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _edits(base: list[_T], side: list[_T]) -> list[_Edit[_T]]:
    """Return what one side changed; common beginnings and ends are cut off first, since most edits are small."""
    head, old, new = _middle(base, side)
    return [
        (head + first, head + end, new[new_first:new_end]) for first, end, new_first, new_end in changes(old, new)
    ]


def _middle(base: list[_T], side: list[_T]) -> tuple[int, list[_T], list[_T]]:
    """Return how much the two have in common at their beginning, and what stands between that and a common end."""
    head, tail = equal_ends(base, side)
    return head, base[head : len(base) - tail], side[head : len(side) - tail]


# --- words within lines


def merge_words(base: bytes, ours: bytes, theirs: bytes) -> bytes | None:
    """Return `base` with the edits of both sides; None unless words stay between those of one and of the other.

    Also None where that would take long, and for what is no UTF-8.
    """
    try:
        words, mine, others = (_words(text.decode()) for text in (base, ours, theirs))
    except UnicodeDecodeError:
        return None
    if not (_is_quick(words, mine) and _is_quick(words, others)):
        return None
    result: list[str] = []
    at = 0
    last: _Edit[str] | None = None
    for edit in sorted(_changes(words, mine) + _changes(words, others), key=lambda one: one[:2]):
        if edit == last:
            continue
        start, end, instead = edit
        if last is not None and _letters(words[at:start]) < _APART:
            return None
        result += words[at:start]
        result += instead
        at, last = end, edit
    return "".join(result + words[at:]).encode()


def _words(text: str) -> list[str]:
    """Return words, and characters of scripts without spaces, each with the blanks before it, and line ends."""
    word = rf"\r?\n|[^\S\r\n]*(?:[{_UNSPACED}]|[^\s{_UNSPACED}]+)|[^\S\r\n]+|\r"
    return re.findall(word, text)


def _is_quick(words: list[str], side: list[str]) -> bool:
    """Tell whether comparing does not take long."""
    _, old, new = _middle(words, side)
    if max(len(old), len(new)) > _MAX_WORDS:
        return False
    counts = Counter(new)
    return sum(counts[word] for word in old) <= _MAX_PAIRS


def _changes(words: list[str], side: list[str]) -> list[_Edit[str]]:
    """Return what one side changed; what stays between two changes but is shorter than both is part of a change.

    Somebody who rewrites a sentence leaves a `the` here and there: nobody else's words belong between these.
    """
    found: list[_Edit[str]] = []
    edits = _edits(words, side)
    ends = [edit[1] for edit in edits]
    starts = [edit[0] for edit in edits]
    bounds = zip([0, *ends[:-1]], [*starts[1:], len(words)], strict=True) if edits else ()
    for edit, (least_start, most_end) in zip(edits, bounds, strict=True):
        start, end, instead = _over_all_places(words, edit, least_start, most_end)
        while found:
            first, behind, before = found[-1]
            stays = words[behind:start]
            least = min(_length(words[first:behind], before), _length(words[start:end], instead))
            if _letters(stays) >= max(_APART, least):
                break
            found.pop()
            start, instead = first, [*before, *stays, *instead]
        found.append((start, end, instead))
    return found


def _over_all_places(words: list[str], edit: _Edit[str], first: int, behind: int) -> _Edit[str]:
    """Extend the insertion or removal of a word among equal ones to all of them: which one is meant is unknown.

    Somebody else may have done just that, and be thought to have done it a place further.
    """
    start, end, instead = edit
    moving = instead if start == end else words[start:end]
    if start != end and instead:
        return edit
    left = right = 0
    while start - left > first and words[start - left - 1] == moving[-1 - left % len(moving)]:
        left += 1
    while end + right < behind and words[end + right] == moving[right % len(moving)]:
        right += 1
    return start - left, end + right, [*words[start - left : start], *instead, *words[end : end + right]]


def _letters(words: list[str]) -> int:
    """Return how many letters words have; the end of a line keeps two edits apart as a word does."""
    return sum(len(word.strip()) or (_APART if "\n" in word else 0) for word in words)


def _length(old: list[str], new: list[str]) -> int:
    return max(_letters(old), _letters(new))
