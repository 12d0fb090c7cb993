"""What a write changed, as the lines shown on its card."""

from __future__ import annotations

import asyncio
import difflib
from itertools import islice

from axon_desktop.vault.changes import ChangePreview

MAX_LINES = 200
_CONTEXT = 3
_IN_THREAD = 20_000
"""Bytes from which the comparison leaves the event loop."""
_COMPARABLE = 3_000
"""Changed lines from which the comparison, which is quadratic at worst, is not worth its time."""


def _lines(data: bytes | None) -> list[str]:
    return (data or b"").decode("utf-8", errors="replace").splitlines()


def diff_lines(before: bytes | None, after: bytes, limit: int | None = MAX_LINES) -> tuple[str, ...]:
    """Return the unified diff without headers, up to `limit` lines, each beginning with a blank, + or -."""
    old, new = _lines(before), _lines(after)
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    # Only what differs is compared, with a few equal lines around it.
    start, end = max(0, start - _CONTEXT), max(0, end - _CONTEXT)
    old, new = old[start : len(old) - end], new[start : len(new) - end]
    if max(len(old), len(new)) > _COMPARABLE and old:
        half = None if limit is None else limit // 2
        return tuple([f"-{line}" for line in old[:half]] + [f"+{line}" for line in new[:half]])
    body = islice(difflib.unified_diff(old, new, n=_CONTEXT, lineterm=""), 2, None)
    return tuple(islice((line for line in body if not line.startswith("@@")), limit))


async def compute_diff(preview: ChangePreview) -> tuple[str, ...]:
    """Return the diff of a write, computed in a thread when the note is large."""
    if len(preview.before or b"") + len(preview.after) < _IN_THREAD:
        return diff_lines(preview.before, preview.after)
    return await asyncio.to_thread(diff_lines, preview.before, preview.after)
