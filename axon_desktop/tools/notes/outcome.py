"""The sentence that describes what a writing tool did."""

from __future__ import annotations

from axon_desktop.errors import N_, Text
from axon_desktop.vault import Change
from axon_desktop.vault.history.changes import ChangePreview, Proposal
from axon_desktop.vault.moves.link_rewrite import count_links

_SIZES = {
    "created": N_("Core", "Created {path} ({size} bytes)."),
    "edit": N_("Core", "Edited {path} ({size} bytes)."),
    "replaced": N_("Core", "Replaced {path} ({size} bytes)."),
}


def count_rewritten(proposal: Proposal) -> int:
    """Return how many links a move rewrites; reads all its texts, so it is to be called in a thread."""
    return sum(count_links(change) for change in proposal.changes if change.mode == "links")


def describe(proposal: Proposal, changes: list[Change], links: int) -> Text:
    """Return what was done: path, kind and size."""
    match proposal.action:
        case "write":
            text = _describe_text(proposal.changes[0])
            unrecorded = N_("Core", "{sentence} It could not be recorded, so it cannot be undone.")
            return text if changes[0].recorded else Text(unrecorded, sentence=text)
        case "move":
            notes = len(proposal.changes)
            values = {"path": proposal.path, "target": proposal.target, "links": links, "notes": notes}
            return Text(_moved(links, notes), **values)
        case "trash":
            place = changes[0].target
            to_system = N_("Core", "Moved {path} to the system's trash; undo brings it back.")
            to_vault = N_("Core", "Moved {path} to {target}; undo brings it back.")
            where = f".trash/{place.removeprefix('.trash/')}"
            return Text(to_vault if place else to_system, path=proposal.path, target=where)


def _moved(links: int, notes: int) -> str:
    """Return the template for a move."""
    if not links:
        return N_("Core", "Moved {path} to {target}; no links rewritten.")
    if links == 1 and notes == 1:
        return N_("Core", "Moved {path} to {target}; 1 link in 1 note rewritten.")
    if notes == 1:
        return N_("Core", "Moved {path} to {target}; {links} links in 1 note rewritten.")
    return N_("Core", "Moved {path} to {target}; {links} links in {notes} notes rewritten.")


def _describe_text(change: ChangePreview) -> Text:
    if change.before is None:
        return Text(_SIZES["created"], path=change.path, size=len(change.after))
    if change.mode == "append" and change.after.startswith(change.before):
        return Text(
            N_("Core", "Appended {size} bytes to {path}."),
            size=len(change.after) - len(change.before),
            path=change.path,
        )
    done = "edit" if change.mode == "edit" else "replaced"
    return Text(_SIZES[done], path=change.path, size=len(change.after))
