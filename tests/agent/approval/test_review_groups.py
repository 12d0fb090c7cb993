"""What calls for care among many changes."""

from __future__ import annotations

import pytest

from axon_desktop.agent.approval.approval import ApprovalRequest, AskReason
from axon_desktop.agent.approval.change_lines import compare_lines
from axon_desktop.agent.approval.review_groups import Sorted, sort_change
from axon_desktop.llm.messages import ToolCall
from axon_desktop.vault.history.changes import ChangePreview, Proposal

LINES = b"one\ntwo\nthree\nfour\n"
LINK = ChangePreview("Other.md", b"[[A]]\n", b"[[B]]\n", "links")


def ask(proposal: Proposal, *reasons: AskReason) -> Sorted:
    request = ApprovalRequest(ToolCall("tool", {}), proposal, reasons or ("write",), "")
    diffs = [compare_lines(change.before, change.after, None) for change in proposal.changes]
    return sort_change(request, sum(diff.added for diff in diffs), sum(diff.removed for diff in diffs))


def write(before: bytes | None, after: bytes, mode: str = "edit") -> Proposal:
    return Proposal.write(ChangePreview("A.md", before, after, mode))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("proposal", "wanted"),
    [
        (write(None, b"new\n", "overwrite"), Sorted("added")),
        (write(b"", b"new\n", "overwrite"), Sorted("added")),
        (write(LINES, LINES + b"five\n", "append"), Sorted("added")),
        (write(LINES, b"zero\n" + LINES), Sorted("added")),
        (write(LINES, LINES.replace(b"two", b"2")), Sorted("changed")),
        (write(LINES, LINES.replace(b"two", b"2"), "overwrite"), Sorted("changed")),
        (write(LINES, LINES.replace(b"two\n", b"2\n2.5\n")), Sorted("changed")),
        (write(LINES, LINES, "overwrite"), Sorted("added")),
        (write(LINES, LINES.replace(b"two\n", b"")), Sorted("look", "lost")),
        (write(LINES, b"a\nb\nc\nd\ne\n", "overwrite"), Sorted("look", "replaced")),
        (write(LINES, b"", "overwrite"), Sorted("look", "replaced")),
        (write(b"a long line of many words\nx\n", b"short\nx\n"), Sorted("look", "lost")),
        (Proposal("trash", "A.md", ()), Sorted("look", "trashed")),
        (Proposal("move", "A.md", (LINK,), "B.md"), Sorted("look", "links")),
        (Proposal("move", "A.md", (), "B.md"), Sorted("moved")),
    ],
)
def test_changes_are_sorted_by_what_they_take_away(proposal: Proposal, wanted: Sorted) -> None:
    assert ask(proposal) == wanted


@pytest.mark.parametrize(
    "reason", ["near_miss", "empties", "shrinks", "instructions", "executable", "hidden", "outside", "unrecorded"]
)
def test_what_is_warned_of_is_to_be_looked_at(reason: AskReason) -> None:
    assert ask(write(None, b"new\n", "overwrite"), reason).group == "look"
