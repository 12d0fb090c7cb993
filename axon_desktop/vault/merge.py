"""Three-way merge by lines: two people's edits of one text put together where they do not overlap."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TypeAlias

_MAX_LINES = 20_000

_Edit: TypeAlias = tuple[int, int, list[bytes]]
"""(first line, line after the last, lines that stand there instead), counted in the base text."""


def merge(base: bytes, ours: bytes, theirs: bytes) -> bytes | None:
    """Return `base` with the edits of both sides, byte for byte; None when they overlap.

    Lines end at LF; a CR before it belongs to the line. Edits may touch: a line added right after a stretch that
    the other side removed stays. Equal edits on both sides are one edit.
    """
    lines = _lines(base)
    if max(len(lines), ours.count(b"\n"), theirs.count(b"\n")) > _MAX_LINES:
        return None
    edits = sorted(_edits(lines, _lines(ours)) + _edits(lines, _lines(theirs)), key=lambda edit: edit[:2])
    result: list[bytes] = []
    at = 0
    last: _Edit | None = None
    for edit in edits:
        start, end, instead = edit
        if edit == last:
            continue
        if start < at or (last is not None and start == end == last[0] == last[1]):
            return None
        result += lines[at:start]
        result += instead
        at, last = end, edit
    result += lines[at:]
    if any(not line.endswith(b"\n") for line in result[:-1]):
        return None
    return b"".join(result)


def _lines(text: bytes) -> list[bytes]:
    lines = text.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _edits(base: list[bytes], side: list[bytes]) -> list[_Edit]:
    """Return what one side changed; common beginnings and ends are cut off first, since most edits are small."""
    head = 0
    limit = min(len(base), len(side))
    while head < limit and base[head] == side[head]:
        head += 1
    tail = 0
    while tail < limit - head and base[-1 - tail] == side[-1 - tail]:
        tail += 1
    old, new = base[head : len(base) - tail], side[head : len(side) - tail]
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [
        (head + first, head + end, new[new_first:new_end])
        for tag, first, end, new_first, new_end in matcher.get_opcodes()
        if tag != "equal"
    ]


def clashes(base: bytes, ours: bytes, theirs: bytes) -> tuple[tuple[int, int], ...]:
    """Return (first, last) lines of `ours`, counted from 1, that stand in the way of a merge; () for too many.

    Where one side only took lines away, it is the line before.
    """
    lines = _lines(base)
    if max(len(lines), ours.count(b"\n"), theirs.count(b"\n")) > _MAX_LINES:
        return ()
    mine, others = _edits(lines, _lines(ours)), _edits(lines, _lines(theirs))
    found: list[tuple[int, int]] = []
    everything: list[tuple[int, int]] = []
    shift = 0
    for start, end, instead in mine:
        first = start + shift
        shift += len(instead) - (end - start)
        place = (first + 1, first + len(instead)) if instead else (max(first, 1), max(first, 1))
        everything.append(place)
        if any(_clash((start, end, instead), other) for other in others):
            found.append(place)
    return tuple(found or everything)  # none of them alone: a last line without its end


def _clash(one: _Edit, other: _Edit) -> bool:
    if one == other:
        return False
    inserts = one[0] == one[1] == other[0] == other[1]
    return inserts or (one[0] < other[1] and other[0] < one[1])
