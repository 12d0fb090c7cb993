"""UndoGroup: the saves of one period of editing, which are undone together."""

from __future__ import annotations

import time

from axon_desktop.ui.session.user_writes import new_turn

_LONGEST = 300.0
"""Seconds."""
_MOST_SAVES = 60
"""Undo reverts them one by one."""


class UndoGroup:
    """Names the journal turn of each save; `end` may be called from any thread."""

    def __init__(self) -> None:
        self._turn = ""
        self._begun = 0.0
        self._saves = 0

    def turn(self) -> str:
        """Return the turn of the next save: that of the last one, or a new one."""
        self._saves += 1
        turn = self._turn
        if not turn or self._saves > _MOST_SAVES or time.monotonic() - self._begun > _LONGEST:
            turn = self._turn = new_turn()
            self._begun, self._saves = time.monotonic(), 1
        return turn

    def begin(self, turn: str) -> None:
        """Take a given turn for the next save, and a new one for those after it."""
        self._turn, self._begun, self._saves = turn, time.monotonic(), _MOST_SAVES - 1

    def end(self) -> None:
        """Start a new turn with the next save."""
        self._turn = ""
