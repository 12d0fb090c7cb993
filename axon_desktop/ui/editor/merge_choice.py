"""What becomes of two versions when somebody has chosen, for each stretch where they differ, which one counts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias

from axon_desktop.ui.dialogs.diff_rows import Diff

Side: TypeAlias = Literal["mine", "theirs", "both"]

_LINE = re.compile(rb"[^\n]*\n|[^\n]+")


def combine(theirs: bytes, mine: bytes, diff: Diff, sides: Sequence[Side]) -> bytes:
    """Return the text that was chosen; `diff` compares theirs with mine, and `sides` has one entry per hunk.

    `both` has the file's lines first, then the user's.
    """
    their_lines, my_lines = _LINE.findall(theirs), _LINE.findall(mine)
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
