"""Into which groups many changes are sorted for a person who looks at all of them: first what calls for care."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from axon_desktop.agent.approval.approval import ApprovalRequest
from axon_desktop.vault.history.changes import ChangePreview

ReviewGroup: TypeAlias = Literal["look", "changed", "moved", "added"]
"""What is to be looked at before it is agreed to; changed lines; files that only move; lines that only come."""
Loss: TypeAlias = Literal["", "replaced", "lost", "trashed", "links", "warned"]
"""Why something is to be looked at: a whole note is replaced, lines are lost, a file goes, links follow a file, or
the question has a warning of its own."""


class Sorted(NamedTuple):
    """Where a change belongs, and why."""

    group: ReviewGroup
    loss: Loss = ""


def sort_change(request: ApprovalRequest, added: int, removed: int) -> Sorted:
    """Return where a change to the vault belongs; `added` and `removed` are the lines of all its files."""
    proposal = request.proposal
    loss: Loss = ""
    if proposal is not None and proposal.action == "trash":
        loss = "trashed"
    elif proposal is not None and proposal.action == "move":
        loss = "links" if proposal.changes else ""
    elif proposal is not None:
        loss = _loss(proposal.changes[0], added, removed)
    if loss or not {*request.reasons} <= {"write"}:
        return Sorted("look", loss or "warned")
    if proposal is not None and proposal.action == "move":
        return Sorted("moved")
    return Sorted("changed" if removed else "added")


def _loss(change: ChangePreview, added: int, removed: int) -> Loss:
    """Return what a note loses by a write."""
    before = change.before or b""
    lines = len(before.splitlines())
    if change.mode == "overwrite" and removed and removed * 2 >= lines:
        return "replaced"
    return "lost" if removed > added or change.shrinks or change.empties else ""
