"""Taking stdin and stdout for a protocol, before anything could print."""

from __future__ import annotations

import os
import sys


def claim_streams() -> tuple[int, int]:
    """Return handles of stdin and stdout; whatever else is printed goes to stderr from now on.

    Child processes find stdin empty.
    """
    sys.stdout.flush()
    taken = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return taken
