"""Three-way merge: two versions of one text, merged as far as possible without asking."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from axon_desktop.text.diff import changes, equal_ends
from axon_desktop.text.merge import MAX_CLASHES, merge_words
from axon_desktop.ui.diff.rows import Diff

_LINE = re.compile(rb"[^\n]*\n|[^\n]+")
_MAX_LINES = 20_000

_Edit: TypeAlias = tuple[int, int, int, int]
"""(first line, line after the last) of the base, and of the side."""


class ThreeWayTexts(NamedTuple):
    """Both versions, each with all that only the other one changed: the remaining differences need a choice."""

    mine: bytes
    theirs: bytes


def bring_together(base: bytes | None, mine: bytes, theirs: bytes) -> ThreeWayTexts:
    """Apply to both versions what only one of them changed; without a base they stay as they are."""
    if base is None or max(text.count(b"\n") for text in (base, mine, theirs)) > _MAX_LINES:
        return ThreeWayTexts(mine, theirs)
    lines, my_lines, their_lines = (_LINE.findall(text) for text in (base, mine, theirs))
    my_edits, their_edits = _edits(lines, my_lines), _edits(lines, their_lines)
    my_out: list[bytes] = []
    their_out: list[bytes] = []
    at = clashes = 0
    while my_edits or their_edits:
        start, end = min(edit[:2] for edit in (*my_edits[:1], *their_edits[:1]))
        my_part: list[_Edit] = []
        their_part: list[_Edit] = []
        last = -1
        while last < end:  # a change of one side may overlap the next change of the other
            last = end
            for edits, part in ((my_edits, my_part), (their_edits, their_part)):
                while edits and edits[0][0] <= end:
                    part.append(edits.pop(0))
                    end = max(end, part[-1][1])
        for out in (my_out, their_out):
            out += lines[at:start]
        my_new = _part(lines, my_lines, my_part, start, end)
        their_new = _part(lines, their_lines, their_part, start, end)
        clashes += bool(my_part and their_part)
        if my_part and their_part and clashes <= MAX_CLASHES:
            both = merge_words(*map(b"".join, (lines[start:end], my_new, their_new)))
            if both:
                my_new = their_new = [both]
        my_out += my_new if my_part else their_new
        their_out += their_new if their_part else my_new
        at = end
    for out in (my_out, their_out):
        out += lines[at:]
    return ThreeWayTexts(b"".join(my_out), b"".join(their_out))


def _edits(base: list[bytes], side: list[bytes]) -> list[_Edit]:
    head, tail = equal_ends(base, side)
    found = changes(base[head : len(base) - tail], side[head : len(side) - tail])
    return [(head + i1, head + i2, head + j1, head + j2) for i1, i2, j1, j2 in found]


def _part(base: list[bytes], side: list[bytes], edits: list[_Edit], start: int, end: int) -> list[bytes]:
    """Return the lines of one side for these lines of the base."""
    out: list[bytes] = []
    at = start
    for first, behind, new_first, new_behind in edits:
        out += base[at:first]
        out += side[new_first:new_behind]
        at = behind
    return out + base[at:end]


Side: TypeAlias = Literal["mine", "theirs", "both"]

_LINE_BYTES = re.compile(rb"[^\n]*\n|[^\n]+")


def combine(theirs: bytes, mine: bytes, diff: Diff, sides: Sequence[Side]) -> bytes:
    """Return the chosen text; `diff` compares theirs with mine, and `sides` has one entry per hunk.

    `both` has the file's lines first, then the user's.
    """
    their_lines, my_lines = _LINE_BYTES.findall(theirs), _LINE_BYTES.findall(mine)
    parts: list[bytes] = []
    done = 0
    for hunk, side in zip(diff.hunks, sides, strict=True):
        parts += their_lines[done : hunk.old.start]
        chosen = [*their_lines[hunk.old]] if side != "mine" else []
        if side != "theirs":
            if chosen and my_lines[hunk.new] and not chosen[-1].endswith(b"\n"):
                chosen[-1] += b"\r\n" if b"\r\n" in mine else b"\n"
            chosen += my_lines[hunk.new]
        parts += chosen
        done = hunk.old.stop
    return b"".join(parts + their_lines[done:])
