"""The rows of a review of many changes: groups, the changes in them, and the notes whose links follow a move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from axon_desktop.agent.approval.approval import ApprovalRequest, AskReason, Decision, Verdict
from axon_desktop.agent.approval.policy import parent_folder
from axon_desktop.agent.approval.review_groups import ReviewGroup, Sorted, sort_change
from axon_desktop.text.visible import JOINERS, visible
from axon_desktop.tools.notes.outcome import count_rewritten
from axon_desktop.ui.changes.wording import note_count
from axon_desktop.ui.diff.rows import Diff, compare
from axon_desktop.ui.language.translation import translate
from axon_desktop.vault.history.changes import ChangePreview, Proposal

_LOSSES: frozenset[AskReason] = frozenset({"write", "empties", "shrinks"})
"""Reasons for asking that only mean loss of text."""
_ORDER: tuple[ReviewGroup, ...] = ("look", "changed", "moved", "added")


@dataclass(frozen=True, slots=True)
class Compared:
    """An approval request about the vault, with its diffs."""

    request: ApprovalRequest
    proposal: Proposal
    diffs: tuple[Diff, ...]
    """One for each text that changes; for the trash, the file compared with nothing."""
    links: int
    """How many links follow a move."""

    @classmethod
    def of(cls, request: ApprovalRequest) -> Compared:
        """Compare the texts; for a thread.

        Raises:
            ValueError: the request is not about the vault.
        """
        proposal = request.proposal
        if proposal is None:
            raise ValueError("only changes to the vault can be looked at together")
        return cls(request, proposal, tuple(compare_all(request)), count_rewritten(proposal))

    @property
    def added(self) -> int:
        """How many lines are added."""
        return sum(diff.added for diff in self.diffs)

    @property
    def removed(self) -> int:
        """How many lines are removed."""
        return sum(diff.removed for diff in self.diffs)


def compare_all(request: ApprovalRequest) -> list[Diff]:
    """Return a diff for each text that changes; for the trash, the file compared with nothing. For a thread."""
    proposal = request.proposal
    if proposal is None:
        return []
    if proposal.action == "trash":
        return [compare(request.removed, b"")]
    return [compare(change.before, change.after) for change in proposal.changes]


@dataclass(slots=True, eq=False)
class CallRow:
    """One change that is approved or rejected."""

    compared: Compared
    sorted: Sorted
    ticked: bool
    opened: bool = False
    """Whether the notes whose links follow are shown."""
    seen: bool = False
    """Whether the user has seen it in the pane."""
    decision: Decision | None = None
    """The answer given in its own dialog."""
    edited: Diff | None = None
    """The diff of the text as the user edited it in that dialog."""
    files: list[FileRow] = field(default_factory=list)

    @property
    def request(self) -> ApprovalRequest:
        """The approval request."""
        return self.compared.request

    @property
    def needs_care(self) -> bool:
        """Whether Enter alone must not apply it: it is to be read first."""
        return self.sorted.group == "look" and (not self.seen or not {*self.request.reasons} <= {"write"})

    @property
    def path(self) -> str:
        """The file, with hidden characters made visible."""
        return visible(self.compared.proposal.path, keep=JOINERS)

    @property
    def note(self) -> str:
        """What happens to it, besides the lines that change."""
        reason = next((words for one in self.request.reasons if (words := _reason(one))), "")
        return reason or _what_happens(self.compared, self.sorted)

    @property
    def is_edited(self) -> bool:
        """Whether the text edited by the user would be written."""
        return self.edited is not None and self.ticked

    @property
    def diff(self) -> Diff:
        """How the file would differ."""
        return self.edited if self.edited is not None and self.ticked else self.compared.diffs[0]

    @property
    def counts(self) -> tuple[int, int]:
        """How many lines are added and removed; none for a file that is removed as a whole."""
        return (self.diff.added, self.diff.removed) if self.compared.proposal.action == "write" else (0, 0)

    def answer(self) -> Decision:
        """Return the answer."""
        if self.decision is not None and self.decision.allowed == self.ticked:
            return self.decision
        return Decision(Verdict.ONCE if self.ticked else Verdict.REJECT)


@dataclass(slots=True, eq=False)
class FileRow:
    """A note whose links follow a move."""

    of: CallRow
    change: ChangePreview
    diff: Diff

    @property
    def path(self) -> str:
        """The note."""
        return visible(self.change.path, keep=JOINERS)


@dataclass(slots=True, eq=False)
class GroupRow:
    """Changes of one kind."""

    group: ReviewGroup
    calls: list[CallRow]

    @property
    def ticked(self) -> bool | None:
        """Whether all (True), none (False) or some (None) of the changes are ticked."""
        states = {call.ticked for call in self.calls}
        return states.pop() if len(states) == 1 else None

    @property
    def title(self) -> str:
        """The name of the group."""
        return {
            "look": translate("Review", "Look at these"),
            "changed": translate("Review", "Changed lines"),
            "moved": translate("Review", "Only moved"),
            "added": translate("Review", "Only added to"),
        }[self.group]

    @property
    def count(self) -> str:
        """How many notes are in it."""
        return note_count(len({call.path for call in self.calls}))

    @property
    def note(self) -> str:
        """Why the group is at the top."""
        if self.group != "look":
            return ""
        if any(not {*call.request.reasons} <= _LOSSES for call in self.calls):
            return translate("Review", "with a warning, or text is lost or links move")
        return translate("Review", "text is lost or links move")


Row = GroupRow | CallRow | FileRow


def make_groups(compared: Sequence[Compared]) -> tuple[list[CallRow], list[GroupRow]]:
    """Return the changes in order, and in groups; those to be looked at first are not ticked."""
    calls = []
    for one in compared:
        found = sort_change(one.request, one.added, one.removed)
        call = CallRow(one, found, ticked=found.group != "look")
        if one.proposal.action == "move":
            pairs = zip(one.proposal.changes, one.diffs, strict=True)
            call.files = [FileRow(call, change, diff) for change, diff in pairs]
        calls.append(call)
    groups = [GroupRow(name, [call for call in calls if call.sorted.group == name]) for name in _ORDER]
    return calls, [group for group in groups if group.calls]


def _reason(reason: AskReason) -> str:
    return {
        "near_miss": translate("Review", "not in the proper format"),
        "empties": translate("Review", "empties the note"),
        "shrinks": translate("Review", "more than half is removed"),
        "instructions": translate("Review", "instructions for every conversation"),
        "executable": translate("Review", "adds code that runs"),
        "hidden": translate("Review", "adds invisible characters"),
        "outside": translate("Review", "you may not have asked for this"),
        "unrecorded": translate("Review", "cannot be undone"),
    }.get(reason, "")


def _what_happens(compared: Compared, found: Sorted) -> str:
    proposal = compared.proposal
    if proposal.action == "trash":
        return translate("Review", "goes to the trash")
    if proposal.action == "move":
        words = _move(proposal)
        if not compared.links:
            return words
        if compared.links == 1:
            return translate("Review", "{moves}, 1 link follows").format(moves=words)
        return translate("Review", "{moves}, {count} links follow").format(moves=words, count=compared.links)
    if found.loss == "replaced":
        return translate("Review", "whole note replaced")
    if found.loss == "lost":
        return translate("Review", "text is removed")
    return translate("Review", "new note") if proposal.changes[0].before is None else ""


def _move(proposal: Proposal) -> str:
    folder, name = parent_folder(proposal.target), proposal.target.rpartition("/")[2]
    if folder == parent_folder(proposal.path):
        return translate("Review", "is renamed to {name}").format(name=visible(name, keep=JOINERS))
    if not folder:
        return translate("Review", "moves to the vault’s root folder")
    return translate("Review", "moves to {folder}").format(folder=visible(folder, keep=JOINERS))
