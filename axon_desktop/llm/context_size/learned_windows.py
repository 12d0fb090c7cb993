"""Learned windows: sizes of context windows that servers do not report."""

from __future__ import annotations

from pathlib import Path

from axon_desktop.llm.learned_file import Learned, LearnedFile, server_of, today

_DAYS = 60
"""After which a size is learned again: the server may have been given more."""


class LearnedWindow(Learned, frozen=True, kw_only=True):
    """The window of one model of one server."""

    tokens: int | None = None
    """The window; None when it was only assumed."""


class LearnedWindows(LearnedFile[LearnedWindow]):
    """The file of learned windows."""

    def __init__(self, file: Path | None = None) -> None:
        super().__init__(file, list[LearnedWindow], _DAYS)

    def save(self, base_url: str, model: str, tokens: int | None) -> None:
        """Save the window of a model, or that the user has seen that it is unknown; blocks for a moment."""
        self.put(LearnedWindow(server=server_of(base_url), model=model, tokens=tokens, day=today()))
