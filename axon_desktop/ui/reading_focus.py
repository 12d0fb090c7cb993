"""What the user is looking at in the reading pane, for the agent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axon_desktop.ui.preview import PreviewPane
from axon_desktop.ui.view import MarkdownView

if TYPE_CHECKING:
    from axon_desktop.agent.mentions import Focus

_SELECTION_LIMIT = 40_000
"""Characters of a selection that are told to the agent; more is the note, which it can read."""


def reading_focus(preview: PreviewPane) -> Focus:
    """Return the note that is being read, and what is selected in it."""
    from axon_desktop.agent.mentions import Focus  # not needed before the first request

    shown = preview.searched
    if shown is None:
        return Focus(preview.path)
    if isinstance(shown, MarkdownView):
        size = sum(chunk.size for chunk, _, _ in shown.selection.chunks())
        return Focus(preview.path, shown.selected_text() if size <= _SELECTION_LIMIT else "")
    selected = shown.selected_text()
    return Focus(preview.path, selected if len(selected) <= _SELECTION_LIMIT else "")
