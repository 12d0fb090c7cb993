"""FileActions: the objects that fulfil requests about files, created at the first one."""

from __future__ import annotations

from dataclasses import dataclass

from axon_desktop.ui.file_actions.conflict_copies import ConflictCopies
from axon_desktop.ui.file_actions.context import FileActionContext
from axon_desktop.ui.file_actions.daily_note import DailyNotes
from axon_desktop.ui.file_actions.move_file import FileMoves
from axon_desktop.ui.file_actions.new_note import NewNotes
from axon_desktop.ui.file_actions.obsidian_links import ObsidianLinks
from axon_desktop.ui.file_actions.templates import Templates


@dataclass(frozen=True, slots=True)
class FileActions:
    """One object for each kind of request."""

    new_notes: NewNotes
    daily: DailyNotes
    templates: Templates
    moves: FileMoves
    links: ObsidianLinks
    comparing: ConflictCopies

    @classmethod
    def make(cls, open_vault: FileActionContext) -> FileActions:
        """Create them all."""
        new_notes, moves = NewNotes(open_vault), FileMoves(open_vault)
        daily = DailyNotes(open_vault, new_notes)
        return cls(
            new_notes,
            daily,
            Templates(open_vault, new_notes),
            moves,
            ObsidianLinks(open_vault, new_notes, daily),
            ConflictCopies(open_vault, moves),
        )
