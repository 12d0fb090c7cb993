"""What a write changed, as the lines shown on its card."""

from __future__ import annotations

import asyncio
import difflib
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from axon_desktop.vault.history.changes import Proposal

MAX_LINES = 200
SAME_LINES = "! only line ends or a mark at the beginning change"
"""Stands for a difference that lines do not show."""
_CONTEXT = 3
_IN_THREAD = 20_000
"""Bytes from which the comparison leaves the event loop."""
_COMPARABLE = 3_000
"""Changed lines from which the comparison, which is quadratic at worst, is not worth its time."""


def _lines(data: bytes | None) -> list[str]:
    return (data or b"").decode("utf-8", errors="replace").splitlines()


class LineDiff(NamedTuple):
    """What changes, line by line."""

    lines: tuple[str, ...] = ()
    """A unified diff without headers, each line beginning with a blank, + or -; it may be cut at its end."""
    added: int = 0
    """Lines in all, however many of them are left in `lines`."""
    removed: int = 0


def compare_lines(before: bytes | None, after: bytes, limit: int | None = MAX_LINES) -> LineDiff:
    """Return how two texts differ, in up to `limit` lines."""
    old, new = _lines(before), _lines(after)
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    # Only what differs is compared, with a few equal lines around it.
    equal = min(start, _CONTEXT) + min(end, _CONTEXT)
    start, end = max(0, start - _CONTEXT), max(0, end - _CONTEXT)
    old, new = old[start : len(old) - end], new[start : len(new) - end]
    if max(len(old), len(new)) > _COMPARABLE and old:
        half = None if limit is None else limit // 2
        lines = [f"-{line}" for line in old[:half]] + [f"+{line}" for line in new[:half]]
        return LineDiff(tuple(lines), len(new) - equal, len(old) - equal)
    body = islice(difflib.unified_diff(old, new, n=_CONTEXT, lineterm=""), 2, None)
    lines = [line for line in body if not line.startswith("@@")]
    added, removed = (sum(line.startswith(mark) for line in lines) for mark in "+-")
    return LineDiff(tuple(lines[:limit]), added, removed)


async def compute_diff(proposal: Proposal) -> LineDiff:
    """Return the diff of all texts that change, computed in a thread when they are large.

    Where another file changes than the one that the call is about, `@ ` and its path come before its lines.
    """
    size = sum(len(change.before or b"") + len(change.after) for change in proposal.changes)
    return _diff(proposal) if size < _IN_THREAD else await asyncio.to_thread(_diff, proposal)


def _diff(proposal: Proposal) -> LineDiff:
    alone = [change.path for change in proposal.changes] == [proposal.path]
    lines: list[str] = []
    added = removed = 0
    for change in proposal.changes:
        if not alone:
            lines.append(f"@ {change.path}")
        diff = compare_lines(change.before, change.after)
        lines += diff.lines
        added, removed = added + diff.added, removed + diff.removed
    return LineDiff(tuple(lines[:MAX_LINES]), added, removed)


async def compute_edit(proposed: Proposal, done: Proposal) -> tuple[str, ...]:
    """Return how the user's texts differ from the proposed ones: lines with - and +, at least one line."""
    changes = [
        replace(before, before=before.after, after=after.after)
        for before, after in zip(proposed.changes, done.changes, strict=True)
        if before.after != after.after
    ]
    diff = await compute_diff(replace(proposed, changes=tuple(changes)))
    return tuple(line for line in diff.lines if not line.startswith(" ")) or (SAME_LINES,)
