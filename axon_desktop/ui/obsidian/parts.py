"""Parts: what fulfils the wishes of the menus, the tree and the links, put together for one window."""

from __future__ import annotations

from dataclasses import dataclass

from axon_desktop.ui.obsidian.comparing import Comparing
from axon_desktop.ui.obsidian.daily import DailyNotes
from axon_desktop.ui.obsidian.file_moves import FileMoves
from axon_desktop.ui.obsidian.links import ObsidianLinks
from axon_desktop.ui.obsidian.new_notes import NewNotes
from axon_desktop.ui.obsidian.open_vault import OpenVault
from axon_desktop.ui.obsidian.templates import Templates


@dataclass(frozen=True, slots=True)
class Parts:
    """Each does one kind of thing."""

    new_notes: NewNotes
    daily: DailyNotes
    templates: Templates
    moves: FileMoves
    links: ObsidianLinks
    comparing: Comparing

    @classmethod
    def make(cls, open_vault: OpenVault) -> Parts:
        """Put them together."""
        new_notes, moves = NewNotes(open_vault), FileMoves(open_vault)
        daily = DailyNotes(open_vault, new_notes)
        return cls(
            new_notes,
            daily,
            Templates(open_vault, new_notes),
            moves,
            ObsidianLinks(open_vault, new_notes, daily),
            Comparing(open_vault, moves),
        )
