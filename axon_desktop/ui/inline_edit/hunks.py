"""The differences between a passage and the text that a model proposes for it, word by word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from axon_desktop.text.diff import changes, equal_ends
from axon_desktop.text.fold import EAST_ASIAN_MARKS, HAN, KANA, SOUTH_EAST

_UNSPACED = HAN + KANA + EAST_ASIAN_MARKS + SOUTH_EAST
"""Characters of scripts without blanks between words: each is compared by itself."""
_TOKEN = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+(?:['’][^\W{_UNSPACED}]+)*|[^\S\n]+|\n|.")
_MOST_TOKENS = 20_000
"""Between the equal ends; beyond, all of it is one hunk."""
_REPHRASED = 2
"""Words of a change beside which a single word that stayed is part of the change: the phrase is another one."""


class Hunk(NamedTuple):
    """One difference, to be taken or left by itself."""

    start: int
    """Place in the old text."""
    old: str
    new: str

    @property
    def end(self) -> int:
        """Place behind the old words."""
        return self.start + len(self.old)


def tokens(text: str) -> list[str]:
    """Return the words, blanks and other characters of a text; their join equals it."""
    return _TOKEN.findall(text)


def compare(old: str, new: str) -> list[Hunk]:
    """Return the hunks that make the new text of the old one, in order; none of them touch."""
    before, after = tokens(old), tokens(new)
    head, tail = equal_ends(before, after)
    middle, instead = before[head : len(before) - tail], after[head : len(after) - tail]
    if max(len(middle), len(instead)) > _MOST_TOKENS:
        found = [(0, len(middle), 0, len(instead))]
    else:
        found = list(_joined(middle, instead))
    places = [len("".join(before[:head]))]
    for token in middle:
        places.append(places[-1] + len(token))
    return [Hunk(places[i], "".join(middle[i:i2]), "".join(instead[j:j2])) for i, i2, j, j2 in found]


def apply(old: str, hunks: Sequence[Hunk]) -> str:
    """Return a text with these hunks applied."""
    parts: list[str] = []
    at = 0
    for hunk in hunks:
        parts += (old[at : hunk.start], hunk.new)
        at = hunk.end
    return "".join((*parts, old[at:]))


def _joined(old: list[str], new: list[str]) -> Iterator[tuple[int, int, int, int]]:
    """Yield the changes; those with next to nothing between them are one."""
    last: tuple[int, int, int, int] | None = None
    for change in changes(old, new):
        if last is not None and _belong_together(old, new, last, change):
            last = (last[0], change[1], last[2], change[3])
            continue
        if last is not None:
            yield last
        last = change
    if last is not None:
        yield last


def _belong_together(
    old: list[str], new: list[str], last: tuple[int, int, int, int], change: tuple[int, int, int, int]
) -> bool:
    between = old[last[1] : change[0]]
    if "\n" in between:
        return False
    words = _words(between)
    sizes = [max(_words(old[i:i2]), _words(new[j:j2])) for i, i2, j, j2 in (last, change)]
    return not words or (words <= 1 and max(sizes) >= _REPHRASED)


def _words(part: list[str]) -> float:
    """Count words; two characters of a script without blanks count as one."""
    return sum(0.5 if re.match(rf"[{_UNSPACED}]", token) else 1 for token in part if token[0].isalnum())
