"""The sentence that tells what a writing tool did."""

from __future__ import annotations

from axon_desktop.vault import Change
from axon_desktop.vault.history.changes import ChangePreview, Proposal
from axon_desktop.vault.moves.link_rewrite import count_links

CREATED = "Created "
"""How the sentence about a new note begins."""


def count_rewritten(proposal: Proposal) -> int:
    """Return how many links a move rewrites; reads all its texts, so it is to be called in a thread."""
    return sum(count_links(change) for change in proposal.changes if change.mode == "links")


def describe(proposal: Proposal, changes: list[Change], links: int) -> str:
    """Return what was done: path, kind and size."""
    match proposal.action:
        case "write":
            text = _describe_text(proposal.changes[0])
            return text if changes[0].recorded else f"{text} It could not be recorded, so it cannot be undone."
        case "move":
            notes = len(proposal.changes)
            rewritten = f"{_count(links, 'link')} in {_count(notes, 'note')}" if links else "no links"
            return f"Moved {proposal.path} to {proposal.target}; {rewritten} rewritten."
        case "trash":
            place = changes[0].target
            where = f".trash/{place.removeprefix('.trash/')}" if place else "the system's trash"
            return f"Moved {proposal.path} to {where}; undo brings it back."


def _describe_text(change: ChangePreview) -> str:
    if change.before is None:
        return f"{CREATED}{change.path} ({len(change.after)} bytes)."
    if change.mode == "append" and change.after.startswith(change.before):
        return f"Appended {len(change.after) - len(change.before)} bytes to {change.path}."
    return f"{'Edited' if change.mode == 'edit' else 'Replaced'} {change.path} ({len(change.after)} bytes)."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
