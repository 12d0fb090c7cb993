"""The tools that every conversation has: one line for each set of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from axon_desktop.tools.notes.edit_note import EditTool
from axon_desktop.tools.notes.move_notes import MovingTools
from axon_desktop.tools.notes.note_links import LinkTool
from axon_desktop.tools.notes.read_and_create import NoteTools
from axon_desktop.tools.notes.read_versions import ReadVersions
from axon_desktop.tools.notes.search_notes import SearchTools
from axon_desktop.tools.tool import Tool
from axon_desktop.vault import Vault
from axon_desktop.vault.search.found import Search


class ToolContext(NamedTuple):
    """What the tools of one conversation work with."""

    vault: Vault
    seen: ReadVersions
    """Which versions of notes the model has read."""
    search: Search | None
    """Used instead of reading every file."""


BUILT_IN: tuple[Callable[[ToolContext], Iterable[Tool]], ...] = (
    lambda given: NoteTools(given.vault, given.seen).tools(),
    lambda given: EditTool(given.vault, given.seen).tools(),
    lambda given: SearchTools(given.vault, given.search).tools(),
    lambda given: LinkTool(given.vault).tools(),
    lambda given: MovingTools(given.vault, given.seen).tools(),
)
"""In the order in which models are offered them."""
